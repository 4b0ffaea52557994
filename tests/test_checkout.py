"""A checkout anywhere: whatever git does to line ends, whatever the folder is called, whatever language the machine
speaks."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tools")]

import refresh  # noqa: E402

TEXT = {".py", ".js", ".css", ".html", ".svg", ".json", ".ipynb", ".md", ".txt", ".yml", ".toml", ".bib"}
ODD = "Bücher & más 100% #1"  # a folder's name


def git(*arguments, cwd=ROOT):
    return subprocess.run(["git", *arguments], cwd=cwd, capture_output=True, check=True).stdout


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def files():
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    try:
        return git("ls-files", "-z").decode().split("\0")[:-1]
    except subprocess.CalledProcessError as error:  # of another owner, say
        pytest.skip(f"git refuses this checkout: {error.stderr.decode()}")


def test_line_ends_do_not_depend_on_gits_settings(files, tmp_path):
    """A clone as made where core.autocrlf is true has the bytes of the repository, and .ci/run starts."""
    git("clone", "--quiet", "--no-hardlinks", "--config", "core.autocrlf=true", str(ROOT), str(tmp_path / ODD))
    kept = dict(entry.split("\t")[::-1] for entry in
                git("ls-tree", "-r", "-z", "HEAD", cwd=tmp_path / ODD).decode().split("\0")[:-1])
    assert ".ci/run" in kept and ".gitattributes" in kept
    for name, kind in kept.items():
        data = (tmp_path / ODD / name).read_bytes()
        assert hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest() == kind.split()[2], name
    assert (tmp_path / ODD / ".ci/run").read_bytes().startswith(b"#!/bin/sh\n") and os.access(
        tmp_path / ODD / ".ci/run", os.X_OK)
    # It starts from any folder, and a Python that is not there is the first thing it misses.
    done = subprocess.run(
        [tmp_path / ODD / ".ci/run"], cwd=tmp_path, capture_output=True, text=True,
        env=os.environ | {"PYTHON": "no-python"})
    assert "no-python" in done.stderr and "bad interpreter" not in done.stderr, done.stderr


def test_no_file_has_other_line_ends(files):
    for name in files:
        if Path(name).suffix in TEXT | {""} and (ROOT / name).is_file():
            assert b"\r" not in (ROOT / name).read_bytes(), name


def test_a_sweep_is_the_same_one_with_other_line_ends(tmp_path):
    """An editor may save CRLF: no sweep is made again for that."""
    for name in ("oco_core", "oco_live"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    code = "from oco_live.hosts import bake; print({name: bake.files(name) for name in ('ogd', 'spam')})"
    here = {"cwd": tmp_path, "env": os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}}
    before = run(sys.executable, "-c", code, **here)
    for path in tmp_path.rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert run(sys.executable, "-c", code, **here) == before
    path = tmp_path / "oco_live" / "explorers" / "ogd.py"
    path.write_bytes(path.read_bytes() + b"ANOTHER = 1\r\n")
    assert run(sys.executable, "-c", code, **here) != before


def test_refresh_stores_the_same_bytes(tmp_path, monkeypatch):
    """Of a notebook with CRLF, in a folder with an odd name; where nothing changed the file is left as it is."""
    new = nbformat.v4
    (tmp_path / ODD).mkdir()
    path = tmp_path / ODD / "größe.ipynb"
    nbformat.write(new.new_notebook(cells=[new.new_markdown_cell("η"), new.new_code_cell("print('η ≥ 0')")]), path)
    assert refresh.refresh(path)
    stored = path.read_bytes()
    assert b"\r" not in stored and "η ≥ 0".encode() in stored
    path.write_bytes(stored.replace(b"\n", b"\r\n"))
    assert not refresh.refresh(path)
    assert path.read_bytes().replace(b"\r\n", b"\n") == stored


def opened(path):
    """Calls in a file that read or write text in the machine's own encoding."""
    text = path.read_text(encoding="utf-8")
    for call in re.finditer(r"\.(?:read_text|write_text)\(|(?<![\w.])open\(|\bos\.fdopen\(", text):
        depth, end = 1, call.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        arguments = text[call.end():end - 1]
        if not re.search(r"utf-?8|encoding=|[\"'][rwa]b[\"']", arguments) and not re.search(
            r"\bdef $", text[: call.start()]):
            yield f"{path.relative_to(ROOT)}: {text[call.start():end]}"


def test_no_text_is_read_in_the_machines_own_encoding():
    found = [
        call for folder in ("oco_core", "oco_live", "_ext", "tools", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py")) for call in opened(path)
        if not call.startswith("tools/environment.py")]  # reads and writes its own digits
    assert found == []


MACHINE = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "Pacific/Kiritimati"}


def test_a_small_book_builds_on_any_machine(tmp_path):
    """In a folder with an odd name, without a home, where text is ASCII unless told."""
    book = tmp_path / ODD
    book.mkdir()
    shutil.copy(ROOT / "_config.yml", book)
    shutil.copy(ROOT / "references.bib", book)
    (book / "_toc.yml").write_text("format: jb-book\nroot: index\n", encoding="utf-8")
    (book / "_ext").symlink_to(ROOT / "_ext")
    (book / "index.md").write_text(
        "# η ≥ 0\n\nGrüße, $\\eta\\ge0$ {cite}`cesabianchi_ogd_it`.\n\n```{bibliography}\n```\n", encoding="utf-8")
    kept = {
        name: value for name, value in os.environ.items()
        if name not in ("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONUTF8", "TZ")}
    run(
        sys.executable, str(ROOT / "tools" / "build.py"), "--source", str(book), "--output", str(book), cwd=tmp_path,
        env=kept | MACHINE)
    page = (book / "_build" / "html" / "index.html").read_text(encoding="utf-8")
    assert "η ≥ 0" in page and "Nicolò" in page and "Grüße" in page
