"""A series owns its style: the stylesheet knows roles and statuses, and draws what `style.drawn` says."""

import colorsys
import re

import pytest
from support.browser import new_page

from oco_live.explorer import NAMES, get
from oco_live.hosts import bundle, markup
from oco_live.style import COLOURS, DASHES, ROLES, SIGNS, Style, drawn, inline

STATUSES = (None, "holds", "reference", "fails", "absent")


@pytest.mark.parametrize("wrong, message", [
    ({"role": "red"}, "role = 'red': expected one of 'ink'"),
    ({"role": "bound", "dash": "7 2"}, "dash = '7 2': expected one of '', 'longest'"),
    ({"role": "bound", "ends": "butt"}, "ends = 'butt': expected one of '', 'round', 'square'"),
])
def test_a_style_that_does_not_exist_is_named(wrong, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Style(**wrong)


def test_no_two_dashes_are_alike_and_no_role_has_no_colour():
    assert len(set(DASHES.values())) == len(DASHES) and set(ROLES) < set(COLOURS)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for pair in COLOURS.values() for colour in pair)


def test_the_stylesheet_names_no_series():
    css = re.sub(r"/\*.*?\*/", "", bundle.stylesheet(), flags=re.S)
    assert not re.findall(r"\.oco-of-|data-(?:series|of|end|curve|status-of|fact)=", css)
    assert len(set(re.findall(r"\.oco-([\w-]+)", css))) > 50


def test_the_page_writes_what_a_style_says():
    series = next(s for s in get("ogd").series if s.name == "bound")
    assert inline(series) == "--oco-s:var(--oco-bound);--oco-w:2.2;--oco-d:8 5"
    figure = markup.figure_html("ogd", {}, "f", "baked")
    assert figure.count(inline(series)) == 4  # two bounds, over t and over η, in the pictures and in the list of curves


def test_only_two_hues_and_greys():
    """Blue is measured, rust is promised; all else is grey, so that colour says one thing everywhere in the book."""
    def hue(colour):
        red, green, blue = (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))
        turned, _, coloured = colorsys.rgb_to_hls(red, green, blue)
        return round(turned * 360) if coloured > 0.25 else None

    for night in (0, 1):
        hues = {role: hue(COLOURS[role][night]) for role in ROLES}
        assert {role for role, found in hues.items() if found is not None} == {"measured", "bound"}, hues
        assert 200 <= hues["measured"] <= 225 and 10 <= hues["bound"] <= 30


@pytest.fixture(scope="module")
def page(browser):
    figures = "".join(markup.figure_html(name, {}, f"f-{name}", "baked") for name in NAMES)
    with new_page(browser) as (page, _):
        page.set_content(f"<!doctype html><html data-theme='light'><style>{bundle.stylesheet()}</style>{figures}")
        yield page


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("status", STATUSES)
def test_the_browser_draws_what_a_style_says(page, status, night):
    """Picture, legend and list of curves, of every series, whatever its status is."""
    page.evaluate("dark => { document.documentElement.dataset.theme = dark ? 'dark' : 'light'; }", night)
    seen = page.evaluate("""(status) =>
      [...document.querySelectorAll('.oco-moving g[data-series], .oco-legend li, .oco-curves li')].map((element) => {
        const had = element.dataset.status;
        if (status) element.dataset.status = status;
        else delete element.dataset.status;
        const style = getComputedStyle(element.querySelector('path'));
        const explorer = element.closest('.oco-explorer').dataset.explorer;
        const name = element.dataset.series ?? element.className.replace('oco-of-', '');
        // Bars are as high as their rows.
        const bars = element.matches('.oco-bar') ? Number(style.getPropertyValue('--oco-bars')) || 1 : 1;
        const width = parseFloat(style.strokeWidth) / bars;
        const found = [explorer, name, getComputedStyle(element).display, style.stroke, width,
                       style.strokeDasharray, style.strokeLinecap];
        if (had === undefined) delete element.dataset.status;
        else element.dataset.status = had;
        return found;
    })""", status)
    assert len(seen) > 300
    for explorer, name, display, *found in seen:
        look = drawn(next(s for s in get(explorer).series if s.name == name), status)
        assert (display == "none") == (look is None), (explorer, name)
        if look is not None:
            colour = "rgb(" + ", ".join(str(int(COLOURS[look.role][night][i:i + 2], 16)) for i in (1, 3, 5)) + ")"
            dashes = ", ".join(f"{n:g}px" for n in look.dashes) or "none"
            ends = "butt" if look.ends in SIGNS else look.ends
            assert found == [colour, pytest.approx(look.width, abs=0.01), dashes, ends], (explorer, name)


def test_a_legend_says_why_a_bound_is_none(page):
    said = page.evaluate("""() =>
      [...document.querySelectorAll('.oco-curves li[data-status="fails"] .oco-label')].map((label) =>
        [label.textContent.split(',')[0], getComputedStyle(label, '::after').content, label.dataset.fails])""")
    assert {(label, fails) for label, _, fails in said} == {
        ("logistic", "no bound"), ("as printed in two of the notes: (G²/2σ)·ln(t+1)", "does not hold")}
    assert all("attr(data-fails)" in content or fails in content for _, content, fails in said)


@pytest.mark.parametrize("name, state, refused, because", [
    ("adversary", {"learner": "inverse"}, {"bound_t", "guarantee"}, "not strongly convex"),
    ("perceptron", {"stream": "noisy"}, {"margin_bound"}, "no w separates"),
    ("sgd", {"projection": "none"}, {"bound_T22", "bound_general", "bound_here"}, "without the projection"),
    ("strong_convexity", {"stream": "quartic"}, {"harmonic", "logarithm"}, "longer than G"),
    ("strong_convexity", {"stream": "quartic", "U": 0.5}, {"rival_bound"}, "outside the rival’s ball")])
def test_a_bound_that_is_refused_says_by_what(name, state, refused, because):
    explorer = get(name)
    status = explorer.frame(**state).status
    assert {s.name for s in explorer.series if status.get(s.name) == "fails" and because in s.fails} == refused
