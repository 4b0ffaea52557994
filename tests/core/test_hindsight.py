"""The best fixed u: against cvxpy, its certificate against sampling, its edges; and the regret against it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from oco_core import hindsight, losses, streams
from tests.core.strategies import SOLVED, by_name, examples, in_ball, log_uniform, maybe_l2, problems, total

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
each_solved = pytest.mark.parametrize("loss", SOLVED, ids=by_name)


def gap(best):
    return np.max((best.value - best.lower) / np.maximum(1.0, np.abs(best.value)), initial=0.0)


def cvxpy_minimum(loss, X, y, U):
    cp = pytest.importorskip("cvxpy")
    u = cp.Variable(X.shape[1])
    p = X @ u
    data = {
        "square": lambda: cp.sum_squares(p - y),
        "absolute": lambda: cp.norm1(p - y),
        "hinge": lambda: cp.sum(cp.pos(1 - cp.multiply(y, p))),
        "logistic": lambda: cp.sum(cp.logistic(-cp.multiply(y, p))),
        "linear": lambda: y @ p,
    }[loss.name]()
    ball = [] if U is None else [cp.norm(u) <= U]
    problem = cp.Problem(cp.Minimize(data + loss.l2 * len(y) / 2 * cp.sum_squares(u)), ball)
    problem.solve(solver=cp.CLARABEL)
    return problem.value, u.value


@each_solved
@pytest.mark.parametrize("lam", [0.0, 0.05, 3.0])
@pytest.mark.parametrize("U", [0.2, 1.0, 5.0, None])
@pytest.mark.parametrize("T, d", [(1, 1), (30, 1), (3, 5), (60, 4)])
@pytest.mark.filterwarnings("default")
def test_against_cvxpy(loss, lam, U, T, d):
    if U is None and not lam and loss.name != "square":
        pytest.skip("no minimum over R^d")
    rng = np.random.default_rng(T + d)
    X, y = rng.standard_normal((T, d)), rng.standard_normal(T)
    y = np.sign(y) if loss.labels == "signs" else y
    loss = losses.with_l2(loss, lam)
    best = hindsight.best(loss, X, y, U)
    value, u = cvxpy_minimum(loss, X, y, U)
    assert best.value == pytest.approx(value, rel=1e-6, abs=1e-6)
    assert best.lower <= value + 1e-6 * max(1, abs(value))
    if lam:  # strongly convex: one minimiser
        assert best.u == pytest.approx(u, abs=1e-3)


@each_solved
@given(data=st.data(), U=st.one_of(st.none(), log_uniform(1e-3, 1e3)))
@examples(80)
def test_certificates_close_and_hold(loss, data, U):
    """value is the loss of a u of the ball; the gap is ≤ 1e-8·max(1, |value|); no u of the ball goes below lower."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss, max_T=25))
    if U is None and not loss.l2 and loss.name != "square":
        U = 1.0
    X, y, d = problem.X, problem.y, problem.X.shape[1]
    best = hindsight.best(loss, X, y, U)
    assert best.u.shape == (d,) and best.at == len(y)
    assert isinstance(best.value, float) and isinstance(best.lower, float)
    assert U is None or np.linalg.norm(best.u) <= U * (1 + 1e-14)
    scale = 1e-12 * (1 + abs(best.value) + float(y @ y) + total(loss, np.zeros(d), X, y))
    assert best.value == pytest.approx(total(loss, best.u, X, y), rel=1e-12, abs=scale)
    assert best.lower <= best.value and gap(best) <= 1e-8
    others = in_ball(problem.rng, 30, d, 10.0 if U is None else U)
    near = best.u + in_ball(problem.rng, 30, d, 1e-3 * (1.0 if U is None else U))
    if U is not None:
        near *= np.minimum(1, U / np.linalg.norm(near, axis=1, keepdims=True).clip(1e-300))
    assert best.lower <= min(total(loss, u, X, y) for u in [*others, *near]) + scale


@each_solved
@given(data=st.data(), U=log_uniform(1e-2, 1e2))
@examples(25)
def test_a_prefix_is_a_sequence_of_its_own(loss, data, U):
    """comparators at any rounds, in any order, repeated or none: what best says of each prefix."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss, max_T=20))
    at = data.draw(st.lists(st.integers(0, len(problem.y)), max_size=5))
    found = hindsight.comparators(loss, problem.X, problem.y, U, at)
    assert found.u.shape == (len(at), problem.X.shape[1]) and found.value.shape == found.lower.shape == (len(at),)
    assert_array_equal(found.at, np.array(at, int))
    assert gap(found) <= 1e-8
    for k, t in enumerate(at):
        best = hindsight.best(loss, problem.X[:t], problem.y[:t], U)
        assert found.value[k] == pytest.approx(best.value, rel=1e-8, abs=1e-8)
        assert found.lower[k] == pytest.approx(best.lower, rel=1e-8, abs=2e-8)


def test_linear_by_hand():
    """S = (3, 4): u = −U·S/5, value −5U; with l2 = λ over T = 2 rounds: u = −S/(2λ), inside or on the edge."""
    X, y = [[3.0, 0.0], [0.0, -4.0]], [1.0, -1.0]
    best = hindsight.best(losses.linear, X, y, 2.0)
    assert best.u == pytest.approx([-1.2, -1.6]) and best.value == pytest.approx(-10) == best.lower
    free = hindsight.best(losses.with_l2(losses.linear, 5.0), X, y, None)
    assert free.u == pytest.approx([-0.3, -0.4]) and free.value == pytest.approx(-1.25) == free.lower
    edge = hindsight.best(losses.with_l2(losses.linear, 0.5), X, y, 2.0)
    assert edge.u == pytest.approx([-1.2, -1.6]) and edge.value == pytest.approx(-10 + 0.5 * 4) == edge.lower


def test_square_by_hand():
    """Two labels 1 and 3 at x = 1: the mean 2 inside; at U = 1.5 the edge."""
    X, y = [[1.0], [1.0]], [1.0, 3.0]
    assert hindsight.best(losses.square, X, y, 9.0).u == pytest.approx([2.0])
    edge = hindsight.best(losses.square, X, y, 1.5)
    assert edge.u == pytest.approx([1.5], rel=1e-15) and edge.value == pytest.approx(0.25 + 2.25)
    ridge = hindsight.best(losses.with_l2(losses.square, 2.0), X, y, None)  # 2(u−1) + 2(u−3) + 2·2u = 0
    assert ridge.u == pytest.approx([1.0]) and ridge.value == pytest.approx(0 + 4 + 2)


def test_square_is_least_squares_of_least_norm():
    rng = np.random.default_rng(0)
    for T, d, rank in [(20, 4, 4), (3, 6, 3), (20, 5, 2), (0, 3, 0)]:
        # of this rank exactly: nothing is rounded
        X = rng.integers(-9, 10, (T, rank)) @ rng.integers(-9, 10, (rank, d))
        y = rng.standard_normal(T)
        best = hindsight.best(losses.square, X, y, None)
        assert best.u == pytest.approx(np.linalg.lstsq(X, y, rcond=1e-10)[0], abs=1e-9) and best.certified


def test_square_on_the_edge_satisfies_the_secular_equation():
    """(A + μI)u = b with μ > 0 and ‖u‖ = U, to the last digits."""
    stream = streams.regression(200, 6, seed=4)
    for U in (0.01, 0.3, 0.6):
        u = hindsight.best(losses.square, stream.X, stream.y, U).u
        assert np.linalg.norm(u) == pytest.approx(U, rel=1e-14)
        residual = stream.X.T @ (stream.y - stream.X @ u)
        assert residual == pytest.approx((residual @ u) / (u @ u) * u, rel=1e-10) and residual @ u > 0


@each_solved
@pytest.mark.parametrize("lam", [0.0, 0.5])
@pytest.mark.parametrize("U", [1.0, None])
def test_nothing_happened(loss, lam, U):
    """T = 0, or all x = 0: u = 0 and the certificate is exact."""
    loss = losses.with_l2(loss, lam)
    if U is None and not lam and loss.name != "square":
        pytest.skip("no minimum over R^d")
    empty = hindsight.best(loss, np.zeros((0, 3)), [], U)
    assert empty.u.tolist() == [0, 0, 0] and empty.value == empty.lower == 0.0
    zeros = hindsight.best(loss, np.zeros((4, 3)), np.ones(4), U)
    assert zeros.value == pytest.approx(4 * float(loss.value(0.0, 1.0))) and gap(zeros) <= 1e-8


@pytest.mark.parametrize("lam", [0.0, 1e-300, 1e-30, 1e-12, 1.0, 1e300])
@pytest.mark.parametrize("U", [1e-150, 1e-120, 1e-40, 1.0, 1e40, 1e150, None])
@pytest.mark.parametrize("loss", [losses.square, losses.linear], ids=by_name)
def test_certificates_close_at_every_scale(loss, lam, U):
    """Tiny and huge balls, with an l2 from nothing (with_l2(loss, 0) included) to all there is."""
    stream = streams.regression(20, 3, seed=2)
    loss = losses.with_l2(loss, lam)
    if U is None and loss.name == "linear" and lam in (0.0, 1e-300):
        pytest.skip("no minimum in the float range")
    best = hindsight.best(loss, stream.X, stream.y, U)
    assert gap(best) <= 1e-8 and (U is None or np.linalg.norm(best.u / U) <= 1 + 1e-14)
    zero = total(loss, np.zeros(3), stream.X, stream.y)
    assert best.value <= zero * (1 + 1e-12)
    if lam == 1e300 or (U is not None and U <= 1e-40):
        assert best.value == pytest.approx(zero, abs=1e-12)


@pytest.mark.parametrize("scale", [1e-200, 1e-100, 1e-8, 1e8, 1e100, 1e149])
def test_square_over_all_of_space_does_not_depend_on_the_scale_of_x(scale):
    stream = streams.regression(20, 3, seed=2)
    best, scaled = (hindsight.best(losses.square, stream.X * s, stream.y, None) for s in (1.0, scale))
    assert scaled.value == pytest.approx(best.value) and gap(scaled) <= 1e-8
    assert scaled.u * scale == pytest.approx(best.u)


@given(seed=st.integers(0, 10**6), T=st.integers(1, 40), d=st.integers(1, 6), U=log_uniform(1e-3, 1e3),
       lam=st.one_of(st.just(0.0), log_uniform(1e-20, 1e2)), turn=st.booleans(), free=st.booleans())
@examples(150)
def test_certificates_close_where_the_gram_matrix_has_lost_its_digits(seed, T, d, U, lam, turn, free):
    """Columns from 1 down to 1e-9: XᵀX cannot hold them, the answer does."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((T, d)) * 10.0 ** rng.uniform(-9, 0, d)
    if turn:
        X = X @ np.linalg.qr(rng.standard_normal((d, d)))[0]
    U = None if free and not lam else U
    best = hindsight.best(losses.with_l2(losses.square, lam), X, rng.standard_normal(T), U)
    assert gap(best) <= 1e-8


@pytest.mark.parametrize("lam", [0.0, 0.3])
@pytest.mark.parametrize("U", [0.3, 1.0, 4.0, None])
@pytest.mark.parametrize("make", [lambda: streams.regression(400, 5, seed=1), lambda: streams.drifting(400, 3, seed=1),
                                  lambda: streams.mail(400)], ids=["regression", "drifting", "mail"])
def test_on_the_books_streams_the_stack_of_gram_matrices_is_enough(monkeypatch, make, U, lam):
    """The slower repair by singular values is for ill-conditioned X; here the first u must be right by itself."""
    if U is None and not lam and make().X.shape[1] == 49:
        pytest.skip("over all of R^49 the short prefixes of mail are ill-conditioned")

    def refuse(*_):
        raise AssertionError("the Gram matrices gave a u whose certificate does not close")

    monkeypatch.setattr(hindsight.least_squares, "best", refuse)
    stream = make()
    at = np.unique(np.geomspace(1, 400, 20).astype(int))
    assert gap(hindsight.comparators(losses.with_l2(losses.square, lam), stream.X, stream.y, U, at)) <= 1e-8


@pytest.mark.parametrize("lam", [0.0, 0.3])
@pytest.mark.parametrize("U", [0.3, 4.0])
def test_the_moments_alone_certify_the_square_loss(monkeypatch, U, lam):
    """On the book's streams no pass over the examples is needed, and value and lower are those that one would give."""
    at = np.unique(np.geomspace(20, 2000, 20).astype(int))
    loss = losses.with_l2(losses.square, lam)
    for stream in (streams.regression(2000, 5, noise=0.2, seed=1), streams.drifting(2000, 3, noise=0.2, seed=1)):
        with monkeypatch.context() as patched:
            patched.setattr(hindsight.certificate, "certify", None)
            found = hindsight.comparators(loss, stream.X, stream.y, U, at)
        for k, t in enumerate(at):
            _, value, lower = hindsight._certify(loss, stream.X[:t], stream.y[:t], U, found.u[k], None)
            assert found.value[k] == pytest.approx(value, rel=1e-11, abs=1e-11)
            assert abs(found.lower[k] - lower) <= 1e-10 * max(1.0, value) and found.lower[k] <= found.value[k]


@pytest.mark.parametrize("seed", range(20))
def test_moments_that_cancel_are_not_trusted(seed):
    """Labels of size 1e7 that a u fits exactly: the sums have lost the value, 0, and the examples still have it."""
    rng = np.random.default_rng(seed)
    X, u = rng.standard_normal((30, 3)), 1e7 * rng.standard_normal(3)
    best = hindsight.best(losses.square, X, X @ u, 1e9)
    assert best.value <= 1e-9 and best.lower <= best.value


def test_a_small_column_that_matters_is_used():
    """y depends on a feature of size 1e-9 only: over R^d (or a huge ball) the fit is exact."""
    rng = np.random.default_rng(1)
    z = rng.standard_normal(50)
    X = np.column_stack([np.ones(50), 1e-9 * z])
    for U in (None, 1e10):
        best = hindsight.best(losses.square, X, z, U)
        assert best.value < 1e-12 and best.u == pytest.approx([0.0, 1e9], abs=1e-3)


def test_a_minimum_beyond_the_float_range_is_an_error():
    with pytest.raises(ValueError, match="expected finite numbers"):
        hindsight.best(losses.with_l2(losses.linear, 1e-300), [[1e10]], [1.0], None)
    with pytest.raises(ValueError, match="expected finite numbers"):
        hindsight.best(losses.linear, [[1e150]], [1e150], 1e150)


def test_a_loss_without_a_certificate_is_named():
    loss = replace(losses.square, name="quartic", quadratic=())
    with pytest.raises(ValueError, match=r"^loss = <loss quartic>: expected one of .*linear.*square"):
        hindsight.best(loss, [[1.0]], [1.0], 1.0)
    with pytest.raises(ValueError, match="^loss = <loss zero_one>: "):
        hindsight.best(losses.zero_one, [[1.0]], [1.0], 1.0)


def test_unbounded_problems_are_refused():
    with pytest.raises(ValueError, match="^U = None: expected a radius"):
        hindsight.best(losses.linear, [[1.0]], [1.0], None)
