"""The values that an address holds: what Python refuses, the view refuses, too, in Chromium."""

import re

import pytest
from support.browser import new_page
from support.small import small_site

from oco_live.explorer import get

OGD = get("ogd")
TEXTS = [
    "0.5", ".5", "5e-1", "5E-01", "+0.5", "2.", "1e0", "300", "3e2", "3e+2", "300.0", "0300", "", "+", "+300",
    "Infinity", "-Infinity", "NaN", "1e400", "0x10", "0b1", "0o7", "1_0", "%22300%22", "'1'", "1,5", "1.5.2", "1e",
    "e1", "٣", "300.5", "true", "None", "null", "undefined", "[1]", "1+1", "10n", "1e0.5", "--1", "\u2212 1", "9" * 400,
    "constructor"]


def taken(name, text):
    """What Python makes of it: decimal digits are a number, and the rest is text."""
    number = (
        float(text) if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", text, re.ASCII | re.IGNORECASE) else text)
    try:
        return OGD.control(name).checked(number, "random_signs")
    except ValueError:
        return OGD.defaults()[name]


@pytest.mark.parametrize("name", ["U", "T"])
def test_what_is_no_value_is_left_out(browser, name):
    with small_site("ogd") as site, new_page(browser, thrifty=True) as (page, notes):
        page.goto(site.url)
        page.wait_for_function("window.ocoExplorers?.ogd?.sweeps.random_signs?.axes")
        etas = OGD.control("eta").values
        for i, text in enumerate(
            text for text in TEXTS if name == "U" or taken(name, text) == OGD.defaults()[name]):  # no sweep has others
            eta = etas[i % 2]  # tells that the address was read
            page.evaluate("address => { location.hash = address; }", f"#ogd?eta={eta!r}&{name}={text}")
            page.wait_for_function("eta => window.ocoExplorers.ogd.view.controls.params.eta === eta", arg=eta)
            assert page.evaluate("name => window.ocoExplorers.ogd.view.controls.params[name]", name) == taken(
                name, text), text
        assert notes.errors == []


def test_a_kept_curve_and_a_zoom_take_the_same_texts(browser):
    with small_site("ogd") as site, new_page(browser, thrifty=True) as (page, notes):
        page.goto(site.url)
        page.wait_for_function("window.ocoExplorers?.ogd?.sweeps.random_signs?.axes")
        page.evaluate(
            "address => { location.hash = address; }", "#ogd?eta=1&zoom-regret=0x4&kept-1=eta:0x1,U:2&kept-2=U:,T:3e2.5"
        )
        page.wait_for_function(
            "() => window.ocoExplorers.ogd.view.ghosts.kept.map(({ number, frame }) => frame && number).join() === "
            "'1,2'"
        )
        kept = page.evaluate("window.ocoExplorers.ogd.view.ghosts.kept.map(({ frame }) => frame.params)")
        assert kept == [OGD.defaults() | {"U": 2.0}, OGD.defaults()]
        assert page.input_value('[data-zoom="regret"]') == str(OGD.panel("regret").zoom[None])
        assert notes.errors == []
