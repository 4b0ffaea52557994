"""A slider that plays, in Chromium: start, pause, one step, the end, the reader's hand, reduced motion."""

import pytest
from support.browser import SETTLED, TIMERS, new_page
from support.small import small_site

from oco_live.explorer import get
from oco_live.hosts.typography import mathematics

ROUNDS = get("protocol").control("t").values


@pytest.fixture(scope="module")
def site():
    """One page with one explorer and the sweep of its first stream: no Python, which playing does not need."""
    with small_site("protocol") as server:
        yield server


@pytest.fixture
def motion():
    return "no-preference"


@pytest.fixture
def played(browser, site, motion):
    with new_page(browser, thrifty=True, reduced_motion=motion) as (opened, notes):
        opened.add_init_script(TIMERS)
        opened.goto(site.url)
        opened.wait_for_function("window.ocoExplorers?.protocol?.sweeps.regression?.axes")
        yield opened
        assert notes.errors == []


def at(opened):
    """The position of the round in view."""
    return ROUNDS.index(opened.evaluate("window.ocoExplorers.protocol.frame().params.t"))


def wait_for(opened, position):
    opened.wait_for_function(f"window.ocoExplorers.protocol.frame().params.t === {ROUNDS[position]}")


def playing(opened):
    button = opened.locator(".oco-play-start")
    pressed = button.get_attribute("aria-pressed") == "true"
    assert (button.get_attribute("aria-label") == "pause") == pressed
    return pressed


def step(opened):
    """One step further, which is in the menu."""
    if not opened.locator(".oco-menu").is_visible():
        opened.click(".oco-menu-button")
    opened.click(".oco-play-step")


def stands_still(opened):
    """Nothing will move it but the reader."""
    opened.wait_for_function("window.ocoExplorers.protocol.view.answered()")  # the last step may be on its way
    opened.evaluate(SETTLED)
    assert opened.evaluate("[...goingOn]") == [] and not playing(opened)


def put(opened, position):
    opened.locator("[name=t]").evaluate(
        f"input => {{ input.value = {position}; input.dispatchEvent(new Event('input', {{ bubbles: true }})); }}")
    wait_for(opened, position)


def test_it_waits_for_the_reader_and_each_step_is_one_position(played):
    stands_still(played)
    assert at(played) == 0
    played.focus(".oco-menu-button")
    played.keyboard.press("ArrowDown")
    played.focus(".oco-play-step")
    for position in (1, 2):  # the menu stays open: a step is taken again and again
        played.keyboard.press("Enter")
        wait_for(played, position)
    assert not playing(played)
    assert played.get_attribute("[name=t]", "aria-valuetext") == "t = 3"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_it_plays_and_pauses_from_the_keyboard(played, motion):
    played.focus(".oco-play-start")
    played.keyboard.press("Space")
    assert playing(played) and played.evaluate("goingOn.size") > 0
    played.wait_for_function(f"window.ocoExplorers.protocol.frame().params.t >= {ROUNDS[3]}")
    played.keyboard.press("Space")
    stands_still(played)
    assert played.evaluate("paces") == [1200 if motion == "reduce" else 350]


def test_it_stops_at_the_end_and_starts_again_from_the_beginning(played):
    put(played, len(ROUNDS) - 2)
    played.click(".oco-play-start")
    wait_for(played, len(ROUNDS) - 1)
    played.wait_for_function("document.querySelector('.oco-play-start').ariaPressed !== 'true'")
    step(played)
    wait_for(played, 0)
    put(played, len(ROUNDS) - 1)
    start = "button => { button.click(); return document.querySelector('[name=t]').value; }"
    assert played.locator(".oco-play-start").evaluate(start) == "0" and playing(played)


def test_the_reader_s_hand_on_the_slider_ends_it(played):
    played.click(".oco-play-start")
    played.focus("[name=t]")
    played.keyboard.press("ArrowRight")
    assert not playing(played)
    wait_for(played, int(played.input_value("[name=t]")))
    played.wait_for_function("goingOn.size === 0")  # the next tick sees that it was moved by others
    stands_still(played)


def test_the_axes_stand_still_while_it_plays(played):
    held = "window.ocoExplorers.protocol.view.drawing.held"
    played.click(".oco-play-start")
    assert playing(played) and played.evaluate(held)
    wait_for(played, 2)
    played.click(".oco-play-start")
    assert not playing(played) and not played.evaluate(held)


def test_the_four_lines_of_the_round_follow(played):
    put(played, 6)
    frame = get("protocol").frame(t=ROUNDS[6])
    for word in ("predict", "reveal", "suffer", "update"):
        line = played.locator(f'[data-text="round.{word}"]').first
        assert line.evaluate("e => e.innerHTML") == mathematics(frame.texts[f"round.{word}"])
