"""The pictures of the adversary explorer: a zero line under the regrets."""


def _zero_line(ax):
    ax.axhline(0, gid="still:axis", linewidth=0.8)


decorations = {"growth": _zero_line, "game": _zero_line}
