"""T11 to T16: formulas, errata E15, E32, E36, exact laws where there are any, samples from finite laws elsewhere."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play
from tests.core.holds import holds
from tests.core.strategies import CONVEX, by_name, examples, log_uniform, maybe_l2, problems
from tests.core.test_bounds_on_coins import binomial

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
STATISTICAL = (bounds.martingale, bounds.martingale_sharp, bounds.average_iterate, bounds.online_to_batch,
               bounds.online_to_batch_sequential, bounds.online_to_batch_sharp, bounds.hoeffding, bounds.hoeffding_tail,
               bounds.compression, bounds.compression_printed, bounds.perceptron_compression, bounds.validation)
INDEPENDENT = "the examples are independent, all with the same law"
deltas = st.floats(1e-9, 1.0)


# The formulas

def test_values_by_hand():
    ln = math.log
    assert bounds.martingale(m=50, delta=math.exp(-4), M=3.0) == pytest.approx(3 * math.sqrt(2 / 50 * 4))
    assert bounds.martingale_sharp(m=50, delta=math.exp(-4), M=3.0) == pytest.approx(3 * math.sqrt(4 / 100))
    assert bounds.average_iterate(mean_risk=0.3) == 0.3
    assert bounds.online_to_batch(m=200, delta=0.1, U=2.0, X=0.5) == pytest.approx(14 * math.sqrt(0.01 * ln(20)))
    assert bounds.online_to_batch_sequential(200, 0.1, 2.0, 0.5) == pytest.approx(12 * math.sqrt(0.01 * ln(20)))
    assert bounds.online_to_batch_sharp(200, 0.1, 2.0, 0.5) == pytest.approx(0.1 * (8 + 4 * math.sqrt(ln(20))))
    assert bounds.hoeffding(m=50, delta=0.1) == pytest.approx(math.sqrt(ln(20) / 100))
    assert bounds.validation(m=50, K=4, delta=0.1, M=3.0) == pytest.approx(3 * math.sqrt(ln(40) / 25))
    assert bounds.hoeffding_tail(m=50, epsilon=0.1) == pytest.approx(math.exp(-1))
    assert bounds.compression(m=10, K=3, delta=0.1) == pytest.approx(math.sqrt((ln(10) + ln(120) + ln(10)) / 10))
    assert bounds.compression_printed(m=10, K=3, delta=0.1) == pytest.approx(math.sqrt((3 + 4 * ln(10) + ln(10)) / 10))
    assert bounds.perceptron_compression(10, M=3, delta=0.1) == pytest.approx(math.sqrt((5 * ln(10) + 1) / 10))


@given(m=st.integers(1, 10**6), delta=deltas, U=log_uniform(0.01, 100), X=log_uniform(0.01, 100))
@examples(100)
def test_T13_is_T6_T11_and_T14_together(m, delta, U, X):
    """Regret/m plus, at δ/2, the martingale step, plus Hoeffding for u*, for losses in [0, 4(UX)²]."""
    M = 4 * (U * X) ** 2
    regret = bounds.ogd_square(m, U, X) / m
    sharp = regret + bounds.martingale_sharp(m, delta / 2, M) + M * math.sqrt(math.log(2 / delta) / (2 * m))
    assert bounds.online_to_batch_sharp(m, delta, U, X) == pytest.approx(sharp)
    printed = regret + bounds.martingale(m, delta / 2, M)
    sample = bounds.online_to_batch_sequential(m, delta, U, X) * (1 + 1e-12)
    assert regret + bounds.martingale_sharp(m, delta / 2, M) <= sample and (delta > 2 / math.e or printed <= sample)
    assert bounds.online_to_batch_sharp(m, delta, U, X) <= bounds.online_to_batch(m, delta, U, X)
    assert bounds.martingale(m, delta, M) == pytest.approx(2 * bounds.martingale_sharp(m, delta, M))


def test_erratum_E15():
    """The printed 8 + 4s ≤ 12s needs δ ≤ 2/e = .7358; with T11's sharp constant 8 + 2s ≤ 12s and 8 + 4s ≤ 14s need
    s² ≥ .64, δ ≤ 1.0546, so that 12 and 14 hold for every δ ≤ 1."""
    s = math.sqrt(math.log(2 / 0.9))
    assert 2 / math.e == pytest.approx(0.7358, abs=5e-5) and 2 * math.exp(-0.64) == pytest.approx(1.0546, abs=5e-5)
    assert 8 + 4 * s == pytest.approx(11.574, abs=5e-4) and 12 * s == pytest.approx(10.723, abs=5e-4)
    assert bounds.online_to_batch_sharp(2, 0.9, 1, 1) == pytest.approx(11.574, abs=5e-4)
    assert bounds.online_to_batch_sequential(2, 0.9, 1, 1) == pytest.approx(10.723, abs=5e-4)
    s = math.sqrt(math.log(2))  # the least, at δ = 1
    assert s > 0.8 and 8 + 2 * s <= 12 * s and 8 + 4 * s <= 14 * s
    for bound in (bounds.online_to_batch_sequential, bounds.online_to_batch, bounds.online_to_batch_sharp):
        assert bound.holds_for(square_run(20), delta=1.0)


@given(m=st.integers(2, 10**5), K=st.integers(0, 100), delta=deltas)
@examples(200)
def test_the_forms_of_T15_and_T16(m, K, delta):
    """Exact ≤ printed, and exact ≤ T16: the e of T16 is not needed, because m over K is at most m^K (E36)."""
    K = min(K, m // 2)
    exact = bounds.compression(m, K, delta)
    assert exact <= bounds.compression_printed(m, K, delta) * (1 + 1e-12)
    assert exact <= bounds.perceptron_compression(m, K, delta) * (1 + 1e-12)
    assert exact <= math.sqrt(((K + 1) * math.log(m) - math.log(delta)) / m) * (1 + 1e-12)
    assert math.exp(min(m * exact**2 - math.log(m) + math.log(delta), 700)) == pytest.approx(
        min(math.comb(m, K), math.exp(700)), rel=1e-6)


def test_erratum_E36():
    """59 points, 4 in the sketch, δ = .1: the exact form .574 against .634; j − j ln j = 1, .614, −.296 ≤ 1."""
    assert bounds.compression(59, 4, 0.1) == pytest.approx(0.574, abs=5e-4)
    assert bounds.perceptron_compression(59, 4, 0.1) == pytest.approx(0.634, abs=5e-4)
    assert [j - j * math.log(j) for j in (1, 2, 3)] == pytest.approx([1, 0.614, -0.296], abs=5e-4)
    assert max(j - j * math.log(j) for j in range(1, 1000)) == 1.0


def test_erratum_E32():
    """n = 50, δ = .1: ε solves 2e^{−2nε²} = δ, so that one side has .050; exactly, Bernoulli(½) has .0153 on both."""
    epsilon = bounds.hoeffding(50, 0.1)
    assert bounds.hoeffding_tail(50, epsilon) == pytest.approx(0.050)
    k = np.arange(51)
    assert binomial(50, 0.5)[abs(k / 50 - 0.5) > epsilon].sum() == pytest.approx(0.0153, abs=5e-5)


# Samples from finite laws

def square_run(m, d=2, U=1.0, seed=0, noise=0.3, n_runs=None, atoms=30):
    """Tuned OGD on m draws from a law of equally likely atoms with ‖x‖ ≤ 1, |y| ≤ U."""
    law = square_law(d, U, noise, atoms)
    rng = np.random.default_rng(seed)
    rows = rng.integers(len(law[1]), size=m if n_runs is None else (n_runs, m))
    return play(learners.ogd(math.sqrt(2) / 4, U), losses.square, law[0][rows], law[1][rows])


def square_law(d=2, U=1.0, noise=0.3, atoms=30):
    rng = np.random.default_rng(11)
    X = rng.standard_normal((atoms, d))
    X /= np.maximum(1.0, np.linalg.norm(X, axis=1))[:, None]
    X[0] = np.eye(d)[0]  # the largest ‖x‖ is 1
    return X, np.clip(U * ((1 - noise) * X[:, 0] + noise * rng.choice([-1, 1], atoms)), -U, U)


def risk(X, y, w):
    return ((np.asarray(w) @ X.T - y) ** 2).mean(axis=-1)


@holds(bounds.online_to_batch, bounds.online_to_batch_sharp, bounds.online_to_batch_sequential)
@pytest.mark.parametrize("m, U", [(10, 1.0), (100, 1.0), (400, 0.3)])
def test_T11_and_T13_on_fresh_samples(m, U):
    """200 training sets, er computed exactly: the share beyond each bound is at most δ (here it is 0)."""
    X, y = square_law(U=U)
    runs = square_run(m, U=U, n_runs=200)
    start = risk(X, y, runs.w[:, :-1]).mean(axis=1)
    average = risk(X, y, runs.w[:, :-1].mean(axis=1))
    assert (average <= start * (1 + 1e-12)).all()  # T12
    least = hindsight.best(losses.square, X, y, U).value / len(y)
    in_sample = np.array([hindsight.best(losses.square, *data, U).value / m for data in zip(runs.X, runs.y)])
    M = 4 * U * U
    assert runs.losses.min() >= 0 and runs.losses.max() <= M
    for delta in (0.01, 0.1, 0.7):
        shares = [
            (start - runs.losses.mean(axis=1) > bounds.martingale_sharp(m, delta, M)).mean(),
            (start - runs.losses.mean(axis=1) > bounds.martingale(m, delta, M)).mean(),
            (average - least > bounds.online_to_batch(m, delta, U, 1.0)).mean(),
            (average - least > bounds.online_to_batch_sharp(m, delta, U, 1.0)).mean(),
            (average - in_sample > bounds.online_to_batch_sequential(m, delta, U, 1.0)).mean(),
        ]
        assert max(shares) <= delta


def test_T13_names_what_fails():
    run = square_run(50)
    verdict = bounds.online_to_batch.holds_for(run, delta=0.1)
    assert verdict and len(verdict.unchecked) == 2 and verdict.unchecked[-1] == INDEPENDENT
    assert "of the law" in verdict.unchecked[0]  # the sample cannot stand in for it
    assert bounds.online_to_batch.of(run, delta=0.1) == pytest.approx(bounds.online_to_batch(50, 0.1, 1.0, 1.0))
    small = bounds.online_to_batch.holds_for(run, delta=0.1, X=0.9).failed
    assert "‖x_t‖ ≤ X for every t" in small
    labels = play(learners.ogd(math.sqrt(2) / 4, 1.0), losses.square, run.X, 1.5 * run.y / abs(run.y).max())
    assert bounds.online_to_batch_sharp.holds_for(labels, delta=0.1).failed == ("every label has |y_t| ≤ UX",)
    step = play(learners.ogd(1.0, 1.0), losses.square, run.X, run.y)
    assert bounds.online_to_batch.holds_for(step, delta=0.1).failed == ("η = √2·U/G with G = 4UX²",)


def test_T11_names_what_fails():
    run = square_run(50)
    for bound in (bounds.martingale, bounds.martingale_sharp):
        verdict = bound.holds_for(run, delta=0.1, M=4.0)
        assert verdict.unchecked == ("the loss of w_t lies in [0, M] on every example of the law", INDEPENDENT)
        assert bound.holds_for(run, delta=0.1, M=0.01).failed == ("every loss met lies in [0, M]",)
        assert bound.of(run, delta=0.1, M=4.0) == bound(50, 0.1, 4.0)
    negative = play(learners.ogd(0.5, 1.0), losses.linear, [[1.0], [1.0]], [1.0, 1.0])
    assert bounds.martingale.holds_for(negative, delta=0.1, M=4.0).failed


@holds(bounds.average_iterate)
@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data())
@examples(30)
def test_T12_is_not_violated(loss, data):
    """er(w̄) ≤ (1/m) Σ er(w_t) for every convex loss and every law of finitely many equally likely examples."""
    loss = data.draw(maybe_l2(loss))
    problem, law = data.draw(problems(loss, max_d=3)), data.draw(problems(loss, max_d=3))
    if not len(problem.y) or not len(law.y):
        return
    X = np.resize(law.X, (len(law.y), problem.X.shape[1]))
    run = play(learners.ogd(1.0, 1.0), loss, problem.X, problem.y)
    facts = bounds.average_iterate.facts(run, X, law.y)
    assert bounds.average_iterate.holds_for(run, X, law.y)
    size = abs(loss.value(X @ run.w[-1], law.y)).mean() + abs(facts["mean_risk"])
    assert facts["risk"] <= bounds.average_iterate.of(run, X, law.y) + 1e-12 * size
    w = run.w[:-1]
    assert facts["risk"] == pytest.approx(float(np.mean(loss.value(X @ w.mean(axis=0), law.y)))
                                          + loss.l2 / 2 * (w.mean(axis=0) ** 2).sum(), rel=1e-12)


def test_T12_with_equality():
    """The risk of a linear loss is linear in w."""
    run = play(learners.ogd(1.0, 1.0), losses.linear, [[1.0], [1.0]], [1.0, -1.0])
    facts = bounds.average_iterate.facts(run, [[2.0], [1.0]], [1.0, 1.0])
    assert facts["risk"] == pytest.approx(facts["mean_risk"], rel=1e-14) and facts["m"] == 2


@holds(bounds.perceptron_compression)
def test_T16_on_fresh_samples():
    """Points on the circle: the sketch is what caused updates, er is counted on the law, er~ outside the sketch."""
    angles = 2 * np.pi * (np.arange(400) + 0.5) / 400
    law, label = np.column_stack([np.cos(angles), np.sin(angles)]), np.where(np.cos(angles - 0.4) > 0, 1.0, -1.0)
    label[::40] *= -1  # a twentieth of the labels is wrong
    rng, m, delta, beyond, ratios = np.random.default_rng(5), 60, 0.1, 0, []
    for _ in range(100):
        rows = rng.integers(400, size=m)
        X, y = law[rows], label[rows]
        run = play(learners.perceptron(), losses.hinge, X, y)
        verdict = bounds.perceptron_compression.holds_for(run, delta=delta)
        facts = bounds.perceptron_compression.facts(run, delta=delta)
        assert facts == {"m": m, "M": int(run.updates.sum()), "delta": delta}
        if not verdict:
            assert verdict.failed == ("M ≤ m/2 of the m examples ever caused an update (each index counts once)",)
            assert facts["M"] > m / 2
            continue
        wrong = losses.zero_one.value(X @ run.w[-1], y)[~run.updates].mean()
        er = losses.zero_one.value(law @ run.w[-1], label).mean()
        bound = bounds.perceptron_compression.of(run, delta=delta)
        beyond += er - wrong > bound
        ratios.append((er - wrong) / bound)
        # D19: the examples of the sketch alone, in their order, are learned to the same w
        sketch = play(learners.perceptron(), losses.hinge, X[run.updates], y[run.updates])
        # sums in other groups, so rounding differs
        assert sketch.w[-1] == pytest.approx(run.w[-1], rel=1e-12, abs=1e-12)
    assert len(ratios) > 50 and beyond == 0 and max(ratios) < 1


def test_T16_counts_distinct_examples():
    """Erratum E36: passes over the same examples count an example once; if they end, er~ = 0."""
    X, u = np.random.default_rng(4).standard_normal((59, 3)) + [2, 0, 0], np.array([0.2, 1.0, -0.7])
    X = X[abs(X @ u) > 0.03]
    y = np.sign(X @ u)
    run = play(learners.perceptron(), losses.hinge, np.tile(X, (200, 1)), np.tile(y, 200))
    assert not run.updates[-len(y):].any()
    facts = bounds.perceptron_compression.facts(run, delta=0.1, m=len(y))
    distinct = {t % len(y) for t in np.flatnonzero(run.updates)}
    assert facts["M"] == len(distinct) == 20 and run.updates.sum() == 174
    outside = [t for t in range(len(y)) if t not in distinct]
    assert losses.zero_one.value(X[outside] @ run.w[-1], y[outside]).sum() == 0


def test_T14_and_T15_are_checked_on_their_parameters():
    half = "the sketch has |K| ≤ m/2 examples"
    for bound in (bounds.compression, bounds.compression_printed):
        assert bound.holds_for(m=10, K=5, delta=0.1) and bound.holds_for(m=10, K=6, delta=0.1).failed == (half,)
        assert bound.of(m=10, K=5, delta=0.1) == bound(10, 5, 0.1) and len(bound.holds_for(m=10, K=5).unchecked) == 2
    assert bounds.hoeffding.holds_for(m=10, delta=0.1).unchecked and bounds.hoeffding.of(m=10, delta=0.1) > 0
    table = bounds.compression(np.array([[10], [20]]), np.array([0, 1, 5]), 0.1)
    assert table.shape == (2, 3) and table[1, 2] == bounds.compression(20, 5, 0.1)


single = play(learners.ogd(0.3, 1.0), losses.square, [[1.0]], [1.0])
free = play(learners.strongly_convex(1.0), losses.square, [[1.0]], [1.0])
empty = play(learners.ogd(0.3, 1.0), losses.square, np.zeros((0, 1)), [])


@pytest.mark.parametrize("call, name", [
    *[(lambda v=v, b=b, n=n: b(**{**{p: 1.0 for p in b.parameters}, n: v}), n)
      for b in STATISTICAL for n in b.parameters
      for v in [np.nan, np.inf, "1", None, *([-1.0, [0.5, -1.0]] if n != "mean_risk" else []),
                *([0.0] if n in ("m", "U", "delta") else []),
                *([1.5, [0.5, 1.5]] if n == "delta" else [])]],
    (lambda: bounds.compression(3, 4, 0.1), "bounds.compression"),
    *[(lambda b=b: b.facts(None, 0.1), "run") for b in (bounds.ogd, bounds.strongly_convex, bounds.online_to_batch)],
    *[(lambda b=b: b.facts(single), "run") for b in (bounds.hoeffding, bounds.compression)],
    *[(lambda v=v: bounds.online_to_batch.facts(single, delta=v), "delta") for v in (0, 2, None)],
    *[(lambda v=v: bounds.martingale.facts(single, 0.1, v), "M") for v in (-1, None)],
    (lambda: bounds.online_to_batch.facts(free, 0.1), "U"),
    (lambda: bounds.average_iterate.facts(single, [[1.0, 2.0]], [1.0]), "X.shape"),
    (lambda: bounds.average_iterate.facts(empty, [[1.0]], [1.0]), "run"),
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)
