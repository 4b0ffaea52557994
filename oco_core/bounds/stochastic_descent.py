"""Stochastic gradient descent on one convex function f (catalogue A11, T22).

w_{t+1} = Π_U(w_t − η_t v_t) with E[v_t | w_t] a subgradient of f at w_t and E‖v_t‖² ≤ G²; K is the ball of
radius U, or any closed convex set with diameter D, and w̄ = (w_1 + ... + w_T)/T. The bounds are on an *expectation*:
one run may exceed them. With v_t = ∇f(w_t) there is no chance, and they hold for that run. They are not multiplied by
T.
"""

import numpy as np

from ..chapters.gradient_descent import training
from ..engine import check
from .bound import Assumption, Bound, close

__all__ = ["stochastic", "stochastic_steps"]


def _facts(run, G=None, U=None):
    """T, D = 2U, G, last = η_T and total = Σ η_t of a descent on a training set (`training.gd`, `training.sgd`).

    U defaults to the descent's ball, G to ``training.gradient_bound`` in it for the batches of this descent.
    """
    if check.kind("run", run, training.Descent).loss is None:
        check.fail("run", "a descent with another oracle",
                   "one of training.gd or training.sgd; or call the bound itself")
    if not run.T:
        check.fail("run", "a descent of no steps", "T >= 1")
    U = run.U if U is None else check.radius("U", U)
    if U is None:
        check.fail("U", U, "a radius, because nothing was projected")
    b = len(run.X) if run.rows is None else min(run.rows.shape[-1], len(run.X))
    least = training.gradient_bound(run.loss, run.X, run.y, U, b)
    G = least if G is None else check.nonnegative("G", G)
    return {"T": run.T, "D": 2 * U, "G": G, "G_least": least, "U": U, "last": float(run.steps[-1]),
            "total": float(run.steps.sum())}


_convex = Assumption("f is convex", lambda run, f: run.loss.convex)
_projected = Assumption(
    "w_1 lies in K and each step is projected on K (in a run of `training`: the ball of radius U = D/2)",
    lambda run, f: run.U is not None and close(run.U, f["U"]))
_unbiased = Assumption("given w_t, the mean of v_t is a subgradient of f at w_t: a step looks at all examples, or it "
                        "draws them uniformly and independently of the past")
_second_moment = Assumption(
    "E‖v‖² ≤ G² at every w of K",
    lambda run, f: f["G_least"] <= f["G"] * (1 + 1e-12))
_decreasing = Assumption("the steps do not increase",
                         lambda run, f: bool((np.diff(run.steps) <= 0).all()) and f["last"] > 0)
_steps = Assumption(
    "η_t = D/(G√t)",
    lambda run, f: f["G"] == 0 or bool(np.allclose(run.steps * f["G"] * np.sqrt(np.arange(1, run.T + 1)), f["D"],
                                                   rtol=1e-9, atol=0)))

stochastic = Bound(
    id="T22", name="stochastic",
    latex=r"\frac{3GD}{2\sqrt T}",
    source="Lepekhin and Loginov, the theorem on stochastic gradient descent; the bound on E‖v‖² is enough, because "
           "the steps are no random variables",
    assumptions=(_convex, _projected, _unbiased, _second_moment, _steps),
    formula=lambda T, D, G: 1.5 * G * D / np.sqrt(T),
    quantity=r"\mathbb E f(\bar w)-\min_Kf", measure=_facts,
)

stochastic_steps = Bound(
    id="T22, any steps", name="stochastic_steps",
    latex=r"\frac1{2T}\Bigl(\frac{D^2}{\eta_T}+G^2\sum_{t\le T}\eta_t\Bigr)",
    source="in none of the notes: the proof of T22 before the steps are put in",
    assumptions=(_convex, _projected, _unbiased, _second_moment, _decreasing),
    formula=lambda T, D, G, last, total: (D * D / last + G * (G * total)) / (2 * T),
    quantity=r"\mathbb E f(\bar w)-\min_Kf", measure=_facts,
)
