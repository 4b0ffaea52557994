from collections import Counter
from pathlib import Path

import pytest
from support.driving import BOOK

#: Files whose tests take longest, by the start of their path, the longest first.
LONG = ("tests/site/test_whole_pages.py", "tests/site/test_lite_cells.py", "tests/site/test_every_explorer.py",
        "tests/lab/", "tests/test_coq.py", "tests/site/test_page_weight.py", "tests/live/test_ticks.py",
        "tests/site/test_lecture.py", "tests/live/test_first_sight.py", "tests/runtime/test_numbers.py", "tests/site/",
        "tests/runtime/", "tests/test_", "chapters/", "tests/core/", "tests/live/")
SITE = Path(__file__).parent / "site"
MISSING = not (BOOK / "index.html").is_file()
LEFT_OUT = pytest.StashKey()  # the tests that want a built book and have none


def pytest_addoption(parser):
    parser.addoption("--every", action="store_true",
                     help="all cases of what takes long: tests marked `sampled`, cells of the live notebooks,"
                          " changes that must break a proof")
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


def left_aside(items):
    """Of the cases of a test that is marked ``sampled(n)`` all but each n-th, from the first on."""
    seen = Counter()
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            test = item.nodeid.partition("[")[0]
            if seen[test] % mark.args[0]:
                yield item
            seen[test] += 1


def in_turn(items):
    """The items, file by file, as workers are to take the files: a long one before a short one, so that none is begun
    last while the other workers have nothing left to do; and in turn one that drives the browser, which waits much,
    and one that computes."""
    files = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    places = {}
    for driven in (True, False):
        alike = [path for path, its in files.items() if any(i.get_closest_marker("browser") for i in its) == driven]
        alike.sort(key=lambda path: next((i for i, start in enumerate(LONG) if path.startswith(start)), len(LONG)))
        places |= {path: i / len(alike) for i, path in enumerate(alike)}
    return [item for path in sorted(files, key=places.get) for item in files[path]]


def pytest_collection_modifyitems(config, items):
    config.stash[LEFT_OUT] = [item for item in items if MISSING and item.get_closest_marker("built")]
    if config.stash[LEFT_OUT]:
        config.hook.pytest_deselected(items=config.stash[LEFT_OUT])
        items[:] = [item for item in items if not item.get_closest_marker("built")]
    if not (config.option.every or config.option.keyword or any("[" in path for path in config.args)):
        aside = set(left_aside(items))
        config.hook.pytest_deselected(items=list(aside))
        items[:] = [item for item in items if item not in aside]
    items[:] = in_turn(items)


def pytest_terminal_summary(terminalreporter, config):
    # With xdist the workers know what was left out, and this process only that the book is missing.
    if MISSING and config.stash.get(LEFT_OUT, True):
        terminalreporter.write_line("No test that is marked `built` ran, all of tests/site: _build/html holds no built"
                                    " book. Run make build (make test does).", red=True)


@pytest.fixture(scope="session")
def browser():
    """One headless Chromium for the whole run; pages come from `support.browser.new_page`."""
    from playwright.sync_api import sync_playwright
    from support.browser import launch

    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
