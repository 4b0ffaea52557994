"""axe-core finds nothing to complain of in any explorer, by day and by night, on a phone and on a desk.

A file of its own, because files run side by side and these tests take long.
"""

import pytest
from support.browser import new_page, serve
from support.driving import BOOK, NAMES, SIZES, Driver, pages_with

from oco_live.explorer import get


@pytest.fixture(scope="module")
def book():
    assert (BOOK / "index.html").is_file(), f"{BOOK} holds no built book: run make build (make test does)"
    with serve(BOOK) as server:
        yield server


def opened(page, book, name):
    assert pages_with(name), f"no page of the book shows the explorer {name!r}"
    return Driver(page, name).open(book.url + pages_with(name)[-1])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(browser, book, name, theme, size):
    from axe_playwright_python.sync_playwright import Axe

    width, height = SIZES[size]
    with new_page(browser, viewport={"width": width, "height": height}, color_scheme=theme) as (page, _):
        driver = opened(page, book, name)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; document.documentElement.dataset.mode = theme; }", theme)
        slider = next(c.name for c in get(name).controls if c.baked)
        driver.painted(lambda: driver.press(slider, "ArrowRight"))
        assert driver.problems() == []
        found = Axe().run(page, context=f'.oco-explorer[data-explorer="{name}"]').response["violations"]
        assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == []
