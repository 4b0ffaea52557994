"""The worker that runs Python, in a real browser: what it answers, in which order, and that every float survives."""

import json

import numpy as np
import pytest
from support.browser import new_page
from support.server import serve
from support.stub import opened, request, settled

from oco_live.hosts import browser as runtime


def test_manifest_names_every_file_and_its_size(site):
    folder = site.folder / "live"
    there = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    assert there == site.manifest["files"]
    assert {site.manifest["worker"], site.manifest["packages"]} <= set(there)
    assert not [name for name in there if name.endswith(".mjs")]
    assert runtime.manifest(site.root) == site.manifest == json.loads(json.dumps(site.manifest))


def test_install_again_leaves_nothing_stale(site, tmp_path):
    (tmp_path / "oco-000000000000.zip").write_bytes(b"old")
    (tmp_path / "oco-worker-000000000000.js").write_bytes(b"old")
    (tmp_path / "pyodide-0.0.0-00000000").mkdir()
    assert runtime.install(tmp_path, root=site.root) == site.manifest
    assert not list(tmp_path.glob("*0000*"))


@pytest.fixture(scope="module")
def running(browser, site):
    """(page, notes, server): a Python that an early question started, under a path prefix as on GitHub Pages, from a
    host that knows no types of data. One start for all tests below, each of which leaves it alive but for the last."""
    mime = {".wasm": "application/octet-stream", ".whl": "text/plain", ".zip": "text/plain", ".json": "text/plain"}
    with opened(browser, site, start=False, prefix="/book/", mime=mime) as (page, notes, server):
        page.evaluate("""() => {
          python.warm = ['stub', 'unknown'];
          window.early = Promise.all([1, 2, 3].map((eta) => python.request("stub", {eta})));
          python.start(); // idempotent
        }""")
        assert settled(page) == "ready"
        yield page, notes, server


def test_it_starts_once_and_asks_no_other_host(running):
    page, notes, server = running
    assert page.evaluate("states") == ["starting", "ready"]
    assert page.evaluate("python.progress") == 1
    phases = page.evaluate("python.phases")
    assert [name for name, _ in phases] == [
        "fetch scripts", "fetch and compile WebAssembly", "start Python", "fetch and unpack NumPy", "import NumPy",
        "import the explorers", "first frames"]
    assert all(ms >= 0 for _, ms in phases)
    assert len([path for path in server.requests if "oco-worker" in path]) == 1
    assert notes.all() == []


def test_what_was_asked_before_it_was_there_is_answered_by_the_newest(running):
    answers = running[0].evaluate("early")
    assert [answer.get("superseded", False) for answer in answers] == [True, True, False]
    assert answers[2]["params"] == {"eta": 3}
    assert answers[2]["facts"]["calls"] == 2  # the first was the one that warms up


def test_every_float_survives(running):
    page, notes, _ = running
    frame = request(page, {"eta": 0.1, "name": "é"})["frame"]
    assert frame["params"] == {"eta": 0.1, "name": "é"}
    assert frame["series"] == {"x": np.linspace(0, 1, 5).tolist()}
    assert frame["facts"]["sum"] == 0.1 + 0.2 and frame["facts"]["tiny"] == 5e-324
    assert str(frame["facts"]["zero"]) in ("0", "-0.0")
    assert frame["sentence"] == "η = ½"
    assert notes.all() == []


def test_an_error_is_told_and_not_the_end(running):
    page, notes, _ = running
    assert request(page, {"eta": 0}) == {"error": "eta was 0, expected a number > 0"}
    assert request(page, {}, "other") == {"error": "no explorer other"}
    assert "nan" in request(page, {"nan": True})["error"].lower()
    assert notes.all() == []
    assert request(page, {"crash": True}) == {"error": "Python failed: KeyError: 'oops'"}
    assert request(page, {"eta": 2})["frame"]["params"] == {"eta": 2}  # still alive
    assert notes.foreign == [] and notes.failed == []


def test_an_early_frame_is_posted_before_the_rest_is_computed(running):
    page, _, _ = running
    told = page.evaluate("""async () => {
      const told = [];
      const started = performance.now();
      const early = (frame) => told.push(["early", frame.facts.calls, performance.now() - started < 1900]);
      const frame = await python.request("stub", {early: true, sleep: 2}, early);
      return [...told, ["whole", frame.facts.calls, performance.now() - started > 1900]];
    }""")
    assert told == [["early", told[0][1], True], ["whole", told[0][1], True]]
    assert request(page, {"early": True})["frame"]["sentence"] == "η = ½"  # who does not listen is told the whole


def test_a_busy_python_keeps_only_the_newest_request(running):
    page, _, _ = running
    answers = page.evaluate("""Promise.all([1, 2, 3, 4].map((eta) => python.request("stub", {eta, sleep: 0.2})))""")
    assert [answer.get("superseded", False) for answer in answers] == [False, True, True, False]
    # Another explorer has a place of its own.
    answers = page.evaluate("""Promise.all([["stub", 1], ["other", 2], ["stub", 3]].map(([name, eta]) =>
        python.request(name, {eta, sleep: 0.1}).catch((error) => error.message)))""")
    assert answers[0]["params"]["eta"] == 1 and answers[1] == "no explorer other"
    assert answers[2]["params"]["eta"] == 3


def test_a_frame_that_never_ends_times_out(running):
    """The last: Python is stopped."""
    page, _, _ = running
    page.evaluate("python.patience = 500")
    assert "no sign of life" in request(page, {"sleep": 3600})["error"]
    assert page.evaluate("python.state") == "failed"


def test_the_notes_see_workers_and_other_hosts(browser, tmp_path):
    """The helper itself: a foreign request is blocked and noted, from a worker too."""
    (tmp_path / "index.html").write_text('<!doctype html><link rel="icon" href="data:,">')
    (tmp_path / "w.js").write_text("fetch('http://example.org/w').catch(() => postMessage('blocked'))")
    with serve(tmp_path) as server, new_page(browser) as (page, notes):
        page.goto(server.url)
        assert page.evaluate("fetch('http://192.0.2.1/p').catch(() => 'blocked')") == "blocked"
        assert (
            page.evaluate("new Promise((done) => { new Worker('w.js').onmessage = (e) => done(e.data) })") == "blocked")
        assert sorted(notes.foreign) == ["http://192.0.2.1/p", "http://example.org/w"]
        assert page.evaluate("fetch('missing').then((answer) => answer.status)") == 404
        assert [line for line in notes.failed if "/missing: 404" in line]
