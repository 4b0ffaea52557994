"""Three questions in a real browser: hidden before, shown after; pointer, touch, keys, typed numbers; why."""

import pytest
from support.asked import CHOOSE, DRAW, NAMES_OF, NUMBER, TRUTH, Asked, commit, ready, text
from support.browser import new_page

from oco_live.questions import NAMES

# ---------------------------------------------------------------- hidden, then shown

def test_the_truth_is_hidden_before_and_shown_after(page):
    for i, name in enumerate(NAMES_OF):
        assert all(TRUTH[other] not in text(page) for other in NAMES_OF[i:])
        asked = commit(page, name)
        assert asked.state == "committed" and TRUTH[name] in asked.section.inner_text()
        assert asked.said.evaluate("e => e === document.activeElement")


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


def refused(asked, field, value):
    """What is typed is no number of the axis: it is said at once, and nothing is committed."""
    field.fill(value)
    warning = asked.section.locator(".oco-pq-warning")
    assert warning.inner_text() == "A number from 1 to 10000."
    asked.button("commit").click(force=True)
    assert warning.inner_text() == "A number from 1 to 10000 in each box first."
    assert asked.state == "open" and field.input_value() == value


def test_a_line_is_typed(page):
    asked = Asked(page, DRAW)
    asked.section.locator("summary").click()
    fields = asked.section.locator(".oco-pq-typed input")
    assert fields.count() == 9 and asked.section.locator(".oco-pq-typed p").inner_text() == "regret, from 1 to 10000"
    assert [fields.nth(0).get_attribute(end) for end in ("min", "max")] == ["1", "10000"]
    refused(asked, fields.nth(0), "999999999")
    wanted = [20, 20, 20, 20, 500, 20, 20, 20, 20]
    for i, value in enumerate(wanted):
        fields.nth(i).fill(str(value))
    assert drawn(asked) == pytest.approx(wanted, rel=0.02)
    assert asked.said.inner_text().startswith("You drew a hill.")
    assert "above the bound, where no regret can be" in asked.section.locator(".oco-pq-detail").inner_text()
    asked.button("again").click()  # there is a line now: a number that is none of the axis is refused all the same
    asked.section.locator("summary").click()
    refused(asked, fields.nth(3), "999999999")
    fields.nth(4).fill("100")
    refused(asked, fields.nth(4), "-3")
    asked.draw([0.5, 0.5])  # the boxes follow the line
    assert fields.nth(3).input_value() == fields.nth(4).input_value() == "100"
    fields.nth(3).fill("20")
    fields.nth(3).press("Enter")
    assert asked.state == "committed" and asked.kept()["value"][18] == pytest.approx(20, rel=0.02)


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


def test_the_gap_is_said_in_words(page):
    asked = Asked(page, NUMBER).open()
    for value, words in (
            ("3", "Threefold it is: 94.9 becomes 285."), ("2", "You expected the bound to double"),
            ("4", "You let all of the bound grow"), ("1", "You let the bound stay")):
        asked.section.locator("input[type=number]").fill(value)
        asked.button("commit").click()
        assert asked.said.inner_text().startswith(words)
        asked.button("again").click()


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


def test_all_questions_are_looked_at_here():
    assert set(NAMES_OF) <= set(NAMES)
