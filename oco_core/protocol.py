"""The sequential protocol (catalogue D1): predict, suffer, update, for t = 1 .. T.

``textbook`` is the protocol as it stands in the book. ``play`` plays the same, and is what to call: it checks what it
is given, plays many runs at once and adversaries, records more, and leaves the rounds to the `engine`, which is faster.
"""

from dataclasses import dataclass

import numpy as np

from .engine import blocks, check, loop
from .learners import Learner
from .losses import Loss
from .streams import Adversary

__all__ = ["Run", "play", "textbook"]


def textbook(learner, loss, X, y):
    """One run from w_1 = 0 on examples X (T, d), y (T,), as the book writes it: w (T + 1, d) and the losses (T,).

    Nothing is checked, nothing is fast: it is what ``play`` is tested against.
    """
    w, S = np.zeros((2, X.shape[1]))
    path, losses = [w], []
    for t, (x, y_t) in enumerate(zip(X, y), start=1):
        p = w @ x                                                       # predict
        losses.append(loss.value(p, y_t) + loss.l2 / 2 * (w @ w))       # suffer
        g = loss.slope(p, y_t) * x + loss.l2 * w
        if learner.mistakes_only and y_t * p > 0:
            g = 0 * g
        w, S = learner.update(learner, t, w.copy(), S, g)               # update
        if learner.U is not None and np.linalg.norm(w) > learner.U:
            w = w * (learner.U / np.linalg.norm(w))
        path.append(w)
    return np.array(path), np.array(losses)


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
    shape, keep = (d,) if n_runs is None else (n_runs, d), record == "all"
    if X is None:
        example, X, y = loop.answers(data[0].start(shape), T, shape)
        found = loop.play(learner, loss, example, T, shape, keep, X, y)
        run = _run(learner, loss, X, y, keep, *found)
        check.labels(loss, run.y)
        return run
    if blocks.can(learner, loss, X, y):
        found = blocks.play(learner, loss, X, y, shape, keep)
    else:
        found = loop.play(learner, loss, loop.given(X, y), T, shape, keep, X, y)
    return _run(learner, loss, X, y, keep, *found)


def _examples(data):
    if len(data) == 1 and hasattr(data[0], "X") and hasattr(data[0], "y"):
        data = data[0].X, data[0].y
    if len(data) != 2:
        check.fail("data", data, "a stream, an adversary, or X and y")
    return check.examples(*data)


def _run(learner, loss, X, y, keep, losses, slopes, updates, projected, G, w):
    """The `Run`, if what the engine found is finite. Arrays have a leading axis T; w[-1] is the last."""
    finite = np.isfinite(losses).all() and np.isfinite(G).all()
    if learner.U is None and not (finite and np.isfinite(w[-1]).all()):
        check.fail("learner", f"{learner.name} without projection", "steps for which w_t, its loss and its gradient "
                   "stay finite; here they leave the float range (erratum E11): project, or take smaller steps")
    if not finite:
        check.fail("X, y, U, l2", "values for which a loss or a gradient exceeds the float range", "finite numbers")
    first = (lambda a: a) if losses.ndim == 1 else (lambda a: np.swapaxes(a, 0, 1))
    return Run(
        w=first(w) if keep else None, losses=first(losses), slopes=first(slopes),
        G=G if losses.ndim == 2 else float(G), updates=first(updates), projected=first(projected),
        X=X, y=y, learner=learner, loss=loss,
    )
