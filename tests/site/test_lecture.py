"""Presets by number and lecture mode, on pages of the book: the figure fills the screen, the keys work, Esc leaves."""

import pytest
from support.browser import new_page, sized, themed
from support.driving import NAMES, opened
from support.first_sight import opened as at_top
from support.small import small_site

from oco_live.explorer import get

# What is seen in the lecture room: how far it can be scrolled, what stands outside of the screen, and the smallest
# text.
SEEN = """(name) => {
  const figure = document.querySelector(`.oco-explorer[data-explorer=${name}]`);
  const room = figure.closest('dialog');
  const { left, top, width, height } = figure.getBoundingClientRect();
  const texts = [...figure.querySelectorAll('*')].filter((e) => e.checkVisibility({ visibilityProperty: true }) &&
    !e.closest('.oco-close, .oco-told, sub, option') && e.getBoundingClientRect().width > 1
    && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  const size = (e) => parseFloat(getComputedStyle(e).fontSize);
  const outside = [...texts, ...figure.querySelectorAll('.oco-plot > svg')].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.left < -0.5 || box.right > innerWidth + 0.5 || box.top < -0.5 || box.bottom > innerHeight + 0.5;
  });
  const grey = (colour) => { const [r, g, b] = colour.match(/[0-9.]+/g).map((c) => (c / 255 <= 0.04045 ?
    c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const paper = grey(getComputedStyle(figure).backgroundColor);
  const contrast = (e) => { const ink = grey(getComputedStyle(e)[e.closest('svg') ? 'fill' : 'color']);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05); };
  const read = texts.filter((e) => !e.closest('button, select'));
  return { contrast: Math.min(...read.map(contrast)), figure: [left, top, width, height],
    scroll: [room.scrollWidth - room.clientWidth, room.scrollHeight - room.clientHeight],
    outside: outside.map((e) => e.textContent.slice(0, 30)), smallest: Math.min(...texts.map(size)) };
}"""


@pytest.mark.parametrize("name", NAMES)
def test_every_explorer_fills_the_screen(browser, name):
    """Without scrolling, at the sizes of two projectors; at 1080 lines no text is below 24 pixels (16 at 720), and text
    stands out 7 : 1, by day and by night. With something kept and a point being read it still fits."""
    with small_site(name, sweeps=False) as server, new_page(browser, thrifty=True, reduced_motion="reduce") as (
            page, notes):
        at_top(page, server, name, (1920, 1080), room=True)
        for state in ("as it is", "kept and read"):
            if state != "as it is":
                page.keyboard.press("k")
                page.locator(".oco-reader").first.focus()
                page.keyboard.press("ArrowLeft")
            for width, height, least in ((1280, 720, 15.9), (1920, 1080, 23.9)):
                sized(page, width, height)
                seen = page.evaluate(SEEN, name)
                assert seen["figure"] == pytest.approx([0, 0, width, height], abs=1), state
                assert seen["scroll"] == [0, 0] and seen["outside"] == [], (state, width, seen)
                assert seen["smallest"] >= least, (state, width, seen)
        for scheme in ("dark", "light"):
            themed(page, scheme)
            assert page.evaluate(SEEN, name)["contrast"] >= 7, scheme
        sized(page, 390, 844)  # a phone: as on the page, nothing sideways
        assert page.evaluate(SEEN, name)["scroll"][0] == 0
        assert notes.errors == []


@pytest.fixture
def ogd(browser, book):
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 720}) as (page, notes):
        yield opened(page, book, "ogd")
        assert notes.all() == []


def test_keys_examples_and_the_way_out(ogd):
    """With the book's own answers; the keys themselves: tests/live/test_keys.py."""
    page, explorer = ogd.page, get("ogd")
    states = [explorer.preset(preset) for preset in explorer.presets]
    place = lambda: page.evaluate("scrollY")
    focused = lambda: page.evaluate("document.activeElement.name || document.activeElement.className")
    chosen = ogd.figure.locator("[name=oco-example]")

    def taken(key, i):
        frame = ogd.painted(lambda: page.keyboard.press(key), "baked")
        ogd.assert_equals_cpython(frame)
        wanted = {name: value for name, value in states[i].items() if value != "tuned"}
        assert wanted.items() <= frame["params"].items() and chosen.input_value() == str(i)

    ogd.control("eta").focus()
    for i in range(len(states)):
        taken(str(i + 1), i)

    # An example may take away the control that has the focus: the keys go on working.
    ogd.painted(lambda: ogd.control("stream").select_option("random_signs"), "baked")
    ogd.control("seed").focus()
    taken("4", 3)
    taken("5", 4)
    ogd.control("eta").focus()

    # In the lecture room: the rest of the page is out of reach, the baked slider answers, the keys go on working.
    before = place()
    page.keyboard.press("l")
    page.evaluate("""() => document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'l', repeat: true, bubbles: true }))""")  # a key that is held
    assert page.locator("dialog.oco-lecture-room").evaluate("room => room.matches(':modal')")
    assert focused() == "eta"
    for key, code, shift in (
        ("л", "KeyK", "false"), ("n", "KeyL", "false"), ("!", "Digit1", "true"), ("é", "Digit2", "false"),
        ("д", "KeyL", "false")):
        seen = ("[document.querySelectorAll('dialog:modal').length,"
                " window.ocoExplorers.ogd.view.controls.params.stream + window.ocoExplorers.ogd.view.controls.params.U,"
                " document.querySelectorAll('.oco-kept').length].join()")
        before_key = page.evaluate(seen)
        page.evaluate(f"""document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', {{ key: {key!r}, code: {code!r}, shiftKey: {shift}, bubbles: true }}))""")
        # On a Cyrillic keyboard the places of K and L, on a French one of 2.
        assert (page.evaluate(seen) != before_key) == (key in "лдé"), key
    page.keyboard.press("l")
    assert (
        ogd.painted(lambda: page.keyboard.press("Home"), "baked")["params"]["eta"] == explorer.control("eta").values[0])
    assert page.evaluate(
        "() => { const link = document.querySelector('a[href]'); link.focus(); return document.activeElement !== link; "
        "}"
    )
    ogd.figure.locator('[data-panel="regret"] .oco-plot').click()  # somewhere in the figure
    taken("2", 1)
    ogd.figure.locator(".oco-top > .oco-close").click()
    page.wait_for_function("!document.querySelector('.oco-lecture-room')")
    assert place() == before

    ogd.control("U").focus()
    page.keyboard.press("L")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.oco-lecture-room')")
    assert focused() == "U" and place() == before

    # Out of a list, and of the room, also where no control has the focus: Sphinx has an eye on that key.
    page.keyboard.press("l")
    page.keyboard.press("c")
    page.locator("dialog.oco-curve-list h3").click(position={"x": 5, "y": 5})
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.oco-curve-list')")
    ogd.figure.locator('[data-panel="regret"] .oco-plot').click()
    page.keyboard.press("Escape")  # ends the reading
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.oco-lecture-room')")
    ogd.control("U").focus()
    assert ogd.painted(lambda: page.keyboard.press("End"), "baked")["params"]["U"] == explorer.control("U").values[-1]


def test_the_toolbar_is_one_stop_of_tab_with_targets_of_24_pixels(ogd):
    page, tools = ogd.page, ogd.figure.locator(".oco-tools > button")
    assert ogd.figure.locator('.oco-tools > button[tabindex="0"]').count() == 1
    assert tools.count() == ogd.figure.locator(".oco-tools > button[tabindex]").count() == 4
    buttons = [b for b in ogd.figure.locator("button").all() if b.is_visible()]
    assert all(min(b.bounding_box()["width"], b.bounding_box()["height"]) >= 24 for b in buttons)
    focused = lambda: page.evaluate("document.activeElement.className").replace("oco-icon-button ", "")
    tools.first.focus()
    seen = [focused()]
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Home", "End"):
        page.keyboard.press(key)
        seen.append(focused())
    assert seen == ["oco-rounds", "oco-keep", "oco-link", "oco-menu-button", "oco-rounds", "oco-menu-button"]
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('.oco-tools')")
    page.keyboard.press("Shift+Tab")  # back to the tool last used
    assert focused() == "oco-menu-button"

    # The menu: its opener says whether it is open, the arrows walk through it, Escape leads back.
    page.keyboard.press("Enter")
    menu = ogd.figure.locator(".oco-menu")
    assert menu.is_visible() and tools.last.get_attribute("aria-expanded") == "true"
    boxes = [b.bounding_box() for b in menu.locator("button").all() if b.is_visible()]
    assert all(box["height"] >= 24 and box["width"] >= 24 for box in boxes)
    assert all(below["y"] >= above["y"] + above["height"] - 0.5 for above, below in zip(boxes, boxes[1:]))
    page.keyboard.press("ArrowDown")
    assert focused() == "oco-lecture"
    page.keyboard.press("End")
    assert focused() == "oco-keys"
    page.keyboard.press("Escape")
    assert focused() == "oco-menu-button" and not menu.is_visible()
    assert tools.last.get_attribute("aria-expanded") == "false"
    sized(page, 320, 700)
    assert ogd.problems() == []


def test_axe_finds_nothing_in_the_lecture_room(browser, book):
    from axe_playwright_python.sync_playwright import Axe

    with new_page(browser, thrifty=True, reduced_motion="reduce", viewport={"width": 1280, "height": 720}) as (page, _):
        driver = opened(page, book, "ogd").alone()
        driver.tool("oco-lecture")
        for theme in ("light", "dark"):
            themed(page, theme)
            found = (
                Axe() .run(page, context=".oco-lecture-room", options={"rules": {"target-size": {"enabled": True}}})
                .response["violations"])
            assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == [], theme
