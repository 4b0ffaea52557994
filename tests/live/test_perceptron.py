"""The Perceptron explorer: mistakes by a loop of its own, bounds by other routes, and η, which changes ‖w‖ alone."""

import itertools

import numpy as np
import pytest

from oco_core import hindsight, losses, streams
from oco_live.explorer import get, text_of
from oco_live.explorers.perceptron.measure import _run, most_wrong_next
from oco_live.phrasing import plain

E = get("perceptron")
STREAMS = E.control("stream").values[:-1]  # of the last, "own", tell test_own_rounds.py
BAKED = [c for c in E.controls if c.baked]
T = streams.MAIL_SIZE
ends = lambda name, stream: (values[0], values[-1]) if (values := E.control(name).values_for(stream)) else (None,)
close = lambda a: pytest.approx(a, rel=1e-9, abs=1e-9)


def examples_of(p):
    """(X, y) in their order of arrival, made here from the core's streams."""
    if p["stream"].startswith("mail"):
        made = streams.mail(order="file") if p["stream"] == "mail_file" else streams.mail(seed=p["seed"])
        return made.X, made.y
    if p["stream"] == "orthonormal":
        made = streams.orthonormal(T, 100)
        return made.X, made.y
    made = streams.classification(T, 2, p["margin"], p["noise"] if p["stream"] == "noisy" else 0, p["seed"])
    X, y = made.X, made.y
    if p["order"] == "positive":
        return np.vstack([X[y > 0], X[y < 0]]), np.append(y[y > 0], y[y < 0])
    return X, y


def mistakes_of(X, y, eta=1.0, worst=False):
    """w after each round and which rounds are mistakes; ``worst``: choose the example that w gets most wrong."""
    w, path, wrong, left = np.zeros(X.shape[1]), [], [], list(range(len(y)))
    for t in range(len(y)):
        i = t
        if worst:
            margins = y[left] * (X[left] @ w)
            i = left.pop(int(np.argmin(margins))) if margins.min() <= 0 else left.pop(0)
        wrong.append(bool(y[i] * (X[i] @ w) <= 0))
        if wrong[-1]:
            w = w + eta * y[i] * X[i]
        path.append(w)
    return np.array(path), np.array(wrong)


def T9(L, norm, X):
    A = norm * X
    return L + A * A / 2 + A * np.sqrt(A * A / 4 + L)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("t, U, eta, order",
                         [(1, 1.0, 10.0, "drawn"), (60, 8.0, 0.1, "positive"), (777, 3.0, 0.5, "drawn"),
                                              (T, 32.0, 1.0, "drawn")])
def test_facts_are_those_of_a_plain_loop(stream, t, U, eta, order):
    p = {"stream": stream, "t": t, "U": U,
         "eta": eta} | ({"order": order} if len(E.control("order").values_for(stream)) else {})
    frame = E.frame(**p)
    f, (X, y) = frame.facts, examples_of(frame.params)
    path, wrong = mistakes_of(X, y, eta)
    M = wrong.cumsum()
    assert (f["M"], f["M_last"], f["T"], f["d"]) == (M[t - 1], M[-1], T, X.shape[1])
    assert f["norm_w"] == close(np.linalg.norm(path[t - 1])) == close(eta * f["norm_w_1"])
    # the best u of norm up to U, charged for U: at t, and at T
    X_max = np.linalg.norm(X, axis=1).max()
    u = hindsight.best(losses.hinge, X, y, U).u
    L = np.maximum(0, 1 - y * (X @ u)).cumsum()
    tolerance = dict(rel=1e-6, abs=1e-6)
    assert f["bound_U"] == pytest.approx(T9(L[t - 1], U, X_max), rel=1e-4)
    assert f["bound_U_last"] == pytest.approx(T9(L[-1], U, X_max), **tolerance)
    assert f["norm_u"] == pytest.approx(np.linalg.norm(u), rel=1e-4)
    assert abs(f["errors_u"] - (y * (X @ u) <= 0).sum()) <= 1
    # the best of all: no norm does better, and one close to its own does as well
    nearby = f["norm_best"] * np.array([0.5, 0.9, 0.99, 1, 1.01, 1.1, 2])
    values = [T9(hindsight.best(losses.hinge, X, y, norm).value, norm, X_max) for norm in nearby]
    assert min(values) >= f["bound_best_last"] - 1e-6 * f["bound_best_last"] - f["gap_best"]
    assert values[3] == pytest.approx(f["bound_best_last"], **tolerance)
    assert f["implicit_last"] == pytest.approx(f["L_best"] + f["norm_best"] * X_max * np.sqrt(M[-1]), **tolerance)
    assert 0 <= f["gap_best"] <= 1e-8 * f["bound_best_last"] and 0 <= f["gap_U"] <= 1e-6 * f["bound_U_last"]


@pytest.mark.parametrize("stream", ["separable", "noisy"])
def test_the_most_wrong_next(stream):
    frame = E.frame(stream=stream, order="wrong", margin=0.02)
    X, y = examples_of(frame.params)
    _, wrong = mistakes_of(X, y, worst=True)
    assert frame.facts["M_last"] == wrong.sum()
    rows = most_wrong_next(X, y)
    assert np.array_equal(np.sort(rows), np.arange(T))


@pytest.mark.parametrize("stream", STREAMS)
def test_eta_changes_the_length_of_w_and_nothing_else(stream):
    """Every series but the arrow, every fact but η and ‖w‖: E8 on the page."""
    orders = E.control("order").values_for(stream) or (None,)
    for t, order in itertools.product((2, 60, T), orders):
        p = {"stream": stream, "t": t} | ({"order": order} if order else {})
        frames = {eta: E.frame(eta=eta, **p) for eta in (0.1, 0.37, 1.0, 10.0)}
        one = frames[1.0]
        for eta, frame in frames.items():
            f = frame.facts
            assert f["norm_w"] == close(eta * one.facts["norm_w"]) and f["norm_w_1"] == one.facts["norm_w"] and f[
                "same_mistakes"]
            assert {k: v for k, v in f.items() if k not in ("eta", "norm_w")} == pytest.approx(
                {k: v for k, v in one.facts.items() if k not in ("eta", "norm_w")}, rel=1e-9, abs=1e-9)
            for name, curve in frame.series.items():
                if name == "w_arrow":  # as long as log ‖w‖ says
                    assert (np.hypot(*np.array([curve["x"][1], curve["y"][1]])) > np.hypot(
                        one.series[name]["x"][1], one.series[name]["y"][1])) == (eta > 1)
                    continue
                for axis in "xy":
                    assert np.allclose(curve[axis], one.series[name][axis], rtol=1e-9, atol=1e-9), name
            assert ("same rounds" in frame.sentence) == (eta != 1.0) and text_of(f["norm_w"]) in frame.sentence
            assert frame.headline == one.headline


@pytest.mark.parametrize("stream", STREAMS)
def test_no_bound_that_holds_is_ever_exceeded(stream):
    """At the ends of every control in every combination, spread over the 20 seeds; at every round that is drawn."""
    seeds = E.control("seed").values_for(stream) or (0,)
    orders = E.control("order").values_for(stream) or (None,)
    corners = list(itertools.product(ends("margin", stream), ends("noise", stream), orders))
    for seed, (margin, noise, order) in zip(seeds, itertools.cycle(corners)):
        given = {"seed": seed, "margin": margin, "noise": noise, "order": order}
        p = {k: v for k, v in given.items() if v is not None and E.control(k).values_for(stream)}
        for U in ends("U", stream):
            frame = E.frame(stream=stream, U=U, **p)
            f, s, status = frame.facts, frame.series, frame.status
            at = s["implicit"]["x"].astype(int)
            key = "stream", "margin", "noise", "seed", "rounds", "order", "eta"
            M = np.cumsum(_run(*map(frame.params.get, key)).updates)
            assert M[-1] == f["M_last"] and s["later"]["y"][-1] == f["M_last"]
            assert s["mistakes"]["y"][-1] == f["M"] == s["later"]["y"][0]
            for name in ("radius_bound", "best_bound", "implicit"):
                assert status[name] == "holds" and np.all(M[at - 1] <= s[name]["y"] * (1 + 1e-9)), name
            assert np.all(f["M_last"] <= s["curve_bound"]["y"] * (1 + 1e-9))
            assert f["bound_best_last"] <= s["curve_bound"]["y"].min() * (1 + 1e-7)
            assert f["implicit_last"] <= f["bound_best_last"] * (1 + 1e-9)
            assert status["margin_bound"] == status["margin"] == ("holds" if f["separable"] else "fails")
            if f["separable"]:
                assert f["M_last"] <= f["bound_separable"] * (1 + 1e-9) and 0 <= f["margin_gap"] <= 1e-6 * f["margin"]
            assert ("does not apply" in frame.sentence) == (not f["separable"])


def test_the_separable_bound_fails_as_soon_as_labels_are_wrong():
    for noise in E.control("noise").values[1:]:
        for seed in (0, 1):
            frame = E.frame(stream="noisy", noise=noise, seed=seed, margin=0.1)
            assert frame.status["margin_bound"] == "fails" and not frame.facts["separable"]
            # what the margin of the right labels would have promised is drawn, and exceeded
            level = frame.series["margin_bound"]["y"]
            assert level[0] == pytest.approx((frame.facts["X"] / 0.1) ** 2)
            assert noise < 0.1 or frame.facts["M_last"] > level[0]
    for stream in ("mail_shuffled", "mail_file"):
        frame = E.frame(stream=stream)
        assert frame.status["margin"] == frame.status["margin_bound"] == "fails"
        assert len(frame.series["margin_bound"]["x"]) == len(frame.series["margin"]["x"]) == 0
    clean = E.frame(stream="noisy", noise=0.0)
    assert clean.status["margin_bound"] == "holds" and clean.facts["margin"] == pytest.approx(0.05, rel=1e-6)


def test_orthonormal_examples_attain_every_bound():
    frame = E.frame(stream="orthonormal")
    f = frame.facts
    assert f["M_last"] == 100 == pytest.approx(f["bound_separable"]) == pytest.approx(f["bound_best_last"])
    assert f["implicit_last"] == pytest.approx(100) and f["norm_best"] == pytest.approx(10, rel=1e-4)
    assert "at most (X/γ*)² = 100 mistakes; here there are exactly as many." in frame.sentence
    assert "exactly" not in (other := E.frame(stream="separable")).sentence + other.headline
    assert plain(frame.headline) == "100 mistakes in 1000 rounds, exactly the 100 that a margin of 0.1 allows."


def test_the_order_changes_the_mistakes_and_no_bound():
    frames = [E.frame(stream="separable", order=order, seed=5) for order in E.control("order").values]
    assert len({f.facts["M_last"] for f in frames}) == 3
    for name in ("bound_separable", "bound_U_last", "bound_best_last", "norm_best"):
        assert len({f.facts[name] for f in frames}) == 1
    shuffled, file = (E.frame(stream=s).facts for s in ("mail_shuffled", "mail_file"))
    assert file["M_last"] == 2 and shuffled["M_last"] > 1500 and file["bound_best_last"] == shuffled["bound_best_last"]


@pytest.mark.parametrize("stream", STREAMS)
def test_the_plane_tells_the_truth_about_sides(stream):
    """A point is on the side of the drawn w on which w·x says it is, and so for u; in any dimension."""
    for t, U in itertools.product((3, 250, T), (1.0, 32.0)):
        frame = E.frame(stream=stream, t=t, U=U)
        s, (X, y) = frame.series, examples_of(frame.params)
        path, wrong = mistakes_of(X, y)
        w, u = path[t - 1], hindsight.best(losses.hinge, X, y, U).u
        latest = np.arange(max(0, t - 110), t)
        rows = np.append(latest, np.setdiff1d(np.flatnonzero(wrong[:t])[-60:], latest))
        flat = X.shape[1] == 2
        for name, sign in (("plus", 1), ("minus", -1)):
            shown, mine = np.c_[s[name]["x"], s[name]["y"]], X[rows[y[rows] == sign]]
            assert len(shown) == len(mine)
            if flat:
                assert np.allclose(shown, mine)
                continue
            for axis, v in ((0, u / np.linalg.norm(u)), (1, w / np.linalg.norm(w))):
                unit = frame.facts["unit_" + "xy"[axis]]
                assert np.allclose(shown[:, axis] * unit, mine @ v, atol=1e-4)
        if flat:  # the lines are perpendicular to w and u, and the band is where |u·x| = 1
            for name, v in (("w_line", w), ("u_line", u)):
                assert np.allclose(np.c_[s[name]["x"], s[name]["y"]] @ v, 0, atol=1e-4 * np.linalg.norm(v))
            band = np.c_[s["u_band"]["x"], s["u_band"]["y"]] @ u
            assert len(band) == (4 if np.linalg.norm(u) > 1 / 1.05 else 0) and np.allclose(abs(band), 1, atol=1e-3)
        plus, minus = (np.array([s[f"side_{name}"]["x"][0], s[f"side_{name}"]["y"][0]]) for name in ("plus", "minus"))
        side = w if flat else np.array([0.0, 1.0])  # of the line: + where w points, beyond the examples
        assert (plus - minus) @ side / np.linalg.norm(side) == pytest.approx(0.14)
        assert (plus + minus) @ side == pytest.approx(0, abs=1e-9 * np.linalg.norm(side))
        assert min(np.linalg.norm(plus), np.linalg.norm(minus)) > 1 and max(abs(plus).max(), abs(minus).max()) < 1.1
        if frame.facts["margin_drawn"]:  # the margin's lines: on the right labels no example lies between them
            lines = np.c_[s["margin"]["x"], s["margin"]["y"]]
            gamma, unit = frame.facts["margin_drawn"], frame.facts["unit_x"]
            if flat:
                way = (lines[1] - lines[0]) / np.linalg.norm(lines[1] - lines[0])
                apart, right = np.array([-way[1], way[0]]), y if frame.facts["separable"] else examples_of(
                    frame.params | {"stream": "separable"})[1]
                assert np.allclose(abs(lines @ apart), gamma, rtol=1e-6, atol=0)
                assert {*np.sign(lines @ apart)} == {-1, 1}
                assert abs(right * (X @ apart)).min() >= gamma * (1 - 1e-6)
            else:
                assert np.allclose(abs(lines[:, 0]) * unit, gamma) and {*np.sign(lines[:, 0])} == {-1, 1}
            marks = np.r_[np.c_[s["plus"]["x"], s["plus"]["y"]], np.c_[s["minus"]["x"], s["minus"]["y"]]]
            for a, b in zip(lines[::2], lines[1::2]):  # no mark stands on a line: a minus would look like a plus
                at = np.clip((marks - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)[:, None]
                assert np.linalg.norm(a + at * (b - a) - marks, axis=1).min() >= 0.06 * (1 - 1e-9)
            assert frame.facts["bound_separable"] == pytest.approx((frame.facts["X"] / gamma) ** 2)
        last = np.flatnonzero(wrong[:t])[-1]
        if flat:
            assert np.allclose([s["wrong_last"]["x"][0], s["wrong_last"]["y"][0]], X[last])


@pytest.mark.parametrize("stream", STREAMS)
def test_frames_stay_in_the_picture(stream):
    for values in itertools.product(*((c.values[0], c.values[-1]) for c in BAKED)):
        frame = E.frame(stream=stream, **dict(zip((c.name for c in BAKED), values)))
        frame.as_dict()
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            for axis in "xy":
                low, high = getattr(panel, axis).limits
                assert np.all((np.asarray(curve[axis]) >= low) & (np.asarray(curve[axis]) <= high)), series.name


def test_wrong_labels_are_counted():
    """With noise = 0, or so small that chance flips none, nobody speaks of wrong labels."""
    right = streams.classification(T, 2, 0.05, 0.0, 0).y
    for noise in (0.0, 1e-6, 1e-4, 3e-4, 0.1):
        frame = E.frame(stream="noisy", noise=noise)
        wrong = int((examples_of(frame.params)[1] != right).sum())
        assert frame.facts["wrong_labels"] == wrong
        assert (f"with {wrong} wrong label{'s' * (wrong != 1)}." if wrong
                else "with labels that are all right.") in frame.sentence
        assert wrong or "wrong label" not in frame.sentence
    assert "wrong label" not in E.frame(stream="separable").sentence


def test_all_that_matters_is_baked():
    """η changes no mistake, and is left to Python."""
    assert [c.name for c in BAKED] == ["t", "margin", "U"] and BAKED[0].play


@pytest.mark.parametrize("params, message", [
    ({"eta": 0}, "eta = 0: expected a number from 0.1 to 10"), ({"order": "best"}, "order = 'best'"),
    ({"margin": 0.9}, "margin = 0.9"), ({"stream": "waves"}, "stream = 'waves'"), ({"t": 0}, "t = 0"),
    ({"t": 2.5}, "t = 2.5"),
])
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)
