"""The three descents on the training sets, the reader's own among them, and what bounds them."""

from functools import cache, lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, losses, streams, training
from oco_core.engine import check

from ..written import OWN

M, U, START, RUNS = 20, 1.0, (-0.75, 0.6), 50  # M: how many examples, and at most so many of the reader's own
EXAMPLES, STARTS = ("1,0:0.5;0,2:-1;1,1:0.3", "0.3,0:0.1;0,1:-0.2"), ("-0.75,0.6", "0.5,0.5")
FACTORS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
BATCHES = (1, 2, 5, 10, 20)
SCHEDULES = {"sqrt": "η/√t", "constant": "η/√T", "inverse": "η/t", "halving": "η/√T, halved every ⌈T/9⌉ steps"}
LENGTHS = (25, 50, 100, 200, 400)
WORDS = {"valley": "a narrow valley (square loss)", "absolute": "the absolute loss",
         "hinge": "the hinge loss with wrong labels", OWN: "your own examples (square loss)"}
FAR = 1e6  # a run without projection is held in a ball of this radius, so that its numbers stay floats
ROUNDING = 1e-15  # f − min f below it, or below what is not certified of min f, is what rounding leaves
LEVELS = (0.01, 0.05, 0.2, 0.5, 1.0)  # of the contours, as shares of f(w_1) − min f
STEPS, POINTS, TIMES = 16, 36, 28  # of a path: steps drawn one by one, points in all; points of a curve
METHODS = ("gd", "sgd", "mini")


def examples(text):
    """`streams.written` as a training set in the plane: X (m, 2), y (m,), m ≤ M; one coordinate is the first."""
    made = streams.written(text)
    if len(made.y) > M:
        check.fail("rounds", f"a text of {len(made.y)} examples", f"at most {M}")
    if made.X.shape[1] > 2:
        check.fail("rounds", text, "at most 2 coordinates, as the plane has")
    return np.pad(made.X, ((0, 0), (0, 2 - made.X.shape[1]))), made.y


def point(text):
    """The start "-0.75,0.6", (2,), a point of the ball."""
    parts = text.split(",")
    try:
        w = np.array([float(part) for part in parts])
    except ValueError:
        w = np.full(2, np.nan)
    if not (w.shape == (2,) and np.linalg.norm(w) <= U):
        check.fail("start", text, f'two numbers such as "{STARTS[0]}", a point at a distance of at most {U:g} from 0')
    return w


@cache
def training_set(stream, rounds=""):
    """(loss, X, y): 20 examples, the least f inside the ball; or those of the reader's rounds, with the square
    loss."""
    if stream == OWN:
        return losses.square, *examples(rounds)
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


@lru_cache(maxsize=16)
def known(stream, rounds="", start=START):
    """What depends on training set and start alone: u*, min f (certified from below), G, f(w_1) − min f, and the
    contours."""
    loss, X, y = data = training_set(stream, rounds)
    best = hindsight.best(loss, X, y, U)
    least, G = best.lower / len(y), training.gradient_bound(loss, X, y, U)
    top = max(0.0, float(training.risk(loss, X, y, start)) - least)
    return best.u, least, G, top, _contours(data, best.u, least, top)


@lru_cache(maxsize=16)
def _uncertified(stream, rounds):
    """How far min f may lie above the number that is taken for it."""
    loss, X, y = training_set(stream, rounds)
    best = hindsight.best(loss, X, y, U)
    return 2 * (best.value - best.lower) / len(y)


def _contours(data, u, least, top):
    """For each level the points of the level set, two for each short segment of it. A ray from u*, where f is least in
    the ball, stays out once it is out: f is convex."""
    angle = np.linspace(0, 2 * np.pi, 61)
    ray = np.column_stack([np.cos(angle), np.sin(angle)])
    contours = []
    for share in LEVELS:
        low, high = np.zeros(61), np.full(61, 6.0)
        for _ in range(40):
            middle = (low + high) / 2
            inside = training.risk(*data, u + middle[:, None] * ray) - least < share * top
            low, high = np.where(inside, middle, low), np.where(inside, high, middle)
        points = u + low[:, None] * ray
        pairs = np.stack([points[:-1], points[1:]], axis=1)
        contours.append(pairs[(abs(pairs) < 1.2).all(axis=(1, 2))].reshape(-1, 2))
    return contours


@lru_cache(maxsize=8)
def _orders(m, T, seed):
    return training.draws(m, m, T, RUNS, seed)


def block_of(T):
    """⌈T/9⌉: after so many steps they are halved, up to eight times."""
    return -(-T // 9)


def steps_of(eta, schedule, T, G):
    """The steps: ``eta`` is in units of D/G, the schedules that know T have that divided by √T."""
    first = eta * 2 * U / G
    if schedule == "halving":
        return training.steps(T, first / T**0.5, "halving", every=block_of(T))
    return training.steps(T, first / T**0.5 if schedule == "constant" else first, schedule)


def _times(T):
    return np.unique(np.geomspace(1, T, TIMES).round().astype(int))


@lru_cache(maxsize=64)
def _descent(stream, rounds, start, b, eta, schedule, projection, T, seed):
    """w of the first run; for each of the runs f − min f of the average and of the last iterate at `_times`, and its
    farthest w: FAR itself, whatever the rounding, where the run is held."""
    loss, X, y = training_set(stream, rounds)
    _, least, G, _, _ = known(stream, rounds, start)
    steps, radius = steps_of(eta, schedule, T, G), U if projection == "ball" else FAR
    rows = _orders(len(y), T, seed)[:, :, :b] if b < len(y) else _orders(len(y), T, seed)[:1]
    run = training.sgd(loss, X, y, rows, steps, radius, start)  # one run is enough where b = m: gradient descent
    at = _times(T)
    unknown = max(ROUNDING, _uncertified(stream, rounds))

    def excess(w):
        gap = training.risk(loss, X, y, w) - least
        return np.where(abs(gap) <= unknown, 0.0, gap)

    reach = np.linalg.norm(run.w, axis=2).max(axis=1)
    return run.w[0], excess(run.averages(at)), excess(run.w[:, at]), np.where(reach >= FAR * (1 - 1e-9), FAR, reach)


def thinned(path):
    """At most POINTS of w_1 .. w_{T+1}: after the first STEPS steps in strides that grow."""
    if len(path) <= POINTS:
        return path
    later = np.geomspace(STEPS, len(path) - 1, POINTS - STEPS).round()
    return path[np.unique(np.append(np.arange(STEPS), later)).astype(int)]


def measure(stream, rounds, start, eta, b, schedule, projection, T, seed):
    """The three descents, and what bounds them."""
    start = tuple(point(start)) if stream == OWN else START
    key = stream, rounds if stream == OWN else "", start
    loss, X, y = training_set(*key[:2])
    u, least, G, top, contours = known(*key)
    at, steps, b = _times(T), steps_of(eta, schedule, T, G), min(b, len(y))
    size = {"gd": len(y), "sgd": 1, "mini": b}
    found = {name: _descent(*key, size[name], eta, schedule, projection, T, seed) for name in METHODS}
    drawn, way = _orders(len(y), T, seed)[0, 0, :b], u - start
    first, whole = training.gradient(loss, X[drawn], y[drawn], start), training.gradient(loss, X, y, start)
    return SimpleNamespace(
        stream=stream, m=len(y), eta=eta, b=b, schedule=schedule, T=T, start=start, u=u, G=G, top=top,
        contours=contours, at=at, steps=steps, size=size, first=first,
        aim=float(np.degrees(np.arctan2(abs(whole[0] * way[1] - whole[1] * way[0]), -whole @ way))),
        path={name: path for name, (path, *_) in found.items()}, averages=found["mini"][1], lasts=found["mini"][2],
        mean={name: averages.mean(axis=0) for name, (_, averages, _, _) in found.items()},
        mean_last={name: lasts.mean(axis=0) for name, (_, _, lasts, _) in found.items()},
        reach={name: reach for name, (*_, reach) in found.items()},
        inside=projection == "ball", tuned=projection == "ball" and schedule == "sqrt" and eta == 1,
        general=bounds.stochastic_steps(at, 2 * U, G, steps[at - 1], np.cumsum(steps)[at - 1]),
        bound=bounds.stochastic(at, 2 * U, G),
        sd_least=float(np.sqrt(training.variance(loss, X, y, u, b))))
