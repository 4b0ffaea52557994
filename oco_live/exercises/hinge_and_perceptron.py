"""Exercises of the chapter on the hinge loss and the Perceptron (A4, T8, T9; errata E8, E10)."""

import itertools

import numpy as np

from oco_core import bounds, learners, losses, mistakes, play

from ..explorer import Axis, Panel, Series
from ..phrasing import agree
from ..style import MEASURED, Style
from . import properties
from .exercise import Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number, vector
from .plane import separated

LEARNER = learners.perceptron()


def _run(X, y):
    return play(LEARNER, losses.hinge, np.asarray(X, dtype=float), np.asarray(y, dtype=float))


def _link(X, y, **more):
    return Link("perceptron", {"stream": "own", "rounds": properties.rounds_text(X, y), "t": len(y), "eta": 1.0} | more)


# ---------------------------------------------------------------- the update

_right = lambda w, x, y: w + y * x if y * (w @ x) <= 0 else w
#: A wrong update, and what is wrong with it.
_UPDATES = (
    (lambda w, x, y: w + y * x if y * (w @ x) < 0 else w,
     "Your *w* never leaves 0, where every *y*·*w*·*x* is 0. A tie counts as a mistake, ≤ 0 and not < 0, and then *w* "
     "becomes *w* + *yx*."),
    (lambda w, x, y: w + y * x if y * (w @ x) < 1 else w,
     "That is gradient descent on the hinge loss, which also moves where 0 < *y*·*w*·*x* < 1. The Perceptron moves "
     "after mistakes only."),
    (lambda w, x, y: w + y * x if y * (w @ x) <= 1 else w,
     "You also move where 0 < *y*·*w*·*x* ≤ 1. The Perceptron moves after mistakes only."),
    (lambda w, x, y: w + y * x, "You move in every round. The Perceptron moves after mistakes only, *y*·*w*·*x* ≤ 0."),
    (lambda w, x, y: w + x if y * (w @ x) <= 0 else w,
     "Where is the label? A mistake with *y* = −1 asks for a step against *x*: add *y* times *x*."),
    (lambda w, x, y: w - y * x if y * (w @ x) <= 0 else w,
     "Your sign is the other one: *w* + *yx* raises *y*·*w*·*x* by ‖*x*‖²."),
    (lambda w, x, y: w + y * x if w @ x <= 0 else w,
     "Your test leaves the label out: a mistake is *y*·*w*·*x* ≤ 0, not *w*·*x* ≤ 0."),
)


def _walk(update, X, y):
    """w_1 .. w_{T+1} of a reader's update."""
    path = [np.zeros(X.shape[1])]
    for x, label in zip(X, y):
        path.append(vector(update(path[-1].copy(), x.copy(), float(label)), X.shape[1]))
    return np.array(path)


def _streams():
    rng = np.random.default_rng(6)
    for d in (1, 2, 3):
        for wrong in (0.0, 0.2):
            X = rng.integers(-4, 5, size=(25, d)) / 2
            yield X, np.where((X @ np.arange(1, d + 1) >= 0) ^ (rng.random(25) < wrong), 1.0, -1.0)


def _small_case(update):
    """(X, y, path) of at most three rounds in the plane on which the update goes wrong, the shortest; or None."""
    points = list(map(np.array, [(1.0, 0), (0, 1.0), (0.5, 0), (1.0, 1), (-1.0, 1)]))
    for T in (1, 2, 3):
        for case in itertools.product(itertools.product(points, (1.0, -1.0)), repeat=T):
            X, y = np.array([x for x, _ in case]), np.array([label for _, label in case])
            path = _walk(update, X, y)
            if properties.first_different(path, _walk(_right, X, y), 1.0) is not None:
                return X, y, path
    return None


def _check_update(names):
    update, only = function(names, "update"), properties.printing(names)
    tried = [(X, y, _walk(update, X, y)) for X, y in _streams()]
    runs = [_run(X, y) for X, y, _ in tried]
    same = [properties.first_different(path, run.w, 1.0) is None for (*_, path), run in zip(tried, runs)]
    rounds = sum(len(y) for _, y, _ in tried)
    checks = (Check("each *w* is the book’s, to 10⁻¹²", all(same), f"on {sum(same)} of {len(same)} streams"),)
    told = f"{len(tried)} streams of 25 rounds, in one, two and three dimensions"
    if all(same):
        X, y, _ = tried[2]
        only(lambda: _walk(update, X[:3], y[:3]))
        M, limit = sum(int(run.updates.sum()) for run in runs), bounds.perceptron.of(runs[2], u=[1.0, 2.0])
        checks += (Check("the mistakes on the third stream are within T9’s bound", bool(runs[2].updates.sum() <= limit),
                         f"{runs[2].updates.sum()} of {number(limit)}"),)
        return Verdict(True, f"[{M}](measured) mistakes in {rounds} rounds, those of the book’s Perceptron.",
                       "T8 and T9 hold for your update: they use no more than these two lines.", checks,
                       link=_link(X, y), tried=told)
    why = next((why for known, why in _UPDATES
                if all(np.allclose(_walk(known, X, y), path) for X, y, path in tried)), "")
    X, y, path = _small_case(update) or next(case for case, ok in zip(tried, same) if not ok)
    path, right = only(lambda: _walk(update, X, y)), _walk(_right, X, y)
    bad = properties.first_different(path, right, 1.0)
    rows = tuple((str(t + 1), properties.point(X[t]), number(y[t]), number(y[t] * (right[t] @ X[t])),
                  properties.point(path[t + 1]), properties.point(right[t + 1])) for t in range(max(0, bad - 6), bad))
    table = Table(("*t*", "*x*", "*y*", "*y*·*w*·*x*", "your next *w*", "right *w*"), rows, len(rows) - 1)
    said = (f"in round {bad} your *w* is [{properties.point(path[bad])}](measured), the right one "
            f"[{properties.point(right[bad])}](bound).")
    return Verdict(False, said, why or "Either *w* stays, or *yx* is added to it.", checks, table, link=_link(X, y),
                   tried=told)


UPDATE = Exercise(
    name="pc-update", title="After a mistake only", kind="write",
    statement=(
        "Complete one round of the Perceptron, with step 1.",
        "The learner stands at *w* and sees the example *x* with its label *y*, 1 or −1. Return its next *w*. It "
        "starts at *w* = 0, and a tie, *w*·*x* = 0, counts as a mistake.",
        "It is tested on streams with right and with wrong labels, in one, two and three dimensions."),
    given="import numpy as np\ndef update(w, x, y):",
    start="    return w",
    check=_check_update,
    solution="    if y * (w @ x) <= 0:\n        return w + y * x\n    return w",
    wrong=(Wrong("    if y * (w @ x) < 0:\n        return w + y * x\n    return w", "A tie counts as a mistake"),
           Wrong("    if y * (w @ x) < 1:\n        return w + y * x\n    return w",
                 "gradient descent on the hinge loss"),
           Wrong("    if y * (w @ x) <= 0:\n        return w + x\n    return w", "Where is the label?"),
           Wrong("    return w + y * x", "in every round"),
           Wrong("    if w @ x <= 0:\n        return w + y * x\n    return w", "leaves the label out")),
)


# ---------------------------------------------------------------- exactly five mistakes

MISTAKES, MOST = 5, 6


def _examples(names):
    """The reader's examples, X (T, 2) and y (T,). Raises `Refused` for anything else."""
    try:
        found = np.array(names.get("examples"), dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise Refused("`examples` is [no list of triples](measured).",
                      "Write it like `[(1, 0, 1), (0, 1, -1)]`.") from None
    if found.ndim != 2 or found.shape[1] != 3:
        raise Refused("an example has [3](bound) numbers: two of *x*, and its label.",
                      "Write `examples` like `[(1, 0, 1), (0, 1, -1)]`.")
    if len(found) > MOST:
        raise Refused(f"you gave [{len(found)}](measured) examples, and at most [{MOST}](bound) are allowed.")
    X, y = found[:, :2], found[:, 2]
    if (abs(y) != 1).any():
        raise Refused(f"a label is [{number(y[abs(y) != 1][0])}](measured), and only 1 or −1 will do.")
    if not ((abs(X) <= 100) & ((X == 0) | (abs(X) >= 0.01))).all() or not X.any(axis=1).all():
        raise Refused("each *x* needs coordinates between [−100](bound) and [100](bound), and no *x* is 0.",
                      "A coordinate that is not 0 has at least the size 0.01.")
    return X, y


def _check_mistakes(names):
    X, y = _examples(names)
    run, wide = _run(X, y), mistakes.margin(X, y)
    M, separable, gamma = int(run.updates.sum()), bool(wide.value > 0), wide.value
    rows = tuple((str(t), properties.point(x), number(label), properties.point(w), number(label * (w @ x)),
                  "mistake" if wrong else "") for t, (x, label, w, wrong) in
                 enumerate(zip(X, y, run.w, run.updates), 1))
    table = Table(("*t*", "*x*", "*y*", "*w*", "*y*·*w*·*x*", ""), rows)
    checks = (Check(f"at most {MOST} examples", True, str(len(y))),
              Check("some *u* is right on all of them", separable, f"margin {number(gamma)}" if separable else "none"),
              Check(f"the Perceptron errs exactly {MISTAKES} times", M == MISTAKES, str(M)))
    found = {"checks": checks, "table": table, "pictures": (separated(X, y, wide.u if separable else None),),
             "link": _link(X, y)}
    if not separable:
        return Verdict(False, f"[{M}](measured) mistakes, but on examples that no *u* separates.",
                       "Some labels contradict each other. For every example *y*·*u*·*x* > 0 must hold with one and "
                       "the same *u*.", **found)
    limit = bounds.perceptron_margin(np.linalg.norm(X, axis=1).max(), gamma)
    if M == MISTAKES:
        return Verdict(True, f"[{M}](measured) mistakes on separable examples; T8 allows [{number(limit)}](bound).",
                       f"The margin is {number(gamma)}. The smaller it is, the more mistakes T8 allows.", **found)
    if M > MISTAKES:
        hint = "One too many. Leave out the last mistake, or repeat an example that is right by then."
    elif limit < MISTAKES:
        hint = (f"T8 allows only {number(limit)} here: the margin is {number(gamma)}, which is large. Bring two of the "
                "*yx* nearly opposite to each other.")
    elif len(y) < MISTAKES:
        hint = f"You gave {len(y)} examples, and each costs at most one mistake. The same may come again."
    else:
        hint = "T8 would allow it. Choose each *x* so that the *w* of that round, in the table, has *y*·*w*·*x* ≤ 0."
    said = f"[{M}](measured) {agree(M, 'mistake', 'mistakes')}, and exactly [{MISTAKES}](bound) are asked for."
    return Verdict(False, said, hint, **found)


FIVE = Exercise(
    name="pc-mistakes", title="Exactly five mistakes", kind="break",
    statement=(
        "Make the Perceptron err exactly five times on separable examples in the plane.",
        "Two orthogonal examples cost it two mistakes, but the plane has room for more. Each triple holds the two "
        "coordinates of *x* and the label 1 or −1. At most six are allowed; the same one may come again. The "
        "Perceptron starts at *w* = 0 and reads them once.",
        "The core plays it, and looks for a *u* with *y*·*u*·*x* > 0 on all of them."),
    start="examples = [(1, 0, 1), (0, 1, 1)]",
    check=_check_mistakes,
    solution="examples = [(1, 0, 1), (-2, 1, 1), (1, 0, 1), (1, 0, 1), (-2, 1, 1)]",
    wrong=(Wrong("examples = [(1, 0, 1), (1, 0, -1)] * 2 + [(1, 0, 1)]", "no u separates"),
           Wrong("examples = [(1, 0, 1), (0, 1, 1)] * 3", "T8 allows only 2"),
           Wrong("examples = [(2, 0, 1), (-2, 1, 1), (2, 0, 1), (-2, 1, 1)]", "at most one mistake"),
           Wrong("examples = [(1, 0, 1), (-2, 1, 1), (1, 0, 1)] * 2", "One too many")),
)


# ---------------------------------------------------------------- a comparator

LEVEL = 5.3
#: Where T9's bound is least, by `mistakes.best`, which takes longer than a verdict may.
LEAST_AT = np.array([0.74366332, 0.51267336])
X_GIVEN = np.array([(1, 0), (-0.5, -1), (1, 1), (-1, -0.5), (0.5, 0.5), (-1, -1), (1, 0), (-0.5, 0.25)])
Y_GIVEN = np.array([1.0, -1, 1, -1, 1, -1, 1, 1])


def _check_comparator(names):
    try:
        u = np.array(names.get("u"), dtype=float)
    except (TypeError, ValueError, OverflowError):
        u = np.empty(0)
    if u.shape != (2,) or not np.isfinite(u).all() or abs(u).max() > 1e6:
        raise Refused("`u` must have [2](bound) coordinates.", "Write it like `u = [1, 2]`.")
    margins = Y_GIVEN * (X_GIVEN @ u)
    hinges = np.maximum(0, 1 - margins)
    L, norm, size = float(hinges.sum()), float(np.linalg.norm(u)), float(np.linalg.norm(X_GIVEN, axis=1).max())
    bound, best = bounds.perceptron(L, norm, size), float(np.linalg.norm(LEAST_AT))
    M, passed = int(_run(X_GIVEN, Y_GIVEN).updates.sum()), bool(bound <= LEVEL)
    checks = (Check(f"T9’s bound is at most {number(LEVEL)}", passed, number(bound)),
              Check("hinge losses of *u*, *L*", None, number(L)), Check("*A* = ‖*u*‖*X*", None, number(norm * size)),
              Check("mistakes that the Perceptron makes", None, str(M)))
    worst = np.sort(np.argsort(-hinges)[:4])
    rows = tuple((properties.point(X_GIVEN[i]), *map(number, (Y_GIVEN[i], margins[i], hinges[i]))) for i in worst)
    table = Table(("*x*", "*y*", "*y*·*u*·*x*", "hinge loss"), rows)
    link = _link(X_GIVEN, Y_GIVEN, U=float(np.clip(norm, 1, 32)))
    found = {"checks": checks, "table": table, "pictures": (_bounds_along(u, L, norm, size),), "link": link}
    if passed:
        return Verdict(True, f"your *u* promises at most [{number(bound)}](bound) mistakes; there are [{M}](measured).",
                       "The best *u* of all promises 5.14: T9 lets it lose a little on one example instead of being "
                       "long.", **found)
    if norm == 0:
        hint = f"*u* = 0 has hinge loss 1 everywhere, so that it promises no more than *M* ≤ {len(Y_GIVEN)}."
    elif L < 1e-9:
        hint = (f"Your *u* loses nothing, but it is long: *A*² alone is {number((norm * size) ** 2)}. Give up the "
                "example that asks for so much length.")
    elif u @ LEAST_AT < 0.5 * norm * best:
        hint = f"Your *u* points astray: it is wrong on {int((margins <= 0).sum())} of the 8 examples. Turn it first."
    elif norm > 1.25 * best:
        hint = f"Your *u* is too long: *A* = {number(norm * size)}, and *L* = {number(L)} only. Shorten it."
    elif norm < 0.8 * best:
        hint = f"Your *u* is short: *A* = {number(norm * size)}, but *L* = {number(L)}. Lengthen it."
    else:
        hint = "The length is good. Turn *u* so that more examples have *y*·*u*·*x* near 1: see the table."
    return Verdict(False, f"your bound is [{number(bound)}](bound), and {number(LEVEL)} is asked for.", hint, **found)


def _bounds_along(u, L, norm, size):
    """T9's bound along the reader's direction: over the length of u."""
    x = np.linspace(0, max(1.5, min(1.3 * norm, 8)), 60)
    panel = Panel("length", "T9’s bound for longer and shorter u", x=Axis("‖u‖", (0, x[-1])), y=Axis("bound", (0, 120)))
    along = x[:, None] * (u / norm if norm else u)
    losses_of = np.maximum(0, 1 - Y_GIVEN * (along @ X_GIVEN.T)).sum(axis=1)
    series = (Series("bound", "length", "", Style("bound", "long", width=2.2), end="bound"),
              Series("mine", "length", "", MEASURED, kind="points"))
    return Picture(panel, series, {"bound": (x, bounds.perceptron(losses_of, x, size)),
                                   "mine": ([norm], [bounds.perceptron(L, norm, size)])})


COMPARATOR = Exercise(
    name="pc-comparator", title="The u that promises most", kind="choose",
    statement=(
        "Choose a *u* whose mistake bound T9 is at most 5.3.",
        "For every *u* the Perceptron makes at most *L* + *A*²/2 + *A*√(*A*²/4 + *L*) mistakes, where *L* is the sum "
        "of the hinge losses of *u* on the examples and *A* = ‖*u*‖*X*. Here *X* = √2, and there are 8 examples.",
        "The bound of your *u* is computed on the given examples. No *u* has one below 5.13."),
    given="import numpy as np\nX = np.array([(1, 0), (-0.5, -1), (1, 1), (-1, -0.5),\n"
          "              (0.5, 0.5), (-1, -1), (1, 0), (-0.5, 0.25)])\ny = np.array([1, -1, 1, -1, 1, -1, 1, 1])\n"
          "# row i of X has label y[i]",
    start="u = [0, 1]",
    check=_check_comparator,
    solution="u = [0.8, 0.4]",
    wrong=(Wrong("u = [0, 0]", "hinge loss 1 everywhere"), Wrong("u = [1, 6]", "loses nothing, but it is long"),
           Wrong("u = (X.T @ y)", "too long"), Wrong("u = [-1, 1]", "points astray"),
           Wrong("u = [0.2, 0.1]", "Lengthen it")),
)

EXERCISES = (UPDATE, FIVE, COMPARATOR)
