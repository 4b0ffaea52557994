"""The nodes of a page's doctree as Markdown that every Jupyter shows; the rules stand at the end of this file."""

import html
import re
from urllib.parse import urljoin, urlsplit

from docutils import nodes
from sphinx.locale import admonitionlabels
from sphinx.util import logging

from . import mathematics
from .markdown import details, escaped, indented, joined, lines_of, one_line, quotation, quoted_address

logger = logging.getLogger(__name__)

ROOT = "book:/"  # the built book in the address of a link, until it is known where the notebook will lie


def plain_text(node: nodes.Node) -> str:
    """For ``<summary>``: HTML, in which Markdown says nothing and formulas are still set."""
    return html.escape(one_line(mathematics.spoken(node, lambda latex: f"${latex}$")), quote=False)


def _ruleless(node: nodes.Node) -> str:
    name = type(node).__name__
    logger.warning("plain edition: no rule for %s", name, location=node, type="oco_book", subtype="plain")
    return node.astext()


class Writer:
    """Markdown for the nodes of one resolved page.

    numbers: kind -> id -> number, as the page shows them; page: its address in the book; images: uri -> its file.
    """

    def __init__(self, page: str, numbers: dict, images: dict):
        self.page, self.numbers, self.images = page, numbers, images
        self.depth = 0  # of the section
        self.nested = False  # in a quotation, a list or a table: a formula stands on one line

    # ------------------------------------------------------------ in a line

    def inline(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return escaped(node.astext())
        rule = _rule(INLINE, node)
        if rule is None:
            return escaped(_ruleless(node))
        return rule(self, node)

    def within(self, node: nodes.Node) -> str:
        return "".join(map(self.inline, node.children))

    def math(self, node):
        return f"${one_line(node.astext())}$"

    def literal(self, node):
        text = node.astext()
        ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
        pad = " " if text[:1] == "`" or text[-1:] == "`" else ""
        return f"{ticks}{pad}{text}{pad}{ticks}"

    def reference(self, node):
        text, address = self.within(node), self.address(node)
        words = text if node.next_node(nodes.image) else re.sub(r"(?<!\\)[\[\]]", r"\\\g<0>", text)
        return f"[{words}]({address})" if address else text

    def address(self, node):
        """Where a reference leads, from the book's root unless it leaves the book."""
        uri = f"#{node['refid']}" if "refid" in node else node.get("refuri")
        if uri is None:
            return ""
        return quoted_address(uri if urlsplit(uri).scheme else ROOT + urljoin(f"/{self.page}", uri))

    def image(self, node):
        file = self.images.get(node["uri"])
        return f"![{escaped(node.get('alt', ''))}]({quoted_address(f'{ROOT}/_images/{file}' if file else node['uri'])})"

    def raw(self, node):
        return node.astext() if "html" in node.get("format", "").split() else ""

    # ------------------------------------------------------------ blocks

    def block(self, node: nodes.Node) -> list[str]:
        rule = _rule(BLOCKS, node)
        if rule is None:
            if _rule(INLINE, node):
                return lines_of(self.inline(node))
            return lines_of(escaped(_ruleless(node)))
        return rule(self, node)

    def blocks(self, children: list[nodes.Node], nested: bool) -> list[str]:
        """One after another; the sections inside boxes do not count."""
        before, self.nested = self.nested, nested
        found = joined([self.block(child) for child in children])
        self.nested = before
        return found

    def inside(self, node: nodes.Node) -> list[str]:
        return self.blocks(node.children, self.nested)

    def paragraph(self, node):
        return lines_of(self.within(node))

    def heading(self, node):
        return ["#" * min(self.depth, 6) + " " + one_line(self.within(node))]

    def formula(self, node):
        number = self.numbers.get("displaymath", {}).get(next(iter(node["ids"]), None)) if node.get("number") else None
        tag = rf" \tag{{{number or node['number']}}}" if node.get("number") else ""
        if self.nested:
            return [f"$${one_line(node.astext())}{tag}$$"]
        return ["$$", *[line for line in (node.astext().strip() + tag).split("\n") if line.strip()], "$$"]

    def code(self, node):
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", node.astext())), default=0))
        language = node.get("language", "")
        said = "" if language in ("none", "default") else language
        return [fence + said, *node.astext().rstrip("\n").split("\n"), fence]

    def _title(self, node) -> tuple[str, nodes.Node | None, list]:
        """What a box is called and its number, the node of its title, and what stands in it."""
        title = node.children[0] if node.children and isinstance(node.children[0], nodes.title) else None
        rest, title = node.children[title is not None:], title if title is not None and title.children else None
        kind = node.get("realtype") or ("exercise" if "exercise" in node.get("classes", []) else "")
        counter = node.get("countertype") or kind
        number = next((self.numbers[counter][id] for id in node["ids"] if id in self.numbers.get(counter, {})), "")
        word = kind.title() if kind else "" if title is not None else str(admonitionlabels.get(node.tagname, ""))
        return f"{word} {number}".strip(), title, rest

    def numbered(self, node):
        """Theorem and the like, exercise: a heading, and a quotation."""
        name, title, rest = self._title(node)
        words = one_line(self.within(title)) if title is not None else ""
        level = min(max(self.depth + 1, 3), 6)
        return joined([[f"{'#' * level} {name} {words}".strip()], quotation(self.blocks(rest, True))])

    def admonition(self, node):
        name, title, rest = self._title(node)
        if {"dropdown", "toggle"} & set(node["classes"]):
            return details(plain_text(title) if title is not None else name or "Answer", self.blocks(rest, False))
        head = f"**{one_line(self.within(title))}**" if title is not None else f"**{name}**" if name else ""
        return quotation(joined([[head] if head else [], self.blocks(rest, True)]))

    def solution(self, node):
        _, title, rest = self._title(node)
        return details(plain_text(title) if title is not None else "Solution", self.blocks(rest, False))

    def proof(self, node):
        """Its first word comes from sphinx-proof."""
        box = node.children[0] if isinstance(node.children[0], nodes.admonition) else node
        body = self.blocks(box.children, True)
        if body and body[0].startswith("Proof."):
            body[0] = "**Proof.**" + body[0].removeprefix("Proof.")
        if {"dropdown", "toggle"} & set(node["classes"] + box["classes"]):
            return details("Proof", body)
        return quotation(body)

    def bullets(self, node):
        return self._list(node, lambda i: "- ")

    def enumeration(self, node):
        start = node.get("start", 1)
        return self._list(node, lambda i: f"{start + i}. ")

    def _list(self, node, mark):
        items = [indented(mark(i), self.blocks(item.children, True) or [""]) for i, item in enumerate(node.children)]
        tight = all(sum(isinstance(child, nodes.Element) for child in item.children) <= 1 for item in node.children)
        return [line for item in items for line in item] if tight else joined(items)

    def definitions(self, node):
        items = []
        for item in node.children:
            terms = [f"**{one_line(self.within(child))}**" for child in item.children if isinstance(child, nodes.term)]
            texts = [child for child in item.children if isinstance(child, nodes.definition)]
            body = self.blocks([one for text in texts for one in text.children], True)
            items.append(indented("- ", joined([[", ".join(terms)], body])))
        return joined(items)

    def table(self, node):
        rows = [[self._cell(entry) for entry in row.children] for row in node.findall(nodes.row)]
        entries = list(node.next_node(nodes.row).children)
        heads = sum(len(list(head.findall(nodes.row))) for head in node.findall(nodes.thead))
        rules = [next((rule for word, rule in (("center", ":---:"), ("right", "---:"), ("left", ":---"))
                       if any(word in name for name in entry["classes"])), "---") for entry in entries]
        title = [[f"**{one_line(self.within(child))}**"] for child in node.children if isinstance(child, nodes.title)]
        head, body = (rows[0], rows[1:]) if heads else ([""] * len(entries), rows)
        lines = [f"| {' | '.join(row)} |" for row in (head, rules, *body)]
        return joined([*title, lines])

    def _cell(self, entry):
        text = "<br>".join(one_line(" ".join(self.blocks([child], True))) for child in entry.children)
        parts = re.split(r"((?<!\\)\$[^$]*\$)", text)  # every second one is a formula; a bar would end the column
        parts[1::2] = [part.replace(r"\|", r"\Vert ").replace("|", r"\vert ") for part in parts[1::2]]
        parts[0::2] = [re.sub(r"(?<!\\)\|", r"\\|", part) for part in parts[0::2]]
        return "".join(parts)

    def citations(self, node):
        label, *rest = node.children
        lines = self.blocks(rest, True)
        return indented("- ", [f"**\\[{escaped(label.astext())}\\]** {lines[0]}", *lines[1:]])

    def footnote(self, node):
        label = next((child.astext() for child in node.children if isinstance(child, nodes.label)), "*")
        rest = [child for child in node.children if not isinstance(child, nodes.label)]
        lines = self.blocks(rest, self.nested) or [""]
        return [f"<sup>{label}</sup> {lines[0]}", *lines[1:]]

    def container(self, node):
        """Of sphinx-design a dropdown has a title; of others only the inside counts."""
        if node.children and all(isinstance(child, nodes.citation) for child in node.children):
            return [line for child in node.children for line in self.block(child)]
        return self.inside(node)

    def dropdown(self, node):
        title = next((child for child in node.children if type(child).__name__ == "dropdown_title"), None)
        rest = [child for child in node.children if child is not title]
        return details(plain_text(title) if title is not None else "More", self.blocks(rest, False))


#: How a node in a line is written. A class is looked for by its name, then its bases', so extensions need no import.
INLINE = {
    "emphasis": lambda w, n: f"*{w.within(n)}*", "title_reference": lambda w, n: f"*{w.within(n)}*",
    "strong": lambda w, n: f"**{w.within(n)}**",
    "literal": Writer.literal, "math": Writer.math, "reference": Writer.reference, "image": Writer.image,
    "raw": Writer.raw,
    "subscript": lambda w, n: f"<sub>{w.within(n)}</sub>", "superscript": lambda w, n: f"<sup>{w.within(n)}</sup>",
    "footnote_reference": lambda w, n: f"<sup>{n.astext()}</sup>", "download_reference": lambda w, n: w.within(n),
    "inline": lambda w, n: w.within(n), "abbreviation": lambda w, n: w.within(n), "target": lambda w, n: w.within(n),
    "comment": lambda w, n: "", "index": lambda w, n: "",
}
#: How a block is written.
BLOCKS = {
    "paragraph": Writer.paragraph, "title": Writer.heading, "caption": lambda w, n: [f"*{one_line(w.within(n))}*"],
    "rubric": lambda w, n: [f"**{one_line(w.within(n))}**"],
    "math_block": Writer.formula, "literal_block": Writer.code,
    "block_quote": lambda w, n: quotation(w.blocks(n.children, True)),
    "bullet_list": Writer.bullets, "enumerated_list": Writer.enumeration, "definition_list": Writer.definitions,
    "table": Writer.table, "citation": Writer.citations, "footnote": Writer.footnote,
    "transition": lambda w, n: [] if "footnotes" in n["classes"] else ["---"],
    "raw": lambda w, n: w.raw(n).strip("\n").split("\n"), "dropdown_main": Writer.dropdown,
    "proof_node": Writer.proof, "solution_node": Writer.solution,
    **dict.fromkeys("container compound figure legend section glossary".split(), Writer.container),
    **dict.fromkeys("topic sidebar Admonition".split(), Writer.admonition),
    **{f"{kind}_node": Writer.numbered for kind in (
        "exercise exercise_enumerable axiom theorem lemma algorithm definition remark conjecture corollary criterion"
        " example property observation proposition unenumerable assumption notation").split()},
    **dict.fromkeys("target comment substitution_definition pending meta toctree index Invisible toctreenode".split(),
                    lambda w, n: []),
}


def _rule(rules: dict, node: nodes.Node):
    return next((rules[kind.__name__] for kind in type(node).__mro__ if kind.__name__ in rules), None)
