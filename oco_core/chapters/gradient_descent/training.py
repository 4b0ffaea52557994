"""Descent on one fixed function, the mean loss over a training set (catalogue D7, D8, D14, A7, A8, A11; bound T22).

f(w) = (1/m) Σ_i l(w·x_i, y_i) + (l2/2)·‖w‖²,  i = 1 .. m.

In the sequential protocol each example comes once, with a loss of its own. Here the training set lies on the table: a
step may look at all of it (`gd`), or at b examples drawn from it (`sgd`), whose mean gradient has ∇f as its mean. What
is drawn is data, made by `draws` or, for exact expectations, by `every_draw`: the descent itself tosses no coin.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from ... import losses
from ...engine import check

__all__ = ["Descent", "descend", "draws", "every_draw", "gd", "gradient", "gradient_bound", "risk", "sgd", "smoothness",
           "steps", "variance"]


@dataclass(frozen=True, eq=False)
class Descent:
    """What happened. With many runs at once w and v have a leading axis n_runs.

    w       (T+1, d): w_1 .. w_{T+1}.
    v       (T, d): the direction of each step, w_{t+1} = Π_U(w_t − η_t v_t).
    steps   (T,): η_t.
    U       radius of the ball that each step is projected on; None for no projection.
    rows    (T, b): which examples each step used; None if all, or if there is no training set.
    loss, X, y   of the training set; None for another oracle.
    """

    w: np.ndarray
    v: np.ndarray
    steps: np.ndarray
    U: float | None
    rows: np.ndarray | None = None
    loss: losses.Loss | None = None
    X: np.ndarray | None = None
    y: np.ndarray | None = None

    @property
    def T(self):
        """Number of steps."""
        return len(self.steps)

    @property
    def n_runs(self):
        """Number of simultaneous runs; None for a single one."""
        return len(self.w) if self.w.ndim == 3 else None

    @property
    def last(self):
        """w_{T+1}."""
        return self.w[..., -1, :]

    @property
    def average(self):
        """w̄ = (w_1 + ... + w_T)/T; w_1 for T = 0."""
        return self.w[..., :max(1, self.T), :].mean(axis=-2)

    def averages(self, at):
        """w̄ after each number of steps in ``at`` (integers of 1..T): (..., len(at), d)."""
        at = np.array([check.count(f"at[{i}]", t, least=1) for i, t in enumerate(at)], dtype=np.int64)
        if at.size and at.max() > self.T:
            check.fail("at", int(at.max()), f"numbers of steps of 1..{self.T}")
        return np.cumsum(self.w[..., :-1, :], axis=-2)[..., at - 1, :] / at[:, None]


def steps(T, eta, schedule="sqrt", every=1):
    """η_1 .. η_T (catalogue D8): a schedule with the constant η = ``eta`` > 0, in units of w per unit of gradient.

    "constant": η;  "sqrt": η/√t;  "inverse": η/t, which is 1/(λt) for η = 1/λ;  "halving": η/2^k during the k-th block
    of ``every`` steps, k = 0, 1, ... (with ``every`` the steps of an epoch: annealing by epochs). None of them
    increases. T ≥ 0, every ≥ 1. Raises ValueError for other values, or another schedule.
    """
    T, eta, every = check.count("T", T), check.positive("eta", eta), check.count("every", every, least=1)
    t = np.arange(1, T + 1, dtype=float)
    made = {"constant": lambda: np.ones(T), "sqrt": lambda: 1 / np.sqrt(t), "inverse": lambda: 1 / t,
            "halving": lambda: 0.5 ** np.floor((t - 1) / every)}
    if schedule not in made:
        check.fail("schedule", schedule, "one of " + ", ".join(map(repr, made)))
    return eta * made[schedule]()


def risk(loss, X, y, w):
    """f(w), the mean loss over the training set X (m, d), y (m,), m ≥ 1, for each w in an array (..., d).

    The training error of the chapter on regularised loss, L_S. Raises ValueError for bad shapes or labels.
    """
    X, y = _training_set(loss, X, y)
    w = _points("w", w, X)
    with np.errstate(over="ignore", invalid="ignore"):
        return _finite("f(w)", loss.value(w @ X.T, y).mean(axis=-1) + loss.l2 / 2 * (w * w).sum(axis=-1))


def gradient(loss, X, y, w):
    """∇f(w) = (1/m) Σ ∇l(w·x_i, y_i) + l2·w, or a subgradient, for each w in an array (..., d). Raises as `risk`
    does."""
    X, y = _training_set(loss, X, y)
    w = _points("w", w, X)
    with np.errstate(over="ignore", invalid="ignore"):
        return _finite("∇f(w)", _gradient(loss, X, y, w))


def _gradient(loss, X, y, w):
    return loss.slope(w @ X.T, y) @ X / len(y) + loss.l2 * w


def variance(loss, X, y, w, b=1):
    """E‖v − ∇f(w)‖² for the mean gradient v of b different examples, each set of b with the same chance: a number for
    each w in an array (..., d).

    (m − b)/(b(m − 1)) times what one example has; 0 for b = m. 1 ≤ b ≤ m. Raises ValueError otherwise, and as `risk`.
    """
    X, y = _training_set(loss, X, y)
    w, share = _points("w", w, X), _share(len(y), b)
    with np.errstate(over="ignore", invalid="ignore"):
        slopes = loss.slope(w @ X.T, y)
        mean = slopes @ X / len(y)  # the l2 term is the same for all examples
        one = (slopes**2 @ (X * X).sum(axis=1)) / len(y) - (mean * mean).sum(axis=-1)
        return _finite("E‖v − ∇f(w)‖²", np.maximum(0.0, share * one))


def gradient_bound(loss, X, y, U, b=1):
    """G with E‖v‖² ≤ G² at every w of the ball ‖w‖ ≤ U, for the mean gradient v of b different examples (T22).

    With s_i = sup_{‖w‖≤U} ‖∇l_i(w)‖ and c = (m − b)/(b(m − 1)): G² = c·mean(s_i²) + (1 − c)·mean(s_i)². So G is the
    root mean square of the s_i for b = 1 and their mean for b = m, and never more than their maximum, which is
    ``losses.gradient_bound``. Raises ValueError as `variance`, and for a U that is no radius.
    """
    X, y = _training_set(loss, X, y)
    share = _share(len(y), b)
    s = losses.gradient_bound(loss, X[:, None, :], y[:, None], U)
    return float(np.sqrt(share * (s * s).mean() + (1 - share) * s.mean() ** 2))


def smoothness(loss, X, y):
    """L with ‖∇f(w) − ∇f(u)‖ ≤ L·‖w − u‖ for all w and u: c·λ + l2, λ the largest eigenvalue of (1/m) Σ x_i x_iᵀ.

    c bounds the second derivative of l(·, y): 2 for the square loss, ¼ for the logistic one, 0 for the linear one; inf
    for all others. Raises ValueError as `risk` does.
    """
    X, y = _training_set(loss, X, y)
    c = {"square": 2.0, "logistic": 0.25, "linear": 0.0}.get(loss.name)
    return np.inf if c is None else float(c * np.linalg.norm(X, 2) ** 2 / len(X) + loss.l2)


def draws(m, b, T, n_runs=None, seed=0):
    """Which examples each step uses: integers (T, b), or (n_runs, T, b), of 0..m−1.

    In each step b different examples, each set of b with the same chance, independently of all other steps. The same
    seed draws nested batches: those of a smaller b are the first of a larger one's.
    1 ≤ b ≤ m, T ≥ 0, n_runs ≥ 1, seed ≥ 0; ValueError otherwise.
    """
    m, b, T = _sizes(m, b, T)
    shape = (T,) if n_runs is None else (check.count("n_runs", n_runs, least=1), T)
    rng = np.random.default_rng(check.count("seed", seed))
    if m > 1000:  # too long to shuffle at each step: put b numbers into place, the first b steps of a shuffle
        return _first_of_a_shuffle(rng, m, b, shape)
    # argsort of uniform numbers, as in streams.mail: the same order on 32-bit integers
    return np.argsort(rng.random((*shape, m)), axis=-1, kind="stable")[..., :b]


def _first_of_a_shuffle(rng, m, b, shape):
    """Floyd's algorithm, for all steps at once: a set of b different numbers of 0..m−1."""
    rows = np.empty((*shape, b), dtype=np.int64)
    for k in range(b):
        top = m - b + k
        drawn = (rng.random(shape) * (top + 1)).astype(np.int64)
        taken = (rows[..., :k] == drawn[..., None]).any(axis=-1)
        rows[..., k] = np.where(taken, top, drawn)
    return rows


def every_draw(m, b, T):
    """All that `draws` can return, each with the same chance: (C(m, b)^T, T, b). A mean over them is an expectation.

    Raises ValueError where that would be more than 10^6 runs, and as `draws` does.
    """
    m, b, T = _sizes(m, b, T)
    batches = np.array(list(itertools.combinations(range(m), b)), dtype=np.int64)
    if len(batches) ** T > 10**6:
        check.fail("m, b, T", (m, b, T), f"at most 10^6 runs, not {len(batches) ** T:.3g}")
    which = np.indices((len(batches),) * T).reshape(T, len(batches) ** T)
    return batches[which.T]


def descend(oracle, steps, start, U=None):
    """Stochastic gradient descent with any oracle (catalogue A11): w_{t+1} = Π_U(w_t − η_t v_t), v_t = oracle(t, w_t).

    oracle(t, w) gets t = 1, 2, .. and w (d,), or (n_runs, d) for many runs at once, and returns v of that shape. steps
    (T,): η_t ≥ 0. start: w_1, (d,) or (n_runs, d), in the ball of radius U if there is one. Returns a `Descent`.
    Raises ValueError for bad shapes, a start outside the ball, and a run that leaves the float range (see E22).
    """
    eta = check.array("steps", steps, 1)
    if eta.size and eta.min() < 0:
        check.fail("steps", float(eta.min()), "steps >= 0")
    w = check.moderate("start", start, (1, 2))
    if U is not None:
        U = check.radius("U", U)
        if w.size and np.linalg.norm(w, axis=-1).max() > U * (1 + 1e-12):
            check.fail("start", start, f"a point of the ball of radius {U:g}")
    path, taken = [w], []
    for t, eta_t in enumerate(eta.tolist(), start=1):
        v = oracle(t, w)
        if type(v) is not np.ndarray or v.dtype != float:
            v = check.array("oracle", v, check.dimensions("oracle", v))
        if v.shape != w.shape:
            check.fail("oracle", v.shape, f"a gradient of shape {w.shape}")
        with np.errstate(over="ignore", invalid="ignore"):
            w = w - eta_t * v
            norm = np.sqrt((w * w).sum(axis=-1, keepdims=True))
        if not np.isfinite(norm).all():
            check.fail("steps", f"{eta_t:g} in step {t}", "steps so short that w stays in the float range")
        if U is not None:
            w = w * (U / np.maximum(norm, U))
        path.append(w)
        taken.append(v)
    v = np.stack(taken, axis=-2) if taken else np.zeros((*w.shape[:-1], 0, w.shape[-1]))
    return Descent(np.stack(path, axis=-2), v, eta, U)


def gd(loss, X, y, steps, U=None, start=None):
    """Gradient descent on f (catalogue A7, D7): v_t = ∇f(w_t). Each step looks at all m examples.

    X (m, d), y (m,), m ≥ 1; steps (T,); start: w_1 (d,), default 0; U: project on this ball. Returns a `Descent`.
    Raises ValueError as `risk` and `descend` do.
    """
    X, y = _training_set(loss, X, y)
    start = np.zeros(X.shape[1]) if start is None else _points("start", start, X)
    found = descend(lambda t, w: _gradient(loss, X, y, w), steps, start, U)
    return Descent(found.w, found.v, found.steps, U, None, loss, X, y)


def sgd(loss, X, y, rows, steps, U=None, start=None):
    """Stochastic and mini-batch gradient descent on f (catalogue A8; A11 with averaging): v_t is the mean gradient of
    the examples rows[t].

    rows (T, b), or (n_runs, T, b) for many runs at once, as `draws` makes them; the rest as for `gd`. Returns a
    `Descent`. Raises ValueError as `gd` does, and for rows that are no indices of examples or do not fit the steps.
    """
    X, y = _training_set(loss, X, y)
    rows = check.array("rows", rows, 2) if check.masked(rows) else np.asarray(rows)
    if rows.ndim not in (2, 3) or rows.dtype.kind not in "iu" or rows.shape[-1] < 1 or rows.shape[-2] != np.size(steps):
        check.fail("rows", rows, f"integers of shape ({np.size(steps)}, b) or (n_runs, {np.size(steps)}, b), b >= 1")
    if rows.size and not 0 <= rows.min() <= rows.max() < len(y):
        check.fail("rows", int(rows.max()), f"indices of examples, 0..{len(y) - 1}")
    start = np.zeros(X.shape[1]) if start is None else _points("start", start, X)
    if rows.ndim == 3:
        start = np.broadcast_to(start, (len(rows), X.shape[1]))

    def oracle(t, w):
        seen, labels = X[rows[..., t - 1, :]], y[rows[..., t - 1, :]]
        p = (seen * w[..., None, :]).sum(axis=-1)
        return (loss.slope(p, labels)[..., None] * seen).mean(axis=-2) + loss.l2 * w

    found = descend(oracle, steps, start, U)
    return Descent(found.w, found.v, found.steps, U, rows, loss, X, y)


def _training_set(loss, X, y):
    X, y = check.examples(X, y)
    if X.ndim != 2 or not len(X):
        check.fail("X.shape", X.shape, "(m, d), a training set of m >= 1 examples")
    return X, check.labels(check.kind("loss", loss, losses.Loss), y)


def _finite(name, values):
    if not np.isfinite(values).all():
        check.fail(name, values, "finite numbers: w, X and y are too large for a float")
    return values[()]


def _points(name, w, X):
    w = check.moderate(name, w, check.dimensions(name, w))
    if w.ndim < 1 or w.shape[-1] != X.shape[1]:
        check.fail(f"{name}.shape", w.shape, f"(..., {X.shape[1]})")
    return w


def _sizes(m, b, T):
    m, T = check.count("m", m, least=1), check.count("T", T)
    b = check.count("b", b, least=1)
    if b > m:
        check.fail("b", b, f"at most m = {m}, the size of the training set")
    return m, b, T


def _share(m, b):
    """(m − b)/(b(m − 1)): what is left of one example's variance in the mean of b different ones."""
    m, b, _ = _sizes(m, b, 0)
    return (m - b) / (b * (m - 1)) if m > 1 else 0.0
