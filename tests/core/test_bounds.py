"""Bounds: the numbers of each formula, no violation where a bound applies, no application where it does not, and how
tight they are."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, streams
from tests.core.strategies import CONVEX, MAKERS, SOLVED, by_name, descent_in_a_box, examples, log_uniform, maybe_l2

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
UPPER = (bounds.ogd, bounds.ogd_tuned, bounds.ogd_diameter, bounds.ogd_square, bounds.ogd_constant, bounds.lazy,
         bounds.lazy_tuned)
each_loss = pytest.mark.parametrize("loss", CONVEX, ids=by_name)


# The formulas

@pytest.mark.parametrize("bound, arguments, value", [
    (bounds.ogd, dict(T=100, eta=0.5, U=1, G=2), 60.0),  # 2·1·10/.5 + .5·4·10
    (bounds.ogd, dict(T=100, eta=0.5, U=3, G=2), 380.0),
    (bounds.ogd_tuned, dict(T=50, U=3, G=2), 120.0),  # 6·√400
    (bounds.ogd_diameter, dict(T=100, D=6, G=2), 180.0),
    (bounds.ogd_square, dict(T=50, U=3, X=0.5), 180.0),  # 8·2.25·10
    (bounds.ogd_constant, dict(T=100, eta=0.5, U=3, G=2), 109.0),  # 9 + 100
    (bounds.lazy, dict(T=100, eta=0.5, U=3, G=2), 110.0),  # 90 + 20
    (bounds.lazy_tuned, dict(T=50, U=3, G=2), 60.0),
    (bounds.worst_case, dict(T=25, U=3, G=2), 30.0),
], ids=lambda v: v.name if isinstance(v, bounds.Bound) else "")
def test_values_by_hand(bound, arguments, value):
    assert bound(**arguments) == pytest.approx(value, rel=1e-14)
    assert bound(*arguments.values()) == bound(**arguments) and isinstance(bound(**arguments), float)
    assert bound.parameters == tuple(arguments)
    columns = {name: np.array([[v], [v]]) for name, v in arguments.items()}
    columns["T"] = np.array([arguments["T"], 0])
    table = bound(**columns)
    assert table.shape == (2, 2) and table[:, 0] == pytest.approx([value, value], rel=1e-14)


@given(T=st.integers(1, 10**6), U=log_uniform(1e-3, 1e3), G=log_uniform(1e-3, 1e3), c=log_uniform(0.01, 100))
@examples(100)
def test_one_formula_behind_the_constants(T, U, G, c):
    """At η = c·U/G: (2/c + c)·UG√T for OGD, (1/(2c) + c)·UG√T for lazy, least at c = √2 and 1/√2 (catalogue §4, §5)."""
    unit = U * G * math.sqrt(T)
    assert bounds.ogd(T, c * U / G, U, G) == pytest.approx((2 / c + c) * unit)
    assert bounds.lazy(T, c * U / G, U, G) == pytest.approx((1 / (2 * c) + c) * unit)
    assert bounds.ogd(T, math.sqrt(2) * U / G, U, G) == pytest.approx(bounds.ogd_tuned(T, U, G))
    assert bounds.ogd(T, 2 * U / G, U, G) == pytest.approx(bounds.ogd_diameter(T, 2 * U, G)) == pytest.approx(3 * unit)
    assert bounds.lazy(T, U / G / math.sqrt(2), U, G) == pytest.approx(bounds.lazy_tuned(T, U, G))
    assert bounds.ogd_constant(T, U / G / math.sqrt(T), U, G) == pytest.approx(unit)
    assert bounds.ogd_square(T, U, 0.5) == pytest.approx(bounds.ogd_tuned(T, U, 4 * U * 0.25))
    assert bounds.ogd_tuned(T, U, G) <= bounds.ogd(T, c * U / G, U, G) * (1 + 1e-12)
    assert bounds.lazy_tuned(T, U, G) <= bounds.lazy(T, c * U / G, U, G) * (1 + 1e-12)
    assert bounds.worst_case(T, U, G) <= bounds.ogd_constant(T, c * U / G, U, G) * (1 + 1e-12)


@given(seed=st.integers(0, 10**6), T=st.integers(1, 60), d=st.integers(1, 5), G=log_uniform(1e-2, 1e2),
       push=st.booleans())
@examples(60)
def test_descent_on_a_box_from_a_corner(seed, T, d, G, push):
    """T5 holds for A2 on any convex body, from any w_1: R_T ≤ 1.5·G·D·√T against the best corner."""
    g = np.random.default_rng(seed).standard_normal((T, d))
    g = np.abs(g) if push else g
    g *= G / np.linalg.norm(g, axis=1).max()
    w = descent_in_a_box(g, G)
    regret = (g * w[:-1]).sum() + np.abs(g.sum(axis=0)).sum()  # the best corner is −sign of the sum
    assert w[0].min() == 1 and np.abs(w).max() <= 1
    assert regret <= bounds.ogd_diameter(T, 2 * math.sqrt(d), G) * (1 + 1e-12)


@pytest.mark.parametrize("loss", SOLVED, ids=by_name)
@given(data=st.data(), T=st.integers(1, 40), c=log_uniform(1e-2, 1e2), U=log_uniform(1e-1, 10))
@examples(15)
def test_the_average_on_one_function(loss, data, T, c, U):
    """T21: the same convex f in every round; f(w̄) − min f ≤ R_T/T, w̄ the mean of w_1 .. w_T."""
    loss = data.draw(maybe_l2(loss))
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    x, y = rng.standard_normal(3), rng.choice([-1.0, 1.0])
    run = play(learners.ogd(c * U, U), loss, np.tile(x, (T, 1)), np.full(T, y))
    f = lambda w: float(loss.value(w @ x, y)) + loss.l2 / 2 * float(w @ w)
    least = hindsight.best(loss, x[None], [y], U).value
    regret = hindsight.regret(run, U).upper[-1]
    assert f(run.w[:-1].mean(axis=0)) - least <= regret / T + 1e-7 * (1 + abs(least))


def test_edges_of_the_ranges():
    assert bounds.ogd(0, 1, 1, 1) == 0 and bounds.ogd(1, 1e-300, 1, 1) == pytest.approx(2e300)
    assert bounds.ogd(1, 1e300, 1, 1) == 1e300
    assert bounds.ogd(4, 1e300, 1e-150, 1e-200) == pytest.approx(2e-100)  # ηG² although G² alone underflows
    assert bounds.ogd_tuned(5, 1, 0) == 0
    for call in (lambda: bounds.ogd(1, 1e-300, 1e10, 1), lambda: bounds.ogd_square(1, 1e100, 1e100),
                 lambda: bounds.ogd_tuned(1, 1e150, 1e300), lambda: bounds.ogd(0, 1e-300, 1e100, 1)):
        with pytest.raises(ValueError, match="expected parameters for which the bound is a finite number"):
            call()


# No application where an assumption fails

def unit_run(learner, loss=losses.linear, T=20, scale=1.0):
    stream = streams.random_signs(T, 2, seed=1)
    return play(learner, loss, stream.X * scale, stream.y)


GREEDY, CONSTANT = "the learner is greedy OGD with steps η/√t", "the learner is greedy OGD with a constant step η"
LAZY = "the learner is lazy OGD with steps η/√t"
BALL = "w_t is projected on the ball of radius U that holds the comparator, and w_1 = 0"
RUN_G, ALL_G = "G is at least every gradient of the run", (
    "G bounds every gradient in the ball, whatever the learner does (erratum E43)")
root2 = math.sqrt(2)


@pytest.mark.parametrize("bound, learner, facts, failed", [
    (bounds.ogd, learners.ogd(7.0, 2.0), {}, []),
    (bounds.ogd, learners.ogd_constant(7.0, 2.0), {}, [GREEDY]),
    (bounds.ogd, learners.lazy(7.0, 2.0), {}, [GREEDY]),
    (bounds.ogd, learners.ogd(7.0, 2.0), {"U": 2.1}, [BALL]),
    (bounds.ogd, learners.ogd(7.0, 2.0), {"U": 1.9}, [BALL]),
    (bounds.ogd, learners.ogd(7.0, 2.0), {"G": 0.999}, [RUN_G]),
    (bounds.ogd, learners.ogd(7.0, 2.0), {"G": 1.001}, []),
    (bounds.ogd_tuned, learners.ogd(root2 * 2, 2.0), {}, []),
    (bounds.ogd_tuned, learners.ogd(root2 * 2 * 1.001, 2.0), {}, ["η = √2·U/G"]),
    (bounds.ogd_tuned, learners.ogd(root2 * 2 * 0.999, 2.0), {}, ["η = √2·U/G"]),
    (bounds.ogd_tuned, learners.ogd(root2, 2.0), {"G": 2.0}, []),
    (bounds.ogd_tuned, learners.ogd(root2 * 4, 2.0), {"G": 0.5}, [ALL_G]),
    (bounds.ogd_tuned, learners.lazy(root2 * 2, 2.0), {}, [GREEDY]),
    (bounds.ogd_tuned, learners.ogd_constant(root2 * 2, 2.0), {}, [GREEDY]),
    (bounds.ogd_tuned, learners.ogd(root2 * 3, 2.0), {"U": 3.0}, [BALL]),
    (bounds.ogd_diameter, learners.ogd(4.0, 2.0), {}, []),
    (bounds.ogd_diameter, learners.ogd(root2 * 2, 2.0), {}, ["η = D/G = 2U/G"]),
    (bounds.ogd_diameter, learners.lazy(4.0, 2.0), {}, [GREEDY]),
    (bounds.ogd_diameter, learners.ogd(8.0, 2.0), {"G": 0.5}, [ALL_G]),
    (bounds.ogd_constant, learners.ogd_constant(7.0, 2.0), {}, []),
    (bounds.ogd_constant, learners.ogd(7.0, 2.0), {}, [CONSTANT]),
    (bounds.ogd_constant, learners.ogd_constant(7.0, 2.0), {"U": 1.0}, [BALL]),
    (bounds.ogd_constant, learners.ogd_constant(7.0, 2.0), {"G": 0.9}, [RUN_G]),
    (bounds.lazy, learners.lazy(7.0, 2.0), {}, []),
    (bounds.lazy, learners.ogd(7.0, 2.0), {}, [LAZY]),
    (bounds.lazy, learners.lazy(7.0, 2.0), {"U": 3.0}, [BALL]),
    (bounds.lazy, learners.lazy(7.0, 2.0), {"G": 0.9}, [RUN_G]),
    (bounds.lazy_tuned, learners.lazy(root2, 2.0), {}, []),
    (bounds.lazy_tuned, learners.lazy(root2 * 2, 2.0), {}, ["η = U/(√2·G)"]),
    (bounds.lazy_tuned, learners.ogd(root2, 2.0), {}, [LAZY]),
    (bounds.lazy_tuned, learners.lazy(root2 * 2, 2.0), {"G": 0.5}, [ALL_G]),
], ids=lambda v: v.name if isinstance(v, (bounds.Bound, learners.Learner)) else "")
def test_exactly_the_broken_assumption_is_named(bound, learner, facts, failed):
    verdict = bound.holds_for(unit_run(learner), **facts)
    assert list(verdict.failed) == failed and bool(verdict) == (not failed)


def test_T6_names_what_fails():
    eta = root2 / 4

    def failed(learner=learners.ogd(eta, 1.0), loss=losses.square, y=1.0, **facts):
        run = play(learner, loss, np.eye(2)[[0, 1, 0]], [y, -y, 0.3])
        return list(bounds.ogd_square.holds_for(run, **facts).failed)

    label, step = "every label has |y_t| ≤ UX", "η = √2·U/G with G = 4UX²"
    assert failed() == []
    assert failed(y=1.01) == [label]
    assert failed(learners.ogd(eta * 1.001, 1.0)) == [step]
    assert failed(learners.ogd(eta, 2.0)) == []  # this step does not depend on U
    assert failed(learners.lazy(eta, 1.0)) == [GREEDY]
    assert failed(U=2.0) == [BALL]
    for other in (losses.absolute, losses.with_l2(losses.square, 0.1)):
        assert failed(loss=other) == ["the loss is the square loss"]
    assert failed(loss=losses.with_l2(losses.square, 0)) == []


def test_T20_names_what_fails():
    adversary = "the adversary answers with ‖g_t‖ = G, orthogonal to w_t, signed along the sum so far"
    run = play(learners.ogd(1.0, 1.0), losses.linear, streams.orthogonal(2), T=30)
    assert bounds.worst_case.holds_for(run).failed == ()
    assert bounds.worst_case.holds_for(run, G=1.1).failed == (adversary,)
    assert bounds.worst_case.holds_for(unit_run(learners.ogd(1.0, 1.0))).failed == (adversary,)
    replayed = play(learners.ogd(0.5, 1.0), losses.linear, run.X, run.y)  # another learner, the same answers
    assert bounds.worst_case.holds_for(replayed).failed == (adversary,)
    against_sum = play(learners.ogd(1.0, 1.0), losses.linear, run.X, -run.y * (-1.0) ** np.arange(30))
    assert adversary in bounds.worst_case.holds_for(against_sum).failed
    line = play(learners.ogd(1.0, 1.0), losses.linear, streams.zigzag(30))
    assert "d ≥ 2" in bounds.worst_case.holds_for(line).failed
    squared = play(learners.ogd(1.0, 1.0), losses.square, streams.orthogonal(2), T=30)
    assert "the losses are linear" in bounds.worst_case.holds_for(squared).failed


def test_erratum_E43_a_step_tuned_by_the_gradients_seen_is_refused():
    X, y = np.ones((40, 1)), np.tile([1.0, -1.0], 20)
    seen = play(learners.ogd(0.05, 1.0), losses.square, X, y).G  # 2.2, while the uniform G is 4
    run = play(learners.ogd(root2 / seen, 1.0), losses.square, X, y)
    assert ALL_G in bounds.ogd_tuned.holds_for(run, G=seen).failed
    assert bounds.ogd_tuned.holds_for(play(learners.ogd(root2 / 4, 1.0), losses.square, X, y))


def test_where_nothing_can_go_wrong():
    """T = 0, x = 0: G = 0, any step counts as tuned, the bounds are 0 and so is the regret."""
    for T in (0, 3):
        for bound, maker in [(bounds.ogd_tuned, learners.ogd), (bounds.ogd_diameter, learners.ogd),
                             (bounds.ogd_square, learners.ogd), (bounds.lazy_tuned, learners.lazy)]:
            run = play(maker(3.0, 1.0), losses.square, np.zeros((T, 2)), np.zeros(T))
            assert bound.holds_for(run) and bound.of(run) == 0.0 and hindsight.regret(run, 1.0).upper[0] == 0.0


def test_what_leaves_the_float_range_does_not_hold():
    eta, G = "η = √2·U/G", 1e-320
    assert eta in bounds.ogd_tuned.holds_for(play(learners.ogd(1.0, 1.0), losses.square, [[1e-160]], [0.0]), G=G).failed
    huge = play(learners.ogd(1e-200, 1.0), losses.linear, np.full((3, 2), 1e149), np.full(3, 1e149))
    assert not bounds.worst_case.holds_for(huge)


def test_facts_and_of():
    run = play(learners.ogd(0.5, 2.0), losses.square, [[3.0, 4.0], [0.0, 1.0]], [1.0, -1.0])
    assert bounds.ogd.facts(run) == {"T": 2, "eta": 0.5, "U": 2.0, "G": pytest.approx(110.0), "X": 5.0, "D": 4.0}
    assert bounds.ogd.of(run) == pytest.approx(bounds.ogd(2, 0.5, 2.0, 110.0))
    assert bounds.ogd_diameter.of(run, U=3.0, G=7.0) == pytest.approx(bounds.ogd_diameter(2, 6.0, 7.0))
    assert bounds.ogd_square.of(run) == pytest.approx(bounds.ogd_square(2, 2.0, 5.0))


# How tight

def ratio(bound, run):
    assert bound.holds_for(run)
    return hindsight.regret(run, run.learner.U).lower[0] / bound.of(run)


def test_zigzag_reaches_T4():
    """At T = 5000 already; what it reaches at T = 100 000, and the others with it, is in ``tightest``."""
    run = play(learners.ogd(root2, 1.0), losses.linear, streams.zigzag(5000))
    assert 0.94 <= ratio(bounds.ogd_tuned, run) <= 1


@pytest.mark.parametrize("c, bound", [(2.0, bounds.ogd_diameter), (root2, bounds.ogd_tuned), (1.0, bounds.ogd),
                                      (0.5, bounds.ogd), (4.0, bounds.ogd)], ids=by_name)
def test_zigzag_reaches_the_bound_of_its_step(c, bound):
    run = play(learners.ogd(3.0 * c, 3.0), losses.linear, streams.zigzag(10_000, c))
    assert 0.9 <= ratio(bound, run) <= 1
    assert ratio(bounds.ogd, run) <= 1


@pytest.mark.parametrize("T", [1, 10, 100, 1000])
@pytest.mark.parametrize("d", [2, 5])
def test_the_constant_step_is_minimax_against_the_orthogonal_adversary(T, d):
    """Erratum E33: η = U/(G√T) has regret UG√T exactly there, 10.00 at T = 100, where T4 promises 28.28."""
    U = 2.0
    run = play(learners.ogd_constant(U / math.sqrt(T), U), losses.linear, streams.orthogonal(d), T=T)
    assert hindsight.regret(run, U).lower[0] == pytest.approx(U * math.sqrt(T), rel=1e-9)
    assert bounds.ogd_constant.of(run) == pytest.approx(U * math.sqrt(T)) == pytest.approx(bounds.worst_case.of(run))
    if T == 100:
        assert bounds.ogd_tuned(T, 1, 1) == pytest.approx(28.28, abs=5e-3)


@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
@pytest.mark.parametrize("eta", [0.01, 1.0, 100.0])
def test_the_orthogonal_adversary_costs_everyone_UG_root_T(maker, eta):
    run = play(maker(eta, 1.0), losses.linear, streams.orthogonal(2), T=400)
    assert hindsight.regret(run, 1.0).upper[0] >= 20 * (1 - 1e-9)
