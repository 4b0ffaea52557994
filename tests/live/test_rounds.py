"""The playing of rounds: the curves are uncovered from left to right, paused, stepped, and given back whole."""

import re

import pytest
from support.browser import SETTLED, TIMERS, new_page
from support.small import small_site

from oco_live.explorer import get
from oco_live.figures import draw

OGD = get("ogd")


@pytest.fixture(scope="module")
def site():
    with small_site("ogd") as server:
        yield server


@pytest.fixture(params=["no-preference"])
def page(browser, site, request):
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}, reduced_motion=request.param) as (
        page, notes):
        page.add_init_script(TIMERS)
        page.goto(site.url)
        page.wait_for_function("window.ocoExplorers?.ogd?.sweeps.random_signs?.axes")
        yield page
        assert notes.errors == []


def width(page):
    """How much of the first picture is seen, of 1; 1 without a clip."""
    left, _, right, _ = draw.box(OGD.panel("regret"))
    rect = page.locator("clipPath rect")
    return (float(rect.first.get_attribute("width")) - left) / (right - left) if rect.count() else 1


@pytest.mark.parametrize("page", ["no-preference", "reduce"], indirect=True)
def test_the_rounds_are_played_paused_and_stepped(page, request):
    play, step = page.locator(".oco-rounds"), page.locator(".oco-rounds-step")
    assert page.locator('[data-panel="path"] [clip-path], [data-panel="steps"] [clip-path]').count() == 0
    step.press("Enter")
    first = width(page)
    left, _, right, _ = draw.box(OGD.panel("regret"))
    assert first == pytest.approx(1 / 16 + 0.5 / (right - left), abs=1e-4)
    assert page.locator('[data-panel="regret"] .oco-moving').get_attribute("clip-path")
    assert page.locator('[data-panel="path"] [clip-path]').count() == 0  # no rounds there
    t = lambda: int(re.match(r"t = (\d+)", page.locator(".oco-readout li").first.inner_text())[1])
    rounds = [round(1000 * x) for x in OGD.frame().series["regret"]["x"]]
    assert t() == min(rounds, key=lambda r: abs(r - rounds[-1] / 16))  # the readout goes with it
    play.press("Space")
    assert play.inner_text() == "pause" and play.get_attribute("aria-pressed") is None  # the word says it
    page.wait_for_function(
        "w => document.querySelector('clipPath rect').getAttribute('width') > w",
        arg=left + (right - left) * (first + 0.05))
    play.press("Space")
    stopped = width(page)
    assert play.inner_text() == "play rounds" and first < stopped < 1
    page.evaluate(SETTLED)
    assert page.evaluate("[...goingOn]") == [] and width(page) == stopped
    if "reduce" in request.node.name:  # no glide: from step to step
        assert abs(stopped * 16 - round(stopped * 16)) < 0.05
    for _ in range(16):
        if width(page) < 1:
            step.click()
    assert width(page) == 1 and page.locator("[clip-path]").count() == 0 and t() == 1000
    step.click()
    page.click(".oco-reset")
    assert width(page) == 1


def test_escape_and_reset_end_the_rounds_and_give_the_legends_back(page):
    """The readouts lie over the legends. In the lecture room the first Escape closes them, the second one the room."""
    step, readouts = page.locator(".oco-rounds-step"), page.locator(".oco-readout")
    page.locator(".oco-lecture").press("Enter")
    for times in (3, 16):  # halfway, and at the end
        for _ in range(times):
            step.press("Enter")
        assert readouts.count() >= 1 and page.locator(".oco-reading .oco-legend:not(.oco-readout)").first.is_hidden()
        page.keyboard.press("Escape")
        assert readouts.count() == 0 and width(page) == 1
        assert (
            page.locator('[data-panel="regret"] .oco-legend').is_visible() and page.locator("dialog:modal").count() == 1
        )
    for _ in range(3):
        step.press("Enter")
    page.locator(".oco-sentence").click()  # closes the readouts, and the curves are still cut
    assert readouts.count() == 0 and width(page) < 1
    page.keyboard.press("Escape")
    assert width(page) == 1 and page.locator("dialog:modal").count() == 1
    page.locator(".oco-rounds").press("Enter")
    page.wait_for_function("document.querySelector('clipPath rect')")
    page.keyboard.press("Escape")  # while they are played
    assert readouts.count() == 0 and width(page) == 1 and page.locator(".oco-rounds").inner_text() == "play rounds"
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
    for times in (3, 16):
        for _ in range(times):
            step.press("Enter")
        assert readouts.count() >= 1
        page.locator(".oco-reset").press("Enter")
        assert readouts.count() == 0 and width(page) == 1


def test_the_rounds_end_where_the_curves_end(browser):
    """T = 1000 in a picture that reaches to t = 4000: no time is spent beyond."""
    with small_site("strong_convexity", sweeps=False) as server, new_page(browser, thrifty=True) as (page, notes):
        page.goto(server.url)
        seen = []
        for _ in range(16):
            page.click(".oco-rounds-step")
            seen.append(int(re.match(r"t = (\d+)", page.locator(".oco-readout li").first.inner_text())[1]))
        assert seen[-1] == 1000 > seen[-2] and seen == sorted(seen)
        assert notes.errors == []
