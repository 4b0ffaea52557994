"""A reader's own code in a notebook: explore("ogd", own=my_step)."""

import numpy as np
import pytest

from oco_live import explore
from oco_live.explorer import get
from oco_live.explorers.own import PLACES
from oco_live.hosts.own_function import FILE


def step(w, g, t, state, eta, project):
    return project(w - eta / np.sqrt(t) * g)


def test_gradient_descent_as_a_function_is_the_built_in_curve():
    w = explore("ogd", own=step, T=200, eta=0.5)
    for eta in (0.5, 2.0):
        w.eta = eta  # the function gets the slider's
        frame = w.frame
        assert np.allclose(frame.series["own"]["y"], frame.series["regret"]["y"], rtol=0, atol=1e-12)
        assert frame.facts["own_bound"] == pytest.approx(frame.facts["bound"])
        assert frame.status["own"] == "drawn" and frame.status["own_bound"] == "holds"
        assert "T3 grants it the bound" in frame.sentence and "](" not in frame.sentence
        assert w._frame["series"]["own"]["y"] == list(frame.series["own"]["y"])
    w.own = None
    assert w._frame == get("ogd").frame(T=200, eta=2.0).as_dict()


@pytest.mark.parametrize("name", PLACES)
def test_the_text_of_the_page_s_editor_is_taken_too(name):
    w = explore(name, own=PLACES[name].start)
    assert len(w.frame.series["own"]["x"]) > 1 and w.own == PLACES[name].start
    assert w.frame.sentence.startswith(get(name).frame().sentence)


def test_a_function_may_claim_what_a_text_claims():
    def answer(w, t):
        return np.eye(3)[t % 3]
    with pytest.raises(ValueError, match="g_1.shape"):
        explore("adversary", own=answer)
    answer.d = 3
    assert explore("adversary", own=answer).frame.facts["own_d"] == 3


def test_code_that_fails_raises_at_once_and_is_told_later():
    for bad, error in ((lambda w, g, t, state: w * np.nan, ValueError), (lambda w, g, t, state: 1 // 0,
                       ZeroDivisionError), (lambda w: w, TypeError), (3, ValueError), ("x = 1", ValueError),
                       ("def step(", SyntaxError)):
        with pytest.raises(error):
            explore("ogd", T=100, own=bad)
    w = explore("ogd", T=100, own=step)
    before = w._frame
    with pytest.raises(ZeroDivisionError):
        w.own = lambda w, g, t, state: 1 // 0
    assert w.own is step and w._frame == before

    def fails_far(w, g, t, state, eta):
        return w / (eta < 5) if eta < 5 else w * np.nan
    w.own = fails_far
    w.eta = 10.0
    assert "Your own code is not drawn: w_2 = [nan" in w.frame.sentence and len(w.frame.series["own"]["x"]) == 0
    w.eta = 1.0
    assert len(w.frame.series["own"]["x"]) > 1
    with pytest.raises(ValueError, match="'sgd' takes no code"):
        explore("sgd", own=step)


def test_an_error_in_a_text_names_its_line():
    with pytest.raises(ZeroDivisionError) as caught:
        explore("ogd", T=100, own="def step(w, g, t, state):\n    return 1 // 0\n")
    assert caught.traceback[-1].path == FILE or str(caught.traceback[-1].path).endswith(FILE)
