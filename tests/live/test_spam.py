"""The spam explorer: losses and errors by a plain loop, the best filter by another solver, and U, which changes
nothing."""

import itertools
import math
import re

import numpy as np
import pytest

from oco_core import streams
from oco_live.explorer import get, text_of
from oco_live.hosts import still

E = get("spam")
STREAMS = E.control("stream").values[:-1]  # of the last, "own", tells test_own_data.py
BAKED = [c for c in E.controls if c.baked]
T = streams.MAIL_SIZE
close = lambda a: pytest.approx(a, rel=1e-8, abs=1e-8)


def messages(p):
    """Percentages and labels, made here from the word fractions."""
    mail = streams.mail(order=p["stream"], seed=p["seed"])
    X = 100 * mail.X
    if p["words"] == "counted":
        X[:, 48] = np.where(X[:, :48].sum(axis=1) == 0, 1.0, 0.0)
        X = 100 * X / X.sum(axis=1, keepdims=True)
    return X, (mail.y > 0) * 1.0


def filtered(p, X, y, blind=False):
    """A13, message by message: loss, error, and the weights after t messages. ``blind``: with the printed gradient
    (E25)."""
    U, M, w = p["U"], 100 * p["U"], np.zeros(X.shape[1])
    lost, erred = np.zeros(T), np.zeros(T)
    for s in range(p["t"]):
        a = (X[s] @ w + M) / (2 * M)
        lost[s], erred[s] = (y[s] - a) ** 2, (a <= 0.5) if y[s] else (a >= 0.5)
        gradient = (a if blind else a - y[s]) / M * X[s]
        w = w - p["c"] * U * U / math.sqrt(s + 1) * gradient
        w = w / max(1.0, np.linalg.norm(w) / U)
    return lost, erred, w


def best_filter(X, y, U):
    """Bisection on the multiplier: v in the unit ball with least Σ (v·x/100 − (2y − 1))²/4; u = Uv, total loss."""
    A, z = X / 100, 2 * y - 1
    lam, V = np.linalg.eigh(A.T @ A)
    b = V.T @ (A.T @ z)
    solve = lambda mu: np.where(lam + mu > 1e-11, b / np.maximum(lam + mu, 1e-11), 0.0)
    low, high = 0.0, 1e6
    if np.linalg.norm(solve(0.0)) > 1:
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if np.linalg.norm(solve(middle)) > 1 else (low, middle)
    v = V @ solve(high if low else 0.0)
    return U * v, ((A @ v - z) ** 2).sum() / 4


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("t, c, U, words", [(300, 2.0, 1.0, "all"), (T, 8.0, 4.0, "counted"), (777, 0.7, 0.3, "all"),
                                            (9, 2.0, 0.25, "counted")])
def test_facts_are_those_of_a_plain_loop(stream, t, c, U, words):
    frame = E.frame(stream=stream, t=t, c=c, U=U, words=words)
    f, p = frame.facts, frame.params
    X, y = messages(p)
    lost, erred, w = filtered(p, X, y)
    lost_blind, erred_blind, _ = filtered(p, X, y, blind=True)
    u, least = best_filter(X[:t], y[:t], U)
    assert f["loss"] == close(lost.sum() / t) and f["errors"] == close(erred.sum() / t)
    assert f["loss_blind"] == close(lost_blind.sum() / t) and f["errors_blind"] == close(erred_blind.sum() / t)
    assert f["loss_best"] * t == pytest.approx(least, rel=1e-6, abs=1e-6)
    assert f["regret"] == pytest.approx(lost.sum() - least,
                                        abs=1e-5 * t) and f["regret_root"] == close(f["regret"] / t**0.5)
    assert f["regret_blind"] == pytest.approx(lost_blind.sum() - least, abs=1e-5 * t)
    assert 0 <= f["gap"] <= 1e-8 * max(1, least) and f["norm_best"] <= U * (1 + 1e-12) and f["norm_w"] == close(
        np.linalg.norm(w))
    a = (X[:t] @ u / (100 * U) + 1) / 2
    assert (f["a_least"], f["a_most"]) == pytest.approx((a.min(), a.max()), abs=2e-3)
    wrong = np.where(y[:t] == 1, a <= 0.5, a >= 0.5).mean()
    assert f["errors_best"] == pytest.approx(wrong, abs=3 / t if t > 100 else 0)
    assert f["errors_constant"] == close(min(y[:t].mean(), 1 - y[:t].mean()))
    assert (f["limit"], f["bound"], f["T24"]) == close((2 / c + c, (2 / c + c) * t**0.5, 3 * t**0.5))
    harmonic = sum(1 / s for s in range(1, t + 1))
    assert f["sharp"] == close((2 / c + c / 4) * t**0.5 + (1 + c * c / 2) * harmonic)
    assert f["T24_holds"] == (c == 2) and f["vacuous"] == ((2 / c + c) * t**0.5 >= t)
    assert f["regret"] <= min(f["bound"], f["sharp"])
    # the words of largest weight, and the same words in the best filter
    s, rows = frame.series, 9 - np.arange(10)
    order = np.argsort(-abs(w), kind="stable")[: len(s["weights_best"]["x"])]
    assert np.allclose(s["weights"]["x"][1::2] * U, w[order], atol=1e-9) and not s["weights"]["x"][::2].any()
    assert np.array_equal(s["weights_best"]["y"], rows[: len(order)]) and np.array_equal(s["weights"]["y"][1::2],
                                                                                         rows[: len(order)])
    assert np.allclose(s["weights_best"]["x"], u[order] / U, atol=1e-3)
    assert f["top_weight"] == close(w[order[0]])
    names = streams.mail_words()
    for k, i in enumerate(order):
        shown = frame.texts[f"words.y.{9 - k}"]
        assert shown == (names[i].replace("num", "") if i < 48
                         else {"all": "all other words", "counted": "none of the 48"}[words])
    assert f"of “{frame.texts['words.y.9']}”" in frame.sentence


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("words", ["all", "counted"])
def test_the_radius_changes_no_picture(stream, words):
    """To the last bit at the slider's positions; what changes are U, G = 1/U, the step and the lengths of w and u."""
    for t, c in itertools.product((9, 1000, T), (0.25, 2.0)):
        frames = [E.frame(stream=stream, words=words, t=t, c=c, U=U) for U in (1.0, 0.25, 4.0)]
        one = frames[0]
        for U, frame in zip((1.0, 0.25, 4.0), frames):
            for name, curve in frame.series.items():
                assert all(np.array_equal(curve[axis], one.series[name][axis]) for axis in "xy"), name
            scaled = {"U": U, "G": 1 / U, "eta": U * U, "norm_w": U, "norm_best": U, "top_weight": U}
            assert all(value == one.facts[name] * scaled.get(name, 1) for name, value in frame.facts.items())
            assert frame.texts == one.texts and frame.status == one.status
    other = E.frame(stream=stream, t=T, words=words, U=0.37)
    assert {k: v for k, v in other.facts.items() if k not in scaled} == pytest.approx(
        {k: v for k, v in E.frame(stream=stream, t=T, words=words).facts.items() if k not in scaled}, rel=1e-6,
        abs=1e-6)


@pytest.mark.parametrize("stream", STREAMS)
def test_series_are_the_run(stream):
    frame = E.frame(stream=stream, t=T, c=2.0, words="counted")
    X, y = messages(frame.params)
    lost, erred, _ = filtered(frame.params, X, y)
    s = frame.series
    for name, values in (("loss", lost), ("errors", erred)):
        at, panel = np.asarray(s[name]["x"]).astype(int), E.panel("errors")
        assert np.allclose(s[name]["y"], panel.clip(at * 0.0, values.cumsum()[at - 1] / at)[1], atol=1e-9)
        assert at[0] == (1 if name == "loss" else 30) and at[-1] == T  # of fewer messages a share of errors is noise
    at = np.asarray(s["regret"]["x"]).astype(int)
    for k in (1, len(at) // 2, -1):
        least = best_filter(X[: at[k]], y[: at[k]], 1.0)[1]
        assert s["regret"]["y"][k] == pytest.approx(lost[: at[k]].sum() - least, abs=1e-3)
        mean = s["loss_best"]["y"][np.argmin(abs(np.asarray(s["loss_best"]["x"]) - at[k]))]
        assert mean == pytest.approx(least / at[k], abs=1e-5)
    for name in ("report", "limit"):
        assert np.allclose(s[name]["y"], 3 * np.sqrt(s[name]["x"]))
    t = int(s["sharp"]["x"][40])
    assert s["sharp"]["y"][40] == close(1.5 * t**0.5 + 3 * sum(1 / k for k in range(1, t + 1))) and t > 9
    assert np.array_equal(s["trivial"]["y"][:5], s["trivial"]["x"][:5])
    at = np.asarray(s["errors_none"]["x"]).astype(int)
    spam = y.cumsum()[at - 1] / at
    assert np.allclose(s["errors_none"]["y"], np.minimum(spam, 1 - spam))


@pytest.mark.parametrize("stream", STREAMS)
def test_frames_stay_in_the_picture(stream):
    for values in itertools.product(*((c.values[0], c.values[-1]) for c in BAKED)):
        frame = E.frame(stream=stream, **dict(zip((c.name for c in BAKED), values)))
        frame.as_dict()
        assert sorted(frame.series) == sorted(series.name for series in E.series)
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            for axis in "xy":
                low, high = getattr(panel, axis).limits
                assert np.all((np.asarray(curve[axis]) >= low) & (np.asarray(curve[axis]) <= high)), series.name


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("words", E.control("words").values)
def test_the_best_filter_stands_beside_one_answer_for_all(stream, words):
    for t in (1, 2, 3, 9, 30, 1000, 1813, 1814, 3626, T):
        frame = E.frame(stream=stream, words=words, t=t)
        f, said, y = frame.facts, frame.sentence, messages(frame.params)[1][:t]
        assert f["spam"] == y.mean()
        kinds = ([] if y.any() and not y.all() else ["All messages so far are " * (t > 1)
                                                     + "The only message so far is " * (t == 1)
                                                     + ("spam" if y.all() else "other mail") + "."])
        alone = re.findall(r"((?:All messages so far are|The only message so far is) [a-z ]+\.)", said)
        assert alone == kinds  # "no fewer errors" of nothing but spam would make a filter without errors look useless
        called = re.findall(r"[Ii]f all were called (spam|other mail|the same)", said)
        assert called == ([] if kinds
                          else ["the same" if 2 * y.sum() == t else "spam" if 2 * y.sum() > t else "other mail"])
        assert "most of them" not in said


def test_as_many_bars_are_drawn_as_the_note_says():
    some = set()
    for stream, t, words in itertools.product(STREAMS, (1, 2, 3, 5, 9, 30), ("all", "counted")):
        frame = E.frame(stream=stream, t=t, words=words)
        bars, note = len(frame.series["weights_best"]["y"]), frame.texts["words.note"]
        assert note == {10: "the 10 largest of 49", 1: "the only one that is not 0"}.get(
            bars, f"all {bars} that are not 0") + "; spam to the right"
        assert bars == 10 or bars == np.count_nonzero(filtered(frame.params, *messages(frame.params))[2])
        some.add(bars)
    assert len(some) > 3


def test_a_filter_that_filters_is_the_default():
    """The 48 counted words: far fewer errors than without a filter, which 49 fractions never have."""
    assert E.defaults()["words"] == "counted"
    for t in (1000, T):
        counted, every = (E.frame(t=t, words=words).facts for words in ("counted", "all"))
        assert counted["errors"] < 0.6 * counted["errors_constant"] and counted["errors_best"] < 0.4 * counted[
            "errors_constant"]
        assert every["errors"] > every["errors_best"] == every["errors_constant"]
    X, y = messages(E.frame(t=T).params)
    assert counted["errors"] == close(filtered(E.frame(t=T).params, X, y)[1].mean())


def test_lessons_that_the_chapter_promises():
    # shuffled, the notes' step and percentages: no spam is ever called spam by the best filter
    notes = E.frame(t=T, words="all").facts
    assert notes["errors_best"] == notes["errors_constant"] == 1813 / 4601 and notes["a_most"] < 0.5
    counted = E.frame(t=T, words="counted").facts
    assert counted["errors"] < 0.15 and counted["errors_best"] < 0.125 and counted["a_most"] > 0.5
    file = E.frame(stream="file", t=T, words="all").facts
    assert file["errors"] < 0.01 and file["regret"] < -1000
    turn = E.frame(stream="alternating", t=1000, words="all").facts
    assert turn["errors"] > 0.75 and turn["errors_best"] < 0.17
    assert E.frame(stream="file", t=1813).facts["errors_blind"] == 1.0


def test_the_words_of_an_axis_may_be_live():
    """They name the bars of this frame, the largest above; a row without a bar has no word."""
    for params in ({"t": 1, "words": "counted"}, {}):
        frame = E.frame(**params)
        svg = still.pictures(E, frame)["words"]["inner"]
        for i in range(10):
            if word := frame.texts[f"words.y.{i}"]:
                assert f">{word}</text>" in svg
    assert [E.frame(t=1, words="counted").texts[f"words.y.{i}"] for i in (9, 8, 7, 6)] == ["free", "you", "credit", ""]


def test_the_mean_losses_stay_within_reach():
    """On demand, in the first picture; the regret and its bound in one of its own, in its own units."""
    panel = {s.name: (s.panel, s.first) for s in E.series}
    for name in ("loss", "loss_best", "loss_blind", "loss_half"):
        assert panel[name] == ("errors", False)
    assert panel["regret"] == panel["limit"] == ("regret", True) and [p.name for p in E.panels] == [
        "errors", "words", "regret"]
    first = [s.name for s in E.series if s.panel == "errors" and s.first and s.kind == "line" and s.label]
    assert first == ["errors_none", "errors_best", "errors"]


def test_all_that_matters_is_baked():
    assert [c.name for c in BAKED] == ["t", "c", "words", "U"] and BAKED[0].play
    assert [c.name for c in E.controls if c.first] == ["t", "c"]


def test_the_tuned_step_has_the_least_bound():
    """c* = √2 is a mark of the slider: (2/c + c)√t is least there, √(8t)."""
    c = E.control("c")
    assert c.tuned == "c_star" and all(text_of(v) == str(v).removesuffix(".0") for v in c.values)
    best = E.frame(c=E.frame().facts[c.tuned]).facts
    assert best["limit"] == close(8**0.5) and all(E.frame(c=v).facts["limit"] > best["limit"] for v in c.values)


@pytest.mark.parametrize("params, message", [
    ({"c": 0}, "c = 0: expected a number from 0.25 to 8"), ({"U": 5}, "U = 5: expected a number from 0.25 to 4"),
    ({"t": 0}, "t = 0"), ({"t": 2.5}, "t = 2.5"), ({"words": "none"}, "words = 'none'"),
    ({"stream": "mail"}, "stream = 'mail'"),
    ({"seed": -1}, "seed = -1"),
])
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)


def test_a_loss_that_its_certificate_cannot_tell_from_zero_is_called_so():
    """The best filter for the one message of seed 2 has a loss of 1.5e-14, and its certificate leaves as much open."""
    for t, seed in ((1, 2), (1, 0), (2, 2)):
        frame = E.frame(t=t, seed=seed)
        f, said = frame.facts, frame.sentence
        assert ("mean loss is 0 up to rounding" in said) == (f["loss_best"] == 0) == ((t, seed)
                                                                                        == (1, 2)) and "e−1" not in said
        assert f["loss_best"] == 0 or f["loss_best"] * t > f["gap"]
