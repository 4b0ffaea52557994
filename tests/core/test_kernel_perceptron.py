"""The kernel Perceptron: its loop, its rules (E14), and T10."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, kernels, learners, losses, mistakes, play, streams
from tests.core.holds import holds
from tests.core.strategies import examples, log_uniform
from tests.core.test_kernels import ALL, T10, by_hand, points

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
RULES = ("mistake", "error", "printed")


def loop(kernel, X, y, rule):
    """A6 as it is written down: predictions and the stored rounds."""
    S, p = [], []
    for t, (x, y_t) in enumerate(zip(X.tolist(), y.tolist())):
        p.append(math.fsum(y[s] * by_hand(kernel, X[s].tolist(), x) for s in S))
        said = 1.0 if p[-1] > 0 else -1.0
        if (y_t * p[-1] <= 0) if rule == "mistake" else (said != y_t) if rule == "error" else (said == y_t):
            S.append(t)
    return np.array(p), S


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kernel", ALL, ids=str)
def test_A6_is_the_loop(kernel, rule):
    X, y, rng = points(3)
    run = kernels.perceptron(kernel, X, y, rule)
    p, S = loop(kernel, X, y, rule)
    assert run.support.tolist() == S and run.p == pytest.approx(p, rel=1e-9, abs=1e-9) and run.T == 25
    assert run.rule == rule
    assert run.kappa == pytest.approx(math.sqrt(max(by_hand(kernel, x, x) for x in X.tolist())))
    assert run.errors.tolist() == [(1.0 if v > 0 else -1.0) != y_t for v, y_t in zip(p, y)]
    Z = rng.standard_normal((4, 3))
    for t in (0, 1, 10, 25, 99):
        f = [sum(y[s] * by_hand(kernel, X[s].tolist(), z) for s in S if s < t) for z in Z.tolist()]
        assert run.score(Z, t) == pytest.approx(f, rel=1e-9, abs=1e-9)
    assert np.array_equal(run.score(Z), run.score(Z, 25))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_A6_is_the_perceptron_of_the_core_on_the_features(n):
    stream = streams.moons(150, noise=0.1, seed=n)
    run = kernels.perceptron(kernels.polynomial(n), stream.X, stream.y)
    plain = play(learners.perceptron(), losses.hinge, kernels.polynomial_features(stream.X, n), stream.y)
    assert np.array_equal(run.updates, plain.updates) and 10 < run.updates.sum() < 100


@pytest.mark.parametrize("kernel", ALL, ids=str)
def test_the_rules_differ_at_ties_alone(kernel):
    """Every sgn-update has y p ≤ 0; where no p is 0 but the first, and y_1 = +1, both rules are one."""
    for seed in range(10):
        X, y, _ = points(seed)
        y[0] = 1.0
        one, other = (kernels.perceptron(kernel, X, y, rule) for rule in RULES[:2])
        assert (one.p[1:] != 0).all() and np.array_equal(one.updates, other.updates)
        assert (other.y * other.p)[other.updates].max() <= 0


def test_E14_the_printed_rule_stores_what_it_got_right():
    """XOR of signs; and whenever K ≥ 0 it says −1 for ever: it never stores a positive example."""
    rng = np.random.default_rng(0)
    X = rng.choice([-1.0, 1.0], (200, 2))
    y = X[:, 0] * X[:, 1]
    found = {rule: kernels.perceptron(kernels.polynomial(2), X, y, rule) for rule in RULES}
    assert [int(found[rule].errors.sum()) for rule in RULES] == [4, 4, 107] and (y > 0).sum() == 107
    assert np.array_equal(found["printed"].updates, y < 0)
    for name, kernel in itertools.product(("xor", "circles", "moons"), (kernels.polynomial(3), kernels.gaussian(0.1))):
        stream = getattr(streams, name)(80, noise=0.2)
        run = kernels.perceptron(kernel, stream.X, stream.y, "printed")
        assert (run.p <= 0).all() and np.array_equal(run.updates, stream.y < 0)
        assert np.array_equal(run.errors, stream.y > 0)


def test_E14_the_two_right_rules_at_ties():
    """y ≡ −1, K ≡ 1: the rule y p ≤ 0 stores one example, sgn(0) = −1 none."""
    X, y = np.zeros((20, 2)), -np.ones(20)
    assert [int(kernels.perceptron(kernels.polynomial(2), X, y, rule).updates.sum()) for rule in RULES] == [1, 0, 20]


def test_E41_the_catalogue_s_208():
    """400 labels by coin: about half of all examples are stored, and each later prediction asks all of them."""
    stored = []
    for seed in range(5):
        X, y, _ = points(seed, T=400, d=2)
        stored.append(int(kernels.perceptron(kernels.gaussian(1.0), X, y).updates.sum()))
    assert 170 < min(stored) and max(stored) < 230


@holds(T10)
@given(seed=st.integers(0, 10**6), index=st.integers(0, len(ALL) - 1), rule=st.sampled_from(RULES[:2]),
       scale=log_uniform(0.1, 3.0))
@examples(50)
def test_T10_is_not_violated(seed, index, rule, scale):
    """Any examples, any f in the span of the kernels, both rules; the solved and the implicit form too, at every
    prefix."""
    X, y, rng = points(seed, T=20, d=2, scale=scale)
    run = kernels.perceptron(ALL[index], X, y, rule)
    K = ALL[index](X, X)
    phi = kernels.factor(K)
    best = mistakes.best(phi, y)
    dual = np.linalg.lstsq(phi.T, best.u, rcond=None)[0]  # u as a combination of the feature vectors
    own = run.updates * y
    for alpha in (np.zeros(20), own, own / (own @ K @ own), dual, rng.standard_normal(20) / math.sqrt(abs(K).max())):
        facts = T10.facts(run, alpha=alpha)
        assert facts["M"] == run.updates.sum() and facts["L"] == pytest.approx(np.maximum(0, 1 - y * (K @ alpha)).sum())
        assert facts["norm"] ** 2 == pytest.approx(max(0.0, alpha @ K @ alpha), rel=1e-6, abs=1e-9)
        assert T10.holds_for(run, alpha=alpha) and run.updates.sum() <= T10.of(run, alpha=alpha) * (1 + 1e-9)
        M = np.cumsum(run.updates)
        L = np.cumsum(np.maximum(0.0, 1 - y * (K @ alpha)))
        assert (M <= bounds.perceptron(L, facts["norm"], run.kappa) * (1 + 1e-9) + 1e-9).all()
        assert M[-1] <= bounds.perceptron_implicit(M[-1], L[-1], facts["norm"], run.kappa) * (1 + 1e-9) + 1e-9


def test_T10_does_not_apply_to_the_printed_rule():
    stream = streams.xor(60)
    run = kernels.perceptron(kernels.polynomial(2), stream.X, stream.y, "printed")
    alpha = np.zeros(60)
    verdict = T10.holds_for(run, alpha=alpha)
    assert not verdict
    assert verdict.failed == ("the learner is the kernel Perceptron, which stores an example only if y_t p_t ≤ 0 "
                                              "(erratum E14)",)
    # and it is exceeded: many rounds, one f with margin 1
    long = streams.xor(1000)
    run = kernels.perceptron(kernels.polynomial(2), long.X, long.y, "printed")
    found = mistakes.margin(kernels.polynomial_features(long.X, 2), long.y)
    assert run.errors.sum() > bounds.kernel_perceptron(0.0, 1 / found.value, run.kappa)


def test_nothing_to_learn():
    run = kernels.perceptron(ALL[0], np.zeros((0, 2)), [])
    assert run.T == 0 and run.kappa == 0 and run.support.size == 0 and (run.score([[1.0, 2.0]]) == 0).all()
    assert T10.of(run, alpha=[]) == 0.0 and T10.holds_for(run, alpha=[])
