"""Online convex optimisation, small enough to read: the mathematics of this book in NumPy.

``losses`` and ``streams`` make the losses l_t, ``learners`` make the predictors w_t, ``play`` runs one against
the other, ``hindsight`` finds the best fixed u, ``bounds`` states what the theorems promise, ``mistakes`` finds the u
for which the Perceptron's bounds are least, ``proofs`` shows where each promise loses what it loses, ``tightest``
plays, for each promise, the instance on which it loses least, ``laws`` draw samples whose risk is known exactly, and
``training`` descends on one fixed function, the mean loss over a training set, and ``regularisation`` minimises it with
a regulariser. ``kernels`` has the Perceptron that sees examples through a kernel, ``svm`` the largest margin there,
``disagreement`` the fewest examples that a halfspace gets wrong. ``walks`` knows a fair coin's random walk, and ``games``
plays all 2^T games of T signs at once.
"""

from . import (bounds, disagreement, games, hindsight, kernels, laws, learners, losses, mistakes, proofs, regularisation,
               streams, svm, tightest, training, walks)
from .protocol import Run, play

__all__ = ["Run", "bounds", "disagreement", "games", "hindsight", "kernels", "laws", "learners", "losses", "mistakes",
           "play", "proofs", "regularisation", "streams", "svm", "tightest", "training", "walks"]
