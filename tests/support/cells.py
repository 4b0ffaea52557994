"""Driving an exercise cell on a built page: `Cell`; `open_all`: all of them on one page."""

from functools import cache

from oco_live.exercises import NAMES
from oco_live.explorer import NAMES as EXPLORERS
from oco_live.hosts import exercise_page
from support.driving import BOOK, pages_with

#: The explorers' Python never comes: what is baked answers, and a start of several seconds is spared. Python for
#: exercises lives in a frame of its own, to which this does not apply.
NO_EXPLORERS_PYTHON = """if (window.top === window) window.Worker = class {
  constructor(url, options) { options?.type; } terminate() {} postMessage() {} };"""


@cache
def page_of(chapter):
    """The page of a chapter, relative to the book."""
    return f"chapters/{chapter}.html"


@cache
def has(chapter):
    """The names of the exercises that a built chapter shows, in its order."""
    text = (BOOK / page_of(chapter)).read_text("utf8")
    return [part.split('"')[0] for part in text.split('<section class="oco-exercise" id="exercise-')[1:]]


def _page_of_all():
    """A page of the book with the cells of all chapters."""
    files, prefix = exercise_page.assets(), "_oco/"
    pages = {name: pages_with(name)[0] for name in EXPLORERS}
    cells = [exercise_page.cell_html(name, prefix, None if i else pages) for i, name in enumerate(NAMES)]
    return (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>exercises</title><link '
            f'rel="stylesheet" href="{prefix}{files["style"]}"></head><body><main>{"".join(cells)}</main>'
            f'<script defer src="{prefix}{files["script"]}"></script></body></html>')


def open_all(page, server):
    """Open a page with the cells of all chapters, whose Python starts once: no spare stands by, so no answer may
    have to be ended."""
    url = server.url + "exercises-of-all.html"
    page.route(url, lambda route: route.fulfill(content_type="text/html", body=_page_of_all()))
    page.goto(url)
    page.evaluate("ocoExercise.page.python.reserve = () => {}")
    return page


class Cell:
    """One cell on a page that is open."""

    def __init__(self, page, name):
        self.page, self.name = page, name
        self.section = page.locator(f'.oco-exercise[data-exercise="{name}"]')
        self.text = self.section.locator("textarea, .cm-content")
        self.output = self.section.locator(".oco-verdict")

    @property
    def state(self):
        return self.section.get_attribute("data-state")

    def button(self, name):
        return self.section.locator(f'button[name="{name}"]')

    def ready(self):
        """Wait until Python is there, and the editor where the cell has one."""
        self.text.focus()
        self.page.evaluate("name => ocoExercise.page.python.start(name)", self.name)
        if self.section.get_attribute("data-light") is None:
            self.section.locator(".cm-content").wait_for()
        return self

    def written(self):
        return self.page.evaluate("name => ocoExercise.cells[name].text", self.name)

    def type(self, code):
        self.text.fill(code)
        assert self.written() == code
        return self

    def marked(self, action):
        """Do something that runs, and wait for the verdict; its state."""
        before = int(self.section.get_attribute("data-marked") or 0)
        action()
        self.page.wait_for_function(
            "([name, n]) => Number(ocoExercise.cells[name].section.dataset.marked) > n", arg=[self.name, before])
        return self.state

    def run(self, code=None):
        """Run a text, or the one that is there."""
        if code is not None:
            self.type(code)
        return self.marked(self.button("run").click)

    def says(self):
        """Sentence and reason, as they are read; a space that holds a formula together is one."""
        return self.section.locator(".oco-ex-says").inner_text().replace("\xa0", " ")

    def link(self):
        """What the last verdict leads to: {"explorer", "params"}, or None."""
        return self.page.evaluate("name => ocoExercise.cells[name].entry.verdict.link", self.name)
