"""The one view as one file: for a page a classic script, for a notebook an ES module.

The view's modules share one scope once their ``import`` lines and ``export`` words are gone, so that their top-level
names are all different (a test holds this) and imports stand on one line each. A page gets the files without comments
and white space; a notebook, where nobody waits for a kilobyte, gets them as they are and needs no minifier.
"""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from ..style import COLOURS

VIEW = Path(__file__).resolve().parents[1] / "view"
SHARED = ("format.js", "paint.js", "controls.js", "play.js", "marks.js", "print.js", "tools.js", "lecture.js", "units.js",
          "readout.js", "ghosts.js", "rounds.js", "clipboard.js", "code.js", "save.js", "view.js")
PAGE = SHARED + ("sweep.js", "python.js", "hash.js", "link.js", "page.js")
NOTEBOOK = SHARED + ("notebook.js",)
STYLES = ("figure.css", "tools.css", "phone.css", "series.css", "legend.css", "reading.css", "marks.css", "lecture.css", "print.css")
#: How a host says that it is dark: the book's theme, JupyterLab, VS Code, Colab.
DARK = (':is(html[data-theme="dark"], [data-jp-theme-light="false"], [data-vscode-theme-kind$="dark"], '
        '[data-vscode-theme-kind$="contrast"], html[theme="dark"])')


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


def _colours():
    """The colours of `oco_live.style` by day, at night, and in high contrast, where the reader's own two leave dashes, widths
    and marks to tell series apart."""
    def rule(where, value_of, important=""):
        return f"{where}.oco-explorer {{ " + " ".join(f"--oco-{name}: {value_of(name)}{important};" for name in COLOURS) + " }\n"

    system = {"line": "GrayText", "back": "Canvas", "raised": "Canvas", "accent": "Highlight"}
    contrast = rule("", lambda name: system.get(name, "CanvasText"), " !important")
    return (rule("", lambda name: COLOURS[name][0]) + rule(f"{DARK} ", lambda name: COLOURS[name][1])
            + f"@media (forced-colors: active) {{\n{contrast}}}\n")


@lru_cache
def stylesheet():
    """For anywidget: one stylesheet for page and notebook. In `STYLES` ".oco-dark" stands for `DARK`."""
    return _colours() + "\n".join((VIEW / name).read_text(encoding="utf-8") for name in STYLES).replace(".oco-dark", DARK)


def hashed(name, text):
    """view.js -> view-0123456789ab.js, by content: a page never meets another build's file in its cache."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{ending}"
