"""The pages around the explorers in every engine: Back and reload, offline, search, colours."""

import pytest
from explorers import Shown
from support.driving import NAMES, assert_equals_cpython, pages_with
from support.keeping import KEPT, PAGE


def changed(engine, book, name):
    """An explorer whose stream and first slider the reader has set."""
    engine.open(book.url + pages_with(name)[0])
    shown = Shown(engine, name).near()
    stream = shown.explorer.control("stream").values[-1]
    engine.evaluate("""(name, stream) => {
      const select = ocoExplorers[name].view.figure.querySelector('[name=stream]');
      select.value = stream;
      select.dispatchEvent(new Event('input', { bubbles: true }));
    }""", name, stream)
    params = shown.until("baked", stream=stream)["params"]
    return shown, params


@pytest.mark.parametrize("name", ["ogd", "perceptron"])
@pytest.mark.parametrize("way", ["back", "reload"])
def test_controls_and_picture_agree_after(engine, book, way, name):
    shown, params = changed(engine, book, name)
    slider = "eta" if name == "ogd" else "t"
    shown.focus(slider)
    engine.press("Home")
    frame = shown.until("baked", **{slider: shown.explorer.control(slider).values_for(params["stream"])[0]})
    before = shown.seen()
    if way == "reload":
        engine.reload()
    else:
        engine.open(book.url + PAGE)
        engine.back()
    engine.wait("(page) => location.href.includes(page)", pages_with(name)[0])
    shown.near().until("baked", **frame["params"])
    assert shown.seen() == before
    assert_equals_cpython(name, shown.frame())


def test_without_a_network(engine, book):
    book.hang.clear()
    engine.open(book.url + PAGE)
    engine.evaluate("navigator.serviceWorker.register('../sw.js').then(() => navigator.serviceWorker.ready)"
                    ".then(({ active }) => active.postMessage({ python: true }))")
    engine.wait(KEPT, "book", seconds=240)
    engine.wait(KEPT, "python", seconds=240)
    book.offline = True
    engine.open(book.url + pages_with("ogd")[0])
    shown = Shown(engine, "ogd").near()
    shown.focus("eta")
    engine.press("Home")
    assert_equals_cpython("ogd", shown.until("baked", eta=shown.explorer.control("eta").values[0]))
    seed = shown.frame()["params"]["seed"]
    shown.focus("seed")
    engine.press("ArrowRight")
    assert_equals_cpython("ogd", shown.until("python", seed=seed + 1))


@pytest.mark.parametrize("word", ["projection", "constructor"])
def test_the_search_finds(engine, book, word):
    engine.open(book.url + "index.html")
    engine.press("Control+k")
    engine.wait("Boolean(document.querySelector('#pst-search-dialog:modal input[type=search]'))")
    engine.press(*word, "Enter")
    engine.wait(f"location.href.includes('search.html?q={word}')")
    engine.wait("/found|did not match/i.test(document.querySelector('#search-results')?.innerText)")
    if word == "projection":
        engine.wait("Boolean(document.querySelector('#search-results a[href*=online_gradient_descent]'))")


def test_the_colours_are_the_reader_s(engine, book):
    engine.open(book.url + "index.html")
    theme = engine.evaluate("document.documentElement.dataset.theme")
    for _ in range(3):
        if engine.evaluate("document.documentElement.dataset.theme") == theme:
            engine.click(".article-header-buttons .theme-switch-button")
    other = engine.evaluate("document.documentElement.dataset.theme")
    assert other != theme
    engine.reload()
    assert engine.evaluate("document.documentElement.dataset.theme") == other


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_scrolls_sideways(engine, book, width):
    engine.size(width, 844)
    for path in sorted({"index.html", "search.html", *(page for name in NAMES for page in pages_with(name))}):
        engine.open(book.url + path)
        engine.evaluate("document.fonts.ready.then(() => 0)")
        assert engine.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, path
