"""A picture for links to a chapter: its explorer's large picture, as the page shows it at first, beside the title.

Matplotlib draws it from what the view's modules say (`hosts.still`), with the styles that the series declare.
"""

import io
import re
import textwrap

import matplotlib
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image

from ..explorer import get, text_of
from ..style import drawn
from . import svg
from .svg import DAY

SIZE = 1200, 630  # pixels: what sites that show cards ask for
PICTURE = 460, 350  # CSS pixels of the picture, which stands at the right
SCALE = 1.6  # pixels of the card to one of the picture
EDGE = 24  # pixels of the card around it
TYPE = 13  # CSS pixels of the text at ticks
PALETTE = 64  # colours: enough for lines and letters on white, in a third of the bytes
ROWS = 4  # of the legend


def place():
    """Where the picture stands on the card: left and top, in its pixels."""
    return SIZE[0] - PICTURE[0] * SCALE - EDGE, (SIZE[1] - PICTURE[1] * SCALE) / 2


def _axes(figure):
    """Axes in the coordinates of the picture; ``unit``: points of the figure to one of its pixels."""
    left, top = place()
    width, height = (side * SCALE for side in PICTURE)
    ax = figure.add_axes((left / SIZE[0], 1 - (top + height) / SIZE[1], width / SIZE[0], height / SIZE[1]))
    ax.set(xlim=(0, PICTURE[0]), ylim=(PICTURE[1], 0))
    ax.set_axis_off()
    ax.unit = SCALE * 72 / figure.dpi
    return ax


def _row(series, look, unit):
    """A row of the legend as Matplotlib knows it."""
    if series.kind == "points":
        marker = {"square": "s", "plus": "+", "minus": "_", "ring": "o"}.get(look.ends, "o")
        size = series.style.width or (9 if look.ends in ("plus", "minus", "ring") else look.width)
        return Line2D([0], [0], linestyle="none", marker=marker, color=DAY[look.role], markersize=size * unit,
                      fillstyle="none" if look.ends == "ring" else "full")
    return Line2D([0], [0], color=DAY[look.role], linewidth=look.width * unit,
                  linestyle=(0, look.dashes) if look.dashes else "-")


def card(name, title, book, still):
    """PNG bytes, 1200 × 630: the title of a page and of the book, and ``still``, the first panel of an explorer's
    default frame, drawn at `PICTURE` by `hosts.still.large`."""
    explorer = get(name)
    frame, panel = explorer.frame(), explorer.panels[0]
    with matplotlib.rc_context({"font.family": "DejaVu Sans", "lines.scale_dashes": False}):
        figure = Figure(figsize=(SIZE[0] / 100, SIZE[1] / 100), dpi=100)
        ax = _axes(figure)
        svg.layer(ax, still["axes"], TYPE)
        legend = []
        for series in explorer.series:
            look = drawn(series, frame.status.get(series.name))
            if series.panel != panel.name or look is None or not still["paths"].get(series.name):
                continue
            svg.series(ax, still["paths"][series.name], look, still["bars"] if look.width >= 4 else 1)
            if series.label and not series.end and not series.value:
                label = re.sub(r"\{(\w+)\}", lambda m: text_of(frame.facts[m[1]]), series.label)
                legend.append((_row(series, look, ax.unit), textwrap.fill(label, 30)))
        svg.layer(ax, still["ends"], TYPE)
        words = {"color": DAY["ink"], "va": "top", "weight": "bold", "size": 32, "linespacing": 1.15}
        figure.text(44 / SIZE[0], 1 - 76 / SIZE[1], "\n".join(textwrap.wrap(title, 16)), **words)
        figure.text(44 / SIZE[0], 34 / SIZE[1], book, size=17, color=DAY["soft"])
        rows = legend[::-1][:ROWS]
        figure.legend([key for key, _ in rows], [text for _, text in rows], loc="lower left", frameon=False,
                      bbox_to_anchor=(38 / SIZE[0], 84 / SIZE[1]), fontsize=14, labelcolor=DAY["ink"], borderpad=0,
                      handlelength=2.4)
        out = io.BytesIO()
        figure.savefig(out, format="png", facecolor="white")
    picture = Image.open(out).convert("RGB").quantize(PALETTE, method=Image.Quantize.MEDIANCUT,
                                                      dither=Image.Dither.NONE)
    out = io.BytesIO()
    picture.save(out, format="png", optimize=True)
    return out.getvalue()
