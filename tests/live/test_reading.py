"""Reading the curves, in Chromium: what is said at a point, by keys, mouse and touch."""

import re

import numpy as np
import pytest
from support.browser import new_page
from support.driving import KNOWN
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
    """The input of the large picture, which this panel becomes: the others have none in the order of Tab."""
    figure.evaluate("(e, panel) => window.ocoExplorers[e.dataset.explorer].view.setMain(panel)", panel)
    assert figure.locator(".oco-reader:visible").count() == 1
    return figure.locator(f'[data-panel="{panel}"] .oco-reader')


def showing(figure, *names):
    """These series are shown, too."""
    figure.evaluate("""(e, names) => { const { view } = window.ocoExplorers[e.dataset.explorer];
      for (const one of view.spec.series) if (names.includes(one.name) && !view.shown(one)) view.toggle(one.name); }""",
      list(names))


def said(figure, panel):
    """What a screen reader has; the eye has the same."""
    text = figure.locator(f'[data-panel="{panel}"] .oco-reader').get_attribute("aria-valuetext")
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
    showing(figure, "tuned", "worst")
    T, unit = frame.facts["T"], frame.facts["unit"]
    t, regret = np.array(frame.series["regret"]["x"]) * T, np.array(frame.series["regret"]["y"]) * unit
    reader(figure, "regret").focus()
    page.keyboard.press("End")
    assert said(figure, "regret").startswith(
        f"t = {T}: regret {text_of(frame.facts['regret'])}, bound {text_of(frame.facts['bound'])}, ")
    assert said(figure, "regret").endswith(f"ratio {text_of(100 * frame.facts['ratio'], 2)} %")
    page.keyboard.press("Home")
    code = KNOWN * abs(regret).max()
    for i in range(len(t)):
        found = re.match(
            r"t = (\d+): regret ([−\d.]+), bound ([\d.]+), at η\*: ([\d.]+), "
            r"minimax ([\d.]+)(?:, ratio ([\d.]+) %)?$", said(figure, "regret"))
        assert found and int(found[1]) == round(t[i]), said(figure, "regret")
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
    assert figure.locator(".oco-readout, .oco-cursor > *").count() == 0


def test_a_ratio_is_told_as_a_sentence_tells_a_share(page):
    """Less than a tenth of a percent is called so, and 100 % is said of nothing that a baked curve can tell from it."""
    source = re.sub(r"^export ", "", (VIEW / "format.js").read_text(encoding="utf-8"), flags=re.M)
    shares = (
        [10 ** -(k / 50) for k in range(250)] + [1 - 10 ** -(k / 20) for k in range(1, 66)] + [1.0, 0.995, 0.9994, 0.41]
    )
    told = page.evaluate(f"shares => {{ {source}; return shares.map(percentOf); }}", shares)
    assert told == [percent(share, 2) for share in shares] and {"less than 0.1 %", "99.9 %", "41 %"} <= set(told)


def test_what_is_not_known_is_not_said(page, site):
    """A curve at the edge of the widest picture is at least there, and has no ratio, but at its end, which is a fact;
    between the points of another curve: about."""
    figure = opened(page, site)
    frame = get("ogd").frame(eta=get("ogd").control("eta").values[0])
    sent = frame.as_dict()
    y = sent["series"]["bound"]["y"]
    sent["series"]["bound"]["y"] = [v if v < max(y) / 2 else get("ogd").panel("regret").y.limits[1] for v in y]
    page.evaluate("frame => { const { view } = window.ocoExplorers.ogd; view.controls.set(frame.params);"
                  " view.show(frame, 'python'); }", sent)  # as if the bound left the widest picture halfway
    reader(figure, "regret").focus()
    page.keyboard.press("End")
    end = said(figure, "regret")
    assert f"bound {text_of(frame.facts['bound'])}" in end and "≥" not in end and "ratio" in end, end
    page.keyboard.press("Home")
    signs = set()
    for _ in range(len(frame.series["regret"]["x"]) - 1):
        found = re.match(r"t = (\d+): .*bound (≥ )?([\d.]+)", said(figure, "regret"))
        true = bounds.ogd(int(found[1]), frame.params["eta"], 1, frame.facts["G"]) if int(found[1]) else 0
        assert (
            number(found[3]) > true and "ratio" not in said(figure, "regret") if found[2]
            else number(found[3]) == pytest.approx(true, rel=0.01, abs=0.01))
        signs.add(found[2])
        page.keyboard.press("ArrowRight")
    assert signs == {None, "≥ "}
    figure = opened(page, site, "spam")
    reader(figure, "errors").focus()
    page.keyboard.press("End")
    assert "≈" not in said(figure, "errors")
    page.keyboard.press("ArrowLeft")
    errors = get("spam").frame(t=4601).facts["errors_best"]
    assert f"best fixed ≈ {text_of(100 * errors, 2)}" in said(figure, "errors")


def test_rows_and_planes_are_read_too(page, site):
    figure = opened(page, site, "spam")
    frame = get("spam").frame()
    reader(figure, "words").focus()
    page.keyboard.press("Home")
    weight = frame.series["weights"]["x"][1]
    assert said(figure, "words").startswith(f"{frame.texts['words.y.9']}: best fixed filter ")
    assert said(figure, "words").endswith(f"online filter {text_of(weight, 3)}")
    figure = opened(page, site)
    frame = get("ogd").frame()
    reader(figure, "path").focus()
    page.keyboard.press("Home")  # the legend's order
    u = [frame.series["comparator"][axis][0] for axis in "xy"]
    assert said(figure, "path") == f"u w₁ = {text_of(u[0])}, w₂ = {text_of(u[1])}"
    page.keyboard.press("End")
    w = [frame.series["path"][axis][-1] for axis in "xy"]
    assert said(figure, "path") == f"t = {frame.facts['T']}: w₁, w₂, …: w₁ = {text_of(w[0])}, w₂ = {text_of(w[1])}"


def place(figure, panel, x, y=0.5):
    """Where a point of a picture is on the screen: x in the numbers of its axis, y a share of its height."""
    return figure.evaluate(
        """(e, [panel, x, y]) => {
          const { svg, scales, box } = window.ocoExplorers[e.dataset.explorer].view.pictures[panel];
          const at = svg.getBoundingClientRect();
          return [at.left + scales.x.at(x), at.top + box.top + y * (box.bottom - box.top)]; }""", [panel, x, y])


def test_the_pointer_reads_and_says_nothing_aloud(page, site):
    figure = opened(page, site)
    hint = reader(figure, "regret").get_attribute("aria-valuetext")
    page.mouse.move(*place(figure, "regret", 430))
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
    assert figure.locator(".oco-readout, .oco-cursor > *").count() == 0


def test_the_box_lies_in_the_picture_and_on_no_point_that_is_read(page, site):
    figure = opened(page, site)
    for x in np.linspace(0, 1000, 30):
        page.mouse.move(*place(figure, "regret", x))
        seen = figure.evaluate("""e => { const of = (s) => e.querySelector(`[data-panel="regret"] ${s}`);
          const box = of('.oco-readout').getBoundingClientRect(), plot = of('.oco-plot').getBoundingClientRect();
          const dots = [...of('.oco-cursor').querySelectorAll('.oco-ring')].map((d) => d.getBoundingClientRect());
          return [box.left >= plot.left && box.right <= plot.right && box.top >= plot.top
              && box.bottom <= plot.bottom,
            dots.filter((d) => d.right > box.left && d.left < box.right &&
              d.bottom > box.top && d.top < box.bottom).length,
            dots.length]; }""")
        assert seen[0] and seen[1] == 0 and seen[2] >= 2, x


def test_a_round_is_marked_in_every_picture(page, site):
    """In the curves over t, and in the ball at the point w has come to; from either side."""
    figure = opened(page, site)
    frame = get("ogd").frame()
    dot = """(e, panel) => { const d = e.querySelector(`[data-panel="${panel}"] .oco-ring`)?.getAttribute('d');
      return d && d.match(/M(\\S+) (\\S+)h0/).slice(1).map(Number); }"""
    at = "(e, [x, y]) => { const p = window.ocoExplorers.ogd.view.pictures.path; return [p.at('x', x), p.at('y', y)]; }"
    for i in (5, 40, 77):
        t = frame.series["bound"]["x"][i] * frame.facts["T"]
        page.mouse.move(*place(figure, "regret", t))
        w = [frame.series["path"][axis][i] for axis in "xy"]
        assert figure.evaluate(dot, "path") == pytest.approx(figure.evaluate(at, w), abs=0.1)
        assert figure.locator('[data-panel="path"] .oco-readout:visible').count() == 0  # the large one has the numbers
        assert figure.locator('[data-panel="steps"] .oco-cursor > *').count() == 0  # it knows no rounds
    i = 40
    x, y = figure.evaluate(at, [frame.series["path"][axis][i] for axis in "xy"])
    left, top = figure.evaluate("e => { const { left, top } = window.ocoExplorers.ogd.view.pictures.path.svg"
                                ".getBoundingClientRect(); return [left, top]; }")
    page.mouse.move(left + x, top + y)
    rounds = [round(1000 * t) for t in frame.series["bound"]["x"]]
    box = figure.locator('[data-panel="regret"] .oco-readout li').first.inner_text()
    assert box.startswith(f"t = {rounds[i]}, ratio")
    figure.evaluate("e => window.ocoExplorers.ogd.view.setMain('steps')")
    page.mouse.move(*place(figure, "steps", 0.1))
    assert figure.locator('[data-panel="regret"] .oco-cursor > *, [data-panel="path"] .oco-cursor > *').count() == 0
    assert figure.locator('[data-panel="steps"] .oco-readout li').first.inner_text().startswith("η = 0.1")


def test_a_click_makes_a_picture_large_and_then_takes_a_step(page, site):
    figure = opened(page, site)
    main = lambda: figure.evaluate("e => window.ocoExplorers.ogd.view.main")
    eta = lambda: page.evaluate("window.ocoExplorers.ogd.view.controls.params.eta")
    page.mouse.click(*place(figure, "steps", 0.1))
    assert main() == "steps" and eta() == 1.0
    assert figure.locator("[data-panel=steps] .oco-plot").evaluate("e => getComputedStyle(e).cursor") == "pointer"
    page.mouse.click(*place(figure, "steps", 0.104))  # the nearest of the slider's values
    page.wait_for_function("window.ocoExplorers.ogd.frame().params.eta === 0.1")
    best = page.evaluate("window.ocoExplorers.ogd.frame().facts.eta_star")
    page.mouse.click(*place(figure, "steps", 1.005 * best))  # and the tuned one is one of them
    page.wait_for_function("eta => window.ocoExplorers.ogd.frame().params.eta === eta", arg=best)
    page.mouse.click(*place(figure, "regret", 500))
    page.mouse.click(*place(figure, "regret", 500))  # no slider has rounds here
    assert main() == "regret" and page.evaluate("window.ocoExplorers.ogd.frame().params.eta") == best


def test_a_finger_reads_and_still_scrolls(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 390, "height": 844}, has_touch=True) as (page, notes):
        figure = opened(page, site)
        plot = figure.locator('[data-panel="regret"] .oco-plot')
        plot.scroll_into_view_if_needed()
        assert plot.evaluate("e => getComputedStyle(e).touchAction") == "pan-y pinch-zoom"
        plot.tap(position={"x": 200, "y": 100})
        assert re.match(
            r"t = \d+", figure.locator(".oco-readout:visible li").first.inner_text())  # and stays without the finger
        figure.locator("figcaption").tap()
        assert figure.locator(".oco-readout").count() == 0
        assert notes.errors == []


def legend(series, facts):
    return re.sub(r"\{(\w+)\}", lambda m: text_of(facts[m[1]]), series.label).split(":")[0]


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
            ends = [s.end for s in here if s.label]
            listed = [s for s in here if s.label and frame.status.get(s.name) != "absent"]
            filled = [s.end if s.end and ends.count(s.end) == 1 else legend(s, frame.facts) for s in listed]
            named = [n.split(",")[0] if len(n) > 40 else n for n in filled]
            assert len(set(named)) == len(named), (panel.name, named)
            if panel.x.rounds:
                line = next(
                    s for s in reversed(here) if s.label and s.kind == "line" and len(frame.series[s.name]["x"]) > 2)
                t = np.array(frame.series[line.name]["x"]) ** panel.x.power * (
                    frame.facts[panel.x.unit] if panel.x.unit else 1)
                assert np.allclose(t, t.round(), atol=1e-6), line.name
        for path in here:
            over = next((s for s in explorer.series if s.name == path.rounds), None)
            assert not path.rounds or over and explorer.panel(over.panel).x.rounds and panel.equal, path.name
            found = explorer.frame()
            assert not over or len(found.series[path.name]["x"]) <= len(found.series[over.name]["x"]), path.name
