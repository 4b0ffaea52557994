"""The spam explorer: losses and errors by a plain loop, the best filter by another solver, and U, which changes
nothing."""

import itertools
import math
import re

import numpy as np
import pytest

from oco_core import streams
from oco_live.explorer import get, text_of
from oco_live.figures import draw
from oco_live.phrasing import counted_share

E = get("spam")
STREAMS = E.control("stream").values
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
        at = np.rint(np.asarray(s[name]["x"]) ** 2 * T).astype(int)
        panel = E.panel(name)
        assert np.allclose(s[name]["y"], panel.clip(at * 0.0, values.cumsum()[at - 1] / at)[1], atol=1e-9)
        assert at[0] == 1 and at[-1] == T
    at = np.asarray(s["regret"]["x"]).astype(int)
    for k in (1, len(at) // 2, -1):
        least = best_filter(X[: at[k]], y[: at[k]], 1.0)[1]
        value = (lost[: at[k]].sum() - least) / at[k] ** 0.5
        assert s["regret"]["y"][k] == pytest.approx(value, abs=1e-4)
        mean = s["loss_best"]["y"][np.argmin(abs(np.asarray(s["loss_best"]["x"]) ** 2 * T - at[k]))]
        assert mean == pytest.approx(least / at[k], abs=1e-5)
    assert set(s["report"]["y"]) == {3.0} and set(s["limit"]["y"]) == {3.0}
    t = int(s["sharp"]["x"][40])
    assert s["sharp"]["y"][40] == close(1.5 + 3 * sum(1 / k for k in range(1, t + 1)) / t**0.5) and t > 9
    assert np.allclose(s["trivial"]["y"][:5], np.sqrt(s["trivial"]["x"][:5]))


@pytest.mark.parametrize("stream", STREAMS)
def test_frames_stay_in_the_picture(stream):
    for values in itertools.product(*((c.values[0], c.values[-1]) for c in BAKED)):
        frame = E.frame(stream=stream, **dict(zip((c.name for c in BAKED), values)))
        frame.as_dict()
        assert list(frame.series) == [series.name for series in E.series]
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            z = min(panel.zooms)
            for axis, scale in (("x", 1), ("y", z)):
                low, high = (limit / scale for limit in getattr(panel, axis).limits)
                assert np.all((np.asarray(curve[axis]) >= low) & (np.asarray(curve[axis]) <= high)), series.name


def test_words_are_true_at_every_position():
    for stream in STREAMS:
        for t, c, words in itertools.product((2, *E.control("t").values), E.control("c").values,
                                             E.control("words").values):
            frame = E.frame(stream=stream, t=t, c=c, words=words)
            f, said = frame.facts, frame.sentence
            assert f"After {t} of {T} messages" in said and f"erred on {counted_share(f['errors'], t)}, with" in said
            assert ("no fewer errors than if all were called" in said) == (f["errors_best"] >= f["errors_constant"] > 0)
            assert ("says nothing yet" in said) == (t <= (2 / c + c) ** 2 * (1 + 1e-12)) == f["vacuous"]
            assert ("T24’s 3√t" in said) == (c == 2) == (frame.status["report"] == "holds")
            assert ("The regret is below zero" in said) == (f["regret"] < -5e-4) and f["regret"] <= min(f["bound"],
                                                                                                        f["sharp"])
            # the form for long streams is told where it says more
            assert ("form for long streams" in said) == (f["sharp"] < min(f["bound"], t) if f["vacuous"]
                                                         else f["sharp"] < f["bound"])
            assert ("confidence the same" in said) == (t > 1 and f["a_most"] - f["a_least"] < 5e-4)
            for name, curve in (("the regret", "regret"), ("the regret without yₜ in the gradient", "regret_blind")):
                y = np.asarray(frame.series[curve]["y"])
                out = re.search(r"[.] (The [^.]*) leaves? the last picture and (?:is|are) marked at its edge[.]$", said)
                beyond = bool(out) and name in (out[1][0].lower() + out[1][1:]).split(" and ")
                assert beyond == (y.max() >= 90 or y.min() <= -30)
            for fact in ("loss", "loss_best", "loss_blind", "regret", "bound"):
                assert text_of(f[fact]) in said, fact
            assert f["top_weight"] and frame.texts["words.y.9"]


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("words", E.control("words").values)
def test_the_best_filter_stands_beside_one_answer_for_all(stream, words):
    for t in (1, 2, 3, 9, 30, 1000, 1813, 1814, 3626, T):
        frame = E.frame(stream=stream, words=words, t=t)
        f, said, y = frame.facts, frame.sentence, messages(frame.params)[1][:t]
        assert f["spam"] == y.mean()
        kinds = ([] if y.any() and not y.all() else ["all of them are " * (t > 1) + "it is " * (t == 1)
                                                     + ("spam" if y.all() else "other mail") + "."])
        alone = re.findall(r": ((?:all of them are|it is) [a-z ]+\.)", said)
        assert alone == kinds  # "no fewer errors" of nothing but spam would make a filter without errors look useless
        called = re.findall(r"if all were called (spam|other mail|the same)", said)
        assert called == ([] if kinds
                          else ["the same" if 2 * y.sum() == t else "spam" if 2 * y.sum() > t else "other mail"])
        assert "most of them" not in said


def test_as_many_bars_are_drawn_as_the_note_says():
    some = set()
    for stream, t, words in itertools.product(STREAMS, (1, 2, 3, 5, 9, 30), ("all", "counted")):
        frame = E.frame(stream=stream, t=t, words=words)
        bars, note = len(frame.series["weights_best"]["y"]), frame.texts["words.note"]
        assert note.startswith({10: "The 10 largest of 49 after",
                                1: "The only one that is not 0 after"}.get(bars, f"All {bars} that are not 0 after"))
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
    """The tick's text element carries the name of the live text, which the view fills; other ticks carry none."""
    for params in ({"t": 1, "words": "counted"}, {}):
        frame = E.frame(**params)
        svg = draw.panel_svg(E, E.panel("words"), frame)
        for i in range(10):
            assert f'data-text="words.y.{i}"' in svg
            if frame.texts[f"words.y.{i}"]:
                assert f">{frame.texts[f'words.y.{i}']}</text>" in svg
        assert svg.count("data-text=") == 10
    assert [E.frame(t=1, words="counted").texts[f"words.y.{i}"] for i in (9, 8, 7, 6)] == ["free", "you", "credit", ""]
    assert "data-text=" not in draw.panel_svg(E, E.panel("loss"), frame)


def test_four_panels_stand_two_by_two():
    from oco_live.hosts.markup import figure_html

    for name, box in (("spam", "oco-panels oco-four"), ("ogd", "oco-panels")):
        assert f'class="{box}"' in figure_html(name, {}, "test", "kernel")


def test_all_that_matters_is_baked():
    assert [c.name for c in BAKED] == ["t", "c", "U", "words"] and BAKED[0].play


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
        assert ("with mean loss 0 up to rounding" in said) == (f["loss_best"] == 0) == ((t, seed)
                                                                                        == (1, 2)) and "e−1" not in said
        assert f["loss_best"] == 0 or f["loss_best"] * t > f["gap"]
