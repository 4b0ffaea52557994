"""Streams that are drawn at random: regression, classification, and what no line can separate."""

import numpy as np

from ..engine import check
from .stream import Stream

__all__ = ["circles", "classification", "drifting", "moons", "orthonormal", "random_signs", "regression", "xor"]


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

    x_t is uniform in a disc of radius 0.28 about (±½, ±½), the quadrant uniform too. No line errs on less than a
    quarter of such points; the product x_1 x_2, a feature of degree 2, has |x_1 x_2| ≥ 0.09 and the right sign. Then
    each label is flipped with probability noise, independently of all else. T ≥ 0, noise in [0, 1], seed ≥ 0;
    ValueError otherwise.
    """
    T, noise, rng = check.count("T", T), check.fraction("noise", noise), _rng(seed)
    corner = np.where(rng.random((T, 2)) < 0.5, -1.0, 1.0)
    X = corner / 2 + 0.28 * _in_ball(rng, T, 2)
    return Stream("xor", X, _flips(rng, corner.prod(axis=1), noise))


def circles(T, noise=0.0, seed=0):
    """A disc with the label +1 inside a ring with the label −1, both about the origin.

    Each label has probability ½; ‖x_t‖² is uniform up to 0.5² in the disc and from 0.7² to 1 in the ring, so that x_t
    is uniform in either. No line through the origin tells them apart; ‖x‖² does. Noise and the rest as in ``xor``.
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
