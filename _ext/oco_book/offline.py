"""The book without a network: the list of its files that the service worker (assets/sw.js) keeps by."""

import hashlib
import json
from pathlib import Path

from sphinx.application import Sphinx

from .shell import ARCHIVE, ASSETS, FILES

WORKER = "sw.js"  # at the root: a worker answers for what lies beside and below it
LIST = f"{ASSETS}/offline.json"
HASH = 32  # hexadecimal digits of a file's SHA-256

#: What no page needs: the worker and its list, Sphinx's own notes, what other sites ask for, and the book's archive.
LEFT_OUT = (WORKER, LIST, ".buildinfo", "objects.inv", f"{ASSETS}/cards/", "sitemap.xml", f"{ARCHIVE}.zip")
ALONE = "embed/"  # explorers for other sites' pages, which are not there without a network either
LITE = "lite/"  # the live notebooks: some hundred files, kept as they are asked for, told apart by one hash of them all
#: Large, and wanted only for what is not baked, and for exercises.
PYTHON = (f"{ASSETS}/pyodide-", f"{ASSETS}/oco-", f"{ASSETS}/exercise-python-")


def listing(out: Path) -> dict:
    """{"book": {path: hash}, "python": {path: hash}, "lite": hash} of the files of a built book."""
    found: dict = {"book": {}, "python": {}}
    lite = hashlib.sha256()
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if path.is_file() and not name.startswith((*LEFT_OUT, ALONE)):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()[:HASH]
            if name.startswith(LITE):
                lite.update(f"{name} {digest}\n".encode())
                continue
            found["python" if name.startswith(PYTHON) else "book"][name] = digest
    return found | {"lite": lite.hexdigest()[:HASH]}


def write(out: Path) -> None:
    """Worker and list into a built book, once nothing else of it changes."""
    (out / WORKER).write_bytes((FILES / WORKER).read_bytes())
    (out / LIST).write_text(json.dumps(listing(out), separators=(",", ":")), encoding="utf8")


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        write(Path(app.outdir))


def setup(app: Sphinx) -> None:
    app.connect("build-finished", finish, priority=900)  # the last of all
