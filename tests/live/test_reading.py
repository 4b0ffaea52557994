"""Reading the curves, in Chromium: what is said at a point, by keys, mouse and touch."""

import re

import numpy as np
import pytest
from support.browser import new_page
from support.small import small_site

from oco_core import bounds
from oco_live.explorer import NAMES, get, text_of
from oco_live.hosts.bundle import VIEW
from oco_live.phrasing import percent

SHOWN = ("ogd", "adversary", "spam")


@pytest.fixture(scope="module")
def site():
    with small_site(*SHOWN) as server:
        yield server


def opened(page, site, name="ogd"):
    page.goto(site.url)
    page.locator(f"[data-explorer={name}]").scroll_into_view_if_needed()
    page.wait_for_function(
        "name => { const e = window.ocoExplorers?.[name]; return e?.sweeps[e.view.current.params.stream]?.axes; }",
        arg=name)
    return page.locator(f"[data-explorer={name}]")


@pytest.fixture(scope="module")
def page(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, notes):
        yield page
        assert notes.errors == []


def reader(figure, panel):
    return figure.locator(f'[data-panel="{panel}"] .oco-reader')


def said(figure, panel):
    """What a screen reader has; the eye has the same."""
    text = reader(figure, panel).get_attribute("aria-valuetext")
    rows = figure.locator(f'[data-panel="{panel}"] .oco-readout li').all_inner_texts()
    for part in re.split(r": |, ratio", text):
        assert all(word in " ".join(rows) for word in part.replace(",", " ").split()), (text, rows)
    return text


def number(text):
    return float(text.replace("−", "-"))


def test_the_keys_read_every_point_with_its_true_numbers(page, site):
    """Regret, bound and their ratio at each prefix, against the core's own; the last to three digits, all to what a
    code holds."""
    figure = opened(page, site)
    figure.locator("[name=eta]").focus()
    page.keyboard.press("ArrowLeft")  # not the frame of the markup, which is exact
    page.wait_for_function("window.ocoExplorers.ogd.frame().params.eta < 1")
    frame = get("ogd").frame(**page.evaluate("window.ocoExplorers.ogd.frame().params"))
    T, unit = frame.facts["T"], frame.facts["unit"]
    t, regret = np.array(frame.series["regret"]["x"]) * T, np.array(frame.series["regret"]["y"]) * unit
    reader(figure, "regret").focus()
    page.keyboard.press("End")
    assert said(figure, "regret").startswith(
        f"t = {T}: regret Rₜ {text_of(regret[-1])}, T3’s bound at this η {text_of(frame.facts['bound'])}, ")
    assert said(figure, "regret").endswith(f"ratio {text_of(100 * frame.facts['ratio'], 2)} %")
    page.keyboard.press("Home")
    code = 20 * unit / 65535  # of the widest picture
    for i in range(len(t)):
        found = re.match(
            r"t = (\d+): regret Rₜ ([−\d.]+), T3’s bound at this η ([\d.]+), bound at η\*: ([\d.]+), "
            r"what even the best learner can be made to pay ([\d.]+)(?:, ratio ([\d.]+) %)?$", said(figure, "regret"))
        assert int(found[1]) == round(t[i])
        bound = bounds.ogd(int(found[1]), frame.params["eta"], 1, frame.facts["G"]) if i else 0
        for shown, true in ((found[2], regret[i]), (found[3], bound)):
            # half of the last digit shown, and half a code, of which a root between points may see a multiple
            digits = 10 ** -len(shown.partition(".")[2])
            assert abs(number(shown) - true) <= 0.5 * digits + 2 * code, (i, shown, true)
        if i and regret[i] > 20 * code:
            assert abs(number(found[6]) - 100 * regret[i] / bound) <= 2 + 0.05 * number(found[6])
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == str(len(t) - 1)
    page.keyboard.press("Escape")
    assert figure.locator(".oco-readout, .oco-cursor").count() == 0


def test_a_ratio_is_told_as_a_sentence_tells_a_share(page):
    """Less than a tenth of a percent is called so, and 100 % is said of nothing that a baked curve can tell from it."""
    source = re.sub(r"^export ", "", (VIEW / "format.js").read_text(encoding="utf-8"), flags=re.M)
    shares = (
        [10 ** -(k / 50) for k in range(250)] + [1 - 10 ** -(k / 20) for k in range(1, 66)] + [1.0, 0.995, 0.9994, 0.41]
    )
    told = page.evaluate(f"shares => {{ {source}; return shares.map(percentOf); }}", shares)
    assert told == [percent(share, 2) for share in shares] and {"less than 0.1 %", "99.9 %", "41 %"} <= set(told)


def test_what_is_not_known_is_not_said(page, site):
    """A curve at the edge of the widest picture is at least there, and has no ratio; between the points of another
    curve: about."""
    figure = opened(page, site)
    page.evaluate("window.ocoExplorers.ogd.ask({ ...window.ocoExplorers.ogd.view.current.params, eta: 0.01 })")
    page.wait_for_function("window.ocoExplorers.ogd.frame().params.eta === 0.01")
    reader(figure, "regret").focus()
    page.keyboard.press("End")
    edge = 16 * get("ogd").frame(eta=0.01).facts["unit"]
    assert f"T3’s bound at this η ≥ {text_of(edge)}, " in said(figure, "regret") and "ratio" not in said(
        figure, "regret")
    frame = get("ogd").frame(
        eta=get("ogd").control("eta").values[1])  # here the bound leaves the picture between two points
    page.evaluate(
        "eta => window.ocoExplorers.ogd.ask({ ...window.ocoExplorers.ogd.view.current.params, eta })",
        frame.params["eta"])
    page.wait_for_function("eta => window.ocoExplorers.ogd.frame().params.eta === eta", arg=frame.params["eta"])
    reader(figure, "regret").focus()
    page.keyboard.press("Home")
    for _ in frame.series["regret"]["x"]:
        found = re.match(r"t = (\d+): .*T3’s bound at this η (≥ )?([\d.]+),", said(figure, "regret"))
        true = bounds.ogd(int(found[1]), frame.params["eta"], 1, frame.facts["G"]) if int(found[1]) else 0
        assert (
            number(found[3]) <= 1.001 * true if found[2]
            else number(found[3]) == pytest.approx(true, rel=0.01, abs=0.01))
        page.keyboard.press("ArrowRight")
    figure = opened(page, site, "spam")
    reader(figure, "errors").focus()
    page.keyboard.press("End")
    assert "≈" not in said(figure, "errors")
    page.keyboard.press("ArrowLeft")
    errors = get("spam").frame(t=4601).facts["errors_best"]
    assert f"best fixed filter for the first t ≈ {text_of(errors, 2)}" in said(figure, "errors")


def test_rows_and_planes_are_read_too(page, site):
    figure = opened(page, site, "spam")
    frame = get("spam").frame()
    reader(figure, "words").focus()
    page.keyboard.press("Home")
    weight = frame.series["weights"]["x"][1]
    assert said(figure, "words").startswith(f"{frame.texts['words.y.9']}: weight in the best fixed filter ")
    assert said(figure, "words").endswith(f"weight in wₜ₊₁: {text_of(weight, 3)}")
    figure = opened(page, site)
    frame = get("ogd").frame()
    reader(figure, "path").focus()
    page.keyboard.press("Home")  # the legend's order
    u = [frame.series["comparator"][axis][0] for axis in "xy"]
    assert said(figure, "path") == f"best fixed u w₁ = {text_of(u[0])}, w₂ = {text_of(u[1])}"
    page.keyboard.press("End")
    w, n = [frame.series["path"][axis][-1] for axis in "xy"], len(frame.series["path"]["x"])
    assert said(figure, "path") == f"w₁, w₂, …: point {n} of {n}, w₁ = {text_of(w[0])}, w₂ = {text_of(w[1])}"


def test_the_pointer_reads_and_says_nothing_aloud(page, site):
    figure = opened(page, site)
    svg = figure.locator('[data-panel="regret"] > svg')
    box = svg.bounding_box()
    hint = reader(figure, "regret").get_attribute("aria-valuetext")
    at = lambda share: (box["x"] + box["width"] * (38 + share * 226) / 270, box["y"] + box["height"] / 2)
    page.mouse.move(*at(0.43))
    rows = figure.locator('[data-panel="regret"] .oco-readout li')
    t = np.array(get("ogd").frame().series["regret"]["x"]) * 1000
    assert rows.first.inner_text().startswith(f"t = {round(min(t, key=lambda v: abs(v - 430)))}, ratio ")
    assert reader(figure, "regret").get_attribute("aria-valuetext") == hint
    before = rows.all_inner_texts()
    figure.locator("[name=eta]").evaluate(
        "e => { e.value = 5; e.dispatchEvent(new Event('input', { bubbles: true })); }")
    page.wait_for_function(
        "before => document.querySelector('.oco-readout').innerText !== before", arg="\n".join(before))
    assert rows.first.inner_text().split(",")[0] == before[0].split(",")[0]  # the same round of the new frame
    page.mouse.move(5, 5)
    assert figure.locator(".oco-readout, .oco-cursor").count() == 0


def test_a_finger_reads_and_still_scrolls(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 390, "height": 844}, has_touch=True) as (page, notes):
        figure = opened(page, site)
        svg = figure.locator('[data-panel="regret"] > svg')
        svg.scroll_into_view_if_needed()
        assert svg.evaluate("e => getComputedStyle(e).touchAction") == "pan-y pinch-zoom"
        svg.tap(position={"x": 200, "y": 100})
        assert re.match(
            r"t = \d+", figure.locator(".oco-readout li").first.inner_text())  # and stays when the finger is gone
        figure.locator("figcaption").tap()
        assert figure.locator(".oco-readout").count() == 0
        assert notes.errors == []


@pytest.mark.parametrize("name", NAMES)
def test_what_an_explorer_declares_to_be_read(name):
    """Ratios name two series of their panel, of which the second is drawn as a bound; names differ; t comes back from
    its axis."""
    explorer = get(name)
    for panel in explorer.panels:
        here = [s for s in explorer.series if s.panel == panel.name]
        assert (
            not panel.ratio or len(panel.ratio) == 2 and set(panel.ratio) <= {s.name for s in here if s.kind == "line"})
        for stream in explorer.control("stream").values:
            frame = explorer.frame(stream=stream)
            filled = [re.sub(r"\{(\w+)\}", lambda m: text_of(frame.facts[m[1]]), s.label).split(":")[0]
                      for s in here if s.label and frame.status.get(s.name) != "absent"]
            named = [n.split(",")[0] if len(n) > 40 else n for n in filled]
            assert len(set(named)) == len(named), (panel.name, named)
            if panel.x.rounds:
                line = next(
                    s for s in reversed(here) if s.label and s.kind == "line" and len(frame.series[s.name]["x"]) > 2)
                t = np.array(frame.series[line.name]["x"]) ** panel.x.power * (
                    frame.facts[panel.x.unit] if panel.x.unit else 1)
                assert np.allclose(t, t.round(), atol=1e-6), line.name
