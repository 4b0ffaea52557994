"""The best u for the Perceptron's bounds, with a certificate: `margin` for T8, `best` for T9 (catalogue §6).

Both come from the hinge loss in a ball, V(U) = min_{‖u‖≤U} Σ h_t(u), whose dual points β ∈ [0, 1]^T give for all U

    V(U)  ≥  S − nU,    S = Σ β_t,    n = ‖Σ β_t y_t x_t‖:

a line below a convex curve, which touches it at the U that β was found for. Where the examples are fewer than the
coordinates, u is looked for in their span; L, S and n are those of the examples themselves.
"""

from dataclasses import dataclass

import numpy as np

from ... import bounds
from ...engine import check, exact, interior_point
from ...engine.certificate import width
from ...engine.rounding import gamma, inside
from ...engine.rounding import norm as norm_of
from ...losses import hinge

__all__ = ["Margin", "MistakeBound", "best", "margin"]

SMALL = 300  # numbers in X up to which a margin that floats do not find is found in fractions


@dataclass(frozen=True, eq=False)
class Margin:
    """The unit vector u with min y_t u·x_t ≥ ``value``, equal but for rounding, and ``upper`` ≥ max(0, γ*)."""

    u: np.ndarray
    value: float
    upper: float


@dataclass(frozen=True, eq=False)
class MistakeBound:
    """T9, solved for M, at the best u: ``lower`` ≤ the least bound ≤ ``value``, every rounding counted.

    L = Σ h_t(u), rounded up; ``norm`` is what the bound is charged for ‖u‖. For K norms: u (K, d), and arrays (K,).
    """

    u: np.ndarray
    norm: float | np.ndarray
    L: float | np.ndarray
    value: float | np.ndarray
    lower: float | np.ndarray

    @property
    def certified(self):
        """Whether value − lower ≤ 1e-8·max(1, value); where not, the interval is right, but wider. A bool, or (K,)."""
        closed = width(np.asarray(self.value), np.asarray(self.lower)) <= 1e-8
        return closed if closed.ndim else bool(closed)


def _examples(X, y):
    """A_t = y_t x_t (T, d), and the same in coordinates of their span, B (T, r), with axes such that A = B·axesᵀ; None
    where B is A."""
    X, y = check.examples(X, y)
    if X.ndim != 2:
        check.fail("X.shape", X.shape, "(T, d), one sequence")
    A = check.labels(hinge, y)[:, None] * X
    if not 0 < len(A) < A.shape[1]:
        return A, (A, None)
    axes, R = np.linalg.qr(A.T)
    return A, (np.ascontiguousarray(R.T), axes)


def _in_ball(A, span, U, guess=None):
    """The best u with ‖u‖ ≤ U, its L = Σ h_t(u), and the line (S, n) of its dual point. See `_in_balls`."""
    u, L, S, n = _in_balls(A, span, np.array([U]), guess)
    return u[0], float(L[0]), (float(S[0]), float(n[0]))


def _in_balls(A, span, U, guess=None, size=None):
    """For each radius of U (K,): the best u (K, d), L (K,), and the line of its dual point, S and n (K,).

    With A_t = y_t x_t the margins that are missing are m_t = 1 − A_t·u, and h_t = max(0, m_t). Near its kink at the
    best u are few examples. Of the others those with m_t < 0 are left out, and those with m_t > 0 are added up to a
    single one: Σ max(0, m_t) ≥ max(0, Σ m_t) for every u, so that the small problem's dual point, the same β_t for each
    of its parts, is a dual point of the whole. The guess is right where L and the line meet; where they do not, it is
    made anew with the best u so far and twice as many examples near (at first ``size``), in the end with all. The first
    guess is from every eighth example, or ``guess`` (d,) made as long as the ball allows.
    """
    (T, d), (B, axes) = A.shape, span
    full = (lambda v: v) if axes is None else (lambda v: v @ axes.T)
    size = size or max(300, 12 * B.shape[1])  # measured
    u, beta, rest = np.zeros((len(U), d)), np.zeros((len(U), T)), np.arange(len(U))
    if guess is not None:
        u = U[:, None] * (guess / (np.linalg.norm(guess) or 1.0))
    elif 2 * size < T:
        u = full(interior_point.minimise(hinge, [_part(B[::8])] * len(U), U)[0])
    long = abs(A)

    def total(u):
        """At least Σ h_t(u), and hardly more."""
        off = gamma(d + 4) * (abs(u) @ long.sum(axis=0))
        return (np.maximum(0.0, 1 - u @ A.T).sum(axis=1) + off) * (1 + gamma(2 * T + 20))

    u = inside(u, U)
    L = total(u)
    while len(rest):
        some = 2 * size < T
        places = [_places(1 - A @ u_k, size) if some else np.arange(T) for u_k in u[rest]]
        v, found = interior_point.minimise(hinge, [_merged(B, place) for place in places], U[rest])
        v = inside(full(v), U[rest])
        for k, b, place in zip(rest, found, places):
            beta[k] = np.append(b, 0.0)[place]
        found_L = total(v)
        better = found_L <= L[rest]  # else the small problem has left what it stands for behind: keep the old guess
        u[rest[better]], L[rest[better]] = v[better], found_L[better]
        S, n = _line(beta, A, long)
        rest = rest[(L - (S - n * U) > 5e-9 * np.maximum(1.0, L))[rest]] if some else rest[:0]
        size *= 2
    return u, L, S, n


def _line(beta, A, long):
    """S, rounded down, and n, rounded up, for dual points beta (K, T): the line is below V whatever was rounded."""
    (T, d), G = A.shape, beta @ A
    n = norm_of(G) + norm_of(gamma(T + 2) * (beta @ long))
    return beta.sum(axis=1) * (1 - gamma(T + 4)), n * (1 + gamma(2 * d + 40))


def _places(m, size):
    """For each example its place in the small problem: ``size`` of least |m_t| come first, then all others with m_t > 0
    as one, and −1 is nowhere."""
    place = np.where(m > 0, size, -1)
    place[np.argpartition(abs(m), size)[:size]] = np.arange(size)
    return place


def _merged(A, place):
    """The small problem: the examples that have one place are added up."""
    t = place.max() + 1
    if t == len(A):
        return _part(A)
    kept = place >= 0
    rows = np.array([np.bincount(place[kept], x, t) for x in A[kept].T])
    return interior_point.Part(np.ascontiguousarray(rows.T), rows, np.bincount(place[kept], minlength=t).astype(float))


def _part(A):
    return interior_point.Part(A, np.ascontiguousarray(A.T), np.ones(len(A)))


def _first_line(A):
    """The line of β = 1, which touches V at U = 0."""
    return float(len(A)), float(_line(np.ones((1, len(A))), A, abs(A))[1][0])


def _reached(A, u):
    """u made a unit vector, and its margin, rounded down; −inf for a u that cannot be."""
    length = float(norm_of(u))
    if not 0 < length < np.inf:
        return u, -np.inf
    u = u / length  # 1 long but for rounding
    least = float((A @ u - gamma(A.shape[1] + 2) * (abs(A) @ abs(u))).min())
    return u, least * (1 - np.sign(least) * gamma(2 * A.shape[1] + 20))


def margin(X, y):
    """The largest margin γ* = max_{‖u‖=1} min_t y_t u·x_t (catalogue D17, T27; (X/γ*)² is T8's least bound).

    Newton's method on V(U) = 0, whose root is 1/γ*: from the left, each line's root S/n is at most 1/γ*, so that
    γ* ≤ n/S, and the u of that ball has almost this margin. Where floats do not find it and X has no more than 300
    numbers, it is found in fractions (`exact.nearest`), however small it is. X (T, d) with T ≥ 1, y (T,) of ±1. Returns
    a `Margin`, value ≤ γ* ≤ upper: u separates the examples if value > 0, and nothing does if upper is 0, to which γ* <
    0 is rounded up. upper − value is as a rule 1e-8·upper or less. Where value ≤ 0 < upper, which is then about
    1e-6·max‖x_t‖ or less, some u separates, but none was found whose entries are floats; with more than 300 numbers it
    is not decided whether some u does. Raises ValueError for bad input.
    """
    A, span = _examples(X, y)
    if not len(A):
        check.fail("X.shape", A.shape, "at least one example, because the margin of none is infinite")
    largest = np.linalg.norm(A, axis=1).max()
    S, n = _first_line(A)
    upper, (u, value) = n / S, _reached(A, A.sum(axis=0))
    for _ in range(100):
        if upper <= 1e-6 * largest or upper - value <= 1e-9 * upper:
            break
        v, _, (S, n) = _in_ball(A, span, 1 / upper, u)
        v, reached = _reached(A, v)
        if reached > value:
            u, value = v, reached
        if not (S > 0 and n < upper * S * (1 - 1e-14)):
            break
        upper = n / S * (1 + gamma(4))
    if upper - value > 1e-8 * upper and A.size <= SMALL:
        some, core = exact.separate(A)
        norm2, v = (0, None) if core else exact.nearest(A)
        upper = exact.root(norm2)
        for w in (v, some) if norm2 else ():  # v is best, but rounded to floats it need not separate
            if w is not None and (reached := exact.margin(A, w := w / norm_of(w))) > value:
                u, value = w, reached
    if value == -np.inf:  # a direction like any other
        u = np.eye(A.shape[1])[0]
        value = float(A[:, 0].min())
    return Margin(u, float(value), float(max(upper, value)))


def _charged(A, span, norm, largest):
    """`best` for norms that are given, one or many. For one all examples are near: where many u are equally good, as
    there are if all losses can be 0, it is the one in their middle that `hindsight.best` finds, too."""
    one, (T, d) = check.dimensions("norm", norm) == 0, A.shape
    sure = gamma(4 * d + 100)  # of a norm, a line and the formula
    norms = [check.nonnegative("norm", v) for v in ([norm] if one else norm)]
    norms = np.array([check.radius("norm", v) if v else v for v in norms], float)
    u, L, lower = np.zeros((len(norms), d)), np.full(len(norms), float(T)), np.full(len(norms), float(T))
    some = norms > 0
    if T and some.any():
        u[some], L[some], S, n = _in_balls(A, span, norms[some], size=T if one else None)
        lower[some] = np.maximum(0.0, S * (1 - sure) - n * norms[some] * (1 + sure))
    value = bounds.perceptron(L, norms, largest) * (1 + sure)
    found = u, norms, L, value, np.minimum(value, bounds.perceptron(lower, norms, largest) * (1 - sure))
    return MistakeBound(u[0], *(float(v[0]) for v in found[1:])) if one else MistakeBound(*found)


def best(X, y, norm=None):
    """The least bound on the Perceptron's mistakes that T9 gives, over all u, or over ‖u‖ ≤ norm, charged as norm.

    T9 solved for M: L + A²/2 + A√(A²/4 + L), A = ‖u‖·max‖x_t‖. As a function of the charge U, with L = V(U), it falls
    and then grows: it falls while n > X√bound. Along a line S − nU in place of V it does one of the two all the way. So
    the two lines that touch V on either side of the best U, and 0, have their least bound where two of them cross, a
    lower one; the next ball is the one where the lines cross.

    With ``norm`` (≥ 0, or K of them, which are solved side by side) the charge is norm also where the best u is
    shorter: on the sphere ‖u‖ = norm itself no u has less. X (T, d), y (T,) of ±1. Returns a `MistakeBound`, whose
    ``certified`` says whether value − lower ≤ 1e-8·max(1, value). Raises ValueError for bad input.
    """
    A, span = _examples(X, y)
    (T, d), sure = A.shape, gamma(4 * A.shape[1] + 100)  # what rounding can do to a norm, a line and the formula of T9
    largest = float(np.linalg.norm(A, axis=1).max(initial=0.0))
    if norm is not None:
        return _charged(A, span, norm, largest)

    def bound(L, U):
        return bounds.perceptron(max(L, 0.0), U, largest)

    found = MistakeBound(np.zeros(d), 0.0, float(T), float(T), 0.0)  # u = 0
    left, right, lower, u = _first_line(A), (0.0, 0.0), 0.0, None
    for _ in range(100):
        (S, n), (s, flat) = left, right
        reach = np.sqrt(found.value) / largest if largest else 0.0  # farther out A² alone exceeds the bound found
        U = min((S - s) / (n - flat), reach) if n > flat else reach
        ends = [bound(S * (1 - sure) - n * U * (1 + sure), U) if U else found.value, found.value]
        if flat and U < s / flat < reach:
            ends.append(bound(0.0, s / flat))
        lower = max(lower, min(ends) * (1 - sure))
        if found.value - lower <= 5e-9 * max(1.0, found.value):
            break
        u, L, line = _in_ball(A, span, U, u)
        length = float(np.linalg.norm(u)) * (1 + sure)
        value = bound(L, length) * (1 + sure)
        if value < found.value:
            found = MistakeBound(u, length, L, value, 0.0)
        if line[1] > largest * np.sqrt(bound(L, U)):
            left = line
        else:
            right = line
    return MistakeBound(found.u, found.norm, found.L, found.value, min(lower, found.value))
