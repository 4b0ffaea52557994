"""The pictures: their panels, their curves, and the facts beside them."""

import numpy as np

from ...explorer import Axis, Panel
from .measure import SIZES, TUNED, median, quantile

LOWEST, HIGHEST = 1e-6, 300.0  # of the risks in the pictures
LINKS = ("jensen", "martingale", "regret", "hoeffding", "sketch", "constants")  # each a row, where it is one
ROWS = 9  # at most
PRINTED = ("printed_at", "sharp_at", "printed_m", "sharp_m", "chain_printed", "chain_sharp")  # what T13 promises
PROOF = ("proof_at", "proof_m")
AVERAGE = ("average_share", "last_share", "average_quantile", "average_median", "last_quantile", "average_here",
           "printed_here")
COMPRESSION = ("compression_share", "compression_m", "compression_here")
PERCEPTRON = ("sketched_share", "averaged_share", "sketched_quantile", "sketched_median", "averaged_quantile",
              "sketched_here")
CHAIN_SERIES = ("chain_measured", "chain_proof", "chain_levels", *(f"chain_{link}" for link in LINKS))

GROWTH = Panel(
    "growth", "Risk after m examples", tab="risk",
    x=Axis("m", (SIZES[0], SIZES[-1]), scale="log"),
    y=Axis("risk", (LOWEST, HIGHEST), scale="log"), ratio=("average_quantile", "printed_m"),
)
SHARES = Panel(
    "shares", "Share of runs, by risk", tab="runs",
    x=Axis("risk", (LOWEST, HIGHEST), scale="log"),
    y=Axis("share of the runs", (0, 1), fixed=True),
)
CHAIN = Panel(
    "chain", "Where the proof loses it", tab="proof",
    x=Axis("risk", (0, 1), unit="unit"),
    y=Axis("", (-0.6, ROWS - 0.4), words=("",) * ROWS),
)


def _shares(values):
    """The distribution over the training sets, as at most 200 points: values, and the share up to there."""
    n = len(values)
    chosen = np.unique(np.linspace(0, n - 1, min(n, 200)).round().astype(int))
    return np.sort(values)[chosen], (chosen + 0.5) / n


def _upright(x):
    return [x, x], [0, 1]


def rows_of(m):
    """The rows of the waterfall from above: the risk measured, the links to the proof's bound, what comes after it."""
    links = [link for link in m.amounts if link != "constants"]
    after = [] if m.perceptron else [*(["constants"] if m.holds else []), "printed", *(["sharp"] if m.apart else [])]
    return ["measured", *links, "proof", *after]


def _chain(m):
    """The waterfall: the risk measured, a bar for each link from level to level, the bounds, and what joins them."""
    height = {row: k for k, row in enumerate(rows_of(m)[::-1])}
    levels = np.cumsum([m.measured, *m.amounts.values()]) / m.unit
    bars = {link: (levels[k:k + 2], [height[link]] * 2) for k, link in enumerate(m.amounts)}
    steps = [height[row] for row in ("measured", *m.amounts, "printed" if "constants" in m.amounts else "proof")]
    whole = {"measured": m.measured, "proof": m.proof_mean}
    if not m.perceptron:
        whole |= {"printed": m.printed} | ({"sharp": m.sharp} if m.apart else {})
    return {f"chain_{link}": bar for link, bar in bars.items()} | {
        f"chain_{row}": ([0, value / m.unit], [height[row]] * 2) for row, value in whole.items()} | {
        "chain_levels": (np.repeat(levels, 2), np.ravel([(a - 0.3, b + 0.3) for a, b in zip(steps, steps[1:])]))}


def curves(m):
    chain = {} if m.perceptron and not m.known else _chain(m)
    most = 1 - m.delta
    return {
        **(_of_compression(m, most) if m.perceptron else _of_average(m, most)), **chain,
        "allowed": ([LOWEST, HIGHEST], [most] * 2), "size": ([m.m, m.m], [LOWEST, HIGHEST]),
        "largest": ([SIZES[0], SIZES[-1]], [m.largest] * 2),
    }


def _at_m(m, values):
    return [m.m], [values[m.k]]


def _of_average(m, most):
    average = quantile(m.data["average"], most)
    return {
        "average_share": _shares(m.here["average"]), "last_share": _shares(m.here["last"]),
        "average_quantile": (m.at, average), "average_median": (m.at, median(m.data["average"])),
        "last_quantile": (m.at, quantile(m.data["last"], most)), "average_here": _at_m(m, average),
        "printed_at": _upright(m.printed), "sharp_at": _upright(m.sharp), "proof_at": _upright(m.proof),
        "printed_m": (m.at, m.all_printed), "sharp_m": (m.at, m.all_sharp), "proof_m": (m.at, m.all_proof),
        "printed_here": _at_m(m, m.all_printed) if m.holds else ([], []),
    }


def _of_compression(m, most):
    everywhere, bound = m.applies.all(axis=0), median(m.all_bounds)
    last = quantile(m.data["last"], most)
    return {
        "sketched_share": _shares(m.here["last"]), "averaged_share": _shares(m.here["average"]),
        "sketched_quantile": (m.at, last), "sketched_median": (m.at, median(m.data["last"])),
        "averaged_quantile": (m.at, quantile(m.data["average"], most)), "sketched_here": _at_m(m, last),
        "compression_share": _shares(m.bound) if m.known else ([], []),
        "compression_m": (m.at[everywhere], bound[everywhere]),
        "compression_here": _at_m(m, bound) if m.holds else ([], []),
    }


def facts(m):
    return {
        "m": m.m, "delta": m.delta, "n_runs": m.n_runs, "allowed": 1 - m.delta, "largest_loss": m.largest,
        **{f"{name}_median": float(median(m.here[name])) for name in ("average", "last")},
        **{f"{name}_quantile": float(quantile(m.here[name], 1 - m.delta)) for name in ("average", "last")},
        **dict.fromkeys(LINKS, 0.0), **(_facts_of_compression if m.perceptron else _facts_of_average)(m), **m.amounts,
    }


def _facts_of_average(m):
    law, average = m.law, m.here["average"]
    above = {name: int((average > bound).sum()) for name, bound in
             (("above", m.printed), ("above_sharp", m.sharp), ("above_proof", m.proof))}
    return {
        "measured": m.measured, "risk_best": m.risk_best, "rounding": m.rounding,
        "bound": m.printed, "bound_sharp": m.sharp, "bound_proof": m.proof, "bound_holds": m.holds, **above,
        "U": m.U, "UX": m.U * law.X, "Y": law.Y,
        "eta": m.eta, "eta_star": TUNED / law.X**2, "unit": m.unit, "proof_mean": m.proof_mean,
    }


def _facts_of_compression(m):
    return {
        "measured": m.measured, "bound": float(median(m.bound)) if m.known else 0.0, "bound_holds": m.holds,
        "bound_sharp": 0.0, "bound_proof": 0.0,  # of legends that are hidden here
        "M_median": float(median(m.here["M"])), "M_largest": int(m.here["M"].max()),
        "outside_median": float(median(m.here["outside"])), "root_median": float(median(m.root)),
        "applies": int(m.fits.sum()), "above": int((m.last > m.bound).sum()), "rounding": 0.0,
        "unit": m.unit, "proof_mean": m.proof_mean,
    }


def statuses(m):
    """Which bounds hold, and which series this bridge does not have."""
    most = max(m.amounts, key=m.amounts.get)
    links = {f"chain_{link}": "absent" if link not in m.amounts else "most" if link == most else "less"
             for link in LINKS}
    if not m.perceptron:
        return (dict.fromkeys(PRINTED, "holds" if m.holds else "fails") | dict.fromkeys(PROOF, "holds")
                | {"printed_here": "holds" if m.holds else "absent"}
                | ({} if m.apart else {"chain_sharp": "absent"})
                | dict.fromkeys((*COMPRESSION, *PERCEPTRON), "absent") | links)
    found = dict.fromkeys((*PRINTED, *PROOF, *AVERAGE), "absent") | links
    found |= {"compression_share": "holds" if m.holds else "fails", "compression_m": "holds",
              "compression_here": "holds" if m.holds else "absent"}
    return found if m.known else found | dict.fromkeys(CHAIN_SERIES, "absent")
