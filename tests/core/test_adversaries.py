"""Adversaries in the protocol: what they see, what they may answer, and that they cannot move the learner."""


import numpy as np
import pytest
from numpy.testing import assert_array_equal

from oco_core import learners, losses, play, streams
from tests.core.test_protocol import each_maker

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@each_maker
def test_predict_suffer_update_in_that_order(maker):
    """An adversary that writes down what it sees: w_t is what predicts in round t, and is last round's update."""
    seen = []

    def start(shape):
        def answer(w):
            seen.append(w.copy())
            return np.array([1.0, len(seen)]), 1.0
        return answer

    run = play(maker(0.3, 2.0), losses.square, streams.Adversary("spy", 2, start), T=5)
    assert_array_equal(np.array(seen), run.w[:-1])
    assert_array_equal(run.w[0], [0.0, 0.0])
    p = (run.w[:-1] * run.X).sum(axis=1)
    assert run.losses == pytest.approx((p - run.y) ** 2, rel=1e-14)
    assert run.slopes == pytest.approx(2 * (p - run.y), rel=1e-14)
    assert run.losses[0] == 1.0 and (run.X[:, 1] == np.arange(1, 6)).all()


def test_an_adversary_cannot_move_the_learner():
    def start(shape):
        def answer(w):
            w += 5.0
            return [1.0, 0.0], 1.0
        return answer

    honest = play(learners.ogd(1.0, 1.0), losses.linear, [[1.0, 0.0]] * 3, [1.0] * 3)
    run = play(learners.ogd(1.0, 1.0), losses.linear, streams.Adversary("vandal", 2, start), T=3)
    assert_array_equal(run.w, honest.w)


@pytest.mark.parametrize("answer, name", [
    (([1.0], 1.0), "x_2.shape"), ((1.0, 1.0), "x_2.shape"), (([1.0, 2.0, 3.0], 1.0), "x_2.shape"),
    (([1.0, 0.0], [1.0]), "y_2.shape"), (([np.nan, 0.0], 1.0), "x_2"), (([1.0, 0.0], np.inf), "y_2"),
    (([1e200, 0.0], 1.0), "x_2"), ((["a", "b"], 1.0), "x_2"), ((np.array([1.0, np.nan]), 1.0), "x_2"),
    ((np.array([1.0, -np.inf]), 1.0), "x_2"), ((np.array([0.0, 1e200]), 1.0), "x_2"),
    ((np.ones(2), np.float64(np.nan)), "y_2"),
    ((np.ones((1, 2)), 1.0), "x_2.shape"), ((np.ones(2) + 0j, 1.0), "x_2"), ((np.ones(2), -1e200), "y_2"),
])
def test_a_bad_answer_of_an_adversary_is_named(answer, name):
    good = [1.0, 0.0], 1.0

    def start(shape):
        answers = iter([good, answer, good])
        return lambda w: next(answers)

    with pytest.raises(ValueError, match=rf"^{name} = "):
        play(learners.ogd(1.0, 1.0), losses.linear, streams.Adversary("bad", 2, start), T=3)


@pytest.mark.parametrize("x, y", [
    ([1, 0], 1), ((True, False), True), (np.array([1, 0]), np.int8(1)), (np.float32([1.0, 0.0]), np.array(1.0)),
], ids=str)
def test_an_adversary_may_answer_with_numbers_of_every_kind(x, y):
    run, same = (play(learners.ogd(1.0, 1.0), losses.linear,
                      streams.Adversary("constant", 2, lambda shape: lambda w: answer), T=3)
                 for answer in ((x, y), (np.array([1.0, 0.0]), 1.0)))
    assert_array_equal(run.w, same.w)
    assert_array_equal(run.X, same.X)
    assert run.X.dtype == run.y.dtype == float


def test_an_adversary_may_answer_with_the_largest_numbers():
    """Entries of 1e150 are allowed, although their squares add up to more than 1e300."""
    run = play(learners.ogd(1.0, 1.0), losses.linear,
               streams.Adversary("large", 2, lambda shape: lambda w: ([1e150] * 2, 1.0)), T=3)
    assert (run.X == 1e150).all() and abs(np.linalg.norm(run.w[1:], axis=1) - 1).max() < 1e-12


def test_an_adversary_may_use_its_array_again():
    """What it answered is kept as it was in that round."""
    def start(shape):
        x = np.zeros(2)

        def answer(w):
            x[0] += 1.0
            return x, 1.0
        return answer

    run = play(learners.ogd(0.1, 1.0), losses.linear, streams.Adversary("thrifty", 2, start), T=4)
    assert_array_equal(run.X[:, 0], [1.0, 2.0, 3.0, 4.0])


def test_labels_of_an_adversary_are_checked():
    adversary = streams.Adversary("bad", 2, lambda shape: lambda w: ([1.0, 0.0], 0.5))
    with pytest.raises(ValueError, match="^y = 0.5: expected labels -1 or .1, as the hinge loss needs"):
        play(learners.ogd(1.0, 1.0), losses.hinge, adversary, T=3)


@each_maker
@pytest.mark.parametrize("loss", [losses.linear, losses.with_l2(losses.linear, 0.3), losses.hinge, losses.square],
                         ids=str)
def test_many_runs_against_an_adversary_are_the_single_runs(maker, loss):
    """Each run meets its own copy, which answers as it answers a single run."""
    etas, radii = np.array([0.1, 1.0, 30.0]), np.array([0.5, 1.0, 2.0])
    run = play(maker(etas, radii), loss, streams.orthogonal(3), T=80)
    assert run.X.shape == (3, 80, 3) and run.y.shape == (3, 80)
    for i in range(3):
        one = play(maker(etas[i], radii[i]), loss, streams.orthogonal(3), T=80)
        for name in ("w", "losses", "slopes", "X", "y"):
            assert abs(getattr(run, name)[i] - getattr(one, name)).max() < 1e-10, name
        assert run.G[i] == pytest.approx(one.G, rel=1e-10)
