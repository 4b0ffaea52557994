"""Random problems for the property tests, and a second, plain way to compute what oco_core computes."""

import math
from dataclasses import dataclass

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from oco_core import hindsight, learners, losses

CONVEX = (losses.square, losses.absolute, losses.hinge, losses.logistic, losses.linear)
SOLVED = tuple(loss for loss in CONVEX if loss.name in hindsight._SOLVERS)
MAKERS = (learners.ogd, learners.ogd_constant, learners.lazy)


def by_name(thing):
    return getattr(thing, "name", None) or getattr(thing, "__name__", None) or str(thing)


def examples(n):
    """The same n examples in every run of the tests, and no deadline: a slow machine is not an error."""
    return settings(max_examples=n, derandomize=True, deadline=None, database=None)


def log_uniform(low, high):
    return st.floats(math.log10(low), math.log10(high)).map(lambda e: 10.0**e)


@dataclass
class Problem:
    X: np.ndarray
    y: np.ndarray
    kind: str
    seed: int

    @property
    def rng(self):
        return np.random.default_rng(self.seed + 1)


@st.composite
def problems(draw, loss, max_T=40, max_d=5, min_d=1, kinds=("gauss", "axes", "line", "zeros", "graded", "blocks")):
    """Examples that fit the loss: generic, one-hot, collinear, with zero rows, badly scaled, in blocks."""
    T, d, seed = draw(st.integers(0, max_T)), draw(st.integers(min_d, max_d)), draw(st.integers(0, 10**6))
    kind = draw(st.sampled_from(kinds))
    scale = draw(log_uniform(1e-3, 1e3))
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((T, d))
    if kind == "axes":
        X = np.eye(d)[rng.integers(d, size=T)]
    elif kind == "line":
        X = np.outer(rng.standard_normal(T), rng.standard_normal(d))
    elif kind == "zeros":
        X[rng.random(T) < 0.5] = 0.0
    elif kind == "graded":
        X = X * 10.0 ** rng.uniform(-4, 0, d)
    elif kind == "blocks":
        X = np.repeat(X[: T // 5 + 1], 5, axis=0)[:T]
    y = rng.standard_normal(T)
    if kind == "blocks":
        y = np.repeat(y[: T // 5 + 1], 5)[:T]
    if loss.labels == "signs":
        y = np.where(y > 0, 1.0, -1.0)
    else:
        y = y * draw(log_uniform(1e-3, 1e3))
    return Problem(X * scale, y, kind, seed)


@st.composite
def maybe_l2(draw, loss, lam=log_uniform(1e-3, 1e2)):
    return draw(st.one_of(st.just(loss), lam.map(lambda value: losses.with_l2(loss, value))))


CALM = ("gauss", "line", "zeros")  # kinds of problems in which rounding stays small beside a step


def calm_eta(loss, X, factor):
    """A step for which a round does not stretch distances, so that rounding does not grow over the rounds."""
    curvature = {"square": 2.0, "logistic": 0.25}.get(loss.name, 0.0) * (X * X).sum(axis=-1).max(initial=0.0) + loss.l2
    return factor / curvature if curvature else factor


def in_ball(rng, n, d, U):
    """n points of the ball of radius U, a third of them on its surface."""
    v = rng.standard_normal((n, d))
    v /= np.linalg.norm(v, axis=1, keepdims=True)
    r = rng.random((n, 1)) ** (1 / d)
    r[: n // 3] = 1.0
    return v * r * U


def descent_in_a_box(g, G):
    """A2 on [−1, 1]^d with the linear losses w ↦ g_t·w, g (T, d), from a corner; D = 2√d. w_1 .. w_{T+1}, (T+1, d)."""
    w = np.ones((len(g) + 1, g.shape[1]))
    for t in range(1, len(g) + 1):
        w[t] = np.clip(w[t - 1] - 2 * g.shape[1]**0.5 / (G * t**0.5) * g[t - 1], -1, 1)
    return w


# The second way: formulas written out, lists and loops, no NumPy.

def value_of(name, p, y):
    if name == "square":
        return (p - y) * (p - y)
    if name == "absolute":
        return p - y if p > y else y - p
    if name == "hinge":
        return 1 - y * p if y * p < 1 else 0.0
    if name == "logistic":
        z = y * p
        return math.log1p(math.exp(-z)) if z > 0 else -z + math.log1p(math.exp(z))
    return p * y


def slope_of(name, p, y):
    if name == "square":
        return 2 * (p - y)
    if name == "absolute":
        return float(p > y) - float(p < y)
    if name == "hinge":
        return -y if y * p < 1 else 0.0
    if name == "logistic":
        z = y * p
        return -y / (1 + math.exp(z)) if z < 700 else 0.0
    return y


def total(loss, u, X, y):
    """Σ l_t(u), summed exactly."""
    norm2 = math.fsum(c * c for c in u)
    return math.fsum(value_of(loss.name, math.fsum(a * b for a, b in zip(u, x)), y_t) + loss.l2 / 2 * norm2
                     for x, y_t in zip(X.tolist(), y.tolist()))


def textbook(maker, loss, eta, U, X, y):
    """w_1 .. w_{T+1} and l_t(w_t), as the lecture notes write the algorithm."""
    w = [0.0] * X.shape[1]
    G_sum = list(w)
    path, suffered = [w], []
    for t, (x, y_t) in enumerate(zip(X.tolist(), y.tolist()), start=1):
        p = sum(a * b for a, b in zip(w, x))
        suffered.append(value_of(loss.name, p, y_t) + loss.l2 / 2 * sum(a * a for a in w))
        g = [slope_of(loss.name, p, y_t) * a + loss.l2 * b for a, b in zip(x, w)]
        if maker is learners.lazy:
            G_sum = [a + b for a, b in zip(G_sum, g)]
            w = [-eta / math.sqrt(t + 1) * a for a in G_sum]
        elif maker is learners.ogd:
            w = [a - eta / math.sqrt(t) * b for a, b in zip(w, g)]
        else:
            w = [a - eta * b for a, b in zip(w, g)]
        norm = math.hypot(*w)
        if norm > U:
            w = [a * U / norm for a in w]
        path.append(w)
    return np.array(path), np.array(suffered)
