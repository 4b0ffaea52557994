"""Gradient descent, SGD and mini-batch SGD on one training set in the plane, against T22 (A7, A8, A11; E22, E27).

f is the mean loss over m = 20 fixed examples; all three descents start at the same w_1 and have the same steps. What is
said of "on average" is a mean over 50 runs with its standard error; the paths are those of the first run. Each step
draws a shuffled order, and a batch of size b is its first b examples, so that the batches of different b are nested.
"""

from functools import cache, lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, losses, training

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import agree, counted, in_units, joined, listed, or_rounding, or_zero, out_of, repeated, text_of, upper
from ..style import MEASURED, RIVAL, Style

M, U, START, RUNS = 20, 1.0, (-0.75, 0.6), 50
FACTORS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
BATCHES = (1, 2, 5, 10, 20)
SCHEDULES = {"sqrt": "η/√t", "constant": "η/√T", "inverse": "η/t", "halving": "η/√T, halved every ⌈T/9⌉ steps"}
LENGTHS = (25, 50, 100, 200, 400)
WORDS = {"valley": "a narrow valley (square loss)", "absolute": "the absolute loss",
         "hinge": "the hinge loss with wrong labels"}
FAR = 1e6  # a run without projection is held in a ball of this radius, so that its numbers stay floats
ROUNDING = 1e-15  # f − min f below it, or below what is not certified of min f, is what rounding leaves
LEVELS = (0.01, 0.05, 0.2, 0.5, 1.0)  # of the contours, as shares of f(w_1) − min f
STEPS, POINTS, TIMES = 16, 36, 28  # of a path: steps drawn one by one, points in all; points of a curve
LOWEST, HIGHEST = 1e-5, 10.0
METHODS = ("gd", "sgd", "mini")


@cache
def training_set(stream):
    """(loss, X, y): 20 examples; the least f lies inside the ball."""
    rng = np.random.default_rng(3)
    if stream == "valley":  # half of the examples on each axis: curvatures 0.1 and 1
        even = np.arange(M) % 2 == 0
        X = np.where(even[:, None], [[0.1**0.5, 0.0]], [[0.0, 1.0]])
        return losses.square, X, np.where(even, 0.3 * 0.1**0.5, -0.2) + 0.3 * rng.uniform(-1, 1, M)
    if stream == "absolute":
        rng.uniform(-1, 1, M)
    v = rng.standard_normal((M, 2))
    X = v / np.linalg.norm(v, axis=1)[:, None] * rng.random((M, 1)) ** 0.5
    if stream == "absolute":
        return losses.absolute, X, X @ [0.4, -0.3] + 0.6 * rng.uniform(-1, 1, M)
    y = np.where(X @ [0.6, -0.8] > 0, 1.0, -1.0)
    y[:4] *= -1
    return losses.hinge, 3 * X, y


@cache
def _known(stream):
    """What depends on the training set alone: u*, min f (certified from below), G, f(w_1) − min f, and the contours."""
    loss, X, y = training_set(stream)
    best = hindsight.best(loss, X, y, U)
    least = best.lower / M
    top = float(training.risk(loss, X, y, START)) - least
    return best.u, least, training.gradient_bound(loss, X, y, U), top, _contours(stream, best.u, least, top)


@cache
def _uncertified(stream):
    """How far min f may lie above the number that is taken for it."""
    best = hindsight.best(*training_set(stream), U)
    return 2 * (best.value - best.lower) / M


def _contours(stream, u, least, top):
    """For each level the points of the level set, two for each short segment of it: f grows along every ray from u*."""
    angle = np.linspace(0, 2 * np.pi, 61)
    ray = np.column_stack([np.cos(angle), np.sin(angle)])
    contours = []
    for share in LEVELS:
        low, high = np.zeros(61), np.full(61, 6.0)
        for _ in range(40):
            middle = (low + high) / 2
            inside = training.risk(*training_set(stream), u + middle[:, None] * ray) - least < share * top
            low, high = np.where(inside, middle, low), np.where(inside, high, middle)
        points = u + low[:, None] * ray
        pairs = np.stack([points[:-1], points[1:]], axis=1)
        contours.append(pairs[(abs(pairs) < 1.2).all(axis=(1, 2))].reshape(-1, 2))
    return contours


@lru_cache(maxsize=8)
def _orders(T, seed):
    return training.draws(M, M, T, RUNS, seed)


def _block(T):
    """⌈T/9⌉: after so many steps they are halved, up to eight times."""
    return -(-T // 9)


def steps_of(eta, schedule, T, G):
    """The steps: ``eta`` is in units of D/G, the schedules that know T have that divided by √T."""
    first = eta * 2 * U / G
    if schedule == "halving":
        return training.steps(T, first / T**0.5, "halving", every=_block(T))
    return training.steps(T, first / T**0.5 if schedule == "constant" else first, schedule)


def _times(T):
    return np.unique(np.geomspace(1, T, TIMES).round().astype(int))


@lru_cache(maxsize=64)
def _descent(stream, b, eta, schedule, projection, T, seed):
    """w of the first run; for each of the runs f − min f of the average and of the last iterate at `_times`, and its
    farthest w: FAR itself, whatever the rounding, where the run is held."""
    loss, X, y = training_set(stream)
    _, least, G, _, _ = _known(stream)
    steps, radius = steps_of(eta, schedule, T, G), U if projection == "ball" else FAR
    rows = _orders(T, seed)[:, :, :b] if b < M else _orders(T, seed)[:1]
    run = training.sgd(loss, X, y, rows, steps, radius, START)  # one run is enough where b = m: gradient descent
    at = _times(T)
    unknown = max(ROUNDING, _uncertified(stream))

    def excess(w):
        gap = training.risk(loss, X, y, w) - least
        return np.where(abs(gap) <= unknown, 0.0, gap)

    reach = np.linalg.norm(run.w, axis=2).max(axis=1)
    return run.w[0], excess(run.averages(at)), excess(run.w[:, at]), np.where(reach >= FAR * (1 - 1e-9), FAR, reach)


def _thinned(path):
    """At most POINTS of w_1 .. w_{T+1}: after the first STEPS steps in strides that grow."""
    if len(path) <= POINTS:
        return path
    later = np.geomspace(STEPS, len(path) - 1, POINTS - STEPS).round()
    return path[np.unique(np.append(np.arange(STEPS), later)).astype(int)]


def measure(stream, eta, b, schedule, projection, T, seed):
    """The three descents, and what bounds them."""
    loss, X, y = training_set(stream)
    u, least, G, top, contours = _known(stream)
    at, steps = _times(T), steps_of(eta, schedule, T, G)
    size = {"gd": M, "sgd": 1, "mini": b}
    found = {name: _descent(stream, size[name], eta, schedule, projection, T, seed) for name in METHODS}
    return SimpleNamespace(
        stream=stream, eta=eta, b=b, schedule=schedule, T=T, u=u, G=G, top=top, contours=contours, at=at,
        steps=steps, size=size,
        path={name: path for name, (path, *_) in found.items()}, averages=found["mini"][1], lasts=found["mini"][2],
        mean={name: averages.mean(axis=0) for name, (_, averages, _, _) in found.items()},
        mean_last={name: lasts.mean(axis=0) for name, (_, _, lasts, _) in found.items()},
        reach={name: reach for name, (*_, reach) in found.items()},
        inside=projection == "ball", tuned=projection == "ball" and schedule == "sqrt" and eta == 1,
        general=bounds.stochastic_steps(at, 2 * U, G, steps[at - 1], np.cumsum(steps)[at - 1]),
        bound=bounds.stochastic(at, 2 * U, G),
        sd_least=float(np.sqrt(training.variance(loss, X, y, u, b))))


def curves(m):
    positive = lambda values: np.maximum(values, 1e-9)
    found = {f"contour_{k}": m.contours[k].T for k in range(len(LEVELS))}
    for name, w in m.path.items():
        found[f"path_{name}"] = _thinned(w).T
        found[f"average_{name}"] = w[:-1].mean(axis=0)[:, None]
        found[f"work_{name}"] = m.at * m.size[name], positive(m.mean[name])
    return found | {
        "start": np.array([START]).T, "least": m.u[:, None],
        "bound_T22": (m.at, m.bound), "bound_general": (m.at, m.general),
        "excess_mean": (m.at, positive(m.mean["mini"])), "excess_average": (m.at, positive(m.averages[0])),
        "excess_last": (m.at, positive(m.lasts[0])),
    }


def facts(m):
    n_runs = len(m.averages)
    error = m.averages[:, -1].std(ddof=1) / n_runs ** 0.5 if n_runs > 1 else 0.0
    reach = max(float(m.reach[name].max()) for name in METHODS)
    away = {f"away_{name}": int((m.reach[name] == FAR).sum()) for name in METHODS}
    return {
        "T": m.T, "m": M, "b": m.b, "eta": m.eta, "step": float(m.steps[0]), "G": m.G, "U": U, "n_runs": n_runs,
        "average": float(m.averages[0, -1]), "last": float(m.lasts[0, -1]), "mean": float(m.mean["mini"][-1]),
        "error": float(error), "mean_last": float(m.mean_last["mini"][-1]), "mean_gd": float(m.mean["gd"][-1]),
        "mean_sgd": float(m.mean["sgd"][-1]), "last_gd": float(m.mean_last["gd"][-1]), "start": m.top,
        "bound": float(m.bound[-1]), "bound_any": float(m.general[-1]), "T22_holds": m.tuned, "any_holds": m.inside,
        "work": m.T * m.b, "work_gd": m.T * M, "reach": reach, "ran_away": reach == FAR, **away, "sd_least": m.sd_least,
    }


def words(m, f):
    """What is seen: f at the average and the last iterate, what T22 promises and to whom, and the price of a step."""
    price = (f"A step of gradient descent looks at {f['m']} examples, a step here at {f['b']}." if f["b"] < f["m"] else
             "With b = m every example is in the batch, and nothing is left to chance.")
    drawn = ("Every step of a path is drawn." if f["T"] < POINTS else
             f"The first {STEPS} steps of a path are drawn one by one, later ones in strides.")
    note = (f"f(w₁) − min f = {text_of(m.top)}. The noise of v at the least f (at a kink: of the subgradient taken) "
            f"has standard deviation {or_zero(f['sd_least'])} for b = {f['b']}. {drawn}")
    return {"sentence": joined([*_found(m, f), _promised(f), price]), "texts": {"plane.note": note}}


def _found(m, f):
    n, b = or_rounding, f["b"]
    method = "gradient descent" if b == f["m"] else "SGD" if b == 1 else f"mini-batch SGD with b = {b}"
    block = _block(f["T"])
    steps = SCHEDULES[m.schedule]
    if m.schedule == "halving":
        steps = f"η/√T, halved every {counted(block, 'step')} ({repeated((f['T'] - 1) // block)}),"
    yield (f"After T = {f['T']} steps {steps} with η = {in_units(f['eta'], 'D/G')} on {WORDS[m.stream]}, {method} has "
           f"f(w̄) − min f = {n(f['average'])} for the average and {n(f['last'])} for the last iterate.")
    if b < f["m"]:
        yield (f"Over {f['n_runs']} runs the average has {n(f['mean'])} in the mean (standard error "
               f"{n(f['error'], 2)}), the last iterate {n(f['mean_last'])}; gradient descent has {n(f['mean_gd'])} and "
               f"{n(f['last_gd'])}.")


def _promised(f):
    if f["T22_holds"]:
        single = ", nor of a single run" if f["b"] < f["m"] else ""
        return (f"This is T22’s step: its bound on E f(w̄) − min f is 3GD/(2√T) = {upper(f['bound'], f['mean'])}. It "
                f"says nothing of the last iterate{single}.")
    if f["any_holds"]:
        return (f"T22’s 3GD/(2√T) = {or_rounding(f['bound'])} is for the steps D/(G√t); for those taken here its proof "
                f"gives {upper(f['bound_any'], f['mean'])}.")
    far = (f": {_away(f)}" if f["ran_away"] else f"; the farthest w of all runs has norm {or_rounding(f['reach'])}")
    return f"Without the projection w may go anywhere, and neither bound applies{far}."


def _away(f):
    """Which runs got so far, and where they are held: "gradient descent, 3 of the 50 runs of SGD and all 50 runs with b
    = 5 got to …, where they are held"."""
    runs = [("away_gd", 1, "gradient descent"), ("away_sgd", RUNS, "of SGD")]
    runs += [("away_mini", RUNS, f"with b = {f['b']}")] if 1 < f["b"] < f["m"] else []
    far = [name if many == 1 else f"{out_of(f[fact], many, 'run')} {name}" for fact, many, name in runs if f[fact]]
    held = agree(sum(f[fact] for fact, _, _ in runs), "it is", "they are")
    return f"{listed(far)} got to a distance of 10⁶ from the origin, where {held} held"


def frame(**params):
    m = measure(**params)
    f = facts(m)
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"bound_T22": "holds" if m.tuned else "reference" if m.inside else "fails",
                         "bound_general": "holds" if m.inside else "fails"})


PLANE = Panel("plane", "Three paths on the contours of f", x=Axis("w₁", (-1.2, 1.2)),
              y=Axis("w₂", (-1.2, 1.2)), equal=True, ball=True)
RATE = {"limits": (LOWEST, HIGHEST), "scale": "log"}
EXCESS = Panel("excess", "f − min f after t steps, batches of b",
               x=Axis("t", (1, LENGTHS[-1]), scale="log", rounds=True),
               y=Axis("f − min f", **RATE), ratio=("excess_mean", "bound_T22"))
WORK = Panel("work", "Averages against gradients",
             x=Axis("gradients of one example", (1, M * LENGTHS[-1]), scale="log"),
             y=Axis("f(w̄) − min f", **RATE))

explorer = Explorer(
    name="sgd",
    title="Gradient descent and its stochastic relatives",
    controls=(
        Control("eta", "step η, in D/G", "slider", FACTORS, 1.0, symbol="η", baked=True, play=True),
        Control("b", "batch size b", "slider", BATCHES, 5, symbol="b", integer=True, baked=True),
        Control("schedule", "steps", "choice", tuple(SCHEDULES), "sqrt", symbol="the choice of steps", baked=True,
                labels=tuple(SCHEDULES.values())),
        Control("stream", "training set", "choice", tuple(WORDS), "valley",
                labels=("narrow valley", "absolute loss", "hinge loss")),
        Control("projection", "projection", "choice", ("ball", "none"), "ball", labels=("on the ball", "none")),
        Control("T", "steps T", "slider", LENGTHS, 400, symbol="T", integer=True),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True),
    ),
    panels=(PLANE, EXCESS, WORK),
    series=(
        *(Series(f"contour_{k}", "plane", "" if k else "level sets of f",
                 Style("soft", width=0.7), kind="segments") for k in range(len(LEVELS))),
        Series("path_sgd", "plane", "SGD, b = 1", Style("other", width=0.9), pinned=True),
        Series("path_mini", "plane", "mini-batch SGD, b = {b}", Style("measured"), pinned=True),
        Series("path_gd", "plane", "gradient descent", Style("comparator", "long", 2.2), pinned=True),
        Series("average_sgd", "plane", "", Style("other", width=4, ends="square"), kind="points"),
        Series("average_mini", "plane", "their averages w̄ (squares, larger for thicker lines)",
               Style("measured", width=6.5, ends="square"), kind="points"),
        Series("average_gd", "plane", "", Style("comparator", width=9, ends="square"), kind="points"),
        Series("start", "plane", "w₁", Style("ink", width=7), kind="points"),
        Series("least", "plane", "the least f in the ball", Style("ink", width=10), kind="points"),
        Series("bound_T22", "excess", "T22, 3GD/(2√t): {bound} at T", Style("bound", "long", 2)),
        Series("bound_general", "excess", "T22’s proof for these steps: {bound_any}",
               Style("bound", "short"), pinned=True),
        Series("excess_last", "excess", "last iterate, the run shown: {last}", RIVAL, pinned=True),
        Series("excess_average", "excess", "average, the run shown: {average}",
               Style("measured", width=1), pinned=True),
        Series("excess_mean", "excess", "average, mean (runs: {n_runs}): {mean}", MEASURED, pinned=True),
        Series("work_sgd", "work", "SGD, b = 1: {mean_sgd} at T", RIVAL, pinned=True),
        Series("work_mini", "work", "mini-batch SGD, b = {b}: {mean}", MEASURED, pinned=True),
        Series("work_gd", "work", "gradient descent: {mean_gd}", Style("comparator", "long", 2.2), pinned=True),
    ),
    compute=frame,
    presets=(
        Preset("the last iterate beats the average", {}, lambda f: f["mean_last"] < 0.2 * f["mean"]),
        Preset("the average beats the last iterate", {"stream": "absolute"},
               lambda f: f["mean"] < 0.4 * f["mean_last"]),
        Preset("one example a step: noise", {"stream": "hinge", "b": 1}, lambda f: f["mean"] > 10 * f["mean_gd"]),
        Preset("η too small", {"eta": FACTORS[0]}, lambda f: f["eta"] < 1 and f["mean"] > 0.05 * f["start"]),
        Preset("without projection it runs away", {"eta": FACTORS[-1], "projection": "none"}, lambda f: f["ran_away"]),
    ),
)
