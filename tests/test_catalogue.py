"""Every definition, algorithm, theorem and erratum of the notes has its place in the book (the list: data/catalogue.json)."""

import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_core import bounds, kernels, learners, losses, play, streams, svm, tightest, training
from tests.core.strategies import descent_in_a_box

ROOT = Path(__file__).resolve().parents[1]
CATALOGUE = json.loads((Path(__file__).parent / "data" / "catalogue.json").read_text("utf-8"))
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
CHAPTERS = re.findall(r"^ +- file: chapters/(\w+)$", (ROOT / "_toc.yml").read_text("utf-8").partition("Appendices")[0], re.M)


def words_of(chapter):
    cells = nbformat.read(ROOT / "chapters" / f"{chapter}.ipynb", as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("chapter", TREATED)
def test_a_chapter_treats_what_belongs_to_it(chapter):
    words = words_of(chapter)
    found = set(LABEL.findall(words)) | set(re.findall(r"\{ref\}`[^`]*<([DATE]\d+)>`", words))
    assert set(TREATED[chapter].split()) <= ids("D") | ids("A") | ids("T") | ids("E")
    assert set(TREATED[chapter].split()) - found == set()


def test_there_are_ten_chapters():
    assert len(CHAPTERS) == 10 and set(TREATED) < set(CHAPTERS)


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
    functions = {re.search(r"T\d+", value.id)[0] for name in bounds.__all__
                 if isinstance(value := getattr(bounds, name), bounds.Bound) and re.search(r"T\d+", value.id)}
    assert functions | set(tightest.LEMMAS) | set(tightest.UNMEASURED) == ids("T")
    assert all(tightest.UNMEASURED.values()) and not set(tightest.UNMEASURED) & functions


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
