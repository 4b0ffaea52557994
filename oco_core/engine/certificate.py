"""What a point and a dual point prove about the least total loss, whatever rounding has done to them (catalogue §6).

With margins m = c − A u all losses but the linear one are, on the first t examples,

    F(u)  =  Σ_s φ(m_s) + Λ/2·‖u‖²,     Λ = l2·t,

    square     A = x,   c = y,  φ(m) = m²           φ*(b) = b²/4
    absolute   A = x,   c = y,  φ(m) = |m|          φ*(b) = 0                           on [l, h] = [−1, 1]
    hinge      A = yx,  c = 1,  φ(m) = max(0, m)    φ*(b) = 0                           on [l, h] = [0, 1]
    logistic   A = yx,  c = 0,  φ(m) = ln(1 + e^m)  φ*(b) = b ln b + (1 − b) ln(1 − b)  on [l, h] = [0, 1]

Take any numbers m̂ and any b where φ* is finite. Since φ(m) ≥ φ(m̂) + b(m − m̂) − gap_s for all m, with Fenchel and
Young's gap_s = φ(m̂_s) + φ*(b_s) − b_s m̂_s ≥ 0, every v of the ball has

    F(v)  ≥  Σ φ(m̂_s) − Σ gap_s − Σ |b_s||m_s − m̂_s| + Λ/2·‖u‖² − gap,     G = Aᵀb,

    gap  =  ‖κu − G‖²/(2κ) + (κ − Λ)/2·(U² − ‖u‖²)     for any κ ≥ Λ, over R^d for κ = Λ,

where κ − Λ is a multiplier of the ball. Where u is the best point and b the slopes there, all gaps are 0. None of these
terms is a difference of large numbers, and of each the error is bounded: so ``lower`` ≤ min F ≤ ``value``.
"""

import numpy as np

from . import rounding
from .products import combination
from .rounding import EPS, gamma

__all__ = ["CLOSED", "Sums", "ceiling", "certify", "ends", "floor", "gap", "margins", "margins_at", "phi", "width"]

SMALLEST = 2.0**-1021  # whose half has all its digits
CLOSED = 1e-9  # a gap of CLOSED·max(1, value) needs no more care


def margins(loss, X, y):
    """A (T, d) and c (T,) with margins m = c − A u; no rounding."""
    if loss.labels == "signs":
        return y[:, None] * X, np.ones(len(y)) if loss.name == "hinge" else np.zeros(len(y))
    return X, y


def ends(loss):
    """[l, h], where φ* is finite, of a loss that is not square."""
    return (-1.0 if loss.name == "absolute" else 0.0), 1.0


def width(value, lower):
    """(value − lower)/max(1, |value|)."""
    return (value - lower) / np.maximum(1.0, abs(value))


def certify(loss, A, c, at, U, u, b, twice=False, spread=0.0, low=None):
    """value and lower (K,) with lower ≤ min F ≤ F(u) ≤ value, on the first t ≥ 1 examples for each t in ``at`` (K,).

    u (K, d) with ‖u‖ ≤ U, a radius or None; b: K arrays (t,), or None for the slopes at u. ``twice`` takes twice the
    digits for the products with A, which is slower; ``spread`` is a relative error of c on top. With
    ``low``, as long as b, the dual point is b + low, of more digits than a float has; it must be in [l, h].
    """
    d, weight, sums = A.shape[1], loss.l2 * at, Sums(at)
    size = None if twice else abs(A)
    each = [margins_at(A[:t], c[:t], u_k, size if size is None else size[:t], twice, spread) for t, u_k in zip(at, u)]
    m, e = (np.concatenate(part) for part in zip(*each))
    if b is None:
        b = slope(loss, m)
    else:
        b = np.clip(np.concatenate(b), *ends(loss))
    apart, off = _fenchel_young(loss, m, b)
    G, e_G = np.empty((2, len(at), d))
    for k, (t, place) in enumerate(zip(at, sums.places)):
        if twice:
            G[k], rest, error = rounding.dot(A[:t].T, b[place])
            if low is not None:
                more, left, off_more = rounding.dot(A[:t].T, low[place])
                G[k], lost = rounding.two_sum(G[k], more)
                rest, error = rest + left + lost, error + off_more + 4 * EPS * (abs(rest) + abs(left) + abs(lost))
            G[k], rest = rounding.two_sum(G[k], rest)
            e_G[k] = error + abs(rest)
        else:
            G[k], e_G[k] = combination(A[:t].T, b[place]), gamma(t + 2) * combination(size[:t].T, abs(b[place]))
    if low is not None:
        apart, b = apart + abs(low) * _steep(loss, m, b), abs(b) + abs(low)
    loses = gap(G, rounding.norm(e_G) * (1 + gamma(d + 20)), u, weight, U) + sums.most(apart + off + abs(b) * e)
    F, error = _total(loss, m, u, weight, sums)
    return ceiling(loss, m, e, u, weight, sums), np.fmax(0.0, rounding.down(F, error + loses * (1 + 4 * EPS)))


class Sums:
    """Sums over each of K prefixes of t ≥ 1 examples, t in ``at``, whose examples stand end to end."""

    def __init__(self, at):
        self.at = np.asarray(at)
        self.start = np.cumsum(self.at) - self.at
        self.places = [slice(i, i + n) for i, n in zip(self.start, self.at)]

    def __call__(self, x):
        return np.add.reduceat(x, self.start)

    def most(self, x):
        """At least the exact sums of numbers ≥ 0 each of which was rounded some times."""
        return self(x) * (1 + gamma(self.at + 60))


def ceiling(loss, m, e, u, weight, sums):
    """At least F(u) (K,), if its margins are m up to e."""
    F, error = _total(loss, m, u, weight, sums)
    if loss.name == "square":
        steepest = 2 * abs(m) + e
    else:
        steepest = 1.0 if loss.name == "absolute" else slope(loss, m + e * (1 + 4 * EPS))
    return rounding.up(F, error + sums.most(steepest * e))


def floor(loss, m, e, u, weight, sums):
    """At most F(u) (K,), if its margins are m up to e: φ is above its tangent at m."""
    F, error = _total(loss, m, u, weight, sums)
    return rounding.down(F, error + sums.most(abs(slope(loss, m)) * e))


def _total(loss, m, u, weight, sums):
    """Σ φ(m) + Λ/2·‖u‖² (K,), and how far off it may be."""
    data, ridge = sums(phi(loss, m)), np.where(weight > 0, weight / 2 * np.vecdot(u, u), 0.0)
    vanished = 5e-323 * sums.at if loss.name == "logistic" else 0.0  # e^−1000 is 0 as a float
    return data + ridge, gamma(sums.at + 40) * (data + ridge) + gamma(u.shape[1] + 20) * ridge + vanished


def margins_at(A, c, u, size=None, twice=False, spread=0.0):
    """Floats near c − A u, and how far off they may be. size: |A|, where it is needed."""
    d = len(u)
    if twice:
        high, low, e = rounding.dot(A, u)
        s, rest = rounding.two_sum(c, -high)
        more = rest - low
        m, left = rounding.two_sum(s, more)
        e = e + abs(left) + EPS * abs(more)
    else:
        m = c - A @ u
        e = gamma(d + 4) * (size @ abs(u)) + EPS * abs(m)
    return m, e + spread * abs(c) if spread else e


def phi(loss, m):
    """φ, up to a factor 1 ± γ_20."""
    if loss.name == "square":
        return m * m
    if loss.name == "absolute":
        return abs(m)
    return np.maximum(0.0, m) if loss.name == "hinge" else np.logaddexp(0.0, m)


def slope(loss, m):
    """An element of the subdifferential of φ at m."""
    if loss.name == "square":
        return 2 * m
    if loss.name == "absolute":
        return np.sign(m)
    return 1.0 * (m > 0) if loss.name == "hinge" else np.exp(-np.logaddexp(0.0, -m))


def _fenchel_young(loss, m, b):
    """φ(m) + φ*(b) − b m, and how far off it may be."""
    if loss.name == "square":
        apart = (m - b / 2) ** 2
    elif loss.name == "absolute":
        apart = abs(m) * (1 - b * np.sign(m))
    elif loss.name == "hinge":
        apart = np.where(m > 0, m * (1 - b), -m * b)
    else:
        inner, outer = b * np.log(np.maximum(b, 5e-324)), (1 - b) * np.log1p(-np.minimum(b, 1 - EPS))
        size = phi(loss, m)
        apart = np.maximum(0.0, size + inner + outer - b * m)
        return apart, gamma(60) * (size - inner - outer + abs(b * m))
    return apart, gamma(8) * apart


def _steep(loss, m, b):
    """How much φ(m) + φ*(b) − b m grows at most for each unit that b is moved, by at most half of its way to l and
    h."""
    if loss.name != "logistic":
        return abs(m)
    return abs(m) + abs(np.log(np.maximum(b, 5e-324))) + abs(np.log1p(-np.minimum(b, 1 - EPS))) + 2


def gap(G, e, u, weight, U):
    """The gap of the head, at least, for u (K, d), G (K, d) known up to e (K,), and Λ = ``weight`` (K,)."""
    d, length, more = u.shape[1], rounding.norm(u), 1 + gamma(4 * u.shape[1] + 60)

    def apart(kappa, error):
        """‖κu − G‖²/(2κ), at most, in units of a power of 2 near κ; NaN beyond the float range, which proves
        nothing."""
        unit = -np.frexp(kappa)[1]
        kappa = np.ldexp(kappa, unit)
        p, left = rounding.two_product(kappa[:, None], u)
        s, rest = rounding.two_sum(p, -np.ldexp(G, unit[:, None]))
        far = (rounding.norm(s) + rounding.norm(abs(left) + abs(rest))) * more + np.ldexp(error, unit)
        return np.where(far == 0, 0.0, np.ldexp(far * (far / (2 * kappa)) * more, -unit))

    with np.errstate(all="ignore"):
        over_all = np.where(weight > 0, apart(weight, e + 16 * EPS * weight * length),  # Λ was rounded
                            np.where(abs(G).any(axis=1) | (e > 0), np.inf, 0.0))
        if U is None:
            return over_all
        kappa = np.maximum((rounding.norm(G) + e) / U, SMALLEST)  # any κ ≥ Λ will do, but 0
        short = U - length * (1 - gamma(d + 10) if d > 1 else 1)
        on_edge = apart(kappa, e) + (kappa - weight * (1 - 16 * EPS)) / 2 * np.maximum(0.0, short) * (U + length) * more
        return np.fmin(over_all, np.where(kappa >= weight * (1 + 16 * EPS), on_edge, np.inf))
