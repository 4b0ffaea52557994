"""T22: by hand, by enumeration of all draws, link by link, and what its verdict names."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, losses, training
from tests.core.holds import holds
from tests.core.strategies import CONVEX, examples, in_ball, maybe_l2

UNBIASED = "given w_t, the mean of v_t is a subgradient"


def small_set(loss, m, d, seed, spread=1.0):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((m, d)) * spread ** rng.standard_normal((m, 1))
    y = rng.standard_normal(m)
    return X, np.where(y > 0, 1.0, -1.0) if loss.labels == "signs" else y


def all_runs(loss, X, y, b, T, schedule, factor, U=1.0, start=None):
    """Every draw of the steps ``factor``·D/G in that schedule: equally likely runs."""
    G = training.gradient_bound(loss, X, y, U, b)
    steps = training.steps(T, factor * 2 * U / G, schedule, every=2)
    return training.sgd(loss, X, y, training.every_draw(len(y), b, T), steps, U, start)


def least(loss, X, y, U):
    return hindsight.best(loss, X, y, U).lower / len(y)


def test_by_hand():
    assert bounds.stochastic(T=100, D=2.0, G=3.0) == pytest.approx(0.9)
    assert bounds.stochastic_steps(T=2, D=2.0, G=3.0, last=0.5, total=1.5) == pytest.approx((8 + 13.5) / 4)
    T = np.array([1, 4, 100])
    assert bounds.stochastic(T, 2.0, 1.0) == pytest.approx(3 / np.sqrt(T))


@given(T=st.integers(1, 2000), D=st.floats(0.1, 10), G=st.floats(0.1, 10))
@examples(40)
def test_any_steps_gives_T22_and_the_constant_step(T, D, G):
    """With D/(G√t) at most T22, more by less than the sum's slack; with D/(G√T) it is GD/√T exactly."""
    steps = training.steps(T, D / G)
    general = bounds.stochastic_steps(T, D, G, steps[-1], steps.sum())
    assert general <= bounds.stochastic(T, D, G) * (1 + 1e-12)
    assert general >= bounds.stochastic(T, D, G) - G * D / T
    steps = training.steps(T, D / (G * math.sqrt(T)), "constant")
    assert bounds.stochastic_steps(T, D, G, steps[-1], steps.sum()) == pytest.approx(G * D / math.sqrt(T))


@holds(bounds.stochastic, bounds.stochastic_steps)
@given(data=st.data(), seed=st.integers(0, 10**6))
@examples(50)
def test_T22_is_not_violated(data, seed):
    """E f(w̄) − min_K f over every draw, exactly: m ≤ 4 examples, batches, all schedules, starts anywhere in the
    ball."""
    loss = data.draw(st.sampled_from(CONVEX).flatmap(maybe_l2))
    m = data.draw(st.integers(1, 4))
    b, T = data.draw(st.integers(1, m)), data.draw(st.integers(1, 4))
    X, y = small_set(loss, m, 2, seed, data.draw(st.sampled_from([1.0, 3.0])))
    start = in_ball(np.random.default_rng(seed), 3, 2, 1.0)[data.draw(st.integers(0, 2))] * (1 - 1e-12)
    if loss.name == "linear" and not loss.l2 and training.gradient_bound(loss, X, y, 1.0, b) < 1e-9:
        return
    schedule = data.draw(st.sampled_from(["sqrt", "constant", "inverse", "halving"]))
    factor = data.draw(st.sampled_from([0.1, 1.0, 5.0]))
    run = all_runs(loss, X, y, b, T, schedule, factor, start=start)
    excess = training.risk(loss, X, y, run.average).mean() - least(loss, X, y, 1.0)
    size = 1e-9 * (1 + abs(training.risk(loss, X, y, run.average)).max())
    assert bounds.stochastic_steps.holds_for(run)
    assert excess <= bounds.stochastic_steps.of(run) + size
    assert bool(bounds.stochastic.holds_for(run)) == (factor == 1.0 and (schedule == "sqrt" or T == 1))
    if bounds.stochastic.holds_for(run):
        assert excess <= bounds.stochastic.of(run) + size


def test_the_links_of_the_proof():
    """E f(w̄) ≤ mean E f(w_t);  E f(w_t) − f(u) ≤ E ∇f(w_t)·(w_t − u) = E v_t·(w_t − u) ≤ the telescoping sum ≤ T22."""
    X, y = small_set(losses.square, 3, 2, 1)
    u = hindsight.best(losses.square, X, y, 1.0).u
    f = lambda w: training.risk(losses.square, X, y, w)
    run = all_runs(losses.square, X, y, 1, 7, "sqrt", 1.0)
    w, D, G = run.w[:, :-1], 2.0, bounds.stochastic.facts(run)["G"]
    g = training.gradient(losses.square, X, y, w)
    average, iterates = f(run.average).mean() - f(u), f(w).mean() - f(u)
    linear, noisy = ((g * (w - u)).sum(axis=-1)).mean(), ((run.v * (w - u)).sum(axis=-1)).mean()
    distance = ((run.w - u) ** 2).sum(axis=-1)
    right = (distance[:, :-1] - distance[:, 1:]) / (2 * run.steps) + run.steps / 2 * (run.v**2).sum(axis=-1)
    assert ((run.v * (w - u)).sum(axis=-1) <= right + 1e-9).all()  # T2 holds run by run
    assert average <= iterates <= linear and linear == pytest.approx(noisy, rel=1e-12)
    assert noisy <= right.mean() <= bounds.stochastic_steps.of(run) <= bounds.stochastic.of(run)
    assert bounds.stochastic.of(run) == pytest.approx(1.5 * G * D / math.sqrt(7))
    # what is not true run by run: the expectation of a single run's noise
    assert ((run.v - g) * (w - u)).sum(axis=(1, 2)).max() > 0.1


def test_one_run_may_exceed_what_holds_on_average():
    """Nine labels +1 and one −1: with chance 10^−400 all draws are the one, and w̄ goes to its end."""
    X, y = np.ones((10, 1)), np.append(np.ones(9), -1.0)
    run = training.sgd(losses.absolute, X, y, np.full((400, 1), 9), training.steps(400, 2.0), U=1.0)
    excess = training.risk(losses.absolute, X, y, run.average) - least(losses.absolute, X, y, 1.0)
    assert bounds.stochastic.holds_for(run) and excess > 1.5 > bounds.stochastic.of(run) == pytest.approx(0.15)


def test_the_second_moment_is_enough():
    """One long example in a hundred: the root mean square is a tenth of the longest, T22 with it holds for every
    draw."""
    X, y = np.vstack([np.full((3, 1), 0.05), [[1.0]]]), np.array([-1.0, -1.0, -1.0, 1.0])
    G, longest = training.gradient_bound(losses.hinge, X, y, 1.0), losses.gradient_bound(losses.hinge, X, y, 1.0)
    assert G == pytest.approx(math.sqrt((3 * 0.05**2 + 1) / 4)) and G < 0.51 < longest == 1
    run = all_runs(losses.hinge, X, y, 1, 5, "sqrt", 1.0)
    assert bounds.stochastic.holds_for(run) and not bounds.stochastic.holds_for(run, G=0.9 * G)
    excess = training.risk(losses.hinge, X, y, run.average).mean() - least(losses.hinge, X, y, 1.0)
    assert excess <= bounds.stochastic.of(run)


def test_a_verdict_names_what_fails():
    X, y = small_set(losses.square, 5, 2, 0)
    G = training.gradient_bound(losses.square, X, y, 1.0, 2)
    rows = training.draws(5, 2, 20)
    good = training.sgd(losses.square, X, y, rows, training.steps(20, 2 / G), U=1.0)
    for bound in (bounds.stochastic, bounds.stochastic_steps):
        verdict = bound.holds_for(good)
        assert verdict and len(verdict.unchecked) == 1 and verdict.unchecked[0].startswith(UNBIASED)
        assert bound.holds_for(good, G=0.99 * G).failed[0] == "E‖v‖² ≤ G² at every w of K"
        assert "w_1 lies in K" in bound.holds_for(good, U=2.0).failed[0]
    assert bounds.stochastic.of(good) == bounds.stochastic(20, 2.0, G)
    other = training.sgd(losses.square, X, y, rows, training.steps(20, 1 / G), U=1.0)
    assert bounds.stochastic.holds_for(other).failed == ("η_t = D/(G√t)",) and bounds.stochastic_steps.holds_for(other)
    rising = training.sgd(losses.square, X, y, rows, training.steps(20, 2 / G)[::-1].copy(), U=1.0)
    assert bounds.stochastic_steps.holds_for(rising).failed == ("the steps do not increase",)
    free = training.sgd(losses.square, X, y, rows, training.steps(20, 0.01))
    assert "w_1 lies in K" in bounds.stochastic.holds_for(free, U=1.0).failed[0]


def test_the_steps_may_grow_for_no_one():
    """Steps that increase: the sum with 1/η_T is no bound. T = 2 on f = |w + 1| from 1, first a tiny step."""
    run = training.gd(losses.absolute, [[1.0]], [-1.0], [1e-6, 4.0], U=1.0, start=[1.0])
    excess = training.risk(losses.absolute, [[1.0]], [-1.0], run.average)
    assert not bounds.stochastic_steps.holds_for(run)
    assert excess == pytest.approx(2, abs=1e-5) and (4 / 4.0 + 4) / 4 < excess


X1, y1 = np.ones((3, 1)), np.ones(3)
free = training.gd(losses.square, X1, y1, training.steps(2, 0.1))
empty = training.gd(losses.square, X1, y1, training.steps(0, 0.1), U=1.0)
other = training.descend(lambda t, w: w, training.steps(2, 0.1), [0.5], U=1.0)


@pytest.mark.parametrize("call, name", [
    (lambda: bounds.stochastic.facts(free), "U"), (lambda: bounds.stochastic.facts(empty), "run"),
    (lambda: bounds.stochastic.facts(other), "run"), (lambda: bounds.stochastic.facts(None), "run"),
    (lambda: bounds.stochastic.facts(free, G=-1.0, U=1.0), "G"), (lambda: bounds.stochastic.facts(free, U=0.0), "U"),
    *[(lambda v=v: bounds.stochastic(v, 1.0, 1.0), n) for v, n in ((0, "bounds.stochastic"), (-1, "T"), (np.nan, "T"))],
    (lambda: bounds.stochastic(1, -1.0, 1.0), "D"), (lambda: bounds.stochastic_steps(1, 1.0, 1.0, 0.0, 1.0), "last"),
    (lambda: bounds.stochastic_steps(1, 1.0, 1.0, 1.0, -1.0), "total"),
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name + " ") and ": expected " in str(caught.value)
