"""The baked sweep equals fresh frames: facts to 1e-9, series within half a 16-bit code, words exactly."""

import ast
import itertools
import json
import random
import shutil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.off_grid import BOUNDS

from oco_live.explorer import NAMES, Control, Explorer, get
from oco_live.hosts import bake, fetch, imports

OGD = get("ogd")
BAKED = [c for c in OGD.controls if c.baked]


def unpacked(sweep, params):
    """The frame in a sweep, decoded as the view decodes it."""
    index = [list(values).index(params[name]) for name, values in sweep["axes"]]
    position = np.ravel_multi_index(index, [len(values) for _, values in sweep["axes"]])
    shape = [len(values) for _, values in sweep["axes"]]
    at = lambda column: column["values"][column["index"][position] if "index" in column
                                         else min(position, len(column["values"]) - 1)]
    series = {name:
              {axis: bake.values_of(bake.decode(curve[axis], shape)[position], *curve[axis]["range"]) for axis in "xy"}
              for name, curve in sweep["series"].items()}
    return {"facts": {name: at(column) for name, column in sweep["facts"].items()}, "series": series,
            **{key: at(sweep[key]) for key in ("sentence", "texts", "status")}}


def assert_equal_to_frame(found, frame):
    fresh = frame.as_dict()
    assert {k: found[k] for k in ("sentence", "texts", "status")} == {k: fresh[k]
                                                                      for k in ("sentence", "texts", "status")}
    assert found["facts"] == pytest.approx(fresh["facts"], rel=1e-9, abs=1e-9)
    for series in OGD.series:
        for axis in "xy":
            low, high, scale = bake.axis_range(OGD.panel(series.panel), axis)
            a, b = found["series"][series.name][axis], np.array(fresh["series"][series.name][axis])
            if scale == "log":
                a, b = np.log10(a), np.log10(b)
            assert np.all(abs(a - b) <= 0.5000001 * (high - low) / bake.CODES), (series.name, axis)


def small(stream):
    """The real explorer on three by three positions, so that a sweep takes a moment."""
    controls = tuple(
        Control(**{**vars(c), "values": (c.values[0], c.values[len(c.values) // 2], c.values[-1])}) if c.baked else c
        for c in OGD.controls)
    return Explorer(OGD.name, OGD.title, controls, OGD.panels, OGD.series, OGD.compute)


@pytest.mark.parametrize("stream", OGD.control("stream").values)
def test_a_sweep_holds_every_frame(stream, monkeypatch):
    explorer = small(stream)
    monkeypatch.setattr(bake, "get", lambda name: explorer)
    sweep = bake.sweep("ogd", stream)
    assert sweep["params"] == {k: v for k, v in OGD.defaults(stream).items() if k not in ("eta", "U")}
    for values in itertools.product(*(c.values for c in explorer.controls if c.baked)):
        params = dict(zip((c.name for c in BAKED), values))
        assert_equal_to_frame(unpacked(sweep, params), OGD.frame(stream=stream, **params))


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_answers_without_python(name):
    """It is a position of its stream's sweep, or it is there as it is."""
    explorer, told = get(name), 0
    for preset in explorer.presets:
        state = explorer.preset(preset)
        stream = state["stream"]
        others = bake.others(explorer, stream)
        if all(c.baked or state[c.name] == explorer.defaults(stream)[c.name] for c in explorer.controls):
            assert all(state[c.name] in c.values for c in explorer.controls if c.baked)
            assert state not in [frame["params"] for frame in others]
        else:
            assert explorer.frame(**state).as_dict() in others
            told += 1
    wanted = {"sgd": 1, "adversary": 1, "regularisation": 1} | ({} if name in BOUNDS else {name: min(told, 2)})
    assert told == wanted.get(name, 0)  # each is a frame more to fetch; one or two are a new explorer's to have


def test_codes_are_exact_to_half_a_code():
    rng = random.Random(0)
    for low, high, scale in ((-4, 16, "linear"), (-2, 3, "log"), (0, 1, "linear")):
        exact = [low, high, *(rng.uniform(low, high) for _ in range(500))]
        given = [10**v for v in exact] if scale == "log" else exact
        found = bake.values_of(bake.codes_of(given, low, high, scale), low, high, scale)
        found = np.log10(found) if scale == "log" else found
        assert np.all(abs(found - exact) <= 0.5000001 * (high - low) / bake.CODES)


@given(st.data())
@settings(max_examples=100, derandomize=True, deadline=None, database=None)
def test_every_table_of_codes_comes_back(data):
    shape = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    code = st.one_of(st.integers(0, 65535), st.sampled_from([0, 1, 32767, 32768, 65535]))
    rows = data.draw(st.lists(st.lists(code, max_size=6), min_size=int(np.prod(shape)), max_size=int(np.prod(shape))))
    if data.draw(st.booleans()):  # what many positions share
        rows = [rows[0]] * len(rows)
    column = json.loads(json.dumps(bake.encode(rows, shape)))
    assert [row.tolist() for row in bake.decode(column, shape)] == rows


def test_a_slider_that_changes_little_costs_little():
    """A row of noise at each of 40 positions, moved by a code: predicted from its neighbour, not stored again."""
    noise = np.random.default_rng(0).integers(0, 60000, 100)
    column = bake.encode([noise + i for i in range(40)], [40])
    assert column["along"] == 0 and len(column["bits"]) < 3 * 100
    prefixes = bake.encode([noise[: i + 1] for i in range(40)], [40])  # and a row that grows: the new point only
    assert prefixes["along"] == 0 and len(prefixes["bits"]) < 3 * 40


def test_the_sliders_cover_what_the_book_promises():
    eta, U = OGD.control("eta"), OGD.control("U")
    assert len(eta.values) >= 31 and (min(eta.values), max(eta.values)) == (0.01, 10)
    assert len(U.values) >= 9 and (min(U.values), max(U.values)) == (0.25, 4)
    assert eta.default in eta.values and U.default in U.values


def _fingerprints(root, changed, monkeypatch, change=lambda text: text + "CHANGED = True\n"):
    """The sweeps' file names of three explorers in a copy of the sources, in which one file is changed."""
    for folder in ("oco_core", "oco_live"):
        shutil.copytree(bake.ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    if changed:
        before = (root / changed).read_text("utf-8")
        assert change(before) != before
        (root / changed).write_text(change(before), "utf-8")
    monkeypatch.setattr(bake, "ROOT", root)
    bake._fingerprint.cache_clear()
    try:
        return {name: set(bake.files(name).values()) for name in ("ogd", "ogd_proof", "strong_convexity")}
    finally:
        monkeypatch.undo()
        bake._fingerprint.cache_clear()


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    with pytest.MonkeyPatch.context() as monkeypatch:
        return _fingerprints(tmp_path_factory.mktemp("before"), None, monkeypatch)


@pytest.mark.parametrize("changed, anew", [
    ("oco_core/losses.py", {"ogd", "ogd_proof", "strong_convexity"}),
    ("oco_core/data/README.md", set()),
    ("oco_core/engine/interior_point.py", {"ogd", "ogd_proof", "strong_convexity"}),  # by way of hindsight
    ("oco_core/bounds/bound.py", {"ogd", "ogd_proof", "strong_convexity"}),
    ("oco_core/engine/blocks.py", {"ogd", "ogd_proof", "strong_convexity"}),  # by way of play, which __init__ offers
    ("oco_core/bounds/strong_convexity.py", {"strong_convexity"}),
    ("oco_core/bounds/__init__.py", set()),
    ("oco_core/proofs.py", {"ogd_proof"}),
    ("oco_core/chapters/online_to_batch/laws.py", set()),
    ("oco_core/tightest/__init__.py", set()),
    ("oco_live/explorers/__init__.py", set()),
    ("oco_live/style.py", set()),
    ("oco_live/explorer.py", {"ogd", "ogd_proof", "strong_convexity"}),
    ("oco_live/control.py", {"ogd", "ogd_proof", "strong_convexity"}),
    ("oco_live/phrasing.py", {"ogd", "ogd_proof", "strong_convexity"}),
    ("oco_live/explorers/sources.py", {"ogd", "ogd_proof"}),
    ("oco_live/explorers/ogd.py", {"ogd", "ogd_proof"}),  # the proof takes its sliders from there
    ("oco_live/explorers/strong_convexity/__init__.py", {"strong_convexity"}),
    ("oco_live/explorers/strong_convexity/measure.py", {"strong_convexity"}),
    ("oco_live/explorers/strong_convexity/words.py", {"strong_convexity"}),
])
def test_a_change_makes_new_sweeps_of_the_explorers_it_concerns(changed, anew, before, tmp_path, monkeypatch):
    after = _fingerprints(tmp_path, changed, monkeypatch)
    assert {name for name in before if before[name].isdisjoint(after[name])} == anew
    assert all(before[name] == after[name] for name in before if name not in anew)


@pytest.mark.parametrize("change, anew", [
    (lambda text: text.replace("The largest σ for which", "The σ up to which"), False),  # a docstring
    (lambda text: text.replace("# in nats;", "# nats;"), False),
    (lambda text: text.replace("(p - y) ** 2", "((p - y)\n        ** 2)"), False),
    (lambda text: text.replace("(p - y) ** 2", "(p - y) ** 2.5"), True),
    (lambda text: text.replace("(p - y) ** 2", "(p + y) ** 2"), True),
    (lambda text: text.replace('"square"', '"squared"'), True),
])
def test_words_for_the_reader_of_the_source_make_no_new_sweeps_and_numbers_do(change, anew, before, tmp_path,
                                                                              monkeypatch):
    after = _fingerprints(tmp_path, "oco_core/losses.py", monkeypatch, change)
    assert all((before[name] != after[name]) == anew for name in before)


def test_another_python_makes_its_own_sweeps(before, tmp_path, monkeypatch):
    monkeypatch.setattr(bake.sys, "version_info", (3, 99, 0))
    assert all(before[name].isdisjoint(names) for name, names in _fingerprints(tmp_path, None, monkeypatch).items())


def test_an_empty_name_of_a_cache_is_none(monkeypatch, tmp_path):
    """It would be the folder in which the build was started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OCO_CACHE", "")
    monkeypatch.setattr(fetch, "ROOT", tmp_path / "project")
    monkeypatch.setattr(bake, "sweep", lambda name, stream: {})
    bake._baked("ogd", "mail", "ogd/mail-0.js")
    assert [path.name for path in tmp_path.iterdir()] == ["project"]


def test_nothing_is_imported_in_a_way_that_the_fingerprint_does_not_see():
    for folder in ("oco_core", "oco_live/explorers"):
        for path in (bake.ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                assert not any(name.startswith("oco_") for name in names), path
                if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
                    assert path.name == "__init__.py" and imports.public(path.parent / f"{node.module}.py"), path
