"""The proofs in ``proofs/``: what is stored of them is current, belongs to the book, and says what ``bounds`` says."""

import json
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from support import terms
from support.proof_changes import CHANGES, WEAKER

from oco_core import bounds

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))
import proofs  # noqa: E402

STORED = json.loads(proofs.STORED.read_text("utf8"))
THEOREMS = STORED["theorems"]
THERE = proofs.version() if shutil.which("coqc") else "not installed"
needs_coq = pytest.mark.skipif(THERE.split(".")[:2] != STORED["coq"].split(".")[:2],
                               reason=f"Coq {STORED['coq']} is wanted to check the proofs, and it is {THERE}")


def name(theorem):
    return f"{theorem['file']}.{theorem['theorem']}"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A folder with all files, compiled."""
    folder = tmp_path_factory.mktemp("proofs")
    for path in proofs.sources():
        shutil.copy(path, folder / path.name)
        proofs.coqc(folder / path.name)
    return folder


def test_nothing_holds_without_a_proof():
    assert {path.name: found for path in proofs.sources() if (found := proofs.forbidden(path.read_text("utf8")))} == {}


@pytest.mark.parametrize("text", ["Lemma a : 1 = 2. Admitted.", "Axiom a : 1 = 2.", "Parameter a : 1 = 2.",
                                  "Section S. End S. Variable a : 1 = 2.", "Hypothesis a : 1 = 2.",
                                  "(* (* *) *) Conjecture a : 1 = 2.", "Lemma a : 1 = 2. Proof. admit. Qed."])
def test_what_is_no_proof_is_noticed(text):
    assert proofs.forbidden(text)


def test_a_section_may_have_hypotheses_and_a_comment_any_words():
    assert not proofs.forbidden("Section S. Hypothesis a : 1 = 2. Lemma b : 1 = 2. Proof. easy. Qed. End S.")
    assert not proofs.forbidden("(* No Axiom, and nothing (* is *) Admitted. *) Lemma a : 1 = 1. Proof. easy. Qed.")


def test_the_comments_are_stored_as_they_are():
    here = [{"file": path.stem, **theorem} for path in proofs.sources()
            for theorem in proofs.theorems(path.read_text("utf8"))]
    for theorem in here:
        del theorem["line"]
    assert here == [{key: value for key, value in theorem.items() if key not in ("statement", "assumptions")}
                    for theorem in THEOREMS]


def test_no_theorem_rests_on_more_than_the_axioms_of_real_numbers():
    assert STORED["axioms"] == proofs.ALLOWED
    assert {axiom for theorem in THEOREMS for axiom in theorem["assumptions"]} <= set(proofs.ALLOWED)


def test_the_law_of_the_excluded_middle_comes_with_exp_and_ln_alone():
    """As the appendix says."""
    for theorem in THEOREMS:
        classic = "Classical_Prop.classic" in theorem["assumptions"]
        assert classic == bool(re.search(r"\b(exp|ln|logistic_loss)\b", theorem["statement"])), name(theorem)


def test_every_theorem_belongs_to_a_place_of_the_book():
    text = "".join(path.read_text("utf8") for path in sorted((ROOT / "chapters").glob("*.ipynb")))
    labels = set(re.findall(r'"\(([\w-]+)\)=|:label: ([\w-]+)', text))
    labels = {label for pair in labels for label in pair}
    assert [name(theorem) for theorem in THEOREMS if theorem["book"] not in labels] == []


def letters(rng):
    """Random numbers for the letters of the bounds."""
    found = {key: rng.uniform(.3, 3) for key in "U G X D eta sigma norm gamma L M S A c theta eps".split()}
    T = int(rng.integers(1, 60))
    return found | {"T": T, "m": T, "H": sum(1 / t for t in range(1, T + 1)), "N": np.sqrt(found["S"]),
                    "kappa": found["X"], "e": found["eta"], "epsilon": found["eps"], "delta": rng.uniform(.05, .95)}


@pytest.mark.parametrize("theorem", [t for t in THEOREMS if {"neutral", "threshold"} & set(t)], ids=name)
def test_formula(theorem):
    """In Coq, in the comment and in `bounds` it is the same function."""
    left, right = terms.sides(theorem["statement"])
    if "threshold" in theorem:  # chance n p m threshold F <= delta
        assert theorem["part"].endswith(f"at most {right.replace(' ', '')}")
        right = terms.arguments(left)[4]
    for seed in range(20):
        values = letters(np.random.default_rng(seed))
        neutral = terms.value(theorem.get("neutral") or theorem["threshold"], values)
        assert terms.value(terms.python(right), values) == pytest.approx(neutral, rel=1e-12)
        if "bound" in theorem:
            bound = getattr(bounds, theorem["bound"])
            assert bound(*(values[parameter] for parameter in bound.parameters)) == pytest.approx(neutral, rel=1e-12)


def test_every_bound_that_a_theorem_names_belongs_to_its_number():
    for theorem in THEOREMS:
        if "bound" in theorem and re.fullmatch(r"T\d+", theorem["book"]) and theorem["theorem"] != "kernel_implicit":
            assert getattr(bounds, theorem["bound"]).id.partition(",")[0] == theorem["book"], name(theorem)


@needs_coq
def test_what_is_stored_is_what_coq_says(compiled):
    here = []
    for path in proofs.sources():
        here += proofs.statements(compiled / path.name, [t["theorem"] for t in THEOREMS if t["file"] == path.stem])
    assert [theorem["statement"] for theorem in THEOREMS] == here


@needs_coq
def test_no_theorem_rests_on_more_than_is_stored(compiled):
    """Those with the same axioms are looked at together, which takes Coq a second, and a minute one by one."""
    groups = {}
    for theorem in THEOREMS:
        groups.setdefault(tuple(theorem["assumptions"]), []).append(name(theorem))
    assert proofs.assumptions(compiled, list(groups.values())) == [list(axioms) for axioms in groups]


@needs_coq
@pytest.mark.parametrize(("file", "theorem", "changes"), WEAKER)
def test_a_weaker_theorem_is_noticed(compiled, file, theorem, changes):
    """It can be proved, and Coq prints another statement than the stored one."""
    text = (compiled / f"{file}.v").read_text("utf8")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = compiled / "weaker.v"
    path.write_text(text, encoding="utf8")
    proofs.coqc(path)
    stored = next(t for t in THEOREMS if (t["file"], t["theorem"]) == (file, theorem))
    assert proofs.statements(path, [theorem])[0] != stored["statement"]


def pytest_generate_tests(metafunc):
    """One change of each file; all of them with ``--every``."""
    if "old" in metafunc.fixturenames:
        first = {file: (file, old, new) for file, old, new in reversed(CHANGES)}
        chosen = CHANGES if metafunc.config.getoption("--every") else sorted(first.values())
        metafunc.parametrize(("file", "old", "new"), chosen)


@needs_coq
def test_a_broken_proof_is_noticed(compiled, file, old, new):
    """With another constant, hypothesis or sign a file does not pass."""
    text = (compiled / f"{file}.v").read_text("utf8")
    assert text.count(old) == 1
    path = compiled / "broken.v"
    path.write_text(text.replace(old, new), encoding="utf8")
    with pytest.raises(proofs.Failed):
        proofs.coqc(path)


def test_every_file_is_broken_by_a_test():
    assert {file for file, *_ in CHANGES} == {path.stem for path in proofs.sources()}
