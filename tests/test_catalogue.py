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
