"""The appendix on speed, made from whatever tables there are."""

import math
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from support.driving import BOOK

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks")]

import building  # noqa: E402
import harness  # noqa: E402
import peers  # noqa: E402
import report  # noqa: E402
import sliders  # noqa: E402

from oco_live.explorer import get  # noqa: E402
from oco_live.hosts import bake  # noqa: E402

NAMES = [name for _, _, tables in report.PARTS for name, _ in tables]


def table(name):
    return {
        "name": name, "title": "A title", "head": ["", "a_b"], "rows": [["x | y", "1*2"], ["z", ""]], "note": "",
        "machine": "here"}


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
    assert {case[0] for case in sliders.CASES} == set(sliders.NAMES)
    for name, stream, loss, moved in sliders.CASES:
        explorer = get(name)
        assert stream in explorer.control("stream").values and all(
            explorer.control(s).values_for(stream) for s in moved), (name, stream)
        chosen = [c.values_for(stream) for c in explorer.controls if c.name == "loss"]
        assert all(loss in values for values in chosen), (name, stream, loss)


def test_the_frames_of_a_sweep_are_counted():
    """With a tuned place and without: the facts of a frame that tells its U and eta stand once for each."""
    for name, stream in (("strong_convexity", "random"), ("kernels", "xor_polynomial")):
        explorer, sweep = get(name), bake.sweep(name, stream)
        tuned = {control: fact for control, _, *facts in sweep["axes"] for fact in facts}
        places = [len(control.values_for(stream) or control.values) + (control.name in tuned)
                  for control in explorer.controls if control.baked]
        assert building.frames_of(sweep) == math.prod(places) > 10, name
    assert building.frames_of({"axes": [["eta", [1, 2, 3], "eta_star"], ["U", [1, 2]]]}) == 8


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


@pytest.mark.built
def test_the_built_page_has_the_picture_and_every_table():
    svg = ElementTree.fromstring((ROOT / "chapters" / report.PICTURE).read_text("utf-8"))[0]
    built = (BOOK / "chapters" / "speed.html").read_text("utf-8")
    assert svg.get("aria-label") in built and built.count("<table") == (ROOT / "chapters" / "speed.md").read_text(
        "utf-8").count("\n### ")


def test_figures_for_people():
    assert [harness.number(v) for v in (None, 0, 0.0012345, 1.5, 12.345, 1234.4)] == [
        "not run", "0", "0.00123", "1.50", "12.3", "1234"]
    assert harness.verdict([1, 3, None, 2], [2, 2, 2, None]) == "missed / reached / – / –"
    assert harness.verdict([1, 3], [2, 2], at_most=True) == "reached / missed"
    assert sliders.percentile([5, 1, 4, 2, 3], 0.95) == 5 and sliders.percentile(range(100), 0.5) == 50


def test_contenders_run_in_turn_and_the_first_round_does_not_count():
    order, own = [], iter([100.0, 3.0, 1.0, 2.0])
    contenders = {"a": lambda: order.append("a") or next(own), "b": lambda: order.append("b")}
    found = harness.in_turn(contenders, repeats=3)
    assert "".join(order) == "abababab" and found["a"] == 2.0 and 0 <= found["b"] < 1


def test_a_peer_that_is_not_installed_is_told_not_run(monkeypatch):
    def missing(X, y, eta, U):
        import no_such_package_as_this  # noqa: F401

    monkeypatch.setitem(peers.PEERS, "river", missing)
    assert peers.ready("river", np.zeros((3, 2)), np.zeros(3), 1.0, 1.0) is None
