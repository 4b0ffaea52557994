"""What the book keeps of a reader's answers: over an update, as a file, and where nothing can be kept."""

import json

import pytest
from support.browser import BLOCKED, new_page
from support.cells import Cell, page_of

from oco_live.exercises.exercise import get_exercise

CHAPTER, NAME = "online_gradient_descent", "ogd-step"
STEP = get_exercise(NAME)


@pytest.fixture
def fresh(browser, book):
    """A page of its own, without Python."""
    with new_page(browser, thrifty=True) as (page, _):
        page.goto(book.url + page_of(CHAPTER))
        yield Cell(page, NAME)


def test_an_update_of_the_book_keeps_the_text(fresh):
    entry = {"v": 1, "code": "    return 7", "passed": True, "of": "    return 7", "edition": "another",
             "verdict": {"state": "failed", "lead": "Not yet", "sentence": "once."}}
    fresh.page.evaluate("text => localStorage.setItem('oco.exercise.ogd-step', text)", json.dumps(entry))
    fresh.page.reload()
    assert fresh.written() == "    return 7" and fresh.output.inner_text() == ""
    assert "has changed" in fresh.section.locator(".oco-ex-note").inner_text()


def test_reset_can_be_taken_back(fresh):
    fresh.type("    return 1")
    fresh.button("reset").click()
    assert fresh.written() == STEP.start
    fresh.section.get_by_role("button", name="Bring my text back").click()
    assert fresh.written() == "    return 1"


def test_where_nothing_can_be_kept_that_is_said_once(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        page.add_init_script(BLOCKED)
        page.goto(book.url + page_of(CHAPTER))
        said = page.locator(".oco-ex-note", has_text="keeps nothing")
        said.wait_for()
        assert said.count() == 1
        Cell(page, NAME).type("    return w * 2")
        page.frame_locator(".oco-room").locator("body").wait_for(state="attached")  # Python's room is there, too
        assert notes.errors == []


def test_answers_go_into_a_file_and_come_back(fresh, tmp_path):
    page = fresh.page
    fresh.type("    return w  # mine")
    more = fresh.section.locator(".oco-ex-more > summary")
    more.click()
    with page.expect_download() as download:
        fresh.button("export").click()
    download.value.save_as(tmp_path / "answers.json")
    page.evaluate("localStorage.clear(); ocoExercise.cells['ogd-step'].text = '    return 3'")
    more.click()
    with page.expect_file_chooser() as chooser:
        fresh.button("import").click()
    chooser.value.set_files(tmp_path / "answers.json")
    replace = fresh.section.get_by_role("button", name="Replace mine")
    replace.wait_for()
    assert fresh.written() == "    return 3"  # asked first
    replace.click()
    assert fresh.written() == "    return w  # mine"
