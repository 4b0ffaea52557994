"""How a series looks: the role that gives its colour, dashes, width and ends.

A series declares its `Style` where it is declared itself. The page, the notebook and the card for links draw from it,
and each of them lets a series be told from its neighbours without colour. Standard library only: this runs in the
browser.
"""

from dataclasses import dataclass
from typing import NamedTuple

#: Colour -> by day and at night. The page's custom property of "bound" is --oco-bound. There are two hues: blue for
#: what is measured, rust for what is promised.
COLOURS = {
    "ink": ("#1a1e24", "#e9edf1"),  # letters; where the reader stands
    "soft": ("#59626d", "#a6b0bb"),  # small letters; what is there to compare with
    "measured": ("#0b5cad", "#78b7ff"),  # the learner that is looked at
    "bound": ("#b23c0c", "#ff9e6b"),  # what is promised, and mistakes
    "other": ("#66707b", "#909ba7"),  # another learner, another bound
    "comparator": ("#1a1e24", "#e9edf1"),  # the best in hindsight
    "line": ("#d4d9df", "#38414b"), "grid": ("#e8ebef", "#262d35"), "axis": ("#7d8691", "#78838f"),
    "back": ("#ffffff", "#121212"), "raised": ("#f6f7f9", "#1c2229"),
    "accent": ("#0b5cad", "#9ccaff"),  # of controls
}
ROLES = ("ink", "soft", "measured", "bound", "other", "comparator")
DASHES = {
    "": (), "longest": (20, 5), "long": (8, 5), "medium": (6, 3), "even": (4, 4), "short": (3, 3), "fine": (2, 4),
    "dots": (1.5, 4), "dash-dot": (8, 4, 2, 4), "long-dot": (14, 4, 3, 4), "broken": (4, 6),
}
SIGNS = {"ring": 2.4, "plus": 1.6, "minus": 1.6}  # points drawn as a sign: how wide its line is
ENDS = ("", "round", "square", *SIGNS)
THIN, THIN_BAR = 1.1, 4  # at most so wide is what is no bound here


@dataclass(frozen=True)
class Style:
    """role: one of `ROLES`; dash: one of `DASHES`; width: in pixels, of a point across, None for that of its kind;
    ends: of lines and the shape of points, one of `ENDS`, "" for that of its kind. Raises ValueError for another role,
    dash or end."""

    role: str
    dash: str = ""
    width: float | None = None
    ends: str = ""

    def __post_init__(self):
        for name, known in (("role", ROLES), ("dash", DASHES), ("ends", ENDS)):
            if getattr(self, name) not in known:
                raise ValueError(f"{name} = {getattr(self, name)!r}: expected one of {', '.join(map(repr, known))}")


MEASURED = Style("measured", width=2.4)
BOUND = Style("bound", "long", width=2.2)
BEST = Style("comparator", "long")
RIVAL = Style("other", "long-dot")
NOW = Style("ink", "fine", 1)  # a line where the reader's choice stands


class Drawn(NamedTuple):
    """What is seen of a series: role, width, dashes as numbers, ends ("butt", "round", "square" or a sign)."""

    role: str
    width: float
    dashes: tuple
    ends: str


def _size(series):
    return series.style.width or (6 if series.kind == "points" else 1.8)


def drawn(series, status=None):
    """`Drawn` for a series with this status; None where the status hides it. view/series.css says the same."""
    style, kind = series.style, series.kind
    role, dash = {"fails": ("soft", "broken"), "less": ("axis", style.dash)}.get(status, (style.role, style.dash))
    width = SIGNS.get(style.ends) or _size(series)
    if style.ends in SIGNS:
        pass  # as wide as ever
    elif status in ("reference", "fails") and kind == "segments":
        width = min(width, THIN_BAR)
    elif status == "reference":
        width = min(width, THIN)
    ends = style.ends or ("round" if kind == "points" else "butt")
    return None if status == "absent" else Drawn(role, width, DASHES[dash], ends)


def inline(series):
    """The custom properties from which the stylesheet draws a series, whatever its status: --oco-s, its colour,
    --oco-w, its width or a sign's size, --oco-d, its dashes, and --oco-e, its ends."""
    look = drawn(series)
    dashes = " ".join(f"{n:g}" for n in look.dashes)
    found = {"s": f"var(--oco-{look.role})", "w": f"{_size(series):g}", "d": dashes, "e": series.style.ends}
    return ";".join(f"--oco-{name}:{value}" for name, value in found.items() if value)
