"""The best u of the linear loss by its sums, against exact rational arithmetic: long ones, and those that vanish."""

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest

from oco_core import hindsight, losses
from oco_core.engine import linear_sums, rounding


def least(X, y, U, t):
    """−U‖Σ_{s≤t} y_s x_s‖, to 200 digits."""
    S = [sum(Fraction(a) * Fraction(b) for a, b in zip(column[:t], y[:t])) for column in X.T.tolist()]
    square = sum(s * s for s in S) * Fraction(U) ** 2
    digits = 10**200
    return -Fraction(isqrt(square.numerator * square.denominator * digits**2), square.denominator * digits)


@pytest.mark.parametrize("size", [linear_sums.LONG // 2, linear_sums.LONG + 2])
def test_sums_on_both_sides_of_long(size):
    """Of every prefix, each with its own last round, in any order and twice."""
    rng = np.random.default_rng(3)
    X, y, at = rng.standard_normal((size // 2, 2)), rng.standard_normal(size // 2), [size // 2, 1, 700, 2, 700]
    u, value, lower = linear_sums.best(losses.linear, X, y, 3.0, np.array(at))
    for k, t in enumerate(at):
        exact = least(X, y, 3.0, t)
        assert lower[k] <= exact <= value[k] and value[k] - lower[k] <= 1e-8 * max(1, -float(exact))
        assert np.linalg.norm(u[k]) <= 3.0 * (1 + 1e-15) and y[:t] @ X[:t] @ u[k] == pytest.approx(float(exact))


@pytest.mark.parametrize("T", [1, 2, 3])
@pytest.mark.parametrize("U", [1.0, 1e100, 1e140])
def test_products_that_vanish_are_paid_for(T, U):
    """x·y = 1e-340 is 0 as a float, and U = 1e140 makes a loss of −T·1e-200 of it all the same."""
    X, y, at = np.full((T, 1), 1e-170), np.full(T, 1e-170), np.arange(1, T + 1)
    found = hindsight.comparators(losses.linear, X, y, U, at)
    for t, value, lower in zip(at, found.value, found.lower):
        assert lower <= least(X, y, U, t) < 0 <= value < 1e-9 and lower > -1e-9


def test_what_is_left_of_a_sum_that_cancels():
    """y·x = 1 + 2⁻²⁹ + 2⁻⁶⁰ has one digit more than a float: against −(1 + 2⁻²⁹) it is all that is left."""
    near = 1 + 2.0**-30
    best = hindsight.best(losses.linear, [[1 + 2.0**-29], [near]], [-1.0, near], 2.0**60)
    assert -1.1 < best.lower <= -1 <= best.value


@pytest.mark.parametrize("x", [[1.0, 2.0**-60, 2.0**80], [2.0**80, 1.0, 2.0**-60, -(2.0**80)], [0.1] * 7])
def test_cumulated_sums_know_their_error(x):
    """Of 1 + 2⁻⁶⁰ + 2⁸⁰ the rest is 1 + 2⁻⁶⁰, which is no float: what the last term adds to it counts, too."""
    sums, rest, error = rounding.cumulated(np.array(x))
    for k in range(len(x) + 1):
        exact = sum(map(Fraction, x[:k]))
        assert abs(exact - Fraction(sums[k]) - Fraction(rest[k])) <= Fraction(error[k])
