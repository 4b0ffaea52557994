"""What the theorems promise: one `Bound` for each, a function of T, η, U, G, ... that knows when it applies.

Units are those of the loss. Bounds on the regret R_T = Σ l_t(w_t) − min_u Σ l_t(u) are not divided by T; divide for
the form of the notes. `Bound.quantity` says what else is bounded: mistakes M, or a risk.

descent            gradient descent on convex losses in a ball: T3 to T6, T20, constant and lazy steps
games              linear losses and a known T: T20 for coins, the minimax learners
strong_convexity   gradient descent on strongly convex losses: T7
mistakes           the Perceptron's mistakes: T8 to T10
statistical        from sequential to statistical risk: T11 to T16
stochastic_descent stochastic gradient descent on one convex function: T22
regularisation     regularised loss, its minimiser and gradient descent on it: T18, T19
spam_filter        gradient descent on the loss of a spam filter: T24
"""

from .bound import Assumption, Bound, Verdict
from .descent import lazy, lazy_tuned, ogd, ogd_constant, ogd_diameter, ogd_square, ogd_tuned, worst_case
from .games import coins, minimax, minimax_line
from .mistakes import (kernel_perceptron, perceptron, perceptron_eta, perceptron_implicit, perceptron_margin,
                       perceptron_printed, perceptron_separable)
from .regularisation import rlm, rlm_at, rlm_sharp, sgd_rlm, sgd_rlm_theta, stability
from .spam_filter import spam, spam_sharp, spam_tuned
from .statistical import (average_iterate, compression, compression_printed, hoeffding, hoeffding_tail, martingale,
                          martingale_sharp, online_to_batch, online_to_batch_sequential, online_to_batch_sharp,
                          perceptron_compression)
from .stochastic_descent import stochastic, stochastic_steps
from .strong_convexity import (strongly_convex, strongly_convex_as_printed, strongly_convex_gradients,
                               strongly_convex_harmonic)

__all__ = ["Assumption", "Bound", "Verdict", "average_iterate", "coins", "compression", "compression_printed",
           "hoeffding", "hoeffding_tail", "kernel_perceptron", "lazy", "lazy_tuned", "martingale", "martingale_sharp",
           "minimax", "minimax_line", "ogd", "ogd_constant", "ogd_diameter", "ogd_square", "ogd_tuned",
           "online_to_batch", "online_to_batch_sequential", "online_to_batch_sharp", "perceptron",
           "perceptron_compression", "perceptron_eta", "perceptron_implicit", "perceptron_margin",
           "perceptron_printed", "perceptron_separable", "rlm", "rlm_at", "rlm_sharp", "sgd_rlm", "sgd_rlm_theta",
           "spam", "spam_sharp", "spam_tuned", "stability", "stochastic", "stochastic_steps", "strongly_convex",
           "strongly_convex_as_printed", "strongly_convex_gradients", "strongly_convex_harmonic", "worst_case"]
