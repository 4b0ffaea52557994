"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from oco_core import walks

from ...explorer import Axis, Panel
from .measure import ALL_GAMES, ROUNDS

EDGES = np.linspace(-2.5, 3.5, 61)  # of the bars in the last picture

#: The constants of the bounds: height, learner, and the factors k for which it is the bound.
LINES = {"three": (3.0, "greedy", (0.5**0.5, 2**0.5)), "root8": (8**0.5, "greedy", (1.0,)),
         "root2": (2**0.5, "lazy", (1.0,)), "one": (1.0, "constant", (1.0,))}

GAME = Panel(
    "game", "Regret up to round t", tab="game",
    x=Axis("t", (0, 1), unit="T", rounds=True), y=Axis("regret", (-10, 20), unit="unit"),
    ratio=("regret_t", "bound_t"), levels=(0,),
)
ALL = Panel(
    "all", "All games of 16 signs", tab="all",
    x=Axis("regret", (-2.5, 3.5), unit="root"), y=Axis("share of the games", (0, 1)),
)
GROWTH = Panel(
    "growth", "Regret over √T, each T", tab="lengths",
    x=Axis("T", (1, 1000), scale="log"), y=Axis("R / (UG√T)", (-5, 20)),
    ratio=("regret", "guarantee"), levels=(0,),
)


def _bars(regrets):
    """The share of all games that lies in each bin of R/√16, as bars."""
    count, _ = np.histogram(np.clip(regrets / ROUNDS**0.5, EDGES[0] + 1e-8, EDGES[-1]), EDGES + 1e-9)
    middle, share = (EDGES[1:] + EDGES[:-1]) / 2, count / ALL_GAMES
    return np.repeat(middle[count > 0], 2), np.column_stack([np.zeros(len(share)), share])[count > 0].ravel()


def _costlier(m):
    """Which of all games cost more than the reader's."""
    return m.regrets > m.regret + 1e-9 * ROUNDS


def _upright(x):
    return [x, x], [-1e9, 1e9]


def curves(m):
    signs, t = m.stream == "signs", m.t
    with_start = lambda v: np.concatenate([[0.0], v])[t] / m.unit
    return {
        **{name: ([1, 1000], [height, height]) for name, (height, *_) in LINES.items()},
        "unavoidable": (m.every, m.least), "guarantee": (m.every, m.guarantee),
        ("records" if signs else "regret"): (m.at, m.R / np.sqrt(m.at)), ("regret" if signs else "records"): ([], []),
        "this_game": ([m.T], [m.regret / m.unit]),
        "w": (t / m.T, m.run.w[t, 0] / m.unit) if m.d == 1 else ([], []),
        "paid": (t / m.T, with_start(m.paid)), "gain": (t / m.T, with_start(m.gain)),
        "bound_t": (m.grid, m.along / m.unit), "regret_t": (t / m.T, with_start(m.paid + m.gain)),
        "record_t": (t / m.T, with_start(m.record_along)) if signs else ([], []),
        "games": _bars(m.regrets), "costlier": _bars(m.regrets[_costlier(m)]) if signs else ([], []),
        "mean_game": _upright(m.mean / m.root), "record": _upright(m.record / m.root),
        "yours": _upright(m.regret / m.root) if signs else ([], []),
    }


def facts(m):
    more = int(_costlier(m).sum()) if m.stream == "signs" else 0
    return {
        "T": m.T, "d": m.d, "k": m.k, "unit": m.unit, "root": m.root, "regret": m.regret, "ratio": m.regret / m.unit,
        "loss_learner": float(m.paid[-1]), "gain": float(m.gain[-1]), "promise": m.promise,
        "promise_ratio": m.promise / m.unit, "bound_holds": m.holds,
        "least": walks.mean_distance(m.T) if m.d == 1 else m.unit,
        "least_ratio": walks.mean_distance(m.T) / m.unit if m.d == 1 else 1.0, "record": m.record,
        "record_ratio": m.record / m.root, "record_times": m.equals, "mean": m.mean, "mean_ratio": m.mean / m.root,
        "harder": more, "largest": float((m.R / np.sqrt(m.at)).max()),
    }


def statuses(m):
    """Which of the lines is the learner's own bound, and what is there at all."""
    own = {name: m.learner == learner and any(abs(m.k - k) <= 1e-9 * k for k in factors)
           or name == "one" and (m.learner, m.d) == ("minimax", 2) for name, (_, learner, factors) in LINES.items()}
    there = {"w": m.d == 1, "regret": m.stream != "signs"} | dict.fromkeys(
        ("records", "record_t", "costlier", "yours"), m.stream == "signs")
    return {name: "holds" if held else "reference" for name, held in own.items()} | dict.fromkeys(
        ("guarantee", "bound_t"), "holds" if m.holds else "fails") | {"unavoidable": "holds"} | {
        name: "holds" if is_there else "absent" for name, is_there in there.items()}
