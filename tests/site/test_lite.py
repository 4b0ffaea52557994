"""A chapter as a live notebook beside the book: JupyterLite in Chromium, from the button on the page to an explorer
that moves; and what becomes of a reader's own copy."""

import json
import re

from support.browser import new_page
from support.driving import BOOK
from support.lite import (
    CODE,
    CONNECTED,
    FIRST,
    INSERT,
    OPENED,
    RUN,
    SAVED,
    code_of,
    frame,
    open_notebook,
    run,
    run_code,
)
from support.server import serve

from oco_live.explorer import get
from oco_live.hosts import lite

LITE = BOOK / lite.FOLDER


KEPT = """navigator.serviceWorker.register('../sw.js').then(() => navigator.serviceWorker.ready)
  .then(async ({ active }) => {
  active.postMessage({});
  while (!await caches.match(new URL("../_oco/offline.json", location))) await new Promise((done) => setTimeout(done,
    200));
})"""


def test_a_chapter_runs_as_a_notebook(browser):
    """From the button on the page to an explorer that moves, below a path, with all other hosts blocked; then
    offline."""
    chapter = "chapters/sequential_protocol"
    with serve(BOOK, prefix="/book/") as server, new_page(browser, thrifty=True, service_workers="allow",
                                                          viewport={"width": 1280, "height": 900}) as (page, notes):
        page.goto(f"{server.url}{chapter}.html")
        page.wait_for_load_state("networkidle")
        page.evaluate(KEPT)  # what a page does by itself some seconds after it has settled
        assert not [path for path in server.requests if "/lite/" in path], "nothing of it is loaded unasked"
        page.get_by_title("Run this chapter as a notebook").click()
        page.wait_for_function(CONNECTED)

        sources = code_of(f"{chapter}.ipynb")
        cells = page.evaluate(CODE)
        assert len(cells) == len(sources)
        shown = next(i for i, code in enumerate(sources) if "explore(" in code)
        for index in cells[:shown + 1]:
            run(page, index)
        figure = page.locator(".jp-OutputArea .oco-explorer").first
        figure.wait_for()
        explorer = get(figure.get_attribute("data-explorer"))

        first = frame(page, explorer.name)
        # In round 1 some curves have no point yet.
        page.wait_for_function("""() => [...document.querySelectorAll('.jp-OutputArea [data-series] path')]
          .some((path) => path.getAttribute('d').startsWith('M'))""")

        # The reader's slider moves it.
        control = next(c for c in explorer.controls if c.baked and c.kind == "slider")
        values = control.values_for(first["params"]["stream"])
        end = "Home" if first["params"][control.name] != values[0] else "End"
        figure.locator(f'[name="{control.name}"]').focus()
        page.keyboard.press(end)
        wanted = values[0 if end == "Home" else -1]
        frame(page, explorer.name, f"f.params.{control.name} === {wanted}")

        # Python moves it: a trait of a widget of its own.
        middle = values[len(values) // 2]
        run_code(page, f"w = __import__('oco_live').explore({explorer.name!r})\nw")
        run_code(page, f"w.{control.name} = {middle}")
        frame(page, explorer.name, f"f.params.{control.name} === {middle}")

        # Matplotlib is there for a cell that draws, another package is refused in one sentence, and a plot is shown.
        drawn = run_code(page, "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()")
        assert any("image/png" in output.get("data", {}) for output in drawn)
        refused = page.evaluate(RUN, page.evaluate(INSERT, "%pip install requests"))
        assert "install no packages" in refused[-1]["evalue"]
        assert notes.foreign == [] and notes.failed == [] and notes.errors == []

        # Who has run a notebook can run it again without a network.
        server.offline = True
        page.goto("about:blank")
        page.goto(f"{server.url}lite/notebooks/index.html?path={chapter}.ipynb")
        page.wait_for_function(CONNECTED)
        for index in page.evaluate(CODE)[:shown + 1]:
            run(page, index)
        frame(page, explorer.name)


def test_nothing_is_said_that_a_notebook_beside_the_book_cannot_have_and_links_lead_to_the_page(browser):
    """No time and no trust; and from the notebook to the place in the chapter."""
    with serve(BOOK, prefix="/book/") as server, new_page(browser, thrifty=True) as (page, notes):
        open_notebook(page, server, "chapters/strong_convexity.ipynb")
        link = page.locator(
            '.jp-RenderedMarkdown a[href*="#"]:not(.jp-InternalAnchorLink)', has_text=re.compile(r"^(?!¶)")).first
        link.wait_for()
        with page.expect_popup() as opened:
            link.click()
        opened.value.wait_for_load_state()
        place = re.fullmatch(rf"{re.escape(server.url)}(chapters/\w+\.html)#(.+)", opened.value.url)
        assert place and f'id="{place[2]}"' in (BOOK / place[1]).read_text(encoding="utf-8"), opened.value.url
        page.wait_for_function(CONNECTED)  # the last thing that is said above a notebook
        assert not re.search(r"Not Trusted|Last Checkpoint|years ago", page.locator("body").inner_text())
        page.goto(f"{server.url}lite/tree/index.html")
        page.locator(".jp-DirListing-item", has_text="index.ipynb").wait_for()
        assert not re.search(r"years ago|Last Modified", page.locator("body").inner_text())
        assert notes.errors == []


def test_an_edited_copy_does_not_hide_a_new_edition(browser):
    """Said, and opened beside the copy, once the book's notebook is another; nothing is said while it is the same."""
    path = "chapters/strong_convexity.ipynb"
    with serve(BOOK) as server, new_page(browser, thrifty=True) as (page, notes):
        open_notebook(page, server, path)
        page.evaluate("jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource('mine')")
        page.evaluate("jupyterapp.shell.currentWidget.context.save()")
        page.wait_for_function(SAVED)

        asked = []
        page.on(
            "requestfinished",
            lambda request: asked.append(request.url) if f"/lite/files/{path}" in request.url else None)
        open_notebook(page, server, path)
        assert page.evaluate(FIRST) == "mine"
        page.wait_for_function("window.ocoEdition === 'the same'")
        assert asked and not page.locator(".oco-edition").count()

        new = json.loads((LITE / "files" / path).read_text(encoding="utf-8"))
        new["cells"][0]["source"] = ["# A new edition"]
        new["metadata"]["oco"]["edition"] = "fedcba987654"
        page.context.route(f"**/lite/files/{path}*", lambda route: route.fulfill(json=new))
        open_notebook(page, server, path)
        assert page.evaluate(FIRST) == "mine"
        bar = page.locator(".oco-edition")
        bar.wait_for()
        assert "changed" in bar.inner_text()
        with page.expect_popup() as opened:
            bar.get_by_role("button", name="Open the new edition beside it").click()
        beside = opened.value
        beside.wait_for_function(OPENED)
        assert beside.evaluate(FIRST) == "# A new edition"
        assert beside.evaluate("jupyterapp.shell.currentWidget.context.path") == path.replace(
            ".ipynb", "-fedcba987654.ipynb")
        beside.wait_for_function("window.ocoEdition === 'the same'")
        # The new one can be edited in its turn, and is opened as it was left.
        beside.evaluate("jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource('mine, too')")
        beside.evaluate("jupyterapp.shell.currentWidget.context.save()")
        beside.wait_for_function(SAVED)
        beside.close()

        open_notebook(page, server, path)
        assert page.evaluate(FIRST) == "mine"
        with page.expect_popup() as opened:
            page.locator(".oco-edition").get_by_role("button", name="Open the new edition beside it").click()
        opened.value.wait_for_function(OPENED)
        assert opened.value.evaluate(FIRST) == "mine, too"
        page.locator(".oco-edition").get_by_role("button", name="Not now").click()
        assert not page.locator(".oco-edition").count()
