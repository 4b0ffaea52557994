"""A subgradient of the absolute loss, at its kink as well: any that satisfies the inequality of the definition."""

import itertools

import numpy as np

from oco_core import learners, losses, play

from ...explorer import Axis, Panel, Series
from ...style import MEASURED, Style
from .. import properties
from ..exercise import Check, Exercise, Link, Picture, Table, Verdict, Wrong, function, number, vector

TOLERANCE = 1e-12
LEARNER = learners.ogd(1.0, 1.0)  # whose path the small case is a part of

_sign = np.sign
#: A wrong g(w, x, y), and what is wrong with it.
_KNOWN = (
    (lambda w, x, y: _sign(y - w @ x) * x,
     "Your sign is the other one: where *w*·*x* is above *y*, the loss grows along *x*."),
    (lambda w, x, y: 2 * (w @ x - y) * x, "That is the gradient of the *square* loss. The absolute loss has slope ±1."),
    (lambda w, x, y: (w @ x - y) * x, "Your slope grows with the error. That of the absolute loss is +1 or −1."),
    (lambda w, x, y: _sign(w @ x - y) * np.ones(len(x)), "Where is *x*? A step of 1 in *w* changes *w*·*x* by *x*: the "
                                                         "slope is multiplied by *x*."),
    (lambda w, x, y: _sign(w @ x - y) * w, "The slope is multiplied by *x*, not by *w*: the loss depends on *w*·*x*."),
    (lambda w, x, y: np.zeros(len(x)), "0 says that *w* is a minimiser, which is so only where *w*·*x* = *y*."),
)


def _loss(w, x, y):
    return abs(w @ x - y)


def _is_one(g, w, x, y):
    """Whether g = s·x with s in ∂|·|(w·x − y), up to rounding."""
    error, size = w @ x - y, x @ x
    s = g @ x / size if size else 0.0
    off = np.linalg.norm(g - s * x) if size else np.linalg.norm(g)
    away = max(0.0, abs(s) - 1) if abs(error) <= TOLERANCE else abs(s - np.sign(error))
    return bool(off + away * np.sqrt(size) <= 1e-9 * (1 + np.sqrt(size)))


def _hidden():
    """(w, x, y): half of them at the kink."""
    rng = np.random.default_rng(11)
    for d in (1, 2, 3):
        for w, x in rng.integers(-3, 4, size=(20, 2, d)).astype(float):
            if x.any():
                yield w, x, float(w @ x)
                yield w, x, float(w @ x + rng.normal())


def _small():
    """(X, y) of one or two rounds with small whole numbers, in one dimension, then in two."""
    for T, d in ((1, 1), (1, 2), (2, 1)):
        whole = [x for x in itertools.product((1.0, 2.0, -1.0, 0.0), repeat=d) if any(x)]
        for case in itertools.product(itertools.product(whole, (1.0, 0.0, -1.0)), repeat=T):
            yield np.array([x for x, _ in case]), np.array([y for _, y in case])


def _witness(g, w, x, y):
    """(u, by how much g's line is above the loss there): of some points near w, the one with the largest gap."""
    kink = w + (y - w @ x) / (x @ x) * x
    near = [w + np.array(step) for step in itertools.product((-1.0, 0.0, 1.0), repeat=len(w))] + [kink, w + x, w - x]
    gaps = [float(_loss(w, x, y) + g @ (u - w) - _loss(u, x, y)) for u in near]
    best = int(np.argmax(gaps))
    return near[best], gaps[best]


def _check(names):
    asked, only = function(names, "subgradient"), properties.printing(names)
    f = lambda w, x, y: vector(asked(w.copy(), x.copy(), y), len(w))
    tried = [(w, x, y, f(w, x, y)) for w, x, y in _hidden()]
    right = [_is_one(g, w, x, y) for w, x, y, g in tried]
    kinks = [i for i, (w, x, y, _) in enumerate(tried) if w @ x == y]
    others = [i for i in range(len(tried)) if i not in kinks]
    share = lambda which: f"{sum(right[i] for i in which)} of {len(which)}"
    checks = (Check("a subgradient away from the kink", all(right[i] for i in others), share(others)),
              Check("a subgradient at the kink", all(right[i] for i in kinks), share(kinks)))
    told = f"{len(tried)} examples in one, two and three dimensions, {len(kinks)} of them at the kink"
    if all(right):
        X, y = np.array([[1.0], [2.0], [1.0]]), np.array([0.0, 1.0, 1.0])
        only(lambda: f(np.zeros(1), X[0], 0.0))
        return Verdict(True, f"on [{len(tried)}](measured) examples your line never lies above the loss.",
                       "At the kink any slope from −1 to 1 will do, times *x*, and the bounds hold for each.",
                       checks, link=_link(X, y), tried=told)
    return _failed(f, only, tried, right, checks, told)


def _failed(f, only, tried, right, checks, told):
    defined = [case for case in tried if np.isfinite(case[3]).all()]
    hint = next((why for known, why in _KNOWN
                 if defined and all(np.allclose(g, known(w, x, y)) for w, x, y, g in defined)), "")
    if len(defined) < len(tried):
        hint = hint or "At the kink *w*·*x* = *y* your formula is 0/0. There any slope from −1 to 1 will do."
    elif not hint and all(ok for (w, x, y, _), ok in zip(tried, right) if w @ x != y):
        hint = "Right but for the kink *w*·*x* = *y*, where the slope must lie between −1 and 1."
    hint = hint or "Where *w*·*x* is not *y* the loss is smooth, and its gradient is the only subgradient."
    for X, y in _small():
        path = play(LEARNER, losses.absolute, X, y).w
        t = len(y) - 1
        g = f(path[t], X[t], y[t])
        if not np.isfinite(g).all() or not _is_one(g, path[t], X[t], y[t]):
            break
    else:
        w, x, label, g = next(case for case, ok in zip(tried, right) if not ok)
        X, y, path, t = x[None], np.array([label]), w[None], 0
    w, x, label = path[t], X[t], float(y[t])
    g = only(lambda: f(w, x, label))
    slope = number(np.sign(w @ x - label)) if w @ x != label else "−1 to 1"
    head = ("*w*", "*x*", "*y*", "*w*·*x* − *y*", "your *g*", "right: slope", "times *x*")
    row = (properties.point(w), properties.point(x), number(label), number(w @ x - label), properties.point(g), slope,
           properties.point(x))
    table, link = Table(head, (row,), 0), _link(X, y)
    if not np.isfinite(g).all():
        return Verdict(False, f"at *w* = {properties.point(w)} your *g* is [not a number](measured).", hint, checks,
                       table, link=link, tried=told)
    u, gap = _witness(g, w, x, label)
    said = (f"at *u* = {properties.point(u)} your line is [{number(gap)}](measured) above the loss "
            f"[{number(_loss(u, x, label))}](bound).")
    return Verdict(False, said, hint, checks, table, _picture(w, x, label, g) if len(w) == 1 else (), link, told)


def _link(X, y):
    return Link("ogd", {"stream": "own", "loss": "absolute", "rounds": properties.rounds_text(X, y), "eta": 1.0,
                        "U": 1.0})


def _picture(w, x, y, g):
    """The loss of one weight, and the reader's line through its value at w."""
    panel = Panel("line", "Loss and your line", x=Axis("u", (w[0] - 2, w[0] + 2)), y=Axis("loss", (-6, 9)))
    series = (Series("loss", "line", "", Style("ink", width=1.5), end="loss"),
              Series("mine", "line", "", MEASURED, end="your line"),
              Series("at", "line", "", Style("measured"), kind="points"))
    u = np.linspace(w[0] - 2, w[0] + 2, 81)
    here = _loss(w, x, y)
    return (Picture(panel, series, {"loss": (u, abs(u * x[0] - y)), "mine": (u, here + g[0] * (u - w[0])),
                                    "at": (w, [here])}),)


SUBGRADIENT = Exercise(
    name="ogd-subgradient", title="A slope at the kink", kind="write",
    statement=(
        "Return a subgradient of the absolute loss in w, at its kink as well.",
        "The loss is |*w*·*x* − *y*|, with vectors *w* and *x* and a number *y*. A subgradient is a vector *g* with "
        "ℓ(*u*) ≥ ℓ(*w*) + *g*·(*u* − *w*) for all *u*: a line that touches the loss at *w* and is nowhere above it.",
        "It is tested in one, two and three dimensions; half of the examples have *w*·*x* = *y*, where there are many "
        "right answers."),
    given="import numpy as np\ndef subgradient(w, x, y):",
    start="    return 0 * x",
    check=_check,
    solution="    return np.sign(w @ x - y) * x",
    wrong=(Wrong("    return np.sign(y - w @ x) * x", "the other one"),
           Wrong("    return 2 * (w @ x - y) * x", "gradient of the square loss"),
           Wrong("    return (w @ x - y) / abs(w @ x - y) * x", "0/0"),
           Wrong("    return np.sign(w @ x - y) * np.ones(len(x))", "Where is x?"),
           Wrong("    return x * (2 if w @ x == y else np.sign(w @ x - y))", "Right but for the kink")),
)
