"""What a stream is."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

__all__ = ["Adversary", "Stream"]


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
