"""The baked sweep equals fresh frames: facts to 1e-9, series within half a 16-bit code, words exactly."""

import ast
import itertools
import json
import shutil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.off_grid import BOUNDS

from oco_live.explorer import NAMES, Axis, Control, Explorer, get
from oco_live.hosts import bake, fetch, imports

OGD = get("ogd")
BAKED = [c for c in OGD.controls if c.baked]


SAID = ("headline", "sentence", "texts", "status")


def unpacked(sweep, params):
    """The frame in a sweep, decoded as the view decodes it."""
    index = [len(values) if params[name] == "tuned" else list(values).index(params[name])
             for name, values, *_ in sweep["axes"]]
    shape = [len(values) + len(fact) for _, values, *fact in sweep["axes"]]
    position = np.ravel_multi_index(index, shape)
    at = lambda column: column["values"][column["index"][position] if "index" in column
                                         else min(position, len(column["values"]) - 1)]
    series = {name:
              {axis: bake.values_of(bake.decode(curve[axis], shape)[position], *curve[axis]["range"]) for axis in "xy"}
              for name, curve in sweep["series"].items()}
    return {"facts": {name: at(column) for name, column in sweep["facts"].items()}, "series": series,
            **{key: at(sweep[key]) for key in SAID}}


def assert_equal_to_frame(found, frame, sweep):
    fresh = frame.as_dict()
    assert {k: found[k] for k in SAID} == {k: fresh[k] for k in SAID}
    assert found["facts"] == pytest.approx(fresh["facts"], rel=1e-9, abs=1e-9)
    for series in OGD.series:
        for axis in "xy":
            scale = sweep["series"][series.name][axis]["range"]
            a, b = (bake._coded(f["series"][series.name][axis], *scale[2:4]) for f in (found, fresh))
            assert np.all(abs(a - b) <= 0.5000001 * (scale[1] - scale[0]) / scale[4] + 1e-12), (series.name, axis)


def small(stream):
    """The real explorer on three by three positions, so that a sweep takes a moment."""
    controls = tuple(
        Control(**{**vars(c), "values": (c.values[0], c.values[len(c.values) // 2], c.values[-1])}) if c.baked else c
        for c in OGD.controls)
    return Explorer(OGD.name, OGD.title, controls, OGD.panels, OGD.series, OGD.compute)


@pytest.mark.parametrize("stream", OGD.control("stream").values)
def test_a_sweep_holds_every_frame_and_that_of_the_tuned_step(stream, monkeypatch):
    explorer = small(stream)
    monkeypatch.setattr(bake, "get", lambda name: explorer)
    sweep = bake.sweep("ogd", stream)
    assert sweep["params"] == {k: v for k, v in OGD.defaults(stream).items() if k not in ("eta", "U")}
    etas, radii = (c.values for c in explorer.controls if c.baked)
    for eta, U in itertools.product([*etas, "tuned"], radii):
        params = {"eta": eta, "U": U}
        frame = explorer.frame(stream=stream, **params)
        assert_equal_to_frame(unpacked(sweep, params), frame, sweep)
        if eta == "tuned":
            star = unpacked(sweep, params)["facts"]["eta_star"]  # the number that a reader gets, to its last digit
            assert frame.params["eta"] == min(max(star, etas[0]), etas[-1])


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_answers_without_python(name):
    """It is a position of its stream's sweep, or it is there as it is."""
    explorer, told = get(name), 0
    for preset in explorer.presets:
        state = explorer.preset(preset)
        stream = state["stream"]
        others = bake.others(explorer, stream)
        if all(c.baked or state[c.name] == explorer.defaults(stream)[c.name] for c in explorer.controls):
            assert all(state[c.name] in c.values or c.is_tuned(state[c.name]) for c in explorer.controls if c.baked)
            assert state not in [frame["params"] for frame in others]
        else:
            assert explorer.frame(**state).as_dict() in others
            told += 1
    wanted = {"sgd": 1, "adversary": 1, "regularisation": 2, "perceptron": 1}
    wanted |= {} if name in BOUNDS else {name: min(told, 2)}
    assert told == wanted.get(name, 0)  # each is a frame more to fetch; one or two are a new explorer's to have


@pytest.mark.parametrize("rows, axis, kind, fine", [
    ([[-4, 16], [0, 15]], Axis("", (-9, 99)), "linear", 1e-4),
    ([[0.01, 1000], [1, 2]], Axis("", (1e-5, 1e9), scale="log"), "log", 1.5e-4),
    ([[-0.01, 0.02], [5, 900]], Axis("", (-1e3, 1e3)), "symlog", 2e-4),  # one is far smaller than the other
    ([[0, 0.005], [5, 1e9]], Axis("", (-1e9, 1e9)), "symlog", 5e-4),  # within the ball, and without it
    ([[-3, 0], [2, 900]], Axis("", (-1e3, 1e3), scale="symlog", near=0.1), "symlog", 2e-4),
    ([[0, 0], [0, 0]], Axis("", (-1, 1)), "linear", 0), ([[], []], Axis("", (-1, 1)), "linear", 0),
])
def test_codes_are_as_fine_as_the_smallest_curve_needs(rows, axis, kind, fine):
    scale = bake.scale_of(axis, rows)
    assert scale[2] == kind and 1 <= scale[4] <= bake.CODES
    for row in rows:
        codes = bake.codes_of(row, *scale)
        assert np.all((codes >= 0) & (codes <= scale[4]))
        found, exact = bake.values_of(codes, *scale), np.array(row)
        size = abs(exact) if kind == "log" else max(map(abs, row), default=0)
        assert np.all(abs(found - exact) <= fine * size), row


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
    ("oco_live/explorers/sources.py", {"ogd", "ogd_proof", "strong_convexity"}),
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
