"""What the Perceptron's explorer says is so, and its first look is one idea."""

import itertools
import re

import numpy as np
import pytest

from oco_core import streams
from oco_live.explorer import get, text_of
from oco_live.phrasing import plain

E = get("perceptron")
STREAMS = E.control("stream").values[:-1]  # of the last, "own", tell test_own_rounds.py
T = streams.MAIL_SIZE
MARKED = re.compile(r"\[([^\]]*)\]\((\w+)\)")


@pytest.mark.parametrize("stream", STREAMS)
def test_words_are_true(stream):
    for t, U in itertools.product((1, 1000, T), E.control("U").values):
        frame = E.frame(stream=stream, t=t, U=U)
        f, said = frame.facts, frame.sentence
        assert f"After all {T} rounds there will be" in said or t == T
        assert (f"{f['M_last']} mistakes." in said) == (f["M"] < f["M_last"])
        for name in ("bound_U_last", "bound_best_last"):
            assert (f[name] < T
                    or f"{text_of(f[name])} mistakes by the best u of norm up to U = {text_of(U)}, charged for U, no "
                       f"less than" in said)
        assert ("A longer one costs more" in said) <= (U > f["norm_best"])
        assert ("A shorter one saves less" in said) <= (U < f["norm_best"])
        for fact in ("bound_U_last", "bound_best_last", "norm_best", "implicit_last", "norm_w"):
            assert text_of(f[fact]) in said


@pytest.mark.parametrize("params, headline", [
    ({}, "16 mistakes in 1000 rounds; a margin of 0.05 allows 400."),
    ({"t": 1}, "1 mistake in 1 round; a margin of 0.05 allows 400, which says nothing yet."),
    ({"margin": 0.02, "t": T}, "11 mistakes in 4601 rounds; a margin of 0.02 allows 2500."),
    ({"stream": "noisy", "t": T}, "974 mistakes in 4601 rounds; no line leaves a margin to bound them."),
    ({"stream": "mail_file"}, "1 mistake in 1000 rounds; no u leaves a margin to bound them."),
    ({"stream": "orthonormal", "t": 50},
     "50 mistakes in 50 rounds; a margin of 0.1 allows 100, which says nothing yet."),
])
def test_the_headline(params, headline):
    assert plain(E.frame(**params).headline) == headline


@pytest.mark.parametrize("stream", STREAMS)
def test_the_headline_at_random(stream):
    """At most 15 words; its numbers are the facts that stand at the ends of their curves; the early frame has none."""
    rng = np.random.default_rng(0)
    for _ in range(12):
        p = {"stream": stream, "t": int(np.exp(rng.uniform(0, np.log(T)))), "seed": int(rng.integers(20))}
        p |= {"margin": float(rng.uniform(0.02, 0.5))} if stream in ("separable", "noisy") else {}
        early, frame = E.frames(**p)
        f, marked = frame.facts, dict((name, text) for text, name in MARKED.findall(frame.headline))
        assert early.headline == "" and len(plain(frame.headline).split()) <= 15
        assert marked["mistakes"] == str(f["M"])
        assert ("margin_bound" in marked) == f["separable"]
        assert not f["separable"] or marked["margin_bound"] == text_of(f["bound_separable"])
        assert ("says nothing" in frame.headline) == (f["separable"] and f["bound_separable"] >= f["t"])


def test_the_first_look_is_one_idea():
    first = [s for s in E.series if s.first and E.frame().status.get(s.name) != "absent"]
    assert [c.name for c in E.controls if c.first] == ["t", "margin"] and E.panels[0].name == "plane"
    assert [s.name for s in first if s.panel == "plane"] == [
        "margin", "w_line", "side_plus", "side_minus", "minus", "plus", "wrong"]
    for panel in E.panels:
        lines = [s for s in first if s.panel == panel.name and s.kind == "line" and s.label]
        assert len(lines) <= 3 and len(panel.title) < 25 and " " not in panel.tab


def test_a_bound_above_the_number_of_rounds_says_nothing():
    """T9 is drawn and told as min(T9, t)."""
    seen = set()
    for noise, U in itertools.product((0.0, 0.2, 0.5), (1.0, 32.0)):
        frame = E.frame(stream="noisy", noise=noise, U=U, t=60)
        f = frame.facts
        assert ("charged for U, no less than there are rounds, which says nothing"
                in frame.sentence) == (f["bound_U_last"] >= T)
        for name, bound in (("radius_bound", "U"), ("best_bound", "best"), ("implicit", "implicit")):
            t, curve = frame.series[name]["x"], frame.series[name]["y"]
            assert np.all(curve <= t)
            exact = f["implicit" if bound == "implicit" else f"bound_{bound}"]
            assert f[f"allowed_{bound}"] == min(exact, 60)
        seen.add(f["bound_U_last"] >= T)
    assert seen == {False, True}


@pytest.mark.parametrize("params, fact, value", [
    ({"stream": "orthonormal"}, "M_last", 100), ({"stream": "orthonormal"}, "bound_separable", 100),
    ({"stream": "orthonormal"}, "bound_best_last", 100), ({"stream": "orthonormal"}, "implicit_last", 100),
    ({"stream": "orthonormal"}, "bound_U_last", 1200), ({"stream": "orthonormal", "U": 16.0}, "bound_U_last", 256),
    ({"stream": "noisy"}, "M_last", 974), ({"stream": "noisy"}, "bound_separable", 400)])
def test_what_the_text_below_the_picture_says(params, fact, value):
    assert text_of(E.frame(**params).facts[fact]) == text_of(value)
