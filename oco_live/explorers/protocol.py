"""The sequential protocol, one round at a time: predict, reveal, suffer, update (catalogue D1, D2, D3; E6, E7).

Online gradient descent with the square loss on T = 4601 examples, as many as there are messages. The slider stands at
one round t: the plane shows what happens in it, the two other pictures what the rounds up to t add up to.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from oco_core import hindsight, learners, losses, play, streams

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import apart, counted_share, joined, leaving, or_zero, text_of
from ..style import BEST, MEASURED, NOW, Style
from .sources import data, words

T = streams.MAIL_SIZE
SPAM = 1813  # in file order the last spam; the next message is the first that is not
NOISE = 0.3
ROUNDS = (*range(1, 17), 18, 20, 23, 26, 30, 35, 40, 50, 60, 80, 100, 130, 160, 200, 250, 320, 400, 500, 630, 800, 1000,
          1250, 1600, SPAM, SPAM + 1, SPAM + 2, 2000, 2500, 3200, 4000, T)
ETAS = tuple(10 ** (-2 + k / 5) for k in range(16))
RADII = (0.25, 0.5, 1.0, 2.0, 4.0)
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


def frame(stream, t, U, eta, seed):
    run = _run(stream, seed, eta, U)
    learner_total = np.insert(np.cumsum(run.losses), 0, 0.0)
    at = np.array(ROUNDS)
    x, y, w, w_next = run.X[t - 1], float(run.y[t - 1]), run.w[t - 1], run.w[t]
    slope, eta_t = float(run.slopes[t - 1]), eta / t**0.5
    stepped = w - eta_t * slope * x  # w'_{t+1}, before the projection
    prediction = float(w @ x)
    total = float(learner_total[t])
    risk_unit, regret_unit = SCALES[stream]

    shown, note = _axes_shown(stream)
    before = at[at < t]
    flat = lambda points: np.asarray(points)[..., shown] / U
    path = flat(run.w[np.append(before, t) - 1])
    cut = _step_end(flat(w), flat(stepped))
    inside = bool(np.allclose(cut, flat(stepped)))
    step = np.array([flat(w), cut])
    projection = np.array([cut, flat(w_next)]) if run.projected[t - 1] else np.empty((0, 2))
    root, now = np.sqrt(at / T), (t / T) ** 0.5
    columns = lambda points: (points[:, 0], points[:, 1])
    risk = total / t
    series = {
        "example": ([0, x[shown[0]]], [0, x[shown[1]]]),
        "path": columns(path),
        "step": columns(step),
        "projection": columns(projection),
        "w_next": columns(flat(w_next)[None]),
        "w_now": columns(flat(w)[None]),
        "risk": (root, learner_total[at] / at / risk_unit),
        "round": ([now, now], [-1e9, 1e9]),
    }
    facts = {
        "t": t, "T": T, "d": run.X.shape[1], "eta": eta, "U": U, "eta_t": eta_t,
        "prediction": prediction, "label": y, "loss": float(run.losses[t - 1]), "slope": slope,
        "gradient": float(abs(slope) * np.linalg.norm(x)), "moved": float(np.linalg.norm(w_next - w)),
        "projected": bool(run.projected[t - 1]), "norm_w": float(np.linalg.norm(w)),
        "loss_learner": total, "risk": risk, "risk_unit": risk_unit, "regret_unit": regret_unit,
    }
    early = Frame(
        params={"t": t, "U": U, "stream": stream, "eta": eta, "seed": seed},
        series=explorer.clipped(series), facts=facts, sentence="",
        texts=_lines(stream, facts, x) | {"plane.note": f"{note}; the ball has radius U, and xₜ is drawn as if the edge "
                                                        "of the ball were norm 1."},
        status={},
    )
    yield early

    best, last_total = _best(stream, seed, U)
    if t in ROUNDS:
        k = ROUNDS.index(t)
        u, value, lower = best.u[k], float(best.value[k]), float(best.lower[k])
    else:
        exact = hindsight.best(losses.square, run.X[:t], run.y[:t], U)
        u, value, lower = exact.u, exact.value, exact.lower
    value = value if value > 1e-12 else 0.0  # two examples are fitted exactly, up to rounding
    risk_best, regret = value / t, total - value
    series = {
        "comparator_path": columns(flat(np.vstack([best.u[: len(before)], u[None]]))),
        "comparator": columns(flat(u)[None]),
        "risk_best": (root, best.value / at / risk_unit),
        "difference": ([now, now], [risk_best / risk_unit, risk / risk_unit]),
        "regret_last": (root, (learner_total - last_total)[at] / regret_unit),
        "regret": (root, (learner_total[at] - best.value) / regret_unit),
        "round_point": ([now], [regret / regret_unit]),
    }
    facts = facts | {
        "norm_comparator": float(np.linalg.norm(u)), "comparator_to_last": float(np.linalg.norm(u - best.u[-1])),
        "loss_comparator": value, "gap": value - min(lower, value), "risk_best": risk_best, "regret": regret,
        "regret_per_round": regret / t, "regret_last": float(total - last_total[t]),
    }
    if stream.startswith("mail"):  # how good a filter it would be
        seen = run.y[:t]
        facts |= {"errors": _errors(np.vecdot(run.w[:t], run.X[:t]), seen) / t, "errors_best": _errors(run.X[:t] @ u, seen) / t,
                  "spam": float((seen > 0).mean())}
    yield replace(early, series=early.series | explorer.clipped(series), facts=facts,
                  sentence=_sentence(stream, facts, inside))


def _lines(stream, f, x):
    """The round in the order of its events."""
    n = text_of
    if stream.startswith("mail"):
        example = f"message {f['t']} arrives" if stream == "mail_file" else f"message {f['t']} of the shuffled mail arrives"
        label = " (spam)" if f["label"] > 0 else " (no spam)"
    else:
        example, label = f"xₜ = ({n(x[0])}, {n(x[1])}) arrives", ""
    pulled = ", and is pulled back into the ball" if f["projected"] else ""
    return {
        "round.predict": f"{example}; the prediction is pₜ = wₜ·xₜ = {n(f['prediction'])}",
        "round.reveal": f"yₜ = {n(f['label'])}{label}",
        "round.suffer": f"ℓₜ(wₜ) = (pₜ − yₜ)² = {n(f['loss'])}",
        "round.update": f"gradient 2(pₜ − yₜ)xₜ of norm {n(f['gradient'])}, step η/√t = {n(f['eta_t'])}: "
                        f"w moves by {n(f['moved'])}{pulled}",
    }


def _sentence(stream, f, inside):
    """What is seen: the round, the two risks, and how the learner stands against u*_t and against u*_T."""
    n, near = text_of, or_zero
    loss = near(f["loss"], 1e-12)  # a square
    risk, best = apart(f["risk"], f["risk_best"])
    regret, against = (near(f[name], f["loss_learner"]) for name in ("regret", "regret_last"))
    said = [f"Round {f['t']} of {f['T']} on {words(stream)} (square loss): the prediction {near(f['prediction'], f['U'])} meets the "
            f"label {n(f['label'])}, the loss {loss} is charged, and w moves by {near(f['moved'], f['U'])}.",
            f"So far the sequential risk is {risk}, and the best fixed u has {best}: the difference "
            f"is {near(f['regret_per_round'], f['risk'])} a round, and the regret is {regret}."]
    if f["regret"] < -f["gap"]:
        said.append("The regret is below zero: the learner, which may move, has beaten every fixed u in the ball.")
    if f["comparator_to_last"] > 1e-9:
        said.append(f"The u that is best for all {f['T']} rounds is another one, {n(f['comparator_to_last'])} away; against "
                    f"it the learner stands at {'nearly the same' if against == regret else against}.")
    if "spam" in f and f["t"] > 1:
        said.append(_as_filters(f))
    if not inside:
        said.append("The step leaves the first picture and is cut at its edge.")
    out = [word for word, value, unit, panel in (
        ("sequential risk", f["risk"], f["risk_unit"], RISK), ("best fixed risk", f["risk_best"], f["risk_unit"], RISK),
        ("regret", f["regret"], f["regret_unit"], REGRET))
        if not panel.y.limits[0] <= value / unit * min(panel.zooms) <= panel.y.limits[1]]
    return joined([*said, leaving(out, *(("its picture", "the edge") if len(out) == 1 else ("their pictures", "the edges")))])


def _as_filters(f):
    """Whether learner and best fixed u would do to filter mail: by the signs of their predictions, beside one answer for all."""
    share = lambda part: counted_share(round(part * f["t"]), f["t"])
    said = (f"As filters of these messages, by the signs of their predictions, the learner has erred on {share(f['errors'])} "
            f"and the best fixed u on {share(f['errors_best'])}")
    constant = min(f["spam"], 1 - f["spam"])
    if constant == 0:
        return f"{said}; all so far are {'spam' if f['spam'] else 'other mail'}."
    answer = "the same" if f["spam"] == 0.5 else "spam" if f["spam"] > 0.5 else "no spam"
    none = ": neither filters" if min(f["errors"], f["errors_best"]) >= constant else ""
    return f"{said}; if all were called {answer}, it would be {share(constant)}{none}."


TIMES = (1, 100, 500, 1000, 2000, T)
ROOTS = {"limits": (0, 1), "ticks": tuple((t / T) ** 0.5 for t in TIMES), "words": tuple(map(str, TIMES)), "unit": "T",
         "power": 2, "rounds": True}
PLANE = Panel("plane", "Round t: what moves", x=Axis("w, first coordinate shown", (-EDGE, EDGE), (-1, 0, 1), unit="U"),
              y=Axis("w, second coordinate shown", (-EDGE, EDGE), (-1, 0, 1), unit="U"), equal=True, ball=True)
RISK = Panel("risk", "Risk up to round t", x=Axis("t, spaced as √t", **ROOTS),
             y=Axis("mean loss", (-0.05, 1.5), (0, 0.5, 1, 1.5), unit="risk_unit"), zooms=(0.25, 1, 4))
REGRET = Panel("regret", "Regret up to round t", x=Axis("t, spaced as √t", **ROOTS),
               y=Axis("regret", (-4, 4), (-4, -2, 0, 2, 4), unit="regret_unit"), zooms=(0.25, 1, 4), levels=(0,))

STREAMS = tuple(SCALES)
explorer = Explorer(
    name="protocol",
    title="The sequential protocol, one round at a time",
    controls=(
        Control("t", "round t", "slider", ROUNDS, 1, symbol="t", integer=True, baked=True, play=True),
        Control("U", "radius U", "slider", RADII, 1.0, symbol="U", baked=True),
        Control("stream", "stream", "choice", STREAMS, STREAMS[0], labels=tuple(map(words, STREAMS))),
        Control("eta", "step η", "slider", ETAS, ETAS[8], symbol="η"),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True, allowed={"mail_file": ()}),
    ),
    panels=(PLANE, RISK, REGRET),
    series=(
        Series("example", "plane", "xₜ, the example", Style("soft", width=3.2, ends="round")),
        Series("comparator_path", "plane", "u*₁, u*₂, … so far", Style("comparator", "even", 0.9)),
        Series("path", "plane", "w₁, w₂, … so far", Style("measured", width=0.8)),
        Series("projection", "plane", "back to the ball", Style("bound", "short", 1.8)),
        Series("step", "plane", "the step against the gradient", Style("ink", width=2.2)),
        Series("w_next", "plane", "wₜ₊₁", Style("ink", width=4.5, ends="square"), kind="points"),
        Series("w_now", "plane", "wₜ", Style("ink", width=7), kind="points"),
        Series("comparator", "plane", "u*ₜ, best for the first t rounds", Style("comparator", width=8), kind="points"),
        Series("difference", "risk", "difference, Rₜ/t: {regret_per_round}", Style("ink", width=2.2)),
        Series("risk_best", "risk", "best fixed risk: {risk_best}", BEST, pinned=True),
        Series("risk", "risk", "sequential risk: {risk}", MEASURED, pinned=True),
        Series("round", "regret", "", NOW),
        Series("regret_last", "regret", "against the u best for all rounds: {regret_last}",
               Style("other", "short"), pinned=True),
        Series("regret", "regret", "regret Rₜ, against u*ₜ: {regret}", MEASURED, pinned=True),
        Series("round_point", "regret", "this round", Style("ink"), kind="points", pinned=True),
    ),
    compute=frame,
    presets=(
        Preset("one example is fitted exactly", {"t": 1}, lambda f: f["risk_best"] == 0 < f["regret"]),
        Preset("a step is pulled back into the ball", {"t": 5, "U": RADII[0]}, lambda f: f["projected"]),
        Preset("the two risks have met", {"t": T}, lambda f: 0 < f["regret_per_round"] < 0.02 * f["risk_best"]),
        Preset("the first message that is not spam", {"stream": "mail_file", "t": SPAM + 1},
               lambda f: f["label"] < 0 and f["loss"] > 3),
        Preset("regret far below zero", {"stream": "mail_file", "t": T}, lambda f: f["regret"] < -0.5 * f["t"]),
    ),
)
