"""Online gradient descent: regret against T3's bound, the path of w_t, and regret over all steps η.

Three pictures for one run of ``learners.ogd`` (catalogue A1; T3, T4, T6, T20), or of another learner of
`ogd_learners`. One idea: the regret stays below a bound that η and U set.
"""

from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, losses, play

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..grids import RADII, decades
from ..phrasing import agree, apart, beside, capital, joined, or_zero, out_of, text_of
from ..style import BOUND, MEASURED, NOW, Style
from .ogd_learners import CHOICES, LABELS, over_eta, promised, statuses, steps_said
from .sources import OWN, SOURCES, controls, data, loss_named, rounds_fit
from .unwritten import SERIES, nothing

ETAS = decades(0.01, 10)
POINTS = 48  # of a path, at least: many more would not show, and a page fetches them for every position of the sliders
PROJECTED = 24  # of the points that were projected back


def _compared(loss, d):
    """At how many rounds the comparator is computed: fewer where it costs more, and divisors of POINTS there."""
    if loss == "linear":
        return 80
    return 16 if loss != "square" else POINTS if d <= 5 else 24


def _prefixes(T, n):
    """At most n rounds, denser at the start, T the last."""
    return np.unique(np.ceil(T * (np.arange(1, n + 1) / n) ** 2).astype(int))


@lru_cache(maxsize=64)
def _comparators(stream, T, seed, noise, rounds, loss, U):
    """u*_t does not depend on η (unless the stream answers the learner): found once for every U."""
    examples = data(stream, T, seed, noise, rounds)
    return hindsight.comparators(loss_named(loss), examples.X, examples.y, U,
                                 _prefixes(T, _compared(loss, examples.X.shape[1])))


@lru_cache(maxsize=4)
def _against_adversary(learner, T, U):
    """A run for every position of the η slider, each against its own copy of the orthogonal adversary."""
    return play(CHOICES[learner].make(np.array(ETAS), U), losses.linear, data("orthogonal", T, 0, 0.0), T=T)


def _run(stream, T, seed, noise, rounds, loss, learner, U, eta):
    """The run in view. Against the adversary rounds are dear: there a run that is played anyway is not played twice."""
    made = CHOICES[learner].make(eta, U)
    if stream != "orthogonal" or eta not in ETAS or learner == "scale_free":
        return play(made, loss_named(loss), data(stream, T, seed, noise, rounds), T=T)
    runs, i = _against_adversary(learner, T, U), ETAS.index(eta)
    own = {name: getattr(runs, name)[i] for name in ("w", "losses", "slopes", "updates", "projected", "X", "y")}
    return replace(runs, learner=made, G=float(runs.G[i]), **own)


@lru_cache(maxsize=64)
def _regret_over_eta(stream, T, seed, noise, rounds, loss, learner, U):
    """R_T for every position of the η slider, all runs at once on the one stream."""
    if stream == "orthogonal":
        return hindsight.regret(_against_adversary(learner, T, U), U).upper[:, 0]
    runs = play(CHOICES[learner].make(np.array(ETAS), U), loss_named(loss), data(stream, T, seed, noise, rounds), T=T,
                record="losses")
    return runs.losses.sum(axis=1) - _comparators(stream, T, seed, noise, rounds, loss, U).value[-1]


def _plane(points, U, axes=None):
    """Points in units of U: both coordinates, 0 as the second where d = 1, or those along two ``axes``, (2, d)."""
    if axes is not None:
        points = points @ axes.T
    flat = np.zeros((len(points), 2))
    flat[:, :points.shape[1]] = points / U
    return flat[:, 0], flat[:, 1]


def _axes(u, w):
    """Two unit vectors of the plane in which 0, u and w lie, the first along u; any others where these are 0."""
    found = []
    for v in (u, w, *np.eye(len(u))[:3]):
        across = v - sum((v @ axis) * axis for axis in found)
        if np.linalg.norm(across) > 1e-9 * max(np.linalg.norm(v), 1e-9) and len(found) < 2:
            found.append(across / np.linalg.norm(across))
    return np.array(found)


def measure_run(stream, rounds, loss, learner, eta, U, T, seed, noise):
    """The run, and what bounds it: all that the comparator is not needed for."""
    if stream == OWN:
        T = len(data(stream, T, seed, noise, rounds).y)
    key, choice = (stream, T, seed, noise, rounds), CHOICES[learner]
    run = _run(*key, loss, learner, U, eta)
    d = run.X.shape[1]
    G = losses.gradient_bound(loss_named(loss), run.X, run.y, U)
    star = None if choice.star is None else float(choice.star(T, U, G))
    holds = choice.holds_for(run, G)
    m = SimpleNamespace(
        key=key, stream=stream, loss=loss, learner=learner, choice=choice, eta=eta, U=U, T=T, run=run, d=d, G=G,
        at=np.append(0, _prefixes(T, max(POINTS, _compared(loss, d)))), unit=bounds.worst_case(T, U, G),
        eta_star=star, etas=np.array(ETAS), X=float(np.linalg.norm(run.X, axis=1).max()),
        T3=holds, T4=holds and star is not None and bool(np.isclose(eta, star, rtol=1e-9, atol=0)))
    m.promise, m.least_promise = promised(m, m.at)
    m.bound = float(m.promise[-1])
    m.tuned = None if star is None else float(m.least_promise[-1])
    return m


def measure(m):
    """The regret at some rounds, with u*_T, and the regret of every step on the slider."""
    if m.stream == "orthogonal":
        m.curve = hindsight.regret(m.run, m.U, _prefixes(m.T, _compared(m.loss, m.d)))
    else:
        best = _comparators(*m.key, m.loss, m.U)
        m.curve = hindsight.regret(m.run, m.U, best.at, best)
    m.regret, m.u = float(m.curve.upper[-1]), m.curve.best.u[-1]
    m.over_eta = (np.full(len(ETAS), m.regret) if m.eta_star is None else
                  _regret_over_eta(*m.key, m.loss, m.learner, m.U))
    m.least = int(np.argmin(m.over_eta))


def run_curves(m):
    grid = m.at / m.T
    found = {
        "bound": (grid, m.promise / m.unit),
        "tuned": ([], []) if m.tuned is None else (grid, m.least_promise / m.unit),
        "worst": (grid, np.sqrt(grid)) if m.d >= 2 else ([], []),
        "bound_eta": (m.etas, over_eta(m) / m.unit),
        "least_bound": ([], []) if m.tuned is None else ([m.eta_star], [m.tuned / m.unit]),
        "now": ([m.eta, m.eta], REGRETS) if m.choice.star else ([], []),
    } | nothing("ogd")[0]
    return found if m.d > 2 else found | _paths(m)


def _paths(m, axes=None):
    """w after each round of ``m.at``, where it was projected, and where it ended."""
    cut = m.run.w[1:][m.run.projected]
    few = np.unique((np.linspace(0, 1, min(len(cut), PROJECTED)) ** 2 * (len(cut) - 1)).round().astype(int))
    return {"path": _plane(m.run.w[m.at], m.U, axes), "projections": _plane(cut[few], m.U, axes),
            "start": ([0.0], [0.0]), "last": _plane(m.run.w[-1:], m.U, axes)}


def curves(m):
    axes = _axes(m.u, m.run.w[-1]) if m.d > 2 else None
    return {
        "regret": (np.concatenate([[0], m.curve.at]) / m.T, np.concatenate([[0], m.curve.upper]) / m.unit),
        "comparator": _plane(m.u[None], m.U, axes),
        "regret_eta": (m.etas, m.over_eta / m.unit),
        "least_regret": ([m.etas[m.least]], [m.over_eta[m.least] / m.unit]),
        "regret_now": ([m.eta], [m.regret / m.unit]), "bound_now": ([m.eta], [m.bound / m.unit]),
    } | (_paths(m, axes) if m.d > 2 else {})


def run_facts(m):
    found = {
        "T": m.T, "d": m.d, "eta": m.eta, "U": m.U, "G": m.G, "X": m.X, "unit": m.unit,
        "bound": m.bound, "worst_case": m.unit,
        "loss_learner": float(m.run.losses.sum()), "G_seen": m.run.G,
        "projections": int(m.run.projected.sum()),
        "T3_holds": m.T3, "T4_holds": m.T4,
    }
    # Without η, what is tuned is T4's: shown nowhere, but a link may ask for it.
    found |= ({"bound_tuned": m.tuned, "eta_star": m.eta_star} if m.tuned is not None else
              {"bound_tuned": bounds.ogd_tuned(m.T, m.U, m.G), "eta_star": CHOICES["greedy"].star(m.T, m.U, m.G)})
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
    shown = {1: "one coordinate", 2: ""}.get(m.d, f"{m.d} coordinates: the plane of u and the last w, w₁ along u")
    title = STEPS.title if m.choice.star else "Regret: there is no η"
    return {"sentence": "", "texts": {"path.note": shown, "steps.title": title}}


def words(m, f):
    """What is seen at a glance; then the bound, what another step would do, and what does not apply."""
    return {"headline": f"{beside(f['regret'], f['bound'])}.", "sentence": joined([*_said(m, f), *_misfits(m, f)])}


def _said(m, f):
    yield from steps_said(m.choice, f)
    if m.eta_star is None:
        return
    less = f["regret_least"] - f["regret"] > 1e-9 * f["unit"]
    least = apart(f["regret_least"], f["regret"])[0] if less else or_zero(f["regret_least"], f["unit"])
    yield f"Of the slider’s {len(ETAS)} steps η = {text_of(f['eta_least'])} has the least regret, {least}."
    yield "This η has less." if less else ""


def _misfits(m, f):
    if f["projections"]:
        yield (f"{capital(out_of(f['projections'], f['T'], 'step'))} left the ball and "
               f"{agree(f['projections'], 'was', 'were')} projected back.")
    if m.learner == "greedy" and m.loss == "square" and not f["T6_labels_hold"]:
        largest, most = apart(f["label_largest"], f["U"] * f["X"])
        yield f"T6 does not apply: the largest |y| is {largest}, more than UX = {most}."
    if f["d"] == 1:
        yield "The line UG√t of the best learner needs d ≥ 2."


def frame(**params):
    m = measure_run(**params)
    early = Frame(
        params=params, series=explorer.clipped(run_curves(m)), facts=run_facts(m), **run_words(m),
        status=statuses(m) | {"worst": "reference" if m.d >= 2 else "absent"} | nothing("ogd")[1])
    yield early
    measure(m)
    f = early.facts | facts(m)
    yield replace(early, series=early.series | explorer.clipped(curves(m)), facts=f, **words(m, f))


REGRETS = (-1e3, 1e3)  # in units of UG√T
REGRET = Panel(
    "regret", "Regret up to round t", tab="Regret",
    x=Axis("t", (0, 1), unit="T", rounds=True),
    y=Axis("regret", REGRETS, unit="unit"),
    ratio=("regret", "bound"), levels=(0,),
)
PATH = Panel(
    "path", "Path of w in the ball", tab="Path",
    x=Axis("w₁", (-1.2, 1.2), unit="U"), y=Axis("w₂", (-1.2, 1.2), unit="U"), equal=True,
    ball=True,
)
STEPS = Panel(
    "steps", "Regret for every step η", tab="Steps",
    x=Axis("η", (ETAS[0], ETAS[-1]), scale="log"),
    y=Axis("regret", REGRETS, unit="unit", scale="symlog", near=1e-2), levels=(0,),
    ratio=("regret_eta", "bound_eta"),
)

explorer = Explorer(
    name="ogd",
    title="Online gradient descent",
    controls=(
        Control("eta", "step η", "slider", ETAS, 1.0, symbol="η", baked=True, first=True, tuned="eta_star", play=True,
                idle={"learner": ("scale_free",)}),
        Control("U", "radius U", "slider", RADII, 1.0, symbol="U", baked=True, first=True),
        *controls(tuple(SOURCES)),
        Control("learner", "steps", "choice", tuple(CHOICES), "greedy", labels=LABELS, quiet=True),
    ),
    panels=(REGRET, PATH, STEPS),
    series=(
        Series("worst", "regret", "what even the best learner can be made to pay, d ≥ 2, horizon known: UG√t",
               Style("soft", "dots"), end="minimax", first=False, frames=False, between="root"),
        Series("tuned", "regret", "bound at η*: {bound_tuned} at T",
               Style("other", "dash-dot"), end="at η*", value="bound_tuned", first=False, pinned=True, between="root"),
        Series("bound", "regret", "the bound at this η: {bound}", BOUND, end="bound", value="bound", frames=False,
               pinned=True, between="root"),
        Series("regret", "regret", "regret Rₜ: {regret} at T", MEASURED, end="regret", value="regret", pinned=True),
        *SERIES["ogd"],
        Series("path", "path", "w₁, w₂, …", Style("measured", width=0.8), rounds="bound"),
        Series("projections", "path", "projected: {projections}", Style("bound", width=3.2), kind="points"),
        Series("start", "path", "the start, w₁ = 0", Style("measured", width=6, ends="square"), kind="points",
               end="w₁"),
        Series("last", "path", "the last w", Style("ink"), kind="points", end="last w"),
        Series("comparator", "path", "best fixed u", Style("comparator", width=8), kind="points", end="u"),
        Series("now", "steps", "", NOW, frames=False),
        Series("bound_eta", "steps", "the bound", BOUND, end="bound", pinned=True),
        Series("regret_eta", "steps", "measured regret", MEASURED, end="regret", pinned=True),
        Series("least_bound", "steps", "least bound, at η* = {eta_star}", Style("bound", width=6.5, ends="square"),
               kind="points"),
        Series("least_regret", "steps", "least regret on the slider, η = {eta_least}",
               Style("measured", ends="square"), kind="points", first=False, frames=False),
        Series("bound_now", "steps", "bound at this η: {bound}", Style("bound"), kind="points", value="bound",
               pinned=True),
        Series("regret_now", "steps", "regret at this η: {regret}", Style("measured"), kind="points", value="regret",
               pinned=True),
    ),
    compute=frame,
    fits=rounds_fit,
    presets=(
        Preset("η too small", {"stream": "orthogonal", "eta": ETAS[0]},
               lambda f: f["eta"] < 0.1 * f["eta_star"] and f["regret"] > 2 * f["regret_least"]),
        Preset("η tuned", {"stream": "orthogonal", "eta": "tuned"}, lambda f: f["bound"] < 1.00001 * f["bound_tuned"]),
        Preset("η too large", {"stream": "orthogonal", "eta": ETAS[-1]},
               lambda f: f["eta"] > 3 * f["eta_star"] and f["regret"] > 2 * f["regret_least"]),
        Preset("the bound is nearly reached", {"stream": "zigzag", "eta": "tuned"},
               lambda f: 0.95 * f["bound"] < f["regret"] <= f["bound"]),
        Preset("U too small for the labels", {"stream": "regression", "U": RADII[0]},
               lambda f: not f["T6_labels_hold"] and f["projections"] > 0.9 * f["T"]),
        Preset("a regret below zero", {"stream": "mail_file"}, lambda f: f["regret"] < 0),
    ),
)
