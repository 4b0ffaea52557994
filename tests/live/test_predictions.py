"""The answers to the questions before an explorer that are a list with a fold: hidden until asked for, and each number
is a fact of the move it names. Those that a reader predicts: tests/live/test_questions.py."""

import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_live.explorer import get

ROOT = Path(__file__).resolve().parents[2]
# explorer -> the notebook, the question's cell, and for each number of the answer: the number, the move, the fact
MOVES = {
    "index": (
        "index", "index-03", "ogd",
        [("94.9", {}, "bound"), ("285", {"U": 2.0}, "bound"), ("38.6", {}, "regret"), ("57.3", {"U": 2.0}, "regret")]),
}


def answer(book, cell):
    """The hidden text of a cell's admonition."""
    source = next(c.source for c in nbformat.read(ROOT / f"{book}.ipynb", as_version=4).cells if c.id == cell)
    found = re.findall(r"^:::\{admonition\} ((?:Predict|Answers)[^\n]*)\n:class: dropdown\n\n(.*?)\n:::$", source,
                       re.M | re.S)
    assert len(found) == 1
    return re.sub(r"^\d+\. ", "", found[0][1], flags=re.M)  # the numbers of a list are no answers


@pytest.mark.parametrize("case", MOVES)
def test_numbers_of_the_answers(case):
    book, cell, name, moves = MOVES[case]
    told, explorer = answer(book, cell), get(name)
    for number, move, fact in moves:
        assert re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.]*\d)", told), number
        for control, value in move.items():  # a place that the slider or the choice has
            allowed = [value] if explorer.control(control).kind == "signs" else explorer.control(control).values
            assert any(value == v if isinstance(v, str) else abs(value - v) <= 1e-9 * abs(v) for v in allowed)
        true = explorer.frame(**move).facts[fact]
        digits = len(number.partition(".")[2])
        rounding = (
            0.5 * 10.0**-digits if "." in number
            else 0.5 * 10 ** min(len(number) - len(number.rstrip("0")), max(0, len(number.lstrip("-")) - 3))
            if number != "0" else 1e-9)
        assert abs(true - float(number)) <= rounding * (1 + 1e-9), (number, true)


@pytest.mark.parametrize("case", MOVES)
def test_the_question_stands_beside_its_explorer(case):
    """Before it; after it on the front page, whose first screen is the explorer itself."""
    book, cell, name, _ = MOVES[case]
    cells = nbformat.read(ROOT / f"{book}.ipynb", as_version=4).cells
    at = next(i for i, c in enumerate(cells) if c.id == cell)
    assert f'explore("{name}"' in cells[at + (-1 if case == "index" else 1)].source


def test_what_the_answers_say_besides():
    ogd, frame = get("ogd"), get("ogd").frame
    one, two = frame().facts, frame(U=2.0, eta=2.0).facts  # linear losses: everything is proportional to U if η is
    assert two["bound"] == pytest.approx(2 * one["bound"]) and two["regret"] == pytest.approx(2 * one["regret"])
    assert ogd.control("eta").default == 1.0 and ogd.control("stream").default == "random_signs"


def test_what_is_said_beside_the_answers():
    """Of pushes, kernels and mail: where a regret rises, where a bound is least, how far a median falls."""
    medians = [get("online_to_batch").frame(stream="mail", m=m).facts["average_median"] for m in (500, 2000)]
    source = (ROOT / "chapters/online_to_batch.ipynb").read_text(encoding="utf-8")
    assert [f"{median:.4f}" for median in medians] == ["0.0181", "0.0117"]
    assert "from $0.0181$ at $m=500$ to $0.0117$ at $2000$" in source
    rising = [get("adversary").frame(stream="push", T=T).facts["ratio"] for T in (100, 300, 1000)]
    assert rising == sorted(rising) and round(rising[-1], 3) == 2.622 < 8**0.5

    kernels = lambda **p: get("kernels").frame(**{"t": 120} | p).facts
    drawn = {(data, n): kernels(stream=f"{data}_polynomial", degree=n, noise=0.1)["certified"]
             for data in ("xor", "circles", "moons") for n in (1, 2, 3, 4, 6)}
    assert {case for case, certified in drawn.items() if certified} == {("xor", 6), ("circles", 6)}
    drawn = {(data, g): kernels(stream=f"{data}_gaussian", gamma=g, noise=0.1)["certified"]
             for data in ("xor", "circles", "moons") for g in (0.01, 0.03, 0.1, 0.3, 1.0)}
    assert {case for case, certified in drawn.items() if not certified} == {
        ("xor", 1.0), ("circles", 1.0), ("moons", 1.0), ("moons", 0.3)}

    for words, for_spam in (("all", ["you", "your"]), ("counted", ["your", "free"])):
        frame = get("spam").frame(words=words)
        weights = np.asarray(frame.series["weights"]["x"])[1::2]
        names = [frame.texts[f"words.y.{9 - i}"] for i in range(len(weights))]
        assert {"george", "hp"} <= {n for n, w in zip(names[:4], weights) if w < 0}
        assert [n for n, w in zip(names, weights) if w > 0][:2] == for_spam
