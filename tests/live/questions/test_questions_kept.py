"""What is kept of questions on the reader's device."""

from support.asked import CHOOSE, DRAW, NAMES_OF, NUMBER, TRUTH, VALLEY, Asked, commit, ready, text
from support.browser import new_page


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
    assert page.locator(".oco-pq-count").inner_text() == "predicted 1 of 3"  # the first one counts
    asked.button("skip").click()  # given up: what was predicted stays
    assert asked.state == "committed" and asked.kept()["first"] == asked.kept()["value"] == 2
    asked.open().button("again").click()
    assert asked.section.locator("input[type=number]").input_value() == "2"
    asked.section.locator("input[type=number]").fill("3")
    asked.button("commit").click()
    assert asked.kept()["first"] == 2 and asked.kept()["value"] == 3


def test_what_stands_there_uncommitted_is_kept_over_a_reload(page):
    drawn, number, chosen = (Asked(page, name) for name in NAMES_OF)
    box = drawn.box()
    page.mouse.move(box["x"] + 1, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 4, steps=5)
    page.mouse.up()
    assert drawn.section.locator(".oco-pq-warning").inner_text() == "Draw the line over the whole width first."
    line = drawn.section.locator('[data-series="yours"] path[d^=M]')
    before = line.get_attribute("d")
    ready(page)
    draft = drawn.kept()["draft"]
    assert drawn.state == "open" and line.get_attribute("d") == before and None in draft and draft[0] > 50
    drawn.draw(VALLEY)
    drawn.button("commit").click()
    assert drawn.kept()["draft"] is None
    number.open().section.locator("input[type=number]").fill("2")
    chosen.open().section.get_by_label("No", exact=True).check()  # and the number is folded
    ready(page)
    assert number.state == "open" and number.open().section.locator("input[type=number]").input_value() == "2"
    assert chosen.open().section.get_by_label("No", exact=True).is_checked() and chosen.state == "open"
    assert page.locator(".oco-pq-count").inner_text() == "predicted 1 of 3"


def test_two_pages_of_the_book_know_of_each_other(page, site):
    other = page.context.new_page()
    ready(other, site)
    commit(other, NUMBER)
    page.wait_for_function("document.querySelector('.oco-pq-count').textContent === 'predicted 1 of 3'")
    asked = Asked(page, NUMBER).open()
    assert asked.state == "committed" and TRUTH[NUMBER] in asked.section.inner_text()
    other.evaluate("localStorage.clear()")
    page.wait_for_function("document.querySelector('.oco-pq-count').textContent === 'predicted 0 of 3'")
    assert asked.state == "open"
    other.close()


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


UNREADABLE = (
    "{", "null", "[]", '{"v":1,"state":"committed","value":[1,2]}', '{"v":1,"state":"committed","value":"<b>"}',
    '{"v":1,"state":"solved"}', '{"v":1,"state":"open","why":"all"}', '{"v":7,"state":"committed","value":2}')


def test_what_cannot_be_read_leaves_the_question_open(page):
    for kept in UNREADABLE:
        page.evaluate("([names, kept]) => { for (const name of names) localStorage.setItem(`oco.predict.${name}`, kept)"
                      "; }", [NAMES_OF, kept])
        ready(page)
        assert [Asked(page, name).state for name in NAMES_OF] == ["open"] * 3, kept
        other = page.evaluate(f"localStorage.getItem('oco.predict.{DRAW}.other')")
        assert '"v":7' not in kept or other == kept  # another edition's: put aside
    assert commit(page, DRAW).state == "committed"


def test_without_storage_it_is_said_and_works(browser, site):
    with new_page(browser, thrifty=True) as (page, notes):
        page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })")
        ready(page, site)
        assert "keeps nothing for this site: your predictions are lost" in page.locator(".oco-pq-note").inner_text()
        assert commit(page, CHOOSE).state == "committed" and not notes.errors
