"""Each exercise in a real browser: the solution passes, each typical wrong answer is refused in its own words, and its
counterexample opens in the explorer. All cells stand on one page here, whose Python starts once."""

import pytest
from support.browser import new_page
from support.cells import NO_EXPLORERS_PYTHON, Cell, has, open_all

from oco_live.exercises import NAMES
from oco_live.exercises.exercise import get_exercise
from oco_live.hosts.cells import plain


@pytest.fixture(scope="module")
def pages(browser, book):
    """The page with the cells, and one for the explorers that verdicts lead to."""
    with new_page(browser, thrifty=True) as (page, notes), new_page(browser, thrifty=True) as (other, _):
        for one in (page, other):
            one.add_init_script(NO_EXPLORERS_PYTHON)
        yield open_all(page, book), other
        assert notes.all() == []


def opened(other, cell):
    """The parameters of the explorer that the verdict's link opens, those of them that the link names."""
    link = cell.link()
    address = cell.output.locator("a.oco-counterexample").evaluate("a => a.href")
    assert f"#{link['explorer']}?" in address
    other.goto(address)
    other.wait_for_function("name => window.ocoExplorers?.[name]", arg=link["explorer"])
    params = other.evaluate("name => ocoExplorers[name].asked ?? ocoExplorers[name].answers.wish", link["explorer"])
    main, usual, show = other.evaluate("""name => {
      const { view } = ocoExplorers[name], { panels, series } = view.spec;
      return [view.main, panels[0].name, series.filter((one) => !one.first && view.chosen(one)).map((one) => one.name)];
    }""", link["explorer"])
    assert (main, show) == (link["main"] or usual, link["show"])
    return link["params"], {name: params.get(name) for name in link["params"]}


def test_every_exercise_is_a_cell_of_its_chapter():
    assert {name: chapter for chapter in set(NAMES.values()) for name in has(chapter)} == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_passes_and_typical_mistakes_are_explained(pages, name):
    page, other = pages
    exercise, cell = get_exercise(name), Cell(page, name).ready()
    assert cell.run(exercise.solution) == "passed", cell.says()
    assert cell.says().startswith("Passed:")
    assert "passed" in cell.section.locator(".oco-ex-badge").inner_text()
    for wrong in exercise.wrong:
        assert cell.run(wrong.code) == "failed", (wrong.code, cell.says())
        assert plain(wrong.says) in cell.says()
        wanted, found = opened(other, cell)
        assert found == wanted
