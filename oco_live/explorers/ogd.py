"""Online gradient descent: regret against T3's bound, the path of w_t, and regret over all steps η.

Three pictures for one run of ``learners.ogd`` (catalogue A1; T3, T4, T6, T20).
"""

from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import agree, apart, capital, is_zero, joined, leaving, or_zero, out_of, part_of, text_of, times
from ..style import BOUND, MEASURED, NOW, Style
from .sources import SOURCES, controls, data, loss_named, stream_words

ETAS = tuple(10 ** (-2 + k / 10) for k in range(31))
RADII = tuple(2 ** (k / 2) for k in range(-4, 5))
POINTS = 60  # of a path: more would not show, and a page fetches them for every position of the sliders

def _prefixes(T, loss, d):
    """The rounds at which the comparator is computed: denser at the start, fewer where it costs more."""
    if loss == "linear":
        n = 80
    elif loss == "square":
        n = 60 if d <= 5 else 24
    else:
        n = 16
    return np.unique(np.ceil(T * (np.arange(1, n + 1) / n) ** 2).astype(int))


@lru_cache(maxsize=64)
def _comparators(stream, T, seed, noise, loss, U):
    """u*_t does not depend on η (unless the stream answers the learner): found once for every U."""
    examples = data(stream, T, seed, noise)
    return hindsight.comparators(loss_named(loss), examples.X, examples.y, U,
                                 _prefixes(T, loss, examples.X.shape[1]))


@lru_cache(maxsize=4)
def _against_adversary(T, U):
    """A run for every position of the η slider, each against its own copy of the orthogonal adversary."""
    return play(learners.ogd(np.array(ETAS), U), losses.linear, data("orthogonal", T, 0, 0.0), T=T)


def _run(stream, T, seed, noise, loss, U, eta):
    """The run in view. Against the adversary rounds are dear: there a run that is played anyway is not played twice."""
    if stream != "orthogonal" or eta not in ETAS:
        return play(learners.ogd(eta, U), loss_named(loss), data(stream, T, seed, noise), T=T)
    runs, i = _against_adversary(T, U), ETAS.index(eta)
    own = {name: getattr(runs, name)[i] for name in ("w", "losses", "slopes", "updates", "projected", "X", "y")}
    return replace(runs, learner=learners.ogd(eta, U), G=float(runs.G[i]), **own)


@lru_cache(maxsize=64)
def _regret_over_eta(stream, T, seed, noise, loss, U):
    """R_T for every position of the η slider, all runs at once on the one stream."""
    if stream == "orthogonal":
        return hindsight.regret(_against_adversary(T, U), U).upper[:, 0]
    runs = play(learners.ogd(np.array(ETAS), U), loss_named(loss), data(stream, T, seed, noise), T=T, record="losses")
    return runs.losses.sum(axis=1) - _comparators(stream, T, seed, noise, loss, U).value[-1]


def _thinned(points):
    """At most POINTS of them, first and last among them, denser at the start, where steps are long."""
    if len(points) <= POINTS:
        return points
    return points[np.unique((np.linspace(0, 1, POINTS) ** 2 * (len(points) - 1)).round().astype(int))]


def _plane(points, U):
    """The first two coordinates in units of U; for d = 1 the second is 0."""
    flat = np.zeros((len(points), 2))
    k = min(2, points.shape[1])
    flat[:, :k] = points[:, :k] / U
    return flat[:, 0], flat[:, 1]


def measure_run(stream, loss, eta, U, T, seed, noise):
    """The run, and what bounds it: all that the comparator is not needed for."""
    run = _run(stream, T, seed, noise, loss, U, eta)
    G = losses.gradient_bound(loss_named(loss), run.X, run.y, U)
    return SimpleNamespace(
        key=(stream, T, seed, noise), stream=stream, loss=loss, eta=eta, U=U, T=T, run=run, d=run.X.shape[1], G=G,
        unit=bounds.worst_case(T, U, G), bound=bounds.ogd(T, eta, U, G), tuned=bounds.ogd_tuned(T, U, G),
        eta_star=float(np.sqrt(2) * U / G), etas=np.array(ETAS), X=float(np.linalg.norm(run.X, axis=1).max()),
        T3=bool(bounds.ogd.holds_for(run, G=G)), T4=bool(bounds.ogd_tuned.holds_for(run, G=G)))


def measure(m):
    """The regret at some rounds, with u*_T, and the regret of every step on the slider."""
    if m.stream == "orthogonal":
        m.curve = hindsight.regret(m.run, m.U, _prefixes(m.T, m.loss, m.d))
    else:
        best = _comparators(*m.key, m.loss, m.U)
        m.curve = hindsight.regret(m.run, m.U, best.at, best)
    m.regret, m.u = float(m.curve.upper[-1]), m.curve.best.u[-1]
    m.over_eta = _regret_over_eta(*m.key, m.loss, m.U)
    m.least = int(np.argmin(m.over_eta))


def run_curves(m):
    grid = np.linspace(0, 1, 51) ** 2  # of t/T; √ is straight between these points to a hair
    x, y = _plane(_thinned(m.run.w), m.U)
    return {
        "bound": (grid, m.bound / m.unit * np.sqrt(grid)),
        "tuned": (grid, m.tuned / m.unit * np.sqrt(grid)),
        "worst": (grid, np.sqrt(grid)) if m.d >= 2 else ([], []),
        "path": (x, y),
        "projections": _plane(_thinned(m.run.w[1:][m.run.projected]), m.U),
        "last": (x[-1:], y[-1:]),
        "bound_eta": (m.etas, bounds.ogd(m.T, m.etas, m.U, m.G) / m.unit),
        "least_bound": ([m.eta_star], [m.tuned / m.unit]),
        "now": ([m.eta, m.eta], [1e-9, 1e9]),
    }


def curves(m):
    return {
        "regret": (np.concatenate([[0], m.curve.at]) / m.T, np.concatenate([[0], m.curve.upper]) / m.unit),
        "comparator": _plane(m.u[None], m.U),
        "regret_eta": (m.etas, m.over_eta / m.unit),
        "least_regret": ([m.etas[m.least]], [m.over_eta[m.least] / m.unit]),
        "now_points": ([m.eta, m.eta], [m.regret / m.unit, m.bound / m.unit]),
    }


def run_facts(m):
    found = {
        "T": m.T, "d": m.d, "eta": m.eta, "U": m.U, "G": m.G, "X": m.X, "unit": m.unit,
        "bound": m.bound, "bound_tuned": m.tuned, "worst_case": m.unit, "eta_star": m.eta_star,
        "loss_learner": float(m.run.losses.sum()), "G_seen": m.run.G,
        "projections": int(m.run.projected.sum()),
        "T3_holds": m.T3, "T4_holds": m.T4,
    }
    if m.loss == "square":
        largest = float(abs(m.run.y).max())
        found |= {"bound_square": bounds.ogd_square(m.T, m.U, m.X), "label_largest": largest,
                  "T6_labels_hold": largest <= m.U * m.X * (1 + 1e-12)}
    return found


def facts(m):
    return {
        "regret": m.regret, "gap": float(m.curve.upper[-1] - m.curve.lower[-1]), "ratio": m.regret / m.bound,
        "regret_least": float(m.over_eta[m.least]), "eta_least": ETAS[m.least],
        "loss_comparator": float(m.curve.best.value[-1]), "norm_comparator": float(np.linalg.norm(m.u)),
    }


def run_words(m):
    shown = f"the first two of {m.d} coordinates" if m.d > 2 else "both coordinates" if m.d == 2 else "one coordinate"
    return {"sentence": "", "texts": {"path.note": shown}}


def words(m, f):
    """What is seen: the regret, its bound, what another step would do, and what does not apply or not fit."""
    return {"sentence": joined([_regret_said(m, f), *_steps_said(f), *_misfits(m, f)])}


def _regret_said(m, f):
    where = f"At T = {f['T']} on {stream_words(m.stream)} ({m.loss} loss) the regret"
    regret, bound = or_zero(f["regret"], f["unit"]), text_of(f["bound"])
    if is_zero(f["regret"], f["unit"]):
        return f"{where} is {regret}; T3’s bound is {bound}."
    if f["regret"] > 0:
        return f"{where} {regret} is {part_of(f['regret'], f['bound'], 'T3’s bound')}."
    return f"{where} is {regret}: the learner, which may move, beat every fixed u in the ball. T3’s bound is {bound}."


def _steps_said(f):
    n = text_of
    if f["T4_holds"]:
        yield f"η is the tuned step √2·U/G = {n(f['eta_star'])}."
    else:
        yield (f"η = {n(f['eta'])} is {times(f['eta'] / f['eta_star'])} the tuned step √2·U/G = {n(f['eta_star'])}, "
               f"whose bound is {n(f['bound_tuned'])}.")
    less = f["regret_least"] - f["regret"] > 1e-9 * f["unit"]
    least = (f"{apart(f['regret_least'], f['regret'])[0]}; this η has less" if less else
             or_zero(f["regret_least"], f["unit"]))
    yield f"Of the slider’s {len(ETAS)} steps η = {n(f['eta_least'])} has the least regret, {least}."


def _misfits(m, f):
    if f["projections"]:
        yield (f"{capital(out_of(f['projections'], f['T'], 'step'))} left the ball and "
               f"{agree(f['projections'], 'was', 'were')} projected back.")
    if m.loss == "square" and not f["T6_labels_hold"]:
        largest, most = apart(f["label_largest"], f["U"] * f["X"])
        yield f"T6 does not apply: the largest |y| is {largest}, more than UX = {most}."
    if f["d"] == 1:
        yield "The line of the best learner is left out: it needs d ≥ 2."
    top, bottom = REGRET.y.limits[::-1]
    yield leaving([word for word, value in (("regret", f["regret"]), ("bound", f["bound"]))
                   if not bottom <= value / f["unit"] <= top])


def frame(**params):
    m = measure_run(**params)
    early = Frame(
        params=params, series=explorer.clipped(run_curves(m)), facts=run_facts(m), **run_words(m),
        status={"bound": "holds" if m.T3 else "fails", "bound_eta": "holds" if m.T3 else "fails",
                "tuned": "holds" if m.T4 else "reference",
                "worst": "reference" if m.d >= 2 else "absent"})
    yield early
    measure(m)
    f = early.facts | facts(m)
    yield replace(early, series=early.series | explorer.clipped(curves(m)), facts=f, **words(m, f))


REGRET = Panel(
    "regret", "Regret up to round t",
    x=Axis("t", (0, 1), unit="T", rounds=True),
    y=Axis("regret", (-4, 16), unit="unit"),
    ratio=("regret", "bound"), levels=(0,),
)
PATH = Panel(
    "path", "The path of w in the ball",
    x=Axis("w₁", (-1.2, 1.2), unit="U"), y=Axis("w₂", (-1.2, 1.2), unit="U"), equal=True,
    ball=True,
)
STEPS = Panel(
    "steps", "Regret at T for every step η",
    x=Axis("η", (0.008, 12.5), scale="log"),
    y=Axis("regret", (1e-2, 1e3), unit="unit", scale="log"),
    ratio=("regret_eta", "bound_eta"),
)

explorer = Explorer(
    name="ogd",
    title="Online gradient descent: regret and its bound",
    controls=(
        Control("eta", "step η", "slider", ETAS, 1.0, symbol="η", baked=True, play=True),
        Control("U", "radius U", "slider", RADII, 1.0, symbol="U", baked=True),
        *controls(tuple(SOURCES)),
    ),
    panels=(REGRET, PATH, STEPS),
    series=(
        Series("worst", "regret", "what even the best learner can be made to pay, d ≥ 2, horizon known: UG√t",
               Style("soft", "dots"),
               between="root"),
        Series("tuned", "regret", "bound at η*: UG√(8t), {bound_tuned} at T",
               Style("other", "dash-dot"), pinned=True, between="root"),
        Series("bound", "regret", "T3’s bound at this η: {bound}", BOUND, pinned=True, between="root"),
        Series("regret", "regret", "regret Rₜ: {regret} at T", MEASURED, pinned=True),
        Series("path", "path", "w₁, w₂, …", Style("measured", width=0.8)),
        Series("projections", "path", "projected: {projections}", Style("bound", width=3.2), kind="points"),
        Series("last", "path", "the last w", Style("ink"), kind="points"),
        Series("comparator", "path", "best fixed u", Style("comparator", width=8), kind="points"),
        Series("now", "steps", "", NOW),
        Series("bound_eta", "steps", "T3’s bound", BOUND, pinned=True),
        Series("regret_eta", "steps", "measured regret", MEASURED, pinned=True),
        Series("least_bound", "steps", "least bound, η* = {eta_star}", Style("bound", width=6.5), kind="points"),
        Series("least_regret", "steps", "least regret on the slider, η = {eta_least}",
               Style("measured", ends="square"), kind="points"),
        Series("now_points", "steps", "this η", Style("ink"), kind="points", pinned=True),
    ),
    compute=frame,
    presets=(
        Preset("η too small", {"stream": "orthogonal", "eta": ETAS[0], "U": RADII[5]},
               lambda f: f["eta"] < 0.1 * f["eta_star"] and f["regret"] > 2 * f["regret_least"]),
        Preset("η tuned", {"stream": "orthogonal", "eta": ETAS[23], "U": RADII[5]},
               lambda f: f["bound"] < 1.00001 * f["bound_tuned"]),
        Preset("η too large", {"stream": "orthogonal", "eta": ETAS[30], "U": RADII[5]},
               lambda f: f["eta"] > 3 * f["eta_star"] and f["regret"] > 2 * f["regret_least"]),
        Preset("the bound is nearly reached", {"stream": "zigzag", "eta": ETAS[22]},
               lambda f: 0.95 * f["bound"] < f["regret"] <= f["bound"]),
        Preset("U too small for the labels", {"stream": "regression", "U": RADII[0]},
               lambda f: not f["T6_labels_hold"] and f["projections"] > 0.9 * f["T"]),
    ),
)
