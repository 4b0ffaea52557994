"""The proof of T3 as a waterfall: every amount recomputed, every sum exact, every sentence true."""

import itertools
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from oco_core import bounds, hindsight, learners, losses, play, proofs
from oco_live.explorer import get, text_of
from oco_live.explorers import ogd_proof
from oco_live.explorers.sources import SOURCES
from oco_live.phrasing import plain, share_of

PROOF = get("ogd_proof")
STREAMS = PROOF.control("stream").values
LINES = ("convexity", "projection", "telescoping", "dropped_term", "diameter", "gradient", "sum")
CORNERS = list(itertools.product((0.01, 1.0, 10.0), (0.25, 1.0, 4.0)))
CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "online_gradient_descent.ipynb"


def recomputed(p, eta=None):
    """(run, u, regret) of these parameters, straight from the core."""
    loss = getattr(losses, p["loss"])
    source = SOURCES[p["stream"]].make(p["T"], p["seed"], p["noise"], "")
    run = play(learners.ogd(p["eta"] if eta is None else eta, p["U"]), loss, source, T=p["T"])
    best = hindsight.best(loss, run.X, run.y, p["U"])
    return run, best.u, run.losses.sum() - best.value


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("eta, U", [(1.0, 1.0), (0.02, 3.0), (7.0, 0.3)])
def test_the_amounts_by_their_definitions(stream, eta, U):
    """Each line of the proof evaluated here anew, without `proofs`."""
    frame = PROOF.frame(stream=stream, eta=eta, U=U, T=300)
    run, u, regret = recomputed(frame.params)
    f, T = frame.facts, 300
    G = losses.gradient_bound(run.loss, run.X, run.y, U)
    t = np.arange(1, T + 1)
    steps, w, g = eta / np.sqrt(t), run.w, run.slopes[:, None] * run.X
    distance = ((w - u) ** 2).sum(axis=1)
    linear = (g * (w[:-1] - u)).sum()
    unprojected = ((w[:-1] - steps[:, None] * g - u) ** 2).sum(axis=1)
    growth = np.diff(1 / steps, prepend=0)
    expected = {
        "convexity": linear - regret,
        "projection": ((unprojected - distance[1:]) / (2 * steps)).sum(),
        "telescoping": 0,
        "dropped_term": distance[-1] / (2 * steps[-1]),
        "diameter": ((4 * U * U - distance[:-1]) * growth).sum() / 2,
        "gradient": (steps * (G * G - (g * g).sum(axis=1))).sum() / 2,
        "sum": eta * G * G * (np.sqrt(T) - (1 / np.sqrt(t)).sum() / 2),
    }
    scale = f["bound"] + abs(run.losses).sum() + abs(linear) + (distance / np.append(steps, steps[-1])).sum()
    for line in LINES:
        assert f[line] == pytest.approx(expected[line], rel=1e-7, abs=1e-12 * scale), line
        assert f[line] >= 0
    assert f["regret"] == pytest.approx(regret, rel=1e-9, abs=1e-8 * max(1, abs(run.losses.sum())))
    assert f["bound"] == pytest.approx(2 * U**2 * math.sqrt(T) / eta + eta * G**2 * math.sqrt(T))
    assert f["regret"] + math.fsum(f[line] for line in LINES) == pytest.approx(f["bound"], rel=1e-11, abs=1e-12 * scale)
    assert f["lost"] == pytest.approx(f["bound"] - f["regret"], rel=1e-12)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("eta, U", [(1.0, 1.0), (0.05, 2.0)])
def test_what_eta_costs_or_saves(stream, eta, U):
    frame = PROOF.frame(stream=stream, eta=eta, U=U, T=200)
    f = frame.facts
    run, _, _ = recomputed(frame.params)
    G = losses.gradient_bound(run.loss, run.X, run.y, U)
    tuned = U * G * math.sqrt(8 * 200)
    assert f["bound_tuned"] == pytest.approx(tuned) and f["eta_star"] == pytest.approx(math.sqrt(2) * U / G)
    assert f["distance_change"] == pytest.approx(2 * U * U * math.sqrt(200) / eta - tuned / 2)
    assert f["gradients_change"] == pytest.approx(eta * G * G * math.sqrt(200) - tuned / 2)
    assert f["distance_change"] * f["gradients_change"] < 0  # one term costs, the other saves
    assert f["distance_change"] + f["gradients_change"] == pytest.approx(f["excess"]) and f["excess"] > 0
    _, _, regret_tuned = recomputed(frame.params, eta=f["eta_star"])
    assert f["regret_tuned"] == pytest.approx(regret_tuned, rel=1e-9, abs=1e-7)
    assert f["regret_change"] == pytest.approx(f["regret"] - regret_tuned, rel=1e-7, abs=1e-7)
    assert not f["T4_holds"] and frame.status["tuned_bar"] == "reference"


def bars(frame, name):
    curve = frame.series[name]
    return [tuple(curve["x"][i:i + 2]) for i in range(0, len(curve["x"]), 2)]


@pytest.mark.parametrize("stream", STREAMS)
def test_the_waterfall_climbs_without_a_gap_and_stays_in_the_picture(stream):
    full = PROOF.defaults(stream)["T"]  # mail in file order needs all its rounds to bring the regret far below zero
    for (eta, U), T in [*((corner, 200) for corner in CORNERS), ((0.1, 0.25), full), ((1.0, 1.0), full)]:
        frame = PROOF.frame(stream=stream, eta=eta, U=U, T=T)
        frame.as_dict()
        f = frame.facts
        for series in PROOF.series:  # nothing is clipped: the units are chosen so that all fits
            panel, curve = PROOF.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            assert series.kind != "segments" or len(curve["x"]) % 2 == 0
            for axis in "xy":
                low, high = getattr(panel, axis).limits
                assert np.all((low <= curve[axis]) & (curve[axis] <= high)), (series.name, axis)
        level = f["regret"]
        rows = [frame.texts[f"proof.y.{i}"] for i in range(9)]
        named = {row.replace(" ", "_"): i for i, row in enumerate(rows) if row}
        assert rows[0] == "T3’s bound" and rows[len(named) - 1] == "regret" and len(named) == sum(map(bool, rows))
        assert [line for line in LINES if line in named] == list(named)[-2:0:-1]
        for line in LINES:
            if line not in named:
                assert f[line] == 0 and not bars(frame, f"link_{line}")
                continue
            (start, end), = bars(frame, f"link_{line}")
            assert set(frame.series[f"link_{line}"]["y"]) == {named[line]}
            assert start * f["unit"] == pytest.approx(level, rel=1e-9, abs=1e-9 * f["unit"])
            level += f[line]
            assert end * f["unit"] == pytest.approx(level, rel=1e-9, abs=1e-9 * f["unit"])
        assert bars(frame, "bound_bar")[0][1] * f["unit"] == pytest.approx(level, rel=1e-9)
        most, = (line for line in LINES if frame.status[f"link_{line}"] == "most")
        assert f[most] == max(map(f.get, LINES))
        for row, name, change in ((4, "distance_bar", "distance_change"), (3, "gradients_bar", "gradients_change"),
                                  (0, "change_bar", "regret_change")):
            (start, end), = bars(frame, name)
            assert set(frame.series[name]["y"]) == {row}
            assert (end - start) * f["unit_tuned"] == pytest.approx(f[change], rel=1e-9, abs=1e-11 * f["unit_tuned"])


@pytest.mark.parametrize("stream", STREAMS)
def test_the_lines_over_time_end_at_their_amounts(stream):
    frame = PROOF.frame(stream=stream, eta=0.5, U=0.5, T=250)
    f = frame.facts
    for line in LINES:
        y = frame.series[f"time_{line}"]["y"]
        assert y[0] == 0 and y[-1] * f["lost"] == pytest.approx(f[line], rel=1e-9, abs=1e-11 * f["lost"])
        assert np.all(np.diff(y) >= -1e-12), "every round loses something or nothing"
    # halfway: the chain of the run's first rounds against the same u, except for what only the last round decides
    run, u, _ = recomputed(frame.params)
    x = frame.series["time_diameter"]["x"]
    k = len(x) // 2
    n = round(x[k] * 250)
    half = play(run.learner, run.loss, run.X[:n], run.y[:n])
    G = losses.gradient_bound(run.loss, run.X, run.y, 0.5)
    chain = {link.name.replace(" ", "_"): link.amount for link in proofs.ogd_chain(half, u, G=G).links}
    for line in ("convexity", "projection", "diameter", "gradient", "sum"):
        found = frame.series[f"time_{line}"]["y"][k] * f["lost"]
        assert found == pytest.approx(chain[line], rel=1e-8, abs=1e-10 * f["lost"]), line


def test_near_the_bound_the_sentence_names_the_rest():
    """Zig-zag and push with the tuned step, T = 5000: at least 94 % of the bound is regret."""
    frame = PROOF.frame(stream="zigzag", eta="tuned")
    f = frame.facts
    assert frame.params["T"] == 5000 and f["ratio"] >= 0.94 and "the diameter alone loses" in frame.headline
    rest = {line: 100 * f[line] / f["bound"] for line in LINES if f[line]}
    assert sum(rest.values()) == pytest.approx(100 - 100 * f["ratio"])
    named = [line for line in rest if rest[line] >= 0.1]
    assert set(named) == {"diameter", "sum", "gradient"}
    for line in named:
        assert f"{line} {share_of(f[line], f['bound'])}" in frame.sentence
    assert f["T4_holds"] and "η is the tuned step" in frame.sentence and frame.status["tuned_bar"] == "holds"
    assert f["excess"] == pytest.approx(0, abs=1e-9) and f["bound"] == pytest.approx(f["bound_tuned"])
    assert f["distance_change"] == f["gradients_change"] == f["regret_change"] == 0  # in every digit: they are shown


@pytest.mark.parametrize("stream", STREAMS)
def test_sentences_are_true(stream):
    for eta, U in CORNERS:
        frame = PROOF.frame(stream=stream, eta=eta, U=U, T=200)
        f, said = frame.facts, frame.sentence
        most = max(LINES, key=lambda line: f[line])
        assert f"{most.replace('_', ' ')} alone loses {text_of(f[most])}." in plain(frame.headline)
        assert f"From regret {text_of(f['regret'])} to bound {text_of(f['bound'])}:" in plain(frame.headline)
        assert f"{most.replace('_', ' ')} {ogd_proof._part(f[most], f['bound'])}" in said
        absent = re.fullmatch(r"(.*) loses? nothing.", frame.texts["proof.note"])[1].lower()
        assert all(f[line.replace(" ", "_")] == 0 for line in re.split(", | and ", absent))
        if not f["T4_holds"]:
            first, second = re.search(
                r"this η (costs|saves) \S+ in the distance term .* It (costs|saves) ", said).groups()
            assert (first == "costs") == (f["distance_change"] > 0) and first != second
            assert f"worse by {text_of(f['excess'])}." in said
        if f["regret_change"]:
            word = "costs" if f["regret_change"] > 0 else "saves"
            assert f"Measured, this η {word} {text_of(abs(f['regret_change']))} of regret" in said


def test_a_line_may_lose_more_than_the_bound_where_the_regret_is_below_zero():
    """Then it is told as a multiple, and never as a percentage above 100 nor as "1 times"."""
    assert (
        ogd_proof._part(0.5, 1.0) == "50 %"
        and ogd_proof._part(0.9999, 1.0) == "nearly all")
    assert (
        ogd_proof._part(1.4, 1.0) == "1.4 times it" and ogd_proof._part(1.0001, 1.0) == "about all of it")
    for eta in (0.5, 1.0, 2.0):
        frame = PROOF.frame(stream="mail_file", T=4601, eta=eta)
        assert (
            frame.facts["regret"] < 0 and " times it" in frame.sentence
            and not re.search(r"(?<![\d.])\d{3,}[\d.]* %", frame.sentence))


def test_every_mark_is_a_line_of_the_chapter_s_proof():
    cells = json.loads(CHAPTER.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    for line in ogd_proof.LINES:
        mark, word = "proof-" + line.replace(" ", "-"), line.capitalize()
        assert text.count(f"({mark})=\n**{word}.** ") == 1
        assert {s.mark for s in PROOF.series if s.name.endswith(line.replace(" ", "_"))} == {mark}
    assert tuple(ogd_proof.LINES) == tuple(link.name for link in proofs.ogd_chain(
        play(learners.ogd(1.0, 1.0), losses.linear, [[1.0]], [1.0]), [0.0]).links)
    assert 'explore("ogd_proof"' in "".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    ratio = PROOF.frame(stream="zigzag", eta="tuned").facts["ratio"]
    assert f"its regret reaches {100 * ratio:.0f} % of the bound" in text


def test_bounds_are_the_core_s():
    f = PROOF.frame().facts
    assert f["bound"] == bounds.ogd(f["T"], f["eta"], f["U"], f["G"])
    assert f["bound_tuned"] == bounds.ogd_tuned(f["T"], f["U"], f["G"])
