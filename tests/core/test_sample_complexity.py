"""What the chapter "From sequential to statistical risk" says of sample complexity, of choosing in one pass, and in its
folded solutions."""

import math
import re

import nbformat
import numpy as np
import pytest

from oco_core import bounds, learners, losses, play
from tests.core.test_online_to_batch_chapter import CHAPTER, DELTAS, PROSE, TUNED, every_sample


def printed(id):
    cell = next(cell for cell in nbformat.read(CHAPTER, as_version=4).cells if cell.id == id)
    return "".join(output.get("text", "") for output in cell.outputs)


def test_the_sample_complexity():
    """392 (UX)⁴ ln(2/δ)/ε² examples are enough for T13's bound to be ε, and 1 % fewer are not; what the cell prints."""
    for U, X, eps, delta in ((1.0, 1.0, 0.1, 0.05), (2.0, 0.5, 0.3, 0.5), (3.0, 1.0, 1.0, 1e-6)):
        m = 392 * (U * X) ** 4 * math.log(2 / delta) / eps**2
        assert bounds.online_to_batch(math.ceil(m), delta, U, X) <= eps * (1 + 1e-12)
        assert bounds.online_to_batch(int(0.99 * m), delta, U, X) > eps
    text = printed("otb-20")
    whole, sharp = map(int, re.search(r"excess 0.1: from m = (\d+) on, by the sharp form from (\d+)", text).groups())
    for m, bound in ((whole, bounds.online_to_batch), (sharp, bounds.online_to_batch_sharp)):
        assert bound(m, 0.05, 1.0, 1.0) <= 0.1 < bound(m - 1, 0.05, 1.0, 1.0)
    largest = [float(row.split()[3]) for row in text.splitlines()[1:4]]
    assert max(largest) < 0.1 and "the excess risk is below $0.1$ already at $m=1000$" in PROSE


def test_choosing_among_learners_in_one_pass():
    """er of the average of the learner that paid least ≤ what it paid + M√(ln(n/δ)/(2m)): all 2^10 samples of a
    coin."""
    m, q, M, etas = 10, 0.7, 4.0, (0.05, 0.35, 2.0)
    y, chance = every_sample(m, q)
    runs = [play(learners.ogd(eta, 1.0), losses.square, np.ones((*y.shape, 1)), y) for eta in etas]
    paid = np.array([run.losses.mean(axis=1) for run in runs])
    er = np.array([(run.w[:, :-1, 0].mean(axis=1) - (2 * q - 1)) ** 2 + 4 * q * (1 - q) for run in runs])
    chosen = paid.argmin(axis=0)
    assert set(chosen) == {0, 1, 2}
    over = er[chosen, np.arange(len(y))] - paid.min(axis=0)
    for delta in DELTAS:
        assert chance[over > bounds.martingale_sharp(m, delta / len(etas), M)].sum() <= delta


def test_the_numbers_of_the_solutions():
    """Test sets, Markov, compression, two coins: what the folded solutions say."""
    def least_m(chances):
        m = np.arange(1, 20_001)
        return m[chances * bounds.hoeffding_tail(m, 0.02) <= 0.05][0]

    a, b, c = map(least_m, (2, 1, 20))
    assert f"$m={a}$. (b) One side only, $\\ln\\frac1\\delta$: $m={b}$" in PROSE and f"and $m={c}$" in PROSE
    assert f"cost {100 * c / a - 100:.0f} % more" in PROSE
    grid = np.linspace(0.5, 0.9999, 5000)
    assert f"about ${grid[8 / grid < 8 + 4 * np.sqrt(np.log(1 / grid))].min():.3f}$ to 1" in PROSE
    ratio = (8 / 0.001) / (8 + 4 * math.sqrt(math.log(1 / 0.001)))
    assert f"ratio is about {round(ratio**2 / 1000)} 000" in PROSE
    root = bounds.compression(2000, 200, 0.05)
    assert f"falls from ${root:.3f}$ to ${root / math.sqrt(1.8):.3f}$" in PROSE
    run = play(TUNED, losses.square, np.ones((2, 1)), [1, -1])
    assert f"the bound is ${bounds.online_to_batch.of(run, delta=0.05):.1f}$" in PROSE
    assert run.w[:2, 0] == pytest.approx([0, 1 / math.sqrt(2)]) and run.w[:2, 0].mean() ** 2 == pytest.approx(1 / 8)
