"""A picture for links to a chapter: its explorer's first panel, as the page shows it at first, beside the title.

Matplotlib draws it all, with the styles that the series declare, so that each looks here as on the page.
"""

import io
import re
import textwrap

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image

from ..explorer import get, text_of
from ..style import COLOURS, drawn
from . import draw

SIZE = 1200, 630  # pixels: what sites that show cards ask for
SCALE = 2.45  # pixels of the card to a point of a panel
PALETTE = 64  # colours: enough for lines and letters on white, in a third of the bytes
DAY = {name: day for name, (day, _) in COLOURS.items()}


def _line(series, look):
    """Matplotlib's words for what is seen of a series."""
    if series.kind == "points":
        return {"linestyle": "none", "marker": "s" if look.ends == "square" else "o", "markersize": look.width,
                "color": DAY[look.role], "markeredgewidth": 0}
    return {"linestyle": (0, look.dashes) if look.dashes else "-", "linewidth": look.width, "color": DAY[look.role],
            "solid_joinstyle": "round", "solid_capstyle": "butt", "dash_capstyle": "butt"}


def _curve(series, curve):
    x, y = np.array(curve["x"], float), np.array(curve["y"], float)
    if series.kind == "segments":  # each two points are joined, and no others
        x, y = (np.insert(a, np.arange(2, len(a), 2), np.nan) for a in (x, y))
    return x, y


def card(name, title, book):
    """PNG bytes, 1200 × 630: the first panel of an explorer's default frame, the title of its page and of the book."""
    explorer = get(name)
    frame, panel = explorer.frame(), explorer.panels[0]
    ink, soft = DAY["ink"], DAY["soft"]
    width, height = (side / SCALE for side in SIZE)
    right, down = width - draw.WIDTH - 6, (height - draw.HEIGHT) / 2  # of the panel
    with matplotlib.rc_context({"font.size": 9, "lines.scale_dashes": False, "font.family": "DejaVu Sans"}):
        figure = Figure(figsize=(width / 72, height / 72), dpi=72 * SCALE)
        left, top, end, bottom = draw.box(panel)
        ax = figure.add_axes(
            ((right + left) / width, 1 - (down + bottom) / height, (end - left) / width, (bottom - top) / height))
        zoom = draw.panel_zoom(panel, frame)
        draw.lay_out(ax, panel, lambda axis, way, i: frame.texts.get(
            f"{panel.name}.{way}.{i}", draw.tick_text(axis, i, frame.facts, zoom if way == "y" else 1)))
        ax.set_ylim([limit / zoom for limit in panel.y.limits])
        ax.tick_params(labelcolor=soft, labelsize=8)
        ax.grid(color=DAY["line"], linewidth=0.6)
        for spine in ax.spines.values():
            spine.set_color(soft)
        legend = []
        for series in explorer.series:
            look = drawn(series, frame.status.get(series.name))
            if series.panel != panel.name or look is None:
                continue
            ax.plot(*_curve(series, frame.series[series.name]), **_line(series, look), clip_on=False)
            if series.label:
                label = re.sub(r"\{(\w+)\}", lambda m: text_of(frame.facts[m[1]]), series.label)
                legend.append((label, _line(series, look)))
        own = set(ax.get_children())
        draw.decorate(ax, panel)
        for still in set(ax.get_children()) - own:
            still.set_color(soft) if isinstance(still, Line2D) else still.set_edgecolor(soft)
        figure.text((right + end) / width, 1 - (down + bottom + 21) / height, panel.x.label, ha="right", color=soft)
        figure.text((right + left) / width, 1 - (down + top - 8) / height, panel.y.label, color=soft)
        lines = textwrap.wrap(title, 18)
        figure.text(18 / width, 1 - 34 / height, "\n".join(lines), va="top", size=18, weight="bold", color=ink,
                    linespacing=1.15)
        figure.text(18 / width, 14 / height, book, size=10, color=soft)
        keys = [Line2D([0], [0], **line) for _, line in legend[::-1][:4]]
        words = [textwrap.fill(label, 34) for label, _ in legend[::-1][:4]]
        figure.legend(keys, words, loc="lower left", bbox_to_anchor=(16 / width, 34 / height), frameon=False,
                      fontsize=9,
                      labelcolor=ink, borderpad=0, handlelength=3)
        out = io.BytesIO()
        figure.savefig(out, format="png", facecolor="white")
    picture = Image.open(out).convert("RGB").quantize(PALETTE, method=Image.Quantize.MEDIANCUT,
                                                      dither=Image.Dither.NONE)
    out = io.BytesIO()
    picture.save(out, format="png", optimize=True)
    return out.getvalue()
