"""Streams that drive a learner to its bound: two for a step that is known, and an adversary that sees w_t."""

from math import hypot

import numpy as np

from ..engine import check
from .stream import Adversary, Stream

__all__ = ["alternating", "orthogonal", "zigzag"]


def zigzag(T, c=2**0.5):
    """The zig-zag-and-push stream, which drives greedy OGD to its own bound (catalogue §5; T3, T4, T5).

    d = 1, linear loss, g_t = y_t in [−1, 1], aimed at OGD with η = c·U/G; the default c = √2 is T4's tuned step,
    c = 2 is T5's. OGD is pushed to −U and made to zig-zag there, so that the proof's ‖w_t − u‖ ≤ 2U and
    ‖g_t‖ ≤ G lose next to nothing; the last 2√T/c rounds push it over to u = +U, so that the dropped term is 0.
    The regret is (2/c + c)·UG√T − O(ln T). The stream depends on U and G through c alone.
    Raises ValueError for T < 0 or c ≤ 0.
    """
    T = check.count("T", T)
    c = check.positive("c", c)
    push_from = T - 2 * T**0.5 / c
    y = np.empty(T)
    w = 0.0  # OGD's w_t, in units of U
    for t in range(1, T + 1):
        step = c / np.sqrt(t)
        if t > push_from:
            y[t - 1] = -1.0
        elif w > -1 + 1e-9:
            y[t - 1] = min(1.0, (w + 1) / step)  # back to −U
        else:
            y[t - 1] = -np.sqrt(t / (t + 1))  # as far as the next, shorter step can undo
        w = min(1.0, max(-1.0, w - step * y[t - 1]))
    return Stream("zigzag", np.ones((T, 1)), y)


def alternating(T, c=1.0):
    """Signs in turn, then a push: what drives learners that keep the sum of gradients to their bounds (catalogue §5).

    d = 1, linear loss, g_t = y_t: +1, −1, +1, −1, ..., and in the last √T/c rounds or so +1. Against lazy OGD with
    η = c·U/G its regret tends to (1/(2c) + c)·UG√T, against a constant step η = c·U/(G√T) to (1/(2c) + c/2)·UG√T.
    Raises ValueError for T < 0 or c ≤ 0.
    """
    T = check.count("T", T)
    c = check.positive("c", c)
    pairs = max(0, round((T - T**0.5 / c) / 2)) if c * T >= T**0.5 else 0
    y = np.ones(T)
    y[1 : 2 * pairs : 2] = -1.0
    return Stream("alternating", np.ones((T, 1)), y)


def _orthogonal_answers(shape):
    """Turn w's largest coordinate into the next one: x is a unit vector with x·w = 0, e_2 while w = 0.

    The sign keeps <g_t, S> >= 0, S the sum of the gradients so far; against lazy OGD <x, S> is 0 up to rounding, and a
    tie counts as +.
    """
    return _orthogonal_to_one(*shape) if len(shape) == 1 else _orthogonal_to_many(*shape)


def _orthogonal_to_one(d):
    S = [0.0] * d  # Python's floats are faster than NumPy's, one at a time

    def answer(w):
        w = w.tolist()
        i = max(range(d), key=[*map(abs, w)].__getitem__)
        j = (i + 1) % d
        a, b = w[i] or 1.0, w[j]
        size = hypot(a, b)
        x_i, x_j = -b / size, a / size
        y = -1.0 if x_i * S[i] + x_j * S[j] < -1e-9 * hypot(*S) else 1.0
        S[i] += y * x_i
        S[j] += y * x_j
        x = np.zeros(d)
        x[i], x[j] = x_i, x_j
        return x, y

    return answer


def _orthogonal_to_many(n_runs, d):
    S, first, following = np.zeros((n_runs, d)), d * np.arange(n_runs), np.arange(1, d + 1) % d

    def answer(w):
        i = abs(w).argmax(axis=1)
        j = first + following.take(i)  # as places among the numbers of all runs, of which take is the quicker way
        i += first
        a, b = w.take(i), w.take(j)
        a[a == 0] = 1.0
        size, x = np.hypot(a, b), np.zeros(n_runs * d)
        x[i], x[j] = -b / size, a / size
        x = x.reshape(n_runs, d)
        y = np.copysign(1.0, np.vecdot(x, S) + 1e-9 * np.sqrt(np.vecdot(S, S)))
        np.add(S, y[:, None] * x, out=S)
        return x, y

    return answer


def orthogonal(d=2):
    """The orthogonal adversary: for the linear loss, regret ≥ UG√T against any learner (catalogue §5, T20).

    It answers w_t with a unit vector x_t ⟂ w_t and a sign y_t with ⟨y_t x_t, S_{t−1}⟩ ≥ 0, S the sum of gradients:
    the learner's loss is 0 and ‖S_T‖ ≥ √T, so that the best fixed u gains U‖S_T‖ ≥ U√T. d ≥ 2; ValueError otherwise.
    """
    return Adversary("orthogonal", check.count("d", d, least=2), _orthogonal_answers)
