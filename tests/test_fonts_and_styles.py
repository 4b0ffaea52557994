"""What a page is trimmed of: letters that no formula draws, rules that no element can need."""

import sys
from pathlib import Path

import pytest
from PIL import Image
from support.faces import faces

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import fonts, mathematics, pictures, styles  # noqa: E402


def test_which_font_draws_a_character():
    html = mathematics.render(
        r"\mathbb{R} \mathbf{B} \mathcal{C} x + \text{e} \textbf{y} \Bigl( \sum_{i=1}^n \sqrt{z} \mathrm{d}", True)
    used = fonts.characters([html])
    expected = {
        ("KaTeX_AMS", "normal", "400"): "R", ("KaTeX_Main", "normal", "700"): "By",
        ("KaTeX_Math", "italic", "400"): "xinz", ("KaTeX_Caligraphic", "normal", "400"): "C",
        ("KaTeX_Size2", "normal", "400"): "(∑", ("KaTeX_Main", "normal", "400"): "+ed"}
    for font, text in expected.items():
        assert set(text) <= used[font], font
    assert "R" not in used["KaTeX_Main", "normal", "400"]


def test_fonts_lie_in_the_stylesheet_cut_to_what_is_used():
    css = fonts.stylesheet([mathematics.render(r"\mathbb{R}^d", False)])
    found = faces(css)
    assert set(found) == {"KaTeX_AMS normal 400", "KaTeX_Math italic 400"}
    assert all(url.startswith("data:font/woff2;base64,") and len(url) < 2000 for url in found.values())
    assert fonts.stylesheet([mathematics.render(r"\mathbb{R}^d", False)]) == css


def test_a_picture_that_one_can_see_through_is_left_alone(tmp_path):
    Image.new("RGBA", (40, 40), (255, 0, 0, 100)).save(tmp_path / "glass.png")
    before = (tmp_path / "glass.png").read_bytes()
    pictures.shrink(tmp_path / "glass.png")
    assert (tmp_path / "glass.png").read_bytes() == before


def test_rules_that_no_page_can_need_are_left_out():
    css = (
        "/*! licence */a{b:c}/* talk */.used,.unused{d:e}.unused p{f:g}p:not(.unused) .used{h:i}:is(.unused,.used) "
        "i{j:k}"
        '@media (min-width:1px){.unused{l:m}}@media print{.used,#unused{n:o}.used[data-x=".unused"]{p:q}}'
        "@font-face{font-family:x}@keyframes y{0%{r:s}}.used:has(>.used){--t:{}}.md\\:used{u:v}.bs-tooltip-auto{w:x}")
    assert styles.without_unused(css, {"used", "md:used"}) == (
        "/*! licence */a{b:c}.used{d:e}p:not(.unused) .used{h:i}:is(.unused,.used) i{j:k}"
        "@media print{.used{n:o}.used[data-x=\".unused\"]{p:q}}"
        "@font-face{font-family:x}@keyframes y{0%{r:s}}.used:has(>.used){--t:{}}.md\\:used{u:v}.bs-tooltip-auto{w:x}")
    with pytest.raises(ValueError, match="valid CSS"):
        styles.without_unused("a{b:c}}", set())
