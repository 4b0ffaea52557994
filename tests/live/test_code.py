"""The lines that "copy as Python" gives are run, and what they compute is compared with the explorer's frame."""

import contextlib
import io

import pytest
from support.browser import new_page
from support.small import small_site
from support.states import states

from oco_live import code
from oco_live.explorer import NAMES, get

WITH_CORE = {"ogd", "ogd_proof", "protocol", "kernels", "spam"}


def run(text):
    names, out = {}, io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, "lines", "exec"), names)
    return names, out.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_compute_what_is_shown(name):
    explorer = get(name)
    for params in states(explorer):
        frame = explorer.frame(**params)
        names, printed = run(code.lines(name, frame.params))  # a tuned value as a number
        assert names["w"].params == frame.params, params
        assert names["facts"] == frame.facts and printed.strip() == frame.sentence
        core = {fact: names[fact] for fact in ("regret", "bound", "M") if fact in names}
        assert bool(core) == (name in WITH_CORE)
        assert core == pytest.approx({fact: frame.facts[fact] for fact in core}, rel=2e-8, abs=2e-8), (
            params)  # two certificates


def test_numbers_and_words_are_written_one_way():
    for value, text in (
        (1.0, "1"), (0.1, "0.1"), (1e-9, "1e-9"), (5e-5, "5e-5"), (1.5e22, "1.5e+22"), (0, "0"), (4601, "4601"),
        (2**-0.5, "0.7071067811865476"), ("+-", '"+-"')):
        assert code.literal(value) == text and eval(text) == value
    with pytest.raises(ValueError, match="eta"):
        code.lines("ogd", {"eta": 99})


CLIPBOARD = """Object.defineProperty(navigator, 'clipboard', {
  configurable: true, value: { writeText: async (text) => { window.copied = text; } } })"""


def test_the_button_copies_the_lines(browser):
    """With the browser's clipboard, and by the old way where a page has none; that the lines are these for every state
    is tested in node (tests/view)."""
    with small_site("spam", sweeps=False) as server, new_page(browser, thrifty=True) as (page, notes):
        page.add_init_script(CLIPBOARD)
        page.goto(server.url)
        figure = page.locator("[data-explorer=spam]")
        menu = figure.locator(".oco-menu-button")
        menu.click()
        lines = code.lines("spam", page.evaluate("window.ocoExplorers.spam.view.current.params"))
        figure.locator(".oco-python").click()
        page.wait_for_function("window.copied")
        assert page.evaluate("copied") == lines
        page.evaluate("""() => {
          Object.defineProperty(navigator, 'clipboard', { value: undefined });
          document.addEventListener('copy', () => { window.got = document.activeElement.value; });
        }""")
        if not figure.locator(".oco-python").is_visible():
            menu.click()
        figure.locator(".oco-python").click()
        assert page.evaluate("got") == lines
        page.wait_for_function("!document.querySelector('textarea')")
        assert "oco-menu-button" in page.evaluate("document.activeElement.className")  # the menu has closed
        assert figure.locator(".oco-told").inner_text() == "Python lines copied"
        assert notes.errors == []
