"""The spam filter: its loss, its mail, its comparator (D21, A13; E13, E25, E37, E42)."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import hindsight, learners, losses, play, streams
from oco_core.engine import blocks
from tests.core.plain import plain
from tests.core.strategies import examples, in_ball, log_uniform

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
radii = log_uniform(1e-6, 1e6)


def percentages(rng, T, d):
    """Rows x ≥ 0 with Σ x_i = 100: spread over all words, over a few, or one word alone."""
    X = rng.random((T, d)) ** rng.choice([0.3, 1, 8], (T, 1)) * (rng.random((T, d)) < rng.choice([0.2, 1], (T, 1)))
    X[X.sum(axis=1) == 0, 0] = 1.0
    one = rng.random(T) < 0.2
    X[one] = np.eye(d)[rng.integers(d, size=one.sum())]
    return 100 * X / X.sum(axis=1, keepdims=True)


def messages(seed, T=40, d=5):
    rng = np.random.default_rng(seed)
    X, w = percentages(rng, T, d), rng.standard_normal(d)
    y = 1.0 * (X @ w > np.median(X @ w)) if T else np.zeros(0)
    return X, np.where(rng.random(T) < 0.1, 1 - y, y), rng


def confidence(w, x, U):
    """a_w(x), as the notes write it."""
    M = 100 * U
    return (math.fsum(a * b for a, b in zip(w, x)) + M) / (2 * M)


# The loss

@pytest.mark.parametrize("U, p, y, value, slope", [
    (1.0, 44.0, 1.0, 0.0784, -0.0028),  # a = .72, M = 100
    (1.0, 44.0, 0.0, 0.5184, 0.0072),
    (1.0, 0.0, 1.0, 0.25, -0.005), (1.0, 100.0, 0.0, 1.0, 0.01), (2.0, -200.0, 0.0, 0.0, 0.0),
    (2.0, -200.0, 1.0, 1.0, -0.005),
])
def test_values_and_slopes_by_hand(U, p, y, value, slope):
    loss = losses.spam(U)
    assert loss.value(p, y) == pytest.approx(value, rel=1e-14, abs=1e-18)
    assert loss.slope(p, y) == pytest.approx(slope, rel=1e-14, abs=1e-18)
    assert loss.value(np.array([p]), np.array([y]))[0] == loss.value(p, y)
    assert (loss.name, loss.labels, loss.convex, loss.l2) == ("spam", "bits", True, 0.0)


@given(seed=st.integers(0, 10**6), U=radii)
@examples(60)
def test_the_gradient_is_the_derivative_in_w_and_no_longer_than_1_over_U(seed, U):
    """(a − y)·x/M, not (a/M)·x and not in x (E25); a_w(x) in [0, 1]; the Hessian is x xᵀ/(2M²) (E42)."""
    X, y, rng = messages(seed, T=12)
    loss, M = losses.spam(U), 100 * U
    for w, x, label in zip(in_ball(rng, 12, 5, U), X, y):
        a = confidence(w, x, U)
        assert -1e-12 <= a <= 1 + 1e-12 and (a > 0.5) == (w @ x > 0)
        assert loss.value(w @ x, label) == pytest.approx((label - a) ** 2, rel=1e-9, abs=1e-12)
        g = loss.slope(w @ x, label) * x
        assert g == pytest.approx((a - label) / M * x, rel=1e-9, abs=1e-12 / U)
        assert np.linalg.norm(g) <= 1 / U * (1 + 1e-12)
        direction = rng.standard_normal(5) * U
        line = np.array([loss.value((w + s * direction) @ x, label) for s in (-1, 0, 1)])
        assert (line[2] - line[0]) / 2 == pytest.approx(g @ direction, rel=1e-7, abs=1e-9)
        assert line[0] - 2 * line[1] + line[2] == pytest.approx((x @ direction / M) ** 2 / 2, rel=1e-6, abs=1e-9)


@given(p=st.floats(-300, 300), U=radii, y=st.sampled_from([0.0, 1.0]))
@examples(100)
def test_conjugate_and_units_of_the_square_loss(p, U, y):
    loss = losses.spam(U)
    p *= U
    s = loss.slope(p, y)
    assert loss.value(p, y) + loss.conjugate(s, y) == pytest.approx(s * p, rel=1e-9, abs=1e-9)
    for other in (-1.7, 0.3, 2.2):  # at any s the conjugate is the largest s·p − l(p, y)
        t = other / U / 100
        grid = np.linspace(-600, 600, 40001) * U
        assert loss.conjugate(t, y) == pytest.approx((t * grid - loss.value(grid, y)).max(), rel=1e-4, abs=1e-4)
    k, a, b, c = loss.quadratic
    assert k * (a * p - b * y - c) ** 2 == pytest.approx(loss.value(p, y), rel=1e-9, abs=1e-12)
    k, a, b, c = losses.square.quadratic
    assert k * (a * p - b * y - c) ** 2 == losses.square.value(p, y)


def test_an_error_costs_a_quarter():
    """sign(w·x) is wrong, or w·x = 0, if and only if |y − a| ≥ ½: errors ≤ 4 Σ f_t."""
    loss = losses.spam(2.0)
    p = np.linspace(-200, 200, 401)
    for y in (0.0, 1.0):
        wrong = losses.zero_one.value(p, 2 * y - 1)
        assert (wrong <= 4 * loss.value(p, y) + 1e-12).all() and ((loss.value(p, y) >= 0.25) == (wrong == 1)).all()


def test_uniform_G_is_1_over_U_and_nothing_is_strongly_convex():
    X = np.array([[60.0, 40.0], [0.0, 100.0]])
    for U in (0.01, 1.0, 30.0):
        loss = losses.spam(U)
        assert losses.gradient_bound(loss, X, [1.0, 0.0], U) == pytest.approx(1 / U)
        assert losses.gradient_bound(loss, X[:1], [1.0], U) == pytest.approx(
            (1 + np.hypot(60, 40) / 100) / 2 * np.hypot(60, 40) / 100 / U)
        assert losses.strong_convexity(loss, X) == 0.0  # E42
        assert losses.strong_convexity(losses.with_l2(loss, 0.5), X) == 0.5
    hessian = np.outer(X[0], X[0]) / (2 * 100**2)
    assert np.linalg.eigvalsh(hessian) == pytest.approx([0.0, 0.26], abs=1e-12)
    # d = 1: x = 100 in every round, the second derivative is 100²/(2·100²) at U = 1
    assert losses.strong_convexity(losses.spam(1.0), [[100.0], [100.0]]) == pytest.approx(0.5)
    assert losses.strong_convexity(losses.square, [[3.0], [2.0]]) == pytest.approx(8.0)


@pytest.mark.parametrize("U", [0, -1.0, np.nan, "1", None, [1.0], 1e151])
def test_a_radius_is_asked_for(U):
    with pytest.raises(ValueError, match="^U = "):
        losses.spam(U)


def test_labels_are_0_and_1():
    with pytest.raises(ValueError, match="y = -1.0: expected labels 0 or 1, as the spam loss needs"):
        play(learners.ogd(2.0, 1.0), losses.spam(1.0), [[100.0, 0.0]], [-1.0])
    with pytest.raises(ValueError, match="y = 0.0: expected labels -1 or \\+1"):
        play(learners.ogd(2.0, 1.0), losses.hinge, [[100.0, 0.0]], [0.0])
    with pytest.raises(ValueError, match="loss"):
        play(learners.perceptron(), losses.spam(1.0), [[100.0, 0.0]], [1.0])


# The mail

def test_mail_in_percent():
    for order in ("shuffled", "file", "alternating"):
        mail, made = streams.mail(order=order, seed=3), streams.spam(order=order, seed=3)
        assert np.array_equal(made.X, 100 * mail.X) and np.array_equal(made.y, mail.y > 0)
        assert made.name == f"spam_{order}"
        counted = streams.spam(order=order, seed=3, words="counted")
        assert np.array_equal(counted.y, made.y)
        for X in (made.X, counted.X):
            assert X.min() >= 0 and abs(X.sum(axis=1) - 100).max() < 1e-10
        has = made.X[:, :48].any(axis=1)
        assert (counted.X[~has, 48] == 100).all() and not counted.X[has, 48].any() and (~has).sum() == 164
        share = made.X[has, :48] / made.X[has, :48].sum(axis=1, keepdims=True)
        assert np.allclose(counted.X[has, :48], 100 * share, rtol=1e-12, atol=0)
    assert streams.spam(0).X.shape == (0, 49) and streams.spam(0, words="counted").X.shape == (0, 49)
    for call, name in ((lambda: streams.spam(words="none"), "words"), (lambda: streams.spam(4602), "T"),
                       (lambda: streams.spam(order="x"), "order"), (lambda: streams.spam(seed=-1), "seed")):
        with pytest.raises(ValueError, match=f"^{name} = "):
            call()


def test_alternating_mail():
    """Spam and other mail in turn, each in file order; the 975 messages left over are no spam."""
    mail, file = streams.mail(order="alternating"), streams.mail(order="file")
    n = 1813
    assert (mail.y[: 2 * n : 2] == 1).all() and (mail.y[1 : 2 * n : 2] == -1).all() and (mail.y[2 * n :] == -1).all()
    assert np.array_equal(mail.X[: 2 * n : 2], file.X[:n])
    assert np.array_equal(np.vstack([mail.X[1 : 2 * n : 2], mail.X[2 * n :]]), file.X[n:])
    assert np.array_equal(streams.mail(7, "alternating").X, mail.X[:7]) and mail.name == "mail_alternating"


# Play: in blocks, and by the plain loop

@pytest.mark.parametrize("n", [None, 3])
@given(seed=st.integers(0, 10**6), U=log_uniform(1e-3, 1e3), c=log_uniform(0.1, 100), T=st.integers(0, 60),
       l2=st.booleans())
@examples(30)
def test_blocks_play_what_the_plain_loop_plays(n, seed, U, c, T, l2):
    X, y, _ = messages(seed, T)
    loss = losses.spam(U)
    if l2:
        loss = losses.with_l2(loss, 0.1 / U**2)
    eta = c * U * U * (1.0 if n is None else np.array([1.0, 0.3, 0.01]))
    learner = learners.ogd(eta, U)
    assert blocks.can(learner, loss, X, y)
    run, other = play(learner, loss, X, y), plain(learner, loss, X, y)
    assert run.w == pytest.approx(other.w, rel=0, abs=1e-10 * U)
    assert run.losses == pytest.approx(other.losses, rel=0, abs=1e-10)
    assert np.array_equal(run.projected, other.projected) and run.G == pytest.approx(other.G, rel=1e-9)
    if n is None and not l2:  # and what the notes play: A2 with the gradient (a − y)·x/M
        w = np.zeros(5)
        for t, (x, label) in enumerate(zip(X, y), start=1):
            a = confidence(w, x, U)
            assert run.losses[t - 1] == pytest.approx((label - a) ** 2, rel=0, abs=1e-9)
            w = w - c * U * U / math.sqrt(t) * (a - label) / (100 * U) * x
            w = w * min(1.0, U / max(np.linalg.norm(w), 1e-300))
        assert run.w[-1] == pytest.approx(w, rel=0, abs=1e-9 * U)


@pytest.mark.parametrize("words", ["all", "counted"])
@pytest.mark.parametrize("order", ["shuffled", "file", "alternating"])
def test_the_radius_changes_nothing(order, words):
    """w/U, losses and regret are the same for every U: to the last bit for powers of 2, to rounding for others."""
    data = streams.spam(order=order, words=words)
    runs = {U: play(learners.ogd(2.0 * U * U, U), losses.spam(U), data) for U in (1.0, 0.0625, 16.0, 0.3, 1e-20)}
    best = {U: hindsight.best(losses.spam(U), data.X, data.y, U) for U in runs}
    for U, run in runs.items():
        if U in (0.0625, 16.0):
            assert np.array_equal(run.losses, runs[1.0].losses) and np.array_equal(run.w, U * runs[1.0].w)
            assert best[U].value == best[1.0].value and np.array_equal(best[U].u, U * best[1.0].u)
        assert run.losses == pytest.approx(runs[1.0].losses, rel=0, abs=1e-9)
        assert best[U].value == pytest.approx(best[1.0].value, rel=1e-9)
        assert best[U].u / U == pytest.approx(best[1.0].u, rel=0, abs=1e-6)


# The comparator

@pytest.mark.parametrize("words", ["all", "counted"])
@pytest.mark.parametrize("T, U", [(1, 1.0), (37, 0.01), (400, 1.0), (4601, 5.0)])
def test_best_filter_against_cvxpy(words, T, U):
    """The notes' offline optimum, posed as they pose it: min over ‖w‖ ≤ R of Σ (y − (⟨x, w⟩ + M)/2M)²."""
    cp = pytest.importorskip("cvxpy")
    data = streams.spam(T, words=words)
    w, M = cp.Variable(49), 100 * U
    problem = cp.Problem(cp.Minimize(cp.sum_squares(data.y - (data.X @ w + M) / (2 * M))), [cp.norm(w) <= U])
    problem.solve(cp.CLARABEL)
    found = hindsight.best(losses.spam(U), data.X, data.y, U)
    assert found.value == pytest.approx(problem.value, rel=1e-6, abs=1e-7)
    assert np.linalg.norm(found.u) <= U * (1 + 1e-12) and 0 <= found.value - found.lower <= 1e-8 * max(1, found.value)
    assert found.value == pytest.approx(losses.spam(U).value(data.X @ found.u, data.y).sum(), rel=1e-9, abs=1e-12)


@given(seed=st.integers(0, 10**6), U=radii, T=st.integers(0, 30), lam=st.sampled_from([0.0, 1e-3, 1.0]),
       free=st.booleans())
@examples(60)
def test_best_filter_is_certified_and_not_beaten(seed, U, T, lam, free):
    """Σ f_t(u) + (l2·T/2)‖u‖²: certificate, stationarity in the ball, no sampled point below it; U=None is R^d."""
    X, y, rng = messages(seed, T)
    loss = losses.with_l2(losses.spam(U), lam / U**2) if lam else losses.spam(U)
    found = hindsight.best(loss, X, y, None if free else U)

    def total(w):
        return loss.value(X @ w, y).sum() + loss.l2 * T / 2 * (w @ w)

    assert found.value == pytest.approx(total(found.u), rel=1e-8, abs=1e-9)
    assert 0 <= found.value - found.lower <= 1e-8 * max(1, found.value)
    for w in (*in_ball(rng, 20, 5, U), *(found.u + in_ball(rng, 10, 5, 0.01 * U))):
        if free or np.linalg.norm(w) <= U:
            assert total(w) >= found.lower - 1e-9


def test_prefixes_and_regret():
    data = streams.spam(300, words="counted")
    run = play(learners.ogd(2.0, 1.0), losses.spam(1.0), data)
    curve = hindsight.regret(run, 1.0, at=[0, 1, 50, 300])
    assert curve.upper[0] == 0 == curve.lower[0]
    for t, upper in zip(curve.at[1:], curve.upper[1:]):
        best = hindsight.best(losses.spam(1.0), data.X[:t], data.y[:t], 1.0)
        assert upper == pytest.approx(run.losses[:t].sum() - best.value, abs=1e-8)
