"""What holds for every explorer of the book, on a page where it stands, in a real browser."""

import json
import re

import numpy as np
import pytest
from support.browser import new_page, rested
from support.driving import BOOK, NAMES, PYTHON_STARTS, Driver, evaluated, opened, pages_with
from support.small import small_site

from oco_live.explorer import text_of
from oco_live.figures import draw
from oco_live.hosts import browser as runtime


@pytest.fixture(scope="module", params=NAMES)
def page_of(request, browser, book):
    """Driver and notes of one page for all tests of an explorer that do without Python."""
    with new_page(browser, thrifty=True) as (page, notes):
        yield opened(page, book, request.param), notes


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
        frame = shown.painted(lambda: shown.control("stream").select_option(stream), "baked")
        assert frame["params"] == shown.explorer.defaults(stream)
        for control in shown.explorer.controls:
            assert shown.control(control.name).evaluate("e => !e.disabled") == bool(control.values_for(stream)), (
                stream, control.name)
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
    buttons = shown.figure.locator(".oco-preset").all()
    for i, preset in enumerate(shown.explorer.presets):
        state = shown.explorer.preset(preset)
        if shown.frame()["params"] == state:  # the first one may be what the page shows at first
            slider = next(c.name for c in shown.explorer.controls if c.baked and shown.control(c.name).is_enabled())
            at_end = shown.control(slider).evaluate("e => e.value === e.max")
            shown.painted(lambda: shown.press(slider, "ArrowLeft" if at_end else "ArrowRight"))
        shown.figure.focus()
        frame = shown.painted(lambda: shown.page.keyboard.press(str(i + 1)), "baked")
        assert frame["params"] == state and preset.claim(frame["facts"]), preset.label
        assert [b.get_attribute("aria-pressed") == "true" for b in buttons] == [k == i for k in range(len(buttons))], (
            preset.label)
        assert shown.problems() == [], preset.label
    if shown.explorer.presets:  # and the address of the last one brings it back
        rested(shown.page)  # the address is rewritten when the hand rests
        address = shown.page.evaluate("location.hash")
        shown.reset()
        rested(shown.page)
        frame = shown.painted(
            lambda: shown.page.evaluate("address => { location.hash = ''; location.hash = address; }", address), "baked"
        )
        assert frame["params"] == state


@pytest.fixture(scope="module")
def with_python(browser):
    """One page with all explorers and one Python, ready."""
    with small_site(*NAMES, python=True) as server, new_page(browser) as (page, notes):
        page.goto(server.url)
        page.wait_for_function(
            "Object.values(window.ocoExplorers ?? {})[0]?.python.state === 'ready'", timeout=2 * PYTHON_STARTS)
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
        frame = driver.painted(act, "baked" if known else "python", PYTHON_STARTS)
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
        driver.until(PYTHON_STARTS, **state)
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
    driver.until(PYTHON_STARTS, **states[-1])
    page.wait_for_function(
        "([name, n]) => window.ocoExplorers[name].view.ghosts.kept.filter(({ frame }) => frame).length === n",
        arg=[name, len(states)], timeout=PYTHON_STARTS)
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


def assert_same_path(found, expected):
    """The same letters and numbers; a last digit may differ, since the two languages round an exact half
    differently."""
    number = re.compile(r"-?\d+(?:\.\d+)?")
    assert number.sub("#", found) == number.sub("#", expected)
    assert np.allclose(
        [float(v) for v in number.findall(found)], [float(v) for v in number.findall(expected)], rtol=0, atol=0.0101)


def test_the_view_draws_what_the_figure_would(shown):
    """paint.js and draw.py are the same arithmetic: paths, pins, ticks, legends, at both ends of the baked sliders."""
    explorer, page = shown.explorer, shown.page
    baked = [c for c in explorer.controls if c.baked]
    for stream in explorer.control("stream").values:
        for end in (0, -1):
            params = {c.name: c.values_for(stream)[end] for c in baked if c.values_for(stream)}
            frame = evaluated(explorer.name, stream=stream, **params)
            drawn = page.evaluate(
                """([name, frame]) => {
              const { view } = window.ocoExplorers[name];
              view.show(frame, 'test');
              const read = (selector, take) =>
                Object.fromEntries([...view.figure.querySelectorAll(selector)].map(take));
              return {
                paths: read('[data-series] path:not(.oco-pin)', (e) => [e.parentNode.dataset.series,
                  e.getAttribute('d')]),
                pins: read('.oco-pin', (e) => [e.parentNode.dataset.series, e.getAttribute('d')]),
                ticks: read('[data-tick]', (e) => [e.closest('[data-panel]').dataset.panel + ' ' + e.dataset.tick,
                  e.textContent]),
                facts: read('[data-fact]', (e) => [e.dataset.fact, e.textContent]),
                texts: read('[data-text]', (e) => [e.dataset.text, e.textContent]),
              };
            }""",
                [shown.name, frame.as_dict()],
            )
            for series in explorer.series:
                panel, curve = explorer.panel(series.panel), frame.series[series.name]
                zoom = draw.panel_zoom(panel, frame)
                assert_same_path(drawn["paths"][series.name], draw.path(panel, series.kind, curve, zoom))
                if series.pinned:
                    assert_same_path(drawn["pins"][series.name], draw.pins(panel, curve, zoom))
            for panel in explorer.panels:
                for axis_name in "xy":
                    axis = getattr(panel, axis_name)
                    zoom = draw.panel_zoom(panel, frame) if axis_name == "y" else 1
                    for i in range(len(axis.ticks)):
                        found = drawn["ticks"][f"{panel.name} {axis_name} {i}"]
                        live = frame.texts.get(f"{panel.name}.{axis_name}.{i}")
                        assert found == (draw.tick_text(axis, i, frame.facts, zoom) if live is None else live)
            for fact, text in drawn["facts"].items():
                assert text == text_of(frame.facts[fact])
            for key, text in drawn["texts"].items():
                assert text == frame.texts[key]
