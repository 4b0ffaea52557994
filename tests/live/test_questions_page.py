"""Questions in a real browser: hidden before, shown after, kept; pointer, touch, keys, typing; the lecture room."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.asked import Asked
from support.browser import new_page
from support.small import small_site

from oco_live.questions import NAMES

DRAW, NUMBER, CHOOSE = NAMES_OF = ("ogd-small-step", "ogd-double-U", "ogd-negative-regret")
TRUTH = {DRAW: "8.01", NUMBER: "285", CHOOSE: "4180"}
VALLEY = [0.9, 0.7, 0.5, 0.35, 0.25, 0.3, 0.45]
WIDTHS = pytest.mark.parametrize("width", [1280, 390])
ALL = {"rules": {"target-size": {"enabled": True}}}


@pytest.fixture(scope="module")
def site():
    with small_site("ogd", questions=NAMES_OF) as server:
        yield server


@pytest.fixture
def page(browser, site, request):
    width = getattr(request, "param", 1280)
    with new_page(browser, thrifty=True, viewport={"width": width, "height": 800}) as (found, notes):
        ready(found, site)
        yield found
        assert not notes.errors and not notes.foreign


def ready(page, site=None):
    if site:
        page.goto(site.url + "index.html")
    else:
        page.reload()
    page.wait_for_function("window.ocoPredict?.length")


def commit(page, name):
    """Answer a question as quickly as can be."""
    asked = Asked(page, name).open()
    if name == DRAW:
        asked.draw(VALLEY)
    elif name == NUMBER:
        asked.section.locator("input[type=number]").fill("2")
    else:
        asked.section.get_by_label("No", exact=True).check()
    asked.button("commit").click()
    return asked


def text(page):
    """All that is in the document and no script."""
    return page.evaluate("""() => {
      const copy = document.querySelector('.oco-predicts').cloneNode(true);
      for (const script of copy.querySelectorAll('script, noscript')) script.remove();
      return copy.outerHTML; }""")


# ---------------------------------------------------------------- hidden, then shown

@pytest.mark.parametrize("name", NAMES_OF)
def test_the_truth_is_hidden_before_and_shown_after(page, name):
    assert TRUTH[name] not in text(page) and page.locator(".oco-pq-said").count() == 0
    asked = commit(page, name)
    assert asked.state == "committed" and TRUTH[name] in asked.section.inner_text()
    assert asked.said.evaluate("e => e === document.activeElement")
    assert all(TRUTH[other] not in text(page) for other in NAMES_OF if other != name)


def test_one_question_is_open_at_a_time(page):
    found = [Asked(page, name) for name in NAMES_OF]
    assert [asked.is_open() for asked in found] == [True, False, False]
    commit(page, DRAW).button("next").click()
    assert [asked.is_open() for asked in found] == [False, True, False]
    assert found[1].section.locator(".oco-pq-head").evaluate("e => e === document.activeElement")
    found[2].open()
    assert [asked.is_open() for asked in found] == [False, False, True]
    assert page.locator(".oco-pq-count").inner_text() == "predicted 1 of 3"


def test_nothing_is_committed_before_something_is_said(page):
    for name, missing in ((DRAW, "over the whole width"), (NUMBER, "from 1 to 5"), (CHOOSE, "Choose one")):
        asked = Asked(page, name).open()
        assert asked.button("commit").get_attribute("aria-disabled") == "true"
        asked.button("commit").click(force=True)
        assert asked.state == "open" and missing in asked.section.locator(".oco-pq-warning").inner_text()
        assert not asked.kept()


# ---------------------------------------------------------------- a line

def drawn(asked):
    """The committed line at 9 columns, in numbers."""
    asked.button("commit").click()
    assert asked.state == "committed" and asked.path("yours") and asked.path("regret_eta-start")
    return asked.kept()["value"][::6]


@pytest.mark.parametrize("page", [1280, 390], indirect=True)
def test_a_line_is_drawn_by_the_mouse(page):
    asked = Asked(page, DRAW)
    asked.draw([0.75, 0.25, 0.5])
    values = drawn(asked)
    assert values[0] == pytest.approx(1000, rel=0.1) and values[4] == pytest.approx(10, rel=0.1)
    assert values[8] == pytest.approx(100, rel=0.1) and values[2] == pytest.approx(100, rel=0.2)
    assert "you" in asked.section.locator("svg .oco-ends").text_content().lower()
    assert asked.said.inner_text().startswith("You gave the regret a valley of its own.")


def test_a_line_is_drawn_by_a_finger_and_the_page_stands(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 390, "height": 844}, has_touch=True) as (page, notes):
        ready(page, site)
        asked = Asked(page, DRAW)
        asked.box()
        scrolled = page.evaluate("scrollY")
        asked.touch([0.25, 0.3, 0.5, 0.6, 0.75])
        assert page.evaluate("scrollY") == scrolled
        values = drawn(asked)
        assert values == sorted(values) and values[0] == pytest.approx(10, rel=0.1)
        assert asked.said.inner_text().startswith("You let the regret grow with the step.")
        assert not notes.errors


def test_a_line_is_drawn_by_keys(page):
    asked = Asked(page, DRAW)
    asked.pad.focus()
    assert asked.pad.get_attribute("aria-valuetext") == "η = 0.01: not set"
    for column in range(9):
        for _ in range(2 + column):
            page.keyboard.press("Shift+ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
    assert asked.pad.get_attribute("aria-valuetext").startswith("η = 10: ")
    page.keyboard.press("Home")
    assert asked.pad.get_attribute("aria-valuetext").startswith("η = 0.01: ")
    values = drawn(asked)
    assert values == sorted(values, reverse=True)
    assert asked.said.inner_text().startswith("You let small steps cost most")


def test_a_line_is_typed(page):
    asked = Asked(page, DRAW)
    asked.section.locator("summary").click()
    fields = asked.section.locator(".oco-pq-typed input")
    assert fields.count() == 9
    fields.nth(0).fill("20000")
    assert "from 1 to 10000" in asked.section.locator(".oco-pq-warning").inner_text()
    wanted = [20, 20, 20, 20, 500, 20, 20, 20, 20]
    for i, value in enumerate(wanted):
        fields.nth(i).fill(str(value))
    assert drawn(asked) == pytest.approx(wanted, rel=0.02)
    assert asked.said.inner_text().startswith("You drew a hill.")
    assert "above the bound, where no regret can be" in asked.section.locator(".oco-pq-detail").inner_text()


# ---------------------------------------------------------------- a number, and a choice with its why

def test_a_number_is_typed_or_slid(page):
    asked = Asked(page, NUMBER).open()
    field, slider = asked.section.locator("input[type=number]"), asked.section.locator("input[type=range]")
    assert field.input_value() == "" and slider.get_attribute("aria-valuetext") == "not set"
    assert asked.path("bound-start") and not asked.path("bound-double") and not asked.path("yours")
    field.fill("9")
    assert "from 1 to 5" in asked.section.locator(".oco-pq-warning").inner_text() and not asked.path("yours")
    field.fill("4")
    assert slider.input_value() == "4" and asked.path("yours")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    assert field.input_value() == "3.9"
    field.fill("2.5")
    field.press("Enter")
    assert asked.state == "committed" and asked.kept()["value"] == 2.5
    assert asked.said.inner_text() == "You expected 2.5 times as much; it triples."
    assert asked.path("bound-double") and asked.path("regret-double")


@pytest.mark.parametrize("value, words", [
    ("3", "Threefold it is: 94.9 becomes 285."), ("2", "You expected the bound to double"),
    ("4", "You let all of the bound grow"), ("1", "You let the bound stay")])
def test_the_gap_is_said_in_words(page, value, words):
    asked = Asked(page, NUMBER).open()
    asked.section.locator("input[type=number]").fill(value)
    asked.button("commit").click()
    assert asked.said.inner_text().startswith(words)


def test_each_wrong_reason_has_its_own_answer(page):
    asked = commit(page, CHOOSE)
    assert asked.said.inner_text() == "You said no. On real mail, in file order, it is −4180."
    reasons = asked.section.locator(".oco-pq-why input")
    heard = []
    for i in (0, 2, 1):
        reasons.nth(i).check()
        heard.append(asked.section.locator(".oco-pq-heard").text_content())
        assert reasons.nth(i).evaluate("e => e === document.activeElement")
    assert [words.split(".")[0] for words in heard] == ["No", "No", "Yes"] and len(set(heard)) == 3
    assert asked.kept()["why"] == [0, 2, 1] and reasons.nth(0).is_disabled()
    ready(page)
    asked.open()
    assert asked.section.locator(".oco-pq-answer").count() == 3 and reasons.nth(1).is_checked()


# ---------------------------------------------------------------- kept

def test_predictions_are_kept_over_a_reload(page):
    for name in NAMES_OF:
        commit(page, name)
    before = {name: Asked(page, name).kept() for name in NAMES_OF}
    ready(page)
    assert page.locator(".oco-pq-count").inner_text() == "predicted 3 of 3"
    for name in NAMES_OF:
        asked = Asked(page, name).open()
        assert asked.state == "committed" and TRUTH[name] in asked.section.inner_text()
        assert asked.kept() == before[name] and before[name]["v"] == 1


def test_another_try_keeps_the_first_prediction(page):
    asked = commit(page, NUMBER)
    asked.button("again").click()
    assert asked.state == "open" and TRUTH[NUMBER] not in asked.section.inner_text()
    assert asked.section.locator("input[type=number]").input_value() == "2"
    asked.section.locator("input[type=number]").fill("3")
    asked.button("commit").click()
    assert asked.kept()["first"] == 2 and asked.kept()["value"] == 3


def test_skipped_is_remembered_as_skipped(page):
    asked = Asked(page, DRAW)
    asked.button("skip").click()
    assert asked.state == "skipped" and Asked(page, NUMBER).is_open() and TRUTH[DRAW] not in text(page)
    ready(page)
    assert asked.state == "skipped" and not asked.is_open() and Asked(page, NUMBER).is_open()
    assert page.locator(".oco-pq-count").inner_text() == "predicted 0 of 3"
    asked.open().button("show").click()
    assert asked.state == "skipped" and TRUTH[DRAW] in asked.section.inner_text() and not asked.path("yours")
    asked.button("again").click()
    asked.draw(VALLEY)
    asked.button("commit").click()
    assert asked.state == "committed"


@pytest.mark.parametrize("kept", [
    "{", "null", "[]", '{"v":1,"state":"committed","value":[1,2]}', '{"v":1,"state":"committed","value":"<b>"}',
    '{"v":1,"state":"solved"}', '{"v":1,"state":"open","why":"all"}', '{"v":7,"state":"committed","value":2}'])
def test_what_cannot_be_read_leaves_the_question_open(page, kept):
    page.evaluate("([names, kept]) => { for (const name of names) localStorage.setItem(`oco.predict.${name}`, kept); }",
                  [NAMES_OF, kept])
    ready(page)
    assert [Asked(page, name).state for name in NAMES_OF] == ["open"] * 3
    if '"v":7' in kept:  # another edition's: put aside
        assert page.evaluate(f"localStorage.getItem('oco.predict.{DRAW}.other')") == kept
    assert commit(page, DRAW).state == "committed"


def test_without_storage_it_is_said_and_works(browser, site):
    with new_page(browser, thrifty=True) as (page, notes):
        page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })")
        ready(page, site)
        assert "keeps nothing for this site: your predictions are lost" in page.locator(".oco-pq-note").inner_text()
        assert commit(page, CHOOSE).state == "committed" and not notes.errors


# ---------------------------------------------------------------- the explorer, and the lecture room

def test_show_me_moves_the_explorer(page):
    commit(page, DRAW).button("show-0").click()
    page.wait_for_function("ocoExplorers.ogd.frame().params.eta === 0.01")
    assert page.evaluate("document.activeElement.dataset.explorer") == "ogd"
    commit(page, NUMBER).button("show-1").click()
    page.wait_for_function("ocoExplorers.ogd.frame().params.eta === 2 || Math.abs(ocoExplorers.ogd.frame().params.eta"
                           " - 2) < 0.01")
    assert page.evaluate("ocoExplorers.ogd.frame().params.U") == 2


def test_one_key_reveals_in_the_lecture_room(page):
    commit(page, CHOOSE)
    kept = [Asked(page, name).kept() for name in NAMES_OF]
    Asked(page, DRAW).open()
    page.locator(".oco-predicts button[name=lecture]").click()
    room = page.locator("dialog.oco-pq-room-of")
    assert room.evaluate("e => e.matches(':modal')")
    for name, more in ((DRAW, 1), (NUMBER, 1), (CHOOSE, 2)):
        asked = Asked(page, name)
        assert asked.is_open() and TRUTH[name] not in room.inner_text(), name
        assert [Asked(page, other).section.is_visible() for other in NAMES_OF].count(True) == 1
        for _ in range(more):
            page.keyboard.press("PageDown")
            assert TRUTH[name] in room.inner_text()
        page.keyboard.press("PageUp")
        page.keyboard.press("PageDown")
        page.keyboard.press("PageDown")
    assert room.count() == 0 and page.locator("dialog.oco-lecture-room").count() == 1  # on with the explorer
    page.keyboard.press("Escape")
    assert [Asked(page, name).kept() for name in NAMES_OF] == kept
    assert [Asked(page, name).state for name in NAMES_OF] == ["open", "open", "committed"]


def test_escape_leaves_the_room_and_nothing_is_kept_of_it(page):
    page.locator(".oco-pq-head").first.focus()
    page.keyboard.press("l")
    assert page.locator("dialog.oco-pq-room-of").count() == 1
    page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog.oco-pq-room-of')")
    asked = Asked(page, DRAW)
    assert asked.is_open() and TRUTH[DRAW] not in text(page) and not asked.kept() and asked.state == "open"
    asked.draw(VALLEY)
    asked.button("commit").click()
    assert asked.state == "committed"


# ---------------------------------------------------------------- how it looks

@WIDTHS
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(browser, site, width, scheme):
    with new_page(browser, thrifty=True, viewport={"width": width, "height": 844}) as (page, _):
        ready(page, site)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; document.body.style.background ="
                      " theme === 'dark' ? '#13171c' : '#fff'; document.body.style.color = theme === 'dark' ?"
                      " '#fff' : '#000' }", scheme)
        for name in NAMES_OF:
            for answered in (False, True):
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


def test_all_questions_are_looked_at_here():
    assert set(NAMES_OF) <= set(NAMES)
