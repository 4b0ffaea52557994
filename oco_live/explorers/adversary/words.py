"""What is said of a game."""

import numpy as np

from ...phrasing import agree, apart, at_least, capital, counted, fact_of, in_units, is_zero, joined, of, text_of, times
from ..sources import OWN, OWN_WORDS
from .measure import ALL_GAMES, ROUNDS, signs_from, text_from

LEARNERS = {"greedy": "steps η/√t", "lazy": "lazy steps", "constant": "a constant step (T known)",
            "inverse": "steps 1/(σt)", "minimax": "the minimax learner (T known)"}
GAMES = {"signs": "your signs", "push": "a push made for it", "orthogonal": "the orthogonal adversary",
         "coins": "a fair coin", OWN: OWN_WORDS}


def words(m, f):
    """What is seen: the regret against the learner's own bound, what no learner avoids, and the record."""
    n = text_of
    what = text_from(signs_from(m.signs)) if m.stream == "signs" else f"{GAMES[m.stream]}, d = {m.d}, T = {m.T}"
    others = f"{m.equals - 1} other {agree(m.equals - 1, 'game costs', 'games cost')} as much"
    return {
        "headline": _headline(m, f),
        "sentence": joined([*_game_said(m, f), _too_short(m), *_bounds_said(m, f), *_record_said(m, f),
                            f"The mean regret over all these games is {n(f['mean'])} for every learner whatsoever."]),
        "texts": {
            "round.game": f"{what}: R = {n(m.regret)} = {in_units(m.regret / m.unit, f'UG√{m.T}')}",
            "round.record": f"{text_from(m.worst)}: R = {n(m.record)} = "
                            f"{in_units(m.record / m.root, f'UG√{ROUNDS}')}; {others}"}}


def _headline(m, f):
    """What the game costs the learner, its bound, and the record where the reader plays for it."""
    regret, record = of("regret_t", fact_of(f["regret"])), of("record_t", fact_of(f["record"]))
    bound = f"its bound is {of('bound_t', fact_of(f['promise']))}" if f["bound_holds"] else "its bound is void"
    nothing = is_zero(f["regret"], f["T"])
    if f["regret"] < 0 and not nothing:
        return f"Regret {regret}: the learner beat every fixed point; {bound}."
    if m.stream != "signs":
        who = {"push": "The push costs", "orthogonal": "The orthogonal adversary costs", "coins": "Fair coins cost",
               OWN: "Your own rounds cost"}
        return f"{who[m.stream]} the learner {'nothing' if nothing else regret} in {counted(f['T'], 'round')}; {bound}."
    if f["record_times"] == ALL_GAMES:
        return f"Whatever your signs, they cost this learner {regret}; {bound}."
    if f["harder"] == 0:
        return f"Your {ROUNDS} signs hold the record, {regret}; {bound}."
    return f"Your {ROUNDS} signs cost the learner {'nothing' if nothing else regret}; {bound}, the record is {record}."


def _game_said(m, f):
    step = {"minimax": ", which has no step (k is not used),",
            "inverse": f" with σ = {in_units(1 / f['k'], 'G/U')}"}.get(m.learner)
    if step is None:
        step = f", {times(f['k'], 3)} the tuned {'one' if m.learner == 'constant' else 'ones'},"
    regret = in_units(f["ratio"], "UG√T")
    yield f"{capital(LEARNERS[m.learner])}{step} against {GAMES[m.stream]}: the regret is {regret}."


def _too_short(m):
    """What a push is without where the game is too short for what comes before it: w at the other edge, or signs in
    turn."""
    if m.stream != "push":
        return ""
    if m.learner in ("greedy", "inverse"):
        lacking = "it begins before w has come to the other edge of the ball" if m.run.w[:-1].min() > -1 + 1e-9 else ""
    else:
        lacking = "none of them is left to prepare it" if len(set(np.sign(m.run.y))) < 2 else ""
    return f"{m.T} rounds are too few for this push: {lacking}." if lacking else ""


def _bounds_said(m, f):
    if m.learner == "inverse":
        promise = apart(f["promise"], f["regret"])[0]
        yield f"T7’s bound (G²/2σ)·H_T = {promise} does not apply, because linear losses are not strongly convex."
        yield f"Here the regret is {'' if f['regret'] > f['promise'] else 'not '}above it."
    where = "For d = 1 and a known T" if f["d"] == 1 else "For d ≥ 2"
    least = at_least(f["least"]) if f["d"] == 1 else "UG√T = " + text_of(f["least"])
    reached = f["promise"] <= f["least"] * (1 + 1e-9) and m.learner != "inverse"
    yield f"{where} no learner can promise less than {'this learner’s bound' if reached else least}."


def _record_said(m, f):
    if m.stream == "signs":
        if f["record_times"] == ALL_GAMES:
            yield f"Every one of the {ALL_GAMES} games of 16 signs costs the same: there is nothing to choose."
        elif f["harder"] == 0:
            yield f"You hold the record: none of the {ALL_GAMES} games of 16 signs costs this learner more."
        else:
            yield f"{f['harder']} of the {ALL_GAMES} games of 16 signs {agree(f['harder'], 'costs', 'cost')} it more."
        return
    where = "In one dimension, of" if f["d"] > 1 else "Of"
    who = "the minimax learner for d = 1" if m.learner == "minimax" and f["d"] > 1 else "it"
    knows_T = m.learner == "constant" or m.learner == "minimax" and f["d"] == 1
    told = f", told T = {ROUNDS}," if knows_T and f["T"] != ROUNDS else ""
    beaten = m.stream == "push" and f["T"] == ROUNDS and f["regret"] > f["record"] * (1 + 1e-9)
    record = apart(f["record"], f["regret"])[0] if beaten else text_of(f["record"])
    yield (f"{where} all {ALL_GAMES} games of 16 signs the worst costs {who}{told} {record} = "
           f"{in_units(f['record_ratio'], f'UG√{ROUNDS}')}.")
    if beaten:
        yield "Here the push costs more, for its gradients need not be ±G."
