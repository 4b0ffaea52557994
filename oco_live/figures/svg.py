"""The small part of SVG that pictures are made of (oco_live/view), drawn by Matplotlib: paths, circles, texts."""

import re
import xml.etree.ElementTree as ET

import numpy as np
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path

from ..style import COLOURS

DAY = {name: day for name, (day, _) in COLOURS.items()}
_TOKENS = re.compile(r"([MLHVhvaZ])([^MLHVhvaZ]*)")
#: class -> (colour of its line, of its inside, width, dashes)
_LOOKS = {"oco-grid": ("grid", None, 1, ()), "oco-axis": ("axis", None, 1, ()), "oco-still": ("axis", None, 1, (2, 3)),
          "oco-origin": ("soft", None, 1, ()), "oco-ball": ("ink", "raised", 1.3, ()),
          "oco-disc": (None, "raised", 0, ()), "oco-ruler": ("soft", None, 1, (1, 3)),
          "oco-leader": ("axis", None, 1, ())}


def points(d):
    """The pieces of a path's ``d``: arrays of corners, each with whether it is closed. A circle, two arcs, becomes a
    polygon."""
    found, corners = [], []

    def end(closed=False):
        if corners:
            found.append((np.array(corners), closed))
            corners.clear()

    for command, text in _TOKENS.findall(d):
        numbers = [float(n) for n in text.split()]
        if command == "M":
            end()
        if command in "ML":
            corners.append(numbers)
        elif command == "a":
            (x, y), radius = corners[-1], numbers[0]
            way = np.sign(numbers[5])
            turn = np.linspace(0, np.pi, 16)
            corners.extend(zip(x + way * radius * (1 - np.cos(turn)), y - way * radius * np.sin(turn)))
        elif command == "Z":
            end(True)
        else:
            x, y = corners[-1]
            n = numbers[0]
            corners.append({"H": (n, y), "V": (x, n), "h": (x + n, y), "v": (x, y + n)}[command])
    end()
    return found


def path(d):
    """The same as a Matplotlib path."""
    pieces = [Path(np.vstack([corners, corners[:1]]) if closed else corners, closed=closed)
              for corners, closed in points(d)]
    return Path.make_compound_path(*pieces) if pieces else None


def line(ax, d, colour, width, dashes=(), inside=None, ends="butt"):
    """A path in that colour; width and dashes in the units of the picture."""
    shape = path(d)
    if shape is not None:
        style = (0, tuple(n * ax.unit for n in dashes)) if dashes else "-"
        ax.add_patch(PathPatch(shape, fill=inside is not None, facecolor=inside, edgecolor=colour or "none",
                               linewidth=width * ax.unit, linestyle=style, capstyle=ends, joinstyle="round",
                               clip_on=False))


def _role(element):
    found = re.search(r"--oco-s:var\(--oco-(\w+)\)", element.get("style", ""))
    return DAY[found[1]] if found else None


def layer(ax, text, size):
    """The text of a layer of a picture (its axes, its ends); size: of letters that have none of their own."""
    for element, role in _walk(ET.fromstring(f"<g>{text}</g>"), None):
        kind, name = element.tag, element.get("class", "").split(" ")[0]
        if kind == "text":
            _text(ax, element, role, size)
        elif name == "oco-cut":
            line(ax, element.get("d"), None, 0, inside=role)
        elif name in _LOOKS:
            edge, inside, width, dashes = _LOOKS[name]
            edge, inside = edge and DAY[edge], inside and DAY[inside]
            if kind == "path":
                line(ax, element.get("d"), edge, width, dashes, inside)
            else:
                centre = float(element.get("cx")), float(element.get("cy"))
                style = (0, tuple(n * ax.unit for n in dashes)) if dashes else "-"
                ax.add_patch(Circle(centre, float(element.get("r")), edgecolor=edge or "none",
                                    facecolor=inside or "none", linewidth=width * ax.unit, linestyle=style))


def _walk(element, role):
    """Every element with the colour that it or what holds it says."""
    role = _role(element) or role
    yield element, role
    for child in element:
        yield from _walk(child, role)


def _text(ax, element, role, size):
    kinds = element.get("class", "").split()
    colour = role or DAY["ink" if "oco-last" in kinds else "soft"]
    words = "".join(element.itertext())
    where = {"start": "left", "middle": "center", "end": "right"}[element.get("text-anchor", "start")]
    ax.text(float(element.get("x")), float(element.get("y")), words, ha=where, va="baseline", color=colour,
            size=float(element.get("font-size", size)) * ax.unit,
            weight="bold" if "oco-end-value" in kinds else "normal")


def series(ax, d, look, bars=1):
    """The path of a series whose `Drawn` is ``look``."""
    if look.ends in ("ring", "plus", "minus"):
        line(ax, d, DAY[look.role], 2.4 if look.ends == "ring" else 1.6)
        return
    dots = look.ends in ("round", "square") and d.endswith("h0") and "L" not in d
    if dots:
        at = np.array([corners[0] for corners, _ in points(d)])
        ax.plot(*at.T, linestyle="none", marker="s" if look.ends == "square" else "o", color=DAY[look.role],
                markersize=look.width * ax.unit, markeredgewidth=0, clip_on=False)
        return
    line(ax, d, DAY[look.role], look.width * bars, look.dashes)
