"""The main line of a chapter, what is left when all that is folded stays folded: an hour's lecture, in sentences that
can be followed, and the errata of the notes at its margin."""

import re
from pathlib import Path

import nbformat
import pytest

CHAPTERS = sorted(path for path in (Path(__file__).parents[1] / "chapters").glob("*.ipynb")
                  if path.stem not in ("errata", "theorems"))  # the register, a table
FOLDED = {"solution", "solution-start", "dropdown", "toggle"}
FENCE = re.compile(r"^(?::{3,}|`{3,})(?:\{([\w:-]+)\})?")
FORMULA = re.compile(r"\$[^$]*\$")


def lines(text):
    """Each line of a Markdown cell but options and fences, and whether it is folded."""
    open_, fresh = [], False
    for line in text.splitlines():
        fence = FENCE.match(line)
        if fence and fence[1]:
            open_.append(fence[1] in FOLDED)
            fresh = True
        elif fence and open_:
            open_.pop()
        elif re.match(r"^:\w+:", line):
            open_[-1:] = [open_[-1] or "dropdown" in line] if open_ and fresh else open_[-1:]
        else:
            fresh = fresh and not line
            yield any(open_), line


def words(line):
    """A formula is one word."""
    return len(FORMULA.sub("x", line).split())


def cells(path):
    return [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_main_line_is_an_hour_and_errata_are_at_its_margin(path):
    every = [pair for source in cells(path) for pair in lines(source)]
    main = sum(words(line) for folded, line in every if not folded)
    errata = sum(words(line) for _, line in every if re.search(r"\bE\d+\b", line))
    assert main <= 5000, f"{main} words: fold or cut {main - 5000}"
    assert errata <= 0.03 * main, f"{errata} of {main} words stand in lines that cite an erratum"


def sentences(path):
    """The sentences of the main line, without solutions, sources, tables and displayed formulas."""
    display = inside = False
    for source in cells(path):
        if source.startswith("## Sources"):
            return
        inside = "{solution-start}" in source or inside and not source.startswith("```{solution-end}")
        paragraph = []
        for folded, line in [*lines(source), (False, "")]:
            if line.startswith("$$"):
                display = not display
            if folded or inside or display or line.startswith(("$$", "|", "#", "(")) and not line.startswith("(a)"):
                continue
            if not line or line.startswith("- "):
                yield from re.split(r"(?<=[.?!:;])[*\")]*\s", FORMULA.sub("x", " ".join(paragraph)))
                paragraph = []
            paragraph.append(line.removeprefix("- "))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_sentence_of_the_main_line_has_more_than_35_words(path):
    """What stands between two of . : ; ? and !; a link is its text."""
    links = re.compile(r"\{[\w:]+\}`([^`<]*?)\s*(?:<[^`>]*>)?`")
    found = [links.sub(lambda link: link[1] or "x", sentence) for sentence in sentences(path)]
    assert len(found) > 100
    assert [sentence for sentence in found if words(sentence) > 35] == []
