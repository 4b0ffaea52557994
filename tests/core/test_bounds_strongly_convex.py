"""T7: its three forms hold wherever they apply, with equality for ℓ_t = (σ/2)‖w − c_t‖²; errata E1, E2, E11, E40."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, streams, tightest
from tests.core.holds import holds
from tests.core.strategies import CONVEX, by_name, examples, in_ball, log_uniform, problems

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
GRADIENTS, HARMONIC, LOG = bounds.strongly_convex_gradients, bounds.strongly_convex_harmonic, bounds.strongly_convex
FORMS = (GRADIENTS, HARMONIC, LOG)


def H(T):
    return math.fsum(1 / t for t in range(1, T + 1))


def equality_run(T, sigma, G, d=1, seed=0, U=None):
    """l_t(w) = (σ/2)‖w‖² − σ c_t·w, which is (σ/2)‖w − c_t‖² up to a constant, with c_t at distance G/σ from w_t."""
    loss = losses.with_l2(losses.linear, sigma)
    return play(learners.strongly_convex(sigma, U), loss, tightest.quadratics(sigma, G, d, seed), T=T)


# The formulas

def test_values_by_hand():
    assert GRADIENTS(sigma=2.0, N=3.0) == 2.25 == GRADIENTS(2.0, 3.0)
    assert HARMONIC(T=4, sigma=0.5, G=3.0) == pytest.approx(9 * (1 + 1 / 2 + 1 / 3 + 1 / 4), rel=1e-14)
    assert LOG(T=4, sigma=0.5, G=3.0) == pytest.approx(9 * (1 + math.log(4)), rel=1e-14)
    assert bounds.strongly_convex_as_printed(4, 0.5, 3.0) == pytest.approx(9 * math.log(5), rel=1e-14)
    assert (HARMONIC.parameters, LOG.parameters, GRADIENTS.parameters) == (
        ("T", "sigma", "G"), ("T", "sigma", "G"), ("sigma", "N"))
    table = LOG(np.array([[0], [1], [10]]), np.array([1.0, 2.0]), 2.0)
    assert table.shape == (3, 2) and table[:, 0].tolist() == pytest.approx([0, 2, 2 + 2 * math.log(10)])


@pytest.mark.parametrize("T", [0, 1, 2, 3, 10, 31, 32, 33, 100, 1000, 12_345])
def test_harmonic_numbers(T):
    assert HARMONIC(T, 0.5, 1.0) == pytest.approx(H(T), rel=5e-15)
    assert HARMONIC(np.array([T, T]), 0.5, 1.0).tolist() == [HARMONIC(T, 0.5, 1.0)] * 2


@given(T=st.integers(1, 10**6), sigma=log_uniform(1e-3, 1e3), G=log_uniform(1e-3, 1e3))
@examples(100)
def test_erratum_E1_the_order_of_the_forms(T, sigma, G):
    """ln(T + 1) < H_T ≤ 1 + ln T: the printed form lies below what runs attain, for every T ≥ 1."""
    assert bounds.strongly_convex_as_printed(T, sigma, G) < HARMONIC(T, sigma, G) <= LOG(T, sigma, G) * (1 + 1e-14)


# No violation where a bound applies

def worst(run, u):
    """max over prefixes and the given u of regret − each form of T7, in units of rounding."""
    loss, t = run.loss, np.arange(1, run.T + 1)
    losses_u = np.array([loss.value(run.X @ v, run.y) + loss.l2 / 2 * v @ v for v in u])
    regret = np.cumsum(run.losses - losses_u, axis=1)
    size = np.cumsum(abs(run.losses) + abs(losses_u), axis=1)
    sigma = 1 / run.learner.eta
    g = np.linalg.norm(run.slopes[:, None] * run.X + loss.l2 * run.w[:-1], axis=1)
    for promised in (GRADIENTS(sigma, np.sqrt(np.cumsum(g * g / t))), HARMONIC(t, sigma, run.G), LOG(t, sigma, run.G)):
        yield ((regret - promised) / (1e-12 * size + 1e-9 * promised + 1e-300)).max(initial=-np.inf)


@holds(*FORMS)
@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data(), lam=log_uniform(1e-2, 1e2), weaker=st.floats(0.1, 1.0),
       U=st.one_of(st.none(), log_uniform(0.01, 100)))
@examples(60)
def test_no_form_is_violated(loss, data, lam, weaker, U):
    """σ at most that of the losses, with and without projection, against many u at every prefix."""
    loss = losses.with_l2(loss, lam)
    problem = data.draw(problems(loss, max_T=30))
    X = problem.X / (1 + np.linalg.norm(problem.X, axis=1).max(initial=0.0))  # the square loss does not explode
    run = play(learners.strongly_convex(lam * weaker, U), loss, X, problem.y)
    for bound in FORMS:
        assert bound.holds_for(run) and bound.holds_for(run, sigma=lam * weaker).unchecked == ()
    if run.T:
        radius = 3 * abs(run.w).max() + 1e-3 if U is None else U
        u = [*in_ball(problem.rng, 12, X.shape[1], radius), run.w[-1], hindsight.best(loss, X, problem.y, U).u]
        assert max(worst(run, np.array(u))) <= 1
        assert GRADIENTS.of(run) <= HARMONIC.of(run) * (1 + 1e-12) and HARMONIC.of(run) <= LOG.of(run) * (1 + 1e-12)
        curve = hindsight.regret(run, U)
        assert curve.lower[0] <= GRADIENTS.of(run) * (1 + 1e-9) + 1e-12 * abs(run.losses).sum()


@given(data=st.data(), U=st.one_of(st.none(), log_uniform(0.1, 100)), weaker=st.floats(0.3, 1.0))
@examples(60)
def test_no_form_is_violated_on_the_line_without_l2(data, U, weaker):
    """The square loss for d = 1 is strongly convex by itself, σ = 2·min x²."""
    n, seed = data.draw(st.integers(1, 30)), data.draw(st.integers(0, 10**6))
    rng = np.random.default_rng(seed)
    X, y = rng.uniform(0.8, 1.2, (n, 1)) * rng.choice([-1, 1], (n, 1)), rng.standard_normal(n)
    run = play(learners.strongly_convex(losses.strong_convexity(losses.square, X) * weaker, U), losses.square, X, y)
    assert all(bound.holds_for(run) for bound in FORMS)
    best = hindsight.best(losses.square, X, y, U).u
    assert max(worst(run, np.array([best, run.w[-1], 0 * best]))) <= 1


@pytest.mark.parametrize("sigma, x", [(1e-150, 1e-200), (1e-60, 1e-170), (1e140, 1e145), (1e-150, 1e-3)])
def test_no_square_of_a_gradient_is_too_small_or_too_large(sigma, x):
    """Squares that are 0, or inf, although what theorem and regret make of them is a number: regret ≤ bound, none 0."""
    loss = losses.with_l2(losses.linear, sigma)
    run = play(learners.strongly_convex(sigma), loss, np.full((5, 1), x), [1.0, -1, 1, 1, 1])
    regret = hindsight.regret(run, None).lower[0]
    assert run.G == pytest.approx(2 * x, rel=1e-12, abs=0)  # g_2 = −x + σ w_2 with w_2 = −x/σ
    assert 0 < regret <= GRADIENTS.of(run) * (1 + 1e-9) < HARMONIC.of(run) < LOG.of(run) < np.inf
    assert GRADIENTS.of(run) == pytest.approx(regret, rel=1e-9, abs=0) and HARMONIC.holds_for(run)


# Equality

@given(T=st.integers(1, 300), sigma=log_uniform(1e-2, 1e2), G=log_uniform(1e-2, 1e2), d=st.integers(1, 4),
       seed=st.integers(0, 10**6))
@examples(60)
def test_equality(T, sigma, G, d, seed):
    """Regret = Σ‖g_t‖²/(2σt) = (G²/2σ)H_T at every T, in every dimension."""
    run = equality_run(T, sigma, G, d, seed)
    regret = hindsight.regret(run, None)
    scale = abs(run.losses).sum()
    assert run.G == pytest.approx(G) and HARMONIC.holds_for(run) and GRADIENTS.holds_for(run)
    assert regret.upper[0] == pytest.approx(GRADIENTS.of(run), rel=1e-9, abs=1e-13 * scale)
    assert regret.upper[0] == pytest.approx(HARMONIC.of(run), rel=1e-9, abs=1e-13 * scale)


@given(data=st.data(), sigma=log_uniform(1e-2, 1e2))
@examples(40)
def test_equality_for_any_centres(data, sigma):
    """For (σ/2)‖w − c_t‖² with any c_t the regret is Σ‖g_t‖²/(2σt) identically: the gradients' form is an identity."""
    problem = data.draw(problems(losses.linear, kinds=("gauss", "axes", "line", "zeros", "blocks")))
    loss = losses.with_l2(losses.linear, sigma)
    run = play(learners.strongly_convex(sigma), loss, problem.X, np.ones(len(problem.y)))
    at = np.arange(run.T + 1)
    regret = hindsight.regret(run, None, at=at).upper
    g = np.linalg.norm(run.X + sigma * run.w[:-1], axis=1)
    identity = np.cumsum(np.insert(g * g / (2 * sigma * np.arange(1, run.T + 1)), 0, 0.0))
    assert regret == pytest.approx(identity, rel=1e-8, abs=1e-12 * (1e-300 + identity.max() + abs(run.losses).sum()))


def test_erratum_E1_numbers():
    """σ = G = 1: regret .5, .75, 1.46448, 2.59369, 3.74274; printed .34657, .54931, 1.19895, 2.30756, 3.45438."""
    x = math.sqrt(0.5)  # ½(w − c)² as a square loss of w·x, on the line

    def start(shape):
        signs = iter(np.tile([1.0, -1.0], 500))
        return lambda w: (np.full(shape, x), x * (w[..., 0] + next(signs)))

    for T, regret, printed in [(1, .5, .34657), (2, .75, .54931), (10, 1.46448, 1.19895), (100, 2.59369, 2.30756),
                               (1000, 3.74274, 3.45438)]:
        run = play(learners.strongly_convex(1.0), losses.square, streams.Adversary("c_t = w_t ± 1", 1, start), T=T)
        assert hindsight.regret(run, None).lower[0] == pytest.approx(regret, abs=5.1e-6)
        assert HARMONIC.holds_for(run) and HARMONIC.of(run) == pytest.approx(regret, abs=5.1e-6)
        assert bounds.strongly_convex_as_printed(T, 1.0, 1.0) == pytest.approx(printed, abs=5.1e-6)
        assert LOG.of(run) >= regret


def test_erratum_E2c():
    """l_t = g_t·w + (10⁻⁶/2)‖w‖², T = 400, g_t answered by the orthogonal adversary: strongly convex, and yet the
    1/(σt) steps have regret 282.8 in the unit ball, where a bound for σ = 1 says 3.5. None stays below √T = 20."""
    sigma, T = 1e-6, 400
    run = play(learners.strongly_convex(sigma, 1.0), losses.with_l2(losses.linear, sigma), streams.orthogonal(2), T=T)
    regret = hindsight.regret(run, 1.0).lower[0]
    assert regret == pytest.approx(282.8, abs=0.05) and regret > math.sqrt(T)
    assert LOG.holds_for(run) and LOG.of(run) > 1e6  # (G²/2σ)(1 + ln T): true, and vacuous
    assert LOG(T, 1.0, 1.0) == pytest.approx(3.5, abs=0.01)
    assert "each loss is σ-strongly convex on R^d (erratum E2)" in LOG.holds_for(run, sigma=1.0).failed


def test_erratum_E2a():
    """e^w has l'' > 0, and w = −20, u = −21 force σ ≤ 1.5·10⁻⁹."""
    w, u = -20.0, -21.0
    largest = 2 * (math.exp(w) * (w - u) - (math.exp(w) - math.exp(u))) / (w - u) ** 2
    assert largest == pytest.approx(1.5e-9, abs=0.05e-9)


def test_erratum_E40():
    """w⁴ is strictly, not strongly convex: steps 1/t from .4, T = 10⁴, have regret .852 > .335 = (G²/2)(1 + ln T)."""
    w, regret, G = 0.4, 0.0, 0.0
    for t in range(1, 10_001):
        regret, G = regret + w**4, max(G, abs(4 * w**3))
        w -= 4 * w**3 / t
    assert regret == pytest.approx(0.852, abs=5e-4) and LOG(10_000, 1.0, G) == pytest.approx(0.335, abs=5e-4)


# No application where an assumption fails

STEPS = "the learner is OGD with steps 1/(σt)"
STRONG = "each loss is σ-strongly convex on R^d (erratum E2)"
BALL = "the comparator lies in the ball that w_t is projected on, or nothing is projected"
SEEN = "G is at least every gradient of the run (erratum E11)"
L2 = losses.with_l2(losses.linear, 2.0)


@pytest.mark.parametrize("learner, loss, facts, failed", [
    (learners.strongly_convex(2.0), L2, {}, []),
    (learners.strongly_convex(1.0), L2, {}, []),
    (learners.strongly_convex(2.1), L2, {}, [STRONG]),
    (learners.strongly_convex(2.0), L2, {"sigma": 1.9}, [STEPS]),
    (learners.strongly_convex(1.0), L2, {"sigma": 2.0}, [STEPS]),
    (learners.strongly_convex(2.0), losses.square, {}, [STRONG]),
    (learners.ogd(0.5, 1.0), L2, {}, [STEPS]),
    (learners.ogd_constant(0.5, 1.0), L2, {}, [STEPS]),
    (learners.lazy(0.5, 1.0), L2, {}, [STEPS]),
    (learners.strongly_convex(2.0, U=1.0), L2, {}, []),
    (learners.strongly_convex(2.0, U=1.0), L2, {"U": 0.5}, []),
    (learners.strongly_convex(2.0, U=1.0), L2, {"U": 1.5}, [BALL]),
    (learners.strongly_convex(2.0), L2, {"U": 1e9}, []),
    (learners.strongly_convex(2.0), L2, {"G": 0.9}, [SEEN]),
], ids=lambda v: getattr(v, "name", ""))
def test_exactly_the_broken_assumption_is_named(learner, loss, facts, failed):
    run = play(learner, loss, streams.random_signs(20, 2, seed=1))
    for bound in (HARMONIC, LOG):
        assert list(bound.holds_for(run, **facts).failed) == failed
    assert list(GRADIENTS.holds_for(run, **facts).failed) == [text for text in failed if text != SEEN]


def test_facts_and_of():
    run = play(learners.strongly_convex(0.5), losses.with_l2(losses.linear, 0.5), [[3.0, 4.0], [0.0, 1.0]], [1.0, 1.0])
    # w_2 = −(3, 4)/.5 = (−6, −8); g_2 = (0, 1) + .5 w_2 = (−3, −3)
    assert LOG.facts(run) == {"T": 2, "sigma": 0.5, "U": None, "G": 5.0, "X": 5.0, "N": pytest.approx(34**0.5)}
    assert GRADIENTS.of(run) == pytest.approx(34) and HARMONIC.of(run) == pytest.approx(25 * 1.5)
    assert LOG.of(run, G=7.0) == pytest.approx(49 * (1 + math.log(2)))
    empty = play(learners.strongly_convex(0.5), L2, np.zeros((0, 2)), [])
    assert all(bound.holds_for(empty) and bound.of(empty) == 0 for bound in FORMS)


@pytest.mark.parametrize("call, name", [
    *[(lambda v=v, b=b, n=n: b(**{**{p: 1.0 for p in b.parameters}, n: v}), n)
      for b in FORMS for n in b.parameters for v in [-1.0, np.nan, np.inf, "1", None, [1.0, -1.0],
                                                     *([0.0] if n == "sigma" else [])]],
    *[(lambda v=v: bounds.strongly_convex_as_printed(v, 1.0, 1.0), "T") for v in (-1, np.nan, "a")],
    (lambda: LOG.facts(play(learners.strongly_convex([1.0, 2.0]), L2, [[1.0]], [1.0])), "run"),
    (lambda: LOG.facts(play(learners.strongly_convex(1.0), L2, [[1.0]], [1.0], record="losses")), "run"),
    *[(lambda v=v, n=n: LOG.holds_for(play(learners.strongly_convex(1.0), L2, [[1.0]], [1.0]), **{n: v}), n)
      for n in ("U", "G", "sigma") for v in (-1.0, np.nan, "1")],
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)
