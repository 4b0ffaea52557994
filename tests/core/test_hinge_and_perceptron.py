"""What the chapter on the hinge loss and the Perceptron claims, on instances of its own (D9, D17, A5, T8, T9; E8,
E34)."""

from pathlib import Path

import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, mistakes, play, streams
from tests.core.strategies import examples, log_uniform

CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "hinge_and_perceptron.ipynb"
PROSE = "\n".join(cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells if cell.cell_type == "markdown")
pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def perceptron(X, y, eta=1.0):
    return play(learners.perceptron(eta), losses.hinge, X, y)


def points(seed, T=30, d=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((T, d)), rng.choice([-1.0, 1.0], T), rng


def separable(seed, T=30, d=3, least=0.1):
    """X, y and the u of largest margin, scaled to margin 1."""
    X, y, rng = points(seed, T, d)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    X += ((least + rng.random(T)) * y - X @ u)[:, None] * u
    found = mistakes.margin(X, y)
    u = found.u / found.value * (1 + 1e-12)
    assert (y * (X @ u)).min() == pytest.approx(1.0, abs=1e-9)
    return X, y, u


@pytest.mark.parametrize("surrogate, s", [
    (lambda z: losses.hinge.value(z, 1), 1.0), (lambda z: losses.logistic.value(z, 1) / np.log(2), 1 / np.log(4)),
    (lambda z: losses.square.value(z, 1), 2.0), (lambda z: np.exp(-z), 1.0),
    (lambda z: np.maximum(0, 1 - z) ** 2, 2.0), (lambda z: np.maximum(1.0, 1 + z), 0.0)])
def test_the_hinge_loss_is_the_least_surrogate(surrogate, s):
    z = np.linspace(-20, 20, 4001)
    assert losses.zero_one.value(0.0, 1) == 1 == losses.zero_one.value(-0.0, -1)  # a tie is a mistake
    assert (surrogate(z) >= losses.zero_one.value(z, 1) - 1e-12).all()
    assert (np.diff(surrogate(z), 2) >= -1e-9 * surrogate(z)[1:-1]).all()
    assert (surrogate(z) >= np.maximum(0, 1 - s * z) * (1 - 1e-12) - 1e-12).all()
    slopes = (surrogate(np.array([1e-6])) - surrogate(np.zeros(1))) / 1e-6, (
        surrogate(np.zeros(1)) - surrogate(np.array([-1e-6]))) / 1e-6
    assert slopes[1][0] - 1e-5 <= -s <= slopes[0][0] + 1e-5


def test_what_is_no_surrogate():
    """In nats the logistic loss is below 1 on (−ln(e−1), 0] (E19); [−z]_+ is 0 at a tie; 1 − tanh z is not convex."""
    edge = -np.log(np.e - 1)
    assert round(edge, 4) == -0.5413 and losses.logistic.value(edge, 1) == pytest.approx(1.0)
    assert (losses.logistic.value(np.linspace(edge + 1e-6, 0, 99), 1) < 1).all()
    z = np.linspace(-3, 3, 601)
    assert (1 - np.tanh(z) >= losses.zero_one.value(z, 1)).all() and np.diff(1 - np.tanh(z), 2).min() < -1e-6


@given(seed=st.integers(0, 10**6), eta=log_uniform(1e-2, 1e2))
@examples(60)
def test_where_the_proof_by_lengths_loses(seed, eta):
    """Each line of T9's first proof gives away something that is not negative, and together they are the bound."""
    X, y, rng = points(seed)
    run, u = perceptron(X, y, eta), rng.standard_normal(3) * rng.choice([0.1, 1, 10])
    wrong, z, w = run.updates, y * (X @ u), run.w[-1] / eta
    hinge, lengths = np.maximum(0.0, 1 - z), np.linalg.norm(X, axis=1)
    M, norm, grown = wrong.sum(), np.linalg.norm(u), np.sqrt((lengths[wrong] ** 2).sum())
    lost = [hinge[~wrong].sum(), np.maximum(0.0, z - 1)[wrong].sum(), norm * np.linalg.norm(w) - u @ w,
            norm * (grown - np.linalg.norm(w)), norm * (lengths.max() * np.sqrt(M) - grown)]
    assert min(lost) >= -1e-9 * (1 + norm * M)
    assert M + sum(lost) == pytest.approx(bounds.perceptron_implicit.of(run, u))
    # and the second proof: gradient descent on h_t·1{mistake}, an equality up to the convexity of the hinge loss
    g = -y[:, None] * X * wrong[:, None]
    tangents = (g * (run.w[:-1] - u)).sum()
    distance = norm**2 - np.linalg.norm(run.w[-1] - u) ** 2
    assert tangents == pytest.approx(distance / (2 * eta) + eta / 2 * grown**2)
    f_w, f_u = (run.losses * wrong).sum(), (hinge * wrong).sum()
    assert M <= f_w + 1e-9 and f_w - f_u <= tangents + 1e-9 * (1 + abs(tangents))


@given(seed=st.integers(0, 10**6))
@examples(40)
def test_every_dual_point_bounds_T9_from_below(seed):
    """β in [0, 1] with ‖Σ β y x‖ ≤ X√m and Σ β ≥ m: no u has a bound below m; mistakes are such a β."""
    X, y, rng = points(seed, T=20)
    best, X_max = mistakes.best(X, y), np.linalg.norm(X, axis=1).max()
    for beta in (rng.random(20), np.ones(20), perceptron(X, y).updates * 1.0, 1.0 * (rng.random(20) < 0.5)):
        m = (np.linalg.norm((beta * y) @ X) / X_max) ** 2  # the least m for which β is feasible
        if m > beta.sum():  # a multiple of β is feasible for the m where both sides meet
            m = beta.sum() ** 2 / m
        else:
            m = beta.sum()
        assert best.lower >= m * (1 - 1e-7)
    for u in best.u * np.array([[0.5], [1.0], [2.0]]):
        hinge, norm = np.maximum(0, 1 - y * (X @ u)).sum(), np.linalg.norm(u)
        B = bounds.perceptron(hinge, norm, X_max)
        for m in (B * 0.99, B * 1.01):  # the equivalence by which B is minimised
            assert (hinge + norm * X_max * np.sqrt(m) <= m) == (B <= m)


@given(seed=st.integers(0, 10**6))
@examples(60)
def test_u_0_is_the_best_if_and_only_if_the_sum_is_short(seed):
    X, y, _ = points(seed, T=12, d=2)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    n = np.linalg.norm(y @ X)
    if abs(n - np.sqrt(12)) > 1e-2:
        assert (mistakes.best(X, y).value >= 12 - 1e-7) == (n < np.sqrt(12))


@given(seed=st.integers(0, 10**6), eta=log_uniform(1e-1, 1e3))
@examples(40)
def test_gradient_descent_on_the_hinge_loss_of_separable_examples(seed, eta):
    """N ≤ ‖u‖²(X² + 2/η) updates in all passes together, and ‖w‖ ≤ ‖u‖(2 + ηX²): about half of γ* for small η."""
    X, y, u = separable(seed, T=12)
    X_max, norm = np.linalg.norm(X, axis=1).max(), np.linalg.norm(u)
    limit = norm**2 * (X_max**2 + 2 / eta)
    passes = min(int(limit) + 2, 2000)
    run = play(learners.ogd_constant(eta, 1e9), losses.hinge, np.tile(X, (passes, 1)), np.tile(y, passes))
    assert run.updates.sum() <= limit * (1 + 1e-9) and not run.projected.any()
    assert np.linalg.norm(run.w[-1]) <= norm * (2 + eta * X_max**2) * (1 + 1e-9)
    if passes > limit:  # it has ended, and with margin 1
        assert not run.updates[-len(y):].any() and (y * (X @ run.w[-1])).min() >= 1 - 1e-9


@given(seed=st.integers(0, 10**6), eta=log_uniform(1e-3, 1e3))
@examples(60)
def test_another_start_costs_hinge_loss(seed, eta):
    """From w_1 ≠ 0: M ≤ L + (2/η)‖u‖‖w_1‖ + ‖u‖X√M for every u (E8: now η matters)."""
    X, y, rng = points(seed)
    w_1 = rng.standard_normal(3)
    w, M = w_1, 0
    for x, y_t in zip(X, y):
        if y_t * (w @ x) <= 0:
            w, M = w + eta * y_t * x, M + 1
    for u in (mistakes.best(X, y).u, rng.standard_normal(3), w):
        norm, L = np.linalg.norm(u), np.maximum(0, 1 - y * (X @ u)).sum()
        start = 2 / eta * norm * np.linalg.norm(w_1)
        assert M <= bounds.perceptron_implicit(M, L + start, norm, np.linalg.norm(X, axis=1).max()) * (1 + 1e-9)


@pytest.mark.parametrize("k", [2, 9, 50])
def test_three_dimensions_are_enough_for_equality_in_T8(k):
    """Unit x_t ⟂ w_t with u·x_t = γ = 1/√k: k mistakes. In whole vectors: w after j mistakes is √j long."""
    gamma, u = k**-0.5, np.array([1.0, 0.0, 0.0])

    def answer(w):
        if not w.any():
            return np.array([gamma, np.sqrt(1 - gamma**2), 0.0]), 1.0
        e = w / np.linalg.norm(w)
        rest = u - (u @ e) * e
        part = min(1.0, gamma / np.linalg.norm(rest))
        rest /= np.linalg.norm(rest)
        return part * rest + np.sqrt(1 - part**2) * np.cross(e, rest) - 1e-9 * e, 1.0

    run = play(learners.perceptron(), losses.hinge, streams.Adversary("three", 3, lambda shape: answer), T=k)
    assert run.updates.all() and np.linalg.norm(run.w, axis=1) == pytest.approx(np.sqrt(np.arange(k + 1)), abs=1e-6)
    assert run.X @ u == pytest.approx(np.full(k, gamma), abs=1e-6) and run.w[-1] / k**0.5 == pytest.approx(u, abs=1e-5)
    assert bounds.perceptron_margin.of(run, u=mistakes.margin(run.X, run.y).u) == pytest.approx(k, rel=1e-6)


@given(seed=st.integers(0, 10**6))
@examples(40)
def test_examples_of_length_1_do_not_raise_T8(seed):
    X, y, _ = separable(seed)
    lengths = np.linalg.norm(X, axis=1)
    gamma, unit = mistakes.margin(X, y).value, mistakes.margin(X / lengths[:, None], y).value
    assert bounds.perceptron_margin(1.0, unit) <= bounds.perceptron_margin(lengths.max(), gamma) * (1 + 1e-6)


def test_updates_on_prediction_errors_only_keep_the_bounds():
    """sgn(0) = −1: each such update has y w·x ≤ 0, so their number is below T9 as well (E46)."""
    for seed in range(20):
        X, y, _ = points(seed)
        X = np.round(X)  # ties are frequent
        w, count = np.zeros(3), 0
        for x, y_t in zip(X, y):
            if (1 if w @ x > 0 else -1) != y_t:
                w, count = w + y_t * x, count + 1
        assert count <= mistakes.best(X, y).lower * (1 + 1e-9)


def test_the_order_of_mail_as_sets_of_words():
    """The numbers of the chapter that its prose repeats: 607 mistakes shuffled, 4 in file order, one bound for both."""
    values = []
    for order, M in (("shuffled", 607), ("file", 4)):
        mail = streams.mail(order=order)
        X = (mail.X > 0) / np.sqrt((mail.X > 0).sum(axis=1, keepdims=True))
        assert perceptron(X, mail.y).updates.sum() == M
        values.append(mistakes.best(X, mail.y).value)
    assert values == pytest.approx([1248.694] * 2, rel=1e-6)


@pytest.mark.parametrize("k", [3, 10, 20])
def test_in_the_plane_about_half_of_T8_can_be_reached(k):
    """(½, γ), then (±√(1 − γ²), γ) with the sign opposite to that of w's first coordinate, all with label +1."""
    gamma = 1 / k
    w, X = np.zeros(2), [np.array([0.5, gamma])]
    while w @ X[-1] <= 0:
        w = w + X[-1]
        X.append(np.array([-np.sign(w[0]) * np.sqrt(1 - gamma**2), gamma]))
    X = np.array(X[:-1])
    assert perceptron(X, np.ones(len(X))).updates.all()
    assert len(X) == pytest.approx(k**2 / 2, abs=2)
    assert mistakes.margin(X, np.ones(len(X))).value == pytest.approx(gamma)
    assert "the sign opposite to that of the first coordinate of $w_t$" in PROSE  # w_1 = 0 has no sign


def test_who_errs_on_how_many_messages():
    """The u with the least bound on word fractions, and the u of least hinge loss with ‖u‖ ≤ 1000; its length says
    nothing."""
    mail = streams.mail()
    wrong = lambda u: int(losses.zero_one.value(mail.X @ u, mail.y).sum())
    assert wrong(mistakes.best(mail.X, mail.y).u) == (mail.y > 0).sum() == 1813
    u = hindsight.best(losses.hinge, mail.X, mail.y, 1000.0).u
    assert wrong(u) == wrong(u / 1000)
    assert (f"errs on all 1813 spam messages, and the $u$ of least hinge loss with $\\|u\\|\\le1000$ errs on "
            f"{wrong(u)} messages") in PROSE


def test_a_surrogate_is_not_said_to_promise_no_more():
    assert "all that a surrogate" not in PROSE
