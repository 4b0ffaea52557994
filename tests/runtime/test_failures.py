"""Hosts, networks and browsers that cannot give a page its Python: each is named, and nothing hangs."""

import shutil

import pytest
from support.browser import new_page
from support.stub import opened, request, settled

from oco_live.hosts import browser as runtime

WHEEL = runtime.NUMPY


@pytest.mark.parametrize("file, options, reason", [
    ("wasm", {"status": {".wasm": 404}}, "Python could not be fetched: pyodide.asm.wasm answered 404."),
    ("numpy", {"status": {".whl": 404}}, f"Python could not be fetched: {WHEEL} answered 404."),
    ("stdlib", {"status": {"python_stdlib.zip": 403}}, "Python could not be fetched: python_stdlib.zip answered 403."),
    ("module", {"status": {"pyodide.module.js": 404}}, "Python could not be fetched: pyodide.module.js answered 404."),
    ("module type", {"mime": {"pyodide.module.js": "text/plain"}},
     "Python could not start: this host serves pyodide.module.js as text/plain, which browsers do not run."),
    ("asm type", {"mime": {"pyodide.asm.js": "application/octet-stream"}},
     "Python could not start: this host serves pyodide.asm.js as application/octet-stream, which browsers do not run."),
])
def test_a_host_that_cannot_serve_python_is_named(browser, site, file, options, reason):
    with opened(browser, site, **options) as (page, notes, server):
        assert settled(page) == "failed"
        assert page.evaluate("python.reason") == reason
        assert request(page, {"eta": 1}) == {"error": reason}
        assert notes.foreign == []


def test_a_missing_or_mistyped_worker_is_named(browser, site):
    worker = site.manifest["worker"]
    with opened(browser, site, status={worker: 404}) as (page, notes, server):
        assert settled(page) == "failed"
        assert page.evaluate("python.reason") == f"Python could not be fetched: {worker} answered 404."
    with opened(browser, site, mime={worker: "text/plain"}) as (page, notes, server):
        assert settled(page) == "failed"
        assert f"serves {worker} as text/plain" in page.evaluate("python.reason")


def test_an_html_page_in_place_of_the_wasm_fails(browser, site, tmp_path):
    """Hosts of single-page sites answer every unknown address with their front page and status 200."""
    shutil.copytree(site.folder, tmp_path / "site")
    (tmp_path / "site/live" / runtime.RUNTIME / "pyodide.asm.wasm").write_text("<!doctype html>")
    other = type("Site", (), {"folder": tmp_path / "site"})
    for mime in ({}, {".wasm": "text/html"}):
        with opened(browser, other, mime=mime) as (page, notes, server):
            assert settled(page) == "failed"
            assert "WebAssembly" in page.evaluate("python.reason")


def test_offline_fails_and_a_second_start_succeeds(browser, site):
    with opened(browser, site, start=False) as (page, notes, server):
        server.offline = True
        waiting = page.evaluate("python.request('stub', {eta: 1}).catch((error) => error.message)")
        assert settled(page) == "failed"
        reason = page.evaluate("python.reason")
        assert reason.startswith("Python could not be fetched (offline?)") and waiting == reason
        server.offline = False
        page.evaluate("python.start()")
        assert settled(page) == "ready"
        assert page.evaluate("python.reason") == ""
        assert request(page, {"eta": 1})["frame"]["params"] == {"eta": 1}


def test_a_download_that_stops_halfway_times_out(browser, site):
    with opened(browser, site, start=False) as (page, notes, server):
        server.hang = {"pyodide.asm.wasm"}
        page.evaluate("python.patience = 3000; python.start()")
        assert settled(page) == "failed"
        assert page.evaluate("python.reason") == "Python gave no sign of life for 3 seconds and was stopped."


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "python_stdlib.zip", WHEEL])
def test_a_download_that_breaks_off_is_named(browser, site, name):
    with opened(browser, site, start=False) as (page, notes, server):
        server.cut = {name}
        page.evaluate("python.start()")
        assert settled(page) == "failed"
        assert page.evaluate("python.reason") == f"Python could not start: the download of {name} broke off."


@pytest.mark.parametrize("lacking, reason", [
    ("delete window.WebAssembly", "This browser has no WebAssembly, so Python cannot run in it."),
    ("delete window.Worker", "This browser has no web workers, so Python cannot run in it."),
    ("window.Worker = class { terminate() {} }", "This browser has no module workers, so Python cannot run in it."),
])
def test_an_old_browser_is_told_so(browser, site, lacking, reason):
    with opened(browser, site, start=False) as (page, notes, server):
        page.evaluate(f"() => {{ {lacking} }}")
        page.evaluate("python.start()")
        assert page.evaluate("[python.state, python.reason]") == ["failed", reason]


def test_a_page_opened_from_a_file_is_told_so(browser, site, tmp_path):
    """Modules do not load from file://, so the class goes in as a classic script, as the bundle does."""
    script = (runtime.VIEW / "python.js").read_text().replace("export class", "class")
    page_file = tmp_path / "page.html"
    page_file.write_text(f"<!doctype html><script>{script}\nvar python = new Python('live', {{}});</script>")
    with new_page(browser) as (page, notes):
        page.goto(page_file.as_uri())
        page.evaluate("python.start()")
        assert page.evaluate("python.state") == "failed"
        assert "opened from a file" in page.evaluate("python.reason")
        assert notes.all() == []
