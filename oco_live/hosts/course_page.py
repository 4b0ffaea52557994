"""The book as a course in the built book: the parts of the pages "my course" and "class", and the files beside the
pages: on every page the few lines that keep the place; for the marks in the contents, and for these two pages, scripts
of their own."""

import json
from pathlib import Path

from . import bundle, course, course_cells
from .fetch import write


def _marks():
    known = {course.CHAPTERS + name: names for name, names in course.chapters().items()}
    return bundle.bundled("course/marks.js", f"CHAPTERS={json.dumps(known, separators=(',', ':'))}")


def _files():
    """word -> (file name, text)."""
    made = {"place": ("course-place.js", bundle.bundled("course/place.js")), "marks": ("course-marks.js", _marks()),
            "course": ("course.js", bundle.bundled("course/page.js")),
            "class": ("course-class.js", bundle.bundled("course/class.js")),
            "style": ("course.css", bundle.sheet("course"))}
    return {word: (bundle.hashed(name, text), text) for word, (name, text) in made.items()}


def assets():
    """word -> file name, relative to the folder of assets: of every page "place" and, fetched, "marks"; of their own
    pages "course", "class" and, on both, "style"."""
    return {word: file for word, (file, _) in _files().items()}


def catalogue(titles):
    """The chapters of a book with these pages. titles: page -> (title, the way to it)."""
    found = []
    for name in course.chapters():
        if course.CHAPTERS + name in titles:
            title, href = titles[course.CHAPTERS + name]
            found.append(course.chapter(name, title) | {"href": href})
    return found


def part_html(part, chapters, edition, prefix):
    """A part of a page. chapters: as `catalogue` has them; edition: the book's; prefix: the way from the page to the
    folder of assets, with a slash at the end."""
    if part == "class":
        chapters = [course.shown(chapter) for chapter in chapters]
    known = {"chapters": chapters, "edition": edition,
             "encoder": prefix + bundle.hashed("view-encoder.js", bundle.bundled("encoder.js"))}
    return course_cells.MADE[part](known)


def install(target):
    """Write the scripts and the stylesheet into the folder of assets; others found there are removed."""
    target = Path(target)
    target.mkdir(parents=True, exist_ok=True)
    made = _files().values()
    for stale in target.glob("course*.*"):
        if stale.name not in {name for name, _ in made}:
            stale.unlink()
    for name, text in made:
        write(target / name, text.encode())
