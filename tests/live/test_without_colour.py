"""What the pictures say without colour, in high contrast, and to a screen reader. One page with all explorers on it."""

import re

import pytest
from support.browser import new_page

from oco_live.explorer import NAMES, get
from oco_live.hosts import bundle, markup
from oco_live.style import drawn

#: Series of one panel that look alike in shape, and what tells them apart.
APART = {
    ("losses", "losses"): "each point lies on the curve of its loss",
    ("losses", "margins"): "a bar's place on the axis is what its colour says",
    ("perceptron", "plane"): "the two signs of the line's sides stand beside its end, at the rim",
    ("adversary", "all"): "the games that cost more stand beyond the line of this game",
}


@pytest.mark.parametrize("name", NAMES)
def test_no_two_series_of_a_panel_differ_by_colour_alone(name):
    """By kind, width, dashes or ends, or by the word or number that stands at their end; rows with words at their ticks
    are told apart by these."""
    explorer = get(name)
    frame = explorer.frame()
    for panel in explorer.panels:
        shapes = {}
        for series in explorer.series:
            look = drawn(series, frame.status.get(series.name))
            if series.panel == panel.name and look is not None and not (series.end or series.value):
                shapes.setdefault((series.kind, *look[1:]), set()).add(re.sub(r"_\d+$", "", series.name))
        alike = [
            sorted(names) for names in shapes.values() if len(names) > 1]  # contour_0, contour_1, ... are one thing
        assert not alike or panel.y.words or (name, panel.name) in APART, f"{name}, {panel.name}: {alike}"


@pytest.fixture(scope="module")
def page(browser):
    figures = "".join(markup.figure_html(name, {}, f"figure-{name}", "baked") for name in NAMES)
    with new_page(browser, viewport={"width": 1280, "height": 900}) as (page, _):
        page.set_content(f"<!doctype html><html data-theme='light'><style>{bundle.stylesheet()}</style>{figures}")
        yield page


def lines(page):
    return page.evaluate("""() => [...document.querySelectorAll('.oco-moving path')].map((path) => {
        const style = getComputedStyle(path), name = path.parentElement.dataset.series;
        return [name, style[style.stroke === 'none' ? 'fill' : 'stroke']];
    })""")


def background(page):
    return page.evaluate("getComputedStyle(document.querySelector('.oco-explorer')).backgroundColor")


def luminance(rgb):
    part = lambda c: c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
    red, green, blue = (part(int(c) / 255) for c in rgb.removeprefix("rgb(").removesuffix(")").split(","))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, bright = sorted([luminance(one), luminance(other)])
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    "dark, where, name, value",
    [
        (False, "html", "data-theme", "light"),
        (True, "html", "data-theme", "dark"),  # the book
        (False, "body", "data-jp-theme-light", "true"),
        (True, "body", "data-jp-theme-light", "false"),  # JupyterLab
        (True, "body", "data-vscode-theme-kind", "vscode-dark"),
        (True, "body", "data-vscode-theme-kind", "vscode-high-contrast"),  # VS Code,
        (False, "body", "data-vscode-theme-kind", "vscode-high-contrast-light"),
        (True, "html", "theme", "dark"),  # Colab
    ],
)
def test_lines_stand_out_from_the_ground_and_follow_the_theme(page, dark, where, name, value):
    """WCAG 1.4.11 asks 3 : 1 of what a picture needs in order to be understood."""
    page.evaluate("document.documentElement.removeAttribute('data-theme')")
    page.evaluate(
        "([where, name, value]) => document.querySelector(where).setAttribute(name, value)", [where, name, value])
    ground, found = background(page), lines(page)
    page.evaluate("([where, name]) => document.querySelector(where).removeAttribute(name)", [where, name])
    assert (luminance(ground) < 0.1) == dark
    assert len(found) > 100
    weak = {name: colour for name, colour in found if contrast(colour, ground) < 3}
    assert not weak


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_high_contrast_uses_the_readers_own_colours(page, theme):
    """Whatever the page's theme: a dark blue line on a black ground would not be seen."""
    page.emulate_media(forced_colors="active", color_scheme="dark" if theme == "light" else "light")
    try:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        ground = background(page)
        weak = {name: colour for name, colour in lines(page) if contrast(colour, ground) < 7}
        assert not weak
        texts = page.evaluate(
            "[...document.querySelectorAll('.oco-plot text')].map((text) => getComputedStyle(text).fill)")
        assert texts and all(contrast(colour, ground) > 7 for colour in texts)
    finally:
        page.emulate_media(forced_colors="none", color_scheme="light")


def test_signs_are_seen_in_high_contrast(page):
    """A pressed and a free button differ, and each shows its sign."""
    page.emulate_media(forced_colors="active")
    try:
        looks = page.evaluate("""['true', 'false'].map((pressed) => {
            const button = document.querySelector(`.oco-signs button[aria-pressed=${pressed}]`);
            const { color, backgroundColor } = getComputedStyle(button);
            return [color, backgroundColor];
        })""")
        assert looks[0] != looks[1] and all(ink != ground for ink, ground in looks), looks
    finally:
        page.emulate_media(forced_colors="none")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_letters_stand_out_from_the_ground(page, theme):
    """WCAG 1.4.3 asks 4.5 : 1 of text: of the numbers of the headline, of names at curves' ends, of small letters."""
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    ground = background(page)
    found = page.evaluate("""() => [...document.querySelectorAll('.oco-headline, .oco-headline b, .oco-plot text, ' +
        '.oco-control label, .oco-marks span, summary, .oco-panel-title, .oco-label')].map((element) => {
            const style = getComputedStyle(element);
            const drawn = element instanceof SVGElement;
            return [drawn ? element.className.baseVal : element.className, drawn ? style.fill : style.color];
        })""")
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert len(found) > 300
    weak = {kind: colour for kind, colour in found if contrast(colour, ground) < 4.5}
    assert not weak


def test_controls_are_named_by_what_they_are_and_say_their_value(page):
    """The value is spoken as the slider's value, not again as part of its name, which would change with each step."""
    tree = page.locator("#figure-ogd .oco-dock").aria_snapshot()
    assert 'slider "step η' in tree and 'slider "radius U' in tree, tree
    for slider in page.locator("input[type=range]").all():
        assert " = " in slider.get_attribute("aria-valuetext")
    for panel in page.locator(".oco-plot > svg").all():
        assert panel.get_attribute("aria-label")
    for figure in page.locator(".oco-explorer").all():  # no two alike
        named = re.findall(r'(?:combobox|slider|button) "[^"]*"', figure.aria_snapshot())
        assert named and len(named) == len(set(named)), named
