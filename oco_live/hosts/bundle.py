"""The one view as one file: for a page a classic script, for a notebook an ES module.

The view's modules share one scope once their ``import`` lines and ``export`` words are gone, so that their top-level
names are all different (a test holds this) and imports stand on one line each. A page gets the files without comments
and white space; a notebook, where nobody waits for a kilobyte, gets them as they are and needs no minifier.
"""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

VIEW = Path(__file__).resolve().parents[1] / "view"
SHARED = ("format.js", "paint.js", "controls.js", "play.js", "marks.js", "print.js", "tools.js", "lecture.js", "units.js",
          "readout.js", "ghosts.js", "rounds.js", "clipboard.js", "code.js", "save.js", "view.js")
PAGE = SHARED + ("sweep.js", "python.js", "hash.js", "link.js", "page.js")
NOTEBOOK = SHARED + ("notebook.js",)


def _joined(names):
    texts = [(VIEW / name).read_text(encoding="utf-8") for name in names]
    return "\n".join(re.sub(r"^export (default )?(?=\w)", "", re.sub(r"^import .*\n", "", text, flags=re.M), flags=re.M)
                     for text in texts)


@lru_cache
def script():
    """For pages: it brings every explorer on the page to life and sets window.ocoExplorers."""
    import rjsmin

    return rjsmin.jsmin(f'"use strict";\n(() => {{\n{_joined(PAGE)}\nstartPage();\n}})();\n')


@lru_cache
def module():
    """For anywidget: ``export default {render}``."""
    return f"{_joined(NOTEBOOK)}\nexport default {{ render }};\n"


@lru_cache
def style():
    """For pages: the stylesheet."""
    import rcssmin

    return rcssmin.cssmin(stylesheet())


@lru_cache
def stylesheet():
    """For anywidget."""
    return (VIEW / "view.css").read_text(encoding="utf-8")


def hashed(name, text):
    """view.js -> view-0123456789ab.js, by content: a page never meets another build's file in its cache."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{ending}"
