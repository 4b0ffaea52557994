"""The learners of the explorer ogd: each plays the core's own, beside the bound that is proved for it."""

import numpy as np
import pytest

from oco_core import bounds, hindsight, learners, losses, play, streams
from oco_live.explorer import get
from oco_live.hosts import markup

E = get("ogd")
LEARNERS = {
    "greedy": (learners.ogd, lambda T, eta, U, G: 2 * U**2 * T**0.5 / eta + eta * G**2 * T**0.5),
    "constant": (learners.ogd_constant, lambda T, eta, U, G: U**2 / (2 * eta) + eta * G**2 * T / 2),
    "lazy": (learners.lazy, lambda T, eta, U, G: U**2 * T**0.5 / (2 * eta) + eta * G**2 * T**0.5),
}
LEAST = {"greedy": lambda T: np.sqrt(8 * T), "constant": np.sqrt, "lazy": lambda T: np.sqrt(2 * T)}
MAKE = {"random_signs": lambda: streams.random_signs(300, seed=2), "orthogonal": streams.orthogonal}


def test_all_are_here():
    assert E.control("learner").values == (*LEARNERS, "scale_free")


@pytest.mark.parametrize("stream", MAKE)
@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("eta", [0.1, 0.123])  # on the slider, and between its positions
def test_a_learner_with_a_step(stream, name, eta):
    make, formula = LEARNERS[name]
    f = (frame := E.frame(stream=stream, learner=name, eta=eta, U=2.0, T=300, seed=2)).facts
    run = play(make(eta, 2.0), losses.linear, MAKE[stream](), T=300)
    assert f["regret"] == pytest.approx(hindsight.regret(run, 2.0).upper[0], abs=1e-7)
    assert f["bound"] == pytest.approx(formula(300, eta, 2.0, f["G"])) and f["T3_holds"]
    assert f["bound_tuned"] == pytest.approx(2.0 * f["G"] * LEAST[name](300)) and f["regret"] <= f["bound"]
    curve, over = frame.series["bound"], frame.series["bound_eta"]
    for k in (1, 20, -1):
        t = round(curve["x"][k] * 300)
        assert curve["y"][k] * f["unit"] == pytest.approx(formula(t, eta, 2.0, f["G"]))
        assert over["y"][k] * f["unit"] == pytest.approx(formula(300, over["x"][k], 2.0, f["G"]))
    at = frame.series["regret_eta"]
    again = play(make(at["x"][7], 2.0), losses.linear, MAKE[stream](), T=300)
    assert at["y"][7] * f["unit"] == pytest.approx(hindsight.regret(again, 2.0).upper[0], abs=1e-7)


@pytest.mark.parametrize("name", LEARNERS)
def test_the_tuned_step(name):
    frame = E.frame(learner=name, eta="tuned", T=400)
    f, star = frame.facts, frame.facts["eta_star"]
    assert f["T4_holds"] and frame.status["tuned"] == "holds" and "η is the tuned step" in frame.sentence
    assert f["bound"] == pytest.approx(f["bound_tuned"]) == pytest.approx(f["U"] * f["G"] * LEAST[name](400))
    assert all(LEARNERS[name][1](400, star * factor, f["U"], f["G"]) > f["bound"] for factor in (0.9, 1.1))


@pytest.mark.parametrize("stream", MAKE)
def test_the_learner_without_a_step(stream):
    frame = E.frame(stream=stream, learner="scale_free", U=2.0, T=300, seed=2)
    f, run = frame.facts, play(learners.scale_free(2.0), losses.linear, MAKE[stream](), T=300)
    assert f["regret"] == pytest.approx(hindsight.regret(run, 2.0).upper[0], abs=1e-7) and f["regret"] <= f["bound"]
    assert f["bound"] == pytest.approx(bounds.scale_free.of(run)) and f["T3_holds"]
    assert frame.texts["steps.title"] == "Regret: there is no η" and len(frame.series["now"]["x"]) == 0
    html = markup.figure_html("ogd", {"learner": "scale_free"}, "one", "page")
    assert '<span data-text="steps.title">Regret: there is no η</span>' in html  # which the view keeps up to date
    g, k = run.slopes[:, None] * run.X, 30
    t = round(frame.series["bound"]["x"][k] * 300)
    assert frame.series["bound"]["y"][k] * f["unit"] == pytest.approx(np.sqrt(8) * 2.0 * np.linalg.norm(g[:t]))
    assert np.ptp(frame.series["regret_eta"]["y"]) == np.ptp(frame.series["bound_eta"]["y"]) == 0
    assert not f["T4_holds"] and frame.status["tuned"] == frame.status["least_bound"] == "absent"
    assert not len(frame.series["least_bound"]["x"]) and not len(frame.series["tuned"]["x"])
    assert E.control("eta").without_use(frame.params) == "learner"
