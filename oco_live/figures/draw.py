"""One style for all explorers: a panel becomes an SVG whose moving parts are tagged and whose colours are CSS's.

Matplotlib lays out axes, ticks and grid. What moves is written over it: ``<g data-series="regret"><path d=…/></g>``,
``<text data-tick="y 2">``, ``<text data-text="path.note">``. The view does the same arithmetic as ``place`` when a
frame arrives, so this module also shows what the view must draw.
"""

import io
import xml.etree.ElementTree as ET
from math import log10
from pathlib import Path

from ..explorer import text_of
from ..style import inline

WIDTH, HEIGHT = 270.0, 228.0  # points; the page scales them
LEFT, RIGHT, TOP, BOTTOM = 38.0, 264.0, 18.0, 204.0  # the box of the axes, from the top left
HALF_A_DIGIT = 4  # points; more than that, so that large letters have room, too
WORDS = 80.0  # its left where words stand at the ticks
SVG = "http://www.w3.org/2000/svg"
STILL = Path(__file__).with_name("still")  # pictures of `still`, only where Matplotlib is not to be waited for
_DROPPED = {f"{{{SVG}}}defs", f"{{{SVG}}}metadata"}  # a page-wide style, clip paths whose ids would clash
_STYLE = {"svg.fonttype": "none", "svg.hashsalt": "oco", "path.simplify": False, "font.size": 9}


def box(panel):
    """The axes' box in the SVG: left, top, right, bottom. A panel with equal axes is square and centred."""
    if not panel.equal:
        return WORDS if panel.y.words else LEFT, TOP, RIGHT, BOTTOM
    side = BOTTOM - TOP
    left = (LEFT + RIGHT - side) / 2
    return left, TOP, left + side, BOTTOM


def place(axis, value, start, stop, zoom=1):
    """Where a value of this axis stands between the points ``start`` and ``stop``, brought to the nearer end if
    outside."""
    low, high = (limit / zoom for limit in axis.limits)
    value = min(max(value, low), high)
    if axis.scale == "log":
        low, high, value = log10(low), log10(high), log10(value)
    return start + (stop - start) * (value - low) / (high - low)


def path(panel, kind, curve, zoom=1):
    """The ``d`` of one series: a polyline, a dot for each point, or a line between each two points."""
    left, top, right, bottom = box(panel)
    points = [f"{place(panel.x, x, left, right):.2f} {place(panel.y, y, bottom, top, zoom):.2f}"
              for x, y in zip(curve["x"], curve["y"])]
    if kind == "points":
        return "".join(f"M{point}h0" for point in points)
    if kind == "segments":
        return "".join(f"M{a}L{b}" for a, b in zip(points[::2], points[1::2]))
    return "M" + "L".join(points) if points else ""


def pins(panel, curve, zoom=1):
    """Marks where a series leaves the picture: a triangle at its last point beyond the top or the bottom edge."""
    left, top, right, bottom = box(panel)
    d = ""
    for limit, edge, tip in ((panel.y.limits[1] / zoom, top, -7), (panel.y.limits[0] / zoom, bottom, 7)):
        beyond = [x for x, y in zip(curve["x"], curve["y"]) if (y >= limit if tip < 0 else y <= limit)]
        if beyond:
            x = place(panel.x, beyond[-1], left, right)
            d += f"M{x - 4:.2f} {edge:.2f}h8l-4 {tip}z"
    return d


def tick_text(axis, index, facts, zoom=1):
    """The label of a tick: its word, or its position times the axis' unit."""
    if axis.words:
        return axis.words[index]
    return text_of(axis.ticks[index] / zoom * (facts[axis.unit] if axis.unit else 1))


def anchor(text, x):
    """SVG's text-anchor and dx for the label of a tick at x: its middle there, unless it would leave the picture."""
    room = WIDTH - x
    return ("middle", 0) if HALF_A_DIGIT * len(text) <= room else ("end", room)


def lay_out(ax, panel, words):
    """Scales, limits, ticks and grid of a panel's axes. words: function of axis, "x" or "y", and index -> a tick's
    text."""
    ax.set(xscale=panel.x.scale, yscale=panel.y.scale, xlim=panel.x.limits, ylim=panel.y.limits)
    for name, axis, lines in (("x", panel.x, ax.xaxis), ("y", panel.y, ax.yaxis)):
        lines.set_ticks(axis.ticks, labels=[words(axis, name, i) for i in range(len(axis.ticks))])
        lines.set_ticks([], minor=True)
        lines.set_tick_params(length=0, pad=4)  # tick marks would be <use> elements, which need ids
    ax.grid(linewidth=0.6)
    for name, spine in ax.spines.items():
        spine.set(visible=name in ("left", "bottom"))


def still(explorer, panel):
    """The still part of a panel, as Matplotlib draws it; in the browser it was drawn beforehand (`hosts.lite`)."""
    drawn = STILL / f"{explorer.name}.{panel.name}.svg"
    if drawn.is_file():
        return drawn.read_text(encoding="utf-8")
    import matplotlib

    with matplotlib.rc_context(_STYLE):
        return _axes(panel)


def decorate(ax, panel):
    """The lines and the ball that stand still in a panel."""
    from matplotlib.patches import Circle

    for x in panel.uprights:
        ax.axvline(x, gid="still:axis", linewidth=0.8)
    for y in panel.levels:
        ax.axhline(y, gid="still:axis", linewidth=0.8)
    if panel.ball:
        ax.add_patch(Circle((0, 0), 1, fill=False, linewidth=1.2, gid="still:ball"))
        ax.plot([-0.04, 0.04], [0, 0], gid="still:axis", linewidth=0.8)  # the origin, where w starts
        ax.plot([0, 0], [-0.04, 0.04], gid="still:axis", linewidth=0.8)


def _axes(panel):
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72)
    left, top, right, bottom = box(panel)
    ax = figure.add_axes((left / WIDTH, 1 - bottom / HEIGHT, (right - left) / WIDTH, (bottom - top) / HEIGHT))
    figure.patch.set_visible(False)
    ax.patch.set_visible(False)
    lay_out(ax, panel, lambda axis, name, i: f"tick {name} {i}")
    for name, lines in (("x", ax.xaxis), ("y", ax.yaxis)):
        for i, tick in enumerate(lines.get_major_ticks()):
            tick.label1.set_gid(f"tick:{name} {i}")
            tick.gridline.set_gid("still:grid")
    for spine in ax.spines.values():
        spine.set_gid("still:axis")
    ax.text(left / WIDTH, 1 - (top - 7) / HEIGHT, panel.y.label, transform=figure.transFigure, gid="still:label-y")
    ax.text(right / WIDTH, 1 - (bottom + 22) / HEIGHT, panel.x.label, transform=figure.transFigure, ha="right",
            gid="still:label-x")
    decorate(ax, panel)
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return out.getvalue()


def panel_svg(explorer, panel, frame):
    """The SVG of one panel with a frame in it: a string, the same at every call, without ids that could clash."""
    ET.register_namespace("", SVG)
    root = ET.fromstring(still(explorer, panel))
    zoom = panel_zoom(panel, frame)
    for parent in root.iter():
        for child in list(parent):
            if child.tag in _DROPPED:
                parent.remove(child)
    for element in root.iter():
        gid = element.attrib.pop("id", "")
        style = dict(part.strip().split(": ", 1) for part in element.attrib.pop("style", "").split("; ") if part)
        element.attrib.pop("clip-path", None)
        for key in ("stroke-width", "text-anchor"):
            if key in style:
                element.set(key, style[key])
        if gid.startswith("tick:"):
            name, index = gid[5:].split()
            text = element.find(f"{{{SVG}}}text")
            text.set("data-tick", gid[5:])
            axis = getattr(panel, name)
            text.text = tick_text(axis, int(index), frame.facts, zoom if name == "y" else 1)
            live = f"{panel.name}.{name}.{index}"
            if live in frame.texts:
                text.set("data-text", live)
                text.text = frame.texts[live]
        elif gid.startswith("still:"):
            element.set("class", "oco-" + gid[6:])
    for text in root.iter(f"{{{SVG}}}text"):
        if text.get("data-tick", "").startswith("x"):
            where, dx = anchor(text.text, float(text.get("x")))
            text.attrib |= {"text-anchor": where, "dx": f"{dx:g}"}
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.attrib |= {"viewBox": f"0 0 {WIDTH:g} {HEIGHT:g}", "role": "img", "aria-label": panel.title}
    root.append(_moving(explorer, panel, frame, zoom))
    ET.indent(root, "")
    return ET.tostring(root, encoding="unicode")


def _moving(explorer, panel, frame, zoom):
    """The layer that a new frame rewrites."""
    layer = ET.Element(f"{{{SVG}}}g", {"class": "oco-moving"})
    for series in explorer.series:
        if series.panel != panel.name:
            continue
        curve = frame.series[series.name]
        group = ET.SubElement(layer, f"{{{SVG}}}g", {"data-series": series.name, "class": f"oco-{series.kind}",
                                                     "style": inline(series)})
        if series.mark:
            group.set("data-mark", series.mark)
        if series.name in frame.status:
            group.set("data-status", frame.status[series.name])
        ET.SubElement(group, f"{{{SVG}}}path", {"d": path(panel, series.kind, curve, zoom)})
        if series.pinned:
            ET.SubElement(group, f"{{{SVG}}}path", {"class": "oco-pin", "d": pins(panel, curve, zoom)})
    return layer


def panel_zoom(panel, frame):
    """The zoom that a panel starts with on this frame's stream."""
    return panel.zoom.get(frame.params["stream"], panel.zoom[None])
