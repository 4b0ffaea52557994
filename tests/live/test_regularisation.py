"""The regularisation explorer: both recursions by plain loops, the coins counted one by one, and a sentence that is
true."""

import itertools
import math
import re

import numpy as np
import pytest

from oco_core import hindsight, losses, streams
from oco_live.explorer import get, text_of
from oco_live.explorers import regularisation as module
from oco_live.phrasing import plain

E = get("regularisation")
STREAMS = E.control("stream").values
BAKED = [c for c in E.controls if c.baked]
close = lambda value: pytest.approx(value, rel=1e-7, abs=1e-9)


def examples(stream, T, seed):
    if stream == "alternating":
        return np.ones((T, 1)), np.array([(-1.0) ** t for t in range(T)])
    made = streams.mail(T, seed=seed) if stream == "mail" else streams.regression(T, noise=0.3, seed=seed)
    return made.X, made.y


def value_and_slope(stream, p, y):
    if stream == "mail":
        return max(0.0, 1 - y * p), -y if y * p < 1 else 0.0
    return (abs(p - y), float(np.sign(p - y))) if stream == "regression" else (p * y, y)


def descent(stream, X, y, lam, later):
    """Total regularised losses of w_t = −(v_1 + ... + v_{t−1})/(λ(t − 1 + later)), by round."""
    total, paid = np.zeros(X.shape[1]), []
    for t, (x, label) in enumerate(zip(X, y), start=1):
        w = -total / (lam * (t - 1 + later)) if t > 1 else total
        value, slope = value_and_slope(stream, w @ x, label)
        paid.append(value + lam / 2 * w @ w)
        total = total + slope * x
    return np.cumsum(paid)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("lam", [0.02, 0.5])
def test_the_recursions_are_plain_loops(stream, lam):
    frame = E.frame(stream=stream, lam=lam, T=200, seed=3)
    f, s = frame.facts, frame.series
    X, y = examples(stream, 200, frame.params["seed"])
    paid = {"A": descent(stream, X, y, lam, 0), "B": descent(stream, X, y, lam, 1)}
    at = np.array([round(t) for t in s["regret_A"]["x"]])
    assert at[0] == 1 and at[-1] == 200
    best = hindsight.comparators(losses.with_l2(module.LOSSES[stream], lam), X, y, None, at)
    rho = np.linalg.norm(X, axis=1).max()
    unit = rho**2 / (2 * lam)
    assert f["unit"] == close(unit) and f["rho"] == close(rho)
    harmonic = np.cumsum(1 / np.arange(1, 202))
    promised = {"A": unit * (4 * harmonic[at - 1] - 3),
                "B": lam / 2 * (best.u**2).sum(axis=1) + 4 * unit * (harmonic[at] - 1)}
    for form in "AB":
        regret = paid[form][at - 1] - best.value
        assert s[f"regret_{form}"]["y"] == pytest.approx(regret / unit, rel=1e-6, abs=1e-6)
        assert s[f"bound_{form}"]["y"] == pytest.approx(promised[form] / unit, rel=1e-6)
        assert np.all(regret <= promised[form] * (1 + 1e-9) + 1e-7)
        assert f[f"regret_{form}"] == pytest.approx(regret[-1], rel=1e-6, abs=1e-6) and f[f"bound_{form}"] == close(
            promised[form][-1])


@pytest.mark.parametrize(
    "lam, m, p", [(0.01, 4, 0.55), (0.5, 32, 0.7), (0.2, 8, 0.9), (5.0, 128, 0.55), (0.1, 64, 0.7)])
def test_the_coins_counted(lam, m, p):
    frame = E.frame(stream="alternating", lam=lam, m=m, p=p, T=100)
    f, s = frame.facts, frame.series
    clip = lambda v: max(-1.0, min(1.0, v))

    def mean(lam):
        return sum(
            math.comb(m, k) * p**k * (1 - p) ** (m - k) * (2 * p - 1) * (1 - clip((2 * k / m - 1) / lam))
            for k in range(m + 1))

    w = [clip((2 * k / m - 1) / lam) for k in range(m + 1)]
    moves = np.diff(w)
    assert (
        f["mean"] == close(mean(lam)) and f["movement"] == close(moves.max()) and f["stability"] == close(2 / (lam * m))
    )
    assert s["moved"]["y"] == pytest.approx(moves / (2 / (lam * m)), abs=1e-9) and max(s["moved"]["y"]) <= 1 + 1e-9
    for k in (0, 20, 66):
        at = s["excess"]["x"][k]
        assert s["excess"]["y"][k] == close(min(max(mean(at), module.LOWEST), module.HIGHEST))
        assert s["excess_bound"]["y"][k] == close(min(at / 2 + 2 / (at * m), module.HIGHEST))
        assert mean(at) <= at / 2 + 2 / (at * m)
    v = [clip((2 * k / m - 1) / at) for k in range(m + 1)]  # fitting and stability, at the last of them
    fitting = sum(math.comb(m, k) * p**k * (1 - p) ** (m - k) * (k * (1 - v[k]) + (m - k) * (1 + v[k])) / m
                  for k in range(m + 1)) - 2 * (1 - p)
    assert s["fitting"]["y"][66] == close(fitting) and s["new"]["y"][66] == close(mean(at) - fitting)
    assert f["fitting"] + f["new"] == close(f["mean"]) and f["new"] <= f["stability"] * (1 + 1e-9)
    assert f["bound_T18"] == close(math.sqrt(8 / m)) and f["bound_sharp"] == close(2 / math.sqrt(m))
    exceeding = sum(
        math.comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1) if (2 * p - 1) * (1 - w[k]) > math.sqrt(8 / m)
    )
    assert f["exceeding"] == pytest.approx(exceeding, rel=1e-9, abs=1e-15)
    left, right = s["promise"]["x"]  # where T18's level is drawn, the form for every λ is below it
    for at in np.geomspace(left, right, 9):
        assert at / 2 + 2 / (at * m) <= f["bound_T18"] * (1 + 1e-9)


@pytest.mark.parametrize(
    "lam, m, p", [(0.01, 4, 0.55), (0.5, 32, 0.7), (0.2, 8, 0.9), (5.0, 128, 0.55), (2.0, 16, 0.7)])
def test_ridge_counted(lam, m, p):
    """The minimiser of (w − 1)²k/m + (w + 1)²(m − k)/m + λ/2·w², its excess over the best u, and ρ = 4: |2(w − y)| at
    w = −y."""
    frame = E.frame(stream="alternating", lam=lam, m=m, p=p, T=100, coins="ridge")
    f, s = frame.facts, frame.series
    risk = lambda u: p * (u - 1) ** 2 + (1 - p) * (u + 1) ** 2
    minimiser = lambda k, lam: 2 * (k - (m - k)) / m / (2 + lam)
    chance = [math.comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1)]
    mean = lambda lam: sum(chance[k] * (risk(minimiser(k, lam)) - risk(2 * p - 1)) for k in range(m + 1))
    moves = np.diff([minimiser(k, lam) for k in range(m + 1)])
    assert (
        f["mean"] == close(mean(lam)) and f["movement"] == close(moves.max()) and f["stability"] == close(8 / (lam * m))
    )
    assert s["moved"]["y"] == pytest.approx(moves / (8 / (lam * m)), abs=1e-9) and max(s["moved"]["y"]) <= 1
    for at, excess, bound in zip(s["excess"]["x"], s["excess"]["y"], s["excess_bound"]["y"]):
        assert excess == close(max(mean(at), module.LOWEST)) and bound == close(
            min(at / 2 + 32 / (at * m), module.HIGHEST))
        assert mean(at) <= at / 2 + 32 / (at * m)
    assert f["bound_here"] == close(lam / 2 + 32 / (lam * m)) and f["bound_T18"] == close(4 * math.sqrt(8 / m))
    assert f["bound_sharp"] == close(8 / math.sqrt(m)) and s["sharp_lam"] == {
        "x": close([8 / math.sqrt(m)]), "y": close([8 / math.sqrt(m)])}
    ends = [4 * (8**0.5 + by) / m**0.5 for by in (-2, 2)]
    assert [f["lam_low"], f["lam_high"]] == close(ends) and s["promise"]["x"] == close(ends)
    assert f["T18_holds"] == (ends[0] <= lam <= ends[1]) and mean(min(max(lam, ends[0]), ends[1])) <= f["bound_T18"]
    assert f["exceeding"] == sum(
        c for k, c in enumerate(chance) if risk(minimiser(k, lam)) - risk(2 * p - 1) > f["bound_T18"])
    assert "(ridge)" in frame.sentence and "ρ is 4." in frame.sentence
    assert (
        f["rho"] == 1 and f["bound_A"] == E.frame(stream="alternating", lam=lam, T=100).facts["bound_A"]
    )  # the left picture stays


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("coins", E.control("coins").values)
def test_frames_stay_in_the_picture_and_the_sentence_is_true(stream, coins):
    for values in itertools.product(*((c.values[0], c.values[-1]) for c in BAKED)):
        frame = E.frame(stream=stream, T=100, coins=coins, **dict(zip((c.name for c in BAKED), values)))
        frame.as_dict()
        f, said = frame.facts, plain(frame.headline) + frame.sentence
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert 0 < len(curve["x"]) == len(curve["y"]) <= 200
            for axis in "xy":
                low, high = getattr(panel, axis).limits
                assert np.all((np.asarray(curve[axis]) >= low) & (np.asarray(curve[axis]) <= high)), series.name
        for name in (
            "regret_A", "regret_B", "bound_A", "bound_B", "movement", "stability", "mean", "bound_here", "bound_T18"):
            assert text_of(f[name]) in said
        assert ("all that stability allows" in said) == (abs(f["movement"] / f["stability"] - 1) < 1e-9)
        assert f["movement"] <= f["stability"] * (1 + 1e-9) and ("ridge" in said) == (coins == "ridge")
        inside = 8**0.5 - 2 <= f["lam"] * f["m"] ** 0.5 / {"absolute": 1, "ridge": 4}[coins] <= 8**0.5 + 2
        assert f["T18_holds"] == inside == ("holds for this λ" in said) == ("says nothing for this one" not in said)
        assert frame.status == {"promise": "holds" if inside else "reference"}
        assert f["regret_A"] <= f["bound_A"] and f["regret_B"] <= f["bound_B"] and f["mean"] <= f["bound_here"]
        assert not inside or f["mean"] <= f["bound_T18"]
        # what no w of the ball can exceed: a bound above it says nothing
        w = np.linspace(-1, 1, 201)
        p, loss = f["p"], (lambda r: abs(r)) if coins == "absolute" else (lambda r: r * r)
        risk = p * loss(w - 1) + (1 - p) * loss(w + 1)
        assert f["excess_largest"] == pytest.approx(risk.max() - risk.min(), abs=1e-4)
        assert bool(re.search(r"of the bound [\d.]+, which says nothing", said)) == (
            f["bound_here"] >= f["excess_largest"])
        assert ("holds for this λ as well, but says nothing" in said) == (
            inside and f["bound_T18"] >= f["excess_largest"])
        assert ("as all minimisers have |w| ≤ 1" in said) == (f["stability"] >= 2)


def test_what_differs_looks_different():
    """λ just below what T18 asks for; and a movement just below what stability allows."""
    low = E.frame(coins="ridge").facts["lam_low"]
    said = E.frame(coins="ridge", lam=low * (1 - 1e-5)).sentence
    lam = re.search(r"is for λ from ([\d.]+) to", said)[1]
    assert float(lam) > low * (1 - 1e-5) and "says nothing for this one" in said
    for m in (4, 32, 128):
        frame = E.frame(m=m, lam=1 / m * (1 - 1e-5) * 2, stream="alternating", T=100)
        moved, allowed = re.search(r"by up to ([\d.]+), .* 2ρ/\(λm\) = ([\d.]+)", frame.sentence).groups()
        assert (moved == allowed) == ("all that stability allows" in frame.sentence)


def test_what_the_chapter_promises_to_show():
    """E24's training sets; stability attained there; at small λ it is not; A pays more than B at λ = .1, less at the
    start."""
    e24 = E.frame(lam=0.5, m=32, p=0.7).facts
    assert (
        e24["mean"] == pytest.approx(0.1001, abs=5e-5) and e24["bound_T18"] == 0.5
        and e24["exceeding"] == pytest.approx(5.3e-4, abs=5e-6))
    assert e24["movement"] == close(e24["stability"])
    ridge = E.frame(coins="ridge").facts
    assert {name: text_of(ridge[name]) for name in ("movement", "stability", "mean", "bound_here", "bound_T18")} == {
        "movement": "0.05", "stability": "0.5", "mean": "0.0232", "bound_here": "2.25", "bound_T18": "2"}
    assert not ridge["T18_holds"] and E.frame(coins="ridge", lam=1.0).facts["T18_holds"]
    small = E.frame(lam=0.01, m=4).facts
    assert small["movement"] == 1 and small["stability"] == 50
    for stream in STREAMS:
        f = E.frame(stream=stream, lam=0.1).facts
        assert f["regret_A"] > f["regret_B"] > 0
    start = E.frame().facts
    assert start["regret_A"] < start["regret_B"]


def test_all_that_matters_is_baked():
    assert [c.name for c in BAKED] == ["lam", "m", "p"]


@pytest.mark.parametrize(
    "params, message",
    [
        ({"lam": 0}, "lam = 0: expected a number from 0.01 to 5"),
        ({"m": 2}, "m = 2: expected an integer from 4 to 128"), ({"p": 1}, "p = 1"),
        ({"stream": "waves"}, "stream = 'waves'"), ({"T": 10}, "T = 10"), ({"coins": "square"}, "coins = 'square'")],
)
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)
