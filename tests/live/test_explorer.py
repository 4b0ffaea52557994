"""Explorers as pure functions: parameters, facts, sentences, series."""

import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from oco_core import bounds, hindsight, learners, losses, play, streams
from oco_live import explorer as live
from oco_live import grids
from oco_live.control import as_baked

OGD = live.get("ogd")
STREAMS = OGD.control("stream").values
MAKE = {
    "random_signs": lambda p: streams.random_signs(p["T"], seed=p["seed"]),
    "regression": lambda p: streams.regression(p["T"], noise=p["noise"], seed=p["seed"]),
    "drifting": lambda p: streams.drifting(p["T"], noise=p["noise"], seed=p["seed"]),
    "zigzag": lambda p: streams.zigzag(p["T"]),
    "orthogonal": lambda p: streams.orthogonal(),
    "mail_shuffled": lambda p: streams.mail(p["T"], seed=p["seed"]),
    "mail_file": lambda p: streams.mail(p["T"], order="file"),
}
CORNERS = list(itertools.product((0.01, 1.0, 10.0), (0.25, 1.0, 4.0)))


@pytest.mark.parametrize("number, digits, text", [
    (0, 3, "0"), (1, 3, "1"), (12.345, 3, "12.3"), (30.06, 3, "30.1"), (-0.5, 3, "−0.5"), (999.6, 3, "1000"),
    (1234, 3, "1230"), (0.0012345, 3, "0.00123"), (0.00012345, 3, "1.23e−4"), (123456, 3, "123000"),
    (1.5e7, 3, "1.5e7"), (2e6, 3, "2e6"), (0.15849, 4, "0.1585"), (99.95, 2, "100"), (3.125, 3, "3.13"),
    (-0.0625, 2, "−0.063"), (9.996, 3, "10"), (1e-300, 3, "1e−300"),
])
def test_numbers_for_people(number, digits, text):
    assert live.text_of(number, digits) == text


def recomputed(params, eta=None):
    """The run and its certified regret, straight from the core."""
    loss = getattr(losses, params["loss"])
    run = play(learners.ogd(params["eta"] if eta is None else eta, params["U"]), loss, MAKE[params["stream"]](params),
               T=params["T"])
    best = hindsight.best(loss, run.X, run.y, params["U"])
    return run, run.losses.sum() - best.value, best


@pytest.mark.parametrize("stream", MAKE)
@pytest.mark.parametrize("eta, U", [(1.0, 1.0), (0.02, 3.0)])
def test_facts_are_the_core_s_own(stream, eta, U):
    frame = OGD.frame(stream=stream, eta=eta, U=U, T=400)
    run, regret, best = recomputed(frame.params)
    facts, G = frame.facts, losses.gradient_bound(run.loss, run.X, run.y, U)
    close = lambda a: pytest.approx(a, rel=1e-9, abs=1e-9)
    assert facts["regret"] == close(regret)
    assert 0 <= facts["gap"] <= 1e-8 * max(1, abs(best.value))
    assert facts["G"] == close(G) and facts["G_seen"] <= G * (1 + 1e-12)
    assert facts["bound"] == close(2 * U**2 * np.sqrt(400) / eta + eta * G**2 * np.sqrt(400))
    assert facts["bound_tuned"] == close(U * G * np.sqrt(8 * 400))
    assert facts["ratio"] == close(regret / bounds.ogd(400, eta, U, G))
    assert facts["eta_star"] == close(np.sqrt(2) * U / G)
    assert facts["projections"] == run.projected.sum()
    assert facts["norm_comparator"] <= U * (1 + 1e-12)
    assert facts["T3_holds"] and not facts["T4_holds"]
    assert regret <= facts["bound"]


@pytest.mark.parametrize("stream", MAKE)
def test_series_are_the_run(stream):
    frame = OGD.frame(stream=stream, eta=0.3, U=1.0, T=300)
    run, regret, best = recomputed(frame.params)
    s, unit, d = frame.series, frame.facts["unit"], run.X.shape[1]
    # the regret curve, at three of its rounds, against a comparator found for that prefix alone
    for k in (1, len(s["regret"]["x"]) // 2, -1):
        t = round(s["regret"]["x"][k] * 300)
        prefix = run.losses[:t].sum() - hindsight.best(run.loss, run.X[:t], run.y[:t], 1.0).value
        assert s["regret"]["y"][k] * unit == pytest.approx(prefix, abs=1e-7)
    assert (len(s["worst"]["x"]) > 0) == (d >= 2)
    # the path has the w after each round at which the bound's curve has a point, the regret's among them
    rounds = np.round(np.asarray(s["bound"]["x"]) * 300).astype(int)
    assert set(np.round(np.asarray(s["regret"]["x"]) * 300).astype(int)) <= set(rounds)
    assert next(x for x in OGD.series if x.name == "path").rounds == "bound" and rounds[[0, -1]].tolist() == [0, 300]
    points = {name: np.c_[s[name]["x"], s[name]["y"]] for name in ("path", "last", "comparator", "projections")}
    lengths = {name: np.hypot(*at.T) for name, at in points.items()}
    assert np.allclose(points["path"][-1], points["last"][0]) and np.allclose(points["path"][0], 0)
    assert np.allclose(lengths["comparator"], np.linalg.norm(best.u))
    if d > 2:  # a plane that holds u and the last w: both have their lengths there, others at most
        assert np.allclose(lengths["last"], np.linalg.norm(run.w[-1]))
        assert np.allclose(points["comparator"][0] @ points["last"][0], best.u @ run.w[-1])
        assert np.all(lengths["path"] <= np.linalg.norm(run.w[rounds], axis=1) + 1e-9)
        assert np.allclose(points["path"] @ points["last"][0], run.w[rounds] @ run.w[-1])
    else:
        assert np.allclose(points["path"][:, :d], run.w[rounds]) and np.allclose(points["comparator"][0][:d], best.u)
        assert np.allclose(lengths["projections"], 1)
    # the curve over η, at the current step and at its least
    eta = s["regret_eta"]["x"][10]
    assert s["regret_eta"]["y"][10] * unit == pytest.approx(recomputed(frame.params, eta)[1], rel=1e-8)
    assert frame.facts["regret_least"] == pytest.approx(s["regret_eta"]["y"].min() * unit)


@pytest.mark.parametrize("stream", STREAMS)
def test_frames_stay_in_the_widest_picture(stream):
    for eta, U in CORNERS:
        frame = OGD.frame(stream=stream, eta=eta, U=U, T=200)
        frame.as_dict()
        for series in OGD.series:
            panel, curve = OGD.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            assert np.all(curve["x"] >= panel.x.limits[0]) and np.all(curve["x"] <= panel.x.limits[1])
            assert np.all(curve["y"] >= panel.y.limits[0]) and np.all(curve["y"] <= panel.y.limits[1])
        for name, fact in (("regret", "regret"), ("bound", "bound"), ("regret_now", "regret")):
            assert frame.series[name]["y"][-1] * frame.facts["unit"] == pytest.approx(frame.facts[fact])  # not clipped


def test_the_sentence_names_a_failing_assumption():
    small = OGD.frame(stream="regression", U=0.25)
    assert "T6 does not apply" in small.sentence and not small.facts["T6_labels_hold"]
    large = OGD.frame(stream="regression", U=4.0)
    assert "T6" not in large.sentence and large.facts["T6_labels_hold"]
    assert "needs d ≥ 2" in OGD.frame(stream="zigzag", T=100).sentence


def test_the_tuned_step_is_recognised():
    frame = OGD.frame(stream="random_signs", eta="tuned")
    assert frame.params["eta"] == as_baked(frame.facts["eta_star"]) == pytest.approx(2**0.5)
    assert frame.facts["T4_holds"] and frame.status["tuned"] == "holds" and "tuned step" in frame.sentence
    assert frame.facts["bound"] == pytest.approx(frame.facts["bound_tuned"])
    assert OGD.frame(stream="random_signs", eta=1.0).status["tuned"] == "reference"


def test_a_step_is_compared_with_the_tuned_one_in_words_that_are_true():
    said = {eta: OGD.frame(stream="orthogonal", U=2**0.5, eta=eta).sentence for eta in (1.0, 1.995, 2.01, 4.0)}
    assert "η = 1 is 0.5 times the tuned step √2·U/G = 2." in said[1.0]
    assert "η = 4 is 2 times the tuned step" in said[4.0]
    assert all("is nearly the tuned step √2·U/G = 2." in said[eta] for eta in (1.995, 2.01))


def test_steps_are_counted_in_english_and_all_of_them_are_all():
    once = next(f for eta in np.geomspace(0.3, 3, 60)
                if (f := OGD.frame(stream="random_signs", T=100, eta=float(eta))).facts["projections"] == 1)
    assert "1 of the 100 steps left the ball and was projected back." in once.sentence
    always = OGD.frame(stream="mail_file", loss="absolute", eta=10.0, U=0.25, T=100)
    assert always.facts[
        "projections"] == 100 and "All 100 steps left the ball and were projected back." in always.sentence


def test_a_step_between_those_of_the_slider_may_have_the_least_regret():
    for stream, eta, U in (("random_signs", 0.7, 1.0), ("regression", 0.3, 0.5), ("drifting", 3.3, 0.7),
                           ("regression", 1.0, 1.0)):
        frame = OGD.frame(stream=stream, eta=eta, U=U, T=200)
        assert ("This η has less" in frame.sentence) == (frame.facts["regret"] < frame.facts["regret_least"])
    best = OGD.frame(stream="random_signs", T=200).facts["eta_least"]
    found = [OGD.frame(stream="random_signs", T=200, eta=best * 10 ** (k / 100)) for k in range(-8, 9)]
    assert any("This η has less" in frame.sentence for frame in found)


def test_lessons_that_the_chapter_promises():
    file_order = OGD.frame(stream="mail_file")
    assert file_order.facts["regret"] < -1000 and "the learner beats every fixed u" in file_order.headline
    zigzag = OGD.frame(stream="zigzag", eta=float(np.sqrt(2)))
    assert zigzag.facts["ratio"] > 0.96
    assert OGD.frame(stream="orthogonal").facts["regret"] >= OGD.frame(stream="orthogonal").facts["worst_case"]


@pytest.mark.parametrize("params, message", [
    ({"eta": 0}, "eta = 0: expected a number from 0.01 to 10"),
    ({"eta": float("nan")}, "eta = nan"), ({"eta": "fast"}, "eta = 'fast'"), ({"eta": True}, "eta = True"),
    ({"U": 5}, "U = 5: expected a number from 0.25 to 4"), ({"T": 10.5}, "T = 10.5: expected an integer"),
    ({"stream": "waves"}, "stream = 'waves': expected one of 'random_signs'"),
    ({"stream": "mail_file", "loss": "linear"},
     "loss = 'linear': expected one of 'square', 'absolute', 'hinge', 'logistic' with stream = 'mail_file'"),
    ({"stream": "mail_file", "T": 5000}, "T = 5000: expected an integer from 100 to 4601"),
    ({"speed": 1}, "speed is not a parameter of 'ogd'"),
])
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError, match=None) as error:
        OGD.frame(**params)
    assert message in str(error.value)


@pytest.mark.parametrize("name", live.NAMES)
def test_at_first_sight_there_is_little(name):
    """Two controls that a sweep covers, three curves in the large picture, four rows of a legend, short titles."""
    explorer, facts = live.get(name), set()
    for stream in explorer.control("stream").values:
        frame = explorer.frame(stream=stream)
        facts |= set(frame.facts)
        first = [control for control in explorer.controls if control.first and control.values_for(stream)]
        assert 1 <= len(first) <= 2 and all(control.baked for control in first if control.kind != "signs")
        there = [s for s in explorer.series if s.first and (s.label or s.end) and len(frame.series[s.name]["x"])
                 and frame.status.get(s.name) != "absent"]
        for i, panel in enumerate(explorer.panels):
            shown = [s for s in there if s.panel == panel.name]
            assert i or sum(s.kind == "line" for s in shown) <= 3
            assert sum(not s.end and not s.value for s in shown) <= 4, panel.name
    assert all(len(panel.title) < 25 and re.fullmatch(r"\w+", panel.tab) for panel in explorer.panels)
    assert {s.value for s in explorer.series if s.value} <= facts


@pytest.mark.parametrize("low, high", [(0.01, 10), (1, 8), (0.25, 30)])
def test_values_of_sliders_are_short_decimals(low, high):
    values = grids.decades(low, high)
    assert values[0] == low and values[-1] == high and list(values) == sorted(set(values))
    assert all(len(repr(value).replace(".", "").strip("0")) <= 2 for value in values)
    assert all(1.1 < b / a < 1.4 for a, b in itertools.pairwise(values)) and 1 in values
    with pytest.raises(ValueError, match="a grid of decades runs from one of"):
        grids.decades(low, 1.1 * high)


def test_a_frame_needs_a_sentence_and_neither_texts_nor_statuses():
    frame = live.Frame({}, {}, {}, "It is said.")
    assert frame.whole and (frame.texts, frame.status) == ({}, {}) and frame.as_dict()["sentence"] == "It is said."


def test_unknown_explorer():
    with pytest.raises(ValueError, match=f"name = 'perpetuum': expected one of {', '.join(live.NAMES)}"):
        live.get("perpetuum")


def test_an_explorer_is_one_file(tmp_path):
    """Put into the folder it is named, drawn, styled and made into a card; files that it shares code with are none."""
    root = Path(live.__file__).parents[1]
    for package in ("oco_core", "oco_live"):
        shutil.copytree(root / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "oco_live" / "explorers"
    text = (folder / "losses.py").read_text("utf8")
    (folder / "trial.py").write_text(text.replace('name="losses"', 'name="trial"'), "utf8")
    code = ("from oco_live.explorer import NAMES, get; from oco_live.figures import card; from oco_live.hosts import "
            "markup, still\nprint(*NAMES); print(markup.figure_html('trial', {}, 'f', 'baked').count('<svg')); "
            "print(len(card.card('trial', 'T', 'B', still.large(get('trial'), card.PICTURE))))")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path)},
                          capture_output=True, text=True, check=True)
    names, pictures, size = done.stdout.splitlines()
    assert names.split() == sorted([*live.NAMES, "trial"])
    assert int(pictures) > 10 and int(size) > 5000


def test_every_explorer_has_one_stream_control_at_any_place():
    """What the docstring of `Explorer` says; the first control is another one."""
    places = [[c.name for c in live.get(name).controls].index("stream") for name in live.NAMES]
    assert all([c.name for c in live.get(name).controls].count("stream") == 1 for name in live.NAMES)
    assert min(places) > 0 and "first control" not in live.Explorer.__doc__


def test_a_parameter_without_meaning_changes_nothing():
    plain, odd = OGD.frame(stream="zigzag", T=100), OGD.frame(stream="zigzag", T=100, noise=0.4, seed=7)
    assert plain.params == odd.params and plain.as_dict() == odd.as_dict()


def test_each_stream_offers_only_what_goes_with_it():
    for stream in STREAMS:
        defaults = OGD.defaults(stream)
        assert OGD.checked(defaults) == defaults
        for loss in OGD.control("loss").values_for(stream):
            frame = OGD.frame(**defaults | {"loss": loss, "T": 100})
            assert frame.facts["gap"] <= 1e-8 * max(1, abs(frame.facts["loss_comparator"]))


def test_frame_is_pure():
    """The same parameters give the same numbers whatever was asked before."""
    first = OGD.frame(stream="regression", eta=0.5).as_dict()
    for U in (0.25, 1.0, 4.0):
        OGD.frame(stream="regression", eta=0.1, U=U)
    assert OGD.frame(stream="regression", eta=0.5).as_dict() == first


@pytest.mark.parametrize("name", live.NAMES)
def test_a_sweep_is_not_too_long(name):
    assert np.prod([len(c.values) for c in live.get(name).controls if c.baked]) <= 600


@pytest.mark.parametrize("name", live.NAMES)
def test_what_an_address_holds_is_written_in_letters_that_separate_nothing(name):
    """kept-1=stream:zigzag,U:2; in a text other letters stand for those that separate (hash.js)."""
    for control in live.get(name).controls:
        assert re.fullmatch(r"\w+", control.name, re.ASCII)
        assert control.kind in ("slider", "signs", "text") or all(re.fullmatch(r"\w+", value, re.ASCII)
                                                          for value in control.values), control.name


def test_a_run_taken_from_many_is_the_run():
    """Against the adversary a position of η is one of the runs over η; a step beside it is played by itself."""
    for eta in (1.0, 10.0):
        taken, alone = (OGD.frame(stream="orthogonal", eta=step, U=2.0, T=200) for step in (eta, np.nextafter(eta, 0)))
        assert taken.facts == pytest.approx(alone.facts, rel=1e-9, abs=1e-9) and taken.status == alone.status
        for name, curve in taken.series.items():
            for axis in "xy":
                assert np.allclose(curve[axis], alone.series[name][axis], rtol=1e-9, atol=1e-9), (name, axis)
