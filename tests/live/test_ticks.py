"""What is written in a picture stays within it and can be read, whatever the numbers are: on a page, on a phone and in
a lecture. Ticks are numbers that a person would choose."""

from math import floor, isclose, log10

import pytest
from support.browser import SETTLED, new_page
from support.driving import NAMES
from support.small import small_site

from oco_live.explorer import get

#: For each panel: texts that reach over an edge of their picture, with how far; labels of curves that cover each other;
#: the ticks [axis, value, text, whether it is T], and the kinds of the scales.
SEEN = """(name) => {
  const { view } = window.ocoExplorers[name];
  return Object.values(view.pictures).filter(({ plot }) => plot.clientWidth).map((picture) => {
    const own = picture.plot.getBoundingClientRect();
    const boxes = [...picture.svg.querySelectorAll('text')].map((text) => [text, text.getBoundingClientRect()]);
    const over = boxes.flatMap(([text, box]) => {
      const far = Math.max(own.left - box.left, box.right - own.right, own.top - box.top, box.bottom - own.bottom);
      return far > 3 ? [[text.textContent, far]] : [];
    });
    const touch = (a, b, by) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > by
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
    const group = (text) => text.closest('[data-end]') ?? text;
    const covered = boxes.flatMap(([text, box], i) => boxes.slice(0, i)
      .filter(([other, around]) => group(other) !== group(text) && touch(box, around, 3.5))
      .map(([other]) => [text.textContent, other.textContent]));
    const ticks = ['x', 'y'].flatMap((axis) =>
      picture.ticks[axis].map(({ value, text, last }) => [axis, value, text, Boolean(last)]));
    const type = boxes.filter(([text]) => text.classList.contains('oco-tick'))
      .map(([text]) => Number.parseFloat(getComputedStyle(text).fontSize));
    const kinds = { x: picture.scales.x.kind, y: picture.scales.y.kind };
    return { panel: picture.panel.name, over, covered, ticks, kinds,
             type: type.length ? [Math.min(...type), Math.max(...type)] : null };
  });
}"""


@pytest.fixture(scope="module")
def site():
    with small_site(*NAMES, sweeps=False) as server:
        yield server


def opened(page, site):
    page.goto(site.url)
    page.wait_for_function("n => Object.keys(window.ocoExplorers ?? {}).length === n", arg=len(NAMES))
    page.evaluate(SETTLED)


def chosen(value):
    """Whether it is 0 or 1, 2 or 5 times a power of ten, times a small whole number of steps."""
    if value == 0:
        return True
    digits = abs(value) / 10 ** floor(log10(abs(value)) + 1e-9)
    return any(isclose(digits * n, round(digits * n), abs_tol=1e-6) for n in (1, 2, 4, 10, 20, 50))


def check(name, panels, where):
    explorer = get(name)
    for seen in panels:
        panel = explorer.panel(seen["panel"])
        assert not seen["over"], (name, panel.name, where, seen["over"])
        assert not seen["covered"], (name, panel.name, where, seen["covered"])
        for axis, value, text, last in seen["ticks"]:
            if last or getattr(panel, axis).words:
                continue
            assert chosen(value), (name, panel.name, axis, value)
            assert "e" not in text and not text.startswith("0.0000"), text
        for axis in "xy":
            found = [(value, text) for way, value, text, _ in seen["ticks"] if way == axis]
            if panel.bare or getattr(panel, axis).words:
                continue
            assert len({text for _, text in found if text}) >= 2, (name, panel.name, axis, found)
            if seen["kinds"][axis] == "linear":
                steps = [b - a for (a, _), (b, _) in zip(found, found[1:])][:-1]  # T is not one of them
                assert all(isclose(step, steps[0], rel_tol=1e-6) for step in steps), (name, panel.name, found)


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_written_in_a_picture_stays_in_it(browser, site, width):
    """In the first frame, with each panel as the large one, and in one with each slider at an end, where units are
    largest and smallest."""
    look = {"viewport": {"width": width, "height": 900}, "reduced_motion": "reduce"}
    with new_page(browser, thrifty=True, **look) as (page, _):
        opened(page, site)
        for name in NAMES:
            explorer = get(name)
            for panel in explorer.panels:
                page.evaluate("([name, panel]) => window.ocoExplorers[name].view.setMain(panel)", [name, panel.name])
                found = page.evaluate(SEEN, name)
                check(name, found, panel.name)
                assert all(12 <= size <= 13 for seen in found for size in seen["type"] or ()), (name, found)
            page.evaluate("([name, panel]) => window.ocoExplorers[name].view.setMain(panel)",
                          [name, explorer.panels[0].name])
            stream = explorer.defaults()["stream"]
            sliders = {c.name: c.values_for(stream) for c in explorer.controls if c.first and c.kind == "slider"}
            for slider, values in sliders.items():
                for end in (0, -1) if values else ():
                    params = {slider: values[end]}
                    page.evaluate("([name, frame]) => window.ocoExplorers[name].view.show(frame, 'test')",
                                  [name, explorer.frame(stream=stream, **params).as_dict()])
                    check(name, page.evaluate(SEEN, name), params)


def test_and_in_a_lecture(browser, site):
    look = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}
    with new_page(browser, thrifty=True, **look) as (page, _):
        opened(page, site)
        for name in NAMES:
            page.evaluate("name => window.ocoExplorers[name].view.figure.querySelector('.oco-lecture').click()", name)
            page.wait_for_selector(f".oco-lecture-room .oco-explorer[data-explorer={name}]")
            page.evaluate(SETTLED)
            found = page.evaluate(SEEN, name)
            check(name, found, "lecture")
            large = found[0]
            assert large["type"] is None or large["type"][0] >= 24, (name, large["type"])
            page.keyboard.press("Escape")
            page.wait_for_selector(".oco-lecture-room", state="detached")
