"""A reader's update in the explorer of the Perceptron: T8 and T9 are granted where it is the Perceptron."""

from types import SimpleNamespace

import numpy as np

from oco_core import own

from ...phrasing import agree, at_most, counted, joined, of
from .. import perceptron
from ..perceptron.curves import _chord, _staircase, _unit
from ..perceptron.measure import NORMS, _ordered
from .place import Place, told


def _examples(params):
    return _ordered(*(params[name] for name in ("stream", "margin", "noise", "seed", "rounds", "order")))


def frame(params, update, facts=None):
    """The mistakes of the reader's update, and where its line stands after round t. facts: those of the explorer's
    frame, of which the bounds are taken."""
    facts = perceptron.explorer.frame(**params).facts if facts is None else facts
    X, y = _examples(params)
    found, T = own.counted(update, X, y), len(y)
    t, M = min(params["t"], T), np.cumsum(found.updates)
    eta = own.perceptron_step(update)
    so_far = _staircase(SimpleNamespace(run=found, T=T, t=t, M=M))[0]
    line = _chord(_unit(found.w[t]), 0.0) if X.shape[1] == 2 else np.empty((0, 2))
    series = {"own": so_far, "own_level": (NORMS[[0, -1]], [M[-1], M[-1]]), "own_line": (line[:, 0], line[:, 1])}
    f = {"own_mistakes": int(M[t - 1]), "own_mistakes_last": int(M[-1])}
    return {"series": perceptron.explorer.clipped(series), "facts": f, "granted": eta is not None,
            "said": joined(_said(f, t, T, eta, facts))}


def _said(f, t, T, eta, facts):
    M, last = f["own_mistakes"], f["own_mistakes_last"]
    later = "" if t == T else f", and {of('own_level', last)} in all {T}"
    yield "" if eta is None else f"Your update is the Perceptron with η = {told(eta)}."
    yield f"It makes {of('own', M)} {agree(M, 'mistake', 'mistakes')} in {counted(t, 'round')}{later}."
    limits = [("T8", facts["bound_separable"])] * bool(facts["separable"]) + [("T9", facts["bound_best_last"])]
    if eta is None:
        yield "No bound is known for it: it is not the Perceptron, whatever η; the bounds in the pictures are not its."
        theorem, least = min(limits, key=lambda limit: limit[1])
        if last > least:
            yield f"It makes more mistakes than the {at_most(least)} that {theorem} allows the Perceptron."
        return
    for theorem, most in limits:
        nothing = ", no less than there are rounds, which says nothing" if most >= T else ""
        yield f"{theorem} grants it at most {at_most(max(most, last))} mistakes{nothing}."


PLACE = Place("update", "your own update", '''def update(w, x, y, t, state):
    if y * (w @ x) <= 0:
        return w + eta * y * x
    return w
''', "It may use np and eta.", lambda params: {"eta": params["eta"]}, frame, prepare=_examples)
