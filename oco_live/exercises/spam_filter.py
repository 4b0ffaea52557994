"""Exercises of the chapter on the spam filter (D21, A13, T24; E25)."""

import itertools

import numpy as np

from oco_core import bounds, hindsight, learners, losses, play

from ..explorer import Axis, Panel, Series
from ..style import BOUND, RIVAL, Style
from . import properties
from .exercise import Check, Exercise, Link, Picture, Refused, Table, Verdict, Wrong, function, number, scalar, vector

# ---- the gradient, and what a reader's may lack

def _gradient(w, x, y, U):
    return losses.spam(U).slope(w @ x, y) * x


def _confidence(w, x, U):
    return (w @ x / (100 * U) + 1) / 2


_KNOWN = (
    (lambda w, x, y, U: _gradient(w, x, 0, U),
     "The label *y* is missing, as in E25. Here alone the learner meets it: to your filter no message is spam."),
    (lambda w, x, y, U: -_gradient(w, x, y, U),
     "The sign is turned: the square (*y* − *a*)² has the slope 2(*a* − *y*)."),
    (lambda w, x, y, U: 100 * U * _gradient(w, x, y, U), "The chain rule is missing: *a* has the gradient *x*/(2*M*)."),
    (lambda w, x, y, U: 2 * _gradient(w, x, y, U),
     "Twice too long: the 2 of the square and the 1/2 of the gradient *x*/(2*M*) of *a* cancel."),
    (lambda w, x, y, U: _gradient(w, x, y, U) / 2,
     "Half of it: the 2 of the square and the 1/2 of the gradient *x*/(2*M*) of *a* cancel."),
    (lambda w, x, y, U: (_confidence(w, x, U) - 2 * y + 1) / (100 * U) * x, "Labels here are 1 and 0, not 1 and −1."),
    (lambda w, x, y, U: _gradient(w, x, y, 1.0), "*M* is 100*U*: your 100 is right for *U* = 1 only."),
    (lambda w, x, y, U: (w @ x / (100 * U) - y) / (100 * U) * x,
     "The confidence is (*w*·*x* + *M*)/(2*M*): without *M* above it does not lie between 0 and 1."),
)
_SMALL = [(np.array(x), y) for x, y in itertools.product(([100.0, 0.0], [0.0, 100.0], [50.0, 50.0]), (1.0, 0.0))]


def _messages():
    """(w, x, y, U): percentages of three groups of words, filters of the ball, the ends of both."""
    rng = np.random.default_rng(6)
    for U, y, _ in itertools.product((0.5, 1.0, 2.0), (0.0, 1.0), range(5)):
        w = rng.normal(size=3)
        yield w * U / np.linalg.norm(w) * rng.random(), 100 * rng.dirichlet(np.ones(3)), y, U
        yield U * np.eye(3)[0], 100 * np.eye(3)[0], y, U


def _filters(gradient, messages, U):
    """w_1 .. w_{T+1} of A13 with c = 2 and this gradient."""
    w = np.zeros(len(messages[0][0]))
    path = [w]
    for t, (x, y) in enumerate(messages, 1):
        w = w - 2 * U * U / np.sqrt(t) * gradient(w, x, y)
        norm = np.linalg.norm(w)
        w = w * U / norm if norm > U else w
        path.append(w)
    return np.array(path)


def _link(messages, U):
    """The same filters: four times the loss is the square loss of x/(100U) with labels 1 and −1."""
    X, z = np.array([x for x, _ in messages]) / (100 * U), [2 * y - 1 for _, y in messages]
    return Link("ogd", {"stream": "own", "rounds": properties.rounds_text(X, z), "loss": "square", "U": U,
                        "eta": U * U / 2}, "Open the same steps, as those of the square loss")


def _check_gradient(names):
    gradient, only = function(names, "gradient"), properties.printing(names)

    def mine(w, x, y, U=1.0):
        with properties.setting(gradient, U=U):
            return vector(gradient(w.copy(), x.copy(), y), len(w))

    tried = [(case, mine(*case)) for case in _messages()]
    finite = all(np.isfinite(found).all() for _, found in tried)
    gap = max(np.linalg.norm(found - _gradient(*case)) * case[3] for case, found in tried) if finite else np.inf
    length = max(np.linalg.norm(found) * case[3] for case, found in tried)
    spam = [(np.array([100.0, 0.0]), 1.0)] * 16
    with np.errstate(all="ignore"):
        path = _filters(mine, spam, 1.0)
    paid = np.cumsum([losses.spam(1.0).value(w @ x, y) for w, (x, y) in zip(path, spam)])
    equal = bool(gap <= 1e-10)
    checks = (Check("the gradient of *f*, to 10⁻¹⁰/*U*", equal, f"largest difference: {number(gap)}/*U*"),
              Check("it is at most 1/*U* long", bool(length <= 1 + 1e-9), f"at most {number(length)}/*U*"),
              Check("16 times spam costs at most 3√16 = 12", bool(paid[-1] <= 12), number(paid[-1])))
    told = f"{len(tried)} messages and filters, *U* = 0.5, 1 and 2"
    if equal:
        only(lambda: _filters(mine, spam[:3], 1.0))
        bound = bounds.spam(np.arange(17))
        return Verdict(
            True, f"16 times the same spam costs your filter [{number(paid[-1])}](measured), below [12](bound).",
            "A best fixed filter pays nothing there, so that is the regret. The explorer has this filter on real mail.",
            checks, pictures=(properties.regret_picture(paid, bound, 16, end="3√t"),), tried=told,
            link=Link("spam", {"c": 2.0}))
    hint = next((hint for variant, hint in _KNOWN
                 if all(np.allclose(found, variant(*case), atol=1e-12) for case, found in tried)),
                "The chain rule: the slope of (*y* − *a*)² in *a*, times the gradient of *a* in *w*, *x*/(2*M*).",
                ) if finite else ""
    messages, U, path, right, bad = _small_case(mine)
    path = only(lambda: _filters(lambda *case: mine(*case, U), messages, U))
    rows = tuple((str(t), properties.point(x), number(y), properties.point(path[t]), properties.point(right[t]))
                 for t, (x, y) in enumerate(messages, 1))
    with_U = "" if U == 1 else f" (*U* = {number(U)})"
    gap = np.linalg.norm(path[bad] - right[bad])
    return Verdict(
        False, f"after message {bad}{with_U} your filter is [{number(gap)}](measured) away from the right one.", hint,
        checks, Table(("*t*", "*x*", "*y*", "your next *w*", "right *w*"), rows, bad - 1),
        (properties.path_picture(path, right, U),), _link(messages, U), told)


def _small_case(mine):
    """(messages, U, the reader's filters, the right ones, the first that differs): one or two messages."""
    for T, U in itertools.product((1, 2), (1.0, 2.0)):
        for messages in itertools.product(_SMALL, repeat=T):
            path = _filters(lambda *case: mine(*case, U), messages, U)
            right = _filters(lambda *case: _gradient(*case, U), messages, U)
            bad = np.flatnonzero(~(np.linalg.norm(path - right, axis=1) <= 1e-10))
            if len(bad):
                return messages, U, path, right, int(bad[0])
    raise Refused("your gradient is right on [2](measured) messages, and not on all.",
                  "Is it the same for equal *w*, *x* and *y*?")


_LINES = "    M = 100 * U\n    a = (w @ x + M) / (2 * M)\n    return "
GRADIENT = Exercise(
    name="spam-gradient", title="The gradient of the filter", kind="write",
    statement=(
        "Return the gradient of the filter’s loss at *w*.",
        "*f*(*w*) = (*y* − *a*)², where *a* = (*w*·*x* + *M*)/(2*M*) is the confidence and *M* = 100*U*. The "
        "percentages *x* add up to 100, and *y* is 1 for spam, 0 for other mail.",
        "It is tested on messages that you do not see, and for other *U* as well."),
    given="import numpy as np\nU = 1\ndef gradient(w, x, y):", start="    return 0 * x",
    check=_check_gradient, solution=_LINES + "(a - y) / M * x",
    wrong=(
        Wrong(_LINES + "a / M * x", "label y is missing"),
        Wrong(_LINES + "(y - a) / M * x", "sign is turned"),
        Wrong(_LINES + "(a - y) * x", "chain rule"),
        Wrong(_LINES + "2 * (a - y) / M * x", "Twice too long"),
        Wrong(_LINES.replace("100 * U", "100") + "(a - y) / M * x", "right for U = 1 only"),
    ),
)

# ---- labels that break the gradient without y

T, LEVEL = 16, 12.0
_X = np.tile([100.0, 0.0], (T, 1))


def _regrets(y):
    """R_1 .. R_T of A13 without the label and of A13, c = 2, and what the best fixed filter pays in the end."""
    loss, learner = losses.spam(1.0), learners.ogd(2.0, 1.0)
    best = hindsight.comparators(loss, _X, y, 1.0, np.arange(1, T + 1)).value
    best = np.where(best < 1e-9, 0.0, best)  # all labels are the same: what is left is rounding
    runs = [play(learner, loss, _X, labels) for labels in (np.zeros(T), y)]
    paid = [np.cumsum(loss.value((run.w[:-1] * _X).sum(axis=1), y)) for run in runs]
    return paid[0] - best, paid[1] - best, float(best[-1])


def _check_blind(names):
    y = properties.signs(names, "labels", T, (1, 0))
    blind, right, best = _regrets(y)
    spam, R = int(y.sum()), float(blind[-1])
    passed = R > LEVEL
    checks = (Check("the regret exceeds 3√16 = 12", passed, number(R)),
              Check("the best fixed filter pays", None, number(best)),
              Check("with *y* in the gradient the regret is", None, number(right[-1])),
              *([Check("the most that any 16 labels do", None, number(_regrets(np.ones(T))[0][-1]))] if passed else []))
    if passed:
        said = f"its regret is [{number(R)}](measured), above the [12](bound) of T24."
        hint = (f"T24 fails for this gradient, as it is not that of *f*. With *y* in it the regret is "
                f"{number(right[-1])} on the same mail.")
    else:
        said = f"its regret is [{number(R)}](measured), and [12](bound) is to beat."
        hint = ("There is no spam: a filter that takes all mail for harmless is right." if spam == 0 else
                f"It pays 1 for a spam. But your labels are so mixed that the best fixed filter pays {number(best)}."
                if spam < 12 else
                f"Near it. Each other mail among your {spam} spams makes the best fixed filter pay as well.")
    link = Link("spam", {"stream": "own", "rounds": properties.rounds_text(_X, y), "t": T, "c": 2.0},
                main="regret", show=("regret_blind",))
    panel = Panel("regret", "Regret up to message t", x=Axis("t", (0, T), rounds=True), y=Axis("regret", (-20, 20)),
                  levels=(0,))
    series = (Series("bound", "regret", "", BOUND, end="3√t"), Series("right", "regret", "", RIVAL, end="with y"),
              Series("blind", "regret", "", Style("measured", width=2.4), end="without y"))
    t = np.arange(T + 1)
    picture = Picture(panel, series, {"bound": (t, bounds.spam(t)), "right": (t, np.append(0, right)),
                                      "blind": (t, np.append(0, blind))})
    table = Table(("", "loss", "regret"), tuple(
        (name, number(value[-1] + best), number(value[-1])) for name, value in
        (("without *y*", blind), ("with *y*", right))), None if passed else 0)
    return Verdict(passed, said, hint, checks, table, (picture,), link, "your 16 labels, *U* = 1 and *c* = 2")


BLIND = Exercise(
    name="spam-blind", title="A filter that hears no label", kind="break",
    statement=(
        "Find sixteen labels that cost the filter without *y* more than T24 allows.",
        "The report prints the gradient (*a*/*M*)*x*, without the label. All sixteen messages consist of one word, "
        "*x* = (100, 0). Play A13, steps 2*U*²/√*t*, with this gradient: with the right one its regret is at most "
        "3√16 = 12.",
        "Give the labels as a list, 1 for spam and 0 for other mail; the core plays them."),
    start="labels = [1, 0] * 8", check=_check_blind, solution="labels = [1] * 16",
    wrong=(Wrong("labels = [0] * 16", "There is no spam"), Wrong("labels = [0] * 8 + [1] * 8", "so mixed"),
           Wrong("labels = [1] * 13 + [0] * 3", "Near it")),
)

# ---- the step for the sharper bound

MAIL, PROMISE = 4601, 129.0


def _check_step(names):
    c = scalar(names.get("c"))
    if not 1e-3 < c < 1e3:
        raise Refused(f"your *c* is [{number(c)}](measured), and no step of a sensible size.", "Try *c* = 1.")
    bound, passed = float(bounds.spam_sharp(MAIL, c)), bool(bounds.spam_sharp(MAIL, c) <= PROMISE)
    root, rest = (2 / c + c / 4) * MAIL**0.5, (1 + c * c / 2) * float(np.sum(1 / np.arange(1, MAIL + 1)))
    grid = np.geomspace(0.25, 8, 81)
    checks = (Check("the sharper bound is at most 129", passed, number(bound, 4)),
              Check("of this, (2/*c* + *c*/4)√*T*", None, number(root)),
              Check("and (1 + *c*²/2)*H*ₜ with *t* = *T*", None, number(rest)),
              *([Check("the least that any *c* has", None, number(min(bounds.spam_sharp(MAIL, grid)), 4))]
                if passed else []))
    said = f"*c* = [{number(c)}](measured) promises [{number(bound, 4)}](bound)"
    said += "." if passed else ", more than 129."
    hint = ("The report’s step, *c* = 2, is nearly the best for 4601 messages, though not for its own bound."
            if passed else
            "That is the best *c* of T24, where the gradients are not known to be short. Here longer steps cost less."
            if abs(c - 2**0.5) < 0.05 else
            "That is best for endless streams. At *T* = 4601 the second term, with *c*²/2, is still to be counted."
            if abs(c - 8**0.5) < 0.05 else
            "The first term is too large: 2/*c* asks for longer steps." if c < 2 else
            "The terms that grow with *c* are too large: shorter steps.")
    panel = Panel("step", "What the bounds promise for 4601 messages", x=Axis("c", (0.25, 8), scale="log"),
                  y=Axis("regret", (0, 600)), levels=(PROMISE,))
    series = (Series("report", "step", "", Style("other", "even"), end="T24"),
              Series("sharp", "step", "", BOUND, end="sharper"),
              Series("mine", "step", "", Style("measured", width=9), kind="points", end="yours"))
    picture = Picture(panel, series, {"report": (grid, (2 / grid + grid) * MAIL**0.5),
                                      "sharp": (grid, bounds.spam_sharp(MAIL, grid)), "mine": ([c], [bound])})
    return Verdict(passed, said, hint, checks, pictures=(picture,),
                   link=Link("spam", {"c": float(np.clip(c, 0.25, 8)), "t": MAIL}), tried="your *c* at *T* = 4601")


STEP = Exercise(
    name="spam-step", title="The step for 4601 messages", kind="choose", light=True,
    statement=(
        "Choose *c* so that the sharper bound is at most 129.",
        "For *T* messages and steps *cU*²/√*t* it is (2/*c* + *c*/4)√*T* + (1 + *c*²/2)*H*, with *H* = 1 + 1/2 + … + "
        "1/*T*. Here *T* = 4601, as many as in the mail, √*T* = 67.8 and *H* = 9.01.",
        "Any *c* that brings the bound to 129 or less will do; no *c* brings it below 128.7."),
    given="import numpy as np\nc = ", start="1", check=_check_step, solution="1.95",
    wrong=(Wrong("np.sqrt(2)", "best c of T24"), Wrong("np.sqrt(8)", "endless streams"), Wrong("0.5", "first term"),
           Wrong("4", "shorter steps")),
)

EXERCISES = (GRADIENT, BLIND, STEP)
