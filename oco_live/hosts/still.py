"""The pictures of a frame before any script: what the live view draws, drawn by the same modules in node.

Where node is not there, as in the notebooks of Pyodide, a picture is empty; the live view fills it.
"""

import json
import subprocess
from functools import lru_cache
from pathlib import Path

from ..explorer import get
from ..style import drawn, inline
from . import node

SIZES = {"main": (720, 432), "side": (272, 184)}  # CSS pixels
TYPES = {"main": 13, "side": 12}  # of the text at ticks
BAR = 4  # from this width on, a line is a bar and grows with the picture
VIEW = Path(__file__).parent.parent / "view"


@lru_cache(maxsize=64)
def _stills(name, frame_json, main):
    """What view/still.js says of this frame, as text; main: width and height of the first panel."""
    program = node.program()
    if program is None:
        return "{}"
    given = json.dumps({"spec": get(name).spec(), "frame": json.loads(frame_json), "sizes": SIZES | {"main": main}})
    return subprocess.run([program, str(VIEW / "still.js")], input=given, capture_output=True, text=True,
                          encoding="utf-8", check=True).stdout


def stills(explorer, frame, main=SIZES["main"]):
    """panel -> {"width", "height", "axes", "paths", "ends", "bars", "ranges", "ticks", "label"}; {} where there is no
    node. main: width and height of the first."""
    return json.loads(_stills(explorer.name, json.dumps(frame.as_dict(), sort_keys=True), main))


def large(explorer, size):
    """The first panel of the default frame at that size, for `figures.card`. RuntimeError where there is no node."""
    made = stills(explorer, explorer.frame(), size)
    if not made:
        raise RuntimeError("node is not there: run tools/environment.py (make build)")
    return made[explorer.panels[0].name]


def _series(series, panel, frame, d):
    status = f' data-status="{frame.status[series.name]}"' if series.name in frame.status else ""
    bar = " oco-bar" if series.kind == "segments" and not panel.equal and drawn(series).width >= BAR else ""
    mark = f' data-mark="{series.mark}"' if series.mark else ""
    return (f'<g data-series="{series.name}" class="oco-{series.kind}{bar}" style="{inline(series)}"{mark}{status}>'
            f'<path d="{d}"/></g>')


def _inner(explorer, panel, frame, drawing):
    """The layers of a picture's SVG, those of view/paint.js."""
    moving = "".join(_series(s, panel, frame, drawing["paths"].get(s.name, ""))
                     for s in explorer.series if s.panel == panel.name)
    return (f'<g class="oco-axes">{drawing["axes"]}</g><g class="oco-before"></g><g class="oco-ghosts"></g>'
            f'<g class="oco-moving" style="--oco-bars:{drawing["bars"]}">{moving}</g>'
            f'<g class="oco-ends">{drawing["ends"]}</g><g class="oco-cursor"></g>')


def pictures(explorer, frame):
    """panel -> {"width", "height", "type", "label", "inner"}."""
    made, found = stills(explorer, frame), {}
    for i, panel in enumerate(explorer.panels):
        rank = "side" if i else "main"
        width, height = SIZES[rank]
        drawing = made.get(panel.name, {"axes": "", "paths": {}, "ends": "", "bars": 1, "label": panel.title})
        found[panel.name] = {"width": width, "height": height, "type": TYPES[rank], "label": drawing["label"],
                             "inner": _inner(explorer, panel, frame, drawing)}
    return found


def small(name):
    """The first picture of an explorer's default frame, small: for the front page's cards."""
    explorer, (width, height) = get(name), SIZES["side"]
    frame, panel = explorer.frame(), explorer.panels[0]
    drawing = stills(explorer, frame, SIZES["side"])[panel.name]
    return (f'<svg viewBox="0 0 {width} {height}" font-size="{TYPES["side"]}">'
            f'{_inner(explorer, panel, frame, drawing)}</svg>')
