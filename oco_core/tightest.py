"""For each bound the tightest instance known: how large a part of it is reached where its assumptions hold.

``INSTANCES[bound.name]`` plays one: call it, and it returns what was `Measured`, beside the bound. All are
deterministic; together they take some seconds. A ratio of 1 means that an instance attains the bound, up to rounding; one
below 1 means only that no tighter instance is known. ``WITHOUT`` says why an entry of ``bounds`` has no instance.
``LEMMAS`` holds the statements that are not functions of ``bounds``: the equalities inside the proofs.
"""

import math
from dataclasses import dataclass
from typing import Callable

import numpy as np

from . import bounds, hindsight, learners, losses, proofs, streams
from .bounds import Verdict
from .protocol import play

__all__ = ["INSTANCES", "Instance", "LEMMAS", "Measured", "WITHOUT", "fair_coins", "quadratics", "square_push",
           "worst_signs_for_lazy"]

ROOT2 = math.sqrt(2)


@dataclass(frozen=True)
class Measured:
    """What came out, and what the bound says; ``verdict``: do its assumptions hold?"""

    measured: float
    bound: float
    verdict: Verdict = Verdict(())

    @property
    def ratio(self):
        """measured/bound: at most 1 for an upper bound, at least 1 for a lower one, and 1 where it is attained."""
        return self.measured / self.bound


@dataclass(frozen=True)
class Instance:
    """``words`` says what is played; ``play`` plays it; ``ratio``: the ratio that comes out is at least this."""

    words: str
    play: Callable
    ratio: float

    def __call__(self):
        return self.play()


INSTANCES, LEMMAS = {}, {}
WITHOUT = {"strongly_convex_as_printed": "not a bound: runs exceed it at every T (erratum E1)"}


def _instance(bound, ratio, words):
    """Register a function that plays the tightest instance known of a bound."""
    def register(function):
        INSTANCES[bound.name] = Instance(words, function, ratio)
        return function
    return register


def _lemma(id, words):
    def register(function):
        LEMMAS[id] = Instance(words, function, 1.0)
        return function
    return register


def _regret(bound, run):
    """The certified regret of a run against its own bound."""
    return Measured(float(hindsight.regret(run, run.learner.U).lower[0]), bound.of(run), bound.holds_for(run))


# Gradient descent on convex losses in a ball

def _zigzag(bound, c, T=100_000):
    return _regret(bound, play(learners.ogd(c, 1.0), losses.linear, streams.zigzag(T, c), record="losses"))


@_instance(bounds.ogd, 0.991, "d = 1, linear losses, zig-zag and push against η = 4U/G, T = 100 000; tends to 1, "
           "as for every η")
def _ogd():
    return _zigzag(bounds.ogd, 4.0)


@_instance(bounds.ogd_tuned, 0.990, "d = 1, linear losses, zig-zag and push, T = 100 000; tends to 1")
def _ogd_tuned():
    return _zigzag(bounds.ogd_tuned, ROOT2)


@_instance(bounds.ogd_diameter, 0.990, "d = 1, linear losses, zig-zag and push against η = 2U/G, T = 100 000; "
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


@_instance(bounds.ogd_square, 0.541, "d = 2, zig-zag with labels ±1 along one axis, then a long push by short examples "
           "along the other, T = 50 000; tends to 5/8 as T grows and the short examples get shorter")
def _ogd_square():
    return _regret(bounds.ogd_square, play(learners.ogd(ROOT2 / 4, 1.0), losses.square, *square_push(50_000)))


def _orthogonal():
    return play(learners.ogd_constant(0.1, 1.0), losses.linear, streams.orthogonal(2), T=100)


@_instance(bounds.ogd_constant, 1.0, "d = 2, linear losses, the orthogonal adversary against η = U/(G√T), T = 100")
def _ogd_constant():
    return _regret(bounds.ogd_constant, _orthogonal())


@_instance(bounds.worst_case, 1.0, "d = 2, the constant step η = U/(G√T) against the orthogonal adversary, T = 100: it "
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
    return _regret(bound, play(learners.lazy(eta, 1.0), losses.linear, np.ones((T, 1)), worst_signs_for_lazy(T, eta)))


@_instance(bounds.lazy, 0.987, "d = 1, the worst signs g_t = ±G for η = U/(2G), found by dynamic programming, T = 2000")
def _lazy():
    return _lazy_against(bounds.lazy, 0.5)


@_instance(bounds.lazy_tuned, 0.985, "d = 1, the worst signs g_t = ±G, found by dynamic programming, T = 2000: "
           "1.39·UG√T of at most √2·UG√T")
def _lazy_tuned():
    return _lazy_against(bounds.lazy_tuned, 1 / ROOT2)


# Strongly convex losses

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
    return _regret(bound, play(learners.strongly_convex(1.0), loss, quadratics(1.0, 1.0), T=T))


@_instance(bounds.strongly_convex_gradients, 1.0, "d = 1, quadratics (σ/2)(w − c_t)² with any centres; here at "
           "distance G/σ from w_t, T = 1000")
def _strongly_convex_gradients():
    return _quadratics(bounds.strongly_convex_gradients, 1000)


@_instance(bounds.strongly_convex_harmonic, 1.0, "d = 1, quadratics (σ/2)(w − c_t)² with c_t at distance G/σ from w_t, "
           "T = 1000; equality at every T")
def _strongly_convex_harmonic():
    return _quadratics(bounds.strongly_convex_harmonic, 1000)


@_instance(bounds.strongly_convex, 1.0, "d = 1, a quadratic (σ/2)(w − c_1)² with c_1 at distance G/σ from w_1, "
           "T = 1, where H_1 = 1 + ln 1; with more of them .947 at T = 1000")
def _strongly_convex():
    return _quadratics(bounds.strongly_convex, 1)


# The Perceptron

ORTHONORMAL = streams.orthonormal(24, 8)


def _mistakes(bound):
    run, u = play(learners.perceptron(), losses.hinge, ORTHONORMAL), ORTHONORMAL.y[:8]
    return Measured(float(run.updates.sum()), bound.of(run, u=u), bound.holds_for(run, u=u))


for _bound in (bounds.perceptron_separable, bounds.perceptron_margin, bounds.perceptron_implicit, bounds.perceptron,
               bounds.perceptron_printed, bounds.perceptron_eta):
    _instance(_bound, 1.0, "d = 8 orthonormal examples, each shown three times, any labels; u = Σ y_t x_t over the "
              "first pass" + (", η = 1" if _bound is bounds.perceptron_eta else ""))(
        lambda bound=_bound: _mistakes(bound))


@_instance(bounds.kernel_perceptron, 1.0, "the kernel (x·x')² on 8 orthonormal examples, each shown three times; "
           "f = Σ y_t K(x_t, ·) over the first pass")
def _kernel_perceptron():
    y, K, stored = ORTHONORMAL.y, (ORTHONORMAL.X @ ORTHONORMAL.X.T) ** 2, []
    for t in range(len(y)):
        if y[t] * sum(y[s] * K[s, t] for s in stored) <= 0:
            stored.append(t)
    f, gram = y[:8], K[:8, :8]
    L = float(losses.hinge.value(f @ K[:8], y).sum())
    given = dict(L=L, norm=math.sqrt(f @ gram @ f), kappa=math.sqrt(K.diagonal().max()))
    bound = bounds.kernel_perceptron
    return Measured(float(len(stored)), bound.of(**given), bound.holds_for(**given))


# From sequential to statistical risk

def fair_coins(m, delta):
    """Of m fair coins: the largest deviation a of their mean from ½ with P(mean − ½ ≥ a) > delta, exactly.

    A bound on mean − ½ that holds with probability 1 − delta cannot be less.
    """
    k = np.arange(1, m + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log((m - k + 1) / k))]) - m * math.log(2)
    tail = np.cumsum(np.exp(logs)[::-1])[::-1]  # P(at least k), the small chances first
    return float(np.flatnonzero(tail > delta)[-1] / m - 0.5)


COINS = dict(m=100_000, delta=1e-300)


def _standing_still(bound):
    """The loss of a learner that does not move is a coin: er(w_t) = ½ is missed below as far as by coins above."""
    given = COINS | dict(M=1.0)
    return Measured(fair_coins(**COINS), bound(**given))


@_instance(bounds.martingale, 0.497, "a learner that stands still, its loss a fair coin, m = 100 000, δ = 10⁻³⁰⁰; "
           "tends to ½, because the conditional range of the loss is M and not 2M")
def _martingale():
    return _standing_still(bounds.martingale)


@_instance(bounds.martingale_sharp, 0.995, "a learner that stands still, its loss a fair coin, m = 100 000, δ = 10⁻³⁰⁰")
def _martingale_sharp():
    return _standing_still(bounds.martingale_sharp)


@_instance(bounds.average_iterate, 1.0, "linear losses: their risk is linear in w")
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


@_instance(bounds.online_to_batch, 0.106, "x = 1, y = −1 with chance .1, else +1; m = 300 and a sample of −1 alone, "
           "δ = 10⁻³⁰⁰")
def _online_to_batch():
    return _all_minus(bounds.online_to_batch, 0.1, 300)


@_instance(bounds.online_to_batch_sharp, 0.348, "x = 1, y = −1 with chance .1, else +1; m = 300 and a sample of "
           "−1 alone, δ = 10⁻³⁰⁰; tends to .377")
def _online_to_batch_sharp():
    return _all_minus(bounds.online_to_batch_sharp, 0.1, 300)


@_instance(bounds.online_to_batch_sequential, 0.149, "x = 1, y = −1 with chance .28, else +1; m = 500 and a sample "
           "of −1 alone")
def _online_to_batch_sequential():
    return _all_minus(bounds.online_to_batch_sequential, 0.28, 500, against_sample=True)


@_instance(bounds.hoeffding, 0.995, "fair coins, m = 100 000, δ = 10⁻³⁰⁰")
def _hoeffding():
    # Both sides: P(|mean − ½| ≥ a) > δ as soon as one side has more than δ/2.
    one_side = dict(m=COINS["m"], delta=COINS["delta"] / 2)
    return Measured(fair_coins(**one_side), bounds.hoeffding.of(**COINS), bounds.hoeffding.holds_for(**COINS))


@_instance(bounds.hoeffding_tail, 0.998, "m = 1, Z = 1 with chance p = .999 and ε just below 1 − p; tends to 1 with p; "
           ".824 for one fair coin")
def _hoeffding_tail():
    p = 0.999
    given = dict(m=1, epsilon=(1 - p) * (1 - 1e-9))
    return Measured(p, bounds.hoeffding_tail.of(**given), bounds.hoeffding_tail.holds_for(**given))


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
    _instance(_bound, _ratio, "the Perceptron; x = 1, y = +1 with chance .28, else −1; m = 500 and a sample of +1 "
              "alone: one mistake, the sketch is one example; tends to .638")(lambda bound=_bound: _one_mistake(bound))


# Equalities inside the proofs

def _inside():
    """A run of linear losses that never leaves the ball, the proof of T3 on it, and the chain's levels."""
    run = play(learners.ogd(0.1, 10.0), losses.linear, streams.random_signs(1000))
    chain = proofs.ogd_chain(run, hindsight.best(losses.linear, run.X, run.y, 10.0).u)
    return Verdict(("the run stays inside",) if run.projected.any() else ()), chain.levels()


@_lemma("T1", "linear losses: Σ l_t(w_t) − l_t(u) against Σ g_t·(w_t − u)")
def _first_order():
    verdict, levels = _inside()
    return Measured(float(levels[0]), float(levels[1]), verdict)


@_lemma("T2", "no step leaves the ball: Σ g_t·(w_t − u) against the sum of the right sides")
def _one_step():
    verdict, levels = _inside()
    return Measured(float(levels[1]), float(levels[2]), verdict)


@_lemma("T21", "one linear loss f in all rounds: f(w̄) − min f against R_T/T")
def _average():
    run = play(learners.ogd(0.1, 1.0), losses.linear, np.ones((1000, 1)), np.ones(1000))
    regret = hindsight.regret(run, 1.0).lower[0]
    return Measured(float(run.w[:-1].mean() + 1.0), float(regret / 1000))
