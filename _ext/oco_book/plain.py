"""The plain edition of each notebook: its text in the Markdown that every Jupyter shows.

A chapter is written in MyST, which JupyterLab, Colab, GitHub and VS Code show as raw text. Here the pages' own
doctrees, with all numbers and references resolved, are written down again, cell by cell, by the rules of `writer`:

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

Code cells and the order of the cells stay as they are. Links are absolute if ``html: baseurl:`` is set, else relative
to where the notebook lies in the built book. What has no rule is a warning, which stops the build.
"""

import hashlib
import json
import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from .markdown import details, joined
from .solutions import without
from .writer import ROOT, Writer, plain_text

END = "*End of the solution.*"  # of one that runs over several cells
_NOTHING = "<!-- -->"  # what is left of a cell that shows nothing


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
        summary, part = plain_text(title) if title is not None else "Solution", []

        def close():
            nonlocal part, summary
            if part:
                put(details(summary, joined(part)))
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
    return {index: "\n".join(joined(parts)) for index, parts in found.items()}


# ---------------------------------------------------------------- notebooks

def _in_output(text: str, links: dict[str, str]) -> str:
    """An output's Markdown, with its links to labels, ``[T3](#T3)``, as links to the page. links: words -> address."""
    return re.sub(r"\[([^\]\n]*)\]\(#[^)\s]*\)", lambda m: f"[{m[1]}]({links[m[1]]})" if m[1] in links else m[0], text)


def _join_lines(output: dict) -> None:
    """Lists of lines as one text, as every server of notebooks hands them out: of JupyterLite's files nobody else joins
    them, and a list that becomes a text has a comma before each line but the first."""
    for kind, text in output.items():
        if isinstance(text, list) and (kind == "text" or "/" in kind and not kind.endswith("json")):
            output[kind] = "".join(text)


def edition(path: str, notebook: dict, texts: dict[int, str], links: dict[int, dict[str, str]]) -> str:
    """The plain edition of a notebook, as JSON. Its metadata say where it lies in the book and name this edition."""
    copied = json.loads(json.dumps(notebook))
    for index, cell in enumerate(copied["cells"]):
        if cell["cell_type"] == "markdown":
            text = texts.get(index, _NOTHING if "".join(cell["source"]).strip() else "")
            cell["source"] = text.splitlines(keepends=True)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            _join_lines(data)
            _join_lines(output)
            if "text/markdown" in data:
                data["text/markdown"] = _in_output(data["text/markdown"], links.get(index, {}))
    name = hashlib.sha256(json.dumps(copied, sort_keys=True).encode()).hexdigest()[:12]
    copied["metadata"]["oco"] = {"edition": name, "notebook": path}
    return json.dumps(copied, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def collect(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """The plain edition of a page's notebook, kept until the build is finished."""
    path = Path(app.env.doc2path(docname))
    if app.builder.format != "html" or path.suffix != ".ipynb":
        return
    notebook = without(json.loads(path.read_text(encoding="utf8")), app.oco_unsolved[docname])
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
    return app.oco_plain[name].replace(ROOT, root).encode("utf8")


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", start)
    app.connect("env-updated", name_boxes)
    app.connect("doctree-resolved", collect, priority=600)  # when all references and lists of contents are known
