"""The MathML that a screen reader reads beside each formula: what Firefox calls invalid it does not read."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.driving import BOOK

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import mathematics  # noqa: E402

#: How many children an element has by the standard.
CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "mover": 2, "munder": 2, "munderover": 3}


def invalid(html):
    """The elements with another number of children, and the LaTeX of their formulas."""
    found = []
    for text in re.findall(r"<math\b.*?</math>", html, re.S):
        formula = ElementTree.fromstring(text)
        latex = next(e.text for e in formula.iter() if e.tag.endswith("}annotation"))
        for element in formula.iter():
            name = element.tag.partition("}")[2]
            if len(element) != CHILDREN.get(name, len(element)):
                found.append((name, len(element), latex.strip()))
    return found


@pytest.mark.parametrize(
    "latex",
    [
        r"\widetilde{\operatorname{er}}_J", r"\overline{\operatorname{er}}", r"{\operatorname{er}}_J^2",
        r"\frac{\max}{\operatorname{er}}", r"x^{\operatorname{er}}_{\min}", r"\underset{w}{\operatorname{argmin}} f",
        r"\operatorname*{argmin}_{u} \operatorname{er}(u)", r"\sqrt[n]{\max_i x_i}"],
)
def test_the_name_of_a_function_is_one_thing(latex):
    html = mathematics.render(latex, False)
    assert "\u2061" in html  # KaTeX puts "function application" behind the name, without a row around both
    assert invalid(html) == []


@pytest.mark.built
def test_every_formula_of_the_book_is_valid():
    pages = [page for page in sorted(BOOK.rglob("*.html")) if "lite" not in page.relative_to(BOOK).parts]
    assert sum(page.read_text("utf8").count("<math") for page in pages) > 1000
    for page in pages:
        assert invalid(page.read_text("utf8")) == [], page
