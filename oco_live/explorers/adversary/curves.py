"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from oco_core import walks

from ...explorer import Axis, Panel
from .measure import FACTORS, ROUNDS

EDGES = np.linspace(-2.5, 3.5, 61)  # of the bars in the last picture

#: The lines of the first picture: height, and for which learners and factors k it is the bound.
LINES = {"three": (3.0, {("greedy", FACTORS[2]), ("greedy", FACTORS[4])}), "root8": (8**0.5, {("greedy", 1.0)}),
         "root2": (2**0.5, {("lazy", 1.0)}), "one": (1.0, {("constant", 1.0)})}

GROWTH = Panel(
    "growth", "Regret for each T",
    x=Axis("T", (1, 1000), scale="log"), y=Axis("R / (UG√T)", (-5, 20)),
    ratio=("regret", "guarantee"), levels=(0,),
)
GAME = Panel(
    "game", "This game by rounds",
    x=Axis("t", (0, 1), unit="T", rounds=True),
    y=Axis("units of UG√T", (-10, 20)),
    levels=(0,),
)
ALL = Panel(
    "all", "All games of 16 signs, d = 1",
    x=Axis("R / (UG√16)", (-2.5, 3.5)),
    y=Axis("share of the games", (1e-5, 1), scale="log"),
)


def _bars(regrets):
    """Share of the games in each bin of R/√16, on a log scale, as bars from the bottom."""
    count, _ = np.histogram(np.clip(regrets / ROUNDS**0.5, EDGES[0], EDGES[-1] - 1e-9), EDGES + 1e-9)
    middle, share = (EDGES[1:] + EDGES[:-1]) / 2, count / len(regrets)
    return np.repeat(middle[count > 0], 2), np.column_stack([np.full(len(share), 1e-9), share])[count > 0].ravel()


def curves(m):
    t = np.unique(np.linspace(0, m.T, 101).round().astype(int))
    with_start = lambda v: np.concatenate([[0.0], v])[t] / m.unit
    return {
        **{name: ([1, 1000], [height, height]) for name, (height, _) in LINES.items()},
        "unavoidable": (m.every, m.least), "guarantee": (m.every, m.guarantee),
        "regret": (m.at, m.R / np.sqrt(m.at)),
        "this_game": ([m.T], [m.regret / m.unit]),
        "w": (t / m.T, m.run.w[t, 0]) if m.d == 1 else ([], []),
        "paid": (t / m.T, with_start(m.paid)), "gain": (t / m.T, with_start(m.gain)),
        "regret_t": (t / m.T, with_start(m.paid + m.gain)),
        "games": _bars(m.regrets),
        "mean_game": ([m.mean / m.root] * 2, [1e-9, 1e9]), "record": ([m.record / m.root] * 2, [1e-9, 1e9]),
        "yours": ([m.regret / m.root] * 2, [1e-9, 1e9]) if m.stream == "signs" else ([], []),
    }


def facts(m):
    more = int((m.regrets > m.regret + 1e-9 * ROUNDS).sum()) if m.stream == "signs" else 0
    return {
        "T": m.T, "d": m.d, "k": m.k, "unit": m.unit, "regret": m.regret, "ratio": m.regret / m.unit,
        "loss_learner": float(m.paid[-1]), "gain": float(m.gain[-1]), "promise": m.promise,
        "promise_ratio": m.promise / m.unit, "bound_holds": m.holds,
        "least": walks.mean_distance(m.T) if m.d == 1 else m.unit,
        "least_ratio": walks.mean_distance(m.T) / m.unit if m.d == 1 else 1.0, "record": m.record,
        "record_ratio": m.record / m.root, "record_times": m.equals, "mean": m.mean, "mean_ratio": m.mean / m.root,
        "harder": more, "largest": float((m.R / np.sqrt(m.at)).max()),
    }


def statuses(m):
    """Which of the lines is the learner's own bound, and what is there at all."""
    own = {name: (m.learner, m.k) in held or name == "one" and (m.learner, m.d) == ("minimax", 2)
           for name, (_, held) in LINES.items()}
    return {name: "holds" if held else "reference" for name, held in own.items()} | {
        "guarantee": "holds" if m.holds else "fails", "unavoidable": "holds", "w": "holds" if m.d == 1 else "absent",
        "yours": "holds" if m.stream == "signs" else "absent"}
