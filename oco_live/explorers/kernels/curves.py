"""The pictures: their panels, their curves, and the facts beside them."""

import math

import numpy as np

from ...explorer import Axis, Panel
from .measure import REACH, T

SQUARE = {"limits": (-REACH, REACH), "fixed": True}
PLANE = Panel("plane", "After round t", x=Axis("x₁", **SQUARE), y=Axis("x₂", **SQUARE), tab="Plane", equal=True,
              bare=True)
MARGIN = Panel("margin", "The largest margin", x=Axis("x₁", **SQUARE), y=Axis("x₂", **SQUARE), tab="Margin",
               equal=True, bare=True)
COUNTS = Panel("counts", "Mistakes up to round t", x=Axis("t", (0, T), rounds=True, sets="t"),
               y=Axis("examples", (0, 128)), tab="Mistakes", ratio=("mistakes", "bound"))


def curves(m):
    t, data, rounds = m.t, m.data, np.arange(1, m.T + 1)
    seen = {"plus": data.X[:t][data.y[:t] > 0], "minus": data.X[:t][data.y[:t] < 0]}
    stored = data.X[m.run.support[m.run.support < t]]
    again = {f"{name}_margin": xy for name, xy in seen.items()}
    points = m.regions | seen | again | {"stored": stored[np.argsort(stored[:, 0])], "latest": stored[-1:]}
    return {name: (xy[:, 0], xy[:, 1]) for name, xy in points.items()} | {
        "round": ([t, t], [0, 1e9]),
        "bound": (rounds, np.minimum(m.bound, rounds)),  # no more mistakes than rounds, whatever T10 says
        "printed_errors": (rounds, m.wrong),
        "mistakes": (rounds[:t], m.M[:t]),
        "later": (rounds[t - 1:], m.M[t - 1:]),
        "support_now": ([t], [len(m.found.support)]) if m.certified else ([], []),
        "round_point": ([t], [m.M[t - 1]]),
    }


def facts(m):
    t, kernel, margin = m.t, m.kernel, m.margin
    return {
        "t": t, "T": m.T, "score": m.score, "label": int(m.data.y[t - 1]), "kappa": m.run.kappa,
        "features": math.comb(m.degree + 2, 2) if kernel.family == "polynomial" else 0,
        "M": int(m.M[t - 1]), "M_last": int(m.M[-1]), "positive": int((m.data.y[:t] > 0).sum()),
        "printed_errors": int(m.wrong[t - 1]), "printed_stored": int(m.printed.updates[:t].sum()),
        "wrong_now": m.wrong_now,
        "bound": float(m.bound[t - 1]), "bound_last": float(m.bound[-1]), "allowed": min(float(m.bound[t - 1]), t),
        "allowed_last": min(float(m.bound[-1]), m.T),
        "L": float(m.L[-1]), "norm_f": float(m.norm),
        "separable": bool(m.found.separable), "certified": m.certified, "margin": margin,
        "margin_lower": m.found.value, "margin_upper": m.found.upper,
        "support": len(m.found.support) if margin else 0,
        "bound_margin": (m.run.kappa / margin) ** 2 if margin else 0.0,
    }
