"""Whether a reader's loss is what theorems ask for: convex, of bounded slope, σ-strongly convex; or two points that
show that it is not."""

from dataclasses import dataclass

import numpy as np

from ..engine import check

__all__ = ["Judgement", "judged"]

GRID, PAIRS = 161, 400
SLACK = 1e-9  # relative to the size of the values: what rounding may do


@dataclass(frozen=True)
class Judgement:
    """What values of l(·, y) on an interval show.

    p, values  the grid, and l there.
    slopes     the least and the largest slope between two neighbours of the grid.
    bent       (a, b, l in the middle, mean of l(a) and l(b)) where the middle lies above the chord; None: convex, as
               far as was tried.
    sigma      the largest σ for which all that was tried is σ-strongly convex; 0 where it is not convex.
    weak       (a, b, l in the middle, what the claimed σ allows there) where the claim fails; None: none was made, or
               it holds as far as was tried.
    """

    p: np.ndarray
    values: np.ndarray
    slopes: tuple
    bent: tuple | None
    sigma: float
    weak: tuple | None

    @property
    def convex(self):
        """Whether no three points were found at which the loss bends downwards."""
        return self.bent is None

    @property
    def G(self):
        """The largest |slope|."""
        return max(map(abs, self.slopes))


def _number(value, p, y):
    found = value(p, y)
    if found is None:
        check.fail(f"loss({p:.4g}, {y:.4g})", None, "a number: is a return missing?")
    try:
        array = np.asarray(found)
    except (TypeError, ValueError):
        array = np.asarray(None)
    if array.dtype.kind not in "biuf":
        check.fail(f"loss({p:.4g}, {y:.4g})", found, "a number")
    if array.size != 1 or not np.isfinite(array).all() or abs(array).max() > check.LARGEST:
        check.fail(f"loss({p:.4g}, {y:.4g})", found, "a finite number")
    return float(array.reshape(()))


def judged(value, y=1.0, low=-3.0, high=3.0, sigma=0.0, seed=0):
    """The `Judgement` of l(·, y) on [low, high], from a grid and from pairs drawn at random.

    value(p, y): called with floats; what it raises is passed on, and what is no finite number is a ValueError.
    sigma: the strong convexity that is claimed, 0 for none.
    """
    y, sigma = check.real("y", y), check.nonnegative("sigma", sigma)
    low, high = check.real("low", low), check.real("high", high)
    if not low < high:
        check.fail("low, high", (low, high), "low < high")
    rng = np.random.default_rng(seed)
    p = np.linspace(low, high, GRID)
    at = lambda points: np.array([_number(value, float(point), y) for point in points])
    values = at(p)
    slopes = np.diff(values) / np.diff(p)
    # pairs with a middle of the grid, near and far; then any
    k = np.arange(1, GRID - 1)
    reach = [np.ones_like(k), np.minimum(k, GRID - 1 - k)]
    a, b = (np.concatenate([p[k - r] for r in reach]), np.concatenate([p[k + r] for r in reach]))
    ends = np.concatenate([(values[k - r] + values[k + r]) / 2 for r in reach])
    middle = np.concatenate([values[k] for _ in reach])
    drawn = np.sort(rng.uniform(low, high, (PAIRS, 2)), axis=1)
    a, b = np.append(a, drawn[:, 0]), np.append(b, drawn[:, 1])
    ends = np.append(ends, (at(drawn[:, 0]) + at(drawn[:, 1])) / 2)
    middle = np.append(middle, at(drawn.mean(axis=1)))
    size = SLACK * (abs(ends) + abs(middle) + SLACK)
    above = middle - ends  # convex: ≤ 0; σ-strongly convex: ≤ −σ/8·(b − a)²
    curved = (8 * (size - above) / np.maximum((b - a) ** 2, 1e-300))[b - a > 1e-3 * (high - low)]

    def worst(allowed):
        i = int(np.argmax(above - allowed - size))
        return (float(a[i]), float(b[i]), float(middle[i]), float((ends + allowed)[i])) if (
            above[i] > allowed[i] + size[i]) else None

    bent = worst(np.zeros_like(above))
    return Judgement(p, values, (float(slopes.min()), float(slopes.max())), bent,
                     0.0 if bent else max(0.0, float(curved.min())),
                     worst(-sigma / 8 * (b - a) ** 2) if sigma else None)
