"""Gradient descent on a sequence of losses, and its choices: step size, projection, what a step starts from, and when
to step at all.

A `Learner` is data, not behaviour: ``protocol.play`` contains the one loop that runs them all, from w_1 = 0.
"""

from dataclasses import dataclass

import numpy as np

from . import check

__all__ = ["Learner", "lazy", "ogd", "ogd_constant", "perceptron", "strongly_convex"]


@dataclass(frozen=True)
class Learner:
    """How w_{t+1} is made from g_1 .. g_t.

    name           the function that made it.
    eta            the constant η of the schedule: a number, or (n_runs,) numbers.
    U              radius of the ball ‖w‖ ≤ U that each step is projected on; None for no projection.
    schedule       "sqrt": η_t = η/√t;  "constant": η_t = η;  "inverse": η_t = η/t.
    lazy           False: w_{t+1} = Π(w_t − η_t g_t).  True: w_{t+1} = Π(−η_{t+1} (g_1 + ... + g_t)).
    mistakes_only  True: g_t counts as 0 unless y_t w_t·x_t ≤ 0.
    """

    name: str
    eta: float | np.ndarray
    U: float | np.ndarray | None
    schedule: str = "sqrt"
    lazy: bool = False
    mistakes_only: bool = False

    @property
    def n_runs(self):
        """How many runs the parameters ask for; None if all are single numbers."""
        lengths = {len(v) for v in (self.eta, self.U) if v is not None and np.ndim(v) == 1}
        return lengths.pop() if lengths else None

    def decay(self, T, start=0):
        """η_t/η for the T rounds after round ``start``, shape (T,)."""
        t = np.arange(start + 1, start + T + 1)
        return {"sqrt": 1 / np.sqrt(t), "constant": np.ones(T), "inverse": 1 / t}[self.schedule]

    def steps(self, T, start=0):
        """η_t for the T rounds after round ``start``, shape (T,) or (T, n_runs)."""
        return np.multiply.outer(self.decay(T, start), self.eta)


def _learner(name, eta, U, **choices):
    eta = check.per_run("eta", eta)
    U = check.per_run("U", U, check.radius)
    if np.ndim(eta) == 1 and np.ndim(U) == 1 and len(eta) != len(U):
        check.fail("U.shape", np.shape(U), f"{np.shape(eta)}, one radius for each eta")
    return Learner(name, eta, U, **choices)


def ogd(eta, U):
    """Projected online gradient descent with steps η/√t (catalogue A1; bounds T3, T4, T5, T6).

    w_1 = 0,  w'_{t+1} = w_t − (η/√t) g_t,  w_{t+1} = w'_{t+1} · min(1, U/‖w'_{t+1}‖),  g_t ∈ ∂l_t(w_t).
    eta > 0 and U > 0: numbers, or arrays (n_runs,) for many runs at once. T5's step D/(G√t) on the ball is η = 2U/G.
    Raises ValueError for values that are not positive and finite, or arrays of different lengths.
    """
    return _learner("ogd", eta, U)


def ogd_constant(eta, U):
    """Projected online gradient descent with a constant step (catalogue §5; bound ``bounds.ogd_constant``).

    w_1 = 0,  w_{t+1} = Π_U(w_t − η g_t). eta > 0, U > 0, numbers or arrays (n_runs,).
    Raises ValueError as ``ogd`` does.
    """
    return _learner("ogd_constant", eta, U, schedule="constant")


def lazy(eta, U):
    """Lazy online gradient descent, or dual averaging (catalogue §5; bound ``bounds.lazy``).

    w_1 = 0,  w_{t+1} = Π_U(−(η/√(t+1)) (g_1 + ... + g_t)): the sum is kept, and projected only to predict.
    eta > 0, U > 0, numbers or arrays (n_runs,). Raises ValueError as ``ogd`` does.
    """
    return _learner("lazy", eta, U, lazy=True)


def strongly_convex(sigma, U=None):
    """Online gradient descent with steps 1/(σt), for σ-strongly convex losses (catalogue A3; bounds T7).

    w_1 = 0,  w_{t+1} = w_t − g_t/(σt), projected on the ball of radius U if U is given. The learner's eta is 1/σ.
    Without projection nothing bounds the iterates in advance: they can explode (erratum E11), and then ``play`` raises.
    They stay within ‖w_t‖ ≤ ρ/σ for (σ/2)‖w‖² plus a ρ-Lipschitz loss.
    sigma in 1e-150..1e150 and U > 0: numbers, or arrays (n_runs,). Raises ValueError otherwise, as ``ogd`` does.
    """
    sigma = check.per_run("sigma", sigma, check.radius)
    U = None if U is None else check.per_run("U", U, check.radius)
    if np.ndim(sigma) == 1 and np.ndim(U) == 1 and len(sigma) != len(U):
        check.fail("U.shape", np.shape(U), f"{np.shape(sigma)}, one radius for each sigma")
    return Learner("strongly_convex", 1 / sigma, U, schedule="inverse")


def perceptron(eta=1.0):
    """The Perceptron (catalogue A4; bounds T8, T9, T16): play it with ``losses.hinge``.

    w_1 = 0;  if y_t w_t·x_t ≤ 0 then w_{t+1} = w_t + η y_t x_t, else w_{t+1} = w_t. No projection.

    It is gradient descent on the hinge loss times the indicator of a mistake, not on the hinge loss (erratum E10); the
    run is charged the full hinge loss. ``run.updates`` are the mistakes. y_t w_t·x_t = 0 counts as one, as in w_1 = 0
    (erratum E46). Since w_t = η Σ y_s x_s over the mistakes s < t, they are the same for every η (erratum E8); the
    sum is kept without η, as in ``lazy``, so that rounding does not change that.
    eta > 0, a number or an array (n_runs,). Raises ValueError otherwise.
    """
    return Learner("perceptron", check.per_run("eta", eta), None, schedule="constant", lazy=True, mistakes_only=True)
