"""tools/chromium.py: which Chromium the tests drive, and what is installed where there is none."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tools")]

import chromium  # noqa: E402


@pytest.fixture
def there(tmp_path, monkeypatch):
    """there(name): from now on the PATH has such a program, and nothing else but what was put there before."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(name):
        path = tmp_path / name
        path.touch(0o755)
        return str(path)

    return put


def test_the_headless_shell_is_taken_before_a_whole_browser(there):
    assert chromium.find() is None
    browser = there("chromium")
    assert chromium.find() == browser
    shell = there("chromium-headless-shell")
    assert chromium.find() == shell


def test_what_is_installed_is_what_is_looked_for_first_and_what_the_readme_says(there, monkeypatch):
    asked = []

    def install(packages, otherwise):
        asked.extend(packages)
        assert "apt-get install" in otherwise and packages[0] in otherwise
        there(packages[0])

    monkeypatch.setattr(chromium.debian, "install", install)
    monkeypatch.setattr(chromium, "playwrights_own", lambda: False)
    chromium.main()
    assert asked[0] == chromium.NAMES[0] and Path(chromium.find()).name == asked[0]
    assert f"install the package `{asked[0]}`" in (ROOT / "README.md").read_text("utf8")
    asked.clear()
    chromium.main()  # it is there
    assert asked == []
