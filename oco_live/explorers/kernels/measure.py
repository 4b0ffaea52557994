"""The Perceptron with the right rule and with the printed one, T10, and the largest margin."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, kernels, mistakes, streams, svm

from ..regions import region

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
