"""`mistakes.margin` and `mistakes.best` against fractions on hostile examples, and on more coordinates than
examples."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from oco_core import mistakes
from oco_core.engine import exact
from tests.core.separations import dot, hostile, nearest, no_halfspace, signed

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def solved_for_M(rows, u, charge2):
    """T9 solved for M at u, to 60 digits: L + A²/2 + A√(A²/4 + L), A² = charge²·max ‖x_t‖²."""
    with localcontext() as context:
        context.prec = 60
        L = decimal(sum((max(Fraction(0), 1 - dot(row, u)) for row in rows), Fraction(0)))
        A2 = decimal(charge2 * max(dot(row, row) for row in rows))
        return L + A2 / 2 + (A2 * (A2 / 4 + L)).sqrt()


def test_margins_against_fractions_on_hostile_examples(request):
    """value ≤ γ* ≤ upper, and separable or not is decided, by a u but for hair's breadths; ``--hostile`` of them."""
    rng, count, close = np.random.default_rng(2), request.config.getoption("--hostile"), 0
    missed = 0
    for _ in range(count):
        X, y = hostile(rng, rng.integers(1, 7), rng.integers(1, 4))
        rows, found = signed(X, y), mistakes.margin(X, y)
        gamma2 = nearest(rows)
        assert exact.nearest(y[:, None] * X)[0] == gamma2 and no_halfspace(rows) == (gamma2 == 0)
        assert Fraction(found.upper) ** 2 >= gamma2 and (gamma2 == 0) == (found.upper == 0)
        assert (gamma2 > 0 or found.value <= 0)
        assert found.value <= 0 or Fraction(found.value) ** 2 <= gamma2
        u = [Fraction(v) for v in found.u.tolist()]
        least = min(dot(row, u) for row in rows)
        assert (least > 0) == (found.value > 0)
        missed += gamma2 > 0 >= found.value  # floats have no such u, or it was not found
        if found.value > 0:
            assert Fraction(found.value) ** 2 * dot(u, u) <= least**2 * (1 + Fraction(1, 10**12))
        close += found.upper - found.value <= 1e-7 * found.upper or gamma2 == 0
    assert close > 0.97 * count and missed <= 0.002 * count


def test_the_best_bound_against_60_digits_on_hostile_examples(request):
    """value is not below the bound of its u, lower not above that of any u tried; ``--hostile`` of them."""
    rng, count, refused = np.random.default_rng(3), request.config.getoption("--hostile"), 0
    for _ in range(count):
        X, y = hostile(rng, rng.integers(1, 7), rng.integers(1, 4))
        rows, largest = signed(X, y), np.linalg.norm(X, axis=1).max()
        tried = [np.zeros(X.shape[1]),
                 *(rng.standard_normal((4, X.shape[1])) * 10.0 ** rng.uniform(-3, 3) / (largest or 1.0))]
        n2, v = exact.nearest(y[:, None] * X)
        if n2:
            tried += [v * s / float(min(dot(row, [Fraction(c) for c in v.tolist()]) for row in rows) or 1)
                      for s in (0.5, 1.0, 1.0001)]
        for norm in (None, float(10.0 ** rng.uniform(-2, 4) / (largest or 1.0))):
            try:
                found = mistakes.best(X, y, norm)
            except ValueError as error:
                assert "certified" in str(error)
                refused += 1
                continue
            assert found.lower <= found.value
            u = [Fraction(c) for c in found.u.tolist()]
            charge2 = dot(u, u) if norm is None else Fraction(norm) ** 2
            assert dot(u, u) <= charge2 and Decimal(float(found.value)) >= solved_for_M(rows, u, charge2)
            for other in tried + [found.u * (1 + 1e-6), found.u * (1 - 1e-6)]:
                w = [Fraction(c) for c in other.tolist()]
                if norm is None or dot(w, w) <= charge2:
                    assert Decimal(float(found.lower)) <= solved_for_M(rows, w, dot(w, w) if norm is None else charge2)
    assert refused <= 0.2 * count


@pytest.mark.parametrize("scale", [1e-120, 1e-6, 1.0, 1e120])
def test_a_margin_that_is_small_beside_the_examples(scale):
    found = mistakes.margin(scale * np.array([[1e9, 0.5], [1e9, -0.5]]), [1.0, -1.0])
    assert 0 < found.value <= 0.5 * scale * (1 + 1e-15)
    assert found.upper == pytest.approx(0.5 * scale) == pytest.approx(found.value)
    assert mistakes.margin(scale * np.array([[1e9, 0.5], [1e9, 0.5]]), [1.0, -1.0]).upper == 0


def test_more_coordinates_than_examples():
    """The same as in coordinates of the span; and nothing of the size d × d is made."""
    import tracemalloc

    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((30, 6000)), rng.choice([-1.0, 1.0], 30)
    tracemalloc.start()
    wide, best, charged = mistakes.margin(X, y), mistakes.best(X, y), mistakes.best(X, y, [0.01, 0.1])
    assert tracemalloc.get_traced_memory()[1] < 12 * X.nbytes
    tracemalloc.stop()
    Q, _ = np.linalg.qr(X.T)
    few = X @ Q
    assert wide.value == pytest.approx(mistakes.margin(few, y).value)
    assert (y * (X @ wide.u)).min() == pytest.approx(wide.value)
    assert best.value == pytest.approx(mistakes.best(few, y).value) and best.value - best.lower <= 1e-8 * best.value
    assert charged.value == pytest.approx(mistakes.best(few, y, [0.01, 0.1]).value) and charged.u.shape == (2, 6000)
    assert math.isclose(np.linalg.norm(wide.u), 1.0)


def test_a_direction_too_short_to_be_squared_is_one_like_any_other():
    found = mistakes.margin([[1e150, 1e-150], [1e140, -1e-150], [1e140, 1e-150]], np.ones(3))
    assert 0.99e140 < found.value <= found.upper < 1.01e140
