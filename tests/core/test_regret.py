"""Regret curves: what they say, many runs, runs without w, balls of other sizes, real mail."""


import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from oco_core import hindsight, learners, losses, play, streams
from tests.core.strategies import examples, log_uniform, maybe_l2, problems
from tests.core.test_hindsight import cvxpy_minimum, each_solved, gap

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@each_solved
@given(data=st.data(), eta=log_uniform(1e-3, 1e3), U=log_uniform(1e-2, 1e2))
@examples(30)
def test_regret_is_what_it_says(loss, data, eta, U):
    """R_t between lower and upper; upper − lower is the certificate's gap; R_0 = 0; the last is the default."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss, max_T=20))
    run = play(learners.ogd(eta, U), loss, problem.X, problem.y)
    T = run.T
    at = sorted({0, T // 2, T})
    curve = hindsight.regret(run, U, at=at)
    for k, t in enumerate(at):
        best = hindsight.best(loss, problem.X[:t], problem.y[:t], U)
        suffered = run.losses[:t].sum()
        rounding = 1e-8 * (1 + abs(suffered) + abs(best.value))
        assert curve.lower[k] <= suffered - best.value + rounding and curve.upper[k] >= suffered - best.value - rounding
        assert curve.lower[k] <= curve.upper[k]
        assert curve.upper[k] - curve.lower[k] <= 1e-8 * max(1, abs(best.value)) + 1e-15 * abs(suffered)
    assert curve.lower[0] == curve.upper[0] == 0 if at[0] == 0 else True
    last = hindsight.regret(run, U)
    assert last.at.tolist() == [T] and last.upper[0] == pytest.approx(curve.upper[-1], rel=1e-9, abs=1e-9)
    again = hindsight.regret(run, U, at=at, best=curve.best)
    assert_array_equal(again.lower, curve.lower)
    assert_array_equal(again.upper, curve.upper)


@each_solved
def test_regret_of_many_runs(loss):
    """Shared examples, examples of each run, an adversary: what the single runs say."""
    rng = np.random.default_rng(3)
    X, y = rng.standard_normal((3, 30, 2)), np.sign(rng.standard_normal((3, 30)))
    etas, at = np.array([0.1, 1.0, 10.0]), [5, 30, 7]
    cases = [(X[0], y[0]), (X, y[0]), (X, y)]
    for data in cases:
        curve = hindsight.regret(play(learners.ogd(etas, 1.0), loss, *data), 1.0, at=at)
        assert curve.lower.shape == curve.upper.shape == (3, 3)
        for i in range(3):
            one = play(learners.ogd(etas[i], 1.0), loss, *(a[i] if a.ndim > s else a for a, s in zip(data, (2, 1))))
            single = hindsight.regret(one, 1.0, at=at)
            assert curve.lower[i] == pytest.approx(single.lower, abs=1e-8)
            assert curve.upper[i] == pytest.approx(single.upper, abs=1e-8)
    if loss.name == "linear":
        curve = hindsight.regret(play(learners.ogd(etas, 1.0), loss, streams.orthogonal(2), T=30), 1.0)
        one = play(learners.ogd(1.0, 1.0), loss, streams.orthogonal(2), T=30)
        assert curve.upper.shape == (3, 1) and curve.upper[1] == pytest.approx(hindsight.regret(one, 1.0).upper)


def test_regret_does_not_need_w():
    stream = streams.regression(30)
    full, light = (play(learners.ogd([0.5, 1.0], 1.0), losses.square, stream, record=r) for r in ("all", "losses"))
    assert_array_equal(hindsight.regret(full, 1.0, at=[3, 30]).lower, hindsight.regret(light, 1.0, at=[3, 30]).lower)


def test_comparators_of_other_rounds_are_refused():
    stream = streams.regression(30)
    run = play(learners.ogd(1.0, 1.0), losses.square, stream)
    other = hindsight.comparators(losses.square, stream.X, stream.y, 1.0, [10])
    with pytest.raises(ValueError, match="^best.at = "):
        hindsight.regret(run, 1.0, at=[20], best=other)
    many = play(learners.ogd([1.0, 2.0], 1.0), losses.linear, streams.orthogonal(2), T=10)
    with pytest.raises(ValueError, match="^best = "):
        hindsight.regret(many, 1.0, at=[10], best=other)


def test_regret_against_a_smaller_and_a_larger_ball():
    stream = streams.regression(100, seed=3)
    run = play(learners.ogd(1.0, 1.0), losses.square, stream)
    small, same, large, all_space = (hindsight.regret(run, U).upper[0] for U in (0.1, 1.0, 10.0, None))
    assert small < same <= large + 1e-9 and large == pytest.approx(all_space)


@pytest.mark.filterwarnings("default")
def test_real_mail():
    """The square loss on 2000 shuffled messages, d = 49: certified at every scale of U, also where XᵀX is singular."""
    stream = streams.mail(2000)
    found = hindsight.comparators(losses.square, stream.X, stream.y, 2.0, [1, 10, 49, 500, 2000])
    assert gap(found) <= 1e-8 and np.linalg.norm(found.u[1:], axis=1) == pytest.approx(2.0)
    assert found.value[-1] == pytest.approx(cvxpy_minimum(losses.square, stream.X, stream.y, 2.0)[0], rel=1e-7)
    assert all(gap(hindsight.best(losses.square, stream.X, stream.y, U)) <= 1e-8 for U in (1e-3, 10.0, 1e3, None))
