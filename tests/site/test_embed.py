"""All twelve explorers of the built book in frames of another site, at a desk and on a phone, with nothing but scripts
allowed and with all: nothing scrolls in them, a drag works, the focus comes back, no other host is asked, and axe finds
nothing. They are no part of the book for its search and its contents."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.browser import SETTLED, new_page
from support.driving import BOOK, NAMES, finger, plain_page_with
from support.embedded import another_site, framed
from support.server import serve

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
LOOKS = {
    "desk": {"viewport": DESK, "color_scheme": "dark"},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
INNER = """() => { const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
  return [scrollHeight - clientHeight, scrollWidth - clientWidth]; }"""
ALL = {"rules": {"target-size": {"enabled": True}}}


def drag(page, slider, touch):
    """Drag a slider to its other side, by a finger or a mouse."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    value, most = (float(slider.evaluate(f"e => Number(e.{name})")) for name in ("value", "max"))
    place = lambda share: (box["x"] + 10 + share * (box["width"] - 20), box["y"] + box["height"] / 2)
    start, end = place(value / most), place(0.2 if value / most > 0.5 else 0.8)
    if touch:
        for _ in finger(page, start, end):
            pass
        return
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*place(0.5), steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("look", LOOKS)
def test_all_explorers_in_frames_of_another_site(browser, book, look):
    with another_site() as other, new_page(browser, thrifty=True, reduced_motion="reduce", **LOOKS[look]) as (page,
                                                                                                               notes):
        page.goto(other.url)
        for i, name in enumerate(NAMES):
            driver = framed(page, f"{book.url}embed/{name}.html", "allow-scripts" if i % 2 else None)
            assert driver.name == name
            driver.page.wait_for_function(  # its answers have come: a line that waits for them is gone
                "name => { const { sweeps, view } = ocoExplorers[name];"
                " return sweeps[view.current.params.stream]?.axes; }", arg=name)
            page.evaluate(SETTLED)
            assert driver.page.evaluate(INNER) == [0, 0], (name, look)
            assert driver.problems() == [], (name, look)
            slider = driver.figure.locator(".oco-dock input[type=range]:not(:disabled)").first
            driver.painted(lambda: drag(page, slider, look == "phone"), "baked")
            page.evaluate(SETTLED)
            assert driver.page.evaluate(INNER) == [0, 0], (name, look, "after a drag")
            slider.focus()
            assert driver.page.evaluate("document.hasFocus()")
            slider.press("Escape")
            page.wait_for_function("said.at(-1).type === 'oco.leave' && document.activeElement === document.body")
            page.keyboard.press("a")
            page.wait_for_function("keys.at(-1) === 'a'")
            page.evaluate("keys.length = 0")
        assert notes.all() == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(browser, book, name):
    """By day and by night, at a desk or on a phone; in a frame, too, to whose page axe looks."""
    i = NAMES.index(name)
    with new_page(browser, thrifty=True, viewport=(DESK, PHONE)[i % 2], reduced_motion="reduce") as (page, notes):
        for theme in ("light", "dark"):
            page.goto(f"{book.url}embed/{name}.html?theme={theme}")
            page.wait_for_function("window.ocoExplorers")
            page.evaluate(SETTLED)
            found = Axe().run(page, options=ALL).response["violations"]
            assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == [], theme
        assert notes.all() == []


def test_the_way_back_opens_the_chapter_in_the_same_state(browser, book):
    """ogd_proof begins in its chapter with another stream than alone."""
    with new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.goto(f"{book.url}embed/ogd_proof.html#ogd_proof?eta=0.5&U=2&stream=random_signs")
        page.wait_for_function("window.ocoExplorers?.ogd_proof.view.answered()")
        wanted = page.evaluate("ocoExplorers.ogd_proof.frame().params")
        with page.context.expect_page() as opened:
            page.locator(".oco-home a").first.click()
        chapter = opened.value
        chapter.wait_for_function("window.ocoExplorers?.ogd_proof.view.answered()")
        assert "/chapters/online_gradient_descent.html#ogd_proof?" in chapter.url
        assert chapter.evaluate("ocoExplorers.ogd_proof.frame().params") == wanted
        assert notes.errors == notes.foreign == []


def test_each_leads_to_its_chapter_and_to_theorems_that_are_there():
    for name in NAMES:
        text = (BOOK / "embed" / f"{name}.html").read_text("utf8")
        home = re.search(r'class="oco-home"><a href="\.\./([^"]+)"', text)[1]
        assert home.startswith("chapters/") and f'data-explorer="{name}"' in (BOOK / home).read_text("utf8")
        links = json.loads(re.search(r'class="oco-files">(.*?)</script>', text)[1])["links"]
        assert "T3" in links and all((BOOK / "embed" / way.partition("#")[0]).is_file() for way in links.values())
        assert '<meta name="robots" content="noindex">' in text and '<html lang="en">' in text


def test_they_are_no_part_of_the_book():
    """Neither searched nor listed; not kept for reading without a network, where no page would be around them."""
    pages = re.search(r'docnames:(\[.*?\])|"docnames":\s?(\[.*?\])', (BOOK / "searchindex.js").read_text("utf8"))
    assert not [page for page in json.loads(pages[1] or pages[2]) if "embed" in page]
    kept = json.loads((BOOK / "_oco" / "offline.json").read_text("utf8"))
    assert not [path for path in kept["book"] if path.startswith("embed/")]
    assert not (BOOK / "sitemap.xml").exists() or "embed/" not in (BOOK / "sitemap.xml").read_text("utf8")


def test_the_code_on_a_page_of_the_book_names_the_page_alone(browser):
    """Also where the book lies below a path."""
    with serve(BOOK, prefix="/some/book/") as server, new_page(browser, thrifty=True, viewport=DESK) as (page, _):
        page.goto(server.url + plain_page_with("kernels"))
        page.evaluate("""() => { Object.defineProperty(navigator, 'clipboard', { configurable: true,
          value: { writeText: async (text) => { window.copied = text; } } }); }""")
        page.wait_for_function("window.ocoExplorers?.kernels")
        page.locator(".oco-menu-button").first.click()
        page.locator(".oco-embed").first.click()
        address = re.search(r'src="([^"#]+)', page.evaluate("copied"))[1]
        assert address == f"{server.url}embed/kernels.html"
        assert page.goto(address).status == 200
