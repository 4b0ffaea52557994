"""The tightest instances of the statistical bounds: T11 to T16."""

import math

import numpy as np

from .. import bounds, learners, losses
from ..protocol import play
from .instance import Measured, instance

ROOT2 = math.sqrt(2)


def fair_coins(m, delta):
    """Of m fair coins: the largest deviation a of their mean from ½ with P(mean − ½ ≥ a) > delta, exactly.

    A bound on mean − ½ that holds with probability 1 − delta cannot be less.
    """
    k = np.arange(1, m + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log((m - k + 1) / k))]) - m * math.log(2)
    tail = np.cumsum(np.exp(logs)[::-1])[::-1]  # P(at least k), the small chances first
    return float(np.flatnonzero(tail > delta)[-1] / m - 0.5)


def worse_is_chosen(m, delta):
    """Two classifiers, one right with chance p where the other is wrong, and m tests, an odd number: the largest
    2p − 1, the difference of their risks, at which the better one wins fewer than half of the tests with a chance
    > delta.
    """
    k = np.arange(m // 2 + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log((m - k[1:] + 1) / k[1:]))])
    low, high = 0.5, 1.0
    for _ in range(60):
        p = (low + high) / 2
        terms = logs + k * math.log(p) + (m - k) * math.log1p(-p)
        chance = terms.max() + math.log(np.exp(terms - terms.max()).sum())
        low, high = (p, high) if chance > math.log(delta) else (low, p)
    return 2 * low - 1


COINS = dict(m=100_000, delta=1e-300)


def _standing_still(bound):
    """The loss of a learner that does not move is a coin: er(w_t) = ½ is missed below as far as by coins above."""
    given = COINS | dict(M=1.0)
    return Measured(fair_coins(**COINS), bound(**given))


@instance(bounds.martingale, 0.497, "a learner that stands still, its loss a fair coin, m = 100 000, δ = 10⁻³⁰⁰; "
           "tends to ½ as m grows and then δ → 0, because the conditional range of the loss is M and not 2M")
def _martingale():
    return _standing_still(bounds.martingale)


@instance(bounds.martingale_sharp, 0.995, "a learner that stands still, its loss a fair coin, m = 100 000, δ = 10⁻³⁰⁰")
def _martingale_sharp():
    return _standing_still(bounds.martingale_sharp)


@instance(bounds.average_iterate, 1.0, "linear losses: their risk is linear in w")
def _average_iterate():
    run = play(learners.ogd(1.0, 1.0), losses.linear, [[1.0], [1.0], [1.0]], [-1.0, -1.0, 1.0])
    law = [[2.0], [1.0]], [1.0, 1.0]
    facts = bounds.average_iterate.facts(run, *law)
    return Measured(facts["risk"], bounds.average_iterate.of(run, *law), bounds.average_iterate.holds_for(run, *law))


def _all_minus(bound, q, m, against_sample=False):
    """x = 1, y = −1 with chance q, else +1: all labels of the sample are −1 with chance q^m, and w̄ is near −1.

    er(w) = q(w + 1)² + (1 − q)(w − 1)² is least at u* = 1 − 2q, with 4q(1 − q); on this sample u = −1 has loss 0.
    The bound must hold here as soon as the chance to fail that it allows, δ or (against the sample) δ/2, is below q^m.
    """
    run = play(learners.ogd(ROOT2 / 4, 1.0), losses.square, np.ones((m, 1)), -np.ones(m))
    w = float(run.w[:-1].mean())
    er = q * (w + 1) ** 2 + (1 - q) * (w - 1) ** 2
    given = dict(delta=2 * q**m if against_sample else q**m)
    excess = er if against_sample else er - 4 * q * (1 - q)
    return Measured(excess, bound.of(run, **given), bound.holds_for(run, **given))


@instance(bounds.online_to_batch, 0.106, "x = 1, y = −1 with chance .1, else +1; m = 300 and a sample of −1 alone, "
           "δ = 10⁻³⁰⁰")
def _online_to_batch():
    return _all_minus(bounds.online_to_batch, 0.1, 300)


@instance(bounds.online_to_batch_sharp, 0.348, "x = 1, y = −1 with chance .1, else +1; m = 300 and a sample of "
           "−1 alone, δ = 10⁻³⁰⁰; tends to .377")
def _online_to_batch_sharp():
    return _all_minus(bounds.online_to_batch_sharp, 0.1, 300)


@instance(bounds.online_to_batch_sequential, 0.149, "x = 1, y = −1 with chance .28, else +1; m = 500 and a sample "
           "of −1 alone")
def _online_to_batch_sequential():
    return _all_minus(bounds.online_to_batch_sequential, 0.28, 500, against_sample=True)


@instance(bounds.hoeffding, 0.995, "fair coins, m = 100 000, δ = 10⁻³⁰⁰")
def _hoeffding():
    # Both sides: P(|mean − ½| ≥ a) > δ as soon as one side has more than δ/2.
    one_side = dict(m=COINS["m"], delta=COINS["delta"] / 2)
    return Measured(fair_coins(**one_side), bounds.hoeffding.of(**COINS), bounds.hoeffding.holds_for(**COINS))


@instance(bounds.hoeffding_tail, 0.998, "m = 1, Z = 1 with chance p = .999 and ε just below 1 − p; tends to 1 with p; "
           ".824 for one fair coin")
def _hoeffding_tail():
    p = 0.999
    given = dict(m=1, epsilon=(1 - p) * (1 - 1e-9))
    return Measured(p, bounds.hoeffding_tail.of(**given), bounds.hoeffding_tail.holds_for(**given))


@instance(bounds.validation, 0.992, "K = 2 candidates, of which one is right where the other is wrong; m = 100 001 "
           "coins, δ = 10⁻³⁰⁰, and the largest difference of the risks at which the worse one is chosen with a chance "
           "above δ")
def _validation():
    given = dict(m=COINS["m"] + 1, K=2, delta=COINS["delta"], M=1.0)
    return Measured(worse_is_chosen(given["m"], given["delta"]), bounds.validation.of(**given),
                    bounds.validation.holds_for(**given))


def _one_mistake(bound, q=0.28, m=500):
    """x = 1, y = +1 with chance q, else −1; a sample of +1 alone has chance δ = q^m: one mistake, er~ = 0,

    er = 1 − q.
    """
    run = play(learners.perceptron(), losses.hinge, np.ones((m, 1)), np.ones(m))
    outside = ~run.updates
    wrong = losses.zero_one.value(run.X[outside] @ run.w[-1], run.y[outside]).mean()
    er = float((1 - q) * losses.zero_one.value(run.w[-1, 0], -1.0) + q * losses.zero_one.value(run.w[-1, 0], 1.0))
    given = dict(run=run, delta=q**m) if bound is bounds.perceptron_compression else dict(
        m=m, K=int(run.updates.sum()), delta=q**m)
    return Measured(er - float(wrong), bound.of(**given), bound.holds_for(**given))


for _bound, _ratio in ((bounds.compression, 0.631), (bounds.compression_printed, 0.630),
                       (bounds.perceptron_compression, 0.630)):
    instance(_bound, _ratio, "the Perceptron; x = 1, y = +1 with chance .28, else −1; m = 500 and a sample of +1 "
              "alone: one mistake, the sketch is one example; tends to .638")(lambda bound=_bound: _one_mistake(bound))
