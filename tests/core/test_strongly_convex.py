"""Steps 1/(σt) against the textbook's loop, the definition of strong convexity, and runs that explode (E11)."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import learners, losses, play, streams
from tests.core.strategies import CONVEX, by_name, examples, log_uniform, maybe_l2, problems, slope_of, value_of

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def one_over_t(loss, sigma, U, X, y):
    """w_1 .. w_{T+1} and l_t(w_t), as the notes write A3: lists and loops."""
    w = [0.0] * X.shape[1]
    path, suffered = [w], []
    for t, (x, y_t) in enumerate(zip(X.tolist(), y.tolist()), start=1):
        p = sum(a * b for a, b in zip(w, x))
        suffered.append(value_of(loss.name, p, y_t) + loss.l2 / 2 * sum(a * a for a in w))
        w = [b - (slope_of(loss.name, p, y_t) * a + loss.l2 * b) / (sigma * t) for a, b in zip(x, w)]
        norm = math.hypot(*w)
        if U is not None and norm > U:
            w = [a * U / norm for a in w]
        path.append(w)
    return np.array(path), np.array(suffered)


def test_steps_are_one_over_sigma_t():
    assert learners.strongly_convex(2.0).steps(4).tolist() == [0.5, 0.25, pytest.approx(1 / 6), 0.125]
    assert learners.strongly_convex([1.0, 4.0], 3.0).steps(2).tolist() == [[1.0, 0.25], [0.5, 0.125]]
    assert learners.strongly_convex(2.0).U is None and learners.strongly_convex(2.0, U=3).U == 3.0
    assert learners.strongly_convex([1, 2], [3, 4]).n_runs == 2


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data(), sigma=log_uniform(1e-2, 1e3), U=st.one_of(st.none(), log_uniform(1e-3, 1e3)))
@examples(25)
def test_a_run_is_the_textbooks_loop(loss, data, sigma, U):
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss, max_T=25, kinds=("gauss", "line", "zeros", "graded")))
    X, y = problem.X, problem.y
    if (losses.square.slope(1.0, 0.0) * (X * X).sum(axis=1).max(initial=0.0) + loss.l2) / sigma > 1:
        X, y = X[:5], y[:5]  # beyond the first rounds rounding doubles in each
    w, suffered = one_over_t(loss, sigma, U, X, y)
    run = play(learners.strongly_convex(sigma, U), loss, X, y)
    assert abs(run.w - w).max() <= 1e-9 * max(1e-300, abs(w).max())
    assert run.losses == pytest.approx(suffered, rel=1e-8, abs=1e-10 * (1e-300 + abs(suffered).max(initial=0)))


def test_many_runs_are_the_single_runs():
    stream = streams.regression(40, 3, seed=2)
    loss = losses.with_l2(losses.square, 0.5)
    sigma, U = np.array([0.5, 1.0, 3.0]), np.array([0.3, 1.0, 9.0])
    for radius in (None, U):
        runs = play(learners.strongly_convex(sigma, radius), loss, stream)
        light = play(learners.strongly_convex(sigma, radius), loss, stream, record="losses")
        for i in range(3):
            one = play(learners.strongly_convex(sigma[i], None if radius is None else U[i]), loss, stream)
            assert runs.w[i] == pytest.approx(one.w, rel=1e-12, abs=1e-14)
            assert runs.losses[i] == pytest.approx(one.losses) and light.losses[i] == pytest.approx(one.losses)
            assert runs.G[i] == pytest.approx(one.G) and (runs.updates[i] == one.updates).all()


def test_strong_convexity_of_a_loss():
    """D6: l2, and 2·min x² for the square loss on the line; nothing else is strongly convex on R^d (E2)."""
    X = np.array([[2.0], [-0.5]])
    assert losses.strong_convexity(losses.square, X) == 0.5
    assert losses.strong_convexity(losses.with_l2(losses.square, 0.25), X) == 0.75
    assert losses.strong_convexity(losses.square, np.ones((2, 2))) == 0
    assert losses.strong_convexity(losses.with_l2(losses.hinge, 3.0), np.ones((2, 2))) == 3.0
    assert losses.strong_convexity(losses.logistic, X) == 0 == losses.strong_convexity(losses.zero_one, X)


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@given(data=st.data())
@examples(30)
def test_the_definition_of_strong_convexity(loss, data):
    """l(w) − l(u) ≤ ∇l(w)·(w − u) − σ/2‖w − u‖² for every w, u; for the square loss on the line with equality."""
    loss = data.draw(maybe_l2(loss))
    problem = data.draw(problems(loss, max_T=6))
    sigma = losses.strong_convexity(loss, problem.X) if len(problem.y) else 0.0
    for x, y in zip(problem.X, problem.y):
        w, u = problem.rng.standard_normal((2, len(x)))
        def value(v):
            return loss.value(v @ x, y) + loss.l2 / 2 * v @ v
        g = loss.slope(w @ x, y) * x + loss.l2 * w
        size = abs(value(w)) + abs(value(u)) + abs(g * (w - u)).sum() + sigma * (w - u) @ (w - u)
        assert value(w) - value(u) <= g @ (w - u) - sigma / 2 * (w - u) @ (w - u) + 1e-12 * size


def test_erratum_E11_an_exploding_run_is_an_error():
    """l = (L/2)(w − 1)² played as if σ = 1: finite while it fits, then an error, never NaN."""
    root = math.sqrt(20)
    run = play(learners.strongly_convex(1.0), losses.square, np.full((41, 1), root), np.full(41, root))
    assert np.isfinite(run.w).all() and run.G > 1e10
    for record in ("all", "losses"):
        with pytest.raises(ValueError, match=r"^learner = .*without projection.*expected steps .*erratum E11"):
            play(learners.strongly_convex(1e-5), losses.square, np.ones((400, 1)), np.ones(400), record=record)
        with pytest.raises(ValueError, match=r"^learner = .*without projection"):
            play(learners.strongly_convex([1e-150, 1.0]), losses.square, [[1e80]], [1e140], record=record)
    safe = play(learners.strongly_convex(1e-5, U=3.0), losses.square, np.ones((400, 1)), np.ones(400))
    assert np.isfinite(safe.losses).all() and abs(safe.w).max() <= 3.0 * (1 + 1e-15)


def test_an_infinite_last_iterate_is_an_error():
    """w_2 overflows in the only round, whose loss and gradient are finite."""
    for record in ("all", "losses"):
        with pytest.raises(ValueError, match="^learner = "):
            play(learners.strongly_convex(1e-150), losses.square, [[1e100]], [1e100], record=record)


@pytest.mark.parametrize("L, ratio", [(1, 1), (2, 1), (5, 6), (10, 126), (20, 92378), (40, 68923264410)])
def test_erratum_E11a(L, ratio):
    """max|∇|/|∇_1| = C(L−1, ⌊(L−1)/2⌋) for (L/2)(w − 1)² under steps 1/t."""
    x = math.sqrt(L / 2)
    run = play(learners.strongly_convex(1.0), losses.square, np.full((3 * L, 1), x), np.full(3 * L, x))
    assert run.G / L == pytest.approx(ratio, rel=1e-6) and math.comb(L - 1, (L - 1) // 2) == ratio


def test_erratum_E11b():
    """½(w − 2)² + (w − 2)⁴ under steps 1/t: 0, 34, −6.6e4, 3.8e14, −5.3e43, 1.2e131; on |w| ≤ 3 it reaches 1.9996.

    The loss is not of the form l(w·x, y), so the loop is written out.
    """
    w, path = 0.0, [0.0]
    for t in range(1, 6):
        w -= ((w - 2) + 4 * (w - 2) ** 3) / t
        path.append(w)
    assert path == pytest.approx([0, 34, -6.6e4, 3.8e14, -5.3e43, 1.2e131], rel=0.03)
    w = 0.0
    for t in range(1, 2001):
        w = max(-3.0, min(3.0, w - ((w - 2) + 4 * (w - 2) ** 3) / t))
    assert w == pytest.approx(1.9996, abs=5e-5)


@pytest.mark.parametrize("U", [None, 0.4])
@given(data=st.data(), lam=log_uniform(1e-3, 1e2))
@examples(40)
def test_erratum_E11c_a_regularised_lipschitz_loss_is_safe(U, data, lam):
    """(λ/2)‖w‖² plus a ρ-Lipschitz loss: ‖w_t‖ ≤ ρ/λ and G ≤ 2ρ, without projection."""
    loss = data.draw(st.sampled_from((losses.hinge, losses.logistic)))
    problem = data.draw(problems(loss))
    run = play(learners.strongly_convex(lam, U), losses.with_l2(loss, lam), problem.X, problem.y)
    rho = np.linalg.norm(problem.X, axis=1).max(initial=0.0)
    assert np.linalg.norm(run.w, axis=1).max() <= rho / lam * (1 + 1e-12) and run.G <= 2 * rho * (1 + 1e-12)


def test_erratum_E11d_sigma_is_a_parameter():
    """σ = .1, played with 1: w_1001 = .531 instead of 1, for l = (.1/2)(w − 1)²."""
    x = math.sqrt(0.05)
    run = play(learners.strongly_convex(1.0), losses.square, np.full((1000, 1), x), np.full(1000, x))
    assert run.w[-1, 0] == pytest.approx(0.531, abs=5e-4)
    right = play(learners.strongly_convex(0.1), losses.square, np.full((1000, 1), x), np.full(1000, x))
    assert right.w[-1, 0] == pytest.approx(1.0)
