"""Every explorer answers in every engine: at once from what is baked, by Python, from a link, by an example."""

import pytest
from explorers import Shown
from support.driving import NAMES, assert_equals_cpython, headline_of, plain_page_with


def opened(engine, book, name, hash=""):
    engine.open(book.url + plain_page_with(name) + hash)
    return Shown(engine, name)


def first_slider(shown):
    """The first baked slider whose stops are its values (no tuned one between them), a key that moves it twice, and the
    values that these two steps bring."""
    params = shown.frame()["params"]
    slider = next(c for c in shown.explorer.controls
                  if c.baked and c.kind == "slider" and not c.tuned and not c.without_use(params))
    values = slider.values_for(params["stream"])
    place = values.index(params[slider.name])
    step = 1 if place + 2 < len(values) else -1
    return slider.name, "ArrowRight" if step == 1 else "ArrowLeft", [values[place + step], values[place + 2 * step]]


@pytest.mark.parametrize("name", NAMES)
def test_the_first_slider_answers_at_once(engine, book, name):
    """The very first keys, pressed before the sweep may have come: none is lost. Then one key, one frame."""
    shown = opened(engine, book, name)
    engine.wait("(name) => Boolean(window.ocoExplorers?.[name])", name)
    slider, key, (once, twice) = first_slider(shown)
    before = shown.seen()
    shown.focus(slider)
    engine.press(key, key)
    assert_equals_cpython(name, shown.until("baked", **{slider: twice}))
    after = shown.seen()
    assert after["headline"] == headline_of(name, shown.frame())
    assert any(after["curves"][series] != before["curves"][series] for series in before["curves"])
    count = shown.count()
    engine.press("ArrowLeft" if key == "ArrowRight" else "ArrowRight")
    assert_equals_cpython(name, shown.until("baked", **{slider: once}))
    assert shown.count() == count + 1


def test_python_answers(engine, book):
    book.hang.clear()
    shown = opened(engine, book, "ogd").near()
    seed = shown.frame()["params"]["seed"]
    shown.focus("seed")
    engine.press("ArrowRight")
    assert_equals_cpython("ogd", shown.until("python", seed=seed + 1))


def test_a_link_is_followed(engine, book):
    shown = opened(engine, book, "ogd", "#ogd?eta=0.1&U=2").near()
    assert_equals_cpython("ogd", shown.until("baked", eta=0.1, U=2))
    engine.evaluate("location.hash = '#ogd?eta=1&U=0.5'")
    assert_equals_cpython("ogd", shown.until("baked", eta=1, U=0.5))


@pytest.mark.parametrize("name", NAMES)
def test_the_number_keys_bring_the_examples(engine, book, name):
    shown = opened(engine, book, name).near()
    for number, preset in enumerate(shown.explorer.presets, 1):
        wanted = shown.explorer.settled(shown.explorer.preset(preset))
        engine.evaluate("(name) => ocoExplorers[name].view.figure.focus()", name)
        engine.press(str(number))
        assert_equals_cpython(name, shown.until("baked", **wanted))
        assert preset.claim(shown.frame()["facts"])


def test_home_end_and_page_keys_move_a_slider(engine, book):
    shown = opened(engine, book, "ogd").near()
    values = shown.explorer.control("eta").values_for(shown.frame()["params"]["stream"])
    shown.focus("eta")
    for key, value in (("End", values[-1]), ("Home", values[0]), ("ArrowUp", values[1]), ("ArrowDown", values[0])):
        engine.press(key)
        shown.until("baked", eta=value)
    engine.press("PageUp")  # how far is each engine's own choice
    engine.wait("(first) => ocoExplorers.ogd.view.answered() && ocoExplorers.ogd.frame().params.eta > first", values[0])
    assert_equals_cpython("ogd", shown.frame())


#: What is amiss in the lecture room: the figure is not the screen, or a picture covers the words above or below it.
AMISS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const figure = document.querySelector('.oco-lecture-room > .oco-explorer');
  const { left, top, width, height } = box(figure);
  const found = [left, top, width - document.documentElement.clientWidth, height - innerHeight]
    .filter((difference) => Math.abs(difference) > 1);
  for (const panel of figure.querySelectorAll('.oco-panel')) {
    const picture = box(panel.querySelector('.oco-plot'));
    if (!picture.height) continue; // another one is the large one
    const head = panel.querySelector('.oco-panel-head');
    if (head.checkVisibility({ visibilityProperty: true }) && box(head).bottom > picture.top + 1)
      found.push(panel.dataset.panel);
    const legend = panel.querySelector('.oco-legend');
    if (legend?.checkVisibility() && box(legend).top < picture.bottom - 1) found.push(legend.textContent);
  }
  return found;
}"""


@pytest.mark.parametrize("name", NAMES)
def test_the_lecture_room_fills_the_screen(engine, book, name):
    engine.size(1280, 720)
    shown = opened(engine, book, name).near()
    slider, key, (once, _) = first_slider(shown)
    shown.focus(slider)
    engine.press("l")
    engine.wait("Boolean(document.querySelector('dialog.oco-lecture-room:modal'))")
    engine.wait(f"({AMISS})().length === 0", seconds=10)
    engine.press(key)
    assert_equals_cpython(name, shown.until("baked", **{slider: once}))
    engine.press("Escape")
    engine.wait("!document.querySelector('.oco-lecture-room')")
    assert engine.evaluate("document.activeElement.name") == slider


def test_a_link_is_copied(engine, book):
    opened(engine, book, "ogd").near()
    engine.click(".oco-explorer .oco-link")
    engine.wait("Boolean(document.querySelector('.oco-told').textContent)")
    assert engine.evaluate("document.querySelector('.oco-told').textContent") == "link copied"


def test_a_picture_is_saved(engine, book):
    opened(engine, book, "ogd").near()
    engine.evaluate(
        "() => { HTMLAnchorElement.prototype.click = function () { window.saved = [this.download, this.href]; }; }")
    engine.click(".oco-explorer .oco-menu-button")
    engine.click(".oco-explorer .oco-png")
    name, address = engine.wait("window.saved")
    assert name.endswith(".png")
    width, height, colours = engine.evaluate("""async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      const pen = document.createElement('canvas').getContext('2d');
      [pen.canvas.width, pen.canvas.height] = [picture.width, picture.height];
      pen.drawImage(picture, 0, 0);
      const { data } = pen.getImageData(0, 0, picture.width, picture.height);
      return [picture.width, picture.height, new Set(new Uint32Array(data.buffer)).size];
    }""", address)
    assert width > height > 300 and colours > 50
