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


#: A click on each that is shown; what is absent has no button to be seen.
HIDE_ALL = """(e) => [...e.querySelectorAll("[data-curve][aria-pressed=true]")].filter((button) =>
  button.closest("li").dataset.status !== "absent").forEach((button) => button.click())"""


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


def test_of_hidden_bounds_the_one_that_is_asked_for_comes_back_and_reset_brings_all(page):
    figure = Driver(page, "ogd").figure
    page.evaluate("window.ocoExplorers.ogd.view.reset()")
    start = figure.evaluate(SEEN)
    bounds = [s.name for s in get("ogd").series  # in a plane what has their colour is a place
              if s.style.role == "bound" and s.panel != "path" and start.get(s.name, [False])[0]]
    assert len(bounds) > 1
    figure.locator("[name=eta]").press("b")
    assert not any(figure.evaluate(SEEN)[one][0] for one in bounds)
    figure.evaluate("(e, name) => e.querySelector(`[data-curve=${name}]`).click()", bounds[0])
    assert [one for one in bounds if figure.evaluate(SEEN)[one][0]] == bounds[:1]
    figure.evaluate(HIDE_ALL)
    assert not any(pressed for pressed, _ in figure.evaluate(SEEN).values())
    figure.evaluate("e => e.querySelector('.oco-reset').click()")
    assert figure.evaluate(SEEN) == start


def test_where_all_is_hidden_the_axes_stay(page):
    figure = Driver(page, "ogd").figure
    page.evaluate("window.ocoExplorers.ogd.view.reset()")
    ticks = lambda: figure.locator('[data-panel="regret"] .oco-tick').all_inner_texts()
    before = ticks()
    figure.evaluate(HIDE_ALL)
    assert ticks() == before and len(before) > 4
    page.evaluate("window.ocoExplorers.ogd.view.reset()")


def test_the_list_is_not_lost_between_two_dialogs(page):
    figure = Driver(page, "ogd").figure
    page.evaluate("""() => { const { view } = window.ocoExplorers.ogd;
      for (let i = 0; i < 6; i++) { view.listCurves(); document.querySelector("dialog.oco-curve-list").close(); }
      view.listCurves(); view.listCurves(); }""")
    assert figure.locator("dialog.oco-curve-list[open] .oco-curves [data-curve=regret]").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
    assert figure.locator(".oco-more > .oco-curves [data-curve=regret]").count() == 1


def test_an_example_that_shows_a_bound_hides_no_other(page):
    """Neither with bounds hidden (B) nor afterwards; what B hides stays hidden until B."""
    figure, explorer = Driver(page, "online_to_batch").figure, get("online_to_batch")
    page.evaluate("window.ocoExplorers.online_to_batch.view.reset()")
    start = figure.evaluate(SEEN)
    number = next(i for i, preset in enumerate(explorer.presets) if "proof_m" in preset.show)
    page.evaluate("""([number]) => { const { view } = window.ocoExplorers.online_to_batch;
      view.hideBounds(true); view.takeExample(number); }""", [number])
    assert not figure.evaluate(SEEN)["proof_m"][0]
    page.evaluate("window.ocoExplorers.online_to_batch.view.hideBounds(false)")
    pressed = {one: now for one, (now, _) in figure.evaluate(SEEN).items()}
    assert pressed == {one: now or one == "proof_m" for one, (now, _) in start.items()}
    page.evaluate("window.ocoExplorers.online_to_batch.view.reset()")
