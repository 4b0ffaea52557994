"""One round of the kernel Perceptron (A6; E14)."""

import itertools

import numpy as np

from oco_core import streams

from ...explorer import Axis, Panel, Series
from ...style import MEASURED
from .. import properties
from ..exercise import Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number


def _score(stored, x, K):
    return sum(label * K(z, x) for z, label in stored)


_RULES = (
    (lambda stored, x, y, K: y * _score(stored, x, K) < 0,
     "A tie has to count: with `<` nothing is ever stored, because the first *p* is 0."),
    (lambda stored, x, y, K: y * _score(stored, x, K) > 0,
     "You store what is answered correctly already, as the notes print it (E14). Nothing is learnt from that."),
    (lambda stored, x, y, K: True, "You store every example. Only mistakes are stored: rounds with *y*·*p* ≤ 0."),
    (lambda stored, x, y, K: y * _score(stored, x, K) < 1,
     "You store rounds with a margin below 1, too. That is the soft margin online; the Perceptron stores mistakes."),
    (lambda stored, x, y, K: y * sum(K(z, x) for z, _ in stored) <= 0,
     "The stored labels are missing: *p* is the sum of *label*·*K*(*z*, *x*)."),
    (lambda stored, x, y, K: y * _score(stored, x, lambda x, z: (1 + x @ z) ** 2) <= 0,
     "Your kernel is written out. Call the given `K`, so that any other will do."),
)
_KINDS = ((lambda x, z: x @ z, 2), (lambda x, z: (1 + x @ z) ** 2, 3), (lambda x, z: np.exp(-(x - z) @ (x - z)), 2))
_POINTS = tuple(map(np.array, ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (-1.0, 1.0), (2.0, 1.0), (0.5, 0.0))))


def _states(X, y, K):
    """(stored, x, label) before each round, with the right rule."""
    stored = []
    for x, label in zip(X, y):
        yield list(stored), x, label
        if label * _score(stored, x, K) <= 0:
            stored.append((x, label))


def _check_perceptron(names):
    learn, only = function(names, "learn"), properties.printing(names)

    def stores(stored, x, label, K):
        """Whether the reader's round stores the example."""
        with properties.setting(learn, K=K):
            found = learn([(z.copy(), y) for z, y in stored], x.copy(), label)
        if not isinstance(found, (list, tuple)):
            raise Refused("your function returns [no list](measured).", "Return `stored`, with or without a new pair.")
        if len(found) - len(stored) not in (0, 1):
            raise Refused(f"from {len(stored)} stored pairs you make [{len(found)}](measured).",
                          "A round stores its own example, or nothing.")
        if len(found) > len(stored):
            try:
                z, y = found[-1]
                same = np.array_equal(np.asarray(z, dtype=float), x) and float(y) == label
            except (TypeError, ValueError, OverflowError):
                same = False
            if not same:
                raise Refused("the pair stored is [not](measured) that of this round, (*x*, *y*).",
                              "Append it: `stored + [(x, y)]`.")
        return len(found) > len(stored)

    rng = np.random.default_rng(3)
    tried = []
    for K, d in _KINDS:
        X = rng.normal(size=(16, d))
        y = np.where(X.prod(axis=1) > 0, 1.0, -1.0)
        tried += [(*state, K) for state in _states(X, y, K)]
    mine = [stores(*case) for case in tried]
    right = [label * _score(stored, x, K) <= 0 for stored, x, label, K in tried]
    wrong = sum(a != b for a, b in zip(mine, right))
    checks = (Check("each round stores its example just if *y*·*p* ≤ 0", not wrong, f"{wrong} of {len(tried)} differ"),)
    told = f"{len(tried)} rounds, with three kernels"
    if not wrong:
        return _perceptron_passed(stores, only, checks, told)
    hint = next((hint for rule, hint in _RULES if [bool(rule(*case)) for case in tried] == mine),
                "*p* is the sum of *label*·*K*(*z*, *x*) over the stored pairs (*z*, *label*).")
    case = _small_game(stores)
    if case is None:
        return Verdict(False, f"[{wrong}](measured) of {len(tried)} rounds store what they should not, or the reverse.",
                       hint, checks, tried=told, link=Link("kernels", {"stream": "xor_polynomial", "degree": 2}))
    X, y, bad = case
    linear, rows = _KINDS[0][0], []
    for t, (stored, x, label) in enumerate(_states(X, y, linear)):
        p = float(_score(stored, x, linear))
        words = ["stored" if found else "not" for found in (stores(stored, x, label, linear), label * p <= 0)]
        rows.append((str(t + 1), properties.point(x), number(label), number(p), *words))
    only(lambda: [stores(*state, linear) for state in _states(X, y, linear)])
    does = "store it" if rows[bad][4] == "stored" else "do not store it"
    return Verdict(False, f"round {bad + 1} has *y* = {rows[bad][2]} and *p* = [{rows[bad][3]}](measured): you {does}.",
                   hint, checks, Table(("*t*", "*x*", "*y*", "*p*", "yours", "right"), tuple(rows), bad), tried=told,
                   link=Link("perceptron", {"stream": "own", "rounds": properties.rounds_text(X, y), "t": len(y)}))


def _small_game(stores):
    """(X, y, the round in which the reader's rule differs) with K = x·z, the plain Perceptron of its explorer."""
    linear = _KINDS[0][0]
    for T in (1, 2, 3):
        signs = itertools.product((1.0, -1.0), repeat=T)
        for points, labels in itertools.product(itertools.product(_POINTS, repeat=T), signs):
            for t, (stored, x, label) in enumerate(_states(points, labels, linear)):
                if t == T - 1 and stores(stored, x, label, linear) != (label * _score(stored, x, linear) <= 0):
                    return np.array(points), np.array(labels), t
    return None


def _perceptron_passed(stores, only, checks, told):
    """The explorer's XOR with degree 2, learnt by the reader's rounds."""
    data, K = streams.xor(120, 0.0, 0), _KINDS[1][0]

    def played():
        stored, counts = [], []
        for x, label in zip(data.X, data.y):
            if stores(stored, x, label, K):
                stored.append((x, label))
            counts.append(len(stored))
        return counts

    counts = only(played)
    panel = Panel("counts", "Stored up to round t", x=Axis("t", (0, 120), rounds=True), y=Axis("examples", (0, 120)))
    series = (Series("stored", "counts", "", MEASURED, end="stored"),)
    return Verdict(True, f"on 120 examples of XOR your rounds store [{counts[-1]}](measured).",
                   "With *K* = (1 + *x*·*z*)²; no line separates them. The explorer shows the same run.", checks,
                   pictures=(Picture(panel, series, {"stored": (np.arange(121), np.append(0, counts))}),), tried=told,
                   link=Link("kernels", {"stream": "xor_polynomial", "degree": 2, "t": 120}))


_P = "    p = sum(label * K(z, x) for z, label in stored)\n    return stored + [(x, y)] if {} else stored"
PERCEPTRON = Exercise(
    name="kernel-perceptron", title="A round with a kernel", kind="write",
    statement=(
        "Complete one round of the kernel Perceptron A6.",
        "`stored` is a list of the pairs (*z*, *label*) stored so far. The new example is *x* with the label *y*, 1 or "
        "−1. Return the list, with the pair (*x*, *y*) at its end if this round stores it.",
        "It is tested in states that you do not see, and with other kernels in place of `K`."),
    given="import numpy as np\ndef K(x, z):\n    return (1 + x @ z) ** 2\ndef learn(stored, x, y):",
    start="    return stored + [(x, y)]", check=_check_perceptron, solution=_P.format("y * p <= 0"),
    wrong=(
        Wrong(_P.format("y * p < 0"), "nothing is ever stored"), Wrong(_P.format("y * p > 0"), "E14"),
        Wrong(_P.format("y * p < 1"), "soft margin"), Wrong("    return stored + [(x, y)]", "every example"),
        Wrong(_P.replace("label * ", "").format("y * p <= 0"), "labels are missing"),
    ),
)
