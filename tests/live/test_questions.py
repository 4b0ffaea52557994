"""Questions that are predicted: what they say is what the explorers' frames say, and a page hides it until then."""

import base64
import gzip
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import nbformat
import numpy as np
import pytest
from support.asked import words_of

from oco_live import predict
from oco_live.explorer import get
from oco_live.hosts import browser, bundle, live_python, question_cells, question_page
from oco_live.questions import NAMES, question
from oco_live.questions.question import ALONG, KINDS, SHAPES, answered, frames, get_question

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 10_000  # bytes, compressed, that script and stylesheet of the questions may have
CHAPTERS = dict.fromkeys(NAMES.values())
EVERY = pytest.mark.parametrize("name", NAMES)


def test_each_chapter_has_a_file_with_its_questions():
    folder = ROOT / "oco_live" / "questions"
    assert {path.stem for path in folder.glob("*.py")} - {"__init__", "question", "saying"} == set(CHAPTERS)
    for name, chapter in NAMES.items():
        assert get_question(name).name == name and get_question(name).chapter == chapter
    with pytest.raises(ValueError, match="expected one of .*ogd-small-step, ogd-double-U"):
        get_question("ogd-large-step")
    with pytest.raises(ValueError, match="expected one of"):
        predict("ogd-large-step")


@EVERY
def test_a_question_is_whole(name):
    asked = get_question(name)
    explorer, picture = get(asked.explorer), asked.picture
    assert asked.kind in KINDS and "start" in asked.states and 3 <= len(asked.title.split()) <= 6
    curves = {f"{c.series}-{c.state}" for c in picture.curves}
    assert {c.state for c in picture.curves} <= set(asked.states)
    assert {c.series for c in picture.curves} <= {s.name for s in explorer.series if s.panel == picture.panel}
    assert not picture.yours or picture.yours in curves
    gaps, truth = [said.gap for said in asked.said], answered(name)["truth"]
    if asked.kind == "number":
        low, high, step = asked.limits
        assert gaps[-1] is None and low <= truth <= high and step > 0
        assert any(gap[0] <= truth <= gap[1] for gap in gaps[:-1]), "a right answer has its words"
    else:
        told = [one for gap in gaps for one in (gap if isinstance(gap, tuple) else (gap,))]
        assert len(told) == len(set(told)) and (None not in told or told[-1] is None)
    if asked.kind == "draw":
        assert set(told) - {ALONG} == set(SHAPES) - (set() if picture.valley else {"valley there"}) and picture.range
        given = {f"{c.series}-{c.state}" for c in picture.curves if c.given}
        assert picture.yours not in given and (not picture.ceiling or picture.ceiling[0] in given)
        assert ALONG not in told or picture.ceiling
    elif asked.kind == "choose":
        assert truth in asked.options and truth in told, "a right answer has its words"
        assert set(told) == set(asked.options) if None not in told else set(told) - {None} < set(asked.options)
    for move in asked.show:
        assert explorer.checked(move.params)
    if asked.why:
        assert len(asked.why.reasons) == 3 and sum(reason.right for reason in asked.why.reasons) == 1


@EVERY
def test_what_is_seen_of_the_truth_is_in_the_picture(name):
    picture = answered(name)["picture"]
    explorer, found = get(get_question(name).explorer), frames(get_question(name))
    for curve in get_question(name).picture.curves:
        panel, frame = explorer.panel(get_question(name).picture.panel), found[curve.state]
        shown = picture["frame"]["series"][f"{curve.series}-{curve.state}"]
        absolute = {}
        for way in "xy":
            axis = getattr(panel, way)
            natural = way == "y" and get_question(name).picture.natural
            unit = frame.facts[axis.unit] if axis.unit and not natural else 1
            absolute[way] = np.asarray([unit * np.sign(v) * abs(v) ** axis.power
                                        for v in frame.series[curve.series][way]])
        first, last = get_question(name).picture.across or (-np.inf, np.inf)
        seen = (absolute["x"] >= first) & (absolute["x"] <= last)
        for way in "xy":
            assert shown[way] == pytest.approx(absolute[way][seen], rel=1e-4) and len(shown[way])
        if picture["ranges"]:
            for way in "xy":
                low, high = picture["ranges"][way]["low"], picture["ranges"][way]["high"]
                assert all(low - 1e-9 <= v <= high * (1 + 1e-4) for v in shown[way]), (curve, way)


def test_what_is_written_in_the_picture():
    """At an end its value, of a bar its fact, of what is cut nothing; rows by their own words; where an axis begins."""
    pictures = {name: answered(name)["picture"] for name in (
        "sc-quartic-steps", "ogd-proof-line", "otb-how-many-exceed", "sc-tenth-sigma", "reg-regret-in-units")}
    ends = {name: picture["frame"]["facts"] for name, picture in pictures.items()}
    proof = get("ogd_proof").frame(stream="regression")
    assert "distance-start" not in ends["sc-quartic-steps"] and ends["sc-quartic-steps"]["distance-ball"] < 1e-3
    assert ends["ogd-proof-line"]["link_gradient-start"] == proof.facts["gradient"]
    assert ends["ogd-proof-line"]["bound_bar-start"] == proof.facts["bound"]
    rows = pictures["ogd-proof-line"]["frame"]["texts"]
    shown = pictures["ogd-proof-line"]["frame"]["series"]
    assert rows[f"proof.y.{round(shown['link_gradient-start']['y'][0])}"] == "gradient"
    assert rows[f"proof.y.{round(shown['regret_bar-start']['y'][0])}"] == "regret"
    assert "average_share-start" not in ends["otb-how-many-exceed"]
    assert pictures["sc-tenth-sigma"]["ranges"]["x"] == {"kind": "log", "low": 1, "high": 1000}
    assert ends["reg-regret-in-units"]["regret_A-large"] == pytest.approx(answered("reg-regret-in-units")["truth"])


def test_a_number_that_was_given_is_in_the_picture_or_in_the_words():
    for name in NAMES:
        asked = answered(name)
        if asked["kind"] == "number" and not asked["picture"]["yours"]:
            assert all(said["words"].count("{you}") == 1 for said in asked["said"]), name
    outlier = answered("losses-outlier")
    picture = outlier["picture"]
    ends = picture["ranges"]["y"]
    assert picture["given"] == [] and (ends["low"], ends["high"]) == (0, 1)  # no truth moves the axis
    for height in picture["frame"]["series"][picture["yours"]]["y"]:
        assert height == pytest.approx(picture["level"] * outlier["truth"])
    assert picture["level"] * outlier["limits"][1] == ends["high"]


@EVERY
def test_a_claim_that_no_longer_holds_stops_the_build(name, monkeypatch):
    asked = get_question(name)
    monkeypatch.setattr(question, "get_question", lambda _: replace(asked, claim=lambda f: not asked.claim(f)))
    with pytest.raises(ValueError, match=f"{name}: the explorer no longer shows"):
        answered.__wrapped__(name)


# ---------------------------------------------------------------- in a page and in a notebook

@EVERY
def test_a_page_hides_the_answer_and_keeps_it_in_its_data(name):
    markup = question_page.group_html([name], "../_oco/")
    data = re.search(r'class="oco-pq-data">([^<]*)<', markup)[1]
    assert json.loads(base64.b64decode(data)) == json.loads(json.dumps(question_cells.told(name)))
    seen = re.sub(r"<noscript>.*?</noscript>|<script.*?</script>", "", markup, flags=re.S)
    text = re.sub(r"<[^>]*>", "", seen)
    assert "<noscript><details><summary>Answer" in markup and "Answer" not in text
    assert question_cells.escape(get_question(name).title) in text
    for said in words_of(name):
        assert not said or question_cells.rich(said) not in seen


def test_a_page_loads_little_for_its_questions():
    loaded = [bundle.bundled("predict/page.js"), bundle.sheet("predict")]
    assert sum(len(gzip.compress(text.encode(), 6)) for text in loaded) <= LARGEST
    assert question_page.known(["ogd-double-U"]) and not question_page.known(["ogd-double-U", "else"])
    assert not question_page.known([])


def test_every_module_of_the_questions_is_used():
    folder = bundle.VIEW / "predict"
    found, waiting = set(), ["page.js", "room.js"]
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting += [other for other in re.findall(r'"\./([\w-]+\.js)"', (folder / name).read_text("utf8"))
                    if other not in found]
    assert found == {path.name for path in folder.glob("*.js")}
    assert {f"predict/{path.name}" for path in folder.glob("*.css")} == {
        *bundle.PARTS["predict"][1], "predict/room.css"} - {"ground.css"}


def test_a_notebook_shows_the_question_and_folds_the_answer():
    shown = predict("ogd-small-step", "ogd-double-U")._repr_mimebundle_()
    assert shown["text/html"].startswith('<div class="oco-predict-placeholder" data-questions="ogd-small-step ogd-d')
    assert shown["text/html"].count("<details><summary>Answer</summary>") == 2 and "](" not in shown["text/html"]
    assert "times smaller" in shown["text/plain"] and "8.01" not in shown["text/plain"]


def test_the_questions_also_come_to_notebooks_in_the_browser(tmp_path):
    """What JupyterLite gets of our own files is enough for a chapter's cell."""
    for path in {*live_python.notebook_files(), *browser.package_files()}:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((ROOT / path).read_bytes())
    last = list({chapter: name for name, chapter in NAMES.items()}.values())
    code = f"from oco_live import predict; print(predict(*{last})._repr_mimebundle_()['text/html'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": ""})
    assert done.returncode == 0 and "oco-predict-placeholder" in done.stdout, done.stderr


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_questions_stand_before_their_explorer(chapter):
    cells = nbformat.read(ROOT / "chapters" / f"{chapter}.ipynb", as_version=4).cells
    asked = []
    for cell, following in zip(cells, cells[1:]):
        if cell.cell_type == "code" and "predict(" in cell.source:
            names = re.findall(r'"([\w-]+)"', cell.source.partition("predict(")[2])
            assert {get_question(name).explorer for name in names} == {
                re.search(r'explore\("(\w+)"', following.source)[1]}
            asked += names
    assert asked == [name for name, where in NAMES.items() if where == chapter]
