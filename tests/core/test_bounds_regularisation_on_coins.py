"""T18 on coins, whose minimisers and risks are known in closed form; the coin of erratum E24."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, losses, regularisation
from tests.core.holds import holds
from tests.core.strategies import by_name, examples, log_uniform, value_of

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@pytest.mark.parametrize("loss", [losses.absolute, losses.hinge], ids=by_name)
@pytest.mark.parametrize("lam", [0.05, 0.5, 1.0, 4.0])
def test_the_coin_is_the_law_written_out(loss, lam):
    m, p = 5, 0.7
    law = regularisation.coin(m, p, lam)
    for k in range(m + 1):
        y = np.array([1.0] * k + [-1.0] * (m - k))
        # a gap of 1e-8 in the total moves w by √(2e-8/(mλ))
        assert regularisation.minimiser(loss, lam, np.ones((m, 1)), y)[0] == pytest.approx(law.w[k],
                                                                                           abs=math.sqrt(8e-8 / lam))
        risk = p * value_of(loss.name, law.w[k], 1.0) + (1 - p) * value_of(loss.name, law.w[k], -1.0)
        assert law.excess[k] == pytest.approx(risk - 0.6, abs=1e-12)  # u = 1: .3·2
        assert law.chances[k] == pytest.approx(math.comb(m, k) * p**k * (1 - p) ** (m - k))
    assert law.largest_movement <= bounds.stability(m, lam, 1.0) * (1 + 1e-12)


@pytest.mark.parametrize("m, lam", [(5, 0.05), (8, 0.5), (5, 4.0)])
def test_ridge_on_coins_is_the_law_written_out(m, lam):
    """w_S, the excess over the best u of a grid of the ball, and T18's movements, from the minimisers themselves."""
    p, ones = 0.7, np.ones((m, 1))
    law = regularisation.coin(m, p, lam, losses.square)
    risk = lambda w: p * (w - 1) ** 2 + (1 - p) * (w + 1) ** 2
    for k in range(m + 1):
        y = np.array([1.0] * k + [-1.0] * (m - k))
        assert regularisation.minimiser(losses.square, lam, ones, y)[0] == pytest.approx(law.w[k], abs=1e-12)
        assert law.excess[k] == pytest.approx(risk(law.w[k]) - risk(np.linspace(-1, 1, 201)).min(), abs=1e-12)
        if k < m:
            moved = regularisation.movements(losses.square, lam, ones, y, [1.0], 1.0)
            assert moved.max() == pytest.approx(law.w[k + 1] - law.w[k], abs=1e-12)
    assert law.chances == pytest.approx([math.comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1)])
    assert law.largest_movement == pytest.approx(4 / (m * (2 + lam)))


@given(m=st.integers(1, 300), p=st.floats(0, 1), lam=log_uniform(1e-3, 1e2))
@examples(60)
def test_T18_holds_for_ridge_on_coins(m, p, lam):
    """In the ball B = 1, with ρ = 2X(BX + |y|) = 4 (E23); with ρ = 1 stability would fail for λ > 2."""
    rho = losses.gradient_bound(losses.square, [[1.0], [1.0]], [1.0, -1.0], 1.0)
    law = regularisation.coin(m, p, lam, losses.square)
    assert rho == 4 and abs(law.w).max() <= 1 and law.excess.min() >= 0
    assert law.largest_movement <= bounds.stability(m, lam, rho)
    assert abs(lam - 2) < 1e-9 or (law.largest_movement > bounds.stability(m, lam, 1.0)) == (lam > 2)
    assert law.mean <= bounds.rlm_at(m, lam, rho, 1.0)
    if bounds.rlm.holds_for(m=m, lam=lam, rho=rho, B=1.0):
        assert law.mean <= bounds.rlm(m, rho, 1.0)


@holds(bounds.rlm_at, bounds.rlm, bounds.rlm_sharp)
@given(m=st.integers(1, 300), p=st.floats(0, 1), lam=log_uniform(1e-3, 1e2))
@examples(60)
def test_T18_holds_for_coins(m, p, lam):
    law = regularisation.coin(m, p, lam)
    assert law.chances.sum() == pytest.approx(1) and law.excess.min() >= -1e-15
    assert law.mean <= bounds.rlm_at(m, lam, 1.0, 1.0)
    if bounds.rlm.holds_for(m=m, lam=lam, rho=1.0, B=1.0):
        assert law.mean <= 0.4273 * bounds.rlm(m, 1.0, 1.0)
    sharp = regularisation.coin(m, p, 2 / math.sqrt(m))
    assert bounds.rlm_sharp.holds_for(m=m, lam=2 / math.sqrt(m), rho=1.0, B=1.0)
    assert sharp.mean <= bounds.rlm_sharp(m, 1.0, 1.0)


def test_erratum_E24():
    """m = 32, ε = ½; the notes' λ = ¼ and 10 are ½ and 20 here."""
    law = regularisation.coin(32, 0.7, 0.5)
    assert law.mean == pytest.approx(0.1001, abs=5e-5)
    assert law.chances[law.excess > 0.5].sum() == pytest.approx(5.3e-4, abs=5e-6)
    assert bounds.rlm(32, 1.0, 1.0) == 0.5 and bounds.rlm.holds_for(m=32, lam=0.5, rho=1.0, B=1.0)
    assert regularisation.coin(32, 1, 20.0).mean == pytest.approx(0.95) and regularisation.coin(32, 1, 0.5).mean == 0
