"""Whether a reader's code has changed what the next reader's answer is marked with: names of NumPy, of the core, and
Python's own.

Runs inside Pyodide. A reader who writes ``np.sqrt = lambda x: x`` changes it for as long as this Python lives; a page
then goes on with another one.
"""

import builtins
import math
import sys
from types import ModuleType

from ..exercises.exercise import get_exercise

_before = {}  # a module or class -> its names as they were


def remember(exercise=None):
    """What is here now is what must stay; what was known already counts as it was. exercise: the one that is marked
    next, whose modules are imported first."""
    if exercise is not None:
        get_exercise(exercise)
    for owner in _owners():
        if owner not in _before:
            _before[owner] = dict(vars(owner))


def changed():
    """Whether a name means something else than it did, or is gone. New names count where they hide a builtin; others,
    such as modules that NumPy imports late, change nothing."""
    return any(_differs(before, vars(owner)) for owner, before in _before.items())


def _differs(before, now):
    missing = object()
    if any(now.get(name, missing) is not value for name, value in before.items()):
        return True
    return len(now) > len(before) and any(hasattr(builtins, name) for name in now.keys() - before.keys())


def _owners():
    ours = [m for name, m in list(sys.modules.items()) if isinstance(m, ModuleType)
            and (name.partition(".")[0] in ("numpy", "oco_core") or name.startswith("oco_live.exercises"))]
    classes = {c for m in ours if m.__name__.startswith("oco_") for c in vars(m).values() if isinstance(c, type)}
    return [builtins, math, *ours, *classes]
