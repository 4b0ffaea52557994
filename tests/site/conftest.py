"""The built book on a small server, and copies of it that change."""

import shutil

import pytest
from support.driving import BOOK
from support.keeping import offline, worker
from support.server import serve


@pytest.fixture(scope="module")
def book():
    with serve(BOOK) as server:
        yield server


@pytest.fixture
def edition(tmp_path, monkeypatch):
    """A copy of the book without Python, and a way to publish another version of it under the same address."""
    worker(monkeypatch, tmp_path / "patient")
    folder = tmp_path / "html"
    shutil.copytree(BOOK, folder, ignore=shutil.ignore_patterns("pyodide-*", "lite", "*.zip"))

    def publish(**changes):
        for name, (old, new) in changes.items():
            path = next(folder.rglob(f"{name}.html"))
            text = path.read_text("utf8")
            assert old in text
            path.write_text(text.replace(old, new), "utf8")
        offline.write(folder)

    publish()
    return folder, publish
