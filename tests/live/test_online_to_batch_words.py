"""The online-to-batch explorer: its picture, its words, what its parameters change."""

import itertools

import numpy as np
import pytest

from oco_core import bounds
from oco_live.explorer import get, text_of
from oco_live.explorers.online_to_batch import frame_of
from oco_live.explorers.online_to_batch.curves import CHAIN_SERIES, HIGHEST, ROWS
from oco_live.explorers.online_to_batch.measure import measured, quantile
from oco_live.explorers.online_to_batch.words import LINKS, PERCEPTRON_ROWS, ROW_WORDS

E = get("online_to_batch")
DESCENT = ("regression", "coin", "mail")
PERCEPTRON = ("perceptron", "perceptron_mail")
BAKED = [c for c in E.controls if c.baked]
ENDS = [(c.name, (c.values[0], c.values[-1])) for c in BAKED]
TUNED = 2**0.5 / 4


def corners(stream):
    for values in itertools.product(*(ends for _, ends in ENDS)):
        yield {name: value for (name, _), value in zip(ENDS, values) if E.control(name).values_for(stream)}


def test_a_step_that_is_not_tuned_is_said_and_drawn():
    frame = E.frame(stream="coin", eta=1.0, U=0.5)
    assert frame.status["printed_at"] == frame.status["sharp_m"] == "fails" and not frame.facts["bound_holds"]
    assert "T13 does not apply: |y| can be 1, more than UX = 0.5. " in frame.sentence
    assert "T13 does not apply: η = 1 is not the tuned √2/(4X²) = 0.354. " in frame.sentence
    assert frame.headline.endswith("; the theorem does not apply.")
    assert "|y| can be" not in E.frame(stream="coin", eta=1.0).sentence
    assert "does not apply: η = 1" in E.frame(eta=1.0).sentence


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
                assert np.all(curve["y"] < HIGHEST), "no bound is cut off"
        assert f"Over {f['n_runs']} training sets of {f['m']} examples" in said
        assert f"on {text_of(100 * (1 - f['delta']))} % of runs; " in frame.headline
        if stream in PERCEPTRON:
            assert f"{text_of(f['last_median'])} in the median" in said and "T13" not in said
            assert frame.headline.startswith(f"Risk up to [{text_of(f['last_quantile'])}](sketched_quantile) on")
            assert ("the promise" in frame.headline) == f["bound_holds"]
            first, second = f["average_quantile"], f["last_quantile"]
        else:
            assert f"is {text_of(f['average_median'])} in the median" in said and "T16" not in said
            assert ("T13 does not apply" in said) == (f["U"] < 1) == ("the theorem does not apply" in frame.headline)
            assert f"up to [{text_of(f['average_quantile'])}](average_quantile) on" in frame.headline
            assert f["U"] < 1 or f"[{text_of(f['bound'])}](printed_m)" in frame.headline
            first, second = f["last_quantile"], f["average_quantile"]
            loses = max(LINKS, key=lambda link: f[link])
            whole = "T13’s bound" if f["bound_holds"] else "the proof’s bound"
            assert f"loses most is {LINKS[loses]}, {text_of(f[loses])} of " in said and f", {whole}. " in f"{said} "
            bound = f["bound"] if f["bound_holds"] else f["bound_proof"]
            assert ("says nothing yet" in said) == (bound >= (f["U"] + 1) ** 2)
        word = "about as good" if abs(first - second) <= 0.1 * second else "better" if first < second else "worse"
        assert f"is {word} here" in said
        # the bars go from level to level
        links = [link for link in LINKS if frame.status.get(f"chain_{link}") != "absent"]
        bars = np.ravel([frame.series[f"chain_{link}"]["x"] for link in links])
        assert bars[0] * f["unit"] == pytest.approx(f["measured"]) and bars[2::2] == pytest.approx(bars[1:-1:2])
        ends = frame.series["chain_printed" if "constants" in links else "chain_proof"]["x"][1]
        assert bars[-1] == pytest.approx(ends) and ("constants" in links) == (f["bound_holds"]
                                                                              and stream in DESCENT)
        assert frame.series["chain_proof"]["x"][1] * f["unit"] == pytest.approx(f["proof_mean"])
        longest = max(links, key=lambda link: f[link])
        assert {link: frame.status[f"chain_{link}"] for link in links} == {
            link: "most" if link == longest else "less" for link in links}
        # each bar stands in the row that has its name, and no row is left open
        rows = [frame.texts[f"chain.y.{k}"] for k in range(ROWS)]
        drawn = {s.name.removeprefix("chain_"): frame.series[s.name]["y"][0] for s in E.series
                 if s.panel == "chain" and s.label and frame.status.get(s.name) != "absent"}
        assert sorted(drawn.values()) == list(range(len(drawn))) == [k for k, row in enumerate(rows) if row]
        names = ROW_WORDS | ({} if stream in DESCENT else PERCEPTRON_ROWS)
        assert {row: rows[int(height)] for row, height in drawn.items()} == {row: names[row] for row in drawn}


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
    """δ = ½ asks for the median, and it is told once; the quantiles grow with their share, and what is compared is
    named."""
    rng = np.random.default_rng(0)
    for n in (25, 27, 50, 200):
        values = rng.standard_normal((n, 3))
        assert np.array_equal(quantile(values, 0.5), np.median(values, axis=0))
        for share in (0.01, 0.1, 1 - 0.9, 0.3, 0.5, 0.607, 0.9, 0.99):
            found = quantile(values, share)
            assert found == pytest.approx(np.quantile(values, round(share, 9), axis=0, method="averaged_inverted_cdf"))
            assert np.all((values <= found).sum(axis=0) >= share * n - 1e-9) and np.all((values >= found).sum(axis=0)
                                                                                        >= (1 - share) * n - 1e-9)
    for stream in ("regression", "perceptron"):
        frame = E.frame(stream=stream, delta=0.5)
        f, said = frame.facts, frame.sentence
        for name in ("average", "last"):
            assert f[f"{name}_median"] == f[f"{name}_quantile"]
        assert "quantile" not in said and "Compared by the median, the" in said
        for delta, sign in ((0.1, 1), (0.9, -1)):
            frame = E.frame(stream=stream, delta=delta)
            f = frame.facts
            assert sign * (f["average_quantile"] - f["average_median"]) >= 0
            assert f"Compared by the {text_of(100 * (1 - delta))} % quantile, the" in frame.sentence


def test_t16_says_nothing_of_the_training_sets_to_which_it_does_not_apply():
    frame = E.frame(stream="perceptron", noise=1.0, m=5000)
    f, said = frame.facts, frame.sentence
    _, sets = measured("perceptron", 1.0, 200, 0, 1.0, TUNED)
    *_, data = sets
    M, last = data["M"][:, -1], data["last"][:, -1]
    fits = M <= 2500
    bound = data["outside"][:, -1] + bounds.perceptron_compression(5000, M, 0.1)
    assert 0 < f["applies"] == fits.sum() < 200 and len(frame.series["compression_share"]["x"]) == fits.sum()
    assert f["proof_mean"] == pytest.approx(bound[fits].mean()) and f["bound"] == pytest.approx(np.median(bound[fits]))
    assert f["measured"] == pytest.approx(last[fits].mean())
    assert (f"does not apply to {200 - fits.sum()} of the 200 training sets. For the other {fits.sum()} its bound is "
            f"{text_of(f['bound'])}" in said and f"; the theorem covers {fits.sum()} of 200." in frame.headline)
    assert "says nothing yet" in said  # 2.56, of a probability


def test_where_t16_applies_to_no_training_set_no_bound_is_drawn():
    data = {name: np.full((4, 1), value)
            for name, value in (("average", 0.5), ("last", 0.5), ("M", 6.0), ("outside", 0.2))}
    params = {"stream": "perceptron", "m": 10, "delta": 0.1, "U": 1.0, "eta": TUNED, "noise": 0.0, "n_runs": 25,
              "seed": 0}
    frame = frame_of(params, np.array([10]), data)
    frame.as_dict()
    assert frame.facts["applies"] == 0 and "does not apply to any of these" in frame.sentence
    for name in ("compression_share", *CHAIN_SERIES):
        assert len(frame.series[name]["x"]) == 0 and (name == "compression_share" or frame.status[name] == "absent")
    data["M"][0] = 5  # to one
    frame = frame_of(params, np.array([10]), data)
    assert "to 24 of the 25 training sets. For the other one its bound is" in frame.sentence


def test_the_bound_of_the_proof_is_introduced_where_a_link_is_measured_by_it():
    for params in ({}, {"U": 4.0}, {"stream": "coin", "eta": 1.0}):
        frame = E.frame(**params)
        proof = text_of(frame.facts["bound_proof"])
        assert "On average over the training sets the link that loses most is" in frame.sentence
        assert f"at this η, U and |y| ≤ {text_of(frame.facts['Y'])}" in frame.sentence
        assert f"gives the bound {proof}." in frame.sentence
        assert (f" of {proof}, the proof’s bound." in frame.sentence) == (not frame.facts["bound_holds"])


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
    assert [c.name for c in BAKED] == ["m", "delta", "U"] and [c.name for c in E.controls if c.first] == ["m", "delta"]


def test_the_constants_lose_most_where_labels_fill_the_ball():
    """From 8 + 4s to 14s: at δ = 0.1 more than each link of the proof; with U = 4 what |y| ≤ UX adds as well."""
    for U in (1.0, 2.0, 4.0):
        f = E.frame(U=U).facts
        assert f["constants"] == f["bound"] - f["bound_proof"] == max(f[link] for link in LINKS)
    assert E.frame(delta=0.9).facts["constants"] < E.frame(delta=0.9).facts["regret"]


def test_above_the_largest_loss_the_headline_says_that_the_bound_says_nothing():
    for params in ({"m": 10}, {"stream": "perceptron_mail"}):
        frame = E.frame(**params)
        assert frame.facts["bound"] >= frame.facts["largest_loss"] and frame.headline.endswith(", says nothing.")
        assert set(frame.series["largest"]["y"]) == {frame.facts["largest_loss"]}


@pytest.mark.parametrize("params, message", [
    ({"m": 5}, "m = 5: expected an integer from 10 to 5000"), ({"m": 10.5}, "m = 10.5"), ({"delta": 0}, "delta = 0"),
    ({"U": 0}, "U = 0"), ({"stream": "waves"}, "stream = 'waves'"), ({"stream": "mail", "n_runs": 400}, "n_runs = 400"),
])
def test_values_that_make_no_sense_are_named(params, message):
    with pytest.raises(ValueError) as error:
        E.frame(**params)
    assert message in str(error.value)


def test_rows_are_told_apart_where_a_small_picture_cuts_their_names():
    assert len({word[:9] for word in ROW_WORDS.values()}) == len(ROW_WORDS)
