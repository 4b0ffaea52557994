"""The API reference: ``{oco-api} oco_core.losses`` becomes a section for each public name of that module.

Docstrings are shown as they are written, since their columns carry meaning; a theorem's `Bound` is shown as its
formula, its source and its assumptions, a loss as its formula. Everything comes from the live objects.
"""

import functools
import inspect
import re
from pkgutil import resolve_name

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

from oco_core.bounds import Bound
from oco_core.losses import Loss

#: `Loss.labels` in words.
LABELS = {"real": "real labels", "signs": "labels ±1", "bits": "labels 0 and 1"}


def members(module):
    """(name, object) of everything public, theorems last and by number."""
    found = [(name, getattr(module, name)) for name in module.__all__]
    return sorted(found, key=lambda item: int(re.search(r"\d+", item[1].id)[0]) if isinstance(item[1], Bound) else 0)


def heading(name, thing):
    """How it is called."""
    if isinstance(thing, Bound):
        return f"{name}({', '.join(thing.parameters)})"
    return f"{name}{inspect.signature(thing)}" if inspect.isroutine(thing) else name


def parts(cls):
    """(how it is called, docstring) of each public method and property of a class that has a docstring."""
    found = {}
    ours = [base for base in reversed(cls.__mro__) if base.__module__.startswith("oco_")]
    for name, part in (item for base in ours for item in vars(base).items() if not item[0].startswith("_")):
        if name in getattr(cls, "__dataclass_fields__", ()):  # a function that is a field's default
            continue
        if isinstance(part, (property, functools.cached_property)):
            call = f"{cls.__name__}.{name}"
        elif inspect.isroutine(part):
            bare = part.__func__ if isinstance(part, (staticmethod, classmethod)) else part
            taken = list(inspect.signature(bare).parameters.values())[0 if isinstance(part, staticmethod) else 1:]
            call = f"{cls.__name__}.{name}{inspect.Signature(taken)}"
        else:
            continue
        if part.__doc__:
            found[name] = call, inspect.getdoc(part)
    return list(found.values())


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
        assumed = nodes.bullet_list("", *(nodes.list_item("", nodes.paragraph(a.text, a.text))
                                          for a in thing.assumptions))
        return [formula, assumed, nodes.paragraph("", f"Source: {thing.source}.")]
    if isinstance(thing, Loss):
        labels = LABELS[thing.labels]
        return [nodes.paragraph("", "", _math(rf"\ell(p,y)={thing.latex}"), nodes.Text(f", {labels}"))]
    if inspect.isclass(thing):
        return [_text(inspect.getdoc(thing) or ""), *(node for call, words in parts(thing) for node in (
            nodes.paragraph("", "", nodes.literal(call, call)), _text(words)))]
    if inspect.isroutine(thing):
        return [_text(inspect.getdoc(thing) or "")]
    words = f"{len(thing)} entries" if isinstance(thing, dict) else repr(thing)
    return [nodes.paragraph("", f"{type(thing).__name__}: {words}.")]


class Api(Directive):
    """The members of one module."""

    required_arguments = 1

    def run(self):
        name, = self.arguments
        module = resolve_name(name)  # a module, or a package's attribute that is one, as oco_core.laws
        found = [_text(inspect.getdoc(module))]
        for member, thing in members(module):
            title = heading(member, thing)
            section = nodes.section("", nodes.title("", "", nodes.literal(title, title)), *content(thing),
                                    ids=[f"{name}.{member}"])
            found.append(section)
        return found


def setup(app: Sphinx) -> None:
    app.add_directive("oco-api", Api)
