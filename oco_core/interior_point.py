"""The best fixed u for absolute, hinge and logistic loss, with a dual point that certifies it (catalogue §6).

With margins m = c − A u all three, on the first t examples, are

    minimise  Σ_s φ(m_s) + Λ/2·‖u‖²  over ‖u‖ ≤ U,     Λ = l2·t,

    absolute   A = x,   c = y,  φ(m) = |m|              φ*(b) = 0                           on [l, h] = [−1, 1]
    hinge      A = yx,  c = 1,  φ(m) = max(0, m)        φ*(b) = 0                           on [l, h] = [0, 1]
    logistic   A = yx,  c = 0,  φ(m) = ln(1 + e^m)      φ*(b) = b ln b + (1 − b) ln(1 − b)  on [l, h] = [0, 1]

and any b in [l, h]^t proves that the minimum is at least b·c − Σ φ*(b_s) + min_{‖u‖≤U} (Λ/2·‖u‖² − u·Aᵀb).
The two meet where, with s, r ≥ 0 the multipliers of b ≤ h and b ≥ l, λ ≥ 0 that of the ball, q = (U² − ‖u‖²)/2,

    m = φ*'(b) + s − r,     (Λ + λ)u = Aᵀb,     s(h − b) = r(b − l) = λq = 0.

A primal-dual interior-point method puts μ > 0 in place of this 0, takes Newton steps, and lets μ fall as fast as
Mehrotra's predictor allows (SIAM J. Optim. 2 (1992) 575–601). Eliminating all but du leaves a d × d system,

    (AᵀVA + (Λ + λ)I + (λ/q)uuᵀ) du = …,     1/V = s/(h − b) + r/(b − l) + φ*''(b).

It is solved for many problems side by side, in units of U, so that every ball is the unit ball.
"""

from typing import Callable, NamedTuple

import numpy as np

from . import check
from .products import combination, gram

__all__ = ["minimise", "solve"]

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
    """The best u for each prefix X[:t], t in ``at``, and the dual point alpha (t,) that certifies it.

    X (T, d), y (T,), at (K,); U a radius, or None with loss.l2 > 0. Returns u (K, d) and K arrays alpha: alpha_s lies
    in the domain of loss.conjugate and is, up to the gap, a slope of the loss at u·x_s.
    Raises ValueError where rounding keeps the gap above 5e-9·max(1, value): think of U‖x‖ ≥ 1e7.
    """
    sign = np.ones(len(y)) if loss.name == "absolute" else y
    A, c = sign[:, None] * X, {"absolute": y, "hinge": np.ones(len(y)), "logistic": np.zeros(len(y))}[loss.name]
    rows = np.ascontiguousarray(A.T)
    u, b = minimise(loss, [Part(A[:t], rows[:, :t], c[:t]) for t in at], U)
    return u.reshape(len(at), X.shape[1]), [-sign[:t] * b_t for t, b_t in zip(at, b)]  # (0, d) for no prefix


class Part(NamedTuple):
    """The examples of one problem: A (t, d), its transpose with contiguous rows, and c (t,)."""

    A: np.ndarray
    rows: np.ndarray
    c: np.ndarray


def minimise(loss, parts, U):
    """The minimum above for K problems, each a `Part`: u (K, d) and K arrays b. U: a radius, one for each, or None.

    With None loss.l2 > 0. Raises ValueError as `solve` does.
    """
    t, U = np.array([len(part.c) for part in parts], int), np.broadcast_to(np.inf if U is None else U, len(parts))
    u, b = np.zeros((len(parts), parts[0].A.shape[1] if parts else 0)), [np.zeros(0)] * len(parts)

    def finish(ks, cautious):
        try:
            u[ks], bs, gap = _interior_point(loss, [parts[k] for k in ks], U[ks], cautious)
        except np.linalg.LinAlgError:  # singular to the last bit
            return np.full(len(ks), np.inf)
        for k, b_k in zip(ks, bs):
            b[k] = b_k
        return gap

    for ks in _groups(t):
        for k in ks[finish(ks, cautious=False) > ACCEPT]:
            gap = finish(np.array([k]), cautious=True)[0]
            if gap > ACCEPT:
                check.fail("loss", loss, "a minimum that can be certified; on the first "
                           f"{t[k]} examples with U = {U[k] if U[k] < np.inf else None} the gap stays at {gap:.1e}·max(1, value)")
    return u, b


def _groups(at):
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
        return self.U[:, None] * np.array([combination(part.rows, b[place]) for part, place in zip(self.parts, self.places)])

    def gram(self, V):
        """AᵀVA, (K, d, d), for a diagonal V, long."""
        return (self.U * self.U)[:, None, None] * np.array([gram(part.rows, V[place]) for part, place in zip(self.parts, self.places)])

    def sum(self, x):
        return np.add.reduceat(x, self.start)

    def max(self, x):
        return np.maximum.reduceat(x, self.start)

    def each(self, x):
        """(K,) to long: what belongs to a prefix, for each of its examples."""
        return np.repeat(x, self.t)

    def only(self, chosen):
        return _Stack([self.parts[k] for k in np.flatnonzero(chosen)], self.U[chosen])


def _interior_point(loss, parts, U, cautious):
    """The best u (K, d), b (K arrays) and gap/max(1, value) (K,) met on the way, for K problems of t ≥ 1 examples."""
    phi, stack = _PHI[loss.name], _Stack(parts, U)
    t, d, ks = stack.t, parts[0].A.shape[1], np.arange(len(parts))
    c = np.concatenate([part.c for part in parts])
    if loss.l2:  # Λ/2·‖u*‖² ≤ Σ φ(c), the value at 0, and Λ‖u*‖ ≤ Σ ‖A_s‖: at twice that length nothing happens
        steepest = np.array([np.linalg.norm(part.A, axis=1).sum() for part in parts])
        reach = 2 * np.minimum(np.sqrt(2 * stack.sum(phi.value(c)) / (loss.l2 * t)), steepest / (loss.l2 * t))
        stack.U = np.minimum(stack.U, np.where(reach > 0, reach, 1.0))
    weight = loss.l2 * t * stack.U * stack.U
    best_u, best_b, best_gap = np.zeros((len(t), d)), [np.zeros(n) for n in t], np.full(len(t), np.inf)

    size = stack.each(np.maximum(1.0, stack.sum(abs(c)) / t))
    s = np.maximum(c, 0.0) + size
    r = s - c
    lo, hi = np.full((2, len(c)), (phi.h - phi.l) / 2)  # b − l and h − b
    u, q = np.zeros((len(t), d)), np.full(len(t), 0.5)
    lam = stack.sum(s * hi + r * lo) / t * np.sqrt(t)  # λ = ‖Aᵀb‖ at the edge of the ball, a sum of t terms: start high

    for _ in range(CAUTIOUS_STEPS if cautious else STEPS):
        # What b proves, and what u, brought back to the ball, attains.
        b, Au, norm = phi.l + lo, stack.up(u), _norm(u)
        inside = 1 / np.maximum(1.0, norm)
        value = stack.sum(phi.value(c - stack.each(inside) * Au)) + weight / 2 * (inside * norm) ** 2
        slope = _norm(stack.down(b))
        length = np.where(slope > weight, 1.0, slope / np.where(weight > 0, weight, 1.0))
        lower = stack.sum(b * c - phi.conjugate(lo, hi)) + weight / 2 * length**2 - slope * length
        scale = np.maximum(1.0, value)
        gap = (value - lower) / scale
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
        solve_for = _system(stack.gram(V), weight + lam, lam / q, u)

        def direction(to_s, to_r, to_q, bend=0.0):
            """The Newton step that changes s(h − b), r(b − l) and λq by these amounts."""
            rho = rest - to_s / hi + to_r / lo
            du = solve_for(stack.down(b + V * rho) - (weight + lam + (to_q - lam * rest_q) / q)[:, None] * u - bend)
            dq, db = rest_q - (u * du).sum(axis=1), V * (rho - stack.up(du))
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
            second = -ds * db, dr * db, dlam * dq - lam * (du * du).sum(axis=1) / 2, dlam[:, None] * du
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


def _system(H, ridge, bend, u):
    """g -> the solution du of (H + ridge·I + bend·uuᵀ)du = g, K systems at once, with the diagonal scaled to 1.

    3e-15 more on that diagonal, which is rounding, keeps directions in which no x_s has a part from going astray.
    """
    axes = np.arange(H.shape[1])
    H = H + bend[:, None, None] * u[:, :, None] * u[:, None, :]
    H[:, axes, axes] += ridge[:, None]
    scale = 1 / np.sqrt(H[:, axes, axes])
    H = scale[:, :, None] * H * scale[:, None, :]
    H[:, axes, axes] += 3e-15
    return lambda g: scale * np.linalg.solve(H, (scale * g)[:, :, None])[:, :, 0]
