"""The exercises' side of the reader's browser: a reader's text in, a verdict as JSON text out.

Runs inside Pyodide, so NumPy and the standard library only.
"""

import json
import traceback

import numpy as np

from oco_live.exercises import run
from oco_live.exercises.exercise import get_exercise
from oco_live.hosts import guard


def mark(name, text):
    """The verdict on a reader's text as JSON text. Never raises; what is no finite number becomes null."""
    try:
        found = run.mark(get_exercise(name), text)
        if found["state"] == "passed" and guard.changed():  # perhaps by what it was marked with
            found |= {"state": "failed", "lead": "Not yet", "hint": "Write it without, then it can be marked.",
                      "sentence": "your lines change NumPy or Python itself."}
        return json.dumps(_plain(found), allow_nan=False)
    except BaseException as error:  # our mistake: the reader gets a line, the console the whole story
        traceback.print_exc()
        return json.dumps({"state": "failed", "kind": "error", "lead": "The book failed", "line": 0, "values": [],
                           "sentence": f"{type(error).__name__}: {error}", "message": "", "checks": [], "tried": "",
                           "table": None, "pictures": [], "link": None, "output": {"text": "", "lost": 0},
                           "hint": "This is the book’s mistake, not yours. Your text is kept."})


def solution(name):
    """A solution, as the reader would type it."""
    return run.solution(name)


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, (np.bool_, np.number)):
        value = value.item()
    return None if isinstance(value, float) and not abs(value) < float("inf") else value
