"""Every exercise accepts its solution and refuses what is typically wrong, with its reason and a case to look at."""

import json
import re
from collections import Counter
from functools import cache

import numpy as np
import pytest

from oco_core import mistakes
from oco_live import exercise as exercise_in_a_notebook
from oco_live.exercises import NAMES, run
from oco_live.exercises.exercise import KINDS, get_exercise
from oco_live.explorer import get
from oco_live.hosts import exercises as host
from oco_live.phrasing import unmarked

EXERCISES = [get_exercise(name) for name in NAMES]
WRONG = [pytest.param(e, w, id=f"{e.name}-{i}") for e in EXERCISES for i, w in enumerate(e.wrong, 1)]
exercises = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.name)
MARK = re.compile(r"\[[^\]]+\]\((\w+)\)")


@cache
def marked(exercise, text):
    return run.mark(exercise, text)


def told(found):
    """The two texts that a reader sees first."""
    return unmarked(f"{found['sentence']} {found['hint']}")


def is_a_verdict(found):
    """One sentence with its number; what is marked is a reader's number or a bound; the link opens."""
    assert len(unmarked(found["sentence"]).split()) <= 15, found["sentence"]
    assert found["sentence"].endswith((".", "?", "!")) and re.search(r"\d|nothing|no ", found["sentence"])
    assert set(MARK.findall(found["sentence"])) <= {"measured", "bound"}
    if found["link"]:
        assert get(found["link"]["explorer"]).checked(found["link"]["params"]) == found["link"]["params"]
    if found["table"]:
        assert len(found["table"]["rows"]) <= 6
        assert {len(row) for row in found["table"]["rows"]} == {len(found["table"]["head"])}


@exercises
def test_the_solution_passes(exercise):
    found = marked(exercise, exercise.solution)
    assert found["state"] == "passed", (found["lead"], told(found))
    assert found["checks"] and all(c["ok"] is not False for c in found["checks"])
    is_a_verdict(found)


@pytest.mark.parametrize("exercise, wrong", WRONG)
def test_a_wrong_answer_is_refused_with_its_reason_and_a_case(exercise, wrong):
    found = marked(exercise, wrong.code)
    assert (found["state"], found["lead"]) == ("failed", "Not yet"), (found["lead"], told(found))
    assert wrong.says in told(found), told(found)
    assert found["link"], "no case to look at"
    is_a_verdict(found)


def test_a_gradient_for_each_example_is_to_be_averaged():
    found = marked(get_exercise("gd-batch"), "    return 2 * (X[rows] @ w - y[rows])[:, None] * X[rows]")
    assert found["state"] == "failed" and "Take the mean of the rows" in told(found)


def test_what_runs_away_is_not_said_to_be_divided_by_0():
    found = marked(get_exercise("reg-step"), "    return w - (v + w**3) / (lam * t)")
    assert "runs away" in told(found) and {check["value"] for check in found["checks"]} == {"no number"}


@pytest.mark.parametrize("name", ["pc-update", "pc-mistakes", "pc-comparator"])
def test_a_perceptron_s_case_opens_after_its_last_round(name):
    for wrong in get_exercise(name).wrong:
        params = marked(get_exercise(name), wrong.code)["link"]["params"]
        assert params["t"] == params["rounds"].count(";") + 1, wrong.code


@exercises
def test_the_start_runs_and_is_not_right(exercise):
    found = marked(exercise, exercise.start)
    assert found["state"] == "failed" and found["sentence"]
    assert found["kind"] != "error" or not exercise.start.strip(), told(found)


@exercises
def test_wrong_answers_get_messages_of_their_own(exercise):
    assert len(exercise.wrong) >= 3
    assert len({told(marked(exercise, w.code)) for w in exercise.wrong}) == len(exercise.wrong)


@exercises
def test_what_is_shown_gives_nothing_away(exercise):
    shown = "\n".join([*exercise.statement, exercise.given, exercise.start])
    assert exercise.solution.strip() not in shown
    for line in set(exercise.solution.split("\n")) - set(exercise.start.split("\n")):
        assert len(line.strip()) < 12 or line.strip() not in shown


@exercises
def test_the_statement_is_short_and_the_task_comes_first(exercise):
    assert len(unmarked(exercise.statement[0]).split()) <= 14
    assert sum(len(unmarked(p).split()) for p in exercise.statement) <= 110
    assert exercise.kind in KINDS and len(exercise.title) <= 30


@exercises
def test_marking_twice_gives_the_same(exercise):
    for text in (exercise.solution, *(w.code for w in exercise.wrong[:2])):
        assert run.mark(exercise, text) == marked(exercise, text)


ODD = ("None", "10 ** 400", "[10 ** 400]", "'a'", "[]", "np.nan", "[np.nan] * 8", "1e300", "1j", "print", "[1, 2]",
       "np.ones((2, 2))", "{}", "[(0, 0, 1)]", "[(1, 1, 1)] * 9", "[1e9] * 4", "-0.0")


@exercises
def test_whatever_is_answered_gets_a_sentence(exercise):
    for value in ODD:
        asks = exercise.given.split("\n")[-1].startswith("def ")
        name = exercise.start.split("=")[0]
        text = f"    return {value}" if asks else value if exercise.light else f"{name}= {value}"
        found = json.loads(host.mark(exercise.name, text))
        assert found["lead"] != "The book failed", (value, found["sentence"])
        assert len(unmarked(found["sentence"]).split()) <= 15, found["sentence"]
        assert not re.search(r"\b(nan|inf)\b", told(found)), told(found)


def test_what_is_printed_belongs_to_the_case_that_is_shown():
    step = get_exercise("ogd-step")
    found = run.mark(step, "    print(t, g)\n    return w")
    assert found["output"]["text"] == "1 [1. 0.]\n2 [0. 1.]\n" and len(found["table"]["rows"]) == 2
    assert run.mark(get_exercise("ogd-signs"), "print('once')\nsigns = []")["output"]["text"] == "once\n"


def test_a_notebook_s_own_names_stay_as_they_are():
    names = {"np": np, "U": 7.0}
    exec("def step(w, g, t):\n    return w * U", names)
    assert "outside" not in repr(exercise_in_a_notebook("ogd-step").check(names["step"])) and names["U"] == 7.0
    assert "5.86" in repr(exercise_in_a_notebook("ogd-signs").check([1, -1] * 5 + [-1] * 6))
    assert exercise_in_a_notebook("pc-comparator").check([0.8, 0.4]).passed


def test_the_u_that_is_said_to_be_best_is():
    from oco_live.exercises import hinge_and_perceptron as own
    best = mistakes.best(own.X_GIVEN, own.Y_GIVEN)
    assert np.allclose(best.u, own.LEAST_AT, atol=1e-6) and 5.13 < best.lower <= best.value < 5.145


def test_there_are_enough_of_every_kind_in_every_chapter():
    chapters, kinds = Counter(NAMES.values()), Counter(e.kind for e in EXERCISES)
    assert len(NAMES) >= 24 and len(chapters) == 10 and min(chapters.values()) >= 2
    assert set(kinds) == set(KINDS) and min(kinds.values()) >= 5
    assert sum(e.light for e in EXERCISES) <= 4
