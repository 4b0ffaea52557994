"""The kernel Perceptron on points of the plane, its regions growing with each mistake; beside it the largest margin,
and the rule as printed (catalogue A6, A12, T10, T27, T28; E14).

A stream here is a data set with a family of kernels, so that only the slider of that family is on; the reader's own
points have the Gaussian one. K ≥ 0 on all of them, hence the printed rule says −1 for ever: its region is empty, and
its errors are the examples with label +1.
"""
# The one idea: each mistake is stored and changes the region; with a kernel that suits the data it becomes right.

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import BOUND, MEASURED, NOW, RIVAL, Style
from ..written import OWN, rounds_control
from .curves import COUNTS, MARGIN, PLANE, curves, facts
from .measure import (  # noqa: F401  CERTIFIED: for the tests
    CERTIFIED,
    DEGREES,
    EXAMPLES,
    OWN_ROUNDS,
    ROUNDS,
    STREAMS,
    WIDTHS,
    T,
    measure,
    points,
)
from .words import words


def frame(**params):
    m = measure(**params)
    f = facts(m)
    drawn = "holds" if m.margin else "absent"
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"bound": "holds"}
                 | dict.fromkeys(("region_margin", "edge_margin", "band", "support", "support_now"), drawn))


_POLYNOMIAL = [name for name in STREAMS if name.endswith("polynomial")]
_OF = {"polynomial": {name: () for name in STREAMS if name not in _POLYNOMIAL},
       "gaussian": dict.fromkeys(_POLYNOMIAL, ())}
explorer = Explorer(
    name="kernels",
    title="The kernel Perceptron",
    controls=(
        Control("t", "round t", "slider", ROUNDS, {None: 60, OWN: T}, symbol="t", integer=True, baked=True, first=True,
                play=True, allowed={OWN: OWN_ROUNDS}),
        Control("degree", "degree n", "slider", DEGREES, 2, symbol="n", integer=True, baked=True, first=True,
                allowed=_OF["polynomial"]),
        Control("gamma", "width² γ", "slider", WIDTHS, 0.1, symbol="γ", baked=True, first=True,
                allowed=_OF["gaussian"]),
        Control("stream", "data and kernel", "choice", STREAMS, "xor_polynomial",
                labels=("XOR, degree n", "ring, degree n", "moons, degree n", "XOR, Gaussian", "ring, Gaussian",
                        "moons, Gaussian", "your own points, Gaussian")),
        rounds_control(EXAMPLES, STREAMS[:-1], points, "your points: x₁,x₂:y; …"),
        Control("noise", "noise", "slider", (0.0, 0.05, 0.1, 0.2, 0.3, 0.5), 0.0, symbol="noise",
                allowed={OWN: ()}),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True, allowed={OWN: ()}),
    ),
    panels=(PLANE, MARGIN, COUNTS),
    series=(
        Series("region", "plane", "it says +1 (f > 0)", Style("measured", width=0.7), kind="segments"),
        Series("edge", "plane", "f = 0", Style("ink", width=2, ends="round"), kind="segments", end="f = 0"),
        Series("latest", "plane", "the latest mistake", Style("measured", width=22, ends="ring"), kind="points",
               first=False),
        Series("minus", "plane", "label −1", Style("soft", width=9, ends="minus"), kind="points"),
        Series("plus", "plane", "label +1", Style("soft", width=9, ends="plus"), kind="points"),
        Series("stored", "plane", "stored: a mistake when it came", Style("measured", width=15, ends="ring"),
               kind="points", end="mistakes", value="M"),
        Series("region_margin", "margin", "it says +1", Style("comparator", width=0.7), kind="segments"),
        Series("edge_margin", "margin", "f* = 0, the largest margin",
               Style("comparator", width=2, ends="round"), kind="segments"),
        Series("band", "margin", "f* = ±1: no example inside",
               Style("comparator", width=0.9, ends="round"), kind="segments"),
        Series("minus_margin", "margin", "", Style("soft", width=9, ends="minus"), kind="points"),
        Series("plus_margin", "margin", "", Style("soft", width=9, ends="plus"), kind="points"),
        Series("support", "margin", "support vectors: {support}", Style("comparator", width=15, ends="ring"),
               kind="points", end="support vectors"),
        Series("round", "counts", "", NOW, frames=False),
        Series("bound", "counts", "T10, or t: {allowed}", BOUND, pinned=True, end="T10", value="allowed_last"),
        Series("printed_errors", "counts", "errors of the printed rule (E14): {printed_errors}", RIVAL, first=False,
               frames=False),
        Series("support_now", "counts", "support vectors of the largest margin",
               Style("comparator", width=8, ends="square"), kind="points", first=False, frames=False),
        Series("later", "counts", "", Style("soft", width=1.1)),
        Series("mistakes", "counts", "mistakes = stored examples: {M}", MEASURED, end="mistakes", value="M"),
        Series("round_point", "counts", "this round", Style("ink"), kind="points"),
    ),
    compute=frame,
    presets=(
        Preset("XOR: no line will do", {"degree": 1, "t": T},
               lambda f: not f["separable"] and f["wrong_now"] > 0.4 * f["t"]),
        Preset("XOR: degree 2 will do", {"t": T},
               lambda f: f["certified"] and f["wrong_now"] == 0 and f["features"] == 6),
        Preset("γ too small: many support vectors", {"stream": "moons_gaussian", "gamma": WIDTHS[0], "t": T},
               lambda f: f["support"] > 0.4 * f["t"]),
        Preset("γ too large: hardly separated", {"stream": "moons_gaussian", "gamma": WIDTHS[-1], "t": T},
               lambda f: f["certified"] and f["wrong_now"] > 0.1 * f["t"]),
        Preset("few support vectors", {"stream": "moons_polynomial", "degree": 6, "t": T},
               lambda f: 0 < f["support"] < 0.1 * f["t"]),
    ),
)
