"""The edges of every range in the protocol: no rounds, no examples, vanishing and enormous steps, numbers near
overflow."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from oco_core import learners, losses, play, streams
from tests.core.strategies import CONVEX, by_name, slope_of, value_of
from tests.core.test_protocol import each_loss, each_maker

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@each_maker
@each_loss
@pytest.mark.parametrize("T", [0, 1])
@pytest.mark.parametrize("d", [1, 3])
def test_short_streams(maker, loss, T, d):
    run = play(maker(0.5, 1.0), loss, np.ones((T, d)), np.ones(T))
    assert run.w.shape == (T + 1, d) and not run.w[0].any() and run.losses.shape == (T,)
    if T == 0:
        assert run.G == 0.0
    else:
        slope = slope_of(loss.name, 0.0, 1.0)
        step = 0.5 / (2**0.5 if maker is learners.lazy else 1)
        w_2 = -step * slope * np.ones(d)
        assert run.w[1] == pytest.approx(w_2 / max(1.0, np.linalg.norm(w_2)))
        assert run.losses[0] == value_of(loss.name, 0.0, 1.0) and run.G == pytest.approx(abs(slope) * d**0.5)
    many = play(maker([0.5, 1.0], 1.0), loss, np.ones((T, d)), np.ones(T))
    assert many.w.shape == (2, T + 1, d) and many.losses.shape == (2, T) and many.G.shape == (2,)


@each_maker
@each_loss
def test_zero_examples(maker, loss):
    """x = 0: the prediction is 0, the gradient is 0, nobody moves."""
    run = play(maker(1e3, 1.0), loss, np.zeros((4, 2)), np.ones(4))
    assert not run.w.any() and not run.updates.any() and not run.projected.any() and run.G == 0
    assert_array_equal(run.losses, np.full(4, value_of(loss.name, 0.0, 1.0)))


@each_maker
@each_loss
@pytest.mark.parametrize("U", [1e-150, 1e-20, 1.0, 1e20])
@pytest.mark.parametrize("n_runs", [None, 2])
def test_vanishing_steps_stay_at_the_origin(maker, loss, U, n_runs):
    """η = 1e-300: w stays within T·η·G of 0, and each loss is that of the prediction 0."""
    stream = streams.regression(30, 3, seed=1)
    y = np.sign(stream.y)
    run = play(maker(1e-300 if n_runs is None else [1e-300] * n_runs, U), loss, stream.X, y)
    zero = np.array([value_of(loss.name, 0.0, float(label)) for label in y])
    assert abs(run.w).max() <= 1e-298 and abs(run.losses - zero).max() <= 1e-298
    assert not run.projected.any()


@each_maker
@each_loss
@pytest.mark.parametrize("U", [1e-150, 1e-20, 1.0, 1e6])
@pytest.mark.parametrize("n_runs", [None, 2])
def test_enormous_steps_end_on_the_sphere(maker, loss, U, n_runs):
    """η = 1e300: each step that is taken ends on the sphere, in the direction of the (accumulated) gradient."""
    stream = streams.regression(30, 3, seed=1)
    y = np.sign(stream.y)
    eta = 1e300 / max(1.0, U)
    run = play(maker(eta if n_runs is None else [eta] * n_runs, U), loss, stream.X, y)
    w = run.w if n_runs is None else run.w[1]
    g = (run.slopes if n_runs is None else run.slopes[1])[:, None] * stream.X
    direction = -np.cumsum(g, axis=0) if maker is learners.lazy else -g
    moved = run.projected if n_runs is None else run.projected[1]
    assert moved[0] and moved.sum() > 5
    expected = U * direction / np.linalg.norm(direction, axis=1, keepdims=True).clip(1e-300)
    assert abs(w[1:] - expected)[moved].max() <= 1e-9 * U
    assert np.isfinite(run.losses).all()


@each_maker
@pytest.mark.parametrize("eta", [1e300, 1e308])
def test_steps_beyond_the_float_range_are_an_error(maker, eta):
    with pytest.raises(ValueError, match=r"^eta = 1e\+30[08]: expected steps for which"):
        play(maker(eta, 1e20), losses.square, np.full((5, 2), 1e10), np.ones(5))


def test_losses_beyond_the_float_range_are_an_error():
    with pytest.raises(ValueError, match="expected finite numbers"):
        play(learners.ogd(1e-290, 1e5), losses.with_l2(losses.square, 1e280), np.full((5, 1), 1e150), np.full(5, 1e150))


@pytest.mark.parametrize("record", ["all", "losses"])
@pytest.mark.parametrize("n_runs", [None, 2])
def test_gradients_whose_squares_leave_the_float_range_are_none(record, n_runs):
    """By hand: g_1 = −2e300, w_2 = 1 after projection, g_2 = 1e300, w_3 = 0 and g_3 = g_1."""
    eta = 1e-300 if n_runs is None else [1e-300] * n_runs
    run = play(learners.ogd_constant(eta, 1.0), losses.with_l2(losses.square, 1e300), np.full((3, 1), 1e150),
               np.full(3, 1e150), record=record)
    assert np.shape(run.G) == (() if n_runs is None else (2,)) and run.G == pytest.approx(2e300)


@pytest.mark.parametrize("eta", [1e-300, 5e-324, 1e-9, 1.0, 1e9, 1e300, 1.7e308])
@pytest.mark.parametrize("U", [1e-150, 1e-75, 1.0, 1e75, 1e150])
@pytest.mark.parametrize("lam", [0.0, 1e-300, 1.0, 1e100, 1e300])
@each_maker
def test_never_a_nan_and_never_a_warning(maker, lam, U, eta):
    """At the edges of every range a run is finite, or refuses with a ValueError; Python's warnings are errors here."""
    stream = streams.regression(8, 2, seed=1)
    for loss in CONVEX:
        for scale in (1e-150, 1.0, 1e150):
            y = np.sign(stream.y) if loss.labels == "signs" else stream.y * scale
            try:
                run = play(maker(eta, U), losses.with_l2(loss, lam), stream.X * scale, y)
            except ValueError as error:
                assert " = " in str(error) and "expected" in str(error)
            else:
                assert np.isfinite(run.w).all() and np.isfinite(run.losses).all() and np.isfinite(run.G)
                assert (np.linalg.norm(run.w / U, axis=1) <= 1 + 1e-12).all()


@pytest.mark.parametrize("learner", [learners.scale_free(1.0), learners.minimax(2, 1.0, 1.0)], ids=by_name)
@pytest.mark.parametrize("record", ["all", "losses"])
def test_no_eta_is_to_blame_where_there_is_none(learner, record):
    X, y = [[1e100, 0.0], [1e100, 1.0]], [1e150, -1e150]
    loss = replace(losses.linear, slope=lambda p, y: y * 1e100)
    with pytest.raises(ValueError, match="^X, y, U, l2 = .*: expected finite numbers$"):
        play(learner, loss, X, y, record=record)


@each_maker
@pytest.mark.parametrize("T", [0, 4])
@pytest.mark.parametrize("d", [1, 2, 20])
def test_no_runs_at_all(maker, T, d):
    run = play(maker(0.5, 1.0), losses.square, np.ones((0, T, d)), np.ones(T))
    assert run.w.shape == (0, T + 1, d) and run.losses.shape == (0, T) and run.G.shape == (0,) and run.n_runs == 0


@each_maker
@pytest.mark.parametrize("record", ["all", "losses"])
@pytest.mark.parametrize("lam", [0.0, 1e-120])
@pytest.mark.parametrize("d, n_runs", [(1, None), (3, None), (3, 2)])
def test_examples_whose_squares_vanish(maker, record, lam, d, n_runs):
    """The same run as with examples of moderate size, in another unit of w·x: no gradient counts as 0."""
    stream, unit = streams.regression(20, d, seed=1), 2.0**-600
    eta = [0.5, 0.7][:n_runs] if n_runs else 0.5
    run, other = (play(maker(eta, 1e3), losses.with_l2(losses.linear, lam * u), stream.X * u, np.sign(stream.y),
                       record=record) for u in (1.0, unit))
    assert np.all(np.asarray(run.G) > 0) and np.allclose(other.G / unit, run.G, rtol=1e-12, atol=0)
    small = other.w if record == "all" else other.slopes
    assert small.any() and other.updates.all() == run.updates.all()
    assert losses.gradient_bound(losses.linear, stream.X * unit, np.sign(stream.y), 1.0) == pytest.approx(
        unit * losses.gradient_bound(losses.linear, stream.X, np.sign(stream.y), 1.0), rel=1e-12, abs=0)
