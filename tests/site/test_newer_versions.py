"""How one version of the book follows another in a browser that keeps it: as a whole, or not at all."""

import os
import shutil

from support.keeping import PAGE, comes_true, reader, text_of, visit, worker
from support.server import serve


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
            assert "/_oco/offline.json" in server.requests and (
                "/chapters/glossary.html" in server.requests or server.offline)

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
        comes_true(page, f"() => {both}.then((n) => n === 2)")  # both versions stay
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
    worker(
        monkeypatch, tmp_path / "costly",
        "Object.defineProperty(self.navigator, 'connection', { value: { saveData: true } });\n")
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
