"""Hinge, logistic and zero-one loss against the margin z = y·w·x, and their means on data (catalogue D5, D9; E19, E20).

The data meet the hinge-best u with ‖u‖ ≤ U, certified by `hindsight`: its margins, and the mean losses of that same u
for every U. What bounds the zero-one loss at every z bounds its mean; the nats do not.
"""
# The one idea: the hinge loss is nowhere below the zero-one loss, so its mean bounds the share of errors.

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import hindsight, losses, streams

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import apart, counted, counted_share, joined, of, or_rounding, out_of, text_of
from ..style import BOUND, MEASURED, NOW, Style
from .unwritten import SERIES, nothing

POINTS, MARGIN = 1000, 0.1
RADII = tuple(2.0**k for k in range(-1, 11))
MARGINS = tuple(k / 4 for k in range(-12, 13))
BELOW = -np.log(np.e - 1)  # from here to 0 the logistic loss in nats is below 1
WIDTH = 0.25
EDGES = np.arange(-3, 3.01, WIDTH)  # of the histogram; its first and last bar hold what is farther out
ROUNDING = 1e-6  # the best u puts many margins at exactly 1 or −1; rounding shall not decide on which side
FOOT = 2e-4  # where bars begin: not on the edge of the picture, where they would be marked as leaving it


def base_2(z):
    """The logistic loss log₂(1 + e^−z), which is 1 at z = 0."""
    return losses.logistic.value(z, 1.0) / np.log(2)


def fewest_errors(X, y):
    """The least number of examples with y u·x ≤ 0 for any u ≠ 0, d ≤ 2: between two neighbouring zeros of angle ↦ u·x_t
    no example changes sides, so one u in each gap will do."""
    if X.shape[1] == 1:
        U = np.array([[1.0], [-1.0]])
    else:
        zeros = np.sort((np.arctan2(X[:, 1], X[:, 0]) + np.pi / 2) % np.pi)
        middle = (zeros + np.append(zeros[1:], zeros[0] + np.pi)) / 2
        U = np.column_stack([np.cos(middle), np.sin(middle)])
        U = np.vstack([U, -U])
    return int((y[:, None] * (X @ U.T) <= 0).sum(axis=0).min())


@lru_cache(maxsize=8)
def _examples(stream, noise, seed):
    if stream == "mail":
        made = streams.mail(order="file")
        return made.X, made.y
    if stream == "outlier":  # erratum E20, with x at most 1
        return np.append(np.full(9, 0.01), 1.0)[:, None], np.append(np.ones(9), -1.0)
    made = streams.classification(POINTS, 2, MARGIN, noise if stream == "noisy" else 0.0, seed)
    return made.X, made.y


@lru_cache(maxsize=8)
def _wrong(stream, noise, seed):
    """How many labels noise has flipped."""
    return int((_examples(stream, noise, seed)[1] != _examples(stream, 0.0, seed)[1]).sum()) if stream == "noisy" else 0


@lru_cache(maxsize=128)
def _at(stream, noise, seed, U):
    """The margins of the hinge-best u of norm up to U, ‖u‖, and how far its total loss may be from the least."""
    X, y = _examples(stream, noise, seed)
    best = hindsight.best(losses.hinge, X, y, U)
    return y * (X @ best.u), float(np.linalg.norm(best.u)), best.value - best.lower


@lru_cache(maxsize=8)
def _path(stream, noise, seed):
    """Mean zero-one, hinge and base-2 logistic loss for every radius; the fewest errors, and whether none has fewer."""
    means = np.array([_means(_at(stream, noise, seed, U)[0]) for U in RADII])
    X, y = _examples(stream, noise, seed)
    exact = X.shape[1] <= 2
    return means, fewest_errors(X, y) / len(y) if exact else float(means[:, 0].min()), exact


def _means(z):
    return losses.zero_one.value(z, 1.0).mean(), losses.hinge.value(z, 1.0).mean(), base_2(z).mean()


def _bars(z):
    """The share of the margins in each bin (a, b] up to 0 and [a, b) above, as bars, for three classes of margins."""
    bins = np.where(z > 0, np.floor((z + ROUNDING) / WIDTH), np.ceil((z - ROUNDING) / WIDTH) - 1) - EDGES[0] / WIDTH
    share = np.bincount(np.clip(bins, 0, len(EDGES) - 2).astype(int), minlength=len(EDGES) - 1) / len(z)
    centre = (EDGES[1:] + EDGES[:-1]) / 2
    for chosen in (centre < 0, (centre > 0) & (centre < 1), centre > 1):
        chosen = chosen & (share > 0)
        yield np.repeat(centre[chosen], 2), np.column_stack([np.full(chosen.sum(), FOOT), share[chosen]]).ravel()


def measure(z, U, stream, noise, seed):
    """The losses at z, and those of the hinge-best u on the data."""
    margins, norm, gap = _at(stream, noise, seed, U)
    means, fewest, exact = _path(stream, noise, seed)
    zero_one, hinge, logistic = _means(margins)
    return SimpleNamespace(
        z=z, U=U, stream=stream, margins=margins, norm=norm, gap=gap, means=means, exact=exact,
        zero_one=float(zero_one),
        hinge=0.0 if hinge * len(margins) <= gap else float(hinge),  # as far as its certificate knows
        logistic=float(logistic), wrong=_wrong(stream, noise, seed),
        fewest=min(fewest, float(zero_one)),  # where it is not exact, this U may lie between those of the path
        at_z={"zero_one": float(losses.zero_one.value(z, 1.0)), "hinge": float(losses.hinge.value(z, 1.0)),
              "base_2": float(base_2(z)), "nats": float(losses.logistic.value(z, 1.0))})


def curves(m):
    grid = np.linspace(-3, 3, 121)
    wrong, close, safe = _bars(m.margins)
    return {
        "z_now": ([m.z, m.z], [0, 1e9]),
        "nats": (grid, losses.logistic.value(grid, 1.0)),
        "base_2": (grid, base_2(grid)),
        "hinge": ([-3, 1, 3], [4, 0, 0]), **nothing("losses")[0],
        "zero_one": ([-3, 0, 0, 3], [1, 1, 0, 0]),
        "hinge_point": ([m.z], [m.at_z["hinge"]]), "zero_one_point": ([m.z], [m.at_z["zero_one"]]),
        "bars_wrong": wrong, "bars_close": close, "bars_safe": safe,
        "now": ([m.U, m.U], [0, 1e9]),
        "fewest": ([RADII[0], RADII[-1]], [m.fewest, m.fewest]),
        "mean_zero_one": (RADII, m.means[:, 0]), "mean_hinge": (RADII, m.means[:, 1]),
        "mean_base_2": (RADII, m.means[:, 2]),
        "mean_hinge_now": ([m.U], [m.hinge]), "mean_zero_one_now": ([m.U], [m.zero_one]),
    }


def facts(m):
    margins = m.margins
    return {
        "z": m.z, "U": m.U, "T": len(margins), "norm": m.norm, **m.at_z,
        "mean_zero_one": m.zero_one, "mean_hinge": m.hinge, "mean_base_2": m.logistic, "gap": m.gap,
        "share_close": float(((margins > 0) & (margins < 1 - ROUNDING)).mean()),
        "share_beyond": float((abs(margins) > 3).mean()), "fewest": m.fewest, "fewest_exact": m.exact,
        "wrong": m.wrong, "nats_below": m.at_z["nats"] < m.at_z["zero_one"],
    }


def words(m, f):
    """What is seen: the losses at z, what E19 says there, the means on the data, and how good the surrogate was."""
    return {"headline": _headline(f), "sentence": joined([*_at_z(f), *_on_data(m, f), *_surrogate(f)]),
            "texts": {"margins.note": f"u: least total hinge loss with ‖u‖ ≤ {text_of(m.U, 4)}; ‖u‖ = "
                                      f"{text_of(m.norm, 4)}. The outermost bars hold all that is farther out."}}


def _headline(f):
    """The hinge loss against the zero-one loss, at z and in the mean: the first is never less."""
    hinge, error, mean, errors = (of(name, text_of(f[name])) for name in ("hinge", "zero_one", "mean_hinge",
                                                                          "mean_zero_one"))
    return f"The hinge bounds the error: {hinge} against {error} at z, {mean} against {errors} on average."


def _at_z(f):
    n = text_of
    nats = apart(f["nats"], f["zero_one"])[0] if f["nats_below"] else n(f["nats"])
    z, below = apart(f["z"], BELOW)
    yield f"At margin z = {z} the logistic loss is {n(f['base_2'])} in base 2 and {nats} in nats."
    yield ("In nats it is less than the zero-one loss, which nats do not bound (E19)." if f["nats_below"] else
           f"Only from {below} to 0 are the nats below the zero-one loss (E19).")


def _on_data(m, f):
    if m.stream == "noisy":  # with how many labels are really wrong
        yield (f"The points come with {counted(f['wrong'], 'wrong label')}." if f["wrong"] else
               "The points come with labels that are all right.")
    errs = counted_share(f["mean_zero_one"], f["T"])
    errs = (f"{errs} of {f['T']} examples" if errs.endswith("%") else f"{errs} examples" if f["mean_zero_one"] else
            out_of(0, f["T"], "example"))
    yield f"The hinge-best u of norm up to U = {text_of(f['U'], 4)} errs on {errs}."
    yield f"Its mean hinge loss is {or_rounding(f['mean_hinge'])}."
    yield f"Its mean logistic loss in base 2 is {text_of(f['mean_base_2'])}."


def _surrogate(f):
    if f["mean_zero_one"] == 0:
        return  # there is nothing to improve
    fewest = counted_share(f["fewest"], f["T"])
    least = ("The fewest errors at any U shown are" if not f["fewest_exact"] else
             "Some u errs on" if f["fewest"] == 0 else
             f"No u errs on {'less' if fewest.endswith('%') else 'fewer'} than")
    if f["mean_zero_one"] > f["fewest"] + 1e-12:
        yield f"{least} {fewest}: a small surrogate loss promises few errors, not the fewest (E20)."
        return
    yield f"{least} {fewest}, so that this u is as good as any{'' if f['fewest_exact'] else ' of them'}."


def frame(**params):
    m = measure(**params)
    f = facts(m)
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"hinge": "holds", "base_2": "holds", "nats": "fails"} | nothing("losses")[1])


LOSSES = Panel("losses", "Losses at margin z", x=Axis("z = y·w·x", (-3, 3), fixed=True, sets="z"),
               y=Axis("loss", (0, 4.5)), tab="Losses", uprights=(0, 1))
HISTOGRAM = Panel("margins", "Margins of the best u", x=Axis("z = y·u·x", (-3, 3), fixed=True),
                  y=Axis("share of the examples", (0, 1)), tab="Margins", uprights=(0, 1))
MEANS = Panel("means", "Mean losses for each U", x=Axis("U", (RADII[0], RADII[-1]), scale="log", sets="U"),
              y=Axis("mean loss", (-0.05, 1.5)), tab="Means")

STREAMS = ("separable", "noisy", "mail", "outlier")
_NOT_NOISY = {name: () for name in STREAMS if name != "noisy"}
explorer = Explorer(
    name="losses",
    title="Losses against the margin",
    controls=(
        Control("z", "margin z", "slider", MARGINS, -0.5, symbol="z", baked=True, first=True),
        Control("U", "radius U", "slider", RADII, 8.0, symbol="U", baked=True, first=True, play=True),
        Control("stream", "data", "choice", STREAMS, "noisy",
                labels=("separable points", "wrong labels", "real mail", "one far outlier")),
        Control("noise", "noise", "slider", (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5), 0.1, symbol="noise",
                allowed=_NOT_NOISY),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"mail": (), "outlier": ()}),
    ),
    panels=(LOSSES, HISTOGRAM, MEANS),
    series=(
        Series("z_now", "losses", "", NOW, frames=False),
        Series("nats", "losses", "logistic, ln(1 + e^−z): {nats}", Style("soft"), first=False, frames=False,
               fails="no bound"),
        Series("base_2", "losses", "logistic, log₂(1 + e^−z): {base_2}", Style("other", "dash-dot"),
               first=False, frames=False),
        Series("hinge", "losses", "hinge, [1 − z]₊: {hinge}", BOUND, between="line", end="hinge"),
        Series("zero_one", "losses", "zero-one, 1 if z ≤ 0: {zero_one}", MEASURED, between="line", end="zero-one"),
        *SERIES["losses"],
        Series("hinge_point", "losses", "", Style("bound", width=7), kind="points", value="hinge"),
        Series("zero_one_point", "losses", "", Style("measured", width=7), kind="points", value="zero_one"),
        Series("bars_safe", "margins", "z ≥ 1: no hinge loss",
               Style("soft", width=7.5), kind="segments", pinned=True),
        Series("bars_close", "margins", "0 < z < 1: right, and charged by the hinge",
               Style("bound", width=7.5), kind="segments", pinned=True),
        Series("bars_wrong", "margins", "z ≤ 0: errors, {mean_zero_one} of all",
               Style("measured", width=7.5), kind="segments", pinned=True),
        Series("now", "means", "", NOW, frames=False),
        Series("fewest", "means", "fewest errors found: {fewest}", Style("comparator", "dots", 2), end="fewest"),
        Series("mean_base_2", "means", "logistic in base 2: {mean_base_2}", Style("other", "dash-dot"), pinned=True,
               first=False, frames=False),
        Series("mean_hinge", "means", "hinge: {mean_hinge}", BOUND, pinned=True, end="hinge"),
        Series("mean_zero_one", "means", "zero-one: {mean_zero_one}", MEASURED, pinned=True, end="errors"),
        Series("mean_hinge_now", "means", "", Style("bound", width=7), kind="points", value="mean_hinge"),
        Series("mean_zero_one_now", "means", "", Style("measured", width=7), kind="points", value="mean_zero_one"),
    ),
    compute=frame,
    presets=(
        Preset("nats below the zero-one loss", {"z": -0.25}, lambda f: f["nats"] < f["zero_one"] < f["base_2"],
               show=("nats",)),
        Preset("nine of ten are wrong", {"stream": "outlier"},
               lambda f: abs(f["mean_zero_one"] - 0.9) < 1e-9 and abs(f["fewest"] - 0.1) < 1e-9),
        Preset("u too short: right, yet charged", {"stream": "separable", "U": 1.0, "z": 0.5},
               lambda f: f["mean_zero_one"] == 0 == f["zero_one"] and f["share_close"] == 1 and f["hinge"] > 0),
        Preset("u long enough: no loss left", {"stream": "separable", "U": 64.0, "z": 1.0},
               lambda f: f["mean_hinge"] < 1e-6 and f["hinge"] == 0),
        Preset("mail asks for a long u", {"stream": "mail", "U": RADII[-1]},
               lambda f: f["norm"] > 0.999 * RADII[-1] and f["mean_zero_one"] == f["fewest"]),
    ),
)
