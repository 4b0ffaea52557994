"""A page with explorers and nothing else: `small_site` serves it. No book need be built, and no Python is there unless
asked for."""

import contextlib
import tempfile
from itertools import groupby
from pathlib import Path

from oco_live.explorer import get
from oco_live.hosts import bake, browser, page, question_page
from oco_live.questions.question import get_question
from support.server import serve


def _small_page(folder, *names, sweeps, questions=()):
    found = page.assets()
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / found["script"]).write_text(page.bundle.script(), encoding="utf-8")
    for name, file in page.later().items():
        (folder / "assets" / file).write_text(page.bundle.bundled(f"{name}.js"), encoding="utf-8")
    (folder / "assets" / found["style"]).write_text(page.bundle.style(), encoding="utf-8")
    for name in names if sweeps else ():
        stream = get(name).defaults()["stream"]
        path = bake.files(name)[stream]
        (folder / "assets" / name).mkdir()
        (folder / "assets" / path).write_bytes(bake._baked(name, stream, path))
    figures = "".join(page.figure_html(name, {}, "assets/") for name in names)
    styles, scripts = [found["style"]], [found["script"]]
    if questions:
        question_page.install(folder / "assets")
        styles.append(question_page.assets()["style"])
        scripts.append(question_page.assets()["script"])
        groups = groupby(questions, lambda name: get_question(name).explorer)
        asked = "".join(question_page.group_html(list(group), "assets/") for _, group in groups)
        figures = f"<main><h1>A chapter</h1><h2>Predict first</h2>{asked}{figures}</main>"
    (folder / "index.html").write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>explorers</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        + "".join(f'<link rel="stylesheet" href="assets/{name}">' for name in styles) + f"</head><body>{figures}"
        + "".join(f'<script defer src="assets/{name}"></script>' for name in scripts) + "</body></html>",
        encoding="utf-8")


@contextlib.contextmanager
def small_site(*names, sweeps=True, python=False, questions=()):
    """A server whose front page shows these explorers, each with the sweep of its first stream (or none), with Python
    for the rest (or none), below these questions (or none)."""
    with tempfile.TemporaryDirectory() as folder:
        _small_page(Path(folder), *names, sweeps=sweeps, questions=questions)
        if python:
            browser.install(Path(folder) / "assets")
        with serve(folder) as server:
            yield server
