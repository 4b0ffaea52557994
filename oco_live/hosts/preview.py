"""Explorers while they are being written: the page's markup and view, and every answer from the Python of this machine.

Nothing is baked and no Python is packed for the browser: a worker of a dozen lines (preview.js) asks the server of
tools/preview.py. It has the interface of `page`, whose place it takes.
"""

import json
from pathlib import Path

from ..explorer import get
from .page import assets, figure, install_view

__all__ = ["assets", "figure_html", "install"]

WORKER = "preview.js"


def figure_html(name, params, prefix, number=0, links=None):
    """See `page.figure_html`."""
    sweeps = {stream: f"empty/{name}-{stream}.js" for stream in get(name).control("stream").values}
    files = {"base": prefix, "sweeps": sweeps, "python": {"worker": WORKER}, "links": links or {}}
    return figure(name, params, number, "python", files)


def _empty(name, stream):
    """A sweep that holds no frame."""
    axis = next(c.name for c in get(name).controls if c.baked)
    data = {"explorer": name, "stream": stream, "params": {}, "others": [], "axes": [[axis, []]], "series": {}}
    return f"ocoSweep({json.dumps(data)});\n"


def install(target, names):
    """Write the view, the worker and empty sweeps into the folder of assets."""
    target = Path(target)
    install_view(target)
    (target / WORKER).write_bytes(Path(__file__).with_name(WORKER).read_bytes())
    (target / "empty").mkdir(exist_ok=True)
    for name in names:
        for stream in get(name).control("stream").values:
            file = target / "empty" / f"{name}-{stream}.js"
            file.write_text(_empty(name, stream), encoding="utf-8", newline="\n")
