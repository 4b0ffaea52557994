"""The proof of T3 as a waterfall: from the measured regret to the bound, line by line (`proofs.ogd_chain`).

Beside it, signed, what this η costs or saves against the tuned step, and when each line loses its part. One idea: which
line of the proof gives the bound away.
"""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play, proofs

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..grids import RADII
from ..phrasing import agree, capital, fact_of, is_zero, joined, listed, of, or_zero, read, share_of, text_of, times
from ..style import Style
from .ogd import ETAS
from .sources import OWN, SOURCES, controls, data, loss_named

# The lines of the proof by their names in the chain, with the words that follow their amounts in the legend.
LINES = {
    "convexity": "the curvature of the losses",
    "projection": "steps cut off at the edge",
    "telescoping": "an equality",
    "dropped term": "the last distance to u",
    "diameter": "‖wₜ − u‖ below 2U",
    "gradient": "‖gₜ‖ below G",
    "sum": "Σ 1/√t below 2√T",
}
DRAWN = {line: Style("ink", dash, width) for line, dash, width in (
    ("convexity", "long", None), ("projection", "short", None), ("telescoping", "", 0.8),
    ("dropped term", "dash-dot", None),
    ("diameter", "", 2.4), ("gradient", "medium", None), ("sum", "dots", None))}  # each line over the rounds
AT_FIRST = ("projection", "diameter", "gradient")  # each loses most at some step or on some stream
SOMETIMES = ("convexity", "telescoping", "gradient")  # they have no row where they lose nothing, at whatever step
ROWS = ("regret", *LINES, "T3’s bound")
TUNED_ROWS = ("bound at η*", "distance", "gradients", "T3’s bound", "regret at η*", "this η")
POINTS = 20  # of a line over time


def key_of(line):
    """The name of a line as the names of series and facts spell it."""
    return line.replace(" ", "_")


@lru_cache(maxsize=64)
def _comparator(stream, T, seed, noise, loss, U):
    """u*_T does not depend on η, unless the stream answers the learner."""
    examples = data(stream, T, seed, noise)
    return hindsight.comparators(loss_named(loss), examples.X, examples.y, U, np.array([T]))


def _played(key, loss, U, eta):
    """(run, regret): the certified regret of one run."""
    run = play(learners.ogd(eta, U), loss_named(loss), data(*key), T=key[1])
    best = None if key[0] == "orthogonal" else _comparator(*key, loss, U)
    return run, hindsight.regret(run, U, best=best)


@lru_cache(maxsize=64)
def _tuned_regret(key, loss, U, eta_star):
    """The regret of the tuned step on this stream."""
    return float(_played(key, loss, U, eta_star)[1].upper[-1])


def _bars(starts, ends, rows):
    """Each bar as two points on its row."""
    x = np.column_stack([starts, ends]).ravel()
    return x, np.repeat(rows, 2)


def measure(stream, loss, eta, U, T, seed, noise):
    """The run, what each line of the proof loses on it, and what its step costs against the tuned one."""
    key = stream, T, seed, noise
    run, curve = _played(key, loss, U, eta)
    u, G = curve.best.u[-1], losses.gradient_bound(run.loss, run.X, run.y, U)
    chain = proofs.ogd_chain(run, u, G)
    amounts = {link.name: 0.0 if abs(link.amount) <= link.rounding else link.amount for link in chain.links}
    most = max(amounts, key=amounts.get)
    regret, bound = chain.regret, chain.bound

    eta_star = float(np.sqrt(2) * U / G)
    tuned = bounds.ogd_tuned(T, U, G)
    is_tuned = bool(bounds.ogd_tuned.holds_for(run, G=G))
    regret_tuned = regret if is_tuned else _tuned_regret(key, loss, U, eta_star)
    distance, gradients = 2 * U * U * np.sqrt(T) / eta, eta * G * G * np.sqrt(T)
    changes = np.array([distance - tuned / 2, gradients - tuned / 2, regret - regret_tuned])
    changes[is_tuned | (abs(changes) <= 1e-12 * bound)] = 0.0  # rounding, that of the tuned step to what is baked, too
    return SimpleNamespace(
        eta=eta, U=U, T=T, run=run, curve=curve, G=G, chain=chain, amounts=amounts, most=most, regret=regret,
        shown=[line for line in amounts if amounts[line] or line not in SOMETIMES],
        bound=bound, lost=bound - regret, rounds=proofs.ogd_rounds(run, u, G), eta_star=eta_star, tuned=tuned,
        is_tuned=is_tuned, regret_tuned=regret_tuned, changes=changes,
        # All bars between −1/2 and 1 whatever the regret: where it is far below zero, it sets the unit.
        unit=max(bound, -2 * regret), unit_tuned=max(bound, -2 * regret, -2 * regret_tuned))


def curves(m):
    ends = dict(zip(m.amounts, m.chain.levels()[1:] / m.unit))  # where a line's bar ends
    level, row = m.regret / m.unit, len(m.shown) + 1
    found = {"regret_bar": _bars([0], [level], [row]), "bound_bar": _bars([0], [m.bound / m.unit], [0])}
    levels = [level]
    for line in m.shown:
        row -= 1
        found[f"link_{key_of(line)}"] = _bars([levels[-1]], [ends[line]], [row])
        levels.append(ends[line])
    tops = np.arange(len(levels), 0, -1)
    found["levels"] = np.repeat(levels, 2), np.column_stack([tops - 0.3, tops - 0.7]).ravel()
    return dict.fromkeys((f"link_{key_of(line)}" for line in LINES), ([], [])) | found | _changes(m) | _times(m)


def _times(m):
    """What each line has lost up to some rounds."""
    grid = np.unique(np.ceil(m.T * np.linspace(0, 1, POINTS) ** 2).astype(int))
    lost = {line: np.concatenate([[0], np.cumsum(m.rounds[line] if amount else np.zeros(m.T))])[grid] / m.lost
            for line, amount in m.amounts.items()}
    return {f"time_{key_of(line)}": (grid / m.T, part) for line, part in lost.items()}


def _changes(m):
    """The picture of what this step costs or saves."""
    starts = np.array([m.tuned, m.tuned + m.changes[0], m.regret_tuned]) / m.unit_tuned
    ends = starts + m.changes / m.unit_tuned
    return {
        "tuned_bar": _bars([0], [m.tuned / m.unit_tuned], [5]),
        "total_bar": _bars([0], [m.bound / m.unit_tuned], [2]),
        "regret_tuned_bar": _bars([0], [m.regret_tuned / m.unit_tuned], [1]),
        "distance_bar": _bars(starts[:1], ends[:1], [4]), "gradients_bar": _bars(starts[1:2], ends[1:2], [3]),
        "change_bar": _bars(starts[2:], ends[2:], [0]),
        "tuned_levels": (np.repeat([starts[0], ends[0], ends[1], starts[2]], 2),
                         [4.7, 4.3, 3.7, 3.3, 2.7, 2.3, 0.7, 0.3]),
    }


def facts(m):
    return {
        "T": m.T, "d": m.run.X.shape[1], "eta": m.eta, "U": m.U, "G": m.G, "unit": m.unit, "unit_tuned": m.unit_tuned,
        "regret": m.regret, "gap": float(m.curve.upper[-1] - m.curve.lower[-1]), "bound": m.bound,
        "ratio": m.regret / m.bound,
        "lost": m.lost, **{key_of(line): amount for line, amount in m.amounts.items()},
        "eta_star": m.eta_star, "bound_tuned": m.tuned, "excess": m.bound - m.tuned,
        "distance_change": float(m.changes[0]),
        "gradients_change": float(m.changes[1]), "regret_tuned": m.regret_tuned, "regret_change": float(m.changes[2]),
        "T4_holds": m.is_tuned,
    }


def words(m, f):
    """Which line loses most; which part each has, and what η costs or saves, measured and promised."""
    absent = [line for line in LINES if line not in m.shown]
    rows = ["T3’s bound", *reversed(m.shown), "regret"]
    texts = {f"proof.y.{i}": row for i, row in enumerate(rows + [""] * (len(ROWS) - len(rows)))}
    texts["proof.note"] = f"{capital(listed(absent))} {agree(len(absent), 'loses', 'lose')} nothing."
    return {"headline": _headline(m, f), "texts": texts,
            "sentence": joined([f"The proof gives away {text_of(f['lost'])}.", _parts_said(m, f["bound"]),
                                *_step_said(f)])}


def _headline(m, f):
    zero = is_zero(f["regret"], f["bound"])
    regret, bound = of("regret_bar", "0" if zero else fact_of(f["regret"])), of("bound_bar", fact_of(f["bound"]))
    article, key = "" if m.most in ("convexity", "telescoping") else "the ", key_of(m.most)
    return f"From regret {regret} to bound {bound}: {article}{m.most} alone loses {of(f'link_{key}', fact_of(f[key]))}."


def _part(amount, bound):
    """What part of the bound a line loses; where the regret is far below zero that may be more than all of it."""
    if amount <= bound:
        return share_of(amount, bound)
    ratio = read(text_of(amount)) / read(text_of(bound))
    return "about all of it" if text_of(ratio, 2) == "1" else f"{times(ratio)} it"


def _parts_said(m, bound):
    """The parts of the bound, one tenth of a percent at least, the largest first."""
    order = sorted(m.amounts, key=lambda line: -m.amounts[line])
    large = [line for line in order if m.amounts[line] >= 0.001 * bound] or order[:1]
    parts = listed(f"{line} {_part(m.amounts[line], bound)}" for line in large)
    return f"As parts of the bound: {parts}."


def _signed(amount):
    return f"{'costs' if amount > 0 else 'saves'} {text_of(abs(amount))}" if amount else "changes nothing"


def _step_said(f):
    n = text_of
    if f["T4_holds"]:
        yield f"η is the tuned step √2·U/G = {n(f['eta_star'])}: T3’s bound is T4’s UG√(8T)."
        return
    yield f"The tuned step √2·U/G = {n(f['eta_star'])} has the bound UG√(8T) = {n(f['bound_tuned'])} (T4)."
    yield f"Against it this η {_signed(f['distance_change'])} in the distance term 2U²√T/η."
    yield f"It {_signed(f['gradients_change'])} in the gradient term ηG²√T."
    yield f"The promise is worse by {or_zero(f['excess'], f['bound'])}."
    change = f["regret_change"]
    yield f"Measured, this η {_signed(change)}{' of regret' if change else ''}."


def frame(**params):
    m = measure(**params)
    f = facts(m)
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"bound_bar": "holds", "total_bar": "holds",
                         "tuned_bar": "holds" if m.is_tuned else "reference",
                         **{f"link_{key_of(line)}": "most" if line == m.most else "less" for line in LINES}})


PROOF = Panel(
    "proof", "What each line adds", tab="Lines",
    x=Axis("loss", (-0.5, 1), unit="unit"),
    y=Axis("line of the proof", (-0.6, 8.6), words=ROWS[::-1]), uprights=(0,),
)
STEP = Panel(
    "step", "Against the tuned step", tab="Step",
    x=Axis("loss", (-0.5, 1.25), unit="unit_tuned"),
    y=Axis("against the tuned step η*", (-0.6, 5.6), words=TUNED_ROWS[::-1]), uprights=(0,),
)
TIME = Panel(
    "time", "Lost up to round t", tab="Rounds",
    x=Axis("t", (0, 1), unit="T", rounds=True),
    y=Axis("given away up to round t", (0, 1), unit="lost"),
)

explorer = Explorer(
    name="ogd_proof",
    title="The proof, line by line",
    controls=(
        Control("eta", "step η", "slider", ETAS, 1.0, symbol="η", baked=True, first=True, tuned="eta_star", play=True),
        Control("U", "radius U", "slider", RADII, 1.0, symbol="U", baked=True, first=True),
        *controls(tuple(name for name in SOURCES if name != OWN)),
    ),
    panels=(PROOF, STEP, TIME),
    series=(
        Series("levels", "proof", "", Style("soft", width=0.8), kind="segments"),
        Series("bound_bar", "proof", "T3’s bound at this η: {bound}", Style("bound", width=11), kind="segments",
               value="bound"),
        *(Series(f"link_{key_of(line)}", "proof", f"{line}: {{{key_of(line)}}} – {words_}",
                 Style("ink", width=11), kind="segments", value=key_of(line),
                 mark=f"proof-{line.replace(' ', '-')}") for line, words_ in reversed(LINES.items())),
        Series("regret_bar", "proof", "regret: {regret}", Style("measured", width=11), kind="segments", value="regret"),
        Series("tuned_levels", "step", "", Style("soft", width=0.8), kind="segments"),
        Series("change_bar", "step", "regret, against that at η*: {regret_change}", Style("soft", width=11),
               kind="segments", value="regret_change"),
        Series("regret_tuned_bar", "step", "regret at η*: {regret_tuned}", Style("measured", width=11),
               kind="segments", value="regret_tuned"),
        Series("total_bar", "step", "T3’s bound at this η: {bound}", Style("bound", width=11), kind="segments",
               value="bound"),
        Series("gradients_bar", "step", "gradient term, against that at η*: {gradients_change}",
               Style("soft", width=11), kind="segments", value="gradients_change"),
        Series("distance_bar", "step", "distance term, against that at η*: {distance_change}",
               Style("soft", width=11), kind="segments", value="distance_change"),
        Series("tuned_bar", "step", "bound at η* = {eta_star}: {bound_tuned}", Style("bound", width=11),
               kind="segments", value="bound_tuned"),
        *(Series(f"time_{key_of(line)}", "time", f"{line}: {{{key_of(line)}}} at T", DRAWN[line], end=line,
                 value=key_of(line), first=line in AT_FIRST, frames=line in AT_FIRST,
                 mark=f"proof-{line.replace(' ', '-')}") for line in reversed(LINES)),
    ),
    compute=frame,
    presets=(
        Preset("every inequality nearly tight", {"stream": "zigzag", "eta": "tuned"},
               lambda f: all(f[key_of(line)] < 0.03 * f["bound"] for line in LINES)),
        Preset("η too small: the distances lose it", {"stream": "zigzag", "eta": 0.1},
               lambda f: f["diameter"] + f["dropped_term"] > 0.9 * f["bound"]),
        Preset("η too large: the projections lose it", {"eta": ETAS[-1]}, lambda f: f["projection"] > 0.8 * f["bound"]),
        Preset("gradients far below G", {"stream": "regression"}, lambda f: f["gradient"] > 0.8 * f["bound"]),
        Preset("more is lost than the bound", {"stream": "mail_file"},
               lambda f: f["lost"] > 2 * f["bound"] and f["regret"] < 0),
    ),
)
