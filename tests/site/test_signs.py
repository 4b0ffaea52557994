"""The row of signs: mouse, keyboard (one stop of Tab) and touch, what it says of itself, its state in the address."""

from support.browser import new_page, sized
from support.driving import SIZES, letters, opened

from oco_live.explorer import get
from oco_live.hosts.typography import mathematics

E = get("adversary")
START = E.defaults()["signs"]


def pressed(driver):
    """The signs as a screen reader has them, after a look that text, name and state agree."""
    buttons = driver.control("signs").locator("button").evaluate_all(
        "all => all.map((b) => [b.getAttribute('aria-pressed'), b.textContent, b.getAttribute('aria-label')])")
    for i, (state, text, name) in enumerate(buttons, 1):
        assert (state, text) in (("true", "+"), ("false", "−")) and name == f"round {i}: {text}"
    return "".join("+" if state == "true" else "-" for state, _, _ in buttons)


def stops(driver):
    """The rounds whose buttons Tab reaches."""
    return driver.control("signs").locator("button").evaluate_all(
        "all => all.flatMap((b, i) => (b.tabIndex >= 0 ? [i + 1] : []))")


def flipped(signs, *rounds):
    return "".join({"+": "-", "-": "+"}[s] if i in rounds else s for i, s in enumerate(signs, 1))


def test_the_signs_answer_to_mouse_keys_and_fingers_and_live_in_the_address(browser, book):
    with new_page(browser, viewport=dict(zip(("width", "height"), SIZES["desk"])), has_touch=True) as (page, notes):
        driver = opened(page, book, "adversary")
        assert pressed(driver) == START == driver.frame()["params"]["signs"]
        button = driver.control("signs").locator("button")
        frame = driver.painted(lambda: button.nth(2).click(), "python")
        assert frame["params"]["signs"] == pressed(driver) == flipped(START, 3)
        driver.assert_equals_cpython(frame)
        frame = driver.painted(lambda: button.nth(15).press("Space"), "python")
        assert frame["params"]["signs"] == pressed(driver) == flipped(START, 3, 16)
        frame = driver.painted(lambda: button.nth(15).press("Enter"), "python")
        assert frame["params"]["signs"] == pressed(driver) == flipped(START, 3)
        page.wait_for_function("signs => location.hash.includes('signs=' + signs)", arg=flipped(START, 3))

        # one stop of Tab: the arrows, Home and End go along the row, not past its ends, and Tab comes back to where
        # one was
        row = driver.figure.get_by_role("toolbar", name=letters(mathematics(E.control("signs").label)), exact=True)
        assert row.get_by_role("button").count() == len(START)
        here = "document.activeElement.getAttribute('aria-label')"
        for key, round_ in (
            ("Home", 1), ("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("End", 16), ("ArrowRight", 16),
            ("ArrowLeft", 15)):
            page.keyboard.press(key)
            assert page.evaluate(here).startswith(f"round {round_}:") and stops(driver) == [round_]
        page.keyboard.press("Shift+Tab")
        assert not driver.control("signs").evaluate("(row) => row.contains(document.activeElement)")
        page.keyboard.press("Tab")
        assert page.evaluate(here).startswith("round 15:")
        page.keyboard.press("Tab")
        assert not driver.control("signs").evaluate("(row) => row.contains(document.activeElement)")
        frame = driver.painted(lambda: button.nth(2).click())
        assert frame["params"]["signs"] == pressed(driver) == START and stops(driver) == [3]
        driver.painted(lambda: button.nth(2).press("Space"), "python")

        # a link with signs, as written here and as some programs rewrite it; one that makes no sense changes nothing
        for written in ("-" * 8 + "+" * 8, "%2B-" * 8):
            wanted = written.replace("%2B", "+")
            page.evaluate("signs => { location.hash = '#adversary?learner=lazy&k=1&signs=' + signs; }", written)
            page.wait_for_function("signs => window.ocoExplorers.adversary.frame().params.signs === signs", arg=wanted)
            assert pressed(driver) == wanted and driver.frame()["params"]["learner"] == "lazy"
        for nonsense in ("", "+-", "x" * 16, "+" * 17):
            page.evaluate("signs => { location.hash = '#adversary?learner=constant&k=1&signs=' + signs; }", nonsense)
            page.wait_for_function("window.ocoExplorers.adversary.frame().params.learner === 'constant'")
            assert pressed(driver) == START
            page.evaluate("location.hash = '#adversary?learner=greedy&k=1'")
            page.wait_for_function("window.ocoExplorers.adversary.frame().params.learner === 'greedy'")

        # with another adversary the row is gone, and it comes back as it was at first
        driver.painted(lambda: driver.control("stream").select_option("coins"))
        assert not driver.control("signs").is_visible() and driver.control("signs").evaluate("(e) => e.disabled")
        driver.reset()
        assert driver.control("signs").is_visible() and pressed(driver) == START
        # on a phone they are large enough for a finger
        sized(page, *SIZES["phone"])
        boxes = [button.nth(i).bounding_box() for i in range(len(START))]
        assert all(box["width"] >= 24 and box["height"] >= 24 for box in boxes)
        assert all(0 <= box["x"] and box["x"] + box["width"] <= SIZES["phone"][0] for box in boxes)
        frame = driver.painted(lambda: button.nth(0).tap(), "python")
        assert frame["params"]["signs"] == pressed(driver) == flipped(START, 1)
        assert driver.problems() == [] and notes.all() == []
