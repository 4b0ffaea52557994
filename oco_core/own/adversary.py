"""A function of the reader as an `Adversary` of linear losses, and what is no answer of one."""

import inspect

import numpy as np

from ..engine import check
from ..streams import Adversary
from .answers import numbers

__all__ = ["adversary"]

ROUNDING = 1e-12  # relative: what a gradient that was divided by its own length may have too much


def adversary(answer, d=1, G=1.0):
    """The `Adversary` of d coordinates that answers w_t with the linear loss g_t·w, g_t = answer(w_t, t), ‖g_t‖ ≤ G.

    answer may take a third argument, a dict that is its own and empty whenever round 1 is played. w_t is a copy; for
    d = 1 a number is an answer. What is no vector of d finite numbers, or longer than G, raises ValueError in ``play``
    that names the round; what answer itself raises is passed on.
    """
    if not callable(answer):
        check.fail("answer", answer, "a function answer(w, t)")
    d, G = check.count("d", d, least=1), check.positive("G", G)
    remembers = _asks_for(answer, 3)

    def start(shape):
        if len(shape) != 1:
            check.fail("answer", "many runs at once", "one run")
        t, state = 0, {}

        def answers(w):
            nonlocal t
            t += 1
            g = answer(w.copy(), t, state) if remembers else answer(w.copy(), t)
            if d == 1 and isinstance(g, (int, float, np.generic)):
                g = [g]
            g = numbers(f"g_{t}", g, (d,), "answer", f"as d = {d}")
            length = float(np.linalg.norm(g))
            if length > G * (1 + ROUNDING):
                check.fail(f"‖g_{t}‖", length, f"at most G = {G:g}")
            return g, 1.0

        return answers

    return Adversary("own", d, start)


def _asks_for(function, count):
    """Whether a function must be given so many arguments by position."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in kinds and p.default is p.empty for p in found) >= count
