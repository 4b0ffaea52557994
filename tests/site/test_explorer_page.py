"""The explorer on the built pages, in a real browser with every other host blocked."""

import json

import pytest
from support.browser import new_page, rested
from support.driving import BOOK, SIZES, Driver
from support.server import serve
from support.small import small_site

from oco_live.explorer import get
from oco_live.hosts import bake, still
from oco_live.phrasing import plain

OGD = get("ogd")
PAGES = ("index.html", "chapters/online_gradient_descent.html")


def explorer_on(page, url):
    return Driver(page, "ogd").open(url)


@pytest.mark.parametrize("path", PAGES)
def test_arrow_keys_move_the_regret_against_its_bound(browser, book, path):
    with new_page(browser, thrifty=True) as (page, notes):
        ogd = explorer_on(page, book.url + path)
        start = ogd.frame()
        ogd.assert_equals_cpython(start)
        curve = ogd.figure.locator('svg [data-series="regret"] path')
        before = curve.get_attribute("d")
        frame = ogd.painted(lambda: ogd.press("eta", "ArrowRight"), "baked")
        assert frame["params"]["eta"] > start["params"]["eta"]
        assert curve.get_attribute("d") != before
        assert page.locator('.oco-explorer [name="eta"]').first.get_attribute("aria-valuetext") == "η = 1.2"
        ogd.assert_equals_cpython(frame)
        frame = ogd.painted(lambda: ogd.press("U", "ArrowLeft", 2), "baked")
        assert frame["params"]["U"] == 0.5
        ogd.assert_equals_cpython(frame)
        assert ogd.figure.locator("output[role=status]").inner_text() == plain(ogd.frame()["headline"])
        assert notes.all() == []


def test_mouse_drags_the_slider_through_many_frames(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        ogd = explorer_on(page, book.url + "index.html")
        box = page.locator('.oco-explorer [name="eta"]').first.bounding_box()
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 0.66 * box["width"], y)
        page.mouse.down()
        frames = [ogd.painted(lambda: page.mouse.move(box["x"] + share * box["width"], y)) for share in (0.5, 0.3, 0.1)]
        page.mouse.up()
        etas = [f["params"]["eta"] for f in frames]
        assert etas == sorted(etas, reverse=True) and len(set(etas)) == 3
        assert {f["source"] for f in frames} == {"baked"}
        assert notes.all() == []


def test_touch_moves_the_slider(browser, book):
    width, height = SIZES["phone"]
    with new_page(
        browser, thrifty=True, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
    ) as (page, notes):
        ogd = explorer_on(page, book.url + "index.html")
        slider = page.locator('.oco-explorer [name="U"]').first
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        frame = ogd.painted(lambda: page.touchscreen.tap(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2))
        assert frame["params"]["U"] > 2 and frame["source"] == "baked"
        assert notes.all() == []


def test_python_takes_over_off_the_baked_grid(browser):
    """Below a path, as on GitHub Pages; and nothing is said on the way."""
    with serve(BOOK, prefix="/some/book/") as server, new_page(browser) as (page, notes):
        ogd = explorer_on(page, server.url + PAGES[1])
        frame = ogd.painted(lambda: ogd.press("seed", "ArrowRight", 3), "python")
        assert frame["params"]["seed"] == 3
        ogd.assert_equals_cpython(frame)
        frame = ogd.painted(lambda: ogd.press("eta", "End"), "python")
        assert frame["params"]["eta"] == 10
        ogd.assert_equals_cpython(frame)
        select = ogd.control("stream")
        frame = ogd.painted(lambda: select.select_option("mail_shuffled"), "baked")  # its default is baked
        frame = ogd.painted(lambda: ogd.press("T", "Home"), "python")
        assert frame["params"]["T"] == 100
        ogd.assert_equals_cpython(frame)
        for stream in ("regression", "drifting", "zigzag", "orthogonal", "mail_file"):
            ogd.painted(lambda: select.select_option(stream), "baked")
            frame = ogd.painted(lambda: ogd.press("T", "Home"), "python")
            assert frame["params"]["T"] == 100
            ogd.assert_equals_cpython(frame)
        assert notes.all() == []


@pytest.mark.parametrize("size", SIZES)
def test_both_slider_ends_stay_inside_the_figure(browser, book, size):
    width, height = SIZES[size]
    with new_page(browser, thrifty=True, viewport={"width": width, "height": height}) as (page, notes):
        ogd = explorer_on(page, book.url + "index.html")
        for name in ("eta", "U"):
            for key in ("End", "Home", "End"):
                ogd.painted(lambda: ogd.press(name, key))
                assert ogd.problems() == []
        # On a phone the large picture alone, the others behind their tabs; else two beside it, in line with it.
        tops = ogd.figure.locator(".oco-plot").evaluate_all(
            "all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().top)")
        assert len(tops) == (1 if size == "phone" else 3) and (size == "phone" or abs(tops[0] - tops[1]) < 1)
        assert notes.all() == []


def test_an_old_link_with_a_zoom_brings_what_else_it_says(browser, book):
    """The axes fit themselves now (tests/live/test_ticks.py); what a link says of their height is read over."""
    with new_page(browser, thrifty=True) as (page, notes):
        ogd = explorer_on(page, book.url + "index.html#ogd?eta=0.1&U=2&zoom-regret=4")
        frame = ogd.until(eta=0.1, U=2)
        ogd.assert_equals_cpython(frame)
        ogd.painted(lambda: ogd.press("U", "ArrowRight"))
        page.wait_for_function("location.hash.includes('U=2.8')")
        assert "zoom" not in page.evaluate("location.hash") and notes.all() == []


def test_parameters_live_in_the_address(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        ogd = explorer_on(page, book.url + "index.html#ogd?eta=0.1&U=2&stream=regression")
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.stream === 'regression'")
        frame = ogd.frame()
        assert (frame["params"]["eta"], frame["params"]["U"], frame["source"]) == (0.1, 2, "baked")
        ogd.assert_equals_cpython(frame)
        ogd.painted(lambda: ogd.press("U", "Home"))
        page.wait_for_function("location.hash.includes('U=0.25')")
        assert "eta=0.1" in page.evaluate("location.hash")
        page.evaluate("location.hash = '#ogd?eta=nonsense&U=-3&T=zzz&stream=waves'")  # bad links change what they can
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.stream === 'random_signs'")
        assert ogd.frame()["params"] == OGD.defaults()
        assert notes.all() == []


def test_on_a_connection_that_costs_python_waits_for_a_touch(browser):
    """Nothing of it is fetched while the reader uses what is baked; the first other control starts it."""
    with serve(BOOK) as server, new_page(browser, thrifty=True) as (page, notes):
        ogd = explorer_on(page, server.url + "index.html")
        ogd.painted(lambda: ogd.press("eta", "ArrowLeft"), "baked")
        page.wait_for_load_state("networkidle")
        page.evaluate("new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))")
        assert page.evaluate("window.ocoExplorers.ogd.python.state") == "idle"
        assert ogd.figure.locator(".oco-note").inner_text() == ""  # nothing is waited for
        assert [path for path in server.requests if "pyodide" in path or "oco-worker" in path] == []
        ogd.press("seed", "ArrowRight")
        page.wait_for_function("window.ocoExplorers.ogd.python.state !== 'idle'")
        assert notes.all() == []


# The last one mistypes only what Python needs: a host that mistypes every script has no page either.
@pytest.mark.parametrize("options", [
    {"status": {".wasm": 404}},
    {"mime": {"pyodide.module.js": "text/plain", "pyodide.asm.js": "text/plain"}}], ids=str)
def test_without_python_the_sliders_go_on_and_the_rest_says_why(browser, options):
    with serve(BOOK, **options) as server, new_page(browser) as (page, notes):
        ogd = explorer_on(page, server.url + "index.html")
        ogd.press("seed", "ArrowRight")
        page.wait_for_function(
            "document.querySelector('.oco-note').textContent.includes('need Python')")
        assert "Python could not" in ogd.figure.locator(".oco-note").inner_text()
        for name in ("loss", "T", "seed"):
            control = ogd.control(name)
            assert control.is_disabled() and "Needs Python" in control.get_attribute("title")
        assert ogd.frame()["params"]["seed"] == 0
        frame = ogd.painted(lambda: ogd.press("eta", "ArrowLeft"), "baked")
        ogd.assert_equals_cpython(frame)
        frame = ogd.painted(lambda: ogd.control("stream").select_option("mail_shuffled"), "baked")
        assert frame["params"]["stream"] == "mail_shuffled"
        assert notes.errors == [] and notes.foreign == []


def test_precomputed_answers_are_fetched_when_their_explorer_comes_near_and_their_stream_is_chosen(browser):
    with (
        serve(BOOK) as server,
        new_page(browser, thrifty=True, viewport={"width": 390, "height": 844}) as (page, notes)):
        fetched = lambda: [path for path in server.requests if path.startswith("/_oco/ogd_proof/")]
        page.goto(server.url + "chapters/online_gradient_descent.html")
        page.wait_for_function("window.ocoExplorers?.ogd_proof")
        page.wait_for_load_state("networkidle")
        assert fetched() == []
        proof = Driver(page, "ogd_proof").open(server.url + "chapters/online_gradient_descent.html")
        assert len(fetched()) == 1
        streams = proof.explorer.control("stream").values
        proof.painted(lambda: proof.control("stream").select_option(streams[-1]), "baked")
        assert len(fetched()) == 2
        assert notes.all() == []


def test_precomputed_answers_that_do_not_come_are_spoken_of_and_asked_for_again(browser):
    mail, drifting = ((BOOK / "_oco" / bake.files("ogd")[stream]).name for stream in ("mail_shuffled", "drifting"))
    with serve(BOOK, status={".wasm": 404}) as server, new_page(browser) as (page, notes):
        ogd = explorer_on(page, server.url + "index.html")
        page.wait_for_function("window.ocoExplorers.ogd.python.state === 'failed'")
        note, stream = ogd.figure.locator(".oco-note"), ogd.control("stream")
        server.hang.add(drifting)
        stream.select_option("drifting")
        note.get_by_text("are on their way").wait_for()
        server.cut.add(mail)
        stream.select_option("mail_shuffled")
        page.wait_for_function("document.querySelector('.oco-told').textContent.includes('could not be fetched')")
        assert "could not be fetched" in note.inner_text()
        assert stream.input_value() == ogd.frame()["params"]["stream"] == OGD.defaults()["stream"]
        server.cut.clear()
        frame = ogd.painted(lambda: stream.select_option("mail_shuffled"), "baked")
        assert frame["params"]["stream"] == "mail_shuffled" and "need Python" in note.inner_text()

        # and Python can be asked for again
        server.status.clear()
        note.get_by_role("button", name="Try again").click()
        assert page.evaluate("document.activeElement.classList.contains('oco-explorer')")
        page.wait_for_function("window.ocoExplorers.ogd.python.state === 'ready'")
        assert note.get_attribute("role") is None and ogd.control("seed").is_disabled() == (
            not OGD.control("seed").values_for("mail_shuffled"))
        assert notes.errors == [] and notes.foreign == []


def test_a_page_from_a_file_keeps_the_baked_sliders(browser):
    with new_page(browser) as (page, notes):
        ogd = explorer_on(page, (BOOK / "index.html").as_uri())
        frame = ogd.painted(lambda: ogd.press("eta", "ArrowRight"), "baked")
        ogd.assert_equals_cpython(frame)
        page.wait_for_function(
            "document.querySelector('.oco-note').textContent.includes('opened from a file')")
        assert ogd.figure.locator(".oco-note button").count() == 0  # there another attempt is none
        assert notes.errors == [] and notes.foreign == []


def test_without_any_script_the_picture_and_its_words_are_there(browser, book):
    with new_page(browser, java_script_enabled=False) as (page, _):
        page.goto(book.url + "index.html")
        frame = OGD.frame()
        figure = page.locator(".oco-explorer").first
        assert figure.locator("output[role=status]").inner_text() == plain(frame.headline)
        more = figure.locator(".oco-more")
        more.locator("summary").click()
        assert more.locator(".oco-facts li").count() > 2 and "the tuned step" in more.inner_text()
        for panel, made in still.stills(OGD, frame).items():
            for name, path in made["paths"].items():
                assert figure.locator(f'.oco-panel [data-series="{name}"] path').get_attribute("d") == path, panel


def test_the_sliders_answer_before_any_python_has_loaded(browser):
    """The runtime's files hang: nothing that the reader does first waits for them."""
    with serve(BOOK) as server, new_page(browser) as (page, _):
        server.hang.update({"pyodide.asm.wasm", "python_stdlib.zip"})
        ogd = explorer_on(page, server.url + "index.html")
        for key in ("ArrowLeft", "ArrowRight", "Home"):
            assert ogd.painted(lambda: ogd.press("eta", key))["source"] == "baked"
        note = ogd.figure.locator(".oco-note")
        assert note.inner_text() == ""  # they answered: there is nothing to say
        ogd.press("seed", "ArrowRight")
        note.get_by_text("Python, which is starting in your browser").wait_for()
        assert ogd.painted(lambda: ogd.press("seed", "ArrowLeft"))["source"] == "baked"


@pytest.mark.parametrize("connection, asked", [
    ({"saveData": True, "effectiveType": "4g"}, False), ({"effectiveType": "2g"}, False), ({"type": "cellular"}, False),
    ({"saveData": False, "effectiveType": "4g", "type": "wifi"}, True), (None, True)])
def test_python_is_fetched_unasked_only_where_that_costs_nothing(browser, connection, asked):
    """On a metered or slow connection it waits for the first use of a control that needs it."""
    with (
        small_site("ogd") as server,
        new_page(browser) as (page, notes)):  # there is no Python to be had, only asked for
        page.add_init_script(f"""Object.defineProperty(navigator, 'connection', {{ value: {json.dumps(connection)} }});
          window.requestIdleCallback = (callback) => {{ window.idle = true; callback(); }};""")
        ogd = explorer_on(page, server.url + "index.html")
        page.wait_for_function("document.readyState === 'complete'")
        fetched = lambda: [path for path in server.requests if "oco-worker" in path or "pyodide" in path]
        if asked:
            page.wait_for_function("window.ocoExplorers.ogd.python.state === 'failed'")  # there is no worker either
        rested(page)
        assert bool(page.evaluate("window.idle")) == asked
        assert (page.evaluate("window.ocoExplorers.ogd.python.state") != "idle") == asked == bool(fetched())
        if not asked:
            ogd.press("seed", "ArrowRight")
            page.wait_for_function("window.ocoExplorers.ogd.python.state === 'failed'")
        assert fetched() and notes.errors == notes.foreign == []


def test_numbers_in_the_page_data_are_json():
    """The page's own data can be read back: no NaN, no script that ends early."""
    text = (BOOK / "index.html").read_text(encoding="utf-8")
    for kind in ("oco-spec", "oco-start", "oco-files"):
        start = text.index(f'class="{kind}">') + len(f'class="{kind}">')
        json.loads(text[start:text.index("</script>", start)])
