"""Points on the line that degree 3 separates and degree 2 does not (D20, T25)."""

import numpy as np

from oco_core import kernels, svm

from ...explorer import Axis, Panel, Series
from ...style import MEASURED, Style
from .. import properties
from ..exercise import Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, number

MOST = 12


def _points(names):
    """The reader's points, (m,), in order, and their labels. Raises `Refused` for anything else."""
    try:
        found = np.array([(float(x), float(y)) for x, y in names["points"]])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Refused("`points` is [no](measured) list of pairs.", "Write it like `[(-1, 1), (2, -1)]`.") from None
    if not 1 <= len(found) <= MOST:
        raise Refused(f"you gave [{len(found)}](measured) points, and 1 to {MOST} will do.")
    x, y = found.T
    if not (abs(y) == 1).all():
        raise Refused(f"a label is [{number(y[abs(y) != 1][0])}](measured), and only 1 or −1 will do.")
    far = x[~((x == 0) | (abs(x) >= 0.01) & (abs(x) <= 10))]
    if len(far):
        raise Refused(f"an *x* is [{number(far[0])}](measured): take 0, or a size from 0.01 to 10.")
    order = np.lexsort((y, x))
    return x[order], y[order]


def _changes(x, y):
    """How often the labels change along the line, or None where one point has both. A polynomial of degree n separates
    the points if and only if they change at most n times: it has n zeros at most, and they can lie in the gaps."""
    if ((x[1:] == x[:-1]) & (y[1:] != y[:-1])).any():
        return None
    return int((y[1:] != y[:-1]).sum())


def _function(x, y, degree):
    """The f of largest margin, scaled to y·f ≥ 1, and that margin; (None, 0) where nothing separates."""
    K = kernels.polynomial(degree)
    found = svm.hard_margin(K(x[:, None], x[:, None]), y)
    if not found.separable:
        return None, 0.0
    return lambda at: (found.alpha * y) @ K(x[:, None], np.asarray(at, dtype=float)[:, None]), found.value


def _check(names):
    x, y = _points(names)
    changes = _changes(x, y)
    two, three = (changes is not None and changes <= n for n in (2, 3))
    f, margin = _function(x, y, 2 if two else 3) if three else (None, 0.0)
    passed = three and not two
    checks = (Check("with degree 3 some *f* separates them", three,
                    f"margin {number(margin)}" if passed and margin else ""),
              Check("with degree 2 none does", not two, f"margin {number(margin)}" if two else ""))
    m = f"[{len(x)}](measured) {'point' if len(x) == 1 else 'points'}"
    if passed:
        said, hint = (f"degree 3 separates your {m}, and degree 2 does not.",
                      "The labels change 3 times along the line. A polynomial of degree 2 has two zeros at most, one "
                      "of degree 3 can have one in each gap.")
    elif two:
        said = f"degree 2 separates your {m} already."
        hint = ("Even a threshold does: the labels change once at most." if changes < 2 else
                "A parabola can be positive outside and negative between its 2 zeros. What has a cubic more?")
    elif changes is None:
        said = f"no degree separates your {m}."
        hint = "One of them has both labels: every function is wrong on one of the two."
    else:
        said = f"degree 3 does not separate your {m} either."
        hint = f"The labels change {changes} times along the line; a polynomial of degree 3 has three zeros at most."
    rows = tuple((number(a), number(b), "" if i == 0 else "yes" if b != y[i - 1] else "no")
                 for i, (a, b) in enumerate(zip(x, y)))[:6]
    features = np.column_stack([np.ones(len(x)), np.sqrt(2) * x, x * x])
    passes = max(1, 60 // len(x))
    rounds = properties.rounds_text(np.tile(features, (passes, 1)), np.tile(y, passes))
    return Verdict(passed, said, hint, checks, Table(("*x*", "label", "changes"), rows), (_picture(x, y, f),),
                   Link("perceptron", {"stream": "own", "rounds": rounds, "t": passes * len(x)}),
                   "your points; the explorer reads them again and again, as (1, √2*x*, *x*²)")


def _picture(x, y, f):
    """The points at the heights of their labels, and the f of largest margin where one separates."""
    reach = max(1.0, float(abs(x).max())) * 1.15
    panel = Panel("line", "Points and f", x=Axis("x", (-reach, reach), fixed=True), y=Axis("f", (-4, 4), fixed=True),
                  levels=(0,))
    at = np.linspace(-reach, reach, 121)
    series = (Series("f", "line", "", MEASURED, pinned=True, end="f"),
              Series("plus", "line", "", Style("ink", width=9, ends="plus"), kind="points"),
              Series("minus", "line", "", Style("ink", width=9, ends="minus"), kind="points"))
    return Picture(panel, series, {"f": ([], []) if f is None else (at, f(at)), "plus": (x[y > 0], y[y > 0]),
                                   "minus": (x[y < 0], y[y < 0])})


LINE = Exercise(
    name="kernel-line", title="Degree 3 and not degree 2", kind="break",
    statement=(
        "Find points on the line that degree 3 separates and degree 2 does not.",
        "Degree *n* means the kernel (1 + *x*·*x*′)ⁿ: *f* is any polynomial of degree up to *n*. It separates the "
        "points if *f*(*x*) has the sign of the label at each of them. Give pairs of *x* and its label, 1 or −1.",
        "It is tested on your points alone, of which there may be twelve, between −10 and 10."),
    start="points = [(-1, -1), (1, 1)]", check=_check, solution="points = [(-3, 1), (-1, -1), (1, 1), (3, -1)]",
    wrong=(
        Wrong("points = [(-1, 1), (0, -1), (1, 1)]", "parabola"),
        Wrong("points = [(-3, 1), (-1, -1), (1, -1), (3, 1)]", "parabola"),
        Wrong("points = [(-2, 1), (-1, -1), (0, 1), (1, -1), (2, 1)]", "three zeros"),
        Wrong("points = [(-1, 1), (1, -1), (1, 1), (2, -1)]", "both labels"),
    ),
)
