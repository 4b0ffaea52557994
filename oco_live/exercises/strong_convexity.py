"""Exercises of the chapter on strongly convex losses (A3, T7; errata E1, E18)."""

import itertools

import numpy as np

from oco_core import bounds, learners, losses, play

from . import properties
from .exercise import Check, Exercise, Link, Refused, Table, Verdict, Wrong, function, number, scalar, vector


def _right(X, sigma):
    """w_1 .. w_{T+1} of the book's learner on the losses x_t·w + (σ/2)‖w‖²."""
    return play(learners.strongly_convex(sigma), losses.with_l2(losses.linear, sigma), X, np.ones(len(X))).w


def _link(X, sigma):
    return Link("strong_convexity", {"stream": "own", "rounds": properties.rounds_text(X), "sigma": float(sigma)})


# ---------------------------------------------------------------- the step

def _step(rate, sign=-1.0):
    return lambda w, g, t, sigma: w + sign * rate(t, sigma) * g


_STEPS = (
    (_step(lambda t, s: 1 / (s * t), 1.0), "You walk along the gradient, uphill: `w - …`, not `w + …`."),
    (_step(lambda t, s: 1 / (s * np.sqrt(t))),
     "Your step falls like 1/√*t*, as for losses without curvature. Here it is 1/(σ*t*), which gives ln *T*."),
    (_step(lambda t, s: 1 / t), "Your step does not depend on σ: right only for σ = 1. It is divided by σ as well."),
    (_step(lambda t, s: s / t), "You multiply by σ. More curvature asks for *shorter* steps: divide by it."),
    (_step(lambda t, s: 1 / s), "Your step keeps its length. In round *t* it is divided by *t* as well."),
    (_step(lambda t, s: 1 / (s * (t + 1))),
     "That is the step of the next round: 1/(σ(*t* + 1)). In round 1 it is 1/σ."),
    (_step(lambda t, s: 0.0), "*w* never moves. In each round it goes a step against the gradient *g*."),
)


def _walk(step, X, sigma):
    """w_1 .. w_{T+1} of a reader's step on the same losses."""
    path = [np.zeros(X.shape[1])]
    with properties.setting(step, sigma=sigma):
        for t, x in enumerate(X, 1):
            path.append(vector(step(path[-1].copy(), x + sigma * path[-1], t), X.shape[1]))
    return np.array(path)


def _share(path, X, sigma):
    """The regret against the best u of R^d, as a share of T7's harmonic bound."""
    w, T = path[:-1], len(X)
    paid = ((w * X).sum() + sigma / 2 * (w * w).sum()) + (X.sum(axis=0) ** 2).sum() / (2 * sigma * T)
    return paid / bounds.strongly_convex_harmonic(T, sigma, np.linalg.norm(X + sigma * w, axis=1).max())


def _check_step(names):
    step, only = function(names, "step"), properties.printing(names)
    rng = np.random.default_rng(8)
    cases = [(rng.integers(-3, 4, size=(12, d)) + 0.5, sigma) for d in (1, 2) for sigma in (0.5, 1.0, 2.0)]
    paths = [_walk(step, *case) for case in cases]
    same = [properties.first_different(path, _right(*case), 10.0) is None for path, case in zip(paths, cases)]
    checks = (Check("each step is the book’s, to 10⁻¹¹", all(same), f"on {sum(same)} of {len(same)} streams"),)
    told = f"{len(cases)} streams of 12 rounds, σ = 0.5, 1 and 2"
    if all(same):
        share, (X, sigma) = max(map(_share, paths, *zip(*cases))), cases[1]
        only(lambda: _walk(step, X[:3], sigma))
        checks += (Check("the regret stays under the bound (T7)", bool(share <= 1 + 1e-9),
                         f"at most {number(100 * share)} % of it"),)
        return Verdict(True, f"your regret is at most [{number(100 * share)}](measured) % of T7’s bound.",
                       "Nothing is projected: the curvature itself keeps *w* near.", checks, link=_link(X, sigma),
                       tried=told)
    why = next((why for known, why in _STEPS
                if all(np.allclose(_walk(lambda w, g, t: known(w, g, t, s), X, s), path)
                       for (X, s), path in zip(cases, paths))), "")
    X, sigma = next(case for case in _small() if _bad(step, *case)) if any(_bad(step, *c) for c in _small()) else cases[
        same.index(False)]
    mine, right = only(lambda: _walk(step, X, sigma)), _right(X, sigma)
    bad = _bad(step, X, sigma)
    rows = tuple((str(t + 1), properties.point(X[t] + sigma * right[t]), properties.point(mine[t + 1]),
                  properties.point(right[t + 1])) for t in range(max(0, bad - 6), bad))
    table = Table(("*t*", "gradient at the right *w*", "your next *w*", "right *w*"), rows, len(rows) - 1)
    with_sigma = "" if sigma == 1 else f" (σ = {number(sigma)})"
    said = (f"in round {bad}{with_sigma} your *w* is [{properties.point(mine[bad])}](measured); right is "
            f"[{properties.point(right[bad])}](bound).")
    return Verdict(False, said, why or "The step gets shorter with *t*, and with more curvature σ.", checks, table,
                   link=_link(X, sigma), tried=told)


def _small():
    for T, sigma in itertools.product((1, 2, 3), (1.0, 2.0)):
        for case in itertools.product((1.0, -1.0, 2.0), repeat=T):
            yield np.array(case)[:, None], sigma


def _bad(step, X, sigma):
    return properties.first_different(_walk(step, X, sigma), _right(X, sigma), 10.0)


STEP = Exercise(
    name="sc-step", title="Steps for curved losses", kind="write",
    statement=(
        "Complete one step of gradient descent for σ-strongly convex losses.",
        "In round *t* = 1, 2, … the learner stands at *w* and sees the gradient *g* of the loss there. Return its next "
        "point, for the steps of T7, 1/(σ*t*). Nothing is projected.",
        "It is tested with the losses *x*ₜ·*w* + σ‖*w*‖²/2, in one and two dimensions, and for other σ as well."),
    given="import numpy as np\nsigma = 1\ndef step(w, g, t):",
    start="    return w",
    check=_check_step,
    solution="    return w - g / (sigma * t)",
    wrong=(Wrong("    return w - g / (sigma * np.sqrt(t))", "losses without curvature"),
           Wrong("    return w - g / t", "right only for σ = 1"), Wrong("    return w - sigma * g / t", "divide by it"),
           Wrong("    return w - g / (sigma * (t + 1))", "step of the next round"),
           Wrong("    return w + g / (sigma * t)", "uphill")),
)


# ---------------------------------------------------------------- the printed logarithm

T = 4


def _check_logarithm(names):
    try:
        c = np.array(list(names.get("targets", ())), dtype=float).ravel()
    except (TypeError, ValueError, OverflowError):
        raise Refused("`targets` is [no list of numbers](measured).", "Write it like `[1, 0, 1, 0]`.") from None
    if len(c) != T:
        raise Refused(f"you gave [{len(c)}](measured) targets of [{T}](bound).", "Write it like `[1, 0, 1, 0]`.")
    if not ((abs(c) <= 1000) & ((c == 0) | (abs(c) >= 1e-3))).all():
        raise Refused("each target lies between [−1000](bound) and [1000](bound).",
                      "One that is not 0 has at least the size 0.001.")
    X = 0.0 - c[:, None]  # (w − c)²/2 is x·w + w²/2 with x = −c, but for a constant
    w = _right(X, 1.0)[:, 0]
    sizes, t = abs(w[:-1] - c), np.arange(1, T + 1)
    R = np.cumsum(sizes**2 / t) / 2  # T7's proof has equality for these losses
    G = float(sizes.max())
    printed, book = bounds.strongly_convex_as_printed(t, 1.0, G), bounds.strongly_convex_harmonic(T, 1.0, G)
    passed, text, level = bool(R[-1] > printed[-1] * (1 + 1e-9)), number(R[-1]), number(printed[-1])
    table = Table(("*t*", "target *c*", "*w*", "|*w* − *c*|"),
                  tuple((str(i), *map(number, row)) for i, *row in zip(t, c, w, sizes)))
    checks = (Check("the regret exceeds (*G*²/2) ln(*T* + 1)", passed, f"{text}, and {level}"),
              Check("largest gradient *G*", None, number(G)),
              Check("it stays under T7’s (*G*²/2)(1 + ½ + ⅓ + ¼)", True, number(book)))
    found = {"checks": checks, "table": table, "link": _link(X, 1.0),
             "pictures": (properties.regret_picture(R, np.append(0, printed), T, end="printed"),)}
    if passed:
        most = "No four targets do more for this *G*." if R[-1] > book * (1 - 1e-9) else \
            f"With all gradients of length *G* it would be {number(book)}."
        return Verdict(True, f"regret [{text}](measured) is above the printed [{level}](bound).",
                       f"{most} The sum 1 + ½ + … + 1/*T* is larger than ln(*T* + 1).", **found)
    if G == 0:
        hint = "All gradients are 0: the learner starts on your target and stays. Put it somewhere else."
    elif (sizes[1:] < 1e-9).all():
        hint = "After round 1 *w* stands on your target, and the other three gradients are 0. Move the target on."
    elif sizes.argmax() == T - 1:
        hint = (f"Your last gradient, {number(G)}, is the largest: it makes *G* large and counts with ¼ only. Let all "
                "four be equally long.")
    else:
        hint = (f"*G* = {number(G)} is the longest gradient, and the shortest is {number(sizes.min())}. The bound "
                "counts *G* in every round: let all four be equally long.")
    return Verdict(False, f"regret [{text}](measured) is not above the printed [{level}](bound).", hint, **found)


LOGARITHM = Exercise(
    name="sc-logarithm", title="A logarithm too small", kind="break",
    statement=(
        "Refute the bound (*G*²/2) ln(*T* + 1) with four targets.",
        "The losses are (*w* − *c*ₜ)²/2 with your targets *c*₁ … *c*₄, so that σ = 1. The learner starts at *w* = 0 "
        "and takes steps 1/*t*: each next *w* is the mean of the targets so far. *G* is the largest |*w*ₜ − *c*ₜ|.",
        "The core plays your targets; the regret, against the best *u* of all, must exceed the printed bound."),
    start="targets = [1, 1, 1, 1]",
    check=_check_logarithm,
    solution="targets = [1, 0, 1.5, -1/6]",
    wrong=(Wrong("targets = [2, 2, 2, 2]", "Move the target on"),
           Wrong("targets = [0, 0, 0, 0]", "All gradients are 0"),
           Wrong("targets = [1, 2, 3, 4]", "counts with ¼ only"), Wrong("targets = [1, -1, 1, -1]", "in every round")),
)


# ---------------------------------------------------------------- how many rounds

_CASES = ((1.0, 2.0, 0.1), (0.5, 1.0, 0.05), (2.0, 3.0, 0.1), (0.25, 1.0, 0.3), (1.0, 0.5, 0.02))


def _needed(bound, eps):
    return properties.least_whole(lambda n: bound(n) / n, eps)


_t7 = bounds.strongly_convex
_ROUNDS = (
    (lambda s, G, e: _needed(lambda n: bounds.strongly_convex_as_printed(n, s, G), e),
     "That is enough for (*G*²/2σ) ln(*T* + 1), which is no bound. T7 has 1 + ln *T*."),
    (lambda s, G, e: _needed(lambda n: 2 * _t7(n, s, G), e), "Too many: T7 has *G*²/(2σ), and you have *G*²/σ."),
    (lambda s, G, e: _needed(lambda n: _t7(n, 1 / s, G), e),
     "You have σ in the numerator. More curvature makes the regret *smaller*."),
    (lambda s, G, e: _needed(lambda n: _t7(n, s, np.sqrt(G)), e), "*G* stands squared in T7."),
    (lambda s, G, e: int(np.ceil(G**2 / (2 * s * e))), "You left out the logarithm: (*G*²/2σ)/*T* is not the bound."),
    (lambda s, G, e: int(np.ceil((G**2 / (2 * s * e)) ** 2)),
     "That is the rate 1/√*T*. Here the mean regret falls like (ln *T*)/*T*."),
    (lambda s, G, e: _needed(lambda n: _t7(n, s, G), e) - 1, "One too few: there the bound is still above ε."),
    (lambda s, G, e: _needed(lambda n: _t7(n, s, G), e) + 1, "One too many: the round before is enough."),
)


def _check_rounds(names):
    asked, only = function(names, "rounds"), properties.printing(names)
    f = lambda *case: scalar(asked(*case))
    mine, right = [f(*case) for case in _CASES], [_needed(lambda n: _t7(n, s, G), e) for s, G, e in _CASES]
    same = [a == b for a, b in zip(mine, right)]
    rows = tuple((*map(number, case), number(a, 6), number(b, 6)) for case, a, b in zip(_CASES, mine, right))
    bad = None if all(same) else same.index(False)
    table = Table(("σ", "*G*", "ε", "your *T*", "least *T*"), rows, bad)
    checks = (Check("the mean regret is at most ε, and not before", all(same), f"for {sum(same)} of {len(same)}"),)
    sigma, G, eps = _CASES[bad or 0]
    only(lambda: f(sigma, G, eps))
    a, b = mine[bad or 0], right[bad or 0]
    link = Link("strong_convexity", {"stream": "equality", "sigma": sigma, "G": G, "T": int(np.clip(b, 100, 4000))})
    if all(same):
        return Verdict(True, f"[{b}](measured) rounds are enough for ε = {number(eps)}, and no fewer.",
                       "With steps 1/√*t* it takes of the order of 1/ε² rounds, here (ln *T*)/ε. The explorer plays "
                       "them on the stream on which T7 is sharp.", checks, table, link=link)
    if a % 1:
        why = "A number of rounds is whole: round up."
    else:
        why = next((why for known, why in _ROUNDS if all(known(*c) == m for c, m in zip(_CASES, mine))),
                   "Try *T* = 1, 2, 3, … until *G*²/(2σ)·(1 + ln *T*)/*T* is at most ε.")
    return Verdict(False, f"you return [{number(a, 6)}](measured) rounds, and the least number is [{b}](bound).", why,
                   checks, table, link=link)


ROUNDS = Exercise(
    name="sc-rounds", title="How many rounds?", kind="choose",
    statement=(
        "Choose the least *T* for which the mean regret is at most ε.",
        "Use T7: after *T* rounds the regret is at most *G*²/(2σ)·(1 + ln *T*), and the mean regret is that, divided "
        "by *T*. `np.log` is the natural logarithm. No formula gives *T*; a loop does.",
        "It is tested for several σ, *G* and ε, with *T* below 1000. *T* must be exact."),
    given="import numpy as np\ndef rounds(sigma, G, eps):",
    start="    T = 1\n    return T",
    check=_check_rounds,
    solution="    T = 1\n    while G**2 / (2 * sigma) * (1 + np.log(T)) / T > eps:\n        T += 1\n    return T",
    wrong=(
        Wrong("    T = 1\n    while G**2 / (2 * sigma) * np.log(T + 1) / T > eps:\n        T += 1\n    return T",
              "which is no bound"),
        Wrong("    T = 1\n    while G**2 / sigma * (1 + np.log(T)) / T > eps:\n        T += 1\n    return T",
              "Too many"),
        Wrong("    return np.ceil(G**2 / (2 * sigma * eps))", "left out the logarithm"),
        Wrong("    T = 1\n    while G**2 * sigma / 2 * (1 + np.log(T)) / T > eps:\n        T += 1\n    return T",
              "in the numerator"),
    ),
)

EXERCISES = (STEP, LOGARITHM, ROUNDS)
