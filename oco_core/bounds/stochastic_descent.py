"""Gradient descent on one convex function f: stochastic (catalogue A11, T22), and with exact gradients of a smooth f.

w_{t+1} = Π_U(w_t − η_t v_t) with E[v_t | w_t] a subgradient of f at w_t and E‖v_t‖² ≤ G²; K is the ball of
radius U, or any closed convex set with diameter D, and w̄ = (w_1 + ... + w_T)/T. The bounds are on an *expectation*:
one run may exceed them. With v_t = ∇f(w_t) there is no chance, and they hold for that run. They are not multiplied by
T.
"""

import numpy as np

from ..chapters.gradient_descent import training
from ..engine import check
from .bound import Assumption, Bound, close

__all__ = ["smooth", "stochastic", "stochastic_steps"]


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


def _smooth_facts(run, u, L=None):
    """T, L and D = ‖w_1 − u‖ of a descent with exact gradients; L defaults to ``training.smoothness`` of its f."""
    if check.kind("run", run, training.Descent).loss is None or run.rows is not None:
        check.fail("run", "a descent with another oracle", "one of training.gd; or call the bound itself")
    if not run.T:
        check.fail("run", "a descent of no steps", "T >= 1")
    least = training.smoothness(run.loss, run.X, run.y)
    if L is None and not np.isfinite(least):
        check.fail("run", run.loss, "a loss with a Lipschitz gradient")
    u = check.array("u", u, 1)
    if u.shape != run.w[0].shape:
        check.fail("u.shape", u.shape, f"{run.w[0].shape}, that of w_1")
    return {"T": run.T, "L": least if L is None else check.nonnegative("L", L), "L_least": least,
            "D": float(np.linalg.norm(run.w[0] - u)), "norm_u": float(np.linalg.norm(u))}


smooth = Bound(
    id="§5 smooth", name="smooth",
    latex=r"\frac{LD^2}{2T}",
    source="in none of the notes: Nesterov (2004), section 2.1.5, with another constant; without a projection the best "
           "one is LD²/(4T + 2), Drori and Teboulle (2014)",
    assumptions=(
        _convex,
        Assumption("the gradient of f is L-Lipschitz", lambda run, f: f["L_least"] <= f["L"] * (1 + 1e-12)),
        Assumption("each step is 1/L, against the exact gradient",
                   lambda run, f: run.rows is None and bool(np.allclose(run.steps * f["L"], 1, rtol=1e-9, atol=0))),
        Assumption("u lies in K, if each step is projected on K (in a run of `training`: the ball of radius U), and D "
                   "is its distance from w_1",
                   lambda run, f: run.U is None or f["norm_u"] <= run.U * (1 + 1e-12))),
    formula=lambda T, L, D: L * D * D / (2 * T),
    quantity=r"f(w_{T+1})-f(u)", measure=_smooth_facts,
)
