"""Exercises of the chapter on lower bounds: the orthogonal adversary (T20) and the minimax learner in the ball (§5)."""

import itertools
from functools import lru_cache

import numpy as np

from oco_core import learners, losses, play, streams
from oco_core.streams.stream import Adversary

from ..explorer import Series
from ..style import MEASURED, Style
from . import properties
from .exercise import Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number, vector
from .plane import plane

# ---- an adversary that takes √T from everybody, U = G = 1

#: As the explorer has them with k = 1.
_LEARNERS = {
    "greedy": lambda T: learners.ogd(2**0.5, 1.0), "lazy": lambda T: learners.lazy(2**-0.5, 1.0),
    "constant": lambda T: learners.ogd_constant(T**-0.5, 1.0), "inverse": lambda T: learners.strongly_convex(1.0, 1.0),
    "minimax": lambda T: learners.minimax(T, 1.0, 1.0),
}
_WHO = {"greedy": "steps η/√*t*", "lazy": "lazy steps", "constant": "the constant step", "inverse": "steps 1/*t*",
        "minimax": "the minimax learner"}
_LENGTHS = (1, 2, 3, 4, 16)


class _NotAllowed(Exception):
    """A gradient that is longer than 1, or no number."""


def _game(answer, name, T):
    """The run of a learner against the reader's gradients."""
    def start(shape):
        S, t = np.zeros(2), 0

        def gradient(w):
            nonlocal S, t
            g, t = vector(answer(w.copy(), S.copy()), 2), t + 1
            if not np.linalg.norm(g) <= 1 + 1e-9:
                raise _NotAllowed(t, g, w)
            S = S + g
            return g, 1.0
        return gradient
    return play(_LEARNERS[name](T), losses.linear, Adversary("reader", 2, start), T=T)


def _regret(run):
    return float(run.losses.sum() + np.linalg.norm(run.X.sum(axis=0)))


def _check_adversary(names):
    answer, only = function(names, "answer"), properties.printing(names)
    plain = Link("adversary", {"stream": "orthogonal", "learner": "greedy", "k": 1.0, "T": 16})
    try:
        runs = {(T, name): _game(answer, name, T) for T in _LENGTHS for name in _LEARNERS}
    except _NotAllowed as error:
        t, g, w = error.args
        if not np.isfinite(g).all():
            return Verdict(False, f"in round {t} your gradient is [not a number](measured).",
                           "In round 1 *w* is 0, and every *g* is orthogonal to it: take any of length 1.", link=plain)
        return Verdict(False, f"in round {t} your gradient has the length [{number(np.linalg.norm(g))}](measured), "
                       "above [1](bound).", "Divide it by its length.", link=plain)
    share = {key: _regret(run) / key[0]**0.5 for key, run in runs.items()}
    slip = max(float(abs(run.losses).max()) for run in runs.values())
    forced = min(share.values()) >= 1 - 1e-9
    worst = min(share, key=share.get)
    checks = (Check("every learner has a regret of at least √*T*", forced,
                    f"least: {number(share[worst])}·√*T*, {_WHO[worst[1]]}, *T* = {worst[0]}"),
              Check("no round earns or costs a learner anything", None if forced else slip <= 1e-9,
                    f"largest loss: {number(slip)}"))
    told = "five learners, each for 1, 2, 3, 4 and 16 rounds"
    key = next((key for key, value in share.items() if value < 1 - 1e-9), (16, "greedy"))
    run = only(lambda: _game(answer, key[1], key[0]))
    link = Link("adversary", {"stream": "own", "learner": key[1], "k": 1.0, "rounds": properties.rounds_text(run.X)})
    if forced:
        return Verdict(True, f"in 16 rounds steps η/√*t* pay [{number(_regret(run))}](measured), at least [4](bound).",
                       "‖*S*‖² grows by 1 or more in each round, and no learner can keep it from that."
                       if slip <= 1e-9 else "What the learners earn in some rounds they lose in others.", checks,
                       pictures=(_sums(run),), link=link, tried=told)
    hint, bad = _what_it_lets_slip(run)
    first = max(0, min(bad - 3, key[0] - 6))
    rows = tuple((str(t + 1), properties.point(run.w[t]), properties.point(run.X[t]), number(run.losses[t]),
                  number(np.linalg.norm(run.X[:t + 1].sum(axis=0)))) for t in range(first, min(key[0], first + 6)))
    pay = "pays" if key[1] in ("constant", "minimax") else "pay"
    rounds = "round" if key[0] == 1 else "rounds"
    return Verdict(False, f"in {key[0]} {rounds} {_WHO[key[1]]} {pay} [{number(_regret(run))}](measured), and √*T* = "
                   f"[{number(key[0]**0.5)}](bound).", hint, checks,
                   Table(("*t*", "*w*", "your *g*", "loss", "‖*S*‖ then"), rows, bad - first), (_sums(run),), link,
                   told)


def _what_it_lets_slip(run):
    """(why, row) for the first round that earns the learner something, shortens S, or has a short g."""
    S = np.vstack([np.zeros(2), np.cumsum(run.X, axis=0)])
    for t, (g, w, paid) in enumerate(zip(run.X, run.w, run.losses)):
        if paid < -1e-9:
            return (f"In round {t + 1} *g*·*w* = {number(paid)}: the learner earns that. From a *g* orthogonal to *w* "
                    "it earns nothing.", t)
        if paid > 1e-9 and g @ S[t] < -1e-9:
            return (f"In round {t + 1} the learner loses {number(paid)}, but *g* cancels with *S*, which then is "
                    f"{number(np.linalg.norm(S[t + 1]))} long. Losses of 0 are enough.", t)
        if np.linalg.norm(g) < 1 - 1e-9:
            return f"In round {t + 1} your *g* is only {number(np.linalg.norm(g))} long. Use all of the length 1.", t
        if g @ S[t] < -1e-9:
            return (f"In round {t + 1} *g*·*S* = {number(g @ S[t])}: *g* points back, and ‖*S*‖ grows too little. "
                    "−*g* is orthogonal to *w* as well.", t)
    return "‖*S*‖ has to grow: ‖*S* + *g*‖² = ‖*S*‖² + 2 *g*·*S* + ‖*g*‖².", run.T - 1


def _sums(run):
    """The sums S_t of the gradients, with the circle of radius √T that the last one has to reach."""
    S, root = np.vstack([np.zeros(2), np.cumsum(run.X, axis=0)]), run.T**0.5
    turn = np.linspace(0, 2 * np.pi, 91)
    circle = root * np.column_stack([np.cos(turn), np.sin(turn)])
    panel = plane("sums", "The sums of the gradients, and radius √T", np.vstack([circle, S]), "S₁", "S₂")
    series = (Series("circle", "sums", "", Style("bound", "long", width=1.4), end="√T"),
              Series("S", "sums", "", MEASURED, end="S"), Series("at", "sums", "", Style("measured"), kind="points"))
    return Picture(panel, series, {"circle": circle.T, "S": S.T, "at": S[1:].T})


_TURN = "    n = np.linalg.norm(w)\n    if n == 0:\n        return np.array([1.0, 0.0])\n"
ADVERSARY = Exercise(
    name="lower-adversary", title="Nobody pays less than √T", kind="break",
    statement=(
        "Write an adversary that forces a regret of √*T* on every learner.",
        "The losses are *g*·*w* in the plane. In each round you see the learner’s *w*, with ‖*w*‖ ≤ 1, and the sum "
        "*S* of your gradients so far. Answer with a *g* of length at most 1. In the end the regret is "
        "Σ *g*ₜ·*w*ₜ + ‖*S*‖.",
        "Five learners play against it, for up to 16 rounds; two of them know *T*."),
    given="import numpy as np\ndef answer(w, S):", start="    return 0 * w",
    check=_check_adversary,
    solution=_TURN + "    g = np.array([-w[1], w[0]]) / n\n    return g if g @ S >= 0 else -g",
    wrong=(
        Wrong(_TURN + "    return np.array([-w[1], w[0]]) / n", "points back"),
        Wrong(_TURN + "    return w / n", "cancels with S"),
        Wrong(_TURN + "    return S / np.linalg.norm(S)", "the learner earns that"),
        Wrong(_TURN + "    g = np.array([-w[1], w[0]])\n    return g if g @ S >= 0 else -g", "Use all of the length 1"),
        Wrong("    return np.array([-w[1], w[0]]) / np.linalg.norm(w)", "In round 1 w is 0"),
    ),
)

# ---- the minimax learner

@lru_cache
def _minimax(T, U, G):
    return learners.minimax(T, U, G).follow


def _right(S, t, T, U, G):
    return _minimax(T, U, G)(t, S)


_KNOWN = (
    (lambda S, t, T, U, G: _right(S, t + 1, T, U, G),
     "One round is missing: in round *t* there are *T* − *t* + 1 still to play, this one among them."),
    (lambda S, t, T, U, G: _right(S, 1, T, U, G),
     "Under the root stand the rounds that are left, not *T*: near the end the learner has to commit itself."),
    (lambda S, t, T, U, G: -U * S / (S @ S + (T - t + 1) * G * G), "The root is missing: ‖*w*‖ = *U*‖*S*‖/√*Q*."),
    (lambda S, t, T, U, G: -_right(S, t, T, U, G), "The sign is turned: *w* stands against the sum of the gradients."),
    (lambda S, t, T, U, G: _right(S, t, T, U, 1.0), "*G* is missing: each round left counts *G*² under the root."),
    (lambda S, t, T, U, G: _right(S, t, T, 1.0, G), "*U* is missing: your *w* is right for the ball of radius 1."),
    (lambda S, t, T, U, G: -U * S / (G * T**0.5),
     "That is the constant step *U*/(*G*√*T*). It pays *UG*√*T* at most, too, but it may leave the ball."),
)


def _positions():
    """(S, t, T, U, G): sums that games of T rounds may have, and 0."""
    rng = np.random.default_rng(8)
    for T, U, G in ((2, 1.0, 1.0), (5, 2.0, 1.0), (9, 1.0, 3.0), (16, 0.5, 2.0)):
        for t in sorted({1, 2, T // 2 + 1, T}):
            S = rng.normal(size=3)
            yield S * G * (t - 1) * rng.random() / np.linalg.norm(S), t, T, U, G
            yield np.array([G * (t - 1), 0.0, 0.0]), t, T, U, G


def _games():
    """(U, G, gradients) of small games, (T, 2), the shortest first."""
    some = [np.array(g) for g in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))]
    for T, (U, G) in itertools.product((2, 3), ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0))):
        yield from ((U, G, np.array(g)) for g in itertools.product(some, repeat=T))


def _check_minimax(names):
    learner, only = function(names, "play"), properties.printing(names)

    def mine(S, t, T, U, G):
        with properties.setting(learner, T=T, U=U, G=G):
            return vector(learner(S.copy(), t), len(S))

    def walk(g, U=1.0, G=1.0):
        T = len(g)
        S = np.vstack([np.zeros(2), np.cumsum(g, axis=0)])[:-1] * G
        return (np.array([mine(s, t, T, U, G) for t, s in enumerate(S, 1)]),
                np.array([_right(s, t, T, U, G) for t, s in enumerate(S, 1)]))

    link = lambda g: Link("adversary", {"stream": "own", "learner": "minimax", "rounds": properties.rounds_text(g)})
    tried = [(case, mine(*case)) for case in _positions()]
    gap = np.max([np.linalg.norm(found - _right(*case)) for case, found in tried])
    equal = bool(gap <= 1e-10)
    length = np.max([np.linalg.norm(found) / case[3] for case, found in tried])
    game = play(learners.minimax(16, 1.0, 1.0), losses.linear, streams.orthogonal(2), T=16)
    g = game.y[:, None] * game.X
    paid = float((walk(g)[0] * g).sum() + np.linalg.norm(g.sum(axis=0)))
    checks = (Check("*w* is the minimax learner’s, to 10⁻¹⁰", equal, f"largest difference: {number(gap)}"),
              Check("*w* is in the ball", bool(length <= 1 + 1e-9), f"largest ‖*w*‖/*U*: {number(length)}"))
    told = f"{len(tried)} positions with *T* = 2 to 16, *U* = 0.5 to 2 and *G* = 1 to 3"
    if equal:
        only(lambda: walk(g[:3]))
        return Verdict(
            True, f"against 16 orthogonal gradients you pay [{number(paid)}](measured), not above [4](bound).",
            "No learner promises less than *UG*√*T* in two dimensions or more.", checks, link=link(g), tried=told)
    hint = next((hint for variant, hint in _KNOWN
                 if all(np.allclose(found, variant(*case), atol=1e-12, equal_nan=True) for case, found in tried)),
                "The value of the rest of the game is *U*√(‖*S*‖² + *nG*²), with *n* rounds left.")
    for U, G, g in _games():
        found, right = walk(g, U, G)
        bad = np.flatnonzero(~(np.linalg.norm(found - right, axis=1) <= 1e-10))
        if len(bad):
            break
    else:
        raise Refused("your point is right in [3](measured) rounds, and not in longer games.", hint)
    bad = int(bad[0])
    found = only(lambda: walk(g, U, G))[0]
    rows = tuple((str(t), properties.point(G * g[:t - 1].sum(axis=0)), properties.point(w), properties.point(good))
                 for t, (w, good) in enumerate(zip(found, right), 1))
    given = "".join(f" (*{name}* = {number(value)})" for name, value in (("U", U), ("G", G)) if value != 1)
    off = np.linalg.norm(found[bad] - right[bad])
    said = (f"in round {bad + 1} of {len(g)}{given} your *w* is [not a number](measured)." if not np.isfinite(off) else
            f"in round {bad + 1} of {len(g)}{given} your *w* is [{number(off)}](measured) away.")
    return Verdict(False, said, hint, checks, Table(("*t*", "*S*", "your *w*", "right *w*"), rows, bad),
                   link=link(g), tried=told)


MINIMAX = Exercise(
    name="lower-minimax", title="The minimax learner", kind="write",
    statement=(
        "Return the point that the minimax learner plays in the ball.",
        "A game of *T* rounds with linear losses and gradients of length at most *G*; *w* stays in the ball of radius "
        "*U*. Before round *t* the sum of the gradients of the rounds 1 to *t* − 1 is *S*.",
        "It is tested at positions that you do not see, for other *T*, *U* and *G* as well."),
    given="import numpy as np\nT, U, G = 16, 1, 1\ndef play(S, t):", start="    return 0 * S",
    check=_check_minimax, solution="    return -U * S / np.sqrt(S @ S + (T - t + 1) * G**2)",
    wrong=(
        Wrong("    return -U * S / np.sqrt(S @ S + (T - t) * G**2)", "One round is missing"),
        Wrong("    return -U * S / np.sqrt(S @ S + T * G**2)", "commit itself"),
        Wrong("    return -U * S / (S @ S + (T - t + 1) * G**2)", "root is missing"),
        Wrong("    return U * S / np.sqrt(S @ S + (T - t + 1) * G**2)", "sign is turned"),
        Wrong("    return -U * S / np.sqrt(S @ S + T - t + 1)", "G is missing"),
    ),
)

EXERCISES = (ADVERSARY, MINIMAX)
