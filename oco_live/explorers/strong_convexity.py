"""Strong convexity: steps 1/(σt) against T7's bound, the bound as misprinted, and steps η/√t on the same losses.

One run of ``learners.strongly_convex`` (catalogue A3, T7; errata E1, E11) and its rival ``learners.ogd`` (A1, T3).

All losses but the quartic are l_t(w) = l(w·x_t, y_t) + σ/2·‖w‖². With the linear loss, g_t·w + σ/2·‖w‖² is
σ/2·‖w − c_t‖² with c_t = −g_t/σ, up to a constant, which no regret sees.
"""

from functools import lru_cache

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play, streams

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import CERTIFIED, apart, at_most, compared, is_zero, joined, leaving, or_zero, part_of, text_of
from ..style import BOUND, MEASURED, NOW, RIVAL, Style

SIGMAS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
RADII = (0.5, 1.0, 3.0, 10.0)
ETAS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
ALL_ETAS = 10 ** np.linspace(-2, 1.5, 29)  # of the curve over η
LENGTHS = (100, 200, 500, 1000, 2000, 4000)
WORDS = {"equality": "worst-case quadratics", "random": "random quadratics", "mail": "regularised hinge loss on mail",
         "quartic": "one and the same quartic"}
MINIMISER = 2.0  # of the quartic
EXPLODED = 1e50  # the w after it, up to 400 times its cube, still has a square that is a float


def equality(sigma, G):
    """The adversary of T7's equality, d = 1: it answers w_t with a loss whose slope at w_t is ±G, signs in turn."""
    def start(shape):
        sign = 1.0

        def answer(w):
            nonlocal sign
            sign = -sign
            return np.ones(1), sign * G - sigma * w[0]
        return answer
    return streams.Adversary("equality", 1, start)


def quartic(sigma, w):
    """f(w) = σ/2·(w − 2)² + (w − 2)⁴ and its slope: σ-strongly convex, and not of the form l(w·x, y)."""
    v = w - MINIMISER
    return sigma / 2 * v * v + v**4, sigma * v + 4 * v**3


def _descend(sigma, step, T, U):
    """Gradient descent on the quartic from 0: w_1 .. w_{n+1}, losses and slopes of the n ≤ T rounds up to |w| > EXPLODED.

    step(t): η_t, a number or an array for many runs at once."""
    w = 0.0 * step(1)
    path, values, slopes = [w], [], []
    for t in range(1, T + 1):
        value, slope = quartic(sigma, w)
        w = w - step(t) * slope
        if U is not None:
            w = np.clip(w, -U, U)
        path.append(w)
        values.append(value)
        slopes.append(slope)
        if U is None and abs(w) > EXPLODED:
            break
    return np.array(path), np.array(values), np.array(slopes)


def _rounds(T, n):
    """At most n rounds, evenly spread over ln t, with 1, 2, 3 and T among them."""
    return np.unique(np.concatenate([[1, 2, 3], np.geomspace(1, T, n)]).round().astype(int))


@lru_cache(maxsize=64)
def _ours(stream, sigma, G, U, T, seed):
    """The run of steps 1/(σt), projected unless U is None: (at, regret, w, gradient norms, u*, rest).

    ``rest`` is what the rival needs to meet the same losses: loss, X, y and comparators."""
    if stream == "quartic":
        w, values, slopes = _descend(sigma, lambda t: 1.0 / (sigma * t), T, U)
        u = MINIMISER if U is None else min(MINIMISER, U)
        at = _rounds(T, 48)
        at = at[at <= len(values)]
        regret = np.cumsum(values - quartic(sigma, u)[0])[at - 1]
        return at, regret, w[:, None], abs(slopes), np.array([u]), None
    if stream == "mail":
        loss, examples, n = losses.with_l2(losses.hinge, sigma), streams.mail(T, seed=seed), 12
    else:
        loss, n = losses.with_l2(losses.linear, sigma), 48
        if stream == "random":
            drawn = streams.random_signs(T, d=2, seed=seed)
            examples = streams.Stream("random", drawn.X, drawn.y * G / 2)
        else:
            examples = equality(sigma, G)
    run = play(learners.strongly_convex(sigma, U), loss, examples, T=T)
    at = _rounds(T, n)
    best = hindsight.comparators(loss, run.X, run.y, U, at)
    gradients = np.linalg.norm(run.slopes[:, None] * run.X + sigma * run.w[:-1], axis=1)
    return at, hindsight.regret(run, U, at, best).upper, run.w, gradients, best.u[-1], (loss, run.X, run.y, best)


@lru_cache(maxsize=64)
def _over_eta(stream, sigma, G, U, T, seed, radius):
    """The rival's R_T for every step of the third picture, all runs at once, on the losses of ``_ours``."""
    u, rest = _ours(stream, sigma, G, U, T, seed)[-2:]
    if rest is None:
        values = _descend(sigma, lambda t: ALL_ETAS / np.sqrt(t), T, radius)[1]
        return (values - quartic(sigma, u[0])[0]).sum(axis=0)
    loss, X, y, best = rest
    runs = play(learners.ogd(ALL_ETAS, radius), loss, X, y, record="losses")
    return runs.losses.sum(axis=1) - best.value[-1]


def _rival(stream, sigma, G, U, T, seed, radius, eta):
    """The rival's regret at ``at``, its w_1 .. w_{T+1}, and T3's G: at, regret, w, G."""
    at, _, _, _, u, rest = _ours(stream, sigma, G, U, T, seed)
    if rest is None:
        w, values, _ = _descend(sigma, lambda t: eta / np.sqrt(t), T, radius)
        at = _rounds(T, 48)
        return at, np.cumsum(values - quartic(sigma, u[0])[0])[at - 1], w[:, None], -quartic(sigma, -radius)[1]
    loss, X, y, best = rest
    run = play(learners.ogd(eta, radius), loss, X, y)
    return at, np.cumsum(run.losses)[at - 1] - best.value, run.w, losses.gradient_bound(loss, X, y, radius)


def frame(stream, sigma, G, projection, U, eta, T, seed):
    params = {"stream": stream, "sigma": sigma, "G": G, "projection": projection, "U": U, "eta": eta, "T": T, "seed": seed}
    radius, U = U, U if projection == "ball" else None  # the rival's ball, and the learner's
    key = stream, sigma, G, U, T, seed
    at, regrets, w, gradients, u, rest = _ours(*key)
    rival_at, rivals, rival_w, rival_G = _rival(*key, radius, eta)
    over_eta = _over_eta(*key, radius)
    if stream == "mail":  # a loss of slope at most X, regularised: gradients up to 2X, wherever it is played
        G = 2 * float(np.linalg.norm(rest[1], axis=1).max())
    elif stream == "quartic":  # the steepest point of the ball, which need not be where the learner is
        G = float(-quartic(sigma, -radius)[1])
    exploded = len(gradients) < T
    G_seen, norm_u = float(gradients.max()), float(np.linalg.norm(u))
    holds = G_seen <= G * (1 + 1e-9)
    unit = G * G / (2 * sigma)
    with np.errstate(over="ignore"):
        seen = np.minimum(np.cumsum((gradients / G) ** 2 / np.arange(1, len(gradients) + 1)), 1e300)
    regret, rival = float(regrets[-1]), float(rivals[-1])
    bound, logarithm = bounds.strongly_convex_harmonic(T, sigma, G), bounds.strongly_convex(T, sigma, G)
    printed = bounds.strongly_convex_as_printed(T, sigma, G)
    above = at[regrets > bounds.strongly_convex_as_printed(at, sigma, G) * (1 + 1e-9)]
    T3_applies = norm_u <= radius * (1 + 1e-12)
    T3 = bounds.ogd(T, eta, radius, rival_G)
    far = lambda points: np.linalg.norm(points - u, axis=1)
    grid = _rounds(T, 24)
    end = np.full(2, max(regret, 1e-12) / unit)

    series = {
        "regret": (at, regrets / unit),
        "harmonic": (grid, bounds.strongly_convex_harmonic(grid, sigma, G) / unit),
        "logarithm": (grid, bounds.strongly_convex(grid, sigma, G) / unit),
        "printed": (grid, bounds.strongly_convex_as_printed(grid, sigma, G) / unit),
        "seen": (at, seen[at - 1]),
        "rival": (rival_at, rivals / unit),
        "distance": _distances(far(w), exploded),
        "rival_distance": _distances(far(rival_w), False),
        "ours_level": (ALL_ETAS[[0, -1]], end),
        "rival_eta": (ALL_ETAS, np.maximum(over_eta, 1e-12) / unit),
        "rival_bound": (ALL_ETAS, bounds.ogd(T, ALL_ETAS, radius, rival_G) / unit),
        "now": ([eta, eta], [1e-9, 1e9]),
        "rival_now": ([eta], [max(rival, 1e-12) / unit]),
    }
    clipped = explorer.clipped(series)
    best_eta = int(np.argmin(over_eta))
    facts = {
        "T": T, "d": w.shape[1], "sigma": sigma, "G": G, "U": radius, "eta": eta, "unit": unit, "G_seen": G_seen,
        "regret": regret, "bound": bound, "bound_logarithm": logarithm, "bound_printed": printed,
        "bound_seen": float(seen[-1] * unit), "ratio": regret / bound, "T7_holds": holds,
        "above_printed": regret > printed * (1 + 1e-9), "above_from": int(above[0]) if len(above) else 0,
        "regret_rival": rival, "bound_rival": T3, "T3_holds": T3_applies, "G_rival": rival_G,
        "regret_rival_least": float(over_eta[best_eta]), "eta_rival_least": float(ALL_ETAS[best_eta]),
        "norm_comparator": norm_u, "norm_largest": float(np.linalg.norm(w, axis=1).max()),
        "distance_last": float(far(w[-1:])[0]), "rounds": len(gradients), "exploded": exploded,
    }
    status = "holds" if holds else "fails"
    return Frame(
        params=params, series=clipped, facts=facts, sentence=_sentence(stream, projection, facts, clipped, len(above) == len(at)),
        texts={"regret.note": f"in units of G²/(2σ) = {text_of(unit)}"},
        status={"harmonic": status, "logarithm": status, "printed": "fails",
                "rival_bound": "holds" if T3_applies else "fails"},
    )


def _distances(d, exploded):
    """t and ‖w_t − u*‖ at the rounds of the picture; all rounds of a run that exploded."""
    at = np.arange(1, len(d) + 1) if exploded else _rounds(len(d), 48)
    return at, np.maximum(d[at - 1], 1e-9)


def _words(stream, projection, f):
    """The losses; a ball that cuts off steps of the learner takes from the worst case what makes it the worst."""
    if stream == "equality" and projection == "ball" and f["regret"] < f["bound"] * (1 - CERTIFIED):
        return "quadratics that are the worst case only without projection"
    return WORDS[stream]


def _sentence(stream, projection, f, series, always):
    """What is seen: regret, bound and misprint (``always``: it is crossed in every round), the rival, and which assumption
    fails."""
    n = text_of
    outside = MINIMISER if stream == "quartic" and f["U"] < MINIMISER else 0 if f["T3_holds"] else f["norm_comparator"]
    radius = apart(f["U"], outside)[0]
    if f["exploded"]:
        said = [f"On {WORDS[stream]} with σ = {n(f['sigma'])} the iterates explode without projection: after "
                f"{f['rounds']} rounds |w| = {n(f['norm_largest'], 2)}, although the minimiser is {n(MINIMISER)}. T7 needs a G that "
                f"bounds the gradients met; in the ball of radius U = {radius} that is {n(f['G'])}, and here it is "
                f"{n(f['G_seen'], 2)}: the bound does not apply. "
                + ("Projecting on the ball cures it." if f["U"] >= MINIMISER else
                   f"Projecting on a ball cures it; to hold the minimiser it needs U ≥ {n(MINIMISER)}.")]
    else:
        regret = or_zero(f["regret"], f["bound"])
        where = f"At T = {f['T']} on {_words(stream, projection, f)} the regret of steps 1/(σt) is {regret}"
        name, given = "T7’s bound (G²/2σ)·H_T", f"with G = {n(f['G'])} and σ = {n(f['sigma'])}"
        if f["regret"] > 0 and not is_zero(f["regret"], f["bound"]):
            part = part_of(f["regret"], f["bound"], f"{name} =", 3 if f["ratio"] > 0.99 else 2)
            said = [f"{where}: {part} {given}."]
        else:
            below = "" if is_zero(f["regret"], f["bound"]) else ", below zero"
            said = [f"{where}{below}; {name} is {n(f['bound'])} {given}."]
        printed = apart(f["bound_printed"], f["regret"])[0]
        if f["above_printed"]:
            already = ("" if f["above_from"] == f["T"] else ", and has been from the first round on" if f["above_from"] == 1 and always else
                       f", as it was after round {f['above_from']} already")
            said.append(f"It is above the printed (G²/2σ)·ln(T+1) = {printed}, which does not hold (E1){already}.")
        elif f["above_from"]:
            said.append(f"It was above the printed (G²/2σ)·ln(t+1) at t = {f['above_from']}, which does not hold (E1).")
        else:
            said.append(f"It stays below the printed (G²/2σ)·ln(T+1) = {printed}, which does not hold for all losses (E1).")
        if stream == "quartic" and projection == "ball" and f["U"] < MINIMISER:
            said.append(f"The ball of radius U = {radius} does not hold the minimiser {n(MINIMISER)}: the "
                        "comparator is the best u of the ball.")
    rival = (f"Steps η/√t with η = {n(f['eta'])} in the ball of radius U = {radius} have regret "
             f"{or_zero(f['regret_rival'], f['bound_rival'])} on the same losses")
    if not f["T3_holds"]:
        norm = apart(f["norm_comparator"], f["U"])[0]
        said.append(f"{rival}; the best u has norm {norm}, outside that ball, so T3 promises nothing.")
    else:
        size = compared(f["regret_rival"], f["regret"])
        said.append(f"{rival}, {size} steps 1/(σt); T3 promises at most {at_most(f['bound_rival'])}.")
    out = [word for word, name in (("regret", "regret"), ("rival’s regret", "rival"))
           if max(series[name]["y"]) >= REGRET.y.limits[1] / min(REGRET.zooms)
           or min(series[name]["y"]) <= REGRET.y.limits[0] / min(REGRET.zooms)]
    return joined([*said, leaving(out)])


REGRET = Panel(
    "regret", "Regret up to round t",
    x=Axis("t", (1, 4000), (1, 10, 100, 1000), scale="log", rounds=True),
    y=Axis("regret", (-1, 10), (0, 2, 4, 6, 8, 10), unit="unit"),
    zooms=(0.1, 1, 4), zoom={None: 1, "mail": 4}, ratio=("regret", "harmonic"), levels=(0,),
)
DISTANCE = Panel(
    "distance", "Distance from the best u",
    x=Axis("t", (1, 4000), (1, 10, 100, 1000), scale="log", rounds=True),
    y=Axis("‖wₜ − u*‖", (1e-4, 1e6), (1e-4, 1e-2, 1, 100, 1e4, 1e6), scale="log"),
)
STEPS = Panel(
    "steps", "Regret at T for every η",
    x=Axis("η", (0.008, 40), (0.01, 0.1, 1, 10), scale="log"),
    y=Axis("regret", (1e-5, 1e4), (1e-4, 0.01, 1, 100, 1e4), unit="unit", scale="log"),
    ratio=("rival_eta", "rival_bound"),
)

explorer = Explorer(
    name="strong_convexity",
    title="Strongly convex losses: steps 1/(σt) and their logarithmic regret",
    controls=(
        Control("sigma", "curvature σ", "slider", SIGMAS, 1.0, symbol="σ", baked=True),
        Control("eta", "the rival’s step η", "slider", ETAS, 1.0, symbol="η", baked=True, play=True),
        Control("U", "radius U", "slider", RADII, 3.0, symbol="U", baked=True),
        Control("projection", "projection", "choice", ("none", "ball"), "none", symbol="projection",
                labels=("none", "on radius U"), baked=True),
        Control("stream", "losses", "choice", tuple(WORDS), "equality",
                labels=("worst case, unprojected", "random", "hinge on mail", "quartic")),
        Control("G", "gradient bound G", "slider", (0.25, 0.5, 1.0, 2.0, 4.0), 1.0, symbol="G",
                allowed={"mail": (), "quartic": ()}),
        Control("T", "rounds T", "slider", LENGTHS, 1000, symbol="T", integer=True),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"equality": (), "quartic": ()}),
    ),
    panels=(REGRET, DISTANCE, STEPS),
    series=(
        Series("printed", "regret", "as printed in two of the notes: (G²/2σ)·ln(t+1), {bound_printed} at T",
               Style("soft", width=2), fails="does not hold"),
        Series("logarithm", "regret", "(G²/2σ)·(1 + ln t): {bound_logarithm} at T", Style("bound", "dots")),
        Series("harmonic", "regret", "T7’s bound (G²/2σ)·Hₜ: {bound} at T", BOUND),
        Series("seen", "regret", "T7 with the gradients met: Σ‖gₛ‖²/(2σs)", Style("bound", width=0.9), pinned=True),
        Series("rival", "regret", "regret of steps η/√t: {regret_rival} at the end", RIVAL, pinned=True),
        Series("regret", "regret", "regret of steps 1/(σt): {regret} at the end", MEASURED, pinned=True),
        Series("rival_distance", "distance", "steps η/√t", RIVAL, pinned=True),
        Series("distance", "distance", "steps 1/(σt)", MEASURED, pinned=True),
        Series("now", "steps", "", NOW),
        Series("rival_bound", "steps", "T3’s bound for steps η/√t", BOUND, pinned=True),
        Series("rival_eta", "steps", "regret of steps η/√t", RIVAL, pinned=True),
        Series("ours_level", "steps", "regret of steps 1/(σt)", MEASURED, pinned=True),
        Series("rival_now", "steps", "this η", Style("ink"), kind="points", pinned=True),
    ),
    compute=frame,
    presets=(
        Preset("the bound of the notes is crossed", {},
               lambda f: f["T7_holds"] and f["above_printed"] and f["regret"] <= f["bound"] * (1 + 1e-9)),
        Preset("σ small: steps η/√t win", {"stream": "random", "sigma": SIGMAS[0]}, lambda f: 5 * f["regret_rival"] < f["regret"]),
        Preset("mail: steps 1/(σt) win", {"stream": "mail"},
               lambda f: f["d"] == 49 and 3 * f["regret"] < f["regret_rival"], {"regret": 1}),
        Preset("the iterates explode", {"stream": "quartic"}, lambda f: f["exploded"] and not f["T7_holds"]),
        Preset("the projection cures it", {"stream": "quartic", "projection": "ball"},
               lambda f: not f["exploded"] and f["T7_holds"] and f["norm_largest"] > 0.99 * f["U"] > f["norm_comparator"]),
    ),
)
