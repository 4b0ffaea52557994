"""Exercise cells.

A notebook stores only a placeholder for each exercise::

    <div class="oco-exercise-placeholder" data-exercise="ogd-step">title and statement</div>

While a page is built, the placeholder's output is replaced by the cell that ``oco_live.hosts.exercise_page`` makes, and
the page (only a page that has an exercise) gets the cells' script and stylesheet. After the build these files, and
Python for the browser, are put beside the pages.
"""

import importlib
import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from oco_live.hosts.fetch import MissingFiles

from . import explorers
from .explorers import HOLDER
from .placeholders import Placeholders, replaced
from .shell import ASSETS

logger = logging.getLogger(__name__)

ASKS = "oco-holds-exercise"  # the class of what stands around a cell: the line of code that asks for it is not shown
PLACEHOLDER = re.compile(r'<div class="oco-exercise-placeholder" data-exercise="([^"]*)"')


def placeholder(name: str, text: str = "") -> str:
    """The output that ``parse`` reads."""
    return f'<div class="oco-exercise-placeholder" data-exercise="{escape(name)}">{text}</div>'


def parse(text: str) -> str | None:
    """Name of the exercise whose placeholder ``text`` holds, or None."""
    found = PLACEHOLDER.search(text)
    return found[1] if found else None


def _page():
    """Who makes the cells."""
    return importlib.import_module("oco_live.hosts.exercise_page")


def _known(text: str) -> str | None:
    name = parse(text)
    if name is not None and not _page().known(name):
        raise ValueError(f"no exercise {name!r}")
    return name


PLACES = Placeholders("exercise", _known)


def pages(app: Sphinx, docname: str) -> dict[str, str]:
    """Explorer -> the way from a page to the chapter that shows it: "" on this page, else the first, where it is
    explained, and not the front page."""
    shown = explorers.shown(app.env)
    order = sorted(shown, key=lambda page: (page != docname, page == app.config.root_doc))
    found: dict[str, str] = {}
    for page in order:
        way = "" if page == docname else app.builder.get_relative_uri(docname, page)
        for name in shown[page]:
            found.setdefault(name, way)
    return dict(sorted(found.items()))


def replace(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the cells where the placeholders are."""
    if app.builder.format != "html":
        return
    prefix = relative_uri(app.builder.get_target_uri(docname), ASSETS + "/")
    wide = "oco-wide full-width" if len(list(doctree.findall(nodes.section))) > 1 else "oco-wide"  # see explorers.py
    links = explorers.catalogue(app, docname, "teda")
    for number, (node, name) in enumerate(PLACES.found(doctree)):
        cell = _page().cell_html(name, prefix, None if number else pages(app, docname), app.config.solutions, links)
        replaced(node, f'<div class="{wide}">{cell}</div>', HOLDER, ASKS)


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load the cells' script and stylesheet on pages that have one."""
    if PLACES.pages(app.env).get(pagename):
        context["oco_exercise"] = [f"{ASSETS}/{name}" for name in _page().assets().values()]


def install(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html" or not any(PLACES.pages(app.env).values()):
        return
    target = Path(app.outdir) / ASSETS
    if not app.config.oco_preview:
        return _page().install(target)
    try:  # a page that is being written wants no network: its cells then say that there is no Python
        _page().install(target)
    except MissingFiles as error:
        logger.info("The exercises of this page do not run: %s", error)
        _page().install(target, python=False)


def setup(app: Sphinx) -> None:
    PLACES.connect(app)
    app.connect("doctree-resolved", replace)
    app.connect("html-page-context", link)
    app.connect("build-finished", install, priority=501)  # after explorers, whose install clears what it does not know
