"""lower ≤ the least loss ≤ value on data that floats do not like, against 100 digits (`hostile`)."""

import tracemalloc
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from oco_core import hindsight, laws, learners, losses, mistakes, play, regularisation
from oco_core.engine import certificate, moments, rounding
from tests.core import hostile
from tests.core.strategies import by_name

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
CLOSED = {"square": 0.99, "spam": 0.97, "linear": 1.0, "absolute": 0.9, "hinge": 0.9, "logistic": 0.9}


@pytest.mark.parametrize("name", hostile.LOSSES)
def test_the_interval_holds_the_minimum(name):
    """0 violations; and nearly all intervals are narrow. `python -m tests.core.hostile` tries more."""
    some = 50 if name == "logistic" else 100  # exp and ln of 100 digits take their time
    violations, closed, left = hostile.tried(name, range(some))
    assert not violations
    assert closed.total() >= CLOSED[name] * some, left


@pytest.mark.parametrize("seed", [5417, 5418, 5918])
def test_logistic_losses_of_which_a_float_keeps_nothing(seed):
    """e^−215 is less than 100 digits of 1 + e^−215 tell, e^−97626 less than any float: no loss is 0."""
    assert hostile.tried("logistic", [seed])[0] == []


def test_the_reference_finds_what_is_wrong():
    """An interval moved by 1e-9 of itself is caught, and a u outside the ball by one unit in the last place."""
    for name in ("square", "absolute", "hinge", "logistic", "linear"):
        _, loss, X, y, _ = hostile.instance(name, 0)
        best = hindsight.best(loss, X, y, 0.1)
        assert not hostile.check(loss, X, y, 0.1, best)
        shift = 1e-7 * max(1.0, abs(best.value))
        assert hostile.check(loss, X, y, 0.1, replace(best, lower=best.lower + shift)) == ["lower"]
        assert hostile.check(loss, X, y, 0.1, replace(best, value=best.value - shift)) == ["value"]
        outside = best.u / np.linalg.norm(best.u) * 0.1 * (1 + 1e-15)
        assert "outside" in hostile.check(loss, X, y, 0.1, replace(best, u=outside))


def test_a_column_of_1e15_does_not_hide_one_of_1():
    """u = (0, 1) has loss 0."""
    X, y = [[1e15, 1.0], [1e15, -1.0]] * 5, [1.0, -1.0] * 5
    best = hindsight.best(losses.square, X, y, 1.0)
    assert best.certified and best.value < 1e-12 and best.u == pytest.approx([0.0, 1.0])
    w = regularisation.minimiser(losses.square, 1e-6, X, y)
    assert w == pytest.approx([0.0, 1 / (1 + 0.5e-6)])
    for loss in (losses.absolute, losses.hinge, losses.logistic):
        assert hindsight.best(loss, X, y, 1.0).certified


@pytest.mark.parametrize("T, size", [(10, 1e15), (1000, 1e13), (100_000, 1e11)])
def test_long_streams_with_large_columns(T, size):
    """Where the old cut-off began: row numbers and time stamps are such columns."""
    X, y = np.column_stack([np.full(T, size), np.tile([1.0, -1.0], T // 2)]), np.tile([1.0, -1.0], T // 2)
    found = hindsight.comparators(losses.square, X, y, 1.0, [T // 2, T])
    assert found.certified.all() and (found.value < 1e-8).all()


@pytest.mark.parametrize("U", [1e3, 1e6, None])
def test_polynomials_away_from_0(U):
    """Degree 10 on [1, 2]: the exact least squares is inside the interval, which is narrow."""
    x = np.linspace(1, 2, 30)
    X, y = np.vander(x, 11), np.sin(9 * x)
    best = hindsight.best(losses.square, X, y, U)
    assert best.certified and not hostile.check(losses.square, X, y, U, best)


def test_what_is_not_certified_says_so():
    """Columns that differ in the 16th digit: over R^d the minimum hangs on them, and no u of floats attains it."""
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((20, 2)) @ rng.standard_normal((2, 5)), rng.standard_normal(20)
    best = hindsight.best(losses.square, X, y, None)
    assert not best.certified and not hostile.check(losses.square, X, y, None, best)
    one = hindsight.comparators(losses.square, X, y, None, [0, 20])
    assert one.certified.tolist() == [True, False]
    run = play(learners.ogd(1.0, 1.0), losses.square, X, y)
    assert hindsight.regret(run, None, at=[0, 20]).certified.tolist() == [True, False]
    runs = play(learners.ogd(1.0, 1.0), losses.square, X[None], y[None])
    assert hindsight.regret(runs, None, at=[0, 20]).certified.tolist() == [[True, False]]


@pytest.mark.parametrize("loss", (losses.square, losses.absolute, losses.hinge, losses.logistic, losses.spam(1.0)),
                         ids=by_name)
def test_wide_data_are_solved_in_the_span_of_the_examples(loss, monkeypatch):
    """T = 30, d = 3000: nothing of size d × d is built, and the answer is that of the same data turned into T
    coordinates."""
    rng = np.random.default_rng(3)
    X, y = rng.standard_normal((30, 3000)), np.where(rng.random(30) < 0.5, 1.0, -1.0 if loss.labels != "bits" else 0.0)
    tracemalloc.start()
    found = hindsight.comparators(loss, X, y, 0.02, [0, 10, 30])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3000 * 3000 * 8 / 2 and found.certified.all()
    turned = hindsight.comparators(loss, X @ np.linalg.qr(X.T)[0], y, 0.02, [0, 10, 30])
    assert found.value == pytest.approx(turned.value, rel=1e-7)


def test_regret_is_rounded_outwards():
    """Sums of losses that no rounding touches stay as they are; 0.1 ten times is not 1."""
    run = play(learners.ogd(1.0, 1.0), losses.linear, np.zeros((10, 1)), np.ones(10))
    curve = hindsight.regret(replace(run, losses=np.full(10, 0.1)), 1.0)
    exact = 10 * Fraction(0.1)
    assert Fraction(curve.lower[0]) <= exact <= Fraction(curve.upper[0]) and curve.upper[0] - curve.lower[0] < 1e-15
    whole = hindsight.regret(replace(run, losses=np.arange(10.0)), 1.0)
    assert whole.lower.tolist() == whole.upper.tolist() == [45.0]


@pytest.mark.parametrize("law", [laws.regression(0.3, 5), laws.coin(0.3), laws.halfspace(0.2, 4), laws.mail()], ids=str)
@pytest.mark.parametrize("U", [0.01, 1.0, 100.0, None])
def test_the_least_risk_of_a_law(law, U):
    """lower ≤ er(v) for every v that is tried, exactly; and value ≥ er(u)."""
    best, d = law.best(U), len(law.b)
    assert best.certified

    def risk(w):
        w, A, b = [Fraction(v) for v in w], law.A.tolist(), law.b.tolist()
        return (sum(w[i] * w[j] * Fraction(A[i][j]) for i in range(d) for j in range(d))
                - 2 * sum(w[i] * Fraction(b[i]) for i in range(d)) + Fraction(law.c))

    assert U is None or sum(Fraction(v) ** 2 for v in best.u) <= Fraction(U) ** 2
    rng = np.random.default_rng(0)
    for size in (0.0, 1e-8, 1e-4):
        v = best.u + size * rng.standard_normal(d)
        v = v if U is None else rounding.inside(v[None], U)[0]
        assert best.lower <= risk(v)
    assert risk(best.u) <= best.value


def test_sums_and_products_know_their_error():
    """Exactly, in fractions, on numbers that cancel; and 0 where nothing is rounded."""
    rng = np.random.default_rng(1)
    A, v = rng.standard_normal((20, 7)) * 10.0 ** rng.uniform(-9, 9, (20, 7)), rng.standard_normal(7)
    A[:, 6] = -(A[:, :6] @ v[:6]) / v[6]
    for high, low, error, row in zip(*rounding.dot(A, v), A):
        off = abs(sum(Fraction(a) * Fraction(b) for a, b in zip(row, v)) - Fraction(high) - Fraction(low))
        assert off <= Fraction(error) and error <= 1e-28 * np.abs(row * v).max()
    whole = rounding.dot(np.arange(12.0).reshape(3, 4), np.ones(4))
    assert whole.tolist() == [[6.0, 22.0, 38.0], [0.0] * 3, [0.0] * 3]
    x = rng.standard_normal(50) * 10.0 ** rng.uniform(-9, 9, 50)
    for k, (sums, rest, error) in enumerate(zip(*rounding.cumulated(x))):
        assert abs(sum(map(Fraction, x[:k])) - Fraction(sums) - Fraction(rest)) <= Fraction(error)


@pytest.mark.parametrize("U", [1e-150, 1e-3, 1.0, 0.3, 1e150])
def test_inside_is_inside(U):
    rng = np.random.default_rng(2)
    u = rng.standard_normal((200, 6))
    u *= (U / np.linalg.norm(u, axis=1) * rng.choice([0.5, 1.0, 1 + 1e-16, 1 + 1e-12, 3.0], 200))[:, None]
    for before, after in zip(u, rounding.inside(u, U)):
        assert sum(Fraction(v) ** 2 for v in after) <= Fraction(U) ** 2
        assert after == pytest.approx(before * min(1.0, U / np.linalg.norm(before)), rel=1e-14)
    assert rounding.inside(np.array([[U], [-U]]), U).tolist() == [[U], [-U]]


def test_the_moments_pay_for_their_rounding():
    """Their interval holds the exact minimum also where it is not narrow: all digits of M lost but a few."""
    rng = np.random.default_rng(5)
    for digits in (0, 4, 8, 12):
        X, y = 10.0**digits + rng.standard_normal((12, 3)), 10.0**digits + rng.standard_normal(12)
        at = np.array([12])
        (_, M, n), = moments.prefixes(at, X, y)
        u, *basis = moments.solve(M, np.zeros(1), 2.0)
        value, lower = moments.certify(M, n, np.zeros(1), 2.0, u, *basis)
        best = hindsight.Comparator(u[0], float(value[0]), float(lower[0]), 12)
        assert not hostile.check(losses.square, X, y, 2.0, best)


@pytest.mark.parametrize("seed", range(20))
def test_lines_and_bounds_of_the_perceptron_are_rounded_outwards(seed):
    """V(U) ≥ S − nU in fractions at the u of another ball; lower ≤ the bound at any u."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((40, 3)) * 10.0 ** rng.uniform(-3, 3, 3)
    y = np.where(X[:, 0] + 0.3 * X[:, 1] * (seed % 2) > 0, 1.0, -1.0)
    best = mistakes.best(X, y)
    assert best.lower <= best.value and best.certified
    u, L, S, n = mistakes._in_balls(*mistakes._examples(X, y), np.array([0.5, 5.0]))

    def exact(u):
        margins = [Fraction(b) * sum(Fraction(a) * Fraction(v) for a, v in zip(x, u)) for x, b in zip(X, y)]
        return sum(max(Fraction(0), 1 - m) for m in margins)

    for k in range(2):
        assert exact(u[k]) <= Fraction(L[k])
        for other in u:
            assert exact(other) >= Fraction(S[k]) - Fraction(n[k]) * Fraction(float(np.linalg.norm(other)) * (1 +
                                                                                                              1e-15))


def test_a_point_beyond_the_float_range_proves_nothing():
    """(U − 0)·1e150 of the label can be met, whatever u is handed in; the products of the proof are no floats there."""
    X, y, U = np.array([[1e150, 0.0]]), np.array([1e150]), 0.25
    _, (lower,) = certificate.certify(losses.square, X, y, np.array([1]), U, np.array([[0.0, U]]), None)
    assert lower <= Fraction(1e150) ** 2 * Fraction(9, 16)
