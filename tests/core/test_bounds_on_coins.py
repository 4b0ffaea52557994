"""T11, T14 and T15 on fair and unfair coins, whose chances are known exactly."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds
from tests.core.holds import holds
from tests.core.strategies import examples

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def binomial(m, p):
    """P(Bin(m, p) = k), k = 0 .. m."""
    logs = [math.lgamma(m + 1) - math.lgamma(k + 1) - math.lgamma(m - k + 1) for k in range(m + 1)]
    return np.array([math.exp(c + k * math.log(p) + (m - k) * math.log1p(-p)) for k, c in enumerate(logs)])


@holds(bounds.hoeffding, bounds.hoeffding_tail, bounds.martingale, bounds.martingale_sharp)
@given(m=st.integers(1, 300), p=st.floats(0.01, 0.99), delta=st.floats(1e-6, 1.0))
@examples(150)
def test_T14_and_T11_hold_for_coins(m, p, delta):
    """P(Z̄ > p + ε) and P(|Z̄ − p| > ε) exactly; a learner that stands still turns T11 into the lower tail of Z̄."""
    chance, mean = binomial(m, p), np.arange(m + 1) / m
    epsilon = bounds.hoeffding(m, delta)
    assert chance[abs(mean - p) > epsilon].sum() <= delta * (1 + 1e-9)
    for e in (epsilon, 0.1, 0.02):
        assert chance[mean > p + e].sum() <= bounds.hoeffding_tail(m, e) * (1 + 1e-9)
        assert chance[mean < p - e].sum() <= bounds.hoeffding_tail(m, e) * (1 + 1e-9)
    for bound in (bounds.martingale, bounds.martingale_sharp):
        assert chance[p - mean > bound(m, delta, 1.0) * (1 + 1e-12)].sum() <= delta * (1 + 1e-9)


def _constant(labels):
    return 1, set()


def _first(labels):
    return labels[0], {0}


def _some_plus(labels):
    return (1, {labels.index(1)}) if 1 in labels else (-1, set())


def _perceptron(labels):
    """At x = 1, with the examples that it updates on."""
    w, K = 0, set()
    for t, y in enumerate(labels):
        if y * w <= 0:
            w, K = w + y, K | {t}
    return 1 if w > 0 else -1, K


RULES = (_constant, _first, _some_plus, _perceptron)


def chance_beyond(rule, m, q, delta, share=1.0):
    """P(|K| ≤ m/2 and er − er~ > share of T15) over all 2^m samples of a coin with P(y = 1) = q, written out."""
    beyond, root = [], [bounds.compression(m, K, delta) * share + 1e-12 for K in range(m + 1)]
    applies = [bool(bounds.compression.holds_for(m=m, K=K, delta=delta)) for K in range(m + 1)]
    assert applies == [2 * K <= m for K in range(m + 1)]
    for labels in itertools.product((1, -1), repeat=m):
        said, K = rule(labels)
        if applies[len(K)]:
            er = 1 - q if said == 1 else q
            outside = [y != said for t, y in enumerate(labels) if t not in K]
            if er - sum(outside) / len(outside) > root[len(K)]:
                beyond.append(q ** labels.count(1) * (1 - q) ** labels.count(-1))
    return math.fsum(beyond)


@pytest.mark.parametrize("rule", RULES)
def test_the_rules_on_coins_have_sketches(rule):
    """D19, for every sample of up to six: each S' between the sketch and S is learned to the same answer."""
    for m in range(1, 7):
        for labels in itertools.product((1, -1), repeat=m):
            said, K = rule(labels)
            for kept in itertools.product((False, True), repeat=m):
                if all(kept[t] for t in K):
                    assert rule([y for y, keep in zip(labels, kept) if keep])[0] == said


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("m", [1, 2, 3, 5, 9])
def test_T15_holds_for_all_outcomes_of_few_coins(rule, m):
    """The exact chance that T15 fails, fair coins and others: at most δ."""
    for q in (0.5, 0.28, 0.8, 0.97):
        for delta in (0.01, 0.3, 0.9, 1.0, q * (1 - 1e-6)):
            assert chance_beyond(rule, m, q, delta) <= delta * (1 + 1e-9)


def test_T15_with_a_smaller_root_fails():
    """One coin with P(y = 1) = .28, δ just below: .63 of the bound is exceeded with more chance than δ, the bound is
    not."""
    delta = 0.28 * (1 - 1e-9)
    assert chance_beyond(_constant, 1, 0.28, delta, share=0.63) == pytest.approx(0.28) and 0.28 > delta
    assert chance_beyond(_constant, 1, 0.28, delta) == 0


@holds(bounds.compression, bounds.compression_printed)
@given(m=st.integers(2, 300), q=st.one_of(st.just(0.5), st.floats(0.01, 0.99)), delta=st.floats(1e-6, 1.0))
@examples(100)
def test_T15_holds_for_coins(m, q, delta):
    """Exactly, for many coins: always +1, with an empty sketch; and the label of the first, with a sketch of one."""
    errors = np.arange(m + 1)
    for bound in (bounds.compression, bounds.compression_printed):
        beyond = 1 - q - errors / m > bound(m, 0, delta) * (1 + 1e-12)
        assert binomial(m, 1 - q)[beyond].sum() <= delta * (1 + 1e-9)
        chance = 0.0
        for right in (q, 1 - q):  # the first label comes with this chance, and the others are equal to it with the same
            beyond = 1 - right - errors[:m] / (m - 1) > bound(m, 1, delta) * (1 + 1e-12)
            chance += right * binomial(m - 1, 1 - right)[beyond].sum()
        assert chance <= delta * (1 + 1e-9)
