"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from oco_core import bounds

from ...explorer import Axis, Panel
from .measure import SHOWN, TUNED, T

ERRORS = Panel("errors", "Errors up to message t", tab="errors", x=Axis("t", (0, T), rounds=True),
               y=Axis("%", (-0.02, 1.02), unit="percent"))
WEIGHTS = Panel("words", "Largest weights, ■ best", tab="words",
                x=Axis("weight", (-1.02, 1.02), unit="U"),
                y=Axis("", (-0.6, SHOWN - 0.4), words=("",) * SHOWN), uprights=(0,))
REGRET = Panel("regret", "Regret in square loss", tab="regret", x=Axis("t", (0, T), rounds=True),
               y=Axis("regret", (-2000, 2000)), ratio=("regret", "limit"), levels=(0,))


def _constant(m, at):
    """Errors of the constant answer that calls the first t messages what most of them are, for each t in ``at``."""
    spam = np.insert(np.cumsum(m.y), 0, 0.0)[at]
    return np.minimum(spam, at - spam)


def curves(m):
    at, grid, rows = m.at, m.grid, SHOWN - 1 - np.arange(len(m.top))
    late, late_at = grid[grid >= m.first], at[at >= m.first]
    errors_best = np.array([errors for errors, _, _ in m.done])
    here, now = lambda value: ([m.t], [value]), ([m.t, m.t], [-1e9, 1e9])
    return {
        "now_errors": now, "now_regret": now,
        "errors_blind": (late, m.errors_blind[late] / late), "errors_none": (late, _constant(m, late) / late),
        "errors_best": (late_at, errors_best[at >= m.first] / late_at), "errors": (late, m.errors[late] / late),
        "none_here": here(_constant(m, m.t) / m.t), "best_here": here(m.of_best[0] / m.t),
        "errors_here": here(m.errors[m.t] / m.t),
        "weights": (np.column_stack([np.zeros(len(m.top)), m.w[m.top] / m.U]).ravel(), np.repeat(rows, 2)),
        "weights_best": (m.u[m.top] / m.U, rows),
        "trivial": (grid, grid), "report": (grid, 3 * np.sqrt(grid)),
        "limit": (grid, m.limit * np.sqrt(grid)), "sharp": (grid, bounds.spam_sharp(grid, m.c)),
        "regret_blind": (at, m.loss_blind[at] - m.best.value), "regret": (at, m.loss[at] - m.best.value),
        "limit_here": here(m.limit * m.t**0.5), "regret_here": here(m.loss[m.t] - m.value),
        "loss_blind": (grid, m.loss_blind[grid] / grid), "loss_best": (at, m.best.value / at),
        "loss": (grid, m.loss[grid] / grid), "loss_half": ([1, m.T], [0.25, 0.25]),
    }


def facts(m):
    t, U, c, regret, (errors_best, a_least, a_most) = m.t, m.U, m.c, float(m.loss[m.t] - m.value), m.of_best
    shares = {"errors": float(m.errors[t] / t), "errors_best": errors_best / t,
              "errors_blind": float(m.errors_blind[t] / t), "errors_constant": float(_constant(m, t) / t),
              "loss": float(m.loss[t] / t), "loss_best": m.value / t, "loss_blind": float(m.loss_blind[t] / t)}
    return {
        "t": t, "T": m.T, "d": len(m.w), "U": U, "c": c, "c_star": TUNED, "eta": c * U * U, "G": 1 / U,
        "percent": 100.0,
        **shares, **{f"{name}_percent": 100 * share for name, share in shares.items()},
        "spam": float(m.y[:t].mean()), "a_least": a_least, "a_most": a_most,
        "regret": regret, "regret_root": regret / t**0.5, "gap": m.gap, "limit": m.limit, "bound": m.limit * t**0.5,
        "sharp": bounds.spam_sharp(t, c),
        "T24": bounds.spam(t), "T24_holds": abs(c - 2) < 1e-9, "vacuous": m.limit * t**0.5 >= t,
        "regret_blind": float(m.loss_blind[t] - m.value), "norm_w": float(np.linalg.norm(m.w)),
        "norm_best": float(np.linalg.norm(m.u)), "top_weight": float(m.w[m.top[0]]) if len(m.top) else 0.0,
    }
