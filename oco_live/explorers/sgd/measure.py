"""The three descents on the training sets, and what bounds them."""

from functools import cache, lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, losses, training

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
def known(stream):
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
def _descent(stream, b, eta, schedule, projection, T, seed):
    """w of the first run; for each of the runs f − min f of the average and of the last iterate at `_times`, and its
    farthest w: FAR itself, whatever the rounding, where the run is held."""
    loss, X, y = training_set(stream)
    _, least, G, _, _ = known(stream)
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


def thinned(path):
    """At most POINTS of w_1 .. w_{T+1}: after the first STEPS steps in strides that grow."""
    if len(path) <= POINTS:
        return path
    later = np.geomspace(STEPS, len(path) - 1, POINTS - STEPS).round()
    return path[np.unique(np.append(np.arange(STEPS), later)).astype(int)]


def measure(stream, eta, b, schedule, projection, T, seed):
    """The three descents, and what bounds them."""
    loss, X, y = training_set(stream)
    u, least, G, top, contours = known(stream)
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
