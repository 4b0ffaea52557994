"""A training set, points and messages that the reader writes, and the coins' labels, against plain loops."""

import math

import numpy as np
import pytest

from oco_core import hindsight, losses, training
from oco_live.explorer import NAMES, get
from oco_live.explorers.sgd.measure import LEVELS

close = lambda a: pytest.approx(a, rel=1e-7, abs=1e-7)


# ---------------------------------------------------------------- a training set

def risk(X, y, w):
    return float(((X @ w - y) ** 2).mean())


@pytest.mark.parametrize("b", [1, 2, 20])
@pytest.mark.parametrize("projection", ["none", "ball"])
def test_descents_on_the_reader_s_training_set(b, projection):
    X, y, start = np.array([[1.0, 0], [0, 2], [0.5, 0.5]]), np.array([0.5, -0.2, 0.3]), np.array([0.6, 0.7])
    frame = get("sgd").frame(stream="own", rounds="1,0:0.5;0,2:-0.2;0.5,0.5:0.3", start="0.6,0.7", b=b, T=25, seed=4,
                             eta=0.5, projection=projection)
    f, s = frame.facts, frame.series
    u = np.linalg.lstsq(X, y, rcond=None)[0]
    assert np.linalg.norm(u) < 1 and (f["m"], f["b"]) == (3, min(b, 3))
    longest = [2 * (np.linalg.norm(x) + abs(label)) * np.linalg.norm(x) for x, label in zip(X, y)]
    G = math.sqrt(np.mean(np.square(longest)))
    assert f["G"] == close(G) and f["start"] == close(risk(X, y, start) - risk(X, y, u))
    order = training.draws(3, 3, 25, 50, 4)[0]
    for name, size in (("mini", min(b, 3)), ("sgd", 1), ("gd", 3)):
        w, path = start, [start]
        for t in range(25):
            rows = order[t, :size]
            w = w - 0.5 * 2 / G / math.sqrt(t + 1) * 2 * (X[rows] @ w - y[rows]) @ X[rows] / size
            w = w / max(1.0, np.linalg.norm(w)) if projection == "ball" else w
            path.append(w)
        assert np.column_stack([s[f"path_{name}"]["x"], s[f"path_{name}"]["y"]]) == close(np.array(path))
    assert f["average"] == close(risk(X, y, np.mean([*zip(s["path_mini"]["x"], s["path_mini"]["y"])][:-1], axis=0))
                                 - risk(X, y, u))
    rows = order[0, :min(b, 3)]
    assert [f["v1"], f["v2"]] == close(2 * (X[rows] @ start - y[rows]) @ X[rows] / len(rows))
    step, way = -2 * (X @ start - y) @ X / 3, u - start
    assert f["aim"] == close(math.degrees(math.acos(step @ way / np.linalg.norm(step) / np.linalg.norm(way))))
    assert "v₁ = (" in frame.texts["plane.note"] and "At w₁ the first batch has the gradient v₁ = (" in frame.sentence


@pytest.mark.parametrize("rounds", ["1,0:0.5;0,2:-0.2", "1,0:5;0,2:-3", "3:1"])
def test_level_sets_of_the_reader_s_training_set(rounds):
    """Also where the least f of the ball lies at its edge, or on a line."""
    X, y = (np.array(part) for part in {"1,0:0.5;0,2:-0.2": ([[1.0, 0], [0, 2]], [0.5, -0.2]),
                                        "1,0:5;0,2:-3": ([[1.0, 0], [0, 2]], [5.0, -3]),
                                        "3:1": ([[3.0, 0]], [1.0])}[rounds])
    frame = get("sgd").frame(stream="own", rounds=rounds, T=25)
    s, top = frame.series, frame.facts["start"]
    least = risk(X, y, np.array([-0.75, 0.6])) - top
    assert np.hypot(s["least"]["x"][0], s["least"]["y"][0]) <= 1 + 1e-9
    assert sum(len(s[f"contour_{k}"]["x"]) for k in range(len(LEVELS))) > 100
    for k, share in enumerate(LEVELS):
        for x, z in [*zip(s[f"contour_{k}"]["x"], s[f"contour_{k}"]["y"])][::7]:
            assert risk(X, y, np.array([x, z])) - least == pytest.approx(share * top, rel=2e-2, abs=2e-3 * top)


def test_a_start_that_is_no_point_of_the_ball_is_named():
    for start in ("1", "1,1", "a,0", "0,0,0", "nan,0"):
        with pytest.raises(ValueError, match="start = .*expected two numbers"):
            get("sgd").frame(stream="own", start=start)
    least = get("sgd").frame(stream="own", rounds="1,0:0.5;0,1:-0.25", start="0.5,-0.25", T=25)
    assert least.facts["start"] == pytest.approx(0, abs=1e-9) and least.whole


# ---------------------------------------------------------------- points

def test_the_kernel_perceptron_plays_the_reader_s_points():
    X, y, gamma = np.array([[0, 0], [1, 0.5], [0.3, 0.9], [0.1, -0.3]]), np.array([1.0, -1, -1, 1]), 0.4
    K = lambda x, z: math.exp(-((x - z) @ (x - z)) / (2 * gamma))
    stored, made = [], []
    for x, label in zip(X, y):
        made.append(sum(y[i] * K(X[i], x) for i in stored))
        stored += [len(made) - 1] if label * made[-1] <= 0 else []
    for t in (1, 2, 3, 4, 120):
        frame = get("kernels").frame(stream="own", rounds="0,0;1,0.5:-1;0.3,0.9:-1;0.1,-0.3", gamma=gamma, t=t)
        f, k = frame.facts, min(t, 4)
        assert (f["T"], f["t"], f["label"]) == (4, k, y[k - 1]) and f["score"] == close(made[k - 1])
        assert f["M"] == sum(i < k for i in stored) and f["M_last"] == len(stored)
        assert f"for label {'+' if y[k - 1] > 0 else '−'}1; K = " in frame.texts["plane.note"]
    assert get("kernels").frame(stream="own", rounds="1", t=1).facts["M"] == 1


# ---------------------------------------------------------------- messages

def test_the_filter_reads_the_reader_s_messages():
    X, y = np.array([[100.0, 0], [50, 50], [0, 100], [30, 70]]), np.array([1.0, 0, 0, 1])
    for t in (1, 3, 4, 200):
        frame = get("spam").frame(stream="own", rounds="100,0;50,50:0;0,100:0;30,70", t=t, c=2.0, U=2.0)
        f, k, M, regret = frame.facts, min(t, 4), 200.0, {}
        for name, heard in (("regret", True), ("regret_blind", False)):
            w, paid = np.zeros(2), 0.0
            for s in range(k):
                a = (w @ X[s] + M) / (2 * M)
                paid += (y[s] - a) ** 2
                w = w - 2 * 4 / math.sqrt(s + 1) * (a - y[s] * heard) / M * X[s]
                w = w / max(1.0, np.linalg.norm(w) / 2)
            regret[name] = paid
        turn = np.linspace(0, 2 * np.pi, 20001)
        ring = 2 * np.stack([np.cos(turn), np.sin(turn)])  # the best filter is long: nobody gains by doubt
        inner = np.linalg.lstsq(X[:k] / M, 2 * y[:k] - 1, rcond=None)[0]
        filters = np.column_stack([ring, inner]) if np.linalg.norm(inner) <= 2 else ring
        best = (((X[:k] @ filters + M) / (2 * M) - y[:k, None]) ** 2).sum(axis=0).min()
        assert (f["T"], f["t"], f["d"]) == (4, k, 2)
        assert {name: f[name] for name in regret} == pytest.approx(
            {name: paid - best for name, paid in regret.items()}, abs=1e-6)
        assert frame.series["regret"]["x"][-1] == frame.series["errors"]["x"][-1] == 4
        assert "your own messages" in frame.sentence and frame.texts["words.y.9"].startswith("word ")


# ---------------------------------------------------------------- labels ±B

@pytest.mark.parametrize("coins", ["absolute", "ridge"])
@pytest.mark.parametrize("B", [0.5, 1.7])
def test_coins_with_longer_labels(coins, B):
    m, p, lam = 8, 0.7, 0.9
    f = get("regularisation").frame(m=m, p=p, lam=lam, B=B, coins=coins, T=100, stream="alternating").facts
    loss = (lambda r: r * r) if coins == "ridge" else abs
    grid = np.linspace(-B, B, 40001)
    risk = p * loss(grid - B) + (1 - p) * loss(grid + B)
    mean, w = 0.0, []
    for k in range(m + 1):
        w.append(grid[np.argmin((k * loss(grid - B) + (m - k) * loss(grid + B)) / m + lam / 2 * grid**2)])
        excess = p * loss(w[-1] - B) + (1 - p) * loss(w[-1] + B) - risk.min()
        mean += math.comb(m, k) * p**k * (1 - p) ** (m - k) * excess
    rho = 4 * B if coins == "ridge" else 1.0
    near = lambda a: pytest.approx(a, abs=2e-3 * B * B)
    assert f["mean"] == near(mean) and f["movement"] == near(np.diff(w).max())
    assert f["excess_largest"] == near(risk.max() - risk.min()) and f["B"] == B
    assert f["bound_here"] == close(lam * B * B / 2 + 2 * rho**2 / (lam * m)) and f["mean"] <= f["bound_here"]
    assert (f["lam_sharp"], f["bound_sharp"]) == close((2 * rho / (B * m**0.5), 2 * rho * B / m**0.5))
    assert f["bound_T18"] == close(rho * B * math.sqrt(8 / m)) and f["movement"] <= f["stability"] * (1 + 1e-9)
    assert f["fitting"] + f["new"] == close(f["mean"])


@pytest.mark.parametrize("name", NAMES)
def test_who_leaves_a_stream_stands_where_the_next_one_is_computed_in_advance(name):
    """From each stream as it opens to each other one: no Python is needed for that."""
    explorer = get(name)
    for stream in explorer.control("stream").values:
        for other in explorer.control("stream").values:
            params = explorer.with_stream(explorer.defaults(stream), other)
            for control in (c for c in explorer.controls if c.baked and c.values_for(other)):
                value = params[control.name]
                assert value in control.values_for(other) or value == explorer.defaults(other)[control.name], (
                    stream, other, control.name, value)


def test_a_message_that_the_best_filter_cannot_tell_is_an_error():
    """Half and half, once spam and once not: its confidence is ½ up to rounding, and the count the same everywhere."""
    frame = get("spam").frame(stream="own")
    u = hindsight.best(losses.spam(1.0), [[100, 0], [50, 50], [0, 100]] * 2, [1, 0, 0, 1, 1, 0], U=1.0).u
    assert abs(np.dot([50, 50], u)) < 1e-12
    assert frame.facts["errors_best"] == pytest.approx(2 / 6)


@pytest.mark.parametrize("name, T", [("spam", 6), ("perceptron", 8), ("kernels", 6)])
def test_a_slider_names_no_round_after_the_reader_s_last(name, T):
    from oco_live.hosts.wording import spoken, value_text

    explorer = get(name)
    frame, control = explorer.frame(stream="own"), explorer.control("t")
    assert frame.facts["T"] == T < frame.params["t"]
    assert value_text(control, frame.params["t"], frame.facts) == str(T)
    assert spoken(control, 2, frame.facts) == "t = 2" and spoken(control, 99, frame.facts) == f"t = {T}"
