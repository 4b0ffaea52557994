"""λ, γ or η chosen by a validation set: the bound on laws whose chances are known, and where it says nothing."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, tightest
from tests.core.holds import holds
from tests.core.strategies import examples
from tests.core.test_bounds_on_coins import binomial


def chosen(table, counts):
    """The candidate of the least validation loss, the first one if there are several: table (K, n), counts (…, n)."""
    return np.argmin(counts @ table.T, axis=-1)


@holds(bounds.validation)
@pytest.mark.parametrize("seed", range(4))
def test_not_violated_in_ten_thousand_laws(seed):
    """A law on 2 examples and K candidates with losses in [0, M]: the chance of a choice beyond the bound is a sum."""
    rng, beyond, largest = np.random.default_rng(seed), 0, 0.0
    for _ in range(2500):
        m, K, M = int(rng.integers(1, 60)), int(rng.integers(1, 6)), 10.0 ** rng.uniform(-2, 2)
        p, delta = rng.uniform(0, 1), 10.0 ** rng.uniform(-6, 0)
        table = M * rng.choice([rng.random((K, 2)), np.round(rng.random((K, 2)))])
        k = np.arange(m + 1)
        picked = chosen(table, np.stack([k, m - k], axis=-1))
        risks = table @ [p, 1 - p]
        excess = (risks - risks.min())[picked]
        chance = binomial(m, p)[excess > bounds.validation(m, K, delta, M) * (1 + 1e-12)].sum()
        beyond, largest = beyond + (chance > delta * (1 + 1e-9)), max(largest, chance / delta)
    assert beyond == 0 and largest > 0  # it is failed, and no more often than it may


@given(m=st.integers(1, 80), p=st.floats(0.5, 0.999), delta=st.floats(1e-9, 1))
@examples(100)
def test_two_candidates_that_are_never_right_together(m, p, delta):
    """The worse one has no more errors on the validation set with a chance of at most e^{−m(2p − 1)²/2}."""
    chance = binomial(m, p)[: m // 2 + 1].sum()
    assert chance <= math.exp(-m * (2 * p - 1) ** 2 / 2) * (1 + 1e-9)
    assert chance <= delta or 2 * p - 1 <= bounds.validation(m, 2, delta, 1.0) * (1 + 1e-12)


def test_the_tightest_instance_by_hand():
    """m = 1 and δ = ¼: the better one loses the only test with chance 1 − p > ¼ up to p = ¾."""
    assert tightest.statistical.worse_is_chosen(1, 0.25) == pytest.approx(0.5)
    p = (1 + tightest.statistical.worse_is_chosen(9, 0.01)) / 2
    assert binomial(9, p)[:5].sum() == pytest.approx(0.01)
    assert 0.992 < tightest.INSTANCES["validation"]().ratio < 1


def test_one_candidate_leaves_no_choice_and_no_set_leaves_no_statement():
    assert bounds.validation(100, 1, 1.0, 1.0) == 0
    for wrong in ({"m": 0}, {"K": 0}, {"K": 0.5, "delta": 1.0}):
        with pytest.raises(ValueError):
            bounds.validation(**({"m": 10, "K": 2, "delta": 0.1, "M": 1.0} | wrong))
    assert len(bounds.validation.holds_for(m=10, K=2, delta=0.1, M=1.0).unchecked) == 3
