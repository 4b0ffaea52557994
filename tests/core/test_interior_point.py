"""Absolute, hinge and logistic loss: u and alpha against cvxpy, by hand, and by a dual value worked out here."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from oco_core import hindsight, losses, streams
from oco_core.engine import interior_point
from tests.core.strategies import by_name, examples, log_uniform, maybe_l2, problems, total

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
LOSSES = (losses.absolute, losses.hinge, losses.logistic)
each_loss = pytest.mark.parametrize("loss", LOSSES, ids=by_name)


def labelled(loss, y):
    return np.where(np.asarray(y) > 0, 1.0, -1.0) if loss.labels == "signs" else np.asarray(y, float)


def solve(loss, X, y, U, at):
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # as hindsight.comparators does
        return interior_point.solve(loss, np.asarray(X, float), np.asarray(y, float), U, np.asarray(at))


def dual(loss, X, y, U, alpha):
    """The lower bound of the catalogue's §6, summed exactly; alpha must be feasible, to the last bit."""
    if loss.name == "absolute":
        assert (abs(alpha) <= 1).all()
        conjugates = (alpha * y).tolist()
    else:
        beta = -alpha * y
        assert ((0 <= beta) & (beta <= 1)).all()
        conjugates = [-b for b in beta.tolist()]
        if loss.name == "logistic":
            conjugates = [sum(p * math.log(p) for p in (b, 1 - b) if p > 0) for b in beta.tolist()]
    g = math.hypot(*(math.fsum(column) for column in (alpha[:, None] * X).T.tolist()))
    weight = loss.l2 * len(y)
    if U is None or (weight and g <= weight * U):
        best = -g * g / (2 * weight) if g else 0.0
    else:
        best = weight / 2 * U * U - U * g
    return best - math.fsum(conjugates)


def check(loss, X, y, U, at, within=1e-8):
    """Every prefix is certified: u in the ball, alpha feasible, and what they say differs by at most ``within``."""
    X, y, at = np.asarray(X, float), np.asarray(y, float), np.atleast_1d(at)
    u, alpha = solve(loss, X, y, U, at)
    assert u.shape == (len(at), X.shape[1]) and [a.shape for a in alpha] == [(t,) for t in at]
    for t, u_t, a in zip(at, u, alpha):
        assert U is None or np.linalg.norm(u_t / U) <= 1 + 1e-14
        value, lower = total(loss, u_t, X[:t], y[:t]), dual(loss, X[:t], y[:t], U, a)
        assert -1e-12 * (1 + value) <= value - lower <= within * max(1, value), (t, value, lower)
    found = hindsight.comparators(loss, X, y, U, at)
    assert (found.value - found.lower <= within * np.maximum(1, found.value)).all()
    return found


# Against cvxpy and by hand

@each_loss
@pytest.mark.parametrize("U, lam", [(0.3, 0.0), (3.0, 0.0), (300.0, 0.0), (None, 0.02), (None, 2.0), (0.3, 0.02),
                                    (3.0, 0.02)])
@pytest.mark.parametrize("T, d", [(1, 2), (40, 1), (4, 7), (80, 5)])
@pytest.mark.filterwarnings("default")
def test_against_cvxpy(loss, U, lam, T, d):
    cp = pytest.importorskip("cvxpy")
    rng = np.random.default_rng(17 * T + d)
    X, y = rng.standard_normal((T, d)), labelled(loss, rng.standard_normal(T))
    u = cp.Variable(d)
    data = {
        "absolute": lambda: cp.norm1(X @ u - y),
        "hinge": lambda: cp.sum(cp.pos(1 - cp.multiply(y, X @ u))),
        "logistic": lambda: cp.sum(cp.logistic(-cp.multiply(y, X @ u))),
    }[loss.name]()
    problem = cp.Problem(cp.Minimize(data + lam * T / 2 * cp.sum_squares(u)), [] if U is None else [cp.norm(u) <= U])
    problem.solve(solver=cp.CLARABEL)
    loss = losses.with_l2(loss, lam)
    found = check(loss, X, y, U, T)
    assert found.value[0] == pytest.approx(problem.value, rel=1e-6, abs=1e-6)
    if lam:  # one minimiser
        assert found.u[0] == pytest.approx(u.value, abs=2e-4)


def test_absolute_by_hand():
    """x = 1: the median; where it lies outside the ball, the edge."""
    X, y = np.ones((5, 1)), [-3.0, 7.0, 1.0, 2.0, 40.0]
    found = check(losses.absolute, X, y, 10.0, [1, 3, 5])
    assert found.u[:, 0] == pytest.approx([-3, 1, 2], abs=1e-6) and found.value == pytest.approx([0, 10, 49])
    edge = check(losses.absolute, X, y, 1.5, 5)
    assert edge.u[0, 0] == pytest.approx(1.5) and edge.value[0] == pytest.approx(49.5)


def test_hinge_by_hand():
    """x = 1, y = +1: [1 − u]₊; with l2 = λ the corner u = 1 up to λ = 1, then u = 1/λ."""
    X, y = np.ones((4, 1)), np.ones(4)
    assert check(losses.hinge, X, y, 0.25, 4).value[0] == pytest.approx(3)
    assert check(losses.hinge, X, y, 5.0, 4).value[0] == pytest.approx(0, abs=1e-8)
    for lam, u, value in [(0.5, 1.0, 1.0), (1.0, 1.0, 2.0), (4.0, 0.25, 3.5)]:
        found = check(losses.with_l2(losses.hinge, lam), X, y, None, 4)
        assert found.u[0, 0] == pytest.approx(u, abs=1e-4) and found.value[0] == pytest.approx(value)


def test_logistic_by_hand():
    """x = 1, three times y = +1 and once −1: e^u = 3, and alpha is the slope; T ln 2 as U → 0."""
    X, y = np.ones((4, 1)), np.array([1.0, 1.0, -1.0, 1.0])
    found = check(losses.logistic, X, y, 5.0, 4)
    assert found.u[0, 0] == pytest.approx(math.log(3), abs=1e-4)
    assert found.value[0] == pytest.approx(4 * math.log(4) - 3 * math.log(3))
    alpha = solve(losses.logistic, X, y, 5.0, [4])[1][0]
    assert alpha == pytest.approx(losses.logistic.slope(found.u[0, 0], y), abs=1e-5)
    assert check(losses.logistic, X, y, 1e-9, 4).value[0] == pytest.approx(4 * math.log(2))


# Certificates

@each_loss
@given(data=st.data(), U=st.one_of(st.none(), log_uniform(1e-3, 1e3)))
@examples(120)
def test_every_answer_is_certified(loss, data, U):
    """Generic, one-hot, collinear, badly scaled rows, zero rows, blocks; any U, any l2; several prefixes at once."""
    loss = data.draw(maybe_l2(loss, log_uniform(1e-6, 1e3)))
    problem = data.draw(problems(loss, max_T=30, max_d=8))
    U = 1.0 if U is None and not loss.l2 else U
    at = data.draw(st.lists(st.integers(0, len(problem.y)), max_size=4))
    check(loss, problem.X, problem.y, U, [len(problem.y), *at])


@each_loss
@pytest.mark.parametrize("U, lam", [(1.0, 0.0), (1e3, 0.0), (None, 0.01), (2.0, 0.01)])
def test_prefixes_of_every_length(loss, U, lam):
    """0, 1, … T at once: t < d, t = d, t > d."""
    stream = streams.regression(90, 6, seed=3)
    found = check(losses.with_l2(loss, lam), stream.X, labelled(loss, stream.y), U, range(91), within=1e-9)
    assert found.value[0] == found.lower[0] == 0 and not found.u[0].any()
    if lam == 0:
        assert (np.diff(found.value) >= -1e-8 * np.maximum(1, found.value[1:])).all()  # one more loss ≥ 0 to pay


@each_loss
@pytest.mark.parametrize("lam", [0.0, 1e-4, 0.3])
@pytest.mark.parametrize("U", [1e-3, 0.1, 1.0, 10.0, 1e3])
def test_edges(loss, lam, U):
    loss = losses.with_l2(loss, lam)
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((60, 4)), labelled(loss, rng.standard_normal(60))
    separable = labelled(loss, X @ [1.0, -2.0, 0.0, 0.5])
    sparse = X * (rng.random((60, 1)) < 0.4)
    cases = {
        "one round, one dimension": ([[0.7]], [1.0]),
        "one round": (X[:1], y[:1]),
        "separable, or an exact fit": (X, separable),
        "all labels equal": (X, np.ones(60)),
        "labels equal, x too": (np.ones((60, 3)), np.ones(60)),
        "duplicated rows": (np.repeat(X[:6], 10, axis=0), np.repeat(y[:6], 10)),
        "contradicting rows": (np.repeat(X[:30], 2, axis=0), np.tile([1.0, -1.0], 30)),
        "rows x = 0": (sparse, y),
        "nothing but x = 0": (0 * X, y),
        "x = 0 and y = 0, or its labels": (0 * X, labelled(loss, 0 * y)),
        "one column twice": (X[:, [0, 0, 1, 1]], y),
        "fewer rounds than dimensions": (rng.standard_normal((5, 30)), y[:5]),
    }
    for name, (A, b) in cases.items():
        found = check(loss, A, b, U, [len(b)])
        if name == "nothing but x = 0":
            assert found.value[0] == pytest.approx(total(loss, np.zeros(4), A, b))


@each_loss
@pytest.mark.parametrize("U", [1e-150, 1e-40, 1e-12, 1e5])
@pytest.mark.parametrize("lam", [0.0, 1e-300, 1e-6, 1e12, 1e300])
def test_tiny_and_large_balls(loss, U, lam):
    stream = streams.regression(20, 3, seed=2)
    y = labelled(loss, stream.y)
    found = check(losses.with_l2(loss, lam), stream.X, y, U, 20)
    if U < 1e-10 or lam > 1e10:
        assert found.value[0] == pytest.approx(total(loss, np.zeros(3), stream.X, y), rel=1e-9)


@each_loss
@pytest.mark.parametrize("T, d", [(5000, 50), (5000, 1)])
def test_large(loss, T, d):
    rng = np.random.default_rng(d)
    stream = streams.regression(T, d, noise=0.4, seed=8)
    y = labelled(loss, stream.y)
    for U, lam in [(1e-3, 0.0), (1.0, 0.0), (1e3, 0.0), (1e3, 1e-3), (0.5, 0.1), (None, 0.1)]:
        check(losses.with_l2(loss, lam), stream.X, y, U, [T], within=1e-9)
    check(loss, stream.X, rng.permutation(y), 1.0, [T], within=1e-9)


@each_loss
@pytest.mark.parametrize("order", ["shuffled", "file"])
def test_real_mail(loss, order):
    """Spambase, d = 49, word fractions that sum to 1: many rare words, all spam first in file order."""
    stream = streams.mail(order=order)
    for U in (1e-3, 0.3, 1.0, 10.0, 100.0, 1e3):
        check(loss, stream.X, stream.y, U, [1, 30, 300, 2300], within=1e-9)
    check(losses.with_l2(loss, 1e-3), stream.X, stream.y, 3.0, [4601], within=1e-9)
    check(losses.with_l2(loss, 1e-3), stream.X, stream.y, None, [1850], within=1e-9)


@each_loss
def test_it_is_the_solver_of_hindsight(loss):
    stream = streams.regression(60, seed=9)
    y, at = labelled(loss, stream.y), [60, 0, 7]
    for U, lam in [(0.5, 0.0), (None, 0.2)]:
        regularised = losses.with_l2(loss, lam)
        found, expected = hindsight.comparators(regularised, stream.X, y, U, at), check(regularised, stream.X, y, U, at)
        for name in ("u", "value", "lower", "at"):
            assert_array_equal(getattr(found, name), getattr(expected, name))
