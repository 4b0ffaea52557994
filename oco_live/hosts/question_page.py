"""Questions in the built book: their markup, and the files beside the pages that bring them to life: a script, a
stylesheet, and the lecture room, which a page fetches when it is entered. A question's picture is drawn by the
explorers' script, which is on the page anyway."""

from pathlib import Path

from ..questions import NAMES
from . import bundle, question_cells
from .fetch import write


def assets():
    """File names of the questions' script and stylesheet, relative to the folder of assets."""
    return {"script": bundle.hashed("predict.js", bundle.bundled("predict/page.js")),
            "style": bundle.hashed("predict.css", bundle.sheet("predict"))}


def room():
    """File name of the lecture room."""
    return bundle.hashed("predict-room.js", bundle.bundled("predict/room.js"))


def group_html(names, prefix):
    """Questions as a page of the book shows them. prefix: the way from the page to the folder of assets, with a slash
    at the end."""
    return question_cells.group_html(names, {"base": prefix, "room": room()})


def known(names):
    """Whether there are questions of all these names."""
    return bool(names) and all(name in NAMES for name in names)


def install(target):
    """Write script and stylesheet into the folder of assets; others found there are removed."""
    target = Path(target)
    target.mkdir(parents=True, exist_ok=True)
    found = assets()
    own = {found["script"]: bundle.bundled("predict/page.js"), found["style"]: bundle.sheet("predict"),
           room(): bundle.bundled("predict/room.js")}
    for stale in target.glob("predict-*.*"):
        if stale.name not in own:
            stale.unlink()
    for name, text in own.items():
        write(target / name, text.encode())
