"""The chapters as live notebooks beside the book: JupyterLite in Chromium, what it is made of, and the buttons that lead to it."""

import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.browser import BLOCKED, new_page, serve
from support.driving import BOOK, Driver

from oco_live.explorer import NAMES, get
from oco_live.hosts import browser as runtime
from oco_live.hosts import lite

ROOT = Path(__file__).resolve().parents[2]
LITE = BOOK / lite.FOLDER
NOTEBOOKS = sorted(path.relative_to(ROOT).as_posix() for path in [ROOT / "index.ipynb", *(ROOT / "chapters").glob("*.ipynb")])
BUILT_IN = {"itertools", "math", "sys", "time"}  # of Pyodide's modules without a file, those that cells import
SLOW = 120_000  # ms: the kernel on a busy machine
ELSEWHERE = re.compile(r"colab|mybinder|/edit/|github\.com", re.I)


def code_of(notebook):
    cells = json.loads((ROOT / notebook).read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


# ---------------------------------------------------------------- the files

@pytest.fixture(scope="module")
def packs():
    """name of a package in the lock file -> (its entry, names of the files in its archive)."""
    lock = json.loads((LITE / "pyodide-lock.json").read_text(encoding="utf-8"))
    found = {}
    for name, entry in lock["packages"].items():
        path = (BOOK / "_oco" / runtime.RUNTIME / entry["file_name"]).resolve()
        assert path.is_relative_to(BOOK) and hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"], name
        with zipfile.ZipFile(path) as archive:
            found[name] = entry, set(archive.namelist())
    return found


def modules(names):
    """Dotted names of the modules among the paths in an archive."""
    found = set()
    for name in names:
        stem, _, kind = name.rpartition(".")
        if kind in ("py", "pyc", "so"):
            found.add(re.sub(r"\.cpython-.*|/__init__$", "", stem).replace("/", "."))
    return found


def test_every_import_of_every_cell_is_there(packs):
    with zipfile.ZipFile(BOOK / "_oco" / runtime.RUNTIME / "python_stdlib.zip") as archive:
        there = modules(archive.namelist())
    at_once = there.union(BUILT_IN, *(modules(names) for name, (_, names) in packs.items() if name != "matplotlib"))
    later = modules(packs["matplotlib"][1])
    # Matplotlib comes with the cell that imports it, by the names in its entry.
    assert {name.partition(".")[0] for name in later} >= set(packs["matplotlib"][0]["imports"]) >= {"matplotlib"}
    for notebook in NOTEBOOKS:
        for code in code_of(notebook):
            for node in ast.walk(ast.parse(re.sub(r"^(\s*)[%!].*$", r"\1pass", code, flags=re.M))):
                names = ([alias.name for alias in node.names] if isinstance(node, ast.Import) else
                         [node.module] if isinstance(node, ast.ImportFrom) else [])
                for name in names:
                    assert name in at_once or name in later and name.split(".")[0] in packs["matplotlib"][0]["imports"], (
                        f"{notebook} imports {name}, which the live notebook does not have")


def test_explorers_need_not_wait_for_matplotlib(packs):
    stills = {name for name in packs["oco-notebook"][1] if name.endswith(".svg")}
    assert stills == {f"oco_live/figures/still/{name}.{panel.name}.svg" for name in NAMES for panel in get(name).panels}


def test_nothing_is_shipped_twice(packs):
    twice = {}
    for path in sorted(BOOK.rglob("*")):
        # A notebook lies where it is downloaded from and where JupyterLite looks for it.
        if path.is_file() and path.stat().st_size > 10_000 and path.suffix != ".ipynb":
            twice.setdefault(hashlib.sha256(path.read_bytes()).hexdigest(), []).append(path.relative_to(BOOK).as_posix())
    assert not [names for names in twice.values() if len({name.startswith("lite/") for name in names}) == 2]
    assert len(list(BOOK.rglob("pyodide.asm.*"))) == 2 and not list(LITE.rglob("*.wasm")) and not list(LITE.rglob("*.map"))
    with zipfile.ZipFile(BOOK / "_oco" / runtime.RUNTIME / "python_stdlib.zip") as archive:
        library = set(archive.namelist())
    archives = {name: names for name, (entry, names) in packs.items() if "nothing" not in entry["file_name"]} | {"library": library}
    said = [path for names in archives.values() for path in names if ".dist-info/" not in path]
    assert len(said) == len(set(said)), {path for path in said if said.count(path) > 1}


def test_licences_lie_beside_what_is_shipped():
    there = {path.parent.name for path in (LITE / "licenses").rglob("*") if path.is_file()} | {
        path.parent.parent.name for path in (LITE / "licenses").rglob("*") if path.is_file()}
    wheels = {file.name.split("-")[0] for file in lite.KERNEL + lite.MATPLOTLIB}
    # sqlite3 is CPython's own; the library is in the public domain.
    assert wheels - {"sqlite3"} | set(lite.INSTALLED) | {"jupyterlite-core", "jupyterlite-pyodide-kernel"} <= there
    assert json.loads((LITE / "build" / "third-party-licenses.json").read_text(encoding="utf-8"))["packages"]


def test_notebooks_are_those_of_the_book():
    """In their plain edition, which tests/test_plain_edition.py reads."""
    listed = {entry["path"] for place in ("", "chapters/")
              for entry in json.loads((LITE / "api" / "contents" / place / "all.json").read_text())["content"]}
    assert listed == {*NOTEBOOKS, "chapters"}


# ---------------------------------------------------------------- the buttons

def buttons(page):
    """Address -> tag of the links above a page's text."""
    header = page.read_text(encoding="utf-8").partition('class="article-header-buttons"')[2].partition("</article>")[0].partition("<article")[0]
    return {href: tag for tag, href in re.findall(r'(<a [^>]*?href="([^"]+)"[^>]*>)', header)}


def test_each_notebook_has_its_buttons_and_no_other_page():
    for page in [BOOK / "index.html", *sorted((BOOK / "chapters").glob("*.html"))]:
        name = page.relative_to(BOOK).with_suffix(".ipynb").as_posix()
        up = "" if page.parent == BOOK else "../"
        found = buttons(page)
        run, download = f"{up}lite/notebooks/index.html?path={name}", f"{up}_sources/{name}"
        assert (run in found) == (download in found) == (name in NOTEBOOKS), page
        if name in NOTEBOOKS:
            assert "title=" in found[run] and " download" in found[download] and (BOOK / "_sources" / name).is_file()
        assert not [href for href in found if ELSEWHERE.search(href)], "no button may lead to a service before there is an address"


def test_an_address_of_the_repository_brings_the_other_buttons(tmp_path):
    config = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert config.count('  url: ""') == 1
    (tmp_path / "_config.yml").write_text(config.replace('  url: ""', "  url: https://github.com/someone/book"), encoding="utf-8")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: index\n")
    (tmp_path / "_ext").symlink_to(ROOT / "_ext")
    shutil.copy(ROOT / "references.bib", tmp_path)
    (tmp_path / "index.ipynb").write_text(json.dumps({
        "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# A page"}], "nbformat": 4, "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}}))
    done = subprocess.run([sys.executable, ROOT / "tools" / "build.py", "--source", tmp_path, "--output", tmp_path],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    html = tmp_path / "_build" / "html"
    found = buttons(html / "index.html")
    assert "lite/notebooks/index.html?path=index.ipynb" in found
    for start in ("https://mybinder.org/v2/gh/someone/book/", "https://colab.research.google.com/github/someone/book/blob/",
                  "https://github.com/someone/book/edit/main/index.ipynb"):
        assert [href for href in found if href.startswith(start)], start
    for picture in re.findall(r'<img [^>]*src="([^"]+)"', (html / "index.html").read_text(encoding="utf-8")):
        assert (html / picture).is_file(), picture


# ---------------------------------------------------------------- in a browser

RUN = """async (index) => {
  const { content } = jupyterapp.shell.currentWidget;
  content.activeCellIndex = index;
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("the cell did not end; has the kernel started?")), 120_000));
  await Promise.race([jupyterapp.commands.execute("notebook:run-cell"), late]);
  return content.widgets[index].model.outputs.toJSON();
}"""
CODE = "jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) => cell.model.type === 'code' ? [i] : [])"
INSERT = """(source) => {
  const { model } = jupyterapp.shell.currentWidget.content;
  model.sharedModel.addCell({ cell_type: "code", source });
  return model.cells.length - 1;
}"""


KEPT = """navigator.serviceWorker.register('../sw.js').then(() => navigator.serviceWorker.ready).then(async ({ active }) => {
  active.postMessage({});
  while (!await caches.match(new URL("../_oco/offline.json", location))) await new Promise((done) => setTimeout(done, 200));
})"""
FONTS = "Matplotlib is building the font cache; this may take a moment.\n"  # the one thing that may be said on stderr
CONNECTED = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.connectionStatus === 'connected'"


def run(page, index):
    """The outputs of the cell at this place, which must be neither errors nor warnings."""
    outputs = page.evaluate(RUN, index)
    assert not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr" and output["text"] != FONTS], outputs
    return outputs


def run_code(page, source):
    return run(page, page.evaluate(INSERT, source))


def frame(page, name, condition="true"):
    page.wait_for_function(f"name => {{ const f = window.ocoExplorers?.[name]?.frame(); return f && ({condition}); }}", arg=name)
    found = page.evaluate("name => ocoExplorers[name].frame()", name)
    assert found["source"] == "kernel"
    Driver(page, name).assert_equals_cpython(found)
    return found


def test_a_chapter_runs_as_a_notebook(browser):
    """From the button on the page to an explorer that moves, below a path, with all other hosts blocked; then offline."""
    chapter = "chapters/sequential_protocol"
    with serve(BOOK, prefix="/book/") as server, new_page(browser, thrifty=True, service_workers="allow",
                                                          viewport={"width": 1280, "height": 900}) as (page, notes):
        page.set_default_timeout(SLOW)
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
        assert figure.locator("svg [data-series] path").first.get_attribute("d").startswith("M")

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


SAVED = "!jupyterapp.shell.currentWidget.context.model.dirty"
OPENED = "window.jupyterapp?.shell.currentWidget?.context?.isReady && jupyterapp.shell.currentWidget.content.widgets.length > 1"
FIRST = "jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.getSource()"


def open_notebook(page, server, path):
    page.goto(f"{server.url}lite/notebooks/index.html?path={path}")
    page.wait_for_function(OPENED)


def test_no_time_or_trust_is_said_that_a_notebook_beside_the_book_cannot_have(browser):
    with serve(BOOK) as server, new_page(browser, thrifty=True) as (page, notes):
        page.set_default_timeout(SLOW)
        open_notebook(page, server, "index.ipynb")
        page.wait_for_function(CONNECTED)  # the last thing that is said above a notebook
        assert not re.search(r"Not Trusted|Last Checkpoint|years ago", page.locator("body").inner_text())
        page.goto(f"{server.url}lite/tree/index.html")
        page.locator(".jp-DirListing-item", has_text="index.ipynb").wait_for()
        assert not re.search(r"years ago|Last Modified", page.locator("body").inner_text())


def test_links_lead_from_the_live_notebook_to_the_page(browser):
    with serve(BOOK, prefix="/book/") as server, new_page(browser, thrifty=True) as (page, notes):
        page.set_default_timeout(SLOW)
        open_notebook(page, server, "chapters/strong_convexity.ipynb")
        link = page.locator('.jp-RenderedMarkdown a[href*="#"]:not(.jp-InternalAnchorLink)', has_text=re.compile(r"^(?!¶)")).first
        link.wait_for()
        with page.expect_popup() as opened:
            link.click()
        opened.value.wait_for_load_state()
        place = re.fullmatch(rf"{re.escape(server.url)}(chapters/\w+\.html)#(.+)", opened.value.url)
        assert place and f'id="{place[2]}"' in (BOOK / place[1]).read_text(encoding="utf-8"), opened.value.url
        assert notes.errors == []


def test_an_edited_copy_does_not_hide_a_new_edition(browser):
    """Said, and opened beside the copy, once the book's notebook is another; nothing is said while it is the same."""
    path = "chapters/strong_convexity.ipynb"
    with serve(BOOK) as server, new_page(browser, thrifty=True) as (page, notes):
        page.set_default_timeout(SLOW)
        open_notebook(page, server, path)
        page.evaluate("jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource('mine')")
        page.evaluate("jupyterapp.shell.currentWidget.context.save()")
        page.wait_for_function(SAVED)

        asked = []
        page.on("requestfinished", lambda request: asked.append(request.url) if f"/lite/files/{path}" in request.url else None)
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
        beside.wait_for_function(OPENED, timeout=SLOW)
        assert beside.evaluate(FIRST) == "# A new edition"
        assert beside.evaluate("jupyterapp.shell.currentWidget.context.path") == path.replace(".ipynb", "-fedcba987654.ipynb")
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
        opened.value.wait_for_function(OPENED, timeout=SLOW)
        assert opened.value.evaluate(FIRST) == "mine, too"
        page.locator(".oco-edition").get_by_role("button", name="Not now").click()
        assert not page.locator(".oco-edition").count()


#: Their cells run in every run of the tests; those of the others, two minutes more, with --every-cell.
ALWAYS = {"index", "errata", "gradient_descent", "regularisation", "sequential_protocol", "strong_convexity"}


def test_every_explorer_and_the_chapters_cells_run_there(browser, pytestconfig):
    """On the Python, NumPy and Matplotlib of the live notebooks: one page, one kernel, in a browser that keeps nothing."""
    notebooks = [name for name in NOTEBOOKS if Path(name).stem in ALWAYS or pytestconfig.getoption("every_cell")]
    assert {Path(name).stem for name in notebooks} >= ALWAYS
    with serve(BOOK) as server, new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, notes):
        page.set_default_timeout(SLOW)
        page.add_init_script(BLOCKED)
        page.goto(f"{server.url}lite/notebooks/index.html?path=index.ipynb")
        page.wait_for_function(CONNECTED)
        assert "is lost when the page closes" in page.locator(".oco-forgets").inner_text()
        page.evaluate("jupyterapp.shell.currentWidget.context.save()")
        for name in NAMES:
            run_code(page, f"__import__('oco_live').explore({name!r})")
            frame(page, name)
        for notebook in notebooks:
            run_code(page, "%reset -f")
            for code in code_of(notebook):
                run_code(page, code)
        assert notes.errors == [] and notes.foreign == []
