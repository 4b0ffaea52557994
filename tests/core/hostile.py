"""Data that floats do not like, and what is exact there: lower ≤ min F ≤ F(u) ≤ value, in 100 digits.

`python -m tests.core.hostile --instances 10000` tries so many for each loss, and counts violations and open
certificates.
"""

import argparse
import sys
from collections import Counter
from decimal import Decimal, localcontext

import numpy as np

from oco_core import hindsight, losses

KINDS = ("plain", "columns", "rows", "clock", "powers", "rank", "twins", "offset", "wide", "labels")
LOSSES = {"square": losses.square, "spam": None, "linear": losses.linear, "absolute": losses.absolute,
          "hinge": losses.hinge, "logistic": losses.logistic}
UNITS = {}  # M of a spam loss
exact = np.vectorize(Decimal, otypes=[object])


def instance(name, seed):
    """(kind, loss, X, y, U) number ``seed`` for the loss of this name."""
    rng = np.random.default_rng(seed)
    kind, T, d = KINDS[seed % len(KINDS)], int(rng.integers(1, 25)), int(rng.integers(1, 6))
    X = rng.standard_normal((T, d))
    ten = lambda low, high, *shape: 10.0 ** rng.uniform(low, high, shape or None)
    if kind == "columns":
        X = X * ten(-12, 16, d)
    elif kind == "rows":
        X = X * ten(-8, 8, T, 1)
    elif kind == "clock":  # row numbers, time stamps and a constant
        t = np.arange(T) + float(rng.choice([0, 1, 1e6, 1.7e9, 1.7e15]))
        X = np.column_stack([t, np.ones(T), X])[:, :d]
    elif kind == "powers":  # of a number in an interval without 0
        X = (rng.uniform(1, 3) + rng.random((T, 1))) ** np.arange(int(rng.integers(1, 11)))
    elif kind == "rank":
        r = int(rng.integers(1, d + 1))
        X = 1.0 * rng.integers(-5, 6, (T, r)) @ rng.integers(-5, 6, (r, d)) * (rng.random(d) < 0.8)
    elif kind == "twins":
        X[:, -1] = X[:, 0] + ten(-16, -3) * X[:, -1]
    elif kind == "offset":
        X = X + ten(0, 10, d)
    elif kind == "wide":
        d = T + int(rng.integers(1, 5))
        X = rng.standard_normal((T, d)) * ten(-4, 4, d)
    kept = X @ (rng.standard_normal(X.shape[1]) * (rng.random() < 0.6)) * ten(-2, 2) / max(1e-300, abs(X).max())
    y = kept + ten(-12, 1) * rng.standard_normal(T)
    if kind in ("labels", "offset"):
        y = y + ten(0, 9)
    if rng.random() < 0.3:  # ties
        X, y = X[rng.integers(T, size=T)], np.round(y)
    loss = losses.spam(radius := float(ten(-2, 2))) if name == "spam" else LOSSES[name]
    if name == "spam":
        UNITS[loss.quadratic] = 100 * radius
    if loss.labels != "real":
        y = np.where(y > np.median(y) * (rng.random() < 0.8), 1.0, 0.0 if loss.labels == "bits" else -1.0)
    lam = float(ten(-12, 2)) if rng.random() < 0.4 else 0.0
    U = None if rng.random() < 0.3 and (lam or loss.quadratic) else float(ten(-4, 8))
    if rng.random() < 0.2 and U is not None:
        U = float(2.0 ** np.round(np.log2(U)))
    return kind, losses.with_l2(loss, lam), X, y, U


def phi(loss, p, y):
    """l(p, y) in Decimal, and its slopes and curvature in p."""
    name = loss.name
    if loss.quadratic:
        k, a, b, c = (Decimal(v) for v in loss.quadratic)
        if name == "spam":
            a = 1 / Decimal(UNITS[loss.quadratic])
        rest = a * p - b * y - c
        return k * rest * rest, 2 * k * a * rest, 2 * k * a * a + 0 * p
    if name == "linear":
        return p * y, y + 0 * p, 0 * p
    if name == "absolute":
        return abs(p - y), np.sign(p - y), 0 * p
    if name == "hinge":
        return np.maximum(0, 1 - y * p), np.where(y * p < 1, -y, 0 * p), 0 * p
    e = np.array([(-abs(v)).exp() for v in p], dtype=object)  # e^−|p|
    z = y * p
    chance = np.where(z > 0, e / (1 + e), 1 / (1 + e))
    # ln(1 + e); for a small e that sum would keep few of its digits
    logs = np.array([(1 + v).ln() if v > Decimal(10) ** -25 else v - v * v / 2 + v**3 / 3 for v in e], dtype=object)
    return logs + np.maximum(0, -z), -y * chance, chance * (1 - chance)


def total(loss, v, X, y):
    """F(v) in Decimal."""
    return phi(loss, X @ v, y)[0].sum() + Decimal(loss.l2) * len(y) / 2 * (v @ v)


def solved(H, g):
    """A solution of H v = g for a symmetric positive semidefinite H; directions without a pivot stay 0."""
    H, g, done = H.copy(), g.copy(), []
    least = [abs(H[j, j]) * Decimal(10) ** -60 for j in range(len(g))]
    for _ in range(len(g)):
        left = [j for j in range(len(g)) if j not in done and H[j, j] > least[j]]
        if not left:
            break
        j = max(left, key=lambda j: H[j, j] / least[j])
        done.append(j)
        for i in range(len(g)):
            if i != j and H[i, j]:
                ratio = H[i, j] / H[j, j]
                H[i], g[i] = H[i] - ratio * H[j], g[i] - ratio * g[j]
    v = 0 * g
    for j in done:
        v[j] = g[j] / H[j, j]
    return v


def into(v, U):
    """v brought into the ball."""
    norm = (v @ v).sqrt()
    return v if U is None or norm <= U else v * (U / norm * (1 - Decimal(10) ** -80))


def references(loss, X, y, U, u):
    """Points of the ball whose loss is near the least, if u is: by Newton's method, and at the kinks near u."""
    weight, eye = Decimal(loss.l2) * len(y), exact(np.eye(X.shape[1]))
    yield 0 * u
    if loss.name == "linear":
        S = y @ X
        size = (S @ S).sqrt()
        if size:
            yield into(-S / weight if weight else -S / size * U, U)
        return
    if loss.name in ("absolute", "hinge"):
        c, A = (y, X) if loss.name == "absolute" else (1 + 0 * y, y[:, None] * X)
        m = c - A @ u
        order = np.argsort([float(abs(v) / (1 + (a @ a).sqrt() * (u @ u).sqrt())) for v, a in zip(m, A)])
        for k in range(min(X.shape[1], len(y)) + 1):
            J, rest = order[:k], order[k:]
            N = A[J]
            v0 = u + N.T @ solved(N @ N.T, m[J]) if k else u  # the kinks of J
            sign = np.where(m[rest] > 0, Decimal(1), Decimal(-1 if loss.name == "absolute" else 0))
            g = -(sign @ A[rest]) if len(rest) else 0 * u
            n = g - N.T @ solved(N @ N.T, N @ g) if k else g  # and along them downhill
            yield into(v0, U)
            foot = N.T @ solved(N @ N.T, N @ v0) if k else 0 * u
            if weight:
                yield into(foot - n / weight, U)
            if U is not None and n @ n > 0 and U * U > foot @ foot:
                yield into(foot - n * ((U * U - foot @ foot) / (n @ n)).sqrt(), U)
        return
    kappa, v = weight, u
    for step in range(12 if loss.name == "logistic" else 60):
        _, slope, curvature = phi(loss, X @ v, y)
        H = X.T @ (curvature[:, None] * X)
        v = v - (move := solved(H + kappa * eye, slope @ X + kappa * v))
        length = (v @ v).sqrt()
        if U is None or length <= U and kappa == weight:
            yield into(v, U)
            if loss.quadratic or move @ move <= v @ v * Decimal(10) ** -70:  # the loss is right to 70 digits, too
                return
            continue
        yield into(v, U)
        bend = v @ solved(H + kappa * eye, v)
        if not bend or abs(length / U - 1) < Decimal(10) ** -50:
            return
        kappa = max(weight, kappa + length * length / bend * (length / U - 1))


def check(loss, X, y, U, best):
    """What is wrong with this answer: a list of words."""
    with localcontext() as context:
        context.prec = 100
        X, y, u, U = exact(X), exact(y), exact(best.u), None if U is None else Decimal(U)
        value, lower = Decimal(best.value), Decimal(best.lower)
        nothing = Decimal(10) ** -60
        at_u, wrong = total(loss, u, X, y), []
        if U is not None and u @ u > U * U:
            wrong.append("outside")
        if value < at_u * (1 - nothing if at_u > 0 else 1 + nothing):
            wrong.append("value")
        least = min([at_u, *(total(loss, v, X, y) for v in references(loss, X, y, U, u))])
        if lower > least + abs(least) * nothing:
            wrong.append("lower")
        return wrong


def tried(name, seeds):
    """(violations, Counter of kinds that are certified, Counter of kinds that are not)."""
    violations, closed, left = [], Counter(), Counter()
    for seed in seeds:
        kind, loss, X, y, U = instance(name, seed)
        best = hindsight.best(loss, X, y, U)
        violations += [(name, kind, seed, wrong) for wrong in check(loss, X, y, U, best)]
        (closed if best.value - best.lower <= 1e-8 * max(1.0, abs(best.value)) else left)[kind] += 1
    return violations, closed, left


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--instances", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--losses", nargs="*", default=list(LOSSES))
    chosen, bad = parser.parse_args(), 0
    for name in chosen.losses:
        violations, closed, left = tried(name, range(chosen.first, chosen.first + chosen.instances))
        bad += len(violations)
        print(f"{name}: {chosen.instances} instances, {len(violations)} violations, {left.total()} not certified",
              dict(left), *violations[:10])
    sys.exit(bad > 0)
