"""The appendices: every bound is in the table of theorems, every erratum of the chapters so far is in the register."""

import re
from pathlib import Path

import nbformat
import pytest

from oco_core import bounds, tightest
from oco_live.formulas import with_formulas

ROOT = Path(__file__).resolve().parents[1]
CHAPTERS = ROOT / "chapters"
SCOPE = {f"E{k}" for k in range(1, 49) if k != 39}  # there is no E39

#: What the counterexample of each erratum has to come out with, found by hand or in exact arithmetic elsewhere.
NUMBERS = {
    "E1": ["regret 0.5, printed 0.3466", "regret 3.743, printed 3.454, right 3.954"],
    "E2": ["rank 2, eigenvalues [-1.  1.]"],
    "E3": ["w' - w = 0.3,  η∇l = -0.3"],
    "E4": ["f: 100 -> 4090.5", "10.05 -> 12.73"],
    "E5": ["values at 0, 1, 2: 1, 0, 1"],
    "E6": ["-0.436", "-0.5869", "-0.6392"],
    "E7": ["R_10:    1\n", "u*_40:  -19"],
    "E8": ["w_1 = [-1, 1, 0]"],
    "E9": ["longest example 10, longest gradient 1"],
    "E10": ["[0.  0.5 0.5]", "[0.  0.5 1. ]"],
    "E11": ["is 6 times", "is 9.238e+04 times", "w_1001 = 0.531 instead of 1"],  # C(4, 2), C(19, 9)
    "E12": ["(0.6, 0.8), distance 9", "(3, 4), distance 5"],
    "E13": ["regret 3.008, with D = 1: 3"],  # 5 − √2 − 1/√3
    "E15": ["8 + 4s = 11.57 > 12s = 10.72"],
    "E19": ["margin 0: zero-one 1, in nats 0.6931, base 2 1\n"],
    "E26": ["of the midpoint 0\n"],
    "E27": ["f(x_2) = 0.9 > R_2/2 = 0.5 ≥ f(mean) = 0.4"],
    "E32": ["exp(-2nε²) = 0.05,"],
    "E33": ["printed 28.28, promised 10, paid 10"],
    "E34": ["50 mistakes, w still 0: True"],
    "E36": ["174 updates by 20 of 59 examples, 0 errors"],
    "E40": ["regret 0.8517, T7 with λ = 1 would say 0.3346"],
    "E41": ["200 kernel evaluations"],
    "E43": ["met 2.2\n", "in the whole ball: 4\n"],
    "E46": ["counted 1, wrong predictions 0"],
    "E48": ["0.1145 T^1.5, T4: 282.8, projected: 0 steps"],  # 2 − 4√2/3 = .1144
    "E16": ["left side 1, printed right side -0.125", "left side 0.0025, with 1 - α -0.12\n"],
    "E20": ["u = -0.01: 9 of 10 wrong\nat u = 1: 1 of 10\n"],
    "E21": ["gradient of L_S: -1, of L_D: -0.5"],
    "E22": ["heading -95.71°, minimum at -135°", "heading -109.8°", "f from 5.5 to 20.25"],
    "E17": ["recursion 0.5, least with λ/2 w² at 0.5, with λ w² at 0.3333"],
    "E18": ["recursion: 2 1 1.333\n", "loop:      1 1.333 1\nreturned:  -1.333\n"],
    "E23": ["slope 2000001\n"],
    "E24": ["excess 0.95 with λ = 10\nz = 1: excess 0 with λ = 0.25", "mean excess 0.1001, P(excess > 1/2) = 0.00053"],
    "E45": ["1 (w - 1)² + w²: least at 0.5\n", "0.5 (w - 1)² + w²: least at 0.3333\n"],
    "E25": [
        "a = 0.72: without y (0.54, 0.18), right (-0.21, -0.07)", "without y: regret 399.25 of at most 60",
        "right: regret 0.25 of at most 60"],
    "E37": ["R = 0.1: a from 0.45 to 0.55, least loss 0.2025", "R = 10: a from 0.45 to 0.55, least loss 0.2025"],
    "E42": ["eigenvalues 0.0000 and 0.2600\n"],
    "E44": ["x = 1: slope 1, slope / x = 1\n", "x = 1e-09: slope 1, slope / x = 1e+09\n"],
    "E14": ["printed rule: 100 errors, 100 stored", "right rule: 4 errors, 4 stored"],
    "E28": ["|f' + α g'| ≥ 1 for every α", "f' + α g' = 0 for α = [-2], but f(1) = 2 > f(-1) = 0"],
    "E29": ["printed 1296, without the power 36, (x·x')² = 36"],
    "E30": ["below 1e-4: True\nerror at 10: 1\n"],
    "E31": ["v·x - c = -0.6, printed 1.08, right -0.6"],
    "E35": ["h(x) ≠ y: 0, y w x ≤ 0: 5"],
    "E38": ["w > 0: halved 30 times, down to 7.451e-09\n", "w ≥ 1: halved 3 times, down to 1\n"],
    "E47": ["c/‖v‖ = -2, distance 2", "{-1: 1, 0: 2, 1: 1}; half of the fewest: 0.5"],
}


def cells_of(name):
    return nbformat.read(CHAPTERS / name, as_version=4).cells


def labels_of_the_chapters(pattern=r"^\(([TE]\d+)\)=$"):
    found = set()
    for path in CHAPTERS.glob("*.ipynb"):
        if path.name not in ("errata.ipynb", "theorems.ipynb"):
            for cell in nbformat.read(path, as_version=4).cells:
                found |= set(re.findall(pattern, cell.source, re.M)) if cell.cell_type == "markdown" else set()
    return found


@pytest.fixture(scope="module")
def errata():
    """Each erratum's id with its three cells: what is printed, the counterexample, what is right."""
    cells, found = cells_of("errata.ipynb"), {}
    for cell, run, right in zip(cells, cells[1:], cells[2:]):
        if match := re.search(r"^\(errata-(E\d+)\)=\n### (E\d+)\. ", cell.source, re.M):
            assert match[1] == match[2]
            found[match[1]] = cell, run, right
    return found


def test_the_register_is_complete(errata):
    assert set(errata) == SCOPE == set(NUMBERS)
    first = cells_of("errata.ipynb")[0].source
    assert set(re.findall(r"<errata-(E\d+)>", first)) == SCOPE
    missing = {label for label in labels_of_the_chapters() if label.startswith("E")} - SCOPE
    assert not missing, f"a chapter treats {missing}, the register does not"


@pytest.mark.parametrize("id", sorted(SCOPE, key=lambda id: int(id[1:])))
def test_an_erratum(errata, id):
    printed, run, right = errata[id]
    assert re.search(r"^\*(Error \(M\)|Missing condition \(C\)|Slip of the pen \(T\))\.\* \S", printed.source, re.M)
    assert "*Printed.* " in printed.source and right.source.startswith("*Right.* ")
    shown = "".join(output.text for output in run.outputs)
    for number in NUMBERS[id]:
        assert number in shown, shown
    # The chapter that treats it in full is linked, and no link leads nowhere.
    assert (f"{{ref}}`{id} <{id}>`" in right.source) == (id in labels_of_the_chapters())


KINDS = {"Error (M)": "M", "Missing condition (C)": "C", "Slip of the pen (T)": "T"}

#: What an entry owes the notes: the condition that they state themselves, or the place where their own context settles
#: it.
FAIR = {
    "E2": "Among convex losses, of which the notes speak",
    "E7": "right for the bound at $T$ that is proved",
    "E8": "That needs the start $w_1=0$, which they have",
    "E9": "Over the rounds with a mistake, to which the analysis has been restricted",
    "E13": "$2R$ is meant, and with this $D$ the theorem is right",
    "E14": "the Perceptron of Definizione 9.14 is updated on its errors",
    "E19": "without a formula",
    "E20": "not to be optimal",
    "E21": "from which the notes draw",
    "E22": "only meant qualitatively",
    "E23": "by the notes' definition that includes $\\|w\\|\\le B$",
    "E25": "a hypothetical learner",
    "E26": "It has been called a ball before",
    "E27": "A bar may be missing",
    "E28": "affine constraints, where the 1 is right",
    "E33": "Of gradient descent with steps",
    "E36": "All of this is true",
    "E38": "to which Definizione 9.13 has just agreed",
    "E40": "has been called strongly convex before",
    "E41": "The notes speak of linear predictors there",
    "E43": "the notes have a $G$ for the whole ball",
    "E44": "$\\mathbb E\\|\\hat\\nabla_x\\|^2\\le G^2$",
    "E45": "without a regulariser",
    "E48": "which the Italian notes name as the reason",
}


def test_the_kind_is_one_and_the_same_in_table_and_entry(errata):
    rows = dict(re.findall(r"<errata-(E\d+)>` \| ([MCT]) \|", cells_of("errata.ipynb")[0].source))
    found = {id: KINDS[re.search(r"^\*([^*]+)\.\*", printed.source, re.M)[1]] for id, (printed, _, _) in errata.items()}
    assert rows == found
    # Settled by the notes' own context; true on the rounds, or with the base, that are meant.
    assert (
        {id for id in ("E13", "E14", "E26", "E40") if found[id] != "T"} == set()
        == {id for id in ("E9", "E19") if found[id] != "C"})


CARE = ("## Where the printed notes need care\n", ":::{admonition} For readers of the notes\n")


@pytest.mark.parametrize("name", sorted(path.stem for path in CHAPTERS.glob("*.ipynb")))
def test_a_chapters_list_has_the_kinds_of_the_register(name):
    """Above a table, or in a list with a line for each kind, the errata are named by kind: that of the register."""
    cells = cells_of(f"{name}.ipynb")
    head = "".join(cell.source for cell in cells if cell.source.startswith(CARE))
    rows = re.findall(r"^\| (\{ref\}.*?) \|", head, re.M)
    listed = [id for row in rows for id in re.findall(r"<(E\d+)>", row)]
    named = [(id, kind) for kind, ids in re.findall(r"\(([MCT]): (E[\dE, ]+)\)", head) for id in ids.split(", ")]
    register = dict(re.findall(r"<errata-(E\d+)>` \| ([MCT]) \|", cells_of("errata.ipynb")[0].source))
    assert sorted(named) == sorted((id, register[id]) for id in listed)
    for kind, ids in re.findall(r"^- (Error|Missing condition|Slip)s(?: of the pen)?: (.*)$", head, re.M):
        listed += (found := re.findall(r"<(E\d+)>", ids))
        assert {register[id] for id in found} == {{"Error": "M", "Missing condition": "C", "Slip": "T"}[kind]}
    treated = re.findall(r"^\((E\d+)\)=$", "\n".join(cell.source for cell in cells), re.M)
    assert set(treated) <= set(listed) or name == "errata"  # the register itself, their home if no chapter has them
    assert not listed or re.search(r"ot everything listed here is wrong|Some are right where they stand", head)


@pytest.mark.parametrize("id", FAIR)
def test_an_erratum_is_fair(errata, id):
    assert FAIR[id] in errata[id][0].source


def test_what_is_announced_or_slips():
    """δ/2 is announced; a composition with an increasing function need not be convex: √|w|, an increasing function of
    |w|."""
    register = cells_of("errata.ipynb")[-1].source + "".join(
        cell.source for cell in cells_of("errata.ipynb") if cell.id == "er-slips")
    assert "$\\sqrt{|w|}$ is an increasing function of $|w|$, and not convex" in register
    assert not any("silently" in cell.source for path in CHAPTERS.glob("*.ipynb") for cell in cells_of(path.name))
    at = {w: abs(w) ** 0.5 for w in (0.0, 0.5, 1.0)}
    assert at[0.5] > (at[0.0] + at[1.0]) / 2


def test_e8_depends_on_eta_only_from_elsewhere(errata):
    zero, other = re.findall(r"\[([\d, ]+)\] mistakes", errata["E8"][1].outputs[0].text)
    assert len(set(zero.split(", "))) == 1 < len(set(other.split(", ")))


@pytest.fixture(scope="module")
def table():
    return [output.data["text/markdown"] for cell in cells_of("theorems.ipynb") if cell.cell_type == "code"
            for output in cell.outputs if "text/markdown" in output.get("data", {})]


@pytest.mark.parametrize("name", tightest.INSTANCES)
def test_a_theorem(table, name):
    """Its block in the table has the formula, all assumptions, and the ratio that comes out now."""
    bound = getattr(bounds, name)
    shown = [text for text in table if f"`bounds.{name}(" in text]
    assert len(shown) == 1, (f"chapters/theorems.ipynb shows bounds.{name} {len(shown)} times: "
                             "run tools/refresh.py chapters/theorems.ipynb, which "
                             "shows every bound of the rooms that the notebook calls")
    block, = shown
    assert bound.latex in block and bound.quantity in block and (r"\le" if bound.upper else r"\ge") in block

    unlinked = re.sub(r"\[(E\d+)\]\(#[^)]*\)", r"\1", block)
    for assumption in bound.assumptions:
        assert with_formulas(assumption.text) in unlinked
    found = tightest.INSTANCES[name]()
    assert f"Measured {found.measured:.4g}, bound {found.bound:.4g}: **ratio {found.ratio:.4g}**" in block
    number = re.match(r"T\d+", bound.id)
    if number and number[0] in labels_of_the_chapters():
        linked = re.search(
            r"\]\(#([\w-]+)\)", block.splitlines()[0])  # to its theorem, or to the form of it that this is
        assert linked and linked[1] in {number[0]} | labels_of_the_chapters(r"^:label: (\S+)$"), (
            "the chapter's theorem is not linked")


def test_the_overview_has_a_line_for_each(table):
    assert sum(line.startswith("|") for line in table[0].splitlines()) == 2 + len(tightest.INSTANCES)


def test_the_terms_in_three_languages():
    text = (CHAPTERS / "notation.md").read_text("utf-8")
    head, _, *rows = [
        [cell.strip() for cell in line.strip("| ").split(" | ")]
        for line in text.partition("\n## Terms in three languages\n")[2].splitlines() if line.startswith("|")]
    assert head == ["English", "Italian", "Russian"] and len(rows) >= 30
    for row in rows:
        assert len(row) == 3 and all(row), row
        assert re.search("[а-яё]{3}", row[2]) and not re.search("[а-яё]", " ".join(row[:2])), row
    terms = [term for row in rows for term in row[0].split(", ")]
    assert len(set(terms)) == len(terms)
    assert {"square loss", "hinge loss", "logistic loss", "zero-one loss", "comparator", "norm", "certificate",
            "dual problem", "sample compression", "stopping time"} <= set(terms)


#: The start of a row of "Letters of the notes", and what stands in it: a letter of the first notes, the report, those
#: on gradient descent.
LETTERS = [
    ("$w_t$, $\\ell_t(w_t)$", "\\mathbf w_t", "f_t(x_t)", "w^{(t)}"),
    ("step", "\\eta_t", "\\alpha_t", "\\eta_0/\\sqrt t"),
    ("radius", "U", "R", "B"),
    ("radius", "U", "D=2R", "B"),
    ("ball", "sphere", "K", "H"),
    ("gradient bound", "G", "G", "\\rho"),
    ("$g_t$", "\\nabla\\ell_t", "\\tilde\\nabla_t", "v_t"),
    ("comparator", "\\mathbf u_T^*", "x^*", ""),
    ("strong convexity", "\\sigma", "\\mu", "\\lambda"),
    ("regulariser", "", "", "\\lambda\\lVert w\\rVert^2"),
    ("filter", "", "M=100R", ""),
    ("minimiser", "", "", "w^*"),
    ("risk", "\\mathrm{er}", "", "L_D"),
    ("mean loss", "", "", "L_S"),
]


@pytest.mark.parametrize("row", LETTERS, ids=lambda row: f"{row[0]}: {row[2] or row[3]}")
def test_the_letters_of_the_notes(row):
    text = (
        (CHAPTERS / "notation.md").read_text("utf-8").partition("\n## Letters of the notes\n")[2].partition("\n## ")[0])
    lines = [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines() if line.startswith("|")]
    assert lines[0] == ["this book", "Italian, English and course notes", "report", "notes on gradient descent"]
    found, = (line for line in lines if line[0].startswith(row[0]))
    for wanted, cell in zip(row[1:], found[1:], strict=True):
        assert re.search(rf"(?<![\w\\]){re.escape(wanted)}(?![A-Za-z])", cell) if wanted else True, (
            f"no {wanted} in {cell!r}")


def test_every_term_of_the_glossary_leads_into_the_book():
    text = (CHAPTERS / "glossary.md").read_text("utf-8").partition("```{glossary}\n")[2].partition("\n```")[0]
    entries = dict(re.findall(r"^(\S.*)\n((?:    .*\n?)+)", text, re.M))
    assert len(entries) == len(re.findall(r"^\S", text, re.M)) > 50
    places = set()
    for path in (*CHAPTERS.glob("*.md"), *CHAPTERS.glob("*.ipynb")):
        source = (
            path.read_text("utf-8") if path.suffix == ".md" else "\n".join(cell.source for cell in cells_of(path.name)))
        places |= {path.stem} | set(re.findall(r"^(?:\(|:label: )([\w-]+)(?:\)=)?$", source, re.M))
    for term, words in entries.items():
        links = [
            target or plain
            for target, plain in re.findall(r"\{(?:prf:)?(?:ref|doc)\}`(?:[^`<]*<([^`>]+)>|([^`<]+))`", words)]
        assert links and set(links) <= places, f"{term}: {links}"
