"""The Gaussian kernel of two points (D20), far from 0 as well."""

import itertools

import numpy as np

from oco_core import kernels

from ...explorers.kernels.measure import REACH, WIDTHS
from .. import properties
from ..exercise import Check, Exercise, Link, Table, Verdict, Wrong, function, number, scalar

LEAST, MOST = WIDTHS[0], WIDTHS[-1]


def _distance2(x, z):
    return float((x - z) @ (x - z))


#: Known wrong ones, and the reason.
_KERNELS = (
    (lambda x, z, g: np.exp(-_distance2(x, z) / g), "The 2 is missing: the exponent is −‖*x* − *z*‖²/(2γ)."),
    (lambda x, z, g: np.exp(-_distance2(x, z) / (2 * g * g)),
     "γ is the square of the width already. Yours is the kernel for γ²."),
    (lambda x, z, g: np.exp(-np.sqrt(_distance2(x, z)) / (2 * g)),
     "The distance has to be squared: `d @ d`, not its root."),
    (lambda x, z, g: np.exp(-np.sqrt(_distance2(x, z)) / g),
     "The distance has to be squared, and the exponent is −‖*x* − *z*‖²/(2γ)."),
    (lambda x, z, g: np.exp(_distance2(x, z) / (2 * g)),
     "The sign of the exponent is turned: far points are unlike."),
    (lambda x, z, g: np.exp(-_distance2(x, z) / (2 * g)) / np.sqrt(2 * np.pi * g),
     "No factor in front: it is a kernel and not a density, and *K*(*x*, *x*) is 1."),
)


def _pairs():
    """(x, z, γ): small whole numbers, random ones, and points far from 0 that are near to each other."""
    rng = np.random.default_rng(9)
    for x, g in itertools.product(((1.0, 1.0), (1.0, 0.0), (1.0, 0.5)), (1.0, 0.5, 0.25)):
        yield np.zeros(2), np.array(x), g
    for d, g in itertools.product((1, 2, 3), (0.1, 0.5, 2.0)):
        x = rng.normal(size=d)
        yield x, x + rng.normal(size=d) * g**0.5, g
        yield x, x, g
    for far in ((1e8, 0.0), (0.0, -3e8)):
        yield np.array(far), np.array(far) + 1.0, 0.5


def _link(x, z, g):
    """The explorer's second round with K(x, z) for f: x has been stored with the label 1. Where the plane or the slider
    do not have them, another pair with the same K."""
    if len(x) <= 2 and max(abs(x).max(), abs(z).max()) <= REACH and (x.any() or z.any()) and LEAST <= g <= MOST:
        pair, gamma, words = np.array([x, z]).round(9), g, ""
    else:
        length = float(np.linalg.norm(z - x))
        scale = min(1.0, 1 / max(length, 1e-9), (MOST / g)**0.5)
        pair, gamma = np.array([[1.0, 0.0], [1.0 - scale * length, 0.0]]).round(9), min(MOST, g * scale * scale)
        if gamma < LEAST:
            return Link("kernels", {"stream": "moons_gaussian", "gamma": LEAST})
        words = "Open a pair with the same K in the explorer"
    text = properties.rounds_text(pair, [1.0, -1.0])
    return Link("kernels", {"stream": "own", "rounds": text, "gamma": gamma, "t": 2}, words)


def _check_gaussian(names):
    K, only = function(names, "K"), properties.printing(names)

    def mine(x, z, g):
        with properties.setting(K, gamma=g):
            return scalar(K(x.copy(), z.copy()))

    right = lambda x, z, g: float(kernels.gaussian(g)(x[None], z[None])[0, 0])
    off = lambda found, good: abs(found - good) if np.isfinite(found) else np.inf
    tried = [(case, mine(*case), right(*case)) for case in _pairs()]
    near = max(off(found, good) for case, found, good in tried[:-2])
    far = max(off(found, good) for case, found, good in tried[-2:])
    points = np.random.default_rng(1).normal(size=(10, 2))
    gram = np.array([[mine(x, z, 0.5) for z in points] for x in points])
    least = float(np.linalg.eigvalsh(gram)[0]) if np.isfinite(gram).all() else np.nan
    equal = near <= 1e-10 and far <= 1e-10
    checks = (Check("it is the book’s kernel, to 10⁻¹⁰", bool(near <= 1e-10), f"largest difference: {number(near)}"),
              Check("also for points at a distance of 10⁸ from 0", bool(far <= 1e-10),
                    f"largest difference: {number(far)}"),
              Check("the matrix of 10 points has no negative eigenvalue", bool(least >= -1e-12),
                    f"least: {number(least)}"))
    told = f"{len(tried)} pairs of points in one to three dimensions, γ = 0.1 to 2"
    if equal:
        only(lambda: mine(*tried[0][0]))
        return Verdict(True, f"ten points have a matrix whose least eigenvalue is [{number(least)}](measured).",
                       "A matrix of inner products has none below 0, here of features in infinitely many dimensions.",
                       checks, tried=told, link=Link("kernels", {"stream": "moons_gaussian", "gamma": 0.1}))
    case, _, good = next(entry for entry in tried if not off(entry[1], entry[2]) <= 1e-10)
    found = only(lambda: mine(*case))
    hint = next((hint for variant, hint in _KERNELS
                 if all(np.isclose(found, variant(*case), atol=1e-12) for case, found, _ in tried[:-2])),
                "It is a function of the distance of *x* and *z* alone, and 1 where they are equal.")
    if near <= 1e-10:
        hint = ("‖*x*‖² + ‖*z*‖² − 2*x*·*z* is right on paper. Far from 0 these are large numbers that nearly cancel, "
                "and the digits are gone. Take the difference first.")
    x, z, g = case
    row = (_text(x), _text(z), number(g), number(found), number(good))
    table = Table(("*x*", "*z*", "γ", "yours", "right"), (row,), 0)
    return Verdict(False, f"with γ = {number(g)} yours is [{number(found)}](measured) for a pair that has "
                          f"{number(good)}.", hint, checks, table, link=_link(*case), tried=told)


def _text(point):
    """All digits, where three would not tell two points apart."""
    if abs(point).max() < 1e6:
        return properties.point(point)
    return f"({', '.join(f'{v:.0f}'.replace('-', '−') for v in point)})"


GAUSSIAN = Exercise(
    name="kernel-gaussian", title="The Gaussian kernel", kind="write",
    statement=(
        "Return the Gaussian kernel of two points.",
        "*x* and *z* are arrays with the same number of coordinates, and γ is the square of the width, as in D20.",
        "It is tested on pairs that you do not see, for other γ, and far from 0."),
    given="import numpy as np\ngamma = 0.5\ndef K(x, z):", start="    return x @ z",
    check=_check_gaussian, solution="    d = x - z\n    return np.exp(-(d @ d) / (2 * gamma))",
    wrong=(
        Wrong("    return np.exp(-((x - z) @ (x - z)) / gamma)", "2 is missing"),
        Wrong("    return np.exp(-((x - z) @ (x - z)) / (2 * gamma**2))", "square of the width"),
        Wrong("    return np.exp(-np.linalg.norm(x - z) / (2 * gamma))", "d @ d"),
        Wrong("    return np.exp(-np.linalg.norm(x - z) / gamma)", "has to be squared, and"),
        Wrong("    return np.exp(-(x @ x + z @ z - 2 * x @ z) / (2 * gamma))", "difference first"),
    ),
)
