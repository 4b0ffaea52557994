"""Strong convexity: steps 1/(σt) against T7's bound, the bound as misprinted, and steps η/√t on the same losses.

One run of ``learners.strongly_convex`` (catalogue A3, T7; errata E1, E11) and its rival ``learners.ogd`` (A1, T3).

All losses but the quartic are l_t(w) = l(w·x_t, y_t) + σ/2·‖w‖². With the linear loss, g_t·w + σ/2·‖w‖² is
σ/2·‖w − c_t‖² with c_t = −g_t/σ, up to a constant, which no regret sees.

One idea: with curvature the regret grows like ln t, and steps η/√t do not use it.
"""

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import BOUND, MEASURED, NOW, RIVAL, Style
from ..sources import OWN, OWN_WORDS, rounds_control, rounds_fit
from ..unwritten import SERIES, nothing
from .curves import DISTANCE, REGRET, STEPS, curves, facts
from .measure import ETAS, LENGTHS, RADII, SIGMAS, measure
from .words import words


def frame(rounds, **params):
    m = measure(written=rounds, **params)
    none, absent = nothing("strong_convexity")
    series, f = explorer.clipped(curves(m) | none), facts(m)
    status = "holds" if m.holds else "fails"
    return Frame(params={"rounds": rounds} | params, series=series, facts=f, **words(m, f),
                 status={"harmonic": status, "logarithm": status, "printed": "fails",
                         "rival_bound": "holds" if m.T3_applies else "fails"} | absent)


STREAMS = "equality", "random", "mail", "quartic", OWN
TOO_STEEP = "does not apply: gradients longer than G"

explorer = Explorer(
    name="strong_convexity",
    title="Strongly convex losses",
    controls=(
        Control("sigma", "curvature σ", "slider", SIGMAS, 1.0, symbol="σ", baked=True, first=True),
        Control("eta", "rival’s step η", "slider", ETAS, 1.0, symbol="η", baked=True, first=True, play=True),
        Control("U", "radius U", "slider", RADII, 3.0, symbol="U", baked=True),
        Control("projection", "projection", "choice", ("none", "ball"), "none", symbol="projection",
                labels=("none", "on radius U"), baked=True),
        Control("stream", "losses", "choice", STREAMS, "equality",
                labels=("worst case, unprojected", "random", "hinge on mail", "quartic", OWN_WORDS)),
        rounds_control(("1;-1;1;-1;1;1;1;1", "1,0;0,2:-1"), STREAMS[:-1]),
        Control("G", "gradient bound G", "slider", (0.25, 0.5, 1.0, 2.0, 4.0), 1.0, symbol="G",
                allowed={"mail": (), "quartic": (), OWN: ()}),
        Control("T", "rounds T", "slider", LENGTHS, 1000, symbol="T", integer=True, allowed={OWN: ()}),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"equality": (), "quartic": (), OWN: ()}),
    ),
    panels=(REGRET, DISTANCE, STEPS),
    series=(
        Series("printed", "regret", "as printed in two of the notes: (G²/2σ)·ln(t+1), {bound_printed} at T",
               Style("soft", width=2), end="as printed", value="bound_printed", first=False, frames=False,
               fails="does not hold"),
        Series("logarithm", "regret", "(G²/2σ)·(1 + ln t): {bound_logarithm} at T", Style("bound", "dots"),
               end="1 + ln t", value="bound_logarithm", first=False, frames=False, fails=TOO_STEEP),
        Series("seen", "regret", "T7 with the gradients met: Σ‖gₛ‖²/(2σs)", Style("bound", width=0.9), pinned=True,
               first=False, frames=False),
        Series("rival", "regret", "regret of steps η/√t: {regret_rival} at the end", RIVAL, end="η/√t",
               value="regret_rival", frames=False, pinned=True),
        Series("regret", "regret", "regret of steps 1/(σt): {regret} at the end", MEASURED, end="1/(σt)",
               value="regret", pinned=True),
        Series("harmonic", "regret", "T7’s bound (G²/2σ)·Hₜ: {bound} at T", BOUND, end="bound", value="bound",
               frames=False, fails=TOO_STEEP),
        Series("rival_distance", "distance", "steps η/√t", RIVAL, end="η/√t", pinned=True),
        Series("distance", "distance", "steps 1/(σt)", MEASURED, end="1/(σt)", pinned=True),
        Series("now", "steps", "", NOW, frames=False),
        Series("rival_bound", "steps", "T3’s bound for steps η/√t", BOUND, end="T3 bound", pinned=True,
               fails="does not apply: the best u is outside the rival’s ball"),
        Series("rival_eta", "steps", "regret of steps η/√t", RIVAL, end="η/√t", pinned=True),
        Series("ours_level", "steps", "regret of steps 1/(σt)", MEASURED, end="1/(σt)", pinned=True),
        Series("rival_now", "steps", "this η: {regret_rival}", Style("ink"), kind="points", value="regret_rival",
               pinned=True),
        *SERIES["strong_convexity"],
    ),
    compute=frame,
    fits=rounds_fit,
    presets=(
        Preset("the bound of the notes is crossed", {"sigma": 0.3},
               lambda f: f["T7_holds"] and f["above_printed"] and f["regret"] <= f["bound"] * (1 + 1e-9),
               show=("printed",)),
        Preset("σ small: steps η/√t win", {"stream": "random", "sigma": SIGMAS[0]},
               lambda f: 5 * f["regret_rival"] < f["regret"]),
        Preset("mail: steps 1/(σt) win", {"stream": "mail"},
               lambda f: f["d"] == 49 and 3 * f["regret"] < f["regret_rival"]),
        Preset("the iterates explode", {"stream": "quartic"}, lambda f: f["exploded"] and not f["T7_holds"]),
        Preset("the projection cures it", {"stream": "quartic", "projection": "ball"},
               lambda f: (not f["exploded"] and f["T7_holds"]
                          and f["norm_largest"] > 0.99 * f["U"] > f["norm_comparator"])),
    ),
)
