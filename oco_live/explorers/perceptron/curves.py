"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from ...explorer import Axis, Panel
from .measure import NORMS, RADII, T

GRID = np.unique(np.geomspace(1, T, 70).round().astype(int))
SHOWN, SHOWN_MISTAKES = 110, 60  # how many examples the plane shows
REACH = 1.05  # lines of the plane end at this distance from the origin

COUNT = {"limits": (1, 10_000), "scale": "log"}
PLANE = Panel("plane", "After round t: who is on which side",
              x=Axis("first direction shown", (-1.1, 1.1), unit="unit_x"),
              y=Axis("second direction shown", (-1.1, 1.1), unit="unit_y"), equal=True)
MISTAKES = Panel("mistakes", "Mistakes up to round t",
                 x=Axis("t", (1, T), scale="log", rounds=True),
                 y=Axis("mistakes", **COUNT), ratio=("mistakes", "radius_bound"))
CURVE = Panel("curve", "T9 at T, for the best u of each norm",
              x=Axis("‖u‖", (float(NORMS[0]), float(NORMS[-1])), scale="log"), y=Axis("mistakes", **COUNT),
              ratio=("mistakes_level", "curve_bound"))


def _unit(v):
    norm = float(np.linalg.norm(v))
    return v / norm if norm else v


def _chord(normal, offset):
    """The points with normal·x = offset at distance REACH from the origin: two, or none. normal: a unit vector."""
    if not normal.any() or abs(offset) >= REACH:
        return np.empty((0, 2))
    along = np.sqrt(REACH**2 - offset**2) * np.array([-normal[1], normal[0]])
    return np.array([offset * normal - along, offset * normal + along])


def plane(X, y, run, t, u):
    """The series of the plane after t rounds, and the lengths of one unit of its axes."""
    w, wrong = run.w[t], np.flatnonzero(run.updates[:t])
    flat = X.shape[1] == 2
    axes = np.eye(2) if flat else np.array([_unit(u), _unit(w)])
    rows = np.union1d(np.arange(max(0, t - SHOWN), t), wrong[-SHOWN_MISTAKES:])
    seen = X[rows] @ axes.T
    units = np.ones(2) if flat else np.maximum(abs(seen).max(axis=0), 1e-9)
    at = {int(row): point for row, point in zip(rows, seen / units)}
    points = lambda chosen: np.array([at[row] for row in chosen.tolist()]).reshape(-1, 2)
    norm_u = float(np.linalg.norm(u))
    if flat:
        toward = _unit(w) * (0.15 + 0.18 * np.clip(np.log10(max(np.linalg.norm(w), 1e-9)) + 2, 0, 5))
        u_line, w_line = _chord(_unit(u), 0.0), _chord(_unit(w), 0.0)
        band = np.vstack([_chord(_unit(u), sign / norm_u) for sign in (-1, 1)]) if norm_u else np.empty((0, 2))
        before = _chord(_unit(run.w[wrong[-1]]), 0.0)
    else:  # û·x = 0 and ŵ·x = 0 are the axes of the picture
        toward = np.array([0.0, 0.15 + 0.18 * np.clip(np.log10(max(np.linalg.norm(w), 1e-9)) + 2, 0, 5)])
        u_line, w_line = np.array([[0, -REACH], [0, REACH]]), np.array([[-REACH, 0], [REACH, 0]])
        offset = 1 / norm_u / units[0] if norm_u else REACH
        band = np.array([[side * offset, end] for side in (-1, 1) for end in (-REACH, REACH)])
        band, before = band if offset < REACH else np.empty((0, 2)), np.empty((0, 2))
    return {
        "u_band": band, "u_line": u_line, "w_before": before, "w_line": w_line,
        "w_arrow": np.vstack([np.zeros(2), toward]),
        "wrong": points(wrong[-SHOWN_MISTAKES:]), "wrong_last": points(wrong[-1:]),
        "plus": points(rows[y[rows] > 0]), "minus": points(rows[y[rows] < 0]),
    }, units


def _staircase(updates):
    """M_t against t: every step where there are few, else M_t at 150 rounds evenly spread over ln t."""
    M = np.cumsum(updates)
    at = np.flatnonzero(updates) + 1
    if len(at) <= 90:
        return np.append(np.repeat(at, 2)[1:], T), np.repeat(np.arange(1, len(at) + 1), 2)
    at = np.unique(np.geomspace(1, T, 150).round().astype(int))
    return at, M[at - 1]


def run_curves(m):
    return {
        "mistakes": _staircase(m.run.updates),
        "round": ([m.t, m.t], [1, 1e9]),
        "round_point": ([m.t], [m.M[m.t - 1]]),
        "now": ([m.U, m.U], [1, 1e9]),
        "curve_length": (NORMS, (NORMS * m.X) ** 2),
        "mistakes_level": (NORMS[[0, -1]], [m.M[-1], m.M[-1]]),
    }


def curves(m, shown):
    """shown: the points of the plane."""
    up_to_t = lambda bound: (GRID, np.minimum(bound[GRID - 1], GRID))  # no more mistakes than rounds, whatever T9 says
    return {name: (points[:, 0], points[:, 1]) for name, points in shown.items()} | {
        "separable": ([1, T], [m.level, m.level]) if m.gamma else ([], []),
        "radius_bound": up_to_t(m.bound_U),
        "best_bound": up_to_t(m.bound_best),
        "implicit": up_to_t(m.implicit),
        "curve_hinge": (NORMS, np.maximum(m.curve.L, 1e-9)),
        "curve_bound": (NORMS, m.curve.value),
        "curve_least": ([max(m.best.norm, 1e-9)], [m.best.value]),
        "curve_now": ([m.U], [m.of_norm.value]),
    }


def run_facts(m):
    return {
        "t": m.t, "T": T, "d": m.run.X.shape[1], "eta": m.eta, "U": m.U, "X": m.X, "M": int(m.M[m.t - 1]),
        "M_last": int(m.M[-1]),
        "norm_w": float(np.linalg.norm(m.run.w[m.t])), "norm_w_1": float(np.linalg.norm(m.run_1.w[m.t])),
        "same_mistakes": bool(np.array_equal(m.run.updates, m.run_1.updates)), "wrong_labels": m.wrong_labels,
    }


def facts(m, units):
    """units: the lengths of one unit of the plane's axes."""
    widest, best, of_norm, i = m.widest, m.best, m.of_norm, m.t - 1
    return {
        "unit_x": units[0], "unit_y": units[1], "separable": m.separable,
        "margin": widest.value if m.separable else 0.0,
        "margin_gap": widest.upper - widest.value if m.separable else 0.0, "margin_upper": widest.upper,
        "bound_separable": m.level,
        "allowed_U": min(float(m.bound_U[i]), m.t), "allowed_best": min(float(m.bound_best[i]), m.t),
        "allowed_implicit": min(float(m.implicit[i]), m.t),
        "bound_U": float(m.bound_U[i]), "bound_U_last": of_norm.value, "gap_U": of_norm.value - of_norm.lower,
        "bound_best": float(m.bound_best[i]), "bound_best_last": best.value, "gap_best": best.value - best.lower,
        "implicit": float(m.implicit[i]), "implicit_last": float(m.implicit[-1]),
        "norm_best": best.norm, "L_best": best.L, "norm_u": float(np.linalg.norm(of_norm.u)), "L_U": of_norm.L,
        "errors_u": int((m.run.y * (m.run.X @ of_norm.u) <= 0).sum()),
    }
