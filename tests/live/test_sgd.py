"""The SGD explorer: its descents by plain loops, min f on a grid, T22 only where it holds, and a sentence that is
true."""

import itertools
import re
from importlib import import_module

import numpy as np
import pytest

from oco_core import bounds, training
from oco_live.explorer import get, text_of
from oco_live.explorers.sgd.curves import HIGHEST, LOWEST

E = get("sgd")
module = import_module("oco_live.explorers.sgd.measure")  # its function has the same name
STREAMS = E.control("stream").values[:-1]  # of the last, "own", tells test_own_examples.py
BAKED = [c for c in E.controls if c.baked]
close = lambda value: pytest.approx(value, rel=1e-8, abs=1e-11)


def corners():
    for values in itertools.product(*((c.values[0], c.values[-1]) if c.kind == "slider" else c.values for c in BAKED)):
        yield dict(zip((c.name for c in BAKED), values))


def value_and_slope(stream, p, y):
    if stream == "valley":
        return (p - y) ** 2, 2 * (p - y)
    if stream == "absolute":
        return abs(p - y), float(np.sign(p - y))
    return max(0.0, 1 - y * p), -y if y * p < 1 else 0.0


def f(stream, w):
    _, X, y = module.training_set(stream)
    return sum(value_and_slope(stream, x @ w, label)[0] for x, label in zip(X, y)) / 20


def descent(stream, batches, steps, projected=True):
    _, X, y = module.training_set(stream)
    w = np.array([-0.75, 0.6])
    path = [w]
    for batch, eta in zip(batches, steps):
        w = w - eta * sum(value_and_slope(stream, X[i] @ w, y[i])[1] * X[i] for i in batch) / len(batch)
        if projected:
            w = w / max(1.0, np.linalg.norm(w))
        path.append(w)
    return np.array(path)


def steps_by_hand(schedule, eta, G, T):
    first = eta * 2 / G
    t = np.arange(1, T + 1)
    return {"sqrt": first / np.sqrt(t), "constant": np.full(T, first / np.sqrt(T)), "inverse": first / t,
            "halving": first / np.sqrt(T) / 2.0 ** ((t - 1) // -(-T // 9))}[schedule]


@pytest.mark.parametrize("stream", STREAMS)
def test_the_least_f_is_inside_and_least(stream):
    """f rises from u* along every ray, so its minimum is that over R^2; and no point of a grid is lower."""
    u, least, G, top, _ = module.known(stream)
    loss, X, y = module.training_set(stream)
    assert len(y) == 20 and np.linalg.norm(u) < 0.9 and f(stream, u) == pytest.approx(least, abs=1e-8)
    grid = np.stack(np.meshgrid(*[np.linspace(-1.5, 1.5, 121)] * 2), axis=-1)
    assert training.risk(loss, X, y, grid).min() >= least
    assert top == close(f(stream, np.array([-0.75, 0.6])) - least)
    # G: the root mean square of the steepest slopes on the ball, at w = ±x/‖x‖
    sup = [max(abs(value_and_slope(stream, s * np.linalg.norm(x), label)[1]) for s in (-1, 1)) * np.linalg.norm(x)
           for x, label in zip(X, y)]
    assert G == close(np.sqrt(np.mean(np.square(sup))))


@pytest.mark.parametrize("stream", STREAMS)
def test_contours_are_level_sets(stream):
    u, least, _, top, contours = module.known(stream)
    for share, contour in zip(module.LEVELS, contours):
        assert 0 < len(contour) <= 120 and len(contour) % 2 == 0
        for point in contour[::7]:
            assert f(stream, point) - least == pytest.approx(share * top, rel=1e-6)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("schedule, eta, b, projection", [
    ("sqrt", 1.0, 5, "ball"), ("constant", 5.0, 2, "ball"), ("inverse", 2.0, 1, "ball"), ("halving", 10.0, 10, "ball"),
    ("sqrt", 0.2, 20, "ball"), ("constant", 0.5, 5, "none"),
])
def test_facts_and_series_are_those_of_plain_loops(stream, schedule, eta, b, projection):
    T, inside = 50, projection == "ball"
    frame = E.frame(stream=stream, schedule=schedule, eta=eta, b=b, projection=projection, T=T, seed=3)
    found, s = frame.facts, frame.series
    u, least, G, top, _ = module.known(stream)
    steps = steps_by_hand(schedule, eta, G, T)
    orders = training.draws(20, 20, T, 50, 3)
    excess = lambda w: f(stream, w) - least
    ours = [descent(stream, orders[k, :, :b], steps, inside) for k in range(50 if b < 20 else 1)]
    alone = [descent(stream, orders[k, :, :1], steps, inside) for k in range(50)]
    whole = descent(stream, [range(20)] * T, steps, inside)
    ends = [excess(w[:-1].mean(axis=0)) for w in ours]
    assert found["average"] == close(ends[0]) and found["last"] == close(excess(ours[0][-1]))
    assert found["mean"] == close(np.mean(ends)) and found["mean_last"] == close(np.mean([excess(w[-1]) for w in ours]))
    assert found["error"] == close(np.std(ends, ddof=1) / np.sqrt(50) if b < 20 else 0.0)
    assert found["mean_sgd"] == close(np.mean([excess(w[:-1].mean(axis=0)) for w in alone]))
    assert found["mean_gd"] == close(excess(whole[:-1].mean(axis=0))) and found["last_gd"] == close(excess(whole[-1]))
    assert found["start"] == close(top) and found["step"] == close(steps[0])
    for name, path in (("mini", ours[0]), ("sgd", alone[0]), ("gd", whole)):
        drawn = np.column_stack([s[f"path_{name}"]["x"], s[f"path_{name}"]["y"]])
        at = [*range(17), -1]  # the first 16 steps one by one, and the end
        assert drawn[at] == close(np.clip(path[at], -1.2, 1.2)) and len(drawn) <= 36
        assert [s[f"average_{name}"]["x"][0], s[f"average_{name}"]["y"][0]] == close(
            np.clip(path[:-1].mean(axis=0), -1.2, 1.2))
    # the curves at three of their rounds
    for k in (0, 10, -1):
        t = round(s["excess_mean"]["x"][k])
        low = lambda value: close(np.clip(value, LOWEST, HIGHEST))
        assert s["excess_average"]["y"][k] == low(excess(ours[0][:t].mean(axis=0)))
        assert s["excess_run"]["y"][k] == low(excess(ours[0][t]))
        assert s["excess_last"]["y"][k] == low(np.mean([excess(w[t]) for w in ours]))
        assert s["excess_mean"]["y"][k] == low(np.mean([excess(w[:t].mean(axis=0)) for w in ours]))
        assert s["work_mini"]["x"][k] == t * b and s["work_mini"]["y"][k] == s["excess_mean"]["y"][k]
        assert s["bound_T22"]["y"][k] == low(3 * G / np.sqrt(t))
        assert s["bound_general"]["y"][k] == low((4 / steps[t - 1] + G**2 * steps[:t].sum()) / (2 * t))
    assert s["work_gd"]["x"][-1] == 20 * T and s["work_sgd"]["x"][-1] == T
    assert found["bound"] == close(3 * G / np.sqrt(T)) and found["bound_any"] == close(
        (4 / steps[-1] + G**2 * steps.sum()) / (2 * T))


@pytest.mark.parametrize("stream", STREAMS)
def test_a_bound_is_drawn_as_one_only_where_it_holds(stream):
    loss, X, y = module.training_set(stream)
    for schedule, eta, projection in itertools.product(module.SCHEDULES, module.FACTORS, ("ball", "none")):
        frame = E.frame(stream=stream, schedule=schedule, eta=eta, projection=projection, b=1, T=50)
        tuned = (schedule, eta, projection) == ("sqrt", 1.0, "ball")
        assert frame.facts["T22_holds"] == tuned and frame.facts["any_holds"] == (projection == "ball")
        here = "holds" if projection == "ball" else "fails"
        assert frame.status == {"bound_T22": here if tuned or projection == "none" else "reference",
                                "bound_general": here, "bound_here": here}
        # the bound that is drawn first is T22 for its step, else what its proof gives
        which = "bound_T22" if tuned else "bound_general"
        assert frame.series["bound_here"]["y"] == close(frame.series[which]["y"])
        assert ("no bound applies" in frame.headline) == (projection == "none")
        assert ("the promise is" in frame.headline) <= tuned
        assert ("This is T22’s step" in frame.sentence) == tuned and ("neither bound applies" in frame.sentence) == (
            projection == "none")
        if projection == "ball":  # a mean of 50 runs is no expectation: four standard errors of room
            assert frame.facts["mean"] - 4 * frame.facts["error"] <= frame.facts["bound_any"]
            steps = module.steps_of(eta, schedule, 50, frame.facts["G"])
            run = training.sgd(loss, X, y, training.draws(20, 1, 50), steps, 1.0, module.START)
            assert bounds.stochastic_steps.holds_for(run) and bool(bounds.stochastic.holds_for(run)) == tuned
            assert bounds.stochastic_steps.of(run) == close(frame.facts["bound_any"])


def test_what_rounding_leaves_of_a_difference_is_no_excess():
    """Gradient descent with ten times the step ends at the minimum itself: one bit more, 1.4e-17, is said of no f."""
    frame = get("sgd").frame(eta=10.0)
    assert frame.facts["last_gd"] == 0 < frame.facts["mean_gd"] and frame.sentence.count("0 up to rounding") == 1
    assert "e−17" not in frame.sentence


@pytest.mark.parametrize("stream", STREAMS)
def test_frames_stay_in_the_picture_and_the_sentence_is_true(stream):
    for params in [
        *corners(), {"projection": "none", "eta": 10.0}, {"projection": "none", "schedule": "constant"},
        {"seed": 19, "T": 400}]:
        frame = E.frame(stream=stream, **({"T": 25} | params))
        frame.as_dict()
        facts, b = frame.facts, frame.params["b"]
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            for axis in "xy":
                low, high = getattr(panel, axis).limits
                assert np.all((np.asarray(curve[axis]) >= low) & (np.asarray(curve[axis]) <= high)), series.name
        for name in ("average", "last"):
            assert (text_of(facts[name]) if facts[name] else "0 up to rounding") in frame.sentence
        assert ("is on average" in frame.headline or "On average" in frame.headline) == (
            b < 20 and not facts["ran_away"])
        vacuous = facts["any_holds"] and facts["bound_here"] >= facts["start"]
        assert frame.headline.endswith("says nothing.") == vacuous
        assert ("standard error" in frame.sentence) == (b < 20) == (facts["n_runs"] == 50)
        assert ("nothing is left to chance" in frame.sentence) == (b == 20) == (facts["error"] == 0)
        assert bool(re.search("There (it is|they are) held", frame.sentence)) == (facts["reach"] >= 1e6)
        assert facts["reach"] <= 1 + 1e-12 or frame.params["projection"] == "none"
        assert facts["mean"] >= 0 and facts["last"] >= 0 and facts["sd_least"] >= 0


@pytest.mark.parametrize("b, seed", [(1, 1), (1, 4), (2, 0), (4, 2), (20, 0)])
def test_a_run_that_is_held_is_counted_whichever_it_is(b, seed):
    """The artificial ball is left by rounding at neither side of its radius, and the first run is only one of fifty."""
    frame = E.frame(stream="valley", eta=5.0, T=25, projection="none", b=b, seed=seed)
    loss, X, y = module.training_set("valley")
    steps, orders = module.steps_of(5.0, "sqrt", 25, frame.facts["G"]), training.draws(20, 20, 25, 50, seed)
    held = {}
    for name, size in (("gd", 20), ("sgd", 1), ("mini", b)):
        run = training.sgd(loss, X, y, orders[:1 if size == 20 else 50, :, :size], steps, 1e6, module.START)
        held[name] = int((np.linalg.norm(run.w, axis=2).max(axis=1) > 0.999e6).sum())
        assert frame.facts[f"away_{name}"] == held[name]
    assert frame.facts["ran_away"] == any(held.values())
    runs = held["gd"] + held["sgd"] + (held["mini"] if 1 < b < 20 else 0)
    assert (
        f"got to a distance of 10⁶ from the origin. There {'it is' if runs == 1 else 'they are'} held."
        in frame.sentence)
    assert held["sgd"] and f"{held['sgd']} of the 50 runs of SGD" in frame.sentence and frame.facts["reach"] == 1e6


def test_some_run_is_held_though_the_first_is_not():
    facts = E.frame(stream="valley", eta=5.0, T=25, projection="none", b=1, seed=6).facts
    loss, X, y = module.training_set("valley")
    steps, rows = module.steps_of(5.0, "sqrt", 25, facts["G"]), training.draws(20, 20, 25, 50, 6)[0, :, :1]
    assert np.linalg.norm(training.sgd(loss, X, y, rows, steps, 1e6, module.START).w, axis=1).max() < 1000
    assert facts["away_mini"] > 0 and facts["ran_away"]


@pytest.mark.parametrize("T", [25, 35, 36, 100])
def test_it_is_said_how_paths_are_drawn(T):
    frame = E.frame(T=T)
    assert ("Every step of a path is drawn" in frame.sentence) == (
        len(frame.series["path_mini"]["x"]) == T + 1)


@pytest.mark.parametrize("T", [25, 28, 30, 32, 33, 37, 400])
def test_steps_are_halved_as_often_as_is_said(T):
    steps = module.steps_of(1.0, "halving", T, 1.0)
    times = round(np.log2(steps[0] / steps[-1]))
    word = {6: "six times", 7: "seven times", 8: "eight times"}[times]
    block = int(np.argmax(steps < steps[0]))
    assert f"halved every {block} steps ({word})" in E.frame(schedule="halving", T=T, b=20).sentence
    assert "eight" not in module.SCHEDULES["halving"]


def test_what_the_chapter_promises_to_show():
    """What to look for: b = m is gradient descent; without projection a long step on the valley runs away; the last
    iterate of SGD stays in the noise where the average does not; per gradient SGD is ahead at first."""
    whole = E.frame(b=20)
    assert whole.facts["average"] == whole.facts["mean_gd"] and whole.facts["sd_least"] == 0
    assert E.frame(projection="none", eta=10.0).facts["ran_away"] and not E.frame(projection="none").facts["ran_away"]
    noisy = E.frame(stream="hinge", b=1, eta=10.0).facts
    assert noisy["mean_last"] > 5 * noisy["mean"]
    for stream in STREAMS:
        s = E.frame(stream=stream).series
        at_400 = {name: np.interp(400, s[f"work_{name}"]["x"], s[f"work_{name}"]["y"]) for name in module.METHODS}
        assert at_400["sgd"] < at_400["gd"]
        f = E.frame(stream=stream).facts
        assert (f["mean_gd"] < 0.5 * f["mean_sgd"]) == (stream != "valley")
    f = E.frame().facts
    assert f["mean_last"] < f["mean"] and f["mean_gd"] == pytest.approx(f["mean_sgd"], rel=0.02)
    for other in ({"b": 1}, {"stream": "hinge"}, {"eta": 10.0}):
        f = E.frame(**other).facts
        assert f["mean_last"] > f["mean"]
    f = E.frame(schedule="constant").facts
    assert f["bound_any"] == pytest.approx(2 * f["G"] / 20) and f["bound_any"] < f["bound"]
    assert E.frame(schedule="inverse").facts["bound_any"] > 4 * f["start"]


def test_all_that_matters_is_baked():
    assert [c.name for c in BAKED] == ["eta", "b", "schedule"]
    assert [c.name for c in E.controls if c.first] == ["eta", "b"]


@pytest.mark.parametrize(
    "params, message",
    [
        ({"eta": 0}, "eta = 0: expected a number from 0.1 to 10"),
        ({"b": 21}, "b = 21: expected an integer from 1 to 20"), ({"b": 1.5}, "b = 1.5"),
        ({"schedule": "cosine"}, "schedule = 'cosine': expected one of"), ({"stream": "waves"}, "stream = 'waves'"),
        ({"projection": "cube"}, "projection = 'cube'"), ({"T": 1000}, "T = 1000")],
)
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)
