"""The adversary explorer: every game by a loop of its own, bounds and records recomputed, statuses, the signs
control."""

import itertools
import math

import numpy as np
import pytest
from support.browser import new_page
from support.small import small_site

from oco_core import losses, play, streams
from oco_live.explorer import get, text_of
from oco_live.explorers.adversary.curves import LINES
from oco_live.explorers.adversary.measure import PATTERN, learner_for, push_for
from oco_live.hosts import markup
from oco_live.phrasing import at_least

E = get("adversary")
GAMES, LEARNERS = E.control("stream").values, E.control("learner").values
FACTORS = E.control("k").values
ENDS = (FACTORS[0], 1.0, FACTORS[-1])
root2 = math.sqrt(2)
clip = lambda v: max(-1.0, min(1.0, v))


def regret_by_hand(name, k, y):
    """Σ g_t w_t + |Σ g_t| on the interval, with the w_t of each learner written out."""
    T, w, S, paid = len(y), 0.0, 0.0, 0.0
    for t, g in enumerate(y, 1):
        paid, S = paid + g * w, S + g
        if name == "greedy":
            w = clip(w - root2 * k / math.sqrt(t) * g)
        elif name == "lazy":
            w = clip(-k / root2 / math.sqrt(t + 1) * S)
        elif name == "constant":
            w = clip(w - k / math.sqrt(T) * g)
        elif name == "inverse":
            w = clip(w - k / t * g)
        else:  # the coins that are left after round t + 1
            n = T - t - 1
            w = -sum(math.comb(n, j) * clip(S + n - 2 * j) for j in range(n + 1)) / 2**n if n >= 0 else 0.0
    return paid + abs(S)


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("k", ENDS)
@pytest.mark.parametrize("signs", ["+" * 16, "-+" * 8, "++--+-+--++-----"])
def test_the_reader_s_game(name, k, signs):
    f = E.frame(learner=name, k=k, signs=signs).facts
    y = [1.0 if s == "+" else -1.0 for s in signs]
    R = regret_by_hand(name, k, y)
    assert (f["T"], f["d"]) == (16, 1)
    assert f["regret"] == pytest.approx(R, rel=1e-9, abs=1e-9) and f["ratio"] == pytest.approx(R / 4, rel=1e-9,
                                                                                               abs=1e-9)
    assert f["gain"] == abs(sum(y)) and f["loss_learner"] == pytest.approx(R - abs(sum(y)), abs=1e-9)
    assert f["mean"] == f["least"] == 16 * math.comb(15, 7) / 2**15


@pytest.mark.parametrize("name", LEARNERS)
def test_the_record_is_held_by_nobody_else(name):
    """The record's signs cost what is said; of a few hundred other games, none costs more; the rank is a count."""
    for k in (ENDS[0], ENDS[-1]) if name != "minimax" else (1.0,):
        frame = E.frame(learner=name, k=k)
        pattern = frame.texts["round.record"][:16].replace("−", "-")
        record = frame.facts["record"]
        assert regret_by_hand(name, k, [1.0 if s == "+" else -1.0 for s in pattern]) == pytest.approx(record, rel=1e-9)
        rng = np.random.default_rng(0)
        others = [regret_by_hand(name, k, rng.choice([-1.0, 1.0], 16)) for _ in range(200)]
        assert max(others) <= record + 1e-9
        best = E.frame(learner=name, k=k, signs=pattern)
        assert best.facts["harder"] == 0 and best.facts["regret"] == pytest.approx(record)
        assert ("signs hold the record, " in best.headline) == (name != "minimax") != ("Whatever" in best.headline)
        assert name == "minimax" or list(best.series["costlier"]["x"]) == []
        assert ("hold the record" in best.sentence) == (name != "minimax") == ("nothing to choose" not in best.sentence)
        assert best.facts["record_times"] >= 2  # with every game its mirror image
    assert E.frame(learner="greedy", signs="-" * 16).facts["harder"] > 1000


@pytest.mark.parametrize("stream", GAMES)
@pytest.mark.parametrize("name", LEARNERS)
def test_no_bound_that_holds_is_exceeded_and_no_other_is_drawn_as_one(stream, name):
    seeds = E.control("seed").values_for(stream)[:3] or (0,)
    lengths = E.control("T").values_for(stream)
    for k, T, seed in itertools.product(ENDS, (lengths[0], lengths[-1]) if lengths else (16,), seeds):
        given = {"T": T} if lengths else {}
        frame = E.frame(stream=stream, learner=name, k=k, seed=seed, **given)
        f, s, status = frame.facts, frame.series, frame.status
        frame.as_dict()
        assert status["guarantee"] == status["bound_t"] == ("fails" if name == "inverse" else "holds")
        assert f["bound_holds"] == (name != "inverse")
        assert ("does not apply" in frame.sentence) == (name == "inverse")
        drawn = {line for line in LINES if status[line] == "holds"}
        own = {("greedy", 1.0): {"root8"}, ("lazy", 1.0): {"root2"}, ("constant", 1.0): {"one"}}.get((name, k), set())
        assert drawn == (own if name != "minimax" else {"one"} if f["d"] == 2 else set())
        if name != "inverse":
            assert f["regret"] <= f["promise"] * (1 + 1e-9)
            found = s["records" if stream == "signs" else "regret"]
            promised = np.interp(found["x"], s["guarantee"]["x"], s["guarantee"]["y"])
            at = np.isin(found["x"], s["guarantee"]["x"])
            assert (found["y"] <= promised * (1 + 1e-9))[at].all() and at.sum() >= 5
            # in this game its bound holds after each round, and is the one that is told at the end; no line of the
            # picture between two points lies above a concave or a straight bound
            assert s["bound_t"]["y"][-1] * f["unit"] == pytest.approx(f["promise"])
            for curve in (s["regret_t"], s["record_t"]):
                assert (curve["y"] <= np.interp(curve["x"], s["bound_t"]["x"], s["bound_t"]["y"]) + 0.02).all()
            for line in drawn:
                assert f["promise"] == pytest.approx(LINES[line][0] * f["unit"])
        if stream == "orthogonal":
            assert f["regret"] >= f["least"] * (1 - 1e-9) and f["loss_learner"] == pytest.approx(0, abs=1e-9)
        assert f["record"] >= f["mean"] * (1 - 1e-12) and 1 <= f["record_times"] <= 65536
        for series in E.series:
            curve = s[series.name]
            assert len(curve["x"]) == len(curve["y"]) <= 200
        assert "less than this learner’s bound." in frame.sentence or (
            at_least(f["least"]) if f["d"] == 1 else text_of(f["least"])) in frame.sentence
        assert abs(f["regret"]) < 1e-9 or f"[{text_of(f['regret'])}](regret_t)" in frame.headline
        assert (f"[{text_of(f['promise'])}](bound_t)" in frame.headline) == (name != "inverse")
        for series in ("records", "record_t", "yours"):
            assert (status[series] == "absent") == (stream != "signs") == (not len(s[series]["x"]))
        assert (status["regret"] == "absent") == (stream == "signs")


@pytest.mark.parametrize("T", [17, 41, 64, 101, 125, 249])
def test_at_odd_lengths_no_learner_promises_less_either(T):
    """E|S_T|/√T is larger at an odd T than at its neighbours: the line goes through every T that is drawn, and the
    minimax learner's regret, which is E|S_T|, lies on it and not above."""
    for stream in ("coins", "push"):
        frame = E.frame(stream=stream, learner="minimax", T=T)
        line, own = frame.series["unavoidable"], frame.series["guarantee"]
        for name in ("regret", "this_game"):  # of coins and pushes
            for t, height in zip(frame.series[name]["x"], frame.series[name]["y"]):
                assert t in line["x"] and t in own["x"]
                true = sum(abs(t - 2 * j) * math.comb(int(t), j) for j in range(int(t) + 1)) / 2**t / math.sqrt(t)
                for drawn in (height, np.interp(t, line["x"], line["y"]), np.interp(t, own["x"], own["y"])):
                    assert drawn == pytest.approx(true, rel=1e-9)
        assert "no learner can promise less than this learner’s bound" in frame.sentence


def test_a_push_may_cost_more_than_any_signs_and_the_record_is_one_among_signs():
    """Greedy, T = 16: gradients between −1 and 1 make more of the push than the best signs do (checked by a loop)."""
    frame = E.frame(stream="push", T=16)
    y = push_for("greedy", 1.0, 16)
    assert regret_by_hand("greedy", 1.0, y.tolist()) == pytest.approx(frame.facts["regret"])
    assert frame.facts["regret"] > frame.facts["record"] and (abs(y) < 1).any()
    assert "Here the push costs more, for its gradients need not be ±G" in frame.sentence
    assert "need not be" not in E.frame(stream="coins", T=16).sentence
    labels = {s.name: s.label for s in E.series}
    assert all("among signs" in labels[name] for name in ("records", "record_t", "record"))


def test_the_sentence_says_what_a_number_is_and_what_a_control_does():
    for k in FACTORS:
        inverse = E.frame(learner="inverse", k=k, stream="push", T=50)
        assert "tuned" not in inverse.sentence  # steps 1/(σt) have no tuned one
        assert f"(G²/2σ)·H_T = {text_of(sum(1 / t for t in range(1, 51)) * k / 2)} does not apply" in inverse.sentence
        assert ("is above it" in inverse.sentence) == (inverse.facts["regret"] > inverse.facts["promise"])
        minimax = E.frame(learner="minimax", k=k)
        assert "k is not used" in minimax.sentence and minimax.sentence == E.frame(learner="minimax").sentence
    assert "tuned" not in E.control("k").label and "the tuned ones" in E.frame().sentence


@pytest.mark.parametrize("k, height", [(0.5**0.5, 3.0), (root2, 3.0)])
def test_the_line_at_3(k, height):
    frame = E.frame(learner="greedy", k=k)
    assert frame.status["three"] == "holds" and frame.facts["promise_ratio"] == pytest.approx(height)


@pytest.mark.parametrize("stream", ["push", "coins", "orthogonal"])
@pytest.mark.parametrize("name", LEARNERS)
def test_the_curve_over_T_is_one_game_for_each_T(stream, name):
    curve = E.frame(stream=stream, learner=name, k=root2).series["regret"]
    for T in (1, 16, 125):
        i = list(curve["x"]).index(T)
        if stream == "orthogonal":
            learner = learner_for(name, root2, T, 2)
            run = play(learner, losses.linear, streams.orthogonal(2), T=T)
            R = run.losses.sum() + np.linalg.norm(run.y @ run.X)
        else:
            y = push_for(name, root2, T) if stream == "push" else streams.random_signs(T, 1, 0).y
            R = regret_by_hand(name, root2, y)
        assert curve["y"][i] == pytest.approx(R / math.sqrt(T), rel=1e-7)


@pytest.mark.parametrize("k", FACTORS)
def test_a_push_makes_short_and_long_steps_pay_in_proportion_to_T(k):
    """Steps 1/(σt) on linear losses: the push has to reach −1 first, however short the steps are."""
    shares = [regret_by_hand("inverse", k, push_for("inverse", k, T)) / T for T in (100, 250, 1000)]
    assert min(shares) > 0.35 and shares[2] > 0.9 * shares[1]


def test_the_curve_for_your_signs_is_the_worst_at_each_T():
    for name in LEARNERS:
        curve = E.frame(learner=name).series["records"]
        assert list(curve["x"]) == list(range(1, 17))
        for T in (1, 2, 5, 8):
            worst = max(regret_by_hand(name, 1.0, y) for y in itertools.product([1.0, -1.0], repeat=T))
            assert curve["y"][T - 1] == pytest.approx(worst / math.sqrt(T), rel=1e-9)


def test_the_bars_are_all_games():
    bars = E.frame(learner="minimax").series["games"]
    assert list(bars["y"]) == pytest.approx([0, 1.0]) and bars["x"][0] == pytest.approx(0.7855, abs=0.05)
    for k in ENDS:
        frame = E.frame(learner="greedy", k=k)
        bars, dark = frame.series["games"], frame.series["costlier"]
        assert sum(bars["y"][1::2]) == pytest.approx(1.0) and not any(bars["y"][::2])
        assert sum(dark["y"][1::2]) == pytest.approx(frame.facts["harder"] / 65536) and not any(dark["y"][::2])
        assert dark["x"].min() >= frame.facts["ratio"] - 0.05 - 1e-9  # half of a bar


def test_the_record_s_curve_is_the_record_s_game():
    """Round for round: its signs are those that stand beside the word record."""
    for name in LEARNERS:
        frame = E.frame(learner=name)
        signs = [1.0 if s == "+" else -1.0 for s in frame.texts["round.record"][:16]]
        curve = frame.series["record_t"]
        assert curve["y"][-1] * 4 == pytest.approx(frame.facts["record"])
        if name not in ("minimax", "constant"):  # these know T, so that a shorter game is another one
            for t in (1, 7, 12):
                assert curve["y"][t] * 4 == pytest.approx(regret_by_hand(name, 1.0, signs[:t]))


def test_a_bound_that_holds_for_T_is_one_for_each_round():
    """The constant step U/(G√T), told T: U²/(2η) + ηG²t/2; minimax: what it pays in all."""
    t = np.array([0.0, 4.0, 16.0])
    along = lambda name: np.interp(t / 16, *(E.frame(learner=name).series["bound_t"][a] for a in "xy")) * 4
    assert along("constant") == pytest.approx(2 + t / 8) and along("minimax") == pytest.approx([3.1420898] * 3)
    assert along("greedy") == pytest.approx(np.sqrt(8 * t)) and along("lazy") == pytest.approx(np.sqrt(2 * t))


def test_pushes_approach_the_bounds():
    """At T = 1000: 93 % of √8, 98 % of √2, all of 1; and 1/(σt) pays a share of T."""
    share = {name: E.frame(stream="push", learner=name, T=1000).facts for name in LEARNERS}
    found = {name: f["regret"] / f["promise"] for name, f in share.items()}
    assert found["greedy"] == pytest.approx(0.927, abs=1e-3) and found["lazy"] == pytest.approx(0.980, abs=1e-3)
    assert found["constant"] == pytest.approx(1, abs=1e-3) and found["minimax"] == pytest.approx(1)
    assert share["inverse"]["regret"] / 1000 == pytest.approx(1 - 3 * math.exp(-2), abs=5e-3)


@pytest.mark.parametrize("value", ["", "+", "+" * 15, "+" * 17, "+" * 15 + "0", "−" * 16, None, 16, ["+"] * 16, True])
def test_signs_that_make_no_sense_are_named(value):
    with pytest.raises(ValueError, match="signs = .*: expected 16 signs, each one of \\+ and -"):
        E.frame(signs=value)


def test_signs_are_not_used_with_another_adversary():
    plain, odd = E.frame(stream="push"), E.frame(stream="push", signs="-" * 16)
    assert plain.params == odd.params and odd.params["signs"] == PATTERN


@pytest.mark.parametrize("learner, k, T, why", [
    ("greedy", 0.25, 16, "it begins before w has come to the other edge of the ball"),
    ("greedy", 0.25, 40, "it begins before"),
    ("inverse", 0.25, 50, "it begins before"), ("lazy", 0.25, 16, "none of them is left to prepare it"),
    ("constant", 0.25, 16, "none of them is left to prepare it"), ("greedy", 0.25, 50, ""), ("greedy", 1.0, 16, ""),
    ("lazy", 0.5, 16, ""), ("minimax", 1.0, 16, "")])
def test_a_game_too_short_for_its_push_is_said_to_be(learner, k, T, why):
    frame = E.frame(stream="push", learner=learner, k=k, T=T)
    assert (f"{T} rounds are too few for this push: {why}" in frame.sentence) if why else ("too few" not
                                                                                           in frame.sentence)
    if learner == "greedy":  # the regret shows it: far below the bound that the push is made for
        assert (frame.facts["regret"] < 0.35 * frame.facts["promise"]) == bool(why)


def test_a_learner_that_beats_every_fixed_point_is_said_to():
    frame = E.frame(signs="-" * 8 + "+" * 8, k=4.0)
    assert frame.facts["regret"] < 0
    assert frame.headline.startswith(f"Regret [{text_of(frame.facts['regret'])}](regret_t): the learner beat every")


def test_the_signs_and_the_step_are_in_view_first():
    assert [c.name for c in E.controls if c.first] == ["signs", "k"] and E.panels[0].name == "game"
    assert all(len(text_of(k)) <= 4 for k in FACTORS)


def test_the_step_is_off_where_the_learner_has_none():
    k = E.control("k")
    for learner in LEARNERS:
        unused = k.without_use(E.defaults() | {"learner": learner})
        assert unused == ("learner" if learner == "minimax" else "")
        html = markup.figure_html("adversary", {"learner": learner}, "x", "python")
        field = html[html.index('data-control="k"'):].split(">")[0]
        assert field.endswith(" hidden") == bool(unused)
    assert E.control("seed").without_use(E.defaults()) == "stream"


def test_the_view_turns_the_step_off_and_on_again(browser):
    with small_site("adversary") as site, new_page(browser, thrifty=True) as (page, notes):
        page.goto(site.url)
        slider = page.locator("[name=k]")
        page.click(".oco-setting summary")
        page.wait_for_function("window.ocoExplorers?.adversary?.sweeps.signs?.axes")
        for learner, off in (("minimax", True), ("lazy", False)):
            page.select_option("[name=learner]", learner)
            page.wait_for_function(f"window.ocoExplorers.adversary.frame().params.learner === '{learner}'")
            assert slider.is_visible() != off
            assert off or slider.get_attribute("aria-valuetext") == "k = 1"
        assert notes.errors == []
