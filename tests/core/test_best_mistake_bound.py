"""The u for which the Perceptron's mistake bound is least, and the largest margin, against planes, duals and real
mail."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import hindsight, losses, mistakes, streams
from oco_core.engine import interior_point
from tests.core.strategies import examples, log_uniform, problems
from tests.core.test_bounds_perceptron import KINDS, MARGIN, SOLVED, comparators, exact, perceptron, separable

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@given(points=separable())
@examples(80)
def test_margin(points):
    X, y, u = points
    found = mistakes.margin(X, y)
    assert np.linalg.norm(found.u) == pytest.approx(1.0)
    assert found.value == pytest.approx((y * (X @ found.u)).min()) and found.value >= (y * (X @ u)).min() * (1 - 1e-8)
    assert found.value <= found.upper <= found.value * (1 + 1e-7)


@given(seed=st.integers(0, 10**6), T=st.integers(1, 30), least=log_uniform(1e-3, 1.0))
@examples(60)
def test_margins_in_the_plane(seed, T, least):
    """γ* is the distance from 0 to the convex hull of the y_t x_t, in the plane to the nearest of its chords."""
    rng = np.random.default_rng(seed)
    u = rng.standard_normal(2)
    u /= np.linalg.norm(u)
    X, y = rng.standard_normal((T, 2)), rng.choice([-1.0, 1.0], T)
    X += ((least + abs(X @ u)) * y - X @ u)[:, None] * u
    a = (y[:, None] * X)[:, None, :]
    b = np.swapaxes(a, 0, 1)
    length = ((b - a) ** 2).sum(axis=2)
    part = np.clip(-(a * (b - a)).sum(axis=2) / np.where(length > 0, length, 1.0), 0.0, 1.0)
    gamma = np.linalg.norm(a + part[:, :, None] * (b - a), axis=2).min()
    found = mistakes.margin(X, y)
    assert found.value <= gamma * (1 + 1e-9) and gamma <= found.upper * (1 + 1e-9)
    assert found.upper - found.value <= 1e-7 * gamma


@pytest.mark.parametrize("X, y, gamma", [
    ([[3.0, 4.0]], [-1.0], 5.0), ([[1.0], [-2.0]], [1.0, -1.0], 1.0), ([[2.0, 0.0], [0.0, 2.0]], [1.0, -1.0], 2**0.5),
    ([[1.0, 1.0], [1.0, -1.0], [5.0, 0.0]], [1.0, 1.0, 1.0], 1.0),
])
def test_margins_by_hand(X, y, gamma):
    found = mistakes.margin(X, y)
    assert found.value == pytest.approx(gamma) == pytest.approx(found.upper)


@pytest.mark.parametrize("X, y", [([[1.0], [1.0]], [1.0, -1.0]), ([[0.0, 0.0]], [1.0]),
                                  ([[1.0, 0], [-1.0, 0]], [1.0, 1.0]),
                                  ([[1.0, 2], [3.0, -1], [-4.0, -1.0]], [1.0, 1.0, 1.0])])
def test_no_margin_where_nothing_separates(X, y):
    found = mistakes.margin(X, y)
    assert found.value <= 1e-9 and found.value <= found.upper <= 1e-5
    run = perceptron(X, y)
    assert "u separates the examples: y_t u·x_t ≥ γ‖u‖ with γ > 0 for every t" in MARGIN.holds_for(
        run, u=-np.asarray(X[0])).failed


LONG = {"separable": lambda: streams.classification(3000, 2, 0.05, 0.0, 1),
        "noisy": lambda: streams.classification(3000, 2, 0.05, 0.1, 1),
        "mail": lambda: streams.mail(seed=1)}
NORMS = np.array([0.0, 0.5, 2.0, 8.0, 32.0])


@pytest.mark.parametrize("name", LONG)
def test_many_norms_at_once_and_few_examples_near_their_kink_change_nothing(name, monkeypatch):
    """A long stream is solved with most of its examples left out or added up; the value is that of all, certified."""
    def counted(loss, parts, U):
        sizes.extend(len(part.c) for part in parts)
        return minimise(loss, parts, U)

    sizes, minimise = [], interior_point.minimise
    monkeypatch.setattr(interior_point, "minimise", counted)
    stream = LONG[name]()
    X, y, X_max = stream.X, stream.y, np.linalg.norm(stream.X, axis=1).max()
    found = mistakes.best(X, y, NORMS)
    assert sum(sizes) <= len(y) * (2.6 if name == "mail" else 2)  # and not 4 times: the work
    for k, norm in enumerate(NORMS):
        whole = hindsight.best(losses.hinge, X, y, norm) if norm else None
        L = whole.value if norm else len(y)
        attained = np.maximum(0.0, 1 - y * (X @ found.u[k])).sum()
        assert -1e-12 * L <= found.L[k] - attained <= 1e-9 * max(1.0, L)  # L is rounded up
        assert found.L[k] == pytest.approx(L, rel=1e-8, abs=1e-8) and np.linalg.norm(found.u[k]) <= norm * (1 + 1e-12)
        assert found.value[k] == pytest.approx(SOLVED(found.L[k], norm, X_max), rel=1e-12)
        assert 0 <= found.value[k] - found.lower[k] <= 1e-8 * max(1.0, found.value[k])
        assert mistakes.best(X, y, norm).value == pytest.approx(found.value[k], rel=1e-8)


def test_a_small_problem_that_cannot_be_certified_gives_way_to_the_whole(monkeypatch):
    def whole_alone(loss, parts, U):
        u, b = minimise(loss, parts, U)
        return (u, b) if all(len(part.c) == 2000 for part in parts) else (0 * u, [0 * b_k for b_k in b])

    stream = streams.classification(2000, 2, 0.05, 0.1, 1)
    before = mistakes.best(stream.X, stream.y, NORMS)
    minimise = interior_point.minimise
    monkeypatch.setattr(interior_point, "minimise", whole_alone)
    after = mistakes.best(stream.X, stream.y, NORMS)
    assert after.value == pytest.approx(before.value, rel=1e-8) and (after.lower <= before.value * (1 + 1e-12)).all()


@given(data=st.data())
@examples(80)
def test_the_best_bound_is_certified_and_the_least(data):
    """value − lower ≤ 1e-8, M ≤ lower, and no u that was tried has less; nor has any charge."""
    problem = data.draw(problems(losses.hinge, kinds=KINDS))
    X, y = problem.X, problem.y
    best, run = mistakes.best(X, y), perceptron(X, y)
    assert 0 <= best.value - best.lower <= 1e-8 * max(1.0, best.value)
    assert run.updates.sum() <= best.lower * (1 + 1e-9) + 1e-9
    assert best.value == pytest.approx(SOLVED.of(run, u=best.u), **exact) and best.value <= len(y) * (1 + 1e-12)
    for u in comparators(problem):
        assert best.lower <= SOLVED.of(run, u=u) * (1 + 1e-9) + 1e-9
    largest = np.linalg.norm(X, axis=1).max(initial=0.0) or 1.0
    for norm in (0.0, 0.3 / largest, 2.0 / largest, 10.0 / largest):
        charged = mistakes.best(X, y, norm=norm)
        assert best.lower <= charged.value * (1 + 1e-9) + 1e-9 and np.linalg.norm(charged.u) <= norm * (1 + 1e-12)
        assert 0 <= charged.value - charged.lower <= 1e-8 * max(1.0, charged.value)
        assert run.updates.sum() <= charged.lower * (1 + 1e-9) + 1e-9
        hinge = np.maximum(0.0, 1 - y * (X @ charged.u)).sum()
        assert charged.value == pytest.approx(SOLVED(hinge, norm, np.linalg.norm(X, axis=1).max(initial=0.0)), **exact)
    if best.norm:
        assert mistakes.best(X, y, norm=best.norm).value == pytest.approx(best.value, rel=1e-6)


@given(data=st.data())
@examples(40)
def test_the_dual_of_the_catalogue(data):
    """§6: the least m with max{Σβ : 0 ≤ β ≤ 1, ‖Σβ_t y_t x_t‖ ≤ X√m} ≤ m. β = 1 on mistakes is feasible: M ≤ best."""
    problem = data.draw(problems(losses.hinge, kinds=KINDS))
    run = perceptron(problem.X, problem.y)
    beta, M = run.updates.astype(float), run.updates.sum()
    largest = np.linalg.norm(problem.X, axis=1).max(initial=0.0)
    norm = np.linalg.norm((beta * problem.y) @ problem.X)
    assert norm <= largest * math.sqrt(M) * (1 + 1e-9)
    if run.T and largest:
        m = mistakes.best(problem.X, problem.y).value
        # for β feasible at m: Σβ ≤ L(u) + ‖u‖·X√m for every u, so at the best u Σβ ≤ m
        beta = problem.rng.random(run.T)
        size = np.linalg.norm((beta * problem.y) @ problem.X)
        beta *= min(1.0, largest * math.sqrt(m) / size) if size else 1.0
        assert beta.sum() <= m * (1 + 1e-8)


def test_the_best_bound_is_tight_on_real_and_random_points():
    """The tightest of random instances (catalogue T9: .9925)."""
    rng, tightest = np.random.default_rng(3), 0.0
    for _ in range(60):
        X = rng.standard_normal((12, 10))
        y = rng.choice([-1.0, 1.0], 12)
        tightest = max(tightest, perceptron(X, y).updates.sum() / mistakes.best(X, y).lower)
    assert 0.6 < tightest <= 1 + 1e-9
