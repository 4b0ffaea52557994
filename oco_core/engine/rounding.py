"""What rounding can have done, as a number: sums and products that know their own error (catalogue §6).

Every bound here is proved from the two rules of IEEE arithmetic: a sum, product, quotient or root is the exact one
times 1 + δ with |δ| ≤ 2⁻⁵³, and the error of a sum or product of two floats is a float itself that can be computed
(Dekker, Numer. Math. 18 (1971) 224–242; Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26 (2005) 1955–1988). exp and ln
are taken to be right to 8 units in the last place. Numbers that rounding has not touched have an error of 0, and stay
as they are.
"""

import numpy as np

__all__ = ["EPS", "cumulated", "dot", "down", "gamma", "inside", "lengths", "lost", "norm", "total", "two_product",
           "two_sum", "up"]

EPS = 2.0**-53
TINY = 1e-290  # below, the error of a product need not be a float; it is less than ...
LOST = 1e-320
BLOCK = 200_000  # products at a time: bounds the memory


def gamma(n):
    """γ_n: n roundings one after the other change a number by a factor of at most 1 ± γ_n."""
    return n * EPS / (1 - n * EPS)


def up(x, error):
    """A float ≥ x + error, x itself if the error is 0."""
    return np.where(error == 0, x, np.nextafter(x + error, np.inf))


def down(x, error):
    """A float ≤ x − error, x itself if the error is 0."""
    return np.where(error == 0, x, np.nextafter(x - error, -np.inf))


def two_sum(a, b):
    """s and e with s + e = a + b exactly, s the float nearest to it."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def two_product(a, b):
    """p and e with p + e = a·b exactly, p the float nearest to it, where |p| ≥ TINY and |a|, |b| ≤ 1e299."""
    p = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    return p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a):
    """a as the sum of two floats of 26 digits each, whose products are exact."""
    c = 134217729.0 * a
    high = c - (c - a)
    return high, a - high


def total(x):
    """high, low, error: the exact sum of x (n, ...) over its first axis is high + low, up to error."""
    low, size, n = np.zeros(x.shape[1:]), np.zeros(x.shape[1:]), len(x)
    if not n:
        return low, low, low
    while len(x) > 1:
        half = (len(x) + 1) // 2
        rest = x[half:]
        s, e = two_sum(x[: len(rest)], rest)
        low, size = low + e.sum(axis=0), size + abs(e).sum(axis=0)
        x = np.concatenate([s, x[len(rest): half]])
    return x[0], low, gamma(4 * n + 100) * size


def dot(A, v):
    """high, low, error, each (t,): A v for A (t, d) and v (d,), with twice the digits."""
    t, d = A.shape
    found, rows = np.zeros((3, t)), max(1, BLOCK // max(d, 1))
    for start in range(0, t, rows):
        part = A[start: start + rows].T
        p, e = two_product(part, v[:, None])
        high, low, error = total(p)
        size = abs(e).sum(axis=0)
        error = error + gamma(2 * d + 8) * (size + abs(low)) + lost(p, part, v[:, None]).sum(axis=0)
        found[:, start: start + rows] = high, low + e.sum(axis=0), error
    return found


def lost(p, a, b):
    """What of the products p of a and b is so small that its error is no float."""
    small = abs(p) < TINY
    return LOST * (small & (a != 0) & (b != 0)) if small.any() else np.zeros(p.shape)


def cumulated(x):
    """sums, rest, error: the exact sums of x (..., n) over the first k = 0..n of its last axis, as sums + rest ±
    error."""
    sums, e = np.zeros((2, *x.shape[:-1], x.shape[-1] + 1))
    np.cumsum(x, axis=-1, out=sums[..., 1:])
    s, e[..., 1:] = two_sum(sums[..., :-1], x)  # s is sums again: a cumulated sum is a sum of two, again and again
    return sums, np.cumsum(e, axis=-1), gamma(2 * x.shape[-1] + 8) * np.cumsum(abs(e), axis=-1)


def norm(v):
    """‖v‖ along the last axis, up to a factor 1 ± γ_{d+4}; no square leaves the float range."""
    size = abs(v).max(axis=-1, initial=0.0)
    return size * np.sqrt(((v / np.where(size > 0, size, 1.0)[..., None]) ** 2).sum(axis=-1))


def lengths(X):
    """``norm`` of examples, whose squares are never too large; those that are not too small either go the quick way."""
    found = np.linalg.norm(X, axis=-1)
    short = found < 1e-140
    if short.any():
        found[short] = norm(X[short])
    return found


def inside(u, U):
    """u (K, d), made shorter where ‖u‖ > U, and by some units in the last place where need be, so that ‖u‖ ≤ U exactly.

    U a radius, or one for each, (K,).
    """
    length, d, U = norm(u), u.shape[1], np.broadcast_to(U, len(u))
    u = u * np.minimum(1.0, U / np.where(length > 0, length, 1.0))[:, None]
    near = np.flatnonzero(norm(u) > U * (1 - gamma(2 * d + 20)))
    if len(near):
        U = U[near]
        one = 2.0 ** -np.frexp(U)[1]  # a power of two: no square leaves the float range, and nothing is rounded
        p, e = two_product(u[near].T * one, u[near].T * one)
        q, f = two_product(U * one, U * one)
        high, low, error = total(np.concatenate([p, e, -q[None], -f[None]]))
        excess = high + low + 2 * error + lost(p, u[near].T, 1.0).sum(axis=0)  # of ‖u‖² over U²; √(1 + x) ≤ 1 + x/2
        u[near] *= np.where(excess > 0, 1 - (excess / (2 * q) + 4 * EPS), 1.0)[:, None]
    return u
