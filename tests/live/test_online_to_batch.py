"""The online-to-batch explorer: its training sets played again by plain loops, risks by enumeration and quadrature."""

import itertools

import numpy as np
import pytest
from oco_core import bounds, hindsight, laws, learners, losses, play, streams

from oco_live.explorer import get, text_of
from oco_live.explorers import online_to_batch as module

E = get("online_to_batch")
DESCENT = ("regression", "coin", "mail")
PERCEPTRON = ("perceptron", "perceptron_mail")
BAKED = [c for c in E.controls if c.baked]
ENDS = [(c.name, (c.values[0], c.values[-1])) for c in BAKED]
TUNED = 2**0.5 / 4


def corners(stream):
    for values in itertools.product(*(ends for _, ends in ENDS)):
        yield {name: value for (name, _), value in zip(ENDS, values) if E.control(name).values_for(stream)}


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
    pairs = list(module.training_sets(law, n_runs, seed))
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
        assert curve["x"] == close(np.clip(sorted(found), module.LOWEST, module.HIGHEST))
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
    assert f["measured"] + sum(f[link] for link in module.LINKS) == pytest.approx(f["bound_proof"], rel=1e-9)
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
        assert {frame.status[name] for name in module.PRINTED} == {"holds" if U >= 1 else "fails"}
        assert frame.status["proof_at"] == "holds" and frame.status["compression_share"] == "absent"
        if f["bound_holds"]:
            assert f["above"] <= f["above_sharp"] <= delta * sets and f["bound_sharp"] <= f["bound"]
            assert f["bound_proof"] <= f["bound_sharp"] * (1 + 1e-12)
        for link in module.LINKS:
            assert f[link] >= 0
    at_one = E.frame(stream=stream, U=1.0).facts  # where |y| ≤ UX is tight the proof is the sharper bound
    assert at_one["bound_proof"] == pytest.approx(at_one["bound_sharp"], rel=1e-12)
    assert at_one["bound"] == bounds.online_to_batch(1000, 0.1, 1.0, 1.0)


def test_a_step_that_is_not_tuned_is_said_and_drawn():
    frame = E.frame(stream="coin", eta=1.0, U=0.5)
    assert frame.status["printed_at"] == frame.status["sharp_m"] == "fails" and not frame.facts["bound_holds"]
    assert "|y| can be 1, more than UX = 0.5, and η = 1 is not the tuned √2/(4X²) = 0.354" in frame.sentence
    assert "|y| can be" not in E.frame(stream="coin", eta=1.0).sentence
    assert "does not apply: η = 1" in E.frame(eta=1.0).sentence


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
    at, sets = module.measured("coin", noise, runs, 0, 1.0, TUNED)
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
    assert frame.series["compression_share"]["x"] == close(np.clip(sorted(all_bounds), module.LOWEST, module.HIGHEST))
    assert ("to which T16 applies" in frame.texts["chain.note"]) == (not fits.all())
    assert f["bound_holds"] == fits.all() and frame.status["compression_share"] == ("holds" if fits.all() else "fails")
    assert frame.status["printed_at"] == frame.status["proof_m"] == "absent" and len(frame.series["printed_at"]["x"]) == 0
    assert ("does not apply to" in frame.sentence) == (not fits.all())
    assert (m in frame.series["compression_m"]["x"]) == fits.all()
    if not fits.all():
        assert f"does not apply to {25 - fits.sum()} of the 25" in frame.sentence or not fits.any()


@pytest.mark.parametrize("stream", DESCENT + PERCEPTRON)
def test_the_curves_over_m_are_the_distributions_of_each_m(stream):
    kept = {"n_runs": 25, "delta": 0.5}
    curves = E.frame(stream=stream, m=20, **kept).series
    for m in (10, 200, 5000):
        f = E.frame(stream=stream, m=m, **kept).facts
        for name in ("average_median", "average_quantile", "last_quantile"):
            k = list(curves[name]["x"]).index(m)
            assert curves[name]["y"][k] == pytest.approx(max(f[name], module.LOWEST), rel=1e-12)
        bound = "compression_m" if stream in PERCEPTRON else "printed_m"
        assert dict(zip(curves[bound]["x"], curves[bound]["y"])).get(m, f["bound"]) == pytest.approx(f["bound"])
    between = E.frame(stream=stream, m=137, **kept)  # between two positions of the slider
    assert 137 in between.series["average_median"]["x"] and between.facts["m"] == 137
    assert E.frame(stream=stream, m=20, **kept).as_dict()["series"] == {
        name: {axis: list(map(float, values)) for axis, values in curve.items()} for name, curve in curves.items()}


@pytest.mark.parametrize("stream", DESCENT + PERCEPTRON)
def test_frames_stay_in_the_picture_and_sentences_are_true(stream):
    for params in corners(stream):
        frame = E.frame(stream=stream, **params)
        frame.as_dict()
        f, said = frame.facts, frame.sentence
        for series in E.series:
            panel, curve = E.panel(series.panel), frame.series[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
            assert series.kind != "segments" or len(curve["x"]) % 2 == 0
            for axis in "xy":
                low, high = getattr(panel, axis).limits
                assert np.all((low <= curve[axis]) & (curve[axis] <= high)), (series.name, axis)
            if series.name.endswith(("_at", "_m")) and frame.status[series.name] != "absent":
                assert np.all(curve["y"] < module.HIGHEST), "no bound is cut off"
        assert f"Over {f['n_runs']} training sets of {f['m']} examples" in said
        assert f"on {text_of(100 * (1 - f['delta']))} % of them" in said
        if stream in PERCEPTRON:
            assert f"{text_of(f['last_median'])} in the median" in said and "T13" not in said
            first, second = f["average_quantile"], f["last_quantile"]
        else:
            assert f"by {text_of(f['average_median'])} in the median" in said and "T16" not in said
            assert ("T13 does not apply" in said) == (f["U"] < 1) != ("T13 promises" in said)
            first, second = f["last_quantile"], f["average_quantile"]
            loses = max(module.LINKS, key=lambda link: f[link])
            assert f"loses most is {module.LINKS[loses]}, {text_of(f[loses])} of {text_of(f['bound_proof'])}" in said
            bound = f["bound"] if f["bound_holds"] else f["bound_proof"]
            assert ("says nothing yet" in said) == (bound >= (f["U"] + 1) ** 2)
        word = "about as good" if abs(first - second) <= 0.1 * second else "better" if first < second else "worse"
        assert f"is {word} here" in said
        # the bars go from level to level
        bars = frame.series["chain_bars"]["x"]
        assert bars[0] * f["unit"] == pytest.approx(f["measured"]) and bars[2::2] == pytest.approx(bars[1:-1:2])
        assert bars[-1] == pytest.approx(frame.series["chain_proof"]["x"][1])
        assert frame.series["chain_proof"]["x"][1] * f["unit"] == pytest.approx(f["proof_mean"])


def test_without_noise_nothing_is_left_of_the_last_iterate_s_risk():
    frame = E.frame(stream="coin", noise=0.0)
    assert abs(frame.facts["last_quantile"]) <= frame.facts["rounding"] < 1e-28
    assert "the last iterate, of which T13 says nothing, is better here: 0 up to rounding." in frame.sentence
    frame = E.frame(stream="coin", noise=1.0)
    assert "the last iterate, of which T13 says nothing, is worse here" in frame.sentence
    small = E.frame(stream="regression", noise=0.0, m=5000)  # small, but not what rounding leaves
    f, said = small.facts, small.sentence
    assert f["rounding"] < f["last_quantile"] < 1e-17 and f"is better here: {text_of(f['last_quantile'])}." in said


def test_one_convention_for_the_median_and_the_quantiles():
    """δ = ½ asks for the median, and it is told once; the quantiles grow with their share, and what is compared is named."""
    rng = np.random.default_rng(0)
    for n in (25, 27, 50, 200):
        values = rng.standard_normal((n, 3))
        assert np.array_equal(module.quantile(values, 0.5), np.median(values, axis=0))
        for share in (0.01, 0.1, 1 - 0.9, 0.3, 0.5, 0.607, 0.9, 0.99):
            found = module.quantile(values, share)
            assert found == pytest.approx(np.quantile(values, round(share, 9), axis=0, method="averaged_inverted_cdf"))
            assert np.all((values <= found).sum(axis=0) >= share * n - 1e-9) and np.all((values >= found).sum(axis=0) >= (1 - share) * n - 1e-9)
    for stream in ("regression", "perceptron"):
        frame = E.frame(stream=stream, delta=0.5)
        f, said = frame.facts, frame.sentence
        for name in ("average", "last"):
            assert f[f"{name}_median"] == f[f"{name}_quantile"]
        assert "on 50 %" not in said and "Compared by the median, the" in said
        for delta, sign in ((0.1, 1), (0.9, -1)):
            frame = E.frame(stream=stream, delta=delta)
            f = frame.facts
            assert sign * (f["average_quantile"] - f["average_median"]) >= 0
            assert f"Compared by the {text_of(100 * (1 - delta))} % quantile, the" in frame.sentence


def test_t16_says_nothing_of_the_training_sets_to_which_it_does_not_apply():
    frame = E.frame(stream="perceptron", noise=1.0, m=5000)
    f, said = frame.facts, frame.sentence
    _, sets = module.measured("perceptron", 1.0, 200, 0, 1.0, TUNED)
    *_, data = sets
    M, last = data["M"][:, -1], data["last"][:, -1]
    fits = M <= 2500
    bound = data["outside"][:, -1] + bounds.perceptron_compression(5000, M, 0.1)
    assert 0 < f["applies"] == fits.sum() < 200 and len(frame.series["compression_share"]["x"]) == fits.sum()
    assert f["proof_mean"] == pytest.approx(bound[fits].mean()) and f["bound"] == pytest.approx(np.median(bound[fits]))
    assert f["measured"] == pytest.approx(last[fits].mean())
    assert f"does not apply to {200 - fits.sum()} of the 200 training sets; for the other {fits.sum()} its bound is {text_of(f['bound'])}" in said
    assert "says nothing yet" in said  # 2.56, of a probability


def test_where_t16_applies_to_no_training_set_no_bound_is_drawn():
    data = {name: np.full((4, 1), value) for name, value in (("average", 0.5), ("last", 0.5), ("M", 6.0), ("outside", 0.2))}
    params = {"stream": "perceptron", "m": 10, "delta": 0.1, "U": 1.0, "eta": TUNED, "noise": 0.0, "n_runs": 25, "seed": 0}
    frame = module._frame(params, np.array([10]), data)
    frame.as_dict()
    assert frame.facts["applies"] == 0 and "does not apply to any of these" in frame.sentence
    for name in ("compression_share", *module.CHAIN_SERIES):
        assert len(frame.series[name]["x"]) == 0 and (name == "compression_share" or frame.status[name] == "absent")
    data["M"][0] = 5  # to one
    frame = module._frame(params, np.array([10]), data)
    assert "to 24 of the 25 training sets; for the other one its bound is" in frame.sentence


def test_the_bound_of_the_proof_is_introduced_where_a_link_is_measured_by_it():
    for params in ({}, {"U": 4.0}, {"stream": "coin", "eta": 1.0}):
        frame = E.frame(**params)
        proof = text_of(frame.facts["bound_proof"])
        how = f", the proof’s bound at this η, U and |y| ≤ {text_of(frame.facts['Y'])}." if frame.facts["bound_holds"] else ", the proof’s bound."
        assert "On average over the training sets the link that loses most is" in frame.sentence
        assert f" of {proof}{how}" in frame.sentence
        assert frame.facts["bound_holds"] or f"gives the bound {proof};" in frame.sentence


def test_what_is_more_or_not_equal_looks_so():
    assert "|y| can be 1, more than UX = 0.9999." in E.frame(U=0.9999).sentence
    assert "η = 0.35356 is not the tuned √2/(4X²) = 0.35355." in E.frame(eta=0.35356).sentence


def test_seeds_and_numbers_of_training_sets():
    one, other = (E.frame(stream="coin", seed=seed).facts["average_median"] for seed in (0, 1))
    assert one != other and E.frame(stream="coin", seed=0).facts["average_median"] == one
    assert len(E.frame(stream="coin", n_runs=25).series["average_share"]["x"]) == 25
    assert len(E.frame(stream="coin", n_runs=400).series["average_share"]["x"]) == 200
    assert E.frame(stream="mail").params["n_runs"] == 100


def test_parameters_without_meaning_change_nothing():
    plain = E.frame(stream="perceptron_mail").as_dict()
    assert E.frame(stream="perceptron_mail", U=4.0, eta=1.0, noise=1.0).as_dict() == plain


def test_what_is_baked():
    assert [c.name for c in BAKED] == ["m", "delta", "U"]


@pytest.mark.parametrize("params, message", [
    ({"m": 5}, "m = 5: expected an integer from 10 to 5000"), ({"m": 10.5}, "m = 10.5"), ({"delta": 0}, "delta = 0"),
    ({"U": 0}, "U = 0"), ({"stream": "waves"}, "stream = 'waves'"), ({"stream": "mail", "n_runs": 400}, "n_runs = 400"),
])
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)
