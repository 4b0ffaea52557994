"""Hostile examples, and what is true of them in fractions: for the property tests of margins and disagreements."""

import itertools
from fractions import Fraction

import numpy as np

KINDS = ("whole", "columns", "powers", "offset", "collinear", "graded", "rows", "time stamps")


def hostile(rng, m, d):
    """X (m, d), y (m,) of ±1: small whole numbers, with ties; columns or rows of any size; far from 0; nearly
    collinear."""
    X, y = rng.integers(-3, 4, (m, d)).astype(float), rng.choice([-1.0, 1.0], m)
    kind = KINDS[rng.integers(len(KINDS))]
    if kind == "columns":
        X = X * 10.0 ** rng.integers(-8, 9, d)
    elif kind == "powers":
        X = X * 2.0 ** rng.integers(-100, 100, d) * 2.0 ** rng.integers(-50, 50, (m, 1))
    elif kind == "offset":
        X[:, 0] = 1e8 + X[:, 0] / 7
    elif kind == "collinear":
        X = np.outer(X[:, 0], rng.integers(1, 4, d)) + 10.0 ** rng.integers(-12, -2) * X
    elif kind == "graded":
        X = rng.standard_normal((m, d)) * 10.0 ** rng.uniform(-10, 10, d)
    elif kind == "rows":
        X = rng.standard_normal((m, d)) * 10.0 ** rng.uniform(-10, 10, (m, 1))
    elif kind == "time stamps":
        X = np.hstack([1.6e9 + np.sort(rng.integers(0, 10**6, (m, 1))), np.ones((m, 1)), X])[:, :d]
    return X, y


def signed(X, y):
    """The rows y_t x_t as fractions."""
    return [[Fraction(y_t) * Fraction(v) for v in x] for x, y_t in zip(np.asarray(X).tolist(), np.asarray(y).tolist())]


def dot(a, b):
    return sum((p * q for p, q in zip(a, b)), Fraction(0))


def no_halfspace(rows):
    """Whether no w has r·w > 0 for all rows, by elimination (Fourier and Motzkin)."""
    for i in range(len(rows[0]) if rows else 0):
        plus, minus = [r for r in rows if r[i] > 0], [r for r in rows if r[i] < 0]
        rows = [r for r in rows if r[i] == 0] + [[p[i] * b - q[i] * a for a, b in zip(p, q)] for p in plus
                                                 for q in minus]
    return bool(rows)  # what is left reads 0 > 0


def solved(M, b):
    """x with Mx = b, or None if M is singular."""
    rows = [[*row, v] for row, v in zip(M, b)]
    for k in range(len(rows)):
        pivot = next((r for r in range(k, len(rows)) if rows[r][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for r in range(len(rows)):
            if r != k and rows[r][k]:
                rows[r] = [a - rows[r][k] * c for a, c in zip(rows[r], rows[k])]
    return [row[-1] for row in rows]


def nearest(rows):
    """The least ‖Σ β_t r_t‖² over β ≥ 0, Σ β_t = 1: the least over the simplices of independent points whose plane has
    its point nearest to 0 inside. γ*² of T27 where it is above 0."""
    least = min(dot(r, r) for r in rows)
    for size in range(2, min(len(rows), len(rows[0]) + 1) + 1):
        for some in itertools.combinations(rows, size):
            Q = [[dot(a, b) for b in some] for a in some]
            # Qβ = ρ1, Σβ = 1, as one system: it is singular where the points are dependent
            beta = solved([[*row, Fraction(-1)] for row in Q] + [[Fraction(1)] * size + [Fraction(0)]],
                          [Fraction(0)] * size + [Fraction(1)])
            if beta is not None and min(beta[:-1]) >= 0:
                least = min(least, beta[-1])
    return least
