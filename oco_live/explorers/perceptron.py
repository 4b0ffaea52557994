"""The Perceptron's mistakes against T8 and T9, for the best u of norm U and the best of all (catalogue A4; E8, E10, E46).

T = 4601 examples, as many as there are messages; the slider stands after round t. The step η changes only the length of
w_t (erratum E8): each η is a run of its own here, so the reader sees that rather than being told.

In the plane (d = 2, hyperplanes through the origin) both coordinates are shown. For d > 2 the picture has the coordinates
û·x and ŵ·x, with û and ŵ the unit vectors along u and w_{t+1}: a linear map, so who is on which side remains true.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from oco_core import bounds, learners, losses, mistakes, play, streams

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import agree, apart, at_most, counted, is_zero, joined, out_of, text_of, upper
from ..style import BEST, BOUND, MEASURED, NOW, Style

T = streams.MAIL_SIZE
SPAM = 1813  # in file order the last spam
AXES = 100  # of the orthonormal examples: their margin is 0.1
ROUNDS = (1, 2, 3, 5, 8, 15, 30, 60, 120, 250, 500, 1000, SPAM, SPAM + 1, 3000, T)
RADII = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
ETAS = (0.1, 1.0, 10.0)
NORMS = 2.0 ** (np.arange(-2, 12) / 2)  # of the curve over ‖u‖
GRID = np.unique(np.geomspace(1, T, 70).round().astype(int))
SHOWN, SHOWN_MISTAKES = 110, 60  # how many examples the plane shows
REACH = 1.05  # lines of the plane end at this distance from the origin

WORDS = {"separable": "separable points in the plane", "noisy": "points in the plane",
         "orthonormal": f"{AXES} orthonormal examples, again and again", "mail_shuffled": "real mail, shuffled",
         "mail_file": "real mail, in file order"}
ORDERS = {"drawn": "", "positive": ", all +1 first", "wrong": ", always the one that wₜ gets most wrong next"}


@lru_cache(maxsize=8)
def _examples(stream, margin, noise, seed):
    """(X, y) as drawn, and (mail) in file order: the bounds do not depend on the order."""
    if stream.startswith("mail"):
        made = streams.mail(order="file")
    elif stream == "orthonormal":
        made = streams.orthonormal(T, AXES)
    else:
        made = streams.classification(T, 2, margin, noise if stream == "noisy" else 0.0, seed)
    return made.X, made.y


def wrong_labels(margin, noise, seed):
    """How many labels of the noisy stream are wrong: chance decides, and for a small noise there may be none."""
    return int((_examples("noisy", margin, noise, seed)[1] != _examples("noisy", margin, 0.0, seed)[1]).sum())


def most_wrong_next(X, y):
    """The order in which each example is, of those that are left, the one with the least y·w_t·x.

    When none is left that w_t gets wrong the others follow as they are, for w_t no longer moves."""
    A, order = y[:, None] * X, []
    left, w = np.ones(len(y), bool), np.zeros(X.shape[1])
    while left.any():
        margins = np.where(left, A @ w, np.inf)
        i = int(np.argmin(margins))
        if margins[i] > 0:
            break
        order.append(i)
        left[i], w = False, w + A[i]
    return np.concatenate([np.array(order, int), np.flatnonzero(left)])


@lru_cache(maxsize=8)
def _ordered(stream, margin, noise, seed, order):
    """(X, y) as they arrive."""
    if stream == "mail_shuffled":
        made = streams.mail(seed=seed)
        return made.X, made.y
    X, y = _examples(stream, margin, noise, seed)
    if order == "drawn":
        return X, y
    rows = np.argsort(-y, kind="stable") if order == "positive" else most_wrong_next(X, y)
    return X[rows], y[rows]


@lru_cache(maxsize=12)
def _run(stream, margin, noise, seed, order, eta):
    return play(learners.perceptron(eta), losses.hinge, *_ordered(stream, margin, noise, seed, order))


@lru_cache(maxsize=8)
def _certified(stream, margin, noise, seed):
    """The largest margin, the best u of all, and the best at each norm of the curve; none depends on order or η."""
    X, y = _examples(stream, margin, noise, seed)
    return mistakes.margin(X, y), mistakes.best(X, y), mistakes.best(X, y, NORMS)


@lru_cache(maxsize=32)
def _of_norm(stream, margin, noise, seed, U):
    return mistakes.best(*_examples(stream, margin, noise, seed), U)


def _same_set(stream, margin, noise, seed):
    """The key of what depends on the set of examples alone."""
    return ("mail", margin, noise, 0) if stream.startswith("mail") else (stream, margin, noise, seed)


def _unit(v):
    norm = float(np.linalg.norm(v))
    return v / norm if norm else v


def _chord(normal, offset):
    """The points with normal·x = offset at distance REACH from the origin: two, or none. normal: a unit vector."""
    if not normal.any() or abs(offset) >= REACH:
        return np.empty((0, 2))
    along = np.sqrt(REACH**2 - offset**2) * np.array([-normal[1], normal[0]])
    return np.array([offset * normal - along, offset * normal + along])


def _plane(X, y, run, t, u):
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


def frame(t, U, eta, stream, margin, noise, order, seed):
    params = {"t": t, "U": U, "eta": eta, "stream": stream, "margin": margin, "noise": noise, "order": order, "seed": seed}
    arrival = stream, margin, noise, seed, order
    run, run_1 = _run(*arrival, eta), _run(*arrival, 1.0)
    X_max = float(np.linalg.norm(run.X, axis=1).max())
    M = np.cumsum(run.updates)
    series = {
        "mistakes": _staircase(run.updates),
        "round": ([t, t], [1, 1e9]),
        "round_point": ([t], [M[t - 1]]),
        "now": ([U, U], [1, 1e9]),
        "curve_length": (NORMS, (NORMS * X_max) ** 2),
        "mistakes_level": (NORMS[[0, -1]], [M[-1], M[-1]]),
    }
    facts = {
        "t": t, "T": T, "d": run.X.shape[1], "eta": eta, "U": U, "X": X_max, "M": int(M[t - 1]), "M_last": int(M[-1]),
        "norm_w": float(np.linalg.norm(run.w[t])), "norm_w_1": float(np.linalg.norm(run_1.w[t])),
        "same_mistakes": bool(np.array_equal(run.updates, run_1.updates)),
        "wrong_labels": wrong_labels(margin, noise, seed) if stream == "noisy" else 0,
    }
    n = text_of
    way = ("Both coordinates." if facts["d"] == 2 else
           f"d = {facts['d']}: û·x to the right, ŵ·x upwards (û and ŵ: u and w made unit vectors). Sides are true, angles are "
           "not.")
    early = Frame(
        params=params, series=explorer.clipped(series), facts=facts, sentence="",
        texts={"plane.note": f"{way} ‖w‖ = {n(facts['norm_w'])} = η·{n(facts['norm_w'] / eta)}."}, status={},
    )
    yield early

    key = _same_set(stream, margin, noise, seed)
    widest, best, curve = _certified(*key)
    of_norm = _of_norm(*key, U)
    hinge = lambda u: np.cumsum(losses.hinge.value(run.X @ u, run.y))
    L_norm, L_best = hinge(of_norm.u), hinge(best.u)
    bound_U, bound_best = bounds.perceptron(L_norm, U, X_max), bounds.perceptron(L_best, best.norm, X_max)
    implicit = bounds.perceptron_implicit(M, L_best, best.norm, X_max)
    separable = widest.value > 0
    # where some labels are wrong: what the margin of the right ones would have promised, drawn as not applying
    gamma = widest.value if separable else margin if stream == "noisy" else 0.0
    level = bounds.perceptron_margin(X_max, gamma) if gamma else 0.0
    shown, units = _plane(run.X, run.y, run, t, of_norm.u)
    series = {name: (points[:, 0], points[:, 1]) for name, points in shown.items()} | {
        "separable": ([1, T], [level, level]) if gamma else ([], []),
        "radius_bound": (GRID, np.minimum(bound_U[GRID - 1], GRID)),  # no more mistakes than rounds, whatever T9 says
        "best_bound": (GRID, np.minimum(bound_best[GRID - 1], GRID)),
        "implicit": (GRID, np.minimum(implicit[GRID - 1], GRID)),
        "curve_hinge": (NORMS, np.maximum(curve.L, 1e-9)),
        "curve_bound": (NORMS, curve.value),
        "curve_least": ([max(best.norm, 1e-9)], [best.value]),
        "curve_now": ([U], [of_norm.value]),
    }
    facts = facts | {
        "unit_x": units[0], "unit_y": units[1], "separable": separable, "margin": widest.value if separable else 0.0,
        "margin_gap": widest.upper - widest.value if separable else 0.0, "margin_upper": widest.upper, "bound_separable": level,
        "allowed_U": min(float(bound_U[t - 1]), t), "allowed_best": min(float(bound_best[t - 1]), t),
        "allowed_implicit": min(float(implicit[t - 1]), t),
        "bound_U": float(bound_U[t - 1]), "bound_U_last": of_norm.value, "gap_U": of_norm.value - of_norm.lower,
        "bound_best": float(bound_best[t - 1]), "bound_best_last": best.value, "gap_best": best.value - best.lower,
        "implicit": float(implicit[t - 1]), "implicit_last": float(implicit[-1]),
        "norm_best": best.norm, "L_best": best.L, "norm_u": float(np.linalg.norm(of_norm.u)), "L_U": of_norm.L,
        "errors_u": int((run.y * (run.X @ of_norm.u) <= 0).sum()),
    }
    yield replace(
        early, series=early.series | explorer.clipped(series), facts=facts, sentence=_sentence(stream, order, facts),
        status={"separable": "holds" if separable else "fails", "radius_bound": "holds", "best_bound": "holds",
                "implicit": "holds", "curve_bound": "holds"},
    )


def _allowed(bound, mistakes):
    """A bound on the mistakes, shown as no less than what it is no less than: the mistakes, or even the rounds."""
    return upper(bound, T if bound >= T else mistakes)


def _nothing(bound):
    """What to say of a bound on the mistakes that no learner can exceed."""
    return ", no less than there are rounds, which says nothing" if bound >= T else ""


def _sentence(stream, order, f):
    """What is seen: the mistakes, what each bound allows, why neither a short nor a long u is best, and η."""
    n, M = text_of, f["M_last"]
    arrival = "" if stream.startswith("mail") or stream == "orthonormal" else ORDERS[order]
    labels = "" if stream != "noisy" else (
        f" with {counted(f['wrong_labels'], 'wrong label')}" if f["wrong_labels"] else " whose labels are all right")
    said = [f"After {f['t']} of {f['T']} rounds on {WORDS[stream]}{labels}{arrival}, the Perceptron has made "
            f"{counted(f['M'], 'mistake')}"
            + ("." if f["t"] == f["T"] else f"; after all of them it will be {M if M > f['M'] else 'no more'}.")]
    if f["separable"]:
        bound = f["bound_separable"]
        met = ("; here there are exactly as many" if M > 1 else "; here there is exactly one") if abs(M - bound) < 1e-6 * M else ""
        said.append(f"With the margin γ* = {n(f['margin'])} the bound on the mistakes in any order is (X/γ*)² = {_allowed(bound, M)}"
                    f"{_nothing(bound) or met}.")
    else:
        least = "more than rounding" if is_zero(f["margin_upper"], f["X"]) else f"a margin above {at_most(f['margin_upper'], 1)}"
        said.append(f"No u separates these examples by {least}, so the bound (X/γ)² does not apply.")
    said.append(f"T9 allows {_allowed(f['bound_U_last'], M)} mistakes by the best u of norm up to U = {n(f['U'])}, charged for U"
                f"{_nothing(f['bound_U_last'])}; this u itself errs on "
                f"{out_of(f['errors_u'], f['T'], 'example')}.")
    near = abs(f["norm_best"] / f["U"] - 1) < 0.02
    why = ("" if near else ", for a longer one costs more than it saves in hinge loss" if f["norm_best"] < f["U"] else
           ", for a shorter one saves less than it costs in hinge loss")
    said.append(f"The best u of all has norm {n(f['norm_best'])} and allows {_allowed(f['bound_best_last'], M)}"
                f"{_nothing(f['bound_best_last']) or why}; for this u T9’s implicit form L + ‖u‖X√M gives {_allowed(f['implicit_last'], M)}.")
    if f["eta"] == 1:
        said.append(f"Here η = 1 and ‖w‖ = {n(f['norm_w'])}; another η changes that length and no mistake.")
    else:
        eta, one = apart(f["eta"], 1.0)
        same = agree(M, "the mistake falls on the same round", "the mistakes fall on the same rounds")
        said.append(f"With η = {eta} ‖w‖ is {n(f['norm_w'])}, with η = {one} it is {n(f['norm_w_1'])}, and "
                    + (same if f["same_mistakes"] else "the mistakes are not the same, as rounding decides a tie") + ".")
    return joined(said)


COUNT = {"limits": (1, 10_000), "ticks": (1, 10, 100, 1000, 10_000), "scale": "log"}
PLANE = Panel("plane", "After round t: who is on which side",
              x=Axis("first direction shown", (-1.1, 1.1), (-1, 0, 1), unit="unit_x"),
              y=Axis("second direction shown", (-1.1, 1.1), (-1, 0, 1), unit="unit_y"), equal=True)
MISTAKES = Panel("mistakes", "Mistakes up to round t", x=Axis("t", (1, T), (1, 10, 100, 1000), scale="log", rounds=True),
                 y=Axis("mistakes", **COUNT), ratio=("mistakes", "radius_bound"))
CURVE = Panel("curve", "T9 at T, for the best u of each norm",
              x=Axis("‖u‖", (float(NORMS[0]), float(NORMS[-1])), RADII, scale="log"), y=Axis("mistakes", **COUNT), ratio=("mistakes_level", "curve_bound"))

STREAMS = tuple(WORDS)
_PLANE_ONLY = {name: () for name in STREAMS[2:]}
explorer = Explorer(
    name="perceptron",
    title="The Perceptron’s mistakes, and what bounds them",
    controls=(
        Control("t", "round t", "slider", ROUNDS, 1000, symbol="t", integer=True, baked=True, play=True),
        Control("U", "norm U = ‖u‖", "slider", RADII, 8.0, symbol="U", baked=True),
        Control("eta", "step η", "slider", ETAS, 1.0, symbol="η", baked=True),
        Control("stream", "stream", "choice", STREAMS, STREAMS[0],
                labels=("separable points", "wrong labels", "orthonormal examples", "real mail, shuffled",
                        "real mail, in file order")),
        Control("margin", "margin γ", "slider", (0.02, 0.05, 0.1, 0.2, 0.3, 0.5), 0.05, symbol="γ", allowed=_PLANE_ONLY),
        Control("noise", "noise", "slider", (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5), 0.1, symbol="noise",
                allowed=_PLANE_ONLY | {"separable": ()}),
        Control("order", "order of arrival", "choice", tuple(ORDERS), "drawn",
                labels=("as drawn", "all +1 first", "the most wrong next"), allowed=_PLANE_ONLY),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"orthonormal": (), "mail_file": ()}),
    ),
    panels=(PLANE, MISTAKES, CURVE),
    series=(
        Series("u_band", "plane", "u·x = ±1: beyond it no hinge loss on its side",
               Style("comparator", "even", 0.9), kind="segments"),
        Series("u_line", "plane", "u·x = 0, the best u of norm up to U", BEST),
        Series("w_before", "plane", "w·x = 0 before the latest mistake", NOW),
        Series("w_line", "plane", "w·x = 0 after round t", Style("ink", width=2.4)),
        Series("w_arrow", "plane", "w, its length on a log scale", Style("ink", width=4, ends="round")),
        Series("wrong_last", "plane", "the latest mistake", Style("ink", width=13), kind="points"),
        Series("wrong", "plane", f"a mistake (at most the latest {SHOWN_MISTAKES})",
               Style("bound", width=9), kind="points"),
        Series("minus", "plane", "label −1", Style("other", width=2.8, ends="square"), kind="points"),
        Series("plus", "plane", f"label +1 (at most the latest {SHOWN} examples, and the mistakes)",
               Style("measured", width=5.4), kind="points"),
        Series("round", "mistakes", "", NOW),
        Series("separable", "mistakes", "separable: (X/γ*)²", Style("bound", "dots", 2.2)),
        Series("radius_bound", "mistakes", "T9 or t, best u of norm up to U: {allowed_U}", Style("other", "dash-dot")),
        Series("best_bound", "mistakes", "T9 or t, best u of all: {allowed_best}", BOUND),
        Series("implicit", "mistakes", "the same u, L + ‖u‖X√M or t: {allowed_implicit}", Style("bound", width=0.9)),
        Series("mistakes", "mistakes", "mistakes Mₜ: {M}", MEASURED),
        Series("round_point", "mistakes", "this round", Style("ink"), kind="points"),
        Series("now", "curve", "", NOW),
        Series("curve_length", "curve", "the price of length, ‖u‖²X²", Style("soft", "short")),
        Series("curve_hinge", "curve", "the price of errors, L = Σ hinge losses", Style("soft", "long-dot")),
        Series("mistakes_level", "curve", "mistakes M at T: {M_last}", MEASURED),
        Series("curve_bound", "curve", "T9, which charges both", BOUND),
        Series("curve_least", "curve", "best u of all: {bound_best_last} at norm {norm_best}",
               Style("bound", width=6, ends="square"), kind="points"),
        Series("curve_now", "curve", "norm U: {bound_U_last}", Style("other", width=8), kind="points"),
    ),
    compute=frame,
    presets=(
        Preset("far fewer mistakes than allowed", {"t": T}, lambda f: f["separable"] and 10 * f["M_last"] < f["bound_best_last"]),
        Preset("exactly as many as allowed", {"stream": "orthonormal", "t": T},
               lambda f: f["separable"] and abs(f["M_last"] - f["bound_separable"]) < 1e-6),
        Preset("another η, the same mistakes", {"eta": ETAS[2], "t": T},
               lambda f: f["same_mistakes"] and abs(f["norm_w"] / f["norm_w_1"] - 10) < 1e-9),
        Preset("no u separates them", {"stream": "noisy", "t": T}, lambda f: not f["separable"] and f["errors_u"] > 0),
        Preset("file order: two mistakes", {"stream": "mail_file", "t": SPAM + 1}, lambda f: f["M"] == 2),
    ),
)
