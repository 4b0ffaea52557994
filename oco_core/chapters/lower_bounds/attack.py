"""A search for linear losses that make a learner's regret large, in units of UG√T (catalogue T20).

What is found is a fact about the learner; what is not found is none.
"""

from dataclasses import dataclass

import numpy as np

from ... import losses, streams
from ...engine import check
from ...learners import Learner
from ...protocol import play

__all__ = ["LONGEST", "Record", "search"]

LONGEST = 200  # rounds


@dataclass(frozen=True, eq=False)
class Record:
    """The costliest stream so far. tries: how many have been played; ratio: its regret over UG√T, G = 1; g: its
    gradients (T, d), ‖g_t‖ ≤ 1; how: what it is; new: whether this try found it."""

    tries: int
    ratio: float
    g: np.ndarray
    how: str
    new: bool

    @property
    def stream(self):
        """The examples x_t = g_t, y_t = 1, for the linear loss."""
        return streams.Stream("attack", self.g, np.ones(len(self.g)))


def _line(y):
    return np.asarray(y, dtype=float)[:, None]


def _openings(T):
    """(how, gradients (T, 1)): pushes after a while of waiting, or of pushing the other way."""
    t = np.arange(T)
    turns = np.unique(np.geomspace(1, T, 24).round().astype(int)) - 1
    yield "one sign", _line(np.ones(T))
    yield "signs in turn", _line((-1.0) ** t)
    for k in turns[::-1]:
        yield f"signs in turn, then one sign from round {k + 1}", _line(np.where(t < k, (-1.0) ** t, 1.0))
        yield f"one sign, from round {k + 1} the other", _line(np.where(t < k, 1.0, -1.0))
        yield f"nothing, from round {k + 1} one sign", _line(np.where(t < k, 0.0, 1.0))


def _against(T, turn):
    """An adversary on the line that answers with the sign that makes w_t pay, and from round ``turn`` on with the sign
    of what has been so far, so that some u gains."""
    def start(shape):
        t, total = 0, 0.0

        def answer(w):
            nonlocal t, total
            sign = 1.0 if (w[0] >= 0 if t < turn else total >= 0) else -1.0
            t, total = t + 1, total + sign
            return np.ones(1), sign
        return answer
    return streams.Adversary("against", 1, start)


def _moved(g, rng):
    """A neighbour of g: a block turned round, set to one direction, swapped, or made shorter."""
    T, d = g.shape
    new = g.copy()
    i = int(rng.integers(T))
    j = min(T, i + 1 + int(rng.integers(1 + int(T ** rng.uniform(0, 1)))))
    kind = rng.integers(5)
    if kind == 0:
        new[i:j] *= -1
    elif kind == 1:
        v = rng.standard_normal(d)
        new[i:j] = np.trunc(1e6 * v / np.linalg.norm(v)) / 1e6
    elif kind == 2:
        new[i:j] = new[i:j][::-1]
    elif kind == 3:
        new = np.roll(new, j - i, axis=0)
    else:
        new[i:j] = np.trunc(1e6 * rng.uniform(0, 1) * new[i:j]) / 1e6
    return new


def search(learner, T, budget=1000, U=None, seed=0, start=None):
    """Yields a `Record` after each of ``budget`` streams that are played: first those that books use, then neighbours
    of the best.

    learner: a `Learner` of one run; T from 1 to 200; U: radius of the u it is compared with, the learner's own if None.
    start: a `Record` of an earlier search to go on from. All is decided by ``seed``. What the learner raises is passed
    on. Raises ValueError for other arguments.
    """
    check.kind("learner", learner, Learner)
    T, budget = check.count("T", T, 1), check.count("budget", budget, 1)
    if T > LONGEST:
        check.fail("T", T, f"at most {LONGEST}")
    if learner.n_runs is not None or learner.mistakes_only:
        check.fail("learner", learner.name, "one that plays one game of linear losses")
    U = check.radius("U", learner.U if U is None else U)
    rng, unit = np.random.default_rng(check.count("seed", seed)), U * np.sqrt(T)
    best = start and Record(start.tries, start.ratio, start.g, start.how, False)
    for how, candidate in _candidates(T, rng, lambda: best, fresh=start is None):
        if budget == 0:
            return
        budget -= 1
        data = (candidate,) if isinstance(candidate, streams.Adversary) else (candidate, np.ones(T))
        run = play(learner, losses.linear, *data, T=T)
        g = run.y[:, None] * run.X
        ratio = float((run.losses.sum() + U * np.linalg.norm(g.sum(axis=0))) / unit)
        new = best is None or ratio > best.ratio
        tries = best.tries + 1 if best else 1
        best = Record(tries, ratio, g, how, True) if new else Record(tries, best.ratio, best.g, best.how, False)
        yield best


def _candidates(T, rng, best, fresh):
    if fresh:
        yield from _openings(T)
        for share in (1.0, 0.75, 0.5, 0.25):
            yield "signs that make each w pay, then a push", _against(T, round(share * T))
        yield "at right angles to w and to what has been", streams.orthogonal(2)
    while True:
        g = best().g
        if g.shape[1] == 1 and rng.random() < 0.05:
            g = np.column_stack([g, np.zeros(T)])
        yield "found by trying neighbours", _moved(g, rng)
