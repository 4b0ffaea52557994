"""Each exercise in a real browser: the solution passes, each typical wrong answer is refused in its own words, and its
counterexample opens in the explorer. All cells stand on one page here, whose Python starts once."""

import pytest
from support.browser import new_page
from support.cells import NO_EXPLORERS_PYTHON, Cell, has
from support.driving import pages_with

from oco_live.exercises import NAMES
from oco_live.exercises.exercise import get_exercise
from oco_live.explorer import NAMES as EXPLORERS
from oco_live.hosts import exercise_page
from oco_live.hosts.cells import plain


def page_of_all():
    """A page of the book with the cells of all chapters."""
    files, prefix = exercise_page.assets(), "_oco/"
    pages = {name: pages_with(name)[0] for name in EXPLORERS}
    cells = [exercise_page.cell_html(name, prefix, None if i else pages) for i, name in enumerate(NAMES)]
    return (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>exercises</title><link '
            f'rel="stylesheet" href="{prefix}{files["style"]}"></head><body><main>{"".join(cells)}</main>'
            f'<script defer src="{prefix}{files["script"]}"></script></body></html>')


class Cells:
    """The page with the cells, and one for the explorers that verdicts lead to."""

    def __init__(self, page, other, url):
        self.page, self.other = page, other
        for one in (page, other):
            one.add_init_script(NO_EXPLORERS_PYTHON)
        page.route(url, lambda route: route.fulfill(content_type="text/html", body=page_of_all()))
        page.goto(url)
        # One Python is enough here: none of these answers is ended.
        page.evaluate("ocoExercise.page.python.reserve = () => {}")


@pytest.fixture(scope="module")
def cells(browser, book):
    with new_page(browser, thrifty=True) as (page, notes), new_page(browser, thrifty=True) as (other, _):
        yield Cells(page, other, book.url + "exercises-of-all.html")
        assert notes.all() == []


def opened(other, cell):
    """The parameters of the explorer that the verdict's link opens, those of them that the link names."""
    link = cell.link()
    address = cell.output.locator("a.oco-counterexample").evaluate("a => a.href")
    assert f"#{link['explorer']}?" in address
    other.goto(address)
    other.wait_for_function("name => window.ocoExplorers?.[name]", arg=link["explorer"])
    params = other.evaluate("name => ocoExplorers[name].asked ?? ocoExplorers[name].answers.wish", link["explorer"])
    return link["params"], {name: params.get(name) for name in link["params"]}


def test_every_exercise_is_a_cell_of_its_chapter():
    assert {name: chapter for chapter in set(NAMES.values()) for name in has(chapter)} == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_passes_and_typical_mistakes_are_explained(cells, name):
    exercise, cell = get_exercise(name), Cell(cells.page, name).ready()
    assert cell.run(exercise.solution) == "passed", cell.says()
    assert cell.says().startswith("Passed:")
    assert "passed" in cell.section.locator(".oco-ex-badge").inner_text()
    for wrong in exercise.wrong:
        assert cell.run(wrong.code) == "failed", (wrong.code, cell.says())
        assert plain(wrong.says) in cell.says()
        wanted, found = opened(cells.other, cell)
        assert found == wanted
