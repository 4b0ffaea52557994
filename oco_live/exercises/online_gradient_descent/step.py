"""One step of projected online gradient descent (A1, T3, T23)."""

import itertools

import numpy as np

from oco_core import bounds, learners

from .. import properties
from ..exercise import Check, Exercise, Link, Verdict, Wrong, function, number

ETA = 0.5

# What a reader's step differs in, so that the hint can name it.
_SIGNS = {"": -1, "sign": 1}
_RATES = {"": lambda t: 1 / np.sqrt(t), "constant": lambda t: 1.0, "inverse": lambda t: 1 / t, "grows": np.sqrt}
_PROJECTIONS = {
    "": lambda v, n, U: v * min(1.0, U / n) if n else v, "free": lambda v, n, U: v,
    "one": lambda v, n, U: v * min(1.0, 1 / n) if n else v, "unit": lambda v, n, U: v / n if n > U else v,
    "always": lambda v, n, U: v * U / n if n else v, "box": lambda v, n, U: np.clip(v, -U, U),
}
_REASONS = {
    "sign": "You walk along the gradient, uphill. Descent goes against it: `w - …`, not `w + …`.",
    "constant": "Your step keeps its length. In round *t* it is `eta / np.sqrt(t)`, not `eta`.",
    "inverse": "Your step shrinks too fast: `eta / np.sqrt(t)`, not `eta / t`.",
    "grows": "Your step grows with *t*; it is divided by the root of *t*.",
    "free": "Nothing brings *w* back. A point outside the ball is scaled by *U*/‖*w*‖, to its rim.",
    "one": "Your factor is 1/‖*w*‖: right only for *U* = 1. The rim lies at *U*, so the factor is *U*/‖*w*‖.",
    "unit": "Your factor is 1/‖*w*‖: right only for *U* = 1. The rim lies at *U*, so the factor is *U*/‖*w*‖.",
    "always": "You scale points inside the ball as well. Only those with ‖*w*‖ > *U* are brought back.",
    "box": "You cut each coordinate by itself: that projects on a square. The ball scales the whole vector.",
}


def _variants():
    """(names of what is wrong, step(w, g, t, U)), the fewest deviations first."""
    keys = sorted(itertools.product(_SIGNS, _RATES, _PROJECTIONS), key=lambda k: sum(map(bool, k)))
    for s, r, p in keys[1:]:
        def step(w, g, t, U, s=s, r=r, p=p):
            v = w + _SIGNS[s] * ETA * _RATES[r](t) * g
            return _PROJECTIONS[p](v, np.linalg.norm(v), U)
        yield [k for k in (s, p, r) if k], step


def _reasons(tried):
    """What is wrong, if the reader's step is one of the known ones on all that was tried, (U, gradients, path)."""
    for why, step in _variants():
        if all(np.allclose(properties.walk(lambda w, g, t: step(w, g, t, U), gs), path, rtol=1e-9, atol=1e-9)
               for U, gs, path in reversed(tried)):  # the last ones tell most of them apart
            return why
    return []


def _check_step(names):
    step, only = function(names, "step"), properties.printing(names)
    tried = [(U, gs, properties.walk(step, gs, U=U)) for U, gs in properties.hidden_streams()]
    right = [properties.core(learners.ogd(ETA, U), gs) for U, gs, _ in tried]
    finite = all(np.isfinite(path).all() for *_, path in tried)
    norm = max(np.linalg.norm(path, axis=1).max() / U for U, _, path in tried)
    gap = max(abs(path - good).max() for (*_, path), good in zip(tried, right))
    inside = finite and norm <= 1 + properties.TOLERANCE
    equal = finite and all(properties.first_different(path, good, U) is None
                           for (U, _, path), good in zip(tried, right))
    share = max((properties.regret(path, gs, U) / _bound(np.arange(1, len(gs) + 1), U, gs)).max()
                for U, gs, path in tried) if finite else np.inf
    checks = (
        Check("*w* stays in the ball", inside, f"largest ‖*w*‖/*U*: {number(norm)}" if finite else "not a number"),
        Check("each step is the book’s, to 10⁻¹²", equal, f"largest difference: {number(gap)}" if finite else ""),
        Check("the regret stays under the bound (T3)", bool(share <= 1),
              f"at most {number(100 * share)} % of it" if finite else ""),
    )
    told = f"{len(tried)} streams, {sum(len(gs) for _, gs, _ in tried)} rounds, *U* = 1 and *U* = 2"
    if inside and equal and share <= 1:
        return _passed(step, only, checks, told)
    return _failed(step, only, tried, finite, inside, checks, told)


def _bound(t, U, gradients):
    return bounds.ogd(t, ETA, U, np.linalg.norm(gradients, axis=1).max())


def _passed(step, only, checks, told):
    gradients = np.random.default_rng(3).choice([-1.0, 1.0], size=(200, 2))
    only(lambda: properties.walk(step, gradients[:3], U=1.0))
    values = properties.regret(properties.walk(step, gradients, U=1.0), gradients, 1.0)
    bound = np.append(0, _bound(np.arange(1, 201), 1.0, gradients))
    return Verdict(
        True, f"your regret is [{number(values[-1])}](measured), under the bound [{number(bound[-1])}](bound).",
        "Below: 200 rounds of random signs, played by your step.", checks,
        pictures=(properties.regret_picture(values, bound, 200),), tried=told,
        link=Link("ogd", {"stream": "own", "rounds": properties.rounds_text(gradients), "eta": ETA, "U": 1.0}))


def _failed(step, only, tried, finite, inside, checks, told):
    right_path = lambda U, gs: properties.core(learners.ogd(ETA, U), gs)

    def fails(U, gs, right):
        mine = properties.walk(step, gs, U=U)
        bad = (properties.first_undefined(mine) if not finite else properties.first_outside(mine, U) if not inside
               else properties.first_different(mine, right, U))
        return None if bad is None else (bad, float(np.linalg.norm(mine[bad] - right[bad])))

    why = _reasons([case for case in tried if np.isfinite(case[2]).all()])
    hint = " ".join(_REASONS[k] for k in why[:2])
    if finite and not any(path.any() for *_, path in tried):
        hint = "*w* never moves. In each round it goes a step against the gradient *g*."
    case = properties.small_case(fails, right_path)
    if case is None:  # no small one: the first hidden stream that shows it
        case = next((U, gs, bad) for U, gs, _ in tried if (bad := fails(U, gs, right_path(U, gs))))
    U, gs, (bad, gap) = case
    mine = only(lambda: properties.walk(step, gs, U=U))
    right = right_path(U, gs)
    with_U = "" if U == 1 else f" (*U* = {number(U)})"
    if not finite:
        said = f"in round {bad}{with_U} your step is [not a number](measured)."
        hint = f"{hint} At *w* = 0 your factor is 0/0." if hint else (
            "Is something divided by ‖*w*‖ = 0, or is a root taken of a negative number? Scale only where ‖*w*‖ > *U*.")
    elif not inside:
        said = (f"in round {bad} your ‖*w*‖ is [{number(np.linalg.norm(mine[bad]))}](measured), outside the ball of "
                f"radius [{number(U)}](bound).")
    else:
        said = f"in round {bad}{with_U} your step lands [{number(gap)}](measured) away from the right point."
    hint = hint or "A step against *g*, and then only what lies outside is brought back: where does yours first differ?"
    return Verdict(
        False, said, hint, checks, properties.path_table(gs, mine, right, bad),
        (properties.path_picture(mine, right, U),) if gs.shape[1] == 2 else (), tried=told,
        link=Link("ogd", {"stream": "own", "rounds": properties.rounds_text(gs), "eta": ETA, "U": U}))


STEP = Exercise(
    name="ogd-step", title="One step in the ball", kind="write",
    statement=(
        "Complete one step of online gradient descent in a ball.",
        "In round *t* the learner stands at *w* and sees the gradient *g*. Return its next point, for steps η/√*t* and "
        "the ball ‖*w*‖ ≤ *U*.",
        "It is tested on streams that you do not see, in two and three dimensions, and for other *U* as well."),
    given="import numpy as np\neta, U = 0.5, 1\ndef step(w, g, t):",
    start="    # t = 1, 2, 3, …\n    return w",
    check=_check_step,
    solution="    v = w - eta / np.sqrt(t) * g\n    n = np.linalg.norm(v)\n    return v if n <= U else v * U / n",
    wrong=(
        Wrong("    v = w + eta / np.sqrt(t) * g\n    n = np.linalg.norm(v)\n    return v if n <= U else v * U / n",
              "uphill"),
        Wrong("    v = w - eta * g\n    n = np.linalg.norm(v)\n    return v if n <= U else v * U / n",
              "keeps its length"),
        Wrong("    return w - eta / np.sqrt(t) * g", "Nothing brings"),
        Wrong("    v = w - eta / np.sqrt(t) * g\n    n = np.linalg.norm(v)\n    return v if n <= U else v / n",
              "right only for"),
        Wrong("    v = w - eta / np.sqrt(t) * g\n    return np.clip(v, -U, U)", "projects on a square"),
        Wrong("    v = w - eta / np.sqrt(t) * g\n    return v * U / np.linalg.norm(v)", "inside the ball as well"),
    ),
)
