"""The plain edition of each notebook: its text in the Markdown that every Jupyter shows.

A chapter is written in MyST, which JupyterLab, Colab, GitHub and VS Code show as raw text. Here the pages' own doctrees,
with all numbers and references resolved, are written down again, cell by cell, by the rules at the end of this file:

=====================================  =========================================================================
in the chapter                         in the plain edition
=====================================  =========================================================================
theorem, definition, exercise …        a heading with the page's number and title, the statement as a block quote
proof, note, other admonition          a block quote
solution, answer, ``dropdown``         ``<details>``
``{ref}``, ``{doc}``, ``{eq}``, …      a link to the place on the built page
label, comment                         nothing
numbered formula                       a formula with ``\\tag``
``{cite}``, ``{bibliography}``         a link, and the list of references
=====================================  =========================================================================

Code cells and the order of the cells stay as they are. Links are absolute if ``html: baseurl:`` is set, else relative to
where the notebook lies in the built book. What has no rule is a warning, which stops the build.
"""

import hashlib
import html
import json
import re
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import admonitionlabels
from sphinx.util import logging

from . import mathematics

logger = logging.getLogger(__name__)

_ROOT = "book:/"  # the built book in the address of a link, until it is known where the notebook will lie
END = "*End of the solution.*"  # of one that runs over several cells
_NOTHING = "<!-- -->"  # what is left of a cell that shows nothing


# ---------------------------------------------------------------- text

_MARKS = re.compile(r"[\\`*$]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w+;)|~|!(?=\[)|\](?=[(\[])")
_START = re.compile(r"^(?:[-+](?=\s|$)|#{1,6}(?=\s|$)|>|(?:=+|-+)\s*$|(?=\d+[.)](?:\s|$)))")


def escaped(text: str) -> str:
    """Text in which no sign means anything to Markdown."""
    return _MARKS.sub(r"\\\g<0>", text)


def _lines(text: str) -> list[str]:
    """The lines of a paragraph, none of which begins a list, a heading or a quotation."""
    lines = [line.strip() for line in text.strip().split("\n")]
    return [re.sub(r"^(\d+)([.)])", r"\1\\\2", line) if re.match(r"\d+[.)](\s|$)", line) else _START.sub(r"\\\g<0>", line)
            for line in lines]


def _quote(address: str) -> str:
    return quote(address, safe="/#?=&:;,.~%+@!-_")


def _one_line(latex: str) -> str:
    return " ".join(latex.split())


def _plain_text(node: nodes.Node) -> str:
    """For ``<summary>``: HTML, in which Markdown says nothing and formulas are still set."""
    return html.escape(_one_line(mathematics.spoken(node, lambda latex: f"${latex}$")), quote=False)


def _quoted(lines: list[str]) -> list[str]:
    return [f"> {line}".rstrip() for line in lines]


def _indented(first: str, lines: list[str]) -> list[str]:
    return [(first if i == 0 else " " * len(first) if line else "") + line for i, line in enumerate(lines)]


def _details(summary: str, lines: list[str]) -> list[str]:
    return ["<details>", f"<summary>{summary}</summary>", "", *lines, "", "</details>"]


def _joined(parts: list[list[str]]) -> list[str]:
    """Blocks, one after another, with a blank line between."""
    return [line for i, part in enumerate(part for part in parts if part) for line in ([""] if i else []) + part]


def _ruleless(node: nodes.Node) -> str:
    logger.warning("plain edition: no rule for %s", type(node).__name__, location=node, type="oco_book", subtype="plain")
    return node.astext()


class Writer:
    """Markdown for the nodes of one resolved page.

    numbers: kind -> id -> number, as the page shows them; page: its address in the book; images: uri -> its file's name.
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
        return f"${_one_line(node.astext())}$"

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
        return "" if uri is None else _quote(uri if urlsplit(uri).scheme else _ROOT + urljoin(f"/{self.page}", uri))

    def image(self, node):
        file = self.images.get(node["uri"])
        return f"![{escaped(node.get('alt', ''))}]({_quote(f'{_ROOT}/_images/{file}' if file else node['uri'])})"

    def raw(self, node):
        return node.astext() if "html" in node.get("format", "").split() else ""

    # ------------------------------------------------------------ blocks

    def block(self, node: nodes.Node) -> list[str]:
        rule = _rule(BLOCKS, node)
        if rule is None:
            if _rule(INLINE, node):
                return _lines(self.inline(node))
            return _lines(escaped(_ruleless(node)))
        return rule(self, node)

    def blocks(self, children: list[nodes.Node], nested: bool) -> list[str]:
        """One after another; the sections inside boxes do not count."""
        before, self.nested = self.nested, nested
        found = _joined([self.block(child) for child in children])
        self.nested = before
        return found

    def inside(self, node: nodes.Node) -> list[str]:
        return self.blocks(node.children, self.nested)

    def paragraph(self, node):
        return _lines(self.within(node))

    def heading(self, node):
        return ["#" * min(self.depth, 6) + " " + _one_line(self.within(node))]

    def formula(self, node):
        number = self.numbers.get("displaymath", {}).get(next(iter(node["ids"]), None)) if node.get("number") else None
        tag = rf" \tag{{{number or node['number']}}}" if node.get("number") else ""
        if self.nested:
            return [f"$${_one_line(node.astext())}{tag}$$"]
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
        words = _one_line(self.within(title)) if title is not None else ""
        level = min(max(self.depth + 1, 3), 6)
        return _joined([[f"{'#' * level} {name} {words}".strip()], _quoted(self.blocks(rest, True))])

    def admonition(self, node):
        name, title, rest = self._title(node)
        if {"dropdown", "toggle"} & set(node["classes"]):
            return _details(_plain_text(title) if title is not None else name or "Answer", self.blocks(rest, False))
        head = f"**{_one_line(self.within(title))}**" if title is not None else f"**{name}**" if name else ""
        return _quoted(_joined([[head] if head else [], self.blocks(rest, True)]))

    def solution(self, node):
        _, title, rest = self._title(node)
        return _details(_plain_text(title) if title is not None else "Solution", self.blocks(rest, False))

    def proof(self, node):
        """Its first word comes from sphinx-proof."""
        box = node.children[0] if isinstance(node.children[0], nodes.admonition) else node
        body = self.blocks(box.children, True)
        if body and body[0].startswith("Proof."):
            body[0] = "**Proof.**" + body[0].removeprefix("Proof.")
        if {"dropdown", "toggle"} & set(node["classes"] + box["classes"]):
            return _details("Proof", body)
        return _quoted(body)

    def bullets(self, node):
        return self._list(node, lambda i: "- ")

    def enumeration(self, node):
        start = node.get("start", 1)
        return self._list(node, lambda i: f"{start + i}. ")

    def _list(self, node, mark):
        items = [_indented(mark(i), self.blocks(item.children, True) or [""]) for i, item in enumerate(node.children)]
        tight = all(sum(isinstance(child, nodes.Element) for child in item.children) <= 1 for item in node.children)
        return [line for item in items for line in item] if tight else _joined(items)

    def definitions(self, node):
        items = []
        for item in node.children:
            terms = [f"**{_one_line(self.within(child))}**" for child in item.children if isinstance(child, nodes.term)]
            body = self.blocks([one for child in item.children if isinstance(child, nodes.definition) for one in child.children], True)
            items.append(_indented("- ", _joined([[", ".join(terms)], body])))
        return _joined(items)

    def table(self, node):
        rows = [[self._cell(entry) for entry in row.children] for row in node.findall(nodes.row)]
        entries = list(node.next_node(nodes.row).children)
        heads = sum(len(list(head.findall(nodes.row))) for head in node.findall(nodes.thead))
        rules = [next((rule for word, rule in (("center", ":---:"), ("right", "---:"), ("left", ":---"))
                       if any(word in name for name in entry["classes"])), "---") for entry in entries]
        title = [[f"**{_one_line(self.within(child))}**"] for child in node.children if isinstance(child, nodes.title)]
        head, body = (rows[0], rows[1:]) if heads else ([""] * len(entries), rows)
        lines = [f"| {' | '.join(row)} |" for row in (head, rules, *body)]
        return _joined([*title, lines])

    def _cell(self, entry):
        text = "<br>".join(_one_line(" ".join(self.blocks([child], True))) for child in entry.children)
        parts = re.split(r"((?<!\\)\$[^$]*\$)", text)  # every second one is a formula; a bar would end the column
        parts[1::2] = [part.replace(r"\|", r"\Vert ").replace("|", r"\vert ") for part in parts[1::2]]
        parts[0::2] = [re.sub(r"(?<!\\)\|", r"\\|", part) for part in parts[0::2]]
        return "".join(parts)

    def citations(self, node):
        label, *rest = node.children
        lines = self.blocks(rest, True)
        return _indented("- ", [f"**\\[{escaped(label.astext())}\\]** {lines[0]}", *lines[1:]])

    def footnote(self, node):
        label = next((child.astext() for child in node.children if isinstance(child, nodes.label)), "*")
        lines = self.blocks([child for child in node.children if not isinstance(child, nodes.label)], self.nested) or [""]
        return [f"<sup>{label}</sup> {lines[0]}", *lines[1:]]

    def container(self, node):
        """Of sphinx-design a dropdown has a title; of others only the inside counts."""
        if node.children and all(isinstance(child, nodes.citation) for child in node.children):
            return [line for child in node.children for line in self.block(child)]
        return self.inside(node)

    def dropdown(self, node):
        title = next((child for child in node.children if type(child).__name__ == "dropdown_title"), None)
        rest = [child for child in node.children if child is not title]
        return _details(_plain_text(title) if title is not None else "More", self.blocks(rest, False))


#: How a node in a line is written. A class is looked for by its name, then its bases', so that extensions need no import.
INLINE = {
    "emphasis": lambda w, n: f"*{w.within(n)}*", "title_reference": lambda w, n: f"*{w.within(n)}*",
    "strong": lambda w, n: f"**{w.within(n)}**",
    "literal": Writer.literal, "math": Writer.math, "reference": Writer.reference, "image": Writer.image, "raw": Writer.raw,
    "subscript": lambda w, n: f"<sub>{w.within(n)}</sub>", "superscript": lambda w, n: f"<sup>{w.within(n)}</sup>",
    "footnote_reference": lambda w, n: f"<sup>{n.astext()}</sup>", "download_reference": lambda w, n: w.within(n),
    "inline": lambda w, n: w.within(n), "abbreviation": lambda w, n: w.within(n), "target": lambda w, n: w.within(n),
    "comment": lambda w, n: "", "index": lambda w, n: "",
}
#: How a block is written.
BLOCKS = {
    "paragraph": Writer.paragraph, "title": Writer.heading, "caption": lambda w, n: [f"*{_one_line(w.within(n))}*"],
    "rubric": lambda w, n: [f"**{_one_line(w.within(n))}**"],
    "math_block": Writer.formula, "literal_block": Writer.code, "block_quote": lambda w, n: _quoted(w.blocks(n.children, True)),
    "bullet_list": Writer.bullets, "enumerated_list": Writer.enumeration, "definition_list": Writer.definitions, "table": Writer.table,
    "citation": Writer.citations, "footnote": Writer.footnote, "figure": Writer.container,
    "transition": lambda w, n: [] if "footnotes" in n["classes"] else ["---"],
    "raw": lambda w, n: w.raw(n).strip("\n").split("\n"), "container": Writer.container, "compound": Writer.container,
    "legend": Writer.container, "section": Writer.container, "dropdown_main": Writer.dropdown, "glossary": Writer.container,
    "proof_node": Writer.proof, "solution_node": Writer.solution, "exercise_node": Writer.numbered, "exercise_enumerable_node": Writer.numbered,
    **{f"{kind}_node": Writer.numbered for kind in (
        "axiom theorem lemma algorithm definition remark conjecture corollary criterion example property observation proposition"
        " unenumerable assumption notation").split()},
    "topic": Writer.admonition, "sidebar": Writer.admonition, "Admonition": Writer.admonition,
    **{name: lambda w, n: [] for name in ("target", "comment", "substitution_definition", "pending", "meta", "toctree", "index",
                                          "Invisible", "toctreenode")},
}


def _rule(rules: dict, node: nodes.Node):
    return next((rules[kind.__name__] for kind in type(node).__mro__ if kind.__name__ in rules), None)


# ---------------------------------------------------------------- cells

def _is_code(node: nodes.Node) -> bool:
    """Whether a node is a notebook's code cell, perhaps folded."""
    if not isinstance(node, nodes.Element) or isinstance(node, nodes.section) or type(node).__name__.endswith("_node"):
        return False
    return any("cell_index" in one for one in node.findall(nodes.container))


def _line(node: nodes.Node, lines: dict[str, int]) -> int | None:
    """MyST-NB's line of a node: 10000 for each cell. lines: id of a list of references -> its line."""
    for one in node.findall():
        line = next((lines[id] for id in getattr(one, "attributes", {}).get("ids", []) if id in lines), one.line)
        if line and line >= 10000:
            return line
    return None


def cells(doctree: nodes.document, writer: Writer, kinds: list[str], lines: dict[str, int]) -> dict[int, str]:
    """Cell -> its Markdown, for the cells with text of a page. kinds: "markdown" or "code", of each cell."""
    found: dict[int, list[list[str]]] = {}
    place = 0

    def move(node):
        nonlocal place
        line = _line(node, lines)
        place = place if line is None else line // 10000 - 1
        while place > 0 and kinds[place] != "markdown":  # what begins with code, begins in the text before it
            place -= 1

    def put(part):
        found.setdefault(place, []).append(part)

    def walk(node):
        nonlocal place
        for child in node.children:
            if _is_code(child):
                place = next(one for one in child.findall(nodes.container) if "cell_index" in one)["cell_index"]
            elif isinstance(child, nodes.section):
                writer.depth += 1
                walk(child)
                writer.depth -= 1
            elif isinstance(child, nodes.Element) and any(map(_is_code, child.findall(nodes.container))):
                over(child)
            else:
                move(child)
                put(writer.block(child))

    def over(box):
        """A solution that runs over several cells, code among them: its text is folded in each of them."""
        nonlocal place
        move(box)
        title = box.children[0] if isinstance(box.children[0], nodes.title) else None
        summary, part = _plain_text(title) if title is not None else "Solution", []

        def close():
            nonlocal part, summary
            if part:
                put(_details(summary, _joined(part)))
                summary, part = f"{summary.removesuffix(', continued')}, continued", []

        rest = [one for child in box.children[title is not None:]
                for one in (child.children if isinstance(child, nodes.section) else [child])]
        for child in rest:
            if _is_code(child):
                close()
                place = next(one for one in child.findall(nodes.container) if "cell_index" in one)["cell_index"]
            else:
                before = place
                move(child)
                if place != before and part:
                    after, place = place, before
                    close()
                    place = after
                part.append(writer.block(child))
        close()
        after = next((i for i in range(place + 1, len(kinds)) if kinds[i] == "markdown"), None)
        if kinds[place] != "markdown" and after is not None:
            found.setdefault(after, []).append([END])

    walk(doctree)
    return {index: "\n".join(_joined(parts)) for index, parts in found.items()}


# ---------------------------------------------------------------- notebooks

def _in_output(text: str, links: dict[str, str]) -> str:
    """An output's Markdown, with its links to labels, ``[T3](#T3)``, as links to the page. links: words -> address."""
    return re.sub(r"\[([^\]\n]*)\]\(#[^)\s]*\)", lambda m: f"[{m[1]}]({links[m[1]]})" if m[1] in links else m[0], text)


def edition(path: str, notebook: dict, texts: dict[int, str], links: dict[int, dict[str, str]]) -> str:
    """The plain edition of a notebook, as JSON. Its metadata say where it lies in the book and name this edition."""
    copied = json.loads(json.dumps(notebook))
    for index, cell in enumerate(copied["cells"]):
        if cell["cell_type"] == "markdown":
            text = texts.get(index, _NOTHING if "".join(cell["source"]).strip() else "")
            cell["source"] = text.splitlines(keepends=True)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "text/markdown" in data:
                text = _in_output("".join(data["text/markdown"]), links.get(index, {}))
                data["text/markdown"] = text.splitlines(keepends=True)
    name = hashlib.sha256(json.dumps(copied, sort_keys=True).encode()).hexdigest()[:12]
    copied["metadata"]["oco"] = {"edition": name, "notebook": path}
    return json.dumps(copied, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def collect(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """The plain edition of a page's notebook, kept until the build is finished."""
    path = Path(app.env.doc2path(docname))
    if app.builder.format != "html" or path.suffix != ".ipynb":
        return
    notebook = json.loads(path.read_text(encoding="utf8"))
    numbers = {kind: {id: ".".join(map(str, number)) for id, number in ids.items()}
               for kind, ids in app.env.toc_fignumbers.get(docname, {}).items()}
    images = {uri: name for uri, (_, name) in app.env.images.items()}
    writer = Writer(app.builder.get_target_uri(docname), numbers, images)
    bibliographies = app.env.get_domain("cite").bibliographies
    lists = {key.id_: value.line for key, value in bibliographies.items() if key.docname == docname}
    texts = cells(doctree, writer, [cell["cell_type"] for cell in notebook["cells"]], lists)
    links = {code["cell_index"]: {one.astext(): writer.address(one) for one in code.findall(nodes.reference)}
             for code in doctree.findall(nodes.container) if "cell_index" in code}
    name = f"{docname}.ipynb"
    app.oco_plain[name] = edition(name, notebook, texts, links)


def name_boxes(app: Sphinx, env) -> None:
    """Let ``[words](#label)`` lead to a box, too: Markdown that a code cell displays has to be plain already."""
    labels = env.get_domain("std").anonlabels
    for label, box in getattr(env, "proof_list", {}).items():
        labels.setdefault(label.lower(), (box["docname"], label))


def start(app: Sphinx) -> None:
    app.oco_plain = {}


def written(app: Sphinx, name: str, folder: str) -> bytes:
    """The plain edition of a notebook that lies in this folder of the built book."""
    root = app.config.html_baseurl.rstrip("/") or "/".join([".."] * (name.count("/") + len(Path(folder).parts)))
    return app.oco_plain[name].replace(_ROOT, root).encode("utf8")


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", start)
    app.connect("env-updated", name_boxes)
    app.connect("doctree-resolved", collect, priority=600)  # when all references and lists of contents are known
