"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from oco_core import bounds

from ...explorer import Axis, Panel
from .measure import ALL_ETAS, rounds

REGRETS = (-1e9, 1e9)  # in units of G²/(2σ)
REGRET = Panel(
    "regret", "Regret up to round t", tab="Regret",
    x=Axis("t", (1, 4000), scale="log", rounds=True),
    y=Axis("regret", REGRETS, unit="unit"),
    ratio=("regret", "harmonic"), levels=(0,),
)
DISTANCE = Panel(
    "distance", "Distance from the best u", tab="Distance",
    x=Axis("t", (1, 4000), scale="log", rounds=True),
    y=Axis("‖wₜ − u*‖", (1e-6, 1e6), scale="log"),
)
STEPS = Panel(
    "steps", "Regret for every step η", tab="Steps",
    x=Axis("η", (ALL_ETAS[0], ALL_ETAS[-1]), scale="log"),
    y=Axis("regret", REGRETS, unit="unit", scale="symlog", near=1e-2), levels=(0,),
    ratio=("rival_eta", "rival_bound"),
)


def _distances(d, exploded):
    """t and ‖w_t − u*‖ at rounds 1 to T; at all rounds of a run that exploded, with the w after it.

    All but the first are even or odd as T is: with the worst case's signs, w_t is on one side and on the other in turn.
    """
    T = len(d) - 1
    at = np.arange(1, T + 2) if exploded else rounds(T, 48)
    if not exploded:
        at = np.unique(np.where(at > 3, at - (T - at) % 2, at))
    return at, np.maximum(d[at - 1], 1e-9)


def _far(m, points):
    return np.linalg.norm(points - m.u, axis=1)


def curves(m):
    grid = rounds(m.T, 24)
    return {
        "regret": (m.at, m.regrets / m.unit),
        "harmonic": (grid, bounds.strongly_convex_harmonic(grid, m.sigma, m.G) / m.unit),
        "logarithm": (grid, bounds.strongly_convex(grid, m.sigma, m.G) / m.unit),
        "printed": (grid, bounds.strongly_convex_as_printed(grid, m.sigma, m.G) / m.unit),
        "seen": (m.at, m.seen[m.at - 1]),
        "rival": (m.rival_at, m.rivals / m.unit),
        "distance": _distances(_far(m, m.w), m.exploded),
        "rival_distance": _distances(_far(m, m.rival_w), False),
        "ours_level": (ALL_ETAS[[0, -1]], np.full(2, m.regret / m.unit)),
        "rival_eta": (ALL_ETAS, m.over_eta / m.unit),
        "rival_bound": (ALL_ETAS, bounds.ogd(m.T, ALL_ETAS, m.radius, m.rival_G) / m.unit),
        "now": ([m.eta, m.eta], REGRETS),
        "rival_now": ([m.eta], [m.rival / m.unit]),
    }


def facts(m):
    best = int(np.argmin(m.over_eta))
    return {
        "T": m.T, "d": m.w.shape[1], "sigma": m.sigma, "G": m.G, "U": m.radius, "eta": m.eta, "unit": m.unit,
        "G_seen": m.G_seen,
        "regret": m.regret, "bound": m.bound, "bound_logarithm": m.logarithm, "bound_printed": m.printed,
        "bound_seen": float(m.seen[-1] * m.unit), "ratio": m.regret / m.bound, "T7_holds": m.holds,
        "above_printed": m.regret > m.printed * (1 + 1e-9), "above_from": int(m.above[0]) if len(m.above) else 0,
        "regret_rival": m.rival, "bound_rival": m.T3, "T3_holds": m.T3_applies, "G_rival": m.rival_G,
        "regret_rival_least": float(m.over_eta[best]), "eta_rival_least": float(ALL_ETAS[best]),
        "norm_comparator": m.norm_u, "norm_largest": float(np.linalg.norm(m.w, axis=1).max()),
        "distance_last": float(_far(m, m.w[-1:])[0]), "rounds": m.rounds, "exploded": m.exploded,
    }
