"""A reader's error in Python's own words, with the reader's line, what the names held there, and a hint where the book
knows the cause. Frames of ours are hidden."""

import traceback

import numpy as np

from .exercise import number

FILE = "your code"

#: (type, part of Python's words, hint): the first that fits.
HINTS = (
    ("NameError", "'math'", "`np` is given: write `np.sqrt(t)`."),
    ("NameError", "'sqrt'", "The root is `np.sqrt`."),
    ("NameError", "'norm'", "The norm is `np.linalg.norm(v)`."),
    ("NameError", "'η'", "The given line calls it `eta`."),
    ("AttributeError", "'norm'", "The norm is `np.linalg.norm(v)`."),
    ("TypeError", "bitwise_xor", "A power is written `**` in Python, not `^`."),
    ("TypeError", "for ^", "A power is written `**` in Python, not `^`."),
    ("TypeError", "not callable", "Is a `*` missing in front of a bracket?"),
    ("TypeError", "NoneType", "Something is `None`: is a `return` missing?"),
    ("ValueError", "truth value",
     "Comparing vectors gives a vector. Compare a number, the norm `np.linalg.norm(v)`, with `U`."),
    ("ValueError", "matmul", "`@` is the product of vectors; for a number times a vector write `*`."),
    ("UnboundLocalError", "", "A name that gets a value inside the function is local to it. Take another name."),
    ("IndentationError", "", "All lines of the function start with the same four spaces."),
    ("SyntaxError", "was never closed", "A bracket is opened and not closed."),
    ("SyntaxError", "unmatched", "A bracket is closed that was not opened, or one too many."),
    ("SyntaxError", "",
     "Look at the marked line and the end of the one above: a `:`, a `)` or a `*` may be missing."),
    ("RecursionError", "", "The function calls itself without end. The rounds are played for you: one call makes one "
                           "step."),
)
SHORT = 72  # characters: longer words of Python's go below the sentence


def _frames(error):
    """(frame, line) of the reader's frames, outermost first. By hand: the module traceback would look up the source of
    each of a thousand frames."""
    step = error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename == FILE:
            yield step.tb_frame, step.tb_lineno
        step = step.tb_next


def line_of(error):
    """The line of the program in which a reader's code went wrong, or None. Of an endless recursion, where it began."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno
    lines = [line for _, line in _frames(error)]
    return lines[0 if isinstance(error, RecursionError) else -1] if lines else None


def values_at(error):
    """[name, text] of what the reader's names held there: numbers, short vectors and None."""
    frames = [frame for frame, _ in _frames(error) if frame.f_code.co_name != "<module>"]
    found = []
    for name, value in frames[-1].f_locals.items() if frames else ():
        if value is None:
            found.append([name, "None"])
        elif isinstance(value, (bool, int, float, np.number)) and abs(value) < 1e15:
            found.append([name, number(value)])
        elif type(value) is np.ndarray and value.dtype.kind in "fi":
            found.append([name, f"({', '.join(map(number, value))})" if value.ndim == 1 and value.size <= 6
                          else f"an array of shape {value.shape}"])
    return found[:8]


def told(error, before):
    """A verdict, as JSON's data, on code that raised. before: the number of lines before the reader's first."""
    kind = type(error).__name__
    words = traceback.TracebackException.from_exception(error, limit=1)
    words = [*words.format_exception_only()][-1].strip().removeprefix(f"{kind}: ")
    line = (line_of(error) or 0) - before
    short = len(words) <= SHORT and "\n" not in words
    return {
        "state": "failed", "kind": "error", "line": max(line, 0), "values": values_at(error),
        "lead": f"Error in line {line}" if line > 0 else "Error in your code",
        "sentence": ((words if words[-1] in ".?!" else words + ".") if short else f"{kind}."),
        "message": kind if short else f"{kind}: {words}",
        "hint": next((hint for name, part, hint in HINTS if name == kind and part in words), ""),
    }
