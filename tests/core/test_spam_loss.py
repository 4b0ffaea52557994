"""The spam filter: its loss, its mail, its comparator, its bound (D21, A13, T24; E13, E25, E37, E42)."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, streams, tightest
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
    (1.0, 0.0, 1.0, 0.25, -0.005), (1.0, 100.0, 0.0, 1.0, 0.01), (2.0, -200.0, 0.0, 0.0, 0.0), (2.0, -200.0, 1.0, 1.0, -0.005),
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
        assert losses.gradient_bound(loss, X[:1], [1.0], U) == pytest.approx((1 + np.hypot(60, 40) / 100) / 2 * np.hypot(60, 40) / 100 / U)
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
        assert np.array_equal(made.X, 100 * mail.X) and np.array_equal(made.y, mail.y > 0) and made.name == f"spam_{order}"
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
    assert run.w == pytest.approx(other.w, rel=0, abs=1e-10 * U) and run.losses == pytest.approx(other.losses, rel=0, abs=1e-10)
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


@given(seed=st.integers(0, 10**6), U=radii, T=st.integers(0, 30), lam=st.sampled_from([0.0, 1e-3, 1.0]), free=st.booleans())
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


# T24

@pytest.mark.parametrize("bound, c", [(bounds.spam, 2.0), (bounds.spam_tuned, math.sqrt(2))])
@given(seed=st.integers(0, 10**6), U=log_uniform(1e-3, 1e3), T=st.integers(0, 60), kind=st.sampled_from(["any", "wrong", "one"]))
@examples(50)
def test_T24_is_never_crossed(bound, c, seed, U, T, kind):
    """At every prefix; also for labels that answer the filter, and T4 and T5 with G = 1/U, D = 2U are the same numbers."""
    X, y, _ = messages(seed, T)
    learner = learners.ogd(c * U * U, U)
    if kind == "one":
        X = np.tile([100.0, 0, 0, 0, 0], (T, 1))
    if kind == "wrong":
        rows = iter(X)
        adversary = streams.Adversary("wrong", 5, lambda shape: lambda w: (
            (x := next(rows)), 0.0 if w @ x > 0 else 1.0))
        run = play(learner, losses.spam(U), adversary, T=T)
    else:
        run = play(learner, losses.spam(U), X, y)
    assert bound.holds_for(run).failed == ()
    for t in sorted({1, T // 2, T}):
        if t <= T:
            assert hindsight.regret(run, U, at=[t]).lower[0] <= bound(t) * (1 + 1e-9)
    assert bound.of(run) == pytest.approx((2 / c + c) * math.sqrt(T))
    other = bounds.ogd_diameter(T, 2 * U, 1 / U) if bound is bounds.spam else bounds.ogd_tuned(T, U, 1 / U)
    assert bound.of(run) == pytest.approx(other)
    # the other theorem's step fails by name
    wrong = bounds.spam_tuned if bound is bounds.spam else bounds.spam
    assert [text[:3] for text in wrong.holds_for(run).failed] == ["η ="]


@given(seed=st.integers(0, 10**6), U=log_uniform(1e-3, 1e3), c=log_uniform(0.1, 30), T=st.integers(1, 300),
       kind=st.sampled_from(["any", "wrong", "one"]))
@examples(50)
def test_the_sharper_bound_and_each_line_of_its_proof(seed, U, c, T, kind):
    """R_T ≤ (2/c)√T + (c/2) Σ f_t/√t; Σ_{s≤t} f_s ≤ t/4 + (2/c + c)√t; the two together by Abel's summation."""
    X, y, rng = messages(seed, T)
    if kind == "one":
        X, y = np.tile([100.0, 0, 0, 0, 0], (T, 1)), (np.arange(T) + seed) % 2.0
    learner, loss, rows = learners.ogd(c * U * U, U), losses.spam(U), iter(X)
    if kind == "wrong":
        run = play(learner, loss, streams.Adversary("wrong", 5, lambda shape: lambda w: (
            (x := next(rows)), 0.0 if w @ x > 0 else 1.0)), T=T)
    else:
        run = play(learner, loss, X, y)
    assert bounds.spam_sharp.holds_for(run).failed == ()
    t = np.arange(1, T + 1)
    f, S, B = run.losses, run.losses.cumsum(), 2 / c + c
    g = run.slopes * np.linalg.norm(run.X, axis=1)
    R = hindsight.regret(run, U).lower[0]
    assert (g**2 <= f / U**2 * (1 + 1e-9) + 1e-15 / U**2).all()
    assert R <= (2 / c) * T**0.5 + (c / 2) * (f / np.sqrt(t)).sum() + 1e-9
    cap = t / 4 + B * np.sqrt(t)
    assert (S <= cap * (1 + 1e-12)).all()
    falls = 1 / np.sqrt(t) - np.append(1 / np.sqrt(t[1:]), 0.0)
    assert (f / np.sqrt(t)).sum() == pytest.approx((S * falls).sum()) and (falls > 0).all()
    steps = np.diff(cap, prepend=0.0) / np.sqrt(t)
    assert (cap * falls).sum() == pytest.approx(steps.sum())
    assert steps.sum() <= T**0.5 / 2 + B * (1 / t).sum() + 1e-9
    value = (2 / c + c / 4) * T**0.5 + (1 + c * c / 2) * (1 / t).sum()
    assert bounds.spam_sharp.of(run) == pytest.approx(value) and R <= value * (1 + 1e-9)
    assert bounds.spam_sharp.facts(run)["c"] == pytest.approx(c)


def test_where_the_sharper_bound_is_the_sharper_one():
    """For c = 2 from T = 113 on; its leading constant is least, √2, at c = 2√2."""
    T = np.arange(1, 2000)
    assert np.array_equal(T[bounds.spam_sharp(T, 2.0) < bounds.spam(T)], np.arange(113, 2000))
    assert bounds.spam_sharp(1, 2.0) == pytest.approx(4.5) and bounds.spam_sharp(0, 2.0) == 0.0
    c = np.linspace(0.5, 6, 1000)
    assert (2 / c + c / 4).min() >= math.sqrt(2) and 2 / 8**0.5 + 8**0.5 / 4 == pytest.approx(math.sqrt(2))


def test_T24_says_what_fails():
    X, y, _ = messages(0)
    good = play(learners.ogd(2.0, 1.0), losses.spam(1.0), X, y)
    assert bounds.spam.holds_for(good) and bounds.spam.of(good) == pytest.approx(3 * math.sqrt(40))
    for run, word in (
            (play(learners.ogd(2.0, 1.0), losses.spam(2.0), X, y), "spam loss"),
            (play(learners.ogd(2.0, 1.0), losses.square, X, y), "spam loss"),
            (play(learners.ogd(2.0, 1.0), losses.with_l2(losses.spam(1.0), 0.1), X, y), "spam loss"),
            (play(learners.ogd(2.0, 1.0), losses.spam(1.0), 1.01 * X, y), "percentages"),
            (play(learners.ogd(2.0, 1.0), losses.spam(1.0), X - 1, y), "percentages"),
            (play(learners.ogd(1.9, 1.0), losses.spam(1.0), X, y), "η ="),
            (play(learners.lazy(2.0, 1.0), losses.spam(1.0), X, y), "greedy"),
            (play(learners.ogd_constant(2.0, 1.0), losses.spam(1.0), X, y), "greedy"),
            (replace(good, learner=replace(good.learner, U=None)), None)):
        if word is None:
            with pytest.raises(ValueError, match="^U = None"):
                bounds.spam.holds_for(run)
            continue
        failed = bounds.spam.holds_for(run).failed
        assert any(word in text for text in failed), (word, failed)
    assert bounds.spam(9) == 9 and bounds.spam_tuned(8) == 8  # below T = 9 (8) the bound is above T, the largest loss there is


PUSHES = [(1.0, 64, 40_000), (math.sqrt(2), 100, 30_000), (2.0, 36, 5_000), (2.0, 100, 50_001), (8**0.5, 400, 60_000)]


@pytest.mark.parametrize("c, spread, T", PUSHES)
def test_each_part_of_the_push_costs_what_the_proof_says(c, spread, T):
    X, y = tightest.percent_push(T, c, spread)
    run = play(learners.ogd(c, 1.0), losses.spam(1.0), X, y)
    short, r, h = X[:, 0] == 0, 1 / math.sqrt(spread), c / (2 * np.sqrt(np.arange(1, T + 1)))
    K, N = int(short.argmin()), T - int(short[::-1].argmin())
    assert short[:K].all() and not short[K:N].any() and short[N:].all() and T - N == math.ceil(4 * math.sqrt(spread * T) / c)
    assert not y[:K].any() and set(y[K:N]) == {0.0, 1.0} and (np.diff(y[K:N]) != 0).all() and y[N:].all()
    assert np.allclose(np.linalg.norm(X[short], axis=1), 100 * r) and (X[~short] == [100, 0]).all()
    a, b = run.w.T
    assert b[K] <= r - 1 < b[K - 1]
    # Inside the ball until the last part has brought b to 0, and the middle recursion of the chapter.
    assert not run.projected[:N].any() and not run.projected[N:][b[N + 1:] <= 0].any()
    assert (b[K:N] == b[K]).all()
    m = -a[:-1] * (2 * y - 1)
    assert m[K] == 0 and m[K + 1:N] == pytest.approx(h[K:N - 1] * (1 + m[K:N - 1]) - m[K:N - 1]) and m[K:N].min() >= 0
    assert (m[K + 1:N] <= h[K:N - 1] * (1 + 1e-12)).all()
    # The three parts against u = U e, and what is proved of their sum against what is certified.
    more = run.losses - losses.spam(1.0).value(X @ [0.0, 1.0], y)
    third = (1 - b[K]) ** 2 / (2 * c) * (1 - r) / (1 + r) * math.sqrt(N)
    proved = [-K * r * (1 + r / 4), c / 4 * (math.sqrt(N) - math.sqrt(K + 1)), third]
    parts = [more[:K].sum(), more[K:N].sum(), more[N:].sum()]
    assert all(part >= least for part, least in zip(parts, proved))
    assert parts[1] <= 1.02 * proved[1] + 1 and parts[2] <= (1 + 2.5 * r) * proved[2]  # and not much more
    value = tightest.percent_push_regret(T, c, spread)
    assert value == pytest.approx(sum(proved))
    R = hindsight.regret(run, 1.0)
    assert value <= sum(parts) <= R.upper[0] + 1e-9 and R.lower[0] <= bounds.spam_sharp.of(run)
    assert bounds.spam_sharp.holds_for(run).failed == ()


def test_short_messages_are_words_in_equal_shares():
    """The plane of the two directions stands for 1 + spread words whose percentages add up to 100."""
    T, c, spread = 4_000, 2.0, 36
    plane, y = tightest.percent_push(T, c, spread)
    X = np.column_stack([plane[:, 0], np.tile(plane[:, 1:] * math.sqrt(spread) / spread, spread)])
    assert np.allclose(X.sum(axis=1), 100) and X.min() >= 0
    in_plane, in_words = (play(learners.ogd(c, 1.0), losses.spam(1.0), Z, y) for Z in (plane, X))
    assert in_words.losses == pytest.approx(in_plane.losses, abs=1e-9)
    assert hindsight.regret(in_words, 1.0).lower[0] == pytest.approx(hindsight.regret(in_plane, 1.0).lower[0], abs=1e-6)


@pytest.mark.parametrize("c", [0.5, math.sqrt(2), 2.0, 8**0.5, 4.0])
def test_the_leading_constant_of_the_sharper_bound_is_attained(c):
    """What is proved of the push, over √T, rises to 2/c + c/4; so T24's constant is 1/2 (5/8 at T4's step) of its own."""
    limit = 2 / c + c / 4
    shares = [tightest.percent_push_regret(10**k, c, 10 ** (k // 3)) / 10 ** (k / 2) / limit for k in (12, 15, 18)]
    assert shares[0] < shares[1] < shares[2] < 1 and shares[2] > 0.99
    for c, bound, share in ((2.0, bounds.spam, 1 / 2), (2**0.5, bounds.spam_tuned, 5 / 8)):
        assert 2 / c + c / 4 == pytest.approx(share * bound(1))


@pytest.mark.parametrize("T, c, spread, error", [
    (0, 2.0, 100, "^T = 0: expected an integer >= 1"), (10**5, 0.0, 100, "^c = 0.0: "), (10**5, 2.0, 3, "^spread = 3: "),
    (10**5, 2.0, 9.5, "^spread = 9.5: "), (10**5, 9.0, 16, "^spread = 16: expected more words for c = 9"),
    (450, 2.0, 100, "^T = 450: expected a longer game for c = 2 and spread = 100"),
    (10**4, 1e-3, 10**9, "^T = 10000: expected a longer game")])
def test_a_push_that_is_too_short(T, c, spread, error):
    for function in (tightest.percent_push, tightest.percent_push_regret):
        with pytest.raises(ValueError, match=error):
            function(T, c, spread)
