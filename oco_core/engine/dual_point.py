"""A dual point with more digits than a float has, where U‖Aᵀb − κu‖ counts (see `certificate`).

Where the best u is inside the ball and l2 = 0, Aᵀb is to be 0; rounding b alone leaves about 1e-16‖A‖ of it. So b is
made the sum of two floats, b + low, and moved by the least δ that mends Aᵀδ = κu − Aᵀb, in units of the way that each
b_s has to the ends of [l, h]; what is left of the equations is counted in units of what the certificate can bear.
"""

import numpy as np

from . import rounding

__all__ = ["repaired"]


def repaired(A, b, kappa, u, ends, bear):
    """b and low (t,) with Aᵀ(b + low) near κu, up to ``bear`` or so, and b + low in [l, h] = ``ends``; or None."""
    scale, low = np.frexp(np.sqrt((A * A).sum(axis=0)))[1], np.zeros(len(b))
    way = np.maximum(0.0, np.minimum(b - ends[0], ends[1] - b))
    rows = np.vstack([np.ldexp(A, -scale) * way[:, None], np.diag(np.ldexp(bear, -scale))])
    start = b
    for _ in range(4):
        p, left = rounding.two_product(kappa, u)
        high, rest, _ = rounding.dot(A.T, b)
        more, _, _ = rounding.dot(A.T, low)
        s, e = rounding.two_sum(p, -high)
        missing = s + (e + left - rest - more)
        step = way * np.linalg.lstsq(rows.T, np.ldexp(missing, -scale), rcond=1e-17)[0][: len(b)]
        if not np.isfinite(step).all():
            return None
        b, e = rounding.two_sum(b, step)
        b, low = rounding.two_sum(b, low + e)
    if (abs(b - start) + abs(low) > 0.5 * way).any():
        return None
    return b, low
