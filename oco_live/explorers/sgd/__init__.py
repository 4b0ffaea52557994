"""Gradient descent, SGD and mini-batch SGD on one training set in the plane, against T22 (A7, A8, A11; E22, E27).

f is the mean loss over m = 20 fixed examples, or over the reader's own; all three descents start at the same w_1 and
have the same steps. What is said of "on average" is a mean over 50 runs with its standard error; the paths are those of
the first run. Each step draws a shuffled order, and a batch of size b is its first b examples, so that the batches of
different b are nested.
"""

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import BEST, BOUND, MEASURED, RIVAL, Style
from ..written import OWN, rounds_control
from .curves import EXCESS, PLANE, WORK, curves, facts, statuses
from .measure import (  # noqa: F401  training_set: for the chapter
    BATCHES,
    EXAMPLES,
    FACTORS,
    LENGTHS,
    LEVELS,
    SCHEDULES,
    STARTS,
    examples,
    measure,
    point,
    training_set,
)
from .words import WORDS, words


def frame(**params):
    m = measure(**params)
    f = facts(m)
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f), status=statuses(m))


_GIVEN = {name: () for name in WORDS if name != OWN}
NO_BALL = "does not apply without the projection"

explorer = Explorer(
    # The one idea: a noisy step keeps the promise of an exact one, which b does not move.
    name="sgd",
    title="Gradient descent and SGD",
    controls=(
        Control("eta", "step η, in D/G", "slider", FACTORS, 1.0, symbol="η", baked=True, first=True, play=True),
        Control("b", "batch size b", "slider", BATCHES, 5, symbol="b", integer=True, baked=True, first=True),
        Control("stream", "training set", "choice", tuple(WORDS), "valley",
                labels=("narrow valley", "absolute loss", "hinge loss", "your own examples")),
        rounds_control(EXAMPLES, _GIVEN, examples, "your examples: x₁,x₂:y; …"),
        Control("start", "start: w₁,w₂", "text", STARTS, STARTS[0], symbol="w₁", reads=point, allowed=_GIVEN),
        Control("schedule", "steps", "choice", tuple(SCHEDULES), "sqrt", symbol="the choice of steps", baked=True,
                labels=tuple(SCHEDULES.values())),
        Control("projection", "projection", "choice", ("ball", "none"), "ball", labels=("on the ball", "none")),
        Control("T", "steps T", "slider", LENGTHS, 400, symbol="T", integer=True),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True),
    ),
    panels=(EXCESS, PLANE, WORK),
    series=(
        Series("bound_T22", "excess", "T22, 3GD/(2√t): {bound} at T", Style("bound", width=1.4), end="T22",
               first=False, fails=NO_BALL),
        Series("bound_general", "excess", "T22’s proof for these steps: {bound_any}", Style("bound", "short"),
               pinned=True, end="proof", first=False, fails=NO_BALL),
        Series("bound_here", "excess", "the bound for these steps", BOUND, pinned=True, end="bound",
               value="bound_here", fails=NO_BALL),
        Series("excess_run", "excess", "last iterate, the run shown: {last}", Style("other", "dots", 1.1), pinned=True,
               end="its last w", first=False),
        Series("excess_average", "excess", "average, the run shown: {average}", Style("measured", width=1),
               pinned=True, end="one run", first=False),
        Series("excess_last", "excess", "last iterate, mean of all runs", RIVAL, pinned=True, end="last w",
               value="mean_last"),
        Series("excess_mean", "excess", "average, mean of all runs", MEASURED, pinned=True, end="average",
               value="mean"),
        *(Series(f"contour_{k}", "plane", "" if k else "level sets of f",
                 Style("soft", width=0.7), kind="segments") for k in range(len(LEVELS))),
        Series("path_sgd", "plane", "SGD, b = 1", Style("other", width=0.9), pinned=True),
        Series("path_mini", "plane", "mini-batch, b = {b}", Style("measured"), pinned=True),
        Series("path_gd", "plane", "gradient descent", Style("comparator", "long", 2.2), pinned=True),
        *(Series(f"average_{name}", "plane", f"average w̄ of {words}", Style(role, width=width, ends="square"),
                 kind="points", end="w̄", first=False)
          for name, words, role, width in (("sgd", "SGD", "other", 4), ("mini", "mini-batch SGD", "measured", 6.5),
                                           ("gd", "gradient descent", "comparator", 9))),
        Series("start", "plane", "where all begin", Style("ink", width=7), kind="points", end="w₁"),
        Series("least", "plane", "the least f in the ball", Style("ink", width=10), kind="points", end="min f"),
        Series("work_sgd", "work", "SGD, b = 1: {mean_sgd} at T", RIVAL, pinned=True, end="b = 1"),
        Series("work_mini", "work", "mini-batch SGD, b = {b}: {mean} at T", MEASURED, pinned=True, end="b"),
        Series("work_gd", "work", "gradient descent: {mean_gd} at T", BEST, pinned=True, end="b = m"),
    ),
    compute=frame,
    presets=(
        Preset("the last iterate beats the average", {"b": 10}, lambda f: f["mean_last"] < 0.2 * f["mean"]),
        Preset("the average beats the last iterate", {"stream": "absolute"},
               lambda f: f["mean"] < 0.4 * f["mean_last"]),
        Preset("one example a step: noise", {"stream": "hinge", "b": 1}, lambda f: f["mean"] > 10 * f["mean_gd"]),
        Preset("η too small", {"eta": FACTORS[0]}, lambda f: f["eta"] < 1 and f["mean"] > 0.05 * f["start"]),
        Preset("without projection it runs away", {"eta": FACTORS[-1], "projection": "none"}, lambda f: f["ran_away"]),
    ),
)
