"""What holds for every explorer of the book, on a page where it stands, in a real browser."""

import json
import re

import pytest
from support.browser import SETTLED, answer, new_page, rested
from support.driving import BOOK, NAMES, Driver, evaluated, letters, opened, pages_with, settled
from support.small import small_site

from oco_live.explorer import get
from oco_live.hosts import browser as runtime
from oco_live.hosts import still, typography
from oco_live.phrasing import fact_of


@pytest.fixture(scope="module", params=NAMES)
def page_of(request, browser, book):
    """Driver and notes of one page for all tests of an explorer that do without Python."""
    with new_page(browser, thrifty=True) as (page, notes):
        yield opened(page, book, request.param).alone(), notes


@pytest.fixture
def shown(page_of):
    """The explorer as the page shows it at first; nothing may go wrong on the page."""
    driver, notes = page_of
    start = json.loads(driver.figure.locator(".oco-start").text_content())
    assert driver.reset()["params"] == start["params"]
    yield driver
    assert notes.all() == []


def test_baked_sliders_answer_at_both_ends_with_cpython_s_numbers(shown):
    shown.assert_equals_cpython()
    sliders = [c.name for c in shown.explorer.controls if c.baked]
    assert sliders
    for slider in sliders:
        shown.reset()
        stream = next(
            s for s in shown.explorer.control("stream").values if shown.explorer.control(slider).values_for(s))
        if stream != shown.frame()["params"]["stream"]:  # the first stream has no use for this slider
            shown.painted(lambda: shown.control("stream").select_option(stream), "baked")
        for key in ("End", "Home", "ArrowRight"):
            before = shown.control(slider).input_value()
            if key == "End" and before == shown.control(slider).get_attribute("max"):
                continue
            shown.assert_equals_cpython(shown.painted(lambda: shown.press(slider, key), "baked"))
            assert shown.problems() == [], slider


def test_every_stream_is_baked_with_its_defaults(shown):
    streams = shown.explorer.control("stream").values
    for stream in (*streams[1:], streams[0]):
        expected = shown.explorer.with_stream(shown.frame()["params"], stream)
        frame = shown.painted(lambda: shown.control("stream").select_option(stream), "baked")
        assert frame["params"] == expected
        for control in shown.explorer.controls:
            there = shown.control(control.name).evaluate("e => [!e.disabled, !e.closest('.oco-control').hidden]")
            assert there == [not control.without_use(frame["params"])] * 2, (stream, control.name)
        shown.assert_equals_cpython(frame)
        assert shown.problems() == []


def test_a_stream_that_does_not_know_a_slider_s_place_takes_its_own(shown):
    """Whatever the reader had set before: the controls and the picture agree."""
    streams = shown.explorer.control("stream").values
    for control in (c for c in shown.explorer.controls if c.baked and c.kind == "slider" and c.allowed):
        home = next((s for s in streams if control.values_for(s)), None)
        others = [s for s in streams if s != home and not set(control.values_for(home)) <= set(control.values_for(s))]
        for i, stream in enumerate(others):
            shown.reset()
            if shown.frame()["params"]["stream"] != home:
                shown.painted(lambda: shown.control("stream").select_option(home), "baked")
            shown.press(control.name, ("Home", "End")[i % 2])
            frame = shown.painted(lambda: shown.control("stream").select_option(stream), "baked")
            assert frame["params"][control.name] == shown.explorer.defaults(stream)[control.name] or (
                frame["params"][control.name] in control.values_for(stream))
            assert not shown.figure.locator(".oco-note.oco-waiting").is_visible(), (control.name, stream)
        assert home is not None


def test_the_number_keys_bring_the_presets(shown):
    """Key n the n-th, of the explorer that has the focus, and before there is a Python."""
    menu = shown.figure.locator("[name=oco-example]")
    for i, preset in enumerate(shown.explorer.presets):
        state = settled(shown.explorer.settled(shown.explorer.preset(preset)))
        if settled(shown.frame()["params"]) == state:  # the first one may be what the page shows at first
            slider = next(c.name for c in shown.explorer.controls if c.baked and shown.control(c.name).is_enabled())
            shown.painted(lambda: shown.press(slider, shown.there_and_back(slider)[0]))
        shown.figure.focus()
        frame = shown.painted(lambda: shown.page.keyboard.press(str(i + 1)), "baked")
        assert settled(frame["params"]) == state and preset.claim(frame["facts"]), preset.label
        shown.assert_equals_cpython(frame)
        assert menu.input_value() == str(i) and preset.label in menu.locator("option:checked").inner_text()
        assert shown.problems() == [], preset.label
    if shown.explorer.presets:  # and the address of the last one brings it back
        rested(shown.page)  # the address is rewritten when the hand rests
        address = shown.page.evaluate("location.hash")
        shown.reset()
        rested(shown.page)
        frame = shown.painted(
            lambda: shown.page.evaluate("address => { location.hash = ''; location.hash = address; }", address), "baked"
        )
        assert settled(frame["params"]) == state


@pytest.fixture(scope="module")
def with_python(browser):
    """One page with all explorers and one Python, ready."""
    with small_site(*NAMES, python=True) as server, new_page(browser) as (page, notes):
        page.goto(server.url)
        page.wait_for_function(
            "Object.values(window.ocoExplorers ?? {})[0]?.python.state === 'ready'")
        yield page, notes


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_baked_comes_from_python(with_python, name):
    page, notes = with_python
    driver = Driver(page, name).near()
    stream = driver.frame()["params"]["stream"]
    presets = [driver.explorer.preset(preset) for preset in driver.explorer.presets]  # these answer without Python
    for control in driver.explorer.controls:
        values = control.values_for(stream)
        if control.baked or control.name == "stream" or len(values) < 2:
            continue
        now = driver.frame()["params"][control.name]
        other = next(v for v in reversed(values) if v != now)
        if control.kind == "signs":
            other = ("-" if now[0] == "+" else "+") + now[1:]
            act = lambda: driver.control(control.name).locator("button").first.click()
        elif control.kind == "choice":
            act = lambda: driver.control(control.name).select_option(str(other))
        else:
            act = lambda: driver.press(control.name, "End" if other == values[-1] else "ArrowLeft")
        known = driver.frame()["params"] | {control.name: other} in presets
        frame = driver.painted(act, "baked" if known else "python")
        assert frame["params"][control.name] == other
        driver.assert_equals_cpython(frame)
        driver.reset()
    assert notes.errors == notes.foreign == []


@pytest.mark.parametrize("name", ["ogd", "adversary", "kernels"])  # numbers, signs, choices
def test_a_link_brings_back_kept_curves_that_need_python(with_python, name):
    """Though they and what the link shows are asked of Python at the same time: each waits in a queue of its own."""
    page, notes = with_python
    driver = Driver(page, name).near()
    start = driver.frame()["params"]
    away = [
        c for c in driver.explorer.controls
        if not c.baked and c.name != "stream" and len(c.values_for(start["stream"])) > 1]
    other = lambda control, now: (
        now.replace("-", "+") if control.kind == "signs"
        else [v for v in control.values_for(start["stream"]) if v != now][-1])
    states = [start | {control.name: other(control, start[control.name])} for control in away[:2]]
    for state in states:
        page.evaluate("([name, state]) => window.ocoExplorers[name].view.go(state)", [name, state])
        driver.until(**state)
        driver.figure.locator(".oco-keep").click()
    KEPT = ("name => window.ocoExplorers[name].view.ghosts.kept.map(({ number, frame }) => [number, frame.params, "
            "frame.facts])")
    before = page.evaluate(KEPT, name)
    page.wait_for_function(
        "([name, n]) => location.hash.startsWith(`#${name}?`) && location.hash.includes(`kept-${n}=`)",
        arg=[name, len(states)])
    link = page.evaluate("location.hash")
    driver.reset()
    driver.figure.get_by_role("button", name=re.compile("^remove")).last.click()
    page.evaluate("address => { location.hash = ''; location.hash = address; }", link)
    driver.until(**states[-1])
    page.wait_for_function(
        "([name, n]) => window.ocoExplorers[name].view.ghosts.kept.filter(({ frame }) => frame).length === n",
        arg=[name, len(states)])
    assert page.evaluate(KEPT, name) == before and [params for _, params, _ in before] == states != []
    rested(page)
    assert page.evaluate("location.hash") == link
    driver.figure.get_by_role("button", name=re.compile("^remove")).last.click()
    driver.reset()
    assert notes.errors == notes.foreign == []


def test_each_page_names_the_files_that_its_explorers_need():
    for name in NAMES:
        for path in pages_with(name):
            text = (BOOK / path).read_text("utf8")
            for files in map(json.loads, re.findall(r'class="oco-files">(.*?)</script>', text, re.S)):
                folder = ((BOOK / path).parent / files["base"]).resolve()
                assert folder == BOOK / "_oco" and files["python"] == runtime.manifest()
                assert all((folder / sweep).is_file() for sweep in files["sweeps"].values())


def test_the_page_brings_the_picture_and_the_view_draws_the_same(shown):
    """What stands in the page before any script, and what the live view makes of a frame at both ends of the baked
    sliders, is what `still` draws: paths, ticks, names at the ends of curves, facts, texts."""
    explorer, page = shown.explorer, shown.page
    page.emulate_media(reduced_motion="reduce")  # axes are where they belong at once
    sizes = "".join(f".oco-panel[data-rank={rank}] .oco-plot {{ width: {width}px !important; height: {height}px "
                    f"!important; flex: none !important; font-size: {still.TYPES[rank]}px !important; }}"
                    for rank, (width, height) in still.SIZES.items())
    style = page.add_style_tag(content=f".oco-explorer .oco-stage {{ display: block !important; }} {sizes}")
    page.evaluate(SETTLED)
    baked = [c for c in explorer.controls if c.baked]
    for stream in explorer.control("stream").values:
        for end in (0, -1):
            params = {c.name: c.values_for(stream)[end] for c in baked if c.values_for(stream)}
            frame = evaluated(explorer.name, stream=stream, **params)
            drawn = answer(
                page, """(name, frame) => {
              const { view } = window.ocoExplorers[name];
              view.show(frame, 'test');
              const read = (selector, take) =>
                Object.fromEntries([...view.figure.querySelectorAll(selector)].map(take));
              const layer = (panel, name) => view.pictures[panel].layers[name].innerHTML;
              return {
                paths: read('[data-series] path', (e) => [e.parentNode.dataset.series, e.getAttribute('d')]),
                axes: Object.fromEntries(view.spec.panels.map(({ name }) => [name, layer(name, 'axes')])),
                ends: Object.fromEntries(view.spec.panels.map(({ name }) => [name, layer(name, 'ends')])),
                facts: read('[data-fact]', (e) => [e.dataset.fact, e.textContent]),
                texts: read('[data-text]', (e) => [e.dataset.text, e.textContent]),
              };
            }""",
                shown.name, frame.as_dict(),
            )
            for panel, made in still.stills(explorer, frame).items():
                for series, path in made["paths"].items():
                    assert drawn["paths"][series] == path, (stream, end, series)
                for layer in ("axes", "ends"):
                    assert letters(drawn[layer][panel]) == letters(made[layer]), (stream, end, panel, layer)
            for fact, text in drawn["facts"].items():
                assert text == fact_of(frame.facts[fact])
            for key, text in drawn["texts"].items():
                assert text == letters(typography.mathematics(frame.texts[key]))
    style.evaluate("e => e.remove()")
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_the_picture_before_any_script(name):
    """The pictures of the state that the page was made with, as they are drawn for it."""
    for path in pages_with(name):
        text = (BOOK / path).read_text("utf8")
        for figure in re.findall(rf'<figure class="oco-explorer"[^>]*data-explorer="{name}".*?</figure>', text, re.S):
            start = json.loads(re.search(r'class="oco-start">(.*?)</script>', figure, re.S)[1])
            frame = evaluated(name, **start["params"])
            for panel, made in still.stills(get(name), frame).items():
                assert made["axes"] in figure and made["ends"] in figure, (path, panel)
                assert all(f'<path d="{d}"/>' in figure for d in made["paths"].values()), (path, panel)
