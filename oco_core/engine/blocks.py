"""The rounds of a stream that is fixed in advance, a block at a time: `protocol.play` at the speed of matrix products.

Gradient descent moves along the examples: with numbers b, c that change from round to round,

    w_{t+1} = b w_t − c x_t,        c = b' η_t s_t,  b = b'(1 − η_t l2),  b' = 1 or the factor of the projection.

A round needs w·x_t and ‖w‖, and nothing else of w. So in a block of B rounds with Gram matrix K_ij = x_i·x_j it is
enough to keep w as a combination of the w_1 the block starts from and its examples, w = b w_1 − Σ_j c_j x_j:

    q = w·x_t = b (w_1·x_t) − Σ_{j<t} c_j K_jt,        ‖w‖² ← b²‖w‖² − 2bc q + c² K_tt.

The dimension enters with a few matrix products a block: K, all w_1·x_t, and w where the block ends. The recursion for
‖w‖² rounds in units of the largest ‖w‖² of the block; where it decides on a projection, that is U² up to a factor.
Where d is small, w itself is cheaper: see `coordinates`.

For the Perceptron this w is Σ y_s x_s over its mistakes, to be multiplied by η (erratum E8). Adversaries must see w_t
in every round, lazy descent rescales it, and an adaptive learner's steps are not known before: they have the plain
`loop`, with which this one agrees to 1e-10.
"""

from math import inf, sqrt

import numpy as np

from . import check, coordinates
from .loop import EDGE, by_round

__all__ = ["can", "play", "rounds"]

ONE, MANY = 8, 16  # rounds in a block, for one run and for many at once: measured
PART = 1024  # rounds whose numbers one run keeps as Python's floats, which are large
CACHED = 2**14  # numbers that many runs keep of each kind, before they go to the record
TRIANGLE = np.triu_indices(ONE)  # the K_kj, k ≤ j, that a block needs, one after the other ...
PLACES = [np.flatnonzero(TRIANGLE[0] == k).tolist() for k in range(ONE)]  # ... where those of round k are
ROUNDS = [(k, kk, [*zip(range(k + 1, ONE), later)]) for k, (kk, *later) in enumerate(PLACES)]
SMALLEST = 1e-200  # of the mean square of an entry
LARGEST = 1e30  # of examples, labels and parameters: no term of the recursion then leaves the float range


def can(learner, loss, X, y):
    """Whether the recursion holds for this learner, and no square in it can overflow or vanish.

    d = 1 needs no matrices: there the plain loop is exact at the edge of the ball, w_t = ±U to the last bit. Nor do no
    runs at all.
    """
    parameters = [np.asarray(v) for v in (learner.eta, learner.U) if v is not None]
    return (X.shape[-1] > 1 and X.shape[:-2] != (0,) and learner.planned
            and (not learner.lazy or learner.mistakes_only and learner.U is None)
            and loss.l2 <= LARGEST and _moderate(X) and all(check.within(v, LARGEST) for v in (y, *parameters))
            and min(v.min() for v in parameters) >= 1 / LARGEST)


def _moderate(X):
    """Whether no square of an example is too large, nor that of the largest too small. (One that is tiny beside another
    counts as 0.)"""
    square = np.vdot(X, X)
    return check.within(X, LARGEST) if square > LARGEST**2 else square >= SMALLEST * X.size or not X.any()


def play(learner, loss, X, y, shape, keep):
    """``loop.play`` for examples that are fixed in advance, at the speed of matrix products. Returns the same."""
    T, runs = X.shape[-2], shape[:-1]
    losses, slopes = np.empty((T, *runs)), np.empty((T, *runs))
    updates, projected = np.empty((T, *runs), bool), np.empty((T, *runs), bool)
    w = np.zeros((T + 1 if keep else 1, *shape))
    y_t, G = by_round(y, slopes), np.zeros(runs)
    with np.errstate(over="ignore", invalid="ignore"):
        for t, p, s, x2, moved, projected[t], squares, path in rounds(learner, loss, X, y, keep):
            values, norms = loss.value(p, y_t[t]), abs(s) * np.sqrt(x2)
            if loss.l2:  # ‖s x + l2 w‖²
                values = values + loss.l2 / 2 * squares
                norms = np.sqrt(np.maximum(norms * norms + loss.l2 * (2 * s * p + loss.l2 * squares), 0.0))
            losses[t], slopes[t], G = values, s, np.maximum(G, norms.max(axis=0))
            if keep:
                kept = w[t.start : t.stop + 1]
                kept[1:] = path
                _hold(kept, moved)
                updates[t] = moved if learner.mistakes_only else (kept[1:] != kept[:-1]).any(axis=-1)
            else:
                w[0], updates[t] = path[-1], moved
    return losses, slopes, updates, projected, G, w


def _hold(w, moved):
    """Set w_{t+1} = w_t, to the last bit, in rounds without a step: w (rounds + 1, d) or (rounds + 1, n_runs, d)."""
    if w.ndim == 2:
        w[:] = w[np.maximum.accumulate(np.append(0, np.where(moved, np.arange(1, len(w)), 0)))]
    else:
        for t in np.flatnonzero(~moved.all(axis=1)):
            w[t + 1, ~moved[t]] = w[t, ~moved[t]]


def rounds(learner, loss, X, y, keep):
    """Play all rounds from w_1 = 0: X (T, d) and y (T,), or for n runs X (T, d) or (n, T, d) and y (T,) or (n, T).

    Yields, part by part, (rounds, p, slopes, x2, moved, projected, square_norms, w): a slice of 0..T; predictions and
    slopes; ‖x_t‖²; rounds with a step (for the Perceptron its mistakes), rounds with a projection and, with l2, ‖w_t‖²
    (else anything), each (rounds,) or (rounds, n) (x2 of shared examples (rounds, 1)); and w_{t+1}, (rounds, d) or
    (rounds, n, d), if ``keep``, else the last alone.
    """
    one, d = X.ndim == 2 and learner.n_runs is None, X.shape[-1]
    if one:
        n, play, size, B = (), coordinates.one if d == 2 else _one, PART, ONE
    else:
        n, few = ((learner.n_runs,), coordinates.FEW) if X.ndim == 2 else ((len(X),), coordinates.FEW_OWN)
        play, B = coordinates.many if d <= few else _many, MANY
        size = B * max(1, CACHED // n[0] // B)
    T = X.shape[-2]
    w = np.zeros((*n, d))
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # the protocol reports a run that explodes
        for start in range(0, T, size):
            part = slice(start, min(T, start + size))
            (p, slopes, x2, steps, squares, square_norms, path), w = play(
                learner, loss, _filled(X[..., part, :], B), y[..., part], start, w, keep)
            moved = steps if steps.dtype == bool else steps != 0
            if loss.l2:
                moved[:] = True
            elif not learner.mistakes_only:
                moved &= x2[: len(moved)] != 0
            projected = squares > (inf if learner.U is None else learner.U * learner.U * EDGE)
            yield part, *(a[: part.stop - start] for a in (p, slopes, x2, moved, projected, square_norms, path))


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
    """One run, in Python's floats: one at a time they are faster than NumPy's. What a step changes is subtracted from
    the q of all rounds that are still to come.

    Below the examples of a block stands its w_1: one product gives all w_1·x_t and ‖w_1‖², another the next block's
    w_1.
    """
    mistakes_only, slope = learner.mistakes_only, loss.slope
    size, d = X.shape
    blocks = np.empty((size // ONE + 1, ONE + 1, d))
    blocks[:-1, :ONE] = examples = X.reshape(-1, ONE, d)
    blocks[0, ONE] = w_1 = w
    grams = examples @ blocks[:-1, :ONE].transpose(0, 2, 1)  # of two arrays: for a product with itself BLAS is slower
    x2, triangles = grams.diagonal(axis1=1, axis2=2).ravel(), grams[:, *TRIANGLE].tolist()
    U = inf if learner.U is None else learner.U
    unit, steps = (learner.eta, np.ones(size)) if mistakes_only else (1.0, learner.steps(size, start))
    labels = iter(y.tolist() + [1.0] * (size - len(y)))
    decays, steps = iter((1.0 - loss.l2 * steps).tolist()), iter(steps.tolist())
    p, b, c, squares, U2 = [], [], [], [], U * U
    for block, following, gram in zip(blocks, blocks[1:, ONE], triangles):
        *q, square = block.dot(w_1).tolist()
        square = min(square, U2)                            # no more than U², so that nothing is pulled twice
        for (k, kk, later), y_t, step, b_t in zip(ROUNDS, labels, steps, decays):
            q_t = q[k]
            c_t = step * slope(unit * q_t, y_t)             # predict, suffer
            if mistakes_only and y_t * q_t > 0:
                c_t = 0.0
            square = b_t * (b_t * square - 2.0 * c_t * q_t) + c_t * c_t * gram[kk]  # update
            squares.append(square)
            if square > U2:
                pull = U / sqrt(square)
                b_t *= pull
                c_t *= pull
                square = U2
            b.append(b_t)
            c.append(c_t)
            for j, kj in later:
                q[j] = b_t * q[j] - c_t * gram[kj]
        p += q
        rest, weights = 1.0, []                             # w = Π b_k·w_1 − Σ_k (Π_{j>k} b_j) c_k x_k
        for b_k, c_k in zip(b[: -ONE - 1 : -1], c[: -ONE - 1 : -1]):
            weights.append(-rest * c_k)
            rest *= b_k
        np.dot([*reversed(weights), rest], block, out=following)
        w_1 = following
    p, squares = unit * np.array(p), np.array(squares)
    slopes, square_norms = slope(p[: len(y)], y), np.minimum(np.append(w @ w, squares[:-1]), U2)
    if keep:
        b, c = np.reshape(b, (-1, ONE)), np.reshape(c, (-1, ONE))
        path = _path(blocks[:-1, ONE], b, c, examples).reshape(size, d)
    else:
        path = w_1[None]
    if mistakes_only:
        return (p, slopes, x2, np.ravel(c), squares, square_norms, unit * path), w_1
    return (p, slopes, x2, slopes, squares, square_norms, path), w_1


def _many(learner, loss, X, y, start, w, keep):
    """Many runs at once: each number of ``_one`` is an array with an entry for each run, and a row of (rounds, n). The
    weights of the block's examples so far are kept, and q is found from them when its round comes."""
    l2, mistakes_only, slope, shared = loss.l2, learner.mistakes_only, loss.slope, X.ndim == 2
    size, n = X.shape[-2], len(w)
    unit, steps, labels = coordinates.settings(learner, y, size, n, start)
    U, U2 = learner.U, inf if learner.U is None else learner.U * learner.U
    p, squares, weights, term = np.empty((size, n)), np.empty((size, n)), np.empty((MANY, n)), np.empty(n)
    mistakes, square_norms = np.empty((size, n), bool), np.empty((size if l2 else 0, n))
    x2, path, b, c = np.empty((size, 1 if shared else n)), [], np.ones((MANY, n)), np.empty((MANY, n))
    for block in range(0, size, MANY):
        examples = X[..., block : block + MANY, :]
        gram = examples @ np.swapaxes(examples, -1, -2)
        if shared:
            q, gram = np.dot(examples, w.T, out=p[block : block + MANY]), gram[:, :, None]
        else:  # by round, run last
            q, gram = p[block : block + MANY], np.array(np.moveaxis(gram, 0, -1), order="C")
            q[:] = (examples @ w[:, :, None])[:, :, 0].T
        x2[block : block + MANY] = gram[range(MANY), range(MANY)]
        first, square = np.ones(n), np.minimum(np.vecdot(w, w), U2)  # w = first·w_1 − Σ_j weights_j x_j
        for k, q_t in enumerate(q):
            t, c_t, before, decay = block + k, weights[k], weights[:k], 1.0
            if k:
                q_t *= first
                q_t -= np.dot(gram[k, :k, 0], before, out=term) if shared else (gram[k, :k] * before).sum(axis=0)
            np.multiply(steps[t], slope(unit * q_t if mistakes_only else q_t, labels[t]), out=c_t)  # predict, suffer
            if mistakes_only:
                c_t *= np.less_equal(labels[t] * q_t, 0, out=mistakes[t])
            change = c_t * gram[k, k]                       # update: b²‖w‖² − 2bc q + c² K_tt
            if l2:
                square_norms[t] = square
                decay = 1.0 - steps[t] * l2
                square = decay * decay * square
            change -= 2.0 * decay * q_t
            change *= c_t
            square = np.add(square, change, out=squares[t])
            if U is not None:
                pull = U / np.fmax(np.sqrt(square), U)      # fmax: a ‖w‖² that rounding makes negative is inside
                c_t *= pull
                decay = decay * pull if l2 else pull
                square = np.minimum(square, U2)
            if l2 or U is not None:
                before *= decay
                first *= decay
            if keep:
                b[k], c[k] = decay, c_t
        if keep:
            path.append(np.swapaxes(_path(w, b.T, c.T, examples), 0, 1))
        step = weights.T @ examples if shared else (weights.T[:, None] @ examples)[:, 0]
        w = np.subtract(np.multiply(first[:, None], w, out=w), step, out=w)
    path = np.concatenate(path) if keep else w[None]
    if mistakes_only:
        p, path = unit * p, np.reshape(unit, (-1, 1)) * path
    slopes = slope(p, labels)
    return (p, slopes, x2, mistakes if mistakes_only else slopes, squares, square_norms, path), w
