"""Exercises of the chapter on gradient descent (A8, D14, T22; E4, E22)."""

import itertools

import numpy as np

from oco_core import bounds, losses, training

from ..explorer import Axis, Panel, Series
from ..explorers.sgd.measure import RUNS, START, M, U, known, steps_of, training_set
from ..style import BEST, MEASURED, Style
from . import properties
from .exercise import Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number, scalar, vector
from .plane import plane

# ---- the mean gradient of a batch

def _gradient(w, X, y, rows):
    return training.gradient(losses.square, X[rows], y[rows], w)


#: Known wrong answers: what they are, the reason, and the step and batch in the explorer that do the same.
_BATCHES = (
    (lambda w, X, y, rows: len(rows) * _gradient(w, X, y, rows), {"eta": 5},
     "You add the gradients up. The mean divides by *b*; without that the step is *b* times as long."),
    (lambda w, X, y, rows: len(rows) / len(X) * _gradient(w, X, y, rows), {"eta": 0.25},
     "You divide by *m*, all examples there are. Only the *b* drawn are in the sum."),
    (lambda w, X, y, rows: _gradient(w, X, y, rows) / 2, {"eta": 0.5},
     "Half of it: the square has the derivative 2(*p* − *y*), and the 2 is missing."),
    (lambda w, X, y, rows: _gradient(w, X, y, slice(None)), {"b": 20},
     "You take all examples, at *m*/*b* times the price. Only `X[rows]` and `y[rows]` are drawn."),
    (lambda w, X, y, rows: -_gradient(w, X, y, rows), {},
     "The sign is turned: the slope of the square is 2(*p* − *y*), not 2(*y* − *p*)."),
)


def _training_sets():
    """(w, X, y, rows): random ones, one example, one row drawn twice as long as the others, and all rows."""
    rng = np.random.default_rng(5)
    for m, d in ((4, 2), (5, 3), (7, 2), (6, 1)):
        for b in (1, 2, m):
            yield rng.normal(size=d), rng.normal(size=(m, d)), rng.normal(size=m), rng.permutation(m)[:b]


def _small_sets():
    X, corners = np.array([[1.0, 0], [0, 2], [1, 1]]), ((1, 1), (1, 2), (2, 0))
    for rows, y, w in itertools.product(([0, 1], [1, 2], [1]), ((1, 0, 0), (1, 2, 0)), corners):
        yield np.array(w, dtype=float), X, np.array(y, dtype=float), np.array(rows)


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
    params, hint = next(((params, hint) for variant, params, hint in _BATCHES
                         if all(np.allclose(found, variant(*case)) for case, found in tried)),
                        ({}, "The gradient of one example is the slope of its loss times *x*."))
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
        link=Link("sgd", {"stream": "valley", "T": 25, "b": 5} | params))


def _batch_passed(only, mine, checks, told):
    """The explorer's first run in the narrow valley, played with the reader's gradient."""
    loss, X, y = training_set("valley")
    _, least, G, _, contours = known("valley")
    rows = training.draws(M, M, 25, RUNS, 0)[0, :, :5]
    steps = steps_of(1.0, "sqrt", 25, G)
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
        "four times the price.", checks, tried=told, link=Link("sgd", {"stream": "valley", "T": 25, "b": 5}),
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

# ---- a start from which the step goes far past the minimum

CURVATURES = np.array([1.0, 10.0])
LEVEL = 54.0


def _angle(w):
    """Between −∇f(w) and −w, in degrees."""
    g = CURVATURES * w
    return float(np.degrees(np.arctan2(abs(w[0] * g[1] - w[1] * g[0]), w @ g)))


def _check_astray(names):
    w = vector(names.get("w"), 2) if names.get("w") is not None else None
    if w is None:
        raise Refused("there is [no](measured) `w`.", "Write it like `w = [1, 2]`.")
    if not 1e-9 < abs(w).max() < 1e9:
        raise Refused("your *w* is 0, far away, or [no point](measured).", "At 0 the gradient points nowhere.")
    angle, across, along = _angle(w), abs(w[1]), abs(w[0])
    most = float(np.degrees(np.arccos(2 * np.sqrt(10) / 11)))  # Kantorovich: cos ≥ 2√κ/(κ + 1)
    passed = angle > LEVEL
    value = lambda v: float(CURVATURES @ (v * v)) / 2
    after = w - 0.1 * CURVATURES * w
    checks = (Check(f"the angle exceeds {number(LEVEL)}°", passed, f"{number(angle)}°"),
              Check("*f* before and after a step of 0.1", None, f"{number(value(w))}, {number(value(after))}"),
              *([Check("the largest angle that any *w* has", None, f"{number(most)}°")] if passed else []))
    if passed:
        said = f"the step aims [{number(angle)}°](measured) past the minimum, above [{number(LEVEL)}°](bound)."
        hint = (f"No *w* has more than {number(most)}°. The step of 0.1 lowers *f* all the same: a gradient is not a "
                "direction to the minimum.")
    else:
        said = f"the step aims [{number(angle)}°](measured) past the minimum; [{number(LEVEL)}°](bound) is to beat."
        hint = ("On an axis the gradient points straight at 0. Leave the axes." if not across * along else
                "The curvature 10 rules here: *w* and ∇*f* are both nearly vertical. Go farther along the flat axis."
                if along < 1.5 * across else
                "Too near to the flat axis: on it the step aims straight at 0. Make *w*₂ larger against *w*₁."
                if along > 5.5 * across else "You are near it: move the ratio of *w*₁ to *w*₂ a little.")
    rows = tuple((name, number(v[0]), number(v[1])) for name, v in (
        ("*w*", w), ("the step, −∇*f*(*w*)", -CURVATURES * w), ("to the minimum, −*w*", -w)))
    return Verdict(passed, said, hint, checks, Table(("", "first", "second"), rows, None if passed else 1),
                   (_step_picture(w),), Link("sgd", {"stream": "valley", "b": 20, "T": 25}),
                   "one point, with *f* as it is; in the explorer’s valley the curvatures have the same ratio")


def _step_picture(w):
    """The level set of f through w, the step and the way to the minimum, in units of ‖w‖."""
    w = w / np.linalg.norm(w)
    turn, root = np.linspace(0, 2 * np.pi, 121), np.sqrt(CURVATURES @ (w * w))
    level = np.column_stack([root * np.cos(turn), root / np.sqrt(10) * np.sin(turn)])
    g = CURVATURES * w
    aim = np.array([w, w - g / np.linalg.norm(g)])
    panel = plane("astray", "The step’s direction and the minimum", np.vstack([level, aim]))
    series = (Series("level", "astray", "", Style("soft", width=0.9), end="f = f(w)"),
              Series("straight", "astray", "", BEST, end="min f"), Series("aim", "astray", "", MEASURED, end="−∇f"),
              Series("start", "astray", "", Style("ink", width=7), kind="points", end="w"))
    return Picture(panel, series, {"level": level.T, "straight": ([w[0], 0], [w[1], 0]), "aim": aim.T,
                                   "start": ([w[0]], [w[1]])})


ASTRAY = Exercise(
    name="gd-astray", title="Straight to the minimum?", kind="break",
    statement=(
        "Find a point whose step aims more than 54° past the minimum.",
        "*f*(*w*) = ½(*w*₁² + 10 *w*₂²) is least at 0. The notes say that gradient descent goes straight to the "
        "minimum. Give the two coordinates of *w*; the angle is that between the step −∇*f*(*w*) and the direction "
        "−*w*.",
        "It is tested at your point alone."),
    start="w = [1, 1]", check=_check_astray, solution="w = [3, 1]",
    wrong=(Wrong("w = [0, 1]", "straight at 0"), Wrong("w = [1, 10]", "nearly vertical"),
           Wrong("w = [10, 1]", "Too near to the flat axis"), Wrong("w = [2, 1]", "near it")),
)

# ---- how many steps

_EXPONENTS = {"eps": 2, "G": -2, "D": -2}
_COUNTS = (
    (lambda e, G, D: 1.5 * G * D / e,
     "That is the root of it: the bound falls like 1/√*T*, so half the *ε* costs four times the steps."),
    (lambda e, G, D: (3 * G * D / e) ** 2, "Four times too many: *D* is the diameter already, twice the radius."),
    (lambda e, G, D: (G * D / e) ** 2, "That is for a constant step. With *D*/(*G*√*t*) the bound has a factor 3/2."),
    (lambda e, G, D: 1.5 * (G * D / e) ** 2, "The factor 3/2 has to be squared, too."),
    (lambda e, G, D: 1.5 * G * D / e**2, "*ε* is squared, and *G* and *D* have to be as well."),
)


def _check_steps(names):
    steps, only = function(names, "steps"), properties.printing(names)
    rng = np.random.default_rng(2)
    cases = [(0.5, 1.0, 2.0), *rng.uniform([0.01, 0.2, 0.2], [1, 3, 3], size=(40, 3)).tolist()]
    mine = [scalar(steps(*case)) for case in cases]
    if not all(np.isfinite(t) and t > 0 for t in mine):
        raise Refused("your number of steps is [no positive number](measured).", "*ε*, *G* and *D* are positive.")
    T, (E, Gs, Ds) = np.array(mine), np.array(cases).T
    enough = bool((bounds.stochastic(T, Ds, Gs) <= E * (1 + 1e-9)).all())
    few = bool(((bounds.stochastic(np.maximum(T - 1, 1e-9), Ds, Gs) >= E * (1 - 1e-9)) | (T <= 1)).all())
    told = f"{len(cases)} values of *ε*, *G* and *D*"
    checks = (Check("after *T* steps the bound is at most *ε*", enough), Check("after *T* − 1 it is not below", few))
    e, G, D = cases[0]
    t = only(lambda: scalar(steps(e, G, D)))
    there = float(bounds.stochastic(t, D, G))
    G_here = known("valley")[2]
    e_here = float(bounds.stochastic(100, 2.0, G_here))
    t_here = scalar(steps(e_here, G_here, 2.0))
    link = Link("sgd", {"stream": "valley", "T": int(np.clip(round(min(t_here, 1e6)), 25, 400))})
    rows = tuple(tuple(map(number, (*case, n, bounds.stochastic(n, case[2], case[1]))))
                 for case, n in ((cases[0], t), ((e_here, G_here, 2.0), t_here)))
    table = Table(("*ε*", "*G*", "*D*", "your *T*", "bound then"), rows, None if enough and few else 0)
    if enough and few:
        return Verdict(True, f"for *ε* = 0.5 and *GD* = 2, [{number(t)}](measured) steps bring [0.5](bound).",
                       "Ten times as exact costs a hundred times the steps. The second row is the explorer’s valley.",
                       checks, table, link=link, tried=told)
    hint = next((hint for formula, hint in _COUNTS if np.allclose(mine, [formula(*case) for case in cases])), "")
    said = f"for *ε* = 0.5 your [{number(t)}](measured) steps promise [{number(there)}](bound)."
    return Verdict(False, said, hint or _grows_wrongly(steps), checks, table, link=link, tried=told)


def _grows_wrongly(steps):
    """What doubling one of the three does to the number, where that is not what it does to the right one."""
    at = {"eps": 0.3, "G": 1.3, "D": 1.7}
    words = {"eps": "*ε*", "G": "*G*", "D": "*D*"}
    for name, power in _EXPONENTS.items():
        ratio = scalar(steps(*(at | {name: at[name] / 2}).values())) / scalar(steps(*at.values()))
        if abs(ratio / 2.0**power - 1) > 1e-6:
            return (f"Half the {words[name]} multiplies your *T* by {number(ratio)}; for the same promise it has to be "
                    f"{number(2.0**power)}.")
    return "Put the bound of T22 equal to *ε*, and solve for *T*."


STEPS = Exercise(
    name="gd-steps", title="How many steps?", kind="choose",
    statement=(
        "Return the number of steps after which T22 promises *ε*.",
        "SGD on a set of diameter *D*, with noisy gradients whose mean square is at most *G*² and with steps "
        "*D*/(*G*√*t*). The average of its iterates is to have a mean excess of at most *ε*.",
        "It is tested at 41 values of *ε*, *G* and *D*. The number may be rounded up, and need not be."),
    given="import numpy as np\ndef steps(eps, G, D):", start="    return 1 / eps",
    check=_check_steps,
    solution="    return (1.5 * G * D / eps) ** 2",
    wrong=(
        Wrong("    return 1.5 * G * D / eps", "root of it"),
        Wrong("    return (3 * G * D / eps) ** 2", "diameter already"),
        Wrong("    return (G * D / eps) ** 2", "constant step"),
        Wrong("    return 1.5 * (G * D / eps) ** 2", "squared, too"),
        Wrong("    return (1.5 * G * D) ** 2 / eps", "Half the"),
    ),
)

EXERCISES = (BATCH, ASTRAY, STEPS)
