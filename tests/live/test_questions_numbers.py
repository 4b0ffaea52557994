"""The numbers of the answers to questions that are predicted: each is a fact of the move that it is of, taken here from
the frame a second time and by hand; and no number of the words is made up."""

import re

import pytest
from support import told as more
from support.asked import words_of

from oco_live.explorer import get
from oco_live.phrasing import text_of
from oco_live.questions import NAMES
from oco_live.questions.question import answered, frames, get_question

NUMBER = re.compile(r"(?<![\w.])−?\d+(?:\.\d+)?(?:e−?\d+)?(?![\d.]*\d)")
REGRESSION, RANDOM, QUARTIC = ({"stream": stream} for stream in ("regression", "random", "quartic"))
WORST = {"signs": "-+" * 5 + "-+++++"}
BY_HAND = {
    "ogd-small-step": [
        ("94.9", {}, "bound"), ("6320", {"eta": 0.01}, "bound"), ("38.6", {}, "regret"),
        ("8.01", {"eta": 0.01}, "regret")],
    "ogd-double-U": [
        ("285", {"U": 2.0}, "bound"), ("57.3", {"U": 2.0}, "regret"), ("190", {"U": 2.0, "eta": 2.0}, "bound"),
        ("77.2", {"U": 2.0, "eta": 2.0}, "regret")],
    "ogd-negative-regret": [
        ("−4180", {"stream": "mail_file"}, "regret"), ("1220", {"stream": "mail_file"}, "bound"),
        ("4290", {"stream": "mail_file"}, "loss_comparator")],
    "ogd-proof-line": [
        ("426", REGRESSION, "gradient"), ("500", REGRESSION, "bound"), ("62.4", REGRESSION, "diameter"),
        ("1010", REGRESSION | {"U": 2.0}, "gradient"), ("252", REGRESSION | {"U": 2.0}, "diameter"),
        ("0.588", REGRESSION | {"U": 2.0}, "regret")],
    "ogd-proof-tenth": [
        ("42.4", REGRESSION | {"eta": 0.1}, "gradient"), ("604", REGRESSION | {"eta": 0.1}, "diameter"),
        ("676", REGRESSION | {"eta": 0.1}, "bound")],
    "sc-tenth-sigma": [
        ("3.74", {}, "bound"), ("37.4", {"sigma": 0.1}, "bound"), ("1.12", RANDOM, "regret"),
        ("11.2", RANDOM | {"sigma": 0.1}, "regret")],
    "sc-who-is-ahead": [
        ("7.29", RANDOM | {"sigma": 0.1}, "regret_rival"), ("6.93", {"sigma": 0.1}, "norm_comparator"),
        ("803", {"sigma": 0.1}, "regret_rival"), ("68.2", {"sigma": 0.1, "U": 10.0}, "regret_rival")],
    "sc-printed-bound": [("3.74", {}, "regret"), ("3.45", {}, "bound_printed")],
    "sc-quartic-steps": [("1.17e131", QUARTIC, "norm_largest")],
    "otb-how-many-exceed": [
        ("0.737", {"delta": 0.5}, "bound"), ("0.559", {"delta": 0.9}, "bound"), ("7.93e−5", {}, "average_median")],
    "otb-smaller-delta": [
        ("1.44", {"delta": 0.01}, "bound"), ("0.568", {"delta": 0.5}, "bound_sharp"),
        ("0.77", {"delta": 0.01}, "bound_sharp")],
    "otb-more-examples": [("0.559", {"delta": 0.9}, "bound"), ("1.08", {}, "bound")],
    "otb-last-or-average": [
        ("5.8e−11", {"noise": 0.0}, "last_median"), ("9.84e−5", {"noise": 0.0}, "average_median"),
        ("1.11e−4", {}, "last_median"), ("7.93e−5", {}, "average_median"),
        ("3.72e−4", {"stream": "coin"}, "average_median"), ("0.00378", {"stream": "coin"}, "last_median")],
    "reg-regret-in-units": [("244", {"lam": 0.01}, "regret_A"), ("0.691", {"lam": 5.0}, "regret_A")],
    "reg-who-pays-more": [
        ("5.38", {}, "regret_A"), ("5.73", {}, "regret_B"), ("25", {"lam": 0.1}, "regret_A"),
        ("18.5", {"lam": 0.1}, "regret_B"), ("26", {}, "bound_B"), ("26.9", {}, "bound_A")],
    "reg-one-coin-turned": [("0.125", {}, "movement"), ("0.125", {}, "stability")],
    "reg-best-lambda": [
        ("0.00763", {"lam": 0.01}, "mean"), ("0.368", {"lam": 5.0}, "mean"), ("6.25", {"lam": 0.01}, "bound_here"),
        ("2.51", {"lam": 5.0}, "bound_here")],
    "reg-one-training-set": [
        ("5.34e−4", {}, "exceeding"), ("0.8", {}, "excess_largest"), ("0.5", {}, "bound_T18"),
        ("0.00147", {"m": 64}, "exceeding"), ("0.354", {"m": 64}, "bound_T18")],
    "lb-worst-signs": [
        ("1", {"signs": "+" * 16}, "regret"), ("4.64", {"signs": "+-" * 8}, "regret"), ("6.55", WORST, "regret"),
        ("6.55", {}, "record")],
    "lb-mean-of-games": [
        ("3.14", {}, "mean"), ("3.14", {"learner": "inverse"}, "mean"), ("11.3", {}, "promise"),
        ("6.55", {}, "record")],
    "lb-nothing-to-choose": [("3.14", {"learner": "minimax"}, "record")],
} | more.BY_HAND
#: What the words compute from facts: question -> facts of all states -> numbers.
MADE = {
    "ogd-double-U": lambda f: [2 * one["U"]**2 * one["T"]**0.5 / one["eta"] for one in f.values()] + [
        f["start"]["eta"] * f["start"]["G"]**2 * f["start"]["T"]**0.5],
    "ogd-proof-tenth": lambda f: [2 * f["tenth"]["U"]**2 * f["tenth"]["T"]**0.5 / f["tenth"]["eta"]] + [
        f["tenth"][fact] - f["start"][fact] for fact in ("bound", "regret")],
    "otb-more-examples": lambda f: [one["bound"] / one["average_quantile"] for one in f.values()] + [
        f[few]["average_median"] / f[many]["average_median"]
        for few, many in (("few", "many"), ("coin_few", "coin_many"))] + [500, 2000, 90],
    "sc-quartic-steps": lambda f: [
        get("strong_convexity").frame(projection="ball", **QUARTIC).series["distance"]["y"][-1]],
    "reg-regret-in-units": lambda f: [one["regret_A"] / one["unit"] for one in f.values()],
} | more.MADE
GIVEN = {"65536", "−1", *map(str, range(11))}  # the games of sixteen signs; an end of the coins' range; small ones
EVERY = pytest.mark.parametrize("name", NAMES)


def told(name):
    return [number for words in [answered(name)["text"], *words_of(name)] for number in NUMBER.findall(words)]


@pytest.mark.parametrize("name", BY_HAND)
def test_the_numbers_of_the_answers_are_the_frames_own(name):
    words, explorer = told(name), get(get_question(name).explorer)
    for number, move, fact in BY_HAND[name]:
        found = explorer.frame(**move).facts[fact]
        assert number in words and number in (text_of(found), str(found)), (number, move, fact)
        for control, value in explorer.checked(move).items():  # a place that the slider or the choice has
            own = explorer.control(control)
            assert own.kind == "signs" or value in own.values, (control, value)


@EVERY
def test_no_number_is_made_up(name):
    """Each is a fact or a parameter of one of the question's states, one that is computed from facts, or small."""
    asked = get_question(name)
    found = {state: frame.params | frame.facts for state, frame in frames(asked).items()}
    numbers = [v for one in found.values() for v in one.values() if isinstance(v, (int, float))]
    numbers += [v for move in asked.show for v in move.params.values() if isinstance(v, (int, float))]
    numbers += MADE.get(name, lambda f: [])(found)
    known = {text_of(value, digits) for value in numbers for digits in (2, 3, 4)} | GIVEN
    assert [number for number in told(name) if number not in known] == []
