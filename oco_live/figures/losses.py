"""The pictures of the losses explorer: lines at z = 0, where errors begin, and z = 1, where the hinge loss ends."""


def _kinks(ax):
    for z in (0, 1):
        ax.axvline(z, gid="still:axis", linewidth=0.8)


decorations = {"losses": _kinks, "margins": _kinks}
