"""A reader's step in the explorer of the sequential protocol."""

import numpy as np

from oco_core import losses, own, play

from ...phrasing import counted, joined
from .. import protocol
from ..sources import data
from .ogd import given
from .place import Place, learner_said, leaves, told


def prepare(params):
    protocol.measure(protocol.measure_run(**params))


def frame(params, step, facts=None):
    """Where the reader's w has been up to round t, its risk and its regret. A bound is told, not drawn: it is far above
    the picture of the regret."""
    U, t = params["U"], params["t"]
    run = play(own.learner(step), losses.square, data(params["stream"], protocol.T, params["seed"], protocol.NOISE))
    m = protocol.measure_run(**params)
    protocol.measure(m)
    total, lengths = np.append(0.0, np.cumsum(run.losses)), np.linalg.norm(run.w, axis=1)
    found = own.family(own.learner(step), told=told)
    grant = own.granted(run, found, U)
    regret, root = float(total[t] - m.value), np.sqrt(m.at / protocol.T)
    series = {
        "own_path": protocol._columns(protocol._flat(m, run.w[m.at[m.at <= t] - 1])),
        "own_w": protocol._columns(protocol._flat(m, run.w[t - 1])[None]),
        "own_risk": (root, total[m.at] / m.at / m.risk_unit),
        "own": (root, (total[m.at] - m.best_value) / m.regret_unit),
    }
    f = {"own_regret": regret, "own_risk": float(total[t]) / t, "own_norm": float(lengths.max())}
    bound = None
    if grant.bound is not None:
        bound = f["own_bound"] = float(grant.promise(t))
    said = learner_said(found, grant, regret, max(m.total, float(total[t])), bound, f"after {counted(t, 'round')}")
    return {"series": protocol.explorer.clipped(series), "facts": f, "granted": bound is not None,
            "said": joined([*said, *leaves(lengths, U)])}


PLACE = Place("step", "your own learner", '''def step(w, g, t, state):
    v = w - eta / np.sqrt(t) * g
    return project(v)
''', "It may use np, eta, U and project(v).", given, frame, prepare=prepare)
