"""Losses: values by hand, slopes by finite differences, conjugates by a numeric supremum, G by sampling."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from oco_core import losses
from tests.core.strategies import CONVEX, by_name, examples, in_ball, log_uniform, maybe_l2, problems, slope_of

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
ALL = (*CONVEX, losses.zero_one)
numbers = st.floats(-1e3, 1e3)


def label(loss, y):
    return (1.0 if y > 0 else -1.0) if loss.labels == "signs" else y


@pytest.mark.parametrize("loss, p, y, value, slope", [
    (losses.square, 3.0, 1.0, 4.0, 4.0),
    (losses.square, 0.5, 2.0, 2.25, -3.0),
    (losses.absolute, 3.0, 1.0, 2.0, 1.0),
    (losses.absolute, -1.0, 1.0, 2.0, -1.0),
    (losses.absolute, 1.0, 1.0, 0.0, 0.0),
    (losses.hinge, 0.25, 1.0, 0.75, -1.0),
    (losses.hinge, 0.25, -1.0, 1.25, 1.0),
    (losses.hinge, 1.0, 1.0, 0.0, 0.0),
    (losses.hinge, -2.0, -1.0, 0.0, 0.0),
    (losses.logistic, 0.0, 1.0, math.log(2), -0.5),
    (losses.logistic, -0.5, 1.0, 0.9740769841801067, -0.6224593312018546),
    (losses.logistic, 2.0, -1.0, 2.1269280110429727, 0.8807970779778823),
    (losses.linear, 3.0, -2.0, -6.0, -2.0),
], ids=lambda v: by_name(v) if isinstance(v, losses.Loss) else str(v))
def test_values_and_slopes_by_hand(loss, p, y, value, slope):
    assert loss.value(p, y) == pytest.approx(value, rel=1e-15, abs=0)
    assert loss.slope(p, y) == pytest.approx(slope, rel=1e-15, abs=0)


@pytest.mark.parametrize("p, y, value", [(0.0, 1.0, 1), (0.0, -1.0, 1), (-0.5, 1.0, 1), (0.5, 1.0, 0), (-3.0, -1.0, 0)])
def test_zero_one_counts_a_prediction_of_zero_as_a_mistake(p, y, value):
    assert losses.zero_one.value(p, y) == value


def test_zero_one_has_no_slope_and_says_why():
    with pytest.raises(ValueError, match=r"loss = zero_one: .*T17"):
        losses.zero_one.slope(0.5, 1.0)


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(p=numbers, y=numbers)
@examples(100)
def test_slope_is_the_derivative(loss, p, y):
    y = label(loss, y)
    kink = {"absolute": y, "hinge": y}.get(loss.name)
    h = 1e-4 * max(1.0, abs(p))
    if kink is not None and abs(p - kink) <= 2 * h:
        p = kink + 3 * h
    numeric = (loss.value(p + h, y) - loss.value(p - h, y)) / (2 * h)
    assert loss.slope(p, y) == pytest.approx(numeric, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(p=numbers, q=numbers, y=numbers, at_kink=st.booleans())
@examples(100)
def test_slope_is_a_subgradient_everywhere(loss, p, q, y, at_kink):
    y = label(loss, y)
    p = y if at_kink else p
    here, there, s = loss.value(p, y), loss.value(q, y), loss.slope(p, y)
    rounding = 1e-15 * abs(q - p) + 1e-12 * (abs(here) + abs(there) + abs(s * (q - p)))
    assert there >= here + s * (q - p) - rounding


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
def test_arrays_give_what_numbers_give(loss):
    p = np.array([[-2.0, -1.0, 0.0, 0.3, 1.0, 2.0]])
    y = np.array([[1.0], [-1.0]])
    for function in (loss.value, loss.slope):
        result = function(p, y)
        assert result.shape == (2, 6) and result.dtype == float
        assert all(result[i, j] == function(float(p[0, j]), float(y[i, 0])) for i in range(2) for j in range(6))
    conjugate = loss.conjugate(loss.slope(p, y), y)
    assert conjugate.shape == (2, 6) and np.isfinite(conjugate).all()
    assert np.ndim(loss.conjugate(0.25, 1.0)) == 0


def test_logistic_neither_overflows_nor_vanishes():
    p = np.array([-1e308, -1e4, -745.0, 745.0, 1e4, 1e308])
    assert losses.logistic.value(p, 1.0).tolist() == [1e308, 1e4, 745.0, math.exp(-745.0), 0.0, 0.0]
    assert losses.logistic.slope(p, 1.0).tolist() == [-1.0, -1.0, -1.0, 0.0, 0.0, 0.0]


def numeric_conjugate(loss, alpha, y, reach):
    """sup over |p| ≤ reach of alpha·p − l(p, y): a concave function, so a search from the best grid point is enough."""
    grid = np.linspace(-reach, reach, 2001)
    gain = alpha * grid - loss.value(grid, y)
    best = int(np.argmax(gain))
    low, high = grid[max(best - 1, 0)], grid[min(best + 1, 2000)]
    found = minimize_scalar(lambda p: loss.value(p, y) - alpha * p, bounds=(low, high), method="bounded",
                            options={"xatol": 1e-12})
    return max(-found.fun, gain.max())


@pytest.mark.parametrize("loss, alpha, y", [
    *[(losses.square, a, y) for a in (-3.0, 0.0, 0.7) for y in (-1.0, 2.0)],
    *[(losses.absolute, a, y) for a in (-0.9, 0.0, 0.4) for y in (-2.0, 3.0)],
    *[(losses.hinge, -b * y, y) for b in (0.01, 0.4, 0.99) for y in (-1.0, 1.0)],
    *[(losses.logistic, -b * y, y) for b in (0.05, 0.5, 0.9) for y in (-1.0, 1.0)],
    *[(losses.linear, y, y) for y in (-1.5, 0.0, 2.0)],
], ids=lambda v: by_name(v) if isinstance(v, losses.Loss) else f"{v:g}")
def test_conjugate_is_the_supremum(loss, alpha, y):
    assert loss.conjugate(alpha, y) == pytest.approx(numeric_conjugate(loss, alpha, y, reach=50.0), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("loss, alpha, y", [
    (losses.absolute, 1.01, 0.5), (losses.absolute, -1.5, 0.5), (losses.hinge, 0.1, 1.0), (losses.hinge, -1.1, 1.0),
    (losses.hinge, -0.1, -1.0), (losses.logistic, 0.1, 1.0), (losses.logistic, -1.2, 1.0), (losses.linear, 0.9, 1.0),
], ids=lambda v: by_name(v) if isinstance(v, losses.Loss) else f"{v:g}")
def test_conjugate_is_infinite_outside_its_domain(loss, alpha, y):
    assert loss.conjugate(alpha, y) == np.inf
    assert numeric_conjugate(loss, alpha, y, 2e4) > numeric_conjugate(loss, alpha, y, 1e4) + 50  # grows without end


@pytest.mark.parametrize("loss, edge, y, value", [
    (losses.hinge, -1.0, 1.0, -1.0), (losses.hinge, 0.0, 1.0, 0.0), (losses.logistic, -1.0, 1.0, 0.0),
    (losses.logistic, 0.0, -1.0, 0.0), (losses.absolute, 1.0, 3.0, 3.0), (losses.absolute, -1.0, 3.0, -3.0),
], ids=lambda v: by_name(v) if isinstance(v, losses.Loss) else f"{v:g}")
def test_conjugate_at_the_edge_of_its_domain(loss, edge, y, value):
    assert loss.conjugate(edge, y) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(p=st.floats(-30, 30), y=st.floats(-30, 30))
@examples(100)
def test_fenchel_young_is_an_equality_at_the_slope(loss, p, y):
    y = label(loss, y)
    s = loss.slope(p, y)
    assert loss.value(p, y) + loss.conjugate(s, y) == pytest.approx(s * p, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data(), U=log_uniform(1e-3, 1e3))
@examples(40)
def test_gradient_bound_is_the_supremum_over_the_ball(loss, data, U):
    """Never exceeded by any w of the ball, and reached at w = ±U·x_t/‖x_t‖ for some t: recomputed without oco_core."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss, max_T=12))
    G = losses.gradient_bound(loss, problem.X, problem.y, U)
    assert isinstance(G, float)
    lengths = [0.0]
    for x, y in zip(problem.X, problem.y):
        norm = np.linalg.norm(x)
        ends = [c * U * x / norm for c in (-1, 1)] if norm else list(in_ball(problem.rng, 1, len(x), U))
        for w in [*in_ball(problem.rng, 40, len(x), U), *ends]:
            lengths.append(np.linalg.norm(slope_of(loss.name, float(w @ x), y) * x + loss.l2 * w))
    assert max(lengths) <= G * (1 + 1e-9)
    if (np.linalg.norm(problem.X, axis=1) > 0).all():
        assert max(lengths) == pytest.approx(G, rel=1e-9)


def test_gradient_bound_by_hand():
    X, y = [[3.0, 4.0], [0.0, 0.0]], [1.0, -1.0]
    assert losses.gradient_bound(losses.square, X, y, 2.0) == pytest.approx(2 * (10 + 1) * 5)
    assert losses.gradient_bound(losses.absolute, X, y, 2.0) == pytest.approx(5)
    assert losses.gradient_bound(losses.hinge, X, y, 2.0) == pytest.approx(5)
    assert losses.gradient_bound(losses.linear, X, y, 2.0) == pytest.approx(5)
    assert losses.gradient_bound(losses.logistic, X, y, 2.0) == pytest.approx(5 / (1 + math.exp(-10)))
    assert losses.gradient_bound(losses.with_l2(losses.linear, 0.5), X, y, 2.0) == pytest.approx(6)


def test_gradient_bound_of_the_square_loss_is_the_notes_4UX2():
    """T6: G = 4UX² when |y_t| ≤ UX and some label reaches UX at the longest x."""
    U, X_length = 1.5, 0.8
    X = np.array([[X_length, 0.0], [0.1, 0.2]])
    assert losses.gradient_bound(losses.square, X, [U * X_length, 0.3], U) == pytest.approx(4 * U * X_length**2)


def test_gradient_bound_for_many_runs():
    rng = np.random.default_rng(0)
    X, y, U = rng.normal(size=(4, 6, 3)), rng.normal(size=(4, 6)), np.array([0.5, 1.0, 2.0, 4.0])
    loss = losses.with_l2(losses.square, 0.3)

    def one(i, j, k):
        return losses.gradient_bound(loss, X[i], y[j], U[k])

    each = losses.gradient_bound(loss, X, y, U)
    assert each.tolist() == pytest.approx([one(i, i, i) for i in range(4)])
    assert losses.gradient_bound(loss, X, y[0], U).tolist() == pytest.approx([one(i, 0, i) for i in range(4)])
    assert losses.gradient_bound(loss, X, y, 2.0).tolist() == pytest.approx([one(i, i, 2) for i in range(4)])
    assert losses.gradient_bound(loss, X[0], y[0], U).tolist() == pytest.approx([one(0, 0, k) for k in range(4)])


def test_gradient_bound_of_an_empty_stream_is_zero():
    assert losses.gradient_bound(losses.square, np.zeros((0, 3)), [], 1.0) == 0.0
    assert losses.gradient_bound(losses.square, np.zeros((2, 0, 3)), np.zeros((2, 0)), 1.0).tolist() == [0.0, 0.0]


def test_gradient_bound_beyond_the_float_range_is_an_error():
    with pytest.raises(ValueError, match="gradients of finite length"):
        losses.gradient_bound(losses.square, [[1e150]], [1.0], 1e150)


def test_with_l2():
    loss = losses.with_l2(losses.hinge, 0.1)
    assert loss.l2 == 0.1 and loss.name == "hinge" and loss.labels == "signs" and losses.hinge.l2 == 0
    assert loss.value(0.25, 1.0) == 0.75  # the l2 term belongs to w, not to p
    assert losses.with_l2(losses.square, 0).l2 == 0


def test_erratum_E19_the_logistic_loss_in_nats_is_not_above_the_zero_one_loss():
    assert losses.logistic.value(0.0, 1.0) == pytest.approx(0.6931, abs=1e-4) and losses.zero_one.value(0.0, 1.0) == 1
    assert losses.logistic.value(-0.5, 1.0) == pytest.approx(0.9741, abs=1e-4)
    assert losses.logistic.value(-0.5, 1.0) / math.log(2) == pytest.approx(1.4053, abs=1e-4)


def test_erratum_E5_the_absolute_loss_is_not_linear():
    """|1 − w|: the mean of the values at 0 and 2 is 1, the value at 1 is 0; slopes −1 and +1."""
    at = np.array([0.0, 1.0, 2.0])
    assert losses.absolute.value(at, 1.0).tolist() == [1.0, 0.0, 1.0]
    assert losses.absolute.slope(at, 1.0).tolist() == [-1.0, 0.0, 1.0]


def test_words():
    assert [loss.name for loss in ALL] == ["square", "absolute", "hinge", "logistic", "linear", "zero_one"]
    assert [loss.labels for loss in ALL] == ["real", "real", "signs", "signs", "real", "signs"]
    assert [loss.convex for loss in ALL] == [True] * 5 + [False]
    assert all(loss is getattr(losses, loss.name) and loss.latex for loss in ALL)
