"""A function of the reader as a `Learner`."""

import numpy as np

from ..engine import check
from ..learners import Learner
from .answers import LARGEST, numbers

__all__ = ["learner", "path"]


def learner(step, largest=LARGEST):
    """The `Learner` that makes w_{t+1} = step(w_t, g_t, t, state) from w_1 = 0, for ``play`` with one run.

    Nothing is projected but by ``step``. state: a dict that is ``step``'s own and empty whenever round 1 is played.
    w_t and g_t are copies. Where step returns no vector of w's shape with finite numbers up to ``largest`` in size,
    ``play`` raises ValueError that names the round; what step itself raises is passed on.
    """
    if not callable(step):
        check.fail("step", step, "a function step(w, g, t, state)")
    state = {}

    def update(_, t, w, S, g):
        if t == 1:
            state.clear()
        if w.ndim != 1:
            check.fail("step", "many runs at once", "one run")
        w = step(w.copy(), np.array(g, dtype=float), t, state)
        return numbers(f"w_{t + 1}", w, S.shape, "step", "that of w_1", largest), S

    return Learner("own", 1.0, None, update=update)


def path(learner, gradients):
    """w_1 .. w_{T+1} of a learner of one run that is told these gradients, (T, d), whatever it plays: (T + 1, d)."""
    T, d = gradients.shape
    w, S = np.zeros(d), np.zeros(d)
    found = [w]
    for t, g in enumerate(gradients, 1):
        w, S = learner.update(learner, t, w, S, g)
        if learner.U is not None and (norm := np.linalg.norm(w)) > learner.U:
            w = w * (learner.U / norm)
        found.append(w)
    return np.array(found)
