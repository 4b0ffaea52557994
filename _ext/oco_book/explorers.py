"""Live figures.

A notebook stores only a placeholder for each explorer::

    <div class="oco-explorer-placeholder" data-explorer="ogd" data-params='{"eta": 0.5}'>sentence and facts</div>

While a page is built, the placeholder's output is replaced by the figure that ``oco_live.hosts.page`` makes for these
parameters, and the page (only a page that has an explorer) gets the view's script and stylesheet. After the build,
``oco_live.hosts.page`` puts these files, the baked sweeps and Python for the browser beside the pages.
"""

import importlib
import json
import re
import sys
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import yaml
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from .placeholders import Placeholders, replaced
from .shell import ASSETS

PLACEHOLDER = "oco-explorer-placeholder"
HOLDER = "oco-holds-explorer"  # the class of what stands around a figure, up to its section


class _Placeholder(HTMLParser):
    """Finds the first placeholder in a piece of HTML."""

    def __init__(self, text: str):
        super().__init__()
        self.found: tuple[str, dict] | None = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if self.found is None and PLACEHOLDER in (attrs.get("class") or "").split():
            self.found = attrs["data-explorer"], json.loads(attrs.get("data-params") or "{}")


def parse(text: str) -> tuple[str, dict] | None:
    """Name and parameters of the explorer whose placeholder ``text`` holds, or None.

    Raises ``KeyError`` without a name, ``ValueError`` if the parameters are not JSON.
    """
    return _Placeholder(text).found if PLACEHOLDER in text else None


def placeholder(name: str, params: dict, text: str = "") -> str:
    """The inverse of ``parse``."""
    data = escape(json.dumps(params, sort_keys=True, ensure_ascii=False))
    return f'<div class="{PLACEHOLDER}" data-explorer="{escape(name)}" data-params="{data}">{text}</div>'


class ExplorerDirective(Directive):
    """An explorer in a page without code: its name, and below it parameters as YAML."""

    required_arguments = 1
    has_content = True

    def run(self):
        try:
            params = yaml.safe_load("\n".join(self.content)) or {}
            if not isinstance(params, dict):
                raise yaml.YAMLError("not a mapping")
        except yaml.YAMLError as error:
            expected = f"parameters must be YAML, name: value ({error})"
            raise self.error(f"explorer {self.arguments[0]!r}: {expected}") from error
        node = nodes.raw("", placeholder(self.arguments[0], params), format="html")
        node.source, node.line = self.state_machine.get_source_and_line(self.lineno)
        return [node]


def _page(app: Sphinx):
    """Who makes the figures: ``oco_live.hosts.page``, or ``preview`` while a page is being written."""
    root = str(Path(__file__).parents[2])
    if root not in sys.path:
        sys.path.append(root)
    return importlib.import_module(f"oco_live.hosts.{'preview' if app.config.oco_preview else 'page'}")


def _read(text: str) -> tuple[str, dict] | None:
    try:
        return parse(text)
    except KeyError as error:
        raise ValueError(error) from None


PLACES = Placeholders("explorer", _read)


def shown(env) -> dict[str, list[str]]:
    """Page -> its explorers."""
    return {page: [name for name, _ in found] for page, found in PLACES.pages(env).items()}


def catalogue(app: Sphinx, docname: str, kinds: str = "te") -> dict[str, str]:
    """Id of a theorem or erratum, "T3" or "E25" -> the way from that page to where it is told. kinds: first letters of
    ids, of definitions and algorithms, too."""
    found = {}
    for label, (target, anchor) in app.env.get_domain("std").anonlabels.items():
        if (match := re.fullmatch(r"(t|d|a|errata-e)(\d+)", label)) and match[1][-1] in kinds:
            way = app.builder.get_relative_uri(docname, target)
            found[f"{match[1][-1].upper()}{match[2]}"] = f"{way}#{anchor}"
    return dict(sorted(found.items()))


def replace(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the figures where the placeholders are."""
    if app.builder.format != "html":
        return
    page = _page(app)
    prefix = relative_uri(app.builder.get_target_uri(docname), ASSETS + "/")
    # "full-width" makes the theme fold the page's contents in the margin while the figure is in view; its script
    # expects that there are contents.
    links = catalogue(app, docname)
    has_contents = len(list(doctree.findall(nodes.section))) > 1
    for number, (node, (name, params)) in enumerate(PLACES.found(doctree)):
        figure = page.figure_html(name, params, prefix=prefix, number=number, links=links)
        target = "" if number else ' id="explorer" tabindex="-1"'  # of the link that skips what stands before it
        figure = f'<div class="oco-wide{" full-width" if has_contents else ""}"{target}>{figure}</div>'
        replaced(node, figure, HOLDER)


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Load the view on pages that show an explorer."""
    files = _page(app).assets().values() if PLACES.pages(app.env).get(pagename) else ()
    context["oco_view"] = [f"{ASSETS}/{name}" for name in files]


def install(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html" and (used := set().union(*shown(app.env).values())):
        _page(app).install(Path(app.outdir) / ASSETS, sorted(used))


def setup(app: Sphinx) -> None:
    app.add_directive("explorer", ExplorerDirective)
    PLACES.connect(app)
    app.connect("doctree-resolved", replace)
    app.connect("html-page-context", link)
    app.connect("build-finished", install)
