"""Gradient descent on convex losses in a ball: T3 to T6, constant, lazy and scale-free steps, and the lower bound T20.

The bounds hold at every prefix t ≤ T as well (put t for T), as long as the step does not depend on T.
"""

import numpy as np

from ..engine import check, rounding
from ..learners import _scale_free
from ..losses import gradient_bound
from .bound import Assumption, Bound, ball_facts, close, gradients

__all__ = ["lazy", "lazy_tuned", "ogd", "ogd_constant", "ogd_diameter", "ogd_square", "ogd_tuned", "scale_free",
           "worst_case"]

_convex = Assumption("each loss is convex", lambda run, f: run.loss.convex)
_linear = Assumption("the losses are linear", lambda run, f: run.loss.name == "linear" and not run.loss.l2)
_in_ball = Assumption(
    "w_t is projected on the ball of radius U that holds the comparator, and w_1 = 0",
    lambda run, f: run.learner.U is not None and f["U"] <= run.learner.U <= f["U"])
_G = Assumption(
    "G is at least every gradient of the run",
    lambda run, f: run.G <= f["G"] * (1 + 1e-12))
_uniform_G = Assumption(
    "G bounds every gradient in the ball, whatever the learner does (erratum E43)",
    lambda run, f: gradient_bound(run.loss, run.X, run.y, f["U"]) <= f["G"] * (1 + 1e-12))
_greedy = Assumption(
    "the learner is greedy OGD with steps η/√t",
    lambda run, f: run.learner.schedule == "sqrt" and not run.learner.lazy and not run.learner.mistakes_only)
_constant = Assumption(
    "the learner is greedy OGD with a constant step η",
    lambda run, f: run.learner.schedule == "constant" and not run.learner.lazy and not run.learner.mistakes_only)
_lazy = Assumption(
    "the learner is lazy OGD with steps η/√t",
    lambda run, f: run.learner.schedule == "sqrt" and run.learner.lazy and not run.learner.mistakes_only)


def _eta(text, value):
    """η is the tuned one; with G = 0 every loss is constant and any η will do."""
    return Assumption(f"η = {text}", lambda run, f: f["G"] == 0 or close(run.learner.eta, value(f)))


ogd = Bound(
    id="T3", name="ogd",
    latex=r"\frac{2U^2\sqrt T}{\eta}+\eta G^2\sqrt T",
    source="Italian notes, before (3); Cappelletti and Cesa-Bianchi §10.1",
    assumptions=(_convex, _greedy, _in_ball, _G),
    formula=lambda T, eta, U, G: (2 * U * U / eta + eta * G * G) * np.sqrt(T),
)

ogd_tuned = Bound(
    id="T4", name="ogd_tuned",
    latex=r"UG\sqrt{8T}",
    source="Italian notes (3); Cesa-Bianchi 2023 (7)",
    assumptions=(_convex, _greedy, _in_ball, _uniform_G, _eta("√2·U/G", lambda f: np.sqrt(2) * f["U"] / f["G"])),
    formula=lambda T, U, G: U * G * np.sqrt(8 * T),
)

ogd_diameter = Bound(
    id="T5", name="ogd_diameter",
    latex=r"\tfrac32 GD\sqrt T",
    source="Lepekhin and Loginov, the theorem on OGD",
    assumptions=(_convex, _greedy, _in_ball, _uniform_G, _eta("D/G = 2U/G", lambda f: 2 * f["U"] / f["G"])),
    formula=lambda T, D, G: 1.5 * G * D * np.sqrt(T),
)

ogd_square = Bound(
    id="T6", name="ogd_square",
    latex=r"8(UX)^2\sqrt{2T}",
    source="Italian notes, last display on OGD; Cappelletti and Cesa-Bianchi §11.2",
    assumptions=(
        Assumption("the loss is the square loss", lambda run, f: run.loss.name == "square" and not run.loss.l2),
        _greedy, _in_ball,
        Assumption("every label has |y_t| ≤ UX",
                   lambda run, f: run.T == 0 or abs(run.y).max() <= f["U"] * f["X"] * (1 + 1e-12)),
        Assumption("η = √2·U/G with G = 4UX²",
                   lambda run, f: f["X"] == 0 or close(run.learner.eta * f["X"] ** 2, np.sqrt(2) / 4)),
    ),
    formula=lambda T, U, X: 8 * (U * X) ** 2 * np.sqrt(2 * T),
)

ogd_constant = Bound(
    id="§5 constant step", name="ogd_constant",
    latex=r"\frac{U^2}{2\eta}+\frac{\eta G^2T}{2}",
    source="in none of the notes; with η = U/(G√T) it is UG√T, at that T only (erratum E7)",
    assumptions=(_convex, _constant, _in_ball, _G),
    formula=lambda T, eta, U, G: U * U / (2 * eta) + eta * G * G * T / 2,
)

lazy = Bound(
    id="§5 lazy", name="lazy",
    latex=r"\frac{U^2\sqrt T}{2\eta}+\eta G^2\sqrt T",
    source="in none of the notes: follow the regularised leader with regulariser √t‖w‖²/(2η)",
    assumptions=(_convex, _lazy, _in_ball, _G),
    formula=lambda T, eta, U, G: (U * U / (2 * eta) + eta * G * G) * np.sqrt(T),
)

lazy_tuned = Bound(
    id="§5 lazy, tuned", name="lazy_tuned",
    latex=r"UG\sqrt{2T}",
    source="in none of the notes",
    assumptions=(_convex, _lazy, _in_ball, _uniform_G, _eta("U/(√2·G)", lambda f: f["U"] / f["G"] / np.sqrt(2))),
    formula=lambda T, U, G: U * G * np.sqrt(2 * T),
)


def _gradients_of_the_run(run, U=None, G=None):
    """The facts of `ball_facts`, G by default that of the run, and N = √(Σ ‖g_t‖²), of which no square is too large."""
    return ball_facts(run, U, run.G if G is None else G) | {"N": float(rounding.norm(gradients(run).ravel()))}


scale_free = Bound(
    id="§5 scale-free", name="scale_free",
    latex=r"U\sqrt8\,\sqrt{\textstyle\sum_{t\le T}\|g_t\|^2}",
    source="in none of the notes; Streeter and McMahan (2010), Orabona and Pál (2018): it needs no G (erratum E43)",
    assumptions=(
        _convex,
        Assumption("the learner is scale-free OGD with the step √2·U, divided by the root of the squared gradients so "
                   "far",
                   lambda run, f: run.learner.update is _scale_free and close(run.learner.eta, np.sqrt(2) * f["U"])),
        _in_ball),
    formula=lambda U, N: U * np.sqrt(8) * N,
    measure=_gradients_of_the_run,
)


def _orthogonal_play(run, f):
    """w_t·g_t = 0 and ⟨g_t, g_1 + ... + g_{t−1}⟩ ≥ 0 in every round, up to rounding and the adversary's ties."""
    if run.w is None:
        check.fail("run", "a run played with record='losses'", "one that kept w")
    g = run.slopes[:, None] * run.X
    sums = np.vstack([np.zeros(g.shape[1]), np.cumsum(g, axis=0)])[:-1]
    size = np.linalg.norm(g, axis=1) * np.linalg.norm(sums, axis=1)
    return bool((abs(run.losses) <= 1e-12 * f["U"] * f["G"]).all() and ((g * sums).sum(axis=1) >= -1.1e-9 * size).all())


worst_case = Bound(
    id="T20", name="worst_case",
    latex=r"UG\sqrt T",
    source="Lepekhin and Loginov (order only); the constant 1 is in none of the notes",
    assumptions=(
        _linear,
        Assumption("d ≥ 2", lambda run, f: run.X.shape[1] >= 2),
        Assumption("the adversary answers with ‖g_t‖ = G, orthogonal to w_t, signed along the sum so far",
                   lambda run, f: _orthogonal_play(run, f)
                   and bool((abs(run.slopes) * np.linalg.norm(run.X, axis=1) >= f["G"] * (1 - 1e-12)).all())),
    ),
    formula=lambda T, U, G: U * G * np.sqrt(T),
    upper=False,
)
