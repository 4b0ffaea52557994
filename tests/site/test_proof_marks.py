"""A bar of the proof's explorer and its line in the chapter mark each other: mouse, keyboard, touch; page and
notebook."""

import pytest
from playwright.sync_api import expect
from support.browser import new_page, sized, themed
from support.server import serve

from oco_live.explorers.ogd_proof import LINES
from oco_live.hosts import bundle
from oco_live.hosts.markup import figure_html

CHAPTER = "chapters/online_gradient_descent.html"
MARKS = ["proof-" + line.replace(" ", "-") for line in LINES]


def proof_on(page, url):
    page.goto(url + CHAPTER)
    page.wait_for_function("window.ocoExplorers?.ogd_proof && document.querySelector('.oco-proof-button')")
    return page.locator('.oco-explorer[data-explorer="ogd_proof"]')


def marked(page):
    """What is marked, as the reader meets it: bars, legend buttons, the proof's lines and their buttons."""
    return page.evaluate("""() => {
      const figure = document.querySelector('.oco-explorer[data-explorer="ogd_proof"]');
      const ids = (selector, root = document) => [...new Set([...root.querySelectorAll(selector)]
        .map((e) => e.dataset.mark ?? e.id))].filter(Boolean);
      return {
        bars: ids('g.oco-marked', figure),
        legend: ids('button[aria-pressed="true"]', figure).filter((id) => id.startsWith('proof-')),
        lines: ids('p.oco-proof-line.oco-marked'),
        formulas: document.querySelectorAll('.math.oco-proof-line.oco-marked').length,
        buttons: [...document.querySelectorAll('.oco-proof-button[aria-pressed="true"]')].map((b) => b.closest('p').id),
      };
    }""")


def only(mark):
    return {"bars": [mark], "legend": [mark], "lines": [mark], "formulas": 1, "buttons": [mark]}


NOTHING = {"bars": [], "legend": [], "lines": [], "formulas": 0, "buttons": []}


def legend_button(figure, mark, which=0):
    """In the list of all curves, which is opened: one beside the bar's name, one beside its curve over time."""
    figure.locator(".oco-more").evaluate("e => { e.open = true; }")
    return figure.locator(f'.oco-curves button.oco-mark[data-mark="{mark}"]').nth(which)


def test_every_line_of_the_proof_has_its_bar_and_its_button(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        figure = proof_on(page, book.url)
        assert marked(page) == NOTHING
        for mark, line in zip(MARKS, LINES):
            assert figure.locator(f'g[data-mark="{mark}"]').count() == 2  # its bar, and its curve over time
            button = legend_button(figure, mark)
            assert line in button.get_attribute("aria-label") and button.get_attribute("aria-pressed") == "false"
            # may be far from the screen
            assert page.locator(f"#{mark} strong > button").text_content() == line.capitalize() + "."
        assert notes.all() == []


def test_the_mouse_marks_both_ways(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        figure = proof_on(page, book.url)
        for mark in MARKS:
            legend_button(figure, mark).click()
            assert marked(page) == only(mark)
        legend_button(figure, MARKS[-1], 1).click()  # once more: off
        assert marked(page) == NOTHING
        middle = figure.locator('[data-panel="proof"] g[data-mark="proof-diameter"]').evaluate(
            "g => { g.scrollIntoView({ block: 'center', behavior: 'instant' }); const r = g.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; }")
        page.mouse.click(*middle)  # the bar itself, a stroke without height
        assert marked(page) == only("proof-diameter")
        link = figure.locator(".oco-mark-note a")
        assert link.inner_text() == "to the line “Diameter” of the proof"
        link.click()
        page.wait_for_function(
            "Math.abs(document.querySelector('#proof-diameter').getBoundingClientRect().top) < innerHeight / 2")
        assert marked(page) == only("proof-diameter")
        page.locator("#proof-gradient strong > button").click()
        assert marked(page) == only("proof-gradient")
        page.locator("#proof-gradient + .math").click()  # the formula is part of the line
        assert marked(page) == NOTHING
        page.locator("#proof-gradient").click(position={"x": 200, "y": 10})
        assert marked(page) == only("proof-gradient")
        page.locator("#proof-gradient .oco-proof-link").click()  # the way back is no choice
        page.wait_for_function(
            """document.querySelector('[data-explorer="ogd_proof"]').getBoundingClientRect().top < innerHeight""")
        assert marked(page) == only("proof-gradient")
        assert notes.all() == []


@pytest.mark.parametrize("key", ["Enter", " "])
def test_the_keyboard_marks_both_ways(browser, book, key):
    with new_page(browser, thrifty=True) as (page, notes):
        figure = proof_on(page, book.url)
        legend_button(figure, "proof-projection").focus()
        page.keyboard.press(key)
        assert marked(page) == only("proof-projection")
        page.locator("#proof-telescoping strong > button").focus()
        page.keyboard.press(key)
        assert marked(page) == only("proof-telescoping")
        page.keyboard.press(key)
        assert marked(page) == NOTHING
        assert notes.all() == []


def test_touch_marks_both_ways(browser, book):
    with new_page(browser, thrifty=True, viewport={"width": 390, "height": 844}, has_touch=True,
                  is_mobile=True) as (page, notes):
        figure = proof_on(page, book.url)
        legend_button(figure, "proof-sum").tap()
        expect(legend_button(figure, "proof-sum")).to_have_attribute("aria-pressed", "true")
        assert marked(page) == only("proof-sum")
        page.locator("#proof-convexity strong > button").tap()
        expect(legend_button(figure, "proof-convexity")).to_have_attribute("aria-pressed", "true")
        assert marked(page) == only("proof-convexity")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        for mark in MARKS:  # targets of at least 24 px (WCAG 2.5.8)
            assert legend_button(figure, mark).bounding_box()["height"] >= 24
        assert notes.all() == []


def test_a_mark_stays_while_the_sliders_move(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        figure = proof_on(page, book.url)
        legend_button(figure, "proof-gradient").click()
        page.wait_for_function("window.ocoExplorers.ogd_proof.sweeps.regression?.axes")
        figure.locator('[name="eta"]').focus()
        page.keyboard.press("End")
        page.wait_for_function("window.ocoExplorers.ogd_proof.frame().params.eta === 10")
        assert marked(page) == only("proof-gradient")
        assert notes.all() == []


def test_axe_finds_nothing_with_a_line_marked(browser, book):
    from axe_playwright_python.sync_playwright import Axe

    with new_page(browser, thrifty=True, reduced_motion="reduce") as (page, _):
        figure = proof_on(page, book.url)
        legend_button(figure, "proof-diameter").click()
        # axe reads all of a page before it looks at parts of it, and most of a chapter are its formulas' pieces.
        page.evaluate("""() => document.querySelectorAll('article *').forEach((e) =>
            e.closest('.oco-explorer, .oco-proof-line') || e.querySelector('.oco-explorer, .oco-proof-line')
            || e.remove())""")
        for theme, size in (("light", (390, 844)), ("dark", (1280, 900))):
            themed(page, theme)
            sized(page, *size)
            parts = ['[data-explorer="ogd_proof"]', "#proof-diameter", "#proof-convexity"]
            found = Axe().run(page, context={"include": [[part] for part in parts]}).response["violations"]
            assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == [], (theme, size)


def test_without_the_proof_s_lines_a_choice_only_highlights(browser, tmp_path):
    """As in a notebook: the same figure on a page that has no proof."""
    figure = figure_html("ogd_proof", {}, "here", "kernel")
    for name, text in bundle.modules("view.js").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "index.html").write_text(
        f'<!doctype html><html lang="en"><head><meta '
        f'charset="utf-8"><title>t</title><style>{bundle.stylesheet()}</style></head><body>{figure}'
        '<script type="module">import { View } from "./view.js"; window.view = new '
        'View(document.querySelector("figure"), () => {});</script>'
        "</body></html>", encoding="utf-8")
    with serve(tmp_path) as server, new_page(browser, thrifty=True) as (page, notes):
        page.goto(server.url + "index.html")
        page.wait_for_function("window.view")
        legend_button(page.locator("figure"), "proof-diameter").click()
        assert marked(page) == only("proof-diameter") | {"lines": [], "formulas": 0, "buttons": []}
        assert page.locator(".oco-mark-note").count() == 0
        assert notes.errors == []
