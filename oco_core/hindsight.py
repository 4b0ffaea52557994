"""The best fixed u in hindsight, with a certificate, and the regret against it (catalogue D3, §6).

u*_t ∈ argmin_{‖u‖≤U} Σ_{s≤t} l_s(u) depends on t (erratum E7), so a curve of regrets needs a comparator for each t:
`comparators` finds them for many prefixes at once, `regret` compares a run with them.

The certificate is Fenchel duality: for every alpha,
    Σ_s l(u·x_s, y_s)  ≥  −Σ_s l*(alpha_s, y_s) + u·Σ_s alpha_s x_s     for all u,
so that the minimum over the ball is at least −Σ l* − U‖Σ alpha_s x_s‖. At alpha_s = slope(u*·x_s, y_s) the two sides meet.
Linear and square loss have formulas for u* below; at the kinks of the others alpha is not known from u*, and
`interior_point` finds both.
"""

from dataclasses import dataclass, replace

import numpy as np

from . import check, interior_point
from .losses import Loss, square
from .products import gram

__all__ = ["Comparator", "Regret", "best", "comparators", "regret"]


@dataclass(frozen=True, eq=False)
class Comparator:
    """The best fixed u: total loss ``value`` = Σ l_t(u), and ``lower`` ≤ the true minimum ≤ ``value``.

    For K prefixes: u (K, d), value (K,), lower (K,), at (K,). For one: u (d,) and numbers.
    """

    u: np.ndarray
    value: float | np.ndarray
    lower: float | np.ndarray
    at: int | np.ndarray


@dataclass(frozen=True, eq=False)
class Regret:
    """R_t at the rounds ``at``: ``lower`` ≤ R_t ≤ ``upper``, shape (K,) or (n_runs, K); ``best`` the comparators."""

    at: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    best: Comparator | list


def best(loss, X, y, U):
    """The best fixed u for the whole sequence: argmin_{‖u‖≤U} Σ_t l_t(u), or over all of R^d for U=None.

    X (T, d), y (T,). Returns a `Comparator` with value − lower ≤ 1e-8·max(1, |value|); exact for linear, square and
    spam loss. For these ties go to the u of least norm, and directions in which X is less than d·ε of its largest
    singular value are taken as absent. Rounding widens the gap where ‖u*‖ is beyond about 1e5 in units of |y|/‖x‖.
    Raises ValueError for bad input, a loss without a certified solver, U=None where the minimum need not be attained
    (all but square and spam loss and losses with l2 > 0), a minimum beyond the float range, and (absolute, hinge and
    logistic loss with U‖x‖ of 1e7 or more) one that rounding keeps from being certified.
    """
    X, y = _checked(loss, X, y)
    found = comparators(loss, X, y, U, [len(X)])
    return Comparator(found.u[0], float(found.value[0]), float(found.lower[0]), len(X))


def comparators(loss, X, y, U, at):
    """The best fixed u for each prefix X[:t], t in ``at`` (integers in 0..T, in any order). See `best`."""
    X, y = _checked(loss, X, y)
    at = _rounds(at, len(X))
    U = None if U is None else check.radius("U", U)
    if loss.quadratic and loss.name != "square":
        return _in_units_of_square(loss, X, y, U, at)
    solve = _SOLVERS.get(loss.name)
    if solve is None:
        check.fail("loss", loss, "one of " + ", ".join(sorted(_SOLVERS)) + ", which have a certified minimum")
    if U is None and not loss.l2 and loss.name != "square":
        check.fail("U", U, "a radius: over all of R^d this minimum need not be attained")
    value, lower = np.full(len(at), np.inf), np.full(len(at), -np.inf)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        if loss.name == "square":
            u, value, lower = _square(loss, X, y, U, at)
            alpha = [None] * len(at)
        else:
            u, alpha = solve(loss, X, y, U, at)
        for k in np.flatnonzero(lower == -np.inf):
            t = at[k]
            u[k], value[k], lower[k] = _certify(loss, X[:t], y[:t], U, u[k], alpha[k])
    if not (np.isfinite(value).all() and np.isfinite(lower).all()):
        check.fail("X, y, U, l2", "values for which the least total loss exceeds the float range", "finite numbers")
    return Comparator(u, value, lower, at)


def regret(run, U, at=None, best=None):
    """R_t = Σ_{s≤t} l_s(w_s) − min_{‖u‖≤U} Σ_{s≤t} l_s(u), at the prefixes ``at`` (default: only T); R_0 = 0.

    U is a number, or None for R^d. ``best`` takes `comparators` found before on the same examples with the same U and
    ``at``: they do not depend on the learner unless the stream answers it. Returns a `Regret`.
    Raises ValueError for rounds outside 0..T, a ``best`` that does not fit, and what `best` raises.
    """
    at = _rounds([run.T] if at is None else at, run.T)
    cumulated = np.cumsum(np.insert(run.losses, 0, 0.0, axis=-1), axis=-1)[..., at]
    if run.X.ndim == 3 or run.y.ndim == 2:
        if best is not None:
            check.fail("best", best, "None, because each run has examples of its own")
        each = [comparators(run.loss, X, y, U, at) for X, y in zip(*_per_run(run))]
        value, lower, best = np.array([c.value for c in each]), np.array([c.lower for c in each]), each
    else:
        best = comparators(run.loss, run.X, run.y, U, at) if best is None else best
        if not np.array_equal(best.at, at):
            check.fail("best.at", best.at, f"comparators for the rounds {at}")
        value, lower = best.value, best.lower
    return Regret(at, cumulated - value, cumulated - lower, best)


def _in_units_of_square(loss, X, y, U, at):
    """Σ k(a u·x − b y − c)² + l2/2‖u‖² is k times a square loss on the examples (a x, b y + c), with l2/k."""
    k, a, b, c = loss.quadratic
    found = comparators(replace(square, l2=loss.l2 / k), a * X, b * y + c, U, at)
    return replace(found, value=k * found.value, lower=k * found.lower)


def _per_run(run):
    n = run.n_runs
    return np.broadcast_to(run.X, (n, *run.X.shape[-2:])), np.broadcast_to(run.y, (n, run.y.shape[-1]))


def _checked(loss, X, y):
    check.kind("loss", loss, Loss)
    X, y = check.examples(X, y)
    if X.ndim != 2:
        check.fail("X.shape", X.shape, "(T, d), one sequence")
    return X, check.labels(loss, y)


def _rounds(at, T):
    at = [at] if check.dimensions("at", at) == 0 else at
    if isinstance(at, np.ndarray) and at.dtype.kind == "i" and at.ndim == 1 and at.min(initial=0) >= 0:
        at = at.copy()
    else:
        at = np.array([check.count(f"at[{i}]", t) for i, t in enumerate(at)], dtype=int)
    if at.size and at.max() > T:
        check.fail("at", int(at.max()), f"rounds of 0..{T}")
    return at


def _certify(loss, X, y, U, u, alpha, last=False):
    """(u, value, lower) of Σ l_t + l2·T/2‖u‖² at u, with the dual point alpha (None: the slopes at u).

    A u of the square loss that XᵀX could not resolve comes back better, unless this is the ``last`` try.
    """
    p = X @ u
    weight = loss.l2 * len(X)
    ridge = weight / 2 * (u @ u) if weight else 0.0
    value = loss.value(p, y).sum() + ridge
    alpha = loss.slope(p, y) if alpha is None else alpha
    g = alpha @ X
    norm = np.linalg.norm(g)
    if weight and (U is None or norm <= weight * U):  # min of weight/2·‖u‖² + g·u, inside the ball ...
        smallest = -norm * norm / (2 * weight)
    elif U is not None:  # ... or on its edge
        smallest = weight / 2 * U * U - U * norm
    else:
        smallest = -np.inf if g.any() else 0.0
    lower = smallest - loss.conjugate(alpha, y).sum()
    if loss.name == "square" and not value - lower <= 1e-10 * max(1.0, value):
        # Far inside a large ball the rounding of g counts U times. The minimum of Σ (u·x − y)² over R^d is a lower
        # bound too: moving u by −v for the least-squares v of X v ≈ r, r = alpha/2 the residuals, gains ‖X v‖² and
        # no more.
        v = np.linalg.lstsq(X, alpha / 2, rcond=None)[0]
        lower = max(lower, value - ridge - np.sum((X @ v) ** 2))
        if not last and not value - lower <= 1e-10 * max(1.0, value):
            again = _certify(loss, X, y, U, _square_by_svd(loss, X, y, U), None, last=True)
            lower = max(lower, again[2])
            if again[1] < value:
                u, value, _ = again
    return u, value, min(value, lower)


def _solve_linear(loss, X, y, U, at):
    """u = −U·S/‖S‖ with S = Σ g_t; with l2, u = −S/(l2·t) brought back to the ball."""
    S = np.vstack([np.zeros(X.shape[1]), np.cumsum(y[:, None] * X, axis=0)])[at]
    norm = np.linalg.norm(S, axis=1, keepdims=True)
    radius = np.inf if U is None else U
    with np.errstate(divide="ignore"):
        length = np.minimum(radius, norm / (loss.l2 * at[:, None])) if loss.l2 else radius
        u = np.where(norm > 0, -S / norm * length, 0.0)
    return u, [None] * len(at)


def _moments(at, X, y):
    """Σ_{s≤t} of x_s x_sᵀ (K, d, d), y_s x_s (K, d) and y_s² (K,) for each t in ``at``: parts of Σ z zᵀ for z = (x, y)."""
    d, start = X.shape[1], 0
    rows, sums = np.vstack([X.T, y]), np.empty((len(at), d + 1, d + 1))
    order = np.argsort(at, kind="stable")
    for part, t in zip(sums, at[order].tolist()):
        part[:], start = gram(rows[:, start:t], 1.0), t
    sums[order] = np.cumsum(sums, axis=0)
    return sums[:, :d, :d], sums[:, :d, d], sums[:, d, d]


def _square(loss, X, y, U, at):
    """(A + μI) u = b with μ ≥ 0 such that ‖u‖ ≤ U, by Newton's method on the secular equation, all prefixes at once.

    In the eigenbasis ‖u(μ)‖² = Σ_i β_i²/(λ_i + μ)². 1/‖u(μ)‖ is concave and grows, so Newton's method on
    1/‖u‖ = 1/U from μ = 0 never overshoots. Components with λ_i ≤ d·ε·λ_max are rounding: their β_i is 0 in exact
    arithmetic, because b lies in the range of A.

    Returns u with value and lower from the moments, or lower = −inf where they are too coarse (see `_by_moments`).
    """
    A, b, c = _moments(at, X, y)
    lam, V = np.linalg.eigh(A)
    beta = (b[:, None, :] @ V)[:, 0, :]
    beta = np.where(lam > X.shape[1] * np.finfo(float).eps * lam[:, -1:], beta, 0.0)
    v = _secular(np.maximum(lam, 0.0) + loss.l2 / 2 * at[:, None], beta, U)
    u = (V @ v[:, :, None])[:, :, 0]
    return u, *_by_moments(A, b, c, loss.l2 * at, U, u)


def _by_moments(A, b, c, weight, U, u):
    """value and lower of the square loss, as in `_certify`, without a pass over the examples.

    With A = Σ x xᵀ, b = Σ y x, c = Σ y² and alpha = 2(Xu − y) the loss is uᵀAu − 2b·u + c, Σ alpha x = 2(Au − b) and
    Σ l*(alpha, y) = Σ alpha y + alpha²/4 = uᵀAu − c. The sums cancel; lower is −inf where the certificate stays open, as
    it does where that costs digits, since Au − b then has lost them too.
    """
    Au = (A @ u[:, :, None])[:, :, 0]
    quadratic, square = np.vecdot(u, Au), np.vecdot(u, u)
    value = quadratic - 2 * np.vecdot(b, u) + c + weight / 2 * square
    norm = 2 * np.linalg.norm(Au - b, axis=1)
    inside = (weight > 0) & ((norm <= weight * U) if U is not None else True)
    edge = weight / 2 * U * U - U * norm if U is not None else -np.inf  # over R^d only alpha with Σ alpha x = 0 prove anything
    lower = np.where(inside, -norm * norm / (2 * np.where(weight > 0, weight, 1.0)), edge) - quadratic + c
    scale = np.maximum(1.0, value)
    sure = (value >= 0) & (abs(value - lower) <= 1e-10 * scale)
    return value, np.where(sure, np.minimum(value, lower), -np.inf)


def _square_by_svd(loss, X, y, U):
    """The same for one sequence, from the singular values of X: slower, but keeps the half of the digits XᵀX loses."""
    P, s, Vt = np.linalg.svd(X, full_matrices=False)
    scale = s.max(initial=0.0) or 1.0  # in units of the largest singular value no square leaves the float range
    s = s / scale
    beta = np.where(s > X.shape[1] * np.finfo(float).eps, s * (y @ P), 0.0)
    v = _secular((s * s + loss.l2 / 2 * len(X) / scale / scale)[None], beta[None], None if U is None else U * scale)
    return v[0] / scale @ Vt


def _secular(lam, beta, U):
    """v_i = β_i/(λ_i + μ), with the least μ ≥ 0 such that ‖v‖ ≤ U (None: μ = 0), for each row of (K, d) arrays."""
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
    v = beta / (lam + mu)
    if U is not None:
        norm = np.linalg.norm(v, axis=1, keepdims=True)
        v = v * np.minimum(1.0, U / np.where(norm > 0, norm, 1.0))
    return v


_SOLVERS = {"linear": _solve_linear, "square": _square,
            **dict.fromkeys(("absolute", "hinge", "logistic"), interior_point.solve)}
