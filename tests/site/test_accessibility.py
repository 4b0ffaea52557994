"""axe-core finds nothing to complain of in any explorer, by day and by night, on a phone and on a desk.

A file of its own, because files run side by side and these tests take long.
"""

import pytest
from support.browser import new_page
from support.driving import NAMES, SIZES, opened

from oco_live.explorer import get


@pytest.fixture(scope="module", params=[(name, size) for name in NAMES for size in SIZES], ids="-".join)
def driver(request, browser, book):
    """An explorer moved by one step, on a phone or on a desk."""
    name, size = request.param
    width, height = SIZES[size]
    with new_page(browser, thrifty=True, viewport={"width": width, "height": height}) as (page, _):
        driver = opened(page, book, name)
        slider = next(c.name for c in get(name).controls if c.baked)
        driver.painted(lambda: driver.press(slider, "ArrowRight"))
        assert driver.problems() == []
        # axe reads all of a page before it looks at a part of it, and most of a chapter are its formulas' pieces.
        page.evaluate("document.querySelectorAll('.katex').forEach((e) => e.closest('.oco-explorer') || e.remove())")
        yield driver


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(driver, theme):
    from axe_playwright_python.sync_playwright import Axe

    driver.page.emulate_media(color_scheme=theme)
    driver.page.evaluate("theme => { document.documentElement.dataset.theme = theme; document.documentElement.dataset.mode = theme; }", theme)
    assert driver.problems() == []
    found = Axe().run(driver.page, context=f'.oco-explorer[data-explorer="{driver.name}"]').response["violations"]
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == []
