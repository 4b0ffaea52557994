"""axe-core finds nothing to complain of in any explorer, by day and by night, on a phone and on a desk.

A file of its own, because files run side by side and these tests take long.
"""

import pytest
from support.browser import new_page
from support.driving import NAMES, SIZES, opened

from oco_live.explorer import get


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
