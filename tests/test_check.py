"""`make check` names files that are there, and ends with one line that says what passed."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import check


def test_what_is_run_is_there():
    assert [path for path in check.TESTS if not (check.ROOT / path).exists()] == []


def test_what_a_program_says_last_is_told(capfd):
    assert check._last_line([sys.executable, "-c", "print('a'); print('b'); print()"]) == "b"
    assert capfd.readouterr().out == "a\nb\n\n"


def test_a_program_that_fails_ends_the_check_with_what_it_said():
    with pytest.raises(SystemExit, match="make check: 3 failed"):
        check._last_line([sys.executable, "-c", "print('3 failed'); raise SystemExit(1)"])
