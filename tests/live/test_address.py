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


def test_a_kept_curve_takes_the_same_texts_and_the_height_of_an_older_link_is_nobody_s(browser):
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
        page.press("[name=U]", "ArrowRight")
        page.wait_for_function("location.hash.includes('kept-1') && !location.hash.includes('zoom')")
        assert notes.errors == []


def test_the_tuned_step_is_exact_in_a_link_by_word_and_by_number(browser):
    with small_site("ogd") as site, new_page(browser, thrifty=True) as (page, notes):
        for U in OGD.control("U").values[::3]:
            star = OGD.frame(eta="tuned", U=U).facts["eta_star"]
            for text in ("tuned", repr(star), f"{star:.12g}"):
                page.goto("about:blank")
                page.goto(f"{site.url}#ogd?eta={text}&U={U}")
                page.wait_for_function(
                    "U => { const e = window.ocoExplorers?.ogd; return e?.frame().source === 'baked'"
                    " && e.frame().params.U === U && e.view.answered(); }", arg=U)
                frame = page.evaluate("window.ocoExplorers.ogd.frame()")
                assert frame["params"]["eta"] == pytest.approx(star, rel=1e-11), (U, text)
                slider = page.locator("[name=eta]")
                assert slider.get_attribute("aria-valuetext").endswith(", the tuned step")
                assert page.locator("[data-control=eta] .oco-value").inner_text().endswith(" = η*")
                assert page.evaluate("location.hash").startswith(f"#ogd?eta={text}&")
        assert notes.errors == []
