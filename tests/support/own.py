"""A page with explorers in which a reader writes code of their own: `own_site`, and how to use it."""

import base64
import contextlib
import tempfile
from pathlib import Path

import pytest

from oco_live.hosts import browser as packed
from oco_live.hosts import bundle, exercise_page
from oco_live.hosts.trim import zipped
from support.server import serve
from support.small import _small_page

DRAWN = "(name) => window.ocoExplorers[name].frame().series.own.x.length > 0"


def link_of(code):
    """Code as a link has it."""
    return base64.urlsafe_b64encode(code.encode()).decode().rstrip("=")


def patient(files):
    """The zip of the room's Python, whose deadline is for a machine that is busy with tests."""
    return zipped({name: data.replace(b"DRAWS = 2.0", b"DRAWS = 8.0") for name, data in files.items()})


@contextlib.contextmanager
def own_site(*names):
    """A server whose front page shows these explorers, with Python for them and for the reader's code."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        exercise_page._python_files.cache_clear()
        patch.setattr(exercise_page, "zipped", patient)
        bundled = bundle.bundled
        patch.setattr(bundle, "bundled", lambda *entry: bundled(*entry).replace("=2500", "=40000"))
        _small_page(Path(folder), *names, sweeps=True)
        packed.install(Path(folder) / "assets")
        exercise_page.install(Path(folder) / "assets")
        with serve(folder) as server:
            yield server
    exercise_page._python_files.cache_clear()


def opened(page, name):
    """The place of an explorer where code is written, open."""
    page.wait_for_function("(name) => window.ocoExplorers?.[name]", arg=name)
    place = page.locator(f"[data-explorer={name}] .oco-own")
    if not place.is_visible():
        page.locator(f"[data-explorer={name}] .oco-setting > summary").click()
    if place.get_attribute("open") is None:
        place.locator("summary").click()
    return place


def said(page, words, name="ogd"):
    """Wait until this is said of the reader's code."""
    output = "document.querySelector(`[data-explorer=${name}] .oco-own-said`)"
    page.wait_for_function(
        f"([name, words]) => {output}.textContent.includes(words)", arg=[name, words])
