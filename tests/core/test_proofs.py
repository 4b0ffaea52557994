"""The proof of T3 as a chain: every link ≥ 0 up to rounding, recomputed here, and the sum is the bound."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, proofs, streams
from tests.core.strategies import CONVEX, by_name, examples, in_ball, log_uniform, maybe_l2, problems, total

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
NAMES = ["convexity", "projection", "telescoping", "dropped term", "diameter", "gradient", "sum"]


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data(), eta=log_uniform(1e-8, 1e8), U=log_uniform(1e-3, 1e3), tight=st.booleans())
@examples(60)
def test_links_hold_and_add_up(loss, data, eta, U, tight):
    """For u random, on the sphere, −w's side, or the best: links ≥ −rounding, telescoping 0, sum = T3's bound."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss))
    if not len(problem.y):
        return
    run = play(learners.ogd(eta, U), loss, problem.X, problem.y)
    us = [*in_ball(problem.rng, 4, problem.X.shape[1], U), run.w[-1] * (1 - 1e-15), np.zeros(problem.X.shape[1])]
    if loss.name in hindsight._SOLVERS:
        us.append(hindsight.best(loss, problem.X, problem.y, U).u)
    G = run.G if tight else None
    for u in us:
        chain = proofs.ogd_chain(run, u, G=G)
        size = abs(run.losses).sum() + abs(loss.value(run.X @ u, run.y) + loss.l2 / 2 * u @ u).sum()
        assert [link.name for link in chain.links] == NAMES
        for link in chain.links:
            assert math.isfinite(link.amount) and link.amount >= -link.rounding, link
            assert 0 <= link.rounding <= 1e-13 * ((run.T + 1) * chain.bound + size), link
        telescoping = chain.links[2]
        assert abs(telescoping.amount) <= telescoping.rounding
        rounding = sum(link.rounding for link in chain.links)
        assert chain.levels()[-1] == pytest.approx(chain.bound, rel=1e-12, abs=rounding)
        assert chain.bound == bounds.ogd(run.T, eta, U, bounds.ogd.facts(run, G=G)["G"])
        plain = math.fsum(run.losses) - total(loss, u, run.X, run.y)
        assert chain.regret == pytest.approx(plain, rel=1e-9, abs=1e-9 * abs(run.losses).sum() + rounding)


def test_each_link_by_hand():
    """d = 1, g = (+1, −1), η = 1, U = 1, u = 1: w = 0, −1, −1 + 1/√2.

    Losses 0 and 1, against 1 and −1: regret 1. No projection (w'_2 = −1 is on the edge), convexity is an equality,
    ‖g‖ = G. Dropped: (w_3 − 1)²·√2/2; diameter: 2√2 − (1·1 + 4·(√2 − 1))/2; sum: √2 − (1 + 1/√2)/2.
    """
    run = play(learners.ogd(1.0, 1.0), losses.linear, [[1.0], [1.0]], [1.0, -1.0])
    chain = proofs.ogd_chain(run, [1.0])
    r = math.sqrt(2)
    dropped = (1 / r - 2) ** 2 * r / 2
    diameter = 2 * r - (1 + 4 * (r - 1)) / 2
    total_steps = 1 + 1 / r
    assert chain.regret == 1.0
    assert [link.amount for link in chain.links] == pytest.approx(
        [0, 0, 0, dropped, diameter, 0, r - total_steps / 2], abs=1e-14)
    assert chain.bound == pytest.approx(3 * r)
    assert chain.levels() == pytest.approx(np.cumsum([1, 0, 0, 0, dropped, diameter, 0, r - total_steps / 2]))


def test_what_the_projection_gains():
    """One step from 0 to −3, projected to −1 = −U, u = +1: the link is (‖w' − u‖² − ‖w − u‖²)/(2η) = (16 − 4)/6 = 2."""
    chain = proofs.ogd_chain(play(learners.ogd(3.0, 1.0), losses.linear, [[1.0]], [1.0]), [1.0])
    assert chain.links[1].amount == pytest.approx(2.0)


@given(eta=log_uniform(1e-3, 1e3), seed=st.integers(0, 1000), T=st.integers(1, 60), d=st.integers(1, 4))
@examples(40)
def test_linear_losses_without_projection_are_an_identity(eta, seed, T, d):
    """Nothing is lost before the last term is dropped (catalogue §5):

    R = Σ ‖w_t − u‖²/2·(1/η_t − 1/η_{t−1}) − ‖w_{T+1} − u‖²/(2η_T) + ½ Σ η_t‖g_t‖².
    """
    stream = streams.random_signs(T, d, seed)
    run = play(learners.ogd(eta, 1e6), losses.linear, stream)
    assert not run.projected.any()
    u = streams.regression(1, d, seed=seed).X[0]
    chain = proofs.ogd_chain(run, u)
    steps, w = eta / np.sqrt(np.arange(1, T + 1)), run.w
    distance = ((w - u) ** 2).sum(axis=1)
    by_parts = (distance[:-1] * np.diff(1 / steps, prepend=0) / 2).sum() - distance[-1] / (2 * steps[-1])
    identity = by_parts + steps.sum() / 2
    scale = (distance[:-1] / steps).sum() + steps.sum()
    assert chain.regret == pytest.approx(identity, abs=1e-13 * scale)
    assert [link.amount for link in chain.links[:3]] == pytest.approx([0, 0, 0], abs=1e-13 * scale)


def test_what_convexity_loses():
    """Square loss at p = 0, y = 1 against u = 0.5: the tangent's gap is (u·x − p)² = 0.25."""
    chain = proofs.ogd_chain(play(learners.ogd(0.1, 1.0), losses.square, [[1.0]], [1.0]), [0.5])
    assert chain.links[0].amount == pytest.approx(0.25) and chain.regret == pytest.approx(1 - 0.25)


def test_what_a_gradient_below_G_loses():
    """G twice the gradients: the link is η/2·(G² − ‖g‖²)·Σ1/√t."""
    run = play(learners.ogd(0.7, 1.0), losses.linear, [[1.0], [1.0]], [1.0, 1.0])
    chain = proofs.ogd_chain(run, [-1.0], G=2.0)
    assert chain.links[5].amount == pytest.approx(0.35 * 3 * (1 + 1 / math.sqrt(2)))


def test_zigzag_loses_next_to_nothing_where_the_proof_is_tight():
    """The stream that drives OGD to its bound: each link but the projection and the push is small (catalogue §5)."""
    run = play(learners.ogd(math.sqrt(2), 1.0), losses.linear, streams.zigzag(20_000))
    chain = proofs.ogd_chain(run, hindsight.regret(run, 1.0).best.u[0])
    lost = {link.name: link.amount / chain.bound for link in chain.links}
    assert lost["convexity"] == pytest.approx(0, abs=1e-12) and lost["dropped term"] == pytest.approx(0, abs=1e-12)
    assert sum(lost.values()) < 0.04


def test_telescoping_holds_where_everything_is_large():
    stream = streams.mail(500)
    for eta in (1e-3, 1.0, 1e3):
        chain = proofs.ogd_chain(play(learners.ogd(eta, 10.0), losses.logistic, stream), np.full(49, 1.0))
        assert abs(chain.links[2].amount) <= 1e-12 * chain.bound
        assert chain.levels()[-1] == pytest.approx(chain.bound, rel=1e-12)


def test_steps_too_small_to_divide_by_are_refused():
    for eta in (5e-324, 1e-310):
        run = play(learners.ogd(eta, 1e-150), losses.square, [[0.6], [-0.3]], [1.0, 0.5])
        with pytest.raises(ValueError, match="^run.learner.eta = "):
            proofs.ogd_chain(run, [0.0])


@pytest.mark.parametrize("eta", [1e-299, 1e-150, 1e150, 1e300])
def test_the_edges_of_the_range(eta):
    run = play(learners.ogd(eta, 1.0), losses.square, [[0.6], [-0.3], [0.1]], [1.0, 0.5, -0.2])
    chain = proofs.ogd_chain(run, [0.7])
    assert chain.levels()[-1] == pytest.approx(chain.bound, rel=1e-12)
    assert all(link.amount >= -link.rounding for link in chain.links)
    with pytest.raises(ValueError, match="bounds.ogd = .*expected parameters for which the bound is a finite number"):
        proofs.ogd_chain(play(learners.ogd(1e-308, 1e2), losses.square, [[0.6]], [1.0]), [0.7])


@given(eta=log_uniform(1e-2, 1e2), U=log_uniform(1e-1, 1e1), seed=st.integers(0, 1000), T=st.integers(1, 80))
@pytest.mark.parametrize("loss, make", [(losses.square, streams.regression), (losses.linear, streams.random_signs)],
                         ids=["square", "linear"])
@examples(25)
def test_every_round_loses_its_part(loss, make, eta, U, seed, T):
    """Round by round: nothing is gained (up to rounding), and the rounds add up to the links of the chain."""
    run = play(learners.ogd(eta, U), loss, make(T, seed=seed))
    u = hindsight.best(loss, run.X, run.y, U).u
    rounds, chain = proofs.ogd_rounds(run, u), proofs.ogd_chain(run, u)
    assert list(rounds) == NAMES
    for link in chain.links:
        part = rounds[link.name]
        assert part.shape == (T,) and np.all(part >= -link.rounding), link
        assert part.sum() == pytest.approx(link.amount, rel=1e-9, abs=4 * link.rounding)
    assert np.all(rounds["dropped term"][:-1] == 0)
    half = (T + 1) // 2  # the first rounds of a run are a run: all lines but the dropped term agree with its chain
    first = play(run.learner, loss, run.X[:half], run.y[:half])
    G = losses.gradient_bound(loss, run.X, run.y, U)
    for link in proofs.ogd_chain(first, u, G=G).links:
        if link.name != "dropped term":
            part = proofs.ogd_rounds(run, u, G=G)[link.name][:half].sum()
            assert part == pytest.approx(link.amount, rel=1e-9, abs=4 * link.rounding), link


def test_without_a_ball_there_is_no_proof():
    run = play(learners.strongly_convex(1.0), losses.square, [[0.6]], [1.0])
    for prove in (proofs.ogd_chain, proofs.ogd_rounds):
        with pytest.raises(ValueError, match="^run.learner = 'strongly_convex': expected one that is projected"):
            prove(run, [0.7])
