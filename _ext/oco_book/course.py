"""The book as a course: the pages "my course" and "class", and what is kept of a reader's way.

A page holds a placeholder for each part that is alive::

    <div class="oco-course-placeholder" data-part="progress"></div>

While a page is built, it is replaced by the part that ``oco_live.hosts.course_page`` makes, and the page gets the
scripts of its parts. Every page gets the few lines that keep the place and fetch the marks in the contents.
"""

import importlib
import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from .edition import edition, short
from .placeholders import Placeholders, replaced
from .shell import ASSETS

PLACEHOLDER = re.compile(r'<div class="oco-course-placeholder" data-part="([\w-]*)"')


def _page():
    """Who makes the parts."""
    return importlib.import_module("oco_live.hosts.course_page")


def _known(text: str) -> str | None:
    found = PLACEHOLDER.search(text)
    if found and found[1] not in importlib.import_module("oco_live.hosts.course_cells").PARTS:
        raise ValueError(f"no part {found[1]!r}")
    return found and found[1]


PLACES = Placeholders("course", _known)


def titles(app: Sphinx, docname: str) -> dict[str, tuple[str, str]]:
    """Page -> (its title, the way to it from a page)."""
    return {page: (title.astext(), app.builder.get_relative_uri(docname, page))
            for page, title in app.env.titles.items()}


def replace(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the parts where the placeholders are."""
    if app.builder.format != "html":
        return
    found = list(PLACES.found(doctree))
    if not found:
        return
    prefix = relative_uri(app.builder.get_target_uri(docname), ASSETS + "/")
    chapters = _page().catalogue(titles(app, docname))
    for node, part in found:
        replaced(node, _page().part_html(part, chapters, short(edition().version), prefix))


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load what every page has, and on the pages with parts their scripts and stylesheet."""
    files = _page().assets()
    context["oco_place"] = {"script": f"{ASSETS}/{files['place']}", "marks": f"{ASSETS}/{files['marks']}",
                            "page": pagename if pagename in _pages() else ""}
    parts = PLACES.pages(app.env).get(pagename)
    if parts:
        word = "class" if "class" in parts else "course"
        context["oco_course"] = [f"{ASSETS}/{files[name]}" for name in ("style", word)]


def _pages() -> list[str]:
    course = importlib.import_module("oco_live.hosts.course")
    return [course.CHAPTERS + name for name in course.chapters()]


def install(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        _page().install(Path(app.outdir) / ASSETS)


def setup(app: Sphinx) -> None:
    PLACES.connect(app)
    app.connect("doctree-resolved", replace)
    app.connect("html-page-context", link)
    app.connect("build-finished", install, priority=501)  # after explorers, whose install clears what it does not know
