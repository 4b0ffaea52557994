"""What the page says as it goes on, in Chromium: the headline is that of Python, and a screen reader hears it once."""

import pytest
from support.browser import new_page
from support.driving import Driver
from support.small import small_site

from oco_live.explorer import get
from oco_live.hosts.typography import fact, facts, headline, mathematics
from oco_live.hosts.wording import setting_words

OGD = get("ogd")

#: What a screen reader would be told of the headline: what it becomes while it is not busy.
LISTEN = """() => {
  window.heard = [];
  const headline = document.querySelector('.oco-headline');
  new MutationObserver(() => headline.getAttribute('aria-busy') === 'true' || heard.push(headline.textContent))
    .observe(headline, { childList: true, subtree: true, characterData: true });
}"""
REST = "new Promise((done) => setTimeout(done, 1300))"  # what is said too early or too often has been said then
SAID = "heard.length > 0 && !document.querySelector('.oco-headline').ariaBusy"


@pytest.fixture
def ogd(browser):
    with small_site("ogd") as site, new_page(browser, thrifty=True) as (page, notes):
        driver = Driver(page, "ogd").open(site.url)
        page.evaluate(LISTEN)
        yield driver
        assert notes.errors == []


@pytest.mark.parametrize("text, wanted", [
    ("on 90 % of runs", 'on <span class="oco-unbroken">90 %</span> of runs'),
    ("in % of 1", "in % of 1"),
    ("The filter errs on [39.9](errors) %.", 'The filter errs on <span class="oco-unbroken"><b data-of="errors" '
     'class="oco-is-measured oco-dash-none">39.9</b> %</span>.')])
def test_a_number_and_its_percent_stand_on_one_line(text, wanted):
    assert headline(text, get("spam")) == wanted  # view/typography.js says the same: tests/view


@pytest.mark.parametrize("text, wanted", [
    ("steps η/√t have", 'steps <span class="oco-unbroken">η/√<span class="oco-root"><i>t</i></span></span> have'),
    ("Σ|gₜ|/√(8T)", 'Σ|<i>g</i><sub><i>t</i></sub><span class="oco-unbroken">|/√<span class="oco-root">8<i>T</i></span>'
     '</span>'),
    ("at most √T", 'at most √<span class="oco-root"><i>T</i></span>'),
    ("a < b/√2", 'a &lt; <span class="oco-unbroken"><i>b</i>/√<span class="oco-root">2</span></span>')])
def test_no_line_ends_between_a_stroke_and_its_root(text, wanted):
    assert mathematics(text) == wanted


def test_a_letter_before_a_semicolon_is_one_and_what_writes_a_sign_is_none():
    assert mathematics("above min f; < x > & 'y'; T;") == (
        "above min <i>f</i>; &lt; <i>x</i> &gt; &amp; 'y'; <i>T</i>;")


#: Of each root in view: how far above its line the bar is, in em, and how far what is under it is off that line, in px.
ROOTS = """() => [...document.querySelectorAll('.oco-root')].filter((root) => root.checkVisibility()).map((root) => {
  const line = (parent) => {
    const probe = parent.appendChild(document.createElement('span'));
    probe.style.cssText = 'display: inline-block; width: 0; height: 0';
    const { bottom } = probe.getBoundingClientRect();
    probe.remove();
    return bottom;
  };
  const sign = document.createElement('span'), within = line(root);
  root.before(sign);
  const off = within - line(sign), size = parseFloat(getComputedStyle(root).fontSize);
  sign.remove();
  return [(within - root.getBoundingClientRect().top) / size, Math.abs(off)];
})"""


def test_what_is_under_a_root_stands_on_the_line_and_its_bar_joins_the_sign(browser):
    with small_site("adversary") as site, new_page(browser, thrifty=True) as (page, notes):
        Driver(page, "adversary").open(site.url)
        page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        roots = page.evaluate(ROOTS)
        assert len(roots) > 5 and all(0.75 < bar < 0.95 and off < 0.6 for bar, off in roots), roots
        assert notes.errors == []


def test_the_words_in_view_are_python_s_as_markup(ogd):
    for key in ("ArrowRight", "ArrowRight", "End", "Home"):
        frame = ogd.painted(lambda: ogd.press("eta", key), "baked")
        fresh = OGD.frame(**frame["params"])
        inside = lambda selector: ogd.page.inner_html(selector)
        assert inside(".oco-headline") == headline(fresh.headline, OGD)
        assert inside(".oco-facts") == "".join(f"<li>{fact(said)}</li>" for said in facts(fresh.sentence))
        assert inside(".oco-setting-words") == mathematics(setting_words(OGD, frame["params"]))


def test_the_headline_is_heard_once_when_the_last_change_has_settled(ogd):
    page = ogd.page
    assert page.evaluate("heard") == []
    ogd.press("eta", "ArrowRight", 3)
    page.wait_for_function(SAID)
    assert page.evaluate("heard") == [page.inner_text(".oco-headline")]
    ogd.press("eta", "ArrowRight")
    ogd.press("eta", "ArrowLeft")  # as it was: nothing is said again
    page.evaluate(REST)
    page.wait_for_function(SAID)
    assert len(page.evaluate("heard")) == 1


def test_nothing_is_heard_while_a_hand_is_on_the_slider(ogd):
    page = ogd.page
    box = ogd.control("U").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.9, y)
    page.evaluate(REST)
    assert ogd.frame()["params"]["U"] > 1 and page.evaluate("heard") == []
    assert page.evaluate("ocoExplorers.ogd.view.drawing.held")
    page.mouse.up()
    assert not page.evaluate("ocoExplorers.ogd.view.drawing.held")
    page.wait_for_function(SAID)
    assert page.evaluate("heard") == [page.inner_text(".oco-headline")]


def test_the_tuned_step_is_a_stop_of_the_slider_and_follows_the_radius(ogd):
    page, slider = ogd.page, ogd.control("eta")
    ogd.painted(lambda: page.click(".oco-tuned"), "baked")
    for _ in range(3):
        frame = ogd.frame()
        assert frame["params"]["eta"] == pytest.approx(frame["facts"]["eta_star"], rel=1e-11)
        assert slider.get_attribute("aria-valuetext").endswith(", the tuned step")
        ogd.painted(lambda: ogd.press("U", "ArrowRight"), "baked")
    star, etas = ogd.frame()["facts"]["eta_star"], OGD.control("eta").values
    above = next(eta for eta in etas if eta > star)
    below = max(eta for eta in etas if eta < star)
    for key, wanted in (("ArrowRight", above), ("ArrowLeft", star), ("ArrowLeft", below), ("ArrowRight", star)):
        frame = ogd.painted(lambda: ogd.press("eta", key), "baked")
        assert frame["params"]["eta"] == pytest.approx(wanted, rel=1e-11), key


def test_the_menu_opens_and_closes_from_the_keyboard(ogd):
    page = ogd.page
    focused = lambda: page.evaluate("document.activeElement.className")
    page.focus(".oco-menu-button")
    page.keyboard.press("ArrowDown")
    assert focused() == "oco-lecture" and page.get_attribute(".oco-menu-button", "aria-expanded") == "true"
    page.keyboard.press("End")
    assert focused() == "oco-keys"
    page.keyboard.press("ArrowDown")
    assert focused() == "oco-lecture"
    page.keyboard.press("Escape")
    assert "oco-menu-button" in focused() and not page.is_visible(".oco-menu")


def test_examples_are_a_menu_that_says_which_one_is_in_view(ogd):
    select = ogd.figure.locator("[name=oco-example]")
    assert select.input_value() == ""
    index = next(i for i, preset in enumerate(OGD.presets) if OGD.preset(preset)["stream"] == "zigzag")
    select.select_option(str(index))  # its sweep is not there, so that it is refused
    ogd.page.wait_for_function("document.querySelector('.oco-note').textContent.includes('could not be fetched')")
    assert select.input_value() == "" and ogd.frame()["params"] == OGD.defaults()
    ogd.page.evaluate("""() => {
      const { view } = ocoExplorers.ogd;
      view.presets[0].state = { ...view.start, eta: 'tuned', U: 2 };
      view.takeExample(0);
    }""")
    ogd.until(U=2)
    assert select.input_value() == "0" and ogd.page.evaluate("ocoExplorers.ogd.view.controls.params.eta") == "tuned"
    ogd.painted(lambda: ogd.press("U", "ArrowRight"), "baked")
    assert select.input_value() == ""
