"""tools/environment.py: uv installs, and where it cannot, pip does."""

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
    calls.says["uv"] = "no network"
    environment.install(["requirements.txt"])
    assert calls[-2:] == ["python constraints.txt", f"python {ROOT.name}"] and "with pip" in capsys.readouterr().out


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
