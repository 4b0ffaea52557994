"""The scale-free learner, its bound and the instance that nearly attains it (erratum E43's cure)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from oco_core import bounds, hindsight, learners, losses, play, streams, tightest
from tests.core.holds import holds
from tests.core.strategies import CONVEX, SOLVED, by_name, examples, log_uniform, maybe_l2, problems

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
ROOT2 = 2**0.5


def test_three_steps_by_hand():
    """g = 3, −4, 0 with U = 1: steps √2·3/3, projected, then √2·4/5, then none."""
    run = play(learners.scale_free(1.0), losses.linear, [[1.0]] * 3, [3.0, -4.0, 0.0])
    assert run.w[:, 0].tolist() == pytest.approx([0, -1, -1 + ROOT2 * 4 / 5, -1 + ROOT2 * 4 / 5], rel=1e-15)
    assert run.projected.tolist() == [True, False, False] and run.updates.tolist() == [True, True, False]


@pytest.mark.parametrize("n", [None, 2])
def test_before_the_first_gradient_it_stays(n):
    X = np.array([[0.0, 0.0], [0.0, 0.0], [3.0, 4.0]])
    run = play(learners.scale_free(1.0 if n is None else [1.0] * n), losses.linear, X, np.ones(3))
    assert not run.w[..., :3, :].any() and not run.updates[..., :2].any()
    assert np.allclose(run.w[..., 3, :], [-0.6, -0.8], rtol=1e-14)


@pytest.mark.parametrize("scale", [2.0**-900, 2.0**-490, 2.0**-3, 2.0**490])
def test_the_unit_of_the_losses_changes_nothing(scale):
    stream = streams.random_signs(200, 3, seed=2)
    run, other = (play(learners.scale_free(0.7), losses.linear, stream.X, stream.y * unit) for unit in (1.0, scale))
    assert_array_equal(run.w, other.w)
    assert bounds.scale_free.of(other) == pytest.approx(scale * bounds.scale_free.of(run))


@pytest.mark.parametrize("x, y", [(1.0, 1e-200), (1e-150, 1e-150), (1e150, 1e10), (1e150, 1e149)])
def test_no_square_of_a_gradient_is_too_small_or_too_large(x, y):
    stream = streams.random_signs(50, 2, seed=1)
    run = play(learners.scale_free(1.0), losses.linear, stream.X * x, stream.y * y)
    regret, bound = hindsight.regret(run, 1.0), bounds.scale_free.of(run)
    assert bounds.scale_free.holds_for(run) and 0 < regret.lower[-1] <= bound < np.inf
    assert bound == pytest.approx(np.sqrt(8 * 50) * x * y)


@holds(bounds.scale_free)
@pytest.mark.parametrize("loss", [loss for loss in CONVEX if loss in SOLVED], ids=by_name)
@given(data=st.data(), U=log_uniform(1e-2, 1e2))
@examples(40)
def test_the_regret_is_within_the_bound(loss, data, U):
    loss = data.draw(maybe_l2(loss, log_uniform(1e-3, 1e1)))
    problem = data.draw(problems(loss))
    run = play(learners.scale_free(U), loss, problem.X, problem.y)
    assert bounds.scale_free.holds_for(run)
    T = len(problem.y)
    for t in sorted({1, T // 2, T} - {0}) if T else ():
        g = run.slopes[:t, None] * run.X[:t] + loss.l2 * run.w[:t]
        bound = bounds.scale_free(U, np.linalg.norm(g))
        lower = hindsight.regret(run, U, at=t).lower[0]
        assert lower <= bound * (1 + 1e-9) + 1e-12 * abs(run.losses).sum()
    assert bounds.scale_free.of(run) == pytest.approx(bound if T else 0.0)


@holds(bounds.scale_free)
@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_gradients_of_all_sizes(d):
    """Linear losses whose sizes differ by powers of ten, 2500 runs at once, 10⁴ in all: regret in closed form."""
    rng = np.random.default_rng(d)
    X, spread = rng.standard_normal((2500, 30, d)), rng.uniform(0, 3, (2500, 1))
    y, U = 10.0 ** (spread * rng.standard_normal((2500, 30))), 10.0 ** rng.uniform(-1, 1, 2500)
    run = play(learners.scale_free(U), losses.linear, X, y)
    g = y[:, :, None] * X
    regret = run.losses.sum(axis=1) + U * np.linalg.norm(g.sum(axis=1), axis=1)
    ratio = regret / bounds.scale_free(U, np.sqrt((g * g).sum(axis=(1, 2))))
    assert 0.3 < ratio.max() <= 1 + 1e-12


def test_it_is_the_tuned_descent_where_all_gradients_have_one_length():
    signs = streams.random_signs(300, 1, seed=4)
    run, tuned = (play(learner, losses.linear, np.ones((300, 1)), signs.y) for learner in (
        learners.scale_free(0.5), learners.ogd(ROOT2 * 0.5, 0.5)))
    assert abs(run.w - tuned.w).max() < 1e-13
    assert bounds.scale_free.of(run) == pytest.approx(bounds.ogd_tuned.of(run))


def test_when_it_holds():
    stream = streams.random_signs(20, 2)
    run = play(learners.scale_free(2.0), losses.linear, stream)
    assert bounds.scale_free.holds_for(run) and bounds.ogd.holds_for(run).failed and bounds.lazy.holds_for(run).failed
    assert len(bounds.scale_free.holds_for(run, U=1.0).failed) == 2
    assert bounds.scale_free.of(run, G=5.0) == bounds.scale_free.of(run)  # it needs no G, but may be told one
    assert bounds.scale_free.facts(run, G=5.0)["G"] == 5.0
    other = play(learners.ogd(2.0 * ROOT2, 2.0), losses.linear, stream)
    assert [text for text in bounds.scale_free.holds_for(other).failed
            if text.startswith("the learner is scale-free OGD")]
    light = play(learners.scale_free(2.0), losses.with_l2(losses.linear, 1.0), stream, record="losses")
    with pytest.raises(ValueError, match="^run = .*record='losses'.*: expected one that kept w"):
        bounds.scale_free.of(light)


def test_the_tightest_instance_tends_to_its_bound():
    """The regret in closed form, and what is missing to the bound shrinks like ln T/√T."""
    ratios = []
    for T in (100, 1000, 10_000):
        y = tightest.descent.zigzag_for_scale_free(T)
        run = play(learners.scale_free(1.0), losses.linear, np.ones((T, 1)), y)
        ratios.append((run.losses.sum() + abs(y.sum())) / bounds.scale_free.of(run))
    assert 0.75 < ratios[0] < ratios[1] < ratios[2] < 0.98 and ratios[1] > 0.92 and ratios[2] > 0.97
