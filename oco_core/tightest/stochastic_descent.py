"""The tightest instances of T22: one step from the far end of the ball."""

from .. import bounds, hindsight, losses, training
from .instance import Measured, instance


def _one_step(bound, steps):
    """f(w) = |w + 1| from w_1 = 1: w̄ = w_1 is as far from the minimum as K allows, and f as steep as G allows."""
    X, y = [[1.0]], [-1.0]
    run = training.gd(losses.absolute, X, y, steps, U=1.0, start=[1.0])
    least = hindsight.best(losses.absolute, X, y, 1.0).lower
    excess = training.risk(losses.absolute, X, y, run.average) - least
    return Measured(float(excess), bound.of(run), bound.holds_for(run))


@instance(bounds.stochastic, 0.666, "f(w) = G‖w − u‖ on a ball with u and w_1 at opposite ends, T = 1")
def _stochastic():
    return _one_step(bounds.stochastic, training.steps(1, 2.0))


@instance(bounds.stochastic_steps, 1.0, "f(w) = G‖w − u‖ on a ball with u and w_1 at opposite ends, T = 1, η_1 = D/G")
def _stochastic_steps():
    return _one_step(bounds.stochastic_steps, training.steps(1, 2.0, "constant"))
