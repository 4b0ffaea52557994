"""A reader's own learner and loss, as plain functions: played like the book's, and known again where they are its.

    step(w, g, t, state) -> w_{t+1}     from w_t, g_t, the round t = 1, 2, … and a dict that is empty before round 1
    value(p, y) -> l(p, y)              of numbers
"""

from .family import Family, family, granted
from .learner import learner
from .loss import Judgement, judged

__all__ = ["Family", "Judgement", "family", "granted", "judged", "learner"]
