"""What the chapter "From sequential to statistical risk" proves and claims beyond the bounds themselves.

Where it can be, a law is a coin and all 2^m samples are played: the chances are then exact, and a share of a few
hundred random samples proves nothing about a δ of one in a million.
"""

import math
from pathlib import Path
from statistics import NormalDist

import nbformat
import numpy as np
import pytest

from oco_core import bounds, hindsight, laws, learners, losses, play, streams

CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "online_to_batch.ipynb"
PROSE = "\n".join(cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells if cell.cell_type == "markdown")
DELTAS = (1e-3, 0.05, 0.3, 0.6, 0.9, 1.0)
TUNED = learners.ogd(math.sqrt(2) / 4, 1.0)


def every_sample(m, q):
    """All ±1 sequences of length m, (2^m, m), and their chances if +1 has chance q."""
    signs = np.array(np.meshgrid(*[[1.0, -1.0]] * m, indexing="ij")).reshape(m, -1).T
    return signs, np.prod(np.where(signs > 0, q, 1 - q), axis=1)


def coin_runs(m, q):
    """Tuned OGD on every sample, with er(w_t) = (w − u*)² + 4q(1 − q), u* = 2q − 1."""
    y, chance = every_sample(m, q)
    run = play(TUNED, losses.square, np.ones((*y.shape, 1)), y)
    return run, (run.w[:, :-1, 0] - (2 * q - 1)) ** 2 + 4 * q * (1 - q), chance


@pytest.mark.parametrize("name", ["regression", "coin", "mail"])
def test_the_jensen_gap_of_the_square_loss_is_the_spread(name):
    law = getattr(laws, name)()
    w = play(TUNED, losses.square, *law.draw(3, 40, seed=1)).w[:, :-1]
    centred = w - w.mean(axis=1, keepdims=True)
    spread = ((centred @ law.A) * centred).sum(axis=-1).mean(axis=1)
    gap = law.risk(w).mean(axis=1) - law.risk(w.mean(axis=1))
    assert gap == pytest.approx(spread, rel=1e-9, abs=1e-14) and (gap > 0).all()


def test_hoeffdings_lemma_for_two_values():
    """Z in {−p·c, (1 − p)·c} with mean 0: equality in the limit p = ½, s → 0, and no violation."""
    for p in np.linspace(0.02, 0.98, 33):
        for s in np.linspace(-6, 6, 49):
            mean = p * math.exp(-s * (1 - p)) + (1 - p) * math.exp(s * p)
            assert mean <= math.exp(s * s / 8) * (1 + 1e-12)
    assert math.log(0.5 * math.exp(-0.005) + 0.5 * math.exp(0.005)) == pytest.approx(1e-4 / 8, rel=1e-4)


@pytest.mark.parametrize("q", [0.5, 0.7, 0.95])
def test_the_martingale_step_exactly(q):
    """E_{t−1} Z_t = 0 for every past, Z_t in an interval of length M, and T11's chance over all 2^10 samples."""
    m, M = 10, 4.0
    run, er, chance = coin_runs(m, q)
    Z = er - run.losses
    for t in range(m):
        past = np.array_split(np.arange(2**m), 2**t)  # samples with the same first t labels stand together
        for same in past:
            assert (chance[same] @ Z[same, t]) == pytest.approx(0, abs=1e-12)
            assert np.ptp(Z[same, t]) <= M + 1e-12
    for delta in DELTAS:
        assert chance[Z.mean(axis=1) > bounds.martingale_sharp(m, delta, M)].sum() <= delta
    assert chance @ Z.mean(axis=1) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("q", [0.5, 0.7, 0.95])
def test_T13_in_expectation_and_with_one_deviation(q):
    """E er(w̄) ≤ er(u*) + 8√(2/m); the exercise's (UX)²√(2/m)(8 + 4√ln(1/δ)), and its deviation alone."""
    m, M = 10, 4.0
    run, er, chance = coin_runs(m, q)
    u, unit = 2 * q - 1, math.sqrt(2 / m)
    excess = (run.w[:, :-1, 0].mean(axis=1) - u) ** 2
    assert chance @ excess <= 8 * unit
    D = (er - run.losses) - (4 * q * (1 - q) - (u - run.y) ** 2)
    assert chance @ D.mean(axis=1) == pytest.approx(0, abs=1e-12) and np.ptp(D) <= 2 * M
    for delta in DELTAS:
        deviation = 4 * unit * math.sqrt(math.log(1 / delta))
        assert deviation == pytest.approx(2 * bounds.martingale_sharp(m, delta, M))
        assert chance[D.mean(axis=1) > deviation].sum() <= delta
        assert chance[excess > 8 * unit + deviation].sum() <= delta
        assert 8 * unit + deviation <= bounds.online_to_batch_sharp(m, delta, 1.0, 1.0) + 1e-12


def test_one_root_needs_no_condition_with_the_sharp_step():
    """8 + 2s ≤ 12s and 8 + 4s ≤ 14s for all δ ≤ 1; 8 + 4s ≤ 12s and 8 + 6s ≤ 14s exactly for δ ≤ 2/e (E15)."""
    for delta in np.geomspace(1e-12, 1, 400):
        s = math.sqrt(math.log(2 / delta))
        assert s > 0.8 and 8 + 2 * s <= 12 * s and 8 + 4 * s <= 14 * s
        assert (8 + 4 * s <= 12 * s) == (8 + 6 * s <= 14 * s) == (delta <= 2 / math.e)


def test_T13_needs_its_bound_on_the_labels():
    """E15: y = 10⁴ once in a thousand; on the samples without it the excess is 2qLu − u² = 19 at u* = 1."""
    q, L, m = 1e-3, 1e4, 50
    run = play(TUNED, losses.square, np.ones((m, 1)), np.zeros(m))
    excess = q * L**2 - ((1 - q) + q * (L - 1) ** 2)
    assert not run.w.any() and excess == pytest.approx(19)
    assert (1 - q) ** m > 0.95 and excess > bounds.online_to_batch(m, 0.5, 1.0, 1.0)


def arcs(rng, m, gamma):
    angle = rng.uniform(-math.acos(gamma), math.acos(gamma), m)
    y = np.where(rng.random(m) < 0.5, 1.0, -1.0)
    return y[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), y


def cycles(X, y, n):
    return play(learners.perceptron(), losses.hinge, np.tile(X, (n, 1)), np.tile(y, n))


@pytest.mark.parametrize("seed", range(5))
def test_the_examples_with_an_update_are_a_sketch(seed):
    """D19, T16: once and in cycles, every S' between the sketch and S is learned to the same w, in as many cycles."""
    rng, m = np.random.default_rng(seed), 40
    X, y = arcs(rng, m, 0.1)
    noisy = y * np.where(rng.random(m) < 0.2, -1, 1)
    n = 1
    while cycles(X, y, n).updates[-m:].any():
        n += 1
        assert n < 200, "the Perceptron does not end on examples with a margin"
    assert n > 1
    for labels, passes in ((noisy, 1), (y, n)):
        run = cycles(X, labels, passes)
        sketch = run.updates.reshape(passes, m).any(axis=0)
        for _ in range(10):
            kept = sketch | (rng.random(m) < rng.random())
            other = cycles(X[kept], labels[kept], passes)
            assert np.allclose(other.w[-1], run.w[-1], rtol=0, atol=1e-12)  # sums in other groups round otherwise
            assert np.array_equal(other.updates, run.updates[np.tile(kept, passes)])
    assert (y * (X @ run.w[-1]) > 0).all()  # E36: what ends errs on nothing


def test_the_risk_on_the_arcs_is_exact():
    gamma = 0.1
    beta = math.acos(gamma)
    angle = np.linspace(-beta, beta, 200_001)
    points = np.column_stack([np.cos(angle), np.sin(angle)])
    for alpha in np.linspace(0, np.pi, 13):
        wrong = (points @ [math.cos(alpha), math.sin(alpha)] <= 0).mean()
        assert np.clip(alpha - (np.pi / 2 - beta), 0, 2 * beta) / (2 * beta) == pytest.approx(wrong, abs=2e-5)


def test_the_form_without_a_root_on_coins():
    """x = 1: only +1 alone (or −1 alone) leaves no error outside the sketch of one example; exact chances."""
    for m in (2, 5, 20, 100):
        for q in np.linspace(0.01, 0.99, 50):
            for delta in DELTAS:
                bound = (math.log(m) + math.log(math.comb(m, 1)) - math.log(delta)) / (m - 1)
                assert bound == pytest.approx(m * bounds.compression(m, 1, delta) ** 2 / (m - 1))
                failing = q**m * (1 - q > bound) + (1 - q) ** m * (q > bound)
                assert failing <= delta * (1 + 1e-12)


def test_the_last_half_has_the_regret_of_the_exercise():
    """(2√2 − 1)UG√m against every u of the ball, linear losses: zig-zag, random and constant gradients."""
    for m in (2, 10, 100, 1000):
        for y in (streams.zigzag(m).y, streams.random_signs(m, d=1).y, np.ones(m)):
            run = play(learners.ogd(math.sqrt(2), 1.0), losses.linear, np.ones((m, 1)), y)
            late = run.losses[m // 2:].sum() + abs(y[m // 2:].sum())
            assert late <= (2 * math.sqrt(2) - 1) * math.sqrt(m) + 1e-9


def test_the_last_iterate_is_worse_than_the_mean_regret_again_and_again():
    """E27 and the table of T21: half of all T up to 1000; the average never is."""
    T = np.arange(1, 1001)
    run = play(learners.ogd(2.0, 1.0), losses.absolute, np.ones((1000, 1)), np.full(1000, 0.1))
    f = abs(run.w[:-1, 0] - 0.1)
    mean_regret = hindsight.regret(run, 1.0, T).upper / T
    assert mean_regret == pytest.approx(np.cumsum(f) / T, abs=1e-9)
    assert (f > mean_regret + 1e-9).sum() == 484
    average = abs(np.cumsum(run.w[:-1, 0]) / T - 0.1)
    assert (average <= mean_regret + 1e-9).all()
    assert (mean_regret <= bounds.ogd_diameter(T, 2.0, 1.0) / T).all()


def test_what_one_root_adds_at_least():
    """The row of T13's table: 10 s − 8 at δ = 1, where it is least."""
    added = 10 * np.sqrt(np.log(2 / np.array([1.0, 0.99, 0.5, 0.01]))) - 8
    assert (added > 0).all() and (np.diff(added) > 0).all()
    assert f"| one root | $10\\,s-8$ | $\\delta$ is near 1: at $\\delta=1$ it is ${added[0]:.2f}$;" in PROSE


def test_what_the_predictors_say_of_the_mail():
    """The exercise about the hinge loss: medians over messages, for the averages over all of 20 training sets, and who
    calls one spam."""
    mail, U, m = streams.mail(), 5.0, 2000
    run = play(learners.ogd(math.sqrt(2) * U, U), losses.hinge, *laws.mail().draw(20, m, seed=3))
    averages = run.w[:, :-1].mean(axis=1) @ mail.X.T
    best = mail.X @ hindsight.best(losses.hinge, mail.X, mail.y, U).u
    assert f"mostly near $-1$ (median ${np.median(best):.2f}$)" in PROSE
    assert f"still on their way, near ${np.median(averages):.1f}$" in PROSE
    assert not (best > 0).any() and "$u^*$ calls no message spam" in PROSE
    assert sorted((averages > 0).sum(axis=1))[-2:] == [0, 1] and "only one calls a single message spam" in PROSE


def test_a_vote_on_the_halfspaces():
    """The exercise's two shares, and that of the average, on the 100 training sets of the cell: exact, but that of the
    vote, which is measured at 4000 points for each training set."""
    law, m, rng = laws.halfspace(noise=0.1, d=10), 2000, np.random.default_rng(0)
    shares = []
    for X, y in zip(*law.draw(100, m, seed=2)):
        run = play(learners.perceptron(), losses.hinge, X, y)
        first = np.flatnonzero(np.append(True, run.updates[:-1]))  # the rounds in which w is new
        rounds = np.diff(np.append(first, m))
        x = rng.standard_normal((4000, 10))
        x[:, 0] = abs(x[:, 0])  # label +1, before the noise
        lost = (x @ run.w[first].T > 0) @ rounds.astype(float) <= m / 2
        shares.append([0.05 + 0.9 * lost.mean(), rounds @ law.errors(run.w[first]) / m,
                       law.errors(run.w[:-1].mean(axis=0))])
    vote, iterate, average = 100 * np.mean(shares, axis=0)
    assert f"({vote:.1f} % against {iterate:.0f} % on the halfspaces above)" in PROSE
    assert f"the average, which errs on {average:.0f} % here, less than half as often" in PROSE
    assert average < iterate / 2


def largest_deviation(m, log_delta):
    """The largest deviation of m fair coins whose two-sided chance is more than δ, from ln P(mean ≥ k/m) in floats."""
    k = np.arange(m // 2 + 1, m + 1)
    log_comb = math.lgamma(m + 1) - np.array([math.lgamma(j + 1) + math.lgamma(m - j + 1) for j in k])
    log_tail = np.logaddexp.accumulate((log_comb - m * math.log(2))[::-1])[::-1]
    return k[np.flatnonzero(math.log(2) + log_tail > log_delta)[-1]] / m - 0.5


def test_the_ratio_of_T14_for_a_fixed_delta_does_not_tend_to_1():
    """It tends to z/√(2 ln(2/δ)) < 1 (central limit theorem), and to 1 only if δ falls with m, ln(1/δ) = o(m)."""
    def ratio(m, log_delta):
        return largest_deviation(m, log_delta) / math.sqrt((math.log(2) - log_delta) / (2 * m))

    for delta in (0.5, 0.05, 1e-6):
        limit = -NormalDist().inv_cdf(delta / 2) / math.sqrt(2 * math.log(2 / delta))
        near, far = abs(ratio(10_000, math.log(delta)) - limit), abs(ratio(1_000_000, math.log(delta)) - limit)
        assert limit < 0.93 and far < 0.002 and far < near
    rising = [ratio(m, -math.sqrt(m)) for m in (100, 10_000, 1_000_000)]
    assert (np.diff(rising) > 0).all() and rising[-1] > 0.995
    assert f"({ratio(100_000, -300 * math.log(10)):.4f} for $m=100\\,000$" in PROSE
    # exponentially small: below 1 for good
    falling = [ratio(10_000, -c * 10_000) for c in (0.1, 0.3, math.log(2) - 1e-3)]
    assert (np.diff(falling) < 0).all() and falling[-1] == pytest.approx(0.5 / math.sqrt(math.log(2) / 2), abs=2e-3)
    assert f"to {falling[-1]:.2f} where the deviation is" in PROSE
    assert "For a fixed $\\delta$ the ratio does not tend to 1" in PROSE and "$\\ln\\frac1\\delta=o(m)$" in PROSE


def test_which_losses_are_strongly_convex_in_w():
    """The remark on expectations: no ℓ(w·x, y) is for d ≥ 2, whatever the loss; with λ/2 ‖w‖² it is, for σ = λ."""
    X, orthogonal = np.array([[0.6, 0.8], [1.0, 0.0]]), np.array([[-0.8, 0.6], [0.0, 1.0]])
    for loss in (losses.square, losses.absolute, losses.hinge, losses.logistic, losses.linear):
        assert losses.strong_convexity(loss, X) == 0 < losses.strong_convexity(losses.with_l2(loss, 0.3), X)
        for x, v in zip(X, orthogonal):
            w = np.array([0.3, -0.2])
            at = [loss.value((w + s * v) @ x, 1.0) for s in (-1.0, 0.0, 1.0)]
            assert at == pytest.approx([at[0]] * 3, abs=1e-15)  # constant along v: no σ > 0 will do
    assert "No loss of the form $\\ell(w\\cdot x,y)$ is of this kind for $d\\ge2$" in PROSE


@pytest.mark.parametrize("sigma", [0.5, 2.0])
def test_the_average_on_squared_distances_from_random_points(sigma):
    """T12 for ℓ(w; z) that is no ℓ(w·x, y), and T7 in expectation: σ/2 ‖w − z‖², z = ±e_1 or ±e_2, all 4^5 samples."""
    points, m = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]), 5
    rows = np.array(np.meshgrid(*[range(4)] * m)).reshape(m, -1).T
    z, w = points[rows], np.zeros((len(rows), m + 1, 2))
    for t in range(1, m + 1):
        w[:, t] = w[:, t - 1] - (w[:, t - 1] - z[:, t - 1]) / t
    risk = lambda w: sigma / 2 * ((w[..., None, :] - points) ** 2).sum(axis=-1).mean(axis=-1)
    average = risk(w[:, :m].mean(axis=1))
    assert (average <= risk(w[:, :m]).mean(axis=1) + 1e-12).all()
    G = sigma * np.linalg.norm(w[:, :m] - z, axis=-1).max()  # of every sample: almost surely
    excess = average.mean() - risk(np.zeros(2))  # u* = 0
    assert 0 < excess <= bounds.strongly_convex(m, sigma, G) / m
