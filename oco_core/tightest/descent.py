"""The tightest instances of gradient descent on convex losses in a ball: T3 to T6, T20, the constant, the lazy
and the scale-free step."""

import math

import numpy as np

from .. import bounds, hindsight, learners, losses, streams
from ..protocol import play
from .instance import Measured, instance, regret_of

ROOT2 = math.sqrt(2)


def _zigzag(bound, c, T=100_000):
    return regret_of(bound, play(learners.ogd(c, 1.0), losses.linear, streams.zigzag(T, c), record="losses"))


@instance(bounds.ogd, 0.991, "d = 1, linear losses, zig-zag and push against η = 4U/G, T = 100 000; tends to 1, "
           "as for every η")
def _ogd():
    return _zigzag(bounds.ogd, 4.0)


@instance(bounds.ogd_tuned, 0.990, "d = 1, linear losses, zig-zag and push, T = 100 000; tends to 1")
def _ogd_tuned():
    return _zigzag(bounds.ogd_tuned, ROOT2)


@instance(bounds.ogd_diameter, 0.990, "d = 1, linear losses, zig-zag and push against η = 2U/G, T = 100 000; "
           "tends to 1")
def _ogd_diameter():
    return _zigzag(bounds.ogd_diameter, 2.0)


def square_push(T, first=8, x=0.1, c=2.6):
    """A stream on which OGD with T6's step uses much of T6's bound, d = 2, ‖x_t‖ ≤ 1, |y_t| = 1: X, y.

    ``first`` rounds of x = e_2, y = −1 bring w_2 close to −1. Then x = e_1 with y = ±1 in turn: gradients of length 2
    that cancel, which cost the learner η‖g_t‖²/(2√t) each and say nothing about the second coordinate. The last
    c√T/x rounds, x = x·e_2 with a small x and y = +1, draw w_2 over to u = e_2.

    Regret in units of √T, as T grows and x → 0: the zig-zag η·4/2·2 = √2. In the push a way of dw costs
    (1 − w)(2 − x − wx)/(2(1 − wx))·dw/η → (1 − w)·dw/η, and the whole way 2/η = 4√2. Together 5√2, which is 5/8 of
    8√2.
    """
    push = int(c * math.sqrt(T) / x)
    X, y = np.zeros((T, 2)), np.ones(T)
    X[:first, 1], y[:first] = 1.0, -1.0
    X[first:T - push, 0], y[first:T - push:2] = 1.0, -1.0
    X[T - push:, 1] = x
    return X, y


@instance(bounds.ogd_square, 0.541, "d = 2, zig-zag with labels ±1 along one axis, then a long push by short examples "
           "along the other, T = 50 000; tends to 5/8 as T grows and the short examples get shorter")
def _ogd_square():
    return regret_of(bounds.ogd_square, play(learners.ogd(ROOT2 / 4, 1.0), losses.square, *square_push(50_000)))


def zigzag_for_scale_free(T):
    """The g_t with which ``learners.scale_free(1.0)`` uses much of its bound, d = 1, x_t = 1, linear loss: (T,).

    As in ``streams.zigzag``: to −U, away from it by g_t = −1, back by what takes it there, and −1 in the last √(2T)
    rounds. A step is √2·g_t/√S_t with S_t = Σ_{s≤t} g_s², so that a way a back takes g_t = a√(S_{t−1}/(2 − a²)).
    """
    y, w, S = np.empty(T), 0.0, 0.0
    for t in range(T):
        a = w + 1
        if t == 0:
            y[t] = 1.0
        else:
            y[t] = -1.0 if a < 1e-9 or T - t <= math.sqrt(2 * T) else a * math.sqrt(S / (2 - a * a))
        S += y[t] * y[t]
        w = min(1.0, max(-1.0, w - ROOT2 * y[t] / math.sqrt(S)))
    return y


@instance(bounds.scale_free, 0.986, "d = 1, linear losses, zig-zag and push, T = 50 000")
def _scale_free(T=50_000):
    run = play(learners.scale_free(1.0), losses.linear, np.ones((T, 1)), zigzag_for_scale_free(T))
    return regret_of(bounds.scale_free, run)


def _orthogonal():
    return play(learners.ogd_constant(0.1, 1.0), losses.linear, streams.orthogonal(2), T=100)


@instance(bounds.ogd_constant, 1.0, "d = 2, linear losses, the orthogonal adversary against η = U/(G√T), T = 100")
def _ogd_constant():
    return regret_of(bounds.ogd_constant, _orthogonal())


@instance(bounds.worst_case, 1.0, "d = 2, the constant step η = U/(G√T) against the orthogonal adversary, T = 100: it "
           "pays exactly what every learner must")
def _worst_case():
    run = _orthogonal()
    regret = float(hindsight.regret(run, 1.0).upper[0])
    return Measured(regret, bounds.worst_case.of(run), bounds.worst_case.holds_for(run))


def worst_signs_for_lazy(T, eta):
    """The signs y_t = ±1 with the largest regret of ``learners.lazy(eta, 1.0)``, d = 1, x_t = 1, linear loss: y (T,).

    w_t depends on the sum of the first t − 1 signs alone, so the worst continuation follows backwards from the end,
    for every value of the sum at once (dynamic programming, T·(2T + 1) numbers).
    """
    sums = np.arange(-T, T + 1)
    future, plus = np.abs(sums).astype(float), np.empty((T, 2 * T + 1), bool)
    for t in range(T, 0, -1):
        w = np.clip(-eta * sums / math.sqrt(t), -1, 1)
        up, down = w + np.append(future[1:], -np.inf), -w + np.append(-np.inf, future[:-1])
        plus[t - 1] = up >= down
        future = np.maximum(up, down)
    y, S = np.empty(T), 0
    for t in range(T):
        y[t] = 1.0 if plus[t, S + T] else -1.0
        S += int(y[t])
    return y


def _lazy_against(bound, eta, T=2000):
    return regret_of(bound, play(learners.lazy(eta, 1.0), losses.linear, np.ones((T, 1)), worst_signs_for_lazy(T, eta)))


@instance(bounds.lazy, 0.987, "d = 1, the worst signs g_t = ±G for η = U/(2G), found by dynamic programming, T = 2000")
def _lazy():
    return _lazy_against(bounds.lazy, 0.5)


@instance(bounds.lazy_tuned, 0.985, "d = 1, the worst signs g_t = ±G, found by dynamic programming, T = 2000: "
           "1.39·UG√T of at most √2·UG√T")
def _lazy_tuned():
    return _lazy_against(bounds.lazy_tuned, 1 / ROOT2)
