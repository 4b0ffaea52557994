"""Every definition, algorithm, theorem and erratum of the notes has its place in the book (the list:
data/catalogue.json).

The list has for each id a ``title``, words that the heading at the label has to contain, and, but for the errata, what
it ``says``: a piece of the statement. An erratum's title is that of the register; where the chapter calls it by other
words, they are in ``chapter``. A title tells its id from all others of its kind, so that labels cannot change places
unseen.
"""

import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_core import bounds, kernels, learners, losses, play, streams, svm, tightest, training
from tests.core.strategies import descent_in_a_box

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(__file__).parent / "data"
CATALOGUE = json.loads((DATA / "catalogue.json").read_text("utf-8"))
CONSTANTS = json.loads((DATA / "constants.json").read_text("utf-8"))
LABEL = re.compile(r"^\(([DATE]\d+)\)=$", re.M)


def ids(kind):
    return {id for id in CATALOGUE if id[0] == kind}


def test_the_list_is_whole():
    numbers = {"D": range(1, 22), "A": range(1, 14), "T": range(1, 29), "E": [k for k in range(1, 49) if k != 39]}
    assert set(CATALOGUE) == {f"{kind}{k}" for kind, all_of in numbers.items() for k in all_of}


@pytest.fixture(scope="module")
def homes():
    """Label -> the chapters that define it."""
    found = {}
    for path in sorted((ROOT / "chapters").glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            for label in LABEL.findall(cell.source) if cell.cell_type == "markdown" else ():
                found.setdefault(label, []).append(path.stem)
    return found


def words(text):
    """The words of a heading, in lower case, without their markup."""
    return set(
        re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*|\d+", re.sub(r"\$[^$]*\$", " ", text).replace("–", " ").lower()))


def has(text, title):
    """Every word of the title is one of the text, perhaps with an ending more: predictor(s), example(s),
    converge(s)."""
    found = words(text.replace("Convex-Lipschitz-bounded", "Convex Lipschitz bounded"))
    return all(
        any(word == wanted or word in (wanted + "s", wanted + "d") for word in found) for wanted in title.split())


def squeezed(text):
    """Without what only sets a formula in lines."""
    return re.sub(r"\\begin\{aligned\}|\\end\{aligned\}|\\\\(?:\[[^]]*\])?|\\q+uad|\\[,;! ]|&|\s", "", text)


@pytest.fixture(scope="module")
def places():
    """Id -> the texts at its labels, in the chapters and the register: from the heading to the next heading or box."""
    found = {}
    for path in sorted((ROOT / "chapters").glob("*.ipynb")):
        text = "\n".join(
            cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown")
        for label, block in re.findall(
            r"^\((?:errata-)?([DATE]\d+)\)=\n(?:\([\w-]+\)=\n)?(.*?)(?=^:::$|^\*Right|^\(\S+\)=$|\Z)", text, re.M | re.S
        ):
            found.setdefault(label, []).append(block)
    return found


def fits(block, id, chapter=True):
    """D, A, T: the title in the heading, the statement below. E: the title in the heading, or in what is quoted as
    printed."""
    entry = CATALOGUE[id]
    if id[0] == "E":
        return has(block, entry["title"]) or chapter and "chapter" in entry and has(block, entry["chapter"])
    return has(block.splitlines()[0], entry["title"]) and squeezed(entry["says"]) in squeezed(block)


@pytest.mark.parametrize("id", CATALOGUE)
def test_the_label_stands_over_what_the_list_names(places, id):
    assert set(CATALOGUE[id]) == {"title", "says"} or id[0] == "E" and set(CATALOGUE[id]) <= {"title", "chapter"}
    assert places[id] and (
        id[0] != "E" or any(has(block.splitlines()[0], CATALOGUE[id]["title"]) for block in places[id]))
    for block in places[id]:
        assert re.search(rf"(?:\}}|#) {id}\. \S", block.splitlines()[0]), block
        assert fits(block, id), f"{CATALOGUE[id]}, but the book has {block}"


@pytest.mark.parametrize("kind", "DATE")
def test_a_title_tells_its_id_from_all_others(places, kind):
    for id in ids(kind):
        heads = {
            other: [block.splitlines()[0] if kind == "E" else block for block in places[other]] for other in ids(kind)}
        fitting = {other for other, blocks in heads.items() if any(fits(block, id, chapter=False) for block in blocks)}
        assert fitting == {id}, f"{CATALOGUE[id]['title']!r} fits {fitting}"


@pytest.mark.parametrize("kind", "DAT")
def test_each_has_one_home(homes, kind):
    assert ids(kind) == {label for label in homes if label[0] == kind}
    assert {label: where for label, where in homes.items() if len(where) > 1} == {}


#: What the second half of the book has to treat, by chapter: with a home there, or with a link to it.
TREATED = {
    "gradient_descent": "D7 D8 D10 D11 D14 A7 A8 A11 T21 T22 E4 E16 E19 E20 E21 E22 E23 E24",
    "regularisation": "D12 D13 A9 A10 T18 T19 E17 E18 E23 E24 E45",
    "spam_filter": "D21 A13 T24 E12 E13 E25 E26 E37 E42 E44",
    "lower_bounds": "T20",
    "kernels": "D15 D16 D20 A6 A12 T10 T17 T25 T26 T27 T28 E14 E28 E29 E30 E31 E35 E38 E41 E47",
}
CHAPTERS = re.findall(
    r"^ +- file: chapters/(\w+)$", (ROOT / "_toc.yml").read_text("utf-8").partition("caption: Course")[0], re.M)


def words_of(chapter):
    cells = nbformat.read(ROOT / "chapters" / f"{chapter}.ipynb", as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("chapter", TREATED)
def test_a_chapter_treats_what_belongs_to_it(chapter):
    words = words_of(chapter)
    found = set(LABEL.findall(words)) | set(re.findall(r"\{ref\}`[^`]*<([DATE]\d+)>`", words))
    assert set(TREATED[chapter].split()) <= ids("D") | ids("A") | ids("T") | ids("E")
    assert set(TREATED[chapter].split()) - found == set()


@pytest.fixture(scope="module")
def table():
    """The table of best possible constants: its rows, and the words that follow it in its cell."""
    (cell,) = (
        cell for cell in nbformat.read(ROOT / "chapters" / "lower_bounds.ipynb", as_version=4).cells
        if cell.id == "lb-table")
    lines = cell.source.splitlines()
    return [[part.strip() for part in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")][
        1:], cell.source


@pytest.mark.parametrize("wanted", CONSTANTS["best possible"], ids=lambda w: f"{w['row']}, {w['knows T']}")
def test_each_best_constant_has_its_row(table, wanted):
    row, = (row for row in table[0] if wanted["row"] in row[0] and row[1] == wanted["knows T"])
    assert wanted["constant"].strip("$") in row[2].replace("$", " ").split() or wanted["constant"] in row[2], row
    assert all(words in " ".join(row) for words in wanted["status"]), row
    assert len(table[0]) == len(CONSTANTS["best possible"])


@pytest.mark.parametrize("wanted", CONSTANTS["attained exactly"], ids=lambda w: w["what"])
def test_what_is_attained_exactly_stands_below_the_table(table, wanted):
    line, = (line for line in table[1].splitlines() if wanted["what"] in line and not line.startswith("|"))
    assert wanted["constant"] in line and wanted["proof"] in line


def test_the_constants_of_the_table_are_those_of_the_bounds():
    root = 100.0  # √T
    assert bounds.ogd_diameter(10_000, 2.0, 1.0) / root == pytest.approx(3)
    assert bounds.ogd_tuned(10_000, 1.0, 1.0) / root == pytest.approx(8**0.5)
    assert bounds.lazy_tuned(10_000, 1.0, 1.0) / root == pytest.approx(2**0.5)
    assert bounds.ogd_constant(10_000, 1 / root, 1.0, 1.0) / root == pytest.approx(1)
    assert bounds.minimax(10_000, 1.0, 1.0) / root == bounds.worst_case(10_000, 1.0, 1.0) / root == 1
    assert bounds.coins(10_000, 1.0, 1.0) / root == pytest.approx((2 / np.pi) ** 0.5, rel=1e-4)


@pytest.mark.parametrize("wanted", CONSTANTS["one result, several constants"], ids=lambda w: w["result"])
def test_where_the_notes_differ_the_book_says_so(wanted):
    place = wanted["place"]
    text = words_of(place if place in CHAPTERS else "errata")
    if place not in CHAPTERS:  # an erratum, with its counterexample left out, or the list of slips
        start, end = (
            (rf"^\(errata-{place}\)=$", r"^\(errata-E\d+\)=$|^## ") if place != "slips" else (r"^## Slips", r"\Z"))
        text = re.search(rf"{start}(.*?)(?={end})", text, re.M | re.S)[1]
    assert not [piece for piece in wanted["says"] if squeezed(piece) not in squeezed(text)]


def test_no_chapter_is_lost():
    assert len(CHAPTERS) >= 10 and set(TREATED) < set(CHAPTERS)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_has_exercises_with_solutions(chapter):
    words = words_of(chapter)
    exercises = re.findall(r"^:{3,}\{exercise\}.*\n:label: (\S+)$", words, re.M)
    solutions = re.findall(r"^(?:`{3,}\{solution-start\}|:{3,}\{solution\}) (\S+)$", words, re.M)
    assert len(exercises) >= 4 and sorted(exercises) == sorted(solutions) and len(set(exercises)) == len(exercises)


def test_each_erratum_is_in_the_register(homes):
    """Its counterexample there is checked by test_appendices; a chapter may treat it as well."""
    register = "\n".join(cell.source for cell in nbformat.read(ROOT / "chapters" / "errata.ipynb", as_version=4).cells)
    assert ids("E") == set(re.findall(r"^\(errata-(E\d+)\)=$", register, re.M))
    assert {label for label in homes if label[0] == "E"} <= ids("E")


def test_each_theorem_is_measured_or_says_why_not():
    """A theorem is a function of ``bounds`` with a tightest instance, an equality that is replayed, or has a reason."""
    functions = {re.search(r"T\d+", value.id)[0] for value in BOUNDS.values() if re.search(r"T\d+", value.id)}
    assert functions | set(tightest.LEMMAS) | set(tightest.UNMEASURED) == ids("T")
    assert all(tightest.UNMEASURED.values()) and not set(tightest.UNMEASURED) & functions


BOUNDS = {name: value for name in bounds.__all__ if isinstance(value := getattr(bounds, name), bounds.Bound)}

def test_each_bound_belongs_to_a_theorem_and_says_where_it_is_from():
    assert {re.match(r"T\d+|§5", bound.id)[0] for bound in BOUNDS.values()} <= ids("T") | {"§5"}
    assert len({bound.id for bound in BOUNDS.values()}) == len(BOUNDS)
    for name, bound in BOUNDS.items():
        assert bound.name == name and bound.latex and bound.source and all(a.text for a in bound.assumptions), name


def _training_set():
    data = streams.regression(T=12, d=2, noise=0.1, seed=0)
    return losses.square, data.X, data.y


SIGNS = streams.classification(T=40, d=2, margin=0.1, seed=1)
NOISY = streams.classification(T=40, d=2, margin=0.1, noise=0.2, seed=1)
ROWS = training.draws(12, 3, 20, seed=0)
STEPS = training.steps(20, 0.1)

#: Each algorithm, played: what it returns, and what is true of that. Equality with the text's formulas is tested beside
#: each of them.
ALGORITHMS = {
    "A1": lambda: play(learners.ogd(0.5, 0.1), *_training_set()).w,
    "A2": lambda: descent_in_a_box(SIGNS.X * SIGNS.y[:, None], 1.0),  # from a corner of [−1, 1]²; T5: tests/core
    "A3": lambda: play(learners.strongly_convex(1.0), losses.with_l2(losses.hinge, 1.0), SIGNS).w,
    "A4": lambda: play(learners.perceptron(), losses.hinge, NOISY).w,
    "A5": lambda: play(learners.perceptron(), losses.hinge, np.tile(SIGNS.X, (50, 1)), np.tile(SIGNS.y, 50)).w,
    "A6": lambda: kernels.perceptron(kernels.polynomial(2), SIGNS.X, SIGNS.y).p,
    "A7": lambda: training.gd(*_training_set(), STEPS).w,
    "A8": lambda: training.sgd(*_training_set(), ROWS, STEPS).w,
    "A9": lambda: play(learners.sgd_rlm(0.5), losses.with_l2(losses.hinge, 0.5), SIGNS).w,
    "A10": lambda: play(learners.sgd_rlm(0.5, form="theta"), losses.with_l2(losses.hinge, 0.5), SIGNS).w,
    "A11": lambda: training.sgd(*_training_set(), ROWS, STEPS, U=0.1).w,
    "A12": lambda: np.atleast_1d(svm.hard_margin(SIGNS.X @ SIGNS.X.T, SIGNS.y).value),
    "A13": lambda: play(learners.ogd(2.0, 1.0), losses.spam(1.0), streams.spam(T=50)).w,
}


def test_each_algorithm_has_a_game():
    assert set(ALGORITHMS) == ids("A")


@pytest.mark.parametrize("id", ALGORITHMS)
def test_each_algorithm_runs(id):
    found = np.asarray(ALGORITHMS[id](), dtype=float)
    assert found.size and np.isfinite(found).all() and found.any()
    if id in ("A1", "A11", "A13"):  # stays in its ball, and reaches its edge or moves inside
        U = 1.0 if id == "A13" else 0.1
        assert np.linalg.norm(found, axis=1).max() <= U * (1 + 1e-12)
    if id == "A2":  # stays in its box, and leaves the corner
        assert found[0].min() == 1 == np.abs(found).max() and (found[-1] != found[0]).any()
    if id == "A5":  # it ends: no example is wrong
        assert (SIGNS.y * (SIGNS.X @ found[-1]) > 0).all()
    if id == "A12":
        assert found[0] >= 0.1 - 1e-9  # the margin that the stream was made with
    if id in ("A9", "A10"):  # two recursions (E18): one step apart from the second weight on
        other = np.asarray(ALGORITHMS["A10" if id == "A9" else "A9"](), dtype=float)
        assert abs(found - other).max() > 1e-3
