"""The rounds in blocks (`engine.blocks`) are those of the plain loop (`engine.loop`): to 1e-10 in all that a run
records."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from oco_core import learners, losses, play, streams
from oco_core.engine import blocks, coordinates
from tests.core.plain import plain
from tests.core.strategies import CONVEX, by_name, calm_eta, examples, log_uniform, maybe_l2, problems

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
MAKERS = (learners.ogd, learners.ogd_constant, learners.strongly_convex, learners.perceptron, learners.sgd_rlm)
SIGNS = tuple(loss for loss in CONVEX if loss.labels == "signs")


def assert_same(run, other, U):
    """All that a run records, to 1e-10 of its size; decisions exactly, but for moves that are rounding."""
    size = max(np.max(U), abs(other.w).max(initial=0.0))
    # Where w has cancelled, losses near 0 keep the rounding of what it was before.
    rounding = 1e-14 * size * np.linalg.norm(run.X, axis=-1).max(initial=0.0) * abs(other.slopes).max(initial=0.0)
    scale = 1e-10 * max(1.0, abs(other.losses).max(initial=0.0)) + rounding
    assert abs(run.w - other.w).max(initial=0.0) <= 1e-10 * max(1.0, np.max(U), abs(other.w).max(initial=0.0))
    for name in ("losses", "slopes"):
        assert abs(getattr(run, name) - getattr(other, name)).max(initial=0.0) <= scale, name
    assert np.allclose(run.G, other.G, rtol=1e-9, atol=scale)
    assert_array_equal(run.projected, other.projected)
    if run.learner.mistakes_only:
        assert_array_equal(run.updates, other.updates)
        return
    way = np.linalg.norm(np.diff(other.w, axis=-2), axis=-1)
    assert run.updates[way > 1e-12 * np.max(U)].all()
    assert run.loss.l2 or not run.updates[other.slopes * np.linalg.norm(run.X, axis=-1) == 0].any()
    assert_array_equal(run.updates, (np.diff(run.w, axis=-2) != 0).any(axis=-1))


DIMENSIONS = ((1, 2), (3, coordinates.FEW), (coordinates.FEW + 1, 12),  # each way of playing has its own
              (coordinates.FEW_OWN + 1, coordinates.FEW_OWN + 1))


@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
@pytest.mark.parametrize("n", [None, 1, 3])
@pytest.mark.parametrize("least, most", DIMENSIONS)
@given(data=st.data(), U=log_uniform(1e-2, 1e2), each=st.booleans(), projected=st.booleans())
@examples(25)
def test_blocks_are_the_plain_loop(least, most, maker, n, data, U, each, projected):
    if maker is learners.perceptron:
        loss = data.draw(st.sampled_from(SIGNS))
    else:
        loss = data.draw(maybe_l2(data.draw(st.sampled_from(CONVEX)), log_uniform(1e-3, 1.0)))
    problem = data.draw(problems(loss, min_d=least, max_d=most, kinds=("gauss", "zeros")))
    X, y, rng = problem.X, problem.y, problem.rng
    if n and each:
        X, y = rng.standard_normal((n, *X.shape)), rng.permuted(np.tile(y, (n, 1)), axis=1)
    eta = calm_eta(loss, X, data.draw(st.floats(0.01, 1.0))) * (1 if n is None else rng.uniform(0.1, 1.0, n))
    U = U if n is None else U * rng.uniform(0.1, 2.0, n)
    if maker is learners.perceptron:
        learner = maker(eta)
    elif maker is learners.strongly_convex:
        learner = maker(1 / eta, U if projected else None)
    elif maker is learners.sgd_rlm:
        learner = maker(1 / eta, "theta" if projected else "recursion")
    else:
        learner = maker(eta, U)
    assert blocks.can(learner, loss, X, y) == (X.shape[-1] > 1)
    assert_same(play(learner, loss, X, y), plain(learner, loss, X, y), U)


@pytest.mark.parametrize("T", [0, 1, 7, 8, 9, 15, 16, 17, 200])
@pytest.mark.parametrize("n", [None, 5])
@pytest.mark.parametrize("d", [2, 3, 9])
@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
def test_long_and_short(T, n, d, loss, monkeypatch):
    """Lengths on both sides of the edge of a block and of a part, many projections."""
    monkeypatch.setattr(blocks, "PART", 2 * blocks.ONE)
    monkeypatch.setattr(blocks, "CACHED", 5 * 2 * blocks.MANY)
    stream = streams.random_signs(T, d, seed=T)
    eta = 3.0 if n is None else np.linspace(0.5, 5.0, n)
    learner = learners.ogd(eta, 0.7)
    run = play(learner, loss, stream)
    assert_same(run, plain(learner, loss, stream.X, stream.y), 0.7)
    assert T < 15 or loss is losses.absolute or run.projected.any()


@pytest.mark.parametrize("n", [None, 2])
@pytest.mark.parametrize("record", ["all", "losses"])
def test_what_the_blocks_leave_to_the_plain_loop(n, record, monkeypatch):
    """Lazy descent, adversaries, and numbers whose squares could leave the float range."""
    each = (lambda v: v) if n is None else (lambda v: [v] * n)
    monkeypatch.setattr(blocks, "rounds", None)
    stream = streams.random_signs(20, 2)
    for learner, X, y in ((learners.lazy(each(1.0), 1.0), stream.X, stream.y),
                          (learners.ogd(each(1e31), 1.0), stream.X, stream.y),
                          (learners.ogd(each(1e-31), 1.0), stream.X, stream.y),
                          (learners.ogd(each(1.0), 1e31), stream.X, stream.y),
                          (learners.ogd(each(1.0), 1e-31), stream.X, stream.y),
                          (learners.ogd(each(1.0), 1.0), stream.X * 1e31, stream.y),
                          (learners.ogd(each(1.0), 1.0), stream.X, stream.y * 1e31)):
        assert np.isfinite(play(learner, losses.linear, X, y, record=record).losses).all()
    run = play(learners.ogd(each(1.0), 1.0), losses.linear, streams.orthogonal(), T=20, record=record)
    assert np.isfinite(run.losses).all()


@pytest.mark.parametrize("n", [None, 3])
@pytest.mark.parametrize("d", [2, 3, 9])
def test_sizes_up_to_the_limit_are_exact(n, d):
    """At the edge of what `can` lets through, squares keep their digits: the same run in other units."""
    stream = streams.random_signs(40, d, seed=2)
    each = (lambda v: v) if n is None else (lambda v: v * np.arange(1, n + 1))
    reference = play(learners.ogd(each(1.0), each(0.5)), losses.linear, stream.X, stream.y)
    for x, y in ((1e30, 1.0), (1e-30, 1.0), (1.0, 1e30), (1.0, 1e-30)):
        learner = learners.ogd(each(min(1e29, 1 / x / y)), each(0.5 * min(1e29, 1 / x / y) * x * y))
        X, labels = stream.X * x, stream.y * y
        assert blocks.can(learner, losses.linear, X, labels)
        run = play(learner, losses.linear, X, labels)
        assert_same(run, plain(learner, losses.linear, X, labels), 1.0)
        assert run.projected.any() == reference.projected.any()


@pytest.mark.parametrize("n", [None, 2])
@pytest.mark.parametrize("d", [2, 5, 9])
@pytest.mark.parametrize("seed", range(40))
def test_who_stands_on_the_edge_is_not_pulled_again(n, d, seed):
    """A block that ends on the edge of the ball, a hair outside by rounding, and then examples x = 0: nothing moves."""
    rng = np.random.default_rng(seed)
    X = np.vstack([rng.standard_normal((16, d)), np.zeros((24, d))])
    y = np.ones(40)
    eta = 100.0 if n is None else [100.0, 200.0]
    for record in ("all", "losses"):
        run = play(learners.ogd(eta, 0.7), losses.linear, X, y, record=record)
        assert not run.updates[..., 16:].any() and not run.projected[..., 16:].any() and run.projected[..., :16].all()


@pytest.mark.parametrize("d", [2, 5])
def test_a_long_run_does_not_drift(d):
    """After 20,000 rounds at the edge of the ball the blocks and the plain loop still agree."""
    stream = streams.regression(20_000, d, seed=3)
    learner = learners.ogd(1.0, 0.3)
    run, other = play(learner, losses.square, stream), plain(learner, losses.square, stream.X, stream.y)
    assert_same(run, other, 0.3)
    assert run.projected.mean() > 0.2 and np.linalg.norm(run.w, axis=1).max() <= 0.3 * (1 + 1e-14)
