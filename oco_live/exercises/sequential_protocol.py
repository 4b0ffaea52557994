"""Exercises of the chapter on the sequential protocol (D1, D2, D3)."""

import itertools

import numpy as np

from oco_core import hindsight, learners, losses, play

from ..explorer import Axis, Panel, Series
from ..style import MEASURED, Style
from . import properties
from .exercise import Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number, scalar

ETA, U = 0.5, 1.0
LEARNER = learners.ogd(ETA, U)


def _link(X, y):
    """These examples in the explorer of gradient descent, which plays the learner of all three exercises."""
    rounds = properties.rounds_text(np.asarray(X).reshape(len(y), -1), y)
    return Link("ogd", {"stream": "own", "loss": "square", "rounds": rounds, "eta": ETA, "U": U})


def _whole(labels, T):
    """All labels of T rounds, the plainest first."""
    return sorted(itertools.product(labels, repeat=T), key=lambda y: sum(map(abs, y)))


# ---------------------------------------------------------------- the sequential risk

def _update(w, x, y, t):
    """One step of the learner: gradient descent on the square loss with steps η/√t in the ball."""
    if t < 1:
        raise ValueError(f"t = {t}: rounds are counted from 1")
    v = np.asarray(w, dtype=float) - ETA / t**0.5 * 2 * (np.dot(w, x) - y) * np.asarray(x)
    return v * min(1.0, U / max(np.linalg.norm(v), 1e-300))


def _played(X, y):
    return play(LEARNER, losses.square, X, y)


_on = lambda w, run: (w * run.X).sum(axis=1) - run.y
#: A wrong risk of a run, and what is wrong with it.
_RISKS = (
    (lambda run: (_on(run.w[1:], run) ** 2).mean(),
     "Your prediction has seen its label. First charge *w* for the example, then update."),
    (lambda run: run.losses.sum(),
     "That is the sum of the losses. A risk is their mean: divide by the number of rounds."),
    (lambda run: (_on(run.w[-1:], run) ** 2).mean(),
     "You charge the last *w* for all rounds: it was trained on every one of them. Each round has its own *w*."),
    (lambda run: (run.y**2).mean(),
     "Your *w* stays at 0. Put `w = update(w, X[t - 1], y[t - 1], t)` at the end of a round."),
    (lambda run: abs(_on(run.w[:-1], run)).mean(),
     "That is the mean of |*p* − *y*|. The square loss is (*p* − *y*)²."),
    (lambda run: 0.0, "No loss is charged yet. Go through the rounds, and add up (*w*·*x* − *y*)²."),
)


def _check_risk(names):
    asked, only = function(names, "risk"), properties.printing(names)
    f = lambda X, y: scalar(asked(X.copy(), y.copy(), _update))
    rng = np.random.default_rng(2)
    hidden = [(rng.normal(size=(T, d)), rng.normal(size=T)) for T in (1, 2, 5, 12) for d in (1, 2, 3)]
    mine, runs = [f(*case) for case in hidden], [_played(*case) for case in hidden]
    same = [bool(abs(a - run.losses.mean()) <= 1e-9) for a, run in zip(mine, runs)]
    checks = (Check("your risk is the book’s, to 10⁻⁹", all(same), f"on {sum(same)} of {len(same)} streams"),)
    told = f"{len(hidden)} streams of 1 to 12 rounds, in one, two and three dimensions"
    why = "" if all(same) else next((why for known, why in _RISKS
                                     if np.allclose(mine, [known(run) for run in runs])), "")
    X, y = np.ones((2, 1)), np.array([1.0, -1.0])
    if not all(same):
        for T in (1, 2, 3):
            found = next((np.array(y) for y in _whole((1.0, 0.0, -1.0), T) if _wrong_on(f, np.ones((T, 1)), y)), None)
            if found is not None:
                X, y = np.ones((T, 1)), found
                break
        else:
            X, y = next(case for case, ok in zip(hidden, same) if not ok)
    risk, run = only(lambda: f(X, y)), _played(X, y)
    rows = tuple((str(t), number(run.w[t - 1] @ x), number(label), number(run.losses[t - 1]))
                 for t, (x, label) in enumerate(zip(X[:6], y), 1))
    table = Table(("*t*", "right *p*", "*y*", "right loss"), rows)
    rounds = "one round" if len(y) == 1 else f"{len(y)} rounds"
    ending = f"on {rounds} your risk is [{number(risk)}](measured)"
    if all(same):
        return Verdict(True, f"{ending}, and so is the book’s.",
                       "Each example was a test first and training afterwards.", checks,
                       table, link=_link(X, y), tried=told)
    return Verdict(False, f"{ending}; the right one is [{number(run.losses.mean())}](bound).",
                   why or "The table has the losses to be averaged.", checks, table, link=_link(X, y), tried=told)


def _wrong_on(f, X, y):
    y = np.array(y)
    return not abs(f(X, y) - _played(X, y).losses.mean()) <= 1e-9


RISK = Exercise(
    name="protocol-risk", title="Test first, train afterwards", kind="write",
    statement=(
        "Play the protocol and return the sequential risk of the learner.",
        "The first row of `X` is the example *x*₁, the first entry of `y` its label; the loss is (*w*·*x* − *y*)². The "
        "learner starts at *w* = 0. After round *t* = 1, 2, … it goes on to `update(w, x, y, t)`, its next *w*.",
        "It is tested on streams of 1 to 12 rounds in one, two and three dimensions."),
    given="import numpy as np\ndef risk(X, y, update):",
    start="    w = np.zeros(X.shape[1])\n    total = 0.0\n    return total / len(y)",
    check=_check_risk,
    solution="    w = np.zeros(X.shape[1])\n    total = 0.0\n    for t in range(1, len(y) + 1):\n"
             "        total += (w @ X[t - 1] - y[t - 1]) ** 2\n        w = update(w, X[t - 1], y[t - 1], t)\n"
             "    return total / len(y)",
    wrong=(
        Wrong("    w = np.zeros(X.shape[1])\n    total = 0.0\n    for t, (x, label) in enumerate(zip(X, y), 1):\n"
              "        w = update(w, x, label, t)\n        total += (w @ x - label) ** 2\n    return total / len(y)",
              "has seen its label"),
        Wrong("    w = np.zeros(X.shape[1])\n    total = 0.0\n    for t, (x, label) in enumerate(zip(X, y), 1):\n"
              "        total += (w @ x - label) ** 2\n        w = update(w, x, label, t)\n    return total",
              "sum of the losses"),
        Wrong("    w = np.zeros(X.shape[1])\n    for t, (x, label) in enumerate(zip(X, y), 1):\n"
              "        w = update(w, x, label, t)\n    return ((X @ w - y) ** 2).mean()", "the last w for all rounds"),
        Wrong("    w = np.zeros(X.shape[1])\n    return ((X @ w - y) ** 2).mean()", "stays at 0"),
    ),
)


# ---------------------------------------------------------------- the regret, round by round

def _regrets(w, y, radius):
    """R_1 .. R_T of predictions w against the best u of [−radius, radius] for each t, by the core."""
    best = hindsight.comparators(losses.square, np.ones((len(y), 1)), y, radius, range(1, len(y) + 1))
    return np.cumsum((w - y) ** 2) - best.value, best.u[:, 0]


def _against(w, y, u):
    """Σ (w_s − y_s)² − (u_t − y_s)² over s ≤ t, for t = 1 .. T, with u_t given."""
    t = np.arange(1, len(y) + 1)
    return np.cumsum((w - y) ** 2) - (np.cumsum(y**2) - 2 * u * np.cumsum(y) + t * u**2)


_means = lambda y: np.cumsum(y) / np.arange(1, len(y) + 1)
_quick = lambda w, y, radius: _against(w, y, np.clip(_means(y), -radius, radius))  # `_regrets` up to rounding
_REGRETS = (
    (lambda w, y, r: _against(w, y, np.clip(y.mean(), -r, r) * np.ones(len(y))),
     "You take the *u* that is best for all *T* rounds. *R*ₜ looks back on *t* rounds, with a best *u* of its own."),
    (lambda w, y, r: _against(w, y, _means(y)),
     "Your *u* leaves the ball: the mean of the labels must be cut to [−*U*, *U*]."),
    (lambda w, y, r: _quick(w, y, r) / np.arange(1, len(y) + 1),
     "That is *R*ₜ/*t*, the difference of two means. The regret is a sum."),
    (lambda w, y, r: np.maximum(_quick(w, y, r), 0),
     "A regret may be negative: a learner that moves can beat every fixed *u*."),
    (lambda w, y, r: np.cumsum((w - y) ** 2), "That is what the learner paid. Subtract what the best fixed *u* pays."),
    (lambda w, y, r: (w - y) ** 2 - (np.clip(_means(y), -r, r) - y) ** 2,
     "Those are the differences of single rounds. Both losses are summed over all rounds up to *t*."),
    (lambda w, y, r: np.cumsum((w - y) ** 2 - (np.clip(_means(y), -r, r) - y) ** 2),
     "You let *u* move from round to round. For *R*ₜ one *u* pays for all rounds 1 … *t*."),
)


def _check_regret(names):
    asked, only = function(names, "regret"), properties.printing(names)

    def f(w, y, radius):
        with properties.setting(asked, U=radius):
            found = asked(w.copy(), y.copy())
        try:
            found = np.array(found, dtype=float)
        except (TypeError, ValueError, OverflowError):
            raise Refused("your function returns [no numbers](measured).", "Return *R*₁ … *R*_T as an array.") from None
        if found.shape != y.shape:
            raise Refused(f"your function returns [{found.size}](measured) numbers for [{len(y)}](bound) rounds.",
                          "Return *R*₁ … *R*ₜ for every round, not the last alone.")
        return found

    rng = np.random.default_rng(4)
    hidden = [(rng.uniform(-r, r, size=T), rng.normal(size=T) * scale, r)
              for T in (1, 3, 9) for r in (1.0, 2.0) for scale in (0.5, 3.0)]
    hidden += [(np.append(0, y[:-1]), y, 1.0) for y in (np.repeat([1.0, -1.0], 4), np.ones(6))]
    found = [f(*case) for case in hidden]
    same = [bool(abs(R - _regrets(*case)[0]).max() <= 1e-7) for R, case in zip(found, hidden)]
    checks = (Check("every *R*ₜ is the book’s, to 10⁻⁷", all(same), f"on {sum(same)} of {len(same)} streams"),)
    told = f"{len(hidden)} streams of up to 9 rounds, *U* = 1 and *U* = 2"
    why = "" if all(same) else next((why for known, why in _REGRETS
                                     if all(np.allclose(R, known(*c), atol=1e-7) for R, c in zip(found, hidden))), "")
    y = np.array([1.0, 1.0, -1.0])
    if not all(same):
        cases = (np.array(y) for T in (1, 2, 3) for y in _whole((1.0, 0.0, -1.0, 2.0), T))
        y = next((y for y in cases if not abs(f(w := _path(y), y, U) - _quick(w, y, U)).max() <= 1e-7), None)
        y = np.repeat([1.0, -1.0], 3) if y is None else y
    w = _path(y)
    mine, (right, u) = only(lambda: f(w, y, U)), _regrets(w, y, U)
    bad = int(np.argmax(~(abs(mine - right) <= 1e-7)))
    rows = tuple(map(lambda *row: tuple(map(number, row)), range(1, len(y) + 1), w, y, u, mine, right))
    table = Table(("*t*", "*w*ₜ", "*y*ₜ", "best *u* so far", "your *R*ₜ", "right *R*ₜ"), rows,
                  None if all(same) else bad)
    pictures = (_picture(mine, right),) if len(y) > 1 else ()
    if all(same):
        return Verdict(True, f"on [{len(hidden)}](measured) streams every *R*ₜ is the book’s.",
                       "A new best *u* in each round, one for all rounds up to it.", checks, table, pictures,
                       _link(np.ones(len(y)), y), told)
    said = (f"in round {bad + 1} your regret is [{number(mine[bad])}](measured); the right one is "
            f"[{number(right[bad])}](bound).")
    why = why or "Go through the table: what *w* paid so far, minus what the best *u* so far pays."
    return Verdict(False, said, why, checks, table, pictures, _link(np.ones(len(y)), y), told)


def _path(y):
    return _played(np.ones((len(y), 1)), y).w[:-1, 0]


def _picture(mine, right):
    t = np.arange(1, len(right) + 1)
    panel = Panel("regret", "Regret up to round t", x=Axis("t", (0, 10), rounds=True), y=Axis("regret", (-1e6, 1e6)),
                  levels=(0,))
    series = (Series("right", "regret", "", Style("ink", width=1.5), end="right"),
              Series("mine", "regret", "", MEASURED, end="yours"))
    return Picture(panel, series, {"right": (t, right), "mine": (t, np.nan_to_num(mine))}, {"T": len(t)})


REGRET = Exercise(
    name="protocol-regret", title="Regret, round by round", kind="write",
    statement=(
        "Return the regrets *R*₁ … *R*_T of a learner against the ball.",
        "Here *d* = 1, all *x*ₜ = 1 and the loss is (*w* − *y*)². The array `w` holds *w*₁ … *w*_T, `y` the labels. "
        "*R*ₜ is what the learner lost in rounds 1 … *t*, minus what the best fixed *u* in [−*U*, *U*] loses in them.",
        "It is tested for other *U* as well, and with labels beyond *U*."),
    given="import numpy as np\nU = 1\ndef regret(w, y):",
    start="    paid = np.cumsum((w - y) ** 2)\n    return paid",
    check=_check_regret,
    solution="    paid = np.cumsum((w - y) ** 2)\n    best = []\n    for t in range(1, len(y) + 1):\n"
             "        u = np.clip(y[:t].mean(), -U, U)\n        best.append(((u - y[:t]) ** 2).sum())\n"
             "    return paid - best",
    wrong=(
        Wrong("    u = np.clip(y.mean(), -U, U)\n    return np.cumsum((w - y) ** 2 - (u - y) ** 2)",
              "best for all T rounds"),
        Wrong("    R = []\n    for t in range(1, len(y) + 1):\n        u = y[:t].mean()\n"
              "        R.append(((w[:t] - y[:t]) ** 2 - (u - y[:t]) ** 2).sum())\n    return R", "leaves the ball"),
        Wrong("    R = []\n    for t in range(1, len(y) + 1):\n        u = np.clip(y[:t].mean(), -U, U)\n"
              "        R.append(((w[:t] - y[:t]) ** 2 - (u - y[:t]) ** 2).mean())\n    return R",
              "The regret is a sum"),
        Wrong("    u = np.clip(np.cumsum(y) / np.arange(1, len(y) + 1), -U, U)\n"
              "    return np.cumsum((w - y) ** 2 - (u - y) ** 2)", "let u move"),
    ),
)


# ---------------------------------------------------------------- a regret below zero

ROUNDS = 8


def _check_negative(names):
    y = properties.signs(names, "labels", ROUNDS)
    R, u = _regrets(_path(y), y, U)
    paid, best = float(((_path(y) - y) ** 2).sum()), float(((u[-1] - y) ** 2).sum())
    every = np.array(list(itertools.product((1.0, -1.0), repeat=ROUNDS)))
    runs = play(LEARNER, losses.square, np.ones((ROUNDS, 1))[None].repeat(len(every), 0), every)
    least = (runs.losses.sum(axis=1) - ((every - every.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)).min()
    passed, text = bool(R[-1] < -1e-9), number(R[-1])
    checks = (Check("the regret is below 0", passed, text), Check("the learner paid", None, number(paid)),
              Check(f"the best fixed *u* = {number(u[-1])} pays", None, number(best)),
              *((Check("the least that any 8 labels can do", None, number(least)),) if passed else ()))
    pictures, link = (properties.regret_picture(R, 0.0, ROUNDS, end="zero"),), _link(np.ones(ROUNDS), y)
    if passed:
        hint = "No 8 labels do better." if R[-1] < least + 1e-9 else f"There are labels with {number(least)}."
        return Verdict(True, f"regret [{text}](measured) is below [0](bound).",
                       f"{hint} The learner follows the labels; a fixed *u* cannot be on both sides.", checks,
                       pictures=pictures, link=link)
    changes = int((y[1:] != y[:-1]).sum())
    if not changes:
        hint = "One fixed *u* is right in every round and pays 0. Let the labels change, so that none is."
    elif changes > 3:
        hint = (f"The labels change {changes} times, and each change finds *w* on the wrong side. Give it time to "
                "follow.")
    elif best < 0.9 * ROUNDS:
        hint = (f"*u* = {number(u[-1])} pays only {number(best)}, since most labels are equal. It pays most where both "
                "are equally frequent.")
    else:
        hint = f"The best *u* pays {number(best)}, as much as can be. Now make the learner pay less: fewer changes."
    return Verdict(False, f"regret [{text}](measured), and it is to be below [0](bound).", hint, checks,
                   pictures=pictures, link=link)


NEGATIVE = Exercise(
    name="protocol-negative", title="Better than every fixed u", kind="break",
    statement=(
        "Refute “no regret is below zero” with eight labels 1 or −1.",
        "All *x*ₜ = 1, and the loss is (*w* − *y*)². The learner starts at 0 and goes against the gradient by steps "
        "0.5/√*t*, within [−1, 1]. Its regret after 8 rounds is what it paid minus what the best fixed *u* in [−1, 1] "
        "pays; that *u* is the mean of the labels.",
        "The learner plays your labels, and its regret must be negative."),
    start="labels = [1, -1] * 4",
    check=_check_negative,
    solution="labels = [1] * 4 + [-1] * 4",
    wrong=(Wrong("labels = [1] * 8", "One fixed u is right"), Wrong("labels = [-1, 1] * 4", "Give it time"),
           Wrong("labels = [1] * 6 + [-1] * 2", "equally frequent"),
           Wrong("labels = [1, 1, -1, -1, -1, -1, 1, 1]", "fewer changes")),
)

EXERCISES = (RISK, REGRET, NEGATIVE)
