"""The front page, and the frame of every page: cards, folds, the ways to the explorer, the header, paper."""

import io
import re

import numpy as np
import pytest
from PIL import Image
from support.browser import SETTLED, new_page, sized
from support.driving import BOOK, opened

from oco_live.explorer import get
from oco_live.hosts import still

CHAPTERS = [line.split()[-1] for line in (BOOK.parents[1] / "_toc.yml").read_text("utf8").splitlines()
            if "chapters/" in line][:10]
PAGES = ("index.html", "chapters/online_gradient_descent.html", "chapters/kernels.html")
DESK = {"width": 1280, "height": 900}


def test_the_first_screen_is_the_explorer_under_one_sentence(book, browser):
    with new_page(browser, thrifty=True, viewport=DESK) as (page, _):
        page.goto(book.url + "index.html")
        box = lambda selector: page.locator(selector).first.bounding_box()
        dock, title, figure = box(".oco-explorer .oco-dock"), box("article h1"), box(".oco-explorer")
        assert dock["y"] + dock["height"] <= DESK["height"]
        above = [p.inner_text() for p in page.locator("article p").all() if p.is_visible()
                 and title["y"] < p.bounding_box()["y"] < figure["y"]]
        assert len(above) == 1 and above[0].count(".") == 1


def test_ten_cards_lead_to_the_chapters_each_with_its_still_and_its_question(book, browser):
    with new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.goto(book.url + "index.html")
        cards = page.locator(".oco-cards > ul > li")
        links = [link.get_attribute("href") for link in cards.locator("a").all()]
        assert links == [f"{name}.html" for name in CHAPTERS] and len(links) == cards.count() == 10
        for card, link in zip(cards.all(), links):
            first = re.search(r'data-explorer="(\w+)"', (BOOK / link).read_text("utf8"))[1]
            explorer = get(first)
            drawn = still.stills(explorer, explorer.frame(), still.SIZES["side"])[explorer.panels[0].name]["paths"]
            picture = card.locator(".oco-card[aria-hidden=true] svg")
            paths = {g.get_attribute("data-series"): g.locator("path").get_attribute("d")
                     for g in picture.locator("[data-series]").all()}
            assert {name: d for name, d in paths.items() if d} == {name: d for name, d in drawn.items() if d} != {}
            assert card.locator("p").last.inner_text().strip().endswith("?")
            # It is in the colours of the explorers, inside its card.
            box, frame = picture.bounding_box(), card.bounding_box()
            assert frame["x"] < box["x"] and box["x"] + box["width"] < frame["x"] + frame["width"]
            strokes = picture.locator("[data-series] path").evaluate_all(
                "all => all.map((e) => getComputedStyle(e).stroke)")
            assert len(set(strokes) - {"none"}) >= 1
        cards.nth(9).scroll_into_view_if_needed()
        box = cards.nth(9).locator("svg").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # the whole card is the link
        page.wait_for_url("**/" + links[9])
        assert not notes.errors and not notes.foreign


@pytest.mark.parametrize("path", PAGES)
def test_a_fold_is_called_by_what_stands_on_it(book, browser, path):
    with new_page(browser, thrifty=True, viewport=DESK) as (page, _):
        page.goto(book.url + path)
        page.locator("button.toggle-button").first.wait_for()
        found = page.locator("button.toggle-button").evaluate_all("""all => all.map((button) => {
          const names = button.getAttribute('aria-labelledby').split(' ').map((id) => document.getElementById(id));
          return [names.map((e) => e.textContent).join(' '), button.closest('.admonition')
            .querySelector('.admonition-title').textContent, button.getAttribute('aria-label')];
        })""")
        assert found and all(name == title and name.strip() and label is None for name, title, label in found)
        assert page.evaluate("""() => { const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
          return ids.length - new Set(ids).size; }""") == 0


#: Every stop of Tab before the first explorer, by its accessible name as far as a page's own elements need it.
STOPS = """() => {
  const figure = document.querySelector('.oco-explorer');
  const named = (e) => e.getAttribute('aria-label') || e.labels?.[0]?.textContent || e.textContent.trim() || e.title ||
    e.placeholder ||
    (e.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent).join('');
  return [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
    .filter((e) => e.tabIndex >= 0 && e.checkVisibility({ visibilityProperty: true }) &&
      e.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map((e) => [e.outerHTML.slice(0, 80), named(e)]);
}"""


@pytest.mark.parametrize("path", PAGES)
def test_a_reader_with_keys_is_at_the_explorer_at_once_and_meets_nothing_without_a_name(book, browser, path):
    with new_page(browser, thrifty=True, viewport=DESK) as (page, _):
        page.goto(book.url + path)
        page.evaluate(SETTLED)
        stops = page.evaluate(STOPS)
        assert len(stops) > 10 and [html for html, name in stops if not name] == []
        for _ in range(4):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == "Skip to the explorer":
                break
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.oco-explorer')"
                             " === document.querySelector('.oco-explorer')")
    assert "Skip to the explorer" not in (BOOK / "chapters/notation.html").read_text("utf8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_explorer_shines_through_the_header(book, browser, scheme):
    """It is wider than the text; what stands above the text covers it from end to end. And the list of what is on the
    page, folded where an explorer takes its place, leaves no shadow."""
    with new_page(browser, thrifty=True, color_scheme=scheme, viewport=DESK, reduced_motion="reduce") as (page, _):
        driver = opened(page, book, "ogd")
        figure = driver.figure.bounding_box()
        page.evaluate("y => scrollTo(0, y)", page.evaluate("scrollY") + figure["y"] + 150)
        page.evaluate(SETTLED)
        header, figure = page.locator(".bd-header-article").bounding_box(), driver.figure.bounding_box()
        assert header["y"] == 0 and figure["y"] < 0 < figure["y"] + figure["height"]
        left, right = figure["x"], figure["x"] + figure["width"]
        assert left < header["x"] or right > header["x"] + header["width"]
        strips = [(left, header["x"]), (header["x"] + header["width"], right)]
        for start, end in strips:
            if end - start < 2:
                continue
            clip = {"x": start, "y": 1, "width": end - start, "height": header["height"] - 3}
            seen = np.asarray(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")).reshape(-1, 3)
            assert len(np.unique(seen, axis=0)) == 1
        folded = page.locator(".scrolled .bd-sidebar-secondary.hide")
        assert folded.evaluate("e => getComputedStyle(e).boxShadow") == "none"


def test_the_way_back_to_the_top_covers_nothing_on_a_phone(book, browser):
    """Nor at a zoom of 400 %, where a desk is as small as one."""
    with new_page(browser, thrifty=True, reduced_motion="reduce") as (page, _):
        page.goto(book.url + PAGES[1])
        page.evaluate("document.querySelector('#pst-back-to-top').style.opacity = 1")
        for width, height in ((390, 664), (767, 900), (320, 256), (1280, 480)):
            sized(page, width, height)
            for place in (4000, 3000, 2900):
                page.evaluate("y => scrollTo(0, y)", place)
                page.evaluate(SETTLED)
                assert not page.locator("#pst-back-to-top").is_visible(), (width, place)


def test_paper_has_the_chapter_s_number_the_setting_and_no_code_that_shows_an_explorer(book, browser):
    with new_page(browser, thrifty=True, viewport=DESK) as (page, _):
        page.goto(book.url + "chapters/kernels.html")
        page.emulate_media(media="print")
        titles = [h1.inner_text() for h1 in page.locator("h1").all() if h1.is_visible()]
        assert len(titles) == 1 and titles[0].startswith("10. Kernels and margins")
        held = page.locator(".cell.oco-holds-explorer")
        assert held.count() >= 1 and not any(e.is_visible() for e in held.locator(".cell_input").all())
        assert any(e.is_visible() for e in page.locator(".cell:not(.oco-holds-explorer) .cell_input").all())
        figure = page.locator(".oco-explorer").first
        assert figure.locator(".oco-setting-words").is_visible()
        moves = "input:not(.oco-reader), select, .oco-tools button, .oco-more"
        assert [e.get_attribute("class") or e.get_attribute("name") for e in figure.locator(moves).all()
                if e.is_visible()] == []
