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
from sphinx.util import logging
from sphinx.util.osutil import relative_uri

from .explorers import HOLDER
from .shell import ASSETS

logger = logging.getLogger(__name__)

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


def _placeholders(doctree: nodes.document):
    for node in list(doctree.findall(nodes.raw)):
        names = parse(node.astext()) if "html" in node.get("format", "").split() else None
        if names is not None and not _page().known(names):
            logger.warning("question placeholder: no questions %r", names, location=node, type="oco_book",
                           subtype="question")
        elif names is not None:
            yield node, names


def purge(app: Sphinx, env, docname: str) -> None:
    if hasattr(env, "oco_questions"):
        env.oco_questions.pop(docname, None)


def merge(app: Sphinx, env, docnames, other) -> None:
    env.oco_questions = getattr(env, "oco_questions", {}) | getattr(other, "oco_questions", {})


def collect(app: Sphinx, doctree: nodes.document) -> None:
    """Note which page has which questions."""
    if not hasattr(app.env, "oco_questions"):
        app.env.oco_questions = {}
    app.env.oco_questions[app.env.docname] = [name for _, names in _placeholders(doctree) for name in names]


def replace(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the questions where the placeholders are."""
    if app.builder.format != "html":
        return
    prefix = relative_uri(app.builder.get_target_uri(docname), ASSETS + "/")
    for node, names in _placeholders(doctree):
        holder = node.parent
        while not isinstance(holder, (nodes.section, nodes.document)):
            holder["classes"].append(HOLDER)
            holder = holder.parent
        group = _page().group_html(names, prefix)
        node.replace_self(nodes.raw("", group, format="html", classes=[*node["classes"], HOLDER]))


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load the questions' script and stylesheet on pages that have some."""
    if getattr(app.env, "oco_questions", {}).get(pagename):
        context["oco_predict"] = [f"{ASSETS}/{name}" for name in _page().assets().values()]


def install(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html" and any(getattr(app.env, "oco_questions", {}).values()):
        _page().install(Path(app.outdir) / ASSETS)


def setup(app: Sphinx) -> None:
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("doctree-read", collect)
    app.connect("doctree-resolved", replace)
    app.connect("html-page-context", link)
    app.connect("build-finished", install, priority=501)  # after explorers, whose install clears what it does not know
