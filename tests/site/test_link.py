"""A link restores exactly the state that it was copied from."""

import pytest
from support.browser import new_page
from support.driving import Driver, opened

PICTURE = """(name) => [...document.querySelectorAll(`.oco-explorer[data-explorer=${name}] :is([data-series] path, [data-tick])`)]
  .map((e) => e.getAttribute('d') ?? e.textContent)"""


@pytest.mark.parametrize("clipboard", ["navigator.clipboard", "a selected text"])
def test_a_copied_link_restores_the_state(browser, book, clipboard):
    with new_page(browser, thrifty=True, permissions=["clipboard-read", "clipboard-write"]) as (page, notes):
        driver = opened(page, book, "ogd")
        if clipboard != "navigator.clipboard":  # as on a page from another machine without https
            page.evaluate("Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) })")
        driver.painted(lambda: driver.control("stream").select_option("zigzag"), "baked")
        driver.painted(lambda: driver.press("eta", "ArrowRight", 3), "baked")
        eta = driver.frame()["params"]["eta"]
        driver.figure.locator('[data-zoom="regret"]').select_option("0.25")
        driver.figure.locator(".oco-more").click()
        driver.figure.locator(".oco-link").click()
        page.wait_for_function("document.querySelector('.oco-told').textContent === 'link copied'")
        link = page.evaluate("navigator.clipboard.readText()")
        before = driver.frame(), page.evaluate(PICTURE, "ogd")
        assert link == page.url.split("#")[0] + f"#ogd?eta={eta}&U=1&stream=zigzag&zoom-regret=0.25"
        page.wait_for_function("address => location.href === address", arg=link)  # the address bar holds it as well

        page.wait_for_load_state("networkidle")  # a request that is broken off would be noted
        page.goto("about:blank")
        Driver(page, "ogd").open(link)
        driver.until(**before[0]["params"])
        page.wait_for_function("document.querySelector('[data-zoom=regret]').value === '0.25'")
        assert (driver.frame()["facts"], page.evaluate(PICTURE, "ogd")) == (before[0]["facts"], before[1])
        driver.reset()
        assert page.input_value('[data-zoom="regret"]') == "1"
        assert notes.all() == []
