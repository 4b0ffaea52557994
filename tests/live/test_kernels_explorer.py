"""The kernels explorer: mistakes and T10 by loops of its own, margins by another solver, and regions that tell the
truth."""

import itertools
import math

import numpy as np
import pytest

from oco_core import kernels, mistakes, streams
from oco_live.explorer import get, text_of
from oco_live.explorers.kernels import CERTIFIED
from oco_live.explorers.regions import BENT, GRID, region
from oco_live.phrasing import plain

E = get("kernels")
STREAMS = E.control("stream").values[:-1]  # of the last, "own", tells test_own_data.py
BAKED = [c for c in E.controls if c.baked]
T = 120


def settings(stream):
    """The control of this stream's family, and its values."""
    name = "degree" if stream.endswith("polynomial") else "gamma"
    return name, E.control(name).values_for(stream)


def values_of(p, A, B):
    """K(a, b) for each row a of A and b of B."""
    if p["stream"].endswith("polynomial"):
        return (1 + A @ B.T) ** p["degree"]
    return np.exp(-((A[:, None] - B) ** 2).sum(axis=2) / (2 * p["gamma"]))


def data_of(p):
    made = getattr(streams, p["stream"].split("_")[0])(T, p["noise"], p["seed"])
    return made.X, made.y


def perceptron_of(K, y, printed=False):
    """Which rounds are stored, and which have the wrong sign."""
    S, wrong = [], []
    for t in range(T):
        f = sum(y[s] * K[s, t] for s in S)
        wrong.append((1 if f > 0 else -1) != y[t])
        if (not wrong[-1]) if printed else y[t] * f <= 0:
            S.append(t)
    return S, np.array(wrong)


def examples():
    for stream in STREAMS:
        name, values = settings(stream)
        for value, (t, noise, seed) in zip(
            values, itertools.cycle([(1, 0.0, 0), (60, 0.1, 3), (T, 0.3, 5), (25, 0.0, 19), (T, 0.0, 2)])):
            yield {"stream": stream, name: value, "t": t, "noise": noise, "seed": seed}


@pytest.mark.parametrize("p", list(examples()), ids=lambda p: "-".join(map(str, p.values())))
def test_facts_are_those_of_plain_loops(p):
    frame = E.frame(**p)
    p, f = frame.params, frame.facts
    X, y = data_of(p)
    t = p["t"]
    K = values_of(p, X, X)
    S, wrong = perceptron_of(K, y)
    printed_S, printed_wrong = perceptron_of(K, y, printed=True)
    assert (
        f["M"] == sum(s < t for s in S) and f["M_last"] == len(S)
        and f["kappa"] == pytest.approx(math.sqrt(K.diagonal().max())))
    assert f["printed_errors"] == printed_wrong[:t].sum() == f["positive"] == (y[:t] > 0).sum()
    assert f["printed_stored"] == sum(s < t for s in printed_S) == t - f["positive"]
    score = sum((y[s] * K[s, :t] for s in S if s < t), np.zeros(t))
    assert f["wrong_now"] == (y[:t] * score <= 0).sum()
    # T10: a true bound for the f it names, and for polynomials the f that is best of all (solved form)
    A = f["norm_f"] * f["kappa"]
    assert f["bound_last"] == pytest.approx(f["L"] + A * A + A * math.sqrt(f["L"])) and len(S) <= f["bound_last"]
    best = mistakes.best(kernels.factor(K), y)
    solved = f["L"] + A * A / 2 + A * math.sqrt(A * A / 4 + f["L"])
    assert best.lower <= solved * (1 + 1e-6) and (solved <= best.value * 1.25 or p["gamma"] < 0.02)
    if p["stream"].endswith("polynomial"):
        assert solved == pytest.approx(best.value, rel=1e-5)
        assert (
            f["features"] == math.comb(p["degree"] + 2, 2)
            == np.linalg.matrix_rank(kernels.polynomial_features(X, p["degree"])))
    # the largest margin, in R^r with another solver
    other = mistakes.margin(kernels.factor(K[:t, :t]), y[:t])
    if f["certified"]:
        assert (
            f["margin"] == pytest.approx(other.upper, rel=1e-3)
            and f["margin_upper"] - f["margin"] <= CERTIFIED * f["margin"])
        assert f["bound_margin"] == pytest.approx((f["kappa"] / f["margin"]) ** 2) and f["M"] <= f["bound_margin"]
        assert 1 <= f["support"] <= t
    else:
        assert f["margin"] == f["support"] == f["bound_margin"] == 0 and other.value <= 1e-4 * f["kappa"]
    assert f["separable"] == (f["margin_lower"] > 0) and other.value <= f["margin_upper"] * (1 + 1e-6)


@pytest.mark.parametrize("p", list(examples()), ids=lambda p: "-".join(map(str, p.values())))
def test_the_regions_are_where_f_is_positive(p):
    frame = E.frame(**p)
    p, s = frame.params, frame.series
    X, y = data_of(p)
    t = p["t"]
    K = lambda A, B: values_of(p, A, B)
    S, _ = perceptron_of(K(X, X), y)
    S = [i for i in S if i < t]
    score = lambda Z: y[S] @ K(X[S], Z) if S else np.zeros(len(Z))
    assert_region(score, s["region"], s["edge"])
    assert np.allclose(np.c_[s["stored"]["x"], s["stored"]["y"]], X[sorted(S, key=lambda i: X[i, 0])])
    assert np.allclose(np.c_[s["latest"]["x"], s["latest"]["y"]], X[S[-1:]])
    for name in ("plus", "minus"):
        mine = X[:t][y[:t] == (1 if name == "plus" else -1)]
        for suffix in ("", "_margin"):
            assert np.allclose(np.c_[s[name + suffix]["x"], s[name + suffix]["y"]], mine)
    if not frame.facts["certified"]:
        assert all(len(s[name]["x"]) == 0 and frame.status[name] == "absent"
                   for name in ("region_margin", "edge_margin", "band", "support", "support_now"))
        return
    # what is drawn of the largest margin: no example inside the band, support vectors on it
    support = np.c_[s["support"]["x"], s["support"]["y"]]
    rows = [int(np.argmin(((X[:t] - x) ** 2).sum(axis=1))) for x in support]
    assert np.allclose(X[rows], support) and len(rows) == frame.facts["support"]
    if frame.facts["margin"] < 1e-3:  # the system below would be too badly conditioned
        return
    Q = (y[rows, None] * y[rows]) * K(support, support)
    alpha = np.linalg.lstsq(Q, np.ones(len(rows)), rcond=1e-13)[0]  # all support vectors at margin 1
    f = lambda Z: (alpha * y[rows]) @ K(support, Z)
    margins = y[:t] * f(X[:t])
    assert margins.min() >= 1 - 1e-3 and margins[rows] == pytest.approx(np.ones(len(rows)), abs=1e-4)
    assert_region(f, s["region_margin"], s["edge_margin"], slack=1e-3)
    if len(s["band"]["x"]):
        band = np.c_[s["band"]["x"], s["band"]["y"]]
        slope = sum(abs(f(band + 1e-3 * d) - f(band)) for d in np.eye(2))
        assert np.all(abs(abs(f(band)) - 1) <= slope + 1e-2)


def assert_region(f, hatching, edge, slack=0.0):
    """On each other diagonal of the grid what is drawn is where f > 0; along the edge f changes its sign."""
    step = GRID[1] - GRID[0]
    near = 2 * step / 2**8
    x, y = hatching["x"], hatching["y"]
    assert len(x) % 2 == 0 and np.allclose((y - x)[::2], (y - x)[1::2], atol=1e-9) and (x[::2] <= x[1::2]).all()
    Z = np.array([(GRID[j], GRID[i]) for i in range(25) for j in range(25) if abs(i - j) in range(0, 24, 2)])
    drawn = np.zeros(len(Z), bool)
    for a, b, rise in zip(x[::2], x[1::2], (y - x)[::2]):
        drawn |= (abs(Z[:, 1] - Z[:, 0] - rise) < 1e-9) & (Z[:, 0] >= a - 1e-9) & (Z[:, 0] <= b + 1e-9)
    values = f(Z)
    scale = slack * abs(values).max(initial=0)
    assert np.array_equal(drawn[abs(values) > scale], values[abs(values) > scale] > 0)
    points = np.c_[edge["x"], edge["y"]]
    if len(points):
        around = np.array([f(points + near * np.array(d)) for d in ((1, 0), (-1, 0), (0, 1), (0, -1))])
        assert np.all((around.max(axis=0) > -scale) & (around.min(axis=0) <= scale))


def test_region_on_a_circle_a_saddle_and_nothing():
    hatching, edge = region(lambda Z: 0.25 - (Z**2).sum(axis=1))
    assert np.linalg.norm(edge, axis=1) == pytest.approx(np.full(len(edge), 0.5), abs=1e-3)
    length = np.linalg.norm(edge[1::2] - edge[::2], axis=1).sum()
    assert length == pytest.approx(np.pi, rel=0.01)
    strokes = np.linalg.norm(hatching[1::2] - hatching[::2], axis=1).sum()
    assert strokes * 2**0.5 * (GRID[1] - GRID[0]) == pytest.approx(np.pi / 4, rel=0.02)
    _, edge = region(lambda Z: 0.15**2 - (Z**2).sum(axis=1))  # a small one is round, too
    inner = np.linalg.norm((edge[::2] + edge[1::2]) / 2, axis=1)
    assert inner == pytest.approx(np.full(len(inner), 0.15), abs=BENT)
    middle = (GRID[12] + GRID[13]) / 2
    for side in (0.001, -0.001):  # the centre of the one cell with four crossings decides
        _, edge = region(lambda Z: (Z[:, 0] - middle) * (Z[:, 1] - middle) + side)
        inner = edge.reshape(-1, 4)[(abs(edge.reshape(-1, 4) - middle) < 0.05).all(axis=1)].reshape(-1, 2, 2) - middle
        assert len(inner) == 2 and np.all(np.sign(inner.mean(axis=1).prod(axis=1)) == -np.sign(side))
    for value in (-1.0, 1.0):
        hatching, edge = region(lambda Z: np.full(len(Z), value))
        assert len(edge) == 0 and len(hatching) == (46 if value > 0 else 0)


@pytest.mark.parametrize("stream", STREAMS)
def test_no_bound_is_exceeded(stream):
    """At the ends of every control, with other seeds, in every round."""
    name, values = settings(stream)
    noises = E.control("noise").values
    for seed, (value, noise) in zip(
        range(4, 20, 2), 2 * list(itertools.product((values[0], values[-1]), (noises[0], noises[-1])))):
        frame = E.frame(stream=stream, seed=seed, noise=noise, t=T, **{name: value})
        s = frame.series
        assert frame.status["bound"] == "holds" and np.array_equal(s["bound"]["x"], np.arange(1, T + 1))
        assert len(s["later"]["x"]) == 1 and np.all(
            (s["mistakes"]["y"] <= s["bound"]["y"] + 1e-9) | (s["bound"]["y"] >= E.panel("counts").y.limits[1]))
        assert np.all(np.diff(s["mistakes"]["y"]) >= 0) and s["mistakes"]["y"][-1] == frame.facts["M_last"]
        early, later = (E.frame(stream=stream, seed=seed, noise=noise, t=25, **{name: value}).series[part]
                        for part in ("mistakes", "later"))
        assert [*early["y"], *later["y"][1:]] == [*s["mistakes"]["y"]] and early["y"][-1] == later["y"][0]


def test_what_the_predict_first_questions_say():
    xor = [E.frame(stream="xor_polynomial", degree=n, t=T).facts for n in (1, 2, 3, 4)]
    assert (
        not xor[0]["separable"] and all(f["certified"] for f in xor[1:])
        and xor[0]["M_last"] > 40 > 10 > xor[1]["M_last"])
    moons = [E.frame(stream="moons_polynomial", degree=n, t=T).facts["separable"] for n in (1, 2, 3)]
    assert moons == [False, False, True]
    circles = [E.frame(stream="circles_polynomial", degree=n, t=T).facts["separable"] for n in (1, 2)]
    assert circles == [False, True]
    narrow = [E.frame(stream="moons_gaussian", gamma=g, t=T).facts["support"] for g in (0.01, 0.03, 0.1)]
    assert narrow == sorted(narrow, reverse=True) and narrow[0] > 40


@pytest.mark.parametrize("stream", STREAMS)
def test_frames_stay_in_the_picture(stream):
    """The series are short, too; only the band, two edges at once, is longer, most of all where many labels are
    wrong."""
    for frame in (E.frame(stream=stream, t=T, noise=0.3), E.frame(stream=stream, t=T, noise=0.3, gamma=0.03)):
        assert len(frame.series["band"]["x"]) <= 1000 and all(
            len(curve["x"]) <= 600 for name, curve in frame.series.items() if name != "band")
    for values in itertools.product(*((c.values[0], c.values[-1]) for c in BAKED)):
        frame = E.frame(stream=stream, **dict(zip((c.name for c in BAKED), values)))
        frame.as_dict()
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= (200 if series.name != "band" else 450)
            for axis in "xy":
                low, high = getattr(panel, axis).limits
                assert np.all((np.asarray(curve[axis]) >= low) & (np.asarray(curve[axis]) <= high)), series.name


@pytest.mark.parametrize("stream", STREAMS)
def test_words_are_true(stream):
    name, values = settings(stream)
    for t, noise, value in itertools.product(E.control("t").values, (0.0, 0.5), (values[0], values[-1])):
        frame = E.frame(stream=stream, t=t, noise=noise, **{name: value})
        f, said, headline = frame.facts, frame.sentence, plain(frame.headline)
        assert len(headline.split()) <= 15 and f"[{f['M']}](stored)" in frame.headline
        assert headline.startswith(f"{f['M']} mistake{'s' * (f['M'] > 1)} in {t} round{'s' * (t > 1)};")
        assert (f"even now {f['wrong_now']} of the {t} examples" in headline) == (f["wrong_now"] > 0)
        assert ("on the right side" in headline) == (f["wrong_now"] == 0)
        assert ("there will be no more" in said) == (f["M"] == f["M_last"] and t < T)
        assert text_of(f["bound_last"]) in said and ("which says nothing" in said) == (f["bound_last"] >= T)
        assert ("no label has been +1" in said) == (f["positive"] == 0) and ("the one example with" in said) == (
            f["positive"] == 1)
        assert ("both examples with label +1" in said) == (f["positive"] == 2) and (
            "as no label has been −1" in said) == (f["positive"] == t)
        assert (f"fixed by {f['support']} support vector" in said) == f["certified"]
        assert ("No f was found that separates" in said) == (not f["separable"])
        assert ("not known exactly enough" in frame.texts["margin.note"]) == (f["separable"] and not f["certified"])
        if f["certified"]:
            assert text_of(f["margin"]) in said and text_of(f["bound_margin"]) in frame.texts["margin.note"]


def test_a_bound_above_the_number_of_rounds_says_nothing():
    """T10 is drawn and told as min(T10, t); where it is no less than T it is not made a percentage of."""
    seen = set()
    for stream, noise, seed in itertools.product(("xor_gaussian", "circles_polynomial"), (0.0, 0.3, 0.5), range(4)):
        frame = E.frame(stream=stream, noise=noise, seed=seed, degree=1, gamma=1.0, t=60)
        f, said = frame.facts, frame.sentence
        rounds, bound = frame.series["bound"]["x"], frame.series["bound"]["y"]
        assert np.all(bound <= rounds) and f["allowed"] == min(f["bound"], 60) == pytest.approx(bound[59])
        nothing = f["bound_last"] >= T
        assert ("no less than there are rounds, which says nothing" in said) == nothing == ("% of the" not in said)
        more = f["certified"] and f["bound_margin"] >= 60
        assert ("no less than t = 60 and bounds nothing" in frame.texts["margin.note"]) == more
        seen.add(nothing)
    assert seen == {False, True}


def test_the_first_look_is_one_idea():
    first = [s for s in E.series if s.first]
    assert [c.name for c in E.controls if c.first] == ['t', 'degree', 'gamma'] and E.panels[0].name == 'plane'
    for panel in E.panels:
        mine = [s for s in first if s.panel == panel.name]
        assert len([s for s in mine if s.kind == "line" and s.label]) <= 3
        assert len([s for s in mine if s.label and not s.end and not s.value]) <= 4
        assert len(panel.title) < 25 and panel.tab and " " not in panel.tab
    for stream in STREAMS:  # of the two families one has no meaning
        assert sum(bool(c.values_for(stream)) for c in E.controls if c.first) == 2


def test_all_that_matters_is_baked():
    assert [c.name for c in BAKED] == ["t", "degree", "gamma"] and BAKED[0].play


@pytest.mark.parametrize(
    "params, message",
    [
        ({"degree": 0}, "degree = 0: expected an integer from 1 to 6"), ({"degree": 2.5}, "degree = 2.5"),
        ({"t": 0}, "t = 0"), ({"stream": "waves"}, "stream = 'waves'"),
        ({"stream": "xor_gaussian", "gamma": 5}, "gamma = 5: expected a number from 0.01 to 1"),
        ({"noise": 0.9}, "noise = 0.9")],
)
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)


def test_any_value_between_the_positions():
    for p in (
        {"stream": "moons_gaussian", "gamma": 0.017, "t": 77}, {"stream": "circles_polynomial", "degree": 5, "t": 33}):
        frame = E.frame(**p)
        assert frame.facts["t"] == p["t"] and f"in {p['t']} rounds" in frame.headline
