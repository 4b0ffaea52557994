"""The plain loop of `protocol.textbook` for every learner, many runs at once and adversaries, with all that a run
records.

It plays ``learner.update`` round by round and assumes nothing else of it; where more is known, `blocks` is faster.
"""

import numpy as np

from . import check, rounding

__all__ = ["BLOCK", "EDGE", "answers", "by_round", "given", "play"]

BLOCK = 128  # rounds of w that a run keeps at a time when it does not keep them all
EDGE = 1 + 1e-12  # ‖w‖² up to U² times this is on the edge of the ball, up to rounding


def given(X, y):
    """The next example of a stream that is fixed in advance, as a function of w."""
    rows = zip(X if X.ndim == 2 else np.swapaxes(X, 0, 1), y.tolist() if y.ndim == 1 else y.T)
    return lambda w: next(rows)


def answers(answer, T, shape):
    """(example, X, y) for an adversary's ``answer``, with w of this shape: the next example as a function of w, and
    arrays that hold the examples as they were played once all T are. ValueError for an answer that is none."""
    X, y = np.empty((T, *shape)), np.empty((T, *shape[:-1]))
    rounds = iter(range(T))

    def example(w):
        t = next(rounds)
        x_t, y_t = answer(w.copy())  # a copy: whatever the adversary does to it, the learner keeps its w_t
        X[t] = _answered(f"x_{t + 1}", x_t, shape)
        y[t] = _answered(f"y_{t + 1}", y_t, shape[:-1])
        return X[t], y[t]

    return (example, X, y) if len(shape) == 1 else (example, np.swapaxes(X, 0, 1), y.T)


def _answered(name, value, shape):
    """What the adversary answered, x_t or y_t, if it is an array of numbers of this shape and of moderate size."""
    if type(value) in (np.ndarray, float):  # as nearly always
        a = np.asarray(value)
        if a.dtype == float and a.shape == shape and np.vdot(a, a) <= check.LARGEST**2:
            return a
    a = check.moderate(name, value, check.dimensions(name, value))
    if a.shape != shape:
        check.fail(f"{name}.shape", a.shape, f"{shape} from the adversary")
    return a


def _on_sphere(w, square_norm, U, learner):
    """w·U/‖w‖, safe when ‖w‖² overflows; U a number, or (n_runs, 1). ValueError where w itself does."""
    norm = np.sqrt(square_norm)
    if not np.isfinite(norm).all():
        largest = abs(w).max(axis=-1)
        if not np.isfinite(largest).all():
            if learner.planned:
                check.fail("eta", learner.eta, "steps for which η_t·g_t is a finite number")
            check.fail("X, y, U, l2", "values for which a step exceeds the float range", "finite numbers")
        w = w / np.where(largest > 0, largest, 1.0)[..., None]
        norm = np.sqrt((w * w).sum(axis=-1))
    return w * (U / (norm if w.ndim == 1 else norm[:, None]))


def _dot(w, x):
    """w·x of each run; x may be shared by all runs."""
    return w @ x if x.ndim == 1 else np.vecdot(w, x)


def play(learner, loss, example, T, shape, keep, X, y):
    """T rounds from w_1 = 0: w has shape (d,) or (n_runs, d), everything per round a number or (n_runs,).

    example: w_t -> (x_t, y_t); X, y: the same examples as arrays, once the rounds are played. Returns (losses, slopes,
    updates, projected, G, w), with the rounds as leading axis; w is w_1 .. w_{T+1} if ``keep``, else w_{T+1} alone.
    """
    runs, U, l2, mistakes_only = shape[:-1], learner.U, loss.l2, learner.mistakes_only
    if runs:
        column, every = (lambda v: v[:, None]), (lambda v: v.all())
    else:
        column, every = (lambda v: v), bool
    U2 = None if U is None else np.square(U)
    p, slopes = np.empty((T, *runs)), np.empty((T, *runs))
    projected, updates = np.zeros((T, *runs), bool), np.empty((T, *runs), bool)
    regularisers, square_norms = np.zeros((T, *runs)), np.zeros((T, *runs))
    block = T if keep else min(T, BLOCK)
    kept = np.zeros((block + 1, *shape))  # w of the block's rounds: of all rounds, or of a few at a time
    w, S = np.zeros(shape), np.zeros(shape)
    beside = learner.beside(w)
    update, by_sum = learner.update, learner.planned and learner.lazy

    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for t in range(T):
            x, y_t = example(w)
            p[t] = p_t = _dot(w, x)                         # predict
            slopes[t] = s_t = loss.slope(p_t, y_t)          # suffer (the values follow after the loop)
            g = column(s_t) * x
            if l2:
                g = g + l2 * w
                regularisers[t], square_norms[t] = l2 / 2 * _dot(w, w), _dot(g, g)
            if mistakes_only:  # decided by w/η, so that no rounding of η·(sum) can change the mistakes (erratum E8)
                updates[t] = mistake = y_t * _dot(-S if by_sum else w, x) <= 0
                g = column(mistake) * g
            if t < BLOCK:  # who moves w in place hears of it; later it does no harm, and to ask for ever would cost 5 %
                w.setflags(write=False)
            new, S = update(beside, t + 1, w, S, g)         # update
            if U is not None:
                n2 = _dot(new, new)
                inside = n2 <= U2
                if not every(inside):
                    before = kept[t % block]  # w_t, even if the update has written to w
                    out = ~inside & (new != before).any(axis=-1)  # who stays on the edge is not projected again
                    new = np.where(column(out), _on_sphere(new, n2, beside.U, learner), new)
                    projected[t] = out & (n2 > U2 * EDGE)
            w = kept[t % block + 1] = new
            if t % block == block - 1 or t == T - 1:        # a block is full: who moved in it?
                if not mistakes_only:
                    moves = kept[: t % block + 2]
                    updates[t - t % block : t + 1] = (moves[1:] != moves[:-1]).any(axis=-1)
                if block < T:
                    kept[0] = w

    with np.errstate(over="ignore", invalid="ignore"):
        losses = loss.value(p, by_round(y, p)) + regularisers
        if not l2:
            G = (abs(slopes) * by_round(rounding.lengths(X), p)).max(axis=0, initial=0.0)
        else:
            G = np.sqrt(square := square_norms.max(axis=0, initial=0.0))
            if not np.all((square > 1e-280) & (square < np.inf)):  # a square has left the float range, the length not
                path = kept if keep else play(learner, loss, given(X, y), T, shape, True, X, y)[-1]
                G = _longest(slopes, X, l2, path[:T])
    return losses, slopes, updates, projected, G, kept if keep else w[None]


def _longest(slopes, X, l2, w):
    """max_t ‖s_t x_t + l2·w_t‖, of which no square need be a float: slopes (T,) or (T, n_runs), w with d more."""
    x = np.swapaxes(X, 0, 1) if X.ndim == 3 else X if w.ndim == 2 else X[:, None]
    return rounding.norm(slopes[..., None] * x + l2 * w).max(axis=0, initial=0.0)


def by_round(a, record):
    """A fact of the examples, (T,) or (n_runs, T), as the record has it: (T,) or (T, n_runs)."""
    return a if record.ndim == 1 else a.T if a.ndim == 2 else a[:, None]
