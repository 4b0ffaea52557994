"""Regularised loss: both recursions, T18 and T19, and what one example moves."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, regularisation, streams
from oco_core.engine import blocks
from tests.core.holds import holds
from tests.core.strategies import by_name, examples, in_ball, log_uniform, problems, slope_of, value_of

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
LIPSCHITZ = (losses.absolute, losses.hinge, losses.logistic, losses.linear)  # slopes of at most 1, or |y|
FORMS = {"recursion": bounds.sgd_rlm, "theta": bounds.sgd_rlm_theta}


def rho_of(loss, X, y):
    """max ‖x‖·sup |slope|: the Lipschitz constant of every loss of the examples."""
    return float((np.linalg.norm(X, axis=1) * (abs(y) if loss is losses.linear else 1.0)).max(initial=0.0))


def written_out(loss, lam, form, X, y):
    """The textbook: w_{t+1} = −(1/λt) Σ_{j≤t} v_j, or θ_{t+1} = θ_t − v_t with w_t = θ_t/(λt). Lists and loops."""
    w, theta, path, v = [0.0] * X.shape[1], [0.0] * X.shape[1], [], []
    for t, (x, label) in enumerate(zip(X.tolist(), y.tolist()), start=1):
        path.append(w)
        slope = slope_of(loss.name, math.fsum(a * b for a, b in zip(w, x)), label)
        v.append(abs(slope) * math.hypot(*x))
        theta = [a - slope * b for a, b in zip(theta, x)]
        w = [a / (lam * (t if form == "recursion" else t + 1)) for a in theta]
    return np.array([*path, w]), np.array(v)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("d", [1, 2, 5, 40])  # the plain loop, and each way of the blocks
@pytest.mark.parametrize("loss", LIPSCHITZ, ids=by_name)
def test_a_run_is_the_textbooks_recursion(loss, d, form):
    rng = np.random.default_rng(d)
    X, y = rng.standard_normal((300, d)), np.sign(rng.standard_normal(300))
    run = play(learners.sgd_rlm(0.3, form), losses.with_l2(loss, 0.3), X, y)
    assert blocks.can(run.learner, run.loss, X, y) == (d > 1)
    assert abs(run.w - written_out(loss, 0.3, form, X, y)[0]).max() < 1e-11
    many = play(learners.sgd_rlm([0.3, 0.3], form), losses.with_l2(loss, 0.3), X, y)
    assert abs(many.w - run.w).max() < 1e-11


def test_the_recursion_is_strongly_convex_descent_and_the_other_is_not():
    X, y = np.random.default_rng(0).standard_normal((50, 3)), np.ones(50)
    loss = losses.with_l2(losses.absolute, 0.7)
    same, other = (play(learners.sgd_rlm(0.7, form), loss, X, y).w for form in FORMS)
    assert np.array_equal(same, play(learners.strongly_convex(0.7), loss, X, y).w) and abs(same - other).max() > 0.1
    assert learners.sgd_rlm(0.5).steps(3).tolist() == pytest.approx([2, 1, 2 / 3])
    assert learners.sgd_rlm(0.5, "theta").steps(3, start=1).tolist() == pytest.approx([2 / 3, 1 / 2, 2 / 5])


def test_erratum_E18_by_hand():
    """x = y = 1, λ = ½: the recursion 2, 1, 4/3 (slope −1 at the kink), the θ-form 1, 4/3, 1."""
    slope = lambda w: -1.0 if w <= 1 else 0.0
    for form, expected in (("recursion", [2, 1, 4 / 3]), ("theta", [1, 4 / 3, 1])):
        w, total, path = 0.0, 0.0, []
        for t in (1, 2, 3):
            total += slope(w)
            w = -total / (0.5 * (t if form == "recursion" else t + 1))
            path.append(w)
        assert path == pytest.approx(expected)
    # the core's hinge has slope 0 at the kink, which the θ-form meets at once
    run = play(learners.sgd_rlm(0.5, "theta"), losses.with_l2(losses.hinge, 0.5), [[1.0]] * 3, [1.0] * 3)
    assert run.w[:, 0].tolist() == pytest.approx([0, 1, 2 / 3, 1])


# T19

@holds(bounds.sgd_rlm, bounds.sgd_rlm_theta)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("loss", LIPSCHITZ, ids=by_name)
@given(data=st.data(), lam=log_uniform(1e-2, 1e2))
@examples(40)
def test_T19_is_never_crossed(loss, form, data, lam):
    """At every prefix and against many u; and the lengths that its proof needs."""
    problem = data.draw(problems(loss, max_T=30))
    X, y, regularised = problem.X, problem.y, losses.with_l2(loss, lam)
    run = play(learners.sgd_rlm(lam, form), regularised, X, y)
    rho, bound, T = rho_of(loss, X, y), FORMS[form], run.T
    given = {} if form == "recursion" else {"norm_u": float(np.linalg.norm(hindsight.best(regularised, X, y, None).u))}
    verdict = bound.holds_for(run, rho=rho, **given)
    assert verdict and verdict.unchecked == ()
    lengths = np.linalg.norm(run.w, axis=1)
    assert lengths.max() <= rho / lam * (1 + 1e-9) and run.G <= 2 * rho * (1 + 1e-9)
    us = [*in_ball(problem.rng, 8, X.shape[1], rho / lam + 1e-3), run.w[-1], hindsight.best(regularised, X, y, None).u]
    assert np.linalg.norm(us[-1]) <= rho / lam * (1 + 1e-6) + 1e-9
    for u in us:
        paid = np.array([value_of(loss.name, float(u @ x), label) for x, label in zip(X, y)]) + lam / 2 * u @ u
        regret, scale = np.cumsum(run.losses - paid), np.cumsum(abs(run.losses) + abs(paid))
        for t in range(1, T + 1):
            at_t = (t, lam, rho) if form == "recursion" else (t, lam, rho, np.linalg.norm(u))
            assert regret[t - 1] <= bound(*at_t) * (1 + 1e-9) + 1e-11 * scale[t - 1]
    if T:
        slack = 1e-9 * abs(run.losses).sum()
        assert hindsight.regret(run, None).lower[0] <= bound.of(run, **given) * (1 + 1e-9) + slack
        assert bound.of(run, **given) <= bound.of(run, rho=rho, **given) * (1 + 1e-9)


@given(T=st.integers(0, 60), lam=log_uniform(1e-2, 1e2), rho=log_uniform(1e-2, 1e2))
@examples(30)
def test_T19_in_sums_written_out(T, lam, rho):
    """And: with ‖u‖ = ρ/λ the bound of B at T is the bound of A at T + 1."""
    H = lambda n: math.fsum(1 / t for t in range(1, n + 1))
    assert bounds.sgd_rlm(T, lam, rho) == pytest.approx(rho**2 / (2 * lam) * (1 + 4 * (H(T) - 1)) if T else 0.0,
                                                        rel=1e-12)
    theta = bounds.sgd_rlm_theta(T, lam, rho, rho / lam)
    assert theta == pytest.approx(lam / 2 * (rho / lam) ** 2 + 2 * rho**2 / lam * (H(T + 1) - 1), rel=1e-12)
    assert theta == pytest.approx(bounds.sgd_rlm(T + 1, lam, rho), rel=1e-12)


def test_T19_is_attained():
    """A: w then −w; equality at T = 1 and T = 2. B: .375 against u = 0."""
    loss = losses.with_l2(losses.linear, 2.0)
    for T, regret in ((1, 9 / 4), (2, 27 / 4)):
        run = play(learners.sgd_rlm(2.0), loss, [[3.0]] * T, [1.0, -1.0][:T])
        assert hindsight.regret(run, None).lower[0] == pytest.approx(regret)
        assert bounds.sgd_rlm.of(run) == pytest.approx(regret)
    run = play(learners.sgd_rlm(2.0, "theta"), loss, [[3.0]] * 2, [1.0, -1.0])
    assert run.losses.sum() / bounds.sgd_rlm_theta.of(run, norm_u=0.0) == pytest.approx(0.375)


A, B = "the steps are 1/(λt): recursion A", "the steps are 1/(λ(t + 1)): recursion B, the θ-form"
REG = losses.with_l2(losses.linear, 2.0)


@pytest.mark.parametrize("learner, loss, facts, failed", [
    (learners.sgd_rlm(2.0), REG, {}, {B}),
    (learners.strongly_convex(2.0), REG, {}, {B}),
    (learners.sgd_rlm(2.0, "theta"), REG, {}, {A}),
    (learners.sgd_rlm(1.0), REG, {}, {A, B}),
    (learners.ogd(0.5, 1.0), REG, {}, {A, B, "nothing is projected"}),
    (learners.strongly_convex(2.0, 1.0), REG, {}, {B, "nothing is projected"}),
    (learners.sgd_rlm(2.0), losses.linear, {}, {A, B, "l_t is convex, and (λ/2)‖w‖² with λ > 0 is added to it"}),
    (learners.sgd_rlm(2.0), REG, {"rho": 0.5},
     {B, "ρ is at least every ‖v_t‖ of the run, as it is for ρ-Lipschitz l_t"}),
])
def test_the_assumption_that_fails_is_named(learner, loss, facts, failed):
    run = play(learner, loss, streams.random_signs(20, 2, seed=1))
    verdicts = bounds.sgd_rlm.holds_for(run, **facts), bounds.sgd_rlm_theta.holds_for(run, norm_u=1.0, **facts)
    assert {text for verdict in verdicts for text in verdict.failed} == failed


# The minimiser, and T18

@given(data=st.data(), lam=log_uniform(1e-2, 1e2))
@examples(30)
def test_ridge_solves_the_normal_equations(data, lam):
    """(XᵀX/m + (λ/2)I) w = Xᵀy/m, for (1/m) Σ (w·x_i − y_i)² + (λ/2)‖w‖²."""
    problem = data.draw(problems(losses.square, max_T=20, kinds=("gauss", "line")).filter(lambda p: len(p.y)))
    X, y, m = problem.X, problem.y, len(problem.y)
    w = regularisation.minimiser(losses.square, lam, X, y)
    expected = np.linalg.solve(X.T @ X / m + lam / 2 * np.eye(X.shape[1]), X.T @ y / m)
    assert w == pytest.approx(expected, rel=1e-6, abs=1e-9 * (1 + abs(expected).max()))


@holds(bounds.stability)
@pytest.mark.parametrize("loss", LIPSCHITZ, ids=by_name)
@given(data=st.data(), lam=log_uniform(1e-1, 1e1))
@examples(20)
def test_stability(loss, data, lam):
    """No replacement moves the minimiser by more than 2ρ/(λm)."""
    m, d, seed = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 3)), data.draw(st.integers(0, 10**6))
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((m + 1, d)), np.sign(rng.standard_normal(m + 1))
    moved = regularisation.movements(loss, lam, X[:m], y[:m], X[m], y[m])
    limit = bounds.stability(m, lam, rho_of(loss, X, y))
    assert moved.shape == (m,) and moved.max() <= limit + 2 * math.sqrt(2e-8 * (1 + m * 5) / (m * lam))
    w = regularisation.minimiser(loss, lam, X[:m], y[:m])
    again = regularisation.minimiser(loss, lam, np.vstack([X[1:m], X[m:]]), [*y[1:m], y[m]])
    assert moved[0] == pytest.approx(np.linalg.norm(again - w), abs=1e-3)


@pytest.mark.parametrize("loss", LIPSCHITZ, ids=by_name)
@given(data=st.data(), lam=log_uniform(1e-1, 1e1))
@examples(10)
def test_T18_on_every_sample(loss, data, lam):
    """E L_D(w_S) exactly: all n^m training sets of a law on n examples; against many u."""
    n, m, d = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3)), data.draw(st.integers(1, 2))
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    X, y, chance = rng.standard_normal((n, d)), np.sign(rng.standard_normal(n)), rng.dirichlet(np.ones(n))
    risk = lambda w: sum(c * value_of(loss.name, float(w @ x), v) for c, x, v in zip(chance, X, y))
    mean = 0.0
    for sample in itertools.product(range(n), repeat=m):
        rows = list(sample)
        mean += math.prod(chance[rows]) * risk(regularisation.minimiser(loss, lam, X[rows], y[rows]))
    rho = rho_of(loss, X, y)
    for u in (np.zeros(d), *in_ball(rng, 10, d, 2.0), *in_ball(rng, 5, d, rho / lam)):
        given = dict(m=m, lam=lam, rho=rho, B=float(np.linalg.norm(u)))
        assert mean - risk(u) <= rho**2 * 2 / (lam * m) + lam / 2 * u @ u + 1e-3 * rho * math.sqrt(1e-3 / lam) + 1e-9
        if given["B"]:
            assert bounds.rlm_at.of(**given) == pytest.approx(rho**2 * 2 / (lam * m) + lam / 2 * u @ u)


@given(m=st.integers(1, 200), rho=log_uniform(1e-2, 1e2), B=log_uniform(1e-2, 1e2), s=st.floats(0.83, 4.82))
@examples(40)
def test_T18_follows_from_its_form_for_every_lambda(m, rho, B, s):
    unit = rho / (B * math.sqrt(m))
    at = lambda factor: bounds.rlm_at(m, factor * unit, rho, B)
    assert at(s) <= bounds.rlm(m, rho, B) * (1 + 1e-12)
    assert at(2.0) == pytest.approx(bounds.rlm_sharp(m, rho, B)) and at(s) >= bounds.rlm_sharp(m, rho, B) * (1 - 1e-12)
    assert at(8**0.5 - 2) == pytest.approx(bounds.rlm(m, rho, B)) == at(8**0.5 + 2)
    given = lambda factor: dict(m=m, rho=rho, B=B, lam=factor * unit)
    assert bounds.rlm.holds_for(**given(s)) and bounds.rlm_sharp.holds_for(**given(2.0))
    assert not bounds.rlm.holds_for(**given(0.82)) and not bounds.rlm.holds_for(**given(4.83))
    assert not bounds.rlm_sharp.holds_for(**given(2.01))


@pytest.mark.parametrize("call, name", [
    *[(lambda v=v: learners.sgd_rlm(v), "lam") for v in (0.0, -1.0, np.nan, "1", [1.0, -1.0])],
    (lambda: learners.sgd_rlm(1.0, "pegasos"), "form"),
    *[(lambda v=v: regularisation.coin(2, 0.5, v), "lam") for v in (0.0, np.inf)],
    (lambda: regularisation.coin(0, 0.5, 1.0), "m"), (lambda: regularisation.coin(2, 1.5, 1.0), "p"),
    *[(lambda loss=loss: regularisation.coin(2, 0.5, 1.0, loss), "loss") for loss in (losses.logistic, "square")],
    (lambda: regularisation.minimiser(losses.square, 0.0, [[1.0]], [1.0]), "lam"),
    (lambda: regularisation.minimiser(losses.square, 1.0, np.ones((0, 1)), []), "X.shape"),
    (lambda: regularisation.movements(losses.square, 1.0, [[1.0]], [1.0], [1.0, 2.0], 1.0), "x.shape"),
    (lambda: regularisation.movements(losses.square, 1.0, [[1.0]], [1.0], [1.0], np.nan), "label"),
    (lambda: regularisation.movements(losses.hinge, 1.0, [[1.0]], [1.0], [1.0], 2.0), "y"),
    *[(lambda n=n, b=b: b(**{**{p: 1.0 for p in b.parameters}, n: -1.0}), n)
      for b in (bounds.sgd_rlm, bounds.sgd_rlm_theta, bounds.rlm, bounds.rlm_at, bounds.rlm_sharp, bounds.stability)
      for n in b.parameters],
    (lambda: bounds.rlm.holds_for(m=3, rho=1.0, B=0.0, lam=1.0), "B"),
    (lambda: bounds.rlm.of(object()), "run"),
    (lambda: bounds.sgd_rlm.of(play(learners.sgd_rlm([1.0, 1.0]), REG, [[1.0]], [1.0])), "run"),
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)
