"""The arithmetic of the view, tested by node (`node --test tests/view/*.mjs`), here with what Python says.

What is shown in a page is tested in a browser (tests/live, tests/site).
"""

import itertools
import json
import os
import random
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.states import states

from oco_live import code
from oco_live.control import squeezed
from oco_live.explorer import NAMES, Control, Explorer, get
from oco_live.hosts import bake, markup, node, typography
from oco_live.hosts.wording import position, setting_words, spoken, value_text
from oco_live.phrasing import percent, text_of

HERE = Path(__file__).parent
SWEEPS = {"ogd": "zigzag", "kernels": None, "adversary": None}  # explorer -> stream; None: its first


def numbers():
    """[number, digits, text]: of all sizes, halves that binary numbers hold exactly, and those just beside them."""
    dice = random.Random(0)
    found = [0, 1, -1, 9.995, 99.95, 0.0009995, 999499.5, 999999.5, 1e6, 0.001, 0.00099951, 0.125, 2.5, -0.375, 1e22]
    found += [sign * dice.uniform(1, 10) * 10.0 ** dice.randint(-12, 12) for sign in (1, -1) for _ in range(300)]
    found += [dice.randint(1, 2**20) / 2**k for k in range(0, 14) for _ in range(20)]
    return [[number, digits, text_of(number, digits)] for number in found for digits in (2, 3, 4)]


def shares():
    dice = random.Random(1)
    found = [0.0009, 0.001, 0.01, 0.0095, 0.00995, 0.0995, 0.5, 0.994, 0.9949, 0.995, 0.9951, 0.999, 1]
    return [[share, percent(share, 2)] for share in found + [dice.uniform(0, 0.999) for _ in range(300)]]


def explorers():
    return [{"spec": markup.view_spec(explorer),
             "defaults": {stream: explorer.defaults(stream) for stream in explorer.control("stream").values},
             "presets": [explorer.preset(preset) for preset in explorer.presets],
             "unused": [[params, [c.without_use(params) for c in explorer.controls]] for params in states(explorer)],
             "settings": [[params, setting_words(explorer, params)]
                          for params in map(explorer.settled, states(explorer))]}
            for explorer in map(get, NAMES)]


def words():
    """What is said in some states of each explorer, and how it is set."""
    links = {"T3": "ogd.html#t3", "T4": 'a"b.html', "E25": "errata.html#errata-e25"}
    made_up = ["√(8T) and √2, √T", "w_t, R_T, w₁ and x₁₂", "UG√T = 3, G’s η*, η_t", "a < b & c > d", "I. A x-ray 1e−5",
               "η/√t, <1/√(8T)", "min f; T;", "−3.5 % of all, in % of 1"]
    for explorer in map(get, NAMES):
        frames = [explorer.frame(**state) for state in states(explorer)[::3]]
        labels = [explorer.title, *(p.title for p in explorer.panels), *(s.label for s in explorer.series), *made_up,
                  *(text for frame in frames for text in frame.texts.values()), *(c.label for c in explorer.controls)]
        yield {
            "series": explorer.spec()["series"],
            "headlines": [[{"headline": f.headline, "sentence": f.sentence},
                           typography.headline(typography.first_words(f), explorer)] for f in frames],
            "facts": [[f.sentence, links, [typography.fact(one, links) for one in typography.facts(f.sentence)]]
                      for f in frames],
            "texts": [[text, typography.mathematics(text)] for text in labels]}


def sliders():
    """[[control, value, stream, facts, position, text, what is spoken], …]"""
    found = []
    for explorer in map(get, NAMES):
        for control, spec in zip(explorer.controls, explorer.spec()["controls"]):
            for stream in explorer.control("stream").values if control.kind == "slider" else ():
                values = control.values_for(stream) or control.values
                given = [values[0], values[-1], values[len(values) // 2], (values[0] + values[-1]) / 2]
                for facts in [{}, {"T": 6}, *({control.tuned: v} for v in [*given, 2 * values[-1]] if control.tuned)]:
                    for value in [*given, *facts.values()]:
                        frame = SimpleNamespace(params={"stream": stream}, facts=facts)
                        found.append([spec, value, stream, facts, position(control, value, frame),
                                      value_text(control, value, facts), spoken(control, value, facts)])
    return found


def texts():
    """[[what a reader may write, as a link has it], …]"""
    dice = random.Random(2)
    made = ["".join(dice.choices(" ,;:+-−0.e\t１", k=dice.randint(0, 14))) for _ in range(300)]
    return [[text, squeezed(text)] for text in ["1,0; 0,2:-1", " −1 ; +2 : 1e+3 ;", "1 2", "", *made]]


def lines():
    """[[name, params, the lines that "copy as Python" gives], …], [[number, how Python is told it], …]"""
    found = [[name, params, code.lines(name, params)]
             for name in NAMES for params in map(get(name).settled, states(get(name)))]
    values = (1, 0.1, 1e-9, 5e-5, 1e-4, 1.5e22, 1e16, 0, 4601, 2**-0.5, -3e-7, "+-")
    return found, [[value, code.literal(value)] for value in values]


def small(explorer):
    """The real explorer on two or three places of each slider, so that a sweep takes a moment."""
    def fewer(c):
        return Control(**{**vars(c), "values": (c.values[0], c.values[len(c.values) // 2], c.values[-1])})

    controls = [fewer(c) if c.baked and c.kind == "slider" else c
                for c in explorer.controls]
    return Explorer(explorer.name, explorer.title, tuple(controls), explorer.panels, explorer.series, explorer.compute,
                    explorer.presets)


def sweeps(monkeypatch):
    for name, stream in SWEEPS.items():
        explorer = small(get(name))
        stream = stream or explorer.defaults()["stream"]
        monkeypatch.setattr(bake, "get", lambda _, explorer=explorer: explorer)
        script = f"ocoSweep({json.dumps(bake.sweep(name, stream))})"
        moving = [c for c in explorer.controls if c.baked]
        frames = [get(name).frame(stream=stream, **dict(zip((c.name for c in moving), values))).as_dict()
                  for values in itertools.product(*(c.values for c in moving))]
        presets = [get(name).preset(preset) for preset in explorer.presets]
        others = [get(name).frame(**state).as_dict() for state in presets if state["stream"] == stream
                  and any(state[c.name] != explorer.defaults(stream)[c.name] for c in explorer.controls if not c.baked)]
        yield {"script": script, "frames": frames, "others": others}


def tuned(monkeypatch):
    """A sweep with a tuned place, and the frames there."""
    explorer = small(get("ogd"))
    monkeypatch.setattr(bake, "get", lambda _: explorer)
    stream = explorer.defaults()["stream"]
    frames = [["eta", explorer.frame(stream=stream, eta="tuned", U=U).as_dict()] for U in explorer.control("U").values]
    return {"spec": markup.view_spec(explorer), "script": f"ocoSweep({json.dumps(bake.sweep('ogd', stream))})",
            "tuned": frames}


@pytest.fixture
def told(tmp_path, monkeypatch):
    data = {"numbers": numbers(), "shares": shares(), "explorers": explorers(), "words": list(words()),
            "sliders": sliders(), "lines": lines(), "texts": texts(),
            "sweeps": list(sweeps(monkeypatch)), "tuned": tuned(monkeypatch)}
    file = tmp_path / "told.json"
    file.write_text(json.dumps(data, allow_nan=False), encoding="utf-8")
    return file


def test_node_finds_nothing_wrong(told):
    files = sorted(map(str, HERE.glob("*.test.mjs")))
    command = [node.program(), "--test", "--test-isolation=none", "--test-reporter=tap", *files]  # one process for all
    done = subprocess.run(command, env=os.environ | {"OCO_VIEW_DATA": str(told)}, capture_output=True, encoding="utf-8")
    failed = re.findall(r"^ *not ok \d+ - (.*)$", done.stdout, flags=re.M)
    assert failed == [], done.stdout
    assert done.returncode == 0, done.stdout + done.stderr
    counts = dict(re.findall(r"^# (tests|pass|skipped) (\d+)$", done.stdout, flags=re.M))
    assert int(counts["pass"]) == int(counts["tests"]) > 50 and counts["skipped"] == "0"
