"""Online convex optimisation, small enough to read: the mathematics of this book in NumPy.

The book's words: ``losses`` and ``streams`` make the losses l_t, ``learners`` make the predictors w_t, ``play`` runs
one against the other, ``hindsight`` finds the best fixed u, ``bounds`` states what the theorems promise, ``proofs``
shows where each promise loses what it loses, and ``tightest`` plays, for each promise, the instance on which it loses
least; ``own`` lets a function of yours be a learner.

What single chapters need beyond that lies in ``chapters``, in a room with the chapter's name, and is offered here too:
``training`` descends on one fixed function, the mean loss over a training set; ``mistakes`` finds the u for which the
Perceptron's bounds are least; ``kernels`` has the Perceptron that sees examples through a kernel, ``svm`` the largest
margin there, ``disagreement`` the fewest examples that a halfspace gets wrong; ``games`` plays all 2^T games of T signs
at once, and ``attack`` searches for longer ones; ``laws`` draw samples whose risk is known exactly;
``regularisation`` minimises the mean loss with a regulariser.

``engine`` makes all that fast and certain; a reader may skip it. Its ``walks`` knows a fair coin's random walk.
"""

from . import bounds, hindsight, learners, losses, own, proofs, streams, tightest
from .chapters.gradient_descent import training
from .chapters.hinge_and_perceptron import mistakes
from .chapters.kernels import disagreement, kernels, svm
from .chapters.lower_bounds import attack, games
from .chapters.online_to_batch import laws
from .chapters.regularisation import regularisation
from .engine import walks
from .protocol import Run, play

__all__ = ["Run", "attack", "bounds", "disagreement", "games", "hindsight", "kernels", "laws", "learners", "losses",
           "mistakes", "own", "play", "proofs", "regularisation", "streams", "svm", "tightest", "training", "walks"]
