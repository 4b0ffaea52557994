"""Regularised loss minimisation: the minimiser of a training set, and how far one example moves it (catalogue D12,
T18).

w_S = argmin_w L_S(w) + (λ/2)‖w‖²,  L_S(w) = (1/m) Σ l(w·x_i, y_i). The notes' theory has λ‖w‖²: half of this λ (E17).
"""

import math
from dataclasses import dataclass

import numpy as np

from ... import hindsight, losses
from ...engine import check
from ...losses import with_l2

__all__ = ["Coin", "coin", "minimiser", "movements"]


def minimiser(loss, lam, X, y):
    """w_S (d,) for the training set X (m, d), y (m,), m ≥ 1, and lam > 0: ridge regression for the square loss (D13).

    Found by `hindsight.best`, whose certificate says that the regularised error is within gap = 1e-8·max(1, m·error)/m
    of the least, so that w_S is off by at most √(2·gap/λ). Where ``hindsight.best(with_l2(loss, lam), X, y,
    None).certified`` is False the gap is its (value − lower)/m instead.
    Raises ValueError for an empty training set, lam ≤ 0, and as `hindsight.best` does.
    """
    X, y = check.examples(X, y)
    if X.ndim != 2 or not len(X):
        check.fail("X.shape", X.shape, "(m, d), a training set of m >= 1 examples")
    return hindsight.best(with_l2(loss, check.radius("lam", lam)), X, y, None).u


def movements(loss, lam, X, y, x, label):
    """‖w_S − w_{S_i}‖ (m,), where S_i has the example (x, label) in place of number i (T18's stability: ≤ 2ρ/(λm)).

    x (d,), label a number; the rest as in `minimiser`, which is called m + 1 times. Raises ValueError as it does.
    """
    w = minimiser(loss, lam, X, y)
    X, y = check.examples(X, y)
    x, label = check.array("x", x, 1), check.real("label", label)
    if x.shape != X.shape[1:]:
        check.fail("x.shape", x.shape, X.shape[1:])
    moved = np.empty(len(y))
    for i in range(len(y)):
        others, labels = X.copy(), y.copy()
        others[i], labels[i] = x, label
        moved[i] = np.linalg.norm(minimiser(loss, lam, others, labels) - w)
    return moved


@dataclass(frozen=True, eq=False)
class Coin:
    """All training sets of m coins, by the number k = 0..m of heads.

    chances (m+1,)  of each k;  w (m+1,)  the minimiser;  excess (m+1,)  L_D(w) − min_{|u|≤B} L_D(u) ≥ 0;
    fitting (m+1,)  L_S(w) − min_{|u|≤B} L_D(u), of either sign;
    mean            E excess: what T18 bounds, = E fitting + E(L_D − L_S).
    """

    chances: np.ndarray
    w: np.ndarray
    excess: np.ndarray
    fitting: np.ndarray

    @property
    def mean(self):
        """E excess: what T18 bounds."""
        return float(self.chances @ self.excess)

    @property
    def trade_off(self):
        """(E L_S(w_S) − min L_D, E(L_D − L_S)(w_S)), fitting and stability, whose sum is the mean excess. As S and a
        new coin change places, the second is at most 2ρ²/(λm)."""
        fitting = float(self.chances @ self.fitting)
        return fitting, self.mean - fitting

    @property
    def largest_movement(self):
        """The most that w_S moves if one coin of some training set is turned: stability, exactly."""
        return float(abs(np.diff(self.w)).max())


def coin(m, p, lam, loss=losses.absolute, B=1.0):
    """Erratum E24's law, for which T18's expectation is a finite sum: x = 1, y = +B with chance p, else −B (`Coin`).

    With the absolute loss, or the hinge loss and B = 1, a training set with the share (1 + z)/2 of heads has w_S =
    clip(z/λ, −B, B), ρ is 1, and inside [−B, B] the risk is L_D(w) = B − (2p − 1)w, least at u = ±B, whose sign is
    that of 2p − 1.
    With the square loss, ridge regression (D13), w_S = 2Bz/(2 + λ) and L_D(w) = (w − u)² + B² − u², least at
    u = (2p − 1)B. This loss is not Lipschitz on the line, but |w_S| < B: w_S is the minimiser in the ball, too, and
    there ρ = 4B (E23). m ≥ 1, p in [0, 1], lam and B in 1e-150..1e150, loss absolute, hinge (B = 1) or square;
    ValueError otherwise.
    """
    if loss not in (losses.absolute, losses.hinge, losses.square):
        check.fail("loss", loss, "losses.absolute, losses.hinge or losses.square")
    m, p, lam = check.count("m", m, least=1), check.fraction("p", p), check.radius("lam", lam)
    B = check.radius("B", B)
    if loss is losses.hinge and B != 1:
        check.fail("B", B, "1 with the hinge loss, whose labels are 1 and -1")
    k = np.arange(m + 1)
    if 0 < p < 1:
        lgamma = np.array([math.lgamma(j + 1) for j in k])
        chances = np.exp(lgamma[-1] - lgamma - lgamma[::-1] + k * math.log(p) + (m - k) * math.log1p(-p))
        chances /= chances.sum()
    else:
        chances = 1.0 * (k == m * p)
    z, q = (2 * k - m) / m, 2 * p - 1
    if loss is losses.square:
        w = 2 * B * z / (2 + lam)
        return Coin(chances, w, (w - B * q) ** 2, (w - B * z) ** 2 + B * B * (q * q - z * z))
    w = np.clip(z / lam, -B, B)
    return Coin(chances, w, B * abs(q) - q * w, B * abs(q) - z * w)
