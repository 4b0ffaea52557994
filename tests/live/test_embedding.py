"""An explorer alone in another site's page: its height, the state and the way back, the keyboard, a sandbox, light and
dark; and the code that puts it there."""

import html
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.browser import SETTLED, new_page, rested
from support.driving import NAMES, Driver, evaluated
from support.embedded import embedding, framed

from oco_live.explorer import get
from oco_live.style import COLOURS

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
#: ogd's chapter would begin elsewhere than its plain defaults.
START = {"ogd": get("ogd").defaults() | {"seed": 7}}
LINK = "embed/ogd.html#ogd?eta=0.5&U=2&main=path&kept-1=eta:2,U:2"


@pytest.fixture(scope="module")
def sites():
    with embedding(start=START) as both:
        yield both


@pytest.fixture
def around(browser, sites):
    """A page of the other site."""
    with new_page(browser, viewport=DESK) as (page, notes):
        page.goto(sites[1].url)
        yield page
        assert notes.errors == notes.foreign == notes.failed == []


def rgb(colour):
    """#rrggbb as the browser says it."""
    return f"rgb({', '.join(map(str, bytes.fromhex(colour[1:])))})"


def inner(frame):
    """How far the frame could be scrolled, down and sideways."""
    return frame.evaluate("""() => { const { scrollHeight, clientHeight, scrollWidth, clientWidth } =
      document.documentElement; return [scrollHeight - clientHeight, scrollWidth - clientWidth]; }""")


def test_its_height_is_told_in_the_forms_that_platforms_hear(around, sites):
    driver = framed(around, sites[0].url + "embed/ogd.html")
    height = around.evaluate("Math.round(document.querySelector('iframe').getBoundingClientRect().height)")
    said = around.evaluate("said.slice(-2)")
    expected = {"subject": "lti.frameResize", "type": "resize", "height": height}
    assert said[0] == expected and around.evaluate("JSON.parse(said.at(-1))") == expected
    assert inner(driver.page) == [0, 0]
    driver.figure.locator(".oco-more > summary").click()  # what opens is told, too
    around.wait_for_function("h => document.querySelector('iframe').getBoundingClientRect().height > h + 40",
                             arg=height)
    assert inner(driver.page) == [0, 0]
    assert driver.page.locator("meta[name=responsive-embedded-sizing]").count() == 1


def test_its_height_comes_back_with_its_width(around, sites):
    """The headline keeps the room that it once needed, but not that of another width."""
    height = "Math.round(document.querySelector('iframe').getBoundingClientRect().height)"
    frame = framed(around, sites[0].url + "embed/ogd.html").page
    frame.wait_for_function("ocoExplorers.ogd.sweeps[ocoExplorers.ogd.view.current.params.stream]?.axes")
    around.evaluate(SETTLED)
    before = around.evaluate(height)
    around.evaluate("document.querySelector('iframe').style.width = '220px'")
    around.wait_for_function(f"Math.abs({height} - {before}) > 20")
    around.evaluate(SETTLED)
    around.evaluate("document.querySelector('iframe').style.width = '100%'")
    around.wait_for_function(f"{height} === {before}")


def test_a_link_opens_its_state_and_the_page_around_stays_where_it_is(around, sites):
    around.evaluate("document.getElementById('place').style.margin = '600px 0'")  # its upper edge is in view
    driver = framed(around, sites[0].url + LINK)
    frame = driver.until(eta=0.5, U=2, seed=0)
    assert frame["source"] == "baked" and driver.figure.locator(".oco-kept .oco-swatch").count() == 1
    rested(around, 2500)  # an explorer on a page of the book comes into view for so long (view/address.js)
    assert around.evaluate("scrollY") == 0
    assert driver.page.evaluate("ocoExplorers.ogd.python.state") == "idle"  # it waits until it is needed


def test_the_way_back_leads_to_the_same_state(browser, around, sites):
    driver = framed(around, sites[0].url + LINK)
    with around.context.expect_page() as opened:
        driver.page.locator(".oco-home a").first.click()
    address = opened.value.url
    assert address.startswith(sites[0].url + "index.html#ogd?")
    # The chapter begins with seed 7, here it is 0: so that is named.
    assert set(address.partition("?")[2].split("&")) == {
        "eta=0.5", "U=2", "seed=0", "main=path", "kept-1=eta:2,U:2,seed:0"}


def test_keys_go_in_through_and_out(around, sites):
    driver = framed(around, sites[0].url + "embed/ogd.html")
    around.locator("#before").focus()
    around.keyboard.press("Tab")
    stops = []
    while driver.page.evaluate("document.hasFocus()"):
        stops.append(driver.page.evaluate("document.activeElement.name || document.activeElement.className"))
        around.keyboard.press("Tab")
        assert len(stops) < 40
    assert around.evaluate("document.activeElement.id") == "after"
    assert stops.index("oco-icon-button oco-rounds") < stops.index("eta") < stops.index("U")
    around.keyboard.press("Shift+Tab")
    assert driver.page.evaluate("document.activeElement.closest('.oco-home') !== null")


@pytest.mark.parametrize("sandbox", [None, "allow-scripts"])
def test_escape_gives_the_keyboard_back(around, sites, sandbox):
    driver = framed(around, sites[0].url + "embed/ogd.html", sandbox)
    driver.figure.locator("[name=eta]").click()
    driver.painted(lambda: around.keyboard.press("ArrowRight"), "baked")
    driver.figure.locator(".oco-menu-button").click()
    around.keyboard.press("Escape")  # closes the menu, no more
    assert driver.figure.locator(".oco-menu").is_hidden() and driver.page.evaluate("document.hasFocus()")
    around.keyboard.press("?")
    driver.figure.locator("dialog").wait_for()
    around.keyboard.press("Escape")  # the list of keys, no more
    driver.figure.locator("dialog").wait_for(state="detached")
    assert driver.page.evaluate("document.hasFocus()")
    assert {"type": "oco.leave"} not in around.evaluate("said")
    around.keyboard.press("Escape")
    around.wait_for_function("said.at(-1).type === 'oco.leave'")
    around.wait_for_function("document.activeElement === document.body")
    around.keyboard.press("PageDown")
    around.wait_for_function("keys.at(-1) === 'PageDown'")
    assert not driver.page.evaluate("document.hasFocus()")


def test_in_a_sandbox_of_scripts_what_is_baked_answers_and_what_is_missing_is_said(around, sites):
    driver = framed(around, sites[0].url + "embed/ogd.html#ogd?eta=0.5&U=2", "allow-scripts")
    note = driver.figure.locator(".oco-note")
    assert note.inner_text() == ("η, U and the stream answer at once; the other controls need Python, which a sandboxed"
                                 " frame may not start.")
    assert driver.page.evaluate("origin") == "null"
    assert driver.control("seed").is_disabled() and driver.control("eta").is_enabled()
    driver.figure.locator("details").evaluate_all("all => all.forEach((fold) => { fold.open = false; })")
    frame = driver.painted(lambda: driver.control("eta").press("ArrowRight"), "baked")
    assert frame["params"]["eta"] > 0.5
    driver.tool("oco-embed")
    assert driver.figure.locator(".oco-told").inner_text() in (
        "embed code copied", "this browser does not let the page copy")
    driver.page.locator(".oco-home a").first.click()  # where nothing else may be opened, in the frame itself
    driver.page.wait_for_url("**/index.html#ogd?**")


@pytest.mark.parametrize("query, scheme, theme", [
    ("", "light", "light"), ("", "dark", "dark"), ("?theme=dark", "light", "dark"), ("?theme=light", "dark", "light"),
    ("?theme=none", "dark", "dark")])
def test_light_and_dark(around, sites, query, scheme, theme):
    around.emulate_media(color_scheme=scheme)
    frame = framed(around, f"{sites[0].url}embed/ogd.html{query}").page
    assert frame.evaluate("document.documentElement.dataset.theme") == theme
    back = frame.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert back == rgb(COLOURS["back"][theme == "dark"])
    assert frame.evaluate("getComputedStyle(document.querySelector('.oco-explorer')).backgroundColor") == back


def code(page, driver):
    """What "copy embed code" puts on the clipboard."""
    page.evaluate("""() => { Object.defineProperty(navigator, 'clipboard', { configurable: true,
      value: { writeText: async (text) => { window.copied = text; } } }); }""")
    driver.tool("oco-embed")
    return page.evaluate("copied")


def test_the_code_opens_the_state_in_view_and_nothing_scrolls_in_it(browser, sites):
    """Also where nobody listens to the frame's height, whatever its width, and for each explorer."""
    with (
        new_page(browser, thrifty=True, viewport=DESK) as (page, notes),
        new_page(browser, viewport=DESK) as (other, _)):
        page.goto(sites[0].url)  # all of them on one page
        codes = {name: code(page, Driver(page, name)) for name in NAMES}
        ogd = Driver(page, "ogd").near()
        ogd.painted(lambda: ogd.press("eta", "ArrowLeft"), "baked")
        moved = code(page, ogd)
        wanted = ogd.frame()["params"]
        assert page.locator(".oco-explorer").count() == len(NAMES)  # what was measured is gone
        other.goto(sites[1].url)
        other.evaluate("() => { addEventListener('message', (event) => event.stopImmediatePropagation(), true); }")
        for name, text in codes.items():
            given = dict(re.findall(r'(\w+)="([^"]*)"', text))
            assert re.fullmatch(r"<iframe( [a-z]+=\"[^\"<>]*\")+></iframe>", text), text
            assert html.unescape(given["src"]).startswith(f"{sites[0].url}embed/{name}.html#{name}?")
            assert given["title"] and given["width"] == "100%" and given["style"] == "border:0"
            assert given["allow"] == "clipboard-write" and given["loading"] == "lazy"
            other.evaluate("text => { document.getElementById('place').innerHTML = text; }", text)
            frame = other.locator("iframe").element_handle().content_frame()
            frame.wait_for_function("window.ocoExplorers && document.readyState === 'complete'")
            for width in (320, 390, 660, 800, 932, 1280):
                other.set_viewport_size({"width": width, "height": 900})
                other.evaluate(SETTLED)
                assert inner(frame) == [0, 0], (name, width, given["height"])
            assert int(given["height"]) <= 1050
        other.evaluate("text => { document.getElementById('place').innerHTML = text; }", moved)
        frame = other.locator("iframe").element_handle().content_frame()
        frame.wait_for_function("window.ocoExplorers?.ogd.view.answered()")
        assert frame.evaluate("ocoExplorers.ogd.frame().params") == wanted
        assert notes.errors == []


def test_axe_finds_nothing_in_a_page_alone(browser, sites):
    with new_page(browser, thrifty=True, viewport=PHONE, reduced_motion="reduce") as (page, notes):
        for scheme in ("light", "dark"):
            page.goto(f"{sites[0].url}embed/adversary.html?theme={scheme}")
            page.wait_for_function("window.ocoExplorers")
            page.evaluate(SETTLED)
            found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}}).response["violations"]
            assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == [], scheme
        assert notes.all() == []


def test_a_fact_of_a_frame_is_that_of_this_python(around, sites):
    driver = framed(around, sites[0].url + "embed/ogd.html#ogd?eta=0.5&U=2")
    frame = driver.frame()
    assert frame["facts"]["regret"] == pytest.approx(evaluated("ogd", **frame["params"]).facts["regret"], rel=1e-9)
