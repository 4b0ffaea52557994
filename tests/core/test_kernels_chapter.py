"""What the chapter "Kernels and margins" says in words and numbers, recomputed here."""

import itertools
import math

import numpy as np
import pytest

from oco_core import bounds, disagreement, hindsight, kernels, learners, losses, mistakes, play, streams, svm
from oco_live.explorer import get

SETS = {"xor": streams.xor, "circles": streams.circles, "moons": streams.moons}


def measured(make, kernel, T=200):
    """M, T10 at the best f, L of that f, γ*/κ or 0."""
    data = make(T)
    run, K = kernels.perceptron(kernel, data.X, data.y), kernel(data.X, data.X)
    best = mistakes.best(kernels.factor(K), data.y)
    found = svm.hard_margin(K, data.y)
    return run.updates.sum(), bounds.kernel_perceptron(best.L, best.norm, run.kappa), best.L, found.value / run.kappa


@pytest.fixture(scope="module")
def table():
    chosen = [kernels.polynomial(n) for n in (1, 2, 3, 6)] + [kernels.gaussian(0.1)]
    return {(name, kernel.family[0], kernel.parameter): measured(make, kernel) for name, make in SETS.items()
            for kernel in chosen}


def test_the_table_of_kernels_and_what_is_read_from_it(table):
    for M, bound, _, _ in table.values():
        assert M <= bound
    M, bound, L, margin = table["xor", "p", 1]
    assert bound == pytest.approx(200) and L == pytest.approx(200) and margin == 0 == table["circles", "p", 1][3]
    assert max((1, 2, 3, 6), key=lambda n: table["circles", "p", n][3]) == 3
    assert (math.comb(5, 2), math.comb(8, 2)) == (10, 28)
    moons = [table["moons", "p", n] for n in (1, 2, 3)]
    assert [m[3] > 0 for m in moons] == [False, False, True] and all(m[2] > 50 for m in moons)
    assert np.ptp([m[1] for m in moons]) < 2.1
    gauss = [table[name, "g", 0.1] for name in SETS]
    assert all(g[3] > 0.17 for g in gauss) and min(g[1] for g in gauss) > 8 and max(g[1] for g in gauss) < 34


def test_kappa_grows_with_the_degree():
    X = streams.circles(200).X
    for n in (1, 2, 3, 6):
        assert kernels.perceptron(kernels.polynomial(n), X, np.ones(200)).kappa == pytest.approx(
            (1 + (np.linalg.norm(X, axis=1) ** 2).max()) ** (n / 2))


def test_seven_examples_determine_the_moons():
    data, K = streams.moons(200), kernels.polynomial(3)
    found = svm.hard_margin(K(data.X, data.X), data.y)
    assert len(found.support) == 7 and found.value == pytest.approx(0.054819, rel=1e-4)


def test_margins_of_labels_that_fit_and_of_coins():
    def margin(gamma, noise):
        data = streams.moons(200, noise=noise)
        return svm.hard_margin(kernels.gaussian(gamma)(data.X, data.X), data.y)
    clean = [margin(g, 0.0) for g in (0.1, 0.03)]
    assert [len(f.support) for f in clean] == [10, 30]
    assert 0.196 < clean[0].value < clean[1].value == pytest.approx(0.262, abs=5e-4)
    assert margin(0.03, 0.05).value == pytest.approx(0.00137, abs=5e-6)
    for gamma in (1, 0.1, 0.03, 0.01):
        assert margin(gamma, 0.5).value < 1e-4
    coins = margin(0.001, 0.5)
    assert len(coins.support) > 150 and 1 / coins.value**2 > 1e5


def test_what_to_look_for_in_the_explorer():
    E = get("kernels")
    facts = lambda stream, **p: E.frame(stream=stream, t=120, **p).facts
    assert facts("xor_polynomial", degree=1)["M_last"] == 53 and facts("xor_polynomial", degree=2)["M_last"] == 8
    assert E.frame(stream="xor_polynomial", degree=2, t=60).facts["M"] == 8  # no more come after
    assert [facts("moons_polynomial", degree=n)["separable"] for n in (1, 2, 3)] == [False, False, True]
    for n in (1, 2):
        assert not E.frame(stream="moons_polynomial", degree=n, t=60).facts["separable"]
    moons = {g: facts("moons_gaussian", gamma=g) for g in (1.0, 0.1, 0.03, 0.01)}
    assert [moons[g]["M_last"] for g in (1.0, 0.1, 0.01)] == [23, 6, 6]
    assert [moons[g]["support"] for g in (1.0, 0.1, 0.01)] == [8, 11, 49]
    assert [round(moons[g]["bound_last"]) for g in (1.0, 0.1)] == [58, 20]
    assert min(moons, key=lambda g: moons[g]["bound_last"]) == 0.03
    for name, n in itertools.product(SETS, (1, 2, 3, 4)):
        assert not facts(f"{name}_polynomial", degree=n, noise=0.1)["separable"]
    for name in SETS:
        assert facts(f"{name}_gaussian", gamma=0.01, noise=0.1)["separable"]
    assert any(facts("moons_gaussian", gamma=g, noise=0.1)["margin_upper"] < 1e-5 for g in (0.3, 1.0))


def test_kernels_on_mail():
    mail = streams.mail()
    words = (mail.X > 0).astype(float)
    words /= np.linalg.norm(words, axis=1)[:, None]
    linear = [play(learners.perceptron(), losses.hinge, X, mail.y).updates.sum() for X in (mail.X, words)]
    gauss = [kernels.perceptron(kernels.gaussian(g), X, mail.y).updates.sum()
             for g, X in ((0.001, mail.X), (0.1, words))]
    assert linear == [1638, 607] and gauss == [664, 500]
    assert [round(g**0.5, 2) for g in (0.001, 0.1)] == [0.03, 0.32]


def test_the_graphs():
    """Opt, sets tried, and where the least hinge loss leads: 751 sets for the cycle of 7, eight times the 91 of the
    cycle of 5."""
    graphs = {"star": (6, [(0, i) for i in range(1, 6)]), "path": (5, [(i, i + 1) for i in range(4)]),
              "cycle of 5": (5, [(i, (i + 1) % 5) for i in range(5)]),
              "cycle of 7": (7, [(i, (i + 1) % 7) for i in range(7)]),
              "complete": (4, list(itertools.combinations(range(4), 2))),
              "3 to 3": (6, list(itertools.product(range(3), range(3, 6))))}
    tried = {}
    for name, (d, edges) in graphs.items():
        X, y = disagreement.hitting_set(edges, d)
        found = disagreement.fewest(X, y)
        tried[name] = found.tried
        hinge = (y * (X @ hindsight.best(losses.hinge, X, y, 100.0).u) <= 1e-6).sum()
        assert (hinge == found.count) == (name in ("star", "path"))
        run = play(learners.perceptron(), losses.hinge, np.tile(X, (50, 1)), np.tile(y, 50))
        assert min((y * (X @ w) <= 1e-6).sum() for w in run.w[::len(y)]) >= found.count + 4
    assert tried["cycle of 5"] == 91 and tried["cycle of 7"] == 751 and 8 <= 751 / 91 < 8.5


def test_a_line_is_wrong_on_one_of_four_corners():
    corners = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]])
    X = np.c_[corners, np.ones(4)]
    found = disagreement.fewest(X, corners.prod(axis=1))
    assert found.count == 1


def test_odd_degrees_can_be_negative_and_then_the_printed_rule_may_say_plus_one():
    """The assumption K ≥ 0 of the proposition is needed."""
    assert kernels.polynomial(3)([[2.0]], [[-1.0]])[0, 0] == -1
    run = kernels.perceptron(kernels.polynomial(3), [[2.0], [-1.0]], [-1.0, 1.0], "printed")
    assert run.p[1] > 0


def test_the_least_norm_condition_is_also_sufficient():
    """T28, if: any feasible w' is at least as long as a w that passes the test. And E28: a wrong sign passes without
    being least."""
    rng = np.random.default_rng(0)
    data = streams.classification(30, 3, margin=0.2, seed=2)
    found = svm.hard_margin(data.X @ data.X.T, data.y)
    w = (found.alpha * data.y) @ data.X
    for _ in range(200):
        other = w + rng.standard_normal(3) * 10.0 ** rng.uniform(-3, 1)
        least = (data.y * (data.X @ other)).min()
        if least > 0:
            assert np.linalg.norm(other / least) >= np.linalg.norm(w) * (1 - 1e-7)


def test_wide_and_narrow():
    """The exercise: M = T and γ* = 1/√T in the narrow limit, where T10 is an equality; γ* → 0 in the wide one. Near the
    narrow limit the label of the nearest stored point decides, and rounding reaches the limit itself at γ = 1e-9."""
    data = streams.moons(100)
    run = kernels.perceptron(kernels.gaussian(1e-9), data.X, data.y)
    assert not kernels.gaussian(1e-9)(data.X, data.X)[~np.eye(100, dtype=bool)].any()
    assert run.updates.all() and bounds.kernel_perceptron.of(run, alpha=data.y) == pytest.approx(100, rel=1e-3)
    margins = [svm.hard_margin(kernels.gaussian(g)(data.X, data.X), data.y).upper for g in (1e-9, 1.0, 100.0, 1e4)]
    assert margins[0] == pytest.approx(0.1) and margins[1] > margins[2] > margins[3]
    near, stored = kernels.perceptron(kernels.gaussian(1e-3), data.X, data.y), []
    for t, x in enumerate(data.X):
        nearest = min(stored, key=lambda s, x=x: np.linalg.norm(data.X[s] - x)) if stored else None
        wrong = nearest is None or data.y[nearest] != data.y[t]
        assert wrong == near.updates[t]
        stored += [t] if wrong else []


@pytest.mark.parametrize("gamma", [1.0, 0.1, 0.03])
def test_leave_one_out(gamma):
    data = streams.moons(40, noise=0.1 if gamma < 0.1 else 0.0)
    K = kernels.gaussian(gamma)(data.X, data.X)
    all_of_them, wrong = svm.hard_margin(K, data.y), []
    for t in range(40):
        rest = np.delete(np.arange(40), t)
        found = svm.hard_margin(K[np.ix_(rest, rest)], data.y[rest])
        if data.y[t] * ((found.alpha * data.y[rest]) @ K[rest, t]) <= 0:
            wrong.append(t)
    assert set(wrong) <= set(all_of_them.support.tolist()) and len(all_of_them.support) < 40


def held_out(kernel, lam):
    """Errors on what was trained on and on fresh moons, a tenth of whose labels are flipped."""
    train, fresh = streams.moons(T=120, noise=0.1, seed=0), streams.moons(T=2000, noise=0.1, seed=1)
    found = svm.soft_margin(kernel(train.X, train.X), train.y, lam)
    return [(d.y * ((found.alpha * train.y) @ kernel(train.X, d.X)) <= 0).mean() for d in (train, fresh)]


def test_underfitting_and_overfitting():
    """From γ = 1 to γ = 0.001: fewer errors on the training set, and on fresh examples fewer, then more."""
    seen, new = zip(*(held_out(kernels.gaussian(gamma), 1e-3) for gamma in (1.0, 0.1, 0.01, 0.001)))
    assert list(seen) == sorted(seen, reverse=True) and seen[-1] < 0.01
    assert new[0] > new[1] < new[2] < new[3] < held_out(kernels.polynomial(1), 1e-3)[1]
    flipped = (streams.moons(T=2000, noise=0.1, seed=1).y != streams.moons(T=2000, seed=1).y).mean()
    assert flipped <= new[1] < flipped + 0.005  # nobody knows better than the flips
    rates = [held_out(kernels.gaussian(0.01), lam) for lam in (1e-2, 1e-3, 1e-4)]
    assert rates[0][0] > rates[1][0] > rates[2][0] and rates[0][1] < rates[1][1] < rates[2][1]


def test_the_online_soft_margin_stores_more():
    data, kernel = streams.moons(T=400, noise=0.1), kernels.gaussian(0.1)
    loss, X = losses.with_l2(losses.hinge, 0.1), kernels.factor(kernel(data.X, data.X))
    run = play(learners.sgd_rlm(0.1), loss, X, data.y)
    stored = (data.y * (run.w[:-1] * X).sum(axis=1) < 1).sum()
    assert stored > kernels.perceptron(kernel, data.X, data.y).updates.sum()
    assert bounds.sgd_rlm.holds_for(run) and bounds.sgd_rlm.of(run) <= bounds.sgd_rlm(400, 0.1, 1.0) * (1 + 1e-9)
