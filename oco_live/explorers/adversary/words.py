"""What is said of a game."""

import numpy as np

from ...phrasing import agree, apart, at_least, capital, in_units, joined, text_of, times, upper
from .measure import ALL_GAMES, ROUNDS, signs_from, text_from

LEARNERS = {"greedy": "steps η/√t", "lazy": "lazy steps", "constant": "a constant step (T known)",
            "inverse": "steps 1/(σt)", "minimax": "the minimax learner (T known)"}
GAMES = {"signs": "your signs", "push": "a push made for it", "orthogonal": "the orthogonal adversary",
         "coins": "a fair coin"}


def words(m, f):
    """What is seen: the regret against the learner's own bound, what no learner avoids, and the record."""
    n = text_of
    what = text_from(signs_from(m.signs)) if m.stream == "signs" else f"{GAMES[m.stream]}, d = {m.d}, T = {m.T}"
    others = f"{m.equals - 1} other {agree(m.equals - 1, 'game costs', 'games cost')} as much"
    return {
        "sentence": joined([_regret_said(m, f), _too_short(m), *_bounds_said(m, f), _record_said(m, f),
                            f"The mean regret over all these games is {n(f['mean'])} for every learner whatsoever."]),
        "texts": {
            "round.game": f"{what}: R = {n(m.regret)} = {in_units(m.regret / m.unit, f'UG√{m.T}')}",
            "round.record": f"{text_from(m.worst)}: R = {n(m.record)} = "
                            f"{in_units(m.record / m.root, f'UG√{ROUNDS}')}; {others}"}}


def _regret_said(m, f):
    step = {"minimax": ", which has no step (k is not used),",
            "inverse": f" with σ = {in_units(1 / f['k'], 'G/U')}"}.get(m.learner)
    if step is None:
        step = f", {times(f['k'], 3)} the tuned {'one' if m.learner == 'constant' else 'ones'},"
    return (f"{capital(LEARNERS[m.learner])}{step} against {GAMES[m.stream]}: after T = {f['T']} rounds "
            f"the regret is {text_of(f['regret'])}, that is {in_units(f['ratio'], 'UG√T')}.")


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
        yield (f"T7’s logarithmic bound (G²/2σ)·H_T = {apart(f['promise'], f['regret'])[0]} does not apply, because "
               f"linear losses are not strongly convex; here the regret is "
               f"{'' if f['regret'] > f['promise'] else 'not '}above it.")
    else:
        yield f"Its bound, {upper(f['promise'], f['regret'])} at this T, holds."
    where = "For d = 1 and a known T" if f["d"] == 1 else "For d ≥ 2"
    least = at_least(f["least"]) if f["d"] == 1 else "UG√T = " + text_of(f["least"])
    reached = f["promise"] <= f["least"] * (1 + 1e-9) and m.learner != "inverse"
    yield f"{where} no learner can promise less than {'that' if reached else least}."


def _record_said(m, f):
    if m.stream == "signs":
        if f["record_times"] == ALL_GAMES:
            return f"Every one of the {ALL_GAMES} games of 16 signs costs the same: there is nothing to choose."
        if f["harder"] == 0:
            return f"You hold the record: none of the {ALL_GAMES} games of 16 signs costs this learner more."
        return (f"{f['harder']} of the {ALL_GAMES} games of 16 signs {agree(f['harder'], 'costs', 'cost')} it more; "
                f"the record among them is {apart(f['record'], f['regret'])[0]}.")
    where = "In one dimension, of" if f["d"] > 1 else "Of"
    who = "the minimax learner for d = 1" if m.learner == "minimax" and f["d"] > 1 else "it"
    told = f", told T = {ROUNDS}," if m.learner in ("constant", "minimax") and f["T"] != ROUNDS else ""
    beaten = m.stream == "push" and f["T"] == ROUNDS and f["regret"] > f["record"] * (1 + 1e-9)
    record = apart(f["record"], f["regret"])[0] if beaten else text_of(f["record"])
    more = "; the push costs more, for its gradients need not be ±G" if beaten else ""
    return (f"{where} all {ALL_GAMES} games of 16 signs the worst costs {who}{told} {record} = "
            f"{in_units(f['record_ratio'], f'UG√{ROUNDS}')}{more}.")
