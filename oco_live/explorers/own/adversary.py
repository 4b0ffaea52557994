"""A reader's opponent in the explorer of the adversary: what the built-in learner pays against it."""

import numpy as np

from oco_core import bounds, losses, own, play, streams, walks
from oco_core.engine import check

from ...phrasing import at_least, in_units, joined, of, or_zero, share_of, text_of
from .. import adversary
from ..adversary.measure import BOUNDS, ROUNDS, _promise, _regret_along, learner_for
from ..adversary.words import LEARNERS
from ..sources import OWN
from .place import Place

MOST = 3  # coordinates


def _rounds(params):
    """How many the game in view has."""
    if params["stream"] == OWN:
        return len(streams.written(params["rounds"]).y)
    return ROUNDS if params["stream"] == "signs" else params["T"]


def given(params):
    """The length of the game, and the learner's factor k."""
    return {"T": _rounds(params), "k": params["k"]}


def frame(params, answer, facts=None, d=1):
    """The regret of the built-in learner against the reader's opponent in d coordinates."""
    name, k, T = params["learner"], params["k"], _rounds(params)
    run = play(learner_for(name, k, T, d), losses.linear, own.adversary(answer, d), T=T)
    paid, gain = _regret_along(run)
    R, unit = np.append(0.0, paid + gain), T**0.5
    t = np.unique(np.linspace(0, T, 101).round().astype(int))
    series = {"own": (t / T, R[t] / unit), "own_game": ([T], [R[-1] / unit])}
    bound = BOUNDS.get(name, bounds.minimax_line if d == 1 else bounds.minimax)
    f = {"own_regret": float(R[-1]), "own_ratio": float(R[-1]) / unit, "own_d": d,
         "own_promise": float(_promise(name, k, T, d)), "own_bound_holds": bool(bound.holds_for(run, G=1.0)),
         "own_least": walks.mean_distance(T) if d == 1 else unit, "own_longest": run.G}
    return {"series": adversary.explorer.clipped(series), "facts": f, "granted": f["own_bound_holds"],
            "said": joined(_said(name, T, d, f))}


def _said(name, T, d, f):
    regret, promise = f["own_regret"], f["own_promise"]
    many = "steps" in LEARNERS[name]
    yield (f"Against your opponent, d = {d}, {LEARNERS[name]} {'pay' if many else 'pays'} the "
           f"regret {of('own', or_zero(regret, T))} = {in_units(f['own_ratio'], f'UG√{T}')}.")
    if f["own_bound_holds"]:
        share = f": yours gets {share_of(regret, promise)} of that" if regret > 0 else ""
        yield f"{'Their' if many else 'Its'} bound is {text_of(promise)}{share}."
    else:
        yield "No bound is known for this learner here: T7 is for strongly convex losses."
    known = "for d = 1 and a known T" if d == 1 else "for d ≥ 2"
    least = at_least(f["own_least"]) if d == 1 else f"UG√T = {text_of(f['own_least'])}"
    near = abs(regret - f["own_least"]) <= 1e-9 * T
    yield (f"No learner can promise less than {least} {known}; "
           f"{'exactly that is paid' if near else 'more is paid' if regret > f['own_least'] else 'less is paid'} here.")


def coordinates(d):
    """The d that the text claims."""
    if not isinstance(d, int) or not 1 <= d <= MOST:
        check.fail("d", d, "1, 2 or 3, the coordinates of your answers")
    return d


PLACE = Place("answer", "your own opponent", '''d = 2

def answer(w, t):
    length = np.linalg.norm(w)
    if length == 0:
        return np.array([1.0, 0.0])
    return np.array([-w[1], w[0]]) / length
''', "It returns gₜ, d numbers of length at most G = 1, and may use np, T, k, and a dict as a third argument.", given,
              frame, claims={"d": (1, coordinates)})
