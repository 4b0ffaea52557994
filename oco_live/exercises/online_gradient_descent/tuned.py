"""The step for which T3's bound is least (T4), as a formula of U and G."""

import numpy as np

from oco_core import bounds

from ...explorer import Axis, Panel, Series
from ...style import BOUND, Style
from .. import properties
from ..exercise import Check, Exercise, Link, Picture, Table, Verdict, Wrong, function, number, scalar

TOLERANCE = 1e-4  # relative, of the bound
SMALL = ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (2.0, 4.0), (3.0, 1.0))

_UPSIDE_DOWN = "Upside down: a large *U* is far away and asks for long steps, large gradients for short ones."
#: η as a function of U and G, and why it is not the best one.
_KNOWN = (
    (lambda U, G: U / G, "The first term is then twice the second: their sum is 3·*UG*√*T*, and √8 is less than 3."),
    (lambda U, G: 2 * U / G, "That is the step *D*/*G* of T5, with *D* = 2*U*: the sum is 3·*UG*√*T*, and √8 is less."),
    (lambda U, G: np.sqrt(2) * G / U, _UPSIDE_DOWN),
    (lambda U, G: G / U, _UPSIDE_DOWN),
    (lambda U, G: U / (np.sqrt(2) * G), "That is the tuned step of the *lazy* learner, whose first term is U²/(2η)."),
    (lambda U, G: 2 * U**2 / G**2, "That is the square of it: the terms are equal where η² is this number."),
    (lambda U, G: np.sqrt(2) * U, "Your step does not depend on *G*: right for gradients of length 1 only."),
    (lambda U, G: np.sqrt(2) / G, "Your step does not depend on *U*: right for the ball of radius 1 only."),
)


def _hint(f):
    cases = (*SMALL, (0.7, 3.1), (2.2, 0.4))
    for known, why in _KNOWN:
        if all(abs(f(U, G) - known(U, G)) <= 1e-6 * known(U, G) for U, G in cases):
            return why
    if all(abs(f(U, G) - f(1.0, 1.0)) <= 1e-12 for U, G in cases):
        return "A step that does not know *U* and *G* is the right one at most once."
    return "A sum a/η + bη is least where its two terms are equal."


def _check(names):
    asked, only = function(names, "tuned"), properties.printing(names)
    f = lambda U, G: scalar(asked(U, G))
    rng = np.random.default_rng(5)
    hidden = [*SMALL, *np.exp(rng.uniform(-2, 2, size=(20, 2))).tolist()]
    excess = np.array([_over(f(U, G), U, G) for U, G in hidden])
    good = bool((excess <= TOLERANCE).all())
    told = f"{len(hidden)} pairs of *U* and *G*, between 0.1 and 8"
    checks = (Check("the bound is the least there is, up to 0.01 %", good, f"at most {_more(excess.max())} above it"),)
    bad = int(np.argmax(excess > TOLERANCE))
    U, G = hidden[bad]
    eta = only(lambda: f(U, G))
    rows = tuple((number(a), number(b), number(f(a, b)), number(_value(f(a, b), a, b)), number(_least(a, b)))
                 for a, b in SMALL)
    table = Table(("*U*", "*G*", "your η", "your bound/√*T*", "least"), rows,
                  bad if not good and bad < len(SMALL) else None)
    link = Link("ogd", {"stream": "own", "rounds": f"{G:.6g};-{G:.6g};{G:.6g};{G:.6g}", "U": float(np.clip(U, 0.25, 4)),
                        "eta": float(np.clip(eta if eta == eta else 0.01, 0.01, 10))})
    if good:
        return Verdict(True, f"at *U* = *G* = 1 the bound is [{number(_value(eta, U, G))}](bound)·√*T*: none is less.",
                       "Both terms are √2·*UG*√*T*, and their sum is *UG*√(8*T*).", checks, table,
                       _pictures(eta, U, G), link, told)
    which = f"at *U* = {number(U)}, *G* = {number(G)}"
    if not eta > 0:
        return Verdict(False, f"your step is [{number(eta)}](measured), and it must be positive.",
                       _hint(f), checks, table, link=link, tried=told)
    said = (f"{which} your bound is [{number(_value(eta, U, G))}](measured)·√*T*, the least "
            f"[{number(_least(U, G))}](bound).")
    return Verdict(False, said, _hint(f), checks, table, _pictures(eta, U, G), link, told)


def _value(eta, U, G):
    """T3's bound over √T."""
    return bounds.ogd(1, eta, U, G) if 0 < eta < 1e9 else np.inf


def _least(U, G):
    return bounds.ogd_tuned(1, U, G)


def _over(eta, U, G):
    return _value(eta, U, G) / _least(U, G) - 1


def _more(excess):
    return f"{number(100 * max(0.0, excess))} %"


def _pictures(eta, U, G):
    """The valley of the bound over η, in units of U/G and UG, with the reader's step and the least one."""
    panel = Panel("valley", "T3’s bound over η", x=Axis("η", (0.05, 40), unit="step", scale="log"),
                  y=Axis("bound/√T", (0, 30), unit="size"))
    x = np.geomspace(0.1, 20, 60)
    series = (Series("bound", "valley", "", BOUND, end="bound"),
              Series("least", "valley", "", Style("ink", ends="ring"), kind="points"),
              Series("mine", "valley", "", Style("measured"), kind="points"))
    mine = eta * G / U
    return (Picture(panel, series, {"bound": (x, 2 / x + x), "least": ([np.sqrt(2)], [np.sqrt(8)]),
                                    "mine": ([mine], [2 / mine + mine])}, {"step": U / G, "size": U * G}),)


TUNED = Exercise(
    name="ogd-tuned", title="The tuned step", kind="choose",
    statement=(
        "Choose the step η, from *U* and *G*, that makes the bound least.",
        "For every η > 0 the regret is at most 2*U*²√*T*/η + η*G*²√*T*. Return the η that makes this least, as a "
        "formula in *U* and *G*; `np.sqrt` is the root.",
        "It is tested at many *U* and *G*. The bound may be 0.01 % above the least."),
    given="import numpy as np\ndef tuned(U, G):",
    start="    return 1.0",
    check=_check,
    solution="    return np.sqrt(2) * U / G",
    wrong=(Wrong("    return U / G", "twice the second"), Wrong("    return 2 * U / G", "the step D/G of T5"),
           Wrong("    return np.sqrt(2) * G / U", "Upside down"),
           Wrong("    return U / (np.sqrt(2) * G)", "tuned step of the lazy learner"),
           Wrong("    return 2 * U**2 / G**2", "the square of it")),
)
