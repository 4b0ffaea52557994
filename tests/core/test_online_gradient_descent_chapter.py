"""What the chapter on online gradient descent says in passing, and no cell of it prints."""

from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_core import bounds, hindsight, learners, losses, play, streams, tightest

CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "online_gradient_descent.ipynb"
PROSE = "\n".join(cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells if cell.cell_type == "markdown")


def test_forgetting_costs_on_mail():
    """The steps of the doubling trick without its restarts: regret 77.5 where the trick has 134.0."""
    mail = streams.mail()
    w, total, U, G = np.zeros(mail.X.shape[1]), 0.0, 1.0, 4.0
    for t, (x, y) in enumerate(zip(mail.X, mail.y), start=1):
        epoch = 2 ** (t.bit_length() - 1)  # 1, 2, 2, 4, 4, 4, 4, ...
        error = w @ x - y
        total += error**2
        w = w - U / G / epoch**0.5 * 2 * error * x
        w *= min(1.0, U / np.linalg.norm(w))
    assert total - hindsight.best(losses.square, mail.X, mail.y, U).value == pytest.approx(77.5, abs=0.05)


def test_two_rounds_may_cost_more_than_every_learner_must_pay():
    g = np.array([[1.0, 0.0], [-0.5, 3**0.5 / 2]])
    run = play(learners.ogd(2**0.5, 1.0), losses.linear, g, np.ones(2))
    assert hindsight.regret(run, 1.0).upper[0] == pytest.approx(1.5)  # more than √2


def test_steps_made_by_the_gradients():
    """The exercise: one long gradient at the end, with G = 100 and without it; and how near the zig-zag comes."""
    g = np.r_[np.ones(999), 100.0]
    assert f"approx{bounds.ogd_tuned(1000, 1.0, g.max()):.0f}\\,U" in PROSE
    assert f"approx{bounds.scale_free(1.0, np.linalg.norm(g)):.1f}\\,U" in PROSE
    assert f"the regret {tightest.INSTANCES['scale_free']().ratio:.1%} of it".replace("%", " %") in PROSE


def test_the_new_line_of_the_scale_free_proof():
    """Σ (N_t² − N_{t−1}²)/N_t ≤ 2 N_T in 10⁴ sequences of lengths that differ by powers of ten; nearly equal for many
    equal ones."""
    rng = np.random.default_rng(0)
    squares = 10.0 ** (rng.uniform(0, 6, (10_000, 1)) * rng.standard_normal((10_000, 20)))
    N = np.sqrt(np.cumsum(squares, axis=1))
    assert ((squares / N).sum(axis=1) <= 2 * N[:, -1] * (1 + 1e-12)).all()
    assert (1 / np.sqrt(np.arange(1, 100_001))).sum() > 0.997 * 2 * np.sqrt(100_000)


def test_the_ball_s_projection_by_the_first_inequality_alone():
    """p = U y/‖y‖ has (y − p)·(z − p) ≤ 0 for every z of the ball."""
    rng = np.random.default_rng(1)
    y, z = rng.standard_normal((2, 1000, 3))
    y, z = y * (1 + 2 / np.linalg.norm(y, axis=1))[:, None], z / np.maximum(1, np.linalg.norm(z, axis=1))[:, None]
    p = y / np.linalg.norm(y, axis=1)[:, None]
    assert (np.vecdot(y - p, z - p) <= 1e-12).all()
