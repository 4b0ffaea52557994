"""All games of T signs at once: d = 1, x_t = 1, linear losses g_t = ±1 (catalogue T20, §5).

2^T games share their beginnings, so that all of them together take 2^(T+1) rounds.
"""

import numpy as np

from ...engine import check
from ...learners import Learner

__all__ = ["LONGEST", "all_signs", "signs_of", "worst_signs"]

LONGEST = 20  # rounds: a million games


def _last(learner, T):
    """S (2^T,) and the learner's loss (2^T,) after T rounds, for all signs."""
    check.kind("learner", learner, Learner)
    T = check.count("T", T)
    if T > LONGEST:
        check.fail("T", T, f"at most {LONGEST}: there are 2^T games")
    if learner.n_runs is not None or learner.U is None or learner.mistakes_only:
        check.fail("learner", learner.name, "one that plays one game of linear losses in a ball")
    w, known, S, paid = np.zeros((1, 1)), np.zeros((1, 1)), np.zeros(1), np.zeros(1)
    twice = lambda a: np.concatenate([a, a])
    for t in range(1, T + 1):
        S, paid = np.concatenate([S + 1, S - 1]), np.concatenate([paid + w[:, 0], paid - w[:, 0]])
        if t < T:
            sign = np.repeat([[1.0], [-1.0]], len(w), axis=0)
            known = known if len(known) == 1 else twice(known)  # one for all games, as long as there is no other
            w, known = learner.update(learner, t, twice(w), known, sign)
            w = np.clip(w, -learner.U, learner.U)
    return S, paid


def all_signs(learner, T):
    """R_T of a learner on each of the 2^T sequences of signs, in units of its loss: (2^T,).

    learner: of d = 1 with a radius U, one run; its regret is Σ g_t w_t + U|Σ g_t|. T from 0 to LONGEST = 20.
    Entry i belongs to ``signs_of(i, T)``. Their mean is U·E|S_T| for every learner (T20 for coins).
    Raises ValueError for many runs, a learner without U, the Perceptron, and other T.
    """
    S, paid = _last(learner, T)
    return paid + learner.U * abs(S)


def signs_of(i, T):
    """The signs y_1 .. y_T of the i-th game, (T,): y_t = −1 if bit t − 1 of i is set."""
    i = check.count("i", i)
    return np.array([1.0 - 2.0 * (i >> t & 1) for t in range(check.count("T", T))])


def worst_signs(learner, T):
    """(y, R_T): the signs with the largest regret, found by trying all of them; the first of these if there are many.

    Regrets that differ by less than 1e-9·UT count as equal, so that rounding does not decide. Arguments and errors as
    in ``all_signs``. For lazy OGD ``tightest.worst_signs_for_lazy`` finds them for every T.
    """
    regrets = all_signs(learner, T)
    i = int(np.argmax(regrets >= regrets.max() - 1e-9 * learner.U * max(T, 1)))
    return signs_of(i, T), float(regrets[i])
