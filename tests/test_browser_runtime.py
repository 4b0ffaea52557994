"""Python in the reader's browser: the files, the zip of our packages, the worker, and how it fails."""

import _imp
import ast
import contextlib
import hashlib
import io
import json
import shutil
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from support import core_check
from support.browser import new_page, serve

from oco_live import explorer
from oco_live.hosts import browser as runtime

ROOT = Path(__file__).resolve().parents[1]
WHEEL = runtime.NUMPY.name

# ---------------------------------------------------------------- fetch


@pytest.fixture(scope="module")
def files():
    """The real files, from this machine's cache or fetched now."""
    return runtime.fetch()


@pytest.fixture
def cache(files, tmp_path):
    """A full cache of our own, to damage."""
    folder = tmp_path / "cache"
    folder.mkdir()
    for name, path in files.items():
        shutil.copyfile(path, folder / name)
    return folder


def sources(monkeypatch, **answers):
    """Replace all sources; each answer is name -> bytes, or an OSError to raise. Returns what was asked."""
    asked = []

    def source(place, answer):
        def ask(wanted):
            asked.append((place, tuple(wanted)))
            if isinstance(answer, Exception):
                raise answer
            return {name: data for name, data in answer.items() if name in wanted}
        return ask

    monkeypatch.setattr(runtime, "SOURCES", {place: source(place, answer) for place, answer in answers.items()})
    return asked


def test_a_full_cache_asks_nobody(cache, monkeypatch):
    asked = sources(monkeypatch, npm=OSError("must not be asked"))
    paths = runtime.fetch(cache)
    assert asked == []
    for file in runtime.FILES:
        data = paths[file.name].read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file.size, file.sha256)


def test_a_damaged_file_is_refused_and_replaced(cache, files, monkeypatch):
    good = files[WHEEL].read_bytes()
    (cache / WHEEL).write_bytes(good[:-1] + b"!")
    (cache / "pyodide.mjs").unlink()
    asked = sources(monkeypatch, npm={"pyodide.mjs": files["pyodide.mjs"].read_bytes()},
                    cdn={WHEEL: b"an error page"}, pip={WHEEL: good})
    assert runtime.fetch(cache)[WHEEL].read_bytes() == good
    assert asked == [("npm", ("pyodide.mjs", WHEEL)), ("cdn", (WHEEL,)), ("pip", (WHEEL,))]
    assert sorted(path.name for path in cache.iterdir()) == sorted(files)  # no temporary file stays


def test_the_error_names_every_missing_file_and_every_place(cache, monkeypatch):
    (cache / WHEEL).write_bytes(b"junk")
    (cache / "pyodide.asm.js").unlink()
    sources(monkeypatch, npm=OSError("no npm here"), cdn=OSError("no network"), pip={WHEEL: b"other junk"})
    with pytest.raises(runtime.MissingFiles) as caught:
        runtime.fetch(cache)
    text = str(caught.value)
    for file in runtime.FILES:
        missing = file.name in (WHEEL, "pyodide.asm.js")
        assert (f"{file.name}  {file.size} bytes  SHA-256 {file.sha256}" in text) == missing
    assert f"{cache}: {WHEEL}: wrong SHA-256 {hashlib.sha256(b'junk').hexdigest()[:12]}…, 4 bytes, refused" in text
    for line in (f"{cache}: pyodide.asm.js: not there", "npm: no npm here", "cdn: no network",
                 "pip: pyodide.asm.js: not there", f"pip: {WHEEL}: wrong SHA-256"):
        assert line in text


def test_what_was_found_is_kept_when_something_else_is_missing(files, tmp_path, monkeypatch):
    sources(monkeypatch, npm={name: path.read_bytes() for name, path in files.items() if name != WHEEL})
    with pytest.raises(runtime.MissingFiles):
        runtime.fetch(tmp_path)
    asked = sources(monkeypatch, pip={WHEEL: files[WHEEL].read_bytes()})
    runtime.fetch(tmp_path)
    assert asked == [("pip", (WHEEL,))]


def test_the_command_line_fails_with_the_list(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("OCO_CACHE", str(tmp_path))
    sources(monkeypatch, npm=OSError("no npm here"))
    assert runtime.main(["fetch"]) == 1
    assert "pyodide.asm.wasm  10105545 bytes" in capsys.readouterr().err
    assert runtime.main([]) == 2


def test_real_sources_fail_with_a_reason(monkeypatch):
    monkeypatch.setattr(runtime, "_npm_commands", lambda: iter([[sys.executable, "-c", "exit('error: no network')"]]))
    with pytest.raises(OSError, match="error: no network"):
        runtime.from_npm(("pyodide.mjs",))
    monkeypatch.setattr(runtime, "_npm_commands", lambda: iter([["/nowhere/npm"]]))
    with pytest.raises(OSError, match="/nowhere/npm"):
        runtime.from_npm(("pyodide.mjs",))
    monkeypatch.setattr(runtime, "PIP_PACKAGE", "not a requirement")
    with pytest.raises(OSError, match="exit code"):
        runtime.from_pip((WHEEL,))
    monkeypatch.setattr(runtime, "CDN", "http://127.0.0.1:9/")  # nobody listens there
    with pytest.raises(OSError, match="refused"):
        runtime.from_cdn((WHEEL,))


def test_a_cdn_is_read_file_by_file(files, monkeypatch):
    with serve(files[WHEEL].parent, status={".wasm": 404}) as server:
        monkeypatch.setattr(runtime, "CDN", server.url)
        found = runtime.from_cdn(("pyodide.mjs", "pyodide.asm.wasm", WHEEL))
    assert found == {"pyodide.mjs": files["pyodide.mjs"].read_bytes()}  # stops at the first that fails


# ---------------------------------------------------------------- trimming

def test_trimming_anew_gives_the_bytes_written_down(cache):
    """From the official files alone; the result is kept, and a damaged one is made again."""
    kept = cache / "trimmed"
    for damaged in (False, True):
        if damaged:
            (kept / WHEEL).write_bytes(b"junk")
        paths = runtime.shipped(cache)
        assert set(paths) == {file.name for file in runtime.FILES}
        for file in runtime.SHIPPED:
            data = paths[file.name].read_bytes()
            assert (len(data), hashlib.sha256(data).hexdigest()) == (file.size, file.sha256)
    assert {path.name for path in kept.iterdir()} == {file.name for file in runtime.TRIMMED}


def test_other_bytes_or_no_node_are_an_error(cache, monkeypatch):
    names = [file.name for file in runtime.TRIMMED]
    monkeypatch.setattr(runtime, "_trim", lambda paths: dict.fromkeys(names, b"other"))
    with pytest.raises(runtime.MissingFiles) as caught:
        runtime.shipped(cache)
    assert all(f"{file.name}: wrong SHA-256" in str(caught.value) and file.sha256 in str(caught.value) for file in runtime.TRIMMED)
    assert not (cache / "trimmed").exists()
    monkeypatch.undo()
    monkeypatch.setattr(runtime, "_node_of_wheel", lambda: None)
    monkeypatch.setattr(runtime.shutil, "which", lambda name: None)
    with pytest.raises(runtime.MissingFiles, match="node"):
        runtime.shipped(cache)


@pytest.fixture(scope="module")
def trimmed():
    """name -> the trimmed archive, open."""
    paths = runtime.shipped()
    with contextlib.ExitStack() as stack:
        yield {file.name: stack.enter_context(zipfile.ZipFile(paths[file.name])) for file in runtime.TRIMMED}


def test_trimmed_archives_hold_official_modules_compiled_and_not_deflated(files, trimmed):
    for name, archive in trimmed.items():
        with zipfile.ZipFile(files[name]) as official:
            for entry in archive.infolist():
                assert entry.compress_type == zipfile.ZIP_STORED
                if entry.filename.endswith(".pyc"):  # flags 1: never checked; then the hash of the source
                    data, source = archive.read(entry), official.read(entry.filename[:-1])
                    magic = int.from_bytes(data[:4], "little")  # CPython 3.12's, whatever runs this
                    assert data[4:16] == (1).to_bytes(4, "little") + _imp.source_hash(magic, source)
                else:
                    assert archive.read(entry) == official.read(entry.filename)
    assert [name for name in trimmed[WHEEL].namelist() if name.endswith("LICENSE.txt")]


def test_every_import_of_the_explorers_is_in_the_trimmed_library(trimmed):
    there = {name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
             for archive in trimmed.values() for name in archive.namelist()}
    built_in = {"itertools", "math", "sys", "time"}
    for path in runtime.package_files():
        if path.suffix == ".py":
            for node in ast.walk(ast.parse((ROOT / path).read_text())):
                names = ([alias.name for alias in node.names] if isinstance(node, ast.Import) else
                         [node.module] if isinstance(node, ast.ImportFrom) and not node.level else [])
                for name in names:
                    assert name.startswith("oco_") or name in there | built_in, f"{path} imports {name}: add it to trim.ALSO"


# ---------------------------------------------------------------- the zip

def test_the_zip_is_the_same_every_time():
    name, data = runtime.package_zip()
    assert runtime.package_zip() == (name, data)
    assert name == f"oco-{hashlib.sha256(data).hexdigest()[:12]}.zip"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
    names = [entry.filename for entry in entries]
    assert names == sorted(names)
    assert {(e.date_time, e.create_system, e.external_attr, e.compress_type) for e in entries} == {
        ((1980, 1, 1, 0, 0, 0), 3, 0o100644 << 16, zipfile.ZIP_DEFLATED)}


def test_the_zip_holds_what_the_worker_needs_and_nothing_that_draws(tmp_path):
    names = [path.as_posix() for path in runtime.package_files()]
    assert {"oco_core/__init__.py", "oco_core/data/spambase.csv.gz", "oco_core/data/README.md",
            "oco_live/__init__.py", "oco_live/explorer.py", "oco_live/phrasing.py", "oco_live/hosts/__init__.py",
            "oco_live/hosts/worker.py"} <= set(names)
    assert not [name for name in names if "figures" in name or "view" in name or "__pycache__" in name]
    for path in ("oco_core/a.py", "oco_core/__pycache__/a.pyc", "oco_core/.hidden", "oco_live/figures/f.py",
                 "oco_live/explorers/e.py", "oco_live/hosts/worker.py", "oco_live/hosts/browser.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    assert [path.as_posix() for path in runtime.package_files(tmp_path)] == [
        "oco_core/a.py", "oco_live/explorers/e.py", "oco_live/hosts/worker.py"]


def test_everything_in_the_zip_imports_numpy_and_the_standard_library_only():
    allowed = {"numpy", "oco_core", "oco_live", *sys.stdlib_module_names}
    for path in runtime.package_files():
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse((ROOT / path).read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            else:
                continue
            for name in names:
                assert name.split(".")[0] in allowed, f"{path} imports {name}"
                assert not name.startswith(("oco_live.figures", "oco_live.view", "oco_live.hosts.notebook"))


def test_browser_py_needs_the_standard_library_only():
    tree = ast.parse((ROOT / "oco_live/hosts/browser.py").read_text())
    tops = [name.name for node in tree.body if isinstance(node, ast.Import) for name in node.names]
    tops += [node.module for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert {name.split(".")[0] for name in tops} <= set(sys.stdlib_module_names)


# ---------------------------------------------------------------- a real browser

# Stands in for the explorers: what the worker does must not depend on any of them.
STUB = '''
import time
import numpy as np

calls = 0

class Frame:
    def __init__(self, params, whole=True): self.params, self.whole = params, whole
    def as_dict(self):
        if self.params.get("nan"): return {"facts": {"x": float("nan")}}
        return {"params": self.params, "series": {"x": np.linspace(0, 1, 5).tolist()},
                "facts": {"calls": calls, "sum": 0.1 + 0.2, "tiny": 5e-324, "zero": -0.0}, "sentence": "η = ½"}

class Explorer:
    def frames(self, **params):
        global calls
        calls += 1
        if params.get("eta", 1) <= 0: raise ValueError("eta was 0, expected a number > 0")
        if params.get("crash"): raise KeyError("oops")
        if params.get("early"): yield Frame(params, whole=False)
        time.sleep(params.get("sleep", 0))
        yield Frame(params)

def get(name):
    if name != "stub": raise ValueError(f"no explorer {name}")
    return Explorer()
'''

PAGE = """<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<script type="module">
import {Python} from "./python.js";
window.python = new Python("live", %s, {patience: 80000});
window.states = [];
python.onchange((p) => states.at(-1) === p.state || states.push(p.state));
window.settled = () => ["ready", "failed"].includes(python.state);
</script>"""


def write_site(folder, root):
    manifest = runtime.install(folder / "live", root=root)
    shutil.copyfile(runtime.VIEW / "python.js", folder / "python.js")
    (folder / "index.html").write_text(PAGE % json.dumps(manifest))
    return manifest


@pytest.fixture(scope="module")
def site(tmp_path_factory, files):
    """A built page with the stub explorer; .manifest is what the page got."""
    root = tmp_path_factory.mktemp("stub")
    for name, text in {"oco_core/__init__.py": "", "oco_live/__init__.py": "", "oco_live/explorer.py": STUB,
                       "oco_live/hosts/__init__.py": "",
                       "oco_live/hosts/worker.py": (ROOT / "oco_live/hosts/worker.py").read_text()}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    folder = tmp_path_factory.mktemp("site")
    manifest = write_site(folder, root)
    return type("Site", (), {"folder": folder, "manifest": manifest, "root": root})


@contextlib.contextmanager
def opened(browser, site, start=True, **options):
    """(page, notes, server) of the stub page, with Python started."""
    with serve(site.folder, **options) as server, new_page(browser) as (page, notes):
        page.goto(server.url)
        page.wait_for_function("!!window.settled")
        if start:
            page.evaluate("python.start()")
        yield page, notes, server


def settled(page):
    """The state Python ends in; fails rather than hangs."""
    page.wait_for_function("settled()", timeout=90_000)
    return page.evaluate("python.state")


def request(page, params, explorer="stub"):
    return page.evaluate("([e, p]) => python.request(e, p).then((frame) => ({frame}), (error) => ({error: error.message}))",
                         [explorer, params])


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


def test_ready_and_every_float_survives(browser, site):
    """Under a path prefix, as on GitHub Pages; nothing is asked of another host, nothing fails."""
    with opened(browser, site, prefix="/book/") as (page, notes, server):
        page.evaluate("python.start()")  # idempotent
        assert settled(page) == "ready"
        assert page.evaluate("states") == ["starting", "ready"]
        assert page.evaluate("python.progress") == 1
        phases = page.evaluate("python.phases")
        assert [name for name, _ in phases] == ["fetch scripts", "fetch and compile WebAssembly", "start Python",
                                                "fetch and unpack NumPy", "import NumPy", "import the explorers", "first frames"]
        assert all(ms >= 0 for _, ms in phases)
        frame = request(page, {"eta": 0.1, "name": "é"})["frame"]
        assert frame["params"] == {"eta": 0.1, "name": "é"}
        assert frame["series"] == {"x": np.linspace(0, 1, 5).tolist()}
        assert frame["facts"]["sum"] == 0.1 + 0.2 and frame["facts"]["tiny"] == 5e-324
        assert str(frame["facts"]["zero"]) in ("0", "-0.0")
        assert frame["sentence"] == "η = ½"
        assert request(page, {"eta": 0}) == {"error": "eta was 0, expected a number > 0"}
        assert request(page, {}, "other") == {"error": "no explorer other"}
        assert "nan" in request(page, {"nan": True})["error"].lower()
        assert notes.all() == []
        told = page.evaluate("""async () => {
          const told = [];
          const started = performance.now();
          const early = (frame) => told.push(["early", frame.facts.calls, performance.now() - started < 3900]);
          const frame = await python.request("stub", {early: true, sleep: 4}, early);
          return [...told, ["whole", frame.facts.calls, performance.now() - started > 3900]];
        }""")
        assert told == [["early", told[0][1], True], ["whole", told[0][1], True]]  # posted before the rest was computed
        assert request(page, {"early": True})["frame"]["sentence"] == "η = ½"  # who does not listen is told the whole
        assert request(page, {"crash": True}) == {"error": "Python failed: KeyError: 'oops'"}
        assert request(page, {"eta": 2})["frame"]["params"] == {"eta": 2}  # still alive
        assert notes.foreign == [] and notes.failed == []
        assert len([path for path in server.requests if "oco-worker" in path]) == 1


def test_an_explorer_is_warmed_up_on_request(browser, site):
    with opened(browser, site, start=False) as (page, notes, server):
        page.evaluate("python.warm = ['stub', 'unknown']; python.start()")
        assert settled(page) == "ready"
        assert request(page, {"eta": 1})["frame"]["facts"]["calls"] == 2
        assert notes.all() == []


def test_a_busy_python_keeps_only_the_newest_request(browser, site):
    with opened(browser, site, start=False) as (page, notes, server):
        # Asked before Python is there: starts it, and the newest waits.
        answers = page.evaluate("""Promise.all([1, 2, 3].map((eta) => python.request("stub", {eta})))""")
        assert [answer.get("superseded", False) for answer in answers] == [True, True, False]
        assert answers[2]["params"] == {"eta": 3}
        answers = page.evaluate("""Promise.all([1, 2, 3, 4].map((eta) => python.request("stub", {eta, sleep: 0.2})))""")
        assert [answer.get("superseded", False) for answer in answers] == [False, True, True, False]
        # Another explorer has a place of its own.
        answers = page.evaluate("""Promise.all([["stub", 1], ["other", 2], ["stub", 3]].map(([name, eta]) =>
            python.request(name, {eta, sleep: 0.1}).catch((error) => error.message)))""")
        assert answers[0]["params"]["eta"] == 1 and answers[1] == "no explorer other"
        assert answers[2]["params"]["eta"] == 3
        assert notes.all() == []


@pytest.mark.parametrize("mime", [{".wasm": "application/octet-stream", ".whl": "text/plain", ".zip": "text/plain",
                                   ".json": "text/plain"}])
def test_wrong_types_for_data_do_not_matter(browser, site, mime):
    with opened(browser, site, mime=mime) as (page, notes, server):
        assert settled(page) == "ready"
        assert request(page, {"eta": 1})["frame"]["facts"]["sum"] == 0.1 + 0.2
        assert notes.all() == []


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


def test_a_frame_that_never_ends_times_out(browser, site):
    with opened(browser, site) as (page, notes, server):
        assert settled(page) == "ready"
        page.evaluate("python.patience = 500")
        assert "no sign of life" in request(page, {"sleep": 3600})["error"]
        assert page.evaluate("python.state") == "failed"


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


def test_the_notes_see_workers_and_other_hosts(browser, tmp_path):
    """The helper itself: a foreign request is blocked and noted, from a worker too."""
    (tmp_path / "index.html").write_text('<!doctype html><link rel="icon" href="data:,">')
    (tmp_path / "w.js").write_text("fetch('http://example.org/w').catch(() => postMessage('blocked'))")
    with serve(tmp_path) as server, new_page(browser) as (page, notes):
        page.goto(server.url)
        assert page.evaluate("fetch('http://192.0.2.1/p').catch(() => 'blocked')") == "blocked"
        assert page.evaluate("new Promise((done) => { new Worker('w.js').onmessage = (e) => done(e.data) })") == "blocked"
        assert sorted(notes.foreign) == ["http://192.0.2.1/p", "http://example.org/w"]
        assert page.evaluate("fetch('missing').then((answer) => answer.status)") == 404
        assert [line for line in notes.failed if "/missing: 404" in line]


# ---------------------------------------------------------------- our own code on Pyodide's NumPy

def test_every_explorer_answers_in_the_browser_as_here(browser, files, tmp_path):
    """Each explorer, each of its streams: series and facts to 1e-9, words exactly."""
    write_site(tmp_path, ROOT)
    site = type("Site", (), {"folder": tmp_path})
    with opened(browser, site) as (page, notes, server):
        assert settled(page) == "ready"
        for name in explorer.NAMES:
            shown = explorer.get(name)
            for stream in shown.control("stream").values:
                here = shown.frame(stream=stream).as_dict()
                answer = request(page, {"stream": stream}, name)
                assert "frame" in answer, f"{name} {stream}: {answer}"
                there = answer["frame"]
                assert there.keys() == here.keys()
                for key in ("params", "sentence", "texts", "status"):
                    assert there[key] == here[key], f"{name} {stream} {key}"
                assert there["series"].keys() == here["series"].keys()
                for curve in here["series"]:
                    for axis in ("x", "y"):
                        np.testing.assert_allclose(there["series"][curve][axis], here["series"][curve][axis],
                                                   rtol=1e-9, atol=1e-9, err_msg=f"{name} {stream} {curve}.{axis}")
                assert there["facts"].keys() == here["facts"].keys()
                for fact, value in here["facts"].items():
                    assert there["facts"][fact] == pytest.approx(value, rel=1e-9, abs=1e-9), f"{name} {stream} {fact}"
        assert "error" in request(page, {"eta": 0}, explorer.NAMES[0])
        assert notes.all() == []

def test_oco_core_computes_the_same_in_the_browser(browser, site, tmp_path):
    """CPython here and CPython 3.12 with NumPy 2.0.2 and 32-bit integers there agree to 1e-9."""
    shutil.copytree(site.folder / "live" / runtime.RUNTIME, tmp_path / "pyodide")
    (tmp_path / "packages.zip").write_bytes(runtime.package_zip()[1])
    (tmp_path / "index.html").write_text("""<!doctype html><link rel="icon" href="data:,"><script type="module">
        import {loadPyodide} from "./pyodide/pyodide.module.js";
        const pyodide = await loadPyodide({indexURL: "pyodide", packages: ["numpy"]});
        pyodide.unpackArchive(await (await fetch("packages.zip")).arrayBuffer(), "zip", {extractDir: "/oco"});
        pyodide.runPython("import sys; sys.path.insert(0, '/oco')");
        window.run = (code) => pyodide.runPython(code);
        </script>""")
    with serve(tmp_path) as server, new_page(browser) as (page, notes):
        page.goto(server.url)
        page.wait_for_function("!!window.run", timeout=90_000)
        assert page.evaluate("run('import numpy; numpy.__version__')") == "2.0.2"
        code = Path(core_check.__file__).read_text() + "\nimport json\njson.dumps(numbers(), allow_nan=False)"
        there = json.loads(page.evaluate("(code) => run(code)", code))
        assert notes.all() == []
    here = core_check.numbers()
    assert there.keys() == here.keys()
    for name in here:
        np.testing.assert_allclose(there[name], here[name], rtol=1e-9, atol=1e-9, err_msg=name)
