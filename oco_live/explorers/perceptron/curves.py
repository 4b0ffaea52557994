"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from ...explorer import Axis, Panel
from ..sides import broken, sides
from ..written import OWN
from .measure import NORMS, T

SHOWN, SHOWN_MISTAKES = 110, 60  # how many examples the plane shows
REACH = 1.05  # lines of the plane end at this distance from the origin

COUNT = {"limits": (0.7, 10_000), "scale": "log"}
SIDE = {"limits": (-1.1, 1.1), "fixed": True}
PLANE = Panel("plane", "After round t", x=Axis("x₁, or û·x", unit="unit_x", **SIDE),
              y=Axis("x₂, or ŵ·x", unit="unit_y", **SIDE), tab="Plane", equal=True, ball=True,
              bare=True)
MISTAKES = Panel("mistakes", "Mistakes up to round t", x=Axis("t", (1, T), scale="log", rounds=True, sets="t"),
                 y=Axis("mistakes", **COUNT), tab="Mistakes", ratio=("mistakes", "best_bound"))
CURVE = Panel("curve", "Bound T9, each norm of u",
              x=Axis("‖u‖", (float(NORMS[0]), float(NORMS[-1])), scale="log", sets="U"), y=Axis("mistakes", **COUNT),
              tab="Norms", ratio=("mistakes_level", "curve_bound"))


def _unit(v):
    norm = float(np.linalg.norm(v))
    return v / norm if norm else v


def _chord(normal, offset):
    """The points with normal·x = offset at distance REACH from the origin: two, or none. normal: a unit vector."""
    if not normal.any() or abs(offset) >= REACH:
        return np.empty((0, 2))
    along = np.sqrt(REACH**2 - offset**2) * np.array([-normal[1], normal[0]])
    return np.array([offset * normal - along, offset * normal + along])


def _length_shown(w):
    """Of the arrow w: it grows with log ‖w‖."""
    return 0.15 + 0.18 * np.clip(np.log10(max(np.linalg.norm(w), 1e-9)) + 2, 0, 5)


def _lines_in_the_plane(m, w, before, unit):
    """The lines and the arrow where both coordinates are shown, in units of ``unit``."""
    u, norm = _unit(m.of_norm.u), float(np.linalg.norm(m.of_norm.u))
    band = [_chord(u, sign / norm / unit) for sign in (-1, 1)] if norm else []
    margin = [_chord(_unit(m.apart), sign * m.gamma / unit) for sign in (-1, 1)] if m.gamma else []
    return {"u_band": band, "u_line": [_chord(u, 0.0)], "margin": margin, "w_before": [_chord(_unit(before), 0.0)],
            "w_line": [_chord(_unit(w), 0.0)], "w_arrow": [np.zeros((1, 2)), [_unit(w) * _length_shown(w)]]}


def _lines_across(m, w, units):
    """The same where the coordinates are û·x and ŵ·x: û·x = 0 and ŵ·x = 0 are the axes of the picture."""
    def uprights(distance):
        offset = distance / units[0]
        return [[[side * offset, end] for end in (-REACH, REACH)] for side in (-1, 1)] if offset < REACH else []

    u, norm = _unit(m.of_norm.u), float(np.linalg.norm(m.of_norm.u))
    along = m.gamma > 0 and abs(_unit(m.apart) @ u) > 1 - 1e-5  # else the margin's lines are none here
    return {"u_band": uprights(1 / norm) if norm else [], "u_line": [[[0, -REACH], [0, REACH]]],
            "margin": uprights(m.gamma) if along else [], "w_before": [],
            "w_line": [[[-REACH, 0], [REACH, 0]]], "w_arrow": [[[0.0, 0.0]], [[0.0, _length_shown(w)]]]}


def plane(m):
    """The series of the plane after round t, as (x, y), and the lengths of one unit of its axes."""
    X, y, w, t = m.run.X, m.run.y, m.run.w[m.t], m.t
    wrong = np.flatnonzero(m.run.updates[:t])
    flat = X.shape[1] == 2
    axes = np.eye(2) if flat else np.array([_unit(m.of_norm.u), _unit(w)])
    latest = np.arange(max(0, t - SHOWN), t)  # first, so that neighbouring margins have the same rows
    rows = np.concatenate([latest, np.setdiff1d(wrong[-SHOWN_MISTAKES:], latest)])
    seen = X[rows] @ axes.T
    units = np.full(2, m.X if m.stream == OWN else 1.0)
    if not flat:  # of both axes so long that all points lie in the disc
        units = np.maximum(abs(seen).max(axis=0), 1e-9)
        units = units * np.hypot(*(seen / units).T).max()
    points = lambda chosen: X[chosen] @ axes.T / units
    before = m.run.w[wrong[-1]] if len(wrong) else np.zeros(X.shape[1])
    lines = _lines_in_the_plane(m, w, before, units[0]) if flat else _lines_across(m, w, units)
    found = {name: np.concatenate([np.empty((0, 2)), *map(np.asarray, parts)]) for name, parts in lines.items()}
    rings = points(wrong[-SHOWN_MISTAKES:])
    found |= {"wrong": rings[np.argsort(rings[:, 0])], "wrong_last": points(wrong[-1:]),
              "plus": points(rows[y[rows] > 0]), "minus": points(rows[y[rows] < 0])}
    found["margin"] = broken(found["margin"], np.vstack([found["plus"], found["minus"]]))
    found["side_plus"], found["side_minus"] = sides(found["w_line"], w if flat else (0, 1))
    return {name: (xy[:, 0], xy[:, 1]) for name, xy in found.items()}, units


def _staircase(m):
    """M_t against t up to the round in view, and from there on: every step where there are few, else M_t at 150 rounds
    evenly spread over ln t."""
    at = np.flatnonzero(m.run.updates) + 1
    if len(at) <= 90:
        x, y = np.append(np.repeat(at, 2)[1:], m.T), np.repeat(np.arange(1, len(at) + 1), 2)
    else:
        x = np.unique(np.geomspace(1, m.T, 150).round().astype(int))
        y = m.M[x - 1]
    here, now = m.M[m.t - 1], (x <= m.t) & (y <= m.M[m.t - 1])
    return ((np.append(x[now], m.t), np.append(y[now], here)),
            (np.append(m.t, x[~now]), np.append(here, y[~now])))


def run_curves(m):
    so_far, later = _staircase(m)
    return {
        "mistakes": so_far, "later": later,
        "round": ([m.t, m.t], [1, 1e9]),
        "round_point": ([m.t], [m.M[m.t - 1]]),
        "now": ([m.U, m.U], [1, 1e9]),
        "curve_length": (NORMS, (NORMS * m.X) ** 2),
        "mistakes_level": (NORMS[[0, -1]], [m.M[-1], m.M[-1]]),
    }


def curves(m, shown):
    """shown: the series of the plane."""
    grid = np.unique(np.geomspace(1, m.T, 70).round().astype(int))
    up_to_t = lambda bound: (grid, np.minimum(bound[grid - 1], grid))  # no more mistakes than rounds, whatever T9 says
    return shown | {
        "margin_bound": ([1, m.T], [m.level, m.level]) if m.gamma else ([], []),
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
        "t": m.t, "T": m.T, "d": m.run.X.shape[1], "eta": m.eta, "U": m.U, "X": m.X, "M": int(m.M[m.t - 1]),
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
        "margin_drawn": m.gamma, "bound_separable": m.level,
        "allowed_U": min(float(m.bound_U[i]), m.t), "allowed_best": min(float(m.bound_best[i]), m.t),
        "allowed_implicit": min(float(m.implicit[i]), m.t),
        "bound_U": float(m.bound_U[i]), "bound_U_last": of_norm.value, "gap_U": of_norm.value - of_norm.lower,
        "bound_best": float(m.bound_best[i]), "bound_best_last": best.value, "gap_best": best.value - best.lower,
        "allowed_last": min(best.value, m.T),
        "implicit": float(m.implicit[i]), "implicit_last": float(m.implicit[-1]),
        "norm_best": best.norm, "L_best": best.L, "norm_u": float(np.linalg.norm(of_norm.u)), "L_U": of_norm.L,
        "errors_u": int((m.run.y * (m.run.X @ of_norm.u) <= 0).sum()),
    }
