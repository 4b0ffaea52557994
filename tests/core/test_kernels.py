"""Kernels and their features, against loops in plain Python; the door, of the kernel Perceptron and T10 too."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, kernels, streams
from tests.core.strategies import examples, log_uniform

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
ALL = [kernels.polynomial(n) for n in (1, 2, 3, 5)] + [kernels.gaussian(g) for g in (0.05, 0.5, 4.0)]
T10 = bounds.kernel_perceptron


def by_hand(kernel, x, z):
    inner = math.fsum(a * b for a, b in zip(x, z))
    if kernel.family == "polynomial":
        return (1 + inner) ** kernel.parameter
    return math.exp(-math.fsum((a - b) ** 2 for a, b in zip(x, z)) / (2 * kernel.parameter))


def points(seed, T=25, d=3, scale=1.0):
    rng = np.random.default_rng(seed)
    return scale * rng.standard_normal((T, d)), rng.choice([-1.0, 1.0], T), rng


# The kernels

@pytest.mark.parametrize("kernel", ALL, ids=str)
def test_values(kernel):
    X, _, rng = points(0)
    Z = rng.standard_normal((7, 3))
    assert kernel(X, Z) == pytest.approx(np.array([[by_hand(kernel, x, z) for z in Z.tolist()] for x in X.tolist()]),
                                         rel=1e-12)
    assert kernel.diagonal(X) == pytest.approx(kernel(X, X).diagonal(), rel=1e-12)
    assert kernel(X[:0], Z).shape == (0, 7) and kernel.diagonal(X[:0]).shape == (0,)
    assert np.linalg.eigvalsh(kernel(X, X))[0] > -1e-12 * np.linalg.eigvalsh(kernel(X, X))[-1]


@given(seed=st.integers(0, 10**6), d=st.integers(1, 6), m=st.integers(1, 6),
       offset=st.sampled_from([0.0, 1.0, 1e4, 1e8, 1e15]),
       scale=log_uniform(1e-6, 1e6), gamma=log_uniform(1e-6, 1e6))
@examples(100)
def test_far_from_the_origin_the_gaussian_keeps_its_digits(seed, d, m, offset, scale, gamma):
    """Against fractions: two clusters far from 0 and from one another, columns of different size."""
    rng = np.random.default_rng(seed)
    at = rng.standard_normal(d) * offset * 10.0 ** rng.uniform(-3, 0, d)
    X, Z = (rng.choice([-1.0, 1.0], (m, 1)) * at + scale * 10.0 ** rng.uniform(-3, 0, d) * rng.standard_normal((m, d))
            for m in (m, 4))
    apart = np.array([[float(sum((Fraction(a) - Fraction(b)) ** 2 for a, b in zip(x, z))) for z in Z.tolist()]
                      for x in X.tolist()])
    assert kernels.gaussian(gamma)(X, Z) == pytest.approx(np.exp(-apart / (2 * gamma)), rel=1e-9, abs=1e-14)
    kernels.factor(kernels.gaussian(gamma)(X, X))  # its own Gram matrix is one


def test_the_gaussian_at_large_offsets():
    gauss = kernels.gaussian(1.0)
    assert gauss([[1e8]], [[1e8 + 1]])[0, 0] == pytest.approx(math.exp(-0.5), rel=1e-14)
    X, _, _ = points(5, T=40, d=2)
    near, far = gauss(X, X), gauss(X + 2.0**27, X + 2.0**27)  # a shift that costs 2^-26 of X and nothing else
    assert abs(near - far).max() < 1e-6
    phi = kernels.factor(far)
    assert abs(phi @ phi.T - far).max() < 1e-12


def test_no_array_of_the_gaussian_is_larger_than_its_arguments_and_its_answer():
    import tracemalloc

    for m, k, d in ((400, 500, 3), (30, 40, 6000)):
        rng = np.random.default_rng(0)
        X, Z = rng.standard_normal((m, d)), rng.standard_normal((k, d))
        tracemalloc.start()
        K = kernels.gaussian(float(d))(X, Z)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak <= 5 * (K.nbytes + Z.nbytes)
        assert K[3, 7] == pytest.approx(math.exp(-((X[3] - Z[7]) ** 2).sum() / (2 * d)))


def test_values_known_by_heart():
    assert kernels.polynomial(2)([[1.0, 2.0]], [[3.0, -1.0]])[0, 0] == 4.0
    assert kernels.gaussian(0.5)([[0.0]], [[1.0]])[0, 0] == pytest.approx(math.exp(-1))
    assert kernels.gaussian(2.0).diagonal([[5.0, -3.0]])[0] == 1.0


@pytest.mark.parametrize("d, n", [(1, 1), (1, 4), (2, 3), (3, 2), (4, 4)])
def test_T25_the_polynomial_features(d, n):
    X, _, _ = points(d + n, T=9, d=d)
    phi = kernels.polynomial_features(X, n)
    assert phi @ phi.T == pytest.approx(kernels.polynomial(n)(X, X), rel=1e-12)
    assert phi.shape[1] == sum(d**k for k in range(n + 1)) == (n + 1 if d == 1 else (d ** (n + 1) - 1) // (d - 1))
    x = X[0]
    expected = [math.sqrt(math.comb(n, k)) * math.prod(x[list(v)]) for k in range(n + 1)
                for v in itertools.product(range(d), repeat=k)]
    assert phi[0] == pytest.approx(expected)
    # repetitions merged, each distinct monomial once: C(n + d, d) of them
    distinct = {tuple(sorted(v)) for k in range(n + 1) for v in itertools.product(range(d), repeat=k)}
    assert len(distinct) == math.comb(n + d, d)


@given(seed=st.integers(0, 10**6), gamma=log_uniform(0.1, 10.0), terms=st.integers(1, 9))
@examples(40)
def test_T26_the_gaussian_features_and_what_they_leave_out(seed, gamma, terms):
    X, _, _ = points(seed, T=6, d=2)
    K = kernels.gaussian(gamma)(X, X)
    phi = kernels.gaussian_features(X, gamma, terms)
    assert phi.shape == (6, 2**terms - 1)
    norm = np.linalg.norm(X, axis=1)
    mean = norm[:, None] * norm / gamma
    poisson = sum(np.exp(-mean) * mean**k / math.factorial(k) for k in range(terms))
    rest = np.exp(-(norm[:, None] - norm) ** 2 / (2 * gamma)) * np.maximum(0.0, 1 - poisson)
    assert (abs(K - phi @ phi.T) <= rest + 1e-13).all()
    assert (phi * phi).sum(axis=1) == pytest.approx(poisson.diagonal())  # equality where x = x'


@pytest.mark.parametrize("x, gamma, terms",
                         [(15.0, 1.0, 400), (1e8, 1.0, 60), (1e150, 1e-300, 3), (0.0, 1.0, 5), (1e-150, 1e-10, 3)])
def test_features_of_the_gaussian_beyond_the_range_of_their_factors(x, gamma, terms):
    """e^{−x²/2γ} is 0 and xᵏ infinite, or nearly; their product is the root of a Poisson's chance."""
    r = Fraction(x) ** 2 / Fraction(gamma)
    phi = kernels.gaussian_features([[x]], gamma, terms)[0]
    chance = [math.exp(k * math.log(r) - r - math.lgamma(k + 1)) if 0 < r < 1e6 else float(k == 0 and r == 0)
              for k in range(terms)]
    assert phi**2 == pytest.approx(chance, rel=1e-9, abs=1e-200) and np.isfinite(phi).all()


def test_polynomial_features_of_a_high_degree():
    """√C(2000, 1000) is a float, C(2000, 1000) is none."""
    phi = kernels.polynomial_features([[0.5]], 2000)
    assert phi[0, 1] == pytest.approx(0.5 * 2000**0.5) and phi[0, 1000] == pytest.approx(
        math.exp((math.lgamma(2001) - 2 * math.lgamma(1001)) / 2 - 1000 * math.log(2)), rel=1e-9)


def solved(K, y):
    """α with Kα = y by elimination in fractions, or None; and the rank of K."""
    rows, pivots = [[Fraction(v) for v in row] + [Fraction(label)] for row, label in zip(K, y)], []
    for column in range(len(rows)):
        pivot = next((r for r in range(len(pivots), len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        k = len(pivots)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][column] for v in rows[k]]
        for r in range(len(rows)):
            if r != k and rows[r][column]:
                rows[r] = [a - rows[r][column] * b for a, b in zip(rows[r], rows[k])]
        pivots.append(column)
    if any(row[-1] for row in rows[len(pivots):]):
        return None, len(pivots)
    alpha = [Fraction(0)] * len(rows)
    for row, column in zip(rows, pivots):
        alpha[column] = row[-1]
    return alpha, len(pivots)


@given(seed=st.integers(0, 10**6), d=st.integers(1, 3), T=st.integers(1, 7))
@examples(40)
def test_T26_the_gaussian_kernel_fits_all_labels(seed, d, T):
    """(b), exactly: γ = 1/(2 ln 2) makes K a power of 2 at whole numbers. Different points, labels by coin, one α
    fits."""
    rng = np.random.default_rng(seed)
    grid = np.array(list(itertools.product(range(-3, 4), repeat=d)))
    X, T = grid[rng.permutation(len(grid))[:T]], min(T, len(grid))
    y = rng.choice([-1, 1], T).tolist()
    K = [[Fraction(1, 2 ** int(((x - z) ** 2).sum())) for z in X] for x in X]
    alpha, rank = solved(K, y)
    assert rank == T and [sum(a * k for a, k in zip(alpha, row)) for row in K] == y
    gauss = kernels.gaussian(1 / (2 * math.log(2)))
    assert gauss(X, X) == pytest.approx(np.array(K, dtype=float), rel=1e-12)
    assert gauss(X, X) @ np.array(alpha, dtype=float) == pytest.approx(y, abs=1e-6)
    twice, rank = solved([row + row[:1] for row in K + K[:1]], [*y, -y[0]])  # one point twice, with both labels: no f
    assert twice is None and rank == T


@given(seed=st.integers(0, 10**6), case=st.sampled_from([(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)]))
@examples(40)
def test_T25_a_polynomial_kernel_does_not(seed, case):
    """More points than the C(n + d, d) monomials: some labels ±1 are fitted by no f."""
    d, n = case
    rng = np.random.default_rng(seed)
    N = math.comb(n + d, d)
    grid = np.array(list(itertools.product(range(-4, 5), repeat=d)))
    X = grid[rng.permutation(len(grid))[:N + 1]]
    K = [[(1 + int(x @ z)) ** n for z in X] for x in X]
    assert np.array_equal(kernels.polynomial(n)(X, X), np.array(K, dtype=float))
    fitted = [solved(K, y)[0] is not None for y in (*rng.choice([-1, 1], (20, N + 1)).tolist(), [1] * (N + 1))]
    assert solved(K, X[:, 0].tolist())[1] <= N < len(X) and not all(fitted) and fitted[-1]  # a constant is fitted
    assert solved(K, X[:, 0].tolist())[0] is not None  # and so is what is a polynomial


def test_the_gaussian_features_converge():
    X = streams.moons(30).X
    K = kernels.gaussian(0.3)(X, X)
    gaps = [abs(K - (phi := kernels.gaussian_features(X, 0.3, n)) @ phi.T).max() for n in (2, 5, 10, 15)]
    assert gaps == sorted(gaps, reverse=True) and gaps[0] > 0.1 and gaps[-1] < 1e-5


@pytest.mark.parametrize("kernel", ALL, ids=str)
def test_factor(kernel):
    X, _, _ = points(1, T=40, d=2)
    K = kernel(X, X)
    phi = kernels.factor(K)
    assert abs(phi @ phi.T - K).max() <= 1e-10 * abs(K).max()
    if kernel.family == "polynomial":
        assert phi.shape[1] == min(40, math.comb(kernel.parameter + 2, 2))


def test_factor_at_the_edges():
    assert kernels.factor(np.zeros((3, 3))).shape == (3, 1) and not kernels.factor(np.zeros((3, 3))).any()
    assert kernels.factor(np.zeros((0, 0))).shape == (0, 1)


@given(seed=st.integers(0, 10**6), T=st.integers(1, 12), d=st.integers(1, 6), collinear=st.booleans())
@examples(60)
def test_factor_keeps_short_examples_beside_long_ones(seed, T, d, collinear):
    """Each entry up to m·1e-12 of √(K_ss K_tt), in fractions: lengths from 1e-9 to 1e9, nearly collinear, of low
    rank."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((T, d))
    if collinear:
        X = np.outer(rng.choice([-1, 1], T), X[0]) + 1e-5 * X
    X *= 10.0 ** rng.uniform(-9, 9, (T, 1))
    K = X @ X.T
    K = (K + K.T) / 2
    phi = kernels.factor(K)
    product = [[sum(Fraction(a) * Fraction(b) for a, b in zip(v, w)) for w in phi.tolist()] for v in phi.tolist()]
    lengths = np.sqrt(K.diagonal())
    apart = np.array([[float(a - Fraction(b)) for a, b in zip(v, w)] for v, w in zip(product, K.tolist())])
    assert (abs(apart) <= (T + 1) * 1e-12 * lengths[:, None] * lengths).all()


def test_factor_refuses_what_has_an_eigenvalue_below_0():
    v = np.ones((4, 1)) / 2
    for less in (1e-3, 1e-6, 1e-10):
        with pytest.raises(ValueError, match="^K = .*eigenvalue"):
            kernels.factor(np.eye(4) - (1 + less) * v @ v.T)


# The door

X2, y2 = [[1.0, 0.0], [0.0, 1.0]], [1.0, -1.0]
run2 = kernels.perceptron(ALL[0], X2, y2)


@pytest.mark.parametrize("call, name", [
    *[(lambda v=v: kernels.polynomial(v), "n") for v in (0, -1, 1.5, np.nan, "2", None, True)],
    *[(lambda v=v: kernels.gaussian(v), "gamma") for v in (0, -1.0, np.nan, np.inf, "1", None)],
    *[(lambda v=v: ALL[0](v, X2), "X") for v in (None, [1.0], [[np.nan, 0.0]], [["a", "b"]], [[1e151, 0.0]])],
    (lambda: ALL[0](X2, [[1.0]]), "Z.shape"), (lambda: ALL[0](np.zeros((2, 0)), X2), "X.shape"),
    (lambda: kernels.polynomial(9)([[1e100, 0.0]], [[1e100, 0.0]]), "X"),
    (lambda: kernels.polynomial_features([[1e100]], 9), "X"), (lambda: kernels.polynomial_features([[1.0]], 5000), "n"),
    *[(lambda v=v: kernels.polynomial_features(X2, v), "n") for v in (0, 0.5, None)],
    (lambda: kernels.polynomial_features(np.zeros((1, 100)), 3), "X.shape"),
    *[(lambda v=v: kernels.gaussian_features(X2, 1.0, v), "terms") for v in (0, -1, None)],
    (lambda: kernels.gaussian_features(X2, 0.0, 3), "gamma"),
    (lambda: kernels.factor([[1.0, 2.0]]), "K.shape"), (lambda: kernels.factor([[1.0, 2.0], [0.0, 1.0]]), "K"),
    (lambda: kernels.factor([[1.0, 2.0], [2.0, 1.0]]), "K"), (lambda: kernels.factor([[-1.0]]), "K"),
    *[(lambda v=v: kernels.perceptron(v, X2, y2), "kernel") for v in (None, "gaussian", np.dot)],
    *[(lambda v=v: kernels.perceptron(ALL[0], X2, v), "y") for v in (None, [1.0], [0.5, 1.0], [np.nan, 1.0])],
    (lambda: kernels.perceptron(ALL[0], np.zeros((2, 2, 1)), y2), "X.shape"),
    (lambda: kernels.perceptron(ALL[0], X2, y2, "right"), "rule"),
    *[(lambda v=v: run2.score(v), "Z") for v in (None, [1.0], [[np.inf, 0.0]], [[1.0]])],
    (lambda: run2.score(X2, -1), "t"),
    *[(lambda v=v: T10.facts(run2, alpha=v), "alpha") for v in (None, 1.0, [1.0], [np.nan, 0.0], [1.0, 1e151])],
    (lambda: T10.facts("run", alpha=[0.0, 0.0]), "run"),
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)
