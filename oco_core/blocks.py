"""The rounds of a stream that is fixed in advance, a block at a time: `protocol.play` at the speed of matrix products.

Gradient descent moves along the examples: with numbers b, c that change from round to round,

    w_{t+1} = b w_t − c x_t,        c = b η_t s_t,  b = 1 or the factor of the projection (times 1 − η_t l2).

A round needs w·x_t and ‖w‖, and nothing else of w. So in a block of B rounds with Gram matrix K_ij = x_i·x_j it is
enough to keep q_j = w·x_j for the rounds j that are still to come:

    q_j ← b q_j − c K_tj,        ‖w‖² ← b²‖w‖² − 2bc q_t + c² K_tt.

The dimension enters with a few matrix products a block: K, the first q, and w where the block ends. The recursion for
‖w‖² rounds in units of the largest ‖w‖² of the block; where it decides on a projection, that is U² up to a factor.

For the Perceptron this w is Σ y_s x_s over its mistakes, to be multiplied by η (erratum E8). Adversaries must see w_t in
every round, and lazy descent rescales it; they have `protocol`'s plain loop, with which this one agrees to 1e-10.
"""

from math import inf, sqrt

import numpy as np

__all__ = ["EDGE", "can", "rounds"]

ONE, MANY = 8, 16  # rounds in a block, for one run and for many at once: measured
PART = 1024  # rounds whose numbers one run keeps as Python's floats, which are large
EDGE = 1 + 1e-12  # ‖w‖² up to U² times this is on the edge of the ball, up to rounding
LARGEST = 1e30  # of examples, labels and parameters: no term of the recursion then leaves the float range


def can(learner, loss, X, y):
    """Whether the recursion holds for this learner, and no square in it can overflow or vanish.

    d = 1 needs no matrices: there the plain loop is exact at the edge of the ball, w_t = ±U to the last bit.
    """
    parameters = [np.asarray(v) for v in (learner.eta, learner.U) if v is not None]
    largest = max(loss.l2, *(max(v.max(initial=0.0), -v.min(initial=0.0)) for v in (X, y, *parameters)))
    return X.shape[-1] > 1 and (not learner.lazy or learner.mistakes_only) and largest <= LARGEST and min(
        v.min() for v in parameters) >= 1 / LARGEST


def rounds(learner, loss, X, y, keep):
    """Play all rounds from w_1 = 0: X (T, d) and y (T,), or for n runs X (T, d) or (n, T, d) and y (T,) or (n, T).

    Yields, part by part, (rounds, p, slopes, moved, projected, square_norms, w): a slice of 0..T; predictions, slopes,
    rounds with a step (for the Perceptron its mistakes), rounds with a projection and, with l2, ‖w_t‖² (else nothing),
    each (rounds,) or (rounds, n); and w_{t+1}, (rounds, d) or (rounds, n, d), if ``keep``, else the last alone.
    """
    one = X.ndim == 2 and learner.n_runs is None
    size, B, play = (PART, ONE, _one) if one else (MANY, MANY, _many)
    T = X.shape[-2]
    n = () if one else (len(X) if X.ndim == 3 else learner.n_runs,)
    w = np.zeros((*n, X.shape[-1]))
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # a run that explodes is `protocol`'s to report
        for start in range(0, T, size):
            part = slice(start, min(T, start + size))
            played, w = play(learner, loss, _filled(X[..., part, :], B), y[..., part], start, w, keep)
            yield part, *(a[: part.stop - start] for a in played)


def _filled(X, B):
    """X (..., rounds, d) with zeros up to a multiple of B: all blocks have one shape, so that what is computed for a
    round does not depend, to the last bit, on how many rounds follow."""
    *runs, n, d = X.shape
    if n % B == 0:
        return X
    filled = np.zeros((*runs, n + -n % B, d))
    filled[..., :n, :] = X
    return filled


def _path(w, b, c, X):
    """w_2 .. w_{B+1} from w = w_1 (..., d), by w_{k+1} = b_k w_k − c_k x_k with b, c (..., B) and X (..., B, d)."""
    B = b.shape[-1]
    first, steps = np.cumprod(b, axis=-1), np.zeros((*b.shape, B))  # what of w, and of each x_j, is in w_{k+1}
    for k in range(B):
        if k:
            steps[..., k, :] = b[..., k, None] * steps[..., k - 1, :]
        steps[..., k, k] = -c[..., k]
    return first[..., None] * w[..., None, :] + steps @ X


def _one(learner, loss, X, y, start, w, keep):
    """One run, in Python's floats: one at a time they are faster than NumPy's."""
    l2, mistakes_only, slope = loss.l2, learner.mistakes_only, loss.slope
    size, d = X.shape
    blocks = X.reshape(-1, ONE, d)
    grams = blocks @ blocks.transpose(0, 2, 1)
    U = inf if learner.U is None else learner.U
    unit, steps = (learner.eta, np.ones(size)) if mistakes_only else (1.0, learner.steps(size, start))
    labels, each_step = iter(y.tolist() + [1.0] * (size - len(y))), iter(steps.tolist())
    rounds_left = [(k, range(k + 1, ONE)) for k in range(ONE)]
    p, squares, square_norms, b, c, starts = [], [], [], [], [], []
    U2, b_t = U * U, 1.0
    for examples, gram in zip(blocks, grams.tolist()):
        starts.append(w)
        q, square = (examples @ w).tolist(), min(float(w @ w), U2)  # no more than U², so that nothing is pulled twice
        for (k, later), row, y_t, step in zip(rounds_left, gram, labels, each_step):
            q_t = q[k]
            p_t = unit * q_t                                # predict
            c_t = step * slope(p_t, y_t)                    # suffer
            p.append(p_t)
            if mistakes_only and y_t * q_t > 0:
                c_t = 0.0
            if l2:
                square_norms.append(square)
                b_t = 1.0 - step * l2
            square = b_t * (b_t * square - 2.0 * c_t * q_t) + c_t * c_t * row[k]  # update
            squares.append(square)
            if square > U2:
                pull = U / sqrt(square)
                f, c_t, square = pull * b_t, pull * c_t, U2
            else:
                f = b_t
            b.append(f)
            c.append(c_t)
            for j in later:
                q[j] = f * q[j] - c_t * row[j]
        rest, weights = 1.0, [0.0] * ONE                    # w = Π b_k·w − Σ_k (Π_{j>k} b_j) c_k x_k
        for k in range(-1, -ONE - 1, -1):
            weights[k] = rest * c[k]
            rest *= b[k]
        w = rest * w - np.array(weights) @ examples
    p, squares, b, c = np.array(p), np.array(squares), np.array(b), np.array(c)
    moved = c != 0 if mistakes_only else (b != 1) | (c * grams.diagonal(axis1=1, axis2=2).ravel() != 0)
    if keep:
        path = _path(np.array(starts), b.reshape(-1, ONE), c.reshape(-1, ONE), blocks).reshape(size, d)
    else:
        path = w[None]
    return (p, slope(p[: len(y)], y), moved, squares > U2 * EDGE, np.array(square_norms), unit * path), w


def _many(learner, loss, X, y, start, w, keep):
    """Many runs at once, one block: each number of ``_one`` is an array with an entry for each run, and a row of (B, n)."""
    l2, mistakes_only, slope, shared = loss.l2, learner.mistakes_only, loss.slope, X.ndim == 2
    B, n = X.shape[-2], len(w)
    U2 = inf if learner.U is None else learner.U * learner.U
    if mistakes_only:
        unit, steps = learner.eta, np.ones((B, 1))
    else:
        unit, steps = 1.0, learner.decay(B, start)[:, None] * learner.eta
    labels = np.ones((B, 1 if y.ndim == 1 else n))
    labels[: y.shape[-1]] = y[:, None] if y.ndim == 1 else y.T
    gram = X @ np.swapaxes(X, -1, -2)
    if shared:
        q, gram = X @ w.T, gram[:, :, None]
    else:  # by round, run last
        q, gram = np.array((X @ w[:, :, None])[:, :, 0].T, order="C"), np.array(np.moveaxis(gram, 0, -1), order="C")
    slopes, squares, b, c = np.empty((B, n)), np.empty((B, n)), np.ones((B, n)), np.empty((B, n))
    square_norms = np.empty((B if l2 else 0, n))
    square = np.minimum(np.vecdot(w, w), U2)
    for k in range(B):
        slopes[k] = slope(q[k] if not mistakes_only else unit * q[k], labels[k])  # predict, suffer
        c_t = np.multiply(steps[k], slopes[k], out=c[k])
        if mistakes_only:
            c_t *= labels[k] * q[k] <= 0
        change = c_t * gram[k, k]                           # update
        if l2:
            square_norms[k] = square
            b[k] = 1.0 - steps[k] * l2
            square = b[k] * b[k] * square
            change -= 2.0 * b[k] * q[k]
        else:
            change -= 2.0 * q[k]
        change *= c_t
        square = np.add(square, change, out=squares[k])
        if learner.U is not None:
            pull = np.fmin(learner.U / np.sqrt(square), 1.0)  # fmin: a ‖w‖² that rounding makes negative is inside
            b[k] *= pull
            c_t *= pull
            square = np.minimum(square, U2)
        rest = q[k + 1 :]
        if l2 or learner.U is not None:
            rest *= b[k]
        rest -= gram[k, k + 1 :] * c_t
    moved = c != 0 if mistakes_only else (b != 1) | (c * gram.diagonal().T != 0)
    path = np.swapaxes(_path(w, b.T, c.T, X), 0, 1) if keep else None
    rest = 1.0
    for k in reversed(range(B)):
        c[k] *= rest
        rest = rest * b[k]
    w = rest[:, None] * w - (c.T @ X if shared else (c.T[:, None] @ X)[:, 0])
    path = path if keep else w[None]
    if mistakes_only:
        q, path = unit * q, np.reshape(unit, (-1, 1)) * path
    return (q, slopes, moved, squares > U2 * EDGE, square_norms, path), w
