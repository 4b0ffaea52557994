"""The tightest instances: each attains what it claims, none exceeds its bound, and every bound has one."""

import itertools
import math

import numpy as np
import pytest

from oco_core import bounds, hindsight, learners, losses, play, tightest
from oco_core.tightest.statistical import COINS
from tests.core.strategies import textbook

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
ALL = {name: value for name in bounds.__all__ if isinstance(value := getattr(bounds, name), bounds.Bound)}
ENTRIES = {**tightest.INSTANCES, **tightest.LEMMAS}


def test_every_bound_has_an_instance_or_a_reason():
    assert set(tightest.INSTANCES) == set(ALL)
    classes = {"Assumption", "Bound", "Verdict"}
    assert set(bounds.__all__) == set(ALL) | set(tightest.WITHOUT) | classes
    assert all(tightest.WITHOUT.values()) and all(tightest.UNMEASURED.values())
    measured = {b.id.partition(",")[0] for b in ALL.values()} | set(tightest.LEMMAS)
    assert not measured & set(tightest.UNMEASURED)


@pytest.mark.parametrize("name", ENTRIES)
def test_instance(name):
    """The assumptions hold, the bound is not exceeded, and the ratio is what the entry says, to two digits."""
    instance = ENTRIES[name]
    found = instance()
    assert found.verdict and found.verdict.failed == ()
    assert instance.ratio - 1e-9 <= found.ratio <= instance.ratio + 0.0021
    bound = ALL.get(name)
    if bound is None or bound.upper:
        assert found.ratio <= 1 + 1e-9
    else:
        assert found.ratio >= 1 - 1e-9
    assert type(found.measured) is type(found.bound) is float
    assert instance.words and not instance.words.endswith(".")


def test_what_is_no_bound_is_exceeded():
    """Erratum E1, the one entry without an instance."""
    assert set(tightest.WITHOUT) == {"strongly_convex_as_printed"}
    loss = losses.with_l2(losses.linear, 1.0)
    run = play(learners.strongly_convex(1.0), loss, tightest.quadratics(1.0, 1.0), T=50)
    t = np.arange(1, 51)
    assert (hindsight.regret(run, None, at=t).lower > bounds.strongly_convex_as_printed(t, 1.0, 1.0)).all()


def test_the_worst_signs_for_lazy_are_the_worst():
    """Against all 2^T sequences of signs; at T = 160 the tuned step pays 1.3459·√T (catalogue §5 knew 1.331)."""
    for eta in (0.3, 1 / math.sqrt(2), 2.0):
        T = 9
        best = max(regret_of_lazy(eta, np.array(y)) for y in itertools.product([-1.0, 1.0], repeat=T))
        assert regret_of_lazy(eta, tightest.worst_signs_for_lazy(T, eta)) == pytest.approx(best, rel=1e-12)
    y = tightest.worst_signs_for_lazy(160, 1 / math.sqrt(2))
    assert regret_of_lazy(1 / math.sqrt(2), y) / math.sqrt(160) == pytest.approx(1.3459, abs=5e-5)


def regret_of_lazy(eta, y):
    _, paid = textbook(learners.lazy, losses.linear, eta, 1.0, np.ones((len(y), 1)), y)
    return math.fsum(paid) + abs(math.fsum(y))


def test_noisy_slope():
    """T22: the law of w_t forwards, from the noise that is chosen; its mean, its second moment; 2/3 is passed at T =
    256."""
    for T, c, n in ((1, 0.5, 10), (40, 2.0, 30), (256, 2.5, 60)):
        excess, k = tightest.noisy_slope(T, c, n)
        q, chance, total = c / math.sqrt(T), np.zeros(n + 1), 0.0
        chance[n] = 1.0
        for t in range(1, T + 1):
            eta, later = 1 / math.sqrt(t), np.zeros(n + 1)
            s = math.sqrt(1 - q * q - t / (4 * n * n))
            for i in np.flatnonzero(chance):
                total += chance[i] * q * i / n
                mean = square = 0.0
                for v, p in ((q + s * k[t - 1, i], 1 / (1 + k[t - 1, i] ** 2)),
                             (q - s / k[t - 1, i], k[t - 1, i] ** 2 / (1 + k[t - 1, i] ** 2))):
                    end = i - n * eta * v  # in steps of the grid
                    ends = [(end, 1.0)] if not 0 < end < n else [(math.floor(end), 1 - end % 1),
                                                                 (math.floor(end) + 1, end % 1)]
                    for j, share in ends:
                        rounded = (i - j) / (n * eta)
                        mean, square = mean + p * share * rounded, square + p * share * rounded**2
                        later[min(max(int(round(j)), 0), n)] += chance[i] * p * share
                assert mean == pytest.approx(q, abs=1e-12) and square <= 1 + 1e-12
            chance = later
        assert chance.sum() == pytest.approx(1) and excess == pytest.approx(total / T, rel=1e-9)
        assert excess < bounds.stochastic(T, 1.0, 1.0)
    assert excess / bounds.stochastic(256, 1.0, 1.0) > 0.7 > 2 / 3
    with pytest.raises(ValueError, match="^c = 2.0: expected c²/T"):
        tightest.noisy_slope(1, 2.0, 10)


def test_square_push():
    """A loop in plain Python, and u by hand: (0, ·), because the labels along e_1 cancel; larger T is tighter."""
    T, x = 20_000, 0.1
    X, y = tightest.square_push(T)
    assert np.linalg.norm(X, axis=1).max() == 1 and set(y) == {-1.0, 1.0}
    push = int(2.6 * math.sqrt(T) / x)
    assert (T - 8 - push) % 2 == 0
    w, paid = [0.0, 0.0], 0.0
    for t in range(1, T + 1):
        (a, b), label = X[t - 1], y[t - 1]
        r = w[0] * a + w[1] * b - label
        paid += r * r
        w = [w[0] - math.sqrt(2) / 4 / math.sqrt(t) * 2 * r * a, w[1] - math.sqrt(2) / 4 / math.sqrt(t) * 2 * r * b]
        norm = math.hypot(*w)
        w = [v / max(1.0, norm) for v in w]
    u = min(1.0, (push * x - 8) / (8 + push * x * x))
    least = 8 * (u + 1) ** 2 + (T - 8 - push) + push * (u * x - 1) ** 2
    at_T = (paid - least) / (8 * math.sqrt(2 * T))
    assert at_T == pytest.approx(0.519, abs=2e-3) and at_T < tightest.INSTANCES["ogd_square"]().ratio < 5 / 8


@pytest.mark.parametrize("m, delta", [(1, 0.3), (10, 0.01), (37, 1e-4), (200, 1e-12)])
def test_fair_coins(m, delta):
    """In whole numbers: 2^m·P(at least k heads) is a sum of binomial coefficients."""
    k = max(k for k in range(m + 1) if sum(math.comb(m, j) for j in range(k, m + 1)) > delta * 2**m)
    assert tightest.fair_coins(m, delta) == pytest.approx(k / m - 0.5, abs=1e-15)


def test_one_coin():
    """The case in which all is plain: P(loss 0) just above δ, er − loss = 1 − δ; .902 of T11."""
    ratios = [(1 - d) / bounds.martingale_sharp(1, d, 1.0) for d in np.linspace(0.01, 0.99, 99)]
    assert max(ratios) == pytest.approx(0.902, abs=2e-3)


def test_limits_that_the_words_name():
    q = 0.1
    assert 4 * (1 - q) ** 2 / (4 * math.sqrt(2 * math.log(1 / q))) == pytest.approx(0.377, abs=5e-4)  # T13, sharper
    q = 0.28
    assert (1 - q) / math.sqrt(-math.log(q)) == pytest.approx(0.638, abs=5e-4)  # T15, T16
    assert 0.5 / bounds.hoeffding_tail(1, 0.5) == pytest.approx(0.824, abs=5e-4)  # T14 for one fair coin
    H_T = bounds.strongly_convex_harmonic(1000, 1, 1)
    assert H_T / bounds.strongly_convex(1000, 1, 1) == pytest.approx(0.947, abs=5e-4)


def test_the_chances_that_the_statistical_instances_allow():
    """T14 counts both tails: at the measured deviation they have more than δ, one coin farther out no more than δ.

    T13 against the sample may fail with δ/2, so its δ is twice the chance of the sample.
    """
    m, delta = COINS["m"], COINS["delta"]

    def log_tail(k):
        logs = [math.lgamma(m + 1) - math.lgamma(j + 1) - math.lgamma(m - j + 1) for j in range(k, k + 2000)]
        return max(logs) + math.log(math.fsum(math.exp(x - max(logs)) for x in logs)) - m * math.log(2)

    for name, tails in (("hoeffding", 2), ("martingale_sharp", 1)):
        k = round((tightest.INSTANCES[name]().measured + 0.5) * m)
        assert math.log(tails) + log_tail(k) > math.log(delta) >= math.log(tails) + log_tail(k + 1)
    found = tightest.INSTANCES["online_to_batch_sequential"]()
    assert found.bound == bounds.online_to_batch_sequential(500, 2 * 0.28**500, 1, 1)
