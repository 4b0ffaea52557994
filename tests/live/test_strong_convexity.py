"""The strong convexity explorer: every number recomputed with loops of its own, and what its sentences claim."""

import itertools

import numpy as np
import pytest

from oco_core import bounds, hindsight, losses, streams
from oco_live.explorer import get, text_of
from oco_live.explorers.strong_convexity.measure import EXPLODED

E = get("strong_convexity")
STREAMS = E.control("stream").values[:-1]  # of the last, "own", tell test_own_rounds.py
PROJECTIONS = E.control("projection").values
BAKED = [c for c in E.controls if c.baked]
MINIMISER = 2.0


def slope_and_value(p):
    """(t, w) -> gradient and value of l_t at w, for the streams that are fixed in advance."""
    sigma = p["sigma"]
    if p["stream"] == "quartic":
        return lambda t, w: (sigma * (w - 2) + 4 * (w - 2) ** 3, float((sigma / 2 * (w - 2) ** 2 + (w - 2) ** 4)[0]))
    if p["stream"] == "random":
        drawn = streams.random_signs(p["T"], d=2, seed=p["seed"])
        g = drawn.X * drawn.y[:, None] * p["G"] / 2
        return lambda t, w: (g[t] + sigma * w, g[t] @ w + sigma / 2 * w @ w)
    mail = streams.mail(p["T"], seed=p["seed"])
    return lambda t, w: (sigma * w - mail.y[t] * mail.X[t] * (mail.y[t] * (mail.X[t] @ w) < 1),
                         max(0.0, 1 - mail.y[t] * (mail.X[t] @ w)) + sigma / 2 * w @ w)


def descend(p, step, U, answer, d):
    """w_1 .. w_{n+1}, gradients and losses of plain gradient descent from 0."""
    w, path, gradients, values = np.zeros(d), [np.zeros(d)], [], []
    for t in range(p["T"]):
        g, value = answer(t, w)
        w = w - step(t + 1) * g
        norm = np.linalg.norm(w)
        if U is not None and norm > U:
            w = w * (U / norm)
        path.append(w), gradients.append(g), values.append(value)
        if norm > EXPLODED and U is None:
            break
    return np.array(path), np.array(gradients), np.array(values)


def recomputed(p):
    """(path, gradients, values) of steps 1/(σt), of the rival, the best u, its losses by round."""
    U = p["U"] if p["projection"] == "ball" else None
    ours = lambda t: 1 / (p["sigma"] * t)
    rival = lambda t: p["eta"] / np.sqrt(t)
    if p["stream"] == "equality":
        met = []  # c_t

        def opponent(t, w):
            met.append(w[0] + (-1) ** (t + 1) * p["G"] / p["sigma"])
            return p["sigma"] * (w - met[-1]), p["sigma"] / 2 * (w[0] - met[-1]) ** 2
        first = descend(p, ours, U, opponent, 1)
        c = np.array(met)
        answer = lambda t, w: (p["sigma"] * (w - c[t]), p["sigma"] / 2 * (w[0] - c[t]) ** 2)
        u = np.array([c.mean()]) if U is None else np.clip([c.mean()], -U, U)
    else:
        answer = slope_and_value(p)
        d = {"quartic": 1, "random": 2, "mail": 49}[p["stream"]]
        first = descend(p, ours, U, answer, d)
        if p["stream"] == "quartic":
            u = np.array([MINIMISER if U is None else min(MINIMISER, U)])
        elif p["stream"] == "random":
            u = first[0][0] - sum(answer(t, np.zeros(2))[0] for t in range(p["T"])) / p["sigma"] / p["T"]
            u = u if U is None or np.linalg.norm(u) <= U else u * U / np.linalg.norm(u)
        else:
            mail = streams.mail(p["T"], seed=p["seed"])
            u = hindsight.best(losses.with_l2(losses.hinge, p["sigma"]), mail.X, mail.y, U).u
    second = descend(p, rival, p["U"], answer, len(u))
    return first, second, u, np.array([answer(t, u)[1] for t in range(p["T"])])


@pytest.mark.parametrize("stream, projection", list(itertools.product(STREAMS, PROJECTIONS)))
@pytest.mark.parametrize("sigma, eta, U", [(1.0, 1.0, 3.0), (0.1, 0.3, 1.0)])
def test_facts_and_series_are_those_of_plain_loops(stream, projection, sigma, eta, U):
    frame = E.frame(stream=stream, projection=projection, sigma=sigma, eta=eta, U=U, T=200)
    (w, g, values), (v, _, rival_values), u, at_u = recomputed(frame.params)
    f, s, n = frame.facts, frame.series, len(values)
    norms = np.linalg.norm(g, axis=1)
    regret, rival = (values - at_u[:n]).cumsum(), (rival_values - at_u).cumsum()
    close = lambda a, tolerance=1e-7: pytest.approx(a, rel=1e-6, abs=tolerance)
    assert f["regret"] == close(regret[-1]) and f["regret_rival"] == close(rival[-1])
    assert f["G_seen"] == close(norms.max()) and f["norm_comparator"] == close(np.linalg.norm(u), 1e-4)
    assert f["bound_seen"] == close((norms**2 / np.arange(1, n + 1)).sum() / (2 * sigma)) or f["bound_seen"] > 1e290
    assert f["rounds"] == n and f["exploded"] == (n < 200) == (stream == "quartic" and projection == "none")
    assert f["norm_largest"] == close(np.linalg.norm(w, axis=1).max())
    assert f["T7_holds"] == (norms.max() <= f["G"] * (1 + 1e-9))
    unit = f["G"] ** 2 / (2 * sigma)
    harmonic = np.cumsum(1 / np.arange(1, 201))
    assert f["unit"] == close(unit) and f["bound"] == close(unit * harmonic[-1])
    assert f["bound_logarithm"] == close(unit * (1 + np.log(200))) and f["bound_printed"] == close(unit * np.log(201))
    for name, values in (("harmonic", harmonic), ("logarithm", 1 + np.log(np.arange(1, 201))),
                         ("printed", np.log(np.arange(2, 202)))):
        at = s[name]["x"].astype(int)
        assert np.allclose(s[name]["y"], values[at - 1])
    # w_t and u* at the rounds of the second picture
    for name, path in (("distance", w), ("rival_distance", v)):
        at = s[name]["x"].astype(int)
        with np.errstate(over="ignore"):
            expected = np.clip(np.linalg.norm(path[at - 1] - u, axis=1), 1e-6, 1e6)
        assert np.allclose(s[name]["y"], expected, rtol=1e-2 if stream == "mail" else 1e-6)
    # the curve over η has the rival's regret of a run of its own
    k = 12
    eta_k = s["rival_eta"]["x"][k]
    again = recomputed(dict(frame.params) | {"eta": eta_k})
    expected = (again[1][2] - again[3]).sum() / unit
    assert s["rival_eta"]["y"][k] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("stream", STREAMS)
def test_what_holds_is_drawn_as_a_bound_and_holds(stream):
    for projection, sigma, U in itertools.product(PROJECTIONS, (0.03, 1.0), (0.5, 3.0)):
        frame = E.frame(stream=stream, projection=projection, sigma=sigma, U=U, T=100)
        f, status = frame.facts, frame.status
        assert status["printed"] == "fails"
        assert status["harmonic"] == status["logarithm"] == ("holds" if f["T7_holds"] else "fails")
        assert f["T7_holds"] or stream == "quartic" and projection == "none"
        if f["T7_holds"]:
            assert f["regret"] <= f["bound_seen"] * (1 + 1e-7) + 1e-7
            assert f["bound_seen"] <= f["bound"] * (1 + 1e-9) <= f["bound_logarithm"] * (1 + 2e-9)
        assert (status["rival_bound"] == "holds") == f["T3_holds"] == (f["norm_comparator"] <= U * (1 + 1e-12))
        assert ("T3 promises them nothing" in frame.sentence) == (not f["T3_holds"])
        if f["T3_holds"]:
            assert f["regret_rival"] <= f["bound_rival"]


def test_the_worst_case_meets_the_bound_and_crosses_the_misprint():
    for sigma, G in itertools.product((0.1, 1.0, 3.0), (0.5, 2.0)):
        frame = E.frame(stream="equality", sigma=sigma, G=G)
        f, s = frame.facts, frame.series
        assert f["regret"] == pytest.approx(f["bound"], rel=1e-9)
        assert f["regret"] == pytest.approx(bounds.strongly_convex_harmonic(1000, sigma, G), rel=1e-9)
        printed = np.log(s["regret"]["x"] + 1)
        assert np.all(s["regret"]["y"] > printed) and f["above_printed"] and f["above_from"] == 1
        assert "above the printed" in frame.sentence and "does not hold (E1)" in frame.sentence
        assert "100 % of the bound" in frame.headline and text_of(f["bound_printed"]) in frame.sentence


def test_below_the_misprint_the_sentence_does_not_claim_a_crossing():
    frame = E.frame(stream="random")
    assert not frame.facts["above_printed"] and "stays below the printed" in frame.sentence
    assert "does not hold for all losses (E1)" in frame.sentence


def test_without_projection_the_quartic_explodes_and_projection_cures_it():
    wild = E.frame(stream="quartic", projection="none", U=3.0)
    assert wild.facts["exploded"] and wild.facts["rounds"] == 5 and wild.facts["norm_largest"] > 1e131
    assert "explode" in wild.headline and "Projecting on the ball cures it" in wild.sentence
    assert wild.status["harmonic"] == "fails" and "The bound does not apply." in wild.headline
    assert "needs U ≥ 2" in E.frame(stream="quartic", projection="none", U=1.0).sentence
    tame = E.frame(stream="quartic", projection="ball", U=3.0)
    assert not tame.facts["exploded"] and tame.facts["distance_last"] < 1e-3 and tame.status["harmonic"] == "holds"
    assert "does not hold the minimiser" in E.frame(stream="quartic", projection="ball", U=1.0).sentence
    for sigma in E.control("sigma").values:
        assert E.frame(stream="quartic", projection="none", sigma=sigma).facts["exploded"]


def test_regularised_hinge_loss_is_safe_without_projection():
    for sigma in (0.03, 1.0):
        f = E.frame(stream="mail", sigma=sigma, T=200).facts
        assert (
            f["G"] == pytest.approx(2.0, abs=1e-9) and f["norm_largest"] <= 1 / sigma + 1e-9 and f["G_seen"] <= f["G"])


@pytest.mark.parametrize("stream", STREAMS)
def test_frames_stay_in_the_widest_picture(stream):
    ends = [(c.values_for(stream)[0], c.values_for(stream)[-1]) for c in BAKED]
    for values in itertools.product(*ends):
        frame = E.frame(stream=stream, T=100, **dict(zip((c.name for c in BAKED), values)))
        frame.as_dict()
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            assert np.all(curve["x"] >= panel.x.limits[0]) and np.all(curve["x"] <= panel.x.limits[1])
            assert np.all(curve["y"] >= panel.y.limits[0]) and np.all(curve["y"] <= panel.y.limits[1])


def test_all_that_matters_is_baked():
    assert [c.name for c in BAKED] == ["sigma", "eta", "U", "projection"]


def test_parameters_without_meaning_change_nothing_and_frames_are_pure():
    plain = E.frame(stream="quartic", T=100).as_dict()
    E.frame(stream="quartic", T=100, sigma=0.1, projection="ball")
    assert E.frame(stream="quartic", T=100, G=2.0, seed=3).as_dict() == plain



@pytest.mark.parametrize("params, message", [
    ({"sigma": 0}, "sigma = 0: expected a number from 0.01 to 3"), ({"projection": "cube"}, "projection = 'cube'"),
    ({"stream": "waves"}, "stream = 'waves'"), ({"U": 0}, "U = 0"),
])
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "params", [{"sigma": 0.01, "G": 4.0, "projection": "ball", "U": U, "T": 100, "seed": 5} for U in (1.0, 3.0)])
def test_a_regret_below_zero_is_no_part_of_a_bound(params):
    frame = E.frame(stream="random", **params)
    assert frame.facts["regret"] < 0 and "beats every fixed u" in frame.headline and "%" not in frame.headline


def test_with_projection_the_worst_case_is_not_called_the_worst():
    """A ball that cuts steps off leaves the regret below T7's equality; one that is never left changes nothing."""
    for U, sigma in ((0.5, 0.03), (0.5, 1.0), (1.0, 1.0), (3.0, 1.0), (3.0, 0.03)):
        frame = E.frame(stream="equality", projection="ball", U=U, sigma=sigma, T=100)
        met = frame.facts["regret"] > frame.facts["bound"] * (1 - 1e-8)
        assert met == (U * sigma >= frame.facts["G"])
        assert ("the worst case only without projection" in frame.sentence) == (not met)


def test_since_when_the_printed_bound_is_crossed_is_said_in_english():
    always = E.frame().sentence  # the worst case: equality with T7 in every round
    assert "ln(T+1) = 3.45, which does not hold (E1). It has been so since the first round." in always
    for seed in range(20):
        for frame in (
            E.frame(stream="random", T=T, sigma=sigma, seed=seed) for T in (100, 500) for sigma in (0.3, 3.0)):
            assert "round 1 already" not in frame.sentence
