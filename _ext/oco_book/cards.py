"""Chapters as cards: a list in a container of the class ``oco-cards``, whose items begin with a link to a chapter.

Each item gets the still picture of that chapter's first explorer, as its page shows it before any script. The list
itself is plain Markdown, so that it reads well wherever the notebook is opened.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from . import explorers

logger = logging.getLogger(__name__)

CLASS = "oco-cards"


def _chapter(app: Sphinx, docname: str, item: nodes.list_item) -> str:
    """The name of the page that an item's first link leads to; "" without one."""
    for reference in item.findall(nodes.reference):
        uri = reference.get("refuri", "").partition("#")[0]
        for name in app.env.found_docs:
            if uri == app.builder.get_relative_uri(docname, name):
                return name
    return ""


def illustrate(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the stills into the cards."""
    if app.builder.format != "html":
        return
    for container in doctree.findall(nodes.container):
        if CLASS not in container["classes"]:
            continue
        from oco_live.hosts import still

        for item in container.findall(nodes.list_item):
            shown = explorers.shown(app.env).get(_chapter(app, docname, item))
            if not shown:
                logger.warning("a card needs a link to a chapter with an explorer", location=item, type="oco_book",
                               subtype="cards")
                continue
            picture = f'<div class="oco-plot">{still.small(shown[0])}</div>'
            picture = f'<div class="oco-card" aria-hidden="true">{picture}</div>'
            item.insert(0, nodes.raw("", picture, format="html"))


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", illustrate)
