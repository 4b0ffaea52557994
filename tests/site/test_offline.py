"""The book with the network gone: what the service worker keeps, how one version follows another."""

import hashlib
import json
import os
import re
import shutil
import sys
import time
import zlib
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error
from support.browser import new_page, serve
from support.driving import BOOK, PYTHON_STARTS, Driver
from support.keeping import KEPT, PAGE, visit

from oco_live.explorer import NAMES

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import offline  # noqa: E402

PREFIX = "/some/book/"


@contextmanager
def reader(browser, **options):
    with new_page(browser, **{"service_workers": "allow"} | options) as (page, notes):
        yield page, notes


def text_of(page):
    return page.locator("article").inner_text()


def worker(monkeypatch, folder, before="", patience=10_000):
    """From now on a service worker is published that begins with the lines `before` and waits so many ms for a newer
    version: longer than ours, which a slow machine may keep waiting in vain."""
    text = (ROOT / "_ext" / "oco_book" / "assets" / offline.WORKER).read_text("utf8")
    assert "const SOON = 2000;" in text
    folder.mkdir()
    (folder / offline.WORKER).write_text(before + text.replace("const SOON = 2000;", f"const SOON = {patience};"), "utf8")
    monkeypatch.setattr(offline, "FILES", folder)


@pytest.fixture
def edition(tmp_path, monkeypatch):
    """A copy of the book without Python, and a way to publish another version of it under the same address."""
    worker(monkeypatch, tmp_path / "patient")
    folder = tmp_path / "html"
    shutil.copytree(BOOK, folder, ignore=shutil.ignore_patterns("pyodide-*", "lite", "*.zip"))

    def publish(**changes):
        for name, (old, new) in changes.items():
            path = next(folder.rglob(f"{name}.html"))
            text = path.read_text("utf8")
            assert old in text
            path.write_text(text.replace(old, new), "utf8")
        offline.write(folder)

    publish()
    return folder, publish


def test_the_list_names_every_file_of_the_book_with_its_hash():
    kept = json.loads((BOOK / offline.LIST).read_text("utf8"))
    both = kept["book"] | kept["python"]
    files = {path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*") if path.is_file()}
    assert {name for name in files - set(both) if not name.startswith("lite/")} == {
        "sw.js", "_oco/offline.json", ".buildinfo", "objects.inv", "online-convex-optimization.zip"}
    assert set(both) <= files
    for name in ("index.html", "searchindex.js", PAGE):
        assert hashlib.sha256((BOOK / name).read_bytes()).hexdigest().startswith(kept["book"][name])
    assert {Path(name).parts[1].partition("-")[0] for name in kept["python"]} == {"pyodide", "oco"}
    assert len((BOOK / offline.LIST).read_bytes()) < 15_000


def test_after_one_visit_everything_opens_without_a_network(browser):
    with serve(BOOK, prefix=PREFIX) as server, reader(browser) as (page, notes):
        visit(page, server, wanted="python", at_once=False)
        assert notes.all() == []
        server.offline = True
        server.requests.clear()
        for path in sorted(BOOK.rglob("*.html")):
            if "lite" in path.relative_to(BOOK).parts:
                continue
            page.goto(server.url + path.relative_to(BOOK).as_posix())
            assert page.title()
            for figure in page.locator(".oco-explorer").all():  # its sweep is asked for when it comes near
                figure.scroll_into_view_if_needed()
                page.wait_for_function("name => { const e = ocoExplorers[name]; return e.sweeps[e.view.current.params.stream]?.axes; }",
                                       arg=figure.get_attribute("data-explorer"))
        page.goto(server.url)
        ogd = Driver(page, "ogd").open(server.url + "index.html")
        page.reload()
        ogd.figure.scroll_into_view_if_needed()
        assert ogd.painted(lambda: ogd.press("eta", "ArrowRight"))["source"] == "baked"
        frame = ogd.painted(lambda: ogd.press("seed", "ArrowRight"), "python", PYTHON_STARTS)
        ogd.assert_equals_cpython(frame)
        # Nothing but the question for a newer version went to the host, and that is no error for the reader.
        assert {path.removeprefix(PREFIX) for path in server.requests} <= {"_oco/offline.json", "sw.js"}
        assert not notes.errors and not notes.foreign


def test_where_addresses_have_no_html_they_open_without_a_network_too(browser, edition):
    """The book's links lead to notation.html, the host leads on to notation: that is what stands in the address bar then."""
    folder, _ = edition
    with serve(folder, prefix=PREFIX, clean=True) as server, reader(browser) as (page, notes):
        visit(page, server)
        assert urlsplit(page.url).path == f"{PREFIX}chapters/notation"
        server.offline = True
        page.reload()
        assert "Notation" in text_of(page) and urlsplit(page.url).path == f"{PREFIX}chapters/notation"
        for address, wanted in (("chapters/glossary?from=elsewhere", "Glossary"), ("chapters/glossary/", "Glossary"), ("index", "Online"), ("", "Online"),
                                ("search?q=T13", "Search"), ("chapters/notation.html", "Notation")):
            page.goto(server.url + address)
            assert page.locator("h1").first.inner_text().startswith(wanted), address
            assert page.evaluate("getComputedStyle(document.querySelector('.bd-sidebar-primary')).display") != "inline", "no style"
        for address in ("chapters/nothing", "constructor", "chapters/", "chapters/__proto__"):
            with pytest.raises(Error, match="ERR_"):
                page.goto(server.url + address)
        assert not notes.errors


def test_nothing_is_fetched_unasked_on_a_connection_that_costs(browser):
    with serve(BOOK) as server, reader(browser, thrifty=True) as (page, _):
        page.goto(server.url + PAGE)
        page.wait_for_timeout(6000)
        assert page.evaluate("navigator.serviceWorker.getRegistration()") is None
        assert "/sw.js" not in server.requests


def test_on_such_a_connection_the_reader_may_ask_for_it(browser):
    kept = json.loads((BOOK / offline.LIST).read_text("utf8"))
    size = sum(len(zlib.compress((BOOK / name).read_bytes())) for name in kept["book"] | kept["python"]) / 1e6
    with serve(BOOK) as server, reader(browser, thrifty=True) as (page, notes):
        page.add_init_script("StorageManager.prototype.persist = async () => (window.asked = (window.asked ?? 0) + 1) > 0;")
        page.goto(server.url + PAGE)
        page.get_by_role("link", name="Keep this book for reading without a network").click()
        page.wait_for_url("**/index.html#oco-keep")
        button, status = page.locator(".oco-offline button"), page.locator(".oco-offline [role=status]")
        said = re.fullmatch(r"Keep this book in this browser \((\d+) MB\)", button.inner_text())
        assert int(said[1]) == pytest.approx(size, abs=1)
        server.cut.add("notation.html")
        button.click()
        status.get_by_text("broke off").wait_for(timeout=240_000)
        server.cut.clear()
        button.click()
        status.get_by_text("is kept").wait_for(timeout=240_000)
        assert button.is_hidden() and page.evaluate("asked") == 2
        server.offline = True
        page.goto(server.url + PAGE)
        assert "Notation" in text_of(page) and page.locator(".oco-offline").count() == 0
        assert all(page.evaluate(KEPT, wanted) for wanted in ("book", "python"))
        page.goto(server.url)
        page.get_by_role("button", name="Bring the copy in this browser up to date").wait_for()
        assert not notes.errors


def test_a_new_version_replaces_the_old_one_as_a_whole(browser, edition):
    folder, publish = edition
    with serve(folder) as server, reader(browser) as (page, notes):
        visit(page, server)
        server.requests.clear()
        publish(notation=("Notation", "Second version"), glossary=("Glossary", "Second glossary"))
        page.reload()
        assert "Second version" in text_of(page)
        fetched = [path for path in server.requests if path not in ("/sw.js", "/_oco/offline.json")]
        assert sorted(fetched) == ["/chapters/glossary.html", "/chapters/notation.html"]  # only what changed
        server.offline = True
        page.goto(server.url + "chapters/glossary.html")
        assert "Second glossary" in text_of(page)
        assert not notes.errors


def test_a_version_that_does_not_arrive_as_a_whole_is_not_served(browser, edition):
    folder, publish = edition
    glossary = folder / "chapters" / "glossary.html"
    with serve(folder) as server, reader(browser) as (page, notes):
        visit(page, server)
        publish(notation=("Notation", "Second version"), glossary=("Glossary", "Second glossary"))
        second = glossary.read_text("utf8")

        def old_is_served():
            server.requests.clear()
            for path, text in ((PAGE, "Notation"), ("chapters/glossary.html", "Glossary")):
                page.goto(server.url + path)
                assert text in text_of(page) and "Second" not in text_of(page)
            assert "/_oco/offline.json" in server.requests and ("/chapters/glossary.html" in server.requests or server.offline)

        server.cut.add("glossary.html")
        old_is_served()
        server.cut.clear()
        server.status["glossary.html"] = 500
        old_is_served()
        server.status.clear()
        glossary.write_text(second + "<!-- of a third version -->", "utf8")  # a host that is just being filled
        old_is_served()
        server.offline = True
        old_is_served()
        server.offline = False
        glossary.write_text(second, "utf8")
        server.requests.clear()
        page.reload()
        assert "Second glossary" in text_of(page)
        assert "/chapters/notation.html" not in server.requests  # it went on where it had broken off
        publish(notation=("Second version", "Third version"))
        server.hang.add("notation.html")
        page.goto(server.url + PAGE)
        assert "Second version" in text_of(page)
        assert not notes.errors


def test_a_slow_update_is_announced_when_it_has_come(browser, edition, tmp_path, monkeypatch):
    folder, publish = edition
    worker(monkeypatch, tmp_path / "quick", patience=2000)
    publish()
    with serve(folder) as server, reader(browser) as (page, _):
        visit(page, server)
        publish(notation=("Notation", "Second version"))
        server.latency = 3  # the list, then the page: more than opening waits for
        page.reload()
        assert "Second version" not in text_of(page)
        page.locator(".oco-newer button").click()
        page.wait_for_function("document.querySelector('article')?.innerText.includes('Second version')")


def test_a_live_notebook_s_files_are_those_of_the_new_version_whatever_the_browser_s_own_cache_holds(browser, edition):
    folder, publish = edition
    file = folder / "lite" / "x.json"
    file.parent.mkdir()
    file.write_text("first", "utf8")
    os.utime(file, (1e9, 1e9))  # the server compares times by the second
    publish()
    both = ("caches.keys().then(async ([name]) =>"
            " (await (await caches.open(name)).keys()).filter(({ url }) => url.endsWith('x.json')).length)")
    read = "fetch('../lite/x.json').then((answer) => answer.text())"
    with serve(folder, headers={"Cache-Control": "max-age=600"}) as server, reader(browser) as (page, notes):
        visit(page, server)
        page.reload()
        assert page.evaluate(read) == "first"
        file.write_text("second", "utf8")
        publish()
        page.reload()
        assert page.evaluate(read) == "second"
        end = time.monotonic() + 60
        while page.evaluate(both) < 2:  # both versions stay
            assert time.monotonic() < end
            page.wait_for_timeout(100)
        server.offline = True
        assert page.evaluate(read) == "second"
        assert not notes.errors


def test_who_has_python_without_a_network_has_it_with_the_next_version_too(browser, edition):
    folder, publish = edition
    library = folder / "_oco" / "oco-library.zip"
    library.write_text("first", "utf8")
    publish()
    with serve(folder) as server, reader(browser) as (page, notes):
        visit(page, server)
        assert page.evaluate("""navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
            navigator.serviceWorker.addEventListener("message", ({ data }) => done(data), { once: true });
            active.postMessage({ python: true }); }))""") == "kept"
        library.write_text("second", "utf8")
        publish(notation=("Notation", "Second version"))
        page.reload()
        server.offline = True
        assert "Second version" in text_of(page)
        assert page.evaluate("fetch('../_oco/oco-library.zip').then((answer) => answer.text())") == "second"
        assert not notes.errors


def test_where_it_costs_a_page_takes_of_a_newer_version_no_more_than_it_needs(browser, edition, tmp_path, monkeypatch):
    """And what cannot be had of it is shown as it is kept, never half of the one and half of the other."""
    folder, publish = edition
    worker(monkeypatch, tmp_path / "costly", "Object.defineProperty(self.navigator, 'connection', { value: { saveData: true } });\n")
    publish()
    with serve(folder) as server, reader(browser, thrifty=True) as (page, notes):
        visit(page, server)
        publish(notation=("Notation", "Second version"), glossary=("Glossary", "Second glossary"))
        server.requests.clear()
        page.goto(server.url + PAGE)
        assert "Second version" in text_of(page)
        assert {path for path in server.requests if path != "/sw.js"} == {"/_oco/offline.json", f"/{PAGE}"}
        server.cut.add("glossary.html")
        page.goto(server.url + "chapters/glossary.html")
        assert "Glossary" in text_of(page) and "Second" not in text_of(page)
        server.offline = True
        page.goto(server.url + PAGE)
        assert "Notation" in text_of(page) and "Second" not in text_of(page)
        assert not notes.errors


def test_a_page_is_told_of_a_newer_version_though_the_worker_was_stopped_meanwhile(browser, edition):
    folder, publish = edition
    with serve(folder) as server, reader(browser) as (page, _):
        visit(page, server)
        assert page.locator(".oco-newer").count() == 0
        page.reload()
        tools = page.context.new_cdp_session(page)
        tools.send("ServiceWorker.enable")
        tools.send("ServiceWorker.stopAllWorkers")
        publish(notation=("Notation", "Second version"))
        other = page.context.new_page()
        other.goto(server.url + PAGE)
        assert "Second version" in text_of(other)
        page.locator(".oco-newer").wait_for()
        assert other.locator(".oco-newer").count() == 0


def test_another_site_at_the_same_address_is_left_alone(browser, edition, tmp_path):
    folder, _ = edition
    with serve(folder) as server, reader(browser) as (page, _):
        visit(page, server)
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        (folder / "index.html").write_text("<title>something else</title>", "utf8")
        page.goto(server.url)
        assert page.title() == "something else"
        assert page.evaluate("caches.keys()") == []


def test_every_explorer_is_on_a_page_that_was_opened():
    text = "".join(path.read_text("utf8") for path in BOOK.rglob("*.html") if "lite" not in path.relative_to(BOOK).parts)
    assert all(f'data-explorer="{name}"' in text for name in NAMES)
