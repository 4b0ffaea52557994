"""Marks a reader's text: a fresh namespace, a deadline, what it prints, and the exercise's check.

A reader may patch NumPy or Python itself; whoever marks many texts in one process asks `hosts.guard`.
"""

import contextlib

import numpy as np

from . import errors
from .deadline import Deadline, timed
from .exercise import Refused, get_exercise
from .output import Capped

LIMIT = 1.0  # seconds for the reader's lines, and again for marking them
_EMPTY = {"message": "", "line": 0, "values": [], "checks": [], "tried": "", "table": None, "pictures": [],
          "link": None, "hint": ""}


def mark(exercise, text):
    """The verdict on a reader's text, as plain data for JSON; raises nothing but what is our own mistake."""
    printed = Capped()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), np.errstate(all="ignore"):
        found = _marked(exercise, text, printed)
    return _EMPTY | found | {"output": printed.as_dict()}


def check(exercise, names):
    """The verdict on names that are there already, such as a notebook's functions."""
    try:
        return exercise.check(names).as_dict()
    except Refused as refused:
        return _refused(refused)


def _refused(refused):
    return {"state": "failed", "kind": "answer", "lead": "Not yet", "sentence": refused.sentence, "hint": refused.hint}


def _marked(exercise, text, printed):
    names = {"__name__": "__main__", "np": np, "printed": printed}
    try:
        timed(exec, compile(exercise.program(text), errors.FILE, "exec"), names, limit=LIMIT)
        return timed(check, exercise, names, limit=LIMIT)
    except Deadline as over:
        line = (errors.line_of(over) or 0) - exercise.before
        where = f"your code was still running in line {line}" if line > 0 else "your code was still running"
        return {"state": "stopped", "kind": "deadline", "lead": "Stopped", "line": max(line, 0),
                "values": errors.values_at(over), "sentence": f"after [{LIMIT:g} s](measured) {where}.",
                "hint": "Does the loop there ever end? Your text is kept, and Python is ready for the next run."}
    except RecursionError as error:
        return errors.told(error, exercise.before)
    except BaseException as error:  # a reader may raise anything, SystemExit too
        if errors.line_of(error) is None and not isinstance(error, (SyntaxError, SystemExit)):
            raise  # ours
        return errors.told(error, exercise.before)


def solution(name):
    """The solution, as the reader would type it."""
    return get_exercise(name).solution
