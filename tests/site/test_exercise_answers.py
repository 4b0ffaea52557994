"""Each exercise on its page, in a real browser: the solution passes, each typical wrong answer is refused in its own
words, and its counterexample opens in the explorer."""

from contextlib import ExitStack

import pytest
from support.browser import new_page
from support.cells import NO_EXPLORERS_PYTHON, Cell, has, page_of

from oco_live.exercises import NAMES
from oco_live.exercises.exercise import get_exercise
from oco_live.hosts.cells import plain


class Chapters:
    """One page at a time, that of the chapter in turn, and one for the explorers that verdicts lead to."""

    def __init__(self, browser, book):
        self.browser, self.book = browser, book
        self.stack, self.chapter = ExitStack(), None

    def _page(self):
        page, notes = self.stack.enter_context(new_page(self.browser, thrifty=True))
        page.add_init_script(NO_EXPLORERS_PYTHON)
        return page, notes

    def cell(self, name):
        if NAMES[name] != self.chapter:
            self.stack.close()
            self.chapter = NAMES[name]
            (self.page, self.notes), (self.other, _) = self._page(), self._page()
            self.page.goto(self.book.url + page_of(self.chapter))
            # One Python is enough here: none of these answers is ended.
            self.page.evaluate("ocoExercise.page.python.reserve = () => {}")
        return Cell(self.page, name).ready()


@pytest.fixture(scope="module")
def chapters(browser, book):
    found = Chapters(browser, book)
    yield found
    found.stack.close()


def opened(chapters, cell):
    """The parameters of the explorer that the verdict's link opens, those of them that the link names."""
    link = cell.link()
    address = cell.output.locator("a.oco-counterexample").evaluate("a => a.href")
    assert f"#{link['explorer']}?" in address
    page = chapters.other
    page.goto(address)
    page.wait_for_function("name => window.ocoExplorers?.[name]", arg=link["explorer"])
    params = page.evaluate("name => ocoExplorers[name].asked ?? ocoExplorers[name].answers.wish", link["explorer"])
    return link["params"], {name: params.get(name) for name in link["params"]}


def test_every_exercise_is_a_cell_of_its_chapter():
    assert {name: chapter for chapter in set(NAMES.values()) for name in has(chapter)} == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_passes_and_typical_mistakes_are_explained(chapters, name):
    exercise, cell = get_exercise(name), chapters.cell(name)
    assert cell.run(exercise.solution) == "passed", cell.says()
    assert cell.says().startswith("Passed:")
    assert "passed" in cell.section.locator(".oco-ex-badge").inner_text()
    for wrong in exercise.wrong:
        assert cell.run(wrong.code) == "failed", (wrong.code, cell.says())
        assert plain(wrong.says) in cell.says()
        wanted, found = opened(chapters, cell)
        assert found == wanted
    assert chapters.notes.all() == []
