"""The best fixed u in hindsight, with a certificate, and the regret against it (catalogue D3, §6).

u*_t ∈ argmin_{‖u‖≤U} Σ_{s≤t} l_s(u) depends on t (erratum E7), so a curve of regrets needs a comparator for each t:
`comparators` finds them for many prefixes at once, `regret` compares a run with them.

The certificate is Fenchel duality: for every alpha,
    Σ_s l(u·x_s, y_s)  ≥  −Σ_s l*(alpha_s, y_s) + u·Σ_s alpha_s x_s     for all u,
so that the minimum over the ball is at least −Σ l* − U‖Σ alpha_s x_s‖. At alpha_s = slope(u*·x_s, y_s) the two sides
meet. How u* is found proves nothing; what is proved is that ``lower`` ≤ minimum ≤ ``value``, every rounding counted
(see `certificate`). The two are within 1e-8·max(1, |value|) where that can be reached, and then `Comparator.certified`
is true.
"""

from dataclasses import dataclass, replace

import numpy as np

from .engine import certificate, check, dual_point, interior_point, least_squares, linear_sums, moments, rounding
from .engine.certificate import CLOSED, width
from .engine.interior_point import groups
from .losses import Loss, square

__all__ = ["Comparator", "Regret", "best", "comparators", "regret"]

GAP = 1e-8
WIDE = 100  # from so many coordinates on, prefixes of at most half as many rounds are solved in their examples' span


@dataclass(frozen=True, eq=False)
class Comparator:
    """The best fixed u: total loss ``value`` = Σ l_t(u), rounded up, and ``lower`` ≤ the true minimum ≤ ``value``.

    For K prefixes: u (K, d), value (K,), lower (K,), at (K,). For one: u (d,) and numbers.
    """

    u: np.ndarray
    value: float | np.ndarray
    lower: float | np.ndarray
    at: int | np.ndarray

    @property
    def certified(self):
        """Whether value − lower ≤ 1e-8·max(1, |value|); where not, the interval is right, but wider. A bool, or
        (K,)."""
        closed = width(np.asarray(self.value), np.asarray(self.lower)) <= GAP
        return closed if closed.ndim else bool(closed)


@dataclass(frozen=True, eq=False)
class Regret:
    """R_t at the rounds ``at``: ``lower`` ≤ R_t ≤ ``upper``, shape (K,) or (n_runs, K); ``best`` the comparators.

    The losses suffered are taken as the run recorded them.
    """

    at: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    best: Comparator | list

    @property
    def certified(self):
        """Whether the comparator of each round is certified, (K,), or (n_runs, K) if each run has examples of its
        own."""
        return np.array([one.certified for one in self.best]) if isinstance(self.best, list) else self.best.certified


def best(loss, X, y, U):
    """The best fixed u for the whole sequence: argmin_{‖u‖≤U} Σ_t l_t(u), or over all of R^d for U=None.

    X (T, d), y (T,). Returns a `Comparator`: ‖u‖ ≤ U, and lower ≤ the minimum ≤ value, always. ``certified`` says
    whether value − lower ≤ 1e-8·max(1, |value|), which fails only where floats hardly hold the answer: think of columns
    that are equal to 13 digits, over all of R^d, or of U‖x‖ ≥ 1e12 for absolute, hinge and logistic loss. Of many best
    u it is for linear and square loss the one of least norm, as far as that can be told.
    Raises ValueError for bad input, a loss without a certified solver, U=None where the minimum need not be attained
    (all but square and spam loss and losses with l2 > 0), and a minimum beyond the float range.
    """
    X, y = _checked(loss, X, y)
    found = comparators(loss, X, y, U, [len(X)])
    return Comparator(found.u[0], float(found.value[0]), float(found.lower[0]), len(X))


def comparators(loss, X, y, U, at):
    """The best fixed u for each prefix X[:t], t in ``at`` (integers in 0..T, in any order). See `best`."""
    X, y = _checked(loss, X, y)
    at = _rounds(at, len(X))
    U = None if U is None else check.radius("U", U)
    solve = _SOLVERS.get(loss.name, _in_units_of_square if loss.quadratic else None)
    if solve is None:
        check.fail("loss", loss, "one of " + ", ".join(sorted(_SOLVERS)) + ", which have a certified minimum")
    if U is None and not loss.l2 and not loss.quadratic:
        check.fail("U", U, "a radius: over all of R^d this minimum need not be attained")
    with np.errstate(all="ignore"):
        found = solve(loss, X, y, U, at)
    if not (np.isfinite(found.value).all() and np.isfinite(found.lower).all()):
        check.fail("X, y, U, l2", "values for which the least total loss exceeds the float range", "finite numbers")
    return found


def regret(run, U, at=None, best=None):
    """R_t = Σ_{s≤t} l_s(w_s) − min_{‖u‖≤U} Σ_{s≤t} l_s(u), at the prefixes ``at`` (default: only T); R_0 = 0.

    U is a number, or None for R^d. ``best`` takes `comparators` found before on the same examples with the same U and
    ``at``: they do not depend on the learner unless the stream answers it. Returns a `Regret`.
    Raises ValueError for rounds outside 0..T, a ``best`` that does not fit, and what `best` raises.
    """
    at = _rounds([run.T] if at is None else at, run.T)
    suffered = [part[..., at] for part in rounding.cumulated(run.losses)]
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
    return Regret(at, *_less(suffered, value)[:1], *_less(suffered, lower)[1:], best)


def _less(suffered, value):
    """suffered − value, rounded down and rounded up; suffered: sums, rest, error as of `rounding.cumulated`."""
    sums, rest, error = suffered
    s, e = rounding.two_sum(sums, -value)
    high, low = rounding.two_sum(s, e + rest)
    error = error + abs(low) + 2 * rounding.EPS * abs(e + rest)
    return rounding.down(high, error), rounding.up(high, error)


def _in_units_of_square(loss, X, y, U, at):
    """Σ k(a u·x − b y − c)² + l2/2‖u‖² is k(a/s)² times a square loss on (s x, s(b y + c)/a), for s near a, a power of
    two.

    What is rounded here is l2 and the labels, by a factor within 1 ± ``spread``.
    """
    k, a, b, c = loss.quadratic
    s, spread = 2.0 ** np.frexp(a)[1], 8 * rounding.EPS
    units = k * (a / s) ** 2
    found = _solved(replace(square, l2=loss.l2 / units), s * X, s * ((b * y + c) / a), U, at, spread)
    return Comparator(found.u, rounding.up(units * found.value, spread * units * found.value),
                      rounding.down(units * found.lower, spread * units * found.lower), at)


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
    if type(at) is np.ndarray and at.dtype.kind == "i" and at.ndim == 1 and at.min(initial=0) >= 0:
        at = at.copy()
    else:
        at = np.array([check.count(f"at[{i}]", t) for i, t in enumerate(at)], dtype=np.int64)
    if at.size and at.max() > T:
        check.fail("at", int(at.max()), f"rounds of 0..{T}")
    return at.astype(int)


def _linear(loss, X, y, U, at):
    return Comparator(*linear_sums.best(loss, X, y, U, at), at)


def _solved(loss, X, y, U, at, spread=0.0):
    """The comparators of the other losses: found, proved by what was found, and found better where that leaves a
    gap."""
    (_, d), K = X.shape, len(at)
    u, alpha, value, lower = np.zeros((K, d)), [None] * K, np.full(K, np.inf), np.zeros(K)
    short = 2 * at <= d if d > WIDE else np.zeros(K, bool)
    for wide in (False, True):
        places = np.flatnonzero(short == wide)
        if not len(places):
            continue
        part = X[: at[places].max()]
        Q = np.linalg.qr(part.T)[0] if wide else None
        found = _candidates(loss, part @ Q if wide else part, y[: len(part)], U, at[places], spread)
        for k, found_u, found_alpha, *interval in zip(places, *found):
            u[k], alpha[k] = Q @ found_u if wide else found_u, found_alpha
            if not wide:
                value[k], lower[k] = interval
        if U is not None and (wide or loss.name != "square"):
            u[places] = rounding.inside(u[places], U)
    value[at == 0] = 0.0
    for some in groups(np.where(width(value, lower) <= CLOSED, 0, at)):
        A, c = certificate.margins(loss, X, y)
        b = None if loss.name == "square" else [_b(loss, y, alpha[k]) for k in some]
        proved = certificate.certify(loss, A, c, at[some], U, u[some], b, False, spread)
        value[some], lower[some] = np.fmin(value[some], proved[0]), np.fmax(lower[some], proved[1])
    for k in np.flatnonzero(~(width(value, lower) <= CLOSED)):
        t = at[k]
        u[k], value[k], lower[k] = _certify(loss, X[:t], y[:t], U, u[k], alpha[k], spread, short[k])
    return Comparator(u, value, lower, at)


def _candidates(loss, X, y, U, at, spread):
    """For each round of ``at`` a u (d,), an alpha (t,) or None, and value and lower as far as they are known
    already."""
    if loss.name != "square":
        u, alpha = interior_point.solve(loss, X, y, U, at)
        return u, alpha, np.full(len(at), np.inf), np.zeros(len(at))
    u, order = np.zeros((len(at), X.shape[1])), np.argsort(at, kind="stable")
    value, lower = np.empty((2, len(at)))
    for some, M, n in moments.prefixes(at[order], X, y):
        some, sane = order[some], np.isfinite(M).all(axis=(1, 2))
        u[some], *basis = moments.solve(np.where(sane[:, None, None], M, 0.0), loss.l2 * at[some], U)
        value[some], lower[some] = moments.certify(M, n, loss.l2 * at[some], U, u[some], *basis, spread)
    return u, [None] * len(at), value, lower


def _b(loss, y, alpha):
    """The dual point alpha in the terms of `certificate`."""
    return -y[: len(alpha)] * alpha if loss.labels == "signs" else -alpha


def _certify(loss, X, y, U, u, alpha, spread=0.0, wide=False):
    """(u, value, lower) of one sequence, t ≥ 1: from u and alpha as they are with twice the digits, or from a better
    u."""
    (A, c), at = certificate.margins(loss, X, y), np.array([len(y)])
    b, found = None if alpha is None else [_b(loss, y, alpha)], []

    def consider(u, b, twice, low=None):
        (value,), (lower,) = certificate.certify(loss, A, c, at, U, u[None], b, twice, spread, low)
        found.append((u, np.fmin(value, np.inf), lower))
        return width(min(one[1] for one in found), max(one[2] for one in found)) <= CLOSED

    closed = consider(u, b, True)
    try:
        if not closed and loss.name != "square":
            _carefully(loss, A, c, U, consider)
        elif not closed and not wide:
            found.append(least_squares.best(loss, X, y, U, spread))
    except np.linalg.LinAlgError:  # singular to the last bit: what was found remains true
        pass
    if min(one[1] for one in found) == np.inf:
        consider(np.zeros_like(u), None, False)
    lower, least = max(one[2] for one in found), min(found, key=lambda one: one[1])
    u, value, _ = next((one for one in found if width(one[1], lower) <= CLOSED), least)  # the first has the least norm
    return u, value, lower


def _carefully(loss, A, c, U, consider):
    """Absolute, hinge and logistic loss where rounding keeps the gap open: better u, better b, and b of more digits."""
    u, b = interior_point.careful(loss, A, c, U)
    u = u if U is None else rounding.inside(u[None], U)[0]
    if consider(u, [b], True) or not u.any():
        return
    weight, scale = loss.l2 * len(c), 0.01 * CLOSED * max(1.0, certificate.phi(loss, c - A @ u).sum())
    for kappa in (weight, u @ (b @ A) / (u @ u)):  # inside the ball, or on its edge
        bear = scale / U if U else np.sqrt(scale * weight)
        better = dual_point.repaired(A, b, kappa, u, certificate.ends(loss), bear)
        if better and consider(u, [better[0]], True, better[1]):
            return


_SOLVERS = {"linear": _linear, **dict.fromkeys(("absolute", "hinge", "logistic", "square"), _solved)}
