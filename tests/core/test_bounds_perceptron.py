"""T8, T9, T10: no Perceptron makes more mistakes, orthonormal examples make as many."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, mistakes, play, streams
from tests.core.holds import holds
from tests.core.strategies import examples, log_uniform, problems

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
SEPARABLE, MARGIN = bounds.perceptron_separable, bounds.perceptron_margin
IMPLICIT, SOLVED, PRINTED, ETA = (bounds.perceptron_implicit, bounds.perceptron, bounds.perceptron_printed,
                                  bounds.perceptron_eta)
ALL = (SEPARABLE, MARGIN, IMPLICIT, SOLVED, PRINTED, ETA)
KINDS = ("gauss", "axes", "line", "zeros", "graded", "blocks")
exact = dict(rel=1e-9, abs=1e-9)


def perceptron(X, y, eta=1.0):
    return play(learners.perceptron(eta), losses.hinge, X, y)


def comparators(problem, n=20):
    """u at every scale, the Perceptron's own direction, 0, and the best in two balls."""
    X, y, d = problem.X, problem.y, problem.X.shape[1]
    v = problem.rng.standard_normal((n, d)) * 10.0 ** problem.rng.uniform(-3, 3, (n, 1))
    own = (y[:, None] * X).sum(axis=0)
    X_max = np.linalg.norm(X, axis=1).max(initial=0.0) or 1.0
    found = [hindsight.best(losses.hinge, X, y, U / X_max).u for U in (0.5, 3.0)] if len(y) else []
    return [*v / X_max, own, own / (own @ own or 1.0), np.zeros(d), *found]


@st.composite
def separable(draw, max_T=40, max_d=5):
    """X, y and a unit u with a positive margin."""
    T, d, seed = draw(st.integers(1, max_T)), draw(st.integers(1, max_d)), draw(st.integers(0, 10**6))
    rng = np.random.default_rng(seed)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    X, y = rng.standard_normal((T, d)), rng.choice([-1.0, 1.0], T)
    X += ((0.05 + rng.random(T)) * y - X @ u)[:, None] * u
    return X * draw(log_uniform(1e-3, 1e3)), y, u


# The formulas

def test_values_by_hand():
    assert SEPARABLE(norm=3.0, X=2.0) == 36.0 and MARGIN(X=3.0, gamma=0.5) == 36.0
    assert IMPLICIT(M=16, L=5.0, norm=3.0, X=2.0) == 29.0
    assert SOLVED(L=16.0, norm=3.0, X=2.0) == pytest.approx(16 + 18 + 6 * 5)  # √(9 + 16) = 5
    assert PRINTED(L=16.0, norm=3.0, X=2.0) == 16 + 36 + 24
    assert ETA(M=16, eta=0.5, L=5.0, norm=3.0, X=2.0) == 5 + 9 + 16
    assert bounds.kernel_perceptron(L=16.0, norm=3.0, kappa=2.0) == 76.0


@given(L=st.one_of(st.just(0.0), log_uniform(1e-6, 1e6)), norm=log_uniform(1e-3, 1e3), X=log_uniform(1e-3, 1e3))
@examples(100)
def test_the_forms_of_T9_belong_together(L, norm, X):
    """The solved form is the fixed point of the implicit one and the least η-form; the printed one is above."""
    M = SOLVED(L, norm, X)
    assert IMPLICIT(M, L, norm, X) == pytest.approx(M) and M <= PRINTED(L, norm, X) * (1 + 1e-12)
    assert IMPLICIT(M * 1.01 + 1e-9, L, norm, X) < M * 1.01 + 1e-9
    best_eta = norm / (X * math.sqrt(M))
    assert ETA(M, best_eta, L, norm, X) == pytest.approx(M)
    for eta in (best_eta / 3, best_eta * 3):
        assert ETA(M, eta, L, norm, X) >= M
    assert SOLVED(0.0, norm, X) == pytest.approx(SEPARABLE(norm, X)) and SOLVED(L, 0.0, X) == L
    assert bounds.kernel_perceptron(L, norm, X) == PRINTED(L, norm, X)


# No violation where a bound applies

@holds(IMPLICIT, SOLVED, PRINTED, ETA)
@given(data=st.data(), eta=log_uniform(1e-3, 1e3))
@examples(150)
def test_T9_is_not_violated(data, eta):
    """Any sequence, any u, any η, every form, with L over all rounds or over the mistakes alone; at every prefix."""
    problem = data.draw(problems(losses.hinge, kinds=KINDS))
    run = perceptron(problem.X, problem.y, eta)
    M = np.cumsum(run.updates)
    for u in comparators(problem):
        facts = SOLVED.facts(run, u=u)
        assert facts["M"] == run.updates.sum() and facts["T"] == run.T
        assert facts["L_mistakes"] <= facts["L"] * (1 + 1e-12)
        for bound in (IMPLICIT, SOLVED, PRINTED, ETA):
            assert bound.holds_for(run, u=u) and bound.holds_for(run, u).failed == ()
            assert facts["M"] <= bound.of(run, u=u) * (1 + 1e-9)
        X, norm, L = facts["X"], facts["norm"], facts["L_mistakes"]
        assert facts["M"] <= SOLVED(L, norm, X) * (1 + 1e-9)
        for other in (eta / 7, 1.0, eta * 7):  # E8: the η-form holds for every η at once, not only for the one played
            assert facts["M"] <= ETA(facts["M"], other, facts["L"], norm, X) * (1 + 1e-9)
        hinge = np.cumsum(np.maximum(0.0, 1 - problem.y * (problem.X @ u)))
        if run.T:
            assert (M <= SOLVED(hinge, norm, X) * (1 + 1e-9)).all()


@holds(SEPARABLE, MARGIN)
@given(points=separable(), eta=log_uniform(1e-3, 1e3))
@examples(100)
def test_T8_is_not_violated(points, eta):
    X, y, u = points
    run = perceptron(X, y, eta)
    M, gamma = run.updates.sum(), (y * (X @ u)).min()
    assert MARGIN.holds_for(run, u=u) and M <= MARGIN.of(run, u=u) * (1 + 1e-9)
    scaled = u / gamma * (1 + 1e-13)
    assert SEPARABLE.holds_for(run, u=scaled) and SEPARABLE.of(run, u=scaled) == pytest.approx(MARGIN.of(run, u=u))
    best = mistakes.margin(X, y)
    assert best.value >= gamma * (1 - 1e-9) and M <= MARGIN(np.linalg.norm(X, axis=1).max(), best.value) * (
        1 + 1e-9)
    # In passes over the same examples it stops: T8 bounds the mistakes of all passes together (A5).
    passes = int(MARGIN.of(run, u=u)) + 2
    if passes * len(y) <= 20_000:
        again = perceptron(np.tile(X, (passes, 1)), np.tile(y, passes), eta)
        assert again.updates.sum() <= MARGIN.of(run, u=u) * (1 + 1e-9) and not again.updates[-len(y):].any()


@pytest.mark.parametrize("order", ["shuffled", "file"])
def test_T9_on_real_mail(order):
    stream = streams.mail(500, order)
    run = perceptron(stream.X, stream.y)
    best = mistakes.best(stream.X, stream.y)
    assert SOLVED.holds_for(run, u=best.u) and run.updates.sum() <= best.lower
    assert SOLVED.of(run, u=best.u) == pytest.approx(best.value)


# Equality

@pytest.mark.parametrize("d, repeat, X", [(1, 1, 1.0), (4, 1, 2.0), (6, 5, 0.3), (30, 2, 1.0)])
def test_orthonormal_examples_attain_T8_and_T9(d, repeat, X):
    """x_t = X e_t in any labels: M = d = (‖u‖X)² for u = Σ y_t e_t/X, also when they are repeated (T = d·repeat)."""
    y = np.where(np.arange(d) % 3 == 0, -1.0, 1.0)
    run = perceptron(np.tile(X * np.eye(d), (repeat, 1)), np.tile(y, repeat))
    u = y / X
    for bound in (SEPARABLE, MARGIN, IMPLICIT, SOLVED, PRINTED):
        assert bound.holds_for(run, u=u) and bound.of(run, u=u) == pytest.approx(d) and run.updates.sum() == d
    best = mistakes.best(run.X, run.y)
    assert best.value == pytest.approx(d) and best.lower == pytest.approx(d)
    assert mistakes.margin(run.X, run.y).value == pytest.approx(X / math.sqrt(d))
    # T10 with the linear kernel: the same numbers
    assert bounds.kernel_perceptron(0.0, np.linalg.norm(u), X) == pytest.approx(d)


# No application where an assumption fails

def test_exactly_the_broken_assumption_is_named():
    X, y = np.eye(2), [1.0, -1.0]
    learner = "the learner is the Perceptron with w_1 = 0, on labels ±1"
    for run in (play(learners.ogd_constant(1.0, 9.0), losses.hinge, X, y),
                play(learners.lazy(1.0, 9.0), losses.hinge, X, y),
                play(learners.perceptron(), losses.logistic, X, y)):
        for bound in ALL:
            assert learner in bound.holds_for(run, u=[1.0, -1.0]).failed
    run = perceptron(X, y)
    assert SEPARABLE.holds_for(run, u=[1.0, -0.99]).failed == ("u separates the examples: y_t u·x_t ≥ 1 for every t",)
    assert MARGIN.holds_for(run, u=[1.0, -0.99])
    assert MARGIN.holds_for(run, u=[1.0, 0.5]).failed == (
        "u separates the examples: y_t u·x_t ≥ γ‖u‖ with γ > 0 for every t",)
    assert SOLVED.holds_for(run, u=[1.0, 0.5])
    for bound in (bounds.ogd_constant, bounds.lazy):
        assert not bound.holds_for(run, U=1.0)


def test_facts():
    run = perceptron([[3.0, 4.0], [3.0, 4.0], [0.0, -1.0]], [1.0, 1.0, 1.0], eta=2.0)
    assert SOLVED.facts(run, u=[0.1, 0.0]) == {
        "T": 3, "M": 2, "eta": 2.0, "X": 5.0, "norm": 0.1, "L": pytest.approx(0.7 + 0.7 + 1.0),
        "L_mistakes": pytest.approx(1.7), "margin": 0.0, "gamma": 0.0}
    empty = perceptron(np.zeros((0, 2)), [])
    assert all(bound.holds_for(empty, u=[1.0, 0.0]) for bound in ALL)
    assert [bound.of(empty, u=[0.0, 0.0]) for bound in ALL] == [0.0] * 6
    assert mistakes.best(np.zeros((0, 2)), []).value == 0.0


run = perceptron([[1.0, 0.0]], [1.0])


@pytest.mark.parametrize("call, name", [
    *[(lambda v=v, b=b, n=n: b(**{**{p: 1.0 for p in b.parameters}, n: v}), n)
      for b in (*ALL, bounds.kernel_perceptron) for n in b.parameters
      for v in [-1.0, np.nan, np.inf, "1", None, [1.0, -1.0], *([0.0] if n in ("eta", "gamma") else [])]],
    *[(lambda v=v: SOLVED.facts(run, u=v), "u") for v in (None, 1.0, [1.0], [np.nan, 0.0], [1e151, 0.0], "ab")],
    (lambda: SOLVED.facts(play(learners.perceptron([1.0, 2.0]), losses.hinge, [[1.0]], [1.0]), u=[1.0]), "run"),
    (lambda: bounds.kernel_perceptron.facts(run, alpha=[0.0]), "run"),
    *[(lambda f=f: f([[1.0]], [0.5]), "y") for f in (mistakes.best, mistakes.margin)],
    *[(lambda f=f: f([[np.nan]], [1.0]), "X") for f in (mistakes.best, mistakes.margin)],
    *[(lambda f=f: f(np.zeros((2, 3, 1)), np.ones(3)), "X.shape") for f in (mistakes.best, mistakes.margin)],
    (lambda: mistakes.margin(np.zeros((0, 2)), []), "X.shape"),
    *[(lambda v=v: mistakes.best([[1.0]], [1.0], norm=v), "norm")
      for v in (-1.0, np.nan, "1", 1e151, [1.0, -1.0], [[1.0]])],
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)
