"""The hard-margin support vector machine (catalogue A12, T27, T28), from kernel values alone, with a certificate.

min ½‖w‖² subject to y_t w·φ(x_t) ≥ 1 asks for the shortest vector with margin 1, which points where the margin of unit
vectors is largest, γ* = 1/‖w*‖. Its dual, scaled to Σβ_t = 1, is the point of the convex hull of the y_t φ(x_t) nearest to 0:

    γ*  =  min_{β ≥ 0, Σβ = 1} ‖v‖,     v = Σ β_t y_t φ(x_t),     ‖v‖² = βᵀQβ,  Q_st = y_s y_t K(x_s, x_t).

Every such β certifies γ* ≤ ‖v‖, because the margin of a unit vector u is at most Σ β_t y_t u·φ(x_t) ≤ ‖v‖; and v/‖v‖ has
the margin min_t (Qβ)_t/‖v‖. Where the two meet, w* = v/γ*², α = β/γ*².
`mistakes.margin` finds the same γ* for many examples in few dimensions; this one is for few examples, in any number.
"""

from dataclasses import dataclass

import numpy as np

from . import check
from .losses import hinge

__all__ = ["HardMargin", "hard_margin"]


@dataclass(frozen=True, eq=False)
class HardMargin:
    """What `hard_margin` found: ``value`` ≤ γ* ≤ ``upper``, and ``value`` > 0 if some w was found that separates.

    alpha (T,)    the multipliers: w* = Σ α_t y_t φ(x_t), α ≥ 0; zeros where value is 0.
    margins (T,)  y_t w·φ(x_t) of this w, the least of them 1; zeros where value is 0.
    support       the t, counted from 0, with α_t above 1e-6 of the largest: they have margin 1.
    """

    value: float
    upper: float
    alpha: np.ndarray
    margins: np.ndarray
    support: np.ndarray

    @property
    def separable(self):
        """Whether a margin above 0 was found: value > 0."""
        return self.value > 0

    @property
    def norm(self):
        """‖w*‖, which is 1/γ*; ValueError where nothing separates."""
        return 1 / check.positive("margin", self.value)


def hard_margin(K, y):
    """The largest margin in the feature space of a kernel, and its support vectors (catalogue A12, T27, T28).

    K (T, T), T ≥ 1, the Gram matrix K(x_s, x_t) (X Xᵀ for the linear classifier), y (T,) of ±1. By a primal-dual
    interior-point method on the dual, one T × T system a step. Returns a `HardMargin`: if value > 0 then upper − value is as
    a rule 1e-8·upper or less; if value is 0, nothing was found that separates, and no unit vector has a margin above
    upper, as a rule 1e-6·√max K_tt or less. Between the two, at a γ* of about 1e-5·√max K_tt, rounding leaves a wider
    gap. Raises ValueError for bad input.
    """
    K = check.moderate("K", check.array("K", K, 2))
    y = check.labels(hinge, check.array("y", y, 1))
    if K.shape != (len(y), len(y)) or not len(y):
        check.fail("K.shape", K.shape, f"({len(y)}, {len(y)}), the kernel of at least one example with itself")
    if abs(K - K.T).max() > 1e-9 * abs(K).max():
        check.fail("K", "a matrix that is not symmetric", "the kernel of the examples with one another")
    T, size = len(y), float(K.diagonal().max())
    if size <= 0:
        return HardMargin(0.0, 0.0, np.zeros(T), np.zeros(T), np.arange(0))
    Q = y[:, None] * y * (K / size)  # in units in which the longest vector has length 1
    beta, least, length = _nearest(Q)
    upper = float(length * np.sqrt(size))
    if length <= 1e-6 or least <= 0:
        return HardMargin(0.0, upper, np.zeros(T), np.zeros(T), np.arange(0))
    # v scaled so that its smallest margin is 1: feasible, with the dual point α = β/least
    support = np.flatnonzero(beta > 1e-6 * beta.max())
    value = min(upper, float(least / length * np.sqrt(size)))
    return HardMargin(value, upper, beta / (least * size), Q @ (beta / least), support)


def _nearest(Q):
    """β of the simplex with the least βᵀQβ, min(Qβ), and √βᵀQβ.

    With slacks z = Qβ − ρ ≥ 0 the conditions are β z = 0; Mehrotra's predictor and corrector follow β z = μ to 0. Every
    step keeps Σβ = 1 and z = Qβ − ρ, so each β on the way is a certificate, and the best is kept.
    """
    T = len(Q)
    beta = np.full(T, 1 / T)
    slope = Q @ beta
    rho = slope.min() - 1.0
    best, stalled = (np.inf, beta, -np.inf, np.inf), 0
    while stalled < 10:
        slope = Q @ beta
        length2 = max(float(beta @ slope), 0.0)
        length, least = np.sqrt(length2), float(slope.min())
        gap = (length2 - least) / max(length2, 1e-300)
        stalled = 0 if gap < 0.9 * best[0] or length < 0.9 * best[3] else stalled + 1
        if gap < best[0] or length <= 1e-6:
            best = (gap, beta, least, length)
        if gap <= 1e-10 or length <= 1e-6:
            break
        z = np.maximum(slope - rho, 1e-300)
        mu = float(beta @ z) / T
        M = Q + np.diag(z / beta)
        try:
            ones = np.linalg.solve(M, np.ones(T))

            def direction(target):
                a = np.linalg.solve(M, target / beta - z)
                drho = -a.sum() / ones.sum()
                dbeta = a + drho * ones
                return dbeta, drho, Q @ dbeta - drho

            def longest(dbeta, dz, part):
                return 1 / max(1.0, float(np.maximum(-dbeta / beta, -dz / z).max()) / part)

            dbeta, drho, dz = direction(0.0)
            step = longest(dbeta, dz, 1.0)
            left = float((beta + step * dbeta) @ (z + step * dz)) / T
            target = mu * min(1.0, max(left / mu, 0.0)) ** 3
            dbeta, drho, dz = direction(target - dbeta * dz)
        except np.linalg.LinAlgError:  # singular to the last bit: what was found remains true
            break
        if not (np.isfinite(dbeta).all() and np.isfinite(dz).all()):
            break
        step = longest(dbeta, dz, 0.99)
        beta, rho = beta + step * dbeta, rho + step * drho
        beta = beta / beta.sum()
    return best[1], best[2], best[3]
