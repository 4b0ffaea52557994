"""A page that starts Python with a stub in place of the explorers: `write_site`, `opened`, `settled`, `request`."""

import contextlib
import json
import shutil

from oco_live.hosts import browser as runtime
from support.browser import new_page
from support.server import serve

__all__ = ["STUB", "opened", "request", "settled", "write_site"]

# Stands in for the explorers: what the worker does must not depend on any of them.
STUB = '''
import time
import numpy as np

calls = 0

class Frame:
    def __init__(self, params, whole=True): self.params, self.whole = params, whole
    def as_dict(self):
        if self.params.get("nan"): return {"facts": {"x": float("nan")}}
        return {"params": self.params, "series": {"x": np.linspace(0, 1, 5).tolist()},
                "facts": {"calls": calls, "sum": 0.1 + 0.2, "tiny": 5e-324, "zero": -0.0}, "sentence": "η = ½"}

class Explorer:
    def frames(self, **params):
        global calls
        calls += 1
        if params.get("eta", 1) <= 0: raise ValueError("eta was 0, expected a number > 0")
        if params.get("crash"): raise KeyError("oops")
        if params.get("early"): yield Frame(params, whole=False)
        time.sleep(params.get("sleep", 0))
        yield Frame(params)

def get(name):
    if name != "stub": raise ValueError(f"no explorer {name}")
    return Explorer()
'''

PAGE = """<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<script type="module">
import {Python} from "./python.js";
window.python = new Python("live", %s, {patience: 80000});
window.states = [];
python.onchange((p) => states.at(-1) === p.state || states.push(p.state));
window.settled = () => ["ready", "failed"].includes(python.state);
</script>"""


def write_site(folder, root):
    manifest = runtime.install(folder / "live", root=root)
    shutil.copyfile(runtime.VIEW / "python.js", folder / "python.js")
    (folder / "index.html").write_text(PAGE % json.dumps(manifest))
    return manifest


@contextlib.contextmanager
def opened(browser, site, start=True, **options):
    """(page, notes, server) of the stub page, with Python started."""
    with serve(site.folder, **options) as server, new_page(browser) as (page, notes):
        page.goto(server.url)
        page.wait_for_function("!!window.settled")
        if start:
            page.evaluate("python.start()")
        yield page, notes, server


def settled(page):
    """The state Python ends in; fails rather than hangs."""
    page.wait_for_function("settled()")
    return page.evaluate("python.state")


def request(page, params, explorer="stub"):
    return page.evaluate(
        "([e, p]) => python.request(e, p).then((frame) => ({frame}), (error) => ({error: error.message}))",
        [explorer, params])
