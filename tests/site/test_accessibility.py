"""axe-core finds nothing to complain of in an explorer with all that can be opened open, by day or at night, on a
phone or on a desk.

A file of its own, because files run side by side and these tests take long.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.browser import new_page, sized, themed
from support.driving import NAMES, SIZES, opened

from oco_live import phrasing
from oco_live.explorer import get

#: Each explorer in one of them; as it is at first by both lights in test_embed.py.
LOOKS = ("phone", "light"), ("desk", "dark"), ("phone", "dark"), ("desk", "light")
ALL = {
    "rules": {"target-size": {"enabled": True}}}  # WCAG 2.2's targets of 24 pixels, which axe does not look at unasked


@pytest.fixture(scope="module", params=NAMES)
def driver(request, browser, book):
    """An explorer with a kept state, moved by one step, all that folds open, and a point being read."""
    name = request.param
    with new_page(browser, thrifty=True, reduced_motion="reduce") as (page, _):  # colours change at once
        driver = opened(page, book, name)
        slider = next(c.name for c in get(name).controls if c.baked)
        driver.figure.locator(".oco-keep").click()
        driver.painted(lambda: driver.press(slider, driver.there_and_back(slider)[0]))
        driver.figure.locator("details").evaluate_all("all => all.forEach((details) => { details.open = true; })")
        if driver.figure.locator(".oco-own").count():  # what is fetched when it opens has come
            page.locator("style.oco-own-style").wait_for(state="attached")
        driver.figure.locator(".oco-reader").first.focus()
        page.keyboard.press("ArrowLeft")
        driver.figure.locator(".oco-menu").evaluate("menu => { menu.hidden = false; }")  # it closes with the focus
        for open_now in (".oco-menu", ".oco-kept", ".oco-readout"):
            assert driver.figure.locator(open_now).first.is_visible(), open_now
        assert driver.problems() == []
        yield driver.alone()  # axe reads all of a page before it looks at a part of it


@pytest.mark.sampled(3)
def test_axe_finds_nothing(driver):
    size, theme = LOOKS[NAMES.index(driver.name) % len(LOOKS)]
    sized(driver.page, *SIZES[size])
    themed(driver.page, theme)
    driver.figure.locator(".oco-menu").evaluate("(menu, hide) => { menu.hidden = hide; }", size == "phone")
    assert driver.problems() == []
    found = (
        Axe() .run(driver.page, context=f'.oco-explorer[data-explorer="{driver.name}"]', options=ALL)
        .response["violations"])
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == [], (size, theme)


#: Gathers in `spoken` what a screen reader is told of ogd's headline.
LISTEN = """() => {
    window.spoken = [];
    const sentence = document.querySelector('.oco-explorer[data-explorer="ogd"] output[role=status]');
    new MutationObserver(() => { if (sentence.getAttribute('aria-busy') !== 'true') spoken.push(sentence.textContent);
      })
        .observe(sentence, { childList: true, characterData: true, subtree: true });
}"""


def test_the_headline_is_spoken_once_when_the_hand_rests(browser, book):
    """While a slider moves, the live headline is busy; then it is written once, and not again if it is the one heard
    last."""
    with new_page(browser, thrifty=True) as (page, _):
        page.add_init_script(
            "const timer = setTimeout; window.setTimeout = (act, ms, ...more) => timer(act, ms === 800 ? 2000 : ms, "
            "...more);"
        )
        driver = opened(page, book, "ogd")  # whose hand rests after two seconds, so that a slow machine is no rest
        page.evaluate(LISTEN)
        drag = """async (steps) => {
            const slider = document.querySelector('.oco-explorer[data-explorer="ogd"] [name="eta"]');
            for (const step of steps) {
                slider.value = String(Number(slider.value) + step);
                slider.dispatchEvent(new Event('input', { bubbles: true }));
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            }
        }"""
        page.evaluate(drag, [1, 1, 1, -1])
        page.wait_for_function("spoken.length > 0")
        page.evaluate(drag, [1, 1, -1, -1])
        page.wait_for_function(
            "!document.querySelector('[data-explorer=ogd] output[role=status]').hasAttribute('aria-busy')")
        assert page.evaluate("spoken") == [phrasing.plain(driver.frame()["headline"])]


def test_a_playing_slider_is_spoken_of_when_it_stops(browser, book):
    """Under reduced motion a step takes longer than the hand's rest: still nothing is said before the end."""
    with new_page(browser, thrifty=True, reduced_motion="reduce") as (page, _):
        driver = opened(page, book, "ogd")
        page.evaluate(LISTEN)
        play = driver.figure.locator(".oco-play-start").first  # in the menu
        play.evaluate("e => e.click()")
        for _ in range(3):  # one to the next takes three times as long as the hand's rest
            driver.painted(lambda: None)
        assert page.evaluate("spoken") == []
        play.evaluate("e => e.click()")
        page.wait_for_function("spoken.length > 0")
        assert page.evaluate("spoken") == [phrasing.plain(driver.frame()["headline"])]


def test_nothing_moves_by_itself_where_motion_is_not_wanted(browser, book):
    script = """() => [...document.querySelectorAll("body :not(.katex *)")].filter((e) => {
        const { animationName, transitionDuration, transitionProperty, scrollBehavior } = getComputedStyle(e);
        return animationName !== "none" || scrollBehavior === "smooth" || transitionProperty !== "none" &&
          transitionDuration !== "0s";
    }).map((e) => e.outerHTML.slice(0, 100))"""
    with new_page(browser, thrifty=True, reduced_motion="reduce") as (page, _):
        page.goto(book.url + "index.html")
        assert page.evaluate(script) == []
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
