"""A reader's own code in every explorer that takes it: what the book's learner is, drawn by hand, is the built-in
curve; its theorem is granted or refused; whatever is wrong is a sentence."""

import json

import numpy as np
import pytest

from oco_core import bounds
from oco_live.explorer import get
from oco_live.explorers.own import PLACES
from oco_live.explorers.unwritten import SERIES
from oco_live.hosts import own

#: explorer -> the own series, and the built-in one that the start of the editor reproduces.
SAME = {
    "ogd": {"own": "regret"},
    "protocol": {"own": "regret", "own_risk": "risk", "own_path": "path", "own_w": "w_now"},
    "strong_convexity": {"own": "regret", "own_distance": "distance", "own_level": "ours_level"},
    "perceptron": {"own": "mistakes", "own_level": "mistakes_level", "own_line": "w_line"},
}
STEP = "def step(w, g, t, state):\n    return {}\n"
UPDATE = "def update(w, x, y, t, state):\n    return {}\n"
ANSWER = "def answer(w, t):\n    return {}\n"


def asked(do, **question):
    return json.loads(own.answer(json.dumps({"do": do} | question)))


def drawn(name, code=None, facts=None, **params):
    params = get(name).settled(get(name).defaults(params.get("stream")) | params)
    facts = get(name).frame(**params).as_dict()["facts"] if facts is None else facts
    return asked("frame", explorer=name, params=params, code=code or PLACES[name].start, facts=facts)


def states():
    yield from (("protocol", {"stream": stream, "t": t}) for stream in get("protocol").control("stream").values
                for t in (1, 5, 777, 4601))
    yield "protocol", {"eta": 5.0, "U": 0.5, "t": 50}
    for stream in get("strong_convexity").control("stream").values:
        for projection in ("none", "ball"):
            short = {} if stream == "own" else {"T": 200}
            yield "strong_convexity", {"stream": stream, "projection": projection, "sigma": 0.3} | short
    for stream in get("perceptron").control("stream").values:
        yield "perceptron", {"stream": stream, "eta": 3.0}
    yield "perceptron", {"order": "wrong", "t": 20}


@pytest.mark.parametrize("name, params", list(states()), ids=str)
def test_the_start_of_the_editor_is_the_built_in_learner(name, params):
    """To 1e-12 of the largest number in sight: of a sum of losses, where the curve is a difference of two."""
    frame = get(name).frame(**get(name).defaults(params.get("stream")) | params)
    found = drawn(name, facts=frame.as_dict()["facts"], **params)
    assert found["state"] == "drawn", found
    assert found["granted"] or params.get("stream") == "quartic" and params["projection"] == "none"
    total = abs(frame.facts.get("loss_learner", 0.0)) + abs(frame.facts.get("loss_comparator", 0.0))
    scale = 1 + total / frame.facts.get("regret_unit", 1.0)
    for mine, its in SAME[name].items():
        if mine == "own_line" and frame.facts["d"] != 2:
            assert found["series"][mine] == {"x": [], "y": []}  # a hyperplane that no line shows
            continue
        for axis in "xy":
            a, b = np.array(found["series"][mine][axis]), np.array(frame.series[its][axis])
            assert a.shape == b.shape and np.allclose(a, b, rtol=1e-12, atol=1e-12 * scale), (mine, axis)


def test_every_series_is_declared_and_none_is_there_without_code():
    for name, series in SERIES.items():
        assert name in PLACES and all(one in get(name).series for one in series)
        frame = get(name).frame()
        for one in series:
            assert len(frame.series[one.name]["x"]) == 0 and frame.status[one.name] == "absent"
        found = drawn(name)
        assert set(found["series"]) <= {one.name for one in series}
        assert found["status"] == {one: "holds" if "bound" in one else "drawn" for one in found["series"]}
    assert set(SERIES) == set(PLACES)


def test_what_may_be_used_is_what_is_told():
    for name, place in PLACES.items():
        for word in place.given(get(name).settled({})):
            assert word in place.names, (name, word)


# ---------------------------------------------------------------- theorems, granted and refused

def test_t7_is_granted_for_as_much_curvature_as_there_is():
    found = drawn("strong_convexity", sigma=0.3)
    at, bound = np.array(found["series"]["own_bound"]["x"]), np.array(found["series"]["own_bound"]["y"])
    assert np.allclose(bound, bounds.strongly_convex_harmonic(at, 0.3, 1.0) / (1 / 0.6), rtol=1e-9)
    assert "T7 grants it the bound" in found["said"] and found["facts"]["own_bound"] == pytest.approx(
        get("strong_convexity").frame(sigma=0.3).facts["bound"])
    less = drawn("strong_convexity", STEP.format("w - g / (0.1 * t)"), stream="random", G=2.0, sigma=0.3)
    assert not less["granted"] and "meets a gradient of length" in less["said"]  # larger steps, longer gradients
    held = drawn("strong_convexity", STEP.format("w - g / (0.1 * t)"), stream="equality", sigma=0.3)
    assert held["granted"] and held["facts"]["own_bound"] > found["facts"]["own_bound"]
    more = drawn("strong_convexity", STEP.format("w - g / (0.5 * t)"), sigma=0.3)
    assert "its steps are those for σ = 0.5, and these losses have σ = 0.3 only" in more["said"]
    quartic = drawn("strong_convexity", stream="quartic")
    assert not quartic["granted"] and "It explodes: after 5 rounds |w| is" in quartic["said"]
    cured = drawn("strong_convexity", stream="quartic", projection="ball")
    assert cured["granted"] and cured["facts"]["own_bound"] == pytest.approx(
        get("strong_convexity").frame(stream="quartic", projection="ball").facts["bound"])


def test_t3_is_granted_to_the_rival_written_by_hand():
    code = "def step(w, g, t, state):\n    v = w - eta / np.sqrt(t) * g\n    return v * min(1, U / np.linalg.norm(v))\n"
    found, frame = drawn("strong_convexity", code, stream="random"), get("strong_convexity").frame(stream="random")
    assert found["granted"] and found["facts"]["own_bound"] == pytest.approx(frame.facts["bound_rival"])
    assert "No bound is known for it" in drawn("strong_convexity", STEP.format("w - g / (sigma * t + 1)"))["said"]


def test_the_perceptron_is_granted_t8_and_t9_and_nothing_else_is():
    found = drawn("perceptron", t=4601)
    assert "the Perceptron with η = 1" in found["said"]
    facts = get("perceptron").frame(t=4601).facts
    assert "T8 grants it at most 400 mistakes" in found["said"] and found["facts"]["own_mistakes"] == facts["M"]
    noisy = drawn("perceptron", stream="noisy")
    assert "T8" not in noisy["said"] and "T9 grants it at most" in noisy["said"]
    odd = drawn("perceptron", UPDATE.format("w + y * x if y * (w @ x) <= 0.1 else w"))
    assert not odd["granted"] and "it is not the Perceptron, whatever η" in odd["said"]
    never = drawn("perceptron", UPDATE.format("w"))
    assert "more mistakes than the" in never["said"] and never["facts"]["own_mistakes_last"] == 4601


def test_an_opponent_is_set_against_the_bound_and_the_least():
    signs = "def answer(w, t):\n    return 1.0 if '-+-+-+-+-+-+++++'[t - 1] == '+' else -1.0\n"
    for learner in get("adversary").control("learner").values:
        params = {"learner": learner, "signs": "-+-+-+-+-+-+++++"}
        found, frame = drawn("adversary", signs, **params), get("adversary").frame(**params)
        assert np.allclose(found["series"]["own"]["y"], frame.series["regret_t"]["y"], rtol=0, atol=1e-12)
        assert found["series"]["own_game"]["y"] == pytest.approx([frame.facts["ratio"]])
        assert found["facts"]["own_promise"] == pytest.approx(frame.facts["promise"])
        assert found["facts"]["own_bound_holds"] == frame.facts["bound_holds"]
        assert ("T7 is for" in found["said"]) == (learner == "inverse")
    turning = drawn("adversary", stream="orthogonal", learner="constant")
    assert "d = 2" in turning["said"] and "UG√T = 10 for d ≥ 2" in turning["said"]
    orthogonal = PLACES["adversary"].start.replace("(w, t)", "(w, t, state)").replace(
        "    return np.array([-w[1], w[0]]) / length", """    g = np.array([-w[1], w[0]]) / length
    if t == 2:
        state["S"] = np.array([1.0, 0.0])
    g = g if g @ state["S"] >= -1e-9 * np.linalg.norm(state["S"]) else -g
    state["S"] = state["S"] + g
    return g""")
    found = drawn("adversary", orthogonal, stream="orthogonal", learner="constant")
    assert found["facts"]["own_regret"] == pytest.approx(10) and "exactly that is paid here" in found["said"]
    assert found["facts"]["own_least"] == 10


def test_one_coordinate_is_an_opponent_too():
    found = drawn("adversary", ANSWER.format("1.0 if w[0] >= 0 else -1.0"), stream="coins")
    assert found["facts"]["own_d"] == 1 and "for d = 1 and a known T" in found["said"]
    assert found["facts"]["own_least"] < 10


# ---------------------------------------------------------------- what is wrong

WRONG = {"step": STEP, "update": UPDATE, "answer": ANSWER}


@pytest.mark.parametrize("name", ["protocol", "strong_convexity", "perceptron", "adversary"])
@pytest.mark.parametrize("value, says", [
    ("w * np.nan", "expected finite numbers from"), ("1 // 0", "Error in line 2: ZeroDivisionError"),
    ("None", "is a return missing?"), ("np.ones((2, 2))", ".shape = (2, 2)"), ("q", "name 'q' is not defined"),
    ("'w'", "numbers from")])
def test_whatever_is_wrong_is_a_sentence(name, value, says):
    found = drawn(name, WRONG[PLACES[name].name].format(value), facts={})
    assert found["state"] == "failed" and says in found["sentence"], found


def test_what_a_text_claims_is_checked():
    code = ANSWER.format("0 * w")
    for d in ("0", "4", "2.0", "'a'"):
        assert "the coordinates of your answers" in drawn("adversary", f"d = {d}\n{code}")["sentence"]
    assert drawn("adversary", f"d = 3\n{code}")["facts"]["own_d"] == 3
    long = drawn("adversary", ANSWER.format("2.0"))
    assert "‖g_1‖ = 2.0: expected at most G = 1" in long["sentence"]


def test_preparing_needs_no_code():
    for name in PLACES:
        assert asked("prepare", explorer=name, params=get(name).defaults()) == {"state": "prepared"}
    assert asked("prepare", explorer="ogd", params={"eta": 99})["sentence"].startswith("eta = 99")
