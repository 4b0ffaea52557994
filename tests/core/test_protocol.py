"""The protocol: predict, suffer, update; the future changes nothing; the edges of every range; many runs at once."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.stats import ortho_group

from oco_core import hindsight, learners, losses, play, streams
from oco_core.engine.loop import BLOCK
from tests.core.strategies import (
    CALM,
    CONVEX,
    MAKERS,
    SOLVED,
    by_name,
    calm_eta,
    examples,
    in_ball,
    log_uniform,
    maybe_l2,
    problems,
    slope_of,
    value_of,
)

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
each_maker = pytest.mark.parametrize("maker", MAKERS, ids=by_name)
each_loss = pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@each_maker
@each_loss
@given(data=st.data(), eta=log_uniform(1e-6, 1e6), U=log_uniform(1e-3, 1e3))
@examples(20)
def test_the_future_changes_nothing(maker, loss, data, eta, U):
    """Other examples after round t: w_1 .. w_{t+1} and the losses of rounds 1 .. t are the same to the last bit."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss))
    T = len(problem.y)
    t = data.draw(st.integers(0, T))
    X, y = problem.X.copy(), problem.y.copy()
    X[t:] = problem.rng.standard_normal((T - t, X.shape[1]))
    y[t:] = -y[t:] if loss.labels == "signs" else y[t:] * 3 + 1
    before, after = play(maker(eta, U), loss, problem.X, problem.y), play(maker(eta, U), loss, X, y)
    cut = play(maker(eta, U), loss, problem.X, problem.y, T=t)
    for run in (after, cut):
        assert_array_equal(run.w[: t + 1], before.w[: t + 1])
        for name in ("losses", "slopes", "updates", "projected"):
            assert_array_equal(getattr(run, name)[:t], getattr(before, name)[:t])
    assert cut.T == t and cut.w.shape[0] == t + 1


@each_maker
@given(data=st.data(), eta=log_uniform(1e-2, 1e2))
@examples(20)
def test_the_present_changes_only_what_follows(maker, data, eta):
    """Another example in round t leaves w_t alone and reaches w_{t+1}: the update comes after, and at once."""
    problem = data.draw(problems(losses.linear, kinds=("gauss",)))
    T = len(problem.y)
    assume(T > 0)
    t = data.draw(st.integers(1, T))
    y = problem.y.copy()
    y[t - 1] *= -1
    first, second = (play(maker(eta, 1e9), losses.linear, problem.X, labels) for labels in (problem.y, y))
    assert_array_equal(first.w[:t], second.w[:t])
    assert not np.array_equal(first.w[t], second.w[t])


@each_maker
@each_loss
@given(data=st.data(), eta=log_uniform(1e-6, 1e6), U=log_uniform(1e-3, 1e3))
@examples(20)
def test_the_facts_of_a_run(maker, loss, data, eta, U):
    """Shapes, the ball, l_t(w_t), slopes, G, updates and projections, each recomputed from w, X and y alone."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss))
    X, y = problem.X, problem.y
    run = play(maker(eta, U), loss, X, y)
    T, d = X.shape
    assert run.w.shape == (T + 1, d) and run.losses.shape == run.slopes.shape == (T,) and run.T == T
    assert run.updates.shape == run.projected.shape == (T,) and run.updates.dtype == run.projected.dtype == bool
    assert run.n_runs is None and isinstance(run.G, float) and run.loss is loss and run.learner.eta == eta
    assert_array_equal(run.X, X)
    assert_array_equal(run.y, y)
    assert np.isfinite(run.w).all() and np.linalg.norm(run.w, axis=1).max() <= U * (1 + 1e-14)
    assert not run.w[0].any()
    size = np.abs(X).max(initial=0.0) * U * d + abs(y).max(initial=1.0)
    G = 0.0
    for t in range(T):
        w, p = run.w[t], float(run.w[t] @ X[t])
        ridge = loss.l2 / 2 * float(w @ w)
        assert run.losses[t] == pytest.approx(value_of(loss.name, p, y[t]) + ridge, rel=1e-9, abs=1e-12 * size)
        if loss.name not in ("absolute", "hinge") or abs(p - y[t]) > 1e-9 * size:
            assert run.slopes[t] == pytest.approx(slope_of(loss.name, p, y[t]), rel=1e-9, abs=1e-12 * size)
        G = max(G, np.linalg.norm(run.slopes[t] * X[t] + loss.l2 * w))
        assert run.updates[t] == (run.w[t + 1] != w).any()
        if run.projected[t]:
            assert np.linalg.norm(run.w[t + 1]) == pytest.approx(U, rel=1e-14)
    assert run.G == pytest.approx(G, rel=1e-12)
    assert run.G <= losses.gradient_bound(loss, X, y, U) * (1 + 1e-12)


@each_maker
@pytest.mark.parametrize("length", [0.5, 1 - 1e-9, 1.0, 1 + 1e-9, 1.0001, 3.0])
@pytest.mark.parametrize("U", [1e-3, 1.0, 7.0])
@pytest.mark.parametrize("n_runs", [None, 3])
def test_the_projection_inside_on_and_outside(maker, length, U, n_runs):
    """A first step of this length, in units of U: inside the ball it stays, outside it is pulled to the edge (T23)."""
    direction = np.array([0.6, -0.8])
    steps = U * length * (2**0.5 if maker is learners.lazy else 1.0)
    run = play(maker(steps if n_runs is None else [steps] * n_runs, U), losses.linear, [direction], [-1.0])
    w = run.w[1] if n_runs is None else run.w[2, 1]
    assert w == pytest.approx(U * min(1.0, length) * direction, rel=1e-14)
    if length != 1.0:
        assert np.all(run.projected == (length > 1))


@given(seed=st.integers(0, 10**6), d=st.integers(1, 6), U=log_uniform(1e-3, 1e3), length=log_uniform(1e-2, 1e3))
@examples(100)
def test_the_projection_brings_no_point_of_the_ball_farther_away(seed, d, U, length):
    """‖Π(y) − z‖ ≤ ‖y − z‖ for every z in the ball (T23): y is the first step of a learner, Π(y) its w_2."""
    rng = np.random.default_rng(seed)
    y = rng.standard_normal(d) * U * length
    projected = play(learners.ogd(1.0, U), losses.linear, [y], [-1.0]).w[1]
    for z in in_ball(rng, 12, d, U):
        assert np.linalg.norm(projected - z) <= np.linalg.norm(y - z) * (1 + 1e-12) + 1e-12 * U


@pytest.mark.parametrize("maker", [learners.ogd, learners.ogd_constant], ids=by_name)
@given(data=st.data(), U=log_uniform(1e-2, 1e2), n_runs=st.sampled_from([None, 3]))
@examples(40)
def test_a_round_without_a_gradient_changes_nothing(maker, data, U, n_runs):
    """After a round at the edge, x = 0 moves nobody: no update, no projection, the same w to the last bit.

    (The projected point lies on the edge up to rounding, often a hair outside; it must not be projected again.)
    """
    problem = data.draw(problems(losses.linear, kinds=("gauss",)))
    X = problem.X.copy()
    X[1::2] = 0.0
    eta = 1e6 / min(1.0, abs(problem.y).min(initial=1.0)) * U * (1 if n_runs is None else np.array([1.0, 2.0, 3.0]))
    run = play(maker(eta, U), losses.linear, X, problem.y)
    T = len(problem.y)
    assert not run.updates[..., 1::2].any() and not run.projected[..., 1::2].any()
    assert_array_equal(run.w[..., 2::2, :], run.w[..., 1:T:2, :][..., : (T // 2), :])


@each_maker
@each_loss
@given(data=st.data(), U=log_uniform(1e-2, 1e2), shape=st.sampled_from(["eta", "U", "both", "X", "X, y", "one", "all"]))
@examples(25)
def test_many_runs_at_once_are_the_single_runs(maker, loss, data, U, shape):
    loss = data.draw(maybe_l2(loss, log_uniform(1e-3, 1.0)))
    problem = data.draw(problems(loss, kinds=CALM))
    T, d = problem.X.shape
    n = 1 if shape == "one" else 3
    rng = problem.rng
    X = problem.X
    y = problem.y
    if shape in ("X", "X, y", "all"):
        X = rng.standard_normal((n, T, d))
    if shape in ("X, y", "all"):
        y = rng.permuted(np.tile(problem.y, (n, 1)), axis=1)
    eta = calm_eta(loss, X, data.draw(st.floats(0.01, 1.0)))
    etas = eta * rng.uniform(0.1, 1.0, n) if shape in ("eta", "both", "one", "all") else eta
    radii = U * rng.uniform(0.1, 2.0, n) if shape in ("U", "both", "all") else U
    run = play(maker(etas, radii), loss, X, y)
    assert run.n_runs == n and run.T == T and run.w.shape == (n, T + 1, d)
    for i in range(n):
        def pick(a, single):
            return a[i] if np.ndim(a) > single else a
        one = play(maker(pick(etas, 0), pick(radii, 0)), loss, pick(X, 2), pick(y, 1))
        scale = 1e-10 * max(1.0, abs(one.losses).max(initial=0.0))
        assert abs(run.w[i] - one.w).max(initial=0) <= 1e-10 * max(1.0, pick(radii, 0))
        assert abs(run.losses[i] - one.losses).max(initial=0) <= scale
        assert abs(run.slopes[i] - one.slopes).max(initial=0) <= scale and run.G[i] == pytest.approx(one.G, rel=1e-10)
        assert_array_equal(run.projected[i], one.projected)


@each_maker
@each_loss
def test_record_losses_keeps_everything_but_w(maker, loss):
    stream = streams.random_signs(50, 3)
    for learner in (maker(0.5, 1.0), maker([0.5, 2.0], 1.0)):
        full, light = play(learner, loss, stream), play(learner, loss, stream, record="losses")
        assert light.w is None
        for name in ("losses", "slopes", "updates", "projected", "G"):
            assert_array_equal(getattr(light, name), getattr(full, name))


def test_what_play_takes():
    """A stream, any object with .X and .y, arrays, lists, integers, float32, booleans: the same run."""
    X, y = [[1, 0], [0, 1], [1, 1]], [1, 0, 1]
    learner = learners.ogd(0.5, 1.0)

    class Anything:
        pass

    thing = Anything()
    thing.X, thing.y = X, y
    reference = play(learner, losses.square, np.array(X, float), np.array(y, float))
    for data in [(X, y), (thing,), (streams.Stream("mine", X, y),), (tuple(map(tuple, X)), tuple(y)),
                 (np.array(X, np.float32), np.array(y, np.int8)), (np.array(X, bool), np.array(y, bool)),
                 (np.array(X, object), np.array(y, np.uint8)), (np.asfortranarray(np.array(X)), np.array(y))]:
        run = play(learner, losses.square, *data)
        assert_array_equal(run.w, reference.w)
        assert run.X.dtype == run.y.dtype == run.losses.dtype == float


@each_loss
@given(data=st.data(), factor=st.floats(0.01, 1.0), U=log_uniform(1e-1, 1e1))
@examples(25)
def test_rotations_and_permutations_of_the_coordinates(loss, data, factor, U):
    """Losses, G and regret stay; w_t, and u* where it is unique, turn with the coordinates."""
    loss = data.draw(maybe_l2(loss, log_uniform(1e-2, 1.0)))
    problem = data.draw(problems(loss, kinds=CALM))
    X, y, d = problem.X, problem.y, problem.X.shape[1]
    if data.draw(st.booleans()):
        Q = np.eye(d)[problem.rng.permutation(d)]
    else:
        Q = ortho_group.rvs(d, random_state=problem.seed) if d > 1 else np.array([[-1.0]])
    for maker in MAKERS:
        learner = maker(calm_eta(loss, X, factor), U)
        here, there = play(learner, loss, X, y), play(learner, loss, X @ Q, y)
        scale = 1e-10 * max(1.0, abs(here.losses).max(initial=0.0))
        assert abs(here.losses - there.losses).max(initial=0) <= scale
        assert abs(here.w @ Q - there.w).max() <= 1e-10 * max(1.0, U)
        assert here.G == pytest.approx(there.G, rel=1e-9)
        G = losses.gradient_bound(loss, X, y, U)
        assert losses.gradient_bound(loss, X @ Q, y, U) == pytest.approx(G, rel=1e-12)
        if loss.name in hindsight._SOLVERS and len(y):
            one, two = hindsight.regret(here, U), hindsight.regret(there, U)
            assert one.upper == pytest.approx(two.upper, rel=1e-8, abs=len(y) * scale)
    if loss.name == "square" and loss.l2:
        u, turned = hindsight.best(loss, X, y, U).u, hindsight.best(loss, X @ Q, y, U).u
        assert u @ Q == pytest.approx(turned, rel=1e-5, abs=1e-6 * U)


def test_some_loss_has_a_certified_minimum():
    assert {loss.name for loss in SOLVED} >= {"linear", "square"}


@pytest.mark.parametrize("T", [1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7])
def test_moves_are_seen_across_blocks(T):
    """With record="losses" w is kept a block at a time; the rounds on which it changed are the same."""
    data = streams.zigzag(T)
    y = np.where(np.arange(T) % 5 == 0, 0.0, data.y)  # rounds without a gradient do not move w
    learner = learners.ogd([0.5, 1.4, 3.0], 1.0)
    kept, dropped = (play(learner, losses.linear, data.X, y, record=record) for record in ("all", "losses"))
    assert dropped.w is None
    assert_array_equal(dropped.updates, (kept.w[:, 1:] != kept.w[:, :-1]).any(axis=-1))
    assert_array_equal(dropped.updates, kept.updates)
    assert T < 5 or not kept.updates.all() and kept.updates.any()


@pytest.mark.parametrize("d, n_runs, T, more",
                         [(2, None, 100_000, 1e6), (50, None, 20_000, 2.5e6), (2, 16, 20_000, 2.5e6),
                          (50, 16, 5000, 2.5e6)])
def test_a_long_run_needs_its_record_and_a_little_more(d, n_runs, T, more):
    """A learner holds O(d) numbers, and no array grows with T but the record: counted in bytes, fewer than w_1 ..
    w_T."""
    data = streams.regression(T, d)
    learner = learners.ogd(0.5 if n_runs is None else np.geomspace(0.1, 2, n_runs), 0.3)
    play(learner, losses.square, data, T=100, record="losses")  # what is made once
    tracemalloc.start()
    run = play(learner, losses.square, data, record="losses")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    record = sum(getattr(run, name).nbytes for name in ("losses", "slopes", "updates", "projected"))
    assert run.w is None and record <= peak <= record + more < record + 8 * T * d * (n_runs or 1)
