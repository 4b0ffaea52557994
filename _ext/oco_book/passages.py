"""What search finds besides pages: each section, theorem, exercise, term and function, with its place on its page.

Sphinx looks for words in pages, and in titles only where the query is half of the title. ``assets/search.js`` puts
these passages before its results. They are one script, which only the search page loads and which needs no server:
``ocoPassages({pages, passages, words})``, with pairs of a word and the numbers of the passages that have it.
"""

import json
import re
import unicodedata
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from oco_core import bounds
from oco_live.hosts import bundle

from . import mathematics
from .shell import ASSETS, FILES, versioned

#: kind -> rank among passages that have the same words
KINDS = {"theorem": 8, "lemma": 7, "proposition": 7, "corollary": 7, "definition": 7, "algorithm": 7, "remark": 5,
         "section": 4, "term": 3, "example": 3, "exercise": 2, "function": 1, "solution": 0}
_SILENT = (nodes.math, nodes.math_block, nodes.raw, nodes.literal_block, nodes.comment, nodes.Invisible, nodes.image)
_BOXES = {"proof", "exercise", "solution"}


def _title(node: nodes.Node) -> str:
    """A title as text, with formulas as they are read."""
    return re.sub(r"\s+", " ", mathematics.spoken(node, lambda latex: latex.replace("\\", "")))


def _kind(node: nodes.Node) -> str | None:
    """What a node is to the search, or None if it belongs to what is around it."""
    if not isinstance(node, nodes.Element) or not node.get("ids"):
        return None
    if isinstance(node, nodes.section):
        if not isinstance(node.next_node(descend=True), nodes.title):
            return None  # the inside of a box
        return "function" if node["ids"][0].startswith("oco_core.") else "section"
    if isinstance(node, nodes.term):
        return "term"
    classes = node.get("classes", [])
    if classes and classes[0] in _BOXES and isinstance(node.children[0], nodes.title):
        return classes[1] if classes[0] == "proof" else classes[0]
    return None


def of(doctree: nodes.document) -> list[dict]:
    """The passages of a page: anchor, title, kind, text."""
    found = [{"anchor": "", "title": "", "kind": "section", "text": []}]

    def walk(node, passage):
        kind = _kind(node)
        if kind and isinstance(node.parent, nodes.document):
            passage["title"] = _title(node.next_node(nodes.title))  # the page itself
        elif kind:
            heading = node if kind == "term" else node.children[0]
            title = re.sub(r"^\s*(?:Exercise|Solution to)?[\s\d.]*\((.*)\)\s*$", r"\1", _title(heading)).strip()
            found.append(passage := {"anchor": node["ids"][0], "title": title, "kind": kind, "text": []})
        if isinstance(node, nodes.Text):
            passage["text"].append(node.astext())
        elif not isinstance(node, (*_SILENT, nodes.title)):
            for child in node.children:
                # a term's definition follows it
                passage = found[-1] if isinstance(child, nodes.definition) and found[-1]["kind"] == "term" else passage
                walk(child, passage)

    walk(doctree, found[0])
    return found


def _known_for() -> dict[str, str]:
    """Number of a theorem -> what is said of it elsewhere: that it is a bound, and whose."""
    words: dict[str, str] = {}
    for bound in vars(bounds).values():
        if isinstance(bound, bounds.Bound):
            number = bound.id.partition(",")[0]
            words[number] = f"{words.get(number, '')} bound {bound.name} {bound.source}"
    return words


def words_of(text: str) -> set[str]:
    """The words of a text as the search compares them, without accents and case; one sign by itself only where it may
    be a word."""
    signs = unicodedata.normalize("NFKD", text)
    plain = "".join(sign for sign in signs if not unicodedata.category(sign).startswith("M"))
    return set(re.findall(r"\w\w+|[^\W\x00-\x7f]", plain.lower()))


def collect(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.format == "html":
        app.oco_passages[docname] = of(doctree)


def script(app: Sphinx) -> str:
    """The passages of all pages, for the browser."""
    known, pages, passages, words = _known_for(), [], [], {}
    for docname, found in sorted(app.oco_passages.items()):
        pages.append([docname, found[0]["title"]])
        for passage in found:
            if not passage["title"]:
                continue
            title, kind = passage["title"], passage["kind"]
            text = " ".join([title, kind, *passage["text"], known.get(title.partition(".")[0], "")])
            for word in words_of(text):
                words.setdefault(word, []).append(len(passages))
            passages.append([len(pages) - 1, passage["anchor"], title, kind, KINDS.get(kind, 5)])
    data = {"pages": pages, "passages": passages, "words": sorted(words.items())}
    return f"ocoPassages({json.dumps(data, ensure_ascii=False, separators=(',', ':'))});\n"


def start(app: Sphinx) -> None:
    app.oco_passages = {}


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """The search page is written after all others, so that what it loads is known."""
    if pagename == "search":
        text = script(app)
        name = f"{ASSETS}/{bundle.hashed('passages.js', text)}"
        target = Path(app.outdir) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf8")
        context["oco_search"] = [versioned("search.js", (FILES / "search.js").read_bytes()), name]


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", start)
    app.connect("doctree-resolved", collect, priority=900)
    app.connect("html-page-context", link)
