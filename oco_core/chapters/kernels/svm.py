"""The hard-margin support vector machine (catalogue A12, T27, T28), from kernel values alone, with a certificate.

min ½‖w‖² subject to y_t w·φ(x_t) ≥ 1 asks for the shortest vector with margin 1, which points where the margin of unit
vectors is largest, γ* = 1/‖w*‖. Its dual, scaled to Σβ_t = 1, is the point of the convex hull of the y_t φ(x_t) nearest
to 0:

    γ*  =  min_{β ≥ 0, Σβ = 1} ‖v‖,     v = Σ β_t y_t φ(x_t),     ‖v‖² = βᵀQβ,  Q_st = y_s y_t K(x_s, x_t).

Every such β certifies γ* ≤ ‖v‖, because the margin of a unit vector u is at most Σ β_t y_t u·φ(x_t) ≤ ‖v‖; and v/‖v‖
has the margin min_t (Qβ)_t/‖v‖. Where the two meet, w* = v/γ*², α = β/γ*². Both are computed with what rounding can
have changed, in them and in K, so that the interval is right whatever β the solver has found.
`mistakes.margin` finds the same γ* for many examples in few dimensions; this one is for few examples, in any number.
"""

import math
from dataclasses import dataclass

import numpy as np

from ...engine import check
from ...losses import hinge
from .soft_margin import SoftMargin, soft_margin

__all__ = ["HardMargin", "SoftMargin", "hard_margin", "soft_margin"]

EPS = float(np.finfo(float).eps)
ROUNDING = 8 * EPS  # of an inner product of up to 16 terms, as a share of the two lengths; of longer ones as a rule


@dataclass(frozen=True, eq=False)
class HardMargin:
    """What `hard_margin` found: ``value`` ≤ γ* ≤ ``upper``. If ``value`` > 0, its w separates; if ``value`` is 0, it is
    not decided whether a margin up to ``upper`` exists.

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
        """Whether a margin above 0 is proved: value > 0. If not, no more is known than γ* ≤ upper."""
        return self.value > 0

    @property
    def norm(self):
        """‖w*‖, which is 1/γ*; ValueError where nothing separates."""
        return 1 / check.positive("margin", self.value)


def hard_margin(K, y, rounding=ROUNDING):
    """The largest margin in the feature space of a kernel, and its support vectors (catalogue A12, T27, T28).

    K (T, T), T ≥ 1, the Gram matrix K(x_s, x_t) (X Xᵀ for the linear classifier), y (T,) of ±1. By a primal-dual
    interior-point method on the dual, one T × T system a step. Returns a `HardMargin`: value ≤ γ* ≤ upper for all
    vectors whose inner products differ from K by at most ``rounding``·√(K_ss K_tt), as those do of which K was computed
    in floats; 0 if K is exact. As a rule upper − value is 1e-8·upper or less where γ* is above 1e-3 of the lengths, and
    grows as their square over γ*²; a margin below 5e-8 of them is lost in K's rounding, value is 0, and whether some w
    separates is not decided. (`mistakes.margin` sees the examples themselves and decides more.) Raises ValueError for
    bad input, as for a K that is no Gram matrix.
    """
    y = check.labels(hinge, check.array("y", y, 1))
    rounding = check.nonnegative("rounding", rounding)
    K, lengths = check.inner_products("K", K)
    if K.shape != (len(y), len(y)) or not len(y):
        check.fail("K.shape", K.shape, f"({len(y)}, {len(y)}), the kernel of at least one example with itself")
    if not lengths.all():  # the zero vector has no margin; the square of one this short is 0
        return HardMargin(0.0, 3e-162, np.zeros(len(y)), np.zeros(len(y)), np.arange(0))
    size = 4.0 ** (math.frexp(K.diagonal().max())[1] // 2)  # a power of 2: nothing is rounded
    Q = y[:, None] * y * (K / size)  # in units in which the longest vector has a length of about 1
    with np.errstate(over="ignore", under="ignore", divide="ignore", invalid="ignore"):  # whatever it finds is checked
        beta = np.maximum(_nearest(Q)[0], 0.0)
    value, upper, margins = _certified(Q, beta, rounding)
    value, upper = value * size**0.5, upper * size**0.5
    if value <= 0:
        return HardMargin(0.0, upper, np.zeros(len(y)), np.zeros(len(y)), np.arange(0))
    # v scaled so that its smallest margin is 1: feasible, with the dual point α = β/least
    least = margins.min()
    share = beta * lengths  # of v
    support = np.flatnonzero(share > 1e-6 * share.max())
    return HardMargin(value, max(value, upper), beta / (least * size), margins / least, support)


def _certified(Q, beta, rounding):
    """(value, upper, Qβ): the margin of v/‖v‖ and ‖v‖/Σβ, less and more what rounding can have changed.

    Sums are exact but for their last rounding, so that an entry of Qβ is off by (rounding + EPS)·√Q_tt·Σ β_s√Q_ss at
    most."""
    lengths = np.sqrt(Q.diagonal())
    reach = float(beta @ lengths) * (1 + len(Q) * EPS)
    margins = np.array([math.fsum(row) for row in (Q * beta).tolist()])
    norm2 = math.fsum((margins * beta).tolist())
    off = (rounding + EPS) * reach
    norm = math.sqrt(max(0.0, norm2) + (off + EPS * reach) * reach) * (1 + 4 * EPS)
    least = float((margins - off * lengths).min())
    value = least / norm * (1 - 4 * EPS) if norm and least > 0 else 0.0
    return value, norm / math.fsum(beta.tolist()) * (1 + 4 * EPS), margins


def _nearest(Q):
    """β of the simplex with the least βᵀQβ, min(Qβ), and √βᵀQβ.

    It is solved for unit vectors, b_t = β_t√Q_tt, Q_st/√(Q_ss Q_tt), so that short examples weigh beside long ones; c·b
    = 1 with c_t ∝ 1/√Q_tt takes the place of Σβ = 1. With slacks z = Qb − ρc ≥ 0 the conditions are b z = 0; Mehrotra's
    predictor and corrector follow b z = μ to 0. Every step keeps c·b = 1 and z = Qb − ρc, so each b on the way is a
    certificate, and the best is kept.
    """
    lengths = np.sqrt(Q.diagonal())
    c = lengths.min() / lengths
    unit = Q / lengths[:, None] / lengths
    T = len(Q)
    b = np.full(T, 1 / c.sum())
    rho = ((unit @ b) / c).min() - 1.0
    best, shortest, stalled = (np.inf, b), np.inf, 0
    while stalled < 10:
        slope = unit @ b
        length2 = max(float(b @ slope), 0.0)
        gap = (length2 - float((slope / c).min())) / max(length2, 1e-300)
        lost = length2 <= EPS * b.sum() ** 2  # in rounding
        stalled = 0 if gap < 0.9 * best[0] or length2 < 0.8 * shortest else stalled + 1
        shortest = min(shortest, length2)
        if gap < best[0] or lost:
            best = (gap, b)
        if gap <= 1e-10 or lost:
            break
        z = np.maximum(slope - rho * c, 1e-300)
        mu = float(b @ z) / T
        M = unit + np.diag(z / b)
        try:
            along = np.linalg.solve(M, c)

            def direction(target):
                a = np.linalg.solve(M, target / b - z)
                drho = -(c @ a) / (c @ along)
                db = a + drho * along
                return db, drho, unit @ db - drho * c

            def longest(db, dz, part):
                return 1 / max(1.0, float(np.maximum(-db / b, -dz / z).max()) / part)

            db, drho, dz = direction(0.0)
            step = longest(db, dz, 1.0)
            left = float((b + step * db) @ (z + step * dz)) / T
            target = mu * min(1.0, max(left / mu, 0.0)) ** 3
            db, drho, dz = direction(target - db * dz)
        except np.linalg.LinAlgError:  # singular to the last bit: what was found remains true
            break
        if not (np.isfinite(db).all() and np.isfinite(dz).all()):
            break
        step = longest(db, dz, 0.99)
        b, rho = b + step * db, rho + step * drho
        b = b / (c @ b)
    beta = best[1] / lengths
    beta = beta / beta.sum()
    slope = Q @ beta
    return beta, float(slope.min()), float(np.sqrt(max(0.0, beta @ slope)))
