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
STYLES = tuple(f"{name}.css" for name in (
    "ground", "figure", "tools", "dock", "foot", "legend", "series", "reading", "marks", "narrow", "lecture", "dialogs",
    "print"))
#: Beside the explorers: the selector of its box, its stylesheets, and whether it brings the colours itself.
PARTS = {
    "predict": (".oco-predicts", ("ground.css", *(f"predict/{name}.css" for name in (
        "frame", "inputs", "places"))), False),
    "exercise": (".oco-exercise", ("ground.css", *(f"exercise/{name}.css" for name in (
        "cell", "code", "bar", "verdict", "narrow", "paper"))), True),
    "course": (".oco-co", ("ground.css", "course/course.css", "course/class.css"), True),
}
#: How a host says that it is dark: the book's theme, JupyterLab, VS Code, Colab.
DARK = (':is(html[data-theme="dark"], [data-jp-theme-light="false"], [data-vscode-theme-kind$="dark"], '
        '[data-vscode-theme-kind$="contrast"], html[theme="dark"])')
_IMPORTED = re.compile(r'^import (?:[^;"]+ from )?"\./(.+?)";', re.M)
_MINIFIED = ("--minify", "--target=es2021")


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
def bundled(entry, *defined):
    """For pages: a classic script with all that it imports, texts of stylesheets too. defined: "NAME=JSON"."""
    return _esbuild(entry, *(f"--define:{one}" for one in defined), "--bundle", "--format=iife",
                    '--banner:js="use strict";', "--loader:.css=text", *_MINIFIED)


def script():
    """For pages: it brings every explorer on the page to life and sets window.ocoExplorers."""
    return bundled("page.js")


#: What a page fetches when a reader asks for it: QR codes, the saved picture, a learner or loss of one's own.
LATER = "encoder", "saver", "own"


def _styles(holder, names):
    """Stylesheets of the parts with that selector, for which ".oco-ground" stands, and ".oco-dark" for `DARK`."""
    texts = "\n".join((VIEW / name).read_text(encoding="utf-8") for name in names)
    return texts.replace(".oco-ground", holder).replace(".oco-dark", DARK)


@lru_cache
def sheet(part):
    """For pages: the stylesheet of one of `PARTS`."""
    holder, names, coloured = PARTS[part]
    text = (_colours(holder) if coloured else "") + _styles(holder, names)
    return _esbuild("--loader=css", "--minify", text=text)


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
    """For anywidget: one stylesheet for page and notebook."""
    return _colours() + _styles(".oco-explorer", STYLES)


@lru_cache
def minified(text):
    """A classic script with the same global names."""
    return _esbuild("--loader=js", *_MINIFIED, text=text)


def hashed(name, text):
    """view.js -> view-0123456789ab.js, by content: a page never meets another build's file in its cache."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.{ending}"
