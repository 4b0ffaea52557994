"""What a reader sets while the page is still arriving, before the view is there, is not lost."""

import pytest
from support.browser import held_back, new_page
from support.driving import Driver
from support.small import small_site

from oco_live.explorer import get

OGD = get("ogd")


@pytest.fixture(scope="module")
def site():
    with small_site("ogd", python=True) as server:
        yield server


@pytest.fixture
def early(browser, site):
    """A page whose inputs are there and whose view is not, and what lets the view come."""
    with new_page(browser, thrifty=True) as (page, notes):
        go = held_back(page, "**/view-*.js")
        page.goto(site.url, wait_until="commit")
        page.wait_for_function("document.querySelector('.oco-reset') && document.readyState === 'interactive'")
        driver = Driver(page, "ogd")

        def arrive():
            assert page.evaluate("window.ocoExplorers") is None
            go()
            page.wait_for_function("window.ocoExplorers?.ogd?.view.answered()")
            driver.assert_equals_cpython()
            return driver.frame()

        yield driver, arrive
        assert notes.errors == notes.foreign == []


def test_untouched_the_page_stays_as_it_came(early):
    driver, arrive = early
    assert arrive()["params"] == OGD.defaults() and driver.figure.get_attribute("data-frame") == "0"


def test_keys_that_came_before_the_view_moved_the_slider(early):
    driver, arrive = early
    driver.press("eta", "ArrowRight", 2)
    driver.press("U", "End")
    values = OGD.control("eta").values
    assert arrive()["params"] == OGD.defaults() | {
        "eta": values[values.index(OGD.defaults()["eta"]) + 2], "U": OGD.control("U").values[-1]}
    driver.page.wait_for_function("location.hash.startsWith('#ogd?')")


def test_a_stream_and_a_place_in_it(early):
    driver, arrive = early
    stream = OGD.control("stream").values[-1]
    driver.press("eta", "Home")
    driver.control("stream").select_option(stream)
    params = arrive()["params"]  # by Python: this page has the sweep of its first stream only
    assert params["stream"] == stream and params["eta"] == OGD.control("eta").values_for(stream)[0]


def test_a_place_that_the_stream_chosen_after_it_has_no_use_for(early):
    driver, arrive = early
    assert not OGD.control("seed").values_for("zigzag")
    driver.press("seed", "ArrowRight")
    driver.control("stream").select_option("zigzag")
    assert arrive()["params"] == OGD.defaults("zigzag")
