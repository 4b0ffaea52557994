"""The words under a picture stay within it, whatever the numbers are: on a page, on a phone and in a lecture."""

import pytest
from support.browser import new_page
from support.driving import NAMES
from support.small import small_site

from oco_live.explorer import get
from oco_live.figures import draw

#: Texts of pictures that reach over the right or the left edge, with how far; and the number of texts.
OUTSIDE = """(name) => {
  const pictures = document.querySelectorAll(`.oco-explorer[data-explorer=${name}] .oco-panel > svg`);
  const texts = [...pictures].flatMap((picture) =>
    [...picture.querySelectorAll('[data-tick^="x"], .oco-label-x text')]);
  const over = texts.flatMap((text) => {
    const picture = text.closest('svg'), scale = picture.getScreenCTM(), word = text.getBoundingClientRect();
    const [left, right] = [scale.e, scale.e + scale.a * picture.viewBox.baseVal.width];
    const far = Math.max(left - word.left, word.right - right);
    return far > 0.5 ? [[text.closest('.oco-panel').dataset.panel, text.textContent, far]] : [];
  });
  return [over, texts.length];
}"""


@pytest.fixture(scope="module")
def site():
    with small_site(*NAMES, sweeps=False) as server:
        yield server


@pytest.mark.parametrize("width", [1280, 390])
def test_no_word_under_a_picture_leaves_it(browser, site, width):
    """In the first frame, and in one with each slider at an end, where units are largest and smallest."""
    with new_page(browser, thrifty=True, viewport={"width": width, "height": 900}) as (page, _):
        page.goto(site.url)
        page.wait_for_function("n => Object.keys(window.ocoExplorers ?? {}).length === n", arg=len(NAMES))
        for name in NAMES:
            explorer = get(name)
            stream = explorer.defaults()["stream"]
            sliders = {c.name: c.values_for(stream) for c in explorer.controls if c.baked and c.values_for(stream)}
            for params in ({}, *({slider: values[end] for slider, values in sliders.items()} for end in (0, -1))):
                if params:
                    page.evaluate("([name, frame]) => window.ocoExplorers[name].view.show(frame, 'test')",
                                  [name, explorer.frame(stream=stream, **params).as_dict()])
                over, texts = page.evaluate(OUTSIDE, name)
                assert not over and texts >= 4, (name, params, over)


def test_nor_in_a_lecture(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 1920, "height": 1080}) as (page, _):
        page.goto(site.url)
        page.wait_for_function("n => Object.keys(window.ocoExplorers ?? {}).length === n", arg=len(NAMES))
        for name in NAMES:
            page.locator(f".oco-explorer[data-explorer={name}] .oco-lecture").click()
            page.wait_for_selector(f".oco-lecture-room .oco-explorer[data-explorer={name}]")
            over, _ = page.evaluate(OUTSIDE, name)
            assert not over, (name, over)
            page.keyboard.press("Escape")
            page.wait_for_selector(".oco-lecture-room", state="detached")


def test_a_short_word_stands_under_its_tick():
    assert draw.anchor("0", draw.RIGHT) == ("middle", 0) == draw.anchor("1000", draw.LEFT)
    assert draw.anchor("1000", draw.RIGHT) == ("end", draw.WIDTH - draw.RIGHT)


def test_the_view_moves_a_word_as_the_figure_does(browser, site):
    """When a new frame makes it longer or shorter."""
    with new_page(browser, thrifty=True) as (page, _):
        page.goto(site.url)
        page.wait_for_function("window.ocoExplorers?.ogd")
        for T in (8, 4000, 4):
            seen = page.evaluate("""(T) => {
              const { view } = window.ocoExplorers.ogd;
              view.show({ ...view.current, facts: { ...view.current.facts, T } }, 'test');
              const last = view.figure.querySelector('[data-panel="regret"] [data-tick="x 4"]');
              return [last.textContent, last.getAttribute('text-anchor'), Number(last.getAttribute('dx'))];
            }""", T)
            assert seen == [str(T), *draw.anchor(str(T), draw.RIGHT)]
