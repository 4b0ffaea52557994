"""The proofs that Coq has checked: each file in ``proofs/`` is a page, and a theorem of the book shows what is proved.

All is taken from ``proofs/checked.json`` (tools/proofs.py), so no Coq is needed here. A file's page is its text, with a
line before each theorem that leads back to the book. A box whose label has checked proofs gets a badge beside its
title: it opens, below the box's own text, to the statements as Coq prints them. ``{oco-checked}`` is a table of all.
"""

import hashlib
import json
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.parsers import Parser

STORED = Path(__file__).resolve().parents[2] / "proofs" / "checked.json"
BADGE = "checked"
#: What labels are called where no title is at hand; those that are not here are called as they are.
NAMES = {"errata-E1": "E1", "constant-step": "constant step", "lazy-steps": "lazy steps",
         "ogd-ex-doubling": "doubling trick", "scale-free": "scale-free step", "pc-eta": "the Perceptron's step",
         "ke-norm": "norm of a kernel function", "lb-ball": "minimax in the ball", "otb-azuma": "Hoeffding–Azuma",
         "otb-hoeffding-lemma": "Hoeffding's lemma"}
#: Files that are called otherwise on their pages.
TITLES = {"ogd": "online gradient descent", "ogd_set": "online gradient descent on a set", "lazy": "lazy steps",
          "sums": "sums over the rounds", "azuma": "Hoeffding–Azuma", "hoeffding": "Hoeffding's lemma",
          "minimax": "the minimax learner", "perceptron": "the Perceptron", "doubling": "the doubling trick",
          "kernel_perceptron": "the kernel Perceptron", "constant_step": "one step for all rounds",
          "scale_free": "the scale-free step", "strongly_convex": "strongly convex losses"}
_SIGNS = {"eta": "η", "eps": "ε", "phi": "φ", "theta": "θ", "sigma": "σ", "gamma": "γ", "kappa": "κ", "delta": "δ",
          "mu": "μ", "<=": "≤", ">=": "≥", "...": "…", "sqrt ": "√"}
_INDEX = r"(?<=[A-Za-z])[_^]\w"  # w_t, R^d


def stored() -> dict:
    return json.loads(STORED.read_text(encoding="utf8"))


def anchor(theorem: dict) -> str:
    return f"proof-{theorem['file']}-{theorem['theorem']}"


def by_label() -> dict[str, list[dict]]:
    """Label of the book -> what is proved of it, in the order of the files."""
    found: dict[str, list[dict]] = {}
    for theorem in stored()["theorems"]:
        found.setdefault(theorem["book"], []).append(theorem)
    return found


def called(label: str) -> str:
    return NAMES.get(label, label)


def hidden(text: str) -> nodes.inline:
    """What a link says to those who hear it alone, without the row or the words around it."""
    return nodes.inline(text, text, classes=["oco-hidden"])


def reference(label: str, text: str, docname: str) -> addnodes.pending_xref:
    """A link to a label of the book."""
    return addnodes.pending_xref("", nodes.inline(text, text), refdomain="std", reftype="ref", refexplicit=True,
                                 reftarget=label.lower(), refdoc=docname, refwarn=True)


def phrase(text: str) -> list[nodes.Node]:
    """Words of a comment as a page shows them: Greek letters, signs, and indices where they belong."""
    text = re.sub(r"sqrt\((\w)\)", r"√\1", text)
    found: list[nodes.Node] = []
    for part in re.split(f"({_INDEX})", text):
        if re.fullmatch(_INDEX[len("(?<=[A-Za-z])"):], part):
            found.append((nodes.superscript if part[0] == "^" else nodes.subscript)(part[1], part[1]))
        elif part:
            part = re.sub(r"\bsqrt |\b(?:mu|[a-z]{3,5})\b|<=|>=|\.\.\.", lambda m: _SIGNS.get(m[0], m[0]), part)
            found.append(nodes.Text(re.sub(r"(?<=[a-z])\.(?=[a-zφ])|(?<=[a-z]) \. (?=[a-z])", "·", part)))
    return found


def pieces(text: str) -> list[tuple[str | None, int, str]]:
    """A file in pieces: (the theorem it begins with or None, its first line, its lines). A piece with a theorem begins
    with the comment that names the book."""
    starts = [(text.rindex("(* book:", 0, match.start()), match[1])
              for match in re.finditer(r"^Theorem (\w+)", text, re.M)]
    cuts = [(0, None), *starts, (len(text), None)]
    found = []
    for (start, theorem), (end, _) in zip(cuts, cuts[1:]):
        found.append((theorem, text.count("\n", 0, start) + 1, text[start:end].rstrip("\n")))
    return found


class CoqParser(Parser):
    """A file of proofs as a page."""

    supported = ("coq",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        docname = self.env.docname
        file = docname.rpartition("/")[2]
        theorems = {t["theorem"]: t for t in stored()["theorems"] if t["file"] == file}
        about = re.match(r"\(\* (.*?) \*\)", inputstring, re.S)[1]
        title = f"Proofs: {TITLES.get(file, file.replace('_', ' '))}"
        section = nodes.section("", nodes.title(title, title), ids=[f"proofs-{file}"], names=[f"proofs-{file}"])
        note = nodes.paragraph("", "", *phrase(f"{about} Checked with Coq {stored()['coq']}. How to read this: "))
        note += [reference("appendix-proofs", "Checked by machine", docname), nodes.Text(".")]
        section += note
        for theorem, line, text in pieces(inputstring):
            block = nodes.literal_block(text, text, language="coq", linenos=True, classes=["oco-proof"],
                                        highlight_args={"linenostart": line, "linespans": "line"})
            if theorem:
                of = theorems[theorem]
                head = nodes.paragraph(classes=["oco-proves"])
                head += reference(of["book"], called(of["book"]), docname)
                head += [nodes.Text(", "), *phrase(of["part"])]
                target = anchor(of)
                head["ids"], head["names"] = [target], [target]
                document.note_explicit_target(head)
                section += head
            section += block
        document += section
        document.note_explicit_target(section)


def to_proof(theorem: dict, words: list[nodes.Node]) -> nodes.reference:
    """A link to a theorem's proof. Sphinx would set its words without their indices; `mark` completes it."""
    return nodes.reference("", "", *words, internal=True, refuri="", oco_proof=(theorem["file"], anchor(theorem)))


def _details(theorems: list[dict], docname: str, app: Sphinx) -> list[nodes.Node]:
    """What the badge opens."""
    found = [nodes.raw("", f'<details class="oco-checked"><summary>{BADGE}</summary>', format="html")]
    for theorem in theorems:
        link = to_proof(theorem, [nodes.Text("proof")])
        link += hidden(f" of {called(theorem['book'])}, {theorem['part']}")
        words = f". Assumed: {theorem['words']}. " if theorem["words"] != "none" else ". "
        head = nodes.paragraph("", "", nodes.strong("", "", *phrase(theorem["part"][0].upper() + theorem["part"][1:])),
                               *phrase(words), link)
        text = theorem["statement"]
        found += [head, nodes.literal_block(text, text, language="none", classes=["oco-statement"])]
    axioms = sorted({axiom.rpartition(".")[2] for theorem in theorems for axiom in theorem["assumptions"]})
    rests = nodes.paragraph("", f"Coq {stored()['coq']} lists as axioms: ")
    for i, axiom in enumerate(axioms):
        rests += [nodes.Text(", " if i else ""), nodes.literal(axiom, axiom)]
    uri = app.builder.get_relative_uri(docname, "chapters/checked_proofs")
    rests += [nodes.Text(". "), nodes.reference("", "What that means", internal=True, refuri=uri), nodes.Text(".")]
    return [*found, rests, nodes.raw("", "</details>", format="html")]


def mark(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """The badge in each box that has a checked proof, and the places of all links to proofs."""
    if app.builder.format != "html":
        return
    known = {label: theorems for label, theorems in by_label().items()
             if all(f"proofs/{theorem['file']}" in app.env.found_docs for theorem in theorems)}
    for box in list(doctree.findall(nodes.Element)):
        if box.get("label") in known and "proof" in box.get("classes", ()) and isinstance(box.next_node(), nodes.title):
            box["classes"].append("oco-has-proof")
            box += _details(known[box["label"]], docname, app)  # last, so that what opens moves no statement
    for link in doctree.findall(nodes.reference):
        if "oco_proof" in link:
            file, target = link.attributes.pop("oco_proof")
            link["refuri"] = f"{app.builder.get_relative_uri(docname, f'proofs/{file}')}#{target}"


class Checked(Directive):
    """The table of what is proved."""

    def run(self) -> list[nodes.Node]:
        docname = self.state.document.settings.env.docname
        rows = []
        for label, theorems in sorted(by_label().items(), key=_order):
            parts = nodes.paragraph()
            for i, theorem in enumerate(theorems):
                name = [hidden(f"{called(label)}, "), *phrase(theorem["part"])]
                parts += [nodes.Text("; " if i else ""), to_proof(theorem, name)]
            rows.append([nodes.paragraph("", "", reference(label, called(label), docname)), parts])
        head = nodes.thead("", _row([nodes.paragraph("", text) for text in ("in the book", "proved")]))
        columns = [nodes.colspec(colwidth=width) for width in (20, 80)]
        group = nodes.tgroup("", *columns, head, nodes.tbody("", *map(_row, rows)), cols=2)
        return [nodes.table("", group)]


def _row(cells: list[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", cell) for cell in cells))


def _order(item: tuple) -> tuple:
    """Theorems by number, then the rest by name."""
    number = re.fullmatch(r"T(\d+)", item[0])
    return (0, int(number[1]), "") if number else (1, 0, item[0])


def setup(app: Sphinx) -> None:
    # All pages are made anew when what is stored changes.
    app.add_config_value("oco_proofs", hashlib.sha256(STORED.read_bytes()).hexdigest(), "env")
    app.add_source_suffix(".v", "coq")
    app.add_source_parser(CoqParser)
    app.add_directive("oco-checked", Checked)
    app.connect("doctree-resolved", mark, priority=650)  # no part of the text, which plain.py has taken by then
