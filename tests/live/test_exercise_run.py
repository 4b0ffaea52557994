"""A reader's text is marked: the given lines, errors in the reader's own lines, what is printed, what is refused."""

import json
import math

import numpy as np
import pytest

from oco_live.exercises import NAMES, errors, output, run
from oco_live.exercises.exercise import Check, Exercise, Link, Refused, Verdict, function, get_exercise, scalar, vector
from oco_live.hosts import exercises as host
from oco_live.hosts import guard


def asked(check=None, **more):
    """An exercise that asks for a function f, and says what it returned."""
    default = lambda names: Verdict(function(names, "f")(2) == 4, f"f(2) is [{names['f'](2)}](measured).")
    return Exercise("test", "Twice", "write", ("Double it.",), check or default, "    return 2 * x", (),
                    **{"given": "a = 1\ndef f(x):", "start": "    return x"} | more)


@pytest.mark.parametrize("text", ["    return 2 * x", "return 2 * x", "# twice\nreturn 2 * x",
                                  "def f(x):\n  return 2*x", "if x:\n    return 2 * x\nreturn 0"])
def test_a_text_is_understood_with_or_without_its_spaces_or_its_head(text):
    assert run.mark(asked(), text)["state"] == "passed"


def test_a_wrong_answer_is_not_yet_right():
    found = run.mark(asked(), "    return x")
    assert (found["state"], found["lead"], found["sentence"]) == ("failed", "Not yet", "f(2) is [2](measured).")


@pytest.mark.parametrize("text, line, says", [
    ("    y = x\n    return yy", 2, "name 'yy' is not defined"), ("    return (x", 1, "never closed"),
    ("    return x.norm()", 1, "'int' object has no attribute 'norm'"), ("    raise SystemExit", 1, "SystemExit"),
    ("    return f(x)", 1, "maximum recursion depth"), ("def f(x):\n    y = 1\n    return z", 3, "'z' is not"),
])
def test_an_error_is_told_in_python_s_words_with_the_reader_s_line(text, line, says):
    found = run.mark(asked(), text)
    assert (found["state"], found["kind"], found["line"]) == ("failed", "error", line)
    assert says in found["sentence"] + found["message"] and "exercise" not in found["sentence"]
    assert found["lead"] == f"Error in line {line}"


def test_an_error_shows_what_the_names_held():
    found = run.mark(asked(), "    v = np.array([1.0, 2.0])\n    return v @ np.eye(3)")
    assert found["values"] == [["x", "2"], ["v", "(1, 2)"]] and found["hint"].startswith("`@` is the product")


@pytest.mark.parametrize("text, hint", [("    return (x", "not closed"), ("    return x)", "not opened")])
def test_a_bracket_too_many_is_told_from_one_too_few(text, hint):
    assert hint in run.mark(asked(), text)["hint"]


def test_a_light_answer_is_one_line_after_the_given_one():
    light = asked(lambda names: Verdict(names["eta"] == 2, "it is 2."), given="U, G = 2, 1\neta = ", light=True)
    assert run.mark(light, "U / G")["state"] == "passed" and run.mark(light, "U * G * 3")["state"] == "failed"
    assert run.mark(light, "U /")["line"] == 1


def test_print_floods_are_capped_and_counted():
    found = run.mark(asked(), "    print('a\\n' * 30000)\n    return 2 * x")
    assert found["output"]["text"].count("\n") == output.LINES and found["output"]["lost"] > 20_000
    found = run.mark(asked(), "    print('a' * 10**6)\n    return 2 * x")
    assert len(found["output"]["text"]) == output.CHARACTERS and found["output"]["lost"] >= 1


def test_our_own_mistakes_are_told_as_ours():
    with pytest.raises(ZeroDivisionError):
        run.mark(asked(lambda names: 1 / 0), "    return x")
    assert "name" in host.mark("nothing", "1")


def test_an_answer_that_changes_what_it_is_marked_with_does_not_pass(monkeypatch):
    guard.remember("ogd-step")
    solution = host.solution("ogd-step")
    assert json.loads(host.mark("ogd-step", solution))["state"] == "passed"
    monkeypatch.setattr(math, "pi", math.pi)  # restored in the end
    found = json.loads(host.mark("ogd-step", "    import math\n    math.pi = 3\n" + solution))
    assert found["state"] == "failed" and "change NumPy or Python" in found["sentence"]


def test_a_verdict_for_the_page_has_finite_numbers_only():
    assert host._plain({"a": [np.float64("nan"), 1.5, np.bool_(True)]}) == {"a": [None, 1.5, True]}


@pytest.mark.parametrize("value, says", [
    (None, "nothing"), (3.0, "a number"), ([1, 10**400], "no vector"),
    ([1, 2, 3], "shape (3)"), ("w", "vector")])
def test_what_is_no_vector_is_refused(value, says):
    with pytest.raises(Refused, match="your function returns") as refused:
        vector(value, 2)
    assert says in refused.value.sentence


def test_what_is_no_number_is_refused():
    assert scalar(np.array([2.0])) == 2
    for value in (None, "a", [1, 2], 10**400):
        with pytest.raises(Refused):
            scalar(value)


def test_an_unknown_exercise_is_named():
    with pytest.raises(ValueError, match="name = 'no': expected one of"):
        get_exercise("no")
    assert [get_exercise(name).name for name in NAMES] == list(NAMES)


def test_checks_are_plain_data():
    assert Verdict(True, "x.", checks=(Check("a", None, "1"),)).as_dict()["checks"] == [
        {"text": "a", "ok": None, "value": "1"}]
    assert errors.FILE not in run.mark(asked(), "    return y")["sentence"]


def test_a_link_says_whether_it_is_the_case_itself():
    own = Link("ogd", {"stream": "own", "rounds": "1,0; 0,2"}).as_dict()
    assert own["words"].startswith("Open this case") and own["params"]["rounds"] == "1,0;0,2"
    assert Link("sgd", {}).as_dict()["words"].startswith("See the like")
    assert Link("sgd", {}, "Elsewhere").as_dict()["words"] == "Elsewhere"
