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
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from .edition import edition, short
from .shell import ASSETS

logger = logging.getLogger(__name__)

PLACEHOLDER = re.compile(r'<div class="oco-course-placeholder" data-part="([\w-]*)"')


def _page():
    """Who makes the parts."""
    return importlib.import_module("oco_live.hosts.course_page")


def _placeholders(doctree: nodes.document):
    known = importlib.import_module("oco_live.hosts.course_cells").PARTS
    for node in list(doctree.findall(nodes.raw)):
        found = PLACEHOLDER.search(node.astext()) if "html" in node.get("format", "").split() else None
        if found and found[1] not in known:
            logger.warning("course placeholder: no part %r", found[1], location=node, type="oco_book", subtype="course")
        elif found:
            yield node, found[1]


def purge(app: Sphinx, env, docname: str) -> None:
    if hasattr(env, "oco_course"):
        env.oco_course.pop(docname, None)


def merge(app: Sphinx, env, docnames, other) -> None:
    env.oco_course = getattr(env, "oco_course", {}) | getattr(other, "oco_course", {})


def collect(app: Sphinx, doctree: nodes.document) -> None:
    """Note which page has which parts."""
    if not hasattr(app.env, "oco_course"):
        app.env.oco_course = {}
    app.env.oco_course[app.env.docname] = [part for _, part in _placeholders(doctree)]


def titles(app: Sphinx, docname: str) -> dict[str, tuple[str, str]]:
    """Page -> (its title, the way to it from a page)."""
    return {page: (title.astext(), app.builder.get_relative_uri(docname, page))
            for page, title in app.env.titles.items()}


def replace(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the parts where the placeholders are."""
    if app.builder.format != "html":
        return
    found = list(_placeholders(doctree))
    if not found:
        return
    prefix = relative_uri(app.builder.get_target_uri(docname), ASSETS + "/")
    chapters = _page().catalogue(titles(app, docname))
    for node, part in found:
        html = _page().part_html(part, chapters, short(edition().version), prefix)
        node.replace_self(nodes.raw("", html, format="html"))


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load what every page has, and on the pages with parts their scripts and stylesheet."""
    files = _page().assets()
    context["oco_place"] = {"script": f"{ASSETS}/{files['place']}", "marks": f"{ASSETS}/{files['marks']}",
                            "page": pagename if pagename in _pages() else ""}
    parts = getattr(app.env, "oco_course", {}).get(pagename)
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
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("doctree-read", collect)
    app.connect("doctree-resolved", replace)
    app.connect("html-page-context", link)
    app.connect("build-finished", install, priority=501)  # after explorers, whose install clears what it does not know
