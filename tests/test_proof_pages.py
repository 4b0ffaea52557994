"""The pages of the proofs: what is on them, before any book is built."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import proofs  # noqa: E402

FILES = sorted((ROOT / "proofs").glob("*.v"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_page_has_all_lines_of_its_file(path):
    """In pieces, each with the number of its first line; one piece for each theorem, from its comment on."""
    text = path.read_text("utf8")
    lines = text.split("\n")
    pieces = proofs.pieces(text)
    covered = set()
    for theorem, first, piece in pieces:
        own = piece.split("\n")
        assert lines[first - 1:first - 1 + len(own)] == own
        covered |= set(range(first, first + len(own)))
        assert theorem is None or own[0].startswith("(* book: ") and f"\nTheorem {theorem} " in piece
    assert [line for number, line in enumerate(lines, 1) if number not in covered and line.strip()] == []
    assert [theorem for theorem, *_ in pieces if theorem] == [
        t["theorem"] for t in proofs.stored()["theorems"] if t["file"] == path.stem]


def test_each_file_begins_with_what_it_is_about():
    for path in FILES:
        assert re.match(r"\(\* [A-Z].*[.:] \*\)\n", path.read_text("utf8")), path.name


def test_places_of_the_book_have_names():
    """A number, one word, or a name."""
    labels = proofs.by_label()
    assert set(proofs.NAMES) <= set(labels)
    assert all(re.fullmatch(r"[TD]\d+|[a-z]+", label) for label in set(labels) - set(proofs.NAMES))


def test_words_are_set_as_a_page_has_them():
    def shown(text):
        return "".join(f"[{node.astext()}]" if node.tagname.endswith("script") else node.astext()
                       for node in proofs.phrase(text))

    assert shown("H_T <= 1 + ln T, kappa^2, f = v.phi, y_t u.x_t") == "H[T] ≤ 1 + ln T, κ[2], f = v·φ, y[t] u·x[t]"
    assert shown("1/sqrt(1), ..., w . x; U / (G sqrt T); sqrt(2) U") == "1/√1, …, w·x; U / (G √T); √2 U"
    for theorem in proofs.stored()["theorems"]:
        for word in (theorem["part"], theorem["words"]):
            assert not re.search(r"[_^]|[<>]=|sqrt|\.\.|eta\b|sigma|kappa|delta|gamma", shown(word)), word


def test_titles_are_of_files():
    assert set(proofs.TITLES) <= {path.stem for path in FILES}


def test_theorems_come_by_number():
    order = sorted([("errata-E1", []), ("T10", []), ("lazy-steps", []), ("T2", [])], key=proofs._order)
    assert [label for label, _ in order] == ["T2", "T10", "errata-E1", "lazy-steps"]
