"""Laws: their moments and risks against samples and enumerations, u* against the certified solver."""

import math

import numpy as np
import pytest

from oco_core import bounds, hindsight, laws, learners, losses, play, streams

LAWS = {"regression": laws.regression(0.3), "wide": laws.regression(0.0, d=5), "coin": laws.coin(0.4),
        "halfspace": laws.halfspace(0.2), "space": laws.halfspace(0.5, d=4), "mail": laws.mail(),
        "mail, principal": laws.mail("principal")}


@pytest.mark.parametrize("name", LAWS)
def test_the_moments_are_those_of_a_large_sample(name):
    law = LAWS[name]
    X, y = (a.reshape(-1, *a.shape[2:]) for a in law.draw(20, 5000, seed=1))
    assert len(y) == 100_000
    n, signed = len(y), y[:, None] * X
    moments = (X.T @ X / n, (X**2).T @ X**2 / n, law.A), ((y**2).mean(), (y**4).mean(), law.c), (
        signed.mean(axis=0), (signed**2).mean(axis=0), law.b)
    for mean, squares, exact in moments:
        assert np.all(abs(mean - exact) <= 6 * np.sqrt(np.maximum(squares - mean**2, 0) / n) + 1e-12)
    assert np.linalg.norm(X, axis=1).max() <= law.X * (1 + 1e-12) and abs(y).max() <= law.Y * (1 + 1e-12)
    assert np.linalg.norm(X, axis=1).max() >= 0.95 * law.X and abs(y).max() >= 0.9 * law.Y  # the least such numbers
    w = np.random.default_rng(0).standard_normal((3, X.shape[1]))
    values = (X @ w.T - y[:, None]) ** 2
    assert np.all(abs(values.mean(axis=0) - law.risk(w)) <= 6 * values.std(axis=0) / np.sqrt(len(y)))
    if law.errors is not None:
        wrong = y[:, None] * (X @ w.T) <= 0
        assert np.all(abs(wrong.mean(axis=0) - law.errors(w)) <= 6 * wrong.std(axis=0) / np.sqrt(len(y)) + 1e-12)
        assert law.errors(np.zeros_like(w)) == pytest.approx(1.0)


def test_finite_laws_are_means_over_all_their_examples():
    everything = streams.mail(order="file")
    w = np.random.default_rng(2).standard_normal((2, 3, 49))
    expected = ((w @ everything.X.T - everything.y) ** 2).mean(axis=-1)
    assert laws.mail().risk(w) == pytest.approx(expected, rel=1e-12)
    assert laws.mail().errors(w) == pytest.approx((everything.y * (w @ everything.X.T) <= 0).mean(axis=-1), abs=0)
    for noise in (0.0, 0.3, 1.0):
        law, w = laws.coin(noise), np.array([[-0.7], [0.2]])
        exact = (1 - noise / 2) * (w[:, 0] - 1) ** 2 + noise / 2 * (w[:, 0] + 1) ** 2
        assert law.risk(w) == pytest.approx(exact, rel=1e-12)
        assert law.errors(w) == pytest.approx([1 - noise / 2, noise / 2])


def test_risks_are_those_that_T12_measures():
    run = play(learners.ogd(0.3, 1.0), losses.square, streams.mail(50))
    everything = streams.mail(order="file")
    facts = bounds.average_iterate.facts(run, everything.X, everything.y)
    law = laws.mail()
    assert law.risk(run.w[:-1].mean(axis=0)) == pytest.approx(facts["risk"], rel=1e-12)
    assert law.risk(run.w[:-1]).mean() == pytest.approx(facts["mean_risk"], rel=1e-12)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("U", [0.25, 1.0, 4.0])
def test_the_best_u_of_the_ball_is_certified(name, U):
    law = LAWS[name]
    best = law.best(U)
    assert np.linalg.norm(best.u) <= U * (1 + 1e-12) and 0 <= best.value - best.lower <= 1e-8
    assert law.risk(best.u) == pytest.approx(best.value, abs=1e-11)
    if name.startswith("mail"):
        everything = streams.mail(order="file")
        exact = hindsight.best(losses.square, everything.X, everything.y, U)
        assert best.value == pytest.approx(exact.value / len(everything.y), abs=1e-10)
    else:  # A is a multiple of I
        u = law.b / law.A[0, 0]
        assert best.u == pytest.approx(u * min(1, U / max(np.linalg.norm(u), 1e-300)), abs=1e-9)
    w = np.random.default_rng(3).standard_normal((200, len(law.b)))
    w *= U / np.maximum(np.linalg.norm(w, axis=1, keepdims=True), U)
    excess = law.excess(w, best.u)
    assert excess == pytest.approx(law.risk(w) - best.value, abs=1e-11) and excess.min() >= -1e-9


def test_principal_axes_change_the_coordinates_alone():
    """A is diagonal; the same seed draws the same messages; descent makes the same losses and the same excess risks."""
    words, turned = laws.mail(), laws.mail("principal")
    assert np.count_nonzero(turned.A) == 49 and np.trace(turned.A) == pytest.approx(np.trace(words.A), rel=1e-12)
    (X, y), (Z, labels) = (law.draw(2, 300, seed=4) for law in (words, turned))
    assert np.array_equal(y, labels) and abs(Z @ np.swapaxes(Z, 1, 2) - X @ np.swapaxes(X, 1, 2)).max() < 1e-13
    run, other = (play(learners.ogd(0.5, 1.0), losses.square, *sample) for sample in ((X, y), (Z, labels)))
    assert abs(run.losses - other.losses).max() < 1e-12
    excess, same = (law.excess(r.w, law.best(1.0).u) for law, r in ((words, run), (turned, other)))
    assert abs(excess - same).max() < 1e-12 and excess.shape == (2, 301)
    assert turned.excess(other.w[0, -1], other.w[1, -1]) == pytest.approx(
        words.risk(run.w[0, -1]) - words.risk(run.w[1, -1]), abs=1e-12)


def test_the_errors_of_halfspaces():
    law = laws.halfspace(0.2, d=3)
    w = np.array([[2.0, 0, 0], [0, 1, 0], [-1, 0, 0], [1, 0, 1]])
    assert law.errors(w) == pytest.approx([0.1, 0.5, 0.9, 0.1 + 0.8 / 4])


def test_halfspaces_in_many_dimensions():
    """E |u·x| by hand, and in the limit √(2/πd), where Γ(d/2) itself is no float."""
    for d, mean in ((2, 2 / math.pi), (3, 1 / 2), (4, 4 / (3 * math.pi)), (5, 3 / 8)):
        assert laws.halfspace(d=d).b[0] == pytest.approx(mean, rel=1e-15)
    for d in (1000, 1001):
        assert laws.halfspace(d=d).b[0] == pytest.approx((2 / (math.pi * d)) ** 0.5 * (1 + 1 / (4 * d)), rel=1e-6)


def test_samples_differ_by_run_and_seed_and_come_again():
    for law in LAWS.values():
        X, y = law.draw(3, 40, seed=5)
        assert X.shape == (3, 40, len(law.b)) and y.shape == (3, 40)
        again, other = law.draw(3, 40, seed=5), law.draw(3, 40, seed=6)
        assert np.array_equal(X, again[0]) and np.array_equal(y, again[1])
        if law.name != "coin":
            assert not np.array_equal(X, other[0]) and not np.array_equal(X[0], X[1])
        else:
            assert not np.array_equal(y, other[1]) and not np.array_equal(y[0], y[1])


@pytest.mark.parametrize("act, message", [
    (lambda: laws.regression(1.5), "noise = 1.5"), (lambda: laws.regression(d=0), "d = 0"),
    (lambda: laws.coin(-1), "noise = -1"), (lambda: laws.halfspace(d=1), "d = 1"),
    (lambda: laws.mail().draw(0, 5), "n_runs = 0"), (lambda: laws.coin().draw(2, -1), "m = -1"),
    (lambda: laws.coin().draw(2, 5, seed=-1), "seed = -1"), (lambda: laws.mail().risk([1.0, 2.0]), "w.shape = (2,)"),
    (lambda: laws.coin().risk(1.0), "w.shape = ()"), (lambda: laws.coin().risk([np.nan]), "not finite"),
    (lambda: laws.coin().best(0), "U = 0"), (lambda: laws.coin().excess([1.0], [1.0, 2.0]), "u.shape = (2,)"),
    (lambda: laws.mail("letters"), "axes = 'letters': expected 'words' or 'principal'"),
])
def test_bad_input_is_named(act, message):
    with pytest.raises(ValueError) as error:
        act()
    assert message in str(error.value)
