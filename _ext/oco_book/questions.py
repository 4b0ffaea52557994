"""Questions before an explorer.

A notebook stores only a placeholder for the questions of one cell::

    <div class="oco-predict-placeholder" data-questions="ogd-small-step ogd-double-U">texts and folded answers</div>

While a page is built, the placeholder's output is replaced by the questions that ``oco_live.hosts.question_page``
makes, and the page (only a page that has some) gets their script and stylesheet. After the build these files are put
beside the pages.
"""

import importlib
import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from .explorers import HOLDER
from .placeholders import Placeholders, replaced
from .shell import ASSETS

PLACEHOLDER = re.compile(r'<div class="oco-predict-placeholder" data-questions="([^"]*)"')


def placeholder(names: list[str], text: str = "") -> str:
    """The output that ``parse`` reads."""
    return f'<div class="oco-predict-placeholder" data-questions="{escape(" ".join(names))}">{text}</div>'


def parse(text: str) -> list[str] | None:
    """Names of the questions whose placeholder ``text`` holds, or None."""
    found = PLACEHOLDER.search(text)
    return found[1].split() if found else None


def _page():
    """Who makes the questions."""
    return importlib.import_module("oco_live.hosts.question_page")


def _known(text: str) -> list[str] | None:
    names = parse(text)
    if names is not None and not _page().known(names):
        raise ValueError(f"no questions {names!r}")
    return names


PLACES = Placeholders("question", _known)


def replace(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the questions where the placeholders are."""
    if app.builder.format != "html":
        return
    prefix = relative_uri(app.builder.get_target_uri(docname), ASSETS + "/")
    for node, names in PLACES.found(doctree):
        replaced(node, _page().group_html(names, prefix), HOLDER)


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load the questions' script and stylesheet on pages that have some."""
    if PLACES.pages(app.env).get(pagename):
        context["oco_predict"] = [f"{ASSETS}/{name}" for name in _page().assets().values()]


def install(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html" and any(PLACES.pages(app.env).values()):
        _page().install(Path(app.outdir) / ASSETS)


def setup(app: Sphinx) -> None:
    PLACES.connect(app)
    app.connect("doctree-resolved", replace)
    app.connect("html-page-context", link)
    app.connect("build-finished", install, priority=501)  # after explorers, whose install clears what it does not know
