"""The pictures of the OGD explorer: a zero line under the regret, and the ball around the path."""

from matplotlib.patches import Circle


def _zero_line(ax):
    ax.axhline(0, gid="still:axis", linewidth=0.8)


def _ball(ax):
    ax.add_patch(Circle((0, 0), 1, fill=False, linewidth=1.2, gid="still:ball"))
    ax.plot([-0.04, 0.04], [0, 0], gid="still:axis", linewidth=0.8)  # the origin, where w starts
    ax.plot([0, 0], [-0.04, 0.04], gid="still:axis", linewidth=0.8)


decorations = {"regret": _zero_line, "path": _ball}
