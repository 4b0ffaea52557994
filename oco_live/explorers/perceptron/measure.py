"""The run, the examples as they arrive, and what bounds the mistakes on them."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, learners, losses, mistakes, play, streams

from ...grids import decades
from ..written import OWN

T = streams.MAIL_SIZE  # of all streams but the reader's own
SPAM = 1813  # in file order the last spam
AXES = 100  # of the orthonormal examples: their margin is 0.1
ROUNDS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, SPAM, SPAM + 1, 3000, T)
OWN_ROUNDS = (*range(1, 11), 15, 20, 50, 100, 200)  # after the last one that is written nothing moves
MARGINS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
RADII = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
ETAS = decades(0.1, 10)
NORMS = 2.0 ** (np.arange(-2, 12) / 2)  # of the curve over ‖u‖


@lru_cache(maxsize=8)
def _examples(stream, margin, noise, seed, rounds=""):
    """(X, y) as drawn, and (mail) in file order: the bounds do not depend on the order."""
    if stream.startswith("mail"):
        made = streams.mail(order="file")
    elif stream == OWN:
        made = streams.written(rounds)
        if made.X.shape[1] == 1:  # the plane shows a line
            made = streams.Stream(OWN, np.pad(made.X, ((0, 0), (0, 1))), made.y)
    elif stream == "orthonormal":
        made = streams.orthonormal(T, AXES)
    else:
        made = streams.classification(T, 2, margin, noise if stream == "noisy" else 0.0, seed)
    return made.X, made.y


def wrong_labels(margin, noise, seed):
    """How many labels of the noisy stream are wrong: chance decides, and for a small noise there may be none."""
    return int((_examples("noisy", margin, noise, seed)[1] != _examples("noisy", margin, 0.0, seed)[1]).sum())


def most_wrong_next(X, y):
    """The order in which each example is, of those that are left, the one with the least y·w_t·x.

    When none is left that w_t gets wrong the others follow as they are, for w_t no longer moves."""
    A, order = y[:, None] * X, []
    left, w = np.ones(len(y), bool), np.zeros(X.shape[1])
    while left.any():
        margins = np.where(left, A @ w, np.inf)
        i = int(np.argmin(margins))
        if margins[i] > 0:
            break
        order.append(i)
        left[i], w = False, w + A[i]
    return np.concatenate([np.array(order, int), np.flatnonzero(left)])


@lru_cache(maxsize=8)
def _ordered(stream, margin, noise, seed, rounds, order):
    """(X, y) as they arrive."""
    if stream == "mail_shuffled":
        made = streams.mail(seed=seed)
        return made.X, made.y
    X, y = _examples(stream, margin, noise, seed, rounds)
    if order == "drawn":
        return X, y
    rows = np.argsort(-y, kind="stable") if order == "positive" else most_wrong_next(X, y)
    return X[rows], y[rows]


@lru_cache(maxsize=12)
def _run(stream, margin, noise, seed, rounds, order, eta):
    return play(learners.perceptron(eta), losses.hinge, *_ordered(stream, margin, noise, seed, rounds, order))


@lru_cache(maxsize=8)
def _certified(stream, margin, noise, seed, rounds):
    """The largest margin, the best u of all, and the best at each norm of the curve; none depends on order or η."""
    X, y = _examples(stream, margin, noise, seed, rounds)
    return mistakes.margin(X, y), mistakes.best(X, y), mistakes.best(X, y, NORMS)


@lru_cache(maxsize=8)
def _right_labels(_, margin, noise, seed, rounds):
    """The largest margin on the noisy stream before its labels are flipped."""
    return mistakes.margin(*_examples("noisy", margin, 0.0, seed))


@lru_cache(maxsize=32)
def _of_norm(stream, margin, noise, seed, rounds, U):
    return mistakes.best(*_examples(stream, margin, noise, seed, rounds), U)


def _same_set(stream, margin, noise, seed, rounds):
    """The key of what depends on the set of examples alone."""
    return ("mail", margin, noise, 0, "") if stream.startswith("mail") else (stream, margin, noise, seed, rounds)


def measure_run(t, U, eta, stream, margin, noise, order, seed, rounds):
    """The run, and the one with η = 1: all that no bound is needed for."""
    arrival = stream, margin, noise, seed, rounds, order
    run = _run(*arrival, eta)
    return SimpleNamespace(
        t=min(t, run.T), T=run.T, U=U, eta=eta, stream=stream, margin=margin, order=order,
        key=_same_set(stream, margin, noise, seed, rounds), run=run,
        run_1=_run(*arrival, 1.0), X=float(np.linalg.norm(run.X, axis=1).max()), M=np.cumsum(run.updates),
        wrong_labels=wrong_labels(margin, noise, seed) if stream == "noisy" else 0)


def measure(m):
    """The largest margin, the best u of all and of norm U, and what each bound allows after every round."""
    m.widest, m.best, m.curve = _certified(*m.key)
    m.of_norm = _of_norm(*m.key, m.U)
    hinge = lambda u: np.cumsum(losses.hinge.value(m.run.X @ u, m.run.y))
    L_best = hinge(m.best.u)
    m.bound_U = bounds.perceptron(hinge(m.of_norm.u), m.U, m.X)
    m.bound_best = bounds.perceptron(L_best, m.best.norm, m.X)
    m.implicit = bounds.perceptron_implicit(m.M, L_best, m.best.norm, m.X)
    m.separable = m.widest.value > 0
    # where some labels are wrong: what the margin of the right ones would have promised, drawn as not applying
    right = m.widest if m.separable else _right_labels(*m.key) if m.stream == "noisy" else None
    m.gamma, m.apart = (right.value, right.u) if right else (0.0, None)
    m.level = bounds.perceptron_margin(m.X, m.gamma) if m.gamma else 0.0
