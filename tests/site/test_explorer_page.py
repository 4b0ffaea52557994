"""The explorer on the built pages, in a real browser with every other host blocked."""

import json
from pathlib import Path

import numpy as np
import pytest
from support.browser import new_page, serve

from oco_live.explorer import get, text_of
from oco_live.figures import draw
from oco_live.hosts import bake

BOOK = Path(__file__).resolve().parents[2] / "_build" / "html"
OGD = get("ogd")
PAGES = ("index.html", "chapters/online_gradient_descent.html")
SIZES = {"phone": (390, 844), "desk": (1280, 900)}
PYTHON_STARTS = 90_000  # ms; CI may be slow


@pytest.fixture(scope="module")
def book():
    assert (BOOK / "index.html").is_file(), f"{BOOK} holds no built book: run make build (make test does)"
    with serve(BOOK) as server:
        yield server


def explorer_on(page, url):
    page.goto(url)
    page.wait_for_function("window.ocoExplorers?.ogd && window.ocoExplorers.ogd.sweeps.random_signs?.axes")
    return page.locator(".oco-explorer").first


def frame_of(page):
    return page.evaluate("window.ocoExplorers.ogd.frame()")


def painted(page, action, source=None, timeout=10_000):
    """Do something and wait until a new frame has been painted (by ``source``)."""
    before = int(page.locator(".oco-explorer").first.get_attribute("data-frame"))
    action()
    page.wait_for_function(
        "([n, source]) => { const f = document.querySelector('.oco-explorer');"
        " return Number(f.dataset.frame) > n && (!source || f.dataset.source === source); }",
        arg=[before, source], timeout=timeout)
    return frame_of(page)


def assert_equals_cpython(frame):
    fresh = OGD.frame(**frame["params"]).as_dict()
    assert frame["facts"] == pytest.approx(fresh["facts"], rel=1e-9, abs=1e-9)
    assert frame["sentence"] == fresh["sentence"]
    for series in OGD.series:
        for axis in "xy":
            found, exact = (np.array(f["series"][series.name][axis]) for f in (frame, fresh))
            assert found.shape == exact.shape, series.name
            if frame["source"] == "baked":
                low, high, scale = bake.axis_range(OGD.panel(series.panel), axis)
                if scale == "log":
                    found, exact = np.log10(found), np.log10(exact)
                assert np.all(abs(found - exact) <= 0.5000001 * (high - low) / bake.CODES), (series.name, axis)
            else:
                assert np.allclose(found, exact, rtol=1e-9, atol=1e-9), (series.name, axis)


def press(page, name, key, times=1):
    slider = page.locator(f'.oco-explorer [name="{name}"]').first
    slider.focus()
    for _ in range(times):
        page.keyboard.press(key)


@pytest.mark.parametrize("prefix", ["/", "/some/book/"])
def test_every_page_loads_in_silence(browser, prefix):
    with serve(BOOK, prefix=prefix) as server, new_page(browser) as (page, notes):
        for path in PAGES:
            explorer_on(page, server.url + path)
            frame = painted(page, lambda: press(page, "eta", "ArrowRight"))
            assert frame["source"] == "baked"
            page.wait_for_function("window.ocoExplorers.ogd.python.state === 'ready'", timeout=PYTHON_STARTS)
        assert notes.all() == []


@pytest.mark.parametrize("path", PAGES)
def test_arrow_keys_move_the_regret_against_its_bound(browser, book, path):
    with new_page(browser) as (page, notes):
        figure = explorer_on(page, book.url + path)
        start = frame_of(page)
        assert_equals_cpython(start)
        curve = page.locator('svg [data-series="regret"] path').first
        before = curve.get_attribute("d")
        frame = painted(page, lambda: press(page, "eta", "ArrowRight"), "baked")
        assert frame["params"]["eta"] > start["params"]["eta"]
        assert curve.get_attribute("d") != before
        assert page.locator('.oco-explorer [name="eta"]').first.get_attribute("aria-valuetext") == "η = 1.259"
        assert_equals_cpython(frame)
        frame = painted(page, lambda: press(page, "U", "ArrowLeft", 2), "baked")
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.U === 0.5")
        assert_equals_cpython(frame_of(page))
        assert figure.locator("output[role=status]").inner_text() == frame_of(page)["sentence"]
        assert notes.all() == []


def test_mouse_drags_the_slider_through_many_frames(browser, book):
    with new_page(browser) as (page, notes):
        explorer_on(page, book.url + "index.html")
        box = page.locator('.oco-explorer [name="eta"]').first.bounding_box()
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 0.66 * box["width"], y)
        page.mouse.down()
        frames = [painted(page, lambda: page.mouse.move(box["x"] + share * box["width"], y)) for share in (0.5, 0.3, 0.1)]
        page.mouse.up()
        etas = [f["params"]["eta"] for f in frames]
        assert etas == sorted(etas, reverse=True) and len(set(etas)) == 3
        assert {f["source"] for f in frames} == {"baked"}
        assert notes.all() == []


def test_touch_moves_the_slider(browser, book):
    width, height = SIZES["phone"]
    with new_page(browser, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True) as (page, notes):
        explorer_on(page, book.url + "index.html")
        slider = page.locator('.oco-explorer [name="U"]').first
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        frame = painted(page, lambda: page.touchscreen.tap(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2))
        assert frame["params"]["U"] > 2 and frame["source"] == "baked"
        assert notes.all() == []


def test_another_stream_is_there_at_once_and_brings_its_own_defaults(browser, book):
    with new_page(browser) as (page, notes):
        explorer_on(page, book.url + "index.html")
        select = page.locator('.oco-explorer [name="stream"]').first
        for stream in OGD.control("stream").values[1:]:
            frame = painted(page, lambda: select.select_option(stream), "baked")
            assert frame["params"] == OGD.defaults(stream)
            assert_equals_cpython(frame)
            for control in OGD.controls:
                used = bool(control.values_for(stream))
                assert page.locator(f'.oco-explorer [name="{control.name}"]').first.is_enabled() == used
        assert notes.all() == []


def test_python_takes_over_off_the_baked_grid(browser, book):
    with new_page(browser) as (page, notes):
        explorer_on(page, book.url + "index.html")
        frame = painted(page, lambda: press(page, "seed", "ArrowRight", 3), "python", PYTHON_STARTS)
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.seed === 3", timeout=PYTHON_STARTS)
        assert_equals_cpython(frame_of(page))
        frame = painted(page, lambda: press(page, "eta", "End"), "python")
        assert frame["params"]["eta"] == 10
        assert_equals_cpython(frame)
        select = page.locator('.oco-explorer [name="stream"]').first
        frame = painted(page, lambda: select.select_option("mail_shuffled"), "baked")  # its default is baked
        frame = painted(page, lambda: press(page, "T", "Home"), "python")
        assert frame["params"]["T"] == 100
        assert_equals_cpython(frame)
        for stream in ("regression", "drifting", "zigzag", "orthogonal", "mail_file"):
            painted(page, lambda: select.select_option(stream), "baked")
            frame = painted(page, lambda: press(page, "T", "Home"), "python")
            page.wait_for_function("window.ocoExplorers.ogd.frame().params.T === 100")
            assert_equals_cpython(frame_of(page))
        assert notes.all() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_both_slider_ends_stay_inside_the_figure(browser, book, size, scheme):
    width, height = SIZES[size]
    with new_page(browser, viewport={"width": width, "height": height}, color_scheme=scheme) as (page, notes):
        explorer_on(page, book.url + "index.html")
        for name in ("eta", "U"):
            for key in ("End", "Home", "End"):
                painted(page, lambda: press(page, name, key))
                problems = page.evaluate("""() => {
                  const found = [];
                  for (const svg of document.querySelectorAll('.oco-panel > svg')) {
                    const view = svg.viewBox.baseVal;
                    for (const path of svg.querySelectorAll('[data-series] path')) {
                      const d = path.getAttribute('d');
                      if (/NaN|Infinity|undefined/.test(d)) found.push('not a number: ' + d.slice(0, 80));
                      if (!d) continue;
                      const box = path.getBBox();
                      if (box.x < view.x - 1 || box.y < view.y - 1 || box.x + box.width > view.width + 1 || box.y + box.height > view.height + 1)
                        found.push('outside: ' + path.parentNode.dataset.series);
                    }
                    for (const text of svg.querySelectorAll('text')) if (/NaN|Infinity/.test(text.textContent)) found.push(text.textContent);
                  }
                  const wide = document.documentElement;
                  if (wide.scrollWidth > wide.clientWidth) found.push('the page scrolls sideways');
                  return found;
                }""")
                assert problems == []
        tops = page.eval_on_selector_all(".oco-explorer:first-of-type .oco-panel", "all => all.slice(0, 3).map(e => e.getBoundingClientRect().top)")
        assert len(set(map(round, tops))) == (3 if size == "phone" else 1)
        assert notes.all() == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_in_the_explorer(browser, book, path, size, theme):
    from axe_playwright_python.sync_playwright import Axe

    width, height = SIZES[size]
    with new_page(browser, viewport={"width": width, "height": height}, color_scheme=theme) as (page, _):
        explorer_on(page, book.url + path)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; document.documentElement.dataset.mode = theme; }", theme)
        painted(page, lambda: press(page, "eta", "ArrowRight"))
        found = Axe().run(page, context=".oco-explorer").response["violations"]
        assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == []


def test_the_view_draws_what_the_figure_would(browser, book):
    """paint.js and draw.py are the same arithmetic: paths, pins, ticks, legends for frames of every stream."""
    cases = [{"stream": s, "eta": e, "U": U, "T": 100} for s in OGD.control("stream").values
             for e, U in ((0.01, 0.25), (0.7, 1.0), (10.0, 4.0))]
    with new_page(browser) as (page, _):
        explorer_on(page, book.url + "index.html")
        for params in cases:
            frame = OGD.frame(**params)
            drawn = page.evaluate("""frame => {
              const { view } = window.ocoExplorers.ogd;
              view.show(frame, 'test');
              const read = (selector, take) => Object.fromEntries([...view.figure.querySelectorAll(selector)].map(take));
              return {
                paths: read('[data-series] path:not(.oco-pin)', (e) => [e.parentNode.dataset.series, e.getAttribute('d')]),
                pins: read('.oco-pin', (e) => [e.parentNode.dataset.series, e.getAttribute('d')]),
                ticks: read('[data-tick]', (e) => [e.closest('[data-panel]').dataset.panel + ' ' + e.dataset.tick, e.textContent]),
                facts: read('[data-fact]', (e) => [e.dataset.fact, e.textContent]),
              };
            }""", frame.as_dict())
            for series in OGD.series:
                panel, curve = OGD.panel(series.panel), frame.series[series.name]
                zoom = draw.panel_zoom(panel, frame)
                assert drawn["paths"][series.name] == draw.path(panel, series.kind, curve, zoom)
                if series.pinned:
                    assert drawn["pins"][series.name] == draw.pins(panel, curve, zoom)
            for panel in OGD.panels:
                for name in "xy":
                    axis, zoom = getattr(panel, name), draw.panel_zoom(panel, frame) if name == "y" else 1
                    for i in range(len(axis.ticks)):
                        assert drawn["ticks"][f"{panel.name} {name} {i}"] == draw.tick_text(axis, i, frame.facts, zoom)
            for fact, text in drawn["facts"].items():
                assert text == text_of(frame.facts[fact])


def test_zoom_stretches_the_regret(browser, book):
    with new_page(browser) as (page, _):
        explorer_on(page, book.url + "index.html")
        tick = page.locator('.oco-explorer [data-panel="regret"] [data-tick="y 5"]').first
        before = tick.text_content()
        page.locator('.oco-explorer [data-zoom="regret"]').first.select_option("4")
        assert tick.text_content() != before
        frame = frame_of(page)
        expected = draw.path(OGD.panel("regret"), "line", OGD.frame(**frame["params"]).series["regret"], 4)
        numbers = lambda d: np.array([float(v) for v in d[1:].replace("L", " ").split()])
        found = page.locator('svg [data-series="regret"] path').first.get_attribute("d")
        assert np.allclose(numbers(found), numbers(expected), atol=0.05)


def test_parameters_live_in_the_address(browser, book):
    with new_page(browser) as (page, notes):
        explorer_on(page, book.url + "index.html#ogd?eta=0.1&U=2&stream=regression")
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.stream === 'regression'")
        frame = frame_of(page)
        assert (frame["params"]["eta"], frame["params"]["U"], frame["source"]) == (0.1, 2, "baked")
        assert_equals_cpython(frame)
        painted(page, lambda: press(page, "U", "Home"))
        page.wait_for_function("location.hash.includes('U=0.25')")
        assert "eta=0.1" in page.evaluate("location.hash")
        page.evaluate("location.hash = '#ogd?eta=nonsense&U=-3&T=zzz&stream=waves'")  # bad links change what they can
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.stream === 'random_signs'")
        assert frame_of(page)["params"] == OGD.defaults()
        assert notes.all() == []


def test_reset_goes_back_to_the_start(browser, book):
    with new_page(browser) as (page, _):
        explorer_on(page, book.url + "index.html")
        painted(page, lambda: press(page, "eta", "Home"))
        frame = painted(page, lambda: page.locator(".oco-reset").first.click())
        assert frame["params"] == OGD.defaults()


@pytest.mark.parametrize("options", [{"status": {".wasm": 404}}, {"status": {"pyodide.asm.js": 404}},
                                     {"mime": {".js": "text/plain"}}], ids=str)
def test_without_python_the_sliders_go_on_and_the_rest_says_why(browser, options):
    if "mime" in options:  # only what Python needs: a host that mistypes every script has no page either
        options = {"mime": {"pyodide.module.js": "text/plain", "pyodide.asm.js": "text/plain"}}
    with serve(BOOK, **options) as server, new_page(browser) as (page, notes):
        figure = explorer_on(page, server.url + "index.html")
        press(page, "seed", "ArrowRight")
        page.wait_for_function("document.querySelector('.oco-note').textContent.includes('need Python')", timeout=PYTHON_STARTS)
        assert "Python could not" in figure.locator(".oco-note").inner_text()
        for name in ("loss", "T", "seed"):
            control = figure.locator(f'[name="{name}"]')
            assert control.is_disabled() and "Needs Python" in control.get_attribute("title")
        assert frame_of(page)["params"]["seed"] == 0
        frame = painted(page, lambda: press(page, "eta", "ArrowLeft"), "baked")
        assert_equals_cpython(frame)
        frame = painted(page, lambda: figure.locator('[name="stream"]').select_option("mail_shuffled"), "baked")
        assert frame["params"]["stream"] == "mail_shuffled"
        assert notes.errors == [] and notes.foreign == []


def test_a_page_from_a_file_keeps_the_baked_sliders(browser):
    with new_page(browser) as (page, notes):
        explorer_on(page, (BOOK / "index.html").as_uri())
        frame = painted(page, lambda: press(page, "eta", "ArrowRight"), "baked")
        assert_equals_cpython(frame)
        page.wait_for_function("document.querySelector('.oco-note').textContent.includes('opened from a file')", timeout=20_000)
        assert notes.errors == [] and notes.foreign == []


def test_without_any_script_the_picture_and_its_sentence_are_there(browser, book):
    with new_page(browser, java_script_enabled=False) as (page, _):
        page.goto(book.url + "index.html")
        frame = OGD.frame()
        assert page.locator(".oco-explorer output[role=status]").first.inner_text() == frame.sentence
        d = page.locator('svg [data-series="regret"] path').first.get_attribute("d")
        assert d == draw.path(OGD.panel("regret"), "line", frame.series["regret"], 1)


def test_the_sliders_answer_before_any_python_has_loaded(browser):
    """The runtime's files hang: nothing that the reader does first waits for them."""
    with serve(BOOK) as server, new_page(browser) as (page, _):
        server.hang.update({"pyodide.asm.wasm", "python_stdlib.zip"})
        explorer_on(page, server.url + "index.html")
        for key in ("ArrowLeft", "ArrowRight", "Home"):
            assert painted(page, lambda: press(page, "eta", key))["source"] == "baked"
        note = page.locator(".oco-note").first.inner_text()
        assert "answer at once" in note


def test_numbers_in_the_page_data_are_json():
    """The page's own data can be read back: no NaN, no script that ends early."""
    text = (BOOK / "index.html").read_text(encoding="utf-8")
    for kind in ("oco-spec", "oco-start", "oco-files"):
        start = text.index(f'class="{kind}">') + len(f'class="{kind}">')
        json.loads(text[start:text.index("</script>", start)])
