"""The plane of a verdict's picture, no wider than what is drawn in it, and one with examples of two labels."""

import numpy as np

from ..explorer import Axis, Panel, Series
from ..explorers.sides import broken, sides
from ..style import BEST, Style
from .exercise import Picture

ROOM = 0.12  # on either side, as a share of what is drawn
LEAST = 0.5  # how much of the longer side the shorter one has at least


def plane(name, title, points, x="w₁", y="w₂"):
    """A panel with circles that stay round, for points (n, 2) of which some may be no numbers; far ones are cut off."""
    points = np.clip(points[np.isfinite(points).all(axis=1)], -1e6, 1e6)
    middle, half = (points.max(axis=0) + points.min(axis=0)) / 2, np.ptp(points, axis=0) / 2
    half = (1 + ROOM) * np.maximum(half, LEAST * half.max() or 1.0)
    return Panel(name, title, x=Axis(x, (middle[0] - half[0], middle[0] + half[0])),
                 y=Axis(y, (middle[1] - half[1], middle[1] + half[1])), equal=True)


def separated(X, y, u):
    """The examples with their signs, and the line through 0 of largest margin, whose sides have theirs."""
    size = float(abs(X).max())
    panel = Panel("plane", "Your examples", x=Axis("x₁", (-1.3, 1.3), unit="size"),
                  y=Axis("x₂", (-1.3, 1.3), unit="size"), equal=True)
    series = (Series("separator", "plane", "", BEST, kind="segments", end="u"),
              Series("side_plus", "plane", "", Style("ink", width=8, ends="plus"), kind="points"),
              Series("side_minus", "plane", "", Style("ink", width=8, ends="minus"), kind="points"),
              Series("plus", "plane", "", Style("measured", width=9, ends="plus"), kind="points"),
              Series("minus", "plane", "", Style("bound", width=9, ends="minus"), kind="points"))
    line = np.empty((0, 2)) if u is None else np.outer([-1.2, 1.2], [-u[1], u[0]])
    plus, minus = sides(line, u)
    curves = {"separator": broken(line, X / size), "side_plus": plus, "side_minus": minus, "plus": X[y > 0] / size,
              "minus": X[y < 0] / size}
    return Picture(panel, series, {name: points.T for name, points in curves.items()}, {"size": size})
