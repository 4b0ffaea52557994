"""Which learner of the book a reader's function is, by its values, and the bound that this grants it.

A step is one of a family if its parameters, read off two answers, give its answers on random streams, too: short and
long, in one to three dimensions, with small gradients and with such as leave the ball. That is evidence and no proof;
what is granted is tested on the run in view as well.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .. import bounds, learners
from ..engine import check
from ..learners import Learner
from ..losses import gradient_bound
from ..protocol import play
from .learner import path

__all__ = ["Family", "family", "granted"]

CLOSE = 1e-9  # relative to the length of the w
STREAMS = ((1, 20, 0.03), (2, 20, 0.3), (3, 20, 3.0), (2, 60, 0.3))  # d, T, length of an unprojected step over U


@dataclass(frozen=True)
class Family:
    """name: the function of `learners` that makes it; learner: with the parameters found; words: what it is called."""

    name: str
    learner: Learner
    words: str


def _candidates(c, U, told):
    """(name, learner, words) of all families whose first step from 0 is −c·g; told: a number in words."""
    ball = "" if U is None else f" in the ball of radius {told(U)}"
    if U is not None:
        yield "ogd", learners.ogd(c, U), f"gradient descent with steps η/√t, η = {told(c)},{ball}"
        yield "ogd_constant", learners.ogd_constant(c, U), f"gradient descent with the step {told(c)}{ball}"
        yield ("lazy", learners.lazy(c * 2**0.5, U), f"lazy gradient descent with steps η/√t, η = {told(c * 2**0.5)},"
               f"{ball}")
        yield "scale_free", learners.scale_free(U), f"scale-free gradient descent{ball}"
    else:
        unprojected = {"ogd": learners._ogd, "ogd_constant": learners._ogd_constant, "lazy": learners._lazy}
        for name, update in unprojected.items():
            eta = c * 2**0.5 if name == "lazy" else c
            yield (name, Learner(name, eta, None, update=update),
                   f"{'lazy ' * (name == 'lazy')}gradient descent with "
                   f"{'the step' if name == 'ogd_constant' else 'steps η/√t, η ='} {told(eta)}, never projected")
    yield "strongly_convex", learners.strongly_convex(1 / c, U), f"gradient descent with steps {told(c)}/t{ball}"


def family(learner, told="{:.4g}".format, seed=0):
    """The `Family` that this learner belongs to, None for none. learner: of one run, such as ``own.learner(step)``;
    what it raises is passed on."""
    check.kind("learner", learner, Learner)
    rng = np.random.default_rng(seed)
    small = rng.standard_normal((1, 2)) * 1e-6
    first = path(learner, small)[1]
    c = -float(first @ small[0]) / float(small[0] @ small[0])
    if not 1e-100 < c < 1e100 or np.linalg.norm(first + c * small[0]) > CLOSE * np.linalg.norm(first):
        return None  # it is 0, goes up, or goes another way
    far = np.array([[3.0, 4.0]]) * 1e6 * (1 + 1 / c)
    reached = float(np.linalg.norm(path(learner, far)[1]))
    unprojected = c * float(np.linalg.norm(far))
    U = None if abs(reached / unprojected - 1) < 1e-6 else reached  # of a learner that is in no family, anything
    if U is not None and U < 1e-100:
        return None
    for name, candidate, words in _candidates(c, U, told):
        if all(_agree(learner, candidate, rng, c, U, *stream) for stream in STREAMS):
            return Family(name, candidate, words)
    return None


def _agree(learner, other, rng, c, U, d, T, reach):
    gradients = rng.standard_normal((T, d)) * (reach * (U or 1.0) / c)
    found, expected = path(learner, gradients), path(other, gradients)
    return bool(abs(found - expected).max() <= CLOSE * max(abs(expected).max(), 1e-300))


@dataclass(frozen=True, eq=False)
class Grant:
    """theorem: the id of the one that is asked; why: in a clause, what it lacks; promise(t): what it promises the first
    t rounds of the run, None where it promises nothing; bound: that for all of them."""

    theorem: str
    why: str = ""
    promise: Callable | None = None
    bound: float | None = None


THEOREMS = {"ogd": bounds.ogd, "ogd_constant": bounds.ogd_constant, "lazy": bounds.lazy,
            "scale_free": bounds.scale_free, "strongly_convex": bounds.strongly_convex_harmonic}


def granted(run, found, U, G=None):
    """The `Grant` for a run of a learner against all u with ‖u‖ ≤ U; found: its `Family`, or None.

    The bound is that of the learner's own ball, which must hold these u. G: what bounds the gradients; without it, for
    steps 1/(σt) the largest of this run, for the others that of the learner's ball. T7 asks for losses that are as
    strongly convex as the steps say, which is decided by ``run.loss.l2``.
    """
    if found is None:
        return Grant("", "it is no learner that the book has a theorem for")
    bound, ball = THEOREMS[found.name], found.learner.U
    refused = lambda why: Grant(bound.id, why)
    sigma = 1 / found.learner.eta if found.name == "strongly_convex" else None
    if sigma is not None and not run.loss.l2:
        return Grant("T7", "T7 is for strongly convex losses")
    if sigma is not None and sigma > run.loss.l2 * (1 + CLOSE):
        return refused(f"its steps are those for σ = {sigma:.4g}, and these losses have σ = {run.loss.l2:.4g} only")
    if ball is None and sigma is None:
        return refused(f"{bound.id} needs steps that are projected on the ball")
    if ball is not None and ball < U * (1 - CLOSE):
        return refused(f"its ball is smaller than that of the u it is compared with, {U:.4g}")
    again = play(found.learner, run.loss, run.X, run.y)
    if abs(again.w - run.w).max() > CLOSE * max(ball or 0.0, abs(run.w).max()):
        return refused("on this stream it does something else")
    if sigma is not None and G is not None and run.G > G * (1 + CLOSE):
        return refused(f"it meets a gradient of length {run.G:.4g}, more than G = {G:.4g}")
    promise = _promise(run, found, sigma, G)
    return Grant(bound.id, "", promise, float(promise(run.T)))


def _promise(run, found, sigma, G):
    """t -> the bound of the first t rounds."""
    bound, ball, eta = THEOREMS[found.name], found.learner.U, found.learner.eta
    if sigma is not None:
        return lambda t: bound(t, sigma, run.G if G is None else G)
    if found.name == "scale_free":
        gradients = run.slopes[:, None] * run.X + run.loss.l2 * run.w[:-1]
        lengths = np.append(0.0, np.sqrt(np.cumsum((gradients**2).sum(axis=1))))
        return lambda t: bound(ball, lengths[t])
    G = gradient_bound(run.loss, run.X, run.y, ball)
    return lambda t: bound(t, eta, ball, G)
