"""A reader's update that sees the examples: how often it errs, and whether it is the Perceptron."""

from dataclasses import dataclass

import numpy as np

from ..engine import check
from .answers import numbers

__all__ = ["Mistakes", "counted", "perceptron_step"]

CLOSE = 1e-9  # relative to the length of the w
STREAMS = ((1, 20, 0.0), (2, 40, 0.0), (3, 40, 0.3), (2, 80, 0.2))  # d, T, share of the labels that are drawn


@dataclass(frozen=True, eq=False)
class Mistakes:
    """w: w_1 .. w_{T+1}, (T + 1, d); updates: (T,) bool, the rounds with y_t w_t·x_t ≤ 0."""

    w: np.ndarray
    updates: np.ndarray


def counted(update, X, y):
    """The `Mistakes` of w_{t+1} = update(w_t, x_t, y_t, t, state) from w_1 = 0 on examples X (T, d), labels y (T,) ±1.

    state: a dict that is ``update``'s own and empty before round 1; w_t and x_t are copies. ValueError that names the
    round where it returns no vector of w's shape with finite numbers; what update itself raises is passed on.
    """
    if not callable(update):
        check.fail("update", update, "a function update(w, x, y, t, state)")
    X, y = check.examples(X, y)
    T, d = X.shape
    path, wrong, state = np.zeros((T + 1, d)), np.zeros(T, bool), {}
    for t in range(1, T + 1):
        w, x = path[t - 1].copy(), X[t - 1].copy()
        wrong[t - 1] = y[t - 1] * (w @ x) <= 0
        path[t] = numbers(f"w_{t + 1}", update(w, x, float(y[t - 1]), t, state), (d,), "update", "that of w_1")
    return Mistakes(path, wrong)


def perceptron_step(update, seed=0):
    """The η with which ``update`` is the Perceptron, None if it is not: read off its first step, and tried on random
    streams in one to three dimensions, with and without a margin. That is evidence and no proof."""
    rng = np.random.default_rng(seed)
    eta = None
    for d, T, noise in STREAMS:
        X, u = rng.standard_normal((T, d)), rng.standard_normal(d)
        y = np.where(rng.random(T) < noise, rng.choice([-1.0, 1.0], T), np.where(X @ u > 0, 1.0, -1.0))
        found = counted(update, X, y)
        if eta is None:
            eta = float(found.w[1] @ X[0]) * y[0] / float(X[0] @ X[0])
            if not 1e-100 < eta < 1e100:
                return None
        if not _follows(found, X, y, eta):
            return None
    return eta


def _follows(found, X, y, eta):
    """Whether these w are η Σ y_s x_s over the mistakes so far. A tie that rounding decides is not met by chance."""
    sums = np.cumsum(found.updates[:, None] * y[:, None] * X, axis=0)
    expected = np.vstack([np.zeros(X.shape[1]), eta * sums])
    return bool(abs(found.w - expected).max() <= CLOSE * max(abs(expected).max(), 1e-300))
