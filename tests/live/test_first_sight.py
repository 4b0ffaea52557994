"""One idea at a glance: what an explorer shows before anything is opened, on a desk, a laptop, a phone and a wall."""

import pytest
from support.browser import new_page
from support.first_sight import DESK, LAPTOP, PHONE, ROOM, counted, on_one_screen, share
from support.small import small_site

from oco_live.explorer import NAMES, get

TITLE = 25  # characters that a phone's line and the lecture room's corner have room for


@pytest.mark.parametrize("name", NAMES)
def test_a_title_is_short(name):
    assert len(get(name).title) <= TITLE


@pytest.fixture(scope="module", params=NAMES)
def found(request, browser):
    name = request.param
    with small_site(name, sweeps=False) as server, new_page(browser, thrifty=True) as (page, notes):
        yield counted(page, server, name)
        assert notes.errors == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_few_things_ask_for_the_eye(found, size):
    seen = {name: found[size][name] for name in ("controls", "buttons", "rows", "words")}
    most = {"controls": 3, "buttons": 8, "rows": 4, "words": 15}
    assert all(seen[name] <= most[name] for name in most), seen


def test_a_phone_does_not_scroll_for_long_and_never_sideways(found):
    assert found[PHONE]["height"] <= 1000
    assert all(found[size]["wide"] <= size[0] for size in (DESK, PHONE, LAPTOP))


@pytest.mark.parametrize("size", [PHONE, LAPTOP, ROOM], ids=["390 × 664", "1366 × 768", "lecture 1280 × 720"])
def test_headline_picture_and_sliders_are_on_one_screen(found, size):
    assert on_one_screen(found[size], size), {k: found[size][k] for k in ("headline", "main", "dock")}


def test_in_the_lecture_room_the_picture_is_three_fifths_of_the_screen(found):
    assert share(found[ROOM]) >= 0.6


def test_no_word_beside_the_signs_is_broken(browser):
    """Whichever picture is the large one: the margin at its right is not as wide in each."""
    with small_site("adversary", sweeps=False) as server, new_page(
        browser, thrifty=True, viewport={"width": 984, "height": 900}) as (page, notes):
        page.goto(server.url)
        page.wait_for_function("window.ocoExplorers?.adversary")
        legend = page.locator(".oco-signs legend")
        for panel in get("adversary").panels:
            page.evaluate("name => window.ocoExplorers.adversary.view.setMain(name)", panel.name)
            wide = legend.evaluate("""e => {
              e.style.overflowWrap = 'normal';
              return e.scrollWidth - e.clientWidth;
            }""")
            assert wide <= 0, panel.name
        assert notes.errors == []
