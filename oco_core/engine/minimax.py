"""What the minimax learners answer to a sum of gradients (catalogue §5): `learners.minimax` and `minimax_line`."""

from dataclasses import dataclass

import numpy as np

from . import check, walks

__all__ = ["Minimax"]


@dataclass(frozen=True, eq=False)
class Minimax:
    """w_t as a function of t and S = g_1 + ... + g_{t−1}, S (d,) or (n_runs, d), for games of T rounds with ‖g_t‖ ≤ G.

    T, U, G are numbers, or arrays (n_runs,). ``line``: for d = 1 (``minimax_line``), else for every d (``minimax``).
    """

    T: int | np.ndarray
    U: float | np.ndarray
    G: float | np.ndarray
    line: bool

    def __call__(self, t, S):
        S = S / np.expand_dims(self.G, -1)
        left = np.maximum(np.add(self.T, 1 - t), 0)  # rounds still to play, this one among them
        if not self.line:
            size = np.hypot(np.linalg.norm(S, axis=-1), np.sqrt(left))[..., None]
            share = S / np.where(size > 0, size, 1.0)
        else:
            if S.shape[-1] != 1:
                check.fail("d", S.shape[-1], "1, since minimax_line plays on an interval")
            if np.ndim(left):
                share = np.array([_lead(n, s) for n, s in zip(left.tolist(), S)])
            else:
                share = _lead(int(left), S)
        return -np.expand_dims(self.U, -1) * share


def _lead(left, s):
    """``walks.lead`` at any numbers s, with ``left`` rounds still to play, of which one is without a coin."""
    n = max(left - 1, 0)
    values = walks.lead(n)
    i = np.clip(s, -n - 1.0, n + 1.0) + (n + 1)
    k = np.minimum(i.astype(int), 2 * n + 1)
    return values[k] + (i - k) * (values[k + 1] - values[k])
