"""A function of the reader as a `Learner`, and what is no answer of one."""

import numpy as np

from ..engine import check
from ..learners import Learner

__all__ = ["learner", "path"]

LARGEST = 1e100  # of an entry of w


def _answer(w, shape, t):
    """What ``step`` returned in round t as w_{t+1}, or a ValueError that says what is wrong with it."""
    name = f"w_{t + 1}"
    if w is None:
        check.fail(name, None, f"{shape[-1]} numbers from step: is a return missing?")
    try:
        found = np.array(w)
    except (TypeError, ValueError):
        found = np.array(None)
    if found.dtype.kind not in "biuf":
        check.fail(name, w, f"{shape[-1]} numbers from step")
    found = found.astype(float)
    if found.shape != shape:
        check.fail(f"{name}.shape", found.shape, f"{shape}, that of w_1")
    if not np.isfinite(found).all():
        check.fail(name, found.tolist(), "finite numbers from step")
    if not check.within(found, LARGEST):
        check.fail(name, found.tolist(), f"numbers of size up to {LARGEST:g} from step")
    return found


def learner(step):
    """The `Learner` that makes w_{t+1} = step(w_t, g_t, t, state) from w_1 = 0, for ``play`` with one run.

    Nothing is projected but by ``step``. state: a dict that is ``step``'s own and empty whenever round 1 is played.
    w_t and g_t are copies. Where step returns no vector of w's shape with finite numbers, ``play`` raises ValueError
    that names the round; what step itself raises is passed on.
    """
    if not callable(step):
        check.fail("step", step, "a function step(w, g, t, state)")
    state = {}

    def update(_, t, w, S, g):
        if t == 1:
            state.clear()
        if w.ndim != 1:
            check.fail("step", "many runs at once", "one run")
        return _answer(step(w.copy(), np.array(g, dtype=float), t, state), w.shape, t), S

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
