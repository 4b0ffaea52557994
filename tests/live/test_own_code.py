"""A reader's learner or loss in an explorer: its curve in the frame's units, and a sentence for whatever is wrong."""

import json
import sys

import numpy as np
import pytest

from oco_core import streams
from oco_live.explorer import get
from oco_live.explorers import NAMES
from oco_live.explorers.own import PLACES
from oco_live.hosts import own, page

STEP = "def step(w, g, t, state):\n    return {}\n"
LAZY = '''def step(w, g, t, state):
    state["S"] = state.get("S", 0) + g
    return project(-eta / np.sqrt(t + 1) * state["S"])
'''


def asked(do, **question):
    return json.loads(own.answer(json.dumps({"do": do} | question)))


@pytest.mark.parametrize("stream", get("ogd").control("stream").values)
@pytest.mark.parametrize("eta, U", [(1.0, 1.0), (0.05, 2.0), ("tuned", 0.5)])
def test_the_step_of_the_book_written_by_hand_is_the_built_in_curve(stream, eta, U):
    """To 1e-12 of the unit, with the same bound; the start of the editor is that step."""
    params = get("ogd").settled(get("ogd").defaults(stream) | {"eta": eta, "U": U} | (
        {} if stream == "own" else {"T": 200}))
    frame = get("ogd").frame(**params)
    found = asked("frame", explorer="ogd", params=params, code=PLACES["ogd"].start)
    assert found["state"] == "drawn" and found["granted"], found
    mine, its = found["series"]["own"], frame.series["regret"]
    near = 1e-12 * max(1.0, abs(frame.facts["loss_comparator"] / frame.facts["unit"]))
    assert np.allclose(mine["x"], its["x"], atol=1e-15) and np.allclose(mine["y"], its["y"], rtol=0, atol=near)
    assert found["facts"]["own_bound"] == pytest.approx(frame.facts["bound"], rel=1e-8)
    assert "gradient descent with steps η/√t" in found["said"] and "T3 grants it the bound" in found["said"]
    drawn = found["series"]["own_bound"]
    assert np.allclose(drawn["y"], frame.facts["bound"] / frame.facts["unit"] * np.sqrt(drawn["x"]), rtol=1e-8)


@pytest.mark.parametrize("code, theorem", [
    (LAZY, "§5 lazy"), (STEP.format("project(w - 0.05 * g)"), "§5 constant step")])
@pytest.mark.parametrize("loss, stream", [("square", "regression"), ("linear", "zigzag"), ("hinge", "mail_shuffled")])
def test_other_learners_of_the_book_stay_below_their_own_bounds(code, theorem, loss, stream):
    found = asked("frame", explorer="ogd", params=get("ogd").defaults(stream) | {"loss": loss, "T": 200}, code=code)
    assert found["granted"] and f"{theorem} grants it" in found["said"]
    own_, bound = found["series"]["own"], found["series"]["own_bound"]
    assert all(np.array(own_["y"])[1:] <= np.array(bound["y"]) * (1 + 1e-9)) and own_["x"][1:] == bound["x"]


def test_what_has_no_bound_has_none():
    found = asked("frame", explorer="ogd", params=get("ogd").defaults(), code=STEP.format("w - 3 * g"))
    assert found["state"] == "drawn" and not found["granted"] and "own_bound" not in found["series"]
    assert "No bound is known for it" in found["said"] and "It leaves the ball of radius U = 1" in found["said"]
    found = asked("frame", explorer="ogd", params=get("ogd").defaults(), code=STEP.format("np.clip(w - g, -0.5, 0.5)"))
    assert "no learner that the book has a theorem for" in found["said"] and "leaves" not in found["said"]


@pytest.mark.parametrize("code, sentence, line", [
    (STEP.format("w - g * nan"), "Error in line 2: NameError: name 'nan' is not defined.", 2),
    (STEP.format("w * np.nan"), "Not drawn: w_2 = [nan", 0),
    (STEP.format("w @ g"), "Not drawn: w_2.shape = (): expected (", 0),
    (STEP.format("None"), "is a return missing?", 0), ("x = 1", "Not drawn: there is no function `step`.", 0),
    ("def step(w, g, t, state)\n    pass", "Error in line 1: SyntaxError", 1),
    (STEP.format("1 // 0"), "Error in line 2: ZeroDivisionError", 2),
    ("raise SystemExit", "Error in line 1: SystemExit", 1), (STEP.format("step(w, g, t, state)"), "RecursionError", 2),
    ("def step(w, g, t, state):\n    raise ValueError('mine')", "Error in line 2: ValueError: mine.", 2),
    ("def step(w):\n    return w", "step() takes 1 positional argument", 0), ("", "there is no function", 0),
    ("step = 3", "there is no function", 0),
])
def test_what_is_wrong_is_said(code, sentence, line):
    for do, more in (("frame", {"explorer": "ogd"}), ("attack", {"T": 10})):
        found = asked(do, params=get("ogd").defaults(), code=code, **more)
        assert found["state"] == "failed" and sentence in found["sentence"] and found["line"] == line, found


def test_parameters_that_make_no_sense_are_said_too():
    assert asked("frame", explorer="ogd", params={"eta": 99}, code="")["sentence"].startswith("eta = 99: expected")
    assert "The book failed" in asked("frame", explorer="sgd", params={}, code="")["sentence"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="no sys.monitoring before Python 3.12")
@pytest.mark.parametrize("code", [STEP.format("[0 for i in iter(int, 1)]"), "while True: pass"])
def test_what_does_not_end_is_stopped(code):
    found = asked("frame", explorer="ogd", params=get("ogd").defaults(), code=code)
    assert found["state"] == "stopped" and "Stopped after 1" in found["sentence"]


def test_an_attack_goes_on_until_it_is_no_longer_asked():
    params, found = get("ogd").defaults() | {"U": 2.0}, None
    for seed in range(3):
        before, found = found, asked("attack", params=params, code=STEP.format("0 * w"), T=20, seed=seed, start=found)
        assert found["state"] == "found" and (not before or found["tries"] > before["tries"])
    assert found["ratio"] == pytest.approx(20**0.5) and "more than √8" in found["said"]
    stream = streams.written(found["rounds"])
    assert stream.X.shape[0] == 20 and get("ogd").checked({"stream": "own", "rounds": found["rounds"]})
    assert get("adversary").checked({"stream": "own", "rounds": found["rounds"]})
    found = asked("attack", params=params | {"eta": "tuned"}, code=PLACES["ogd"].start, T=30)
    assert 0.5 < found["ratio"] < 8**0.5 and "less than √8" in found["said"]


# ---------------------------------------------------------------- losses

def judged(code, **params):
    return asked("frame", explorer="losses", params=get("losses").defaults() | params, code=code)


def test_a_loss_is_drawn_and_judged():
    found = judged("def loss(p, y):\n    return max(0, 1 - y * p)", z=-1.0)
    hinge = get("losses").frame().series["hinge"]
    assert np.allclose(found["series"]["own"]["y"], np.interp(found["series"]["own"]["x"], hinge["x"], hinge["y"]))
    assert found["granted"]
    assert found["facts"]["own_at_z"] == close_to(2) and found["facts"]["own_G"] == close_to(1)
    assert "slopes from −1 to 0" in found["said"] and "G = 1·X" in found["said"]
    assert "Nowhere is it below the zero-one loss" in found["said"] and "σ-strongly" not in found["said"]
    nats = judged("def loss(p, y):\n    return np.log1p(np.exp(-p * y))")
    assert "it is below the zero-one loss" in nats["said"] and nats["granted"]


def close_to(value):
    return pytest.approx(value, abs=1e-9)


def test_a_loss_that_is_not_convex_is_refused_with_two_points():
    found = judged("def loss(p, y):\n    return min(1, max(0, 1 - p * y))")
    assert found["state"] == "drawn" and not found["granted"]
    assert "not convex: between p = −3 and p = " in found["said"] and "no bound is drawn" in found["said"]


def test_a_claim_of_strong_convexity_is_tested():
    loss = "sigma = {}\ndef loss(p, y):\n    return (p - y) ** 2"
    assert judged(loss.format(2))["granted"] and "claimed σ = 2" in judged(loss.format(2))["said"]
    found = judged(loss.format(3))
    assert not found["granted"] and "not 3-strongly convex: between p = " in found["said"]
    assert "expected a number ≥ 0" in judged(loss.format("'a'"))["sentence"]
    assert judged("def loss(p, y):\n    return np.log(p)")["state"] == "failed"


def test_what_is_prepared_runs():
    for name, place in PLACES.items():
        assert asked("frame", explorer=name, params=get(name).defaults(), code=place.start)["granted"], name


def test_an_explorer_has_one_status():
    """The headline; what a reader's own code has to say is no second one."""
    for name in NAMES:
        assert page.figure_html(name, {}, "assets/").count('role="status"') == 1, name
