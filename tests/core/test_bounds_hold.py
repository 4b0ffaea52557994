"""Gradient descent's bounds on the regret: never violated where they apply, by any loss, step or stream."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, streams
from tests.core.holds import holds
from tests.core.strategies import MAKERS, by_name, examples, in_ball, log_uniform, maybe_l2, problems
from tests.core.test_bounds import UPPER, each_loss, unit_run

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def worst(run, bound, U, G, rng):
    """max over prefixes t and many u of the ball of Σ_{s≤t} l_s(w_s) − l_s(u) − bound(t), in units of rounding."""
    X, y, loss = run.X, run.y, run.loss
    d = X.shape[1]
    u = in_ball(rng, 12, d, U)
    against = -np.cumsum(run.slopes[:, None] * X + loss.l2 * run.w[:-1], axis=0)
    for v in (against[-1], against[len(against) // 2], run.w[-1]):
        norm = np.linalg.norm(v)
        u = np.vstack([u, U * v / norm]) if norm else u
    if loss.name in hindsight._SOLVERS:
        u = np.vstack([u, hindsight.best(loss, X, y, U).u])
    losses_u = np.array([loss.value(X @ v, y) + loss.l2 / 2 * v @ v for v in u])
    regret = np.cumsum(run.losses - losses_u, axis=1)
    size = np.cumsum(abs(run.losses) + abs(losses_u), axis=1)
    t = np.arange(1, run.T + 1)
    facts = bound.facts(run, U, G)
    promised = bound(**{name: t if name == "T" else facts[name] for name in bound.parameters})
    return ((regret - promised) / (1e-12 * size + 1e-9 * promised + 1e-300)).max(initial=-np.inf)


def assert_holds(bound, run, rng, G=None):
    """The assumptions hold, and no prefix and no u of the ball goes beyond the bound; nor does the certified regret."""
    verdict = bound.holds_for(run, G=G)
    assert verdict and verdict.failed == ()
    U = run.learner.U
    if run.T:
        assert worst(run, bound, U, G, rng) <= 1
    if run.T and run.loss.name in hindsight._SOLVERS:
        at = sorted({1, run.T // 2, run.T} - {0})
        curve = hindsight.regret(run, U, at=at)
        facts = bound.facts(run, U, G)
        for k, t in enumerate(at):
            promised = bound(**{name: t if name == "T" else facts[name] for name in bound.parameters})
            assert curve.lower[k] <= promised * (1 + 1e-9) + 1e-12 * abs(run.losses).sum()


APPLIES = {  # for each bound: the learner it is about, as a function of η, U, G (uniform), X
    bounds.ogd: lambda eta, U, G, X: learners.ogd(eta, U),
    bounds.ogd_constant: lambda eta, U, G, X: learners.ogd_constant(eta, U),
    bounds.lazy: lambda eta, U, G, X: learners.lazy(eta, U),
    bounds.ogd_tuned: lambda eta, U, G, X: learners.ogd(math.sqrt(2) * U / G if G else eta, U),
    bounds.ogd_diameter: lambda eta, U, G, X: learners.ogd(2 * U / G if G else eta, U),
    bounds.lazy_tuned: lambda eta, U, G, X: learners.lazy(U / G / math.sqrt(2) if G else eta, U),
    bounds.ogd_square: lambda eta, U, G, X: learners.ogd(math.sqrt(2) / (4 * X * X) if X else eta, U),
}


@holds(*(bound for bound in APPLIES if bound is not bounds.ogd_square))
@pytest.mark.parametrize("bound", [b for b in APPLIES if b is not bounds.ogd_square], ids=by_name)
@each_loss
@given(data=st.data(), eta=log_uniform(1e-6, 1e6), U=log_uniform(1e-3, 1e3))
@examples(40)
def test_no_bound_is_violated(bound, loss, data, eta, U):
    """Every example is a run for which the bound's assumptions hold, over twelve decades of η and six of U."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss))
    G = losses.gradient_bound(loss, problem.X, problem.y, U)
    run = play(APPLIES[bound](eta, U, G, None), loss, problem.X, problem.y)
    assert_holds(bound, run, problem.rng)
    if bound in (bounds.ogd, bounds.ogd_constant, bounds.lazy):  # these hold with the gradients seen on the run, too
        assert_holds(bound, run, problem.rng, G=run.G)


@holds(bounds.ogd_square)
@given(data=st.data(), U=log_uniform(1e-3, 1e3), beyond=st.floats(0.0, 1.0))
@examples(100)
def test_T6_is_not_violated(data, U, beyond):
    problem = data.draw(problems(losses.square))
    X = np.linalg.norm(problem.X, axis=1).max(initial=0.0)
    y = problem.y / abs(problem.y).max(initial=1e-300) * U * X * beyond
    run = play(APPLIES[bounds.ogd_square](1.0, U, None, X), losses.square, problem.X, y)
    assert_holds(bounds.ogd_square, run, problem.rng)
    G = losses.gradient_bound(losses.square, problem.X, y, U)
    assert G <= 4 * U * X * X * (1 + 1e-12)
    if beyond == 1.0 and run.T:
        assert G == pytest.approx(4 * U * X * X) and bounds.ogd_tuned.holds_for(run)


@holds(bounds.worst_case)
@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
@given(d=st.integers(2, 5), eta=log_uniform(1e-3, 1e3), U=log_uniform(1e-3, 1e3), T=st.integers(0, 80))
@examples(30)
def test_no_learner_beats_the_orthogonal_adversary(maker, d, eta, U, T):
    """T20, a lower bound: regret ≥ UG√t at every prefix, for every learner, step and dimension d ≥ 2."""
    run = play(maker(eta, U), losses.linear, streams.orthogonal(d), T=T)
    assert bounds.worst_case.holds_for(run)
    t = np.arange(1, T + 1)
    curve = hindsight.regret(run, U, at=t)
    assert (curve.upper >= bounds.worst_case(t, U, 1.0) * (1 - 1e-8)).all()
    upper = {learners.ogd: bounds.ogd, learners.ogd_constant: bounds.ogd_constant, learners.lazy: bounds.lazy}[maker]
    assert_holds(upper, run, np.random.default_rng(0))


@pytest.mark.parametrize("make", [
    lambda: streams.regression(300, 3, seed=1), lambda: streams.drifting(300, 3, seed=1), lambda: streams.zigzag(300),
    lambda: streams.random_signs(300, 3, seed=1), lambda: streams.mail(60), lambda: streams.mail(60, "file"),
], ids=["regression", "drifting", "zigzag", "random_signs", "mail", "mail in file order"])
@each_loss
def test_no_bound_is_violated_on_the_books_streams(make, loss):
    stream = make()
    if loss.labels == "signs" and not np.isin(stream.y, (-1, 1)).all():
        stream = streams.Stream(stream.name, stream.X, np.where(stream.y >= 0, 1.0, -1.0))
    for U in (0.25, 1.0, 4.0):
        G = losses.gradient_bound(loss, stream.X, stream.y, U)
        for bound in APPLIES:
            if bound is not bounds.ogd_square:
                for eta in (0.01, 0.3, 10.0):
                    run = play(APPLIES[bound](eta, U, G, None), loss, stream)
                    assert_holds(bound, run, np.random.default_rng(0))


@pytest.mark.parametrize("bound", [b for b in UPPER if b is not bounds.ogd_square], ids=by_name)
def test_the_zero_one_loss_is_not_convex(bound):
    """A loss with a slope that is not convex, here 1 − (p − y)²: only convexity fails."""
    from dataclasses import replace
    concave = replace(losses.linear, name="concave", convex=False)
    G = 1.0
    run = unit_run(APPLIES[bound](1.0, 2.0, G, None), concave)
    assert bound.holds_for(run).failed == ("each loss is convex",)
