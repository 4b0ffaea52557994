"""A start from which the step goes far past the minimum (E22)."""

import numpy as np

from oco_core import losses, training

from ...explorer import Series
from ...explorers.sgd.measure import U
from ...style import BEST, MEASURED, Style
from ..exercise import Check, Exercise, Picture, Refused, Table, Verdict, Wrong, number, vector
from ..plane import plane
from .shown import in_the_explorer

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
                   (_step_picture(w),), *_same_step(w))


def _same_step(w):
    """The explorer with the same f, as that of two examples, and the step of 0.1 from w, which it wants within the unit
    ball; and on what the answer was tested."""
    X, y, length = np.diag(np.sqrt(CURVATURES)), np.zeros(2), float(np.linalg.norm(w))
    near = 0.1 <= length <= U
    eta = 0.1 * training.gradient_bound(losses.square, X, y, U) / (2 * U)
    link = in_the_explorer(X, y, w if near else 0.9 * w / length, 2, eta=eta)
    return link, "one point, with *f* as it is" + (
        "" if near else "; the explorer shows it at a length of 0.9, where all angles are the same")


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
