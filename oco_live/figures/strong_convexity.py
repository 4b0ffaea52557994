"""The pictures of the strong convexity explorer: a zero line under the regret."""


def _zero_line(ax):
    ax.axhline(0, gid="still:axis", linewidth=0.8)


decorations = {"regret": _zero_line}
