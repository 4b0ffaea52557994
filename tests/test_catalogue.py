"""Every definition, algorithm, theorem and erratum of the notes has its place in the book (the list: data/catalogue.json)."""

import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_core import bounds, kernels, learners, losses, play, streams, svm, tightest, training

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
    "A2": lambda: play(learners.ogd(2 * 0.1 / 4, 0.1), *_training_set()).w,  # on the ball: D = 2U, G = 4
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
    if id in ("A1", "A2", "A11", "A13"):  # stays in its ball, and reaches its edge or moves inside
        U = 1.0 if id == "A13" else 0.1
        assert np.linalg.norm(found, axis=1).max() <= U * (1 + 1e-12)
    if id == "A5":  # it ends: no example is wrong
        assert (SIGNS.y * (SIGNS.X @ found[-1]) > 0).all()
    if id == "A12":
        assert found[0] >= 0.1 - 1e-9  # the margin that the stream was made with
    if id in ("A9", "A10"):  # two recursions (E18): one step apart from the second weight on
        other = np.asarray(ALGORITHMS["A10" if id == "A9" else "A9"](), dtype=float)
        assert abs(found - other).max() > 1e-3
