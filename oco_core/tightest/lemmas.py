"""The equalities inside the proofs: T1, T2, T21, T23."""

import numpy as np

from .. import hindsight, learners, losses, proofs, streams
from ..bounds import Verdict
from ..protocol import play
from .instance import Measured, lemma


def _inside():
    """A run of linear losses that never leaves the ball, the proof of T3 on it, and the chain's levels."""
    run = play(learners.ogd(0.1, 10.0), losses.linear, streams.random_signs(1000))
    chain = proofs.ogd_chain(run, hindsight.best(losses.linear, run.X, run.y, 10.0).u)
    return Verdict(("the run stays inside",) if run.projected.any() else ()), chain.levels()


@lemma("T1", "linear losses: Σ l_t(w_t) − l_t(u) against Σ g_t·(w_t − u)")
def _first_order():
    verdict, levels = _inside()
    return Measured(float(levels[0]), float(levels[1]), verdict)


@lemma("T2", "no step leaves the ball: Σ g_t·(w_t − u) against the sum of the right sides")
def _one_step():
    verdict, levels = _inside()
    return Measured(float(levels[1]), float(levels[2]), verdict)


@lemma("T21", "one linear loss f in all rounds: f(w̄) − min f against R_T/T")
def _average():
    run = play(learners.ogd(0.1, 1.0), losses.linear, np.ones((1000, 1)), np.ones(1000))
    regret = hindsight.regret(run, 1.0).lower[0]
    return Measured(float(run.w[:-1].mean() + 1.0), float(regret / 1000))


@lemma("T23", "d = 1, a step that ends 10⁻⁹ outside the ball: ‖Π(w') − z‖ against ‖w' − z‖, z on the ball's other side")
def _projection():
    eta, z = 1 + 1e-9, 1.0
    run = play(learners.ogd(eta, 1.0), losses.linear, [[1.0]], [1.0])
    verdict = Verdict(() if run.projected.all() else ("the step leaves the ball",))
    return Measured(abs(float(run.w[1, 0]) - z), abs(-eta - z), verdict)
