"""What the theorems promise: one `Bound` for each, a function of T, η, U, G, ... that knows when it applies.

Units are those of the loss. Bounds on the regret R_T = Σ l_t(w_t) − min_u Σ l_t(u) are not divided by T; divide for
the form of the notes. `Bound.quantity` says what else is bounded: mistakes M, or a risk.

descent            gradient descent on convex losses in a ball: T3 to T6, T20, constant, lazy and scale-free steps
games              linear losses and a known T: T20 for coins, the minimax learners
strong_convexity   gradient descent on strongly convex losses: T7
mistakes           the Perceptron's mistakes: T8 to T10
statistical        from sequential to statistical risk: T11 to T16
stochastic_descent gradient descent on one convex function: T22, and 1/T for a smooth one
regularisation     regularised loss, its minimiser and gradient descent on it: T18, T19
spam_filter        gradient descent on the loss of a spam filter: T24
"""

from . import descent, games, mistakes, regularisation, spam_filter, statistical, stochastic_descent, strong_convexity
from .bound import Assumption, Bound, Verdict
from .descent import *
from .games import *
from .mistakes import *
from .regularisation import *
from .spam_filter import *
from .statistical import *
from .stochastic_descent import *
from .strong_convexity import *

__all__ = ["Assumption", "Bound", "Verdict",
           *sorted(descent.__all__ + games.__all__ + mistakes.__all__ + regularisation.__all__ + spam_filter.__all__ +
                   statistical.__all__ + stochastic_descent.__all__ + strong_convexity.__all__)]
