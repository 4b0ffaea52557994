"""A reader's learner and loss in a page: drawn beside the built-in one, told what is wrong, attacked; and code from a
link waits for Run."""

import pytest
from support.browser import held_back, new_page, rested
from support.own import DRAWN, link_of, opened, own_site, said

EVIL = "window_open = 1\ndef step(w, g, t, state):\n    return project(w - 2 * eta / np.sqrt(t) * g)\n"
BOTH = """() => { const { series } = window.ocoExplorers.ogd.frame();
  return [series.own.y, series.regret.y, series.own_bound.y]; }"""


@pytest.fixture(scope="module")
def site(browser):
    with own_site("ogd") as server:
        yield server


def test_a_step_is_drawn_moves_with_the_sliders_and_says_what_is_wrong(browser, site):
    with new_page(browser, thrifty=True) as (page, notes):
        page.goto(site.url)
        page.wait_for_function("window.ocoExplorers?.ogd")
        assert page.evaluate("typeof window.ocoOwn + typeof window.ocoRoom") == "undefinedundefined"
        place = opened(page, "ogd")
        place.locator("textarea").press("Control+Enter")
        said(page, "T3 grants it the bound 94.9")
        own, regret, bound = page.evaluate(BOTH)
        # baked curves have 16 bits
        assert len(own) == len(regret) and max(abs(a - b) for a, b in zip(own, regret)) < 2e-4 and len(bound) > 10
        assert page.locator("svg [data-series=own] path").first.get_attribute("d")

        eta = page.locator("[data-explorer=ogd] [name=eta]")
        eta.press("End")
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.eta === 10")
        page.wait_for_function(DRAWN, arg="ogd")
        said(page, "η = 10")
        page.wait_for_function("location.hash.includes('&own=')")

        text = place.locator("textarea")
        text.fill("def step(w, g, t, state):\n    return w @ g")
        place.locator(".oco-own-run").click()
        said(page, "w_2.shape = (): expected (2,)")
        assert not page.evaluate(DRAWN, arg="ogd") and page.evaluate(
            "document.querySelector('.oco-own-said').querySelector('b')") is None
        text.fill("def step(w, g, t, state):\n    return '<img src=x onerror=alert(1)>'")
        place.locator(".oco-own-run").click()
        said(page, "<img src=x")
        text.fill("def step(w, g, t, state):\n    while True: pass")
        place.locator(".oco-own-run").click()
        eta.press("Home")  # meanwhile a slider answers
        page.wait_for_function("""window.ocoExplorers.ogd.frame().params.eta === 0.01
            && !document.querySelector('.oco-own-said').textContent.includes('still running')""")
        said(page, "your code was still running in line 2.")
        place.locator(".oco-own-drop").wait_for(state="hidden")
        assert notes.errors == []


def test_code_from_a_link_waits_for_run(browser, site):
    with new_page(browser, thrifty=True) as (page, notes):
        page.goto(f"{site.url}#ogd?eta=0.5&U=1&own={link_of(EVIL)}")
        page.wait_for_function("window.ocoExplorers?.ogd")
        place = page.locator(".oco-own")
        place.locator(".oco-own-strange").wait_for(state="visible")
        assert place.locator("textarea").input_value() == EVIL and "somebody’s code" in place.text_content()
        rested(page)
        assert page.evaluate("typeof window.ocoRoom") == "undefined"  # nothing that could run it is there
        assert not page.evaluate(DRAWN, arg="ogd")
        page.locator("[data-explorer=ogd] [name=eta]").press("ArrowRight")
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.eta > 0.5")
        rested(page)
        assert page.evaluate("typeof window.ocoRoom") == "undefined"
        assert f"own={link_of(EVIL)}" in page.evaluate("location.hash")  # and it stays in the link
        place.locator(".oco-own-run").click()
        page.wait_for_function(DRAWN, arg="ogd")
        assert not place.locator(".oco-own-strange").is_visible()
        other = EVIL.replace("2 *", "3 *")
        page.evaluate("(link) => { location.hash = `#ogd?eta=0.5&U=1&own=${link}`; }", link_of(other))
        place.locator(".oco-own-strange").wait_for(state="visible")
        page.wait_for_function("window.ocoExplorers.ogd.frame().series.own.x.length === 0")
        assert place.locator("textarea").input_value() == other
        page.reload()
        place.locator(".oco-own-strange").wait_for(state="visible")
        for broken in ("%%%", "a", "==="):
            page.goto(f"{site.url}?{len(broken)}#ogd?eta=0.5&U=1&own={broken}")
            page.wait_for_function("window.ocoExplorers?.ogd")
        assert notes.errors == []


def test_a_learner_without_a_bound_is_attacked(browser, site):
    with new_page(browser, thrifty=True) as (page, notes):
        page.goto(site.url)
        place = opened(page, "ogd")
        place.locator("textarea").fill("def step(w, g, t, state):\n    return 0 * w")
        place.locator(".oco-own-run").click()
        said(page, "No bound is known for it")
        said(page, "does not hold for it")
        place.locator("textarea").fill("def step(w, g, t, state):\n    return project(w - 1.4 * g / np.sqrt(t))")
        attack = place.locator(".oco-own-attack")
        page.wait_for_function("document.querySelector('.oco-own-attack').textContent === 'Attack this learner'")
        attack.click()
        said(page, "less than √8")
        assert attack.text_content() == "Stop the search"
        attack.click()
        assert attack.text_content() == "Attack this learner"
        before = place.locator(".oco-own-said").text_content()
        rested(page)
        assert place.locator(".oco-own-said").text_content() == before
        place.locator(".oco-own-play").click()
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.stream === 'own'")
        assert page.evaluate("window.ocoExplorers.ogd.frame().facts.T") == 100
        page.wait_for_function(DRAWN, arg="ogd")
        place.locator(".oco-own-drop").click()
        assert not page.evaluate(DRAWN, arg="ogd")
        page.wait_for_function("!location.hash.includes('own=')")
        assert notes.errors == []


@pytest.mark.parametrize("hand", ["pointer", "keys"])
def test_run_is_not_forgotten_while_its_script_is_on_its_way(browser, site, hand):
    with new_page(browser, thrifty=True) as (page, notes):
        go = held_back(page, "**/*-own-*.js")
        page.goto(site.url)
        place = opened(page, "ogd")
        run = place.locator(".oco-own-run")
        run.click() if hand == "pointer" else place.locator("textarea").press("Control+Enter")
        said(page, "Python is starting …")
        assert page.evaluate("typeof window.ocoOwn") == "undefined"
        go()
        said(page, "T3 grants it the bound 94.9")
        assert page.evaluate(DRAWN, arg="ogd") and notes.errors == []


def test_a_loss_is_drawn_and_judged(browser):
    with own_site("losses") as site, new_page(browser, thrifty=True) as (page, notes):
        page.goto(site.url)
        place = opened(page, "losses")
        assert place.locator(".oco-own-attack").count() == 0
        place.locator(".oco-own-run").click()
        said(page, "your loss is convex", "losses")
        page.wait_for_function(DRAWN, arg="losses")
        place.locator("textarea").fill("def loss(p, y):\n    return min(1, max(0, 1 - p * y))")
        place.locator(".oco-own-run").click()
        said(page, "Your loss is not convex: between p = −3 and p =", "losses")
        assert notes.errors == []
