"""The pictures of the proof's explorer: a zero line under the bars."""


def _zero_line(ax):
    ax.axvline(0, gid="still:axis", linewidth=0.8)


decorations = {"proof": _zero_line, "step": _zero_line}
