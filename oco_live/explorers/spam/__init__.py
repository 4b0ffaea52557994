"""A spam filter that learns online on real mail (catalogue D21, A13, T24; E25, E37).

Gradient descent with steps cU²/√t on f_t(w) = (y_t − a_w(x_t))², beside the best fixed filter for the messages so far
and beside the same learner with the gradient that forgets y_t, (a_w(x_t)/M)·x_t, as if no message were spam (E25). U is
the notes' R; every U is a run and a comparator of its own here, to show that nothing depends on it but w.
"""

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import BEST, BOUND, MEASURED, NOW, Style
from ..written import OWN, rounds_control
from .curves import ERRORS, REGRET, WEIGHTS, curves, facts
from .measure import EXAMPLES, ORDERS, OWN_ROUNDS, RADII, ROUNDS, STEPS, T, measure, messages
from .words import FEATURES, WORDS, words


def frame(**params):
    m = measure(**params)
    f = facts(m)
    return Frame(params=params, series=explorer.clipped(curves(m)), facts=f, **words(m, f),
                 status={"report": "holds" if f["T24_holds"] else "reference", "limit": "holds", "sharp": "holds"})


BLIND = Style("other", "dash-dot")
HERE = {role: Style(role, width=8) for role in ("soft", "comparator", "bound", "measured")}  # after message t

explorer = Explorer(
    # The one idea: the online filter errs little more than the best fixed one.
    name="spam",
    title="An online spam filter",
    controls=(
        Control("t", "message t", "slider", ROUNDS, {None: T, OWN: OWN_ROUNDS[-1]}, symbol="t", integer=True,
                baked=True, first=True, play=True, allowed={OWN: OWN_ROUNDS}),
        Control("c", "step c", "slider", STEPS, 2.0, symbol="c", baked=True, first=True, tuned="c_star"),
        Control("stream", "order of arrival", "choice", tuple(WORDS), "shuffled",
                labels=("shuffled mail", "in file order", "alternating", "your own messages")),
        rounds_control(EXAMPLES, ORDERS, messages, "your messages: %,%:spam; …"),
        Control("words", "xₜ counts", "choice", tuple(FEATURES), "counted", labels=("the 48 words", "all words"),
                symbol="x", baked=True, allowed={OWN: ()}),
        Control("U", "radius U (the notes’ R)", "slider", RADII, 1.0, symbol="U", baked=True),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={"file": (), "alternating": (), OWN: ()}),
    ),
    panels=(ERRORS, WEIGHTS, REGRET),
    series=(
        Series("now_errors", "errors", "", NOW, frames=False),
        Series("errors_blind", "errors", "without yₜ in the gradient (E25): {errors_blind_percent} %", BLIND,
               pinned=True, end="without y", first=False),
        Series("loss_half", "errors", "mean loss where every confidence is ½: 25 %", Style("soft", "dots"), end="½",
               first=False),
        Series("loss_blind", "errors", "loss without yₜ (E25), in % of 1: {loss_blind_percent}", BLIND, pinned=True,
               end="its loss", first=False),
        Series("loss_best", "errors", "mean loss of the best fixed filter, in % of 1: {loss_best_percent}",
               Style("comparator", "dots"), pinned=True, end="best loss", first=False),
        Series("loss", "errors", "mean loss of the online filter, in % of 1: {loss_percent}",
               Style("measured", width=1.1), pinned=True, end="loss", first=False),
        Series("errors_none", "errors", "all called what most are: {errors_constant_percent} %", Style("soft"),
               end="no filter"),
        Series("errors_best", "errors", "best fixed filter for the first t: {errors_best_percent} %", BEST, pinned=True,
               end="best fixed"),
        Series("errors", "errors", "the online filter: {errors_percent} %", MEASURED, pinned=True, end="online filter"),
        Series("none_here", "errors", "", HERE["soft"], kind="points", value="errors_constant_percent"),
        Series("best_here", "errors", "", HERE["comparator"], kind="points", value="errors_best_percent"),
        Series("errors_here", "errors", "", HERE["measured"], kind="points", value="errors_percent"),
        Series("weights", "words", "online filter", Style("measured", width=7.5), kind="segments"),
        Series("weights_best", "words", "best fixed filter", Style("comparator", width=5.5, ends="square"),
               kind="points"),
        Series("now_regret", "regret", "", NOW, frames=False),
        Series("trivial", "regret", "t: no regret is above it", Style("soft", "dots"), pinned=True, end="t",
               first=False, frames=False),
        Series("report", "regret", "T24, for c = 2: 3√t", Style("bound", width=2), pinned=True, end="T24", first=False),
        Series("sharp", "regret", "sharper form for long streams: {sharp}", Style("bound", "even"), pinned=True,
               end="sharper", first=False),
        Series("regret_blind", "regret", "without yₜ in the gradient (E25): {regret_blind}", BLIND, pinned=True,
               end="without y", first=False),
        Series("limit", "regret", "bound for this c, (2/c + c)√t: {bound}", BOUND, pinned=True, end="bound"),
        Series("regret", "regret", "the online filter: {regret}", MEASURED, pinned=True, end="regret"),
        Series("limit_here", "regret", "", HERE["bound"], kind="points", pinned=True, value="bound"),
        Series("regret_here", "regret", "", HERE["measured"], kind="points", pinned=True, value="regret"),
    ),
    compute=frame,
    presets=(
        Preset("300 messages: it is still learning", {"t": 300}, lambda f: f["errors"] > 1.5 * f["errors_best"] > 0.1),
        Preset("all words: no better than no filter", {"words": "all"},
               lambda f: f["errors_best"] >= f["errors_constant"] > 0.3),
        Preset("c too large", {"c": STEPS[-1]}, lambda f: f["limit"] > 2 * 8**0.5 and f["regret_root"] > 0.2),
        Preset("regret far below zero", {"stream": "file", "words": "all"}, lambda f: f["regret"] < -0.2 * f["t"]),
        Preset("alternating: worse than a coin", {"stream": "alternating", "words": "all", "t": 1000},
               lambda f: f["errors"] > 0.5),
    ),
)
