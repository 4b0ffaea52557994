"""The state before leaves a trace, and curves that are hidden are in the link."""

import numpy as np
import pytest
from support.ghosts import ghost, ogd_on, places, points, show, still
from support.small import small_site

from oco_live.explorer import get

OGD = get("ogd")


@pytest.fixture(scope="module")
def site():
    with small_site("ogd") as server:
        yield server


@pytest.fixture
def page(browser, site):
    with ogd_on(browser, site) as page:
        yield page


def moved(page, frame):
    """Dragged there, and let go; the traces of the state before in the first picture, as `d`."""
    page.evaluate("window.ocoExplorers.ogd.view.hold()")
    show(page, frame)
    page.evaluate("window.ocoExplorers.ogd.view.release()")
    still(page)
    return page.locator('[data-panel="regret"] .oco-before path').evaluate_all(
        "all => all.map((e) => e.getAttribute('d'))")


def test_the_state_before_leaves_a_trace_unless_it_is_kept(page):
    first, second, third = (OGD.frame(eta=eta) for eta in (0.1, 0.5, 2.0))
    show(page, first)
    traces = moved(page, second)
    assert len(traces) == 2 and all(traces)
    end = places(page, [1000], [first.facts["regret"]])
    assert min(np.abs(points(d)[-1] - end).max() for d in traces) < 0.2
    page.click(".oco-keep")
    assert moved(page, third) == [] and ghost(page, 1)
    assert len(moved(page, first)) == 2  # that of the state between


def test_hidden_bounds_are_one_word_of_the_link_and_places_stay(page):
    """B hides curves; what was projected, in the same colour, is no bound."""
    drawn = lambda: page.evaluate("""() => [...document.querySelectorAll('.oco-moving path')].filter((e) =>
      e.getAttribute('d')).map((e) => e.parentNode.dataset.series)""")
    show(page, OGD.frame(eta=2.0))
    assert {"bound", "bound_eta", "least_bound", "projections"} <= set(drawn())
    page.evaluate("document.querySelector('[name=eta]').focus()")
    page.keyboard.press("b")
    page.wait_for_function("location.hash.endsWith('&hide=bounds')")
    assert "projections" in drawn() and not {"bound", "bound_eta", "least_bound", "bound_now"} & set(drawn())
    shown = drawn()
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_function("window.ocoExplorers?.ogd?.view.answered() && window.ocoExplorers.ogd.view.boundsHidden")
    assert page.evaluate("location.hash").endswith("&hide=bounds") and drawn() == shown
