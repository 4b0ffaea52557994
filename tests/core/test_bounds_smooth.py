"""Gradient descent with step 1/L on a smooth convex f: L by hand, LD²/(2T) on 10⁴ problems, how tight, verdict."""

import numpy as np
import pytest

from oco_core import bounds, losses, tightest, training
from tests.core.holds import holds


def problem(rng):
    """A random training set with a smooth loss, a start, and a ball or none."""
    m, d = int(rng.integers(1, 6)), int(rng.integers(1, 4))
    loss = (losses.square, losses.logistic)[rng.integers(2)]
    X = rng.standard_normal((m, d)) * 10.0 ** rng.uniform(-1, 1)
    y = np.where(rng.random(m) < 0.5, -1.0, 1.0) if loss is losses.logistic else rng.standard_normal(m)
    if rng.random() < 0.3:
        loss = losses.with_l2(loss, 10.0 ** rng.uniform(-2, 1))
    U = None if rng.random() < 0.5 else 10.0 ** rng.uniform(-1, 1)
    return loss, X, y, U, in_ball(rng, d, U)


def in_ball(rng, d, U):
    w = rng.standard_normal(d)
    return w if U is None else w * U * rng.random() / np.linalg.norm(w)


def test_by_hand():
    assert bounds.smooth(T=10, L=2.0, D=3.0) == pytest.approx(0.9)
    X = [[1.0, 0.0], [0.0, 2.0]]
    assert training.smoothness(losses.square, X, [0.0, 0.0]) == pytest.approx(4)
    assert training.smoothness(losses.with_l2(losses.logistic, 0.1), X, [1.0, -1.0]) == pytest.approx(0.6)
    assert training.smoothness(losses.linear, X, [1.0, 1.0]) == 0
    assert training.smoothness(losses.hinge, X, [1.0, 1.0]) == np.inf


@holds(bounds.smooth)
def test_no_violation_in_ten_thousand():
    """f(w_{T+1}) − f(u) ≤ L‖w_1 − u‖²/(2T) for random u of K and for the least f found; f falls in every step."""
    rng, largest = np.random.default_rng(0), 0.0
    for _ in range(10_000):
        loss, X, y, U, start = problem(rng)
        L, T = training.smoothness(loss, X, y), int(rng.integers(1, 9))
        run = training.gd(loss, X, y, training.steps(T, 1 / L, "constant"), U, start)
        f = training.risk(loss, X, y, run.w)
        size = 1e-12 * (1 + abs(f[0]))
        assert (np.diff(f) <= size).all()
        u = in_ball(rng, X.shape[1], U) if rng.random() < 0.5 else training.gd(
            loss, X, y, training.steps(30, 1 / L, "constant"), U, start).last
        bound = bounds.smooth.of(run, u=u)
        excess = f[-1] - training.risk(loss, X, y, u)
        assert excess <= bound + size
        largest = max(largest, excess / (bound + 1e-300))
    assert 0.2 < largest <= 0.5 + 1e-9  # half of it is all that is known to be possible


@pytest.mark.parametrize("T", [1, 2, 10, 300])
def test_how_tight(T):
    """½ with a projection, by a linear f; T/(2T + 1) without, by a parabola that goes on as a line."""
    run = training.gd(losses.linear, [[1.0]], [1 / T], training.steps(T, 1.0, "constant"), 1.0, [1.0])
    assert run.last[0] - -1 * 1.0 == pytest.approx(1) and bounds.smooth.of(run, u=[-1.0], L=1.0) == pytest.approx(2 / T)
    assert tightest.INSTANCES["smooth"]().ratio == pytest.approx(0.5)
    k = 1 / (2 * T + 1)
    line = training.descend(lambda t, w: np.clip(w, -k, k), training.steps(T, 1.0, "constant"), [1.0])
    assert k * line.last[0] - k * k / 2 == pytest.approx(1 / (4 * T + 2))  # f(w_{T+1}) with L = D = 1 and f(0) = 0


def test_the_verdict():
    rng = np.random.default_rng(1)
    X, y = rng.standard_normal((5, 2)), rng.standard_normal(5)
    L, u = training.smoothness(losses.square, X, y), np.zeros(2)
    good = training.gd(losses.square, X, y, training.steps(5, 1 / L, "constant"), U=1.0, start=[0.5, 0.5])
    assert bounds.smooth.holds_for(good, u=u) and not bounds.smooth.holds_for(good, u=u).unchecked
    assert bounds.smooth.holds_for(good, u=u, L=0.9 * L).failed == (
        "the gradient of f is L-Lipschitz", "each step is 1/L, against the exact gradient")
    assert "u lies in K" in bounds.smooth.holds_for(good, u=[1.0, 1.0]).failed[0]
    long = training.gd(losses.square, X, y, training.steps(5, 1.5 / L, "constant"))
    assert bounds.smooth.holds_for(long, u=u).failed == ("each step is 1/L, against the exact gradient",)
    kink = training.gd(losses.absolute, X, y, training.steps(5, 0.1, "constant"))
    drawn = training.sgd(losses.square, X, y, training.draws(5, 1, 5), training.steps(5, 0.1))
    none = training.gd(losses.square, X, y, training.steps(0, 0.1))
    for run, name in ((kink, "run"), (drawn, "run"), (none, "run")):
        with pytest.raises(ValueError, match=f"^{name} "):
            bounds.smooth.of(run, u=u)
    with pytest.raises(ValueError, match="^u.shape "):
        bounds.smooth.of(good, u=[0.0])
