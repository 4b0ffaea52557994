"""The pages around the text: templates, icons, stylesheets, and what the built book must not carry.

The theme's icons come as half a megabyte of script and three web fonts. Here they are a dozen small pictures in
``assets/book.css``. The theme's own files are copied as they are, then relieved of these icons and of unused rules.
"""

import hashlib
import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from oco_live.hosts import bundle

from . import styles

#: Folder of the book's own files in the built book, relative to its root.
ASSETS = "_oco"

#: The archive of the whole book, without ".zip", and the folder in it.
ARCHIVE = "online-convex-optimization"

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
FILES = HERE / "assets"

#: Stylesheets that every page loads, in this order, after those of the theme and the extensions; the second is PARTS.
STYLESHEETS = ["katex/katex.min.css", "book.css"]
PARTS = ["icons.css", "book.css", "course.css"]

#: Assets that do not lie there as they are: the stylesheets, of which fonts.py makes KaTeX's with its fonts in it; the
#: worker, which lies at the book's root, and the note to the reader in the archive.
MADE = ("*.css", "fonts", "sw.js", "README.txt")

#: Copied by the theme, used by no page.
UNUSED = [
    "_static/scripts/fontawesome.js",
    "_static/scripts/fontawesome.js.LICENSE.txt",
    "_static/vendor",  # its web fonts
    "_static/webpack-macros.html",
    "_static/sbt-webpack-macros.html",
    "_static/locales",
]

#: A script of sphinx-design for tabs, which every page would load.
TABS = "design-tabs.js"

#: Logos of services that no button leads to as long as the repository has no address.
LOGOS = "_static/images"

#: File of Sphinx -> what is changed in it.
REPAIRS = {
    "searchtools.js": {
        # What the search page leaves out of a page's text before it looks for words: Sphinx's list, and ours. A formula
        # would come three times (as MathML, as its source, as drawn), an explorer with all its tick labels, an exercise
        # with its buttons.
        '[".headerlink", "script", "style"]':
            '[".headerlink", "script", "style", "annotation", ".katex-html", ".oco-explorer", '
            '".oco-ex-desk"]',
        # Each object knows the word "constructor", and "__proto__", too.
        "files: terms[word]": "files: Object.hasOwn(terms, word) ? terms[word] : undefined",
        "files: titleTerms[word]": "files: Object.hasOwn(titleTerms, word) ? titleTerms[word] : undefined",
        "scoreMap.set(file, {})": "scoreMap.set(file, Object.create(null))",
    },
    # Each fold would be called "Toggle hidden content": it has the name that stands on it.
    "togglebutton.js": {
        'title = item.querySelector(".admonition-title");':
            'title = item.querySelector(".admonition-title");\n      title.id ||= `${toggleID}-title`;',
        'aria-label="Toggle hidden content"': 'aria-labelledby="${toggleID}-title"',
    },
    # An explorer is wider than its column, and does not scroll in it: no stop of Tab.
    "pydata-sphinx-theme.js": {'".cell_output > .output"': '".cell_output > .output:not(.oco-holds-explorer)"'},
    # It would wipe out what the explorers keep with the page's place in the history (view/hash.js).
    "sphinx_highlight.js": {
        'window.history.replaceState({}, "", url);':
            'if (url.href !== location.href) window.history.replaceState(window.history.state, "", url);',
        # The key that closes a dialog, the lecture room among them, would do so no more.
        "SphinxHighlight.hideSearchWords();\n        event.preventDefault();": "SphinxHighlight.hideSearchWords();",
    },
}

#: Scripts of Sphinx and its extensions that come as their authors write them: minified they weigh half.
SOURCES = ("copybutton.js", "doctools.js", "searchtools.js", "sphinx_highlight.js", "togglebutton.js")

_LICENCE = re.compile(r"\A\s*(/\*(?:(?!\*/).)*licen[cs]e.*?\*/\n)", re.S | re.I)
_FONT_FACE = re.compile(r"@font-face\{[^{}]*Font ?Awesome[^{}]*\}")
_ICON_RULE = re.compile(r"(?<=[{}/])\.fa[\w-]*(?::before)?(?:,\.fa[\w-]*(?::before)?)*\{[^{}]*\}")
_EMPTY_HEAD = re.compile(r'<th( class="[^"]*")?><p></p></th>')  # a corner of a table is the head of nothing
_SOURCE_MAP = re.compile(r"\n?(?:/\*|//)# sourceMappingURL=\S+?(?:\s*\*/)?\s*$")


def use_templates(app: Sphinx, config) -> None:
    config.templates_path.insert(0, str(TEMPLATES))
    config.html_additional_pages["404"] = "404.html"


def _stylesheet(app: Sphinx, name: str) -> bytes:
    return app.oco_katex.encode() if name == STYLESHEETS[0] else b"".join((FILES / part).read_bytes() for part in PARTS)


def versioned(name: str, data: bytes) -> str:
    """The address of a file of ours, which changes with what is in it."""
    return f"{ASSETS}/{name}?v={hashlib.sha256(data).hexdigest()[:8]}"


def add_context(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    context["oco_stylesheets"] = [versioned(name, _stylesheet(app, name)) for name in STYLESHEETS]
    context["oco_offline"] = versioned("offline.js", (FILES / "offline.js").read_bytes())
    context["oco_storage"] = bundle.minified((FILES / "storage.js").read_text(encoding="utf8"))
    context["oco_icon"] = f"{ASSETS}/icon.svg"
    context["oco_anywhere"] = pagename == "404"  # a page that is shown at addresses of any depth
    context["oco_root"] = urlsplit(app.config.html_baseurl).path
    if 'class="sd-tab-' not in context.get("body", ""):  # no page has any today
        context["script_files"] = [file for file in context["script_files"] if TABS not in str(file.filename)]
    if "body" in context:
        context["body"] = _EMPTY_HEAD.sub(r"<td\1></td>", context["body"])


def unique_ids(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """sphinx-proof and sphinx-exercise give all their boxes the same ids; an id may stand on a page only once."""
    shared = {"proof", "proof-content", "exercise-content", "solution-content"}
    for node in doctree.findall(nodes.Element):
        if shared & set(node.get("ids", [])) and not (isinstance(node, nodes.section) and node.next_node(nodes.title)):
            node["ids"] = [name for name in node["ids"] if name not in shared]


def no_empty_titles(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """A note in the margin has a title without a word, which the search would find for every blank."""
    for title in list(doctree.findall(nodes.title)):
        if not title.astext().strip():
            title.parent.remove(title)


def visit_citation(self, node: nodes.citation) -> None:
    """A list of references as a list. The roles that docutils gives it are not allowed or deprecated."""
    if not isinstance(node.previous_sibling(), nodes.citation):
        self.body.append('<ul class="citation-list">\n')
    self.body.append(self.starttag(node, "li", CLASS="citation"))


def depart_citation(self, node: nodes.citation) -> None:
    self.body.append("</li>\n")
    if not isinstance(node.next_node(descend=False, siblings=True), nodes.citation):
        self.body.append("</ul>\n")


def without_icons(css: str) -> str:
    """The theme's stylesheet without Font Awesome."""
    return _ICON_RULE.sub("", _FONT_FACE.sub("", css))


def minified(script: str) -> str:
    """The same script, after what it says at its head of its licence."""
    head = _LICENCE.match(script)
    return (head[1] if head else "") + bundle.minified(script)


def tidy(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    shutil.copytree(FILES, out / ASSETS, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*MADE))
    for name in STYLESHEETS:
        (out / ASSETS / name).write_bytes(_stylesheet(app, name))
    for name in UNUSED if app.config.html_theme_options.get("repository_url") else [*UNUSED, LOGOS]:
        path = out / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path in (out / "_static").rglob("*.map"):
        path.unlink()
    known = None if app.config.oco_preview else styles.words(out)
    for path in (out / "_static").rglob("*"):
        if path.suffix in (".js", ".css"):
            old = text = path.read_text(encoding="utf8")
            text = _SOURCE_MAP.sub("\n", text)
            if path.name == "pydata-sphinx-theme.css":
                text = without_icons(text)
            if path.suffix == ".css" and known is not None:  # a preview travels nowhere: unused rules may stay
                text = styles.without_unused(text, known)
            for wrong, right in REPAIRS.get(path.name, {}).items():
                if wrong not in text:
                    raise ExtensionError(f"{path.name} of this Sphinx has no {wrong!r} to repair")
                text = text.replace(wrong, right)
            if path.name in SOURCES and known is not None:
                text = minified(text)
            if text != old:
                path.write_text(text, encoding="utf8")


def setup(app: Sphinx) -> None:
    # Jupyter Book sets it for sphinx_comments, which is not loaded.
    app.add_config_value("comments_config", {}, "html")
    app.add_node(nodes.citation, override=True, html=(visit_citation, depart_citation))
    app.connect("config-inited", use_templates)
    app.connect("html-page-context", add_context)
    app.connect("doctree-resolved", unique_ids)
    app.connect("doctree-resolved", no_empty_titles)
    app.connect("build-finished", tidy)
