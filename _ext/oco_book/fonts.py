"""KaTeX's stylesheet with its fonts inside it, cut down to the characters that the book's formulas use.

A formula drawn with another font first and with KaTeX's a moment later has another width, and the text below it jumps.
Fonts that lie in the stylesheet come with it, and layout.html has the text wait until they are decoded. All of them,
whole, are 300 kB; what a book uses of them is a tenth. Which font draws a character follows from the classes around
it, by KaTeX's own rules.
"""

import base64
import io
import re
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from . import mathematics

KATEX = Path(__file__).parent / "assets" / "katex"

_FACE = re.compile(r"@font-face\{([^{}]*)\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_FONT_PROPERTY = re.compile(r"font-(family|style|weight):\"?([\w-]+)")
_FILE = re.compile(r"url\(([^()]+)\)")
_NAMES = {"bold": "700", "normal": "400"}  # of weights


def _font(declarations: str) -> dict:
    """The family, style and weight among some CSS declarations."""
    found = dict(_FONT_PROPERTY.findall(declarations))
    if "weight" in found:
        found["weight"] = _NAMES.get(found["weight"], found["weight"])
    return found


@lru_cache
def _rules() -> list[tuple[frozenset, frozenset, dict]]:
    """(classes of the parent, classes of the element, font) of KaTeX's rules that choose a font, in their order."""
    found = []
    for selectors, declarations in _RULE.findall(_FACE.sub("", (KATEX / "katex.min.css").read_text("utf8"))):
        for selector in selectors.split(",") if _font(declarations) else ():
            parent, _, child = selector.rpartition(">")
            classes = lambda part: frozenset(re.findall(r"\.([\w-]+)", part.split(" ")[-1]))
            found.append((classes(parent), classes(child), _font(declarations)))
    return found


class _Characters(HTMLParser):
    """(family, style, weight) -> the characters that one formula draws with it."""

    START = {"family": "KaTeX_Main", "style": "normal", "weight": "400"}

    def __init__(self, html: str):
        super().__init__()
        self.used: dict[tuple, set] = {}
        self.around: list[tuple[frozenset, dict | None]] = []  # classes and font of each open span; no font outside
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag != "span":
            return
        classes = frozenset((dict(attrs).get("class") or "").split())
        above, font = self.around[-1] if self.around else (frozenset(), None)
        if "katex-html" in classes:
            font = self.START
        elif font is not None:
            for parent, own, chosen in _rules():
                if own <= classes and parent <= above and (own or parent):
                    font = font | chosen
        self.around.append((classes, font))

    def handle_endtag(self, tag):
        if tag == "span":
            self.around.pop()

    def handle_data(self, data):
        font = self.around[-1][1] if self.around else None
        if font is not None:
            self.used.setdefault((font["family"], font["style"], font["weight"]), set()).update(data)


def characters(formulas) -> dict[tuple, set]:
    """(family, style, weight) -> the characters that these formulas, as HTML, draw with it."""
    used: dict[tuple, set] = {}
    for html in formulas:
        for font, some in _Characters(html).used.items():
            used.setdefault(font, set()).update(some)
    return used


@lru_cache
def _cut(path: Path, text: str) -> str:
    """The font with no more than these characters, as a data URL."""
    from fontTools import subset  # a fifth of a second, which a preview need not wait for

    # Without instructions for coarse screens, half of what is left: systems that hint do so by themselves.
    options = subset.Options(flavor="woff2", layout_features=["*"], notdef_outline=True, hinting=False)
    out = io.BytesIO()
    with subset.load_font(path, options) as font:
        cutter = subset.Subsetter(options)
        cutter.populate(text=text)
        cutter.subset(font)
        subset.save_font(font, out, options)
    return _url(out.getvalue())


def _url(font: bytes) -> str:
    return "data:font/woff2;base64," + base64.b64encode(font).decode("ascii")


def stylesheet(formulas) -> str:
    """KaTeX's stylesheet for these formulas; fonts that they do not use are not in it."""
    used = characters(formulas)

    def face(match):
        font = _font(match[1])
        text = "".join(sorted(used.get((font["family"], font["style"], font["weight"]), ())))
        if not text.strip():
            return ""
        return f"@font-face{{{_FILE.sub(lambda url: f'url({_cut(KATEX / url[1], text)})', match[1])}}}"

    return _FACE.sub(face, (KATEX / "katex.min.css").read_text("utf8"))


def whole() -> str:
    """KaTeX's stylesheet with all its fonts, whole: 400 kB at once, for a page that does not travel."""
    return _FILE.sub(lambda url: f"url({_url((KATEX / url[1]).read_bytes())})",
                     (KATEX / "katex.min.css").read_text("utf8"))


def of_the_book(app: Sphinx, env) -> None:
    """Before any page is written, so that the stylesheet's address can depend on what is in it."""
    if app.config.oco_preview:
        app.oco_katex = whole()
        return
    formulas = set()
    for name in sorted(env.found_docs):
        for kind, display in ((nodes.math, False), (nodes.math_block, True)):
            formulas.update((node.astext(), display) for node in env.get_doctree(name).findall(kind))
    rendered = []
    for latex, display in sorted(formulas):
        try:
            rendered.append(mathematics.render(latex, display))
        except mathematics.FormulaError:
            pass  # reported with its place when its page is written
    app.oco_katex = stylesheet(rendered)


def setup(app: Sphinx) -> None:
    app.connect("env-updated", of_the_book)
