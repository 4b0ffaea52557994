"""A reader's own learner, loss and adversary, as functions: played like the book's, and known again where they are its.

    step(w, g, t, state) -> w_{t+1}         from w_t, g_t, the round t = 1, 2, … and a dict, empty before round 1
    update(w, x, y, t, state) -> w_{t+1}    the same from the example, for those who count mistakes
    answer(w, t) -> g_t                     the gradient of a linear loss, once w_t is seen
    value(p, y) -> l(p, y)                  of numbers
"""

from .adversary import adversary
from .family import Family, family, granted
from .learner import learner, path
from .loss import Judgement, judged
from .mistakes import Mistakes, counted, perceptron_step

__all__ = ["Family", "Judgement", "Mistakes", "adversary", "counted", "family", "granted", "judged", "learner", "path",
           "perceptron_step"]
