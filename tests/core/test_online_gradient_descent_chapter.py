"""What the chapter on online gradient descent says in passing, and no cell of it prints."""

import numpy as np
import pytest

from oco_core import hindsight, learners, losses, play, streams


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
