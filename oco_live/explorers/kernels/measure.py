"""The Perceptron with the right rule and with the printed one, T10, and the largest margin."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, kernels, mistakes, streams, svm
from oco_core.engine import check

from ..regions import region
from ..written import OWN, labelled

T = 120  # of all streams but the reader's own, which has no more
ROUNDS = (1, 2, 4, 8, 15, 25, 40, 60, 90, T)
OWN_ROUNDS = (*range(1, 11), 15, 25, 40, 60, 90, T)  # after the last point that is written nothing comes
EXAMPLES = ("0,0;1,0.5:-1;0.3,0.9:-1;-0.4,-0.2;-0.9,0.6:-1;0.1,-0.3", "0,0;1,1:-1")
REACH = 1.1  # of the plane
DEGREES = (1, 2, 3, 4, 6)
WIDTHS = (0.01, 0.03, 0.1, 0.3, 1.0)
LEADING = 40  # eigenvectors of the kernel matrix that the f of T10 is made of: all of them for polynomials
DATA = {"xor": "XOR", "circles": "a disc in a ring", "moons": "two moons"}
MADE = {"xor": streams.xor, "circles": streams.circles, "moons": streams.moons}
STREAMS = (*(f"{data}_{family}" for family in ("polynomial", "gaussian") for data in DATA), OWN)  # OWN: Gaussian, too
CERTIFIED = 2e-5  # how well the largest margin has to be known, relatively, before it is drawn


def points(text):
    """`streams.written`, of points that the plane shows, with labels ±1; one coordinate is the first."""
    stream = labelled(text)
    if len(stream.y) > T:
        check.fail("rounds", f"a text of {len(stream.y)} points", f"at most {T}")
    if stream.X.shape[1] > 2:
        check.fail("rounds", text, "at most 2 coordinates, as the plane has")
    if abs(stream.X).max() > REACH:
        check.fail("rounds", text, f"coordinates from {-REACH:g} to {REACH:g}, as the plane has")
    return streams.Stream(OWN, np.pad(stream.X, ((0, 0), (0, 2 - stream.X.shape[1]))), stream.y)


@lru_cache(maxsize=8)
def _data(stream, noise, seed):
    """The data of that stream, or the points that ``stream`` has written down."""
    return MADE[stream.partition("_")[0]](T, noise, seed) if stream in STREAMS else points(stream)


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
        made["band"] = np.vstack([
            region(lambda Z: side * (weights @ kernel(X, Z)) - 1, fine=False)[1] for side in (1, -1)])
        made["support"] = data.X[found.support]
    return made


def _certified(found):
    return found.separable and found.upper - found.value <= CERTIFIED * found.upper


def measure(t, degree, gamma, stream, rounds, noise, seed):
    """The Perceptron with the right rule and with the printed one, T10, and the largest margin so far."""
    kernel = _kernel(stream, degree, gamma)
    key = rounds if stream == OWN else stream, kernel, noise, seed
    t = min(t, len(_data(key[0], noise, seed).y))
    data, (run, printed, _), (f, norm) = _data(key[0], noise, seed), _runs(*key), _comparator(*key)
    found, L = _largest_margin(*key, t), np.cumsum(np.maximum(0.0, 1 - data.y * f))
    certified = bool(_certified(found))
    return SimpleNamespace(
        t=t, T=len(data.y), score=float(run.score(data.X[t - 1:t], t - 1)[0]), degree=degree, stream=stream,
        kernel=kernel, data=data, run=run, printed=printed, norm=norm, L=L,
        bound=bounds.kernel_perceptron(L, norm, run.kappa), M=np.cumsum(run.updates), wrong=np.cumsum(printed.errors),
        found=found, certified=certified, margin=found.value if certified else 0.0, regions=_regions(*key, t),
        wrong_now=int((data.y[:t] * run.score(data.X[:t], t) <= 0).sum()))
