"""`protocol.textbook` is the reference: `play` plays the same with every learner of the module, in every way it has."""

import inspect

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import games, learners, losses, play, streams
from oco_core.engine import blocks, loop
from oco_core.protocol import textbook
from tests.core.plain import plain
from tests.core.strategies import CALM, CONVEX, by_name, calm_eta, examples, log_uniform, maybe_l2, problems

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
MAKERS = [getattr(learners, name) for name in learners.__all__ if inspect.isfunction(getattr(learners, name))]


def made(maker, T, eta, U, projected, form):
    """A learner of this kind, from what it has parameters for; an eta is a length of steps."""
    given = {"eta": eta, "U": U, "sigma": 1 / eta, "lam": 1 / eta, "T": T, "G": 1.0, "form": form}
    names = [name for name in inspect.signature(maker).parameters if projected or maker is not learners.strongly_convex
             or name != "U"]
    return maker(**{name: given[name] for name in names})


def test_every_learner_is_played():
    assert {by_name(maker) for maker in MAKERS} >= {"ogd", "ogd_constant", "lazy", "strongly_convex", "sgd_rlm",
                                                    "perceptron",
                                                    "minimax", "minimax_line"}


@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data(), U=log_uniform(1e-2, 1e2), projected=st.booleans(), form=st.sampled_from(["recursion", "theta"]))
@examples(20)
def test_play_is_the_textbooks_loop(maker, loss, data, U, projected, form):
    """One run, and each of many at once, whatever the engine does: w and the losses to 1e-10 of their size."""
    if maker is learners.perceptron and loss.labels != "signs":
        return
    if maker is not learners.perceptron:
        loss = data.draw(maybe_l2(loss, log_uniform(1e-3, 1.0)))
    problem = data.draw(problems(loss, kinds=CALM, max_d=1 if maker is learners.minimax_line else 10))
    X, y, T = problem.X, problem.y, len(problem.y)
    eta = calm_eta(loss, X, data.draw(st.floats(0.01, 1.0)))
    many = made(maker, np.array([T, T, T]), eta * np.array([1.0, 0.5, 0.1]), U * np.array([1.0, 0.3, 2.0]), projected,
                form)
    run, runs = play(made(maker, T, eta, U, projected, form), loss, X, y), play(many, loss, X, y)
    for i, factors in enumerate(((1.0, 1.0), (0.5, 0.3), (0.1, 2.0))):
        learner = made(maker, T, eta * factors[0], U * factors[1], projected, form)
        w, suffered = textbook(learner, loss, X, y)
        size = max(1.0, abs(w).max()), max(1.0, abs(suffered).max(initial=0.0))
        found = [(runs.w, runs.losses)] if many.n_runs is None else [(runs.w[i], runs.losses[i])]
        for path, paid in found + [(run.w, run.losses)] * (i == 0):
            assert abs(path - w).max() <= 1e-10 * size[0]
            assert abs(paid - suffered).max(initial=0.0) <= 1e-10 * size[1]


def _mean(learner, t, w, S, g):
    """Steps of length eta/t along the mean direction so far: a learner that the core has never heard of."""
    S = S + g / np.maximum(np.linalg.norm(g, axis=-1, keepdims=True), 1e-12)
    return w - learner.eta * S / t**1.5, S


def newcomer(eta, U):
    return learners.Learner("newcomer", eta, U, update=_mean)  # says nothing that the engine could go by


def test_a_new_learner_needs_its_function_only():
    """Played alone, many at once, against an adversary and on all signs; the engine's short ways leave it alone."""
    stream = streams.regression(60, 3, seed=1)
    w, suffered = textbook(newcomer(0.4, 0.3), losses.square, stream.X, stream.y)
    run, runs = play(newcomer(0.4, 0.3), losses.square, stream), play(newcomer([0.1, 0.4], [1.0, 0.3]), losses.square,
                                                                      stream)
    assert not blocks.can(run.learner, run.loss, stream.X, stream.y) and run.projected.any()
    for path, paid in ((run.w, run.losses), (runs.w[1], runs.losses[1])):
        assert abs(path - w).max() <= 1e-14 and abs(paid - suffered).max() <= 1e-14
    against = play(newcomer([0.4, 2.0], 0.3), losses.linear, streams.orthogonal(2), T=9)
    for i, eta in enumerate((0.4, 2.0)):
        one = textbook(newcomer(eta, 0.3), losses.linear, against.X[i], against.y[i])
        assert abs(against.w[i] - one[0]).max() <= 1e-14
    regrets = games.all_signs(newcomer(0.4, 0.3), 5)
    for i in range(32):
        signs = games.signs_of(i, 5)
        paid = textbook(newcomer(0.4, 0.3), losses.linear, np.ones((5, 1)), signs)[1].sum()
        assert regrets[i] == pytest.approx(paid + 0.3 * abs(signs.sum()), abs=1e-14)


@pytest.mark.parametrize("learner", [newcomer(1.0, 1.0), learners.minimax(3, 1.0, 1.0)], ids=by_name)
def test_steps_that_are_not_known_before_the_play(learner):
    assert not learner.planned
    for ask in (learner.steps, learner.decay):
        with pytest.raises(ValueError, match="^learner = .*: expected one whose steps are known before the play"):
            ask(3)


def test_the_plain_loop_is_what_the_blocks_are_compared_with(monkeypatch):
    """`tests.core.plain` must not come to the blocks after all."""
    stream = streams.regression(20, 3)
    called = []
    monkeypatch.setattr(loop, "play", lambda *given, play=loop.play: called.append(1) or play(*given))
    plain(learners.ogd(1.0, 1.0), losses.square, stream.X, stream.y)
    assert called == [1]
    play(learners.ogd(1.0, 1.0), losses.square, stream)
    assert called == [1]


def _in_place(learner, t, w, S, g):
    w -= learner.eta * g
    return w, S


def _sum_in_place(learner, t, w, S, g):
    S += g
    return -learner.eta * S, S


def test_an_update_does_not_write_to_w():
    """It hears of it at once; the sum is its own."""
    X, y = np.ones((4, 2)), np.ones(4)
    with pytest.raises(ValueError, match="read-only"):
        play(learners.Learner("mine", 1.0, 0.5, update=_in_place), losses.linear, X, y)
    w = textbook(learners.Learner("mine", 0.25, 1.0, update=_in_place), losses.linear, X, y)[0]
    assert w[:, 0].tolist() == pytest.approx([0, -0.25, -0.5, -0.5**0.5, -0.5**0.5])
    own = learners.Learner("sum", 0.25, 1.0, update=_sum_in_place)
    assert textbook(own, losses.linear, X, y)[0] == pytest.approx(w)
    assert play(own, losses.linear, X, y).w == pytest.approx(w)


@pytest.mark.parametrize("record", ["all", "losses"])
def test_who_writes_to_w_later_is_played_all_the_same(record):
    """After the rounds in which it hears of it: no step in place goes round the projection, or counts as none."""
    def late(learner, t, w, S, g):
        return _in_place(learner, t, w if t > loop.BLOCK else w.copy(), S, g)

    learner, T = learners.Learner("late", 1.0, 0.5, update=late), 3 * loop.BLOCK
    run = play(learner, losses.linear, np.ones((T, 2)), np.ones(T), record=record)
    w, suffered = textbook(learner, losses.linear, np.ones((T, 2)), np.ones(T))
    assert run.losses == pytest.approx(suffered, abs=1e-12)
    assert run.projected.all() and run.updates[0] and not run.updates[3:].any()
    assert record == "losses" or abs(run.w - w).max() <= 1e-12
