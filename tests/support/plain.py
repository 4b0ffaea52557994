"""Reading a notebook's plain edition: what only MyST understands, and what every Jupyter shows."""

import json
import re

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

#: What only MyST understands, wherever it stands in Markdown.
MYST = re.compile(
    r"\{[\w:+-]+\}`|^\s*(?:>\s*)*(?:`{3,}|~{3,}|:{3,})\s*\{|^\s*(?:>\s*)*:{3,}|^\s*(?:>\s*)*\([\w:.-]+\)=\s*$|^%|\$\$[ "
    r"\t]*\([\w:-]+\)|^\s*(?:>\s*)*:[\w-]+:(?:\s|$)|\[\^[^\]]+\]|\{\{.*?\}\}|^\+\+\+", re.M)


def markdown():
    """What every Jupyter understands: CommonMark, tables, formulas between dollars."""
    return (
        MarkdownIt("commonmark")
        .enable("table")
        .use(
            dollarmath_plugin,
            renderer=lambda latex, options: f"${' '.join(latex.split())}$".replace("&", "&amp;").replace("<", "&lt;"))
    )


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def texts_of(notebook):
    """The Markdown of a notebook: cells, and outputs that are Markdown."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            yield "".join(cell["source"])
        for output in cell.get("outputs", []):
            if "text/markdown" in output.get("data", {}):
                yield "".join(output["data"]["text/markdown"])
