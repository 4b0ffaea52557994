"""The soft-margin support vector machine, from kernel values alone, with a certificate.

    min  λ/2·‖w‖² + (1/m) Σ ξ_t    subject to    y_t w·φ(x_t) ≥ 1 − ξ_t,  ξ_t ≥ 0

has the slacks ξ_t = [1 − y_t w·φ(x_t)]_+, the hinge losses, so that it is regularised loss minimisation. (Where it is
written as ½‖w‖² + C Σ ξ_t, C is 1/(λm).) Its dual has a box for the multipliers:

    max  Σ α_t·λ − λ/2·‖Σ α_t y_t φ(x_t)‖²    over    0 ≤ α_t ≤ 1/(λm),     w = Σ α_t y_t φ(x_t).

Each such α proves that the minimum is at least its dual value, and its own w that it is at most the value at w.
`regularisation.minimiser` finds the same w where the examples themselves are given.
"""

from dataclasses import dataclass

import numpy as np

from ...engine import check, interior_point
from ...losses import hinge, with_l2
from .kernels import factor

__all__ = ["SoftMargin", "soft_margin"]


@dataclass(frozen=True, eq=False)
class SoftMargin:
    """What `soft_margin` found: ``lower`` ≤ the minimum ≤ ``value`` (up to rounding), the value at w = Σ α_t y_t
    φ(x_t).

    alpha (m,)    multipliers in [0, 1/(λm)].
    margins (m,)  y_t w·φ(x_t).
    norm          ‖w‖.
    """

    value: float
    lower: float
    alpha: np.ndarray
    margins: np.ndarray
    norm: float

    @property
    def slacks(self):
        """ξ_t = [1 − y_t w·φ(x_t)]_+, shape (m,): the hinge losses."""
        return np.maximum(0.0, 1.0 - self.margins)

    @property
    def support(self):
        """The t, counted from 0, with α_t above 1e-6 of the largest: up to rounding their margin is at most 1."""
        return np.flatnonzero(self.alpha > 1e-6 * self.alpha.max())


def soft_margin(K, y, lam):
    """The soft-margin support vector machine in the feature space of a kernel.

    K (m, m), m ≥ 1, the Gram matrix K(x_s, x_t), y (m,) of ±1, lam > 0. Minimises λ/2·‖w‖² + (1/m) Σ [1 − y_t
    w·φ(x_t)]_+ . Returns a `SoftMargin`. Its ``value`` and ``lower`` agree to 1e-8 of max(1, m·value)/m as a rule, and
    are right whatever α was found. Raises ValueError for bad input, as for a K that is no Gram matrix.
    """
    y, lam = check.labels(hinge, check.array("y", y, 1)), check.radius("lam", lam)
    K, _ = check.inner_products("K", K)
    m = len(y)
    if K.shape != (m, m) or not m:
        check.fail("K.shape", K.shape, f"({m}, {m}), the kernel of at least one example with itself")
    with np.errstate(all="ignore"):  # whatever it finds is checked
        _, (slopes,) = interior_point.solve(with_l2(hinge, lam), factor(K), y, None, [m])
    beta = np.clip(np.nan_to_num(-y * slopes), 0.0, 1.0)
    alpha = beta / (lam * m)
    margins = y * (K @ (alpha * y))
    norm2 = max(0.0, float(alpha @ margins))
    value = lam / 2 * norm2 + float(np.maximum(0.0, 1.0 - margins).mean())
    return SoftMargin(value, float(beta.mean()) - lam / 2 * norm2, alpha, margins, norm2**0.5)
