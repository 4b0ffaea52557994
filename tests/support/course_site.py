"""The pages of a course, without the book around them: `course_site` serves them; `handed` makes a text as a reader
hands it in, `taken` reads one, both without the book's own script."""

import base64
import contextlib
import json
import tempfile
import zlib
from pathlib import Path

from oco_live.hosts import bundle, course, course_page, question_page
from support.server import serve

CHAPTER = "online_gradient_descent"
CHOOSE = "ogd-negative-regret"
PAGES = {course.CHAPTERS + name: (name.replace("_", " "), f"{name}.html") for name in course.chapters()}
ASSETS = "../_oco/"
LOOK = ("html[data-theme=dark] body { background: #121212; color: #e9edf1 } "
        "body { margin: 1rem; max-width: 60rem } a { color: inherit; display: inline-block; line-height: 2 }")


def _page(title, body, more=""):
    files = course_page.assets()
    links = "".join(f'<li><a class="reference internal" href="{way}">{name}</a></li>' for name, way in PAGES.values())
    marks = (bundle.VIEW.parents[1] / "_ext" / "oco_book" / "assets" / "course.css").read_text("utf8")
    return (
        '<!doctype html><html lang="en" data-content_root="../"><head><meta charset="utf-8">'
        f'<title>{title}</title><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><style>{LOOK}{marks}</style>{more}'
        f'<script defer src="{ASSETS}{files["place"]}" data-marks="{ASSETS}{files["marks"]}" '
        f'data-page="{course.CHAPTERS + CHAPTER if title == "A chapter" else ""}"></script></head><body>'
        f'<nav class="bd-sidebar-primary" aria-label="contents"><ul>{links}</ul></nav><main><article>{body}</article>'
        "</main></body></html>")


def _with(*names):
    return "".join(f'<link rel="stylesheet" href="{ASSETS}{name}">' if name.endswith(".css") else
                   f'<script defer src="{ASSETS}{name}"></script>' for name in names)


def _site(folder):
    (folder / "chapters").mkdir(parents=True)
    course_page.install(folder / "_oco")
    question_page.install(folder / "_oco")
    encoder = bundle.bundled("encoder.js")
    (folder / "_oco" / bundle.hashed("view-encoder.js", encoder)).write_text(encoder)
    files, asked = course_page.assets(), question_page.assets()
    chapters = course_page.catalogue(PAGES)
    parts = {part: course_page.part_html(part, chapters, "1.0", ASSETS) for part in
             ("progress", "hand-in", "keep", "class")}
    texts = "".join(f'<section id="part-{i}"><h2>Part {i}</h2><div style="height: 90vh">text</div></section>'
                    for i in range(4))
    pages = {
        CHAPTER: _page("A chapter", f"<h1>A chapter</h1>{question_page.group_html([CHOOSE], ASSETS)}{texts}",
                       _with(asked["style"], asked["script"])),
        "my_course": _page("My course", "<h1>My course</h1>" + parts["progress"] + "<h2>Hand in</h2>" + parts["hand-in"]
                           + "<h2>Take it along</h2>" + parts["keep"], _with(files["style"], files["course"])),
        "class": _page("Class", "<h1>Class</h1>" + parts["class"], _with(files["style"], files["class"])),
    }
    for name, text in pages.items():
        (folder / "chapters" / f"{name}.html").write_text(text, encoding="utf8")


@contextlib.contextmanager
def course_site():
    with tempfile.TemporaryDirectory() as folder:
        _site(Path(folder))
        with serve(folder) as server:
            yield server


# ---------------------------------------------------------------- texts

def _letters(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def summed(text):
    return f"{text}.{zlib.crc32(text.encode()):08x}"


def handed(entry, form="d"):
    """The text of an entry (view/course/handed.js)."""
    data = json.dumps(entry, ensure_ascii=False).encode()
    if form == "d":
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        data = packer.compress(data) + packer.flush()
    return summed(f"oco1.{form}.{_letters(data)}")


def taken(text):
    """The entry of a text."""
    begin, form, letters, total = text.split(".")
    assert begin == "oco1" and total == f"{zlib.crc32(text.rpartition('.')[0].encode()):08x}"
    data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    return json.loads(zlib.decompress(data, -15) if form == "d" else data)
