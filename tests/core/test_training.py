"""Descent on a training set: A7, A8, A11, D8, D14 by plain loops, by enumeration, and by hand."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import hindsight, learners, losses, play, training
from tests.core.strategies import CONVEX, by_name, examples, in_ball, maybe_l2, problems, slope_of, total

SETS = st.integers(0, 10**6)


def training_set(loss, m, d, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((m, d)), rng.standard_normal(m)
    return X, np.where(y > 0, 1.0, -1.0) if loss.labels == "signs" else y


def plain(loss, X, y, batches, steps, U, start):
    """The algorithm as the notes write it: lists and loops, one run."""
    w = list(start)
    path = [w]
    for batch, eta in zip(batches, steps):
        v = [loss.l2 * c for c in w]
        for i in batch:
            p = sum(a * b for a, b in zip(w, X[i]))
            s = slope_of(loss.name, p, y[i])
            v = [a + s * b / len(batch) for a, b in zip(v, X[i])]
        w = [a - eta * b for a, b in zip(w, v)]
        norm = math.hypot(*w)
        if U is not None and norm > U:
            w = [a * U / norm for a in w]
        path.append(w)
    return np.array(path)


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data(), m=st.integers(1, 6), d=st.integers(1, 3), seed=SETS)
@examples(15)
def test_descents_are_the_algorithms_of_the_notes(loss, data, m, d, seed):
    loss, (X, y) = data.draw(maybe_l2(loss)), training_set(loss, m, d, seed)
    T, b, U = data.draw(st.integers(0, 8)), data.draw(st.integers(1, m)), data.draw(st.sampled_from([None, 0.5, 2.0]))
    eta = training.steps(T, 0.1 / (1 + loss.l2), data.draw(st.sampled_from(["constant", "sqrt", "inverse", "halving"])),
                         every=2)
    start = in_ball(np.random.default_rng(seed), 1, d, U or 1.0)[0] * (1 - 1e-9)
    run = training.gd(loss, X, y, eta, U, start)
    assert run.w == pytest.approx(plain(loss, X, y, [range(m)] * T, eta, U, start), rel=1e-9, abs=1e-9)
    assert (run.T, run.n_runs, run.rows) == (T, None, None)
    rows = training.draws(m, b, T, n_runs=3, seed=seed)
    runs = training.sgd(loss, X, y, rows, eta, U, start)
    assert runs.n_runs == 3 and runs.w.shape == (3, T + 1, d) and runs.v.shape == (3, T, d)
    for k in range(3):
        single = training.sgd(loss, X, y, rows[k], eta, U, start)
        assert single.w == pytest.approx(runs.w[k], rel=1e-12, abs=1e-12)
        assert single.w == pytest.approx(plain(loss, X, y, rows[k], eta, U, start), rel=1e-9, abs=1e-9)
        assert single.last == pytest.approx(single.w[-1])
        assert single.average == pytest.approx(single.w[: max(T, 1)].mean(axis=0))
    if T:
        at = [1, T]
        assert runs.averages(at)[:, 1] == pytest.approx(runs.average)
        assert runs.averages(at)[:, 0] == pytest.approx(runs.w[:, 0])


def test_all_examples_in_a_batch_make_gradient_descent():
    X, y = training_set(losses.square, 7, 2, 0)
    eta = training.steps(30, 0.1)
    whole = training.sgd(losses.square, X, y, training.draws(7, 7, 30), eta, U=1.0)
    assert whole.w == pytest.approx(training.gd(losses.square, X, y, eta, U=1.0).w, rel=1e-12, abs=1e-14)


def test_one_pass_in_order_is_online_gradient_descent():
    X, y = training_set(losses.hinge, 40, 3, 1)
    run = training.sgd(losses.hinge, X, y, np.arange(40)[:, None], training.steps(40, 0.7), U=0.9)
    assert run.w == pytest.approx(play(learners.ogd(0.7, 0.9), losses.hinge, X, y).w, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data())
@examples(15)
def test_risk_and_gradient(loss, data):
    """f against an exact sum; ∇f is a subgradient; the mean of all single examples is ∇f."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss, max_T=10, max_d=3))
    X, y, m = problem.X, problem.y, len(problem.y)
    if not m:
        return
    points = in_ball(problem.rng, 4, X.shape[1], 2.0)
    f, g = training.risk(loss, X, y, points), training.gradient(loss, X, y, points)
    scale = np.abs(f).max() + 1e-12 + np.abs(g).max() + abs(loss.value(points @ X.T, y)).max()
    for u, value in zip(points, f):
        assert value == pytest.approx(total(loss, u, X, y) / m, rel=1e-9, abs=1e-12 * scale)
        assert (value >= f + ((u - points) * g).sum(axis=1) - 1e-9 * scale).all()
    mean = np.mean([training.gradient(loss, X[[i]], y[[i]], points) for i in range(m)], axis=0)
    assert mean == pytest.approx(g, rel=1e-9, abs=1e-9 * scale)


@given(m=st.integers(1, 6), data=st.data(), seed=SETS)
@examples(40)
def test_D14_by_enumeration(m, data, seed):
    """Over all batches: E v = ∇f, E‖v − ∇f‖² = variance = (m − b)/(b(m − 1)) of one, E‖v‖² ≤ gradient_bound²."""
    b, loss = data.draw(st.integers(1, m)), data.draw(st.sampled_from(CONVEX).flatmap(maybe_l2))
    X, y = training_set(loss, m, 2, seed)
    U = 1.5
    batches = training.every_draw(m, b, 1)[:, 0]
    assert [tuple(batch) for batch in batches] == list(itertools.combinations(range(m), b))
    for w in in_ball(np.random.default_rng(seed), 3, 2, U):
        v = np.array([training.gradient(loss, X[batch], y[batch], w) for batch in batches])
        g = training.gradient(loss, X, y, w)
        assert v.mean(axis=0) == pytest.approx(g, rel=1e-9, abs=1e-9)
        spread = ((v - g) ** 2).sum(axis=1).mean()
        assert training.variance(loss, X, y, w, b) == pytest.approx(spread, rel=1e-7, abs=1e-9)
        assert (v**2).sum(axis=1).mean() <= training.gradient_bound(loss, X, y, U, b) ** 2 * (1 + 1e-12)


def test_gradient_bound_by_hand():
    """Square loss, x = 1 and 3, y = 0, U = 1: s = 2, 18. Root mean square, mean; between them b = 1 of m = 2 only."""
    X, y = [[1.0], [3.0]], [0.0, 0.0]
    assert training.gradient_bound(losses.square, X, y, 1.0) == pytest.approx(math.sqrt((4 + 324) / 2))
    assert training.gradient_bound(losses.square, X, y, 1.0, b=2) == pytest.approx(10)
    assert losses.gradient_bound(losses.square, X, y, 1.0) == 18
    X, y = training_set(losses.square, 9, 2, 3)
    G = [training.gradient_bound(losses.square, X, y, 1.0, b) for b in range(1, 10)]
    assert (np.diff(G) < 0).all() and G[0] <= losses.gradient_bound(losses.square, X, y, 1.0)


def test_with_replacement_the_variance_is_divided_by_b():
    """What the chapter says of batches drawn with replacement, by enumeration of m^b batches."""
    X, y = training_set(losses.square, 4, 2, 5)
    w = np.array([0.3, -0.2])
    g = training.gradient(losses.square, X, y, w)
    for b in (1, 2, 3):
        v = np.array([training.gradient(losses.square, X[list(batch)], y[list(batch)], w)
                      for batch in itertools.product(range(4), repeat=b)])
        assert v.mean(axis=0) == pytest.approx(g)
        assert ((v - g) ** 2).sum(axis=1).mean() == pytest.approx(training.variance(losses.square, X, y, w) / b)


@pytest.mark.parametrize("m, b", [(1, 1), (5, 1), (5, 3), (5, 5), (2000, 1), (2000, 7)])
def test_draws_are_batches_of_different_examples(m, b):
    rows = training.draws(m, b, 200, n_runs=4, seed=2)
    assert rows.shape == (4, 200, b) and rows.min() >= 0 and rows.max() < m
    assert all(len(set(batch)) == b for batch in rows.reshape(-1, b).tolist())
    assert np.array_equal(rows, training.draws(m, b, 200, n_runs=4, seed=2))
    if m > 1:
        assert not np.array_equal(rows, training.draws(m, b, 200, n_runs=4, seed=3)) or b == m == 5


@pytest.mark.parametrize("make", ["shuffle", "floyd"])
def test_draws_are_uniform(make):
    """60 000 batches of 2 of 4: each of the six pairs has 1/6, up to five standard deviations; also by Floyd."""
    n = 60_000
    rows = training.draws(4, 2, n) if make == "shuffle" else training._first_of_a_shuffle(np.random.default_rng(0), 4,
                                                                                          2, (n,))
    pairs = np.sort(rows, axis=1) @ [4, 1]
    counts = np.array([(pairs == 4 * i + j).sum() for i, j in itertools.combinations(range(4), 2)])
    assert counts.sum() == n and abs(counts / n - 1 / 6).max() < 5 * math.sqrt(5 / 36 / n)


def test_smaller_batches_are_the_first_of_larger_ones():
    assert np.array_equal(training.draws(20, 8, 50, seed=4)[:, :3], training.draws(20, 3, 50, seed=4))


def test_every_draw():
    rows = training.every_draw(3, 2, 2)
    assert rows.shape == (9, 2, 2) and len({rows[i].tobytes() for i in range(9)}) == 9
    assert training.every_draw(4, 1, 0).shape == (1, 0, 1)


def test_steps_by_hand():
    assert training.steps(4, 2.0, "constant").tolist() == [2, 2, 2, 2]
    assert training.steps(4, 2.0) == pytest.approx([2, 2 / math.sqrt(2), 2 / math.sqrt(3), 1])
    assert training.steps(4, 2.0, "inverse") == pytest.approx([2, 1, 2 / 3, 0.5])
    assert training.steps(6, 8.0, "halving", every=2).tolist() == [8, 8, 4, 4, 2, 2]
    assert training.steps(0, 1.0).shape == (0,)
    for schedule in ("constant", "sqrt", "inverse", "halving"):
        assert (np.diff(training.steps(50, 1.0, schedule, 7)) <= 0).all()


def test_X5_linear_regression_by_hand():
    """Two examples, x = 1, 2, y = 1, 0: f' = ((w − 1) + 4w)·2/2 = 5w − 1; η = .1 from 0: .1, .15, .175 → .2."""
    run = training.gd(losses.square, [[1.0], [2.0]], [1.0, 0.0], training.steps(60, 0.1, "constant"))
    assert run.w[:4, 0] == pytest.approx([0, 0.1, 0.15, 0.175]) and run.last[0] == pytest.approx(0.2)
    assert run.last[0] == pytest.approx(hindsight.best(losses.square, [[1.0], [2.0]], [1.0, 0.0], None).u[0])


def test_any_oracle():
    """A11 with noise on the gradient of ½‖w‖², and w_1 for each run; one oracle answer of the wrong shape is
    refused."""
    rng = np.random.default_rng(0)
    run = training.descend(lambda t, w: w + rng.standard_normal(w.shape), training.steps(200, 1.0), np.ones((5, 2)) / 2,
                           U=1.0)
    assert run.w.shape == (5, 201, 2) and run.n_runs == 5 and run.loss is None
    assert np.linalg.norm(run.w, axis=-1).max() <= 1 + 1e-12
    assert run.w[:, 1] == pytest.approx((run.w[:, 0] - run.v[:, 0]) * np.minimum(
        1, 1 / np.linalg.norm(run.w[:, 0] - run.v[:, 0], axis=1))[:, None])


X, y = np.ones((3, 1)), np.ones(3)
ONE = training.steps(1, 1.0)


@pytest.mark.parametrize("call, name", [
    *[(lambda v=v: training.steps(3, v), "eta") for v in (0, -1, np.nan, "1", [1.0])],
    (lambda: training.steps(-1, 1.0), "T"), (lambda: training.steps(2, 1.0, "cosine"), "schedule"),
    (lambda: training.steps(2, 1.0, every=0), "every"),
    (lambda: training.risk(losses.square, np.zeros((0, 1)), [], [0.0]), "X.shape"),
    (lambda: training.risk(losses.square, X, y, [0.0, 1.0]), "w.shape"),
    (lambda: training.risk(losses.square, X, y, [np.nan]), "w"),
    (lambda: training.risk(losses.square, 1e100 * X, y, [1e100]), "f(w)"),
    (lambda: training.risk(losses.hinge, X, 2 * y, [0.0]), "y"),
    (lambda: training.risk("square", X, y, [0.0]), "loss"),
    (lambda: training.gradient(losses.zero_one, X, y, [0.0]), "loss"),
    (lambda: training.gradient(losses.square, 1e150 * X, y, [1e100]), "∇f(w)"),
    *[(lambda v=v: training.variance(losses.square, X, y, [0.0], v), "b") for v in (0, 4, 1.5)],
    (lambda: training.gradient_bound(losses.square, X, y, 0.0), "U"),
    (lambda: training.gradient_bound(losses.square, X, y, 1.0, 4), "b"),
    (lambda: training.draws(3, 4, 1), "b"), (lambda: training.draws(0, 1, 1), "m"),
    (lambda: training.draws(3, 1, -1), "T"),
    (lambda: training.draws(3, 1, 1, n_runs=0), "n_runs"), (lambda: training.draws(3, 1, 1, seed=-1), "seed"),
    (lambda: training.every_draw(10, 1, 7), "m, b, T"),
    (lambda: training.gd(losses.square, X, y, [-1.0]), "steps"),
    (lambda: training.gd(losses.square, X, y, [[1.0]]), "steps"),
    (lambda: training.gd(losses.square, X, y, ONE, U=1.0, start=[2.0]), "start"),
    (lambda: training.gd(losses.square, X, y, ONE, start=[[[0.0]]]), "start"),
    (lambda: training.gd(losses.square, 10 * X, y, training.steps(400, 1.0, "constant")), "steps"),
    *[(lambda v=v: training.sgd(losses.square, X, y, v, ONE), "rows") for v in
      ([0], [[3]], [[-1]], [[0.5]], np.zeros((2, 1), int), np.zeros((1, 0), int))],
    (lambda: training.descend(lambda t, w: np.ones(2), ONE, [0.0]), "oracle"),
    (lambda: training.gd(losses.square, X, y, ONE).averages([2]), "at"),
    (lambda: training.gd(losses.square, X, y, ONE).averages([0]), "at"),
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)
