"""Where the examples (x_t, y_t) come from: synthetic, adversarial, real (catalogue D1).

A `Stream` is fixed before play begins; an `Adversary` sees w_t before it answers. No stream depends on U.
All keep ‖x_t‖ ≤ 1 and |y_t| ≤ 1, but ``spam``, which is mail in the notes' units.
"""

import gzip
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import hypot
from typing import Callable

import numpy as np

from .engine import check

__all__ = ["Adversary", "MAIL_SIZE", "Stream", "alternating", "circles", "classification", "drifting", "mail",
           "mail_words", "moons", "orthogonal", "orthonormal", "random_signs", "regression", "spam", "xor", "zigzag"]

MAIL_SIZE = 4601


@dataclass(frozen=True, eq=False)
class Stream:
    """T examples: X (T, d), y (T,). ``name`` says which function made them."""

    name: str
    X: np.ndarray
    y: np.ndarray

    def __repr__(self):
        return f"<stream {self.name}: T = {len(self.y)}, d = {self.X.shape[-1]}>"


@dataclass(frozen=True)
class Adversary:
    """A stream that is made up during play: ``start(shape)`` returns a fresh answer(w_t) -> (x_t, y_t).

    shape is that of w: (d,), or (n_runs, d) when many runs are played at once, each against its own copy.
    """

    name: str
    d: int
    start: Callable


def _size(T, d):
    return check.count("T", T), check.count("d", d, least=1)


def _rng(seed):
    return np.random.default_rng(check.count("seed", seed))


def _directions(rng, T, d):
    """T independent directions, uniform on the unit sphere of R^d."""
    v = rng.standard_normal((T, d))
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def _in_ball(rng, T, d):
    """T independent points, uniform in the unit ball of R^d."""
    return _directions(rng, T, d) * rng.random((T, 1)) ** (1 / d)


def regression(T, d=2, noise=0.1, seed=0):
    """Linear regression with bounded noise: y_t = u·x_t + noise·ξ_t.

    x_t is uniform in the unit ball, ξ_t uniform in [−1, 1], u has a random direction and ‖u‖ = 1 − noise, so that
    |y_t| ≤ 1. T ≥ 0, d ≥ 1, noise in [0, 1], seed ≥ 0. Raises ValueError otherwise.
    """
    T, d = _size(T, d)
    noise = check.fraction("noise", noise)
    rng = _rng(seed)
    u = (1 - noise) * _directions(rng, 1, d)[0]
    X = _in_ball(rng, T, d)
    return Stream("regression", X, X @ u + noise * rng.uniform(-1, 1, T))


def drifting(T, d=2, noise=0.1, seed=0):
    """Regression whose target turns: y_t = u_t·x_t + noise·ξ_t, where u_t makes half a turn over the T rounds.

    u_t has norm 1 − noise and turns in the plane of the first two coordinates (for d = 1 it moves from one end of
    the interval to the other). The rest, and what is raised, as in ``regression``.
    """
    T, d = _size(T, d)
    noise = check.fraction("noise", noise)
    rng = _rng(seed)
    angle = np.pi * np.arange(T) / max(T, 1) + (0.0 if d == 1 else 2 * np.pi * rng.random())
    u = np.zeros((T, d))
    u[:, 0] = (1 - noise) * np.cos(angle)
    if d > 1:
        u[:, 1] = (1 - noise) * np.sin(angle)
    X = _in_ball(rng, T, d)
    return Stream("drifting", X, (X * u).sum(axis=1) + noise * rng.uniform(-1, 1, T))


def random_signs(T, d=2, seed=0):
    """Fair coins, the stream of the lower bound (catalogue T20): for the linear loss, g_t = y_t x_t.

    x_t is a random unit vector (x_t = 1 for d = 1) and y_t = ±1 with equal chances, independent of everything.
    No learner gains on it: the expected loss is 0 whatever w_t is. Raises ValueError for T < 0, d < 1, seed < 0.
    """
    T, d = _size(T, d)
    rng = _rng(seed)
    X = np.ones((T, 1)) if d == 1 else _directions(rng, T, d)
    return Stream("random_signs", X, np.where(rng.random(T) < 0.5, -1.0, 1.0))


def classification(T, d=2, margin=0.1, noise=0.0, seed=0):
    """Labels ±1 with a margin, some of them flipped (catalogue D17; T8, T9).

    x_t = y_t·margin·u + (1 − margin)·z_t with z_t uniform in the unit ball, u a random unit vector, y_t the sign of
    u·z_t: two half balls, moved apart along u, so that y_t u·x_t ≥ margin and ‖x_t‖ ≤ 1. Two of the examples are laid
    so that margin·u is the midpoint of their y_t x_t, a point that no unit vector sees farther out: for noise = 0 and
    T ≥ 2 the largest margin of any unit vector is ``margin`` exactly. Then each label is flipped with probability
    noise, independently of all else; seed fixes u, z_t and which labels are the first to flip as noise grows.
    T ≥ 0, d ≥ 1, margin and noise in [0, 1], seed ≥ 0. Raises ValueError otherwise.
    """
    T, d = _size(T, d)
    margin, noise = check.fraction("margin", margin), check.fraction("noise", noise)
    rng = _rng(seed)
    u = _directions(rng, 1, d)[0]
    Z = _in_ball(rng, T, d)
    y = np.where(Z @ u >= 0, 1.0, -1.0)
    flipped = rng.random(T) < noise
    if T >= 2:
        a, b = np.argsort(rng.random(T), kind="stable")[:2]
        Z[a] -= (Z[a] @ u) * u
        Z[b] = -y[a] * y[b] * Z[a]
    return Stream("classification", margin * y[:, None] * u + (1 - margin) * Z, np.where(flipped, -y, y))


def orthonormal(T, d=2, seed=0):
    """The d axes in turn, each with a label of its own: x_t = e_i with i = 1 + (t − 1) mod d (catalogue T8, T9).

    The Perceptron errs whenever an axis is new, so M = min(T, d); u = Σ y_i e_i over the axes seen has margin 1 and
    ‖u‖² = min(T, d): T8 and T9 hold with equality, T9 also where T > d. T ≥ 0, d ≥ 1, seed ≥ 0, which draws the labels
    by fair coins. Raises ValueError otherwise.
    """
    T, d = _size(T, d)
    labels = np.where(_rng(seed).random(d) < 0.5, -1.0, 1.0)
    axis = np.arange(T) % d
    X = np.zeros((T, d))
    X[np.arange(T), axis] = 1.0
    return Stream("orthonormal", X, labels[axis])


def _flips(rng, y, noise):
    """The labels, each flipped with probability noise; the seed fixes which are the first to flip as noise grows."""
    return np.where(rng.random(len(y)) < noise, -y, y)


def xor(T, noise=0.0, seed=0):
    """Four discs, one in each quadrant of the plane, with the label sign(x_1 x_2): exclusive or (catalogue X7).

    x_t is uniform in a disc of radius 0.28 about (±½, ±½), the quadrant uniform too. No line errs on less than a quarter
    of such points; the product x_1 x_2, a feature of degree 2, has |x_1 x_2| ≥ 0.09 and the right sign. Then each label is
    flipped with probability noise, independently of all else. T ≥ 0, noise in [0, 1], seed ≥ 0; ValueError otherwise.
    """
    T, noise, rng = check.count("T", T), check.fraction("noise", noise), _rng(seed)
    corner = np.where(rng.random((T, 2)) < 0.5, -1.0, 1.0)
    X = corner / 2 + 0.28 * _in_ball(rng, T, 2)
    return Stream("xor", X, _flips(rng, corner.prod(axis=1), noise))


def circles(T, noise=0.0, seed=0):
    """A disc with the label +1 inside a ring with the label −1, both about the origin.

    Each label has probability ½; ‖x_t‖² is uniform up to 0.5² in the disc and from 0.7² to 1 in the ring, so that x_t is
    uniform in either. No line through the origin tells them apart; ‖x‖² does. Noise and the rest as in ``xor``.
    """
    T, noise, rng = check.count("T", T), check.fraction("noise", noise), _rng(seed)
    y = np.where(rng.random(T) < 0.5, -1.0, 1.0)
    u = rng.random(T)
    radius = np.sqrt(np.where(y > 0, 0.25 * u, 0.49 + 0.51 * u))
    return Stream("circles", radius[:, None] * _directions(rng, T, 2), _flips(rng, y, noise))


def moons(T, noise=0.0, seed=0):
    """Two half rings that reach into each other: the upper one has the label +1, the lower one −1.

    In units in which their middle lines have radius 1 they are 0.3 wide; the upper one has its centre at (−½, −¼), the
    lower one at (½, ¼). Angle and place across the ring are uniform; all is divided by 1.68, so that ‖x_t‖ ≤ 1. Noise
    and the rest as in ``xor``.
    """
    T, noise, rng = check.count("T", T), check.fraction("noise", noise), _rng(seed)
    y = np.where(rng.random(T) < 0.5, -1.0, 1.0)
    angle, radius = np.pi * rng.random(T), 1 + 0.3 * (rng.random(T) - 0.5)
    X = y[:, None] * (radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]) - np.array([0.5, 0.25]))
    return Stream("moons", X / 1.68, _flips(rng, y, noise))


def zigzag(T, c=2**0.5):
    """The zig-zag-and-push stream, which drives greedy OGD to its own bound (catalogue §5; T3, T4, T5).

    d = 1, linear loss, g_t = y_t in [−1, 1], aimed at OGD with η = c·U/G; the default c = √2 is T4's tuned step,
    c = 2 is T5's. OGD is pushed to −U and made to zig-zag there, so that the proof's ‖w_t − u‖ ≤ 2U and
    ‖g_t‖ ≤ G lose next to nothing; the last 2√T/c rounds push it over to u = +U, so that the dropped term is 0.
    The regret is (2/c + c)·UG√T − O(ln T). The stream depends on U and G through c alone.
    Raises ValueError for T < 0 or c ≤ 0.
    """
    T = check.count("T", T)
    c = check.positive("c", c)
    push_from = T - 2 * T**0.5 / c
    y = np.empty(T)
    w = 0.0  # OGD's w_t, in units of U
    for t in range(1, T + 1):
        step = c / np.sqrt(t)
        if t > push_from:
            y[t - 1] = -1.0
        elif w > -1 + 1e-9:
            y[t - 1] = min(1.0, (w + 1) / step)  # back to −U
        else:
            y[t - 1] = -np.sqrt(t / (t + 1))  # as far as the next, shorter step can undo
        w = min(1.0, max(-1.0, w - step * y[t - 1]))
    return Stream("zigzag", np.ones((T, 1)), y)


def alternating(T, c=1.0):
    """Signs in turn, then a push: what drives learners that keep the sum of gradients to their bounds (catalogue §5).

    d = 1, linear loss, g_t = y_t: +1, −1, +1, −1, ..., and in the last √T/c rounds or so +1. Against lazy OGD with
    η = c·U/G its regret tends to (1/(2c) + c)·UG√T, against a constant step η = c·U/(G√T) to (1/(2c) + c/2)·UG√T.
    Raises ValueError for T < 0 or c ≤ 0.
    """
    T = check.count("T", T)
    c = check.positive("c", c)
    pairs = max(0, round((T - T**0.5 / c) / 2)) if c * T >= T**0.5 else 0
    y = np.ones(T)
    y[1 : 2 * pairs : 2] = -1.0
    return Stream("alternating", np.ones((T, 1)), y)


def _orthogonal_answers(shape):
    """Turn w's largest coordinate into the next one: x is a unit vector with x·w = 0, e_2 while w = 0.

    The sign keeps <g_t, S> >= 0, S the sum of the gradients so far; against lazy OGD <x, S> is 0 up to rounding, and a
    tie counts as +.
    """
    return _orthogonal_to_one(*shape) if len(shape) == 1 else _orthogonal_to_many(*shape)


def _orthogonal_to_one(d):
    S = [0.0] * d  # Python's floats are faster than NumPy's, one at a time

    def answer(w):
        w = w.tolist()
        i = max(range(d), key=[*map(abs, w)].__getitem__)
        j = (i + 1) % d
        a, b = w[i] or 1.0, w[j]
        size = hypot(a, b)
        x_i, x_j = -b / size, a / size
        y = -1.0 if x_i * S[i] + x_j * S[j] < -1e-9 * hypot(*S) else 1.0
        S[i] += y * x_i
        S[j] += y * x_j
        x = np.zeros(d)
        x[i], x[j] = x_i, x_j
        return x, y

    return answer


def _orthogonal_to_many(n_runs, d):
    S, first, following = np.zeros((n_runs, d)), d * np.arange(n_runs), np.arange(1, d + 1) % d

    def answer(w):
        i = abs(w).argmax(axis=1)
        j = first + following.take(i)  # as places among the numbers of all runs, of which take is the quicker way
        i += first
        a, b = w.take(i), w.take(j)
        a[a == 0] = 1.0
        size, x = np.hypot(a, b), np.zeros(n_runs * d)
        x[i], x[j] = -b / size, a / size
        x = x.reshape(n_runs, d)
        y = np.copysign(1.0, np.vecdot(x, S) + 1e-9 * np.sqrt(np.vecdot(S, S)))
        np.add(S, y[:, None] * x, out=S)
        return x, y

    return answer


def orthogonal(d=2):
    """The orthogonal adversary: for the linear loss, regret ≥ UG√T against any learner (catalogue §5, T20).

    It answers w_t with a unit vector x_t ⟂ w_t and a sign y_t with ⟨y_t x_t, S_{t−1}⟩ ≥ 0, S the sum of gradients:
    the learner's loss is 0 and ‖S_T‖ ≥ √T, so that the best fixed u gains U‖S_T‖ ≥ U√T. d ≥ 2; ValueError otherwise.
    """
    return Adversary("orthogonal", check.count("d", d, least=2), _orthogonal_answers)


@lru_cache(maxsize=1)
def _spambase():
    """Words, their fractions (4601, 49) with a 49th column for all other words, and labels ±1, in file order."""
    text = gzip.decompress(files("oco_core").joinpath("data/spambase.csv.gz").read_bytes()).decode("ascii")
    table = np.loadtxt(text.splitlines()[1:], delimiter=",")
    words = tuple(text[: text.index("\n")].split(",")[:48]) + ("(all other words)",)
    X = np.empty((MAIL_SIZE, 49))
    X[:, :48] = table[:, :48] / 100
    X[:, 48] = np.maximum(0.0, 1 - X[:, :48].sum(axis=1))
    y = 2 * table[:, -1] - 1
    X.setflags(write=False)
    y.setflags(write=False)
    return words, X, y


def mail_words(words="all"):
    """What the 49 features of ``mail`` and ``spam`` count: 48 words, and last "(all other words)".

    With ``words="counted"``, as in ``spam``, the last is "(none of the 48)". ValueError for other ``words``.
    """
    _known_words(words)
    counted = _spambase()[0]
    return counted if words == "all" else counted[:48] + ("(none of the 48)",)


def _known_words(words):
    if words not in ("all", "counted"):
        check.fail("words", words, "'all' or 'counted'")


def mail(T=MAIL_SIZE, order="shuffled", seed=0):
    """Real e-mail: Spambase, 49 word fractions that sum to 1 (so ‖x_t‖ ≤ 1), y_t = +1 for spam and −1 for other mail.

    order: "shuffled" (by the seed), "file" (all 1813 spam messages first) or "alternating" (spam and other mail in turn
    up to message 3626, then the other mail that is left); the seed is used for "shuffled" alone. The first T of
    4601 messages in that order. Source and licence (CC BY 4.0): oco_core/data/README.md.
    Raises ValueError for T outside 0..4601, another order, seed < 0.
    """
    T = check.count("T", T)
    if T > MAIL_SIZE:
        check.fail("T", T, f"at most {MAIL_SIZE}, the number of messages")
    if order not in ("shuffled", "file", "alternating"):
        check.fail("order", order, "'shuffled', 'file' or 'alternating'")
    rng = _rng(seed)
    _, X, y = _spambase()
    if order == "shuffled":  # argsort of uniform numbers, not permutation(): the same order on 32-bit integers, as in the browser
        rows = np.argsort(rng.random(MAIL_SIZE), kind="stable")
    elif order == "file":
        rows = np.arange(MAIL_SIZE)
    else:  # the k-th message of each kind, spam first
        rows = np.lexsort((-y, np.where(y > 0, np.cumsum(y > 0), np.cumsum(y < 0))))
    return Stream(f"mail_{order}", X[rows[:T]], y[rows[:T]])


def spam(T=MAIL_SIZE, order="shuffled", seed=0, words="all"):
    """``mail`` as the notes' spam model has it (catalogue D21): percentages x_t ≥ 0 with Σ_i x_{t,i} = 100; y_t = 1, spam, or 0.

    words: "all", percent of all words of the message; or "counted", percent of those words of the message that are
    among the 48 (erratum E37). Entry 49 is the percentage of all other words; with "counted" it is 100 for a message
    that has none of the 48, else 0. T, order, seed and what is raised as in ``mail``; ValueError for other ``words``.
    """
    made = mail(T, order, seed)
    _known_words(words)
    X = 100 * made.X
    if words == "counted":
        X[:, 48] = np.where(X[:, :48].any(axis=1), 0.0, 100.0)
        X *= 100 / X.sum(axis=1, keepdims=True)
    return Stream(f"spam_{order}", X, (made.y + 1) / 2)
