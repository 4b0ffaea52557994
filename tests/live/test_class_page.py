"""The page "class": a hundred texts, ten of them broken, in a real browser; nothing leaves it, and nothing of a
stranger's becomes part of the page."""

import csv
import io
import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.browser import new_page
from support.course_site import CHAPTER, CHOOSE, course_site, handed, summed

from oco_live.hosts import course

KNOWN = course.chapter(CHAPTER)
QUESTIONS, EXERCISES = ([one["name"] for one in KNOWN[kind]] for kind in ("questions", "exercises"))
DRAW, NUMBER, STEP = "ogd-small-step", "ogd-double-U", "ogd-step"
NASTY = '<img src=x onerror="window.hurt = 1">'


def entry(i, **more):
    """What reader i hands in: a line, one of five numbers, yes or a skipped question, an exercise that half pass."""
    asked = {DRAW: ["".join(chr(35 + (i + k) % 91) for k in range(49))], NUMBER: [1 + i % 5],
             CHOOSE: ["yes", [i % 3]] if i % 4 else ["-"]}
    worked = {STEP: [1, "return w - g"] if i % 2 else [0, f"return {NASTY}", "No projection." if i % 3 else NASTY]}
    return {"c": CHAPTER, "e": KNOWN["edition"], "b": "1.0", "i": f"id{i}", "t": 29_000_000 + i,
            "n": f"=Reader {i} {NASTY}", "q": [asked.get(name) for name in QUESTIONS],
            "x": [worked.get(name) for name in EXERCISES]} | more


def broken(texts):
    """Ten of a hundred texts, broken in ten ways, each with a word of what is said of it."""
    ways = {
        0: (lambda t: t[:-30], "cut off"), 10: (lambda t: t[:40] + t[41:], "changed or lost"),
        20: (lambda t: t[:-1] + ("0" if t[-1] != "0" else "1"), "changed or lost"),
        30: (lambda t: t[6:], "beginning is missing"),
        40: (lambda t: summed(t[:-9].replace("oco1", "oco3")), "another version"),
        50: (lambda t: summed(t[:-9].replace(".d.", ".q.")), "not known"),
        60: (lambda t: summed("oco1.d.AAAA"), "cannot be read"),
        70: (lambda t: handed(entry(70, e="00000000")), "another edition"),
        80: (lambda t: handed(entry(80, q=[["!"]] * len(QUESTIONS)), "p"), "is not what this book writes"),
        90: (lambda t: texts[89], "here twice"),
    }
    changed = [ways[i][0](text) if i in ways else text for i, text in enumerate(texts)]
    return changed, [said for _, said in ways.values()]


COUNTED = [i for i in range(100) if i % 10]


@pytest.fixture(scope="module")
def site():
    with course_site() as server:
        yield server


@pytest.fixture(scope="module")
def page(browser, site):
    """The page with a class read."""
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (found, notes):
        found.goto(f"{site.url}chapters/class.html")
        found.wait_for_function("window.ocoClass")
        before = len(site.requests)
        texts, _ = broken([handed(entry(i), "dp"[i % 2]) for i in range(100)])
        found.locator(".oco-class textarea").fill("\n\n".join(texts))
        found.get_by_role("button", name="Read them").click()
        found.locator(".oco-cl-question").first.wait_for()
        yield found
        assert len(site.requests) == before and not notes.foreign and not notes.errors and not notes.failed
        assert found.evaluate("window.hurt") is None and found.locator("main img").count() == 0
        assert found.evaluate("Object.keys(localStorage).length") == 0 and found.context.cookies() == []


def question(page, name):
    return page.locator(f'.oco-cl-question[data-question="{name}"]')


def bars(holder):
    return [text.split(",")[0] for text in holder.locator(".oco-cl-bars").first.locator("td").all_inner_texts()]


def test_the_right_ones_count_and_the_broken_ones_are_named(page):
    assert page.locator(".oco-cl-said-of").inner_text() == "90 texts count; 10 left out."
    page.locator(".oco-cl-left summary").click()
    items = page.locator(".oco-cl-left li").all_inner_texts()
    _, words = broken([handed(entry(i)) for i in range(100)])
    assert len(items) == 10 and all(word in item for word, item in zip(words, items)), items


def test_histogram_choices_reasons_and_lines_are_those_of_the_class(page):
    yes = [i for i in COUNTED if i % 4]
    assert bars(question(page, CHOOSE)) == [str(len(yes)), "none"]
    reasons = question(page, CHOOSE).locator(".oco-cl-bars").nth(1).locator("td").all_inner_texts()
    assert [int(text.split(",")[0]) for text in reasons] == [sum(i % 3 == k for i in yes) for k in range(3)]
    assert f"{len(COUNTED) - len(yes)} skipped" in question(page, CHOOSE).inner_text()
    boxes = question(page, NUMBER).locator("rect")
    counts = [int(one) for one in boxes.evaluate_all("all => all.map(e => e.dataset.count)")]
    assert counts == [sum(1 + i % 5 == k for i in COUNTED) for k in range(1, 6)]
    lines = question(page, DRAW).locator(".oco-cl-lines path")
    assert lines.count() == 90
    assert question(page, DRAW).locator(".oco-cl-truth").count() == 1
    assert question(page, DRAW).locator(".oco-cl-given").count() == 1
    assert question(page, DRAW).locator("svg[role=img]").first.get_attribute("aria-label").startswith("90 drawn lines")


def test_pass_rates_and_the_most_frequent_wrong_answers(page):
    part = page.locator(f'[data-exercise="{STEP}"]')
    passed = sum(i % 2 for i in COUNTED)
    assert bars(part) == [str(passed)] and "of 90 readers who tried" in part.inner_text()
    items = part.locator("li").all_inner_texts()
    missing, nasty = (sum(i % 2 == 0 and bool(i % 3) == kind for i in COUNTED) for kind in (True, False))
    assert items[0].startswith(f"{missing}: No projection.") and items[1].startswith(f"{nasty}: {NASTY}")


def test_the_table_is_saved_and_is_no_formula(page, tmp_path):
    page.locator(".oco-cl-table > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    download.value.save_as(tmp_path / "class.csv")
    rows = list(csv.reader(io.StringIO((tmp_path / "class.csv").read_text("utf-8-sig"))))
    assert len(rows) == 91 and {len(row) for row in rows} == {len(rows[0])}
    assert all(row[0].startswith("'=Reader ") for row in rows[1:])
    numbers = sorted(row[rows[0].index(NUMBER)] for row in rows[1:])
    assert numbers == sorted(str(1 + i % 5) for i in COUNTED)
    assert "50 rows are shown" in page.locator(".oco-cl-table").inner_text()


def test_files_are_read_and_another_chapter_can_be_chosen(page, tmp_path):
    other = next(name for name in course.chapters() if name != CHAPTER)
    known = course.chapter(other)
    more = {"c": other, "e": known["edition"], "q": [None] * len(known["questions"]),
            "x": [None] * len(known["exercises"])}
    (tmp_path / "one.txt").write_text("Dear all,\n\n> " + handed(entry(200, **more)))
    (tmp_path / "two.txt").write_text("I was ill. Ann")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files([tmp_path / "one.txt", tmp_path / "two.txt"])
    page.wait_for_function("document.querySelector('.oco-cl-said-of').textContent.includes('2 chapters')")
    assert "two.txt: no handed-in text" in page.locator(".oco-cl-left li").last.inner_text()
    page.locator(".oco-cl-chapter select").select_option(other)
    assert page.locator(".oco-cl-sum").inner_text() == "1 reader."
    page.locator(".oco-cl-chapter select").select_option(CHAPTER)
    assert page.locator(".oco-cl-sum").inner_text().startswith("90 readers.")


def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(page):
    for width, theme in ((1280, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        page.wait_for_function(
            "Math.abs(document.querySelector('.oco-cl-figure svg').getBoundingClientRect().width - Math.min(640, "
            "document.querySelector('.oco-cl-figure > div').clientWidth)) < 1")
        found = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}}).response["violations"]
        assert found == [], json.dumps(found)[:2000]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
