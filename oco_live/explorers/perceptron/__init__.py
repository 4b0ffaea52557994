"""The Perceptron's mistakes against T8 and T9, for the best u of norm U and the best of all (catalogue A4; E8, E10,
E46).

T = 4601 examples, as many as there are messages; the slider stands after round t. The step η changes only the length of
w_t (erratum E8): each η is a run of its own here, so the reader sees that rather than being told.

In the plane (d = 2, hyperplanes through the origin) both coordinates are shown. For d > 2 the picture has the
coordinates û·x and ŵ·x, with û and ŵ the unit vectors along u and w_{t+1}: a linear map, so who is on which side
remains true.
"""

from dataclasses import replace

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import BEST, BOUND, MEASURED, NOW, Style
from .curves import CURVE, MISTAKES, PLANE, SHOWN, SHOWN_MISTAKES, curves, facts, plane, run_curves, run_facts
from .measure import ETAS, RADII, ROUNDS, SPAM, T, measure, measure_run
from .words import ORDERS, WORDS, run_words, words


def frame(**params):
    m = measure_run(**params)
    f = run_facts(m)
    early = Frame(params=params, series=explorer.clipped(run_curves(m)), facts=f, **run_words(m, f), status={})
    yield early
    measure(m)
    shown, units = plane(m.run.X, m.run.y, m.run, m.t, m.of_norm.u)
    f = early.facts | facts(m, units)
    yield replace(
        early, series=early.series | explorer.clipped(curves(m, shown)), facts=f, **words(m, f),
        status={"separable": "holds" if m.separable else "fails", "radius_bound": "holds", "best_bound": "holds",
                "implicit": "holds", "curve_bound": "holds"})


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
        Control("margin", "margin γ", "slider", (0.02, 0.05, 0.1, 0.2, 0.3, 0.5), 0.05, symbol="γ",
                allowed=_PLANE_ONLY),
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
        Series("radius_bound", "mistakes", "T9 or t, u best at T, of norm up to U: {allowed_U}",
               Style("other", "dash-dot")),
        Series("best_bound", "mistakes", "T9 or t, u best at T: {allowed_best}", BOUND),
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
        Preset("far fewer mistakes than allowed", {"t": T},
               lambda f: f["separable"] and 10 * f["M_last"] < f["bound_best_last"]),
        Preset("exactly as many as allowed", {"stream": "orthonormal", "t": T},
               lambda f: f["separable"] and abs(f["M_last"] - f["bound_separable"]) < 1e-6),
        Preset("another η, the same mistakes", {"eta": ETAS[2], "t": T},
               lambda f: f["same_mistakes"] and abs(f["norm_w"] / f["norm_w_1"] - 10) < 1e-9),
        Preset("no u separates them", {"stream": "noisy", "t": T}, lambda f: not f["separable"] and f["errors_u"] > 0),
        Preset("file order: two mistakes", {"stream": "mail_file", "t": SPAM + 1}, lambda f: f["M"] == 2),
    ),
)
