"""The appendix on speed, made from whatever tables there are."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "_build" / "html"
sys.path[:0] = [str(ROOT / "benchmarks")]

import page  # noqa: E402
import report  # noqa: E402

from oco_live.explorer import get  # noqa: E402

NAMES = [name for _, _, tables in report.PARTS for name, _ in tables]


def table(name):
    return {"name": name, "title": "A title", "head": ["", "a_b"], "rows": [["x | y", "1*2"], ["z", ""]], "note": "", "machine": "here"}


@pytest.mark.parametrize("names", [NAMES, ["page-baked"], ["growth"], ["nbval", "memory"]], ids=len)
def test_a_page_from_any_tables(names):
    text = report.page({name: table(name) for name in names}, picture=True)
    levels = [len(mark) for mark in re.findall(r"^(#+) ", text, re.M)]
    assert levels[0] == 1 and levels.count(1) == 1 and all(b <= a + 1 for a, b in zip(levels, levels[1:]))
    assert levels.count(3) == len(names) and text.count("Machine: here.") == 1
    assert ("{raw} html" in text) == ("growth" in names)
    assert text.count(r"| x \| y | 1\*2 |") == len(names)
    for line in text.splitlines():
        if line.startswith("| "):
            assert len(re.findall(r"(?<!\\)\|", line)) == 3, line


def test_the_page_shows_a_whole_run():
    text = (ROOT / "chapters" / "speed.md").read_text("utf-8")
    assert [title for _, _, tables in report.PARTS for _, title in tables if f"\n### {title}\n" not in text] == []


def test_what_is_timed_on_a_page_is_there():
    """Each case names a stream, a loss and sliders of its explorer, so that no measurement waits for ever."""
    assert {case[0] for case in page.CASES} == set(page.NAMES)
    for name, stream, loss, sliders in page.CASES:
        explorer = get(name)
        assert stream in explorer.control("stream").values and all(explorer.control(s).values_for(stream) for s in sliders), (name, stream)
        assert not loss or loss in explorer.control("loss").values_for(stream), (name, stream, loss)


def test_every_benchmark_has_its_place():
    written = set()
    for path in (ROOT / "benchmarks").glob("*.py"):
        written.update(re.findall(r'Table\(\s*"([\w-]+)"', path.read_text("utf-8")))
    assert written == set(NAMES)


def test_the_picture_is_part_of_the_page():
    text = (ROOT / "chapters" / report.PICTURE).read_text("utf-8")
    box = ElementTree.fromstring(text)
    svg = box[0]
    assert svg.tag.endswith("svg") and svg.get("role") == "img" and "logarithmic" in svg.get("aria-label")
    assert "#000000" not in text and "#ffffff" not in text and "font-family" not in text and "<style" not in text
    ids = {e.get("id") for e in box.iter() if e.get("id")}
    assert all(name.startswith("speed-") for name in ids)
    assert {target[1:] for e in box.iter() for key, target in e.items() if key.endswith("href")} <= ids
    built = (BOOK / "chapters" / "speed.html").read_text("utf-8")
    assert svg.get("aria-label") in built and built.count("<table") == (ROOT / "chapters" / "speed.md").read_text("utf-8").count("\n### ")
