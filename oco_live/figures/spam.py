"""The pictures of the spam explorer: lines at the loss of w = 0, at regret 0 and at weight 0."""


def _quarter(ax):
    ax.axhline(0.25, gid="still:axis", linewidth=0.8)


def _zero(ax):
    ax.axhline(0, gid="still:axis", linewidth=0.8)


def _no_weight(ax):
    ax.axvline(0, gid="still:axis", linewidth=0.8)


decorations = {"loss": _quarter, "regret": _zero, "words": _no_weight}
