import pytest

#: Files whose tests take longest, by the start of their path. Workers take whole files in this order, so that none of
#: these is begun last, while the other workers have nothing left to do.
LONG = ("tests/site/", "tests/runtime/", "tests/lab/", "tests/test_", "chapters/", "tests/live/")


def pytest_addoption(parser):
    parser.addoption("--every-cell", action="store_true", help="run the cells of all chapters in the live notebook, too, not only those of the quick ones")
    parser.addoption("--hostile", type=int, default=150, help="instances of each test against exact arithmetic on hostile data")
    parser.addoption("--off-grid", type=int, default=40, help="random frames of each explorer between the positions of its controls")
    parser.addoption("--off-grid-seed", type=int, default=0, help="where their random numbers start")


def pytest_collection_modifyitems(items):
    def place(item):
        return next((i for i, start in enumerate(LONG) if item.nodeid.startswith(start)), len(LONG))

    items.sort(key=place)  # files stay together: the sort is stable


@pytest.fixture(scope="session")
def browser():
    """One headless Chromium for the whole run; pages come from `support.browser.new_page`."""
    from playwright.sync_api import sync_playwright
    from support.browser import launch

    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
