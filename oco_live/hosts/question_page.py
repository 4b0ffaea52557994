"""Questions in the built book: their markup, and the two files beside the pages that bring them to life. A question's
picture is drawn by the explorers' script, which is on the page anyway."""

from pathlib import Path

from ..questions import NAMES
from . import bundle
from .fetch import write
from .question_cells import group_html

__all__ = ["assets", "group_html", "install", "known"]


def assets():
    """File names of the questions' script and stylesheet, relative to the folder of assets."""
    return {"script": bundle.hashed("predict.js", bundle.predict()),
            "style": bundle.hashed("predict.css", bundle.predict_style())}


def known(names):
    """Whether there are questions of all these names."""
    return bool(names) and all(name in NAMES for name in names)


def install(target):
    """Write script and stylesheet into the folder of assets; others found there are removed."""
    target = Path(target)
    target.mkdir(parents=True, exist_ok=True)
    found = assets()
    own = {found["script"]: bundle.predict(), found["style"]: bundle.predict_style()}
    for stale in target.glob("predict-*.*"):
        if stale.name not in own:
            stale.unlink()
    for name, text in own.items():
        write(target / name, text.encode())
