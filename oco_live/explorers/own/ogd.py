"""A reader's step in the explorer of online gradient descent."""

import numpy as np

from oco_core import bounds, hindsight, losses, own, play, streams

from ...phrasing import joined
from .. import ogd
from ..sources import OWN, data, loss_named
from .place import Place, learner_said, leaves, projection, told


def given(params):
    """η, U and the projection on the ball, for a step; the sliders move them."""
    return {"eta": params["eta"], "U": params["U"], "project": projection(params["U"])}


def _key(params):
    T = len(streams.written(params["rounds"]).y) if params["stream"] == OWN else params["T"]
    return params["stream"], T, params["seed"], params["noise"], params["rounds"]


def prepare(params):
    if params["stream"] != "orthogonal":  # against it the examples are those of the reader's own run
        ogd._comparators(*_key(params), params["loss"], params["U"])


def _played(params, step):
    """The run of a reader's step, and its certified regret at the rounds of the explorer's own curve."""
    key = _key(params)
    run = play(own.learner(step), loss_named(params["loss"]), data(*key), T=key[1])
    if params["stream"] == "orthogonal":
        return run, hindsight.regret(run, params["U"], ogd._prefixes(key[1], ogd._compared(params["loss"], 2)))
    best = ogd._comparators(*key, params["loss"], params["U"])
    return run, hindsight.regret(run, params["U"], best.at, best)


def frame(params, step, facts=None):
    """The regret of the reader's step on the stream in view, and its bound if there is one."""
    U, (run, curve) = params["U"], _played(params, step)
    unit = bounds.worst_case(run.T, U, losses.gradient_bound(run.loss, run.X, run.y, U))
    at = curve.at
    found = own.family(own.learner(step), told=told)
    grant = own.granted(run, found, U)
    regret, lengths = float(curve.upper[-1]), np.linalg.norm(run.w, axis=1)
    series = {"own": (np.append(0, at) / run.T, np.append(0, curve.upper) / unit)}
    f = {"own_regret": regret, "own_norm": float(lengths.max())}
    if grant.bound is not None:
        series["own_bound"] = (at / run.T, grant.promise(at) / unit)
        f["own_bound"] = grant.bound
    return {"series": ogd.explorer.clipped(series), "facts": f, "granted": grant.bound is not None,
            "said": joined([*learner_said(found, grant, regret, unit), *leaves(lengths, U)])}


PLACE = Place("step", "your own learner", '''def step(w, g, t, state):
    v = w - eta / np.sqrt(t) * g
    return project(v)
''', "It may use np, eta, U and project(v).", given, frame, prepare=prepare, attack=True)
