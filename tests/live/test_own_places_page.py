"""A reader's own code in a page: in every explorer that takes it, kept, linked, saved; with one Python for all."""

import pytest
from support.browser import new_page
from support.own import DRAWN, opened, own_site, said

NAMES = ("ogd", "protocol", "strong_convexity", "perceptron", "adversary")
#: explorer -> what is said of the text that stands there, and the built-in curve that it reproduces.
STARTS = {"protocol": ("T3 grants it the bound", "regret"), "strong_convexity": ("T7 grants it the bound", "regret"),
          "perceptron": ("T8 grants it at most", "mistakes"), "adversary": ("UG√T = 4 for d ≥ 2", None)}
NAN = {"step": "def step(w, g, t, state):\n    return w * np.nan", "update":
       "def update(w, x, y, t, state):\n    return w * np.nan", "answer": "def answer(w, t):\n    return w * np.nan"}
DOUBLE = "def step(w, g, t, state):\n    return project(w - 2 * eta / np.sqrt(t) * g)\n"
SERIES = "([name, series]) => window.ocoExplorers[name].frame().series[series].y"
SAVED = """async (kind) => { const { view } = window.ocoExplorers.ogd;
  document.querySelector(`.oco-explorer .oco-${kind}`).click();
  while (!window.ocoSaver) await new Promise((go) => setTimeout(go, 20));
  return (await window.ocoSaver.blobs[kind](view)).text(); }"""


@pytest.fixture(scope="module")
def visit(browser):
    with own_site(*NAMES) as server, new_page(browser, thrifty=True) as (page, notes):
        page.goto(server.url)
        yield page, notes, server


@pytest.mark.parametrize("name", STARTS)
def test_the_start_is_drawn_and_what_is_wrong_is_said(visit, name):
    page, notes, _ = visit
    words, its = STARTS[name]
    place = opened(page, name)
    assert place.locator(".oco-own-attack").count() == 0
    place.locator(".oco-own-run").click()
    said(page, words, name)
    page.wait_for_function(DRAWN, arg=name)
    own = page.evaluate(SERIES, [name, "own"])
    if its:  # baked curves have 16 bits
        built_in = page.evaluate(SERIES, [name, its])
        near = 1e-3 * max(map(abs, built_in))
        assert len(own) == len(built_in) and max(abs(a - b) for a, b in zip(own, built_in)) < near
    assert page.locator(f"[data-explorer={name}] svg [data-series=own] path").first.get_attribute("d")
    text = place.locator("textarea")
    written = next(code for word, code in NAN.items() if f"def {word}(" in text.input_value())
    text.fill(written)
    place.locator(".oco-own-run").click()
    said(page, "expected finite numbers from", name)
    assert not page.evaluate(DRAWN, arg=name)
    slider = page.locator(f"[data-explorer={name}] .oco-dock [type=range]").first
    frames = page.locator(f"[data-explorer={name}]").get_attribute("data-frame")
    slider.press("ArrowRight")  # and the explorer lives on
    page.wait_for_function("([name, n]) => document.querySelector(`[data-explorer=${name}]`).dataset.frame !== n",
                           arg=[name, frames])
    assert notes.errors == []


def test_a_curve_of_own_code_is_kept_linked_and_saved(visit):
    page, notes, server = visit
    place = opened(page, "ogd")
    figure = page.locator("[data-explorer=ogd]")
    place.locator("textarea").fill(DOUBLE)
    place.locator(".oco-own-run").click()
    said(page, "η = 2")
    page.wait_for_function(DRAWN, arg="ogd")
    figure.locator(".oco-keep").click()
    figure.locator("[name=eta]").press("End")
    said(page, "η = 20")
    assert figure.locator(".oco-ghost-1[data-of=own] path").first.get_attribute("d")
    assert "own code" in figure.locator(".oco-kept li").first.text_content()
    table, picture = page.evaluate(SAVED, "csv"), page.evaluate(SAVED, "svg")
    assert "#   def step(w, g, t, state):" in table and "regret,own,1000," in table and DOUBLE.strip() in picture
    assert "regret of your own step" in picture
    page.wait_for_function("location.hash.includes(',own:') && location.hash.includes('&own=')")
    link = page.evaluate("location.hash")

    # the same link again: both texts are shown as somebody's, and none runs
    figure.locator(".oco-kept li button").first.click()
    place.locator(".oco-own-drop").click()
    page.wait_for_function("!location.hash.includes('own')")
    page.evaluate("(link) => { location.hash = link; }", link)
    said_of_kept = place.locator(".oco-own-codes")
    said_of_kept.locator("pre").wait_for()
    assert said_of_kept.locator("pre").text_content() == DOUBLE and "somebody’s code" in said_of_kept.text_content()
    assert place.locator(".oco-own-strange").first.is_visible()
    page.wait_for_function("window.ocoExplorers.ogd.view.ghosts.kept[0].frame")
    assert not page.evaluate(DRAWN, arg="ogd") and figure.locator(".oco-ghost[data-of=own]").count() == 0
    assert "not run" in figure.locator(".oco-kept li").first.text_content()
    said_of_kept.locator("button").click()
    figure.locator(".oco-ghost-1[data-of=own]").wait_for()
    assert said_of_kept.locator("pre").count() == 0 and not page.evaluate(DRAWN, arg="ogd")
    page.wait_for_function("link => location.hash === link", arg=link)

    # what the reader writes is there at the next visit, in storage; what a link brings is not
    place.locator("textarea").fill("# mine")
    page.goto(f"{server.url}?again")
    opened(page, "ogd")  # its script comes then, and brings the text
    page.wait_for_function("document.querySelector('[data-explorer=ogd] .oco-own textarea').value === '# mine'")
    assert page.evaluate("Object.keys(localStorage).sort().filter((key) => key.startsWith('oco.own.'))") == [
        f"oco.own.{name}" for name in sorted(NAMES)]
    assert notes.errors == []
