"""The tightest instances of the spam filter's bounds: T24 with the report's step and with T4's."""

import math

import numpy as np

from .. import bounds, learners, losses
from ..protocol import play
from .instance import instance, regret_of


def percent_push(T, first, push, spread=100):
    """Messages of 1 + spread words on which the filter's learner uses much of T24: percentages X, labels y of 0 and 1.

    A message with equal shares of ``spread`` words is short: ‖x‖ = 100/√spread. ``first`` such messages, none of them
    spam, bring w to −U along their direction. Then messages of the other word alone, spam and not spam in turn:
    gradients of length 1/(2U) that cancel, which cost c/(4√t) each at η = cU², c·√T/4 in all (of Σ η_t‖g_t‖²/2), and
    say nothing about the rest. The last push·√(T·spread) messages are short again, and spam: they draw w over to +U,
    which costs 2√T/c. Together, it seems, (c/4 + 2/c)√T as T and spread grow: 1/2 of 3√T at c = 2, 5/8 of √(8T) at
    c = √2, and all of the sharper bound. That is measured, not proved.
    """
    last = int(push * math.sqrt(T * spread))
    X, y = np.zeros((T, spread + 1)), np.ones(T)
    X[:first, 1:], y[:first] = 100 / spread, 0.0
    X[first:T - last, 0], y[first:T - last:2] = 100.0, 0.0
    X[T - last:, 1:] = 100 / spread
    return X, y


def _push(bound, c, first, push, T=50_000):
    return regret_of(bound, play(learners.ogd(c, 1.0), losses.spam(1.0), *percent_push(T, first, push), record="losses"))


_WORDS = ("d = 101, one-word messages, spam and not spam in turn, then a long push by messages of 100 words in equal "
          "shares, T = 50 000; seems to tend to ")


@instance(bounds.spam, 0.450, _WORDS + "1/2 as T and the number of words grow")
def _spam():
    return _push(bounds.spam, 2.0, 40, 1.9)


@instance(bounds.spam_sharp, 0.817, "c = 2, " + _WORDS + "1 as T and the number of words grow")
def _spam_sharp():
    return _push(bounds.spam_sharp, 2.0, 40, 1.9)


@instance(bounds.spam_tuned, 0.549, _WORDS + "5/8 as T and the number of words grow")
def _spam_tuned():
    return _push(bounds.spam_tuned, math.sqrt(2), 80, 2.6)
