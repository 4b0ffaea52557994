"""The hard-margin SVM: its certificate, cvxpy, `mistakes.margin` in R^d, and what T27 and T28 say of its support
vectors."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import kernels, mistakes, streams, svm
from tests.core.separations import hostile, nearest, no_halfspace, signed
from tests.core.strategies import examples, log_uniform

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def separable(seed, T=30, d=3, least=0.1, scale=1.0):
    rng = np.random.default_rng(seed)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    X, y = rng.standard_normal((T, d)), rng.choice([-1.0, 1.0], T)
    X += ((least + rng.random(T)) * y - X @ u)[:, None] * u
    return scale * X, y, rng


def assert_optimal(found, K, y, rtol=1e-7):
    """All of KKT, from the answer alone: feasible, α ≥ 0 and no gap between ½‖w‖² and the dual value; T27, T28."""
    alpha, Q = found.alpha, y[:, None] * y * K
    norm2 = float(alpha @ Q @ alpha)
    assert (alpha >= 0).all() and Q @ alpha == pytest.approx(found.margins, rel=1e-6, abs=1e-6)
    assert found.margins.min() == pytest.approx(1, abs=1e-9)
    assert alpha.sum() - norm2 / 2 == pytest.approx(norm2 / 2, rel=rtol)  # strong duality: Σα = ‖w‖²
    assert type(found.value) is type(found.upper) is float and 0 < found.value <= found.upper
    assert found.upper - found.value <= rtol * found.upper
    assert found.value * np.sqrt(norm2) == pytest.approx(1, rel=rtol)
    assert found.norm == pytest.approx(np.sqrt(norm2), rel=rtol)
    assert found.margins[found.support] == pytest.approx(np.ones(len(found.support)), rel=1e-4)
    assert alpha[np.setdiff1d(np.arange(len(y)), found.support)].sum() <= 1e-4 * alpha.sum()


@given(seed=st.integers(0, 10**6), T=st.integers(1, 40), d=st.integers(1, 5), least=log_uniform(1e-3, 1.0),
       scale=log_uniform(1e-3, 1e3))
@examples(50)
def test_in_R_d_it_is_the_largest_margin(seed, T, d, least, scale):
    X, y, _ = separable(seed, T, d, least, scale)
    found = svm.hard_margin(X @ X.T, y)
    assert_optimal(found, X @ X.T, y)
    other = mistakes.margin(X, y)
    assert type(other.value) is type(other.upper) is float and found.value <= other.upper * (1 + 1e-9)
    assert other.value <= found.upper * (1 + 1e-9)
    w = (found.alpha * y) @ X
    assert w / np.linalg.norm(w) == pytest.approx(other.u, abs=1e-3)  # T27: u* = γ* w*, and only one u attains γ*
    assert (y * (X @ w)).min() == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_against_cvxpy(seed):
    cp = pytest.importorskip("cvxpy")
    X, y, _ = separable(seed, 25, 4, 0.2)
    w = cp.Variable(4)
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [cp.multiply(y, X @ w) >= 1])
    problem.solve(solver=cp.CLARABEL)
    found = svm.hard_margin(X @ X.T, y)
    assert found.norm**2 / 2 == pytest.approx(problem.value, rel=1e-6)
    assert (found.alpha * y) @ X == pytest.approx(w.value, rel=1e-4, abs=1e-5)
    # and the dual, with a kernel
    stream = streams.xor(25, seed=seed)
    K = kernels.gaussian(0.3)(stream.X, stream.X)
    phi, alpha = kernels.factor(K), cp.Variable(25, nonneg=True)
    dual = cp.Problem(cp.Maximize(cp.sum(alpha) - cp.sum_squares((phi * stream.y[:, None]).T @ alpha) / 2))
    dual.solve(solver=cp.CLARABEL)
    found = svm.hard_margin(K, stream.y)
    assert found.norm**2 / 2 == pytest.approx(dual.value, rel=1e-6)
    assert found.alpha == pytest.approx(alpha.value, rel=1e-3, abs=1e-4 * found.alpha.max())


@pytest.mark.parametrize("name", ["xor", "circles", "moons"])
@pytest.mark.parametrize("kernel",
                         [kernels.polynomial(4), kernels.polynomial(6), kernels.gaussian(0.3), kernels.gaussian(0.01)],
                         ids=str)
def test_with_kernels(name, kernel):
    for seed in range(3):
        stream = getattr(streams, name)(100, seed=seed)
        K = kernel(stream.X, stream.X)
        found = svm.hard_margin(K, stream.y)
        assert_optimal(found, K, stream.y)
        # T28: the support vectors alone give the same w, and any set between them and all
        for rows in (found.support, np.union1d(found.support, np.arange(0, 100, 3))):
            few = svm.hard_margin(K[np.ix_(rows, rows)], stream.y[rows])
            assert few.value == pytest.approx(found.value, rel=1e-6)
            w = lambda f, rows: (f.alpha * stream.y[rows]) @ K[rows]
            assert w(few, rows) == pytest.approx(w(found, np.arange(100)), rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("X, y, gamma, alpha", [
    ([[3.0, 4.0]], [-1.0], 5.0, [1 / 25]), ([[1.0], [-2.0]], [1.0, -1.0], 1.0, [1.0, 0.0]),
    ([[2.0, 0.0], [0.0, 2.0]], [1.0, -1.0], 2**0.5, [0.25, 0.25]),
    ([[1.0, 1.0], [1.0, -1.0], [5.0, 0.0]], [1.0, 1.0, 1.0], 1.0, [0.5, 0.5, 0.0]),
])
def test_by_hand(X, y, gamma, alpha):
    X = np.array(X)
    found = svm.hard_margin(X @ X.T, y)
    assert found.value == pytest.approx(gamma) == pytest.approx(found.upper)
    assert found.alpha == pytest.approx(alpha, abs=1e-6)
    assert found.support.tolist() == [t for t, a in enumerate(alpha) if a]


def test_xor_by_hand():
    """Four corners, (1 + x·x')²: f = x_1 x_2, ‖f‖² = ½, all four are support vectors with α = 1/8."""
    X = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    y = X.prod(axis=1)
    K = kernels.polynomial(2)(X, X)
    found = svm.hard_margin(K, y)
    assert found.alpha == pytest.approx(np.full(4, 1 / 8)) and found.norm**2 == pytest.approx(0.5)
    assert found.value == pytest.approx(2**0.5)
    Z = np.random.default_rng(0).standard_normal((9, 2))
    assert (found.alpha * y) @ kernels.polynomial(2)(X, Z) == pytest.approx(Z.prod(axis=1))


@pytest.mark.parametrize("X, y",
                         [([[1.0], [1.0]], [1.0, -1.0]), ([[0.0, 0.0]], [1.0]), ([[0.0, 0.0], [1.0, 0.0]], [1.0, 1.0]),
                                  ([[1.0, 0], [-1.0, 0]], [1.0, 1.0]),
                                  ([[1.0, 2], [3.0, -1], [-4.0, -1.0]], [1.0, 1.0, 1.0])])
def test_where_nothing_separates(X, y):
    X = np.array(X)
    found = svm.hard_margin(X @ X.T, y)
    assert not found.separable and found.value == 0 <= found.upper <= 1e-6 * max(1.0, np.linalg.norm(X, axis=1).max())
    assert not found.alpha.any() and not found.support.size
    with pytest.raises(ValueError, match="margin = 0"):
        found.norm


def test_random_labels_in_few_dimensions_are_not_separable():
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, y = rng.standard_normal((40, 3)), rng.choice([-1.0, 1.0], 40)
        found = svm.hard_margin(X @ X.T, y)
        assert found.value == 0 and found.upper <= 1e-6 * np.linalg.norm(X, axis=1).max()


def test_what_is_certified_is_true_also_near_the_limit():
    """Wrong labels and wide kernels: margins of 1e-6 to 1e-4. The interval is right where a longer search
    (mistakes.margin) agrees."""
    checked = 0
    for name, gamma in (("xor", 0.3), ("moons", 0.1), ("circles", 0.3), ("xor", 1.0), ("moons", 0.3)):
        stream = getattr(streams, name)(60, noise=0.1)
        K = kernels.gaussian(gamma)(stream.X, stream.X)
        found = svm.hard_margin(K, stream.y)
        assert 0 <= found.value <= found.upper
        if found.separable:
            f = (found.alpha * stream.y) @ K
            assert (stream.y * f).min() == pytest.approx(1, abs=1e-3)
            assert np.sqrt((found.alpha * stream.y) @ K @ (found.alpha * stream.y)) == pytest.approx(found.norm,
                                                                                                     rel=1e-3)
            checked += 1
    assert checked >= 3


def test_against_fractions_on_hostile_examples(request):
    """value ≤ γ* ≤ upper, exactly, for the examples themselves and for their Gram matrix in floats; ``--hostile`` of
    them."""
    rng, separated = np.random.default_rng(1), 0
    for _ in range(request.config.getoption("--hostile")):
        X, y = hostile(rng, rng.integers(1, 7), rng.integers(1, 4))
        rows = signed(X, y)
        found = svm.hard_margin(X @ X.T, y)
        assert Fraction(found.value) ** 2 <= nearest(rows) <= Fraction(found.upper) ** 2
        if found.separable:
            assert not no_halfspace(rows) and found.value > 0
            assert (found.alpha >= 0).all() and found.margins.min() == 1
            separated += 1
    assert separated > 0.15 * request.config.getoption("--hostile")


def test_a_margin_that_is_small_beside_the_examples():
    X, y = np.array([[1e6, 0.5], [1e6, -0.5]]), [1.0, -1.0]
    found = svm.hard_margin(X @ X.T, y)
    assert found.separable and 0.48 < found.value <= 0.5 <= found.upper < 0.51
    exact = svm.hard_margin(X @ X.T, y, rounding=0.0)  # this matrix is its own rounding
    assert 0.499 < exact.value <= 0.5 <= exact.upper < 0.501
    for scale in (1e-60, 1e60):
        assert svm.hard_margin(X @ X.T * scale**2, y).value == pytest.approx(found.value * scale, rel=0.01)
    lost = svm.hard_margin(1e4 * X @ X.T + [[0.0, 1.0], [1.0, 0.0]], y)  # 1e16 ± 2500, and nothing else is known of it
    assert lost.value <= 50 <= lost.upper
    short = np.array([[1e9, 1e9], [1e-9, 0.0], [0.0, 1e-9]])  # short examples beside a long one
    found = svm.hard_margin(short @ short.T, [1.0, 1.0, 1.0])
    assert found.value == pytest.approx(1e-9 / 2**0.5) == pytest.approx(found.upper)


def test_it_ends_where_rounding_lets_nothing_improve():
    """Found by hand: steps that shortened v beside the best β, again and again, and never counted as standing still."""
    rng = np.random.default_rng(77)
    for _ in range(60):
        X, y = hostile(rng, rng.integers(1, 7), rng.integers(1, 4))
        assert svm.hard_margin(X @ X.T, y).upper >= 0


def test_a_solver_that_stops_early_cannot_lie(monkeypatch):
    """Whatever β is found, value and upper are what it certifies: the margin of v/‖v‖, and ‖v‖."""
    monkeypatch.setattr(svm, "_nearest",
                        lambda Q: (b := np.full(len(Q), 1 / len(Q)), (Q @ b).min(), np.sqrt(b @ Q @ b)))
    X, y, _ = separable(0, least=2.0)
    found, v = svm.hard_margin(X @ X.T, y), (y[:, None] * X).mean(axis=0)
    assert found.upper == pytest.approx(np.linalg.norm(v))
    assert found.value == pytest.approx((y * (X @ v)).min() / np.linalg.norm(v))
    assert 0 < found.value < 0.99 * found.upper and found.margins.min() == pytest.approx(1)
    assert found.value <= mistakes.margin(X, y).value <= found.upper


@pytest.mark.parametrize("call, name", [
    *[(lambda v=v: svm.hard_margin(v, [1.0, -1.0]), "K") for v in (None, [1.0, 2.0], [[np.nan, 0], [0, 1]], [["a"]])],
    (lambda: svm.hard_margin([[1.0]], [1.0, -1.0]), "K.shape"),
    (lambda: svm.hard_margin(np.zeros((0, 0)), []), "K.shape"),
    (lambda: svm.hard_margin([[1.0, 0.5], [0.0, 1.0]], [1.0, -1.0]), "K"),
    (lambda: svm.hard_margin([[1.0, 2.0], [2.0, 1.0]], [1.0, -1.0]), "K"),
    (lambda: svm.hard_margin([[-1.0]], [1.0]), "K"),
    (lambda: svm.hard_margin(np.eye(2), [1.0, -1.0], rounding=-1.0), "rounding"),
    *[(lambda v=v: svm.hard_margin(np.eye(2), v), "y") for v in (None, 1.0, [0.5, 1.0], [np.nan, 1.0])],
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)


def test_a_search_that_moves_to_and_fro_ends():
    """Labels that are coins: ‖v‖ falls, rises and falls again, and would for ever."""
    data = streams.moons(T=200, noise=0.5)
    found = svm.hard_margin(kernels.gaussian(0.1)(data.X, data.X), data.y)
    assert 0 <= found.value <= found.upper < 1e-4
