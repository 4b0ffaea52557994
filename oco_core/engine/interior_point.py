"""The best fixed u for absolute, hinge and logistic loss, and a dual point for its certificate (catalogue §6).

With the margins, φ and φ* of `certificate`,

    minimise  Σ_s φ(m_s) + Λ/2·‖u‖²  over ‖u‖ ≤ U,     m = c − A u,  Λ = l2·t,

any b in [l, h]^t proves that the minimum is at least b·c − Σ φ*(b_s) + min_{‖u‖≤U} (Λ/2·‖u‖² − u·Aᵀb).
The two meet where, with s, r ≥ 0 the multipliers of b ≤ h and b ≥ l, λ ≥ 0 that of the ball, q = (U² − ‖u‖²)/2,

    m = φ*'(b) + s − r,     (Λ + λ)u = Aᵀb,     s(h − b) = r(b − l) = λq = 0.

A primal-dual interior-point method puts μ > 0 in place of this 0, takes Newton steps, and lets μ fall as fast as
Mehrotra's predictor allows (SIAM J. Optim. 2 (1992) 575–601). Eliminating all but du leaves a d × d system,

    (AᵀVA + (Λ + λ)I + (λ/q)uuᵀ) du = …,     1/V = s/(h − b) + r/(b − l) + φ*''(b).

It is solved for many problems side by side, in units of U, so that every ball is the unit ball.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .certificate import margins
from .products import combination, gram

__all__ = ["careful", "groups", "minimise", "solve"]

TARGET = 1e-10  # stop at a gap of TARGET·max(1, value) ...
ACCEPT = 5e-9  # ... and accept this much where rounding allows no better
STEPS, CAUTIOUS_STEPS = 150, 200  # of the fast method, and of the cautious one that finishes what it left
STACK = 200_000  # examples solved side by side: bounds the memory


class _Phi(NamedTuple):
    """φ, and φ*, φ*', φ*'' as functions of b − l and h − b, which keep the digits that b loses near l and h."""

    l: float
    h: float
    value: Callable
    conjugate: Callable = lambda lo, hi: 0.0
    slope: Callable = lambda lo, hi: 0.0
    curvature: Callable = lambda lo, hi: 0.0


_PHI = {
    "absolute": _Phi(-1.0, 1.0, abs),
    "hinge": _Phi(0.0, 1.0, lambda m: np.maximum(0.0, m)),
    "logistic": _Phi(0.0, 1.0, lambda m: np.logaddexp(0.0, m), lambda lo, hi: lo * np.log(lo) + hi * np.log(hi),
                     lambda lo, hi: np.log(lo / hi), lambda lo, hi: 1 / (lo * hi)),
}


def solve(loss, X, y, U, at):
    """The best u for each prefix X[:t], t in ``at``, and the dual point alpha (t,) that goes with it.

    X (T, d), y (T,), at (K,); U a radius, or None with loss.l2 > 0. Returns u (K, d) and K arrays alpha: alpha_s lies
    in the domain of loss.conjugate and is, up to the gap, a slope of the loss at u·x_s. Nothing is proved here:
    `certificate` says what they prove.
    """
    A, c = margins(loss, X, y)
    rows, sign = np.ascontiguousarray(A.T), y if loss.labels == "signs" else np.ones(len(y))
    u, b = minimise(loss, [Part(A[:t], rows[:, :t], c[:t]) for t in at], U)
    return u.reshape(len(at), X.shape[1]), [-sign[:t] * b_t for t, b_t in zip(at, b)]  # (0, d) for no prefix


class Part(NamedTuple):
    """The examples of one problem: A (t, d), its transpose with contiguous rows, and c (t,)."""

    A: np.ndarray
    rows: np.ndarray
    c: np.ndarray


def minimise(loss, parts, U):
    """The minimum above for K problems, each a `Part`: u (K, d) and K arrays b. U: a radius, one for each, or None.

    With None loss.l2 > 0. Where rounding allows no better, u and b are the best that were met.
    """
    t, U = np.array([len(part.c) for part in parts], int), np.broadcast_to(np.inf if U is None else U, len(parts))
    u, b = np.zeros((len(parts), parts[0].A.shape[1] if parts else 0)), [np.zeros(n) for n in t]

    def finish(ks, cautious, before):
        try:
            found, bs, gap = _interior_point(loss, [parts[k] for k in ks], U[ks], cautious)
        except np.linalg.LinAlgError:  # singular to the last bit
            return before
        for k, u_k, b_k, better in zip(ks, found, bs, gap < before):
            if better:
                u[k], b[k] = u_k, b_k
        return np.fmin(gap, before)

    for ks in groups(t):
        gaps = finish(ks, False, np.full(len(ks), np.inf))
        for k, gap in zip(ks[gaps > ACCEPT], gaps[gaps > ACCEPT]):
            finish(np.array([k]), True, np.array([gap]))
    return u, b


def groups(at):
    """The prefixes t > 0 by length, in groups of at most STACK examples, or of one prefix."""
    group = []
    for k in np.argsort(at, kind="stable"):
        if group and at[group].sum() + at[k] > STACK:
            yield np.array(group)
            group = []
        if at[k]:
            group.append(k)
    if group:
        yield np.array(group)


class _Stack:
    """K problems side by side, in units of U; *long* arrays (Σ t,) hold their examples end to end."""

    def __init__(self, parts, U):
        self.parts, self.U, self.t = parts, U, np.array([len(part.c) for part in parts])
        self.start = np.cumsum(self.t) - self.t
        self.places = [slice(i, i + n) for i, n in zip(self.start, self.t)]

    def up(self, u):
        """A u, long."""
        return np.concatenate([part.A @ u_k for part, u_k in zip(self.parts, self.U[:, None] * u)])

    def down(self, b):
        """Aᵀb, (K, d)."""
        return self.U[:, None] * np.array(
            [combination(part.rows, b[place]) for part, place in zip(self.parts, self.places)])

    def gram(self, V):
        """AᵀVA, (K, d, d), for a diagonal V, long."""
        return (self.U * self.U)[:, None, None] * np.array(
            [gram(part.rows, V[place]) for part, place in zip(self.parts, self.places)])

    def sum(self, x):
        return np.add.reduceat(x, self.start)

    def max(self, x):
        return np.maximum.reduceat(x, self.start)

    def each(self, x):
        """(K,) to long: what belongs to a prefix, for each of its examples."""
        return np.repeat(x, self.t)

    def only(self, chosen):
        return _Stack([self.parts[k] for k in np.flatnonzero(chosen)], self.U[chosen])


def careful(loss, A, c, U):
    """u (d,) and b (t,) for one problem that the above leaves open: A badly scaled or nearly collinear, or U‖A‖ large.

    In coordinates v, u = C v, in which all columns of A C are alike and orthogonal. The ball is an ellipsoid then, and
    how far the method has come is read from the products that tend to 0 alone, because U‖Aᵀb‖ has lost its digits.
    """
    Q = None
    if len(c) < A.shape[1]:  # the best u is in the span of the examples
        rows = np.frexp(np.sqrt((A * A).sum(axis=1)))[1]
        Q = np.linalg.qr(np.ldexp(A, -rows[:, None]).T)[0]
    B = A if Q is None else A @ Q
    scale = np.frexp(np.sqrt((B * B).sum(axis=0)))[1]
    _, sigma, V = np.linalg.svd(np.ldexp(B, -scale), full_matrices=False)
    kept = sigma > 1e-14 * sigma[0]
    C = np.ldexp((V[kept] / sigma[kept, None]).T, -scale[:, None])
    C = C if Q is None else Q @ C
    if loss.l2:
        reach = 2 * np.sqrt(2 * _PHI[loss.name].value(c).sum() / (loss.l2 * len(c)))  # as in `_interior_point`
        U = min(U or np.inf, max(1e-150, reach))
    B = A @ C
    for cautious in (False, True):
        v, (b,), gap = _interior_point(loss, [Part(B, np.ascontiguousarray(B.T), c)], np.array([U]), cautious, C)
        if gap[0] <= TARGET:
            break
    return C @ v[0], b


def _interior_point(loss, parts, U, cautious, C=None):
    """The best u (K, d), b (K arrays) and gap/max(1, value) (K,) met on the way, for K problems of t ≥ 1 examples.

    With C, of one problem, ‖Cu‖ ≤ U, and the gap is Σ s(h − b) + r(b − l) + λq and what the conditions lack.
    """
    phi, stack = _PHI[loss.name], _Stack(parts, U)
    t, d, ks = stack.t, parts[0].A.shape[1], np.arange(len(parts))
    c = np.concatenate([part.c for part in parts])
    if loss.l2 and C is None:
        # Λ/2·‖u*‖² ≤ Σ φ(c), the value at 0, and Λ‖u*‖ ≤ Σ ‖A_s‖: at twice that length nothing happens
        steepest = np.array([np.linalg.norm(part.A, axis=1).sum() for part in parts])
        reach = 2 * np.minimum(np.sqrt(2 * stack.sum(phi.value(c)) / (loss.l2 * t)), steepest / (loss.l2 * t))
        stack.U = np.minimum(stack.U, np.where(reach > 0, reach, 1.0))
    weight = loss.l2 * t * stack.U * stack.U
    best_u, best_b, best_gap = np.zeros((len(t), d)), [np.zeros(n) for n in t], np.full(len(t), np.inf)
    inner = np.eye(d) if C is None else C.T @ C
    of = (lambda u: u) if C is None else (lambda u: u @ C.T @ C)  # CᵀCu

    size = stack.each(np.maximum(1.0, stack.sum(abs(c)) / t))
    s = np.maximum(c, 0.0) + size
    r = s - c
    lo, hi = np.full((2, len(c)), (phi.h - phi.l) / 2)  # b − l and h − b
    u, q = np.zeros((len(t), d)), np.full(len(t), 0.5)
    lam = stack.sum(s * hi + r * lo) / t * np.sqrt(t)  # λ = ‖Aᵀb‖ at the edge of the ball, a sum of t terms: start high

    for _ in range(CAUTIOUS_STEPS if cautious else STEPS):
        # What b proves, and what u, brought back to the ball, attains.
        b, Au, norm = phi.l + lo, stack.up(u), _norm(u if C is None else u @ C.T)
        inside = 1 / np.maximum(1.0, norm)
        value = stack.sum(phi.value(c - stack.each(inside) * Au)) + weight / 2 * (inside * norm) ** 2
        slope = _norm(stack.down(b))
        length = np.where(slope > weight, 1.0, slope / np.where(weight > 0, weight, 1.0))
        lower = stack.sum(b * c - phi.conjugate(lo, hi)) + weight / 2 * length**2 - slope * length
        scale = np.maximum(1.0, value)
        if C is None:
            gap = (value - lower) / scale
        else:
            lacks = abs(c - Au - phi.slope(lo, hi) - s + r)
            gap = (stack.sum(s * hi + r * lo + lacks) + lam * (q + abs((1 - norm * norm) / 2 - q))) / scale
        for i in np.flatnonzero(gap < best_gap[ks]):
            k = ks[i]
            best_u[k] = stack.U[i] * inside[i] * u[i]
            best_b[k], best_gap[k] = np.minimum(b[stack.places[i]], phi.h), gap[i]

        going = gap > TARGET
        if not going.any():
            break
        if not going.all():
            long = stack.each(going)
            c, b, s, r, lo, hi, Au = (x[long] for x in (c, b, s, r, lo, hi, Au))
            ks, u, q, lam, norm, weight, scale = (x[going] for x in (ks, u, q, lam, norm, weight, scale))
            stack = stack.only(going)

        # What the conditions lack, and the steps that mend it to first order.
        rest, rest_q = c - Au - phi.slope(lo, hi) - s + r, (1 - norm * norm) / 2 - q
        V = 1 / (s / hi + r / lo + phi.curvature(lo, hi))
        solve_for = _system(stack.gram(V), weight + lam, inner, lam / q, of(u))

        def direction(to_s, to_r, to_q, bend=0.0):
            """The Newton step that changes s(h − b), r(b − l) and λq by these amounts."""
            rho = rest - to_s / hi + to_r / lo
            du = solve_for(stack.down(b + V * rho) - (weight + lam + (to_q - lam * rest_q) / q)[:, None] * of(u) - bend)
            dq, db = rest_q - (of(u) * du).sum(axis=1), V * (rho - stack.up(du))
            return du, dq, (to_q - lam * dq) / q, db, (to_s + s * db) / hi, (to_r - r * db) / lo

        def step_length(part, dq, dlam, db, ds, dr):
            """At most 1, and at most ``part`` of the way to where the first of the six factors is 0."""
            examples = stack.max(np.maximum(np.maximum(-ds / s, -dr / r), np.maximum(db / hi, -db / lo)))
            return 1 / np.maximum(1.0, np.maximum(examples, np.maximum(-dq / q, -dlam / lam)) / part)

        n = 2 * stack.t + 1
        mu = (stack.sum(s * hi + r * lo) + lam * q) / n
        if cautious:
            part, target, second = 0.9, 0.3 * mu, (0.0, 0.0, 0.0, 0.0)
        else:  # how far would μ fall on the way to μ = 0, and what do products of two changes add?
            du, dq, dlam, db, ds, dr = direction(-s * hi, -r * lo, -lam * q)
            step = step_length(1.0, dq, dlam, db, ds, dr)
            e = stack.each(step)
            left = stack.sum((s + e * ds) * (hi - e * db) + (r + e * dr) * (lo + e * db))
            left = (left + (lam + step * dlam) * (q + step * dq)) / n
            part, target = 0.995, mu * np.clip(left / mu, 0.0, 1.0) ** 2
            second = -ds * db, dr * db, dlam * dq - lam * (du * of(du)).sum(axis=1) / 2, dlam[:, None] * of(du)
        target = np.maximum(target, 0.02 * TARGET * scale / n)  # a smaller μ costs digits and is not needed
        e = stack.each(target)
        du, dq, dlam, db, ds, dr = direction(e - s * hi - second[0], e - r * lo - second[1],
                                             target - lam * q - second[2], second[3])
        step = step_length(part, dq, dlam, db, ds, dr)
        e = stack.each(step)
        u, q, lam = u + step[:, None] * du, q + step * dq, lam + step * dlam
        s, r, lo, hi = s + e * ds, r + e * dr, lo + e * db, hi - e * db
    return best_u, best_b, best_gap


def _norm(u):
    return np.sqrt((u * u).sum(axis=1))


def _system(H, ridge, inner, bend, u):
    """g -> the solution du of (H + ridge·inner + bend·uuᵀ)du = g, K systems at once, with the diagonal scaled to 1.

    3e-15 more on that diagonal, which is rounding, keeps directions in which no x_s has a part from going astray.
    """
    axes = np.arange(H.shape[1])
    H = H + bend[:, None, None] * u[:, :, None] * u[:, None, :] + ridge[:, None, None] * inner
    scale = 1 / np.sqrt(H[:, axes, axes])
    H = scale[:, :, None] * H * scale[:, None, :]
    H[:, axes, axes] += 3e-15
    return lambda g: scale * np.linalg.solve(H, (scale * g)[:, :, None])[:, :, 0]
