"""Absolute, hinge and logistic loss: u and alpha against cvxpy, by hand, and by a dual value worked out here."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from oco_core import hindsight, losses, streams
from oco_core.engine import interior_point, products
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


# What does not depend on how the question is put

@each_loss
def test_a_stack_answers_like_its_prefixes_alone(loss, monkeypatch):
    stream = streams.regression(200, 3, noise=0.3, seed=1)
    y = labelled(loss, stream.y)
    at = np.array([200, 3, 0, 77, 3, 1, 150])
    for U, lam in [(0.4, 0.0), (50.0, 0.0), (None, 0.1), (1.0, 0.1)]:
        regularised = losses.with_l2(loss, lam)
        u, alpha = solve(regularised, stream.X, y, U, at)
        for k, t in enumerate(at):
            (one_u,), (one_alpha,) = solve(regularised, stream.X[:t], y[:t], U, [t])
            assert u[k] == pytest.approx(one_u, rel=1e-8, abs=1e-8)
            assert alpha[k] == pytest.approx(one_alpha, rel=1e-8, abs=1e-8)
        monkeypatch.setattr(interior_point, "STACK", 100)  # several groups instead of one
        split = solve(regularised, stream.X, y, U, at)
        assert u == pytest.approx(split[0], rel=1e-8, abs=1e-8)
        monkeypatch.undo()


@pytest.mark.parametrize("size", [1, 100, 250, 10**6])
def test_groups_hold_every_prefix_once(size, monkeypatch):
    monkeypatch.setattr(interior_point, "STACK", size)
    at = np.array([5, 0, 200, 90, 5, 10, 0, 100])
    groups = list(interior_point.groups(at))
    assert sorted(k for group in groups for k in group) == [0, 2, 3, 4, 5, 7]
    assert all(len(group) == 1 or at[group].sum() <= size for group in groups)
    assert (np.diff([at[k] for group in groups for k in group]) >= 0).all()


@each_loss
@pytest.mark.parametrize("factor", [1e-6, 1e-2, 1e3])
def test_units_of_x_do_not_matter(loss, factor):
    stream = streams.regression(50, 3, seed=4)
    y = labelled(loss, stream.y)
    value = check(loss, stream.X, y, 0.8, 50).value[0]
    assert check(loss, stream.X * factor, y, 0.8 / factor, 50).value[0] == pytest.approx(value, rel=1e-8)


# When it is hard

@each_loss
def test_ordinary_streams_do_not_need_the_cautious_method(loss, monkeypatch):
    def fast_only(*args):
        assert not args[-1]
        return fast(*args)

    fast = interior_point._interior_point
    monkeypatch.setattr(interior_point, "_interior_point", fast_only)
    monkeypatch.setattr(interior_point, "STEPS", 40)
    for stream in (streams.regression(1000), streams.drifting(1000), streams.random_signs(1000), streams.mail(1000)):
        for U in (0.1, 1.0, 10.0):
            solve(loss, stream.X, labelled(loss, stream.y), U, [10, 100, 1000])


@each_loss
@pytest.mark.parametrize("U, lam", [(1.0, 0.0), (1e3, 0.0), (None, 0.1), (0.3, 0.1)])
@pytest.mark.parametrize("steps", [0, 3])
def test_the_cautious_method_finishes_what_the_fast_one_left(loss, U, lam, steps, monkeypatch):
    stream = streams.regression(100, 4, noise=0.3, seed=6)
    y, loss = labelled(loss, stream.y), losses.with_l2(loss, lam)
    before = check(loss, stream.X, y, U, [2, 50, 100])
    monkeypatch.setattr(interior_point, "STEPS", steps)
    after = check(loss, stream.X, y, U, [2, 50, 100], within=1e-9)
    assert after.value == pytest.approx(before.value, rel=1e-8, abs=1e-8)


@each_loss
def test_a_singular_system_is_left_to_the_cautious_method(loss, monkeypatch):
    def singular_in_a_stack(H, *rest):
        if len(H) > 1:
            seen.append(len(H))
            raise np.linalg.LinAlgError("Singular matrix")
        return system(H, *rest)

    seen, system = [], interior_point._system
    monkeypatch.setattr(interior_point, "_system", singular_in_a_stack)
    stream = streams.regression(40, seed=7)
    check(loss, stream.X, labelled(loss, stream.y), 0.5, [10, 40])
    assert set(seen) == {2}


@each_loss
def test_what_cannot_be_certified_is_an_interval_that_says_so(loss, monkeypatch):
    """After two steps the interval is wide, and it holds the minimum; so it does in a ball beyond all digits."""
    stream = streams.regression(40, seed=7)
    y = labelled(loss, stream.y)
    right = hindsight.comparators(loss, stream.X, y, 0.5, [0, 40, 10])
    monkeypatch.setattr(interior_point, "STEPS", 1)
    monkeypatch.setattr(interior_point, "CAUTIOUS_STEPS", 2)
    found = hindsight.comparators(loss, stream.X, y, 0.5, [0, 40, 10])
    assert right.certified.all() and found.certified.tolist() == [True, False, False]
    assert (found.lower <= right.value).all() and (found.value >= right.lower).all()
    monkeypatch.undo()
    huge = hindsight.best(losses.absolute, stream.X, stream.y, 1e150)
    assert huge.lower <= hindsight.best(losses.absolute, stream.X, stream.y, 1e3).value and not huge.certified


@pytest.mark.parametrize("U", [2e3, 1e4, 1e5])
def test_separable_data_in_a_large_ball_certify(U):
    """The minimum is 0, or nearly, and flat: such problems take more steps than others."""
    for seed in range(3):
        X = np.random.default_rng(seed).standard_normal((1000, 2))
        y = np.where(X[:, 0] > 0, 1.0, -1.0)
        for loss in (losses.hinge, losses.logistic):
            found = hindsight.best(loss, X, y, U)
            assert found.value - found.lower <= 1e-8 * max(1.0, found.value)


@each_loss
def test_the_same_u_without_a_blas(loss, monkeypatch):
    """As in the browser: the products of `products.gram` summed in another way."""
    stream = streams.mail(T=300, seed=3)
    here = hindsight.comparators(loss, stream.X, stream.y, 4.0, [50, 300])
    monkeypatch.setattr(products, "BLAS", False)
    there = hindsight.comparators(loss, stream.X, stream.y, 4.0, [50, 300])
    np.testing.assert_allclose(there.value, here.value, rtol=1e-9)
    np.testing.assert_allclose(there.u, here.u, atol=1e-6)  # a gap of 1e-10 leaves u that free


@pytest.mark.parametrize("d", [1, 2, 13, 49])
def test_gram_is_the_weighted_sum_of_outer_products(d, monkeypatch):
    rng = np.random.default_rng(0)
    X, v = rng.normal(size=(40, d)), rng.normal(size=40)
    rows, close = np.ascontiguousarray(X.T), dict(rtol=1e-12, atol=1e-12)
    expected = sum(weight * np.outer(x, x) for weight, x in zip(v, X))
    for blas in (True, False):
        monkeypatch.setattr(products, "BLAS", blas)
        np.testing.assert_allclose(products.gram(rows, v), expected, **close)
        np.testing.assert_allclose(products.gram(rows, 1.0), X.T @ X, **close)
        np.testing.assert_allclose(products.combination(rows, v), sum(weight * x for weight, x in zip(v, X)), **close)
