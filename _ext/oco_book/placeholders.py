"""Placeholders: what a notebook or a page stores for a part of the book that is alive, and which page holds which."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Placeholders:
    """Those of one kind.

    kind: "exercise", as it stands in warnings.
    read: what the placeholder in a piece of HTML asks for; None if there is none; raises ``ValueError`` for a bad one.
    """

    kind: str
    read: Callable

    def found(self, doctree: nodes.document) -> Iterator[tuple[nodes.raw, object]]:
        """The nodes with what each asks for; a bad one is told and left out."""
        for node in list(doctree.findall(nodes.raw)):
            if "html" not in node.get("format", "").split():
                continue
            try:
                read = self.read(node.astext())
            except ValueError as error:
                logger.warning("%s placeholder: %s", self.kind, error, location=node, type="oco_book",
                               subtype=self.kind)
                continue
            if read is not None:
                yield node, read

    def pages(self, env) -> dict[str, list]:
        """Page -> what those on it ask for, in their order."""
        return vars(env).setdefault(f"oco_{self.kind}", {})

    def connect(self, app: Sphinx) -> None:
        """Note, while pages are read, which has which; read side by side, too."""
        def read(app, doctree):
            self.pages(app.env)[app.env.docname] = [asked for _, asked in self.found(doctree)]

        app.connect("env-purge-doc", lambda app, env, docname: self.pages(env).pop(docname, None))
        app.connect("env-merge-info", lambda app, env, docnames, other: self.pages(env).update(
            {name: self.pages(other)[name] for name in docnames if name in self.pages(other)}))
        app.connect("doctree-read", read)


def replaced(node: nodes.raw, html: str, *classes: str) -> None:
    """Put HTML where a placeholder is; what stands around it, up to its section, has these classes. Not :has(), which
    would be looked at again with every change inside."""
    holder = node.parent
    while classes and not isinstance(holder, (nodes.section, nodes.document)):
        holder["classes"] += classes
        holder = holder.parent
    node.replace_self(nodes.raw("", html, format="html", classes=[*node["classes"], *classes[:1]]))
