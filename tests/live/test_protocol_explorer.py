"""The protocol explorer: its facts against the core, the words of a round, and the order of the regret's two
readings."""

import itertools
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_core import hindsight, learners, losses, play, streams
from oco_live import explorer as live
from oco_live.explorers import protocol
from oco_live.hosts import bake
from oco_live.phrasing import counted_share, plain

E = live.get("protocol")
STREAMS = E.control("stream").values
CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "sequential_protocol.ipynb"
T = streams.MAIL_SIZE
MAKE = {
    "regression": lambda seed: streams.regression(T, noise=0.3, seed=seed),
    "drifting": lambda seed: streams.drifting(T, noise=0.3, seed=seed),
    "mail_shuffled": lambda seed: streams.mail(T, seed=seed),
    "mail_file": lambda seed: streams.mail(T, order="file"),
    "random_signs": lambda seed: streams.random_signs(T, seed=seed),
}
close = lambda a: pytest.approx(a, rel=1e-9, abs=1e-9)
# A best fixed u found for one prefix and one found for many at once differ by what their certificates leave open.
certified = lambda a, scale: pytest.approx(a, rel=1e-9, abs=1e-9 + 1e-8 * max(1.0, scale))


def square_run(stream, eta, U, seed=0):
    examples = MAKE[stream](seed)
    return examples, play(learners.ogd(eta, U), losses.square, examples)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("t, eta, U, seed", [(1, 0.4, 1.0, 0), (7, 2.0, 0.25, 0), (777, 0.1, 4.0, 3), (T, 0.4, 1.0, 0)])
def test_facts_are_the_core_s_own(stream, t, eta, U, seed):
    f = E.frame(stream=stream, t=t, eta=eta, U=U, seed=seed).facts
    examples, run = square_run(stream, eta, U, seed)
    x, y, w, after = run.X[t - 1], run.y[t - 1], run.w[t - 1], run.w[t]
    assert (f["t"], f["T"], f["d"], f["label"]) == (t, T, run.X.shape[1], y)
    assert f["prediction"] == close(w @ x) and f["loss"] == close((w @ x - y) ** 2)
    assert f["gradient"] == close(np.linalg.norm(2 * (w @ x - y) * x)) and f["eta_t"] == close(eta / np.sqrt(t))
    step = w - eta / np.sqrt(t) * 2 * (w @ x - y) * x
    assert np.allclose(after, step * min(1, U / np.linalg.norm(step)), atol=1e-12)  # what the page says it does
    assert f["moved"] == close(np.linalg.norm(after - w)) and f["projected"] == run.projected[t - 1]
    # the two risks, and the regret as t times their difference
    best = hindsight.best(losses.square, run.X[:t], run.y[:t], U)
    assert f["risk"] == close(run.losses[:t].mean()) and f["risk_best"] == certified(best.value / t, best.value / t)
    assert f["regret"] == certified(hindsight.regret(run, U, [t]).upper[0], best.value)
    assert f["regret"] == certified(t * (f["risk"] - f["risk_best"]), best.value)
    assert f["regret_per_round"] == close(f["regret"] / t)
    assert 0 <= f["gap"] <= 1e-8 * max(1, best.value)
    # against the best u for all rounds (E7): never more than the regret
    u_T = hindsight.best(losses.square, run.X, run.y, U).u
    against = (run.losses[:t] - losses.square.value(run.X[:t] @ u_T, run.y[:t])).sum()
    assert f["regret_last"] == pytest.approx(against, rel=1e-7, abs=1e-7)
    assert f["regret_last"] <= f["regret"] + 1e-7
    assert f["comparator_to_last"] == pytest.approx(np.linalg.norm(best.u - u_T), abs=1e-6)


@pytest.mark.parametrize("stream", STREAMS)
def test_series_are_the_run(stream):
    t, eta, U = 40, 0.4, 0.5
    frame = E.frame(stream=stream, t=t, eta=eta, U=U)
    s, (risk_unit, regret_unit) = frame.series, protocol.SCALES[stream]
    examples, run = square_run(stream, eta, U)
    shown, _ = protocol._axes_shown(stream)
    now = np.array([r for r in protocol.ROUNDS if r <= t])
    assert np.allclose(np.c_[s["path"]["x"], s["path"]["y"]], run.w[now - 1][:, shown] / U)
    best = hindsight.comparators(losses.square, run.X, run.y, U, now)
    assert np.allclose(np.c_[s["comparator_path"]["x"], s["comparator_path"]["y"]], best.u[:, shown] / U)
    assert np.allclose([s["w_next"]["x"][0], s["w_next"]["y"][0]], run.w[t][shown] / U)
    for name, curve, unit in (("risk", run.losses.cumsum(), risk_unit), ("regret", None, regret_unit)):
        for k in (0, 10, len(protocol.ROUNDS) - 1):
            r = protocol.ROUNDS[k]
            value = hindsight.regret(run, U, [r]).upper[0] if curve is None else curve[r - 1] / r
            panel = E.panel(name)
            assert s[name]["x"][k] == close(np.sqrt(r / T))
            expected = np.clip(value / unit, *panel.y.limits)
            open_ = 0 if curve is not None else 1e-8 * max(1.0, run.losses[:r].sum() - value) / unit
            assert s[name]["y"][k] == pytest.approx(expected, rel=1e-9, abs=1e-9 + open_)
    # the bar between the two risks is the regret per round
    low, high = s["difference"]["y"]
    assert (high - low) * risk_unit == close(frame.facts["regret_per_round"])
    # curves do not depend on t, which is why a sweep over t is small
    other = E.frame(stream=stream, t=500, eta=eta, U=U).series
    for name in ("risk", "risk_best", "regret", "regret_last"):
        assert np.array_equal(s[name]["y"], other[name]["y"])


@pytest.mark.parametrize("stream", STREAMS)
def test_frames_stay_in_the_picture(stream):
    for t, eta, U in itertools.product((1, 2, T), (0.01, 10.0), (0.25, 4.0)):
        frame = E.frame(stream=stream, t=t, eta=eta, U=U)
        frame.as_dict()
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            for axis, values in (("x", curve["x"]), ("y", curve["y"])):
                low, high = getattr(panel, axis).limits
                assert np.all((values >= low - 1e-12) & (values <= high + 1e-12)), series.name


@pytest.mark.parametrize("stream", STREAMS)
def test_curves_pass_through_the_round_in_view(stream):
    """Also between the slider's positions; a point of the path is w in the round that the risk has there."""
    for t in (1, 7, 33, 777, 4600):
        frame = E.frame(stream=stream, t=t)
        s, f = frame.series, frame.facts
        k = int(np.argmin(abs(np.asarray(s["risk"]["x"]) - np.sqrt(t / T))))
        assert s["risk"]["x"][k] == pytest.approx(np.sqrt(t / T)) and len(s["path"]["x"]) == k + 1
        for curve, point, fact, unit in (("risk", "risk_now", "risk", "risk_unit"),
                                         ("risk_best", "risk_best_now", "risk_best", "risk_unit"),
                                         ("regret", "round_point", "regret", "regret_unit")):
            low, high = E.panel("regret" if curve == "regret" else "risk").y.limits
            assert s[point]["y"][0] == close(np.clip(f[fact] / f[unit], low, high))
            assert s[curve]["y"][k] == pytest.approx(s[point]["y"][0], abs=1e-7)
        assert [s["path"][axis][-1] for axis in "xy"] == [s["w_now"][axis][0] for axis in "xy"]
        _, run = square_run(stream, 0.4, 1.0)
        rounds = np.rint(np.asarray(s["risk"]["x"][: k + 1]) ** 2 * T).astype(int)
        shown, _ = protocol._axes_shown(stream)
        assert np.allclose(np.c_[s["path"]["x"], s["path"]["y"]], run.w[rounds - 1][:, shown])


def test_a_step_that_leaves_the_picture_keeps_its_direction():
    start, end = np.array([0.5, -0.2]), np.array([8.0, 3.0])
    cut = protocol._step_end(start, end)
    a, b = cut - start, end - start
    assert abs(a[0] * b[1] - a[1] * b[0]) < 1e-12 and a @ b > 0 and np.isclose(abs(cut).max(), protocol.EDGE)
    assert np.allclose(protocol._step_end(start, start), start)


@pytest.mark.parametrize("stream", STREAMS)
def test_words_are_true(stream):
    for t in (1, 3, 1814, T):
        frame = E.frame(stream=stream, t=t)
        f, said = frame.facts, frame.sentence
        assert live.text_of(f["risk"]) in said and live.text_of(f["regret"]) in said
        assert f"{t} times the difference" in said or t == 1
        assert ("The regret is below zero" in said) == (f["regret"] < 0)
        assert ("best for all" in said) == (t < T)
        lines = [(name, text) for name, text in frame.texts.items() if name.startswith("round.")]
        assert [name for name, _ in lines] == ["round.predict", "round.reveal", "round.suffer", "round.update"]
        for (_, text), fact in zip(lines, ("prediction", "label", "loss", "moved")):
            assert live.text_of(f[fact]) in text
        assert ("pulled back" in frame.texts["round.update"]) == ("pulled back" in frame.headline) == f["projected"]


def test_the_label_of_the_mail_is_put_into_words():
    spam = streams.mail(order="file").y
    assert spam[: protocol.SPAM].min() == 1 and spam[protocol.SPAM :].max() == -1
    assert "(spam)" in E.frame(stream="mail_file", t=protocol.SPAM).texts["round.reveal"]
    assert "(no spam)" in E.frame(stream="mail_file", t=protocol.SPAM + 1).texts["round.reveal"]


@pytest.mark.parametrize("stream", ["mail_shuffled", "mail_file"])
def test_what_is_no_filter_is_not_taken_for_one(stream):
    """The mail's learner and best fixed u as filters, beside one answer for all messages."""
    for t, U in itertools.product((2, 100, 1000, 1813, 1814, T), (0.25, 1.0, 4.0)):
        frame = E.frame(stream=stream, t=t, U=U)
        f, said = frame.facts, frame.sentence
        examples, run = square_run(stream, frame.params["eta"], U)
        X, y = examples.X[:t], examples.y[:t]
        erred = sum(y[s] * (run.w[s] @ X[s]) <= 0 for s in range(t))
        assert f["errors"] == erred / t and f["spam"] == (y > 0).mean()
        u = hindsight.best(losses.square, X, y, U).u
        assert f["errors_best"] == pytest.approx((y * (X @ u) <= 0).mean(), abs=2 / t if t > 100 else 0)
        constant = min(f["spam"], 1 - f["spam"])
        shares = [counted_share(f[part], t) for part in ("errors", "errors_best")]
        assert f"erred on {shares[0]}. The best fixed u errs on {shares[1]}." in said and not re.search(
            r"less than [\d.]+ %", said)
        assert ("All messages so far are spam" in said) == (constant == 0) == ("If all were called" not in said)
        assert ("neither filters" in said) == (0 < constant <= min(f["errors"], f["errors_best"]))
    at_the_end = E.frame(stream="mail_shuffled", t=T)  # U = 1: no message is called spam by the best fixed u
    assert at_the_end.facts["errors_best"] == at_the_end.facts["spam"] and "neither filters" in at_the_end.sentence
    assert "As a filter" not in E.frame(t=T).sentence + E.frame(stream=stream, t=1).sentence
    if stream == "mail_shuffled":  # what the chapter says of them
        examples, run = square_run(stream, 0.4, 1.0)
        best = hindsight.best(losses.square, examples.X, examples.y, 1.0).u
        called = np.vecdot(run.w[:-1], examples.X) > 0
        cells = nbformat.read(CHAPTER, as_version=4).cells
        assert not (examples.X @ best > 0).any()
        told = (f"On shuffled mail the learner calls {called.sum()} messages spam, "
                f"{(called & (examples.y < 0)).sum()} of them wrongly")
        assert told in "\n".join(c.source for c in cells)


def test_what_the_streams_are_there_to_show():
    """Regret far below zero in file order and on the drift, small and positive on regression, positive on coins."""
    last = {stream: E.frame(stream=stream, t=T).facts for stream in STREAMS}
    assert last["mail_file"]["regret"] < -4000
    assert last["drifting"]["regret"] < -300
    assert 1 < last["regression"]["regret"] < 2
    assert last["mail_shuffled"]["regret"] > 50 and last["random_signs"]["regret"] > 50


def test_a_sweep_covers_t_and_U_and_is_small():
    import gzip
    import json

    baked = [c.name for c in E.controls if c.baked]
    positions = np.prod([len(c.values) for c in E.controls if c.baked])
    assert baked == ["t", "U"] and positions <= 400
    data = bake.sweep("protocol", "random_signs")
    assert len(gzip.compress(json.dumps(data, separators=(",", ":")).encode())) < 94_000


@pytest.mark.parametrize("params, headline", [
    ({}, "Round 1: predicted 0, label 0.36, loss 0.13; w moves by 0.217."),
    ({"t": 5, "U": 0.25}, "Round 5: predicted −0.0903, label −0.429, loss 0.115; w moves by 0.0331, pulled back."),
    ({"stream": "mail_file", "t": 1814}, "Round 1814: predicted 0.999, label −1, loss 4; w moves by 0.0376."),
])
def test_the_headline(params, headline):
    assert plain(E.frame(**params).headline) == headline


@pytest.mark.parametrize("stream", STREAMS)
def test_the_headline_at_random(stream):
    """At most 15 words, the numbers of this round; the early frame has none, and the lines of the round."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        t, U, eta = int(np.exp(rng.uniform(0, np.log(T)))), rng.choice((0.25, 1.0, 4.0)), 10 ** rng.uniform(-2, 1)
        early, frame = E.frames(stream=stream, t=t, U=float(U), eta=float(eta))
        f, said = frame.facts, plain(frame.headline)
        assert early.headline == "" and early.texts == frame.texts and len(said.split()) <= 15
        wanted = [live.text_of(f[name]) for name in ("prediction", "label", "loss", "moved")]
        found = re.fullmatch(
            rf"Round {t}: predicted (.+), label (.+), loss (.+); w moves by ([^,]+)(, pulled back)?\.", said)
        for text, value in zip(found.groups(), wanted, strict=False):
            assert text == value or text == "0" and "e−1" in value
        assert bool(found[5]) == f["projected"] and f"[{found[4]}](step)" in frame.headline


def test_the_first_look_is_one_idea():
    first = [s for s in E.series if s.first and E.frame().status.get(s.name) != "absent"]
    assert [c.name for c in E.controls if c.first] == ['t', 'U'] and E.panels[0].name == 'plane'
    for panel in E.panels:
        mine = [s for s in first if s.panel == panel.name]
        assert len([s for s in mine if s.kind == "line" and s.label]) <= 3
        assert len([s for s in mine if s.label and not s.end and not s.value]) <= 4
        assert len(panel.title) < 25 and panel.tab and " " not in panel.tab


@pytest.mark.parametrize("t, regret", [(1000, "1.06"), (4601, "1.46")])
def test_on_regression_the_regret_still_grows(t, regret):
    assert live.text_of(live.get("protocol").frame(stream="regression", t=t).facts["regret"]) == regret
