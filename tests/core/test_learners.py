"""Learners: step sizes, shapes of parameters, and each against the textbook's loop."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, learners, losses, play, streams
from tests.core.strategies import CONVEX, MAKERS, by_name, examples, log_uniform, maybe_l2, problems, textbook

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@pytest.mark.parametrize("maker", [learners.ogd, learners.lazy], ids=by_name)
def test_steps_shrink_like_one_over_root_t(maker):
    assert maker(0.6, 1.0).steps(4).tolist() == pytest.approx([0.6, 0.6 / 2**0.5, 0.6 / 3**0.5, 0.3])
    assert maker([1, 2, 3], 1).steps(4)[3].tolist() == [0.5, 1.0, 1.5]
    assert maker(1, 1).steps(0).shape == (0,)


def test_constant_steps():
    assert learners.ogd_constant(0.6, 1.0).steps(3).tolist() == [0.6] * 3
    assert learners.ogd_constant([1, 2], 1.0).steps(3).tolist() == [[1, 2]] * 3


@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
def test_parameters(maker):
    one = maker(np.float32(0.5), np.array(2))
    assert (one.name, one.eta, one.U, one.n_runs) == (maker.__name__, 0.5, 2.0, None)
    assert isinstance(one.eta, float) and isinstance(one.U, float)
    for eta, U, n in [([1, 2], 1, 2), (1, (1, 2, 3), 3), ([1], 2, 1), (np.ones(4, int), np.ones(4, np.float32), 4)]:
        many = maker(eta, U)
        assert many.n_runs == n
        assert all(np.asarray(p).dtype == float for p in (many.eta, many.U))


@pytest.mark.parametrize("maker, w_2, w_3", [
    (learners.ogd, -0.4, 0.4 / 2**0.5 - 0.4), (learners.ogd_constant, -0.4, 0.0), (learners.lazy, -0.4 / 2**0.5, 0.0),
], ids=by_name)
def test_two_steps_by_hand(maker, w_2, w_3):
    """g = +1, then −1 with η = 0.4."""
    run = play(maker(0.4, 1.0), losses.linear, [[1.0], [1.0]], [1.0, -1.0])
    assert run.w[:, 0].tolist() == pytest.approx([0.0, w_2, w_3], abs=1e-16)


@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data(), eta=log_uniform(1e-4, 1e4), U=log_uniform(1e-3, 1e3))
@examples(25)
def test_a_run_is_the_textbooks_loop(maker, loss, data, eta, U):
    """Every learner with every loss, with and without l2, at every scale: w_t and l_t(w_t) as the plain loop has them.

    Where steps are long the loop is chaotic (rounding doubles in each round); there only the first rounds compare.
    """
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss, max_T=25, kinds=("gauss", "line", "zeros", "graded")))
    X, y = problem.X, problem.y
    curvature = {"square": 2.0, "logistic": 0.25}.get(loss.name, 0.0) * (X * X).sum(axis=1).max(initial=0.0) + loss.l2
    if eta * curvature > 1:
        X, y = X[:6], y[:6]
    w, suffered = textbook(maker, loss, eta, U, X, y)
    run = play(maker(eta, U), loss, X, y)
    assert run.w.shape == w.shape and abs(run.w - w).max() <= 1e-10 * U
    assert run.losses == pytest.approx(suffered, rel=1e-9, abs=1e-12 * (1 + abs(suffered).max(initial=0)))


@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
def test_a_run_on_a_long_stream_is_the_textbooks_loop(maker, loss):
    rng = np.random.default_rng(5)
    X = rng.standard_normal((400, 4)) / 3
    y = np.sign(rng.standard_normal(400))
    w, suffered = textbook(maker, loss, 0.3, 0.05, X, y)
    run = play(maker(0.3, 0.05), loss, X, y)
    assert abs(run.w - w).max() < 1e-12 and abs(run.losses - suffered).max() < 1e-12
    assert run.projected.sum() > 10


def _bad(learner, t, w, S, g):
    """Uphill."""
    return w + learner.eta * g, S


@pytest.mark.parametrize("make", [
    lambda: learners.Learner("mad", 1.0, 1.0, schedule="sqrt", update=_bad),
    lambda: learners.Learner("c", 0.1, 1.0, schedule="constant"),
    lambda: learners.Learner("foo", 1.0, 1.0, schedule="foo"),
    lambda: replace(learners.ogd(1.0, 1.0), update=_bad),
    lambda: replace(learners.ogd(1.0, 1.0), lazy=True),
    lambda: replace(learners.ogd(1.0, 1.0), mistakes_only=True),
    lambda: replace(learners.perceptron(), lazy=False),
], ids=["update", "default", "unknown", "replaced", "lazy", "mistakes", "perceptron"])
def test_a_schedule_belongs_to_its_update(make):
    """The engine's short ways and the bounds go by the one, the loop by the other: they must not differ."""
    with pytest.raises(ValueError, match="^schedule = '.*': expected 'none', or the schedule of one of"):
        make()


def test_learners_with_different_updates_differ():
    assert learners.ogd(1.0, 1.0) == learners.ogd(1.0, 1.0)
    assert learners.Learner("one", 1.0, 1.0) != learners.Learner("one", 1.0, 1.0, update=_bad)


def test_a_bound_is_promised_to_its_own_learner_alone():
    stream = streams.random_signs(9, 2, seed=1)
    for bound, good in ((bounds.scale_free, learners.scale_free(1.0)), (bounds.minimax, learners.minimax(9, 1.0, 2.0))):
        G = {"G": 2.0} if bound is bounds.minimax else {}
        assert bound.holds_for(play(good, losses.linear, stream), **G)
        assert not bound.holds_for(play(replace(good, update=_bad), losses.linear, stream), **G)
    wide = replace(learners.minimax(9, 1.0, 2.0), U=3.0)
    assert not bounds.minimax.holds_for(play(wide, losses.linear, stream), G=2.0)
    stream = streams.classification(30, 2, 0.1, 0.0, 3)
    own = learners.Learner("own", 1.0, None, mistakes_only=True, update=_bad)
    assert not bounds.perceptron_compression.holds_for(play(own, losses.hinge, stream), delta=0.1)


def test_a_perceptron_in_a_ball_is_that_of_the_loop():
    """The mistakes are decided without η, and so is the short way's w: it cannot know the ball."""
    stream = streams.classification(60, 3, 0.0, 0.2, 3)
    learner = replace(learners.perceptron(0.1), U=0.05)
    own = replace(learner, schedule="none")
    run, w = play(learner, losses.hinge, stream), play(own, losses.hinge, stream).w
    assert run.projected.any() and abs(run.w - w).max() < 1e-12


def test_parameters_are_plain_numbers():
    assert type(learners.scale_free(2).eta) is float
