"""The sequential protocol, one round at a time: predict, reveal, suffer, update (catalogue D1, D2, D3; E6, E7).

Online gradient descent with the square loss on T = 4601 examples, as many as there are messages. The slider stands at
one round t: the plane shows what happens in it, the two other pictures what the rounds up to t add up to.
"""
# The one idea: first the prediction, then the label, then the loss; and w moves, once a round.

from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import hindsight, learners, losses, play, streams

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..grids import RADII, decades
from ..phrasing import apart, counted_share, is_zero, joined, of, or_zero, text_of
from ..style import BEST, MEASURED, NOW, Style
from .sources import data, stream_words
from .unwritten import SERIES, nothing

T = streams.MAIL_SIZE
SPAM = 1813  # in file order the last spam; the next message is the first that is not
NOISE = 0.3
ROUNDS = (*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000,
          1200, 1500, SPAM, SPAM + 1, SPAM + 2, 2000, 2500, 3000, 4000, T)
ETAS = decades(0.01, 10)
EDGE = 1.3  # the plane reaches so far, in units of U

# stream -> where one unit of the risk and of the regret stands: fixed, so that the axes stay while t, U and η move
SCALES = {"regression": (0.1, 1), "drifting": (0.1, 100), "mail_shuffled": (1, 100), "mail_file": (1, 1500),
          "random_signs": (1, 50)}


def _axes_shown(stream):
    """The two coordinates in the plane, and their names: of the mail's 49 words the commonest and a telling one."""
    if stream.startswith("mail"):
        names = streams.mail_words()
        shown = [names.index("(all other words)"), names.index("your")]
        return shown, f"2 of {len(names)} coordinates: “all other words” to the right, “your” upwards"
    return [0, 1], "both coordinates"


@lru_cache(maxsize=8)
def _run(stream, seed, eta, U):
    return play(learners.ogd(eta, U), losses.square, data(stream, T, seed, NOISE))


@lru_cache(maxsize=16)
def _best(stream, seed, U):
    """u*_t at every position of the slider, and what u*_T has lost after t = 0 .. T rounds: neither depends on η."""
    examples = data(stream, T, seed, NOISE)
    best = hindsight.comparators(losses.square, examples.X, examples.y, U, ROUNDS)
    return best, np.insert(np.cumsum(losses.square.value(examples.X @ best.u[-1], examples.y)), 0, 0.0)


def _errors(p, y):
    """How many labels ±1 the sign of a prediction gets wrong."""
    return int(losses.zero_one.value(p, y).sum())


def _step_end(start, end):
    """Where the line from start to end is cut: at the edge of the picture."""
    way = end - start
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(way > 0, (EDGE - start) / way, np.where(way < 0, (-EDGE - start) / way, np.inf))
    return start + min(1.0, float(reach.min())) * way


def measure_run(stream, t, U, eta, seed):
    """The round as the learner plays it: all that the comparator is not needed for."""
    run = _run(stream, seed, eta, U)
    x, w, slope, eta_t = run.X[t - 1], run.w[t - 1], float(run.slopes[t - 1]), eta / t**0.5
    total = np.insert(np.cumsum(run.losses), 0, 0.0)
    risk_unit, regret_unit = SCALES[stream]
    shown, note = _axes_shown(stream)
    return SimpleNamespace(
        stream=stream, t=t, U=U, eta=eta, seed=seed, run=run, at=np.union1d(ROUNDS, t), x=x, y=float(run.y[t - 1]), w=w,
        w_next=run.w[t],
        slope=slope, eta_t=eta_t, stepped=w - eta_t * slope * x,  # w'_{t+1}, before the projection
        learner_total=total, total=float(total[t]), risk=float(total[t]) / t, projected=bool(run.projected[t - 1]),
        risk_unit=risk_unit, regret_unit=regret_unit, shown=shown, note=note)


def measure(m):
    """u*_t with its certificate, u*_T, and the regret against both."""
    best, m.last_total = _best(m.stream, m.seed, m.U)
    k, m.best_u, m.best_value, m.u_last = int(np.searchsorted(ROUNDS, m.t)), best.u, best.value, best.u[-1]
    if m.t in ROUNDS:
        m.u, value, m.lower = best.u[k], float(best.value[k]), float(best.lower[k])
    else:
        exact = hindsight.best(losses.square, m.run.X[:m.t], m.run.y[:m.t], m.U)
        m.u, value, m.lower = exact.u, exact.value, exact.lower
        m.best_u, m.best_value = np.insert(best.u, k, m.u, axis=0), np.insert(best.value, k, value)
    m.value = value if value > 1e-12 else 0.0  # two examples are fitted exactly, up to rounding
    m.risk_best, m.regret = m.value / m.t, m.total - m.value


def _flat(m, points):
    """The two coordinates shown, in units of U."""
    return np.asarray(points)[..., m.shown] / m.U


def _columns(points):
    return points[:, 0], points[:, 1]


def run_curves(m):
    cut = _step_end(_flat(m, m.w), _flat(m, m.stepped))
    now = (m.t / T) ** 0.5
    return {
        "example": ([0, m.x[m.shown[0]]], [0, m.x[m.shown[1]]]),
        "path": _columns(_flat(m, m.run.w[m.at[m.at <= m.t] - 1])),
        "step": _columns(np.array([_flat(m, m.w), cut])),
        "projection": _columns(np.array([cut, _flat(m, m.w_next)]) if m.projected else np.empty((0, 2))),
        "w_next": _columns(_flat(m, m.w_next)[None]),
        "w_now": _columns(_flat(m, m.w)[None]),
        "risk": (np.sqrt(m.at / T), m.learner_total[m.at] / m.at / m.risk_unit),
        "risk_now": ([now], [m.risk / m.risk_unit]),
        "round_risk": ([now, now], [-1e9, 1e9]),
        "round": ([now, now], [-1e9, 1e9]),
    }


def curves(m):
    root, now = np.sqrt(m.at / T), (m.t / T) ** 0.5
    return {
        "comparator_path": _columns(_flat(m, m.best_u[m.at <= m.t])),
        "comparator": _columns(_flat(m, m.u)[None]),
        "risk_best": (root, m.best_value / m.at / m.risk_unit),
        "difference": ([now, now], [m.risk_best / m.risk_unit, m.risk / m.risk_unit]),
        "risk_best_now": ([now], [m.risk_best / m.risk_unit]),
        "regret_last": (root, (m.learner_total - m.last_total)[m.at] / m.regret_unit),
        "regret": (root, (m.learner_total[m.at] - m.best_value) / m.regret_unit),
        "round_point": ([now], [m.regret / m.regret_unit]),
    }


def run_facts(m):
    return {
        "t": m.t, "T": T, "d": m.run.X.shape[1], "eta": m.eta, "U": m.U, "eta_t": m.eta_t,
        "prediction": float(m.w @ m.x), "label": m.y, "loss": float(m.run.losses[m.t - 1]), "slope": m.slope,
        "gradient": float(abs(m.slope) * np.linalg.norm(m.x)), "moved": float(np.linalg.norm(m.w_next - m.w)),
        "projected": m.projected, "norm_w": float(np.linalg.norm(m.w)),
        "loss_learner": m.total, "risk": m.risk, "risk_unit": m.risk_unit, "regret_unit": m.regret_unit,
    }


def facts(m):
    found = {
        "norm_comparator": float(np.linalg.norm(m.u)), "comparator_to_last": float(np.linalg.norm(m.u - m.u_last)),
        "loss_comparator": m.value, "gap": m.value - min(m.lower, m.value), "risk_best": m.risk_best,
        "regret": m.regret,
        "regret_per_round": m.regret / m.t, "regret_last": float(m.total - m.last_total[m.t]),
    }
    if m.stream.startswith("mail"):  # how good a filter it would be
        X, y = m.run.X[:m.t], m.run.y[:m.t]
        found |= {"errors": _errors(np.vecdot(m.run.w[:m.t], X), y) / m.t, "errors_best": _errors(X @ m.u, y) / m.t,
                  "spam": float((y > 0).mean())}
    return found


def run_words(m, f):
    """The round in the order of its events, and what the plane shows."""
    n = text_of
    if m.stream.startswith("mail"):
        which = "" if m.stream == "mail_file" else " of the shuffled mail"
        example = f"message {f['t']}{which} arrives"
        label = " (spam)" if f["label"] > 0 else " (no spam)"
    else:
        example, label = f"xₜ = ({n(m.x[0])}, {n(m.x[1])}) arrives", ""
    pulled = ", and is pulled back into the ball" if f["projected"] else ""
    texts = {
        "round.predict": f"{example}; the prediction is pₜ = wₜ·xₜ = {n(f['prediction'])}",
        "round.reveal": f"yₜ = {n(f['label'])}{label}",
        "round.suffer": f"ℓₜ(wₜ) = (pₜ − yₜ)² = {n(f['loss'])}",
        "round.update": f"gradient 2(pₜ − yₜ)xₜ of norm {n(f['gradient'])}, step η/√t = {n(f['eta_t'])}: "
                        f"w moves by {n(f['moved'])}{pulled}",
        "plane.note": m.note,
    }
    return {"sentence": "", "texts": texts}


def words(m, f):
    return {"headline": _headline(f), "sentence": joined(_said(f))}


def _headline(f):
    """The four events of the round; here a number that rounding has left of 0 is "0"."""
    near = lambda value, scale: "0" if is_zero(value, scale) else text_of(value)
    moved = of("step", near(f["moved"], f["U"]))
    pulled = ", pulled back" if f["projected"] else ""
    return (f"Round {f['t']}: predicted {near(f['prediction'], f['U'])}, label {text_of(f['label'])}, loss "
            f"{near(f['loss'], 1e-12)}; w moves by {moved}{pulled}.")  # the loss is a square


def _said(f):
    """What the rounds add up to, and how the learner stands against u*_t and against u*_T."""
    risk, best = apart(f["risk"], f["risk_best"])
    regret, against = (or_zero(f[name], f["loss_learner"]) for name in ("regret", "regret_last"))
    yield f"So far the sequential risk is {risk}, and the best fixed u has {best}."
    yield f"The difference is {or_zero(f['regret_per_round'], f['risk'])} a round."
    yield f"The regret, {f['t']} times the difference, is {regret}." if f["t"] > 1 else f"The regret is {regret}."
    if f["regret"] < -f["gap"]:
        yield "The regret is below zero: the learner, which may move, has beaten every fixed u in the ball."
    if f["comparator_to_last"] > 1e-9:
        yield f"The u that is best for all {f['T']} rounds is another one, {text_of(f['comparator_to_last'])} away."
        yield f"Against that u the learner stands at {'nearly the same' if against == regret else against}."
    if "spam" in f and f["t"] > 1:
        yield from _as_filters(f)


def _as_filters(f):
    """Whether learner and best fixed u would do to filter mail: by the signs of their predictions, beside one answer
    for all."""
    share = lambda part: counted_share(part, f["t"])
    yield f"As a filter, by the signs of its predictions, the learner has erred on {share(f['errors'])}."
    yield f"The best fixed u errs on {share(f['errors_best'])}."
    constant = min(f["spam"], 1 - f["spam"])
    if constant == 0:
        yield f"All messages so far are {'spam' if f['spam'] else 'other mail'}."
        return
    answer = "the same" if f["spam"] == 0.5 else "spam" if f["spam"] > 0.5 else "no spam"
    none = ": neither filters" if min(f["errors"], f["errors_best"]) >= constant else ""
    yield f"If all were called {answer}, it would be {share(constant)}{none}."


def frame(**params):
    m = measure_run(**params)
    f = run_facts(m)
    none, absent = nothing("protocol")
    early = Frame(params=params, series=explorer.clipped(run_curves(m) | none), facts=f, **run_words(m, f),
                  status={"projection": "holds" if m.projected else "absent"} | absent)
    yield early
    measure(m)
    f = early.facts | facts(m)
    yield replace(early, series=early.series | explorer.clipped(curves(m)), facts=f, **words(m, f))


ROOTS = {"limits": (0, 1), "unit": "T", "power": 2, "rounds": True, "sets": "t"}
SIDE = {"limits": (-EDGE, EDGE), "unit": "U", "fixed": True}
PLANE = Panel("plane", "Round t: what moves", x=Axis("w₁", **SIDE), y=Axis("w₂", **SIDE), tab="Round", equal=True,
              ball=True)
RISK = Panel("risk", "Risk up to round t", x=Axis("t, spaced as √t", **ROOTS),
             y=Axis("mean loss", (-0.2, 6), unit="risk_unit"), tab="Risk")
REGRET = Panel("regret", "Regret up to round t", x=Axis("t, spaced as √t", **ROOTS),
               y=Axis("regret", (-16, 16), unit="regret_unit"), tab="Regret", levels=(0,))

STREAMS = tuple(SCALES)
explorer = Explorer(
    name="protocol",
    title="The sequential protocol",
    controls=(
        Control("t", "round t", "slider", ROUNDS, 1, symbol="t", integer=True, baked=True, first=True, play=True),
        Control("U", "radius U", "slider", RADII, 1, symbol="U", baked=True, first=True),
        Control("stream", "stream", "choice", STREAMS, STREAMS[0], labels=tuple(map(stream_words, STREAMS))),
        Control("eta", "step η", "slider", ETAS, 0.4, symbol="η"),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True, allowed={"mail_file": ()}),
    ),
    panels=(PLANE, RISK, REGRET),
    series=(
        Series("example", "plane", "xₜ, the example, as if the edge of the ball were norm 1",
               Style("soft", width=3.2, ends="round"), first=False, frames=False),
        Series("comparator_path", "plane", "u*₁, u*₂, … so far", Style("comparator", "even", 0.9), first=False,
               frames=False),
        Series("path", "plane", "w₁, w₂, … so far", Style("measured", width=0.8), rounds="risk"),
        Series("projection", "plane", "back to the ball", Style("measured", "short", 1.8)),
        Series("step", "plane", "the step against the gradient", MEASURED, value="moved"),
        Series("comparator", "plane", "u*ₜ, best for the first t rounds", Style("comparator", width=8, ends="square"),
               kind="points", end="u*ₜ"),
        Series("w_next", "plane", "wₜ₊₁, after the round", Style("measured", width=12, ends="ring"), kind="points",
               end="wₜ₊₁"),
        Series("w_now", "plane", "wₜ, which predicts", Style("measured", width=7), kind="points", end="wₜ"),
        Series("round_risk", "risk", "", NOW, frames=False),
        Series("difference", "risk", "difference, Rₜ/t: {regret_per_round}", Style("ink", width=2.2)),
        Series("risk_best", "risk", "best fixed risk: {risk_best}", BEST, pinned=True, end="best u"),
        Series("risk", "risk", "sequential risk: {risk}", MEASURED, pinned=True, end="learner"),
        Series("risk_best_now", "risk", "", Style("comparator"), kind="points", value="risk_best"),
        Series("risk_now", "risk", "", Style("measured"), kind="points", value="risk"),
        Series("round", "regret", "", NOW, frames=False),
        Series("regret_last", "regret", "against the u best for all rounds: {regret_last}",
               Style("other", "short"), pinned=True, end="against u*"),
        Series("regret", "regret", "regret Rₜ, against u*ₜ: {regret}", MEASURED, pinned=True, end="regret"),
        Series("round_point", "regret", "this round", Style("measured"), kind="points", pinned=True, value="regret"),
        *SERIES["protocol"],
    ),
    compute=frame,
    presets=(
        Preset("two examples are fitted exactly", {"t": 2},
               lambda f: f["t"] == 2 and f["risk_best"] == 0 < f["regret"]),
        Preset("a step is pulled back into the ball", {"t": 5, "U": RADII[0]}, lambda f: f["projected"]),
        Preset("the two risks have met", {"t": T}, lambda f: 0 < f["regret_per_round"] < 0.02 * f["risk_best"]),
        Preset("the first message that is not spam", {"stream": "mail_file", "t": SPAM + 1},
               lambda f: f["label"] < 0 and f["loss"] > 3),
        Preset("regret far below zero", {"stream": "mail_file", "t": T}, lambda f: f["regret"] < -0.5 * f["t"]),
    ),
)
