"""The walk of a fair coin, S_n = ε_1 + ... + ε_n with ε = ±1: what every learner pays on [−U, U] (catalogue T20, §5).

On linear losses g_t = ±G with fair signs, independent of all else, no learner of d = 1 gains or loses anything in the
mean, and the best fixed u gains UG|S_T|. So E|S_T| is a lower bound, and ``learners.minimax_line`` pays no more.
"""

import math
from functools import lru_cache

import numpy as np

from . import check

__all__ = ["anytime", "lead", "mean_distance"]


def mean_distance(T):
    """E|S_T| = 2k·C(2k, k)/4^k with k = ⌈T/2⌉; between √(T/2) and √T, and √(2T/π) in the limit.

    T ≥ 0: an integer, or an array of them. Raises ValueError otherwise.
    """
    if np.ndim(T):
        return np.reshape([mean_distance(t) for t in np.ravel(T)], np.shape(T))
    k = -(-check.count("T", T) // 2)
    if k < 500:
        return 2 * k * math.comb(2 * k, k) / 4**k
    # Stirling's series of ln C(2k, k); what is left out is below 1e-19
    return math.sqrt(4 * k / math.pi) * math.exp(-1 / (8 * k) + 1 / (192 * k**3) - 1 / (640 * k**5))


def lead(n):
    """E clip(s + S_n, −1, 1) at the integers s = −n−1 .. n+1: P(s + S_n > 0) − P(s + S_n < 0). Shape (2n+3,).

    Between integers it is linear in s; beyond them it is ±1. n ≥ 0, an integer.
    """
    return _lead(check.count("n", n))


@lru_cache(maxsize=2048)
def _lead(n):
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])  # ln k!
    chance = np.zeros(2 * n + 1)
    chance[::2] = np.exp(logs[-1] - logs - logs[::-1] - n * math.log(2))
    below = np.concatenate([[0.0, 0.0], np.cumsum(chance) / chance.sum()])  # P(S_n ≤ j) at j = −n−2 .. n
    values = below - below[::-1]
    values.setflags(write=False)
    return values


def anytime(T):
    """γ_T = max E|S_τ| / E√τ over the stopping times 1 ≤ τ ≤ T of the walk (catalogue §5, anytime, d = 1).

    On [−U, U] no learner has R_t < γ_T·UG√t at every t ≤ T on all signs ±G, and one has R_t ≤ γ_T·UG√t. γ_T
    is 1 up to T = 6 and never decreases; it tends to 1.30693 by Harvey, Liaw, Perkins and Randhawa (2020), which
    nothing here proves. T ≥ 1. Dynamic programming backwards from T, some T²/2 steps a pass; raises ValueError for
    other T.
    """
    T = check.count("T", T, least=1)
    roots, gamma = np.sqrt(np.arange(T + 1)), mean_distance(T) / math.sqrt(T)
    while True:  # for this γ the τ with the least E(γ√τ − |S_τ|) has a better ratio, until that least value is 0
        distance = np.arange(T % 2, T + 1, 2.0)  # |S_t| of the parity of t; E|S_τ| and E√τ from there on
        time = np.full(len(distance), roots[T])
        for t in range(T - 1, -1, -1):
            s = np.arange(t % 2, t + 1, 2.0)
            if t % 2:  # |s| − 1 and |s| + 1 stand at the same and the next place
                go_distance, go_time = (distance[:-1] + distance[1:]) / 2, (time[:-1] + time[1:]) / 2
            else:  # from 0 both steps lead to 1
                go_distance, go_time = ((v[np.maximum(np.arange(len(s)) - 1, 0)] + v) / 2 for v in (distance, time))
            stop = (gamma * roots[t] - s <= gamma * go_time - go_distance) & (t > 0)
            distance, time = np.where(stop, s, go_distance), np.where(stop, roots[t], go_time)
        better = float(distance[0] / time[0])
        if better <= gamma * (1 + 1e-14):
            return max(better, gamma)
        gamma = better
