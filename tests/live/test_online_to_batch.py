"""The online-to-batch explorer: its training sets played again by plain loops, risks by enumeration and quadrature."""

import itertools

import numpy as np
import pytest

from oco_core import bounds, hindsight, laws, learners, losses, play, streams
from oco_live.explorer import get
from oco_live.explorers.online_to_batch.curves import HIGHEST, LINKS, LOWEST, PRINTED
from oco_live.explorers.online_to_batch.measure import measured, training_sets

E = get("online_to_batch")
DESCENT = ("regression", "coin", "mail")
PERCEPTRON = ("perceptron", "perceptron_mail")
TUNED = 2**0.5 / 4


def risk_by_hand(stream, noise):
    """w -> er(w) without `laws`: quadrature over the disc, the two sides of the coin, all messages."""
    if stream == "mail":
        every = streams.mail(order="file")
        return lambda w: float(((every.X @ w - every.y) ** 2).mean())
    if stream == "coin":
        return lambda w: float((1 - noise / 2) * (w[0] - 1) ** 2 + noise / 2 * (w[0] + 1) ** 2)
    nodes, weights = np.polynomial.legendre.leggauss(6)
    r, angle, xi = (nodes + 1) / 2, np.arange(8) * np.pi / 4, nodes
    x = np.stack([np.multiply.outer(r, np.cos(angle)), np.multiply.outer(r, np.sin(angle))], axis=-1)
    density = np.multiply.outer(weights * r, np.ones(8)) / 8  # of the disc: 2r dr, with dr = 1/2 of the nodes' interval

    def risk(w):
        p = (x @ w - x[..., 0] * (1 - noise))[..., None] - noise * xi
        return float((p**2 @ (weights / 2) * density).sum())
    return risk


def descend(X, y, eta, U):
    """w_1 .. w_{m+1} and the losses met, of plain projected gradient descent."""
    w, path, met = np.zeros(X.shape[1]), [np.zeros(X.shape[1])], []
    for t, (x, label) in enumerate(zip(X, y), start=1):
        met.append((w @ x - label) ** 2)
        w = w - eta / np.sqrt(t) * 2 * (w @ x - label) * x
        w = w * min(1.0, U / max(np.linalg.norm(w), 1e-300))
        path.append(w)
    return np.array(path), np.array(met)


def drawn(stream, noise, n_runs, seed=0):
    make = {"regression": laws.regression, "coin": laws.coin, "perceptron": laws.halfspace}
    law = make[stream](noise) if stream in make else laws.mail()
    pairs = list(training_sets(law, n_runs, seed))
    return law, np.concatenate([X for X, _ in pairs]), np.concatenate([y for _, y in pairs])


@pytest.mark.parametrize("stream", DESCENT)
@pytest.mark.parametrize("U, eta, m", [(1.0, TUNED, 100), (0.25, 1.0, 50)])
def test_every_link_by_plain_loops(stream, U, eta, m):
    frame = E.frame(stream=stream, U=U, eta=eta, m=m, n_runs=25, delta=0.1)
    f, noise = frame.facts, frame.params["noise"]
    _, X, y = drawn(stream, noise, 25)
    risk = risk_by_hand(stream, noise)
    if stream == "mail":
        every = streams.mail(order="file")
        u = hindsight.best(losses.square, every.X, every.y, U).u
    else:
        u = np.array([min(U, 1 - noise), 0.0][: X.shape[-1]])
    best = risk(u)
    averages, lasts, jensen, deviation, regret, luck = [], [], [], [], [], []
    for k in range(25):
        w, met = descend(X[k, :m], y[k, :m], eta, U)
        mean_risk, at_u = np.mean([risk(w_t) for w_t in w[:-1]]), ((X[k, :m] @ u - y[k, :m]) ** 2).mean()
        averages.append(risk(w[:-1].mean(axis=0)) - best)
        lasts.append(risk(w[-1]) - best)
        jensen.append(mean_risk - best - averages[-1])
        deviation.append(mean_risk - met.mean())
        regret.append(met.mean() - at_u)
        luck.append(at_u - best)
    close = lambda value: pytest.approx(value, rel=1e-6, abs=1e-8)
    assert f["risk_best"] == close(best) and f["measured"] == close(np.mean(averages))
    assert f["average_median"] == close(np.median(averages)) and f["last_median"] == close(np.median(lasts))
    assert f["average_quantile"] == close(sorted(averages)[22])  # the 23rd of 25
    assert f["last_quantile"] == close(sorted(lasts)[22])
    for name, found in (("average_share", averages), ("last_share", lasts)):
        curve = frame.series[name]
        assert curve["x"] == close(np.clip(sorted(found), LOWEST, HIGHEST))
        assert curve["y"] == close((np.arange(25) + 0.5) / 25)
    # the bounds by their formulas, with X = Y = 1
    G, largest, deep = 2 * (U + 1), (U + 1) ** 2, np.log(2 / 0.1)
    hoeffding = largest * np.sqrt(deep / (2 * m))
    ogd = (2 * U * U / eta + eta * G * G) / np.sqrt(m)
    assert f["bound"] == close(14 * U**2 * np.sqrt(2 / m * deep))
    assert f["bound_sharp"] == close(U**2 * np.sqrt(2 / m) * (8 + 4 * np.sqrt(deep)))
    assert f["bound_proof"] == close(ogd + 2 * hoeffding)
    assert f["jensen"] == close(np.mean(jensen)) and f["martingale"] == close(hoeffding - np.mean(deviation))
    assert f["regret"] == close(ogd - np.mean(regret)) and f["hoeffding"] == close(hoeffding - np.mean(luck))
    # the constants lead from the proof's bound to T13's, where that applies
    assert f["bound_holds"] == (U >= 1 and eta == TUNED)
    assert f["constants"] == close(f["bound"] - f["bound_proof"] if f["bound_holds"] else 0.0)
    end = f["bound"] if f["bound_holds"] else f["bound_proof"]
    assert f["measured"] + sum(f[link] for link in LINKS) == pytest.approx(end, rel=1e-9)
    # the regret that T3 bounds, on each training set
    assert max(regret) * m <= bounds.ogd(m, eta, U, G)


@pytest.mark.parametrize("stream", DESCENT)
def test_the_bounds_hold_on_more_than_their_share_of_training_sets(stream):
    _, X, y = drawn(stream, E.defaults(stream)["noise"], 25)
    for m, U, delta in itertools.product((10, 1000), (0.25, 1.0, 4.0), (0.01, 0.9)):
        frame = E.frame(stream=stream, m=m, U=U, delta=delta)
        f, sets = frame.facts, frame.facts["n_runs"]
        average = frame.series["average_share"]["x"]  # all of them: at most 200
        assert len(average) == sets
        for bound, above in (("bound", "above"), ("bound_sharp", "above_sharp"), ("bound_proof", "above_proof")):
            assert f[above] == (average > f[bound]).sum()
        assert f["above_proof"] <= delta * sets
        assert f["bound_holds"] == (U >= 1)
        run = play(learners.ogd(TUNED, U), losses.square, X[0, :m], y[0, :m])
        assert not f["bound_holds"] or bool(bounds.online_to_batch.holds_for(run, delta, X=1.0))
        expected = dict.fromkeys(PRINTED, "holds" if U >= 1 else "fails")
        if U == 1:  # the sharper form is the proof's bound
            expected["chain_sharp"] = "absent"
        assert {name: frame.status[name] for name in PRINTED} == expected
        assert frame.status["proof_at"] == "holds" and frame.status["compression_share"] == "absent"
        if f["bound_holds"]:
            assert f["above"] <= f["above_sharp"] <= delta * sets and f["bound_sharp"] <= f["bound"]
            assert f["bound_proof"] <= f["bound_sharp"] * (1 + 1e-12)
        for link in LINKS:
            assert f[link] >= 0
    at_one = E.frame(stream=stream, U=1.0).facts  # where |y| ≤ UX is tight the proof is the sharper bound
    assert at_one["bound_proof"] == pytest.approx(at_one["bound_sharp"], rel=1e-12)
    assert at_one["bound"] == bounds.online_to_batch(1000, 0.1, 1.0, 1.0)


def test_the_distribution_of_the_coin_is_the_exact_one():
    """All 2^10 training sets of m = 10 tosses, each with its probability, against 400 drawn ones."""
    noise, m, runs = 0.5, 10, 400
    exact = []
    for tosses in itertools.product((-1.0, 1.0), repeat=m):
        w, _ = descend(np.ones((m, 1)), np.array(tosses), TUNED, 1.0)
        chance = (noise / 2) ** tosses.count(-1.0) * (1 - noise / 2) ** tosses.count(1.0)
        exact.append(((w[:-1].mean() - 0.5) ** 2, chance))
    values, chances = np.array(sorted(exact)).T
    below = chances.cumsum()
    at, sets = measured("coin", noise, runs, 0, 1.0, TUNED)
    *_, data = sets
    found = np.sort(data["average"][:, list(at).index(m)])
    gap = max(abs(np.searchsorted(found, v + 1e-12) / runs - p) for v, p in zip(values, below))
    assert gap <= 1.63 / np.sqrt(runs)  # Kolmogorov's 1 % point
    assert values.max() < bounds.online_to_batch_sharp(m, 1.0, 1.0, 1.0), "no training set at all reaches the bound"


@pytest.mark.parametrize("stream", PERCEPTRON)
@pytest.mark.parametrize("m, noise", [(50, 0.0), (200, 0.3), (10, 1.0)])
def test_the_compression_bound_by_plain_loops(stream, m, noise):
    kept = {"noise": noise} if stream == "perceptron" else {}
    frame = E.frame(stream=stream, m=m, n_runs=25, delta=0.05, **kept)
    f = frame.facts
    law, X, y = drawn(stream, noise, 25)
    every = streams.mail(order="file")
    risks, averages, all_bounds, sketches, outside = [], [], [], [], []
    for k in range(25):
        w, path, sketch = np.zeros(X.shape[2]), [], []
        for t in range(m):
            path.append(w)
            if y[k, t] * (w @ X[k, t]) <= 0:
                sketch.append(t)
                w = w + y[k, t] * X[k, t]
        # the sketch alone, and the sketch with some of the other examples, are learned to the same w
        for chosen in (sketch, sorted({*sketch, *range(0, m, 3)})):
            again = np.zeros(X.shape[2])
            for t in chosen:
                again = again + y[k, t] * X[k, t] * (y[k, t] * (again @ X[k, t]) <= 0)
            assert np.array_equal(again, w)
        rest = [t for t in range(m) if t not in sketch]
        outside.append(np.mean([y[k, t] * (w @ X[k, t]) <= 0 for t in rest]) if rest else 0.0)
        M = len(sketch)
        sketches.append(M)
        all_bounds.append(outside[-1] + np.sqrt(((M + 1) * np.log(m) + np.log(np.e / 0.05)) / m))
        run = play(learners.perceptron(), losses.hinge, X[k, :m], y[k, :m])
        assert all_bounds[-1] - outside[-1] == pytest.approx(bounds.perceptron_compression.of(run, 0.05))
        for point, found in ((w, risks), (np.mean(path, axis=0), averages)):
            if stream == "perceptron":
                angle = np.arccos(np.clip(point[0] / np.linalg.norm(point), -1, 1)) if point.any() else np.pi
                found.append(noise / 2 + (1 - noise) * angle / np.pi if point.any() else 1.0)
            else:
                found.append((every.y * (every.X @ point) <= 0).mean())
    close = lambda value: pytest.approx(value, rel=1e-6, abs=1e-7)
    fits = np.array(sketches) <= m / 2
    all_bounds, risks_there = np.array(all_bounds)[fits], np.array(risks)[fits]  # where T16 says something
    assert f["M_median"] == np.median(sketches) and f["M_largest"] == max(sketches) and f["applies"] == fits.sum()
    assert f["last_median"] == close(np.median(risks)) and f["average_median"] == close(np.median(averages))
    assert f["bound"] == close(np.median(all_bounds)) and f["outside_median"] == close(np.median(outside))
    assert f["above"] == (risks_there > all_bounds).sum() == 0
    assert f["measured"] + f["sketch"] == close(np.mean(all_bounds)) and f["measured"] == close(np.mean(risks_there))
    assert frame.series["compression_share"]["x"] == close(np.clip(sorted(all_bounds), LOWEST, HIGHEST))
    assert ("the theorem covers" in frame.headline) == (not fits.all())
    assert f["bound_holds"] == fits.all() and frame.status["compression_share"] == ("holds" if fits.all() else "fails")
    assert (
        frame.status["printed_at"] == frame.status["proof_m"] == "absent" and len(frame.series["printed_at"]["x"]) == 0)
    assert ("does not apply to" in frame.sentence) == (not fits.all())
    assert (m in frame.series["compression_m"]["x"]) == fits.all()
    if not fits.all():
        assert f"does not apply to {25 - fits.sum()} of the 25" in frame.sentence or not fits.any()


@pytest.mark.parametrize("stream", DESCENT + PERCEPTRON)
def test_the_curves_over_m_are_the_distributions_of_each_m(stream):
    kept = {"n_runs": 25, "delta": 0.5}
    curves = E.frame(stream=stream, m=20, **kept).series
    of_last = stream in PERCEPTRON  # T16 is about the last w, T13 about the average
    shown = ({"sketched_median": "last_median", "sketched_quantile": "last_quantile",
              "averaged_quantile": "average_quantile"} if of_last else
             {name: name for name in ("average_median", "average_quantile", "last_quantile")})
    for m in (10, 200, 5000):
        f = E.frame(stream=stream, m=m, **kept).facts
        for name, fact in shown.items():
            k = list(curves[name]["x"]).index(m)
            assert curves[name]["y"][k] == pytest.approx(max(f[fact], LOWEST), rel=1e-12)
        bound = "compression_m" if stream in PERCEPTRON else "printed_m"
        assert dict(zip(curves[bound]["x"], curves[bound]["y"])).get(m, f["bound"]) == pytest.approx(f["bound"])
    between = E.frame(stream=stream, m=137, **kept)  # between two positions of the slider
    assert 137 in between.series[next(iter(shown))]["x"] and between.facts["m"] == 137
    assert E.frame(stream=stream, m=20, **kept).as_dict()["series"] == {
        name: {axis: list(map(float, values)) for axis, values in curve.items()} for name, curve in curves.items()}
