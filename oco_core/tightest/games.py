"""The tightest instances of the lower bound by coins and of the minimax learners."""

import numpy as np

from .. import bounds, learners, losses, streams
from ..chapters.lower_bounds import games
from ..protocol import play
from .instance import Measured, instance, regret_of


@instance(bounds.coins, 1.0, "OGD with η = √2·U/G on all 2^12 sequences of signs, T = 12: the mean of its regrets is "
          "the bound, and so it is for every learner")
def _coins(T=12):
    learner = learners.ogd(np.sqrt(2), 1.0)
    run = play(learner, losses.linear, np.ones((T, 1)), games.signs_of(0, T))
    return Measured(float(games.all_signs(learner, T).mean()), bounds.coins.of(run), bounds.coins.holds_for(run))


@instance(bounds.minimax, 1.0, "d = 2, linear losses, the orthogonal adversary, T = 100")
def _minimax(T=100):
    return regret_of(bounds.minimax, play(learners.minimax(T, 1.0, 1.0), losses.linear, streams.orthogonal(2), T=T))


@instance(bounds.minimax_line, 1.0, "d = 1, any signs g_t = ±G: the regret is the same for all of them; T = 100, "
          "fair coins")
def _minimax_line(T=100):
    learner = learners.minimax_line(T, 1.0, 1.0)
    return regret_of(bounds.minimax_line, play(learner, losses.linear, streams.random_signs(T, d=1)))
