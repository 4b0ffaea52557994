"""The mean gradient of a batch (A8)."""

import itertools

import numpy as np

from oco_core import losses, training

from ...explorer import Axis, Panel, Series
from ...explorers.sgd.measure import RUNS, START, M, U, known, steps_of, training_set
from ...style import BEST, MEASURED, Style
from .. import properties
from ..exercise import EXACT, Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number, vector
from .shown import STEPS, in_the_explorer


def _gradient(w, X, y, rows):
    return training.gradient(losses.square, X[rows], y[rows], w)


#: Known wrong answers: what they are, and the reason.
_BATCHES = (
    (lambda w, X, y, rows: len(rows) * _gradient(w, X, y, rows),
     "You add the gradients up. The mean divides by *b*; without that the step is *b* times as long."),
    (lambda w, X, y, rows: len(rows) / len(X) * _gradient(w, X, y, rows),
     "You divide by *m*, all examples there are. Only the *b* drawn are in the sum."),
    (lambda w, X, y, rows: _gradient(w, X, y, rows) / 2,
     "Half of it: the square has the derivative 2(*p* − *y*), and the 2 is missing."),
    (lambda w, X, y, rows: _gradient(w, X, y, slice(None)),
     "You take all examples, at *m*/*b* times the price. Only `X[rows]` and `y[rows]` are drawn."),
    (lambda w, X, y, rows: -_gradient(w, X, y, rows),
     "The sign is turned: the slope of the square is 2(*p* − *y*), not 2(*y* − *p*)."),
)


def _training_sets():
    """(w, X, y, rows): random ones, one example, one row drawn twice as long as the others, and all rows."""
    rng = np.random.default_rng(5)
    for m, d in ((4, 2), (5, 3), (7, 2), (6, 1)):
        for b in (1, 2, m):
            yield rng.normal(size=d), rng.normal(size=(m, d)), rng.normal(size=m), rng.permutation(m)[:b]


def _small_sets():
    X, corners = np.array([[1.0, 0], [0, 2], [1, 1]]), ((0.5, 0.5), (1, 0), (0, 1))
    for rows, y, w in itertools.product(([0, 1], [1, 2], [1]), ((1, 0, 0), (1, 2, 0)), corners):
        yield np.array(w, dtype=float), X, np.array(y, dtype=float), np.array(rows)


def _drawn_first(rows, m):
    """A seed of the explorer with which its first batch are these rows."""
    first = lambda seed: training.draws(m, m, STEPS, RUNS, seed)[0, 0, :len(rows)]
    return next(seed for seed in range(20) if set(first(seed)) == set(rows))


def _off(mine, case):
    """How far a gradient is from the right one; infinite for one that is no number."""
    gap = float(np.linalg.norm(mine - _gradient(*case)))
    return gap if np.isfinite(gap) else np.inf


def _check_batch(names):
    gradient, only = function(names, "gradient"), properties.printing(names)

    def mine(case):
        found = gradient(*(part.copy() for part in case))
        if isinstance(found, np.ndarray) and found.ndim == 2 and found.shape[1] == len(case[0]):
            raise Refused(f"your gradient has [{len(found)}](measured) rows of {len(case[0])} numbers, one for each "
                          "example.", "Take the mean of the rows: one vector of the shape of *w*.")
        return vector(found, len(case[0]))

    tried = [(case, mine(case)) for case in _training_sets()]
    gap = max(_off(found, case) / max(1, np.linalg.norm(_gradient(*case))) for case, found in tried)
    (w, X, y, _), _ = tried[0]
    mean = np.mean([mine((w, X, y, np.array(rows))) for rows in itertools.combinations(range(4), 2)], axis=0)
    bias = float(np.linalg.norm(mean - training.gradient(losses.square, X, y, w)))
    right, unbiased = bool(gap <= 1e-10), bool(bias <= 1e-10)
    checks = (Check("the mean gradient of the rows drawn", right, f"largest difference: {number(gap)}"),
              Check("over all batches of 2 of 4, its mean is ∇*f*(*w*)", unbiased, f"off by {number(bias)}"))
    told = f"{len(tried)} training sets of 4 to 7 examples"
    if right and unbiased:
        return _batch_passed(only, mine, checks, told)
    hint = next((hint for variant, hint in _BATCHES
                 if all(np.allclose(found, variant(*case)) for case, found in tried)),
                "The gradient of one example is the slope of its loss times *x*.")
    if not np.isfinite(gap):
        hint = "Is something divided by 0?"
    w, X, y, rows = case = max(_small_sets(), key=lambda case: min(_off(mine(case), case), 0.2))
    found, good = only(lambda: mine(case)), _gradient(*case)
    table = [(str(i), properties.point(x), number(label), properties.point(2 * (x @ w - label) * x),
              "yes" if i in rows else "no") for i, (x, label) in enumerate(zip(X, y))]
    table += [("yours", "", "", properties.point(found), ""), ("right", "", "", properties.point(good), "")]
    return Verdict(
        False, f"at *w* = {properties.point(w)} your gradient is [{number(_off(found, case))}](measured) away.", hint,
        checks, Table(("row", "*x*", "*y*", "its gradient", "drawn"), tuple(table), 3), tried=told,
        link=in_the_explorer(X, y, w, len(rows), _drawn_first(rows, len(y))))


def _batch_passed(only, mine, checks, told):
    """The explorer's first run in the narrow valley, played with the reader's gradient."""
    loss, X, y = training_set("valley")
    _, least, G, _, contours = known("valley")
    rows = training.draws(M, M, STEPS, RUNS, 0)[0, :, :5]
    steps = steps_of(1.0, "sqrt", STEPS, G)
    run = only(lambda: training.descend(lambda t, w: mine((w, X, y, rows[t - 1])), steps, START, U))
    exact = training.gd(loss, X, y, steps, U, START).w
    reached = float(training.risk(loss, X, y, run.average)) - least
    panel = Panel("path", "25 steps in the narrow valley", x=Axis("w₁", (-1.1, 1.1)), y=Axis("w₂", (-1.1, 1.1)),
                  equal=True)
    series = (Series("contour", "path", "", Style("soft", width=0.7), kind="segments"),
              Series("exact", "path", "", BEST, end="b = m"), Series("mine", "path", "", MEASURED, end="yours"))
    return Verdict(
        True, f"after 25 of your steps the average is [{number(reached)}](measured) above the least *f*.",
        "Each batch of 5 has another gradient; the mean over all of them is ∇*f*(*w*). Dashed: gradient descent, at "
        "four times the price.", checks, tried=told, link=Link("sgd", {"stream": "valley", "T": STEPS, "b": 5}, EXACT),
        pictures=(Picture(panel, series, {"contour": np.vstack(contours).T, "exact": exact.T, "mine": run.w.T}),))


BATCH = Exercise(
    name="gd-batch", title="The gradient of a batch", kind="write",
    statement=(
        "Return the mean gradient of the examples drawn.",
        "*f* is the mean of the square losses (*w*·*x* − *y*)² over the *m* rows of `X`. `rows` has the *b* row "
        "numbers drawn, counted from 0. Mini-batch SGD steps against the mean of these examples’ gradients at *w*.",
        "It is tested on training sets that you do not see; over all batches its mean must be ∇*f*(*w*)."),
    given="import numpy as np\ndef gradient(w, X, y, rows):",
    start="    # X has the shape (m, d), y and rows are arrays\n    return w",
    check=_check_batch, solution="    p = X[rows] @ w\n    return 2 * (p - y[rows]) @ X[rows] / len(rows)",
    wrong=(
        Wrong("    return 2 * (X[rows] @ w - y[rows]) @ X[rows]", "add the gradients up"),
        Wrong("    return 2 * (X[rows] @ w - y[rows]) @ X[rows] / len(X)", "divide by m"),
        Wrong("    return (X[rows] @ w - y[rows]) @ X[rows] / len(rows)", "2 is missing"),
        Wrong("    return 2 * (X @ w - y) @ X / len(y)", "all examples"),
        Wrong("    return 2 * (y[rows] - X[rows] @ w) @ X[rows] / len(rows)", "sign is turned"),
    ),
)
