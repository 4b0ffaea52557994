"""The API reference: ``{oco-api} losses`` becomes a section for each public name of ``oco_core.losses``.

Docstrings are shown as they are written, since their columns carry meaning; a theorem's `Bound` is shown as its formula,
its source and its assumptions, a loss as its formula. Everything comes from the live objects.
"""

import importlib
import inspect
import re

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

from oco_core.bounds import Bound
from oco_core.losses import Loss


def members(module):
    """(name, object) of everything public, theorems last and by number."""
    found = [(name, getattr(module, name)) for name in module.__all__]
    return sorted(found, key=lambda item: int(re.search(r"\d+", item[1].id)[0]) if isinstance(item[1], Bound) else 0)


def heading(name, thing):
    """How it is called."""
    if isinstance(thing, Bound):
        return f"{name}({', '.join(thing.parameters)})"
    return f"{name}{inspect.signature(thing)}" if inspect.isroutine(thing) else name


def _math(latex):
    """A formula, set by the book's renderer."""
    return nodes.math(latex, latex)


def _text(text):
    return nodes.literal_block(text, text, language="none", classes=["oco-docstring"])


def content(thing):
    """The nodes that describe one object."""
    if isinstance(thing, Bound):
        relation = r"\le" if thing.upper else r"\ge"
        formula = nodes.paragraph("", "", nodes.strong(thing.id, thing.id), nodes.Text("  "),
                                  _math(rf"{thing.quantity}\ {relation}\ {thing.latex}"))
        assumed = nodes.bullet_list("", *(nodes.list_item("", nodes.paragraph(a.text, a.text)) for a in thing.assumptions))
        return [formula, assumed, nodes.paragraph("", f"Source: {thing.source}.")]
    if isinstance(thing, Loss):
        labels = {"real": "real labels", "signs": "labels ±1"}[thing.labels]
        return [nodes.paragraph("", "", _math(rf"\ell(p,y)={thing.latex}"), nodes.Text(f", {labels}"))]
    if inspect.isclass(thing) or inspect.isroutine(thing):
        return [_text(inspect.getdoc(thing) or "")]
    words = f"{len(thing)} entries" if isinstance(thing, dict) else repr(thing)
    return [nodes.paragraph("", f"{type(thing).__name__}: {words}.")]


class Api(Directive):
    """The members of one module of ``oco_core``."""

    required_arguments = 1

    def run(self):
        name = ".".join(["oco_core", *self.arguments])
        module = importlib.import_module(name)
        found = [_text(inspect.getdoc(module))]
        for member, thing in members(module):
            title = heading(member, thing)
            section = nodes.section("", nodes.title("", "", nodes.literal(title, title)), *content(thing),
                                    ids=[f"{name}.{member}"])
            found.append(section)
        return found


def setup(app: Sphinx) -> None:
    app.add_directive("oco-api", Api)
