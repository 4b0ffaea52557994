"""Laws of an example (x, y) whose risks are known exactly, to measure what T11 to T16 promise (catalogue D18, D19).

A sample is drawn from a law; the risk er(w) is a mean over the law itself, never over a second sample. For the square
loss it needs the second moments alone: er(w) = E (w·x − y)² = wᵀAw − 2b·w + c with A = E x xᵀ, b = E y x, c = E y².
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ... import hindsight, streams
from ...engine import check, moments

__all__ = ["Law", "coin", "halfspace", "mail", "regression"]


@dataclass(frozen=True, eq=False)
class Law:
    """The law of (x, y), where x has d coordinates.

    A, b, c   the second moments: (d, d), (d,) and a number.
    X, Y      the least numbers with ‖x‖ ≤ X and |y| ≤ Y almost surely.
    errors    w (..., d) -> P(y w·x ≤ 0), the zero-one risk of w (D4: a tie is an error) if labels are ±1; None if they
              are not.
    sampler   (rng, n_runs, m) -> X (n_runs, m, d), y (n_runs, m), all examples independent.
    roundings how many, one after the other, an entry of A, b or c may have seen.
    """

    name: str
    A: np.ndarray
    b: np.ndarray
    c: float
    X: float
    Y: float
    sampler: Callable
    errors: Callable | None = None
    roundings: int = 8

    def __repr__(self):
        return f"<law {self.name}: d = {len(self.b)}>"

    def draw(self, n_runs, m, seed=0):
        """n_runs independent samples of m independent examples: X (n_runs, m, d), y (n_runs, m)."""
        n_runs, m = check.count("n_runs", n_runs, least=1), check.count("m", m)
        return self.sampler(np.random.default_rng(check.count("seed", seed)), n_runs, m)

    def risk(self, w):
        """er(w) = E (w·x − y)² for each w in an array (..., d)."""
        w = self._points("w", w)
        return np.vecdot(w @ self.A - 2 * self.b, w) + self.c

    def excess(self, w, u):
        """er(w) − er(u) = (w − u)ᵀA(w − u) + 2(Au − b)·(w − u), without the rounding of a difference of risks."""
        u = self._points("u", u)
        w, slopes = self._points("w", w), 2 * (self.A @ u - self.b)
        if np.array_equal(self.A, np.diag(self.A.diagonal())):  # by coordinate, which needs no room for w − u
            return sum((v := w[..., i] - u[i]) * (self.A[i, i] * v + slopes[i]) for i in range(len(self.b)))
        v = w - u
        return np.vecdot(v @ self.A, v) + v @ slopes

    def best(self, U):
        """u* ∈ argmin_{‖u‖≤U} er(u), U=None for R^d, as a `hindsight.Comparator`: lower ≤ the least risk ≤ value =
        er(u*).

        Every rounding is counted, those that A, b and c have seen, too. Where value − lower stays above 1e-8, as over
        R^d if A has no full rank, ``certified`` is False.
        """
        U = None if U is None else check.radius("U", U)
        M = np.block([[self.A, self.b[:, None]], [self.b, np.array(self.c)]])[None]
        with np.errstate(all="ignore"):
            u, *basis = moments.solve(M, np.zeros(1), U)
            value, lower = moments.certify(M, self.roundings, np.zeros(1), U, u, *basis)
        return hindsight.Comparator(u[0], float(value[0]), float(lower[0]), len(self.b))

    def _points(self, name, w):
        w = check.array(name, w, check.dimensions(name, w))
        if w.ndim < 1 or w.shape[-1] != len(self.b):
            check.fail(f"{name}.shape", w.shape, f"(..., {len(self.b)})")
        return w


def _directions(rng, *shape):
    v = rng.standard_normal(shape)
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def regression(noise=0.1, d=2):
    """y = u·x + noise·ξ as in ``streams.regression``, with u along the first axis and ‖u‖ = 1 − noise.

    x is uniform in the unit ball, where E x xᵀ = I/(d+2), and ξ uniform in [−1, 1], where E ξ² = 1/3: so
    er(w) = ‖w − u‖²/(d+2) + noise²/3, and X = Y = 1. noise in [0, 1], d ≥ 1; ValueError otherwise.
    """
    noise, d = check.fraction("noise", noise), check.count("d", d, least=1)
    u = np.zeros(d)
    u[0] = 1 - noise

    def sampler(rng, n_runs, m):
        X = _directions(rng, n_runs, m, d) * rng.random((n_runs, m, 1)) ** (1 / d)
        return X, X @ u + noise * rng.uniform(-1, 1, (n_runs, m))

    return Law("regression", np.eye(d) / (d + 2), u / (d + 2), u @ u / (d + 2) + noise**2 / 3, 1.0, 1.0, sampler)


def coin(noise=0.5):
    """d = 1, x = 1, y = +1, but −1 with probability noise/2: er(w) = (w − 1 + noise)² + 1 − (1 − noise)², X = Y = 1.

    noise in [0, 1]: 0 is no coin at all, 1 a fair one. ValueError otherwise.
    """
    noise = check.fraction("noise", noise)

    def sampler(rng, n_runs, m):
        return np.ones((n_runs, m, 1)), np.where(rng.random((n_runs, m)) < noise / 2, -1.0, 1.0)

    return Law("coin", np.ones((1, 1)), np.array([1 - noise]), 1.0, 1.0, 1.0, sampler,
               errors=lambda w: np.where(w[..., 0] > 0, noise / 2, np.where(w[..., 0] < 0, 1 - noise / 2, 1.0)))


def halfspace(noise=0.0, d=2):
    """x uniform on the unit sphere, y = sgn(u·x) for u = e_1, but the other sign with probability noise/2.

    A halfspace at angle θ to the right one has P(y w·x ≤ 0) = noise/2 + (1 − noise)·θ/π, and none has less than
    noise/2. No margin separates such examples. noise in [0, 1], d ≥ 2; ValueError otherwise.
    """
    noise, d = check.fraction("noise", noise), check.count("d", d, least=2)
    u = np.eye(d)[0]
    # E |u·x| = Γ(d/2)/(√π Γ((d + 1)/2)), in whole numbers, which do not overflow: 2/π·2/3·4/5···, or 1/2·3/4···
    product = math.prod(range(2 - d % 2, d - 1, 2)) / math.prod(range(3 - d % 2, d, 2))
    mean = product if d % 2 else 2 / math.pi * product

    def sampler(rng, n_runs, m):
        X = _directions(rng, n_runs, m, d)
        return X, np.where(X[..., 0] > 0, 1.0, -1.0) * np.where(rng.random((n_runs, m)) < noise / 2, -1.0, 1.0)

    def errors(w):
        across = np.linalg.norm(w[..., 1:], axis=-1)
        angle = np.arctan2(across, w[..., 0])
        return np.where(w.any(axis=-1), noise / 2 + (1 - noise) * angle / np.pi, 1.0)

    return Law("halfspace", np.eye(d) / d, (1 - noise) * mean * u, 1.0, 1.0, 1.0, sampler, errors)


def mail(axes="words"):
    """Each of the 4601 real messages of ``streams.mail`` with the same chance, drawn with replacement: X = Y = 1.

    All risks are means over the 4601 messages.
    axes: "words", the coordinates of ``streams.mail``; or "principal", along the eigenvectors of E x xᵀ. Then A is
    diagonal, and ``excess`` costs d products instead of d². Losses, norms and what descent does do not change, up to
    rounding; but the coordinates are no longer words. ValueError for other ``axes``.
    """
    if axes not in ("words", "principal"):
        check.fail("axes", axes, "'words' or 'principal'")
    every = streams.mail(order="file")
    X, n = every.X, len(every.y)
    A = X.T @ X / n
    if axes == "principal":
        spectrum, V = np.linalg.eigh(A)
        X, A = X @ V, np.diag(spectrum)
    signed = every.y[:, None] * X

    def sampler(rng, n_runs, m):
        rows = (rng.random((n_runs, m)) * n).astype(np.int64)  # the same on 32-bit integers, as in the browser
        return X[rows], every.y[rows]

    def errors(w):
        points = w.reshape(-1, w.shape[-1])
        some = np.array_split(points, len(points) // 200 + 1)  # a few at a time: a row of 4601 products for each
        return np.concatenate([(part @ signed.T <= 0).mean(axis=1) for part in some]).reshape(w.shape[:-1])

    return Law("mail", A, signed.mean(axis=0), 1.0, float(np.linalg.norm(every.X, axis=1).max()), 1.0, sampler, errors,
               roundings=n + 2)
