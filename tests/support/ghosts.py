"""Kept curves in the pictures of the explorer ogd: frames shown, where their points lie, what is drawn of them."""

import re
from contextlib import contextmanager

import numpy as np

from support.browser import new_page
from support.keeping import comes_true

__all__ = ["PLACES", "ghost", "kept", "ogd_on", "places", "points", "show", "still"]


@contextmanager
def ogd_on(browser, site):
    """A page of `small_site("ogd")` whose baked answers have come."""
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, notes):
        page.goto(site.url)
        page.wait_for_function("window.ocoExplorers?.ogd?.sweeps.random_signs?.axes")
        yield page
        assert notes.errors == []


def show(page, frame):
    """A frame of CPython's, exact; the controls go along."""
    page.evaluate(
        "frame => { const { view } = window.ocoExplorers.ogd; view.controls.set(frame.params); view.show(frame, "
        "'python'); }",
        frame.as_dict())


#: Where absolute numbers stand in a picture: [[x, y], …].
PLACES = """([panel, xs, ys]) => { const { scales } = window.ocoExplorers.ogd.view.pictures[panel];
  return xs.map((x, i) => [scales.x.at(x), scales.y.at(ys[i])]); }"""


def places(page, xs, ys, panel="regret"):
    return np.array(page.evaluate(PLACES, [panel, list(map(float, xs)), list(map(float, ys))])).reshape(-1, 2)


def still(page):
    """The axes have come to rest."""
    comes_true(page, """async () => { const ranges = () => JSON.stringify(Object.values(
        window.ocoExplorers.ogd.view.pictures).map((p) => p.ranges)), before = ranges();
      await new Promise((done) => setTimeout(done, 250)); return ranges() === before; }""")


def points(d):
    return np.array([float(v) for v in re.findall(r"-?\d+(?:\.\d+)?", d)]).reshape(-1, 2)


def ghost(page, number, series="regret"):
    return page.locator(f'.oco-ghost-{number}[data-of="{series}"] path').get_attribute("d")


def kept(page):
    return [text.strip() for text in page.locator(".oco-kept li > span").all_inner_texts()]
