"""How many steps T22 asks for."""

import numpy as np

from oco_core import bounds

from ...explorers.sgd.measure import known
from .. import properties
from ..exercise import Check, Exercise, Link, Refused, Table, Verdict, Wrong, function, number, scalar

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
        "*D*/(*G*√*t*). By T22 the average of its iterates has a mean excess of at most 3*GD*/(2√*T*).",
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
