"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from ...explorer import Axis, Panel
from .measure import FAR, LENGTHS, LEVELS, METHODS, M, U, thinned

LOWEST, HIGHEST = 1e-5, 10.0
RATE = {"limits": (LOWEST, HIGHEST), "scale": "log"}
EXCESS = Panel("excess", "f − min f after t steps", tab="excess",
               x=Axis("t", (1, LENGTHS[-1]), scale="log", rounds=True),
               y=Axis("f − min f", **RATE), ratio=("excess_mean", "bound_here"))
PLANE = Panel("plane", "Three paths to min f", tab="paths", x=Axis("w₁", (-1.2, 1.2)),
              y=Axis("w₂", (-1.2, 1.2)), equal=True, ball=True)
WORK = Panel("work", "f(w̄) against the price", tab="price",
             x=Axis("gradients of one example", (1, M * LENGTHS[-1]), scale="log"),
             y=Axis("f(w̄) − min f", **RATE))


def curves(m):
    positive = lambda values: np.maximum(values, 1e-9)
    found = {f"contour_{k}": m.contours[k].T for k in range(len(LEVELS))}
    for name, w in m.path.items():
        found[f"path_{name}"] = thinned(w).T
        found[f"average_{name}"] = w[:-1].mean(axis=0)[:, None]
        found[f"work_{name}"] = m.at * m.size[name], positive(m.mean[name])
    return found | {
        "start": np.array([m.start]).T, "least": m.u[:, None],
        "bound_T22": (m.at, m.bound), "bound_general": (m.at, m.general),
        "bound_here": (m.at, m.bound if m.tuned else m.general),
        "excess_mean": (m.at, positive(m.mean["mini"])), "excess_average": (m.at, positive(m.averages[0])),
        "excess_last": (m.at, positive(m.mean_last["mini"])), "excess_run": (m.at, positive(m.lasts[0])),
    }


def facts(m):
    n_runs = len(m.averages)
    error = m.averages[:, -1].std(ddof=1) / n_runs ** 0.5 if n_runs > 1 else 0.0
    reach = max(float(m.reach[name].max()) for name in METHODS)
    away = {f"away_{name}": int((m.reach[name] == FAR).sum()) for name in METHODS}
    return {
        "T": m.T, "m": m.m, "b": m.b, "v1": float(m.first[0]), "v2": float(m.first[1]), "aim": m.aim,
        "eta": m.eta, "step": float(m.steps[0]), "G": m.G, "U": U, "n_runs": n_runs,
        "average": float(m.averages[0, -1]), "last": float(m.lasts[0, -1]), "mean": float(m.mean["mini"][-1]),
        "error": float(error), "mean_last": float(m.mean_last["mini"][-1]), "mean_gd": float(m.mean["gd"][-1]),
        "mean_sgd": float(m.mean["sgd"][-1]), "last_gd": float(m.mean_last["gd"][-1]), "start": m.top,
        "bound": float(m.bound[-1]), "bound_any": float(m.general[-1]), "T22_holds": m.tuned, "any_holds": m.inside,
        "bound_here": float((m.bound if m.tuned else m.general)[-1]),
        "work": m.T * m.b, "work_gd": m.T * m.m, "reach": reach, "ran_away": reach == FAR, **away,
        "sd_least": m.sd_least,
    }


def statuses(m):
    """Which bounds hold for these steps."""
    here = "holds" if m.inside else "fails"
    return {"bound_T22": here if m.tuned or not m.inside else "reference", "bound_general": here, "bound_here": here}
