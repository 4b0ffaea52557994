"""Kept curves, in Chromium."""

from dataclasses import replace

import numpy as np
import pytest
from support.ghosts import ghost, kept, ogd_on, places, points, show, still
from support.small import small_site

from oco_live.explorer import get, text_of

OGD = get("ogd")


@pytest.fixture(scope="module")
def site():
    with small_site("ogd") as server:
        yield server


@pytest.fixture
def page(browser, site):
    with ogd_on(browser, site) as page:
        yield page


def test_a_ghost_stands_where_its_numbers_are(page):
    """Kept at U = 1, T = 1000; seen at U = 2, T = 500, where the units are others: each point at its own t and regret;
    the axes fit it in."""
    old, new = OGD.frame(eta=0.5), OGD.frame(eta=0.5, U=2.0, T=500)
    show(page, old)
    page.click(".oco-keep")
    assert kept(page) == ["1: as it is now"]
    assert page.locator(".oco-ghosts .oco-ghost").count() == 0  # what is in view hides it
    show(page, new)
    still(page)
    assert kept(page) == ["1: U = 1, T = 1000"]
    t, regret = np.array(old.series["regret"]["x"]) * 1000, np.array(old.series["regret"]["y"]) * old.facts["unit"]
    assert abs(new.facts["unit"] / old.facts["unit"] - 1) > 0.3
    found, seen = points(ghost(page, 1)), t <= 500
    expected = places(page, t[seen], regret[seen])
    assert np.allclose(found[:len(expected)], expected, atol=0.06)
    box = page.evaluate("window.ocoExplorers.ogd.view.pictures.regret.box")
    assert found[:, 0].max() <= box["right"] + 0.1 and found[:, 1].min() >= box["top"] - 0.1
    # over η both curves
    assert set(page.locator('[data-panel="steps"] .oco-ghost').evaluate_all("all => all.map(e => e.dataset.of)")) \
        == {"regret_eta", "bound_eta"}
    # and its number near its end, on the curve
    x, y = page.locator('.oco-ghost-1[data-of="regret"] text').evaluate(
        "e => [Number(e.getAttribute('x')), Number(e.getAttribute('y'))]")
    i = int(np.searchsorted(found[:, 0], x))
    low, high = sorted(found[i - 1:i + 1, 1])
    assert box["right"] - 40 < x <= box["right"] and low - 0.1 <= y <= high + 0.1


def test_the_axes_make_room_for_what_is_kept(page):
    """Regret 120 is kept; the next state alone would be drawn up to far less."""
    top = lambda: page.evaluate("window.ocoExplorers.ogd.view.pictures.regret.scales.y.high")
    small, large = OGD.frame(eta=0.1), OGD.frame(eta=0.5, U=4.0)
    show(page, small)
    page.evaluate("window.ocoExplorers.ogd.view.hideBounds(true)")
    still(page)
    alone = top()
    show(page, large)
    page.click(".oco-keep")
    show(page, small)
    still(page)
    assert top() >= large.facts["regret"] > 1.2 * alone
    page.get_by_role("button", name="remove 1").click()
    still(page)
    assert top() == alone


def test_what_was_kept_is_read_out_at_the_same_round(page):
    """At t = T = 500 the regret kept from T = 1000, U = 1, in its own numbers."""
    old, new = OGD.frame(eta=0.5), OGD.frame(eta=0.5, U=2.0, T=500)
    show(page, old)
    page.click(".oco-keep")
    show(page, new)
    reader = page.locator('[data-panel="regret"] .oco-reader')
    reader.focus()
    page.keyboard.press("End")
    t = np.array(old.series["regret"]["x"]) * 1000
    i = int(np.searchsorted(t, 500))
    before, after = np.array(old.series["regret"]["y"])[i - 1:i + 1] * old.facts["unit"]
    expected = before + (after - before) * (500 - t[i - 1]) / (t[i] - t[i - 1])
    said = reader.get_attribute("aria-valuetext")
    exact = "" if t[i] == 500 else "≈ "
    assert said.startswith("t = 500: ") and f"(kept 1: {exact}{text_of(expected)}), bound" in said
    page.click(".oco-keep")  # what is in view is not read twice
    reader.focus()
    page.keyboard.press("End")
    assert "kept 2" not in reader.get_attribute("aria-valuetext")


def test_what_was_beyond_the_edge_is_a_gap(page):
    """What was clipped at the edge of its widest picture must not run along anything."""
    old, new = OGD.frame(eta=0.5), OGD.frame(eta=1.0, U=4.0)
    y = np.array(old.series["bound"]["y"])
    clipped = np.where(y > y.max() / 2, OGD.panel("regret").y.limits[1], y)
    show(page, replace(old, series=old.series | {"bound": old.series["bound"] | {"y": clipped}}))
    page.click(".oco-keep")
    show(page, new)
    still(page)
    known = y <= y.max() / 2
    expected = places(page, np.array(old.series["bound"]["x"])[known] * 1000, y[known] * old.facts["unit"])
    assert 2 < known.sum() < len(y) - 10
    assert np.allclose(points(ghost(page, 1, "bound")), expected, atol=0.06)


def test_a_bound_that_did_not_apply_is_kept_as_one_that_does_not(page):
    show(page, replace(OGD.frame(), status={"bound": "fails"}))
    page.click(".oco-keep")
    show(page, OGD.frame(eta=0.1))
    look = """(n) => { const g = document.querySelector(`.oco-ghost[data-of="${n}"]`); return [g.dataset.status ?? '',
      getComputedStyle(g.querySelector('path')).stroke]; }"""
    kept_bound, kept_regret = page.evaluate(look, "bound"), page.evaluate(look, "regret")
    assert kept_bound[0] == "fails" and kept_regret[0] == ""
    page.click(".oco-keep")
    show(page, OGD.frame(eta=1.0))
    stroke = page.locator('.oco-ghost-2[data-of="bound"] path').evaluate("path => getComputedStyle(path).stroke")
    assert stroke != kept_bound[1]  # red where it held, grey where it did not


def test_four_are_kept_and_each_can_go(page):
    keep = page.locator(".oco-keep")
    for i in range(5):
        show(page, OGD.frame(eta=OGD.control("eta").values[3 * i]))
        keep.click()
        if i == 1:  # once is enough
            keep.click()
            assert [text[0] for text in kept(page)] == list("12")
            assert "already kept as 2" in page.inner_text(".oco-told")
    assert [text[0] for text in kept(page)] == list("1234") and "remove one" in page.inner_text(".oco-told")
    numbers = page.locator('[data-panel="regret"] .oco-ghost text').all_text_contents()
    assert set(numbers) == set("1234")
    dashes = {
        n: page.evaluate(f"getComputedStyle(document.querySelector('.oco-ghost-{n} path')).strokeDasharray")
        for n in range(1, 5)}
    assert len({*dashes.values()} - {"none", ""}) == 4
    page.get_by_role("button", name="remove 2").press("Enter")
    assert [text[0] for text in kept(page)] == list("134") and "2 removed" in page.inner_text(".oco-told")
    assert page.evaluate("document.activeElement.textContent") == "remove 1"  # the focus is not lost
    keep.click()
    assert [text[0] for text in kept(page)] == list("1234")
    page.get_by_role("button", name="remove all").click()
    assert page.locator(".oco-kept, .oco-ghosts > *").count() == 0
    assert page.evaluate("document.activeElement.classList.contains('oco-keep')")


#: What is drawn of the kept curves, and their list.
DRAWN = """() => [...document.querySelectorAll('.oco-ghost path, .oco-ghost text, .oco-kept span')]
  .map((e) => [e.parentNode.getAttribute('class'), e.getAttribute('d') ?? e.textContent])"""


def follow(page, address):
    page.evaluate("address => { location.hash = ''; location.hash = address; }", address)


def test_the_address_holds_the_kept_curves(page):
    etas = OGD.control("eta").values[2:11:3]
    for eta, U in zip(etas, (1.0, 2.0, 1.0)):
        page.evaluate("params => window.ocoExplorers.ogd.view.go(params)", OGD.defaults() | {"eta": eta, "U": U})
        page.wait_for_function("window.ocoExplorers.ogd.view.answered()")
        page.click(".oco-keep")
    page.get_by_role("button", name="remove 2").click()
    page.locator("[name=eta]").press("Home")
    least = OGD.control("eta").values[0]
    address = f"#ogd?eta={least:g}&U=1&kept-1=eta:{etas[0]!r},U:1&kept-3=eta:{etas[2]!r},U:1"
    page.wait_for_function("address => location.hash === address", arg=address)
    page.wait_for_function("window.ocoExplorers.ogd.view.answered()")
    still(page)
    drawn = page.evaluate(DRAWN)
    assert len(drawn) > 6 and [text[0] for text in kept(page)] == list("13")
    page.reload()
    page.locator(".oco-kept li").nth(2).wait_for()  # the two, and "remove all"
    page.wait_for_function(
        "window.ocoExplorers.ogd.view.answered() && window.ocoExplorers.ogd.view.ghosts.kept.every((g) => g.frame)")
    still(page)
    assert page.evaluate(DRAWN) == drawn and page.evaluate("location.hash") == address
    follow(
        page, "#ogd?eta=1&U=1&kept-2=eta:99,stream:no,nonsense,U:2&kept-7=eta:1&kept-4=")  # what cannot be is left out
    page.wait_for_function(
        "() => window.ocoExplorers.ogd.view.ghosts.kept.map(({ number, frame }) => frame && number).join() === '2,4'")
    assert page.evaluate(
        "window.ocoExplorers.ogd.view.ghosts.kept.map(({ number, frame, source }) => [number, frame.params, source])"
    ) == [[2, OGD.defaults() | {"U": 2.0}, "baked"], [4, OGD.defaults(), "baked"]]
    follow(page, "#ogd?eta=0.5012&U=1")  # exactly what the link says
    page.wait_for_function("!document.querySelector('.oco-kept, .oco-ghosts > *')")


#: A Python that the test plays: it is ready, and answers with these frames, by seed, or refuses.
PLAYED = """(frames) => {
  const { python } = window.ocoExplorers.ogd;
  window.queues = [];
  python.request = async (name, { seed }, early, queue) => {
    queues.push(queue);
    if (!frames[seed]) throw new Error(`seed = ${seed}: expected another`);
    await new Promise((done) => setTimeout(done, 100)); // after the refusal of another
    return frames[seed];
  };
  python.change('ready');
}"""


def test_a_kept_curve_waits_for_python_and_is_not_lost_meanwhile(page):
    """On a connection that costs, Python is not started for it."""
    follow(page, "#ogd?eta=1&U=1&kept-1=eta:0.1,U:1,seed:3&kept-2=eta:0.1,U:1&kept-4=eta:1,U:1,seed:4")
    page.wait_for_function("window.ocoExplorers.ogd.view.ghosts.kept.some(({ frame }) => frame)")
    waiting = ["1: η = 0.1, seed = 3 (not computed yet)", "2: η = 0.1", "4: seed = 4 (not computed yet)"]
    assert (
        kept(page) == waiting and page.locator(".oco-ghost-1").count() == 1 < page.locator(".oco-ghost-2").count()
    )  # its swatch
    assert page.evaluate("window.ocoExplorers.ogd.python.state") == "idle"
    page.locator("[name=U]").press("End")
    page.click(".oco-keep")
    page.wait_for_function(
        "location.hash.endsWith('&kept-1=eta:0.1,U:1,seed:3&kept-2=eta:0.1,U:1"
        "&kept-3=eta:1,U:4&kept-4=eta:1,U:1,seed:4')")
    page.locator("[name=U]").press("Home")
    page.get_by_role("button", name="remove 3").focus()
    page.evaluate(PLAYED, {3: OGD.frame(eta=0.1, seed=3).as_dict()})
    page.wait_for_function("document.querySelectorAll('.oco-ghost-1').length > 1")
    page.wait_for_function(
        "document.querySelector('.oco-told').textContent === '4 cannot be kept: seed = 4: expected another'")
    assert [text[0] for text in kept(page)] == list("123") and not any("not computed" in text for text in kept(page))
    assert page.evaluate("window.ocoExplorers.ogd.view.ghosts.kept[0].frame.facts") == pytest.approx(
        OGD.frame(eta=0.1, seed=3).facts)
    assert len(page.evaluate("queues")) == len(set(page.evaluate("queues"))) == 2
    page.wait_for_function("!location.hash.includes('kept-4')")
    assert page.evaluate("document.activeElement.closest('.oco-explorer') !== null")  # the focus is not lost


def test_unused_they_cost_nothing(page):
    """No ghost, no reading, no rounds: a frame touches nothing of them."""
    page.evaluate("""() => {
      window.touched = [];
      new MutationObserver((all) => all.forEach(({ target }) =>
        touched.push(target))).observe(document.querySelector('.oco-stage'),
        { subtree: true, childList: true, attributes: true, characterData: true });
    }""")
    show(page, OGD.frame(eta=0.3))
    page.wait_for_function("touched.length > 5")
    assert (
        page.evaluate(
            "touched.filter((e) => e.nodeType === 1 && e.closest('.oco-reader, .oco-readout, .oco-ghosts, "
            ".oco-cursor')).length"
        )
        == 0
    )
    page.click(".oco-keep")
    show(page, OGD.frame(eta=0.4))
    page.wait_for_function("touched.some((e) => e.nodeType === 1 && e.closest('.oco-ghosts'))")
    still(page)
    page.evaluate("window.ocoExplorers.ogd.view.hold()")
    page.evaluate("touched.length = 0")
    show(page, OGD.frame(eta=0.5))  # while a slider is dragged the axes stand, and the ghost with them
    page.wait_for_function("touched.length > 5")
    assert page.evaluate("touched.filter((e) => e.nodeType === 1 && e.closest('.oco-ghosts')).length") == 0
