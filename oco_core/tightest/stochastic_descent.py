"""The tightest instances of T22: noise that is made for the purpose, and one step from the far end of the ball; and of
gradient descent on a smooth function."""

import numpy as np

from .. import bounds, hindsight, losses
from ..chapters.gradient_descent import training
from ..engine import check
from .instance import Measured, instance


def noisy_slope(T, c, n, n_laws=24):
    """f(w) = qw on K = [−½, ½], q = c/√T, from w_1 = ½, with a noise that holds w up: E f(w̄) − min f, and the noise.

    D = G = 1, so η_t = 1/√t. Given t and w_t, v_t takes two values, with mean q and variance s² = 1 − q² − t/(4n²):
    q + sk with chance 1/(1 + k²), else q − s/k. What carries w_t − η_t v_t out of K is cut off by the projection; where
    it ends between two points of the grid {−½, −½ + 1/n, .., ½}, v_t is rounded to one of them by a throw that keeps
    its mean and adds at most (1/(2nη_t))² = t/(4n²) to its second moment. So E[v_t | w_t] = q, E[v_t² | w_t] ≤ 1, and
    w_t stays on the grid. k is chosen for each t and w_t out of 2·n_laws numbers, so that the mean of the sum of all
    later w is largest (dynamic programming, backwards in t).

    Returns the exact expectation and k (T, n + 1), where k[t − 1, i] is for w_t = i/n − ½. ValueError unless c²/T +
    T/(4n²) < 1.
    """
    if not c * c / T + T / (4 * n * n) < 1:
        check.fail("c", c, f"c²/T + T/(4n²) < 1, with T = {T} and n = {n}")
    q, up = c / np.sqrt(T), np.arange(n + 1) / n  # up: w − min K
    k = np.geomspace(0.05, 40, n_laws)
    k = np.concatenate([k, -k])[:, None]
    chosen, to_come = np.empty((T, n + 1)), np.zeros(n + 1)  # to_come[i]: mean of the sum of up from round t on
    for t in range(T, 0, -1):
        eta, s = t**-0.5, np.sqrt(1 - q * q - t / (4 * n * n))
        after = lambda v: np.interp(up - eta * v, up, to_come)  # linear between grid points: the throw; outside: Π
        value = (after(q + s * k) + k * k * after(q - s / k)) / (1 + k * k)
        best = value.argmax(axis=0)
        chosen[t - 1], to_come = k[best, 0], up + value[best, np.arange(n + 1)]
    return float(q * to_come[-1] / T), chosen


@instance(bounds.stochastic, 0.726, "f(w) = 3w/√T on [−½, ½] from w_1 = ½, T = 1024: the noise takes two values, "
          "chosen for each t and w_t by dynamic programming on a grid; no training set, and longer games reach more")
def _stochastic():
    return Measured(noisy_slope(1024, 3.0, 120)[0], bounds.stochastic(1024, 1.0, 1.0))


@instance(bounds.stochastic_steps, 1.0, "f(w) = G‖w − u‖ on a ball with u and w_1 at opposite ends, T = 1, η_1 = D/G")
def _stochastic_steps():
    X, y = [[1.0]], [-1.0]  # f(w) = |w + 1|: w̄ = w_1 is as far from the least as K allows, f as steep as G allows
    run = training.gd(losses.absolute, X, y, training.steps(1, 2.0, "constant"), U=1.0, start=[1.0])
    least = hindsight.best(losses.absolute, X, y, 1.0).lower
    excess = training.risk(losses.absolute, X, y, run.average) - least
    return Measured(float(excess), bounds.stochastic_steps.of(run), bounds.stochastic_steps.holds_for(run))


@instance(bounds.smooth, 0.5, "f(w) = Lw/T on [−1, 1] from w_1 = 1, L = 1, T = 100: each step is 1/T long, and half of "
          "the way is left; ½ for every T, and without a projection no f has more than T/(2T + 1)")
def _smooth(T=100):
    run = training.gd(losses.linear, [[1.0]], [1 / T], training.steps(T, 1.0, "constant"), U=1.0, start=[1.0])
    f = lambda w: training.risk(losses.linear, run.X, run.y, w)
    found = {"u": [-1.0], "L": 1.0}
    return Measured(float(f(run.last) - f([-1.0])), bounds.smooth.of(run, **found),
                    bounds.smooth.holds_for(run, **found))
