"""How much a learner can be made to pay: the reader's own signs, pushes, the orthogonal adversary, coins (T20, §5;
E33).

U = G = 1, so that regrets in units of UG√T are R_T/√T. d = 1 and g_t = y_t, but for the orthogonal adversary, d = 2.
The step is k times the one that makes its learner's bound least: k·√2 for η/√t (T4), k/√2 for lazy steps, k/√T for the
constant step. Of steps 1/(σt) there is no such one: they are k/t, σ = 1/k. The minimax learners have no step.

Signs ±G are not the worst that |g_t| ≤ G allows: a push has shorter gradients, too, and costs some learners more.
"""

from ...explorer import Control, Explorer, Frame, Preset, Series
from ...style import BEST, BOUND, MEASURED, RIVAL, Style
from ..sources import OWN, OWN_WORDS, rounds_control
from ..unwritten import SERIES, nothing
from .curves import ALL, GAME, GROWTH, curves, facts, statuses
from .measure import ALL_GAMES, FACTORS, LENGTHS, PATTERN, ROUNDS, measure, short_gradients
from .words import GAMES, LEARNERS, words

NOT_CURVED = "does not apply: linear losses are not strongly convex"  # of T7, the only bound here that may fail


def frame(**params):
    m = measure(**params)
    f = facts(m)
    none, absent = nothing("adversary")
    return Frame(params=params, series=explorer.clipped(curves(m) | none), facts=f, **words(m, f),
                 status=statuses(m) | absent)


explorer = Explorer(
    # The one idea: you set the signs, and the learner pays, never more than its bound.
    name="adversary",
    title="Play the adversary",
    controls=(
        Control("signs", "your gradients g₁ … g₁₆", "signs", ("+", "-"), PATTERN, first=True,
                allowed={s: () for s in GAMES if s != "signs"}),
        Control("k", "step factor k", "slider", FACTORS, 1.0, symbol="k", baked=True, first=True, play=True,
                idle={"learner": ("minimax",)}),
        Control("learner", "learner", "choice", tuple(LEARNERS), "greedy", symbol="learner", baked=True,
                labels=("steps η/√t", "lazy steps η/√t", "constant step, T known", "steps 1/(σt)", "minimax, T known")),
        Control("stream", "adversary", "choice", tuple(GAMES), "signs",
                labels=("your own signs", "wait and push", "orthogonal, d = 2", "fair coins", OWN_WORDS)),
        rounds_control(("0.7;-0.8;1;-0.9;-1;-1;-1;-1", "1,0;0,1;-1,0"), [s for s in GAMES if s != OWN],
                       short_gradients),
        Control("T", "rounds T", "slider", LENGTHS, 100, symbol="T", integer=True,
                allowed={"signs": (), "orthogonal": LENGTHS[:-1], OWN: ()}),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={s: () for s in GAMES if s != "coins"}),
    ),
    panels=(GAME, ALL, GROWTH),
    series=(
        Series("w", "game", "wₜ₊₁, in units of U", Style("soft", width=1), end="w", first=False),
        Series("paid", "game", "the learner’s loss: {loss_learner} at T", Style("other", "dash-dot"), pinned=True,
               end="loss", first=False),
        Series("gain", "game", "what the best fixed u gains: {gain} at T", BEST, pinned=True, end="gain", first=False),
        Series("bound_t", "game", "this learner’s bound", BOUND, pinned=True, end="bound", value="promise",
               fails=NOT_CURVED),
        Series("record_t", "game", "the record among signs", Style("soft", "dots"), end="record", value="record"),
        Series("regret_t", "game", "the regret of this game, loss and gain together", MEASURED, pinned=True,
               end="this game", value="regret"),
        Series("games", "all", "all games", Style("soft", width=3.2), kind="segments"),
        Series("costlier", "all", "games that cost more than yours", Style("ink", width=3.2), kind="segments"),
        Series("mean_game", "all", "mean, the same for every learner: {mean}", Style("comparator", "dots", 2),
               end="mean", value="mean"),
        Series("record", "all", "the record among signs", Style("soft", "dots"), end="record", value="record"),
        Series("yours", "all", "your game", MEASURED, end="you", value="regret"),
        Series("one", "growth", "1: constant step k = 1 or minimax, T known, any d; least possible for d ≥ 2",
               Style("other"), end="1", first=False),
        Series("root2", "growth", "√2: lazy steps, k = 1, T unknown, any d", Style("other", "even"), end="√2",
               first=False),
        Series("root8", "growth", "√8: steps η/√t, k = 1, T unknown, any d", Style("other", "dash-dot"), end="√8",
               first=False),
        Series("three", "growth", "3: steps η/√t, k = √2 or 1/√2, T unknown, any d", RIVAL, end="3", first=False),
        Series("unavoidable", "growth", "least promise possible, T known: {least_ratio}",
               Style("comparator", "dots", 2), end="minimax"),
        Series("guarantee", "growth", "this learner’s bound: {promise_ratio}", BOUND, pinned=True, end="bound",
               fails=NOT_CURVED),
        Series("records", "growth", "the record among signs, at each T ≤ 16", Style("soft", "dots"), end="record",
               value="record_ratio"),
        Series("regret", "growth", "regret of one game for each T", MEASURED, pinned=True, end="regret"),
        Series("this_game", "growth", "this game", Style("measured", width=8), kind="points", pinned=True,
               value="ratio"),
        *SERIES["adversary"],
    ),
    compute=frame,
    presets=(
        Preset("the record of all 65 536 games", {"signs": "-+-+-+-+-+-+++++"},
               lambda f: f["regret"] >= f["record"] * (1 - 1e-9) > f["mean"] and f["T"] == ROUNDS),
        Preset("a push costs nearly √8", {"stream": "push"}, lambda f: 0.9 * 8**0.5 < f["largest"] < 8**0.5),
        Preset("1/(σt): T7 does not apply", {"learner": "inverse", "stream": "push"},
               lambda f: not f["bound_holds"] and f["regret"] > 10 * f["promise"]),
        Preset("no learner can do better", {"learner": "constant", "stream": "orthogonal"},
               lambda f: f["bound_holds"] and abs(f["regret"] - f["least"]) < 1e-9 * f["T"]),
        Preset("nothing to choose", {"learner": "minimax"}, lambda f: f["record_times"] == ALL_GAMES),
    ),
)
