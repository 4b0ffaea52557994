"""What the chapter "Strong convexity" proves and claims beyond the bounds themselves."""

import itertools
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_core import bounds, hindsight, learners, losses, play, streams

CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "strong_convexity.ipynb"
CELLS = {cell.id: cell for cell in nbformat.read(CHAPTER, as_version=4).cells}
TEXT = "\n".join(cell.source for cell in CELLS.values() if cell.cell_type == "markdown")


def printed(id):
    return "".join(output.get("text", "") for output in CELLS[id].outputs)


def distances(steps, sigma, V, start):
    """δ_1, δ_2, … by the recursion: δ ↦ (1 − ησ)²δ + η²V."""
    path = [start]
    for eta in steps:
        path.append((1 - eta * sigma) ** 2 * path[-1] + eta * eta * V)
    return np.array(path)


def test_every_id_has_its_place():
    for id in ("D6", "A3", "T7", "E1", "E2", "E11", "E40"):
        assert len(re.findall(rf"^\({id}\)=$", TEXT, re.M)) == 1


def test_what_the_explorer_needs_is_defined_before_it():
    order = list(CELLS)
    assert all(order.index(id) < order.index("sc-03") for id in ("sc-05", "sc-09", "sc-10"))


def test_the_recursion_is_that_of_descent_over_all_draws():
    """Centres c ± r, all 2^8 sequences: E(w_t − c)² is δ_t, for any steps."""
    sigma, c, r, T = 0.7, 1.3, 0.9, 8
    steps = np.random.default_rng(1).uniform(0, 3, T)
    w = np.zeros(2**T)
    found = [np.mean((w - c) ** 2)]
    centres = c + r * np.array(list(itertools.product((-1, 1), repeat=T)))
    for t in range(T):
        w = w - steps[t] * sigma * (w - centres[:, t])
        found.append(np.mean((w - c) ** 2))
    assert found == pytest.approx(distances(steps, sigma, sigma**2 * r * r, c * c))


def test_no_steps_are_better_than_the_best_ones():
    """(b) of the proposition, 10 000 problems: never below it, and reached by 1/(σ(t + t_0))."""
    rng, nearest = np.random.default_rng(2), np.inf
    for _ in range(10_000):
        sigma, V, start = 10.0 ** rng.uniform(-1, 1, 3)
        T = int(rng.integers(1, 30))
        t = np.arange(1, T + 1)
        t0 = V / (sigma**2 * start)
        best = 1 / (1 / start + sigma**2 * t / V)
        assert distances(1 / (sigma * (t + t0)), sigma, V, start)[1:] == pytest.approx(best)
        others = rng.uniform(0.5, 1.5, T) / (sigma * (t + t0))
        ratio = distances(others, sigma, V, start)[-1] / best[-1]
        assert ratio >= 1 - 1e-12
        nearest = min(nearest, ratio)
    assert nearest < 1.001
    a3 = distances(1 / t, 1.0, V, start)  # A3, t_0 = 0: the start is forgotten at once
    assert a3[1:] == pytest.approx(V / t)


def test_a_constant_step_has_its_floor():
    for eta, sigma, V in ((0.5, 1.0, 1.0), (0.02, 1.0, 1.0), (1.9, 1.0, 3.0), (0.1, 4.0, 0.2)):
        floor = eta * V / (sigma * (2 - eta * sigma))
        path = distances(np.full(20, eta), sigma, V, 7.0)
        assert path[1:] - floor == pytest.approx((1 - eta * sigma) ** 2 * (path[:-1] - floor))
        assert distances(np.full(5000, eta), sigma, V, 7.0)[-1] == pytest.approx(floor)


def test_what_the_picture_of_steps_says():
    """Long: soon at a high floor; short: not there yet after ten rounds; the best ones are best at both times."""
    found = {name.strip(): (float(a), float(b)) for name, a, b in
             re.findall(r"^(.{9}) δ_11 = +([\d.e-]+) +δ_2000 = ([\d.e-]+)$", printed("sc-steps-picture"), re.M)}
    assert set(found) == {"η = 0.5", "η = 0.02", "η halved", "1/t", "best"}
    assert found["η = 0.5"][0] < 1 < 50 < found["η = 0.02"][0]
    assert found["η = 0.5"][1] == pytest.approx(1 / 3, rel=1e-3)
    assert found["η = 0.02"][1] == pytest.approx(0.0101, rel=1e-2)
    for at in (0, 1):
        assert min(found.values(), key=lambda pair: pair[at])[at] == found["best"][at]
    assert found["η halved"][1] < found["η = 0.02"][1]


def test_erratum_E2_without_the_number_it_says_nothing():
    """σ = 10⁻⁶ in the ball of radius 1: steps 1/(σt) pay like T on the orthogonal adversary, where √T would do."""
    def regret(T):
        tiny = losses.with_l2(losses.linear, 1e-6)
        run = play(learners.strongly_convex(1e-6, U=1.0), tiny, streams.orthogonal(), T=T)
        return hindsight.regret(run, U=1.0).upper[-1]
    assert regret(100) == pytest.approx(0.7 * 100, rel=0.1) and regret(400) == pytest.approx(0.7 * 400, rel=0.1)


def test_erratum_E40():
    w, R = 0.4, 0.0
    for t in range(1, 10_001):
        R, w = R + w**4, w - 4 * w**3 / t
    assert 2 < R / bounds.strongly_convex(10_000, 1.0, G=4 * 0.4**3) < 3


def test_pictures_have_words():
    for id in ("sc-parabola", "sc-steps-picture"):
        assert "display_data" in {output.output_type for output in CELLS[id].outputs}
        assert len(CELLS[id].metadata["mystnb"]["image"]["alt"].split()) > 20
