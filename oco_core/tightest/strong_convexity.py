"""The tightest instances of T7: quadratics whose centres keep their distance from w_t."""

import numpy as np

from .. import bounds, learners, losses, streams
from ..protocol import play
from .instance import instance, regret_of


def quadratics(sigma, G, d=1, seed=0):
    """The adversary of T7's equality: (σ/2)‖w‖² − σ c_t·w, which is (σ/2)‖w − c_t‖² up to a constant.

    c_t lies at distance G/σ from w_t, in a random direction. To be played with
    ``losses.with_l2(losses.linear, sigma)``.
    """
    def start(shape):
        rng = np.random.default_rng(seed)

        def answer(w):
            v = rng.standard_normal(shape)
            return -sigma * w + G * v / np.linalg.norm(v), 1.0
        return answer

    return streams.Adversary("quadratics", d, start)


def _quadratics(bound, T):
    loss = losses.with_l2(losses.linear, 1.0)
    return regret_of(bound, play(learners.strongly_convex(1.0), loss, quadratics(1.0, 1.0), T=T))


@instance(bounds.strongly_convex_gradients, 1.0, "d = 1, quadratics (σ/2)(w − c_t)² with any centres; here at "
           "distance G/σ from w_t, T = 1000")
def _strongly_convex_gradients():
    return _quadratics(bounds.strongly_convex_gradients, 1000)


@instance(bounds.strongly_convex_harmonic, 1.0, "d = 1, quadratics (σ/2)(w − c_t)² with c_t at distance G/σ from w_t, "
           "T = 1000; equality at every T")
def _strongly_convex_harmonic():
    return _quadratics(bounds.strongly_convex_harmonic, 1000)


@instance(bounds.strongly_convex, 1.0, "d = 1, a quadratic (σ/2)(w − c_1)² with c_1 at distance G/σ from w_1, "
           "T = 1, where H_1 = 1 + ln 1; with more of them .947 at T = 1000")
def _strongly_convex():
    return _quadratics(bounds.strongly_convex, 1)
