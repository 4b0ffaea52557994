"""The best u for the Perceptron's bounds, with a certificate: `margin` for T8, `best` for T9 (catalogue §6).

Both come from the hinge loss in a ball, V(U) = min_{‖u‖≤U} Σ h_t(u), whose dual points β ∈ [0, 1]^T give for all U

    V(U)  ≥  S − nU,    S = Σ β_t,    n = ‖Σ β_t y_t x_t‖:

a line below a convex curve, which touches it at the U that β was found for.
"""

from dataclasses import dataclass

import numpy as np

from . import bounds, check, interior_point
from .losses import hinge

__all__ = ["Margin", "MistakeBound", "best", "margin"]


@dataclass(frozen=True, eq=False)
class Margin:
    """The unit vector u with min y_t u·x_t = ``value``, and ``upper`` ≥ the margin γ* of any unit vector."""

    u: np.ndarray
    value: float
    upper: float


@dataclass(frozen=True, eq=False)
class MistakeBound:
    """T9, solved for M, at the best u: ``lower`` ≤ the least bound ≤ ``value``.

    L = Σ h_t(u); ``norm`` is what the bound is charged for ‖u‖.
    """

    u: np.ndarray
    norm: float
    L: float
    value: float
    lower: float


def _examples(X, y):
    X, y = check.examples(X, y)
    if X.ndim != 2:
        check.fail("X.shape", X.shape, "(T, d), one sequence")
    return X, check.labels(hinge, y)


def _in_ball(X, y, U):
    """The best u with ‖u‖ ≤ U, its L = Σ h_t(u), and the line (S, n) of its dual point."""
    u, alpha = interior_point.solve(hinge, X, y, U, np.array([len(X)]))
    beta = -y * alpha[0]
    return u[0], float(hinge.value(X @ u[0], y).sum()), (float(beta.sum()), float(np.linalg.norm((beta * y) @ X)))


def _first_line(X, y):
    """The line of β = 1, which touches V at U = 0."""
    return float(len(X)), float(np.linalg.norm(y @ X))


def margin(X, y):
    """The largest margin γ* = max_{‖u‖=1} min_t y_t u·x_t (catalogue D17, T27; (X/γ*)² is T8's least bound).

    Newton's method on V(U) = 0, whose root is 1/γ*: from the left, each line's root S/n is at most 1/γ*, so that
    γ* ≤ n/S, and the u of that ball has almost this margin. X (T, d) with T ≥ 1, y (T,) of ±1. Returns a `Margin`: u
    separates the examples if value > 0, and then upper − value is as a rule 1e-8·upper or less; if not, no u has a
    margin above upper, which is about 1e-6·max‖x_t‖ or less where nothing separates them. Raises ValueError for bad
    input.
    """
    X, y = _examples(X, y)
    if not len(X):
        check.fail("X.shape", X.shape, "at least one example, because the margin of none is infinite")
    largest = np.linalg.norm(X, axis=1).max()
    S, n = _first_line(X, y)
    u, value, upper = np.eye(X.shape[1])[0], -np.inf, n / S
    if upper:
        u = y @ X / n
    value = float((y * (X @ u)).min())
    for _ in range(100):
        if upper <= 1e-6 * largest or upper - value <= 1e-9 * upper:
            break
        try:
            v, _, (S, n) = _in_ball(X, y, 1 / upper)
        except ValueError:  # so large a ball could not be certified: what is known so far remains true
            break
        norm = np.linalg.norm(v)
        reached = float((y * (X @ v)).min() / norm) if norm else -np.inf
        if reached > value:
            u, value = v / norm, reached
        if not (S > 0 and n < upper * S * (1 - 1e-14)):
            break
        upper = n / S
    return Margin(u, value, float(max(upper, value)))


def best(X, y, norm=None):
    """The least bound on the Perceptron's mistakes that T9 gives, over all u, or over ‖u‖ ≤ norm, charged as norm.

    T9 solved for M: L + A²/2 + A√(A²/4 + L), A = ‖u‖·max‖x_t‖. As a function of the charge U, with L = V(U), it falls
    and then grows: it falls while n > X√bound. So the two lines that touch V on either side of the best U cross at a
    point below V, whose bound is a lower one; the next ball is the one where they cross.

    With ``norm`` (≥ 0) the charge is norm also where the best u is shorter: on the sphere ‖u‖ = norm itself no u has
    less. X (T, d), y (T,) of ±1. Returns a `MistakeBound` with value − lower ≤ 1e-8·max(1, value). Raises ValueError
    for bad input, and where rounding keeps it from being certified.
    """
    X, y = _examples(X, y)
    T, zero = len(X), np.zeros(X.shape[1])
    largest = float(np.linalg.norm(X, axis=1).max(initial=0.0))
    if norm is not None:
        norm = check.nonnegative("norm", norm)
        if not T or not norm:
            return MistakeBound(zero, norm, float(T), float(T), float(T)) if not norm else MistakeBound(
                zero, norm, 0.0, bounds.perceptron(0, norm, largest), bounds.perceptron(0, norm, largest))
        u, L, (S, n) = _in_ball(X, y, check.radius("norm", norm))
        value = bounds.perceptron(L, norm, largest)
        return MistakeBound(u, norm, L, value, min(value, bounds.perceptron(max(0.0, S - n * norm), norm, largest)))

    found = MistakeBound(zero, 0.0, float(T), float(T), 0.0)  # u = 0
    left, right, lower = _first_line(X, y), (0.0, 0.0), 0.0
    for _ in range(100):
        (S, n), (s, flat) = left, right
        reach = np.sqrt(found.value) / largest if largest else 0.0  # farther out A² alone exceeds the bound found
        U = min((S - s) / (n - flat), reach) if n > flat else reach
        lower = max(lower, min(found.value, bounds.perceptron(max(S - n * U, s - flat * U, 0.0), U, largest)) if U
                    else found.value)
        if found.value - lower <= 5e-9 * max(1.0, found.value):
            break
        u, L, line = _in_ball(X, y, U)
        length = float(np.linalg.norm(u))
        value = bounds.perceptron(L, length, largest)
        if value < found.value:
            found = MistakeBound(u, length, L, value, 0.0)
        if line[1] > largest * np.sqrt(bounds.perceptron(L, U, largest)):
            left = line
        else:
            right = line
    if found.value - lower > 1e-8 * max(1.0, found.value):
        gap = found.value - lower
        check.fail("X, y", f"{T} examples", f"a bound that can be certified; the gap stays at {gap:.1e}")
    return MistakeBound(found.u, found.norm, found.L, found.value, lower)
