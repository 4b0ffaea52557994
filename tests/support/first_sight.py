"""What an explorer confronts a reader with before anything is opened: `counted`, and the table of all of them.

``python tests/support/first_sight.py`` prints the table, measured in Chromium on pages with one explorer each.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from oco_live.explorer import NAMES
from support.browser import SETTLED, launch, new_page
from support.small import small_site

DESK, LAPTOP, PHONE, ROOM = (1280, 900), (1366, 768), (390, 664), (1280, 720)
BAR = {DESK: 64, LAPTOP: 64, PHONE: 56, ROOM: 0}  # of the book, above the explorer
#: The invisible reader over a picture is no control of its own, and the row of signs is one.
COUNT = """figure => {
    const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().height > 0;
    const all = (selector) => [...figure.querySelectorAll(selector)].filter(seen);
    const box = (selector) => {
      const { left, top, right, bottom } = figure.querySelector(selector).getBoundingClientRect();
      return { left, top, right, bottom };
    };
    return {
      controls: all('input:not(.oco-reader), select, fieldset.oco-signs').length,
      buttons: all('button').filter((button) => !button.closest('.oco-signs')).length,
      rows: all('.oco-legend li').length,
      words: figure.querySelector('.oco-headline').textContent.trim().split(/\\s+/).length,
      height: Math.round(figure.getBoundingClientRect().height),
      headline: box('.oco-headline'), main: box('.oco-panel[data-rank=main] .oco-plot'), dock: box('.oco-dock'),
      panel: box('.oco-panel[data-rank=main]'), wide: document.documentElement.scrollWidth,
    };
}"""


def opened(page, server, name, size, room=False):
    """The explorer's figure at the top of the screen, alive; in the lecture room if asked for."""
    page.set_viewport_size(dict(zip(("width", "height"), size)))
    page.goto(server.url)
    page.add_style_tag(content="body { margin: 0 auto; padding: 0 16px; max-width: 1072px; }")
    page.wait_for_function("name => window.ocoExplorers?.[name]", arg=name)
    return at_the_top(page, name, room)


def at_the_top(page, name, room=False):
    """The same on a page that is open."""
    if room:
        page.evaluate("name => window.ocoExplorers[name].view.lecture.enter()", name)
    page.evaluate("name => document.querySelector(`[data-explorer=${name}]`).scrollIntoView({ behavior: 'instant' })",
                  name)
    page.evaluate(SETTLED)
    return page.locator(f'.oco-explorer[data-explorer="{name}"]')


def counted(page, server, name):
    """What is seen of an explorer: at a desk, on a phone, on a laptop and in the lecture room, one after the other on
    one page, which keeps nothing of the size that it had."""
    found = {DESK: opened(page, server, name, DESK).evaluate(COUNT)}
    for size in (PHONE, LAPTOP, ROOM):
        page.set_viewport_size(dict(zip(("width", "height"), size)))
        found[size] = at_the_top(page, name, size is ROOM).evaluate(COUNT)
    return found


def on_one_screen(found, size):
    """Whether headline, large picture and sliders are on one screen of this size, below the book's own bar."""
    low, high = BAR[size], size[1] + 0.5
    top = found["headline"]["top"]
    shift = max(0, low - top)  # so much further down the figure stands below the bar
    picture, dock = found["main"], found["dock"]
    docked = dock["bottom"] if size == PHONE else dock["bottom"] + shift  # a phone's dock is at the screen's lower edge
    return (top + shift >= low and docked <= high
            and picture["bottom"] + shift <= dock["top"] + (0 if size == PHONE else shift) + 0.5)


def share(found):
    """What part of the screen the large picture is."""
    panel = found["panel"]
    return (panel["right"] - panel["left"]) * (panel["bottom"] - panel["top"]) / (ROOM[0] * ROOM[1])


def table(rows):
    """name -> what was `counted`, as lines of Markdown."""
    yield ("| explorer | controls | buttons | legend rows | headline | height at 390 | 390×664 | 1366×768 | 1280×720 "
           "| picture |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for name, found in rows:
        desk, phone = found[DESK], found[PHONE]
        one = " | ".join("yes" if on_one_screen(found[size], size) else "no" for size in (PHONE, LAPTOP, ROOM))
        yield (f"| {name} | {desk['controls']} | {desk['buttons']} | {desk['rows']} | {desk['words']} | "
               f"{phone['height']} | {one} | {100 * share(found[ROOM]):.0f} % |")


def main():
    from playwright.sync_api import sync_playwright

    names = sys.argv[1:] or NAMES
    with sync_playwright() as playwright:
        browser = launch(playwright)
        rows = []
        for name in names:
            with small_site(name, sweeps=False) as server, new_page(browser, thrifty=True) as (page, notes):
                try:
                    rows.append((name, counted(page, server, name)))
                except Exception as error:  # the table shows what stands
                    print(f"{name}: {error}\n{notes.all()}", file=sys.stderr)
        print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
