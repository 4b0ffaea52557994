"""How much a learner can be made to pay: the reader's own signs, pushes, the orthogonal adversary, coins (T20, §5; E33).

U = G = 1, so that regrets in units of UG√T are R_T/√T. d = 1 and g_t = y_t, but for the orthogonal adversary, d = 2.
The step is k times the one that makes its learner's bound least: k·√2 for η/√t (T4), k/√2 for lazy steps, k/√T for the
constant step. Of steps 1/(σt) there is no such one: they are k/t, σ = 1/k. The minimax learners have no step.

Signs ±G are not the worst that |g_t| ≤ G allows: a push has shorter gradients, too, and costs some learners more.
"""

from functools import lru_cache

import numpy as np

from oco_core import bounds, games, learners, losses, play, streams, walks

from ..explorer import Axis, Control, Explorer, Frame, Panel, Preset, Series
from ..phrasing import agree, apart, at_least, in_units, joined, text_of, times, upper
from ..style import BEST, MEASURED, RIVAL, Style

ROUNDS = 16  # of the reader's game
ALL_GAMES = 2**ROUNDS
PATTERN = "+-+-+-+-+-+-++++"
FACTORS = (0.25, 0.5, 0.5**0.5, 1.0, 2**0.5, 2.0, 4.0)
LENGTHS = (16, 50, 100, 300, 1000)
GRID = np.array([1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1000])  # of T, in the first picture
EVERY = np.unique(np.concatenate([np.arange(1, 41), 2 * np.geomspace(20, 500, 40).round().astype(int)]))  # T of its lines
SLOW = 250  # the largest of these T where a round takes long: w_t is needed before the next gradient, or a sum over coins
EDGES = np.linspace(-2.5, 3.5, 61)  # of the bars in the last picture
LEARNERS = {"greedy": "steps η/√t", "lazy": "lazy steps", "constant": "a constant step (T known)",
            "inverse": "steps 1/(σt)", "minimax": "the minimax learner (T known)"}
GAMES = {"signs": "your signs", "push": "a push made for it", "orthogonal": "the orthogonal adversary", "coins": "a fair coin"}


def learner_for(name, k, T, d):
    """The learner, for T rounds; T may be an array of horizons, played side by side."""
    if name == "minimax":
        return (learners.minimax_line if d == 1 else learners.minimax)(T, 1.0, 1.0)
    if name == "constant":
        return learners.ogd_constant(k / np.sqrt(np.maximum(T, 1)), 1.0)
    same = np.ones(np.shape(T)) if np.ndim(T) else 1.0
    if name == "greedy":
        return learners.ogd(2**0.5 * k * same, 1.0)
    return learners.lazy(k / 2**0.5 * same, 1.0) if name == "lazy" else learners.strongly_convex(same / k, 1.0)


def push_for(name, k, T):
    """The stream that drives this learner to its bound: y (T,). Against 1/(σt): push to −1, rest, push to +1; the first
    push is at least as long as it takes, where a third of the rounds is enough for it."""
    if name == "greedy":
        return streams.zigzag(T, 2**0.5 * k).y
    if name != "inverse":
        return streams.alternating(T, {"lazy": k / 2**0.5, "constant": k}.get(name, 1.0)).y
    y, w, back = np.zeros(T), 0.0, int(T * np.exp(-2 / k))  # 2 = Σ k/t over the rounds after `back`, nearly
    reach = 1 + int(np.searchsorted(np.cumsum(k / np.arange(1, T + 1)), 1 - 1e-9))  # rounds until w = −1
    if back < reach <= T / 3:
        back = reach
    for t in range(1, back + 1):
        y[t - 1] = min(1.0, (w + 1) * t / k)
        w -= k / t * y[t - 1]
    y[back:] = -1.0
    return y


def dimension(stream):
    return 2 if stream == "orthogonal" else 1


def signs_from(text):
    return np.array([1.0 if c == "+" else -1.0 for c in text])


def text_from(y):
    return "".join("+" if v > 0 else "−" for v in y)


@lru_cache(maxsize=64)
def _every_game(name, k):
    """R of all 2^16 games, the worst signs, and how many games are as bad, up to rounding."""
    regrets = games.all_signs(learner_for(name, k, ROUNDS, 1), ROUNDS)
    worst = np.flatnonzero(regrets >= regrets.max() - 1e-9 * ROUNDS)
    return regrets, games.signs_of(int(worst[0]), ROUNDS), float(regrets[worst[0]]), len(worst)


@lru_cache(maxsize=64)
def _growth(stream, name, k, seed):
    """T and R_T: the record at each T ≤ 16, or one game for each T of the grid."""
    if stream == "signs":
        T = np.arange(1, ROUNDS + 1)
        shorter = [games.all_signs(learner_for(name, k, t, 1), t).max() for t in T[:-1]]
        return T, np.array([*shorter, _every_game(name, k)[2]])
    grid = GRID[GRID <= SLOW] if stream == "orthogonal" or name == "minimax" else GRID
    many, last = learner_for(name, k, grid, dimension(stream)), int(grid[-1])
    if stream == "orthogonal":
        run = play(many, losses.linear, streams.orthogonal(2), T=last, record="losses")
    else:
        y = np.zeros((len(grid), last))
        for row, T in zip(y, grid.tolist()):
            row[:T] = push_for(name, k, T) if stream == "push" else streams.random_signs(T, 1, seed).y
        run = play(many, losses.linear, np.ones((len(grid), last, 1)), y, record="losses")
    S = np.cumsum(run.y[..., None] * run.X, axis=1)
    rows = np.arange(len(grid)), grid - 1
    return grid, np.cumsum(run.losses, axis=1)[rows] + np.linalg.norm(S[rows], axis=-1)


@lru_cache(maxsize=64)
def _game(stream, name, k, signs, T, seed):
    """The one game of the second picture, a `Run`."""
    learner = learner_for(name, k, T, dimension(stream))
    if stream == "orthogonal":
        return play(learner, losses.linear, streams.orthogonal(2), T=T)
    y = {"signs": lambda: signs_from(signs), "push": lambda: push_for(name, k, T),
         "coins": lambda: streams.random_signs(T, 1, seed).y}[stream]()
    return play(learner, losses.linear, np.ones((T, 1)), y)


def _promise(name, k, T, d):
    """What the learner's own bound says at T, in units of its loss; of 1/(σt) what T7 would say."""
    if name == "minimax":
        return bounds.minimax_line(T, 1.0, 1.0) if d == 1 else bounds.minimax(T, 1.0, 1.0)
    if name == "constant":
        return bounds.ogd_constant(T, k / np.sqrt(T), 1.0, 1.0)
    if name == "inverse":
        return bounds.strongly_convex_harmonic(T, 1 / k, 1.0)
    return bounds.ogd(T, 2**0.5 * k, 1.0, 1.0) if name == "greedy" else bounds.lazy(T, k / 2**0.5, 1.0, 1.0)


@lru_cache(maxsize=256)
def _least(d, T):
    """The T of the lines in the first picture, those of its points among them, and what no learner can promise less than, in
    units of UG√T. For d = 1 an odd T costs more than both its neighbours do: E|S_T| is that of T + 1."""
    at = np.union1d(EVERY, np.append(GRID, T))
    return at, walks.mean_distance(at) / np.sqrt(at) if d == 1 else np.ones(len(at))


BOUNDS = {"greedy": bounds.ogd, "lazy": bounds.lazy, "constant": bounds.ogd_constant,
          "inverse": bounds.strongly_convex_harmonic}
#: The lines of the first picture: height, and for which learners and factors k it is the bound.
LINES = {"three": (3.0, {("greedy", FACTORS[2]), ("greedy", FACTORS[4])}), "root8": (8**0.5, {("greedy", 1.0)}),
         "root2": (2**0.5, {("lazy", 1.0)}), "one": (1.0, {("constant", 1.0)})}


def _bars(regrets):
    """Share of the games in each bin of R/√16, on a log scale, as bars from the bottom."""
    count, _ = np.histogram(np.clip(regrets / ROUNDS**0.5, EDGES[0], EDGES[-1] - 1e-9), EDGES + 1e-9)
    middle, share = (EDGES[1:] + EDGES[:-1]) / 2, count / len(regrets)
    return np.repeat(middle[count > 0], 2), np.column_stack([np.full(len(share), 1e-9), share])[count > 0].ravel()


def frame(learner, k, stream, signs, T, seed):
    params = {"learner": learner, "k": k, "stream": stream, "signs": signs, "T": T, "seed": seed}
    T = ROUNDS if stream == "signs" else T
    d, unit = dimension(stream), T**0.5
    run = _game(stream, learner, k, signs, T, seed)
    S = np.cumsum(run.y[:, None] * run.X, axis=0)
    paid, gain = np.cumsum(run.losses), np.linalg.norm(S, axis=1)
    paid[abs(paid) <= 1e-12 * T] = 0.0  # against the orthogonal adversary: rounding
    regret = float(paid[-1] + gain[-1])
    regrets, worst, record, equals = _every_game(learner, k)
    at, R = _growth(stream, learner, k, seed)
    bound = BOUNDS.get(learner, bounds.minimax_line if d == 1 else bounds.minimax)
    promise, holds = float(_promise(learner, k, T, d)), bool(bound.holds_for(run))
    mean, root = walks.mean_distance(ROUNDS), ROUNDS**0.5
    every, least = _least(d, T)

    t = np.unique(np.linspace(0, T, 101).round().astype(int))
    with_start = lambda v: np.concatenate([[0.0], v])[t] / unit
    w = run.w[:, 0]
    series = {
        **{name: ([1, 1000], [height, height]) for name, (height, _) in LINES.items()},
        "unavoidable": (every, least), "guarantee": (every, _promise(learner, k, every, d) / np.sqrt(every)),
        "regret": (at, R / np.sqrt(at)),
        "this_game": ([T], [regret / unit]),
        "w": (t / T, w[t]) if d == 1 else ([], []),
        "paid": (t / T, with_start(paid)), "gain": (t / T, with_start(gain)), "regret_t": (t / T, with_start(paid + gain)),
        "games": _bars(regrets),
        "mean_game": ([mean / root] * 2, [1e-9, 1e9]), "record": ([record / root] * 2, [1e-9, 1e9]),
        "yours": ([regret / root] * 2, [1e-9, 1e9]) if stream == "signs" else ([], []),
    }
    more = int((regrets > regret + 1e-9 * ROUNDS).sum()) if stream == "signs" else 0
    facts = {
        "T": T, "d": d, "k": k, "unit": unit, "regret": regret, "ratio": regret / unit, "loss_learner": float(paid[-1]),
        "gain": float(gain[-1]), "promise": promise, "promise_ratio": promise / unit, "bound_holds": holds,
        "least": walks.mean_distance(T) if d == 1 else unit,
        "least_ratio": walks.mean_distance(T) / unit if d == 1 else 1.0, "record": record, "record_ratio": record / root,
        "record_times": equals, "mean": mean, "mean_ratio": mean / root, "harder": more,
        "largest": float((R / np.sqrt(at)).max()),
    }
    n = text_of
    status = {name: "holds" if (learner, k) in held or name == "one" and (learner, d) == ("minimax", 2) else "reference"
              for name, (_, held) in LINES.items()}
    status |= {"guarantee": "holds" if holds else "fails", "unavoidable": "holds"}
    status |= {"w": "holds" if d == 1 else "absent", "yours": "holds" if stream == "signs" else "absent"}
    what = text_from(signs_from(signs)) if stream == "signs" else f"{GAMES[stream]}, d = {d}, T = {T}"
    return Frame(
        params=params, series=explorer.clipped(series), facts=facts, sentence=_sentence(stream, learner, facts, _too_short(stream, learner, run)),
        texts={"round.game": f"{what}: R = {n(regret)} = {in_units(regret / unit, f'UG√{T}')}",
               "round.record": f"{text_from(worst)}: R = {n(record)} = {in_units(record / root, f'UG√{ROUNDS}')}; {equals - 1} other "
                               f"{agree(equals - 1, 'game costs', 'games cost')} as much"},
        status=status)


def _too_short(stream, learner, run):
    """What a push is without where the game is too short for what comes before it: w at the other edge, or signs in turn."""
    if stream != "push":
        return ""
    if learner in ("greedy", "inverse"):
        return "it begins before w has come to the other edge of the ball" if run.w[:-1].min() > -1 + 1e-9 else ""
    return "none of them is left to prepare it" if len(set(np.sign(run.y))) < 2 else ""


def _sentence(stream, learner, f, too_short):
    """What is seen: the regret against the learner's own bound (``too_short``: what a push had no time for), what no learner
    avoids, and the record."""
    n = text_of
    step = {"minimax": ", which has no step (k is not used),", "inverse": f" with σ = {in_units(1 / f['k'], 'G/U')}"}.get(learner)
    if step is None:
        step = f", {times(f['k'], 3)} the tuned {'one' if learner == 'constant' else 'ones'},"
    said = [f"{LEARNERS[learner][0].upper()}{LEARNERS[learner][1:]}{step} against {GAMES[stream]}: after T = {f['T']} rounds "
            f"the regret is {n(f['regret'])}, that is {in_units(f['ratio'], 'UG√T')}."]
    if too_short:
        said.append(f"{f['T']} rounds are too few for this push: {too_short}.")
    dimension_, told = ("For d = 1", " and a known T") if f["d"] == 1 else ("For d ≥ 2", "")
    if learner == "inverse":
        said.append(f"T7’s logarithmic bound (G²/2σ)·H_T = {apart(f['promise'], f['regret'])[0]} does not apply, because linear losses "
                    f"are not strongly convex; here the regret is {'' if f['regret'] > f['promise'] else 'not '}above it.")
    else:
        said.append(f"Its bound, {upper(f['promise'], f['regret'])} at this T, holds.")
    if f["promise"] <= f["least"] * (1 + 1e-9) and learner != "inverse":
        said.append(f"{dimension_}{told} no learner can promise less than that.")
    else:
        said.append(f"{dimension_}{told} no learner can promise less than "
                    f"{at_least(f['least']) if f['d'] == 1 else 'UG√T = ' + n(f['least'])}.")
    if stream == "signs":
        if f["record_times"] == ALL_GAMES:
            said.append(f"Every one of the {ALL_GAMES} games of 16 signs costs the same: there is nothing to choose.")
        elif f["harder"] == 0:
            said.append(f"You hold the record: none of the {ALL_GAMES} games of 16 signs costs this learner more.")
        else:
            said.append(f"{f['harder']} of the {ALL_GAMES} games of 16 signs {agree(f['harder'], 'costs', 'cost')} it more; the "
                        f"record among them is {apart(f['record'], f['regret'])[0]}.")
    else:
        where = "In one dimension, of" if f["d"] > 1 else "Of"
        who = "the minimax learner for d = 1" if learner == "minimax" and f["d"] > 1 else "it"
        told = f", told T = {ROUNDS}," if learner in ("constant", "minimax") and f["T"] != ROUNDS else ""
        beaten = stream == "push" and f["T"] == ROUNDS and f["regret"] > f["record"] * (1 + 1e-9)
        record = apart(f["record"], f["regret"])[0] if beaten else n(f["record"])
        said.append(f"{where} all {ALL_GAMES} games of 16 signs the worst costs {who}{told} {record} = "
                    f"{in_units(f['record_ratio'], f'UG√{ROUNDS}')}" + ("; the push costs more, for its gradients need not be ±G." if beaten else "."))
    said.append(f"The mean regret over all these games is {n(f['mean'])} for every learner whatsoever.")
    return joined(said)


GROWTH = Panel(
    "growth", "Regret for each T",
    x=Axis("T", (1, 1000), (1, 10, 100, 1000), scale="log"), y=Axis("R / (UG√T)", (-1, 4), (-1, 0, 1, 2, 3, 4)),
    zooms=(0.2, 1), ratio=("regret", "guarantee"), levels=(0,),
)
GAME = Panel(
    "game", "This game by rounds",
    x=Axis("t", (0, 1), (0, 0.25, 0.5, 0.75, 1), unit="T", rounds=True), y=Axis("units of UG√T", (-2, 4), (-2, -1, 0, 1, 2, 3, 4)),
    zooms=(0.2, 1), levels=(0,),
)
ALL = Panel(
    "all", "All games of 16 signs, d = 1",
    x=Axis("R / (UG√16)", (-2.5, 3.5), (-2, -1, 0, 1, 2, 3)), y=Axis("share of the games", (1e-5, 1), (1e-5, 1e-4, 1e-3, 0.01, 0.1, 1),
                                                                  scale="log"),
)

explorer = Explorer(
    name="adversary",
    title="Play the adversary",
    controls=(
        Control("learner", "learner", "choice", tuple(LEARNERS), "greedy", symbol="learner", baked=True,
                labels=("η/√t", "lazy, η/√t", "constant step, T known", "1/(σt)", "minimax, T known")),
        Control("k", "step factor k", "slider", FACTORS, 1.0, symbol="k", baked=True, play=True, idle={"learner": ("minimax",)}),
        Control("stream", "adversary", "choice", tuple(GAMES), "signs",
                labels=("your own signs", "wait and push", "orthogonal, d = 2", "fair coins")),
        Control("T", "rounds T", "slider", LENGTHS, 100, symbol="T", integer=True, allowed={"signs": (), "orthogonal": LENGTHS[:-1]}),
        Control("seed", "seed", "slider", tuple(range(20)), 0, symbol="seed", integer=True,
                allowed={s: () for s in GAMES if s != "coins"}),
        Control("signs", "your gradients g₁ … g₁₆", "signs", ("+", "-"), PATTERN,
                allowed={s: () for s in GAMES if s != "signs"}),
    ),
    panels=(GROWTH, GAME, ALL),
    series=(
        Series("one", "growth", "1: constant step k = 1 or minimax, T known, any d; least possible for d ≥ 2",
               Style("other")),
        Series("root2", "growth", "√2: lazy steps, k = 1, T unknown, any d", Style("other", "even")),
        Series("root8", "growth", "√8: steps η/√t, k = 1, T unknown, any d", Style("other", "dash-dot")),
        Series("three", "growth", "3: steps η/√t, k = √2 or 1/√2, T unknown, any d", RIVAL),
        Series("unavoidable", "growth", "the least that a learner can promise, T known: {least_ratio}",
               Style("comparator", "dots", 2)),
        Series("guarantee", "growth", "this learner’s bound: {promise_ratio}",
               Style("bound", "long", 2.2), pinned=True),
        Series("regret", "growth", "regret; for your signs the largest among signs, at each T ≤ 16",
               MEASURED, pinned=True),
        Series("this_game", "growth", "this game: {ratio}", Style("ink", width=8), kind="points", pinned=True),
        Series("w", "game", "wₜ₊₁, in units of U", Style("soft", width=1)),
        Series("paid", "game", "the learner’s loss: {loss_learner} at T", Style("other", "dash-dot"), pinned=True),
        Series("gain", "game", "what the best fixed u gains: {gain} at T", BEST, pinned=True),
        Series("regret_t", "game", "their sum, the regret: {regret} at T", MEASURED, pinned=True),
        Series("games", "all", "share of the games", Style("soft", width=3.2), kind="segments"),
        Series("mean_game", "all", "mean, the same for every learner: {mean_ratio}", Style("comparator", "dots", 2)),
        Series("record", "all", "the record among signs: {record_ratio}", Style("bound", "long", 2)),
        Series("yours", "all", "your game: {ratio}", Style("ink", width=2.2)),
    ),
    compute=frame,
    presets=(
        Preset("the record of all 65536 games", {"signs": "-+-+-+-+-+-+++++"},
               lambda f: f["regret"] >= f["record"] * (1 - 1e-9) > f["mean"] and f["T"] == ROUNDS),
        Preset("a push costs nearly √8", {"stream": "push"}, lambda f: 0.9 * 8**0.5 < f["largest"] < 8**0.5),
        Preset("1/(σt): T7 does not apply", {"learner": "inverse", "stream": "push"},
               lambda f: not f["bound_holds"] and f["regret"] > 10 * f["promise"], {"growth": 0.2, "game": 0.2}),
        Preset("no learner can do better", {"learner": "constant", "stream": "orthogonal"},
               lambda f: f["bound_holds"] and abs(f["regret"] - f["least"]) < 1e-9 * f["T"]),
        Preset("nothing to choose", {"learner": "minimax"}, lambda f: f["record_times"] == ALL_GAMES),
    ),
)
