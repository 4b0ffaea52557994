"""What the chapter on lower bounds says beyond the bounds themselves, recomputed (T20, §5)."""

import itertools
import math
from pathlib import Path

import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import games, hindsight, learners, losses, play, streams, walks
from tests.core.strategies import examples

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def test_numbers_of_the_prose():
    assert round(math.sqrt(2 / math.pi), 4) == 0.7979 and round(1 - 3 / math.e**2, 3) == 0.594
    assert walks.mean_distance(16) / 4 == pytest.approx(0.7855, abs=5e-5)
    assert games.worst_signs(learners.ogd(math.sqrt(2), 1.0), 16)[1] / 4 == pytest.approx(1.637, abs=5e-4)
    assert walks.mean_distance(1000) / 1000**0.5 > 0.797
    assert walks.anytime(3000) > 1.19 and walks.anytime(6) == 1 < walks.anytime(7)
    limit = lambda d: math.sqrt(2 / d) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    assert round(limit(2), 4) == 0.8862 and all(limit(d) < limit(d + 1) < 1 for d in range(1, 100))


def test_the_root_of_the_anytime_constant():
    """e^{γ²/2} = γ ∫ e^{s²/2} by the series Σ γ^{2k+1}/(2^k k! (2k+1)): the two sides cross at 1.30693."""
    def excess(g):
        series = math.fsum(g ** (2 * k + 1) / (2**k * math.factorial(k) * (2 * k + 1)) for k in range(40))
        return g * series - math.exp(g * g / 2)
    assert excess(1.306925) < 0 < excess(1.306935)


@given(t=st.integers(1, 40), c=st.floats(0.1, 10))
@examples(40)
def test_a_pair_of_the_zig_zag(t, c):
    """The regret of the two rounds against u = +1, by playing them, and the estimate of the proof."""
    if c / math.sqrt(t + 1) > 2:
        return
    g = -math.sqrt(t / (t + 1))
    w = -1 - c / math.sqrt(t) * g
    assert w == pytest.approx(-1 + c / math.sqrt(t + 1))
    assert w - c / math.sqrt(t + 1) == pytest.approx(-1)
    regret = g * (-1 - 1) + 1 * (w - 1)
    assert regret == pytest.approx(c / math.sqrt(t + 1) - 2 * (1 - math.sqrt(1 - 1 / (t + 1))))
    assert regret >= c / math.sqrt(t + 1) - 1 / (t + 1) - 1 / (t + 1) ** 2 - 1e-12


@pytest.mark.parametrize("T", [1, 2, 3, 7, 8, 9, 50, 700])
def test_steps_1_over_sigma_t_on_linear_losses(T):
    N = math.ceil(T / math.e**2)
    y = np.r_[1.0, np.zeros(N - 1), -np.ones(T - N)]
    run = play(learners.strongly_convex(1.0, 1.0), losses.linear, np.ones((T, 1)), y)
    assert run.w[1:N + 1] == pytest.approx(-np.ones((N, 1))) and run.w.max() <= 1
    assert hindsight.regret(run, 1.0).lower[0] >= (1 - 3 / math.e**2) * T - 4


def test_three_dimensions_leave_no_choice():
    """g_t orthogonal to w_t and S_{t−1}: ‖S_t‖ = √t against every learner."""
    def start(shape):
        S = np.zeros(3)

        def answer(w):
            x = np.linalg.svd(np.vstack([w, S]))[2][2]
            S[:] += x
            return x, 1.0
        return answer

    for learner in (learners.ogd(1.4, 1.0), learners.lazy(0.3, 2.0), learners.minimax(50, 1.0, 1.0)):
        run = play(learner, losses.linear, streams.Adversary("both", 3, start), T=50)
        assert hindsight.regret(run, learner.U).upper[0] == pytest.approx(learner.U * math.sqrt(50), rel=1e-7)


def test_when_to_stop():
    """γ_7: the rule "as soon as |S| ≥ 2" attains the maximum, by all 2^7 walks."""
    distance = time = 0.0
    for y in itertools.product((1, -1), repeat=7):
        S = np.cumsum(y)
        tau = next((t for t in range(1, 7) if abs(S[t - 1]) >= 2), 7)
        distance, time = distance + abs(S[tau - 1]), time + math.sqrt(tau)
    assert distance / time == pytest.approx(walks.anytime(7), rel=1e-12) == pytest.approx(1.0168, abs=5e-5)


def test_an_unfair_coin():
    """E(|S_T| − S_T) by all walks, against the chapter's sum; it falls to nothing."""
    p, T = 0.6, 10
    exact = sum(math.prod(p if v > 0 else 1 - p for v in y) * (abs(sum(y)) - sum(y))
                for y in itertools.product((1, -1), repeat=T))
    assert exact == pytest.approx(0.9403, abs=5e-5)
    bound = lambda T: 2 * sum(math.exp(-((k + 0.2 * T) ** 2) / (2 * T)) for k in range(1, 1000))
    assert exact <= bound(10) and bound(4000) < 1e-30


def test_the_exercise_on_squares():
    R = games.all_signs(learners.ogd_constant(0.25, 1.0), 16)
    assert (R > R.max() - 1e-9).sum() == 7250 and R.max() == pytest.approx(4.0)


def test_the_record_is_one_among_signs():
    """Gradients shorter than G cost the tuned steps more than the worst of all 2^16 games of signs; not the minimax
    learner."""
    cells = nbformat.read(Path(__file__).resolve().parents[2] / "chapters" / "lower_bounds.ipynb", as_version=4).cells
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    greedy, push = learners.ogd(math.sqrt(2), 1.0), streams.zigzag(16, math.sqrt(2))
    paid = hindsight.regret(play(greedy, losses.linear, push), 1.0).lower[0]
    assert paid > games.worst_signs(greedy, 16)[1] + 0.05
    lengths = abs(push.y)
    assert f"takes ${paid:.2f}$ from the tuned steps" in prose
    assert f"of lengths from ${lengths.min():.3f}\\,G$ up to $G$" in prose
    assert lengths.max() == 1 and "The record is the worst of all $2^{16}$ games of signs" in prose
    minimax, rng = learners.minimax_line(16, 1.0, G=1.0), np.random.default_rng(0)
    value = walks.mean_distance(16)
    for y in (push.y, *rng.uniform(-1, 1, (50, 16))):
        assert hindsight.regret(play(minimax, losses.linear, np.ones((16, 1)), y), 1.0).lower[0] <= value + 1e-12
