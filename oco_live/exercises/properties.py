"""Properties that a reader's learner is tested for, on hidden streams, with the core as the reference."""

import contextlib
import itertools

import numpy as np

from oco_core import losses, play, streams

from ..explorer import Axis, Panel, Series
from ..style import BOUND, MEASURED, Style
from .exercise import Picture, Refused, Table, number, vector

TOLERANCE = 1e-12  # relative to U: how far a path may be from the core's

#: Gradients of small cases: whole numbers, the plainest first.
SMALL = tuple(map(np.array, [(1.0, 0), (0, 1.0), (0, 2.0), (2.0, 0), (1.0, 1), (-1.0, 1), (2.0, 1), (0, 3.0), (3.0, 0),
                             (3.0, 2), (-2.0, 2), (4.0, 0), (3.0, 3), (0.0, 0)]))


@contextlib.contextmanager
def setting(function, **given):
    """While it lasts, names of the namespace of a reader's function have these values, as U = 2."""
    names = getattr(function, "__globals__", {})
    before = {name: names[name] for name in given if name in names}
    names.update(given)
    try:
        yield
    finally:
        for name in given:
            names.pop(name, None)
        names.update(before)


def printing(names):
    """A function ``only(case)`` that returns ``case()`` and keeps what is printed in it, behind what the reader's lines
    printed by themselves; all that was printed in between, on hidden streams, is forgotten, and what follows is."""
    printed = names.get("printed")
    first = printed.as_dict()["text"] if printed else ""

    def only(case):
        if printed:
            printed.mute = False
            printed.clear()
            printed.write(first)
        found = case()
        if printed:
            printed.mute = True
        return found
    return only


def walk(step, gradients, **given):
    """w_1 .. w_{T+1}, (T + 1, d), of a reader's ``step(w, g, t)`` on gradients (T, d). given: names of the reader's
    namespace to set before, as {"U": 2.0}, if the reader's function has one."""
    w = np.zeros(gradients.shape[1])
    path = [w]
    with setting(step, **given):
        for t, g in enumerate(gradients, 1):
            w = vector(step(w.copy(), g.copy(), t), len(w))
            path.append(w)
    return np.array(path)


def core(learner, gradients):
    """The same path by the core: linear losses with these gradients, (T, d), or of many runs (n, T, d)."""
    return play(learner, losses.linear, gradients, np.ones(gradients.shape[-2])).w


def regret(path, gradients, U):
    """R_1 .. R_T of linear losses against the best u of the ball: Σ g·w + U‖Σ g‖ (catalogue D3)."""
    return np.cumsum((path[:-1] * gradients).sum(axis=1)) + U * np.linalg.norm(np.cumsum(gradients, axis=0), axis=1)


def hidden_streams(seed=7, rounds=24):
    """(U, gradients) for U = 1 and 2, d = 2 and 3: random ones of three sizes, zeros at first, always the same, there
    and back, and rare large ones."""
    rng = np.random.default_rng(seed)
    for U in (1.0, 2.0):
        for d in (2, 3):
            for scale in (0.3, 1.0, 4.0):
                yield U, rng.normal(size=(rounds, d)) * scale
        odd = np.zeros((4, rounds, 2))
        odd[0, 3:] = rng.normal(size=(rounds - 3, 2))
        odd[1] = [3.0, 4.0]
        odd[2, ::2], odd[2, 1::2] = [2.0, 0.0], [-2.0, 1.0]
        odd[3, ::5] = rng.normal(size=odd[3, ::5].shape) * 30
        for gradients in odd:
            yield U, gradients


def signs(names, name, T, allowed=(1, -1)):
    """The reader's list of T numbers, each one of the two allowed, as an array. Raises `Refused` for anything else."""
    a, b = (str(x).replace("-", "−") for x in allowed)
    try:
        g = np.array(list(names.get(name, ())), dtype=float).ravel()
    except (TypeError, ValueError, OverflowError):
        alternating = [allowed[i % 2] for i in range(4)]
        raise Refused(f"`{name}` is [no list of numbers](measured).", f"Write it like `{alternating}`.") from None
    odd = np.flatnonzero(~np.isin(g, allowed))
    if len(odd):
        raise Refused(f"number {odd[0] + 1} is [{number(g[odd[0]])}](measured), and only {a} or {b} will do.")
    if len(g) != T:
        raise Refused(f"you gave [{len(g)}](measured) {name} of [{T}](bound).",
                      f"`{list(allowed)} * {T // 2}` makes {T}.")
    return g


def least_whole(bound, eps):
    """The least n ≥ 1 with bound(n) ≤ eps, for a bound that falls as n grows."""
    low, high = 0, 1
    while bound(high) > eps:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if bound(middle) > eps else (low, middle)
    return high


def first_outside(path, U):
    """The first index of the path with ‖w‖ > U, but for rounding; None if there is none."""
    return _first(~(np.linalg.norm(path, axis=1) <= U * (1 + TOLERANCE)))


def first_different(path, right, U):
    """The first index at which two paths differ by more than `TOLERANCE`."""
    return _first(~(np.linalg.norm(path - right, axis=1) <= TOLERANCE * max(1, U)))


def first_undefined(path):
    """The first index at which a path is no number."""
    return _first(~np.isfinite(path).all(axis=1))


def _first(bad):
    found = np.flatnonzero(bad)
    return int(found[0]) if len(found) else None


def small_case(fails, right, radii=(1.0, 2.0), lengths=(2, 3), tries=120):
    """(U, gradients, what ``fails`` found) of a case with few rounds and small whole numbers, or None.

    right: (U, gradients of many cases) -> their right paths. fails: (U, gradients, right path) -> None, or (index,
    size of the gap). A case is preferred whose gap shows and whose first two gradients are not on one line; it is
    small, not the smallest there is.
    """
    found = None
    for T, U in itertools.product(lengths, radii):
        cases = sorted(itertools.product(range(len(SMALL)), repeat=T), key=lambda k: (sum(k), k))[:tries]
        many = np.array([[SMALL[i] for i in case] for case in cases])
        for gradients, path in zip(many, right(U, many)):
            bad = fails(U, gradients, path)
            if bad is None:
                continue
            found = found or (U, gradients, bad)
            flat = abs(gradients[0, 0] * gradients[1, 1] - gradients[0, 1] * gradients[1, 0]) < 1e-9
            if not np.isfinite(bad[1]) or bad[1] >= 0.2 * U and not flat:
                return U, gradients, bad
        if found and radii[-1] == U:
            return found
    return found


def point(w):
    """A vector as a text, "(1, −0.5)"; one weight is a number, and what is undefined is "not a number"."""
    if np.isnan(w).any():
        return "not a number"
    return number(w[0]) if len(w) == 1 else f"({', '.join(number(x) for x in w)})"


def rounds_text(gradients, labels=None):
    """Examples as the parameter ``rounds`` of an explorer's own stream; with labels 1 they are gradients of linear
    losses. A stream of zeros only, which no explorer takes, gets one small round."""
    gradients = np.asarray(gradients, dtype=float)
    if not gradients.any():
        gradients = np.vstack([gradients, np.eye(gradients.shape[1])[:1] * 1e-6])
        labels = None if labels is None else np.append(labels, 1.0)
    return streams.written_as(gradients, np.ones(len(gradients)) if labels is None else np.asarray(labels, dtype=float))


def path_table(gradients, mine, right, bad):
    """The rounds of a case, the last six up to the wrong one: gradient, the reader's next w, the right one. bad: the
    index of the path that is wrong."""
    first, last = max(1, bad - 5), max(bad, min(6, len(gradients)))
    rows = tuple((str(t), point(gradients[t - 1]), point(mine[t]), point(right[t])) for t in range(first, last + 1))
    return Table(("*t*", "gradient *g*", "your next *w*", "right *w*"), rows, bad - first)


def path_picture(mine, right, U):
    """Both paths in the ball of radius U, and up to three times as far out."""
    shown = mine[np.isfinite(mine).all(axis=1)]
    reach = min(3.0, max(1.3, 1.15 * float(abs(np.vstack([shown, right])).max()) / U))
    panel = Panel("path", "A small case", x=Axis("w₁", (-reach, reach), unit="U"),
                  y=Axis("w₂", (-reach, reach), unit="U"), equal=True, ball=True)
    series = (Series("right", "path", "", Style("ink", width=1.5), end="right"),
              Series("right_at", "path", "", Style("ink", ends="ring"), kind="points"),
              Series("mine", "path", "", MEASURED, end="yours"),
              Series("mine_at", "path", "", Style("measured"), kind="points"))
    of = lambda path: (path[:, 0] / U, path[:, 1] / U)
    return Picture(panel, series, {"right": of(right), "right_at": of(right[1:]), "mine": of(shown),
                                   "mine_at": of(shown[1:])}, {"U": U})


def regret_picture(values, bound, T, end="bound"):
    """R_0 = 0, R_1 .. R_T with a bound or level, a number for each round."""
    t = np.arange(T + 1)
    panel = Panel("regret", "Regret up to round t", x=Axis("t", (0, 1), unit="T", rounds=True),
                  y=Axis("regret", (-1e6, 1e6)), levels=(0,))
    series = (Series("bound", "regret", "", BOUND, end=end, value="bound"),
              Series("regret", "regret", "", MEASURED, end="regret", value="regret"))
    return Picture(panel, series, {"regret": (t / T, np.append(0, values)),
                                   "bound": (t / T, np.broadcast_to(bound, T + 1))},
                   {"T": T, "regret": values[-1], "bound": np.broadcast_to(bound, T + 1)[-1]})
