from pathlib import Path

import pytest
from support.driving import BOOK

#: Where the files stand whose tests take longest, the longest first. Workers take whole files in this order, so that none
#: of these is begun last, while the other workers have nothing left to do.
LONG = ("tests/site/", "tests/runtime/", "tests/lab/", "tests/test_", "chapters/", "tests/live/")
SITE = Path(__file__).parent / "site"
MISSING = not (BOOK / "index.html").is_file()


def pytest_addoption(parser):
    parser.addoption("--every-cell", action="store_true",
                     help="run the cells of all chapters in the live notebook, too, not only those of the quick ones")
    parser.addoption("--hostile", type=int, default=150,
                     help="instances of each test against exact arithmetic on hostile data")
    parser.addoption("--off-grid", type=int, default=40,
                     help="random frames of each explorer between the positions of its controls")
    parser.addoption("--off-grid-seed", type=int, default=0, help="where their random numbers start")


def pytest_itemcollected(item):
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")
    if SITE in item.path.parents:
        item.add_marker("built")


def pytest_collection_modifyitems(config, items):
    def place(item):
        return next((i for i, start in enumerate(LONG) if item.nodeid.startswith(start)), len(LONG))

    items.sort(key=place)  # files stay together: the sort is stable
    if MISSING:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("built")])
        items[:] = [item for item in items if not item.get_closest_marker("built")]


def pytest_terminal_summary(terminalreporter):
    if MISSING:
        terminalreporter.write_line("No test that is marked `built` ran, all of tests/site: _build/html holds no built book."
                                    " Run make build (make test does).", red=True)


@pytest.fixture(scope="session")
def browser():
    """One headless Chromium for the whole run; pages come from `support.browser.new_page`."""
    from playwright.sync_api import sync_playwright
    from support.browser import launch

    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
