"""Python's library and NumPy without what no page needs; and the zip of our own packages."""

import _imp
import contextlib
import hashlib
import io
import sys
import zipfile
from pathlib import Path

import pytest

from oco_live.hosts import browser as runtime
from oco_live.hosts import imports

ROOT = Path(__file__).resolve().parents[2]
WHEEL = runtime.NUMPY

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
    other = hashlib.sha256(b"other").hexdigest()
    assert all(f'"{name}" = [5, "{other}"]' in str(caught.value) for name in names)  # as fetched.toml would have it
    assert not (cache / "trimmed").exists()
    monkeypatch.undo()
    monkeypatch.setattr(runtime.node, "program", lambda: None)
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
            for name, _ in imports.statements(ROOT / path):
                assert name.startswith(
                    "oco_") or name in there | built_in, f"{path} imports {name}: add it to trim.ALSO"


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
            "oco_live/__init__.py", "oco_live/control.py", "oco_live/explorer.py", "oco_live/phrasing.py",
            "oco_live/style.py", "oco_live/hosts/__init__.py",
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
        for name, _ in imports.statements(ROOT / path, top_level_only=path.name == "__init__.py"):
            assert name.split(".")[0] in allowed, f"{path} imports {name}"
            assert not name.startswith(("oco_live.figures", "oco_live.view", "oco_live.hosts.notebook"))
