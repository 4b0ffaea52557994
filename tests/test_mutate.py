"""What tools/mutate.py breaks on purpose is still there to be broken; whether tests notice takes hours."""

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tools")]

import mutate  # noqa: E402

LEAST = {"bounds": 30, "slopes": 5, "projections": 5, "sums": 10, "legends": 10, "view": 15}


@pytest.mark.parametrize("kind", mutate.KINDS)
def test_each_line_that_is_broken_is_there(kind):
    found = list(mutate.KINDS[kind]())
    assert len(found) >= LEAST[kind]
    for one in found:
        text = (mutate.ROOT / one.path).read_text("utf-8")
        assert text[one.start:one.end] != one.new, one.name
