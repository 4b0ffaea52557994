"""The tightest instances of the spam filter's bounds: T24 with the report's step and with T4's, and its sharper
form."""

import math

import numpy as np

from .. import bounds, learners, losses
from ..engine import check
from ..protocol import play
from .instance import Measured, instance, regret_of


def _parts(T, c, spread):
    """T, c, r = 1/√spread; K and b: after K short messages, none of them spam, the filter's coordinate b along them is
    for the first time r − 1 or less; L, the number of short messages that draw it to the other side."""
    T, c, spread = check.count("T", T, 1), check.positive("c", c), check.count("spread", spread, 4)
    r, L, K, b = 1 / math.sqrt(spread), math.ceil(4 / c * math.sqrt(spread * T)), 0, 0.0
    while b > r - 1 and K < T - L:
        K += 1
        b -= c / (2 * math.sqrt(K)) * r * (1 + r * b)
    if K >= T - L:
        check.fail("T", T, f"a longer game for c = {c:g} and spread = {spread}, which ends with {L} short messages")
    if b * b + c * c / (4 * K) > 1:  # the second part would leave the ball
        check.fail("spread", spread, f"more words for c = {c:g}, so that steps are small when the first part ends")
    return T, c, r, K, b, L


def percent_push(T, c, spread):
    """Messages on which A13 with step cU²/√t uses all of the sharper T24, in the limit: X (T, 2), labels y.

    A message with equal shares of ``spread`` words is short: ‖x‖ = 100/√spread. Such messages, none of them spam, bring
    w near to −U along their direction. Then messages of one other word, spam and not spam in turn: gradients of
    length about 1/(2U) that nearly cancel, which cost c/(8√t) each, c·√T/4 in all, and say nothing about the rest. The
    last 4√(spread·T)/c messages are short again, and spam: they draw w over, near to +U, which costs 2√T/c in the
    limit. X has the percentages along the two directions, the one word and the short messages: (100, 0) and (0,
    100/√spread).

    Raises ValueError where T or spread is too small for c. Proved in the chapter on the spam filter; see
    ``percent_push_regret``.
    """
    T, _, r, K, _, L = _parts(T, c, spread)
    X, y = np.tile([100.0, 0.0], (T, 1)), np.ones(T)
    X[:K] = X[T - L:] = [0.0, 100 * r]
    y[:K] = y[K:T - L:2] = 0.0
    return X, y


def percent_push_regret(T, c, spread):
    """What the regret on ``percent_push`` is at least, as proved in the chapter on the spam filter.

    (c/4 + (1 − b)²/(2c)·(1 − r)/(1 + r))·√(T − L) − c/4·√(K + 1) − K·r·(1 + r/4), with r = 1/√spread, K short messages
    first, L = ⌈4√(spread·T)/c⌉ last, and b ≤ r − 1 where the first end. Over √T it tends to 2/c + c/4 as T → ∞ and then
    spread → ∞. Raises what ``percent_push`` raises.
    """
    T, c, r, K, b, L = _parts(T, c, spread)
    return ((c / 4 + (1 - b) ** 2 / (2 * c) * (1 - r) / (1 + r)) * math.sqrt(T - L)
            - c / 4 * math.sqrt(K + 1) - K * r * (1 + r / 4))


def _push(bound, c, T=400_000, spread=500):
    return regret_of(bound, play(learners.ogd(c, 1.0), losses.spam(1.0), *percent_push(T, c, spread), record="losses"))


_WORDS = ("short messages that are no spam, one-word messages that are spam and not in turn, then a long push by short "
          "spam, T = 400 000, 500 words; tends to ")


@instance(bounds.spam, 0.457, _WORDS + "1/2 as T and then the number of words grow")
def _spam():
    return _push(bounds.spam, 2.0)


@instance(bounds.spam_sharp, 0.878, "c = 2, " + _WORDS + "1 as T and then the number of words grow")
def _spam_sharp():
    return _push(bounds.spam_sharp, 2.0)


@instance(bounds.spam_tuned, 0.557, _WORDS + "5/8 as T and then the number of words grow")
def _spam_tuned():
    return _push(bounds.spam_tuned, math.sqrt(2))


@instance(bounds.spam_forward, 0.946,
          "spam and not in turn on one word, u = 0, T = 10 000; tends to 1 as slowly as 1 − 0.496/ln T")
def _spam_forward(T=10_000):
    z = np.where(np.arange(T) % 2, -1.0, 1.0)
    v = ((np.cumsum(z) - z) / np.arange(2, T + 2))[:, None]
    given = {"phi": np.ones((T, 1)), "z": z, "v": v, "u": np.zeros(1)}
    return Measured(float(((v[:, 0] - z) ** 2 - z**2).sum() / 4), bounds.spam_forward.of(**given),
                    bounds.spam_forward.holds_for(**given))
