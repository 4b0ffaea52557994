"""Exercises of the chapter from online to batch (D18, T12, T13, T21; errata E15, E27)."""

import itertools

import numpy as np

from oco_core import bounds, learners, losses, play

from ..explorer import Axis, Panel, Series
from ..phrasing import counted
from ..style import MEASURED, Style
from . import properties
from .exercise import Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number, scalar, vector

U = 1.0


def _link(loss, X, y, eta):
    rounds = properties.rounds_text(np.asarray(X).reshape(len(y), -1), y)
    return Link("ogd", {"stream": "own", "loss": loss, "rounds": rounds, "eta": eta, "U": U})


# ---------------------------------------------------------------- the average predictor

ETA = np.sqrt(2) / 4  # T13's step for X = 1
LEARNER = learners.ogd(ETA, U)


def _update(w, x, y, t):
    """One step of the learner: gradient descent on the square loss with steps η/√t in the ball."""
    if t < 1:
        raise ValueError(f"t = {t}: rounds are counted from 1")
    v = np.asarray(w, dtype=float) - ETA / t**0.5 * 2 * (np.dot(w, x) - y) * np.asarray(x)
    return v * min(1.0, U / max(np.linalg.norm(v), 1e-300))


_path = lambda X, y: play(LEARNER, losses.square, X, y).w
_AVERAGES = (
    (lambda X, y: _path(X, y)[1:].mean(axis=0),
     "That is the mean of *w*₂ … *w*ₘ₊₁. Each of them must be counted before it has seen its example: *w*₁ … *w*ₘ."),
    (lambda X, y: _path(X, y).mean(axis=0),
     "You average *m* + 1 predictors. *w*ₘ₊₁ is not among them: it was never charged, so no loss vouches for it."),
    (lambda X, y: _path(X, y)[-1], "That is the last predictor, *w*ₘ₊₁. T12 is about the mean of *w*₁ … *w*ₘ."),
    (lambda X, y: _path(X, y)[-2], "That is *w*ₘ alone. T12 is about the mean of *w*₁ … *w*ₘ."),
    (lambda X, y: _path(X, y)[:-1].sum(axis=0), "That is the sum of the predictors. Divide by their number *m*."),
    (lambda X, y: np.zeros(X.shape[1]), "No *w* is added up yet, or the learner never updates."),
)


def _check_average(names):
    asked, only = function(names, "average"), properties.printing(names)
    f = lambda X, y: vector(asked(X.copy(), y.copy(), _update), X.shape[1])
    rng = np.random.default_rng(9)
    hidden = [(X / np.linalg.norm(X, axis=1, keepdims=True), y) for m in (1, 2, 5, 20) for d in (1, 2, 3)
              for X, y in [(rng.normal(size=(m, d)), rng.uniform(-1, 1, size=m))]]
    mine, right = [f(*case) for case in hidden], [_path(*case)[:-1].mean(axis=0) for case in hidden]
    same = [bool(np.linalg.norm(a - b) <= 1e-10) for a, b in zip(mine, right)]
    checks = (Check("your average is the book’s, to 10⁻¹⁰", all(same), f"on {sum(same)} of {len(same)} samples"),)
    told = f"{len(hidden)} samples of 1 to 20 examples, in one, two and three dimensions"
    X, y = np.ones((2, 1)), np.array([1.0, -1.0])
    if not all(same):
        cases = (np.array(y) for m in (1, 2, 3) for y in itertools.product((1.0, -1.0), repeat=m))
        found = next((y for y in cases if not abs(f(np.ones((len(y), 1)), y)[0]
                                                  - _path(np.ones((len(y), 1)), y)[:-1].mean()) <= 1e-10), None)
        X, y = (np.ones((len(found), 1)), found) if found is not None else hidden[same.index(False)]
    w, path = only(lambda: f(X, y)), _path(X, y)
    rows = tuple((str(t), properties.point(path[t - 1]), properties.point(X[t - 1]), number(y[t - 1]),
                  properties.point(path[t])) for t in range(1, min(len(y), 6) + 1))
    table = Table(("*t*", "*w*ₜ", "*x*", "*y*", "*w*ₜ₊₁"), rows)
    link = _link("square", X, y, ETA)
    if all(same):
        gap = max(_risk(a, *case) / np.mean([_risk(v, *case) for v in _path(*case)[:-1]])
                  for a, case in zip(mine[6:], hidden[6:]))  # samples of 5 examples and more
        checks += (Check("its risk is at most the mean risk of *w*₁ … *w*ₘ (T12)", bool(gap <= 1 + 1e-9),
                         f"at most {number(100 * gap)} % of it"),)
        return Verdict(True, f"on [{len(hidden)}](measured) samples your average is the book’s.",
                       "One pass, one vector to store, and no test set.", checks, table, link=link, tried=told)
    why = next((why for known, why in _AVERAGES
                if all(np.allclose(known(*c), m) for c, m in zip(hidden, mine))), "")
    said = (f"on {counted(len(y), 'example')} your average is [{properties.point(w)}](measured); "
            f"right is [{properties.point(path[:-1].mean(axis=0))}](bound).")
    return Verdict(False, said, why, checks, table, link=link, tried=told)


def _risk(w, X, y):
    """The risk under the law that draws each of these examples with equal chance."""
    return float(((X @ w - y) ** 2).mean())


AVERAGE = Exercise(
    name="otb-average", title="The average predictor", kind="write",
    statement=(
        "Play through the examples once and return the average predictor.",
        "It is the mean of *w*₁ … *w*ₘ, of the predictors that were charged. The learner starts at *w*₁ = 0, and after "
        "example *t* = 1, 2, … it goes on to `update(w, x, y, t)`. The first row of `X` is *x*₁, `y` holds the labels.",
        "It is tested on samples of 1 to 20 examples, in one, two and three dimensions."),
    given="import numpy as np\ndef average(X, y, update):",
    start="    w = np.zeros(X.shape[1])\n    total = np.zeros(X.shape[1])\n    return total / len(y)",
    check=_check_average,
    solution="    w = np.zeros(X.shape[1])\n    total = np.zeros(X.shape[1])\n    for t in range(1, len(y) + 1):\n"
             "        total += w\n        w = update(w, X[t - 1], y[t - 1], t)\n    return total / len(y)",
    wrong=(
        Wrong("    w = np.zeros(X.shape[1])\n    total = np.zeros(X.shape[1])\n    for t in range(1, len(y) + 1):\n"
              "        w = update(w, X[t - 1], y[t - 1], t)\n        total += w\n    return total / len(y)",
              "before it has seen its example"),
        Wrong("    w = np.zeros(X.shape[1])\n    total = w.copy()\n    for t in range(1, len(y) + 1):\n"
              "        w = update(w, X[t - 1], y[t - 1], t)\n        total += w\n    return total / (len(y) + 1)",
              "m + 1 predictors"),
        Wrong("    w = np.zeros(X.shape[1])\n    for t in range(1, len(y) + 1):\n"
              "        w = update(w, X[t - 1], y[t - 1], t)\n    return w", "the last predictor"),
    ),
)


# ---------------------------------------------------------------- the last iterate

T = 6


def _check_last(names):
    c = scalar(names.get("c"))
    if not abs(c) <= 1 or 0 < abs(c) < 1e-3:
        raise Refused(f"`c` is [{number(c)}](measured), and it must lie between [−1](bound) and [1](bound).",
                      "If it is not 0, it has at least the size 0.001.")
    y = np.full(T, c)
    run = play(learners.ogd(1.0, U), losses.absolute, np.ones((T, 1)), y)
    w, last, mean = run.w[:-1, 0], float(run.losses[-1]), float(run.losses.mean())
    passed, average = bool(last > mean * (1 + 1e-9)), abs(w.mean() - c)
    rows = tuple((str(t), number(a), number(b)) for t, a, b in zip(range(1, T + 1), w, run.losses))
    table = Table(("*t*", "*w*ₜ", "|*w*ₜ − *c*|"), rows)
    checks = (Check("*f*(*w*₆) exceeds the mean regret", passed, f"{number(last)}, and {number(mean)}"),
              Check("the average stays below it (T21)", bool(average <= mean + 1e-12), number(average)))
    found = {"checks": checks, "table": table, "pictures": (_picture(w, c),),
             "link": _link("absolute", [1.0] * T, y, 1.0)}
    if passed:
        return Verdict(True, f"*w*₆ is off by [{number(last)}](measured), the mean regret is [{number(mean)}](bound).",
                       f"The average is off by {number(average)} only: T21 is a theorem about the average.", **found)
    if c == 0:
        hint = "At *c* = 0 the learner starts on the target and stays there. Move it away."
    elif abs(c) == 1:
        hint = "One step of length 1 takes *w* to the target, where it stays. Let it jump over the target instead."
    else:
        hint = (f"The last step, of length 1/√5 = 0.447, ends too near your target. It began at *w*₅ = {number(w[4])}: "
                "where should *w*₅ stand to be thrown far off?")
    return Verdict(False, f"*w*₆ is off by [{number(last)}](measured), less than the mean [{number(mean)}](bound)."
                   if last < mean else f"*w*₆ is off by [{number(last)}](measured), and so is the mean.", hint, **found)


def _picture(w, c):
    """Where w_1 .. w_T stand, and the target."""
    panel = Panel("weights", "The learner and its target", x=Axis("t", (0, 10), rounds=True), y=Axis("w", (-2, 2)))
    t = np.arange(1, T + 1)
    series = (Series("target", "weights", "", Style("ink", "even", width=1.5), end="c"),
              Series("path", "weights", "", MEASURED, end="w"),
              Series("points", "weights", "", Style("measured"), kind="points"))
    return Picture(panel, series, {"target": (t, np.full(T, c)), "path": (t, w), "points": (t, w)}, {"T": T})


LAST = Exercise(
    name="otb-last", title="The last is not the average", kind="break",
    statement=(
        "Refute “the last iterate is no worse than the mean regret”.",
        "One function is played in all rounds, *f*(*w*) = |*w* − *c*|, with a target *c* in [−1, 1] of your choice. "
        "The learner starts at *w*₁ = 0 and goes against the gradient by steps 1/√*t*, within [−1, 1]. The mean regret "
        "is the mean of *f*(*w*₁) … *f*(*w*₆), since *f*(*c*) = 0.",
        "Six rounds are played: *f*(*w*₆) must be larger than the mean."),
    given="c = ",
    start="0",
    check=_check_last,
    solution="0.3",
    light=True,
    wrong=(Wrong("0.0", "starts on the target"), Wrong("1", "jump over the target"),
           Wrong("0.6", "too near your target"),
           Wrong("-0.05", "where should w₅ stand")),
)


# ---------------------------------------------------------------- how many examples

_CASES = ((0.05, 0.1, 0.25, 1.0), (0.5, 0.05, 0.5, 1.0), (0.1, 0.01, 0.1, 2.0), (1.0, 0.2, 1.0, 1.5),
          (0.2, 0.5, 2.0, 0.25))


def _bound(m, eps, delta, radius, X):
    return bounds.online_to_batch(m, delta, radius, X)


def _formula(eps, delta, radius, X, factor=392.0, power=4, inside=2.0, fall=2):
    return factor * (radius * X) ** power * np.log(inside / delta) / eps**fall


_EXAMPLES = (
    (lambda *c: _formula(*c, inside=1.0), "You have ln(1/δ). T13 has ln(2/δ): two deviations share the chance δ."),
    (lambda *c: _formula(*c, power=2), "(*UX*)² stands before the root, so that *m* grows with its square, (*UX*)⁴."),
    (lambda *c: _formula(*c, fall=1, factor=28.0),
     "The bound falls like 1/√*m*: for half the ε it takes four times as many examples, 1/ε²."),
    (lambda *c: _formula(*c, fall=1), "The bound falls like 1/√*m*: for half the ε it takes four times as many, 1/ε²."),
    (lambda *c: _formula(*c, factor=196.0), "The 2 under the root is missing: 14²·2 = 392."),
    (lambda *c: _formula(*c, factor=28.0), "Solve for *m* once more: the 14 is squared as well, 14²·2 = 392."),
    (lambda *c: _formula(*c, factor=288.0),
     "That is the 12 of the bound against the sample. Against the best *u* it is 14."),
)


def _check_examples(names):
    asked, only = function(names, "examples"), properties.printing(names)
    mine = [scalar(asked(*case)) for case in _CASES]
    right = [properties.least_whole(lambda m: _bound(m, *case), case[0]) for case in _CASES]
    same = [a == b for a, b in zip(mine, right)]
    bad = None if all(same) else same.index(False)
    rows = tuple((*map(number, case), number(a, 6), number(b, 6)) for case, a, b in zip(_CASES, mine, right))
    table = Table(("ε", "δ", "*U*", "*X*", "your *m*", "least *m*"), rows, bad)
    checks = (Check("the bound is at most ε at *m*, and not at *m* − 1", all(same), f"for {sum(same)} of {len(same)}"),)
    case, a, b = _CASES[bad or 0], mine[bad or 0], right[bad or 0]
    only(lambda: asked(*case))
    link = Link("online_to_batch", {"stream": "regression", "m": int(np.clip(b, 10, 5000)), "delta": case[1],
                                    "U": float(np.clip(case[2], 0.25, 4))})
    if all(same):
        return Verdict(True, f"[{b}](measured) examples are enough for ε = {number(case[0])}, and no fewer.",
                       "δ costs little: it stands under a logarithm. Half the ε costs four times as many.", checks,
                       table, link=link)
    close = [abs(x - _formula(*c)) <= 1 + 1e-9 * x for x, c in zip(mine, _CASES)]
    why = next((why for known, why in _EXAMPLES
                if all(abs(known(*c) - x) <= 1 + 1e-9 * abs(x) for c, x in zip(_CASES, mine))), "")
    if all(close):
        why = ("A number of examples is whole: round up with `np.ceil`." if any(x % 1 for x in mine) else
               "One too few or too many: with `np.ceil` the bound is at most ε, and with one example less it is not.")
    said = f"you return [{number(a, 6)}](measured) examples, and the least number is [{number(b, 6)}](bound)."
    return Verdict(False, said, why or "Solve 14(*UX*)²√(2·ln(2/δ)/*m*) ≤ ε for *m*, and round up.", checks, table,
                   link=link)


EXAMPLES = Exercise(
    name="otb-examples", title="How many examples?", kind="choose",
    statement=(
        "Choose the least number *m* of examples for which T13 promises ε.",
        "With probability at least 1 − δ the average predictor has at most the risk of the best *u* plus "
        "14(*UX*)²√(2·ln(2/δ)/*m*). Return the least whole *m* for which this excess is at most ε. `np.log` is the "
        "natural logarithm, and `np.ceil` rounds up.",
        "It is tested for several ε, δ, *U* and *X*. *m* must be exact."),
    given="import numpy as np\ndef examples(eps, delta, U, X):",
    start="    return 1000",
    check=_check_examples,
    solution="    return np.ceil(14**2 * (U * X)**4 * 2 * np.log(2 / delta) / eps**2)",
    wrong=(
        Wrong("    return np.ceil(14**2 * (U * X)**4 * 2 * np.log(1 / delta) / eps**2)", "two deviations"),
        Wrong("    return np.ceil(14**2 * (U * X)**2 * 2 * np.log(2 / delta) / eps**2)", "stands before the root"),
        Wrong("    return np.ceil(14**2 * (U * X)**4 * 2 * np.log(2 / delta) / eps)", "falls like 1/√m"),
        Wrong("    return 14**2 * (U * X)**4 * 2 * np.log(2 / delta) / eps**2", "round up"),
        Wrong("    return np.ceil(12**2 * (U * X)**4 * 2 * np.log(2 / delta) / eps**2)", "against the sample"),
    ),
)

EXERCISES = (AVERAGE, LAST, EXAMPLES)
