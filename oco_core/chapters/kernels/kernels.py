"""Kernels, and the Perceptron that sees its examples through one (catalogue D20, A6, T25, T26; T10 bounds its
mistakes).

A kernel is an inner product of features, K(x, x') = φ(x)·φ(x'), that is computed without them. The weights of the
Perceptron are Σ_{s∈S} y_s φ(x_s), S the rounds with an update, so that its prediction needs kernel values only,

    p_t = f_t(x_t) = Σ_{s∈S, s<t} y_s K(x_s, x_t),

one for each stored example (erratum E41). For f = Σ α_i K(x_i, ·) the norm in feature space is √(αᵀKα).
"""

import math
from dataclasses import dataclass

import numpy as np

from ...engine import check
from ...losses import hinge

__all__ = ["Kernel", "KernelRun", "factor", "gaussian", "gaussian_features", "perceptron", "polynomial",
           "polynomial_features"]

RULES = ("mistake", "error", "printed")
MOST_FEATURES = 100_000  # of an explicit map: its columns grow as dⁿ


@dataclass(frozen=True)
class Kernel:
    """``family`` "polynomial" with ``parameter`` the degree n, or "gaussian" with the squared width γ. Call it with
    X (m, d) and Z (k, d): the matrix K(x_i, z_j), shape (m, k). Raises ValueError for other shapes and numbers, and for
    values beyond the float range."""

    family: str
    parameter: float

    def __call__(self, X, Z):
        X, Z = _points("X", X), _points("Z", Z)
        if X.shape[1] != Z.shape[1]:
            check.fail("Z.shape", Z.shape, f"(k, {X.shape[1]}), points of the dimension of X{X.shape}")
        with np.errstate(over="ignore", under="ignore"):
            K = self._values(X, Z)
        if not np.isfinite(K).all():
            check.fail("X", f"an array with entries up to {abs(X).max():g}", f"points on which {self} is finite")
        return K

    def _values(self, X, Z):
        if self.family == "polynomial":
            return (1 + X @ Z.T) ** self.parameter
        return np.exp(-_distances2(X, Z) / 2 / self.parameter)

    def diagonal(self, X):
        """K(x_i, x_i), shape (m,)."""
        X = _points("X", X)
        if self.family == "gaussian":
            return np.ones(len(X))
        return np.array([self(x[None], x[None])[0, 0] for x in X])


def polynomial(n):
    """K_n(x, x') = (1 + x·x')ⁿ, degree n ≥ 1 an integer (catalogue D20; features: T25). ValueError for another n."""
    return Kernel("polynomial", check.count("n", n, least=1))


def gaussian(gamma):
    """K_γ(x, x') = exp(−‖x − x'‖²/(2γ)), γ > 0 (catalogue D20; features: T26). √γ is a length, the width.

    K_γ(x, x) = 1: every feature vector has length 1. Raises ValueError for γ ≤ 0.
    """
    return Kernel("gaussian", check.positive("gamma", gamma))


def _distances2(X, Z):
    """‖x_i − z_j‖², (m, k), from differences: in ‖x‖² + ‖z‖² − 2x·z points that are far from 0 lose the digits in which
    they differ. By coordinates or by points, whichever are fewer, so that no array is larger than X, Z and the
    answer."""
    distances2 = np.zeros((len(X), len(Z)))
    if X.shape[1] <= len(X):
        for x, z in zip(X.T, Z.T):
            distances2 += np.square(x[:, None] - z)
    else:
        for x, row in zip(X, distances2):
            apart = Z - x
            np.vecdot(apart, apart, out=row)
    return distances2


def _points(name, X):
    X = check.moderate(name, X, 2)
    if X.shape[1] == 0:
        check.fail(f"{name}.shape", X.shape, "points of dimension d >= 1")
    return X


def _tensor_powers(X, degrees):
    """For each k the (m, d^k) products x_{v_1}···x_{v_k}, v in {1..d}^k in the order of counting."""
    power = np.ones((len(X), 1))
    for k in range(degrees):
        if k:
            power = (power[:, :, None] * X[:, None, :]).reshape(len(X), -1)
        yield k, power


def _checked_size(d, degrees):
    N, k = 0, 0
    while k < degrees and N <= MOST_FEATURES:
        N, k = N + d**k, k + 1
    if N > MOST_FEATURES:
        check.fail("X.shape", f"(m, {d})", f"at most {MOST_FEATURES} features; the kernel needs none of them")


def polynomial_features(X, n):
    """φ_n of catalogue T25: all products of up to n coordinates, with repetitions, each times √C(n, k).

    φ_n(x) = (√C(n, k)·x_{v_1}···x_{v_k}) for k = 0..n and v in {1..d}^k, so that φ_n(x)·φ_n(x') = (1 + x·x')ⁿ.
    X (m, d) to (m, N), N = Σ_{k≤n} d^k: (d^{n+1} − 1)/(d − 1) for d ≥ 2, and n + 1 for d = 1 (erratum E29).
    Raises ValueError for bad input, if N is above 100 000, or where a feature exceeds the float range.
    """
    X, n = _points("X", X), check.count("n", n, least=1)
    _checked_size(X.shape[1], n + 1)
    if n > 2000:
        check.fail("n", n, "a degree up to 2000, for which √C(n, k) is a float")
    roots = [math.isqrt(math.comb(n, k) << 200) / 2**100 for k in range(n + 1)]
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        phi = np.hstack([roots[k] * power for k, power in _tensor_powers(X, n + 1)])
    if not np.isfinite(phi).all():
        check.fail("X", f"an array with entries up to {abs(X).max():g}", "points whose features are finite")
    return phi


def gaussian_features(X, gamma, terms):
    """The first ``terms`` terms of the features of K_γ (catalogue T26).

    φ(x) = e^{−‖x‖²/2γ}·(x_{v_1}···x_{v_k}/√(k! γ^k)) for k = 0 .. terms − 1 and v in {1..d}^k; with all k the inner
    product is K_γ. What is left out is at most e^{−(‖x‖−‖x'‖)²/2γ}·P(N ≥ terms), N Poisson with mean ‖x‖‖x'‖/γ.
    X (m, d) to (m, Σ_{k<terms} d^k). Raises ValueError for bad input, or above 100 000 features.
    """
    X, gamma, terms = _points("X", X), check.positive("gamma", gamma), check.count("terms", terms, least=1)
    _checked_size(X.shape[1], terms)
    largest = abs(X).max(axis=1, keepdims=True)
    unit = X / np.where(largest > 0, largest, 1.0)
    length = np.linalg.norm(unit, axis=1, keepdims=True)
    unit, r = unit / np.where(length > 0, length, 1.0), length * (largest / math.sqrt(gamma))  # x/√γ = r·unit

    def size(k):
        """e^{−r²/2}·r^k/√k!, whose factors alone would leave the float range. Beyond 1e10 it is 0."""
        with np.errstate(divide="ignore"):
            power = k * np.log(r) if k else 0.0
            return np.exp(power - math.lgamma(k + 1) / 2 - np.minimum(r, 1e10) ** 2 / 2)

    with np.errstate(under="ignore"):
        return np.hstack([size(k) * power for k, power in _tensor_powers(unit, terms)])


def factor(K):
    """Vectors with the inner products of a Gram matrix: Φ (m, r) with |(ΦΦᵀ − K)_st| ≤ m·1e-12·√(K_ss K_tt).

    What holds for examples in R^d then holds for a kernel on these m points: `mistakes.best` of Φ is the best f for
    T10. K (m, m) symmetric; each vector has its own scale, so that the short ones are found beside long ones. Raises
    ValueError for bad input, and if no Φ is that near, as for a K with an eigenvalue below 0.
    """
    K, lengths = check.inner_products("K", K)
    if not len(K):
        return np.zeros((0, 1))
    scale = np.where(lengths > 0, lengths, 1.0)
    cosines = K / scale[:, None] / scale
    values, vectors = np.linalg.eigh((cosines + cosines.T) / 2)
    kept = values > 1e-12 * values[-1]
    phi = vectors[:, kept] * np.sqrt(values[kept]) if kept.any() else np.zeros((len(K), 1))
    if abs(phi @ phi.T - cosines).max() > 1e-12 * len(K):
        check.fail("K", f"a matrix with the eigenvalue {values[0]:.3g}, scaled to K_tt = 1",
                   "a Gram matrix, which has none below 0")
    return scale[:, None] * phi


@dataclass(frozen=True, eq=False)
class KernelRun:
    """A kernel Perceptron's run on T examples.

    p (T,)        its predictions before the label was seen, f_t(x_t).
    updates (T,)  the rounds whose example was stored; M = |S| of T10 is their number.
    rule          when it stores: "mistake" y_t p_t ≤ 0, "error" sgn(p_t) ≠ y_t with sgn(0) = −1, and "printed", erratum
                  E14, where it is right: sgn(p_t) = y_t.
    kappa         √max K(x_t, x_t), the length of the longest feature vector; 0 for T = 0.
    """

    kernel: Kernel
    X: np.ndarray
    y: np.ndarray
    rule: str
    p: np.ndarray
    updates: np.ndarray
    kappa: float

    @property
    def T(self):
        """Number of rounds."""
        return len(self.y)

    @property
    def support(self):
        """S, the stored rounds, counted from 0."""
        return np.flatnonzero(self.updates)

    @property
    def errors(self):
        """(T,) bool: the predicted sign was wrong, sgn(0) = −1."""
        return np.where(self.p > 0, 1.0, -1.0) != self.y

    def score(self, Z, t=None):
        """f after t rounds (all of them for None) at the points Z (k, d): Σ over the stored s ≤ t of y_s K(x_s, z)."""
        t = self.T if t is None else check.count("t", t)
        stored = self.support[self.support < t]
        Z = _points("Z", Z)
        return self.y[stored] @ self.kernel(self.X[stored], Z) if len(stored) else np.zeros(len(Z))


def perceptron(kernel, X, y, rule="mistake"):
    """The kernel Perceptron (catalogue A6): S starts empty; predict the sign of p_t = Σ_{s∈S} y_s K(x_s, x_t); store t
    in S if the rule says so, with weight y_t for ever.

    X (T, d), y (T,) of ±1, rule as in `KernelRun`. The rules "mistake" and "error" differ at p_t = 0 alone, and T10
    holds for both. Each prediction costs |S| kernel values. Raises ValueError for bad input.
    """
    check.kind("kernel", kernel, Kernel)
    X, y = check.examples(X, y)
    if X.ndim != 2:
        check.fail("X.shape", X.shape, "(T, d), one sequence")
    y = check.labels(hinge, y)
    if rule not in RULES:
        check.fail("rule", rule, "one of " + ", ".join(map(repr, RULES)))
    p, updates = np.zeros(len(y)), np.zeros(len(y), bool)
    for t in range(len(y)):
        said = 1.0 if p[t] > 0 else -1.0
        if {"mistake": y[t] * p[t] <= 0, "error": said != y[t], "printed": said == y[t]}[rule]:
            updates[t] = True
            p[t + 1:] += y[t] * kernel(X[t:t + 1], X[t + 1:])[0]
    kappa = math.sqrt(kernel.diagonal(X).max(initial=0.0))
    return KernelRun(kernel, X, y, rule, p, updates, kappa)
