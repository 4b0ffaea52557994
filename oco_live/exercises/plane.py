"""The plane of a verdict's picture, no wider than what is drawn in it."""

import numpy as np

from ..explorer import Axis, Panel

ROOM = 0.12  # on either side, as a share of what is drawn
LEAST = 0.5  # how much of the longer side the shorter one has at least


def plane(name, title, points, x="w₁", y="w₂"):
    """A panel with circles that stay round, for points (n, 2) of which some may be no numbers; far ones are cut off."""
    points = np.clip(points[np.isfinite(points).all(axis=1)], -1e6, 1e6)
    middle, half = (points.max(axis=0) + points.min(axis=0)) / 2, np.ptp(points, axis=0) / 2
    half = (1 + ROOM) * np.maximum(half, LEAST * half.max() or 1.0)
    return Panel(name, title, x=Axis(x, (middle[0] - half[0], middle[0] + half[0])),
                 y=Axis(y, (middle[1] - half[1], middle[1] + half[1])), equal=True)
