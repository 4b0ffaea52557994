"""The Perceptron's mistakes against T8 and T9, for the best u of norm U and the best of all (catalogue A4; E8, E10,
E46).

T = 4601 examples, as many as there are messages, or as many as the reader has written; the slider stands after round t.
The step η changes only the length of w_t (erratum E8): each η is a run of its own here, so the reader sees that rather
than being told.

In the plane (d = 2, hyperplanes through the origin) both coordinates are shown. For d > 2 the picture has the
coordinates û·x and ŵ·x, with û and ŵ the unit vectors along u and w_{t+1}: a linear map, so who is on which side
remains true.
"""

# The one idea: mistakes happen near the line, and the margin limits how many there can be.

from dataclasses import replace

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import BEST, BOUND, MEASURED, NOW, Style
from ..unwritten import SERIES, nothing
from ..written import OWN, OWN_WORDS, labelled, rounds_control
from .curves import CURVE, MISTAKES, PLANE, SHOWN_MISTAKES, curves, facts, plane, run_curves, run_facts
from .measure import ETAS, MARGINS, OWN_ROUNDS, RADII, ROUNDS, SPAM, T, measure, measure_run
from .words import STREAMS, run_words, words


def frame(**params):
    m = measure_run(**params)
    f = run_facts(m)
    none, absent = nothing("perceptron")
    early = Frame(params=params, series=explorer.clipped(run_curves(m) | none), facts=f, **run_words(m, f),
                  status=absent)
    yield early
    measure(m)
    shown, units = plane(m)
    f = early.facts | facts(m, units)
    yield replace(
        early, series=early.series | explorer.clipped(curves(m, shown)), facts=f, **words(m, f),
        status=dict.fromkeys(("margin", "margin_bound"), "holds" if m.separable else "fails")
        | dict.fromkeys(("radius_bound", "best_bound", "implicit", "curve_bound"), "holds") | absent)


EXAMPLES = ("0.5,0.1:1;-0.7,-0.7:-1;0.8,0:1;-0.9,-0.3:-1;-0.5,-0.1:-1;0.8,0.4:1;-0.2,0.9:1;-0.7,0.3:-1",
            "1:1;-1:1;2:-1")
_PLANE_ONLY = {name: () for name in STREAMS[2:]}
explorer = Explorer(
    name="perceptron",
    title="The Perceptron’s mistakes",
    controls=(
        Control("t", "round t", "slider", ROUNDS, {None: 1000, OWN: 200}, symbol="t", integer=True, baked=True,
                first=True, play=True, allowed={OWN: OWN_ROUNDS}),
        Control("margin", "margin γ", "slider", MARGINS, 0.05, symbol="γ", baked=True, first=True,
                allowed=_PLANE_ONLY),
        Control("U", "norm U = ‖u‖", "slider", RADII, 8.0, symbol="U", baked=True),
        Control("eta", "step η", "slider", ETAS, 1, symbol="η"),
        Control("stream", "stream", "choice", STREAMS, STREAMS[0],
                labels=("separable points", "wrong labels", "orthonormal examples", "real mail, shuffled",
                        "real mail, in file order", OWN_WORDS)),
        rounds_control(EXAMPLES, STREAMS[:-1], labelled),
        Control("noise", "noise", "slider", (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5), 0.1, symbol="noise",
                allowed=_PLANE_ONLY | {"separable": ()}),
        Control("order", "order of arrival", "choice", ("drawn", "positive", "wrong"), "drawn",
                labels=("as drawn", "all +1 first", "the most wrong next"), allowed=_PLANE_ONLY),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"orthonormal": (), "mail_file": (), OWN: ()}),
    ),
    panels=(PLANE, MISTAKES, CURVE),
    series=(
        Series("u_band", "plane", "u·x = ±1: beyond it no hinge loss on its side",
               Style("comparator", "even", 0.9), kind="segments", first=False, frames=False),
        Series("u_line", "plane", "u·x = 0, the best u of norm up to U", BEST, first=False, frames=False),
        Series("w_before", "plane", "w·x = 0 before the latest mistake", NOW, first=False, frames=False),
        Series("margin", "plane", "the margin of the best line, on either side", BOUND, kind="segments",
               end="margin γ", value="margin_drawn"),
        Series("w_line", "plane", "w·x = 0 after round t", Style("ink", width=2.4), end="line w·x = 0"),
        Series("side_plus", "plane", "", Style("ink", width=8, ends="plus"), kind="points", frames=False),
        Series("side_minus", "plane", "", Style("ink", width=8, ends="minus"), kind="points", frames=False),
        Series("w_arrow", "plane", "w, its length on a log scale", Style("ink", width=4, ends="round"), first=False,
               frames=False),
        Series("wrong_last", "plane", "the latest mistake", Style("measured", width=22, ends="ring"), kind="points",
               first=False, frames=False),
        Series("minus", "plane", "label −1", Style("soft", width=9, ends="minus"), kind="points"),
        Series("plus", "plane", "label +1", Style("soft", width=9, ends="plus"), kind="points"),
        Series("wrong", "plane", f"a mistake: it turned the line (the latest {SHOWN_MISTAKES})",
               Style("measured", width=15, ends="ring"), kind="points", end="mistakes", value="M"),
        Series("round", "mistakes", "", NOW, frames=False),
        Series("radius_bound", "mistakes", "T9 or t, u best at T, of norm up to U: {allowed_U}",
               Style("other", "dash-dot"), first=False, frames=False),
        Series("best_bound", "mistakes", "T9 or t, u best at T: {allowed_best}", Style("bound", "dash-dot"),
               end="T9", value="allowed_last"),
        Series("implicit", "mistakes", "the same u, L + ‖u‖X√M or t: {allowed_implicit}", Style("bound", width=0.9),
               first=False, frames=False),
        Series("margin_bound", "mistakes", "(X/γ*)²: {bound_separable}", BOUND, end="(X/γ)²",
               value="bound_separable", fails="does not apply: no w separates the examples"),
        Series("later", "mistakes", "", Style("soft", width=1.1)),
        Series("mistakes", "mistakes", "mistakes Mₜ: {M}", MEASURED, end="mistakes", value="M"),
        Series("round_point", "mistakes", "this round", Style("ink"), kind="points"),
        Series("now", "curve", "", NOW, frames=False),
        Series("curve_length", "curve", "the price of length, ‖u‖²X²", Style("soft", "short"), first=False,
               frames=False),
        Series("curve_hinge", "curve", "the price of errors, L = Σ hinge losses", Style("soft", "long-dot"),
               first=False, frames=False),
        Series("mistakes_level", "curve", "mistakes M at T: {M_last}", MEASURED, end="mistakes", value="M_last"),
        Series("curve_bound", "curve", "T9, which charges both", BOUND, end="T9"),
        Series("curve_least", "curve", "best u of all: {bound_best_last} at norm {norm_best}",
               Style("bound", width=6, ends="square"), kind="points", end="least", value="bound_best_last"),
        Series("curve_now", "curve", "norm U: {bound_U_last}", Style("other", width=8), kind="points"),
        *SERIES["perceptron"],
    ),
    compute=frame,
    presets=(
        Preset("far fewer mistakes than allowed", {"t": T},
               lambda f: f["separable"] and 10 * f["M_last"] < f["bound_best_last"]),
        Preset("exactly as many as allowed", {"stream": "orthonormal", "t": T},
               lambda f: f["separable"] and abs(f["M_last"] - f["bound_separable"]) < 1e-6),
        Preset("another η, the same mistakes", {"eta": 10, "t": T},
               lambda f: f["same_mistakes"] and abs(f["norm_w"] / f["norm_w_1"] - 10) < 1e-9, show=("w_arrow",)),
        Preset("no line separates them", {"stream": "noisy", "t": T},
               lambda f: not f["separable"] and f["errors_u"] > 0),
        Preset("file order: two mistakes", {"stream": "mail_file", "t": SPAM + 1}, lambda f: f["M"] == 2),
    ),
)
