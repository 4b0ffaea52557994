"""Driving an explorer on a built page: `Driver`, a `finger`, and what a frame must equal."""

import html
import json
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from oco_live.explorer import NAMES, get
from oco_live.hosts import bake, typography
from support.browser import answer

BOOK = Path(__file__).resolve().parents[2] / "_build" / "html"
SIZES = {"phone": (390, 844), "desk": (1280, 900)}


@cache  # the built pages do not change while tests run
def pages_with(name):
    """The built pages, relative to the book, that show this explorer."""
    return sorted(page.relative_to(BOOK).as_posix() for page in BOOK.rglob("*.html")
                  if not {"_oco", "embed"} & set(page.relative_to(BOOK).parts)
                  and 'class="oco-explorer"' in (text := page.read_text(encoding="utf-8"))
                  and f'data-explorer="{name}"' in text)


@cache
def _evaluated(name, params):
    return get(name).frame(**dict(params))


def evaluated(name, **params):
    """The explorer's frame as this Python has it, computed once for all tests of a file. To be read only."""
    return _evaluated(name, tuple(sorted((get(name).defaults(params.get("stream")) | params).items())))


#: The axes of an explorer's pictures stand where they belong.
AXES_REST = """(name) => Object.values(window.ocoExplorers[name].view.pictures).every((picture) => {
  const to = picture.fitting();
  return !to || JSON.stringify(to) === JSON.stringify(picture.ranges);
})"""

KNOWN = 5e-4  # of a curve's size: so exactly it is baked, in steps of which half are within (hosts/bake.py)


def settled(params):
    """Parameters to eleven digits: so many of a tuned one are baked."""
    return {key: float(f"{value:.11g}") if isinstance(value, float) else value for key, value in params.items()}


def assert_equals_cpython(name, frame):
    """Facts to 1e-9; series to what is baked, or to a thirtieth of a pixel (half of one in `bake.FINE` steps to the
    picture's largest number), else to 1e-9; words exactly."""
    explorer, fresh = get(name), evaluated(name, **frame["params"]).as_dict()
    assert settled(frame["params"]) == settled(fresh["params"])
    assert frame["facts"] == pytest.approx(fresh["facts"], rel=1e-9, abs=1e-9)
    for said in ("headline", "sentence", "texts", "status"):
        assert frame[said] == fresh[said]
    for series in explorer.series:
        for axis in "xy":
            found, exact = (np.array(f["series"][series.name][axis]) for f in (frame, fresh))
            assert found.shape == exact.shape, series.name
            if frame["source"] == "baked" and found.size:
                panel = explorer.panel(series.panel)
                log, near = getattr(panel, axis).scale == "log", getattr(panel, axis).near
                size = abs(exact) if log else near + abs(exact).max()  # of which all is alike that is within near of 0
                beside = [fresh["series"][s.name][a] for s in explorer.series if s.panel == series.panel
                          for a in ("xy" if panel.equal else axis)]
                ball = frame["params"].get("U", 0) if panel.equal else 0
                seen = 0 if log else max(ball, *(abs(v) for curve in beside for v in curve)) / (2 * bake.FINE)
                assert np.all(abs(found - exact) <= KNOWN * size + seen + 1e-12), (series.name, axis)
            else:
                assert np.allclose(found, exact, rtol=1e-9, atol=1e-9), (series.name, axis)


def letters(markup):
    """What is written in it."""
    return html.unescape(re.sub("<[^>]*>", "", markup))


def headline_of(name, frame):
    """The text of a frame's headline on a page."""
    return letters(typography.headline(frame["headline"], get(name)))


class Driver:
    """One explorer on a page that is open."""

    def __init__(self, page, name):
        self.page, self.name, self.explorer = page, name, get(name)
        self.figure = page.locator(f'.oco-explorer[data-explorer="{name}"]').first

    def open(self, url):
        """Go there and wait until the sweep of the stream in view has come."""
        self.page.goto(url)
        return self.near()

    def near(self):
        """The same on a page that is open."""
        self.figure.scroll_into_view_if_needed()  # its files are asked for when it comes near
        self.page.wait_for_function(
            "name => { const e = window.ocoExplorers?.[name];"
            " return e && e.sweeps[e.view.current.params.stream]?.axes; }", arg=self.name)
        return self

    def alone(self):
        """Nothing of the chapter stays but what holds the explorer: what looks at all of a page is quick then."""
        self.figure.evaluate("""figure => document.querySelectorAll('article *').forEach((e) =>
            e.contains(figure) || figure.contains(e) || e.remove())""")
        return self

    def reset(self):
        """Back to what the page showed at first, by the reader's own button."""
        return self.painted(lambda: self.tool("oco-reset"))

    def tool(self, name):
        """A tool, by the class of its button, out of the menu if it is there."""
        button = self.figure.locator(f".{name}").first
        if button.evaluate("e => Boolean(e.closest('.oco-menu'))") and not button.is_visible():
            self.figure.locator(".oco-menu-button").click()
        button.click()

    def frame(self):
        return answer(self.page, "name => window.ocoExplorers[name].frame()", self.name)

    def control(self, name):
        """The input of a control; the setting is opened if it is there."""
        found = self.figure.locator(f'[name="{name}"]')
        found.evaluate("e => { const fold = e.closest('details'); if (fold) fold.open = true; }")
        return found

    def press(self, name, key, times=1):
        self.control(name).focus()
        for _ in range(times):
            self.page.keyboard.press(key)

    def there_and_back(self, name):
        """The keys that move a slider one step and back: from its right end to the left."""
        at_end = self.control(name).evaluate("e => e.value === e.max")
        return ("ArrowLeft", "ArrowRight") if at_end else ("ArrowRight", "ArrowLeft")

    def painted(self, action, source=None):
        """Do something and wait until a new frame has been painted (by ``source``): the one that the controls ask for,
        since of several keys each may have brought a frame of its own."""
        before = int(self.figure.get_attribute("data-frame"))
        action()
        self.page.wait_for_function(
            "([name, n, source]) => { const f = document.querySelector(`.oco-explorer[data-explorer=${name}]`);"
            " return Number(f.dataset.frame) > n && (!source || f.dataset.source === source)"
            " && window.ocoExplorers[name].view.answered(); }",
            arg=[self.name, before, source])
        return self.frame()

    def until(self, **params):
        """Wait until the frame in view has these parameters; of a tuned one, twelve digits are baked."""
        self.page.wait_for_function(
            "([name, wanted]) => { const p = window.ocoExplorers[name].frame().params;"
            " const near = (a, b) => a === b || Math.abs(a - b) <= 1e-11 * Math.abs(b);"
            " return Object.entries(wanted).every(([k, v]) => near(p[k], v)); }",
            arg=[self.name, params])
        return self.frame()

    def problems(self):
        """What is drawn outside its picture, is not a number, or makes the page scroll sideways."""
        return self.page.evaluate(
            """name => {
          const found = [];
          for (const svg of document.querySelectorAll(`.oco-explorer[data-explorer=${name}] .oco-plot > svg`)) {
            const view = svg.viewBox.baseVal;
            for (const path of svg.querySelectorAll('[data-series] path')) {
              const d = path.getAttribute('d');
              if (/NaN|Infinity|undefined/.test(d)) found.push('not a number: ' + d.slice(0, 80));
              if (!d) continue;
              const box = path.getBBox();
              if (box.x < view.x - 1 || box.y < view.y - 1 || box.x + box.width > view.width + 1 ||
                box.y + box.height > view.height + 1)
                found.push('outside: ' + path.parentNode.dataset.series);
            }
            for (const text of svg.querySelectorAll('text'))
              if (/NaN|Infinity|undefined/.test(text.textContent)) found.push(text.textContent);
          }
          const wide = document.documentElement;
          if (wide.scrollWidth > wide.clientWidth) found.push('the page scrolls sideways');
          return found;
        }""",
            self.name,
        )

    def assert_equals_cpython(self, frame=None):
        assert_equals_cpython(self.name, self.frame() if frame is None else frame)


@cache
def plain_page_with(name):
    """The smallest page that shows this explorer, as it is if there is one, with nothing set otherwise."""
    def changed(path):
        _, _, rest = (BOOK / path).read_text("utf8").partition(f'data-explorer="{name}"')
        start = re.search(r'class="oco-start">(.*?)</script>', rest, re.S)[1]
        return json.loads(start)["params"] != get(name).defaults()

    assert pages_with(name), f"no page of the book shows the explorer {name!r}"
    return min(pages_with(name), key=lambda path: (changed(path), (BOOK / path).stat().st_size))


def opened(page, server, name):
    """The `Driver` of an explorer on the plainest page that shows it."""
    return Driver(page, name).open(server.url + plain_page_with(name))


def finger(page, start, end, steps=6):
    """A finger put down at `start`, moved to `end` in steps, and lifted; what is seen after each step is the
    caller's."""
    touch = page.context.new_cdp_session(page)
    send = lambda kind, *points: touch.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
    send("touchStart", start)
    for k in range(1, steps + 1):
        send("touchMove", tuple(a + (b - a) * k / steps for a, b in zip(start, end)))
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield k
    send("touchEnd")
    touch.detach()


__all__ = [
    "AXES_REST", "BOOK", "Driver", "NAMES", "SIZES", "assert_equals_cpython", "evaluated", "finger",
    "headline_of", "letters", "opened", "pages_with",
    "settled"]
