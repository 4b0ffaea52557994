"""The playing of rounds: the curves are uncovered from left to right, paused, stepped, and given back whole."""

import re

import pytest
from support.browser import SETTLED, TIMERS, new_page
from support.small import small_site

from oco_live.explorer import get

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


SEEN = """() => { const { box } = window.ocoExplorers.ogd.view.pictures.regret;
  const rect = document.querySelector('[data-panel="regret"] clipPath rect');
  return rect ? (rect.getAttribute('width') - box.left) / (box.right - box.left) : 1; }"""


def width(page):
    """How much of the first picture is seen, of 1; 1 without a clip."""
    return page.evaluate(SEEN)


def heard(button):
    return button.get_attribute("aria-label")


@pytest.mark.parametrize("page", ["no-preference", "reduce"], indirect=True)
def test_the_rounds_are_played_paused_and_stepped(page, request):
    play, step = page.locator(".oco-rounds"), page.locator(".oco-rounds-step")
    page.locator(".oco-menu-button").click()
    step.press("Enter")
    first = width(page)
    assert first == pytest.approx(1 / 16, abs=2e-3)
    assert page.locator('[data-panel="regret"] .oco-moving').get_attribute("clip-path")
    assert page.locator('[data-panel="path"] [clip-path], [data-panel="steps"] [clip-path]').count() == 0
    assert not page.locator('[data-panel="regret"] .oco-ends').is_visible()  # no name where no end is
    path = lambda: page.locator('[data-series="path"] path').get_attribute("d").count("L")
    whole = len(OGD.frame().series["path"]["x"]) - 1
    came = sum(x <= 1 / 16 for x in OGD.frame().series["bound"]["x"]) - 1
    assert 0 < came < whole / 2 and path() == came  # the path in the ball has come as far
    t = lambda: int(re.match(r"t = (\d+)", page.locator(".oco-readout li").first.inner_text())[1])
    rounds = [round(1000 * x) for x in OGD.frame().series["regret"]["x"]]
    assert t() == min(rounds, key=lambda r: abs(r - rounds[-1] / 16))  # the readout goes with it
    play.press("Space")
    assert heard(play) == "pause" and play.locator("svg").count() == 1
    page.wait_for_function(f"w => ({SEEN})() > w", arg=first + 0.05)
    play.press("Space")
    stopped = width(page)
    assert heard(play) == "play the rounds" and first < stopped < 1
    page.evaluate(SETTLED)
    assert page.evaluate("[...goingOn]") == [] and width(page) == stopped
    if "reduce" in request.node.name:  # no glide: from step to step
        assert abs(stopped * 16 - round(stopped * 16)) < 0.1
    for _ in range(16):
        if width(page) < 1:
            step.press("Enter")
    assert width(page) == 1 and page.locator("[clip-path]").count() == 0 and t() == 1000 and path() == whole
    assert page.locator('[data-panel="regret"] .oco-ends').is_visible()
    step.press("Enter")
    page.locator(".oco-reset").press("Enter")
    assert width(page) == 1


def test_escape_and_reset_end_the_rounds(page):
    """In the lecture room the first Escape ends them, and the cursor with them, the second one the room."""
    readouts = page.locator(".oco-readout:visible")
    step = lambda: page.evaluate("document.querySelector('.oco-rounds-step').click()")
    page.locator("[name=eta]").press("l")
    for times in (3, 16):  # halfway, and at the end
        for _ in range(times):
            step()
        assert readouts.count() == 1
        page.keyboard.press("Escape")
        assert readouts.count() == 0 and width(page) == 1 and page.locator(".oco-cursor > *").count() == 0
        assert page.locator("dialog:modal").count() == 1
    for _ in range(3):
        step()
    page.locator(".oco-headline").click()  # closes the readout, and the curves are still cut
    assert readouts.count() == 0 and width(page) < 1
    page.keyboard.press("Escape")
    assert width(page) == 1 and page.locator("dialog:modal").count() == 1
    page.keyboard.press("p")
    page.wait_for_function("document.querySelector('clipPath rect')")
    page.keyboard.press("Escape")  # while they are played
    assert readouts.count() == 0 and width(page) == 1 and heard(page.locator(".oco-rounds")) == "play the rounds"
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
    for times in (3, 16):
        for _ in range(times):
            step()
        assert readouts.count() == 1
        page.evaluate("document.querySelector('.oco-reset').click()")
        assert readouts.count() == 0 and width(page) == 1


def test_the_rounds_end_where_the_curves_end(browser):
    """T = 1000 in a picture that reaches to t = 4000: no time is spent beyond."""
    with small_site("strong_convexity", sweeps=False) as server, new_page(browser, thrifty=True) as (page, notes):
        page.goto(server.url)
        seen = []
        for _ in range(16):
            page.evaluate("document.querySelector('.oco-rounds-step').click()")
            seen.append(int(re.match(r"t = (\d+)", page.locator(".oco-readout li").first.inner_text())[1]))
        assert seen[-1] == 1000 > seen[-2] and seen == sorted(seen)
        assert notes.errors == []
