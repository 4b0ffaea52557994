"""Lines of at most 120 columns, and no file of more than 300 lines, in everything that is written by hand."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KINDS = {".py", ".js", ".mjs", ".css", ".html", ".md", ".cff", ".yml", ".yaml", ".toml", ".v"}
#: Pages of the book, whose paragraphs are lines; pictures and hashes; the work of others; a test's text, which is MyST.
LONG_LINES = ("chapters/", "_ext/oco_book/assets/katex/", "_ext/oco_book/assets/icons.css",
              "oco_live/hosts/fetched.toml", "tests/test_plain_writer.py")
LONG_FILES = ("chapters/",)


def written():
    """The files of the repository, by name; none where there is no git."""
    if not shutil.which("git"):
        return []
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    names = listed.stdout.split("\n") if listed.returncode == 0 else []
    return [name for name in names if Path(name).suffix in KINDS and (ROOT / name).is_file()]


NAMES = written()


@pytest.mark.skipif(not NAMES, reason="no checkout of git")
def test_no_line_is_longer_than_120_columns():
    long = [f"{name}:{number}" for name in NAMES if not name.startswith(LONG_LINES)
            for number, line in enumerate((ROOT / name).read_text("utf8").split("\n"), 1) if len(line) > 120]
    assert long == []


@pytest.mark.skipif(not NAMES, reason="no checkout of git")
def test_no_file_is_longer_than_300_lines():
    lengths = {name: (ROOT / name).read_text("utf8").count("\n") for name in NAMES if not name.startswith(LONG_FILES)}
    assert {name: lines for name, lines in lengths.items() if lines > 300} == {}


def test_without_git_there_is_nothing_to_look_at(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert written() == []
