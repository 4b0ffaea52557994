"""What the explorers say, at random values of their controls: English, and so.

``python tests/live/test_sentences.py ogd 10000`` does for one explorer at length what the test here does briefly.
"""

import re
import sys
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

import numpy as np
import pytest
from support.language import NUMBER, WRONG, said, slips
from support.off_grid import random_params

from oco_live.explorer import NAMES, get

FRAMES = {
    "online_to_batch": 4, "perceptron": 12}  # of others 25: these play thousands of rounds on hundreds of training sets


def hunted(name, n, seed=0, steps=1):
    """(parameters, slip) for everything found in n random frames of that explorer. All parameters are drawn anew at
    every ``steps``-th frame, and one of them at the others: what depends on the rest need not be computed again."""
    explorer, rng, params = get(name), np.random.default_rng(seed), {}
    for i in range(n):
        drawn = random_params(explorer, rng)
        if i % steps:
            while drawn["stream"] != params["stream"]:
                drawn = random_params(explorer, rng)
            one = rng.choice([c.name for c in explorer.controls if c.name != "stream"])
            drawn = params | {one: drawn[one]}
        params = drawn
        frame = explorer.frame(**params)
        yield from ((frame.params, slip) for slip in slips(explorer, frame))


@pytest.mark.parametrize("name", NAMES)
def test_random_frames_speak_english_and_truth(name):
    found = list(hunted(name, FRAMES.get(name, 25)))
    assert not found, found[0]


@pytest.mark.parametrize("name", NAMES)
def test_so_do_the_frames_that_a_page_opens_with_and_its_examples(name):
    explorer = get(name)
    for params in [
        *(explorer.defaults(s) for s in explorer.control("stream").values), *map(explorer.preset, explorer.presets)]:
        assert slips(explorer, explorer.frame(**params)) == []


@pytest.mark.parametrize(
    "slip, text",
    [
        ("one of many", "1 of the 200 steps left; it has made 1 mistakes."),
        ("one of many", "fixed by 1 support vectors"), ("many of one", "after 2 round"),
        ("many of one", "stores 11 example"), ("many of one", "31 other game"),
        ("one with a plural verb", "1 of 200 steps were cut"),
        ("many with a singular verb", "12 of the 50 runs was held"), ("one as all", "all 1 runs"),
        ("two as all", "All 2 steps"), ("no number", "the regret is nan."), ("no number", "b = None"),
        ("what rounding leaves", "an excess of 6e−19"), ("at most nothing", "at most 0 on 90 %"),
        ("at most nothing", "at most −0.1"), ("more digits than are read", "radius U = 0.3768323100000001"),
        ("smaller by a factor", "1.4 times smaller"), ("once as large", "is 1 times the"),
        ("once as large", "that is 1·UG√T"), ("a share below zero", "−0.32 % of the bound"),
        ("a share too small to tell", "5.8e−4 % of"), ("blanks or points", "the  regret"),
        ("blanks or points", "holds ."), ("a word twice", "it is is"),
        ("a sentence that begins small", "It holds. the bound")],
)
def test_a_slip_is_found(slip, text):
    assert re.search(WRONG[slip], text)


def test_what_is_right_is_let_be():
    for text in (
        "1 of the 200 steps was cut, and 1 step left.", "31 other games cost as much", "T = 1 and U = 1 runs on",
        "0.1 steps", "2 of the 50 runs were", "at most 0.5", "1.1 times the bound", "1.5·UG√T", "with G = 1 and σ = 1",
        "0.5 % of 10 examples", "steps 1/(σt) are", "σ = 1 on"):
        assert [slip for slip, pattern in WRONG.items() if re.search(pattern, text)] == [], text


def test_false_words_and_false_numbers_are_found():
    """A frame whose facts or words are changed is caught: every claim and every printed number can fail."""
    explorer = get("ogd")
    frame = explorer.frame(stream="random_signs", T=100)
    assert slips(explorer, frame) == []
    for fact in ("regret", "bound", "bound_tuned", "eta_star", "regret_least"):
        assert slips(explorer, replace(frame, facts=frame.facts | {fact: 1.1 * frame.facts[fact] + 1}))
    assert slips(explorer, replace(frame, facts=frame.facts | {"regret_least": frame.facts["regret"] + 1}))
    for promise, kept in (
        ("guarantees 12.6", False), ("guarantees 12.7", True), ("is at most 12.6", False), ("is 12.6", True)):
        given = replace(
            frame, facts=frame.facts | {"promised": 12.64}, sentence=f"{frame.sentence} It {promise}.")
        assert (slips(explorer, given) == []) == kept
    bound = re.search(rf"the bound \[({NUMBER})\]", frame.headline)[1]
    assert slips(explorer, replace(frame, headline=frame.headline.replace(bound, "0.001")))
    assert slips(explorer, replace(frame, headline=f"Indeed, as one sees here and below, {frame.headline}"))
    assert slips(explorer, replace(frame, headline=frame.headline.replace("(bound)", "(bond)")))
    assert slips(
        explorer, replace(frame, sentence=frame.sentence.replace("has the least regret", "has least regret 1 steps")))
    assert any("legend" in where for where in said(explorer, frame))


if __name__ == "__main__":
    name, n, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    found = list(hunted(name, n, seed, steps=20))
    kinds = {re.sub(r"\d", "", slip[:60]): (params, slip) for params, slip in found}
    print(f"{name}: {len(found)} slips in {n} frames")
    for params, slip in kinds.values():
        print(params, slip, sep="\n    ")
