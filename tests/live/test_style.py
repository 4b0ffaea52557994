"""A series owns its style: the stylesheet knows roles and statuses, and draws what `style.drawn` says."""

import re

import pytest
from support.browser import new_page

from oco_live.explorer import NAMES, get
from oco_live.hosts import bundle, markup
from oco_live.style import COLOURS, DASHES, ROLES, Style, drawn, inline

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
    named = set(re.findall(r"\.oco-(?:s-|of-)?([\w-]+)", css)) | set(re.findall(r'="([\w-]+)"', css))
    assert not named & {series.name for name in NAMES for series in get(name).series}
    assert "data-series" not in css and len(named) > 50


def test_the_page_writes_what_a_style_says():
    series = next(s for s in get("ogd").series if s.name == "bound")
    assert inline(series) == "--oco-s:var(--oco-bound);--oco-w:1.6;--oco-d:7 2.5"
    figure = markup.figure_html("ogd", {}, "f", "baked")
    assert figure.count(inline(series)) == 4  # two bounds, over t and over η, and their legends


@pytest.fixture(scope="module")
def page(browser):
    figures = "".join(markup.figure_html(name, {}, f"f-{name}", "baked") for name in NAMES)
    with new_page(browser) as (page, _):
        page.set_content(f"<!doctype html><html data-theme='light'><style>{bundle.stylesheet()}</style>{figures}")
        yield page


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("status", STATUSES)
def test_the_browser_draws_what_a_style_says(page, status, night):
    """Picture and legend of every series, whatever its status is."""
    page.evaluate("dark => { document.documentElement.dataset.theme = dark ? 'dark' : 'light'; }", night)
    seen = page.evaluate("""(status) =>
      [...document.querySelectorAll('.oco-moving g, .oco-legend li')].map((element) => {
        const had = element.dataset.status;
        if (status) element.dataset.status = status;
        else delete element.dataset.status;
        const style = getComputedStyle(element.querySelector('path'));
        const explorer = element.closest('.oco-explorer').dataset.explorer;
        const name = element.dataset.series ?? element.className.replace('oco-of-', '');
        const found = [explorer, name, getComputedStyle(element).display, style.stroke, parseFloat(style.strokeWidth),
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
            assert found == [colour, look.width, dashes, look.ends], (explorer, name)


def test_a_legend_says_why_a_bound_is_none(page):
    said = page.evaluate("""() => [...document.querySelectorAll('li[data-status="fails"] .oco-label')].map((label) =>
        [label.textContent.split(',')[0], getComputedStyle(label, '::after').content, label.dataset.fails])""")
    assert {(label, fails) for label, _, fails in said} == {
        ("logistic", "no upper bound"), ("as printed in two of the notes: (G²/2σ)·ln(t+1)", "does not hold")}
    assert all("attr(data-fails)" in content or fails in content for _, content, fails in said)
