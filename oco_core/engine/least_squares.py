"""The best u of the square loss where moments have lost too many digits: columns of any scale, nearly collinear.

Columns are scaled to one size by powers of two, which rounds nothing. A C with CᵀHC ≈ I, H = 2XᵀX + κI, from a QR
decomposition makes all directions alike, and Newton's steps u − C Cᵀ∇, ∇ = 2Xᵀ(Xu − y) + κu in twice the digits,
repair u. The same C proves what `certificate` cannot where U‖∇‖ is large, because F grows like a square: every v of the
ball has

    F(v)  ≥  F(u) − ∇ᵀH⁻¹∇/2 − (κ − Λ)/2·(U² − ‖u‖²)  ≥  F(u) − ‖Cᵀ∇‖²/(2ρ) − (κ − Λ)/2·(U² − ‖u‖²)

for any κ ≥ Λ and ρ > 0 such that CᵀHC − ρI is positive semidefinite. No direction is left out: such a C is invertible.
Over all of R^d, without l2, the minimum on few examples is also found in rational numbers, whatever the rank of X.
"""

from fractions import Fraction

import numpy as np

from . import certificate, rounding
from .rounding import EPS, gamma

__all__ = ["best"]

RATIONAL = 5_000  # t·d² up to which rational numbers are used: some tenths of a second, as a rule


def best(loss, X, y, U, spread=0.0):
    """u (d,), value and lower for the square loss on X (t, d), y (t,), t ≥ 1, in the ball of radius U or over R^d
    (None)."""
    weight, lower, found = loss.l2 * len(y), 0.0, []
    scale = np.frexp(rounding.norm(X.T))[1]
    R = np.linalg.qr(np.column_stack([np.ldexp(X, -scale), y]), mode="r")
    u, kappa, C = _solve(R[:, :-1], R[:, -1], np.ldexp(1.0, scale), weight, U)

    def consider(u):
        (value,), (proved,) = certificate.certify(loss, X, y, np.array([len(y)]), U, u[None], None, True, spread)
        found.append((u, value))
        return max(lower, proved)

    for _ in range(4):
        u = u if U is None else rounding.inside(u[None], U)[0]
        lower = consider(u)
        step, proved = _newton(loss, X, y, u, kappa, C, U, spread)
        lower = max(lower, proved)
        if certificate.width(found[-1][1], lower) <= 1e-12 or not np.isfinite(step).all():
            break
        u = u - step
    width = certificate.width(min(value for _, value in found), lower)
    if width > certificate.CLOSED and X.size * X.shape[1] <= RATIONAL:
        u, least = _rational(X, y)
        lower = max(lower, least)
        if not weight and np.isfinite(u).all() and (U is None or rounding.norm(u) <= U):
            lower = consider(u if U is None else rounding.inside(u[None], U)[0])
    return *min(found, key=lambda one: one[1]), lower


def _solve(R, target, scale, weight, U):
    """u, κ and C for ‖R D u − target‖² + Λ/2·‖u‖², D = diag(scale), found as Newton's method finds 1/‖u‖ = 1/U."""

    def at(kappa):
        below = np.sqrt(kappa / 2) / scale
        size = np.hypot(1.0, below)
        Q, S = np.linalg.qr(np.vstack([R, np.diag(below)]) / size)
        D = 1 / (scale * size)
        if abs(S.diagonal()).min() <= 8 * len(S) * EPS:  # dependent columns, and nothing to prove with
            return D * np.linalg.lstsq(S, Q[: len(R)].T @ target, rcond=1e-13)[0], np.full(S.shape, np.nan)
        inverse = np.linalg.inv(S)
        return D * (inverse @ (Q[: len(R)].T @ target)), D[:, None] * inverse / np.sqrt(2.0)

    if U is None:
        return (found := at(weight))[0], weight, found[1]
    rest = target - R @ np.linalg.lstsq(R, target, rcond=None)[0]
    kappa = max(weight, 1e-10 * max(1.0, float(rest @ rest)) / U / U)  # as small as makes no difference
    for _ in range(60):
        u, C = at(kappa)
        length, shorter = rounding.norm(u), rounding.norm(C.T @ u)
        if not length > U * (1 + 1e-14) or not shorter > 0:
            break
        kappa += (length / shorter) ** 2 * (length / U - 1)
    return u, kappa, C


def _newton(loss, X, y, u, kappa, C, U, spread):
    """The step C Cᵀ∇, and the lower bound of the head; −inf where C proves nothing."""
    (t, d), weight = X.shape, loss.l2 * len(y)
    m, e = certificate.margins_at(X, y, u, None, True, spread)
    high, low, error = rounding.dot(X.T, m)
    p, left = rounding.two_product(kappa, u)
    slope, rest = rounding.two_sum(p, -2 * high)
    rest = rest + left - 2 * low
    error = 2 * error + 16 * EPS * (abs(rest) + abs(left) + abs(low) + weight * abs(u))  # Λ was rounded
    high, low, e_dot = rounding.dot(C.T, slope)
    q = high + (low + C.T @ rest)
    error = e_dot + abs(C.T) @ (error + gamma(d + 4) * abs(rest)) + 4 * EPS * abs(q)

    # ‖CᵀHC − I‖ in Frobenius' norm, B = XC
    B, off_B = X @ C, gamma(d + 2) * np.linalg.norm(abs(X) @ abs(C))
    size_B, size_C = np.linalg.norm(B), np.sqrt(kappa) * np.linalg.norm(C)
    off = (np.linalg.norm(2 * B.T @ B + kappa * C.T @ C - np.eye(d))
           + gamma(t + d + 20) * (2 * size_B**2 + size_C**2 + d))
    off = (off + 2 * off_B * (2 * size_B + off_B)) * (1 + gamma(t * d + 50))
    if not off < 0.9:
        return C @ q, -np.inf
    # What e leaves open in Cᵀ∇ is 2Bᵀ(m − m̂), and 2‖B‖² ≤ 1 + off.
    far = ((rounding.norm(q) + rounding.norm(error) + np.sqrt(2 * (1 + off)) * rounding.norm(e))
           * (1 + gamma(4 * d + t + 60)))
    loses = far * (far / (2 * (1 - off))) * (1 + 40 * EPS)
    if U is not None:
        length = rounding.norm(u) * (1 - gamma(d + 10))
        loses += max(0.0, kappa - weight * (1 - 16 * EPS)) / 2 * max(0.0, U - length) * (U + length)
    elif kappa != weight:
        return C @ q, -np.inf
    F = certificate.floor(loss, m, e, u[None], np.array([weight]), certificate.Sums([t]))[0]
    return C @ q, float(rounding.down(F, loses * (1 + 20 * EPS)))


def _rational(X, y):
    """A u (d,) with the least Σ (u·x − y)² over all of R^d, rounded, and that least value, rounded down: in fractions.

    Elimination in Z = Σ z zᵀ, z = (x, y): a pivot 0 has a row of zeros, and what is left at the end is the minimum.
    """
    d = X.shape[1]
    columns = [list(map(Fraction, column)) for column in [*X.T.tolist(), y.tolist()]]
    Z = [[sum(map(lambda a, b: a * b, one, other)) for other in columns] for one in columns]
    kept = []
    for j in range(d):
        if Z[j][j]:
            kept.append(j)
            for i in range(d + 1):
                if i != j and Z[i][j]:
                    ratio = Z[i][j] / Z[j][j]
                    Z[i] = [a - ratio * b for a, b in zip(Z[i], Z[j])]
    def near(fraction):
        try:
            return float(fraction)
        except OverflowError:
            return np.inf

    u, least = np.zeros(d), near(Z[d][d])
    u[kept] = [near(Z[j][d] / Z[j][j]) for j in kept]
    if not np.isfinite(least):
        return u, 0.0
    return u, least if Fraction(least) <= Z[d][d] else float(np.nextafter(least, -np.inf))
