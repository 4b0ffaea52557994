"""Rounds that the reader writes: how they are read, and what explorers make of them, against plain loops; of a training
set, of points and of messages, see test_own_data.py."""

import numpy as np
import pytest
from support.browser import new_page
from support.small import small_site

from oco_core import hindsight, losses, streams
from oco_live import explore
from oco_live.control import squeezed
from oco_live.explorer import NAMES, get

OWN = ("adversary", "kernels", "ogd", "perceptron", "sgd", "spam", "strong_convexity")
close = lambda a: pytest.approx(a, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("text, X, y", [
    ("1,0; 0,2:-1", [[1, 0], [0, 2]], [1, -1]),
    ("−1.5 ; 2 : 0 ;", [[-1.5], [2]], [1, 0]),
    ("+1e-3,.5,-2.:1e3", [[1e-3, 0.5, -2]], [1e3]),
    (";".join(["1"] * 200), [[1]] * 200, [1] * 200),
])
def test_what_is_written_is_read(text, X, y):
    stream = streams.written(text)
    assert np.array_equal(stream.X, X) and np.array_equal(stream.y, y)
    again = streams.written(streams.written_as(X, y))
    assert np.array_equal(again.X, X) and np.array_equal(again.y, y)
    assert np.array_equal(streams.written(squeezed(text)).X, X)


@pytest.mark.parametrize("text, says", [
    ("", "rounds = '': expected at least one round"), ("1;;2", "expected a number in round 2"),
    ("1,2;3", "rounds = '3': expected 2 coordinates in round 2, as in round 1"), ("a", "rounds = 'a'"),
    ("1 2", "rounds = '1 2': expected a number"), ("1:2:3", "one label after one colon in round 1"),
    ("1:", "the label of round 1"), ("1,2,3,4", "at most 3 coordinates"), ("0,0;0,0:2", "a round whose x is not 0"),
    ("1e7", "size 1e-06 to 1e+06"), ("1e-9", "size 1e-06"), ("nan", "expected a number"), ("1_0", "expected a number"),
    (";".join(["1"] * 201), "rounds = 'a text of 201 rounds': expected at most 200"), (3, "rounds = 3"),
    ("１", "number"),
])
def test_what_cannot_be_read_is_said(text, says):
    with pytest.raises(ValueError) as error:
        streams.written(text)
    assert says in str(error.value) and str(error.value).startswith("rounds = ")
    with pytest.raises(ValueError, match="^rounds = "):
        get("ogd").checked({"stream": "own", "rounds": text})


def test_who_takes_them():
    assert tuple(name for name in NAMES if "own" in get(name).control("stream").values) == OWN
    for name in OWN:
        explorer = get(name)
        control = explorer.control("rounds")
        assert not control.first and not control.baked
        for stream in explorer.control("stream").values:
            assert bool(control.values_for(stream)) == (stream == "own")
        for example in control.values:
            assert explorer.frame(stream="own", rounds=example).whole
        usual = explorer.defaults()
        assert explorer.frame(**usual | {"rounds": control.values[1]}).params == usual  # no use for it


@pytest.mark.parametrize("name, params, says", [
    ("ogd", {"loss": "hinge", "rounds": "1;1:0.5"}, "labels 1 or -1, as the hinge loss needs, in round 2"),
    ("ogd", {"loss": "linear", "rounds": "1:0"}, "a round whose gradient y·x is not 0"),
    ("strong_convexity", {"rounds": "0;1:0"}, "gradient y·x is not 0"),
    ("perceptron", {"rounds": "1:2"}, "labels 1 or -1 in round 1"),
    ("adversary", {"rounds": "1;0.8,0.8"}, "rounds = "),
    ("adversary", {"rounds": "0,1;0.8,0.8"}, "gradients of length up to 1, unlike the 1.131 of round 2"),
    ("sgd", {"rounds": "1,0,0"}, "at most 2 coordinates"), ("sgd", {"rounds": ";".join(["1"] * 21)}, "at most 20"),
    ("kernels", {"rounds": "1,0,0"}, "at most 2 coordinates"), ("kernels", {"rounds": "1.2"}, "from -1.1 to 1.1"),
    ("kernels", {"rounds": "1:2"}, "labels 1 or -1 in round 1"),
    ("kernels", {"rounds": ";".join("1" * 121)}, "at most 120"),
    ("spam", {"rounds": "100;50,50"}, "rounds = "), ("spam", {"rounds": "100,0;50,40:0"}, "up to 100 in message 2"),
    ("spam", {"rounds": "-10,110"}, "percentages"),
    ("spam", {"rounds": "100:-1"}, "the label 1, spam, or 0 of message 1"),
])
def test_what_an_explorer_cannot_play_is_said(name, params, says):
    with pytest.raises(ValueError) as error:
        get(name).frame(stream="own", **params)
    assert says in str(error.value) and str(error.value).startswith("rounds = ")


def drawn(rng, d, length=1.0, labels=(-1.0, 1.0)):
    X = rng.uniform(-1, 1, (int(rng.integers(1, 30)), d)).round(2)
    X = X / max(1, np.linalg.norm(X, axis=1).max()) * length
    X[0, 0] = X[0, 0] or length / 2
    return X, rng.choice(labels, len(X))


def as_text(X, y):
    return ";".join(",".join(map(repr, map(float, x))) + f":{float(label)!r}" for x, label in zip(X, y))


def projected(w, U):
    return w * min(1.0, U / max(np.linalg.norm(w), 1e-300)) if U is not None else w


@pytest.mark.parametrize("loss", ["linear", "square", "absolute", "hinge", "logistic"])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_ogd_plays_them(loss, d):
    rng = np.random.default_rng(d)
    for length in (1.0, 1000.0):
        labels = (-1.0, 1.0) if losses.hinge.labels == getattr(losses, loss).labels else (-2.0, 0.5, 3.0)
        X, y = drawn(rng, d, length, labels)
        f = get("ogd").frame(stream="own", rounds=as_text(X, y), loss=loss, eta=0.3, U=1.5).facts
        w, total = np.zeros(d), 0.0
        for t, (x, label) in enumerate(zip(X, y), 1):
            total += float(getattr(losses, loss).value(w @ x, label))
            w = projected(w - 0.3 / t**0.5 * float(getattr(losses, loss).slope(w @ x, label)) * x, 1.5)
        best = hindsight.best(getattr(losses, loss), X, y, 1.5).value
        assert (f["T"], f["d"], f["T3_holds"]) == (len(y), d, True)
        assert f["loss_learner"] == close(total)
        assert f["regret"] == pytest.approx(total - best, rel=1e-7, abs=2e-7 * max(1, abs(best)))


@pytest.mark.parametrize("projection", ["none", "ball"])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_steps_1_over_sigma_t_play_them(d, projection):
    rng = np.random.default_rng(d)
    for length in (1.0, 50.0):
        X, y = drawn(rng, d, length, (-1.0, 0.5, 1.0))
        sigma, U = 0.3, 2.0
        frame = get("strong_convexity").frame(stream="own", rounds=as_text(X, y), sigma=sigma, U=U,
                                              projection=projection)
        f, w, ball, total, largest = frame.facts, np.zeros(d), U if projection == "ball" else None, 0.0, 0.0
        for t, g in enumerate(y[:, None] * X, 1):
            total, largest = total + g @ w + sigma / 2 * w @ w, max(largest, np.linalg.norm(g + sigma * w))
            w = projected(w - (g + sigma * w) / (sigma * t), ball)
        u = projected(-(y[:, None] * X).mean(axis=0) / sigma, ball)
        at_u = (y * (X @ u)).sum() + len(y) * sigma / 2 * u @ u
        assert f["T"] == len(y) and f["regret"] == pytest.approx(total - at_u, rel=1e-6, abs=1e-6)
        assert f["G"] == f["G_seen"] == close(largest)
        assert f["T7_holds"] and f["regret"] <= f["bound"] and frame.status["harmonic"] == "holds"


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_perceptron_plays_them(d):
    rng = np.random.default_rng(d)
    for t in (1, 3, 200):
        X, y = drawn(rng, d, 10.0)
        f = get("perceptron").frame(stream="own", rounds=as_text(X, y), t=t).facts
        w, wrong = np.zeros(d), []
        for x, label in zip(X, y):
            wrong.append(label * (w @ x) <= 0)
            w = w + label * x * wrong[-1]
        assert f["T"] == len(y) and f["t"] == min(t, len(y)) and f["M_last"] == sum(wrong)
        assert f["M"] == sum(wrong[:t]) and f["X"] == close(np.linalg.norm(X, axis=1).max())
        assert f["d"] == max(2, d)


def test_the_plane_of_the_perceptron_holds_what_is_written():
    """In units of the longest example; the sides of the line are those of w."""
    X, y = np.array([[300.0, 40.0], [-20.0, 500.0], [100.0, -90.0]]), np.array([1.0, -1.0, 1.0])
    frame = get("perceptron").frame(stream="own", rounds=as_text(X, y), t=3)
    s, unit = frame.series, frame.facts["unit_x"]
    assert unit == frame.facts["unit_y"] == close(np.linalg.norm(X, axis=1).max())
    plus = np.column_stack([s["plus"]["x"], s["plus"]["y"]]) * unit
    assert np.allclose(np.sort(plus, axis=0), np.sort(X[y > 0], axis=0))
    gamma, band = frame.facts["margin"], np.column_stack([s["margin"]["x"], s["margin"]["y"]]) * unit
    a, way = band[0], (band[1] - band[0]) / np.linalg.norm(band[1] - band[0])  # of a chord: as far from 0 as the margin
    assert abs(a[0] * way[1] - a[1] * way[0]) == close(gamma) and gamma > 0


@pytest.mark.parametrize("learner", get("adversary").control("learner").values)
@pytest.mark.parametrize("d", [1, 2, 3])
def test_learners_meet_them_as_gradients(learner, d):
    rng = np.random.default_rng(d)
    X, y = drawn(rng, d, labels=(-1.0, 0.25, 1.0))
    k, T, g = 1.4, len(y), y[:, None] * X
    frame = get("adversary").frame(stream="own", rounds=as_text(X, y), learner=learner, k=k)
    f = frame.facts
    assert (f["T"], f["d"], f["bound_holds"]) == (T, d, learner != "inverse")
    steps = {"greedy": lambda t: 2**0.5 * k / t**0.5, "constant": lambda t: k / T**0.5, "inverse": lambda t: k / t}
    if learner in steps:
        w, total = np.zeros(d), 0.0
        for t in range(1, T + 1):
            total += g[t - 1] @ w
            w = projected(w - steps[learner](t) * g[t - 1], 1.0)
        assert f["regret"] == close(total + np.linalg.norm(g.sum(axis=0)))
    regrets = frame.series["regret"]
    assert regrets["x"][-1] == T and regrets["y"][-1] * T**0.5 == close(f["regret"])


def test_a_widget_takes_them_or_says_why_not_and_changes_nothing():
    w = explore("ogd", stream="own")
    assert w.rounds == get("ogd").defaults("own")["rounds"]
    w.rounds = " 1 , 0 ; 0,2:−1 "
    assert w.rounds == w.frame.params["rounds"] == "1,0;0,2:-1" and w.frame.facts["T"] == 2
    for text in ("1,0;2", "1;2;x"):
        with pytest.raises(ValueError, match="round "):
            w.rounds = text
    w.rounds = "1,0;0,2:-0.5"
    with pytest.raises(ValueError, match="as the hinge loss needs"):
        w.loss = "hinge"
    assert w.params == w.frame.params and w.loss == "linear" and w.rounds == "1,0;0,2:-0.5"
    w.stream = "zigzag"
    assert w.frame.params["stream"] == "zigzag"


# ---------------------------------------------------------------- in a page

def field(page):
    return page.locator("[data-explorer=ogd] input[name=rounds]")


def opened(page):
    page.wait_for_function("window.ocoExplorers?.ogd")
    if not field(page).is_visible():
        page.locator("[data-explorer=ogd] .oco-setting > summary").click()


FACT = "([name, value]) => window.ocoExplorers.ogd.frame().facts[name] === value"


def test_the_line_in_a_page(browser):
    """Only with its stream; read when it has been written; what cannot be read is said, marked, and stays; in the
    address, in a kept state, and after another stream."""
    with small_site("ogd", python=True) as site, new_page(browser) as (page, notes):
        page.goto(site.url)
        page.wait_for_function("window.ocoExplorers?.ogd")
        assert not field(page).is_visible()
        page.goto(site.url + "#ogd?stream=own&rounds=1,0;0,2:-1&eta=0.5&U=1")
        page.reload()
        page.wait_for_function(FACT, arg=["T", 2])
        opened(page)
        assert field(page).input_value() == "1,0; 0,2:-1"
        assert page.evaluate("getComputedStyle(document.querySelector('[name=rounds]')).fontSize") == "16px"

        field(page).fill("1,0; 0,2:-1;  1,1")  # three rounds, in the reader's writing, which stays
        field(page).press("Enter")
        page.wait_for_function(FACT, arg=["T", 3])
        assert field(page).input_value() == "1,0; 0,2:-1;  1,1" and field(page).get_attribute("aria-invalid") == "false"
        page.wait_for_function("location.hash.endsWith('rounds=1,0;0,2:-1;1,1')")

        before = page.evaluate("window.ocoExplorers.ogd.frame().facts")
        field(page).fill("1,0; 0")
        field(page).press("Enter")
        note = page.locator("[data-explorer=ogd] .oco-note")
        page.wait_for_function("document.querySelector('.oco-note').textContent.includes('as in round 1')")
        assert "rounds = '0': expected 2 coordinates in round 2" in note.text_content()
        assert field(page).input_value() == "1,0; 0" and field(page).get_attribute("aria-invalid") == "true"
        assert page.evaluate("window.ocoExplorers.ogd.frame().facts") == before
        page.wait_for_function("location.hash.endsWith('rounds=1,0;0,2:-1;1,1')")
        field(page).fill("1,0; 0,3")
        field(page).press("Enter")
        page.wait_for_function(FACT, arg=["X", 3])
        assert field(page).get_attribute("aria-invalid") == "false"

        page.evaluate("document.querySelector('[data-explorer=ogd] .oco-keep').click()")
        field(page).fill("2,0; 0,3")
        field(page).press("Enter")
        page.wait_for_function("location.hash.includes('rounds:1_0;0_3')")
        page.locator(".oco-kept li", has_text="rounds 1,0; 0,3").wait_for()  # told when the next answer is there
        page.reload()
        page.wait_for_function(
            "window.ocoExplorers?.ogd && window.ocoExplorers.ogd.view.ghosts.kept[0]?.frame?.facts.X === 3")
        assert page.evaluate("window.ocoExplorers.ogd.view.ghosts.kept[0].params.rounds") == "1,0;0,3"

        opened(page)
        page.wait_for_function(FACT, arg=["X", 3])
        stream = page.locator("[data-explorer=ogd] [name=stream]")
        stream.select_option("random_signs")
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.stream === 'random_signs'")
        assert not field(page).is_visible()
        stream.select_option("own")
        page.wait_for_function("window.ocoExplorers.ogd.frame().params.rounds === '2,0;0,3'")
        assert notes.errors == []


def test_rounds_that_cancel_leave_nothing_to_gain():
    """0.1 + 0.2 − 0.3 is 5.6e-17 in floats: the best fixed point gains 0, and the legend says so."""
    frame = get("adversary").frame(stream="own", rounds="0.1;0.2;-0.3", learner="constant")
    assert frame.facts["gain"] == 0.0 and frame.facts["regret"] == frame.facts["loss_learner"] > 0
