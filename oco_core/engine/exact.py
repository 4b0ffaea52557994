"""Whether a halfspace gets all examples right, decided in whole numbers (catalogue D16, D17; Gordan's theorem).

For rows A_t exactly one of two things exists: a w with A_t·w > 0 for all t, or β ≥ 0 with Σ β_t = 1 and Σ β_t A_t = 0.
`separate` finds which, by the simplex method on

    minimise Σ_i |Σ_t β_t A_ti|  over β ≥ 0, Σ β_t = 1,

whose dual is the largest s with A_t·w ≥ s for all t, |w_i| ≤ 1. Floats are whole numbers times powers of 2, and the
tableau is kept in whole numbers over one denominator (Edmonds, J. Res. NBS 71B (1967) 241–245): nothing is rounded, and
no size of a row or a column matters. For few examples: the numbers grow like the determinants that they are.
"""

import math
from fractions import Fraction

import numpy as np

from . import check

__all__ = ["margin", "nearest", "root", "separate", "signs_hold"]


def separate(A):
    """(w, None) with A_t·w > 0 for all t, exactly, w floats; or (None, S), S the indices of at most d + 1 rows for
    which no w does that.

    A (m, d) finite floats. w is None, too, if there is such a w but none was found whose entries are floats: then S is
    ().
    """
    A = check.array("A", A, 2)
    m, d = A.shape
    if not m or not d:
        return (None, (0,)) if m else (np.zeros(d), None)
    if d > m:  # many coordinates: as a rule the shortest w with A w = 1 does
        w = _shortest(A)
        if signs_hold(A, w):
            return w, None
        columns = _independent(A)
        w, S = separate(A[:, columns])
        if w is None:
            return w, S
        full = np.zeros(d)
        full[columns] = w
        return full, None
    rows, shifts = _whole(A)
    found, S = _simplex(rows)
    if found is None:
        return None, S
    # its entries rounded to floats, in many ways, until the signs are right: the cone of such w may be narrow
    for factor in range(1, 2048, 2):
        w = np.array([float(v * factor) for v in found])
        w = np.ldexp(w, (shifts.min() - shifts).astype(np.int32))
        if signs_hold(A, w):
            return w, None
    return None, ()


def nearest(A):
    """The point v of the convex hull of the rows A_t nearest to 0: (‖v‖², a fraction, and v in floats, made about 1
    long).

    Every A_t·v ≥ ‖v‖², so that v separates where it is not 0, with the margin γ* = ‖v‖ (catalogue T27). Wolfe's method
    (Math. Programming 11 (1976) 128–149): the nearest point of the plane through a few independent rows; one of them
    less while it lies outside their hull, one more while that is nearer. A (m, d), finite floats, m ≥ 1.
    """
    A = check.array("A", A, 2)
    rows = [[Fraction(v) for v in row] for row in A.tolist()]
    dot = lambda a, b: sum((p * q for p, q in zip(a, b) if p and q), Fraction(0))
    chosen = {min(range(len(rows)), key=lambda t: dot(rows[t], rows[t])): Fraction(1)}
    while True:
        v = [sum(beta * rows[t][i] for t, beta in chosen.items()) for i in range(A.shape[1])]
        norm2 = dot(v, v)
        reached = [dot(row, v) for row in rows]
        t = reached.index(min(reached))
        if reached[t] >= norm2:
            largest = max(map(abs, v), default=0) or 1
            return norm2, np.array([float(c / largest) for c in v])
        chosen[t] = Fraction(0)
        while True:
            flat = _nearest_of_plane([rows[t] for t in chosen], dot)
            if min(flat) > 0:
                chosen = dict(zip(chosen, flat))
                break
            part = min(beta / (beta - to) for beta, to in zip(chosen.values(), flat) if to <= 0)
            moved = {t: beta + part * (to - beta) for (t, beta), to in zip(chosen.items(), flat)}
            chosen = {t: beta for t, beta in moved.items() if beta > 0}


def _nearest_of_plane(rows, dot):
    """μ with Σμ = 1 and the least ‖Σ μ_t r_t‖ for independent points: Gauss's elimination of r_s·Σ μ_t r_t = ρ."""
    k = len(rows)
    M = [[dot(a, b) for b in rows] + [Fraction(1)] for a in rows]
    for i in range(k):  # Q is positive definite, or of rank k − 1 with 0 in the plane: then only the last pivot is 0
        if not M[i][i]:
            break
        for r in range(k):
            if r != i and M[r][i]:
                times = M[r][i] / M[i][i]
                M[r] = [a - times * b for a, b in zip(M[r], M[i])]
    if M[-1][k - 1]:
        mu = [row[-1] / row[i] for i, row in enumerate(M)]
    else:  # Qμ = 0
        mu = [-row[k - 1] / row[i] for i, row in enumerate(M[:-1])] + [Fraction(1)]
    return [m / sum(mu) for m in mu]


def margin(A, u):
    """min_t A_t·u/‖u‖, rounded down, for floats A (m, d) and u (d,), not 0."""
    u = [Fraction(v) for v in u.tolist()]
    least = min(sum(Fraction(a) * v for a, v in zip(row, u)) for row in A.tolist())
    square = least * least / sum(v * v for v in u)
    return math.nextafter(math.nextafter(root(square), 0.0), 0.0) if least > 0 else -root(square)


def root(value):
    """√value of a fraction ≥ 0, rounded up to a float."""
    if not value:
        return 0.0
    shift = max(0, 220 - value.numerator.bit_length() + value.denominator.bit_length()) // 2 * 2
    found = Fraction(math.isqrt((value.numerator << shift) // value.denominator) + 1, 1 << shift // 2)
    return math.nextafter(float(found), math.inf)


def signs_hold(A, w):
    """Whether A_t·w > 0 for all t, exactly. What floats cannot decide is decided in fractions."""
    if not np.isfinite(w).all():
        return False
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        p = A @ w
        sure = p > 2 * A.shape[1] * np.finfo(float).eps * (abs(A) @ abs(w)) + 1e-300  # a dot product's rounding is less
    w = [Fraction(v) for v in w.tolist()]
    return all(ok or sum(Fraction(a) * b for a, b in zip(row, w)) > 0 for ok, row in zip(sure.tolist(), A.tolist()))


def _shortest(A):
    scale = 2.0 ** -np.frexp(abs(A).max(axis=1, keepdims=True))[1].clip(-1000, 1000)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        try:
            return np.linalg.lstsq(A * scale, np.ones(len(A)), rcond=None)[0]
        except np.linalg.LinAlgError:
            return np.full(A.shape[1], np.nan)


def _independent(A):
    """As many columns as A has rank, independent ones: the others add nothing to what A w can be."""
    reduced, chosen = [[Fraction(v) for v in row] for row in A.tolist()], []
    for i in range(A.shape[1]):
        k = len(chosen)
        pivot = next((t for t in range(k, len(reduced)) if reduced[t][i]), None)
        if pivot is None:
            continue
        reduced[k], reduced[pivot] = reduced[pivot], reduced[k]
        for row in reduced[k + 1:]:
            if row[i]:
                times = row[i] / reduced[k][i]
                row[i:] = [a - times * b for a, b in zip(row[i:], reduced[k][i:])]
        chosen.append(i)
        if len(chosen) == len(reduced):
            break
    return chosen


def _whole(A):
    """A in whole numbers, its columns and rows scaled by powers of 2 to nearly the same size, and the columns'
    exponents."""
    _, e = np.frexp(A)
    nothing = -(10**6)
    e = np.where(A != 0, e, nothing)
    columns = np.where((A != 0).any(axis=0), e.max(axis=0), max(e.max(), -2000))  # one of zeros: any
    rows = np.where((A != 0).any(axis=1), (e - columns).max(axis=1), 0)
    mantissas = [[float(v).as_integer_ratio() for v in row] for row in A.tolist()]
    exponent = lambda ratio, t, i: -(ratio[1].bit_length() - 1) - int(columns[i]) - int(rows[t])
    least = min((exponent(ratio, t, i) for t, row in enumerate(mantissas) for i, ratio in enumerate(row) if ratio[0]),
                default=0)
    return [[ratio[0] << exponent(ratio, t, i) - least if ratio[0] else 0 for i, ratio in enumerate(row)]
            for t, row in enumerate(mantissas)], columns


def _simplex(A):
    """For whole numbers A: (w, ()) with A_t·w ≥ s > 0 and |w_i| ≤ 1, in fractions, or (None, S).

    The columns are β_1 .. β_m, then p and q ≥ 0 with Σ β_t A_ti + p_i − q_i = 0, which cost 1 each. At first β_1 = 1.
    The tableau's entries are those of ``T`` over ``det``; its last row holds the reduced costs and −cost.
    """
    m, d = len(A), len(A[0])
    T = [[A[t][i] - A[0][i] for t in range(m)] +
         [int(i == j) for j in range(d)] + [-int(i == j) for j in range(d)] + [-A[0][i]]
         for i in range(d)] + [[1] * m + [0] * (2 * d) + [1]]
    basis = []
    for i in range(d):
        if T[i][-1] < 0:  # q_i = A_1i
            T[i] = [-v for v in T[i]]
            basis.append(m + d + i)
        else:
            basis.append(m + i)
    basis.append(0)
    costs = [-sum(row[j] for row in T[:d]) for j in range(m)] + [1 - T[i][m + i] for i in range(d)]
    costs += [1 - T[i][m + d + i] for i in range(d)] + [-sum(row[-1] for row in T[:d])]
    T.append(costs)
    det, stuck = 1, False
    while T[-1][-1] < 0:
        costs = T[-1][:-1]
        least = min(costs)
        if least >= 0:
            w = [Fraction(v - det, det) for v in costs[m:m + d]]  # a cost of p_i is 1 − π_i, and w = −π
            return w, ()
        # the steepest column; while the steps have length 0, Bland's rule, which cannot go round in circles
        j = next(j for j, cost in enumerate(costs) if cost < 0) if stuck else costs.index(least)
        rows = [r for r in range(d + 1) if T[r][j] > 0]
        r = min(rows, key=lambda r: (Fraction(T[r][-1], T[r][j]), basis[r]))
        stuck = T[r][-1] == 0
        pivot, row = T[r][j], T[r]
        for k, other in enumerate(T):
            if k != r:
                times = other[j]
                T[k] = [(pivot * a - times * b) // det for a, b in zip(other, row)]
        det, basis[r] = pivot, j
    return None, tuple(sorted(basis[r] for r in range(d + 1) if basis[r] < m and T[r][-1] > 0))
