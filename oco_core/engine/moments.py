"""The best u of the square loss from second moments, for many prefixes at once, certified in spite of their rounding.

With z = (x, y), M = Σ z zᵀ and z_u = (u, −1) the loss is F(u) = Σ (u·x − y)² = z_uᵀ M z_u, and G = 2 Σ (y − u·x) x.
If every entry of M was added up in n steps, then by Cauchy and Schwarz it is off by at most γ_n √(M_ii M_jj), so that

    F is off by at most  γ_n N²,    ‖G‖ by at most  2γ_n N √(Σ_{i≤d} M_ii),    N = Σ |z_u,i| √M_ii.
"""

import numpy as np

from . import rounding
from .certificate import gap
from .products import gram
from .rounding import EPS, gamma

__all__ = ["certify", "prefixes", "secular", "solve"]

STACK = 4_000_000  # numbers in the matrices of one stack: bounds the memory


def prefixes(at, X, y):
    """For rounds ``at`` in growing order, some at a time: (places, M (k, d + 1, d + 1), steps n in which M was added
    up)."""
    d, start, before = X.shape[1], 0, 0.0
    rows, size, steps = np.vstack([X.T, y]), max(1, STACK // (d + 1) ** 2), 0
    for first in range(0, len(at), size):
        some = at[first: first + size]
        M = np.empty((len(some), d + 1, d + 1))
        for part, t in zip(M, some.tolist()):
            steps = max(steps, t - start)
            part[:], start = gram(rows[:, start:t], 1.0), t
        M[0] += before
        M = np.cumsum(M, axis=0)
        before = M[-1]
        yield slice(first, first + len(some)), M, steps + first + len(some) + 1


def solve(M, weight, U):
    """u (K, d): (2A + κI)u = 2b with the least κ ≥ Λ = ``weight`` (K,) such that ‖u‖ ≤ U, as good as the moments allow;
    and the eigenvalues and eigenvectors of A, which it is found in.

    ‖u(μ)‖² = Σ_i β_i²/(λ_i + μ)². Components with λ_i ≤ d·ε·λ_max are rounding, as far as one can see here: they are
    left out, and the certificate says what that costs.
    """
    A, b = M[:, :-1, :-1], M[:, :-1, -1]
    lam, V = np.linalg.eigh(A)
    beta = (b[:, None, :] @ V)[:, 0, :]
    beta = np.where(lam > A.shape[1] * np.finfo(float).eps * lam[:, -1:], beta, 0.0)
    v = secular(np.maximum(lam, 0.0) + weight[:, None] / 2, beta, U)
    u = (V @ v[:, :, None])[:, :, 0]
    return (u if U is None else rounding.inside(u, U)), lam, V


def certify(M, n, weight, U, u, lam, V, spread=0.0):
    """value and lower (K,) with lower ≤ min F + Λ/2‖·‖² ≤ value, for u (K, d) in the ball, and lam, V as of `solve`.

    The labels, of which M was made, may be off by a factor 1 ± spread.
    """
    d = u.shape[1]
    z, root = np.append(u, np.full((len(u), 1), -1.0), axis=1), np.sqrt(np.diagonal(M, axis1=1, axis2=2))
    share = (gamma(n + 2 * d + 20) + 2 * spread) * (1 + 1e-6)
    Mz = (M @ z[:, :, None])[:, :, 0]
    N, square = np.vecdot(abs(z), root), np.vecdot(u, u)
    F, off = np.vecdot(z, Mz), share * N * N
    ridge = np.where(weight > 0, weight / 2 * square, 0.0)
    G, e = -2 * Mz[:, :-1], 2 * share * N * rounding.norm(root[:, :-1])
    loses = gap(G, e, u, weight, U)
    if U is None and not weight.all():
        loses = np.fmin(loses, _over_all(M[:, :-1, :-1], G, share, N, root[:, :-1], lam, V))
    off = off + 4 * EPS * (abs(F) + ridge) + gamma(d + 20) * ridge
    return rounding.up(np.maximum(F + ridge, 0.0), off), np.fmax(rounding.down(F + ridge, off + loses), 0.0)


def _over_all(A, G, share, N, root, lam, V):
    """The gap over R^d without l2, GᵀH⁻¹G/2 ≤ ‖CᵀG‖²/(2ρ) for H = 2A and ρ with CᵀHC ≥ ρI, see `least_squares`."""
    C = V / np.sqrt(2 * lam)[:, None, :]
    size = rounding.norm((root[:, None, :] @ abs(C))[:, 0, :])  # |C|ᵀ times what is off in A and G
    rho = 1 - np.linalg.norm(2 * C.mT @ A @ C - np.eye(len(lam[0])), axis=(1, 2)) - 4 * share * size**2
    far = rounding.norm((G[:, None, :] @ C)[:, 0, :]) + 4 * share * N * size
    return np.where(rho > 0.1, far * far / (2 * rho) * (1 + 1e-6), np.inf)


def secular(lam, beta, U):
    """v_i = β_i/(λ_i + μ), with the least μ ≥ 0 such that ‖v‖ ≤ U, up to rounding (None: μ = 0), for each row of (K, d)
    arrays.

    1/‖v(μ)‖ is concave and grows, so Newton's method on 1/‖v‖ = 1/U from μ = 0 never overshoots.
    """
    lam = np.where(beta != 0, lam, 1.0)
    mu = np.zeros((len(lam), 1))
    if U is not None:
        for _ in range(60):
            v = beta / (lam + mu)
            size = abs(v).max(axis=1, keepdims=True, initial=0.0)  # v = size·r: no power of v leaves the float range
            r = v / np.where(size > 0, size, 1.0)
            r2 = (r * r).sum(axis=1, keepdims=True)
            length = size * np.sqrt(r2)
            outside = length > U * (1 + 1e-15)
            if not outside.any():
                break
            curvature = np.where(outside, (r * r / (lam + mu)).sum(axis=1, keepdims=True), 1.0)
            mu = mu + np.where(outside, r2 / curvature * (length / U - 1), 0.0)
    return beta / (lam + mu)
