"""The kernel Perceptron on points of the plane, its regions growing with each mistake; beside it the largest margin,
and the rule as printed (catalogue A6, A12, T10, T27, T28; E14).

A stream here is a data set with a family of kernels, so that only the slider of that family is on. K ≥ 0 on all of
them, hence the printed rule says −1 for ever: its region is empty, and its errors are the examples with label +1.
"""
# The one idea: each mistake is stored and changes the region; with a kernel that suits the data it becomes right.

import math
from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, kernels, mistakes, streams, svm

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import agree, at_least, at_most, counted, joined, of, out_of, part_of, text_of, upper
from ..style import BOUND, MEASURED, NOW, RIVAL, Style
from .regions import region

T = 120
ROUNDS = (1, 2, 4, 8, 15, 25, 40, 60, 90, T)
DEGREES = (1, 2, 3, 4, 6)
WIDTHS = (0.01, 0.03, 0.1, 0.3, 1.0)
LEADING = 40  # eigenvectors of the kernel matrix that the f of T10 is made of: all of them for polynomials
DATA = {"xor": "XOR", "circles": "a disc in a ring", "moons": "two moons"}
MADE = {"xor": streams.xor, "circles": streams.circles, "moons": streams.moons}
STREAMS = tuple(f"{data}_{family}" for family in ("polynomial", "gaussian") for data in DATA)
CERTIFIED = 2e-5  # how well the largest margin has to be known, relatively, before it is drawn


@lru_cache(maxsize=8)
def _data(stream, noise, seed):
    return MADE[stream.partition("_")[0]](T, noise, seed)


def _kernel(stream, degree, gamma):
    return kernels.polynomial(degree) if stream.endswith("polynomial") else kernels.gaussian(gamma)


@lru_cache(maxsize=16)
def _runs(stream, kernel, noise, seed):
    """The Perceptron with the right rule and with the printed one, and the kernel matrix."""
    data = _data(stream, noise, seed)
    right, printed = (kernels.perceptron(kernel, data.X, data.y, rule) for rule in ("mistake", "printed"))
    return right, printed, kernel(data.X, data.X)


@lru_cache(maxsize=16)
def _comparator(stream, kernel, noise, seed):
    """A good f for T10, Σ α_i K(x_i, ·): its values at the examples, and ‖f‖_K.

    It is the best for the solved form among the combinations of the leading eigenvectors v of the kernel matrix: with
    α = Σ u_k v_k/√λ_k its values are Σ u_k √λ_k v_k, and its norm is ‖u‖.
    """
    values, vectors = np.linalg.eigh(_runs(stream, kernel, noise, seed)[2])
    kept = values[-LEADING:] > 1e-12 * values[-1]
    features = vectors[:, -LEADING:][:, kept] * np.sqrt(values[-LEADING:][kept])
    found = mistakes.best(features, _data(stream, noise, seed).y)
    return features @ found.u, found.norm


@lru_cache(maxsize=64)
def _largest_margin(stream, kernel, noise, seed, t):
    K = _runs(stream, kernel, noise, seed)[2]
    return svm.hard_margin(K[:t, :t], _data(stream, noise, seed).y[:t])


@lru_cache(maxsize=64)
def _regions(stream, kernel, noise, seed, t):
    """The series of the two planes, without the examples."""
    data, run = _data(stream, noise, seed), _runs(stream, kernel, noise, seed)[0]
    found = _largest_margin(stream, kernel, noise, seed, t)
    hatching, edge = region(lambda Z: run.score(Z, t))
    made = {"region": hatching, "edge": edge}
    made |= dict.fromkeys(("region_margin", "edge_margin", "band", "support"), np.empty((0, 2)))
    if _certified(found):
        rows = np.flatnonzero(found.alpha > 0)
        weights, X = found.alpha[rows] * data.y[rows], data.X[rows]
        made["region_margin"], made["edge_margin"] = region(lambda Z: weights @ kernel(X, Z))
        # Two edges at once, a stroke for each cell of the grid that they cross: up to 400 points without wrong labels,
        # and 900 with many, where the edges wind around single examples (never baked). Fewer strokes would be a coarser
        # edge.
        made["band"] = np.vstack([region(lambda Z: side * (weights @ kernel(X, Z)) - 1)[1] for side in (1, -1)])
        made["support"] = data.X[found.support]
    return made


def _certified(found):
    return found.separable and found.upper - found.value <= CERTIFIED * found.upper


def measure(t, degree, gamma, stream, noise, seed):
    """The Perceptron with the right rule and with the printed one, T10, and the largest margin so far."""
    kernel = _kernel(stream, degree, gamma)
    key = stream, kernel, noise, seed
    data, (run, printed, _), (f, norm) = _data(stream, noise, seed), _runs(*key), _comparator(*key)
    found, L = _largest_margin(*key, t), np.cumsum(np.maximum(0.0, 1 - data.y * f))
    certified = bool(_certified(found))
    return SimpleNamespace(
        t=t, degree=degree, stream=stream, kernel=kernel, data=data, run=run, printed=printed, norm=norm, L=L,
        bound=bounds.kernel_perceptron(L, norm, run.kappa), M=np.cumsum(run.updates), wrong=np.cumsum(printed.errors),
        found=found, certified=certified, margin=found.value if certified else 0.0, regions=_regions(*key, t),
        wrong_now=int((data.y[:t] * run.score(data.X[:t], t) <= 0).sum()))


def curves(m):
    t, data, rounds = m.t, m.data, np.arange(1, T + 1)
    seen = {"plus": data.X[:t][data.y[:t] > 0], "minus": data.X[:t][data.y[:t] < 0]}
    stored = data.X[m.run.support[m.run.support < t]]
    again = {f"{name}_margin": xy for name, xy in seen.items()}
    points = m.regions | seen | again | {"stored": stored[np.argsort(stored[:, 0])], "latest": stored[-1:]}
    return {name: (xy[:, 0], xy[:, 1]) for name, xy in points.items()} | {
        "round": ([t, t], [0, 1e9]),
        "bound": (rounds, np.minimum(m.bound, rounds)),  # no more mistakes than rounds, whatever T10 says
        "printed_errors": (rounds, m.wrong),
        "mistakes": (rounds[:t], m.M[:t]),
        "later": (rounds[t - 1:], m.M[t - 1:]),
        "support_now": ([t], [len(m.found.support)]) if m.certified else ([], []),
        "round_point": ([t], [m.M[t - 1]]),
    }


def facts(m):
    t, kernel, margin = m.t, m.kernel, m.margin
    return {
        "t": t, "T": T, "kappa": m.run.kappa,
        "features": math.comb(m.degree + 2, 2) if kernel.family == "polynomial" else 0,
        "M": int(m.M[t - 1]), "M_last": int(m.M[-1]), "positive": int((m.data.y[:t] > 0).sum()),
        "printed_errors": int(m.wrong[t - 1]), "printed_stored": int(m.printed.updates[:t].sum()),
        "wrong_now": m.wrong_now,
        "bound": float(m.bound[t - 1]), "bound_last": float(m.bound[-1]), "allowed": min(float(m.bound[t - 1]), t),
        "allowed_last": min(float(m.bound[-1]), T),
        "L": float(m.L[-1]), "norm_f": float(m.norm),
        "separable": bool(m.found.separable), "certified": m.certified, "margin": margin,
        "margin_lower": m.found.value, "margin_upper": m.found.upper,
        "support": len(m.found.support) if margin else 0,
        "bound_margin": (m.run.kappa / margin) ** 2 if margin else 0.0,
    }


def words(m, f):
    return {"headline": _headline(f),
            "sentence": joined([*_perceptron_said(f), _allowed(f), *_printed_rule(f), _margin_said(f)]),
            "texts": {"plane.note": _kernel_note(m.kernel, f), "margin.note": _margin_note(f)}}


def _headline(f):
    """Mistakes so far, and how many of the same examples are wrong now."""
    t, wrong = f["t"], f["wrong_now"]
    made = f"{of('stored', f['M'])} {agree(f['M'], 'mistake', 'mistakes')} in {counted(t, 'round')}"
    seen = "the one example" if t == 1 else f"the {t} examples"
    if wrong == 0:
        return f"{made}; now {seen} {agree(t, 'is', 'are')} on the right side."
    return f"{made}; even now {wrong} of {seen} {agree(wrong, 'is', 'are')} wrong."


def _kernel_note(kernel, f):
    if kernel.family == "polynomial":
        power = {1: "", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶"}[kernel.parameter]
        return (f"K = (1 + x·x′){power}: all polynomials of degree up to {kernel.parameter}, {f['features']} "
                f"coefficients.")
    return f"K = exp(−‖x − x′‖²/2γ): width √γ = {text_of(math.sqrt(kernel.parameter))}, infinitely many features."


def _margin_note(f):
    n = text_of
    if f["certified"]:
        more = f", which is no less than t = {f['t']} and bounds nothing" if f["bound_margin"] >= f["t"] else ""
        return f"γ* = {n(f['margin'])}, with a certificate; (κ/γ*)² = {n(f['bound_margin'])}{more}."
    if f["separable"]:
        return (f"γ* is between {at_least(f['margin_lower'])} and {at_most(f['margin_upper'])}: not known exactly "
                f"enough to be drawn.")
    return f"Nothing to draw: no f of norm 1 has a margin above {at_most(f['margin_upper'], 1)} here."


def _perceptron_said(f):
    if f["t"] < T:
        more = f"{f['M_last']} mistakes" if f["M_last"] > f["M"] else "no more"
        yield f"After all {f['T']} rounds there will be {more}."
    yield (f"{agree(f['M'], 'That mistake alone is', 'The mistakes alone are')} stored, and f is made from "
           f"{agree(f['M'], 'it', 'them')}.")


def _allowed(f):
    if f["bound_last"] >= T:
        return (f"T10 allows {upper(f['bound_last'], f['M_last'])} mistakes in {T} rounds, no less than there are "
                f"rounds, which says nothing.")
    made = f"{counted(f['M_last'], 'mistake')} in {T} rounds {agree(f['M_last'], 'is', 'are')}"
    return f"{made} {part_of(f['M_last'], f['bound_last'], 'the')} that T10 allows."


def _printed_rule(f):
    stored = (f"{counted(f['printed_stored'], 'example')} with label −1" if f["printed_stored"] else
              "nothing, as no label has been −1")
    positive = out_of(f["positive"], f["positive"], "example") if f["positive"] != 1 else "the one example"
    wrong = f"{positive} with label +1" if f["positive"] else "none, as no label has been +1"
    yield f"The printed rule (E14) stores what it gets right, here {stored}."
    yield f"It answers −1 in every round, and errs on {wrong}."


def _margin_said(f):
    if f["certified"]:
        return (f"The largest margin of a unit vector on what has been seen is γ* = {text_of(f['margin'])}, fixed by "
                f"{counted(f['support'], 'support vector')}.")
    if f["separable"]:
        return "The examples can be separated, but rounding hides which of them fix the margin."
    return ("No f was found that separates what has been seen, and none of norm 1 has a margin above "
            f"{at_most(f['margin_upper'], 1)}.")


def frame(**params):
    m = measure(**params)
    f = facts(m)
    drawn = "holds" if m.margin else "absent"
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"bound": "holds"}
                 | dict.fromkeys(("region_margin", "edge_margin", "band", "support", "support_now"), drawn))


SQUARE = {"limits": (-1.1, 1.1), "fixed": True}
PLANE = Panel("plane", "After round t", x=Axis("x₁", **SQUARE), y=Axis("x₂", **SQUARE), tab="Plane", equal=True,
              bare=True)
MARGIN = Panel("margin", "The largest margin", x=Axis("x₁", **SQUARE), y=Axis("x₂", **SQUARE), tab="Margin",
               equal=True, bare=True)
COUNTS = Panel("counts", "Mistakes up to round t", x=Axis("t", (0, T), rounds=True, sets="t"),
               y=Axis("examples", (0, 128)), tab="Mistakes", ratio=("mistakes", "bound"))

_OF = {family: {name: () for name in STREAMS if not name.endswith(family)} for family in ("polynomial", "gaussian")}
explorer = Explorer(
    name="kernels",
    title="The kernel Perceptron",
    controls=(
        Control("t", "round t", "slider", ROUNDS, 60, symbol="t", integer=True, baked=True, first=True, play=True),
        Control("degree", "degree n", "slider", DEGREES, 2, symbol="n", integer=True, baked=True, first=True,
                allowed=_OF["polynomial"]),
        Control("gamma", "width² γ", "slider", WIDTHS, 0.1, symbol="γ", baked=True, first=True,
                allowed=_OF["gaussian"]),
        Control("stream", "data and kernel", "choice", STREAMS, "xor_polynomial",
                labels=("XOR, degree n", "ring, degree n", "moons, degree n", "XOR, Gaussian", "ring, Gaussian",
                        "moons, Gaussian")),
        Control("noise", "noise", "slider", (0.0, 0.05, 0.1, 0.2, 0.3, 0.5), 0.0, symbol="noise"),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True),
    ),
    panels=(PLANE, MARGIN, COUNTS),
    series=(
        Series("region", "plane", "it says +1 (f > 0)", Style("measured", width=0.7), kind="segments"),
        Series("edge", "plane", "f = 0", Style("ink", width=2, ends="round"), kind="segments", end="f = 0"),
        Series("latest", "plane", "the latest mistake", Style("measured", width=22, ends="ring"), kind="points",
               first=False),
        Series("minus", "plane", "label −1", Style("soft", width=9, ends="minus"), kind="points"),
        Series("plus", "plane", "label +1", Style("soft", width=9, ends="plus"), kind="points"),
        Series("stored", "plane", "stored: a mistake when it came", Style("measured", width=15, ends="ring"),
               kind="points", end="mistakes", value="M"),
        Series("region_margin", "margin", "it says +1", Style("comparator", width=0.7), kind="segments"),
        Series("edge_margin", "margin", "f* = 0, the largest margin",
               Style("comparator", width=2, ends="round"), kind="segments"),
        Series("band", "margin", "f* = ±1: no example inside",
               Style("comparator", width=0.9, ends="round"), kind="segments"),
        Series("minus_margin", "margin", "", Style("soft", width=9, ends="minus"), kind="points"),
        Series("plus_margin", "margin", "", Style("soft", width=9, ends="plus"), kind="points"),
        Series("support", "margin", "support vectors: {support}", Style("comparator", width=15, ends="ring"),
               kind="points", end="support", value="support"),
        Series("round", "counts", "", NOW, frames=False),
        Series("bound", "counts", "T10, or t: {allowed}", BOUND, pinned=True, end="T10", value="allowed_last"),
        Series("printed_errors", "counts", "errors of the printed rule (E14): {printed_errors}", RIVAL, first=False,
               frames=False),
        Series("support_now", "counts", "support vectors of the largest margin",
               Style("comparator", width=8, ends="square"), kind="points", first=False, frames=False),
        Series("later", "counts", "", Style("soft", width=1.1)),
        Series("mistakes", "counts", "mistakes = stored examples: {M}", MEASURED, end="mistakes", value="M"),
        Series("round_point", "counts", "this round", Style("ink"), kind="points"),
    ),
    compute=frame,
    presets=(
        Preset("XOR: no line will do", {"degree": 1, "t": T},
               lambda f: not f["separable"] and f["wrong_now"] > 0.4 * f["t"]),
        Preset("XOR: degree 2 will do", {"t": T},
               lambda f: f["certified"] and f["wrong_now"] == 0 and f["features"] == 6),
        Preset("γ too small: many support vectors", {"stream": "moons_gaussian", "gamma": WIDTHS[0], "t": T},
               lambda f: f["support"] > 0.4 * f["t"]),
        Preset("γ too large: hardly separated", {"stream": "moons_gaussian", "gamma": WIDTHS[-1], "t": T},
               lambda f: f["certified"] and f["wrong_now"] > 0.1 * f["t"]),
        Preset("few support vectors", {"stream": "moons_polynomial", "degree": 6, "t": T},
               lambda f: 0 < f["support"] < 0.1 * f["t"]),
    ),
)
