"""The keys of an explorer and the script of the lecture room, in Chromium."""

import pytest
from support.answering import answering, figure, opened
from support.browser import SETTLED, new_page
from support.driving import Driver
from support.small import small_site

from oco_live.explorer import get

OGD, PROOF = get("ogd"), get("ogd_proof")


@pytest.fixture(scope="module")
def site():
    with small_site("ogd", "ogd_proof", sweeps=False) as server:
        yield server


@pytest.fixture
def page(browser, site):
    with answering(browser, site) as page:
        yield page


def view(page, expression, name="ogd"):
    return page.evaluate(f"window.ocoExplorers.{name}.view.{expression}")


def in_the_room(page):
    """(the explorer in the lecture room, what is said of the script)."""
    return page.evaluate("""() => { const e = document.querySelector('dialog.oco-lecture-room:modal > .oco-explorer');
      return e && [e.dataset.explorer, e.querySelector('.oco-script').textContent]; }""")


def script(explorer, i):
    return [explorer.name, f"{i + 1} of {len(explorer.presets)}: {explorer.presets[i].label}"]


def test_three_keys_at_once_open_the_room(page):
    """In, out and in again, before the dialog's own event of its end has come."""
    figure(page).locator("[name=eta]").focus()
    page.evaluate("""() => { for (let i = 0; i < 3; i++) document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'l', bubbles: true })); }""")
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # that event's task is behind this one
    assert in_the_room(page) == ["ogd", ""] and page.locator("dialog.oco-lecture-room").count() == 1
    assert page.evaluate("document.activeElement.name") == "eta"
    page.keyboard.press("l")
    assert in_the_room(page) is None and page.locator("dialog.oco-lecture-room").count() == 0
    assert page.evaluate("document.activeElement.name") == "eta"


def test_the_script_leads_through_the_examples_and_on_to_the_next_explorer(page):
    """And back, the room stays open; left in another one than it was entered with, the page is where that one is."""
    figure(page).locator("[name=eta]").press("l")
    assert in_the_room(page) == ["ogd", ""]
    for i in range(len(OGD.presets)):
        page.keyboard.press("PageDown")
        assert in_the_room(page) == script(OGD, i)
        assert view(page, "controls.params.stream") == OGD.preset(OGD.presets[i])["stream"]
    page.keyboard.press("PageDown")
    assert in_the_room(page) == ["ogd_proof", ""]
    for i in range(len(PROOF.presets)):
        page.keyboard.press("PageDown")
        assert in_the_room(page) == script(PROOF, i)
    page.keyboard.press("PageDown")
    assert in_the_room(page) == script(PROOF, len(PROOF.presets) - 1)
    assert "last explorer" in figure(page, "ogd_proof").locator(".oco-told").inner_text()
    page.keyboard.press("PageUp")
    page.keyboard.press("2")
    assert in_the_room(page) == script(PROOF, 1)
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    assert in_the_room(page) == script(OGD, len(OGD.presets) - 1)  # as it was left
    page.keyboard.press("PageUp")
    assert in_the_room(page) == script(OGD, len(OGD.presets) - 2)
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    assert in_the_room(page)[0] == "ogd_proof"
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
    assert figure(page, "ogd_proof").evaluate("e => Math.abs(e.getBoundingClientRect().top) < 5")
    assert figure(page, "ogd_proof").evaluate("e => e.contains(document.activeElement)")
    assert page.locator(".oco-script").count() == 0
    order = page.locator(".oco-explorer").evaluate_all("all => all.map(e => e.dataset.explorer)")
    assert order == ["ogd", "ogd_proof"]  # each where it stood


def test_outside_of_the_room_a_page_key_turns_the_page(page):
    figure(page).evaluate("e => e.focus()")
    before = view(page, "controls.params")
    page.keyboard.press("PageDown")
    page.wait_for_function("scrollY > 100")
    assert view(page, "controls.params") == before and page.locator("dialog").count() == 0


def test_b_hides_the_bound_and_the_axes_fit(page):
    top = lambda: view(page, "pictures.regret.scales.y.high")
    bound = figure(page).locator('[data-series="bound"] path')
    before = top(), bound.get_attribute("d")
    figure(page).locator("[name=eta]").press("b")
    assert not bound.get_attribute("d") and figure(page).locator('[data-end="bound"]').count() == 0
    assert OGD.frame().facts["regret"] <= top() < before[0] / 1.5
    page.keyboard.press("b")
    assert (top(), bound.get_attribute("d")) == before


def test_the_headline_keeps_a_hidden_bound_to_itself(page):
    """Its number and the share that the regret has of it; who is asked for it first must not read it, nor hear it."""
    covered = lambda: figure(page).locator(".oco-headline").evaluate("""said =>
      [...said.querySelectorAll('b, .oco-unbroken')].filter((e) => getComputedStyle(e).color === 'rgba(0, 0, 0, 0)')
      .map((e) => e.textContent)""")
    heard = lambda: figure(page).locator(".oco-headline").aria_snapshot()
    regret, bound = (f"{OGD.frame().facts[name]:.3g}" for name in ("regret", "bound"))
    share = f"{100 * OGD.frame().facts['regret'] / OGD.frame().facts['bound']:.2g} %"
    words = figure(page).locator(".oco-headline").text_content()
    assert covered() == [] and all(number in words for number in (regret, bound, share))
    figure(page).locator("[name=eta]").press("b")
    assert covered() == [share, bound] and figure(page).locator(".oco-headline").text_content() == words
    assert regret in heard() and share not in heard() and bound not in heard()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("ocoExplorers.ogd.view.answered()")
    assert len(covered()) == 2 and page.evaluate("ocoExplorers.ogd.view.frame().params.eta") != OGD.defaults()["eta"]
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("ocoExplorers.ogd.view.answered()")
    page.keyboard.press("b")
    assert covered() == [] and all(number in heard() for number in (regret, bound, share))


def test_of_a_headline_only_the_bound_and_the_share_of_it_are_kept_back(browser):
    """Neither η/√t nor 90 %, which are not to be guessed."""
    for name, hidden, stays in (("strong_convexity", 2, "η/√t"), ("online_to_batch", 1, "90 %")):
        with small_site(name) as site, new_page(browser, thrifty=True) as (page, notes):
            Driver(page, name).open(site.url).control(get(name).controls[0].name).press("b")
            said = page.locator(".oco-headline")
            assert said.locator("[aria-hidden=true]").count() == hidden and notes.errors == []
            assert stays not in " ".join(said.locator("[aria-hidden=true]").all_text_contents())


@pytest.mark.parametrize("room", [False, True])
def test_the_key_that_opened_a_list_closes_it(page, room):
    figure(page).locator("[name=eta]").focus()
    if room:
        page.keyboard.press("l")
    for key in "cq?":
        page.keyboard.press(key)
        opened = page.locator("dialog:modal:not(.oco-lecture-room)")
        opened.wait_for()  # what draws a code is fetched first
        page.keyboard.press("b")  # none of its keys
        assert opened.count() == 1 and not view(page, "boundsHidden")
        page.keyboard.press(key)
        assert opened.count() == 0 and page.evaluate("document.activeElement.name") == "eta"
    assert page.locator("dialog.oco-lecture-room").count() == room


def test_v_turns_the_pictures_t_is_tuned_k_keeps_and_a_digit_chooses(page):
    figure(page).locator("[name=eta]").focus()
    seen = [view(page, "main")]
    for _ in OGD.panels:
        page.keyboard.press("v")
        seen.append(view(page, "main"))
    assert seen == [*(p.name for p in OGD.panels), OGD.panels[0].name]
    figure(page).locator('[data-panel="regret"] .oco-reader').focus()
    page.keyboard.press("v")  # who reads goes on reading, in the picture that is the large one now
    assert page.evaluate("document.activeElement.closest('[data-panel]').dataset.panel") == seen[1]
    page.keyboard.press("t")
    assert view(page, "controls.params.eta") == "tuned"
    page.keyboard.press("k")
    assert figure(page).locator(".oco-kept li").count() == 1
    page.keyboard.press("4")
    assert view(page, "controls.params.stream") == OGD.preset(OGD.presets[3])["stream"]


def test_plus_and_minus_change_the_letters_in_the_room_only(page):
    size = lambda: page.evaluate("parseFloat(getComputedStyle(document.querySelector('.oco-plot')).fontSize)")
    ticks = lambda: page.evaluate("""() => { const t = document.querySelector('[data-panel="regret"] .oco-tick');
      return t.getBoundingClientRect().height; }""")
    figure(page).locator("[name=eta]").focus()
    before = size()
    page.keyboard.press("+")
    assert size() == before
    page.keyboard.press("l")
    page.evaluate(SETTLED)
    room, drawn = size(), ticks()
    for _ in range(3):
        page.keyboard.press("+")
    assert size() == pytest.approx(1.3 * room) and ticks() > 1.2 * drawn
    for _ in range(12):
        page.keyboard.press("-")
    assert size() == pytest.approx(0.8 * room)
    for _ in range(20):
        page.keyboard.press("=")  # plus without Shift
    assert size() == pytest.approx(1.6 * room)
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
    assert size() == before


def test_the_list_of_keys_is_the_table_of_what_they_do(page):
    figure(page).locator("[name=eta]").press("?")
    shown = page.locator("dialog.oco-key-list:modal")
    names = shown.locator("dt").all_inner_texts()
    for key in ("Page Down", "B", "C", "V", "T", "K", "P", "+", "−", "Q", "L", "?"):
        assert any(key in name.split() or key in name for name in names), key
    assert "the tuned step η*" in shown.inner_text()
    page.keyboard.press("b")  # what has opened takes no keys of the explorer
    assert view(page, "drawing.bounds")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
    assert page.evaluate("document.activeElement.name") == "eta"
    figure(page).locator(".oco-menu-button").click()
    figure(page).locator("button.oco-keys").click()
    shown.locator(".oco-close").click()
    page.wait_for_function("!document.querySelector('dialog')")
    page.keyboard.press("l")
    page.keyboard.press("?")
    assert shown.count() == 1
    page.keyboard.press("Escape")  # the list, not the room
    page.wait_for_function("!document.querySelector('.oco-key-list')")
    assert in_the_room(page) == ["ogd", ""]


def test_keys_are_for_the_explorer_that_has_the_focus_and_not_for_who_writes(page):
    page.evaluate("document.activeElement.blur()")
    for key in ("b", "l", "2", "k"):
        page.keyboard.press(key)
    figure(page).locator("[name=oco-example]").focus()
    page.keyboard.press("b")
    assert view(page, "drawing.bounds") and page.locator("dialog, .oco-kept").count() == 0
    figure(page).locator("[name=eta]").focus()
    page.keyboard.press("Control+b")
    assert view(page, "drawing.bounds")
    for key, code, shift, hidden in (("и", "KeyB", "false", True), ("н", "KeyN", "false", True),
                                     ("и", "KeyB", "false", False)):
        page.evaluate(f"""document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
            {{ key: {key!r}, code: {code!r}, shiftKey: {shift}, bubbles: true }}))""")
        assert view(page, "drawing.bounds") != hidden, key  # on a Cyrillic keyboard the place of B


def test_in_the_room_keys_go_on_where_the_focus_is_lost(page):
    figure(page).locator("[name=eta]").press("l")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("PageDown")
    assert in_the_room(page) == script(OGD, 0)
    figure(page).locator(".oco-top > .oco-close").click()  # a way out for a pointer
    assert in_the_room(page) is None


def test_an_address_opens_the_room(page, site):
    opened(page, site, "#ogd?eta=0.5&U=1&lecture")
    page.wait_for_function("document.querySelector('dialog.oco-lecture-room:modal')")
    assert in_the_room(page)[0] == "ogd"
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")
