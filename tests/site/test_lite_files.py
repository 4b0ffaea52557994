"""What the live notebooks beside the book are made of, and the buttons that lead to them."""

import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.driving import BOOK
from support.lite import NOTEBOOKS, code_of

from oco_live.explorer import NAMES
from oco_live.hosts import browser as runtime
from oco_live.hosts import lite, live_python

ROOT = Path(__file__).resolve().parents[2]
LITE = BOOK / lite.FOLDER
BUILT_IN = {"itertools", "math", "sys", "time"}  # of Pyodide's modules without a file, those that cells import
ELSEWHERE = re.compile(r"colab|mybinder|/edit/|github\.com", re.I)


@pytest.fixture(scope="module")
def packs():
    """name of a package in the lock file -> (its entry, names of the files in its archive)."""
    lock = json.loads((LITE / "pyodide-lock.json").read_text(encoding="utf-8"))
    found = {}
    for name, entry in lock["packages"].items():
        path = (BOOK / "_oco" / runtime.RUNTIME / entry["file_name"]).resolve()
        assert path.is_relative_to(BOOK) and hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"], name
        with zipfile.ZipFile(path) as archive:
            found[name] = entry, set(archive.namelist())
    return found


def modules(names):
    """Dotted names of the modules among the paths in an archive."""
    found = set()
    for name in names:
        stem, _, kind = name.rpartition(".")
        if kind in ("py", "pyc", "so"):
            found.add(re.sub(r"\.cpython-.*|/__init__$", "", stem).replace("/", "."))
    return found


def test_every_import_of_every_cell_is_there(packs):
    with zipfile.ZipFile(BOOK / "_oco" / runtime.RUNTIME / "python_stdlib.zip") as archive:
        there = modules(archive.namelist())
    at_once = there.union(BUILT_IN, *(modules(names) for name, (_, names) in packs.items() if name != "matplotlib"))
    later = modules(packs["matplotlib"][1])
    # Matplotlib comes with the cell that imports it, by the names in its entry.
    assert {name.partition(".")[0] for name in later} >= set(packs["matplotlib"][0]["imports"]) >= {"matplotlib"}
    for notebook in NOTEBOOKS:
        for code in code_of(notebook):
            for node in ast.walk(ast.parse(re.sub(r"^(\s*)[%!].*$", r"\1pass", code, flags=re.M))):
                names = ([alias.name for alias in node.names] if isinstance(node, ast.Import) else
                         [node.module] if isinstance(node, ast.ImportFrom) else [])
                for name in names:
                    assert name in at_once or name in later and name.split(".")[0] in (
                        packs["matplotlib"][0]["imports"]), (
                        f"{notebook} imports {name}, which the live notebook does not have")


def test_explorers_need_not_wait_for_matplotlib(packs):
    """Their view draws every picture: no module of theirs imports it."""
    assert not [name for name in packs["oco-notebook"][1] if name.endswith(".svg")]
    shown = f"import sys, oco_live; [oco_live.explore(name) for name in {NAMES}]; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", shown], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_nothing_is_shipped_twice(packs):
    twice = {}
    for path in sorted(BOOK.rglob("*")):
        # A notebook lies where it is downloaded from and where JupyterLite looks for it.
        if path.is_file() and path.stat().st_size > 10_000 and path.suffix != ".ipynb":
            twice.setdefault(hashlib.sha256(path.read_bytes()).hexdigest(),
                             []).append(path.relative_to(BOOK).as_posix())
    assert not [names for names in twice.values() if len({name.startswith("lite/") for name in names}) == 2]
    assert len(list(BOOK.rglob("pyodide.asm.*"))) == 2 and not list(LITE.rglob("*.wasm")) and not list(
        LITE.rglob("*.map"))
    with zipfile.ZipFile(BOOK / "_oco" / runtime.RUNTIME / "python_stdlib.zip") as archive:
        library = set(archive.namelist())
    archives = {name: names for name, (entry, names) in packs.items()
                if "nothing" not in entry["file_name"]} | {"library": library}
    said = [path for names in archives.values() for path in names if ".dist-info/" not in path]
    assert len(said) == len(set(said)), {path for path in said if said.count(path) > 1}


def test_licences_lie_beside_what_is_shipped():
    there = {path.parent.name for path in (LITE / "licenses").rglob("*") if path.is_file()} | {
        path.parent.parent.name for path in (LITE / "licenses").rglob("*") if path.is_file()}
    wheels = {file.name.split("-")[0] for file in live_python.KERNEL + live_python.MATPLOTLIB}
    # sqlite3 is CPython's own; the library is in the public domain.
    assert wheels - {"sqlite3"} | set(live_python.INSTALLED) | {"jupyterlite-core",
                                                                "jupyterlite-pyodide-kernel"} <= there
    assert json.loads((LITE / "build" / "third-party-licenses.json").read_text(encoding="utf-8"))["packages"]


def test_notebooks_are_those_of_the_book():
    """In their plain edition, which tests/site/test_plain_edition.py reads."""
    listed = {entry["path"] for place in ("", "chapters/")
              for entry in json.loads((LITE / "api" / "contents" / place / "all.json").read_text())["content"]}
    assert listed == {*NOTEBOOKS, "chapters"}


# ---------------------------------------------------------------- the buttons

def buttons(page):
    """Address -> tag of the links above a page's text."""
    header = page.read_text(encoding="utf-8").partition('class="article-header-buttons"')[2].partition("</article>")[
        0].partition("<article")[0]
    return {href: tag for tag, href in re.findall(r'(<a [^>]*?href="([^"]+)"[^>]*>)', header)}


def test_each_notebook_has_its_buttons_and_no_other_page():
    for page in [BOOK / "index.html", *sorted((BOOK / "chapters").glob("*.html"))]:
        name = page.relative_to(BOOK).with_suffix(".ipynb").as_posix()
        up = "" if page.parent == BOOK else "../"
        found = buttons(page)
        run, download = f"{up}lite/notebooks/index.html?path={name}", f"{up}_sources/{name}"
        assert (run in found) == (download in found) == (name in NOTEBOOKS), page
        if name in NOTEBOOKS:
            assert "title=" in found[run] and " download" in found[download] and (BOOK / "_sources" / name).is_file()
        assert not [href for href in found
                    if ELSEWHERE.search(href)], "no button may lead to a service before there is an address"


def test_an_address_of_the_repository_brings_the_other_buttons(tmp_path):
    config = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert config.count('  url: ""') == 1
    (tmp_path / "_config.yml").write_text(config.replace('  url: ""', "  url: https://github.com/someone/book"),
                                          encoding="utf-8")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: index\n")
    (tmp_path / "_ext").symlink_to(ROOT / "_ext")
    shutil.copy(ROOT / "references.bib", tmp_path)
    (tmp_path / "index.ipynb").write_text(json.dumps({
        "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# A page"}], "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}}))
    done = subprocess.run([sys.executable, ROOT / "tools" / "build.py", "--source", tmp_path, "--output", tmp_path],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    html = tmp_path / "_build" / "html"
    found = buttons(html / "index.html")
    assert "lite/notebooks/index.html?path=index.ipynb" in found
    for start in ("https://mybinder.org/v2/gh/someone/book/",
                  "https://colab.research.google.com/github/someone/book/blob/",
                  "https://github.com/someone/book/edit/main/index.ipynb"):
        assert [href for href in found if href.startswith(start)], start
    for picture in re.findall(r'<img [^>]*src="([^"]+)"', (html / "index.html").read_text(encoding="utf-8")):
        assert (html / picture).is_file(), picture
