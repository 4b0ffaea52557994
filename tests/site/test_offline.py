"""The book with the network gone: what the service worker keeps."""

import hashlib
import json
import re
import zlib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error
from support.browser import rested
from support.cells import Cell, page_of
from support.driving import BOOK, Driver, pages_with
from support.keeping import KEPT, PAGE, comes_true, offline, reader, text_of, visit
from support.server import serve

from oco_live.exercises.exercise import get_exercise
from oco_live.explorer import NAMES

PREFIX = "/some/book/"


def test_the_list_names_every_file_of_the_book_with_its_hash():
    kept = json.loads((BOOK / offline.LIST).read_text("utf8"))
    both = kept["book"] | kept["python"]
    files = {path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*") if path.is_file()}
    assert {name for name in files - set(both) if not name.startswith(("lite/", "embed/"))} == {
        "sw.js", "_oco/offline.json", ".buildinfo", "objects.inv", "online-convex-optimization.zip"}
    assert set(both) <= files
    for name in ("index.html", "searchindex.js", PAGE):
        assert hashlib.sha256((BOOK / name).read_bytes()).hexdigest().startswith(kept["book"][name])
    assert {Path(name).parts[1].partition("-")[0] for name in kept["python"]} == {
        "pyodide", "oco", "exercise"}
    assert len((BOOK / offline.LIST).read_bytes()) < 18_000


def test_after_one_visit_everything_opens_without_a_network(browser):
    with serve(BOOK, prefix=PREFIX) as server, reader(browser) as (page, notes):
        visit(page, server, wanted="python", at_once=False)
        assert notes.all() == []
        server.offline = True
        server.requests.clear()
        shown = {path for name in NAMES for path in pages_with(name)}
        every = sorted(path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*.html")
                       if not {"lite", "embed"} & set(path.relative_to(BOOK).parts))
        for path in sorted(shown & {*every} | {*every[::4]}):  # all are listed: the test above
            page.goto(server.url + path)
            assert page.title()
            for figure in page.locator(".oco-explorer").all():  # its sweep is asked for when it comes near
                figure.scroll_into_view_if_needed()
                page.wait_for_function(
                    "name => { const e = ocoExplorers[name]; return e.sweeps[e.view.current.params.stream]?.axes; }",
                    arg=figure.get_attribute("data-explorer"))
        page.goto(server.url)
        ogd = Driver(page, "ogd").open(server.url + "index.html")
        page.reload()
        ogd.figure.scroll_into_view_if_needed()
        assert ogd.painted(lambda: ogd.press("eta", "ArrowRight"))["source"] == "baked"
        frame = ogd.painted(lambda: ogd.press("seed", "ArrowRight"), "python")
        ogd.assert_equals_cpython(frame)
        page.goto(server.url + page_of("online_gradient_descent"))
        cell = Cell(page, "ogd-step").ready()
        assert cell.run(get_exercise("ogd-step").solution) == "passed"
        # Nothing but the question for a newer version went to the host, and that is no error for the reader.
        assert {path.removeprefix(PREFIX) for path in server.requests} <= {"_oco/offline.json", "sw.js"}
        assert not notes.errors and not notes.foreign


def test_where_addresses_have_no_html_they_open_without_a_network_too(browser, edition):
    """The book's links lead to notation.html, the host leads on to notation: that is what stands in the address bar
    then."""
    folder, _ = edition
    with serve(folder, prefix=PREFIX, clean=True) as server, reader(browser) as (page, notes):
        visit(page, server)
        assert urlsplit(page.url).path == f"{PREFIX}chapters/notation"
        server.offline = True
        page.reload()
        assert "Notation" in text_of(page) and urlsplit(page.url).path == f"{PREFIX}chapters/notation"
        for address, wanted in (
            ("chapters/glossary?from=elsewhere", "Glossary"), ("chapters/glossary/", "Glossary"), ("index", "Online"),
            ("", "Online"), ("search?q=T13", "Search"), ("chapters/notation.html", "Notation")):
            page.goto(server.url + address)
            assert page.locator("h1").first.inner_text().startswith(wanted), address
            assert (
                page.evaluate("getComputedStyle(document.querySelector('.bd-sidebar-primary')).display") != "inline"
            ), "no style"
        for address in ("chapters/nothing", "constructor", "chapters/", "chapters/__proto__"):
            with pytest.raises(Error, match="ERR_"):
                page.goto(server.url + address)
        assert not notes.errors


#: What a page puts off until it has settled it does at once.
AT_ONCE = """const timer = setTimeout;
window.setTimeout = (act, ms, ...more) => timer(act, 0, ...more);
window.requestIdleCallback = (act) => timer(act, 0);"""


@pytest.mark.parametrize("costs", [False, True])
def test_nothing_is_fetched_unasked_on_a_connection_that_costs(browser, costs):
    with serve(BOOK) as server, reader(browser, thrifty=costs) as (page, _):
        page.add_init_script(AT_ONCE)
        page.goto(server.url + PAGE)
        if not costs:
            comes_true(page, "() => navigator.serviceWorker.getRegistration().then(Boolean)")
        rested(page)
        assert (page.evaluate("navigator.serviceWorker.getRegistration()") is not None) != costs
        assert ("/sw.js" in server.requests) != costs


def test_on_such_a_connection_the_reader_may_ask_for_it(browser):
    kept = json.loads((BOOK / offline.LIST).read_text("utf8"))
    size = sum(len(zlib.compress((BOOK / name).read_bytes())) for name in kept["book"] | kept["python"]) / 1e6
    with serve(BOOK) as server, reader(browser, thrifty=True) as (page, notes):
        page.add_init_script(
            "StorageManager.prototype.persist = async () => (window.asked = (window.asked ?? 0) + 1) > 0;")
        page.goto(server.url + PAGE)
        page.get_by_role("link", name="Keep this book for reading without a network").click()
        page.wait_for_url("**/index.html#oco-keep")
        button, status = page.locator(".oco-offline button"), page.locator(".oco-offline [role=status]")
        said = re.fullmatch(r"Keep this book in this browser \((\d+) MB\)", button.inner_text())
        assert int(said[1]) == pytest.approx(size, abs=1)
        server.cut.add("notation.html")
        button.click()
        status.get_by_text("broke off").wait_for()
        server.cut.clear()
        button.click()
        status.get_by_text("is kept").wait_for()
        assert button.is_hidden() and page.evaluate("asked") == 2
        server.offline = True
        page.goto(server.url + PAGE)
        assert "Notation" in text_of(page) and page.locator(".oco-offline").count() == 0
        assert all(page.evaluate(KEPT, wanted) for wanted in ("book", "python"))
        page.goto(server.url)
        page.get_by_role("button", name="Bring the copy in this browser up to date").wait_for()
        assert not notes.errors


def test_every_explorer_is_on_a_page_that_was_opened():
    text = "".join(
        path.read_text("utf8") for path in BOOK.rglob("*.html")
        if not {"lite", "embed"} & set(path.relative_to(BOOK).parts))
    assert all(f'data-explorer="{name}"' in text for name in NAMES)
