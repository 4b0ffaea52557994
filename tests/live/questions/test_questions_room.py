"""Questions beside their explorer, in the lecture room, on paper, and how they look."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.asked import CHOOSE, DRAW, NAMES_OF, NUMBER, TRUTH, VALLEY, Asked, commit, ready, text
from support.browser import SETTLED, new_page

WIDTHS = pytest.mark.parametrize("width", [1280, 390])
ALL = {"rules": {"target-size": {"enabled": True}}}


# ---------------------------------------------------------------- the explorer, and the lecture room

def test_show_me_moves_the_explorer(page):
    commit(page, DRAW).button("show-0").click()
    page.wait_for_function("ocoExplorers.ogd.frame().params.eta === 0.01")
    assert page.evaluate("document.activeElement.dataset.explorer") == "ogd"
    commit(page, NUMBER).button("show-1").click()
    page.wait_for_function("ocoExplorers.ogd.frame().params.eta === 2 || Math.abs(ocoExplorers.ogd.frame().params.eta"
                           " - 2) < 0.01")
    assert page.evaluate("ocoExplorers.ogd.frame().params.U") == 2
    Asked(page, CHOOSE).open()
    back = page.locator(".oco-pq-back")
    assert back.count() == 1 and back.inner_text() == "Back to the question"
    page.evaluate("ocoExplorers.ogd.view.figure.focus()")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    asked = Asked(page, NUMBER)
    assert asked.is_open() and asked.said.is_visible() and back.count() == 0
    assert asked.section.locator(".oco-pq-head").evaluate("e => e === document.activeElement")


def test_one_key_reveals_in_the_lecture_room(page):
    commit(page, CHOOSE)
    kept = [Asked(page, name).kept() for name in NAMES_OF]
    Asked(page, DRAW).open()
    page.locator(".oco-predicts button[name=lecture]").click()
    room = page.locator("dialog.oco-pq-room-of")
    room.wait_for()
    assert room.evaluate("e => e.matches(':modal')")
    for name, more in ((DRAW, 1), (NUMBER, 1), (CHOOSE, 2)):
        asked = Asked(page, name)
        assert asked.is_open() and TRUTH[name] not in room.inner_text(), name
        assert [Asked(page, other).section.is_visible() for other in NAMES_OF].count(True) == 1
        for _ in range(more):
            page.keyboard.press("PageDown")
            assert TRUTH[name] in room.inner_text()
        if more == 2:  # the reason, too, is on the wall
            assert asked.section.locator(".oco-pq-why").evaluate("e => e.getBoundingClientRect().bottom <= innerHeight")
        page.keyboard.press("PageUp")
        page.keyboard.press("PageDown")
        page.keyboard.press("PageDown")
    assert room.count() == 0 and page.locator("dialog.oco-lecture-room").count() == 1  # on with the explorer
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog.oco-lecture-room')")
    assert [Asked(page, name).kept() for name in NAMES_OF] == kept
    assert [Asked(page, name).state for name in NAMES_OF] == ["open", "open", "committed"]


#: What sphinx_highlight.js does on every page of the book.
SPHINX = """document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !/INPUT|BUTTON/.test(document.activeElement.tagName)) event.preventDefault();
})"""


def test_escape_leaves_the_room_and_nothing_is_kept_of_it(page):
    page.evaluate(SPHINX)
    page.locator(".oco-pq-head").first.focus()
    page.keyboard.press("l")
    page.locator("dialog.oco-pq-room-of").wait_for()
    page.evaluate("""() => { for (let i = 0; i < 2; i++) document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'l', bubbles: true })); }""")  # out again, and in, at once
    page.evaluate("() => new Promise((done) => setTimeout(done))")
    assert page.locator("dialog.oco-pq-room-of:modal").count() == 1
    page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog.oco-pq-room-of')")
    asked = Asked(page, DRAW)
    assert asked.is_open() and TRUTH[DRAW] not in text(page) and not asked.kept() and asked.state == "open"
    asked.draw(VALLEY)
    asked.button("commit").click()
    assert asked.state == "committed"


def test_a_finger_leads_through_the_lecture_room(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 390, "height": 844}, has_touch=True) as (page, notes):
        ready(page, site)
        page.locator(".oco-predicts button[name=lecture]").tap()
        room = page.locator("dialog.oco-pq-room-of")
        on = room.locator("button[name=on]")
        for name, more in ((DRAW, 1), (NUMBER, 1), (CHOOSE, 2)):
            assert on.inner_text() == "Answer" and Asked(page, name).is_open() and TRUTH[name] not in room.inner_text()
            for _ in range(more):
                on.tap()
                assert on.inner_text() == "Next" and TRUTH[name] in room.inner_text(), name
                box = on.bounding_box()  # it stays in view, however long the answer is
                assert box["y"] >= 0 and box["y"] + box["height"] <= 844 and box["x"] + box["width"] <= 390
            on.tap()
        assert room.count() == 0 and page.locator("dialog.oco-lecture-room").count() == 1
        assert page.locator("button[name=on]").count() == 0 and not notes.errors


def test_what_is_drawn_on_the_wall_stands_beside_the_answer(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 1920, "height": 1080}) as (page, notes):
        ready(page, site)
        page.locator(".oco-predicts button[name=lecture]").click()
        page.locator("dialog.oco-pq-room-of").wait_for()
        asked = Asked(page, DRAW)
        asked.draw([0.25, 0.5, 0.75])  # the picture is magnified there
        page.keyboard.press("PageDown")
        assert asked.path("yours") and asked.said.inner_text().startswith("You let the regret grow with the step.")
        assert "drawn 1000, measured 25.6" in asked.section.inner_text()
        page.keyboard.press("PageUp")
        assert not asked.path("regret_eta-start") and TRUTH[DRAW] not in asked.section.inner_text()
        page.keyboard.press("Escape")
        page.wait_for_function("!document.querySelector('dialog.oco-pq-room-of')")
        assert asked.state == "open" and not asked.kept() and not notes.errors


#: What moves while a page loads.
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts.push(entry.value);
}).observe({ type: 'layout-shift', buffered: true });"""


@WIDTHS
def test_nothing_jumps_while_the_script_comes(browser, site, width):
    with new_page(browser, thrifty=True, viewport={"width": width, "height": 844}) as (page, _):
        page.add_init_script(SHIFTS)
        page.route("**/predict-*.js", lambda route: (page.wait_for_timeout(500), route.continue_()))
        ready(page, site)
        page.evaluate(SETTLED)
        assert sum(page.evaluate("shifts")) <= 0.02


# ---------------------------------------------------------------- how it looks

@pytest.mark.parametrize("width, scheme", [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(browser, site, width, scheme):
    with new_page(browser, thrifty=True, viewport={"width": width, "height": 844}) as (page, _):
        ready(page, site)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; document.body.style.background ="
                      " theme === 'dark' ? '#121212' : '#fff'; document.body.style.color = theme === 'dark' ?"
                      " '#fff' : '#000' }", scheme)
        for name, answered in ((DRAW, False), *((name, True) for name in NAMES_OF)):
            asked = Asked(page, name).open()
            if answered:
                commit(page, name)
            found = Axe().run(page, ".oco-predicts", options=ALL).response["violations"]
            assert found == [], (name, answered, json.dumps(found)[:1500])
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            asked.section.evaluate("e => e.scrollIntoView()")


def test_forced_colours_tell_the_reader_from_the_measured(browser, site):
    with new_page(browser, thrifty=True, forced_colors="active") as (page, _):
        ready(page, site)
        asked = commit(page, DRAW)
        widths = [asked.section.locator(f'[data-series="{series}"] path').evaluate(
            "e => getComputedStyle(e).strokeWidth") for series in ("yours", "regret_eta-start")]
        assert float(widths[0][:-2]) >= 2 * float(widths[1][:-2])


def test_on_paper_there_is_room_to_write_and_no_answer(page):
    commit(page, DRAW)
    page.emulate_media(media="print")
    for name in NAMES_OF:
        asked = Asked(page, name)
        assert asked.section.locator(".oco-pq-text").is_visible()
        assert asked.section.locator(".oco-pq-paper").bounding_box()["height"] >= 96
        assert asked.section.locator(".oco-pq-live").is_hidden()


def test_without_scripts_the_answer_is_folded(browser, site):
    with new_page(browser, java_script_enabled=False) as (page, _):
        page.goto(site.url + "index.html")
        for name in NAMES_OF:
            asked = Asked(page, name)
            assert asked.section.locator(".oco-pq-text").is_visible()
            assert asked.section.locator("details p").first.is_hidden()
            asked.section.locator("summary").click()
            assert TRUTH[name] in asked.section.inner_text()
        assert page.locator("button[name=lecture]").is_hidden()
