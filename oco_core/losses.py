"""Losses of a linear prediction: l_t(w) = l(p, y_t) with p = w·x_t (catalogue D4, D5, D9, D21).

Each is a `Loss`: four small functions of (p, y) that work on numbers and on arrays alike. All but ``zero_one`` are
convex in p; ``slope`` then returns one subgradient, and the docstring says which one at a kink.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .engine import check, rounding

__all__ = ["Loss", "absolute", "gradient_bound", "hinge", "linear", "logistic", "spam", "square", "strong_convexity",
           "with_l2", "zero_one"]


@dataclass(frozen=True)
class Loss:
    """A loss l(p, y) of the prediction p = w·x, plus (l2/2)·‖w‖² if ``l2`` > 0.

    name       the word for it, in code and on the page.
    value      (p, y) -> l(p, y), without the l2 term; broadcasts.
    slope      (p, y) -> an element of the subdifferential of l(·, y) at p; the gradient in w is slope·x + l2·w.
    conjugate  (alpha, y) -> sup_p (alpha·p − l(p, y)); +inf outside its domain.
    labels     "real", "signs" (y must be −1 or +1) or "bits" (y must be 0 or 1).
    convex     whether l(·, y) is convex.
    latex      the formula.
    quadratic  (k, a, b, c) if l(p, y) = k·(a·p − b·y − c)², the square loss in other units; () for other losses.
    """

    name: str
    value: Callable
    slope: Callable
    conjugate: Callable
    labels: str
    latex: str
    convex: bool = True
    l2: float = 0.0
    quadratic: tuple = ()

    def __repr__(self):
        return f"<loss {self.name}>" if not self.l2 else f"<loss {self.name} + {self.l2:g}/2 ||w||²>"


def _where(inside, value):
    """value where the conjugate is finite, +inf elsewhere (a number for numbers)."""
    return np.where(inside, value, np.inf)[()]


def _entropy(b):
    """b ln b + (1 − b) ln(1 − b) for b in [0, 1], with 0 ln 0 = 0."""
    b = np.clip(b, 0.0, 1.0)
    tiny = np.finfo(float).tiny
    return b * np.log(np.maximum(b, tiny)) + (1 - b) * np.log(np.maximum(1 - b, tiny))


def _no_slope(p, y):
    raise ValueError("loss = zero_one: expected a loss with a slope; the zero-one loss is flat wherever it is "
                     "differentiable, and minimising it over halfspaces is NP-hard (T17): use hinge or logistic")


square = Loss(
    name="square",
    value=lambda p, y: (p - y) ** 2,
    slope=lambda p, y: 2.0 * (p - y),
    conjugate=lambda a, y: a * y + a * a / 4,
    labels="real",
    latex=r"(p-y)^2",
    quadratic=(1.0, 1.0, 1.0, 0.0),
)

absolute = Loss(  # slope 0 at the kink p = y
    name="absolute",
    value=lambda p, y: abs(p - y),
    slope=lambda p, y: 1.0 * (p > y) - 1.0 * (p < y),
    conjugate=lambda a, y: _where(abs(a) <= 1, a * y),
    labels="real",
    latex=r"\lvert p-y\rvert",
)

hinge = Loss(  # slope 0 at the kink yp = 1
    name="hinge",
    value=lambda p, y: np.maximum(0.0, 1.0 - y * p),
    slope=lambda p, y: -y * (1.0 * (y * p < 1)),
    conjugate=lambda a, y: _where((-1 <= a * y) & (a * y <= 0), a * y),
    labels="signs",
    latex=r"[1-yp]_+",
)

logistic = Loss(  # in nats; tanh and logaddexp do not overflow
    name="logistic",
    value=lambda p, y: np.logaddexp(0.0, -y * p),
    slope=lambda p, y: -0.5 * y * (1.0 - np.tanh(0.5 * y * p)),
    conjugate=lambda a, y: _where((-1 <= a * y) & (a * y <= 0), _entropy(-a * y)),
    labels="signs",
    latex=r"\ln(1+e^{-yp})",
)

linear = Loss(
    name="linear",
    value=lambda p, y: p * y,
    slope=lambda p, y: 0.0 * p + y,
    conjugate=lambda a, y: _where(a == y, 0.0),
    labels="real",
    latex=r"p\,y",
)

zero_one = Loss(  # value only; yp = 0 counts as a mistake, as in D2
    name="zero_one",
    value=lambda p, y: 1.0 * (y * p <= 0),
    slope=_no_slope,
    conjugate=_no_slope,
    labels="signs",
    latex=r"\mathbb{I}\{yp\le 0\}",
    convex=False,
)


def spam(U):
    """The loss of a spam filter (catalogue D21, A13; bound T24; errata E25, E37): f(w) = (y − a_w(x))², labels 0 and 1.

    a_w(x) = (w·x + M)/(2M) with M = 100U is the filter's confidence that the message is spam (y = 1). It lies in
    [0, 1] for ‖w‖ ≤ U and x ≥ 0 with Σ x_i = 100, percentages of words; a_w(x) > 1/2 if and only if w·x > 0.
    With labels 2y − 1 = ±1 it is (w·x/M − (2y − 1))²/4, a square loss in other units; the gradient (a_w(x) − y)·x/M is
    no longer than 1/U. U: the notes' R, a number. Raises ValueError for U that is no radius.
    """
    M = 100 * check.radius("U", U)
    return Loss(
        name="spam",
        value=lambda p, y: ((p / M + 1.0) / 2 - y) ** 2,
        slope=lambda p, y: ((p / M + 1.0) / 2 - y) / M,
        conjugate=lambda s, y: s * M * (2.0 * y - 1.0) + (s * M) ** 2,
        labels="bits",
        latex=r"\bigl(y-\tfrac{p+M}{2M}\bigr)^2",
        quadratic=(0.25, 1 / M, 2.0, -1.0),
    )


def with_l2(loss, lam):
    """The regularised loss l(w·x, y) + (lam/2)·‖w‖² (catalogue A9, D12; erratum E17 on the factor 1/2).

    lam ≥ 0, in units of loss per squared unit of w. It is lam-strongly convex where l is convex.
    Raises ValueError for a lam that is negative or not finite, or a loss that has a regulariser already.
    """
    lam = check.nonnegative("lam", lam)
    if check.kind("loss", loss, Loss).l2:
        check.fail("loss", loss, "a loss without a regulariser")
    return replace(loss, l2=lam)


def gradient_bound(loss, X, y, U):
    """The uniform gradient bound G = max_t sup_{‖w‖≤U} ‖∇l_t(w)‖ (catalogue A1, T3; erratum E43).

    Exact: the slope grows with p, so |slope|·‖x_t‖ + l2·U is largest at w = ±U·x_t/‖x_t‖.
    X: (T, d) or (n_runs, T, d); y: one label each; U: a number, or (n_runs,). Returns a float, or (n_runs,) floats;
    0 for an empty stream.
    Raises ValueError for bad shapes, entries that are not finite, labels that the loss does not allow, U ≤ 0, and a
    gradient too long for a float.
    """
    X, y = check.examples(X, y)
    check.labels(check.kind("loss", loss, Loss), y)
    U = check.per_run("U", U, check.radius)
    if X.ndim == 3 and np.ndim(U) == 1 and len(U) != len(X):
        check.fail("U.shape", np.shape(U), f"one radius for each of the {len(X)} runs of X")
    norms = rounding.lengths(X)
    if norms.size == 0:
        shape = np.broadcast_shapes(np.shape(U), X.shape[:-2])
        return 0.0 if shape == () else np.zeros(shape)
    reach = np.multiply.outer(U, norms) if X.ndim == 2 else np.reshape(U, (-1, 1)) * norms
    with np.errstate(over="ignore"):
        steepest = np.maximum(abs(loss.slope(-reach, y)), abs(loss.slope(reach, y)))
        G = (steepest * norms).max(axis=-1) + loss.l2 * U
    if not np.isfinite(G).all():
        check.fail("X, y, U, l2", "values for which a gradient exceeds the float range", "gradients of finite length")
    return float(G) if np.ndim(G) == 0 else G


def strong_convexity(loss, X):
    """The largest σ for which each loss l(w·x_t, y_t) + (l2/2)‖w‖² is σ-strongly convex on R^d (catalogue D6; E2).

    σ = l2, because l(w·x, y) does not change along w ⟂ x (erratum E42); only for d = 1 does the square loss add
    2·min x_t², in its own units. A Hessian that is positive everywhere is not enough: the logistic loss has l'' > 0,
    but l'' → 0 as |p| grows.
    X: (T, d), T ≥ 1. Returns a float, 0 for a loss that is convex only. Raises ValueError for a bad X.
    """
    check.kind("loss", loss, Loss)
    X = check.moderate("X", X, 2)
    if not loss.convex:
        return 0.0
    if not loss.quadratic or X.shape[1] > 1 or not X.size:
        return loss.l2
    k, a, _, _ = loss.quadratic
    return loss.l2 + 2 * k * float(((a * X) ** 2).min())
