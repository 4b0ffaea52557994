"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from ...explorer import Axis, Panel
from .measure import SIZES, TUNED, median, quantile

LOWEST, HIGHEST = 1e-6, 300.0  # of the risks in the pictures
ROWS = ("risk measured", "Jensen, T12", "martingale, T11", "regret, T3", "Hoeffding, T14", "sketch, T16", "sum",
        "T13, sharper", "T13, printed")
LINKS = ("jensen", "martingale", "regret", "hoeffding", "sketch")  # each has a row of its own
CHAIN_SERIES = ("chain_measured", "chain_proof", "chain_bars", "chain_levels")
PRINTED = ("printed_at", "sharp_at", "printed_m", "sharp_m", "chain_printed", "chain_sharp")  # what T13 promises
PROOF = ("proof_at", "proof_m")
COMPRESSION = ("compression_share", "compression_m")

_RISKS = (1e-6, 1e-4, 0.01, 1, 100)
SHARES = Panel(
    "shares", "The risk over the training sets",
    x=Axis("risk", (LOWEST, HIGHEST), scale="log"),
    y=Axis("share of the training sets up to there", (0, 1)),
)
GROWTH = Panel(
    "growth", "The risk against the sample size",
    x=Axis("m", (SIZES[0], SIZES[-1]), scale="log"),
    y=Axis("risk", (LOWEST, HIGHEST), scale="log"), ratio=("average_quantile", "proof_m"),
)
CHAIN = Panel(
    "chain", "Which step loses how much",
    x=Axis("risk", (0, 1), unit="unit"),
    y=Axis("from the risk to its bound", (-0.6, 8.6), words=ROWS[::-1]),
)


def _shares(values):
    """The distribution over the training sets, as at most 200 points: values, and the share up to there."""
    n = len(values)
    chosen = np.unique(np.linspace(0, n - 1, min(n, 200)).round().astype(int))
    return np.sort(values)[chosen], (chosen + 0.5) / n


def _upright(x):
    return [x, x], [0, 1]


def _chain(measured, amounts, unit):
    """The waterfall: the risk measured in row 8, a bar for each amount, their sum in row 2, and what joins them."""
    names = [name for name in LINKS if name in amounts]
    rows = [7 - LINKS.index(name) for name in names]
    levels = np.cumsum([measured, *(amounts[name] for name in names)]) / unit
    every = [8, *rows, 2]
    return {
        "chain_measured": ([0, levels[0]], [8, 8]), "chain_proof": ([0, levels[-1]], [2, 2]),
        "chain_bars": (np.column_stack([levels[:-1], levels[1:]]).ravel(), np.repeat(rows, 2)),
        "chain_levels": (np.repeat(levels, 2), np.ravel([(a - 0.3, b + 0.3) for a, b in zip(every, every[1:])])),
    }


def curves(m):
    chain = {} if m.perceptron and not m.known else _chain(m.measured, m.amounts, m.unit)
    return {
        **(_of_compression if m.perceptron else _of_average)(m), **chain,
        "average_share": _shares(m.here["average"]), "last_share": _shares(m.here["last"]),
        "allowed": ([LOWEST, HIGHEST], [1 - m.delta] * 2),
        "average_median": (m.at, median(m.data["average"])),
        "average_quantile": (m.at, quantile(m.data["average"], 1 - m.delta)),
        "last_quantile": (m.at, quantile(m.data["last"], 1 - m.delta)),
        "size": ([m.m, m.m], [LOWEST, HIGHEST]),
    }


def _of_average(m):
    return {
        "printed_at": _upright(m.printed), "sharp_at": _upright(m.sharp), "proof_at": _upright(m.proof),
        "printed_m": (m.at, m.all_printed), "sharp_m": (m.at, m.all_sharp), "proof_m": (m.at, m.all_proof),
        "chain_sharp": ([0, m.sharp / m.unit], [1, 1]), "chain_printed": ([0, m.printed / m.unit], [0, 0]),
    }


def _of_compression(m):
    everywhere = m.applies.all(axis=0)
    return {"compression_share": _shares(m.bound) if m.known else ([], []),
            "compression_m": (m.at[everywhere], median(m.all_bounds)[everywhere])}


def facts(m):
    return {
        "m": m.m, "delta": m.delta, "n_runs": m.n_runs, "allowed": 1 - m.delta,
        **{f"{name}_median": float(median(m.here[name])) for name in ("average", "last")},
        **{f"{name}_quantile": float(quantile(m.here[name], 1 - m.delta)) for name in ("average", "last")},
        **(_facts_of_compression if m.perceptron else _facts_of_average)(m), **m.amounts,
    }


def _facts_of_average(m):
    law, average = m.law, m.here["average"]
    above = {name: int((average > bound).sum()) for name, bound in
             (("above", m.printed), ("above_sharp", m.sharp), ("above_proof", m.proof))}
    return {
        "measured": m.measured, "risk_best": m.risk_best, "rounding": m.rounding,
        "bound": m.printed, "bound_sharp": m.sharp, "bound_proof": m.proof, "bound_holds": m.holds, **above,
        "largest_loss": (m.U * law.X + law.Y) ** 2, "U": m.U, "UX": m.U * law.X, "Y": law.Y,
        "eta": m.eta, "eta_star": TUNED / law.X**2, "unit": m.unit, "proof_mean": m.proof_mean,
    }


def _facts_of_compression(m):
    return {
        "measured": m.measured, "bound": float(median(m.bound)) if m.known else 0.0, "bound_holds": m.holds,
        "bound_sharp": 0.0, "bound_proof": 0.0,  # of legends that are hidden here
        "M_median": float(median(m.here["M"])), "M_largest": int(m.here["M"].max()),
        "outside_median": float(median(m.here["outside"])), "root_median": float(median(m.root)),
        "applies": int(m.fits.sum()), "above": int((m.last > m.bound).sum()), "largest_loss": 1.0, "rounding": 0.0,
        "unit": m.unit, "proof_mean": m.proof_mean,
    }


def statuses(m):
    """Which bounds hold, and which series this bridge does not have."""
    if not m.perceptron:
        return (dict.fromkeys(PRINTED, "holds" if m.holds else "fails") | dict.fromkeys(PROOF, "holds")
                | dict.fromkeys(COMPRESSION, "absent"))
    found = dict.fromkeys((*PRINTED, *PROOF), "absent")
    found |= {"compression_share": "holds" if m.holds else "fails", "compression_m": "holds"}
    return found if m.known else found | dict.fromkeys(CHAIN_SERIES, "absent")
