"""A link restores exactly the state that it was copied from."""

import pytest
from support.browser import new_page
from support.driving import AXES_REST, Driver, pages_with

PICTURE = """(name) => [...document.querySelectorAll(
  `.oco-explorer[data-explorer=${name}] :is([data-series] path, .oco-tick)`)]
  .map((e) => e.getAttribute('d') ?? e.textContent)"""

SEEN = """(name) => {
  const box = document.querySelector(`.oco-explorer[data-explorer=${name}]`).getBoundingClientRect();
  return Math.abs(box.top) < 200 && scrollY > 200;
}"""

#: Where the page stands when it has not moved for half a second.
STILL = """async () => {
  for (let since = performance.now(), here = scrollY; performance.now() - since < 500;) {
    await new Promise(requestAnimationFrame);
    if (scrollY !== here) [since, here] = [performance.now(), scrollY];
  }
  return scrollY;
}"""


def opened_chapter(page, book):
    """The explorer where it stands far down the page."""
    return Driver(page, "ogd").open(book.url + "chapters/online_gradient_descent.html")


@pytest.mark.parametrize("clipboard", ["navigator.clipboard", "a selected text"])
def test_a_copied_link_restores_the_state(browser, book, clipboard):
    with new_page(browser, thrifty=True, permissions=["clipboard-read", "clipboard-write"]) as (page, notes):
        driver = opened_chapter(page, book)
        if clipboard != "navigator.clipboard":  # as on a page from another machine without https
            page.evaluate(
                "Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new "
                "Error('no')) })"
            )
        driver.painted(lambda: driver.control("stream").select_option("zigzag"), "baked")
        driver.painted(lambda: driver.press("eta", "ArrowRight", 3), "baked")
        eta = driver.frame()["params"]["eta"]
        driver.figure.evaluate("e => { const { view } = window.ocoExplorers.ogd; view.setMain('path');"
                               " view.toggle('tuned'); }")
        page.wait_for_function(AXES_REST, arg="ogd")
        driver.figure.locator(".oco-link").click()
        page.wait_for_function("document.querySelector('.oco-told').textContent === 'link copied'")
        link = page.evaluate("navigator.clipboard.readText()")
        before = driver.frame(), page.evaluate(PICTURE, "ogd")
        assert link == page.url.split("#")[0] + f"#ogd?eta={eta}&U=1&stream=zigzag&main=path&show=tuned"
        page.wait_for_function("address => location.href === address", arg=link)  # the address bar holds it as well

        page.goto("about:blank")
        page.goto(link)
        page.wait_for_function(SEEN, arg="ogd")  # whoever opens it sees it, wherever it stands on the page
        driver.until(**before[0]["params"])
        page.wait_for_function("window.ocoExplorers.ogd.view.main === 'path'")
        page.wait_for_function(AXES_REST, arg="ogd")
        assert (driver.frame()["facts"], page.evaluate(PICTURE, "ogd")) == (before[0]["facts"], before[1])
        driver.reset()
        assert notes.all() == []


def test_a_link_shows_its_explorer_and_leaves_the_reader_alone_then(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        page.goto(book.url + pages_with("ogd_proof")[-1] + "#ogd_proof?eta=0.1&U=1")
        page.wait_for_function(SEEN, arg="ogd_proof")
        page.mouse.wheel(0, -900)  # the reader moves on
        here = page.evaluate(STILL)
        page.wait_for_function("document.documentElement.classList.contains('oco-settled')")
        assert abs(page.evaluate(STILL) - here) < 50
        page.evaluate("location.hash = '#ogd?eta=0.1&U=1'")
        page.wait_for_function(SEEN, arg="ogd")
        Driver(page, "ogd").until(eta=0.1, U=1)
        page.evaluate("scrollTo(0, 0)")
        page.reload()
        page.wait_for_function("document.documentElement.classList.contains('oco-settled')")
        assert page.evaluate(STILL) < 100  # the browser's own place
        assert notes.all() == []


@pytest.mark.parametrize("address", [
    "#50%", "#ogd?eta=%zz&U=2", "#%", "#constructor?eta=1",
    "#ogd?__proto__=7&stream=constructor&loss=toString&kept-1=__proto__:1,stream:valueOf&zoom-constructor=4"])
def test_an_address_that_is_none_harms_no_explorer(browser, book, address):
    with new_page(browser, thrifty=True) as (page, notes):
        driver = Driver(page, "ogd").open(book.url + "index.html" + address)
        assert driver.painted(lambda: driver.press("eta", "Home"))["params"]["eta"] == 0.01
        assert notes.all() == []
