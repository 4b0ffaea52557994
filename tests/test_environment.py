"""tools/environment.py: uv installs, and where it cannot, pip does."""

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tools")]

import environment  # noqa: E402


@pytest.fixture
def calls(monkeypatch):
    """What is run, as the program and the last word; what it says if it fails is in calls.says, by that pair's
    start."""
    class Calls(list):
        says: dict = {}

    found = Calls()

    def failure(command):
        found.append(f"{Path(command[0]).stem} {Path(command[-1]).name}")
        return next((said for start, said in Calls.says.items() if found[-1].startswith(start)), None)

    monkeypatch.setattr(environment, "failure", failure)
    return found


def test_uv_installs_what_is_listed_and_this_repository(calls):
    environment.install(["requirements.txt"])
    assert calls == ["python constraints.txt", "uv constraints.txt", f"uv {ROOT.name}"]


def test_where_uv_cannot_pip_does(calls, capsys):
    calls.says["uv"] = "error: Request failed\n  no network"
    environment.install(["requirements.txt"])
    assert calls[-2:] == ["python constraints.txt", f"python {ROOT.name}"]
    assert "(no network); now with pip" in capsys.readouterr().out


def test_where_neither_can_pip_s_words_are_shown(calls):
    calls.says |= {"uv": "no network", f"python {ROOT.name}": "ERROR: no setuptools"}
    with pytest.raises(SystemExit, match="(?s)ERROR: no setuptools.*not complete"):
        environment.install(["requirements.txt"])


def test_a_failure_is_told_with_what_was_said():
    python = sys.executable
    assert environment.failure([python, "-c", ""]) is None
    assert environment.failure([python, "-c", "exit('a reason')"]).strip() == "a reason"
    assert environment.failure([python, "-c", "exit(3)"]) == "code 3"
    assert "nowhere" in environment.failure(["/nowhere/uv"])


def test_a_command_that_does_not_end_has_failed():
    sleeper = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(20)'])"
    assert "did not end within 1 s" in environment.failure([sys.executable, "-c", sleeper], timeout=1)


@pytest.fixture
def npm(monkeypatch, tmp_path):
    """The arguments of each npm that is run, which writes the two tools, or fails with what is in npm.says."""
    class Npm(list):
        says = None

    found = Npm()

    def failure(command):
        found.append(command)
        modules = tmp_path / "npm" / "node_modules"
        shutil.rmtree(modules, ignore_errors=True)
        for tool in ("esbuild", *(["@biomejs/biome"] if "--omit=dev" not in command else [])):
            (modules / tool / "bin").mkdir(parents=True)
            (modules / tool / "bin" / Path(tool).name).write_text("")
        return found.says

    monkeypatch.setattr(environment, "VENV", str(tmp_path))
    monkeypatch.setattr(environment, "failure", failure)
    return found


def test_npm_is_run_when_its_packages_are_not_there(npm, monkeypatch, tmp_path):
    for test, runs in ((False, 1), (False, 1), (True, 2), (True, 2), (False, 2)):
        environment.install_scripts(test)
        assert len(npm) == runs
    (tmp_path / "npm" / "node_modules" / "esbuild" / "bin" / "esbuild").unlink()
    environment.install_scripts(True)
    assert len(npm) == 3
    (tmp_path / "npm" / "node_modules" / ".made-from.json").write_text("another edition")
    npm.says = "no network"
    for runs in (4, 5):
        with pytest.raises(SystemExit, match="no network"):
            environment.install_scripts(True)
        assert len(npm) == runs


def test_npm_keeps_its_files_in_the_project_and_asks_for_no_news(npm):
    environment.install_scripts(True)
    words = npm[0]
    assert words[words.index("--cache") + 1] == str(ROOT / ".cache" / "npm")
    assert {"--include=dev", "--include=optional", "--no-update-notifier", "--no-audit", "--no-fund"} <= set(words)
