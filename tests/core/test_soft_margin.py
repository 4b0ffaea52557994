"""The soft margin, its dual and its limits; its online form under T19; the representer theorem and kernel ridge."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, kernels, learners, losses, play, regularisation, streams, svm
from tests.core.strategies import examples, log_uniform

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def points(seed, m=20, d=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((m, d)), rng.choice([-1.0, 1.0], m), rng


@given(seed=st.integers(0, 10**6), m=st.integers(1, 30), d=st.integers(1, 4), lam=log_uniform(1e-3, 1e2))
@examples(60)
def test_it_is_regularised_loss_minimisation_and_every_dual_point_is_a_certificate(seed, m, d, lam):
    X, y, rng = points(seed, m, d)
    found = svm.soft_margin(X @ X.T, y, lam)
    w = (found.alpha * y) @ X
    assert 0 <= found.alpha.min() and found.alpha.max() <= (1 + 1e-12) / (lam * m)
    assert found.lower <= found.value + 1e-12 and found.value - found.lower <= 2e-8 * max(1, m * found.value) / m
    assert w == pytest.approx(regularisation.minimiser(losses.hinge, lam, X, y), abs=1e-3 / min(1, lam) ** 0.5)
    assert found.margins == pytest.approx(y * (X @ w), abs=1e-9 * (1 + found.norm))
    value = lambda w: lam / 2 * (w @ w) + np.maximum(0, 1 - y * (X @ w)).mean()
    assert found.value == pytest.approx(value(w), abs=1e-9 * (1 + found.value))
    for other in (w + rng.standard_normal(d) * 10.0 ** rng.uniform(-4, 1) for _ in range(5)):
        assert value(other) >= found.lower - 1e-10
    for beta in (rng.random(m), 1.0 * (rng.random(m) < 0.5)):  # weak duality
        v = (beta * y) @ X / (lam * m)
        assert beta.mean() - lam / 2 * (v @ v) <= found.value + 1e-10


@given(seed=st.integers(0, 10**6), lam=log_uniform(1e-2, 10))
@examples(40)
def test_inside_the_margin_all_weight_outside_none(seed, lam):
    """α = C = 1/(λm) where the margin is below 1, α = 0 where it is above."""
    X, y, _ = points(seed)
    found, C = svm.soft_margin(X @ X.T, y, lam), 1 / (lam * 20)
    assert found.alpha[found.margins < 1 - 1e-3] == pytest.approx(C, rel=1e-3)
    assert found.alpha[found.margins > 1 + 1e-3] == pytest.approx(0, abs=1e-3 * C)
    assert (found.slacks == np.maximum(0, 1 - found.margins)).all()
    rows = found.support  # what has α = 0 may be left out, if C stays the same
    few = svm.soft_margin(X[rows] @ X[rows].T, y[rows], lam * 20 / len(rows))
    assert (few.alpha * y[rows]) @ X[rows] == pytest.approx((found.alpha * y) @ X, abs=1e-3)


@pytest.mark.parametrize("make", [streams.xor, streams.circles, streams.moons])
def test_where_c_reaches_all_multipliers_the_margin_is_hard(make):
    data = make(60)
    K = kernels.gaussian(0.1)(data.X, data.X)
    hard = svm.hard_margin(K, data.y)
    lam = 1 / (60 * hard.alpha.max())
    for share, same in ((0.5, True), (0.999, True), (2.0, False)):
        soft = svm.soft_margin(K, data.y, share * lam)
        assert (soft.norm == pytest.approx(hard.norm, rel=1e-4)) == same
        assert (soft.slacks.max() < 1e-4) == same


def test_a_large_lambda_gives_the_sum_of_all_examples():
    """λ ≥ κ²: every margin is at most 1, β = 1 solves the dual, and w = (1/λm) Σ y_t x_t."""
    X, y, _ = points(0)
    lam = (np.linalg.norm(X, axis=1) ** 2).max()
    for more in (1.0, 3.0):
        found = svm.soft_margin(X @ X.T, y, more * lam)
        assert (found.alpha * y) @ X == pytest.approx(y @ X / (more * lam * 20), rel=1e-4)


def test_bad_input():
    with pytest.raises(ValueError, match="lam"):
        svm.soft_margin(np.eye(2), [1.0, -1.0], 0.0)
    with pytest.raises(ValueError, match="K"):
        svm.soft_margin(np.eye(3), [1.0, -1.0], 1.0)
    with pytest.raises(ValueError, match="K"):
        svm.soft_margin(-np.eye(2), [1.0, -1.0], 1.0)


def online(K, y, lam):
    """The chapter's cell: w_{t+1} = (1/λt) Σ y_s φ(x_s) over the rounds s ≤ t whose margin was below 1."""
    stored, p, kept = np.zeros(len(y)), np.zeros(len(y)), []
    for t in range(len(y)):
        p[t] = stored @ K[:, t] / (lam * t) if t else 0.0
        if y[t] * p[t] < 1:
            stored[t] = y[t]
            kept.append(t)
    return p, kept


@given(seed=st.integers(0, 10**6), lam=log_uniform(1e-2, 10), kernel=st.sampled_from(
    [kernels.gaussian(0.1), kernels.polynomial(2), kernels.polynomial(4)]))
@examples(30)
def test_online_it_is_t19_in_feature_space(seed, lam, kernel):
    """The rounds that are stored, and T19 with ρ = κ against the best f of all."""
    data = streams.moons(40, noise=0.2, seed=seed)
    K = kernel(data.X, data.X)
    loss, X = losses.with_l2(losses.hinge, lam), kernels.factor(K)
    run = play(learners.sgd_rlm(lam), loss, X, data.y)
    p, kept = online(K, data.y, lam)
    assert p == pytest.approx((run.w[:-1] * X).sum(axis=1), rel=1e-6, abs=1e-6)
    kappa = np.sqrt(K.diagonal().max())
    assert hindsight.regret(run, None).lower[-1] <= bounds.sgd_rlm(40, lam, kappa) * (1 + 1e-9)
    assert np.linalg.norm(run.w, axis=1).max() <= kappa / lam * (1 + 1e-9)  # g_t is at most 2κ
    least = svm.soft_margin(K, data.y, lam)
    assert hindsight.best(loss, X, data.y, None).value / 40 == pytest.approx(least.value, abs=1e-7)


@given(seed=st.integers(0, 10**6), lam=log_uniform(1e-3, 10))
@examples(30)
def test_kernel_ridge(seed, lam):
    """(K + (λm/2)I)α = y is the minimiser, through a kernel and in R^d; another f with other values is worse."""
    X, _, rng = points(seed, 15, 2)
    y, kernel = rng.standard_normal(15), kernels.polynomial(2)
    K = kernel(X, X)
    alpha = np.linalg.solve(K + lam * 15 / 2 * np.eye(15), y)
    phi = kernels.factor(K)
    w = regularisation.minimiser(losses.square, lam, phi, y)
    assert K @ alpha == pytest.approx(phi @ w, abs=1e-5 * (1 + abs(y).max()))
    value = lambda a: ((K @ a - y) ** 2).mean() + lam / 2 * (a @ K @ a)
    for step in (1e-3, 1e-1, 1.0):
        assert value(alpha + step * rng.standard_normal(15)) >= value(alpha) - 1e-12


def test_the_representer_theorem():
    """What is orthogonal to the examples' span changes no value and only adds length."""
    X, y, rng = points(1, 5, 9)
    for loss in (losses.hinge, losses.logistic, losses.square):
        w = regularisation.minimiser(loss, 0.3, X, y)
        inside = X.T @ np.linalg.lstsq(X.T, w, rcond=None)[0]
        assert w == pytest.approx(inside, abs=1e-4)
        v = rng.standard_normal(9)
        v -= X.T @ np.linalg.lstsq(X.T, v, rcond=None)[0]
        assert X @ (inside + v) == pytest.approx(X @ inside) and np.linalg.norm(inside + v) > np.linalg.norm(inside)
