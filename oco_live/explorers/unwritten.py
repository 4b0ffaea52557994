"""The series of a reader's own code: no frame has them until there is some (explorers/own)."""

from ..explorer import Series
from ..style import Style

YOURS = Style("other")
ITS_BOUND = Style("other", "short")

#: explorer -> its series of that kind.
SERIES = {
    "ogd": (
        Series("own_bound", "regret", "the bound of your own step", ITS_BOUND, end="its bound", frames=False,
               pinned=True),
        Series("own", "regret", "regret of your own step", YOURS, end="yours", pinned=True)),
    "losses": (Series("own", "losses", "your own loss", YOURS, end="yours", pinned=True),),
    "protocol": (
        Series("own_path", "plane", "your own w₁, w₂, … so far", Style("other", width=0.8), rounds="risk"),
        Series("own_w", "plane", "your own wₜ", Style("other", width=7), kind="points", end="yours"),
        Series("own_risk", "risk", "risk of your own step", YOURS, end="yours", pinned=True),
        Series("own", "regret", "regret of your own step", YOURS, end="yours", pinned=True)),
    "strong_convexity": (
        Series("own_bound", "regret", "the bound of your own step", ITS_BOUND, end="its bound", frames=False,
               pinned=True),
        Series("own", "regret", "regret of your own step", YOURS, end="yours", pinned=True),
        Series("own_distance", "distance", "your own step", YOURS, end="yours", pinned=True),
        Series("own_level", "steps", "regret of your own step", YOURS, end="yours", pinned=True)),
    "perceptron": (
        Series("own_line", "plane", "w·x = 0 of your own update", Style("other", width=2), end="yours"),
        Series("own", "mistakes", "mistakes of your own update", YOURS, end="yours"),
        Series("own_level", "curve", "mistakes of your own update", YOURS, end="yours")),
    "adversary": (
        Series("own", "game", "regret against your own opponent", YOURS, end="yours", pinned=True),
        Series("own_game", "growth", "this game against your own opponent", Style("other", width=8), kind="points",
               end="yours", pinned=True)),
}


def nothing(name):
    """(series, status) of a frame of that explorer without a reader's code."""
    names = [series.name for series in SERIES[name]]
    return dict.fromkeys(names, ([], [])), dict.fromkeys(names, "absent")
