"""The losses explorer: values by hand, certified means by another route, shares that add up, and what is no bound."""

import itertools
import math
import re

import numpy as np
import pytest

from oco_core import hindsight, losses, streams
from oco_live.explorer import get, text_of
from oco_live.explorers.losses import BELOW, RADII, fewest_errors
from oco_live.phrasing import plain

E = get("losses")
STREAMS = E.control("stream").values
BAKED = [c for c in E.controls if c.baked]
log2 = lambda z: np.log2(1 + np.exp(-np.asarray(z, float)))


def examples_of(p):
    if p["stream"] == "mail":
        made = streams.mail(order="file")
        return made.X, made.y
    if p["stream"] == "outlier":
        return np.array([[0.01]] * 9 + [[1.0]]), np.array([1.0] * 9 + [-1.0])
    made = streams.classification(1000, 2, 0.1, p["noise"] if p["stream"] == "noisy" else 0, p["seed"])
    return made.X, made.y


@pytest.mark.parametrize("z", [-3.0, -0.6, -0.5, 0.0, 0.25, 1.0, 3.0])
def test_values_at_z_by_hand(z):
    f = E.frame(z=z).facts
    assert f["zero_one"] == (z <= 0) and f["hinge"] == max(0.0, 1 - z)
    assert f["base_2"] == pytest.approx(math.log2(1 + math.exp(-z))) and f["nats"] == pytest.approx(
        math.log(1 + math.exp(-z)))
    assert f["zero_one"] <= min(f["hinge"], f["base_2"])
    assert f["nats_below"] == (f["nats"] < f["zero_one"]) == (BELOW < z <= 0)


def test_where_the_nats_are_no_bound():
    """E19: on (−ln(e − 1), 0] and nowhere else; the hinge and base 2 are above zero-one everywhere."""
    z = np.linspace(-3, 3, 6001)
    below = np.log(1 + np.exp(-z)) < (z <= 0)
    assert np.array_equal(below, (z > -math.log(math.e - 1)) & (z <= 0))
    s = E.frame().series
    step = s["zero_one"]
    assert list(zip(step["x"], step["y"])) == [(-3, 1), (0, 1), (0, 0), (3, 0)]
    assert np.allclose(s["base_2"]["y"], log2(s["base_2"]["x"])) and np.allclose(
        s["nats"]["y"] / np.log(2), s["base_2"]["y"])
    assert np.allclose(np.interp(z, s["hinge"]["x"], s["hinge"]["y"]), np.maximum(0, 1 - z))


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("U", [0.5, 3.0, 8.0, 1024.0])
def test_means_are_those_of_the_hinge_best_u(stream, U):
    frame = E.frame(stream=stream, U=U)
    f, s, (X, y) = frame.facts, frame.series, examples_of(frame.params)
    u = hindsight.best(losses.hinge, X, y, U).u
    z = y * (X @ u)
    assert f["T"] == len(y) and f["norm"] == pytest.approx(np.linalg.norm(u)) and f["norm"] <= U * (1 + 1e-12)
    assert f["mean_hinge"] == pytest.approx(np.maximum(0, 1 - z).mean(), abs=1e-9)
    assert f["mean_base_2"] == pytest.approx(log2(z).mean()) and f["mean_zero_one"] == (z <= 0).mean()
    assert 0 <= f["gap"] <= 1e-8 * max(1, f["mean_hinge"] * f["T"])
    # no u of that norm has less hinge loss: neither at random nor close by
    rng = np.random.default_rng(0)
    for size in (1.0, 0.1, 1e-3):
        v = u + size * U * rng.standard_normal((200, X.shape[1])) / np.sqrt(X.shape[1])
        v *= np.minimum(1, U / np.linalg.norm(v, axis=1))[:, None]
        assert np.maximum(0, 1 - y[:, None] * (X @ v.T)).mean(axis=0).min() >= f["mean_hinge"] - 1e-9
    # the bars: three classes that add up, in bins whose edges are 0 and 1
    bars = {name: (s[f"bars_{name}"]["x"][::2], s[f"bars_{name}"]["y"][1::2]) for name in ("wrong", "close", "safe")}
    assert sum(high.sum() for _, high in bars.values()) == pytest.approx(1)
    assert bars["wrong"][1].sum() == pytest.approx(f["mean_zero_one"])
    assert bars["close"][1].sum() == pytest.approx(f["share_close"]) == pytest.approx(((z > 0) & (z < 1 - 1e-6)).mean())
    for (centres, heights), (low, high) in zip(bars.values(), ((-3, 0), (0, 1), (1, 3))):
        assert np.all((centres > low) & (centres < high))
        for centre, height in zip(centres, heights):
            left = -np.inf if centre < -2.8 else centre - 0.125
            right = np.inf if centre > 2.8 else centre + 0.125
            # what is at an edge up to rounding, as many margins are, is in the bin farther from 0
            right_side = (z > 0) & (z >= left - 1e-6) & (z < right - 1e-6)
            wrong_side = (z <= 0) & (z > left + 1e-6) & (z <= right + 1e-6)
            assert height == pytest.approx((right_side if centre > 0 else wrong_side).mean(), abs=1e-12)


@pytest.mark.parametrize("stream", STREAMS)
def test_a_bound_at_every_z_is_a_bound_in_the_mean(stream):
    seeds = E.control("seed").values_for(stream) or (0,)
    noises = (0.0, 0.5) if stream == "noisy" else (0.1,)
    for seed, noise in itertools.product(seeds[::4], noises):
        p = (
            {"stream": stream} | ({"seed": seed} if len(seeds) > 1 else {})
            | ({"noise": noise} if stream == "noisy" else {}))
        s = E.frame(**p).series
        zero_one, hinge, base_2 = (s[f"mean_{name}"]["y"] for name in ("zero_one", "hinge", "base_2"))
        assert np.all(zero_one <= hinge) and np.all(zero_one <= base_2) and np.all(np.diff(hinge) <= 1e-9)
        assert np.all(s["fewest"]["y"][0] <= zero_one)
        for U in (RADII[0], RADII[-1]):
            frame = E.frame(U=U, **p)
            f = frame.facts
            assert f["mean_zero_one"] <= min(f["mean_hinge"], f["mean_base_2"]) and f["fewest"] <= f["mean_zero_one"]
            assert frame.status == {"hinge": "holds", "base_2": "holds", "nats": "fails", "own": "absent"}


@pytest.mark.parametrize("seed", range(6))
def test_the_fewest_errors_are_the_fewest(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((15, 2)), rng.choice([-1.0, 1.0], 15)
    angle = np.linspace(0, 2 * np.pi, 20001)
    errors = (y[:, None] * (X @ np.array([np.cos(angle), np.sin(angle)])) <= 0).sum(axis=0)
    assert fewest_errors(X, y) == errors.min()
    line = rng.standard_normal((9, 1))
    assert fewest_errors(line, y[:9]) == min((sign * y[:9] * line[:, 0] <= 0).sum() for sign in (-1, 1))


def test_the_outlier_of_E20():
    """The hinge minimiser errs on nine of ten, the best on one: x = 1 scaled to 0.01, u = −0.01 to −1."""
    frame = E.frame(stream="outlier")
    f = frame.facts
    assert (f["mean_zero_one"], f["fewest"], f["fewest_exact"]) == (0.9, 0.1, True) and f["norm"] == pytest.approx(
        1, rel=1e-6)
    assert "errs on 9 of 10 examples" in frame.sentence and "No u errs on fewer than 1 of 10:" in frame.sentence
    assert "No u errs on less than 9.5 %:" in E.frame().sentence
    assert "not the fewest (E20)" in frame.sentence


@pytest.mark.parametrize("stream", STREAMS)
def test_words_are_true_and_frames_stay_in_the_picture(stream):
    for z, U in itertools.product(E.control("z").values[::3], (RADII[0], 8.0, RADII[-1])):
        frame = E.frame(stream=stream, z=z, U=U)
        frame.as_dict()
        f, said = frame.facts, frame.sentence
        assert ("less than the zero-one loss" in said) == f["nats_below"]
        marked = re.findall(r"\[([^\]]*)\]\((\w+)\)", frame.headline)
        assert marked == [(text_of(f[name]), name) for name in ("hinge", "zero_one", "mean_hinge", "mean_zero_one")]
        assert len(plain(frame.headline).split()) <= 15
        assert ("so that this u is as good as any" in said) == (0 < f["mean_zero_one"] == f["fewest"])
        assert bool(re.search("No u|Some u|The fewest", said)) == (f["mean_zero_one"] > 0) and "0 %:" not in said
        assert (stream == "mail") == (not f["fewest_exact"])
        assert ("at any U shown" in said) == (stream == "mail" and f["mean_zero_one"] > 0)
        assert text_of(U, 4) in said and text_of(U, 4) in frame.texts["margins.note"]
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            for axis in "xy":
                low, high = getattr(panel, axis).limits
                assert np.all((np.asarray(curve[axis]) >= low) & (np.asarray(curve[axis]) <= high)), series.name


def test_labels_are_called_wrong_where_some_are():
    for noise, seed in ((0.0, 0), (0.0, 7), (0.0005, 1), (0.001, 3), (0.1, 0), (0.5, 2)):
        frame = E.frame(stream="noisy", noise=noise, seed=seed, U=8.0)
        wrong = int(
            (
                streams.classification(1000, 2, 0.1, noise, seed).y != streams.classification(1000, 2, 0.1, 0.0, seed).y
            ).sum()
        )
        assert frame.facts["wrong"] == wrong and (wrong > 0) == ("wrong label" in frame.sentence)
        assert wrong == 0 or f"points come with {wrong} wrong label{'s' * (wrong > 1)}." in frame.sentence


def test_between_the_radii_of_the_path_a_u_may_have_fewer_errors_than_any_of_them():
    for U in (300.0, 700.0, 900.0, 1000.0):
        f = E.frame(stream="mail", U=U).facts
        assert f["fewest"] <= f["mean_zero_one"]


def test_a_number_below_another_is_not_shown_as_equal_to_it():
    frame = E.frame(z=-0.5411)
    assert frame.facts["nats_below"] and "0.9999 in nats. In nats it is less than the zero-one loss" in frame.sentence
    frame = E.frame(z=-0.5414)
    assert (
        not frame.facts["nats_below"] and "z = −0.5414" in frame.sentence and "Only from −0.5413 to 0" in frame.sentence
    )


def test_the_headline():
    assert plain(E.frame().headline) == (
        "The hinge bounds the error: 1.5 against 1 at z, 0.325 against 0.096 on average.")



def test_the_first_look_is_one_idea():
    first = [s for s in E.series if s.first]
    assert [c.name for c in E.controls if c.first] == ['z', 'U'] and E.panels[0].name == 'losses'
    for panel in E.panels:
        mine = [s for s in first if s.panel == panel.name]
        assert len([s for s in mine if s.kind == "line" and s.label]) <= 3
        assert len([s for s in mine if s.label and not s.end and not s.value]) <= 4
        assert len(panel.title) < 25 and panel.tab and " " not in panel.tab


def test_all_that_matters_is_baked():
    assert [c.name for c in BAKED] == ["z", "U"]


@pytest.mark.parametrize("params, message", [
    ({"z": 4}, "z = 4: expected a number from −3 to 3"), ({"U": 0}, "U = 0"), ({"stream": "waves"}, "stream = 'waves'"),
    ({"stream": "noisy", "noise": 0.9}, "noise = 0.9"),
])
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)
