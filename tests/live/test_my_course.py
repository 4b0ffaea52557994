"""The page "my course", the marks in the contents, and the place: in a real browser."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.browser import BLOCKED, new_page
from support.course_site import CHAPTER, CHOOSE, course_site, taken

from oco_live.hosts import bundle, course, course_page
from oco_live.questions.question import answered

ROW = f'tr[data-chapter="{CHAPTER}"]'
MARK = f'a[href="{CHAPTER}.html"] .oco-done'
KNOWN = course.chapter(CHAPTER)
QUESTIONS, EXERCISES = ([one["name"] for one in KNOWN[kind]] for kind in ("questions", "exercises"))
RIGHT = next(q["right"] for q in KNOWN["questions"] if q["name"] == CHOOSE)
#: What a device keeps: an exercise that passed and one that did not, what other editions kept, and what is no course's.
KEPT = {
    "oco.exercise.ogd-step": {"v": 1, "code": "    return w", "passed": True, "verdict": None},
    "oco.exercise.ogd-tuned": {"v": 1, "code": "U / G", "passed": False, "verdict": {
        "state": "failed", "sentence": "at *T* = 4.", "hint": "The root is missing."}},
    "oco.exercise.of-old": {"v": 1, "code": "7", "passed": True},
    "oco.predict.of-old-too": {"v": 1, "state": "committed", "value": 3},
    "oco.predict.ogd-double-U": {"v": 1, "state": "skipped", "value": None, "why": []},
}
#: The place that is kept where the page is left at its question.
LEFT = """() => {
  document.querySelector("#part-0").style.marginTop = "100vh";
  Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  delete document.hidden;
  return JSON.parse(localStorage.getItem("oco.place")).words;
}"""


@pytest.fixture(scope="module")
def site():
    with course_site() as server:
        yield server


@pytest.fixture
def page(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 800}) as (found, notes):
        yield found
        assert not notes.errors and not notes.foreign and not notes.failed
        assert found.context.cookies() == []


def visit(page, site, name):
    page.goto(f"{site.url}chapters/{name}.html")
    if name == "my_course":
        page.wait_for_function("window.ocoCourse")


def keep(page, entries):
    page.evaluate("kept => { for (const key in kept) localStorage.setItem(key, JSON.stringify(kept[key])) }", entries)


def cells(page):
    return page.locator(f"{ROW} td").all_inner_texts()


def said(page):
    return page.locator(".oco-co-said")


def test_what_is_done_is_marked_counted_handed_in_saved_deleted_and_read_again(page, site, tmp_path):
    # Nothing yet: no nought, no mark.
    visit(page, site, "my_course")
    fresh = cells(page)
    assert fresh == [f"{len(QUESTIONS)} questions", "1 reason" if len(QUESTIONS) == 3 else fresh[1],
                     f"{len(EXERCISES)} exercises"]
    assert "0 of" not in page.locator("main").inner_text() and page.locator(".oco-done").count() == 0
    assert page.locator(".oco-co-none").is_visible() and page.locator(".oco-co-hand form").is_hidden()
    assert page.locator(".oco-co-place").is_hidden() and page.locator(".oco-co-unknown").is_hidden()
    page.get_by_role("button", name="Save all in a file").click()
    assert said(page).inner_text() == "Nothing is kept yet, so there is nothing to save."

    # A question of a chapter: its mark comes at once.
    visit(page, site, CHAPTER)
    assert page.locator(".oco-done").count() == 0
    asked = page.locator(f'.oco-predict[data-question="{CHOOSE}"]')
    asked.locator("input[value=yes]").check()
    asked.locator("button[name=commit]").click()
    page.locator(MARK).wait_for()
    assert page.locator(MARK).get_attribute("aria-label") == f"1 of {len(QUESTIONS)} predicted"
    asked.locator(f".oco-pq-why input[value='{RIGHT}']").check()
    asked.locator("button[name=again]").click()  # another try, left: the first one counts in all that follows
    assert page.evaluate(LEFT) == f"question 1, {answered(CHOOSE)['title']}"
    page.locator("#part-2").evaluate("e => e.scrollIntoView()")
    keep(page, KEPT)

    # What was done stands there, after a reload, too; what this edition does not know is named.
    visit(page, site, "my_course")
    for _ in range(2):
        assert cells(page)[0] == f"1 of {len(QUESTIONS)}, 1 skipped"
        assert cells(page)[1].startswith("1 of ") and cells(page)[2] == f"1 of {len(EXERCISES)}, 1 tried"
        place = page.locator(".oco-co-place a")
        assert place.inner_text().endswith(", Part 2") and place.get_attribute("href") == f"{CHAPTER}.html#part-2"
        assert page.locator(".oco-co-unknown").inner_text().endswith(": of-old-too, of-old.")
        page.locator(MARK).wait_for()
        assert page.locator(MARK).get_attribute("aria-label").endswith(f"1 of {len(EXERCISES)} solved")
        page.reload()
        page.wait_for_function("window.ocoCourse")

    # Handed in: read by another program than the one that wrote it.
    page.locator(".oco-co-hand input").fill("  Ann\u202e Lee ")
    page.locator("button[name=make]").click()
    page.locator(".oco-co-result").wait_for()
    text = page.locator(".oco-co-result textarea").input_value()
    entry = taken(text)
    assert (entry["c"], entry["e"], entry["n"]) == (CHAPTER, KNOWN["edition"], "Ann Lee")
    assert entry["q"][QUESTIONS.index(CHOOSE)] == ["yes", [RIGHT]]
    assert entry["q"][QUESTIONS.index("ogd-double-U")] == ["-"]
    assert entry["x"][EXERCISES.index("ogd-step")] == [1, "    return w"]
    assert entry["x"][EXERCISES.index("ogd-tuned")] == [0, "U / G", "The root is missing."]
    assert len(text) < 1000 and "2 questions, 2 exercises" in page.locator(".oco-co-handed").inner_text()
    page.locator("button[name=code]").click()
    page.locator(".oco-co-code svg[role=img]").wait_for()
    page.locator("button[name=make]").click()
    page.wait_for_function("old => document.querySelector('.oco-co-result textarea').value !== ''", arg=text)
    assert taken(page.locator(".oco-co-result textarea").input_value())["i"] == entry["i"]  # the same device

    # One file; deleted after one question; read again, and nothing is missing.
    state = "JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('oco.')).sort())"
    before = dict(json.loads(page.evaluate(state)))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save all in a file").click()
    download.value.save_as(tmp_path / "course.json")
    page.get_by_role("button", name="Delete all").click()
    page.get_by_role("button", name="Keep it").click()
    assert dict(json.loads(page.evaluate(state))) == before
    page.get_by_role("button", name="Delete all").click()
    page.get_by_role("button", name="Delete everything").click()
    assert json.loads(page.evaluate(state)) == [] and cells(page) == fresh
    read(page, tmp_path / "course.json")
    after = dict(json.loads(page.evaluate(state)))
    old = {"of-old", "of-old-too"}  # no question or exercise of this book: refused by name
    assert {key for key in before if key not in after} == {key for key in before if key.split(".")[-1] in old}
    assert set(after) < set(before) and said(page).inner_text() == (
        "4 entries read. Not read: 2 entries that this book cannot have: "
        "of-old-too (not in this book), of-old (not in this book).")
    assert cells(page)[0] == f"1 of {len(QUESTIONS)}, 1 skipped"

    # What differs is replaced only if that is wished; what is no course changes nothing.
    keep(page, {f"oco.predict.{CHOOSE}": {"v": 1, "state": "committed", "value": "no", "why": []}})
    read(page, tmp_path / "course.json")
    assert CHOOSE in said(page).inner_text() and json.loads(kept(page, CHOOSE))["value"] == "no"
    page.get_by_role("button", name="Replace mine").click()
    assert json.loads(kept(page, CHOOSE))["value"] == "yes"
    strange = {CHOOSE: {"v": 1, "state": "committed", "value": "<b>no</b>", "why": []}}
    (tmp_path / "strange.json").write_text(json.dumps({"form": "oco.course", "predictions": strange}))
    read(page, tmp_path / "strange.json")
    assert said(page).inner_text() == (
        f"0 entries read. Not read: 1 entry that this book cannot have: {CHOOSE} (what was predicted).")
    assert json.loads(kept(page, CHOOSE))["value"] == "yes"
    (tmp_path / "other.json").write_text('{"form": "other"}')
    read(page, tmp_path / "other.json")
    assert "Nothing has changed" in said(page).inner_text()


def kept(page, name):
    return page.evaluate("name => localStorage.getItem(`oco.predict.${name}`)", name)


def read(page, file):
    said(page).evaluate("e => e.replaceChildren()")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Read a file").click()
    chooser.value.set_files(file)
    page.wait_for_function("document.querySelector('.oco-co-said').textContent")


def test_where_nothing_can_be_kept_that_is_said_once(browser, site):
    with new_page(browser, thrifty=True) as (page, notes):
        page.add_init_script(BLOCKED)
        visit(page, site, "my_course")
        assert page.get_by_text("keeps nothing for this site").count() == 1
        assert cells(page)[0] == f"{len(QUESTIONS)} questions"
        page.get_by_role("button", name="Save all in a file").click()
        visit(page, site, CHAPTER)
        assert notes.errors == []


def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(page, site):
    visit(page, site, "my_course")
    keep(page, KEPT)
    visit(page, site, "my_course")
    page.locator("button[name=make]").click()
    page.locator(".oco-co-result").wait_for()
    page.locator("button[name=code]").click()
    page.locator(".oco-co-code svg").wait_for()
    page.get_by_role("button", name="Delete all").click()
    page.locator(".oco-co-hand option").first.evaluate("e => { e.text = 'a chapter with a title '.repeat(9) }")
    for width, theme in ((1280, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}}).response["violations"]
        assert found == [], json.dumps(found)[:2000]
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_scripts_it_says_what_there_is_to_do(browser, site):
    with new_page(browser, java_script_enabled=False) as (page, _):
        page.goto(f"{site.url}chapters/my_course.html")
        assert cells(page)[2] == f"{len(EXERCISES)} exercises"
        assert page.locator(".oco-co-hand").is_hidden() and page.locator(".oco-co-keep").is_hidden()


def test_a_page_s_own_script_is_small():
    import gzip

    assert len(gzip.compress(bundle.bundled("course/place.js").encode())) < 1000
    marks = course_page._marks()
    assert len(gzip.compress(marks.encode())) < 2500 and all(name in marks for name in QUESTIONS + EXERCISES)


def test_the_catalogue_knows_the_right_reason():
    why = answered(CHOOSE)["why"]["reasons"]
    assert why[RIGHT]["right"] and course.edition([], []) != KNOWN["edition"]
