"""The rounds of `blocks` where d is small: w itself, coordinate by coordinate, is then cheaper than Gram matrices.

    w_{t+1} = b' ((1 − η_t l2) w_t − η_t s_t x_t),        b' = min(1, U/‖·‖).

The functions are called, and answer, like those of `blocks`.
"""

from math import inf, sqrt

import numpy as np

__all__ = ["FEW", "FEW_OWN", "many", "one", "settings"]

FEW = 8  # coordinates up to which this is faster for many runs: measured
FEW_OWN = 64  # the same where each run has examples of its own, for which no matrix product serves several runs


def one(learner, loss, X, y, start, w, keep):
    """One run in the plane, d = 2, in Python's floats."""
    mistakes_only, slope = learner.mistakes_only, loss.slope
    U = inf if learner.U is None else learner.U
    unit, steps = (learner.eta, np.ones(len(y))) if mistakes_only else (1.0, learner.steps(len(y), start))
    decays = 1.0 - loss.l2 * steps
    p, c, squares, first, second, U2 = [], [], [], [], [], U * U
    u, v = w.tolist()
    for (x, z), y_t, step, decay in zip(X.tolist(), y.tolist(), steps.tolist(), decays.tolist()):
        q_t = u * x + v * z
        p_t = unit * q_t                                    # predict
        c_t = step * slope(p_t, y_t)                        # suffer
        if mistakes_only and y_t * q_t > 0:
            c_t = 0.0
        u = decay * u - c_t * x                             # update
        v = decay * v - c_t * z
        square = u * u + v * v
        squares.append(square)
        if square > U2:
            pull = U / sqrt(square)
            u *= pull
            v *= pull
        p.append(p_t)
        c.append(c_t)
        first.append(u)
        second.append(v)
    p, c, squares, path = np.array(p), np.array(c), np.array(squares), np.array([first, second]).T
    x2, square_norms = np.vecdot(X, X), np.minimum(np.append(w @ w, squares[:-1]), U2)
    slopes = slope(p, y)
    return (p, slopes, x2, c if mistakes_only else slopes, squares, square_norms, unit * path), path[-1]


def settings(learner, y, rounds, n, start):
    """(unit, steps, labels) for these rounds of n runs: arrays (rounds, n) or (rounds, 1). A Perceptron steps by 1, and
    its w is to be multiplied by ``unit``."""
    if learner.mistakes_only:
        unit, steps = learner.eta, np.ones((rounds, 1))
    else:
        unit, steps = 1.0, learner.decay(rounds, start)[:, None] * learner.eta
    labels = np.ones((rounds, 1 if y.ndim == 1 else n))
    labels[: y.shape[-1]] = y[:, None] if y.ndim == 1 else y.T
    return unit, steps, labels


def many(learner, loss, X, y, start, w, keep):
    """Many runs at once: each coordinate of w is an array with an entry for each run."""
    l2, mistakes_only, slope, shared, U = loss.l2, learner.mistakes_only, loss.slope, X.ndim == 2, learner.U
    (size, d), n = X.shape[-2:], len(w)
    unit, steps, labels = settings(learner, y, size, n, start)
    columns = X[:, :, None] if shared else np.array(np.moveaxis(X, 0, -1), order="C")  # (size, d, 1) or (size, d, n)
    w, change, c = np.array(w.T, order="C"), np.empty((d, n)), np.empty(n)
    p, squares = np.empty((size, n)), np.zeros((size, n))
    mistakes, square_norms = np.empty((size, n), bool), np.empty((size if l2 else 0, n))
    path = np.empty((size if keep else 1, n, d))
    for t, (x, p_t, square) in enumerate(zip(columns, p, squares)):
        if shared:
            np.dot(X[t], w, out=p_t)
        else:
            np.multiply(x, w, out=change).sum(axis=0, out=p_t)
        np.multiply(steps[t], slope(unit * p_t if mistakes_only else p_t, labels[t]), out=c)  # predict, suffer
        if mistakes_only:
            c *= np.less_equal(labels[t] * p_t, 0, out=mistakes[t])
        if l2:
            np.multiply(w, w, out=change).sum(axis=0, out=square_norms[t])
            w *= 1.0 - steps[t] * l2
        w -= np.multiply(x, c, out=change)                  # update
        if U is not None:
            np.multiply(w, w, out=change).sum(axis=0, out=square)
            w *= U / np.maximum(np.sqrt(square), U)
        if keep:
            path[t] = w.T
    w = w.T
    path = path if keep else w[None]
    if mistakes_only:
        p, path = unit * p, np.reshape(unit, (-1, 1)) * path
    slopes, x2 = slope(p, labels), (columns * columns).sum(axis=1)
    return (p, slopes, x2, mistakes if mistakes_only else slopes, squares, square_norms, path), w
