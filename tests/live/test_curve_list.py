"""Every curve is shown or hidden by its button, under "more" and, by a key, in the lecture room, in Chromium."""

import pytest
from support.browser import new_page
from support.driving import NAMES, Driver
from support.small import small_site

from oco_live.explorer import get


@pytest.fixture(scope="module")
def site():
    with small_site(*NAMES, sweeps=False) as server:
        yield server


@pytest.fixture(scope="module")
def page(browser, site):
    view = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce"}
    with new_page(browser, thrifty=True, **view) as (page, notes):
        page.goto(site.url)
        page.wait_for_function("n => Object.keys(window.ocoExplorers ?? {}).length === n", arg=len(NAMES))
        yield page
        assert notes.errors == []


#: Of each series with a button that is there: whether that is pressed, and whether anything of it is drawn.
SEEN = """(e) => Object.fromEntries([...e.querySelectorAll(".oco-curves [data-curve]")].filter((button) =>
  button.closest("li").dataset.status !== "absent").map((button) => {
  const group = e.querySelector(`.oco-moving [data-series="${button.dataset.curve}"]`);
  return [button.dataset.curve, [button.getAttribute("aria-pressed") === "true",
    getComputedStyle(group).display !== "none" && Boolean(group.querySelector("path").getAttribute("d"))]];
}))"""


@pytest.mark.parametrize("name", NAMES)
def test_each_button_shows_or_hides_its_curve(page, name):
    figure, explorer = Driver(page, name).figure, get(name)
    frame = explorer.frame()
    first = {series.name: series.first for series in explorer.series
             if series.label and frame.status.get(series.name) != "absent"}
    figure.locator(".oco-more > summary").click()
    before = figure.evaluate(SEEN)
    assert {one: pressed for one, (pressed, _) in before.items()} == first and len(first) > 2
    for one, (pressed, drawn) in before.items():
        button = figure.locator(f'.oco-curves [data-curve="{one}"]')
        button.click()
        after = figure.evaluate(SEEN)
        assert after[one][0] != pressed, one
        assert not (drawn and after[one][1]), one  # what had been drawn is gone
        assert {k: v for k, v in after.items() if k != one} == {k: v for k, v in before.items() if k != one}
        button.click()
        assert figure.evaluate(SEEN) == before, one
        if not pressed and one in frame.series and len(frame.series[one]["x"]):
            assert after[one] == [True, True], one


def test_in_the_lecture_room_a_key_opens_the_list(page):
    figure = Driver(page, "ogd").figure
    figure.locator("[name=eta]").press("l")
    page.keyboard.press("c")
    shown = page.locator("dialog.oco-curve-list:modal")
    assert figure.evaluate(SEEN)["regret"] == [True, True]
    shown.locator("[data-curve=regret]").click()
    page.keyboard.press("Escape")  # the list, not the room
    page.wait_for_function("!document.querySelector('.oco-curve-list')")
    assert page.locator("dialog.oco-lecture-room:modal").count() == 1
    assert figure.evaluate(SEEN)["regret"] == [False, False]
    page.keyboard.press("b")  # the bound: its button says so, and brings it back
    assert figure.evaluate(SEEN)["bound"][0] is False
    page.keyboard.press("c")
    box = shown.bounding_box()
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 1280 and box["y"] + box["height"] <= 720
    shown.locator("[data-curve=bound]").click()
    assert figure.evaluate(SEEN)["bound"] == [True, True]
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.oco-curve-list')")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
    figure.locator(".oco-more > summary").click()  # and on the page it is where it was
    assert figure.locator(".oco-more > .oco-curves [data-curve=regret]").get_attribute("aria-pressed") == "false"
