"""The runs: steps 1/(σt), their rival η/√t on the same losses, and what bounds both."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play, streams

from ..sources import OWN

SIGMAS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
RADII = (0.5, 1.0, 3.0, 10.0)
ETAS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
ALL_ETAS = 10 ** np.linspace(-2, 1.5, 29)  # of the curve over η
LENGTHS = (100, 200, 500, 1000, 2000, 4000)
MINIMISER = 2.0  # of the quartic
EXPLODED = 1e50  # the w after it, up to 400 times its cube, still has a square that is a float


def equality(sigma, G):
    """The adversary of T7's equality, d = 1: it answers w_t with a loss whose slope at w_t is ±G, signs in turn."""
    def start(shape):
        sign = 1.0

        def answer(w):
            nonlocal sign
            sign = -sign
            return np.ones(1), sign * G - sigma * w[0]
        return answer
    return streams.Adversary("equality", 1, start)


def quartic(sigma, w):
    """f(w) = σ/2·(w − 2)² + (w − 2)⁴ and its slope: σ-strongly convex, and not of the form l(w·x, y)."""
    v = w - MINIMISER
    return sigma / 2 * v * v + v**4, sigma * v + 4 * v**3


def _descend(sigma, step, T, U):
    """Gradient descent on the quartic from 0: w_1 .. w_{n+1}, losses and slopes of the n ≤ T rounds up to |w| >
    EXPLODED.

    step(t): η_t, a number or an array for many runs at once."""
    w = 0.0 * step(1)
    path, values, slopes = [w], [], []
    for t in range(1, T + 1):
        value, slope = quartic(sigma, w)
        w = w - step(t) * slope
        if U is not None:
            w = np.clip(w, -U, U)
        path.append(w)
        values.append(value)
        slopes.append(slope)
        if U is None and abs(w) > EXPLODED:
            break
    return np.array(path), np.array(values), np.array(slopes)


def rounds(T, n):
    """At most n rounds, evenly spread over ln t, with 1, 2, 3 and T among them."""
    found = np.unique(np.concatenate([[1, 2, 3], np.geomspace(1, T, n)]).round().astype(int))
    return found[found <= T]


def losses_of(stream, sigma, G, T, seed, written):
    """(loss, examples or the adversary that makes them, at how many rounds the comparator is computed), for all streams
    but the quartic."""
    if stream == "mail":
        return losses.with_l2(losses.hinge, sigma), streams.mail(T, seed=seed), 12
    if stream == "random":
        drawn = streams.random_signs(T, d=2, seed=seed)
        examples = streams.Stream("random", drawn.X, drawn.y * G / 2)
    else:
        examples = streams.written(written) if stream == OWN else equality(sigma, G)
    return losses.with_l2(losses.linear, sigma), examples, 48


def gradient_bound(stream, sigma, G, radius, X, met):
    """T7's G: what bounds the gradients of steps 1/(σt), or where they may explode, those in the ball of this radius.
    X: the examples, None for the quartic; met: the largest gradient of the run."""
    if stream == "mail":  # a loss of slope at most X, regularised: gradients up to 2X, wherever it is played
        return 2 * float(np.linalg.norm(X, axis=1).max())
    if stream == OWN:  # all that T7 asks of a G
        return met
    # the steepest point of the ball, which need not be where the learner is
    return float(-quartic(sigma, -radius)[1]) if stream == "quartic" else G


@lru_cache(maxsize=64)
def _ours(stream, sigma, G, U, T, seed, written):
    """The run of steps 1/(σt), projected unless U is None: (at, regret, w, gradient norms, u*, rest).

    ``rest`` is what the rival needs to meet the same losses: loss, X, y and comparators."""
    if stream == "quartic":
        w, values, slopes = _descend(sigma, lambda t: 1.0 / (sigma * t), T, U)
        u = MINIMISER if U is None else min(MINIMISER, U)
        at = rounds(T, 48)
        at = at[at <= len(values)]
        regret = np.cumsum(values - quartic(sigma, u)[0])[at - 1]
        return at, regret, w[:, None], abs(slopes), np.array([u]), None
    loss, examples, n = losses_of(stream, sigma, G, T, seed, written)
    run = play(learners.strongly_convex(sigma, U), loss, examples, T=T)
    at = rounds(T, n)
    best = hindsight.comparators(loss, run.X, run.y, U, at)
    gradients = np.linalg.norm(run.slopes[:, None] * run.X + sigma * run.w[:-1], axis=1)
    return at, hindsight.regret(run, U, at, best).upper, run.w, gradients, best.u[-1], (loss, run.X, run.y, best)


@lru_cache(maxsize=64)
def _over_eta(stream, sigma, G, U, T, seed, written, radius):
    """The rival's R_T for every step of the third picture, all runs at once, on the losses of ``_ours``."""
    u, rest = _ours(stream, sigma, G, U, T, seed, written)[-2:]
    if rest is None:
        values = _descend(sigma, lambda t: ALL_ETAS / np.sqrt(t), T, radius)[1]
        return (values - quartic(sigma, u[0])[0]).sum(axis=0)
    loss, X, y, best = rest
    runs = play(learners.ogd(ALL_ETAS, radius), loss, X, y, record="losses")
    return runs.losses.sum(axis=1) - best.value[-1]


def _rival(stream, sigma, G, U, T, seed, written, radius, eta):
    """The rival's regret at ``at``, its w_1 .. w_{T+1}, and T3's G: at, regret, w, G."""
    at, _, _, _, u, rest = _ours(stream, sigma, G, U, T, seed, written)
    if rest is None:
        w, values, _ = _descend(sigma, lambda t: eta / np.sqrt(t), T, radius)
        at = rounds(T, 48)
        return at, np.cumsum(values - quartic(sigma, u[0])[0])[at - 1], w[:, None], -quartic(sigma, -radius)[1]
    loss, X, y, best = rest
    run = play(learners.ogd(eta, radius), loss, X, y)
    return at, np.cumsum(run.losses)[at - 1] - best.value, run.w, losses.gradient_bound(loss, X, y, radius)


def measure(stream, sigma, G, projection, U, eta, T, seed, written):
    """The learner's regret, the rival's, that of every rival step, and the bounds with their G.

    written: the rounds of the stream "own"."""
    radius, U = U, U if projection == "ball" else None  # the rival's ball, and the learner's
    if stream == OWN:
        T = len(streams.written(written).y)
    key = stream, sigma, G, U, T, seed, written
    at, regrets, w, gradients, u, rest = _ours(*key)
    rival_at, rivals, rival_w, rival_G = _rival(*key, radius, eta)
    G = gradient_bound(stream, sigma, G, radius, rest and rest[1], float(gradients.max()))
    with np.errstate(over="ignore"):
        seen = np.minimum(np.cumsum((gradients / G) ** 2 / np.arange(1, len(gradients) + 1)), 1e300)
    G_seen, norm_u = float(gradients.max()), float(np.linalg.norm(u))
    return SimpleNamespace(
        stream=stream, sigma=sigma, G=G, projection=projection, radius=radius, eta=eta, T=T, at=at,
        regrets=regrets, w=w, u=u,
        regret=float(regrets[-1]), rounds=len(gradients), exploded=len(gradients) < T, G_seen=G_seen, norm_u=norm_u,
        holds=G_seen <= G * (1 + 1e-9), unit=G * G / (2 * sigma), seen=seen,
        bound=bounds.strongly_convex_harmonic(T, sigma, G), logarithm=bounds.strongly_convex(T, sigma, G),
        printed=bounds.strongly_convex_as_printed(T, sigma, G),
        above=at[regrets > bounds.strongly_convex_as_printed(at, sigma, G) * (1 + 1e-9)],
        rival_at=rival_at, rivals=rivals, rival=float(rivals[-1]), rival_w=rival_w, rival_G=rival_G,
        over_eta=_over_eta(*key, radius), T3=bounds.ogd(T, eta, radius, rival_G),
        T3_applies=norm_u <= radius * (1 + 1e-12))
