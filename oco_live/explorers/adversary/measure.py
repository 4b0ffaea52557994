"""The games: learners, pushes, the records among all games of 16 signs, and what bounds them."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from oco_core import bounds, games, learners, losses, play, streams, walks
from oco_core.engine import check

from ..sources import OWN

ROUNDS = 16  # of the reader's game
ALL_GAMES = 2**ROUNDS
PATTERN = "+-+-+-+-+-+-++++"
FACTORS = (0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 4.0)
LENGTHS = (16, 50, 100, 300, 1000)
GRID = np.array([1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1000])  # of T, in the first picture
EVERY = np.union1d(np.arange(1, 41), 2 * np.geomspace(20, 500, 40).round().astype(int))  # T of its lines
SLOW = 250  # the largest of these T where a round takes long: it waits for w_t, or sums over coins


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


def short_gradients(rounds):
    """`streams.written`, with gradients y_t·x_t of at most G = 1."""
    stream = streams.written(rounds)
    for t, length in enumerate(np.linalg.norm(stream.y[:, None] * stream.X, axis=1), 1):
        if length > 1 + 1e-12:
            check.fail("rounds", rounds, f"gradients of length up to 1, unlike the {length:.4g} of round {t}")
    return stream


def dimension(stream, rounds=""):
    return streams.written(rounds).X.shape[1] if stream == OWN else 2 if stream == "orthogonal" else 1


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
def _growth(stream, name, k, seed, rounds):
    """T and R_T: the record at each T ≤ 16, or one game for each T of the grid; of the reader's own rounds the first T.
    """
    if stream == "signs":
        T = np.arange(1, ROUNDS + 1)
        shorter = [games.all_signs(learner_for(name, k, t, 1), t).max() for t in T[:-1]]
        return T, np.array([*shorter, _every_game(name, k)[2]])
    grid = GRID[GRID <= SLOW] if stream == "orthogonal" or name == "minimax" else GRID
    if stream == OWN:
        examples = streams.written(rounds)
        grid = np.union1d(np.arange(1, ROUNDS + 1), np.append(grid, len(examples.y)))
        grid = grid[grid <= len(examples.y)]
    many, last = learner_for(name, k, grid, dimension(stream, rounds)), int(grid[-1])
    if stream == OWN:
        y = np.where(np.arange(last) < grid[:, None], examples.y, 0.0)
        run = play(many, losses.linear, np.tile(examples.X, (len(grid), 1, 1)), y, record="losses")
    elif stream == "orthogonal":
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
def _game(stream, name, k, signs, T, seed, rounds=""):
    """The one game of the second picture, a `Run`."""
    learner = learner_for(name, k, T, dimension(stream, rounds))
    if stream == OWN:
        return play(learner, losses.linear, streams.written(rounds))
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


def _promise_along(name, k, t, T, d):
    """What that bound says of the first t rounds of a game of T: the learners that know T have T's step throughout,
    and minimax pays no more after t rounds than after T, the others of which may have gradients 0."""
    if name == "minimax":
        return np.full(len(t), float(_promise(name, k, T, d)))
    return bounds.ogd_constant(t, k / np.sqrt(T), 1.0, 1.0) if name == "constant" else _promise(name, k, t, d)


@lru_cache(maxsize=256)
def _least(d, T):
    """The T of the lines in the first picture, those of its points among them, and what no learner can promise less
    than, in units of UG√T. For d = 1 an odd T costs more than both its neighbours do: E|S_T| is that of T + 1."""
    at = np.union1d(EVERY, np.append(GRID, T))
    return at, walks.mean_distance(at) / np.sqrt(at) if d == 1 else np.ones(len(at))


BOUNDS = {"greedy": bounds.ogd, "lazy": bounds.lazy, "constant": bounds.ogd_constant,
          "inverse": bounds.strongly_convex_harmonic}


def _regret_along(run):
    """The learner's losses so far, and what the best fixed u gains, after 1 .. T rounds."""
    paid, gain = np.cumsum(run.losses), np.linalg.norm(np.cumsum(run.y[:, None] * run.X, axis=0), axis=1)
    for sums in (paid, gain):  # rounding, against the orthogonal adversary and where rounds cancel
        sums[abs(sums) <= 1e-12 * run.T] = 0.0
    return paid, gain


def measure(learner, k, stream, signs, T, seed, rounds):
    """The one game, the regret at other T, the records among signs, and the learner's bound."""
    T = ROUNDS if stream == "signs" else len(streams.written(rounds).y) if stream == OWN else T
    d, run = dimension(stream, rounds), _game(stream, learner, k, signs, T, seed, rounds)
    paid, gain = _regret_along(run)
    regrets, worst, record, equals = _every_game(learner, k)
    best = sum(_regret_along(_game("signs", learner, k, text_from(worst), T, 0))) if stream == "signs" else []
    t, grid = np.unique(np.linspace(0, T, 101).round().astype(int)), np.linspace(0, 1, 51) ** 2
    at, R = _growth(stream, learner, k, seed, rounds)
    every, least = _least(d, T)
    bound = BOUNDS.get(learner, bounds.minimax_line if d == 1 else bounds.minimax)
    return SimpleNamespace(
        learner=learner, k=k, stream=stream, signs=signs, T=T, d=d, unit=T**0.5, run=run, paid=paid, gain=gain,
        t=t, grid=grid, along=_promise_along(learner, k, T * grid, T, d), record_along=best,
        regret=float(paid[-1] + gain[-1]), regrets=regrets, worst=worst, record=record, equals=equals, at=at, R=R,
        promise=float(_promise(learner, k, T, d)), holds=bool(bound.holds_for(run, G=1.0)),
        mean=walks.mean_distance(ROUNDS),
        root=ROUNDS**0.5, every=every, least=least, guarantee=_promise(learner, k, every, d) / np.sqrt(every))
