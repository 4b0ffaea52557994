"""Games of signs, the fair coin's walk, the minimax learners and their bounds, the alternating stream (T20, §5)."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, games, hindsight, learners, losses, play, streams, walks
from tests.core.holds import holds
from tests.core.strategies import CONVEX, by_name, examples, in_ball, log_uniform, problems

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
root2 = math.sqrt(2)
#: One of each kind, for T rounds, as a function of η and U.
KINDS = {
    "greedy": lambda T, eta, U: learners.ogd(eta, U), "constant": lambda T, eta, U: learners.ogd_constant(eta, U),
    "lazy": lambda T, eta, U: learners.lazy(eta, U), "1/(σt)": lambda T, eta, U: learners.strongly_convex(1 / eta, U),
    "minimax": lambda T, eta, U: learners.minimax(T, U, 1.0),
    "line": lambda T, eta, U: learners.minimax_line(T, U, 1.0),
}
each_kind = pytest.mark.parametrize("kind", KINDS)


def signs(T):
    return itertools.product((1.0, -1.0), repeat=T)


def regret(learner, y):
    run = play(learner, losses.linear, np.ones((len(y), 1)), y)
    return float(run.losses.sum() + learner.U * abs(sum(y)))


# The walk

@pytest.mark.parametrize("T", range(11))
def test_mean_distance_is_the_mean_over_all_signs(T):
    assert walks.mean_distance(T) == pytest.approx(np.mean([abs(sum(y)) for y in signs(T)]), rel=1e-14)


def test_mean_distance_between_its_limits():
    """√(T/2) ≤ E|S_T|, with equality at T = 2; below √(2T/π) and rising for even T, above it and falling for odd T."""
    T = np.arange(1, 1200)
    ratio = walks.mean_distance(T) / np.sqrt(T)
    assert (ratio >= math.sqrt(0.5) * (1 - 1e-14)).all() and ratio[1] == pytest.approx(math.sqrt(0.5), rel=1e-14)
    even, odd, limit = ratio[1::2], ratio[::2], math.sqrt(2 / math.pi)
    assert (np.diff(even) > 0).all() and (np.diff(odd) < 0).all() and even.max() < limit < odd.min()
    assert walks.mean_distance(10**12) / 10**6 == pytest.approx(limit, rel=1e-12)
    for k in (499, 500, 800):  # where Stirling's series takes over
        assert walks.mean_distance(2 * k) == pytest.approx(2 * k * math.comb(2 * k, k) / 4**k, rel=1e-14)
    assert walks.mean_distance([[1, 2], [3, 0]]).tolist() == [[1, 1], [1.5, 0]]


@pytest.mark.parametrize("n", range(7))
def test_lead(n):
    clips = [np.mean([min(1, max(-1, s + sum(y))) for y in signs(n)]) for s in range(-n - 1, n + 2)]
    assert walks.lead(n) == pytest.approx(clips, abs=1e-15)


def stopped(gamma, t, s, T):
    """min over the τ that may stop from (t, s) on of E(γ√τ − |S_τ|): a plain tree, no states put together."""
    here = gamma * math.sqrt(t) - abs(s)
    if t == T:
        return here
    go = (stopped(gamma, t + 1, s + 1, T) + stopped(gamma, t + 1, s - 1, T)) / 2
    return go if t == 0 else min(here, go)


@pytest.mark.parametrize("T", [1, 2, 5, 9])
def test_anytime(T):
    """γ_T is where a stopped walk can just not win, and a learner that looks one round ahead can hold it at every t."""
    gamma = walks.anytime(T)
    assert stopped(gamma * (1 + 1e-9), 0, 0, T) > 0 > stopped(gamma * (1 - 1e-9), 0, 0, T)
    w = {(t, s): (stopped(gamma, t + 1, s + 1, T) - stopped(gamma, t + 1, s - 1, T)) / 2
         for t in range(T) for s in range(-t, t + 1)}
    assert max(map(abs, w.values())) <= 1 + 1e-12  # so it is a learner of the interval [−1, 1]
    largest = 0.0
    for y in signs(T):
        paid, s = 0.0, 0
        for t, g in enumerate(y):
            paid, s = paid + g * w[t, s], s + int(g)
            largest = max(largest, (paid + abs(s)) / math.sqrt(t + 1))
    assert largest == pytest.approx(gamma, rel=1e-12)


def test_anytime_grows_to_its_limit():
    values = [walks.anytime(T) for T in (1, 4, 6, 16, 50, 200, 800)]
    assert values[0] == 1 and values == sorted(values) and values[-1] < 1.30693
    assert walks.anytime(16) == pytest.approx(1.0522, abs=5e-5)
    assert walks.anytime(1000) == pytest.approx(1.1745, abs=5e-5)


# All games

@each_kind
@pytest.mark.parametrize("T, eta, U", [(0, 1.0, 1.0), (1, 0.3, 2.0), (7, root2, 1.0), (7, 0.4, 0.5), (6, 30.0, 3.0)])
def test_all_signs_are_the_runs_of_play(kind, T, eta, U):
    learner = KINDS[kind](T, eta, U)
    every = games.all_signs(learner, T)
    assert every.shape == (2**T,)
    for i in range(2**T):
        y = games.signs_of(i, T)
        assert every[i] == pytest.approx(regret(learner, y), rel=1e-12, abs=1e-12)
    assert {tuple(games.signs_of(i, T)) for i in range(2**T)} == set(signs(T))
    y, R = games.worst_signs(learner, T)
    assert R == pytest.approx(every.max(), abs=1e-8) and regret(learner, y) == pytest.approx(R, abs=1e-9)


@holds(bounds.coins)
@each_kind
@given(T=st.integers(1, 10), eta=log_uniform(1e-3, 1e3), U=log_uniform(1e-3, 1e3))
@examples(15)
def test_the_mean_regret_over_all_signs_is_the_same_for_every_learner(kind, T, eta, U):
    """T20 for coins: U·E|S_T|, whatever the learner; and some signs cost at least as much."""
    every = games.all_signs(KINDS[kind](T, eta, U), T)
    assert every.mean() == pytest.approx(bounds.coins(T, U, 1.0), rel=1e-11)
    assert every.max() >= bounds.coins(T, U, 1.0) * (1 - 1e-12)


def test_the_worst_signs_of_lazy_are_those_of_dynamic_programming():
    from oco_core.tightest import worst_signs_for_lazy
    for eta in (0.2, 1 / root2, 3.0):
        learner = learners.lazy(eta, 1.0)
        assert games.worst_signs(learner, 14)[1] == pytest.approx(regret(learner, worst_signs_for_lazy(14, eta)),
                                                                  rel=1e-12)


def test_the_records_of_sixteen_rounds():
    """What the chapter and the explorer say: in units of UG√16."""
    records = {kind: games.worst_signs(make, 16)[1] / 4 for kind, make in {
        "greedy": learners.ogd(root2, 1.0), "constant": learners.ogd_constant(0.25, 1.0),
        "lazy": learners.lazy(1 / root2, 1.0), "minimax": learners.minimax_line(16, 1.0, 1.0)}.items()}
    assert records == pytest.approx({"greedy": 1.63724, "constant": 1.0, "lazy": 1.20959,
                                     "minimax": 12870 * 16 / 2**16 / 4},
                                    abs=5e-6)


# The minimax learners

@holds(bounds.minimax, bounds.minimax_line)
@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data(), U=log_uniform(1e-2, 1e2))
@examples(25)
def test_minimax_bounds_are_not_violated(loss, data, U):
    """Every convex loss, every d: UG√T; and in d = 1 UG·E|S_T| on the line. At T, against many u."""
    d = data.draw(st.integers(1, 4))
    problem = data.draw(problems(loss, max_T=25, max_d=d))
    X, y, T = problem.X, problem.y, len(problem.y)
    G = losses.gradient_bound(loss, X, y, U)
    if not 1e-140 < G < 1e140:
        return
    for maker, bound in ((learners.minimax, bounds.minimax), (learners.minimax_line, bounds.minimax_line)):
        if bound is bounds.minimax_line and X.shape[1] > 1:
            continue
        run = play(maker(T, U, G), loss, X, y)
        assert bound.holds_for(run).failed == ()
        u = np.vstack([in_ball(problem.rng, 20, X.shape[1], U), np.zeros(X.shape[1])])
        against = -(run.slopes[:, None] * X).sum(axis=0)
        if np.linalg.norm(against):
            u = np.vstack([u, U * against / np.linalg.norm(against)])
        paid = np.array([loss.value(X @ v, y).sum() for v in u])
        size = abs(run.losses).sum() + abs(paid).max()
        assert (run.losses.sum() - paid).max() <= bound.of(run) * (1 + 1e-9) + 1e-11 * size


@given(data=st.data(), n=st.integers(1, 100), d=st.integers(1, 5), U=log_uniform(1e-2, 1e2), G=log_uniform(1e-2, 1e2))
@examples(60)
def test_one_round_of_the_game_in_the_ball(data, n, d, U, G):
    """With n rounds to go the value is U√(‖S‖² + nG²): no g makes more of it, and for d ≥ 2 one makes as much."""
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    S = rng.standard_normal(d) * G * 10.0 ** rng.uniform(-2, 2)
    value = lambda S, n: U * np.sqrt(S @ S + n * G * G)
    w = learners.minimax(n, U, G).follow(1, S)
    assert np.linalg.norm(w) < U
    for g in np.vstack([in_ball(rng, 30, d, G), G * S / np.linalg.norm(S), -G * S / np.linalg.norm(S)]):
        assert g @ w + value(S + g, n - 1) <= value(S, n) * (1 + 1e-12)
    if d > 1:
        v = rng.standard_normal(d)
        v -= (v @ w) / (w @ w) * w  # orthogonal to w_t, whatever the learner does; here w_t is along S
        g = G * v / np.linalg.norm(v)
        assert g @ w + value(S + g, n - 1) == pytest.approx(value(S, n), rel=1e-9)


@given(data=st.data(), T=st.integers(1, 30), U=log_uniform(1e-2, 1e2), G=log_uniform(1e-2, 1e2))
@examples(40)
def test_minimax_on_the_line(data, T, U, G):
    """On signs ±G always the same regret; on gradients of [−G, G] no more."""
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    learner, X = learners.minimax_line(T, U, G), np.ones((T, 1))
    B = bounds.minimax_line(T, U, G)
    coins = rng.choice([-G, G], T)
    run = play(learner, losses.linear, X, coins)
    assert bounds.minimax_line.holds_for(run) and abs(run.w).max() <= U
    assert run.losses.sum() + U * abs(coins.sum()) == pytest.approx(B, rel=1e-9)
    y = rng.uniform(-G, G, T)
    assert play(learner, losses.linear, X, y).losses.sum() + U * abs(y.sum()) <= B * (1 + 1e-9)


def test_w_by_hand():
    """T = 2 on the line: w_1 = 0; after +1 the rest is one round without a coin, and w_2 = −clip(1) = −1."""
    run = play(learners.minimax_line(2, 1.0, 1.0), losses.linear, np.ones((2, 1)), [1.0, -1.0])
    assert run.w[:, 0].tolist() == [0, -1, 0]
    run = play(learners.minimax_line(3, 2.0, 4.0), losses.linear, np.ones((3, 1)), [1.0, 4, -4])
    assert run.w[:3, 0] == pytest.approx(
        [0, -0.25, -2])  # (clip(0.25 + 1) + clip(0.25 − 1))/2 = 0.125, then clip(1.25) = 1, each times U = 2
    w = play(learners.minimax(4, 3.0, 2.0), losses.linear, [[2.0, 0], [0, 2.0]], [1.0, 1.0]).w
    assert w == pytest.approx(np.array([[0, 0], [-3 / 2, 0], [-3 / 2, -3 / 2]]))  # −3·S/√(4 + 4·3), −3·S/√(8 + 4·2)


@pytest.mark.parametrize("maker", [learners.minimax, learners.minimax_line], ids=by_name)
def test_many_horizons_at_once(maker):
    T, y = np.array([3, 10, 7]), streams.random_signs(10, d=1).y
    many = play(maker(T, 2.0, 1.0), losses.linear, np.ones((10, 1)), y)
    for k, t in enumerate(T):
        one = play(maker(int(t), 2.0, 1.0), losses.linear, np.ones((t, 1)), y[:t])
        assert many.w[k, :t] == pytest.approx(one.w[:t], abs=1e-15)


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("T", [1, 9, 50])
def test_minimax_meets_the_orthogonal_adversary(d, T):
    run = play(learners.minimax(T, 3.0, 1.0), losses.linear, streams.orthogonal(d), T=T)
    assert bounds.minimax.holds_for(run) and bounds.worst_case.holds_for(run)
    assert hindsight.regret(run, 3.0).upper[0] == pytest.approx(bounds.minimax.of(run))
    assert bounds.minimax.of(run) == pytest.approx(3 * math.sqrt(T))


def test_what_fails_is_named():
    T, X = 8, np.ones((8, 1))
    y = games.signs_of(5, T)
    ball, line = learners.minimax(T, 1.0, 1.0), learners.minimax_line(T, 1.0, 1.0)
    BALL = "the learner is minimax for this T and this G"
    LINE = "the learner is minimax on the line for this T and this G"
    failed = lambda bound, learner, X=X, y=y, **given: bound.holds_for(
        play(learner, losses.linear, X, y), **given).failed
    assert failed(bounds.minimax, ball) == failed(bounds.minimax_line, line) == ()
    assert failed(bounds.minimax, line) == (BALL,) and failed(bounds.minimax_line, ball) == (LINE,)
    assert failed(bounds.minimax, ball, X[:5], y[:5]) == (BALL,)  # another horizon
    assert failed(bounds.minimax, ball, G=2.0) == (BALL,) == failed(bounds.minimax, learners.ogd(1.0, 1.0))
    assert failed(bounds.minimax, learners.lazy(1.0, 1.0)) == (BALL,)
    assert "G is at least every gradient of the run" in failed(bounds.minimax, ball, y=2 * y, G=1.0)
    assert "d = 1" in failed(bounds.minimax_line, ball, np.eye(8), y)
    for bound in (bounds.lazy, bounds.ogd, bounds.ogd_constant):  # no other bound takes the new learners for its own
        assert failed(bound, ball) and failed(bound, line)
    size = "‖g_t‖ = G, all g_t on one line"
    assert failed(bounds.coins, ball) == () and failed(bounds.coins, ball, G=2.0) == (size,)
    assert failed(bounds.coins, ball, np.eye(8), y) == (size,)
    assert failed(bounds.coins, ball, y=np.r_[y[:7], 0.5]) == (size,)
    assert bounds.coins.holds_for(play(ball, losses.linear, X, y)).unchecked == (
        "their signs are independent tosses of a fair coin, and w_t is independent of the toss of round t "
        "and of later ones",)


def test_values_by_hand():
    assert bounds.coins(4, 3.0, 2.0) == bounds.minimax_line(4, 3.0, 2.0) == 9.0 and bounds.minimax(9, 3.0, 2.0) == 18.0
    assert bounds.coins(0, 1, 1) == 0 and bounds.coins(np.array([1, 2, 3]), 1, 2).tolist() == [2, 2, 3]
    assert not bounds.coins.upper and bounds.minimax.upper and bounds.minimax_line.upper


# The streams that drive the other learners to their bounds

@pytest.mark.parametrize("T, c",
                         [(0, 1.0), (1, 1.0), (2, 1.0), (99, 0.7), (100, 1.0), (1000, 3.0), (5, 1e-300), (5, 1e300)])
def test_alternating(T, c):
    y = streams.alternating(T, c).y
    push = T if T == 0 or T**0.5 / c > T else round(abs(y.sum()))
    assert set(y) <= {1.0, -1.0} and len(y) == T and y.sum() == push
    assert (y[T - push:] == 1).all() and (y[:T - push] == (-1.0) ** np.arange(T - push)).all()
    if push < T:
        assert abs(push - T**0.5 / c) <= 1


@pytest.mark.parametrize("c", [0.25, 1 / root2, 1.0, root2, 4.0])
def test_no_bound_of_a_step_can_have_a_smaller_constant(c):
    """Greedy: 2/c + c less at most (½ ln T + C(c))/√T; lazy: 1/(2c) + c and constant: 1/(2c) + c/2 less C(c)/√T."""
    missing = {"greedy": [], "lazy": [], "constant": []}
    for T in (6400, 25_600):
        R = lambda learner, stream: float(hindsight.regret(
            play(learner, losses.linear, stream, record="losses"), 1.0).upper[0])
        missing["greedy"].append((2 / c + c) * T**0.5 - R(learners.ogd(c, 1.0), streams.zigzag(T, c)) - math.log(T) / 2)
        missing["lazy"].append((1 / (2 * c) + c) * T**0.5 - R(learners.lazy(c, 1.0), streams.alternating(T, c)))
        missing["constant"].append(
            (1 / c + c) / 2 * T**0.5 - R(learners.ogd_constant(c / T**0.5, 1.0), streams.alternating(T, c)))
    for kind, lost in missing.items():
        assert abs(lost[1] - lost[0]) <= 0.6, (kind, lost)  # while √T has grown from 80 to 160
    assert min(missing["lazy"] + missing["constant"]) >= -1e-6


def test_exactly_1_for_the_constant_step_in_one_dimension():
    """T a square: every sequence of signs with |S_t| ≤ √T at all t and |S_T| = √T costs η = 1/√T exactly √T."""
    T, hits = 16, 0
    every = games.all_signs(learners.ogd_constant(0.25, 1.0), T)
    for i in range(0, 2**T, 7):
        S = games.signs_of(i, T).cumsum()
        if abs(S).max() == 4 and abs(S[-1]) == 4:
            hits += 1
            assert every[i] == pytest.approx(4.0, rel=1e-12)
    assert hits > 100 and every.max() == pytest.approx(4.0)
