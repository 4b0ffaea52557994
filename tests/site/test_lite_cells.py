"""Every explorer and the chapters' cells on the Python, NumPy and Matplotlib of the live notebooks.

A file of its own, because files run side by side and this takes long.
"""

from pathlib import Path

from support.browser import BLOCKED, new_page
from support.driving import BOOK
from support.lite import CONNECTED, NOTEBOOKS, code_of, frame, run_code
from support.server import serve

from oco_live.explorer import NAMES

#: Their cells run in every run of the tests; those of the others, three minutes more, with --every.
ALWAYS = {"index", "errata", "sequential_protocol", "strong_convexity"}


def test_every_explorer_and_the_chapters_cells_run_there(browser, pytestconfig):
    """On the Python, NumPy and Matplotlib of the live notebooks: one page, one kernel, in a browser that keeps
    nothing."""
    notebooks = [name for name in NOTEBOOKS if Path(name).stem in ALWAYS or pytestconfig.getoption("every")]
    assert {Path(name).stem for name in notebooks} >= ALWAYS
    with (
        serve(BOOK) as server,
        new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, notes)):
        page.add_init_script(BLOCKED)
        page.goto(f"{server.url}lite/notebooks/index.html?path=index.ipynb")
        page.wait_for_function(CONNECTED)
        assert "is lost when the page closes" in page.locator(".oco-forgets").inner_text()
        page.evaluate("jupyterapp.shell.currentWidget.context.save()")
        for name in NAMES:
            run_code(page, f"__import__('oco_live').explore({name!r})")
            frame(page, name)
        for notebook in notebooks:
            run_code(page, "%reset -f")
            for code in code_of(notebook):
                run_code(page, code)
        assert notes.errors == [] and notes.foreign == []
