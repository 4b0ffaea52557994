"""Exercises in the built book: their cells, and the files beside the pages that mark them.

A page loads one script and one stylesheet for its cells; what is wanted only after a first word or a first Run (the
editor, what draws a verdict, Python) it fetches then.
"""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from ..exercises import NAMES
from ..exercises.exercise import get_exercise
from ..style import DASHES
from . import browser, bundle, cells, node
from .fetch import ROOT, write
from .imports import needed, packages
from .trim import zipped
from .typography import ids

CODE = ROOT / "oco_live" / "exercises"
HOST = [ROOT / "oco_live" / "hosts" / name for name in ("exercises.py", "guard.py", "own.py")]
PYTHON = "exercise-python"  # what the names of Python's files for exercises begin with
LICENCE = "codemirror-LICENSE.txt"


def assets():
    """File names of the cells' script and stylesheet, relative to the folder of assets."""
    return {"script": bundle.hashed("exercise.js", bundle.bundled("exercise/page.js")),
            "style": bundle.hashed("exercise.css", bundle.sheet("exercise"))}


def _later():
    """word -> (file name, text) of the scripts that a page fetches when it needs them."""
    made = {"rest": bundle.bundled("exercise/rest.js"), "editor": bundle.bundled("exercise/editor.js")}
    return {word: (bundle.hashed(f"exercise-{word}.js", text), text) for word, text in made.items()}


def code_files(root=ROOT):
    """The project's files that mark, beyond those that the explorers' Python has, relative to root, sorted."""
    found = needed([*sorted(CODE.rglob("*.py")), *HOST], root)
    found = {path.relative_to(root) for path in found | packages(found)}
    return sorted(found - set(browser.package_files(root)))


@lru_cache  # once a process, as browser's own
def _python_files():
    """(the worker's name, the zip's name, name -> bytes of both)."""
    code = zipped({path.as_posix(): (ROOT / path).read_bytes() for path in code_files()})
    worker = (bundle.VIEW / "exercise" / "worker.js").read_bytes()
    names = [f"{PYTHON}-{hashlib.sha256(data).hexdigest()[:12]}.{ending}"
             for data, ending in ((worker, "js"), (code, "zip"))]
    return *names, dict(zip(names, (worker, code)))


def manifest():
    """What a page must know to start Python for exercises: the worker, the runtime's folder, the zips to unpack, and
    the size of every file but the worker."""
    worker, code, own = _python_files()
    book = browser.manifest()
    sizes = {name: size for name, size in book["files"].items()
             if name.startswith(book["runtime"]) and not name.endswith(".txt")}
    zips = [book["packages"], code]
    sizes |= {book["packages"]: book["files"][book["packages"]], code: len(own[code])}
    return {"worker": worker, "runtime": book["runtime"], "packages": zips, "files": sizes}


def room():
    """(file name, text) of the script that gives an explorer Python for a reader's own code: window.ocoRoom(base)."""
    text = bundle.bundled("exercise/lone.js", f"ROOM_FILES={json.dumps(manifest())}")
    return bundle.hashed("exercise-room.js", text), text


@lru_cache
def _ids(chapter):
    """The ids of the catalogue that the chapter's exercises may name, in statements and verdicts."""
    paths = [*CODE.glob(f"{chapter}.py"), *(CODE / chapter).glob("*.py")]
    return ids("\n".join(path.read_text(encoding="utf-8") for path in paths))


def cell_html(name, prefix, pages=None, solutions=True, links=None):
    """The cell of an exercise, as a page of the book shows it.

    prefix: the way from the page to the folder of assets, with a slash at the end; pages: explorer -> way to the page
    that shows it ("" for this one), for the first cell of a page, else None; solutions: whether it offers a solution;
    links: id of the catalogue -> way to where it is told.
    """
    files = None
    links = {one: way for one, way in (links or {}).items() if one in _ids(NAMES[name])}
    if pages is not None:
        files = {word: file for word, (file, _) in _later().items()} | {
            "base": prefix, "python": manifest(), "view": bundle.hashed("view.css", bundle.style()), "pages": pages,
            "links": links,
            "dashes": {name: " ".join(f"{n:g}" for n in dashes) for name, dashes in DASHES.items() if dashes}}
    return cells.cell_html(get_exercise(name), files, solutions, links)


def known(name):
    """Whether there is an exercise of this name."""
    return name in NAMES


def install(target, python=True):
    """Write script, stylesheet and Python's files into the folder of assets; others found there are removed. python:
    with Pyodide, as `browser.install` does it."""
    target = Path(target)
    target.mkdir(parents=True, exist_ok=True)
    found = assets()
    own = {found["script"]: bundle.bundled("exercise/page.js").encode(),
           found["style"]: bundle.sheet("exercise").encode()}
    own |= {name: text.encode() for name, text in [*_later().values(), room()]}
    own |= _python_files()[-1]
    licence = node.modules() / "@codemirror" / "state" / "LICENSE"
    own[LICENCE] = licence.read_bytes()
    for stale in target.glob("exercise*.*"):
        if stale.name not in own:
            stale.unlink()
    for name, data in own.items():
        write(target / name, data)
    if python:
        browser.install(target)
