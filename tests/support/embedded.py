"""Explorers alone (embed/NAME.html), as another site's page shows them: `embedding` serves both sites from two
origins, `framed` is the explorer on a page of the other one."""

import contextlib
import tempfile
from pathlib import Path

from oco_live.explorer import NAMES, get
from oco_live.hosts import embed
from support.browser import SETTLED
from support.driving import Driver
from support.server import serve
from support.small import small_site

BOOK, CHAPTER = "Online Convex Optimization, live", "How good can it get: lower bounds and adversaries"
#: What a page around a frame does with its messages: it takes the height, as learning platforms do, and notes the rest.
#: `keys` are those that it hears itself.
AROUND = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Another site</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>body { margin: 0 } iframe { display: block; width: 100%; border: 0 }</style></head>
<body><main><h1>Another site</h1><button id="before">before</button><div id="place"></div>
<button id="after">after</button></main><script>
window.said = []; window.keys = [];
addEventListener("message", ({ data, source }) => {
  said.push(data);
  const frame = document.querySelector("iframe");
  if (source === frame?.contentWindow && data.subject === "lti.frameResize") frame.style.height = `${data.height}px`;
});
addEventListener("keydown", ({ key }) => keys.push(key));
</script></body></html>"""


@contextlib.contextmanager
def another_site():
    """A server of another origin, with a page that has room for one frame."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "index.html").write_text(AROUND, encoding="utf8")
        with serve(folder) as server:
            yield server


@contextlib.contextmanager
def embedding(*names, start=None):
    """(server of a book's explorers alone, server of another site). start: name -> the parameters with which the
    book's page begins, the defaults if none are given."""
    names = names or NAMES
    with small_site(*names) as book:
        pages = {name: embed.page_html(name, BOOK, "../index.html", (start or {}).get(name) or get(name).defaults(),
                                       CHAPTER, prefix="../assets/") for name in names}
        embed.install(book.folder / "embed", book.folder / "assets", pages)
        with another_site() as other:
            yield book, other


def framed(page, address, sandbox=None, attributes=""):
    """The frame's `Driver`, on an open page of the other site, once it is alive and has its height."""
    boxed = "" if sandbox is None else f'sandbox="{sandbox}"'
    page.evaluate("html => { said.length = 0; document.getElementById('place').innerHTML = html; }",
                  f'<iframe src="{address}" title="An explorer" {boxed} {attributes}></iframe>')
    frame = page.locator("iframe").element_handle().content_frame()
    frame.wait_for_function("window.ocoExplorers && document.readyState === 'complete'")
    page.wait_for_function("document.querySelector('iframe').style.height")
    name = frame.evaluate("Object.keys(ocoExplorers)[0]")
    page.evaluate(SETTLED)
    return Driver(frame, name)
