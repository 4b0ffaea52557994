"""Gradient descent on a sequence of losses, and its choices: step size, projection, what a step starts from, and when
to step at all; and the best there is against linear losses, if the horizon is known.

A `Learner` is its parameters and one small function, (what it knows, g_t) → w_{t+1} before it is projected:

    update(learner, t, w, S, g)        returns (w'_{t+1}, S)

w = w_t is (d,), or (n_runs, d) with eta and U as (n_runs, 1); S is whatever the learner remembers besides w_t, an array
that broadcasts with w, all zeros before the first round. It returns new arrays: w is not its own to change (NumPy's
"read-only" in the first 128 rounds; writing to it later changes nothing but w_{t+1}). `protocol` projects and plays. A
new learner is such a function and the one that makes the Learner: nothing else needs to know it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import sqrt

import numpy as np

from .engine import check
from .engine.minimax import Minimax

__all__ = ["Learner", "Minimax", "lazy", "minimax", "minimax_line", "ogd", "ogd_constant", "perceptron",
           "scale_free", "sgd_rlm", "strongly_convex"]


def _ogd(learner, t, w, S, g):
    return w - learner.eta * (1 / sqrt(t)) * g, S


@dataclass(frozen=True)
class Learner:
    """How w_{t+1} is made from g_1 .. g_t.

    name           the function that made it.
    eta            the constant η of the schedule: a number, or (n_runs,) numbers.
    U              radius of the ball ‖w‖ ≤ U that each step is projected on; None for no projection.
    schedule       "none": no step is known before the play, or the engine need not know it.  "sqrt": η_t = η/√t;
                   "constant": η_t = η;  "inverse": η_t = η/t;  "inverse_next": η_t = η/(t + 1).
    lazy           False: w_{t+1} = Π(w_t − η_t g_t).  True: w_{t+1} = Π(−η_{t+1} (g_1 + ... + g_t)).
    mistakes_only  True: g_t counts as 0 unless y_t w_t·x_t ≤ 0.
    follow         for lazy learners without a step: w_t = follow(t, g_1 + ... + g_{t−1}).
    update         the learner itself, (learner, t, w, S, g) → (w'_{t+1}, S). A ``schedule`` says what it does, which
                   bounds and the engine's short ways go by: only the function of this module that does so may have one
                   (ValueError). Where it is "none", ``update`` alone is played, round by round.
    """

    name: str
    eta: float | np.ndarray
    U: float | np.ndarray | None
    schedule: str = "none"
    lazy: bool = False
    mistakes_only: bool = False
    follow: Callable | None = None
    update: Callable = field(default=_ogd, repr=False)

    def __post_init__(self):
        described = _DESCRIBED.get((self.schedule, self.lazy, self.mistakes_only))
        if self.schedule != "none" and (described is None or self.update is not described):
            check.fail("schedule", self.schedule, "'none', or the schedule of one of the module's learners, with its "
                       "lazy, mistakes_only and update")

    @property
    def n_runs(self):
        """How many runs the parameters ask for; None if all are single numbers."""
        lengths = {len(v) for v in (self.eta, self.U) if v is not None and np.ndim(v) == 1}
        return lengths.pop() if lengths else None

    @property
    def planned(self):
        """Whether η_1, η_2, ... are known before the play."""
        return self.schedule != "none"

    def decay(self, T, start=0):
        """η_t/η for the T rounds after round ``start``, shape (T,). ValueError if they are not known before the
        play."""
        t = np.arange(start + 1, start + T + 1)
        if not self.planned:
            check.fail("learner", self.name, "one whose steps are known before the play")
        return {"sqrt": 1 / np.sqrt(t), "constant": np.ones(T), "inverse": 1 / t,
                "inverse_next": 1 / (t + 1)}[self.schedule]

    def steps(self, T, start=0):
        """η_t for the T rounds after round ``start``, shape (T,) or (T, n_runs). ValueError as for ``decay``."""
        return np.multiply.outer(self.decay(T, start), self.eta)

    def beside(self, w):
        """The same learner with parameters that broadcast with w: (n_runs, 1) beside (n_runs, d)."""
        if w.ndim == 1:
            return self
        return replace(self, eta=_column(self.eta), U=None if self.U is None else _column(self.U))


def _column(parameter):
    return np.asarray(parameter)[:, None] if np.ndim(parameter) else parameter


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
    return _learner("ogd", eta, U, schedule="sqrt")


def _ogd_constant(learner, t, w, S, g):
    return w - learner.eta * g, S


def ogd_constant(eta, U):
    """Projected online gradient descent with a constant step (catalogue §5; bound ``bounds.ogd_constant``).

    w_1 = 0,  w_{t+1} = Π_U(w_t − η g_t). eta > 0, U > 0, numbers or arrays (n_runs,).
    Raises ValueError as ``ogd`` does.
    """
    return _learner("ogd_constant", eta, U, schedule="constant", update=_ogd_constant)


def _lazy(learner, t, w, S, g):
    S = S + g
    return -learner.eta * (1 / sqrt(t + 1)) * S, S


def lazy(eta, U):
    """Lazy online gradient descent, or dual averaging (catalogue §5; bound ``bounds.lazy``).

    w_1 = 0,  w_{t+1} = Π_U(−(η/√(t+1)) (g_1 + ... + g_t)): the sum is kept, and projected only to predict.
    eta > 0, U > 0, numbers or arrays (n_runs,). Raises ValueError as ``ogd`` does.
    """
    return _learner("lazy", eta, U, schedule="sqrt", lazy=True, update=_lazy)


def _inverse(learner, t, w, S, g):
    return w - learner.eta * (1 / t) * g, S


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
    return Learner("strongly_convex", 1 / sigma, U, schedule="inverse", update=_inverse)


def _inverse_next(learner, t, w, S, g):
    return w - learner.eta * (1 / (t + 1)) * g, S


def sgd_rlm(lam, form="recursion"):
    """Gradient descent on a regularised loss (catalogue A9, A10; bounds T19): play it with ``losses.with_l2(loss,
    lam)``.

    w_1 = 0,  w_{t+1} = w_t − η_t (v_t + λ w_t),  v_t ∈ ∂l_t(w_t) of the loss without its regulariser. No projection.
    form "recursion": η_t = 1/(λt), hence w_{t+1} = −(v_1 + ... + v_t)/(λt); the steps of ``strongly_convex(lam)``. With
                      the hinge loss and a random example in each round this is Pegasos without its projection.
    form "theta":     η_t = 1/(λ(t + 1)), hence w_t = θ_t/(λt) with θ_{t+1} = θ_t − v_t, θ_1 = 0.
    They are different algorithms (erratum E18). lam in 1e-150..1e150, a number or an array (n_runs,); a loss has one
    regulariser, so that several lam in one call fit no single loss, but ``play`` does not object.
    Raises ValueError for another lam or form.
    """
    lam = check.per_run("lam", lam, check.radius)
    forms = {"recursion": ("inverse", _inverse), "theta": ("inverse_next", _inverse_next)}
    if form not in forms:
        check.fail("form", form, "'recursion' or 'theta'")
    schedule, update = forms[form]
    return Learner("sgd_rlm", 1 / lam, None, schedule=schedule, update=update)


def _perceptron(learner, t, w, S, g):
    S = S + g
    return -learner.eta * S, S


def perceptron(eta=1.0):
    """The Perceptron (catalogue A4; bounds T8, T9, T16): play it with ``losses.hinge``.

    w_1 = 0;  if y_t w_t·x_t ≤ 0 then w_{t+1} = w_t + η y_t x_t, else w_{t+1} = w_t. No projection.

    It is gradient descent on the hinge loss times the indicator of a mistake, not on the hinge loss (erratum E10); the
    run is charged the full hinge loss. ``run.updates`` are the mistakes. y_t w_t·x_t = 0 counts as one, as in w_1 = 0
    (erratum E46). Since w_t = η Σ y_s x_s over the mistakes s < t, they are the same for every η (erratum E8); the
    sum is kept without η, as in ``lazy``, so that rounding does not change that.
    eta > 0, a number or an array (n_runs,). Raises ValueError otherwise.
    """
    return Learner("perceptron", check.per_run("eta", eta), None, schedule="constant", lazy=True, mistakes_only=True,
                   update=_perceptron)


def _scale_free(learner, t, w, norm, g):
    norm = np.hypot(norm, np.hypot.reduce(g, axis=-1, keepdims=True))  # √(Σ_{s≤t} ‖g_s‖²), no square too large
    return w - learner.eta * (g / np.where(norm > 0, norm, 1.0)), norm


def scale_free(U):
    """Projected online gradient descent whose steps are made by the gradients (bound ``bounds.scale_free``).

    w_1 = 0,  w_{t+1} = Π_U(w_t − η_t g_t),  η_t = √2·U/√(‖g_1‖² + ... + ‖g_t‖²); while all gradients are 0 it stays.
    It needs to know neither T nor G, and losses multiplied by a constant change nothing. The learner's eta is √2·U.
    U > 0, a number or an array (n_runs,). Raises ValueError otherwise.
    """
    U = check.per_run("U", U, check.radius)
    return Learner("scale_free", sqrt(2) * U, U, update=_scale_free)


#: (schedule, lazy, mistakes_only) → the update that they describe.
_DESCRIBED = {("sqrt", False, False): _ogd, ("constant", False, False): _ogd_constant, ("sqrt", True, False): _lazy,
              ("inverse", False, False): _inverse, ("inverse_next", False, False): _inverse_next,
              ("constant", True, True): _perceptron}


def _follow(learner, t, w, S, g):
    S = S + g
    return learner.follow(t + 1, S), S


def _minimax(name, T, U, G, line):
    T = np.array([check.count(f"T[{i}]", v) for i, v in enumerate(T)]) if np.ndim(T) == 1 else check.count("T", T)
    U, G = check.per_run("U", U, check.radius), check.per_run("G", G, check.radius)
    lengths = {len(v) for v in (T, U, G) if np.ndim(v)}
    if len(lengths) > 1:
        check.fail("T, U, G", f"arrays of lengths {sorted(lengths)}", "numbers, or arrays of one length")
    if lengths:
        U = np.broadcast_to(U, lengths.pop()).copy()
    return Learner(name, 1.0, U, schedule="none", lazy=True, follow=Minimax(T, U, G, line), update=_follow)


def minimax(T, U, G):
    """The best learner against linear losses with ‖g_t‖ ≤ G, for a known T (catalogue §5; ``bounds.minimax``).

    w_t = −U S/√(‖S‖² + G²(T − t + 1)) with S = g_1 + ... + g_{t−1}: R_T ≤ UG√T, which for d ≥ 2 is the least that any
    learner can promise, and from every S in the middle of the game as well. There is no step and nothing to project.
    T ≥ 0, U > 0, G > 0: numbers, or arrays (n_runs,). Raises ValueError otherwise. After round T it follows the leader.
    """
    return _minimax("minimax", T, U, G, line=False)


def minimax_line(T, U, G):
    """The best learner for d = 1 and a known T: R_T ≤ UG·E|ε_1 + ... + ε_T| (catalogue §5; ``bounds.minimax_line``).

    w_t = −U·E clip(S/G + ε_{t+1} + ... + ε_T, −1, 1) with S = g_1 + ... + g_{t−1} and fair signs ε. On signs g_t = ±G
    it plays the mean of what would be the best u (0 in a tie) if round t were left out and coins decided the rounds
    after it, and its regret is the same whatever they are.
    Arguments as in ``minimax``; ``play`` raises ValueError for d > 1.
    """
    return _minimax("minimax_line", T, U, G, line=True)
