"""The proof of T3 as a waterfall: from the measured regret to the bound, line by line (`proofs.ogd_chain`).

Beside it, signed, what this η costs or saves against the tuned step, and when each line loses its part.
"""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play, proofs

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import agree, is_zero, joined, listed, or_zero, part_of, percent, read, share_of, text_of, times
from ..style import Style
from .ogd import ETAS, RADII
from .sources import SOURCES, controls, data, loss_named, stream_words

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
    """Each bar as two points on its row; a bar without length is left to its row's connectors."""
    x = np.column_stack([starts, ends]).ravel()
    return x, np.repeat(rows, 2)


def measure(stream, loss, eta, U, T, seed, noise):
    """The run, what each line of the proof loses on it, and what its step costs against the tuned one."""
    key = stream, T, seed, noise
    run, curve = _played(key, loss, U, eta)
    u, G = curve.best.u[-1], losses.gradient_bound(run.loss, run.X, run.y, U)
    chain = proofs.ogd_chain(run, u, G)
    amounts = {link.name: 0.0 if abs(link.amount) <= link.rounding else link.amount for link in chain.links}
    regret, bound = chain.regret, chain.bound

    eta_star = float(np.sqrt(2) * U / G)
    tuned = bounds.ogd_tuned(T, U, G)
    is_tuned = bool(bounds.ogd_tuned.holds_for(run, G=G))
    regret_tuned = regret if is_tuned else _tuned_regret(key, loss, U, eta_star)
    distance, gradients = 2 * U * U * np.sqrt(T) / eta, eta * G * G * np.sqrt(T)
    changes = np.array([distance - tuned / 2, gradients - tuned / 2, regret - regret_tuned])
    changes[abs(changes) <= 1e-12 * bound] = 0.0  # rounding
    return SimpleNamespace(
        stream=stream, loss=loss, eta=eta, U=U, T=T, run=run, curve=curve, G=G, chain=chain, amounts=amounts,
        regret=regret,
        bound=bound, lost=bound - regret, rounds=proofs.ogd_rounds(run, u, G), eta_star=eta_star, tuned=tuned,
        is_tuned=is_tuned,
        regret_tuned=regret_tuned, changes=changes,
        # All bars between −1/2 and 1 whatever the regret: where it is far below zero, it sets the unit.
        unit=max(bound, -2 * regret), unit_tuned=max(bound, -2 * regret, -2 * regret_tuned))


def curves(m):
    levels = np.append(m.chain.levels(), m.bound)[: len(ROWS)] / m.unit
    row = np.arange(len(ROWS))[::-1]
    found = {
        "regret_bar": _bars([0], [m.regret / m.unit], row[:1]),
        "bound_bar": _bars([0], [m.bound / m.unit], row[-1:]),
        "levels": (np.repeat(levels[:-1], 2), np.column_stack([row[:-1] + 0.3, row[1:] - 0.3]).ravel()),
        **_changes(m),
    }
    grid = np.unique(np.ceil(m.T * np.linspace(0, 1, POINTS) ** 2).astype(int))
    for i, (line, amount) in enumerate(m.amounts.items()):
        part = np.concatenate([[0], np.cumsum(m.rounds[line] if amount else np.zeros(m.T))])[grid]
        found[f"link_{key_of(line)}"] = _bars([levels[i]], [levels[i] + amount / m.unit], row[i + 1:i + 2])
        found[f"time_{key_of(line)}"] = grid / m.T, part / m.lost
    return found


def _changes(m):
    """The picture of what this step costs or saves."""
    starts = np.array([m.tuned, m.tuned + m.changes[0], m.regret_tuned]) / m.unit_tuned
    ends = starts + m.changes / m.unit_tuned
    at, costs, saves = np.array([4, 3, 0]), m.changes > 0, m.changes < 0  # the rows of the three changes
    return {
        "tuned_bar": _bars([0], [m.tuned / m.unit_tuned], [5]),
        "total_bar": _bars([0], [m.bound / m.unit_tuned], [2]),
        "regret_tuned_bar": _bars([0], [m.regret_tuned / m.unit_tuned], [1]),
        "costs": _bars(starts[costs], ends[costs], at[costs]),
        "saves": _bars(starts[saves], ends[saves], at[saves]),
        "tuned_levels": (np.repeat([starts[0], ends[0], ends[1], starts[2]], 2),
                         [5.3, 3.7, 4.3, 2.7, 3.3, 1.7, 1.3, -0.3]),
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
    """Which lines lose how much, and what η costs or saves, measured and promised."""
    return {"sentence": joined([_regret_said(m, f), _lines_said(m.amounts, f["bound"]), *_step_said(f)]), "texts": {}}


def _regret_said(m, f):
    n, bound, regret = text_of, f["bound"], or_zero(f["regret"], f["bound"])
    where = f"At T = {f['T']} on {stream_words(m.stream)} ({m.loss} loss) the regret"
    if f["regret"] > 0 and not is_zero(f["regret"], bound):
        return (f"{where} {regret} is {part_of(f['regret'], bound, 'T3’s bound')}; the proof gives away the other "
                f"{n(f['lost'])}.")
    below = "" if is_zero(f["regret"], bound) else ", below zero,"
    return f"{where} is {regret}{below} and T3’s bound is {n(bound)}; the proof gives away {n(f['lost'])}."


def _part(amount, bound, of=""):
    """What part of the bound a line loses; where the regret is far below zero that may be more than all of it."""
    if amount <= bound:
        return share_of(amount, bound) + of
    ratio = read(text_of(amount)) / read(text_of(bound))
    return "about the whole bound" if text_of(ratio, 2) == "1" else f"{times(ratio)} the bound"


def _lines_said(amounts, bound):
    order = sorted(amounts, key=lambda line: -amounts[line])
    large = [line for line in order if amounts[line] >= 0.001 * bound] or order[:1]
    first, rest, others = large[0], large[1:], order[len(large):]
    said = (f"The line that loses most is {first}, {text_of(amounts[first])} "
            f"({_part(amounts[first], bound, ' of the bound')})")
    if rest:
        said += "; then " + listed(f"{name} {_part(amounts[name], bound)}" for name in rest)
    if others:
        small = sum(amounts[name] for name in others)
        together = " together" if len(others) > 1 else ""
        lost = "nothing" if is_zero(small, bound) else percent(small / bound, 2) + together
        said += f"; the other {agree(len(others), 'line loses', 'lines lose')} {lost}"
    return said + "."


def _signed(amount):
    return f"{'costs' if amount > 0 else 'saves'} {text_of(abs(amount))}" if amount else "changes nothing"


def _step_said(f):
    n = text_of
    if f["T4_holds"]:
        yield f"η is the tuned step √2·U/G = {n(f['eta_star'])}: T3’s bound is UG√(8T)."
        return
    yield (f"Against the tuned step √2·U/G = {n(f['eta_star'])} with UG√(8T) = {n(f['bound_tuned'])}, this η "
           f"{_signed(f['distance_change'])} in the distance term 2U²√T/η and {_signed(f['gradients_change'])} in "
           f"the gradient term ηG²√T: the promise is worse by {or_zero(f['excess'], f['bound'])}.")
    change = f["regret_change"]
    yield f"Measured, it {_signed(change)}{' of regret' if change else ''}."


def frame(**params):
    m = measure(**params)
    f = facts(m)
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"bound_bar": "holds", "total_bar": "holds",
                         "tuned_bar": "holds" if m.is_tuned else "reference"})


PROOF = Panel(
    "proof", "From the regret up to T3’s bound",
    x=Axis("loss", (-0.5, 1), unit="unit"),
    y=Axis("line of the proof", (-0.6, 8.6), words=ROWS[::-1]), uprights=(0,),
)
STEP = Panel(
    "step", "What this η costs or saves",
    x=Axis("loss", (-0.5, 1.25), unit="unit_tuned"),
    y=Axis("against the tuned step η*", (-0.6, 5.6), words=TUNED_ROWS[::-1]), uprights=(0,),
)
TIME = Panel(
    "time", "When the lines lose it",
    x=Axis("t", (0, 1), unit="T", rounds=True),
    y=Axis("given away up to round t", (0, 1), unit="lost"),
)

explorer = Explorer(
    name="ogd_proof",
    title="Online gradient descent: where the proof of T3 gives the bound away",
    controls=(
        Control("eta", "step η", "slider", ETAS, 1.0, symbol="η", baked=True, play=True),
        Control("U", "radius U", "slider", RADII, 1.0, symbol="U", baked=True),
        *controls(tuple(SOURCES)),
    ),
    panels=(PROOF, STEP, TIME),
    series=(
        Series("levels", "proof", "", Style("soft", width=0.8), kind="segments"),
        Series("bound_bar", "proof", "T3’s bound at this η: {bound}", Style("bound", width=11), kind="segments"),
        *(Series(f"link_{key_of(line)}", "proof", f"{line}: {{{key_of(line)}}} – {words_}",
                 Style("ink", width=11), kind="segments",
                 mark=f"proof-{line.replace(' ', '-')}") for line, words_ in reversed(LINES.items())),
        Series("regret_bar", "proof", "regret: {regret}", Style("measured", width=11), kind="segments"),
        Series("tuned_levels", "step", "", Style("soft", width=0.8), kind="segments"),
        Series("regret_tuned_bar", "step", "regret at η*: {regret_tuned}",
               Style("measured", width=11), kind="segments"),
        Series("total_bar", "step", "T3’s bound at this η: {bound}", Style("bound", width=11), kind="segments"),
        Series("saves", "step", "this η saves", Style("comparator", "medium", 11), kind="segments"),
        Series("costs", "step", "this η costs", Style("other", width=11), kind="segments"),
        Series("tuned_bar", "step", "bound at η* = {eta_star}: {bound_tuned}",
               Style("other", width=11), kind="segments"),
        *(Series(f"time_{key_of(line)}", "time", line, DRAWN[line], mark=f"proof-{line.replace(' ', '-')}")
          for line in reversed(LINES)),
    ),
    compute=frame,
    presets=(
        Preset("every inequality nearly tight", {"stream": "zigzag", "eta": ETAS[22]},
               lambda f: all(f[key_of(line)] < 0.03 * f["bound"] for line in LINES)),
        Preset("η too small: the distances lose it", {"stream": "zigzag", "eta": ETAS[10]},
               lambda f: f["diameter"] + f["dropped_term"] > 0.9 * f["bound"]),
        Preset("η too large: the projections lose it", {"eta": ETAS[30]}, lambda f: f["projection"] > 0.8 * f["bound"]),
        Preset("gradients far below G", {"stream": "regression"}, lambda f: f["gradient"] > 0.8 * f["bound"]),
        Preset("more is lost than the bound", {"stream": "mail_file"},
               lambda f: f["lost"] > 2 * f["bound"] and f["regret"] < 0),
    ),
)
