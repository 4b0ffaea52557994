"""The built book shows what Coq has checked: a badge in each box, and each file as a page."""

import html
import json
import re

import pytest
from support.driving import BOOK

STORED = json.loads((BOOK.parents[1] / "proofs" / "checked.json").read_text("utf8"))["theorems"]
FILES = sorted({theorem["file"] for theorem in STORED})


def text_of(markup):
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


def test_each_statement_stands_under_the_badge_of_its_theorem():
    boxes = {}
    for path in sorted(BOOK.glob("chapters/*.html")):
        for box in re.findall(r'<details class="oco-checked">.*?</details>', path.read_text("utf8"), re.S):
            for anchor in re.findall(r'href="\.\./proofs/(\w+\.html#proof-\w+-\w+)"', box):
                boxes[anchor] = text_of(box)
    without = []
    for theorem in STORED:
        box = boxes.get(f"{theorem['file']}.html#proof-{theorem['file']}-{theorem['theorem']}")
        if box is None:
            without.append(theorem["book"])
        else:
            assert theorem["statement"] in box
    # Headings, definitions and exercises, which are no theorems, have none.
    assert set(without) <= {"subgradients", "errata-E1", "D4", "D5", "ogd-ex-doubling"}


def test_a_link_to_a_proof_says_which():
    """Heard alone, without its row or its theorem."""
    table = (BOOK / "chapters" / "checked_proofs.html").read_text("utf8")
    names = {}
    for name, place in ((text_of(text), place) for page in [table, *(path.read_text("utf8") for path in
                        sorted(BOOK.glob("chapters/*.html")) if path.stem != "checked_proofs")]
                        for place, text in re.findall(r'<a [^>]*href="\.\./proofs/(\w+\.html#[\w-]+)"[^>]*>(.*?)</a>',
                                                      page, re.S)):
        names.setdefault(name, set()).add(place)
    assert len(names) >= len(STORED) and [name for name, places in names.items() if len(places) > 1] == []


def test_what_a_badge_opens_stands_below_the_theorem():
    page = (BOOK / "chapters" / "online_gradient_descent.html").read_text("utf8")
    boxes = re.findall(r'<div class="[^"]*oco-has-proof[^"]*".*?</details>\s*</div>', page, re.S)
    assert len(boxes) > 4
    for box in boxes:
        assert 0 < box.index('-content">') < box.index('<details class="oco-checked">')


@pytest.mark.parametrize("file", FILES)
def test_each_file_is_a_page_with_numbered_lines(file):
    page = (BOOK / "proofs" / f"{file}.html").read_text("utf8")
    blocks = re.findall(r'<div class="[^"]*highlight-coq[^"]*">.*?</pre>', page, re.S)
    shown = [line for block in blocks for line in text_of(re.sub(r'<span class="linenos">.*?</span>', "",
                                                                 block)).split("\n") if line.strip()]
    numbers = [int(number) for number in re.findall(r'<span class="linenos">\s*(\d+)</span>', page)]
    source = (BOOK.parents[1] / "proofs" / f"{file}.v").read_text("utf8").split("\n")
    assert shown == [line for line in source if line.strip()]
    assert numbers == sorted(numbers) and {n for n, line in enumerate(source, 1) if line.strip()} <= set(numbers)
    for theorem in STORED:
        if theorem["file"] == file:
            assert f'id="proof-{file}-{theorem["theorem"]}"' in page
