"""The one view as one file: for a page a classic script, for a notebook an ES module.

A page gets its modules, and what they take from npm, bundled and minified by esbuild when the book is built. A
notebook's kernel may have no node (Colab, Binder, the reader's browser), and nobody there waits for a kilobyte: it gets
the modules as they are, in one text that ``loader.js`` makes modules of again.
"""

import hashlib
import json
import os
import re
import subprocess
from functools import lru_cache
from pathlib import Path

from ..style import COLOURS

VIEW = Path(__file__).resolve().parents[1] / "view"
STYLES = tuple(f"{name}.css" for name in ("figure", "tools", "dock", "foot", "legend", "series", "reading", "marks",
                                          "narrow", "lecture", "dialogs", "print"))
PREDICT_STYLES = "frame", "inputs", "places"
COURSE_STYLES = "course", "class"
EXERCISE_STYLES = "cell", "code", "bar", "verdict", "narrow", "paper"
#: How a host says that it is dark: the book's theme, JupyterLab, VS Code, Colab.
DARK = (':is(html[data-theme="dark"], [data-jp-theme-light="false"], [data-vscode-theme-kind$="dark"], '
        '[data-vscode-theme-kind$="contrast"], html[theme="dark"])')
_IMPORTED = re.compile(r'^import (?:[^;"]+ from )?"\./(.+?)";', re.M)
_SMALL = ("--minify", "--target=es2021")


def modules(entry):
    """Name -> text of a module of the view and of all that it needs, each after those that it imports."""
    found = {}

    def visit(name):
        if name not in found:
            text = (VIEW / name).read_text(encoding="utf-8")
            for imported in _IMPORTED.findall(text):
                visit(imported)
            found[name] = text

    visit(entry)
    return found


def _esbuild(*arguments, text=None):
    """What esbuild writes; what is imported by its bare name is npm's. RuntimeError if it fails or warns; node's own
    words (NODE_OPTIONS) are no reason."""
    from . import node

    command = [*node.command("esbuild"), *arguments, "--charset=utf8", "--log-level=warning", "--color=false"]
    environment = {name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"} | {
        "NODE_PATH": str(node.modules())}
    done = subprocess.run(command, cwd=VIEW, input=text, capture_output=True, encoding="utf-8", env=environment)
    if done.returncode or "[WARNING]" in done.stderr:
        raise RuntimeError(f"esbuild does not take the view:\n{done.stderr.partition('node:child_process')[0]}")
    return done.stdout


@lru_cache
def script():
    """For pages: it brings every explorer on the page to life and sets window.ocoExplorers."""
    return _esbuild("page.js", "--bundle", "--format=iife", '--banner:js="use strict";', *_SMALL)


#: What a page fetches when a reader asks for it: QR codes, the saved picture, a learner or loss of one's own.
LATER = "encoder", "saver", "own"


@lru_cache
def later(name):
    """For pages: one of `LATER`."""
    return _esbuild(f"{name}.js", "--bundle", "--format=iife", "--loader:.css=text", *_SMALL)


@lru_cache
def exercise(entry, *defined):
    """For pages: a script of exercise cells, ``page.js``, or one that a page fetches later. defined: "NAME=JSON"."""
    defines = [f"--define:{one}" for one in defined]
    return _esbuild(f"exercise/{entry}", *defines, "--bundle", "--format=iife", '--banner:js="use strict";', *_SMALL)


@lru_cache
def exercise_style():
    """For pages: the stylesheet of exercise cells."""
    texts = "\n".join((VIEW / "exercise" / f"{name}.css").read_text(encoding="utf-8") for name in EXERCISE_STYLES)
    return _esbuild("--loader=css", "--minify", text=_colours(".oco-exercise") + texts.replace(".oco-dark", DARK))


@lru_cache
def predict():
    """For pages: the script of their questions. An explorer's, which is on the page before it, draws."""
    return _esbuild("predict/page.js", "--bundle", "--format=iife", '--banner:js="use strict";', *_SMALL)


@lru_cache
def predict_room():
    """For pages: the lecture room of their questions, with its style, fetched when it is entered."""
    return _esbuild("predict/room.js", "--bundle", "--format=iife", "--loader:.css=text", *_SMALL)


@lru_cache
def predict_style():
    """For pages: the stylesheet of their questions; its colours are in `style`."""
    texts = "\n".join((VIEW / "predict" / f"{name}.css").read_text(encoding="utf-8") for name in PREDICT_STYLES)
    return _esbuild("--loader=css", "--minify", text=texts.replace(".oco-dark", DARK))


@lru_cache
def course(entry, *defined):
    """For pages: a script of the book as a course. defined: "NAME=JSON"."""
    defines = [f"--define:{one}" for one in defined]
    return _esbuild(f"course/{entry}", *defines, "--bundle", "--format=iife", '--banner:js="use strict";', *_SMALL)


@lru_cache
def course_style():
    """For the pages "my course" and "class": their stylesheet."""
    texts = "\n".join((VIEW / "course" / f"{name}.css").read_text(encoding="utf-8") for name in COURSE_STYLES)
    return _esbuild("--loader=css", "--minify", text=_colours(".oco-co") + texts.replace(".oco-dark", DARK))


@lru_cache
def module():
    """For anywidget: ``export default {render}``."""
    loader = (VIEW / "loader.js").read_text(encoding="utf-8")
    return f"const sources = {json.dumps(modules('notebook.js'), ensure_ascii=False)};\n{loader}"


@lru_cache
def style():
    """For pages: the stylesheet."""
    return _esbuild("--loader=css", "--minify-whitespace", text=stylesheet())


def _colours(holders=":is(.oco-explorer, .oco-card, .oco-predicts)"):
    """The colours of `oco_live.style` by day, at night, and in high contrast, where the reader's own two leave dashes,
    widths and marks to tell series apart."""
    def rule(where, value_of, important=""):
        colours = " ".join(f"--oco-{name}: {value_of(name)}{important};" for name in COLOURS)
        return f"{where}{holders} {{ {colours} }}\n"

    system = {"line": "GrayText", "grid": "GrayText", "back": "Canvas", "raised": "Canvas", "accent": "Highlight"}
    contrast = rule("", lambda name: system.get(name, "CanvasText"), " !important")
    return (rule("", lambda name: COLOURS[name][0]) + rule(f"{DARK} ", lambda name: COLOURS[name][1])
            + f"@media (forced-colors: active) {{\n{contrast}}}\n")


@lru_cache
def stylesheet():
    """For anywidget: one stylesheet for page and notebook. In `STYLES` ".oco-dark" stands for `DARK`."""
    texts = "\n".join((VIEW / name).read_text(encoding="utf-8") for name in STYLES)
    return _colours() + texts.replace(".oco-dark", DARK)


@lru_cache
def minified(text):
    """A classic script with the same global names."""
    return _esbuild("--loader=js", *_SMALL, text=text)


def hashed(name, text):
    """view.js -> view-0123456789ab.js, by content: a page never meets another build's file in its cache."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{ending}"
