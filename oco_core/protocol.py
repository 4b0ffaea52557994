"""The sequential protocol (catalogue D1): predict, suffer, update, for t = 1 .. T."""

from dataclasses import dataclass

import numpy as np

from .engine import blocks, check
from .learners import Learner
from .losses import Loss
from .streams import Adversary

__all__ = ["Run", "play"]


@dataclass(frozen=True, eq=False)
class Run:
    """What happened. With many runs at once every array of the run has a leading axis n_runs.

    w           (T+1, d): w_1 .. w_{T+1}, so w[t−1] predicts in round t; None if play was told record="losses".
    losses      (T,): l_t(w_t).
    slopes      (T,): the slope s_t, so that g_t = s_t x_t + l2·w_t.
    G           max_t ‖g_t‖ seen on this run: a fact about the run, not an assumption (0 for T = 0).
    updates     (T,) bool: rounds on which w changed; for the Perceptron its mistakes (also where x_t = 0). Where w is
                not kept, rounds with a step, even if a projection takes it back.
    projected   (T,) bool: rounds whose step left the ball, by more than rounding, and was projected back.
    X, y        the examples as played; X may be shared by all runs.
    learner, loss
    """

    w: np.ndarray | None
    losses: np.ndarray
    slopes: np.ndarray
    G: float | np.ndarray
    updates: np.ndarray
    projected: np.ndarray
    X: np.ndarray
    y: np.ndarray
    learner: Learner
    loss: Loss

    @property
    def T(self):
        """Number of rounds."""
        return self.losses.shape[-1]

    @property
    def n_runs(self):
        """Number of simultaneous runs; None for a single run."""
        return len(self.losses) if self.losses.ndim == 2 else None


BLOCK = 128  # rounds of w that a run keeps at a time when it does not keep them all


def play(learner, loss, *data, T=None, record="all"):
    """Play ``learner`` on a sequence of examples with ``loss``, from w_1 = 0 (catalogue D1, A1).

    In round t the prediction is p_t = w_t·x_t, the loss l(p_t, y_t) (+ l2/2·‖w_t‖²) is charged, and only then
    w_{t+1} is computed: it depends on rounds 1 .. t alone.

    play(learner, loss, stream)            a Stream, or any object with .X and .y
    play(learner, loss, X, y)              X (T, d) and y (T,); or X (n_runs, T, d) and y (T,) or (n_runs, T)
    play(learner, loss, adversary, T=T)    an Adversary, which sees w_t before it answers
    T       play only the first T rounds.
    record  "all" keeps w_1 .. w_{T+1} (n_runs·(T+1)·d numbers); "losses" does not.

    Returns a `Run`. Parameters of the learner that are arrays (n_runs,) play that many runs at once.
    Raises ValueError for shapes that do not fit, entries that are not finite, labels that the loss does not allow, a
    loss without slope (zero_one), an unknown ``record``, for steps so large that η_t g_t leaves the float range, for a
    run without projection that explodes (erratum E11), and for a Perceptron on a loss that is not for labels ±1.
    """
    check.kind("learner", learner, Learner)
    check.kind("loss", loss, Loss)
    if record not in ("all", "losses"):
        check.fail("record", record, "'all' or 'losses'")
    loss.slope(0.0, 1.0)  # zero_one objects here, also when T = 0
    if learner.mistakes_only and (loss.labels != "signs" or loss.l2):
        check.fail("loss", loss, f"hinge or logistic without l2, since {learner.name} counts mistakes y_t w_t·x_t ≤ 0")
    if len(data) == 1 and isinstance(data[0], Adversary):
        if T is None:
            check.fail("T", T, "the number of rounds to play against an adversary")
        T, d, n_runs = check.count("T", T), data[0].d, learner.n_runs
        X = y = None
    else:
        X, y = _examples(data)
        check.labels(loss, y)
        if T is not None:
            T = check.count("T", T)
            if T > X.shape[-2]:
                check.fail("T", T, f"at most {X.shape[-2]}, the length of the stream")
            X, y = X[..., :T, :], y[..., :T]
        T, d = X.shape[-2:]
        n_runs = learner.n_runs if X.ndim == 2 else len(X)
        if learner.n_runs not in (None, n_runs):
            check.fail("X.shape", X.shape, f"{learner.n_runs} runs, as many as the learner has parameters for")
    shape = (d,) if n_runs is None else (n_runs, d)
    if X is None:
        return _adaptive(learner, loss, data[0].start(shape), T, shape, record)
    if blocks.can(learner, loss, X, y):
        return _in_blocks(learner, loss, X, y, T, shape, record)
    return _loop(learner, loss, _given(X, y), T, shape, record, X, y)


def _examples(data):
    if len(data) == 1 and hasattr(data[0], "X") and hasattr(data[0], "y"):
        data = data[0].X, data[0].y
    if len(data) != 2:
        check.fail("data", data, "a stream, an adversary, or X and y")
    return check.examples(*data)


def _given(X, y):
    """The next example of a stream that is fixed in advance."""
    rows = zip(X if X.ndim == 2 else np.swapaxes(X, 0, 1), y.tolist() if y.ndim == 1 else y.T)
    return lambda w: next(rows)


def _adaptive(learner, loss, answer, T, shape, record):
    X, y = np.empty((T, *shape)), np.empty((T, *shape[:-1]))
    rounds = iter(range(T))

    def example(w):
        t = next(rounds)
        x_t, y_t = answer(w.copy())  # a copy: whatever the adversary does to it, the learner keeps its w_t
        X[t] = _answered(f"x_{t + 1}", x_t, shape)
        y[t] = _answered(f"y_{t + 1}", y_t, shape[:-1])
        return X[t], y[t]

    if len(shape) == 2:
        played = np.swapaxes(X, 0, 1), y.T
    else:
        played = X, y
    run = _loop(learner, loss, example, T, shape, record, *played)
    check.labels(loss, run.y)
    return run


def _answered(name, value, shape):
    """What the adversary answered, x_t or y_t, if it is an array of numbers of this shape and of moderate size."""
    if type(value) in (np.ndarray, float):  # as nearly always
        a = np.asarray(value)
        if a.dtype == float and a.shape == shape and np.vdot(a, a) <= check.LARGEST**2:
            return a
    a = check.moderate(name, check.array(name, value, check.dimensions(name, value)))
    if a.shape != shape:
        check.fail(f"{name}.shape", a.shape, f"{shape} from the adversary")
    return a


def _on_sphere(w, square_norm, learner):
    """w·U/‖w‖, safe when ‖w‖² overflows."""
    norm = np.sqrt(square_norm)
    if not np.isfinite(norm).all():
        largest = abs(w).max(axis=-1)
        if not np.isfinite(largest).all():
            check.fail("eta", learner.eta, "steps for which η_t·g_t is a finite number")
        w = w / np.where(largest > 0, largest, 1.0)[..., None]
        norm = np.sqrt((w * w).sum(axis=-1))
    return w * (learner.U / norm if w.ndim == 1 else (learner.U / norm)[:, None])


def _dot(w, x):
    """w·x of each run; x may be shared by all runs."""
    return w @ x if x.ndim == 1 else np.vecdot(w, x)


def _loop(learner, loss, example, T, shape, record, X, y):
    """The plain loop: w has shape (d,) or (n_runs, d), everything per round a number or (n_runs,)."""
    runs = shape[:-1]
    if runs:
        column, every = (lambda v: v[:, None]), (lambda v: v.all())
        steps = np.broadcast_to(learner.steps(T + 1).reshape(T + 1, -1), (T + 1, *runs))
    else:
        column, every = (lambda v: v), bool
        steps = learner.steps(T + 1).tolist()  # Python's floats are faster than NumPy's, one at a time
    U, l2, mistakes_only = learner.U, loss.l2, learner.mistakes_only
    U2 = None if U is None else np.square(U)
    p, slopes = np.empty((T, *runs)), np.empty((T, *runs))
    projected, updates = np.zeros((T, *runs), bool), np.empty((T, *runs), bool)
    regularisers, square_norms = np.zeros((T, *runs)), np.zeros((T, *runs))
    block = T if record == "all" else min(T, BLOCK)
    kept = np.zeros((block + 1, *shape))  # w of the block's rounds: of all rounds, or of a few at a time
    w, total = np.zeros(shape), np.zeros(shape)

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
                updates[t] = mistake = y_t * _dot(-total if learner.lazy else w, x) <= 0
                g = column(mistake) * g
            if learner.lazy:                                # update
                total = total + g
                new = learner.follow(t + 2, total) if learner.follow else column(-steps[t + 1]) * total
            else:
                new = w - column(steps[t]) * g
            if U is not None:
                n2 = _dot(new, new)
                inside = n2 <= U2
                if not every(inside):
                    out = ~inside & (new != w).any(axis=-1)  # who stays on the edge is not projected again
                    new = np.where(column(out), _on_sphere(new, n2, learner), new)
                    projected[t] = out & (n2 > U2 * blocks.EDGE)
            w = kept[t % block + 1] = new
            if t % block == block - 1 or t == T - 1:        # a block is full: who moved in it?
                if not mistakes_only:
                    moves = kept[: t % block + 2]
                    updates[t - t % block : t + 1] = (moves[1:] != moves[:-1]).any(axis=-1)
                if block < T:
                    kept[0] = w

    with np.errstate(over="ignore", invalid="ignore"):
        losses = loss.value(p, _by_round(y, p)) + regularisers
        norms = np.sqrt(square_norms) if l2 else abs(slopes) * _by_round(np.linalg.norm(X, axis=-1), p)
    return _run(learner, loss, X, y, record, losses, slopes, updates, projected, norms.max(axis=0, initial=0.0),
                kept if record == "all" else w[None], np.isfinite(losses).all())


def _in_blocks(learner, loss, X, y, T, shape, record):
    """``_loop`` for examples that are fixed in advance, at the speed of matrix products."""
    keep, runs = record == "all", shape[:-1]
    losses, slopes = np.empty((T, *runs)), np.empty((T, *runs))
    updates, projected = np.empty((T, *runs), bool), np.empty((T, *runs), bool)
    w = np.zeros((T + 1 if keep else 1, *shape))
    y_t, G, finite = _by_round(y, slopes), np.zeros(runs), True
    with np.errstate(over="ignore", invalid="ignore"):
        for t, p, s, x2, moved, projected[t], squares, path in blocks.rounds(learner, loss, X, y, keep):
            values, norms = loss.value(p, y_t[t]), abs(s) * np.sqrt(x2)
            if loss.l2:  # ‖s x + l2 w‖²
                values = values + loss.l2 / 2 * squares
                norms = np.sqrt(np.maximum(norms * norms + loss.l2 * (2 * s * p + loss.l2 * squares), 0.0))
            losses[t], slopes[t], G = values, s, np.maximum(G, norms.max(axis=0))
            finite = finite and np.isfinite(values).all()
            if keep:
                kept = w[t.start : t.stop + 1]
                kept[1:] = path
                _hold(kept, moved)
                updates[t] = moved if learner.mistakes_only else (kept[1:] != kept[:-1]).any(axis=-1)
            else:
                w[0], updates[t] = path[-1], moved
    return _run(learner, loss, X, y, record, losses, slopes, updates, projected, G, w, finite)


def _hold(w, moved):
    """Set w_{t+1} = w_t, to the last bit, in rounds without a step: w (rounds + 1, d) or (rounds + 1, n_runs, d)."""
    if w.ndim == 2:
        w[:] = w[np.maximum.accumulate(np.append(0, np.where(moved, np.arange(1, len(w)), 0)))]
    else:
        for t in np.flatnonzero(~moved.all(axis=1)):
            w[t + 1, ~moved[t]] = w[t, ~moved[t]]


def _by_round(a, record):
    """A fact of the examples, (T,) or (n_runs, T), as the record has it: (T,) or (T, n_runs)."""
    return a if record.ndim == 1 else a.T if a.ndim == 2 else a[:, None]


def _run(learner, loss, X, y, record, losses, slopes, updates, projected, G, w, finite):
    """The `Run`, if its losses are ``finite`` and so is the rest. Arrays have a leading axis T; w[-1] is the last."""
    finite = finite and np.isfinite(G).all()
    if learner.U is None and not (finite and np.isfinite(w[-1]).all()):
        check.fail("learner", f"{learner.name} without projection", "steps for which w_t, its loss and its gradient "
                   "stay finite; here they leave the float range (erratum E11): project, or take smaller steps")
    if not finite:
        check.fail("X, y, U, l2", "values for which a loss or a gradient exceeds the float range", "finite numbers")
    first = (lambda a: a) if losses.ndim == 1 else (lambda a: np.swapaxes(a, 0, 1))
    return Run(
        w=first(w) if record == "all" else None, losses=first(losses), slopes=first(slopes),
        G=G if losses.ndim == 2 else float(G), updates=first(updates), projected=first(projected),
        X=X, y=y, learner=learner, loss=loss,
    )
