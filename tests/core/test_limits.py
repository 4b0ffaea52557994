"""What the book says that something tends to, evaluated at sizes far beyond those that its cells print."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from oco_core import bounds, learners, losses, play, tightest, walks


def approaches(values, limit, within):
    """Ever nearer to the limit, and near it in the end."""
    gaps = abs(np.asarray(values) - limit)
    return (np.diff(gaps) < 0).all() and gaps[-1] < within


def test_T13_and_T15_on_one_unlikely_sample():
    """.377 of T13's sharper form and .638 of T15 and T16: δ = q^m, as its logarithm, since q^m leaves the range of
    floats."""
    q, ratios = 0.1, []
    for m in (300, 3000, 30_000):
        run = play(learners.ogd(math.sqrt(2) / 4, 1.0), losses.square, np.ones((m, 1)), -np.ones(m))
        excess = (run.w[:-1].mean() + 1 - 2 * (1 - q)) ** 2  # (w̄ − u*)², u* = 1 − 2q
        ratios.append(excess / (math.sqrt(2 / m) * (8 + 4 * math.sqrt(math.log(2) - m * math.log(q)))))
    limit = 4 * (1 - q) ** 2 / (4 * math.sqrt(2 * math.log(1 / q)))
    assert round(limit, 3) == 0.377 and approaches(ratios, limit, 0.004)
    q = 0.28
    ratios = [(1 - q) / math.sqrt((math.log(m) + math.log(m) - m * math.log(q)) / m) for m in (500, 10_000, 10**6)]
    limit = (1 - q) / math.sqrt(-math.log(q))
    assert round(limit, 3) == 0.638 and approaches(ratios, limit, 1e-4)
    assert ratios[0] == pytest.approx((1 - q) / bounds.compression(500, 1, q**500))


def test_half_of_the_printed_martingale_step():
    """T11 as printed: m → ∞ first, then δ → 0 (the largest deviation of coins is z/(2√m) in the limit)."""
    ratios = [-NormalDist().inv_cdf(delta) / 2 / math.sqrt(2 * -math.log(delta))
              for delta in (1e-2, 1e-20, 1e-100, 1e-300)]
    assert approaches(ratios, 0.5, 2e-3) and max(ratios) < 0.5
    assert bounds.martingale(1000, 1e-3, 1.0) == pytest.approx(2 * bounds.martingale_sharp(1000, 1e-3, 1.0))


def test_T15_with_half_of_the_examples():
    """The exercise: the root tends to √ln 2 from above."""
    roots = [bounds.compression(m, m // 2, 0.05) for m in (10, 1000, 10**5, 10**7)]
    assert approaches(roots, math.sqrt(math.log(2)), 1e-5) and min(roots) > math.sqrt(math.log(2))


@pytest.mark.parametrize("c, leading",
                         [(2.0, 1.5), (math.sqrt(2), 1.25 * math.sqrt(2)), (2 * math.sqrt(2), math.sqrt(2))])
def test_the_spam_filter_s_leading_constant(c, leading):
    ratios = [tightest.percent_push_regret(T, c, words) / math.sqrt(T)
              for T, words in ((10**12, 10**4), (10**15, 10**5), (10**18, 10**6))]
    assert approaches(ratios, 2 / c + c / 4, 0.005) and 2 / c + c / 4 == pytest.approx(leading)


def test_the_mean_regret_need_not_converge():
    """E6: −1 + 1/3 along the ends of every third block, where the signs come in blocks of length 1, 2, 4, ..."""
    w = paid = total = 0.0
    ratios, t = [], 0
    for k in range(19):  # in plain floats: half a million rounds
        sign = (-1.0) ** k
        for _ in range(2**k):
            t += 1
            paid, total = paid + sign * w, total + sign
            w = max(-1.0, min(1.0, w - math.sqrt(2 / t) * sign))
        if k % 3 == 0 and k > 3:
            ratios.append((paid + abs(total)) / t)
    assert approaches(ratios, -2 / 3, 0.01) and min(ratios) > -2 / 3


def test_what_dropping_the_projection_costs_in_the_limit():
    """E48: (2 − 4√2/3)·T^{3/2} with η = √2, ± 1 in two halves."""
    factors = []
    for T in (100, 10_000, 10**6):
        steps = np.sqrt(2) / np.sqrt(np.arange(1, T + 1))
        g = np.r_[np.ones(T // 2), -np.ones(T // 2)]
        w = np.concatenate([[0.0], -np.cumsum(steps * g)[:-1]])
        factors.append(g @ w / T**1.5)
    assert approaches(factors, 2 - 4 * math.sqrt(2) / 3, 1e-4)


def test_where_the_logarithm_wins():
    """(1 + ln T)/√T falls from T = 3 on only; T7 and its lower bound are a factor of 4 apart at T = 1 and below 6 for
    all T."""
    T = np.arange(1, 10_000)
    falling = np.diff((1 + np.log(T)) / np.sqrt(T)) < 0
    assert not falling[0] and falling[2:].all()
    factor = np.array([bounds.strongly_convex_harmonic(T, 1.0, 1.0) * 12 / bounds.strongly_convex_harmonic(T + 1, 1.0,
                                                                                                           1.0) / 2
                       for T in (1, 10, 1000, 10**6)])
    assert factor[0] == pytest.approx(4) and (np.diff(factor) > 0).all() and 5.5 < factor[-1] < 6


def test_the_walk_and_the_ridge():
    ratios = [walks.mean_distance(T) / math.sqrt(T) for T in (10, 1000, 10**5)]
    assert approaches(ratios, math.sqrt(2 / math.pi), 1e-5)
    q, m = 0.4, 32  # the explorer's coin: E (2ȳ/(2 + λ) − q)² is least at λ = 2(1 − q²)/(mq²)
    mean = lambda lam: (2 / (2 + lam)) ** 2 * (1 - q * q) / m + (q * lam / (2 + lam)) ** 2
    best = 2 * (1 - q * q) / (m * q * q)
    assert round(best, 3) == 0.328 and all(mean(best) < mean(best + shift) for shift in (-0.05, -0.01, 0.01, 0.05))
