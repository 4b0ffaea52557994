"""A reader's own code for an explorer: a text and parameters in, what to draw and to say out, as JSON text.

Runs inside the readers' own Python, apart from the explorers': NumPy and the standard library only.
"""

import contextlib
import json
import time
import traceback

import numpy as np

from oco_core import attack, own, streams
from oco_live.exercises import errors
from oco_live.exercises.deadline import Deadline, timed
from oco_live.exercises.output import Capped
from oco_live.explorer import get
from oco_live.explorers.own import PLACES, statuses
from oco_live.phrasing import of, text_of

LIMIT = 1.0  # seconds for the reader's lines
DRAWS = 2.0  # seconds for what comes of them; the page ends what takes 2.5
SEARCH = 0.4  # seconds of a search, after which it tells how far it is
T_ATTACK = 100  # rounds, unless the question says otherwise


def prepared(explorer, params):
    """Computes what `own_frame` needs besides the reader's text, so that this has all its time for it."""
    PLACES[explorer].prepare(get(explorer).settled(params))
    return {"state": "prepared"}


def own_frame(explorer, params, code, facts=None):
    """What a reader's text gives in an explorer: {"state": "drawn", "series", "facts", "status", "said", "granted"}, or
    {"state": "failed" or "stopped", "sentence", "hint", "line"}. facts: those of the explorer's own frame. Raises
    ValueError for parameters that make no sense, and nothing that is the reader's doing."""
    place, params = PLACES[explorer], get(explorer).settled(params)

    def work(function, names):
        claims = {name: check(names.get(name, usual)) for name, (usual, check) in place.claims.items()}
        found = place.frame(params, function, facts, **claims)
        series = {name: {axis: np.asarray(v, dtype=float).tolist() for axis, v in curve.items()}
                  for name, curve in found["series"].items()}
        return found | {"state": "drawn", "series": series, "status": statuses(series)}

    return _answer(place, params, code, work)


def own_attack(params, code, T=T_ATTACK, seed=0, start=None):
    """A part of a search for the stream that costs a reader's step most: {"state": "found", "tries", "ratio", "how",
    "rounds", "said"}; start: the answer of the part before."""
    place, params = PLACES["ogd"], get("ogd").settled(params)

    def work(step, names):
        end, record = time.perf_counter() + SEARCH, None
        if start:
            g = streams.written(start["rounds"]).X
            record = attack.Record(start["tries"], start["ratio"], g, start["how"], False)
        for record in attack.search(own.learner(step), T, 10**6, params["U"], seed, record):
            if time.perf_counter() > end:
                break
        rounds = streams.written_as(np.trunc(record.g * 1e6) / 1e6, np.ones(T))
        return {"state": "found", "tries": record.tries, "ratio": record.ratio, "how": record.how, "rounds": rounds,
                "said": _attack_said(record, T)}

    return _answer(place, params, code, work)


def _attack_said(record, T):
    over = record.ratio > 8**0.5 * (1 + 1e-9)
    said = (f"After {record.tries} streams of {T} rounds the costliest has regret "
            f"{of('own', text_of(record.ratio))}·UG√T ({record.how})")
    return said + (": more than √8, so that UG√(8T) does not hold for it." if over else ", less than √8 = 2.83.")


def _answer(place, params, code, work):
    """work(function, names) under the deadline, for the reader's function; what goes wrong, in a sentence."""
    names = {"__name__": "__main__", "np": np} | place.given(params)
    printed, limit = Capped(), LIMIT
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), np.errstate(all="ignore"):
            timed(exec, compile(code, errors.FILE, "exec"), names, limit=LIMIT)
            function = names.get(place.name)
            if not callable(function):
                first = next(line for line in place.start.splitlines() if line.startswith("def "))
                return _failed(f"there is no function `{place.name}`.", f"It begins: `{first}`")
            limit = DRAWS
            return timed(work, function, names, limit=DRAWS)
    except Deadline as over:
        line = _line_of(over)
        where = f" in line {line}" if line else ""
        return {"state": "stopped", "line": line, "hint": "Does a loop there ever end? Your text is kept.",
                "sentence": f"Stopped after {limit:g} s: your code was still running{where}."}
    except BaseException as error:  # a reader may raise anything, SystemExit too
        if errors.line_of(error) is None and isinstance(error, ValueError):
            return _failed(_sentence(error), "")  # what came of the reader's function is no answer
        if errors.line_of(error) is None and not isinstance(error, (SyntaxError, SystemExit, RecursionError)):
            raise
        told = errors.told(error, 0)
        return _failed(f"{told['message'] + ': ' if told['message'] else ''}{told['sentence']}", told["hint"],
                       told["line"])


def _line_of(over):
    """The reader's line: what the core leaves on the way out raises once more, and the first is its context."""
    while over and not errors.line_of(over):
        over = over.__context__
    return errors.line_of(over) if over else 0


def _sentence(error):
    return str(error) if str(error).endswith((".", "?", "!")) else f"{error}."


def _failed(sentence, hint, line=0):
    lead = f"Error in line {line}: " if line else "Not drawn: "
    return {"state": "failed", "sentence": lead + sentence, "hint": hint, "line": line}


def answer(text):
    """The answer to {"do": "prepare", "frame" or "attack", …arguments}, as JSON text. Never raises."""
    try:
        question = json.loads(text)
        do = {"prepare": prepared, "frame": own_frame, "attack": own_attack}[question.pop("do")]
        return json.dumps(do(**question), allow_nan=False)
    except ValueError as error:
        return json.dumps({"state": "failed", "sentence": _sentence(error), "hint": "", "line": 0})
    except BaseException as error:  # our mistake
        traceback.print_exc()
        return json.dumps({"state": "failed", "sentence": f"The book failed: {type(error).__name__}: {error}.",
                           "hint": "This is the book’s mistake, not yours.", "line": 0})
