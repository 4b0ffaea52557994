"""A small page whose explorers answer at once, for tests of what leads from one state to another."""

import contextlib

from support.browser import new_page

#: Every answer at once, without numbers: what is asked for is what is shown.
ANSWERS = """() => Object.values(window.ocoExplorers).forEach(({ view }) => {
  view.ask = (params) => { const { tuned, name } = view.spec.controls.find((c) => c.tuned) ?? {};
    const all = { ...params };
    if (all[name] === 'tuned') all[name] = view.current.facts[tuned];
    view.show({ ...view.current, params: all }, 'python'); };
})"""


def opened(page, site, address=""):
    page.goto("about:blank")
    page.goto(site.url + address)
    page.wait_for_function("Object.keys(window.ocoExplorers ?? {}).length ==="
                           " document.querySelectorAll('.oco-explorer').length")
    page.evaluate(ANSWERS)


@contextlib.contextmanager
def answering(browser, site):
    """Such a page, on which nothing may go wrong."""
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 720}, reduced_motion="reduce") as (
        page, notes):
        opened(page, site)
        yield page
        assert notes.errors == []


def figure(page, name="ogd"):
    return page.locator(f'.oco-explorer[data-explorer="{name}"]')
