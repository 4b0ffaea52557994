"""The best u of the linear loss: u = −U·S/‖S‖ with S = Σ y_t x_t; with l2, u = −S/(l2·t) brought back to the ball.

Sums that no rounding touches, as of whole numbers, give a value that no rounding touches.
"""

import numpy as np

from .certificate import CLOSED, gap, width
from .rounding import BLOCK, EPS, LOST, cumulated, down, gamma, inside, lost, norm, total, two_product, two_sum, up

__all__ = ["best"]

LONG = 20_000  # numbers in X up to which all is summed in twice the digits at once


def best(loss, X, y, U, at):
    """u (K, d), value and lower (K,) for the rounds ``at``. Long sums first as floats give them."""
    for exactly in (False, True) if X.size > LONG else (True,):
        found = _at_sums(loss, U, at, *(_sums if exactly else _plain_sums)(X, y, at))
        if (width(*found[1:]) <= CLOSED).all():
            break
    return found


def _plain_sums(X, y, at):
    """Σ_{s≤t} y_s x_s (K, d) for each t in ``at``, 0, and how far off it may be."""
    places, where = np.unique(at, return_inverse=True)
    starts, terms = np.append(0, places[:-1]), y[:, None] * X
    parts = [[part[i:j].sum(axis=0) for i, j in zip(starts, places)] for part in (terms, abs(terms))]
    S, size = (np.cumsum(np.reshape(part, (len(places), -1 if part else X.shape[1])), axis=0)[where] for part in parts)
    return S, np.zeros_like(S), gamma(len(y) + len(at) + 4) * size + len(y) * LOST


def _sums(X, y, at):
    """The same in twice the digits: S and what is to be added to it."""
    S, low, error = np.zeros((3, len(at), X.shape[1]))
    some = max(1, BLOCK // (len(y) + 1))
    for first in range(0, X.shape[1], some):  # so many coordinates at a time
        p, e = two_product(X[:, first: first + some].T, y)
        e = np.concatenate([np.zeros((len(e), 1)), e], axis=1)
        sums, rest, off = cumulated(p)
        rest = rest + np.cumsum(e, axis=1)
        off = off + gamma(len(y) + 8) * np.cumsum(abs(e), axis=1) + EPS * abs(rest)
        off[:, 1:] += np.cumsum(lost(p, X[:, first: first + some].T, y), axis=1)
        for whole, part in ((S, sums), (low, rest), (error, off)):
            whole[:, first: first + some] = part[:, at].T
    return S, low, error


def _at_sums(loss, U, at, S, low, error):
    """The same for sums S + low, up to error, each (K, d)."""
    length, weight = norm(S)[:, None], loss.l2 * at
    reach = np.inf if U is None else U
    reach = np.minimum(reach, length / weight[:, None]) if loss.l2 else reach
    u = np.where(length > 0, -S / length * reach, 0.0)
    u = u if U is None else inside(u, U)
    p, e = two_product(u, S)
    high, rest, off = total(p.T)
    rest = rest + e.sum(axis=1) + (u * low).sum(axis=1)
    F, left = two_sum(high, rest)
    size = 2 * S.shape[1] + 20
    off = off + abs(left) + gamma(size) * (abs(e) + abs(u * low)).sum(axis=1)
    off = off + gamma(4) * abs(rest) + (abs(u) * error + lost(p, u, S)).sum(axis=1) * 1.01
    if loss.l2:
        ridge = weight / 2 * np.vecdot(u, u)
        off, F = off + gamma(size) * (ridge + abs(F)), F + ridge
    loses = gap(-S, norm(abs(low) + error) * 1.01, u, weight, U)
    return u, up(F, off), down(F, off + loses)
