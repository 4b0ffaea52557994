"""The tightest instances of T18 and T19: linear losses and coins."""

import numpy as np

from .. import bounds, learners, losses
from ..chapters.regularisation import regularisation
from ..protocol import play
from .instance import Measured, instance, regret_of


def _signs(form):
    """l_t(w) = w + ½w², then −w + ½w², on the line."""
    return play(learners.sgd_rlm(1.0, form), losses.with_l2(losses.linear, 1.0), np.ones((2, 1)), [1.0, -1.0])


@instance(bounds.sgd_rlm, 1.0, "d = 1, linear losses w and −w with λ = 1, T = 2; equality at T = 1, too")
def _sgd_rlm():
    return regret_of(bounds.sgd_rlm, _signs("recursion"))


@instance(bounds.sgd_rlm_theta, 0.375, "d = 1, linear losses w and −w with λ = 1, T = 2, against u = 0")
def _sgd_rlm_theta():
    run, bound = _signs("theta"), bounds.sgd_rlm_theta  # every loss is 0 at u = 0
    return Measured(float(run.losses.sum()), bound.of(run, norm_u=0.0), bound.holds_for(run, norm_u=0.0))


@instance(bounds.stability, 1.0, "d = 1, linear losses w, one of which becomes −w; m = 5")
def _stability():
    m, lam = 5, 0.5
    moved = regularisation.movements(losses.linear, lam, np.ones((m, 1)), np.ones(m), [1.0], -1.0)
    given = dict(m=m, lam=lam, rho=1.0)
    return Measured(float(moved.max()), bounds.stability(**given), bounds.stability.holds_for(**given))


def _coin(bound, m, p, lam):
    given = dict(m=m, lam=lam, rho=1.0, B=1.0)
    return Measured(regularisation.coin(m, p, lam).mean, bound.of(**given), bound.holds_for(**given))


@instance(bounds.rlm, 0.427, "x = 1, y = +1 with chance .621, else −1, absolute loss, m = 100, λ = (√8 + 2)/√m, the "
          "largest that it allows; .257 for λ = √8/√m, with chance .575")
def _rlm():
    return _coin(bounds.rlm, 100, 0.621, (8**0.5 + 2) / 10)


@instance(bounds.rlm_sharp, 0.274, "x = 1, y = +1 with chance .559, else −1, absolute loss, m = 100, λ = 2/√m")
def _rlm_sharp():
    return _coin(bounds.rlm_sharp, 100, 0.559, 0.2)


@instance(bounds.rlm_at, 0.499, "x = y = 1 always, absolute loss, m = 1000, λ = 2: w = ½ misses u = 1; tends to ½ "
          "with m")
def _rlm_at():
    return _coin(bounds.rlm_at, 1000, 1.0, 2.0)
