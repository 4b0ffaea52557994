"""The pages of the book in a browser: widths, search, light and dark, icons, the ring of what the keys read."""

import io
import re

import numpy as np
import pytest
from PIL import Image
from support.browser import new_page, sized
from support.driving import BOOK
from support.server import serve

DESK = {"width": 1280, "height": 900}


def test_no_width_makes_a_page_scroll_sideways(book, browser):
    with new_page(browser, thrifty=True) as (page, _):
        for name in ("index.html", "chapters/online_gradient_descent.html"):
            page.goto(book.url + name)
            for width in (320, 390, 1024, 1280, 1920):
                sized(page, width, 900)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (
                    f"{name} scrolls sideways at {width}")
                box = page.locator(".oco-explorer").first.bounding_box()
                assert box["x"] >= 0 and box["x"] + box["width"] <= width
                if width >= 1280:
                    assert box["width"] >= 900


def test_search_finds_a_word_of_the_chapter(browser):
    with serve(BOOK, prefix="/book/") as server, new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.goto(server.url + "index.html")
        page.keyboard.press("Control+k")
        field = page.locator("#pst-search-dialog input[type=search]")
        field.fill("projection")
        field.press("Enter")
        page.wait_for_url("**/search.html?q=projection")
        result = page.locator("#search-results a[href*=online_gradient_descent]").first
        result.wait_for()
        page.wait_for_function("document.querySelector('#search-results .context')")
        assert "\\" not in page.locator("#search-results").inner_text(), "sources of formulas among the results"
        result.click()
        page.wait_for_url("**/chapters/online_gradient_descent.html**")
        # Leaving a page breaks off what it was still fetching, so failed requests say nothing here.
        assert not notes.console + notes.errors + notes.foreign


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colour_follows_the_system_until_the_reader_chooses(book, browser, scheme):
    with new_page(browser, thrifty=True, color_scheme=scheme, viewport=DESK) as (page, _):
        page.goto(book.url + "index.html")
        theme = "document.documentElement.dataset.theme"
        assert page.evaluate(theme) == scheme
        button = page.locator(".article-header-buttons .theme-switch-button")
        for _ in range(3):
            if page.evaluate(theme) != scheme:
                break
            button.click()
        other = page.evaluate(theme)
        assert other != scheme
        page.reload()
        assert page.evaluate(theme) == other


def test_pictures_follow_light_and_dark(book, browser):
    """Matplotlib draws on white. In the dark a picture is dark, its text and lines bright; in the light and on paper
    it is as stored."""

    def seen(picture):
        pixels = np.asarray(Image.open(io.BytesIO(picture.screenshot())).convert("L")) / 255
        return pixels.mean(), pixels.min(), pixels.max()

    with new_page(browser, thrifty=True, color_scheme="dark", viewport=DESK) as (page, _):
        page.goto(book.url + "chapters/spam_filter.html")
        pictures = page.locator(".bd-content .cell_output img").all()
        assert len(pictures) == 3  # two PNG, and the SVG that stands for a widget
        for picture in pictures:
            picture.scroll_into_view_if_needed()
            mean, _, brightest = seen(picture)
            assert mean < 0.3 and brightest > 0.85
        words = page.locator(
            ".bd-content .cell_output .text_html:has(> img) > p")  # beside the still, on the page's ground
        assert words.evaluate("p => getComputedStyle(p).color") == page.locator(".bd-article p").first.evaluate(
            "p => getComputedStyle(p).color")
        for media, theme in (("print", "dark"), ("screen", "light")):
            page.emulate_media(media=media)
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            for picture in pictures:
                assert "invert" not in picture.evaluate("e => getComputedStyle(e).filter"), (media, theme)
        for picture in pictures:
            mean, darkest, _ = seen(picture)
            assert mean > 0.8 and darkest < 0.2


def test_every_icon_is_drawn(book, browser):
    """Each icon of the page has a shape: its class is one that book.css knows."""
    script = """() => [...document.querySelectorAll("i[class], span.fa-solid, .admonition-title")].map(element => {
        const pseudo = element.matches(".admonition-title") ? "::after" : null, style = getComputedStyle(element,
          pseudo);
        return [element.className, style.content !== "none" && style.maskImage];
    })"""
    with new_page(browser, thrifty=True, viewport=DESK) as (page, _):
        for name in ("index.html", "chapters/online_gradient_descent.html", "search.html"):
            page.goto(book.url + name)
            found = page.evaluate(script)
            assert found
            for classes, mask in found:
                assert mask is False or mask.startswith("url("), f"{name}: no shape for {classes!r}"


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours "rgb(r, g, b)"."""
    def luminance(colour):
        channels = np.array([int(part) for part in re.findall(r"\d+", colour)[:3]]) / 255
        return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4) @ [
            0.2126, 0.7152, 0.0722]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_has_a_ring_while_the_keys_read_it(book, browser, scheme):
    """The field that takes the keys is invisible: the ring is around the picture."""
    ring = """(picture) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(picture), {
          backgroundColor } = getComputedStyle(picture.closest(".oco-explorer"));
        return [outlineStyle, outlineWidth, outlineColor, backgroundColor];
    }"""
    with new_page(browser, thrifty=True, color_scheme=scheme, viewport=DESK) as (page, _):
        page.goto(book.url + "index.html")
        picture = page.locator(".oco-reader ~ svg").first
        assert picture.evaluate(ring)[0] == "none"
        page.locator(".oco-explorer .oco-tools button[tabindex='0']").first.focus()
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.oco-reader')"):
                break
        style, width, colour, back = page.locator(".oco-reader:focus ~ svg").evaluate(ring)
        assert (style, width) == ("solid", "2px")
        assert contrast(colour, back) >= 3  # WCAG 1.4.11
