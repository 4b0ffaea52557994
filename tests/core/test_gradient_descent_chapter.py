"""What the chapter "Gradient descent and its stochastic relatives" proves and claims beyond the bounds themselves."""

import itertools
import math
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, losses, streams, training
from tests.core.strategies import CONVEX, examples, in_ball, maybe_l2

CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "gradient_descent.ipynb"
PROSE = "\n".join(cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells if cell.cell_type == "markdown")


def printed(id, notebook=CHAPTER):
    cell = next(cell for cell in nbformat.read(notebook, as_version=4).cells if cell.id == id)
    return "".join(output.get("text", "") for output in cell.outputs)


@given(seed=st.integers(0, 10**6), data=st.data(), eta=st.floats(1e-3, 10))
@examples(40)
def test_one_step_and_the_distance(seed, data, eta):
    """(a) of the lemma for every u and subgradient, and the interval in which the distance to a minimiser decreases."""
    loss = data.draw(st.sampled_from(CONVEX).flatmap(maybe_l2))
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((5, 2)), rng.standard_normal(5)
    y = np.where(y > 0, 1.0, -1.0) if loss.labels == "signs" else y
    f, w = lambda v: training.risk(loss, X, y, v), in_ball(rng, 1, 2, 1.0)[0]
    g = training.gradient(loss, X, y, w)
    for u in in_ball(rng, 5, 2, 1.0):
        left, right = ((w - eta * g - u) ** 2).sum(), ((w - u) ** 2).sum() - 2 * eta * (f(w) - f(u)) + eta**2 * (g @ g)
        assert left <= right + 1e-9 * (1 + abs(right))
        if f(w) > f(u) + 1e-9:  # any u that is better will do, a minimiser or not
            short = 0.999 * 2 * (f(w) - f(u)) / (g @ g)
            assert ((w - short * g - u) ** 2).sum() < ((w - u) ** 2).sum()


@given(seed=st.integers(0, 10**6), factor=st.floats(0.01, 2.0))
@examples(30)
def test_one_step_and_the_value(seed, factor):
    """(b): square and logistic loss, whose slopes are 2- and 1/4-Lipschitz; with equality for one square in one
    dimension."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((6, 3))
    for loss, curvature in ((losses.square, 2.0), (losses.logistic, 0.25)):
        y = rng.standard_normal(6) if loss is losses.square else np.where(rng.random(6) < 0.5, 1.0, -1.0)
        L = curvature * np.linalg.eigvalsh(X.T @ X / 6)[-1]
        w, eta = rng.standard_normal(3), factor / L
        g = training.gradient(loss, X, y, w)
        f = lambda v: training.risk(loss, X, y, v)
        assert f(w - eta * g) <= f(w) - eta * (1 - eta * L / 2) * (g @ g) + 1e-9 * (1 + f(w))
    w, eta = 0.7, factor / 2
    assert (w - eta * 2 * w) ** 2 == pytest.approx(w**2 - eta * (1 - eta) * (2 * w) ** 2, abs=1e-12)


def test_a_step_against_a_subgradient_can_raise_f_however_short_it_is():
    X, y = np.eye(2) * [2.0, 4.0], [0.0, 0.0]  # the mean of 2|w_1| and 4|w_2|
    f = lambda w: training.risk(losses.absolute, X, y, w)
    assert f([1.0, 0.0]) == 1
    rng = np.random.default_rng(0)
    for u in rng.standard_normal((200, 2)) * 3:  # (1, 2) is a subgradient at (1, 0)
        assert f(u) >= 1 + (u - [1, 0]) @ [1, 2] - 1e-12
    for eta in (1e-6, 0.1, 0.9):
        assert f([1 - eta, -2 * eta]) == pytest.approx(1 + 3 * eta)


def test_the_best_iterate_and_the_average_keep_T5():
    rng = np.random.default_rng(1)
    for loss, T in itertools.product((losses.absolute, losses.hinge, losses.square), (1, 2, 10, 80)):
        X, y = rng.standard_normal((6, 2)), np.where(rng.random(6) < 0.5, 1.0, -1.0)
        G = training.gradient_bound(loss, X, y, 1.0, b=6)
        run = training.gd(loss, X, y, training.steps(T, 2 / G), 1.0, in_ball(rng, 1, 2, 1.0)[0] * 0.999)
        excess = lambda w: training.risk(loss, X, y, w) - hindsight.best(loss, X, y, 1.0).lower / 6
        bound = bounds.stochastic.of(run)
        assert bounds.stochastic.holds_for(run) and bound == pytest.approx(3 * G / math.sqrt(T))
        assert excess(run.average) <= bound and excess(run.w).min() <= excess(run.w[:-1]).mean() <= bound
        assert excess(run.w.mean(axis=0)) <= 3 * G / math.sqrt(T + 1)  # the notes' average of T + 1 iterates


def test_slopes_and_lipschitz_constants():
    """The lemma on a grid; its open set is needed: max(0, w − 1) on [0, 1]."""
    w = np.linspace(-3, 3, 601)
    for loss, rho in ((losses.hinge, 1.0), (losses.absolute, 1.0), (losses.logistic, 1 / (1 + math.exp(-3)))):
        values = loss.value(w, 1.0)
        steepest = (abs(values[:, None] - values) / np.maximum(abs(w[:, None] - w), 1e-9)).max()
        assert steepest <= rho + 1e-9 and steepest == pytest.approx(rho, rel=3e-3)
        assert abs(loss.slope(w, 1.0)).max() <= rho + 1e-12
    edge = np.maximum(0, np.linspace(0, 1, 11) - 1)
    assert not edge.any()
    assert all(max(0, u - 1) >= 0.7 * (u - 1) for u in np.linspace(-5, 5, 101))


def test_the_number_of_steps():
    for rho, B, eps in ((1.0, 1.0, 0.1), (0.3, 5.0, 0.01)):
        T = math.ceil((3 * rho * B / eps) ** 2)
        assert bounds.stochastic(T, 2 * B, rho) <= eps * (1 + 1e-12) < bounds.stochastic(0.9 * T, 2 * B, rho)


@pytest.mark.parametrize("eta, lam, s2", [(0.1, 2.0, 1.0), (0.9, 2.0, 0.5), (0.3, 0.1, 2.0)])
def test_the_floor_under_a_constant_step(eta, lam, s2):
    """The recursion by enumeration of ± noise, and its limit."""
    z, signs = 1.0, np.array(list(itertools.product([-1, 1], repeat=8)))
    w = np.ones(len(signs))
    for t in range(8):
        w = w - eta * (lam * w + math.sqrt(s2) * signs[:, t])
        z = (1 - eta * lam) ** 2 * z + eta**2 * s2
        assert (w**2).mean() == pytest.approx(z, rel=1e-12)
    for _ in range(5000):
        z = (1 - eta * lam) ** 2 * z + eta**2 * s2
    assert lam / 2 * z == pytest.approx(eta * s2 / (2 * (2 - eta * lam)), rel=1e-9)


def test_the_floor_that_is_printed():
    """Formula and measurement agree to four standard errors, and the floor falls with b."""
    rows = re.findall(r"^ *(\d+) +([\d.]+) +([\d.]+) ± ([\d.e-]+)$", printed("sgd-floor-run"), re.M)
    assert [row[0] for row in rows] == ["1", "2", "5", "10"]
    for _, formula, measured, error in rows:
        assert abs(float(formula) - float(measured)) <= 4 * float(error)
    assert all(float(a[1]) > float(b[1]) for a, b in zip(rows, rows[1:]))


@pytest.mark.parametrize("loss", [losses.hinge, losses.logistic, losses.square], ids=lambda loss: loss.name)
def test_one_example_turns_every_surrogate_round(loss):
    """n − 1 errors against one as soon as a > n − 1, on the line and in the ball; not for a < n − 1."""
    for n in (2, 3, 10, 50):
        for a in (n - 0.99, n + 5.0, 40.0 * n):
            X, y = np.append(np.ones(n - 1), a)[:, None], np.append(np.ones(n - 1), -1.0)
            w = hindsight.best(loss, X, y, 1.0).u
            assert w[0] < 0
            assert (losses.zero_one.value(X @ w, y).sum(), losses.zero_one.value(X[:, 0], y).sum()) == (n - 1, 1)
            f = lambda v: training.risk(loss, X, y, np.array(v)[:, None])
            assert (f(np.linspace(1e-3, 2, 50)) > f([0.0])).all()
            if loss is losses.hinge:
                assert w[0] == pytest.approx(-1 / a, rel=1e-6)
        X[-1] = n - 1.5
        assert hindsight.best(loss, X, y, 1.0).u[0] > 0


def test_what_a_small_surrogate_loss_promises():
    """L01(w) ≤ min L_φ + ε for the w of SGD; with a margin and ε < 1/m no error is left."""
    data = streams.classification(T=30, d=2, margin=0.3)
    X, y, U = data.X, data.y, 4.0
    f = lambda w: training.risk(losses.hinge, X, y, w)
    least = hindsight.best(losses.hinge, X, y, U)
    assert least.value / 30 < 1e-6  # some u in the ball has margin 1
    run = training.sgd(losses.hinge, X, y, training.draws(30, 1, 20_000), training.steps(20_000, 2.0), U)
    eps = f(run.average) - least.lower / 30
    errors = training.risk(losses.zero_one, X, y, run.average)
    assert eps < 1 / 30 and errors == 0
    for w in in_ball(np.random.default_rng(0), 50, 2, U):
        assert training.risk(losses.zero_one, X, y, w) <= f(w)


def test_the_bound_hardly_knows_the_batch():
    """G_b by its formula, and what the text says of the explorer's sets: at most 22 % less."""
    from oco_live.explorers import sgd
    for stream in (name for name in sgd.WORDS if name != sgd.OWN):
        loss, X, y = sgd.training_set(stream)
        s = np.array([losses.gradient_bound(loss, X[[i]], y[[i]], 1.0) for i in range(20)])
        for b in (1, 5, 20):
            c = (20 - b) / (b * 19)
            assert training.gradient_bound(loss, X, y, 1.0, b) == pytest.approx(
                math.sqrt((1 - c) * s.mean() ** 2 + c * (s**2).mean()))
        saved = 1 - s.mean() / math.sqrt((s**2).mean())
        assert saved < 0.225 and (stream != "valley" or saved > 0.215)


def test_what_the_bound_says_for_other_steps():
    """The explorer at η = D/G: less for η/√T; nothing for η/t, and less than nothing for halved steps."""
    from oco_live.explorer import get
    for stream in get("sgd").control("stream").values:
        f = {schedule: get("sgd").frame(stream=stream, schedule=schedule).facts
             for schedule in ("sqrt", "constant", "inverse", "halving")}
        assert f["constant"]["bound_any"] == pytest.approx(2 * f["sqrt"]["G"] / 20)
        assert f["constant"]["bound_any"] < f["sqrt"]["bound"]
        assert f["halving"]["bound_any"] > f["inverse"]["bound_any"] > f["sqrt"]["start"]


def test_what_the_mail_shows():
    """SGD's averages against f(0): worse after 10 steps, better after 1000; below T22; the last iterate is worse each
    time."""
    text = printed("sgd-mail")
    zero = float(re.search(r"f\(0\) - min f = ([\d.]+)", text)[1])
    rows = [list(map(float, row.split())) for row in text.splitlines()[2:]]
    assert [row[0] for row in rows] == [10, 100, 1000]
    assert rows[0][1] > zero > rows[2][3] > rows[2][1]
    assert all(average < last and average + 4 * error < bound for _, average, error, last, _, bound in rows)
    table = [list(map(float, row.split())) for row in printed("sgd-budget").splitlines()[1:]]
    assert [row[0] for row in table] == [1, 10, 100, 4601] and [row[1] for row in table] == [23005, 2300, 230, 5]
    assert all(a[3] < b[3] and a[4] < b[4] for a, b in zip(table, table[1:])) and table[0][2] / table[-1][2] < 1.003


def test_shuffling_is_biased_and_better():
    for eta in (0.05, 0.2):
        first, second = 0.5 - eta, 0.5 - eta + eta * (1 + 2 * eta)
        assert second - 0.5 == pytest.approx(2 * eta**2) and 2 * (first - 1) == pytest.approx(-1 - 2 * eta)
        run = training.sgd(losses.square, np.ones((2, 1)), [0.0, 1.0], training.every_draw(2, 1, 2),
                           training.steps(2, eta, "constant"), start=[0.5])
        drawn = ((run.last[:, 0] - 0.5) ** 2).mean()
        assert drawn == pytest.approx(((1 - 2 * eta) ** 2 + 1) * eta**2) and 4 * eta**4 < drawn


def test_the_better_of_k_runs():
    """On every draw: P(all k ≥ 2B) ≤ 2^−k with B any bound on the mean."""
    values = np.sort(np.random.default_rng(3).exponential(size=500))
    share = (values >= 2 * values.mean()).mean()
    assert share <= 0.5 and 2.0**-10 < 1e-3 < 2.0**-9
    best = [float(printed("sgd-ex-confidence-run").split("better of two runs ")[1]),
            float(re.search(r"mean ([\d.]+), the", printed("sgd-ex-confidence-run"))[1])]
    assert best[0] < best[1]


def test_geometric_convergence():
    """(1 − λ/L) per step on random regressions, and the count of steps."""
    rng = np.random.default_rng(4)
    for _ in range(10):
        X, y = rng.standard_normal((12, 3)), rng.standard_normal(12)
        lam, L = np.linalg.eigvalsh(2 * X.T @ X / 12)[[0, -1]]
        gap = training.risk(losses.square, X, y,
                            training.gd(losses.square, X, y, training.steps(40, 1 / L, "constant")).w)
        gap = gap - training.risk(losses.square, X, y, np.linalg.lstsq(X, y, rcond=None)[0])
        assert (gap[1:] <= (1 - lam / L) * gap[:-1] + 1e-12).all()
        T = math.ceil(L / lam * math.log(gap[0] / 1e-3))
        assert (1 - lam / L) ** T * gap[0] <= 1e-3


def test_numbers_by_hand_in_the_chapter():
    """E22's headings, E20's ratios, the exercise of two examples, the exact lines."""
    headings = [round(math.degrees(math.atan2(-10 * b, -a)), 1) for a, b in ((1, 1), (0.95, 0.5), (0.9025, 0.25))]
    assert headings == [-95.7, -100.8, -109.8]
    register = CHAPTER.with_name("errata.ipynb")
    assert "heading -109.8°" in printed("er-E22-run", register) and 20.25 / 5.5 < 4
    assert "from 5.5 to 20.25" in printed("er-E22-run", register) and "multiplies $f$ by almost four" in PROSE
    assert "at u = -0.01: 9 of 10 wrong" in printed("er-E20-run", register)
    assert "V(0.2) = 2.56" in printed("sgd-ex-hand-run")
    assert (2 * (0.2 - 1) - 8 * 0.2) ** 2 / 4 == pytest.approx(64 / 25)
    lines = [float(row.split()[-1]) for row in printed("sgd-exact").splitlines()[:7]]
    assert lines[0] < lines[1] < lines[2] == lines[3] < lines[4] < lines[5] < lines[6]


def test_one_run_decides_nothing_between_one_example_and_ten():
    """Average and last iterate on the mail's budget, seeds 0 to 19: mean and standard error, as the chapter states
    them."""
    mail, U, m = streams.mail(order="file"), 20.0, 4601
    least = hindsight.best(losses.hinge, mail.X, mail.y, U).lower / m
    for b in (1, 10):
        T = 5 * m // b
        steps = training.steps(T, 2 * U / training.gradient_bound(losses.hinge, mail.X, mail.y, U, b))
        rows = np.stack([training.draws(m, b, T, seed=seed) for seed in range(20)])
        run = training.sgd(losses.hinge, mail.X, mail.y, rows, steps, U)
        for which, digits in (("average", 4), ("last", 3)):
            values = training.risk(losses.hinge, mail.X, mail.y, getattr(run, which)) - least
            assert f"${values.mean():.{digits}f}\\pm{values.std() / 20**0.5:.{digits}f}$" in PROSE, (b, which)


def test_the_picture_of_the_kink():
    """[1 − w]_+ + w²/8: at w = 1 the three slopes are subgradients, a little more is none; at 2.2 one is."""
    w = np.linspace(-1, 3, 401)
    f = lambda w: np.maximum(0, 1 - w) + w**2 / 8
    for slope, below in ((-0.75, True), (-0.25, True), (0.25, True), (-0.76, False), (0.26, False)):
        assert (f(w) >= f(1.0) + slope * (w - 1) - 1e-12).all() == below
    assert (f(w) >= f(2.2) + 2.2 / 4 * (w - 2.2) - 1e-12).all()


def test_one_over_T_on_a_steep_and_a_flat_direction():
    """What is printed is within the bound, falls, and is ½(1 − 1/100)^{2T} from the flat direction alone."""
    rows = re.findall(r"T = +(\d+): f\(last\) - min f = ([\d.e-]+), bound ([\d.e-]+)", printed("sgd-smooth-run"))
    assert [int(T) for T, _, _ in rows] == [4, 16, 64, 256]
    for T, gap, bound in rows:
        assert float(gap) == pytest.approx(0.5 * 0.99 ** (2 * int(T)), rel=0.03)
        assert float(gap) < float(bound) == pytest.approx(101 / (2 * int(T)), rel=0.005)


def test_half_of_the_smooth_bound_is_attained():
    """The chapter's f(w) = Lw/T on [−1, 1] from w_1 = 1."""
    for L, T in ((1.0, 1), (3.0, 20)):
        run = training.descend(lambda t, w: np.full_like(w, L / T), np.full(T, 1 / L), [1.0], U=1.0)
        assert L / T * (run.last[0] + 1) == pytest.approx(bounds.smooth(T, L, 2.0) / 2)
    assert "Half of it is attained for every $T$" in PROSE
