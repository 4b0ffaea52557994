"""Regularised loss (catalogue T18, T19; errata E17, E18, E24). Everywhere the regulariser is (λ/2)‖w‖².

The minimiser of the regularised training error, w_S = argmin (1/m) Σ l_i(w) + (λ/2)‖w‖², and gradient descent on the
losses l_t(w) + (λ/2)‖w‖², with v_t ∈ ∂l_t(w_t). The notes' theory has λ‖w‖²: its λ is half of this one.
"""

import numpy as np

from ..engine import check, rounding
from .bound import Assumption, Bound, close, single
from .strong_convexity import _harmonic

__all__ = ["rlm", "rlm_at", "rlm_sharp", "sgd_rlm", "sgd_rlm_theta", "stability"]

_EDGE = 1 + 1e-12


# T19: regret

def _facts(run, rho=None):
    """T, lam and rho of a single run: lam is the loss's l2, rho defaults to max ‖v_t‖ of the run."""
    seen = float((abs(single(run).slopes) * rounding.lengths(run.X)).max(initial=0.0))
    return {"T": run.T, "lam": run.loss.l2, "rho": seen if rho is None else check.nonnegative("rho", rho), "seen": seen}


def _facts_of_theta(run, norm_u, rho=None):
    """The same, and norm_u = ‖u‖ of the comparator."""
    return _facts(run, rho) | {"norm_u": check.nonnegative("norm_u", norm_u)}


def _steps(schedule):
    return lambda run, f: (run.learner.schedule == schedule and not run.learner.lazy and not run.learner.mistakes_only
                           and bool(close(run.learner.eta * f["lam"], 1.0)))


_convex = Assumption("l_t is convex, and (λ/2)‖w‖² with λ > 0 is added to it",
                     lambda run, f: run.loss.convex and f["lam"] > 0)
_free = Assumption("nothing is projected", lambda run, f: run.learner.U is None)
_rho = Assumption("ρ is at least every ‖v_t‖ of the run, as it is for ρ-Lipschitz l_t",
                  lambda run, f: f["seen"] <= f["rho"] * _EDGE)

sgd_rlm = Bound(
    id="T19", name="sgd_rlm",
    latex=r"\frac{\rho^2}{2\lambda}\bigl(1+4(H_T-1)\bigr)",
    source="in none of the notes: T7 with ‖g_1‖ ≤ ρ and ‖g_t‖ ≤ 2ρ",
    assumptions=(_convex, Assumption("the steps are 1/(λt): recursion A", _steps("inverse")), _free, _rho),
    formula=lambda T, lam, rho: rho * (rho / (2 * lam)) * np.where(T > 0, 4 * _harmonic(T) - 3, 0.0)[()],
    measure=_facts,
)

sgd_rlm_theta = Bound(
    id="T19, θ-form", name="sgd_rlm_theta",
    latex=r"\frac\lambda2\|u\|^2+\frac{2\rho^2}\lambda(H_{T+1}-1)",
    source="in none of the notes; the best u has ‖u‖ ≤ ρ/λ where every l_t is ρ-Lipschitz",
    assumptions=(_convex, Assumption("the steps are 1/(λ(t + 1)): recursion B, the θ-form", _steps("inverse_next")),
                 _free, _rho),
    formula=lambda T, lam, rho, norm_u: lam / 2 * norm_u * norm_u + 2 * rho * (rho / lam) * (_harmonic(T + 1) - 1),
    quantity=r"\sum_t f_t(w_t)-\sum_t f_t(u)", measure=_facts_of_theta,
)


# T18: the minimiser on a training set. No run: the assumptions are checked on the parameters.

def _given(run=None, **given):
    if run is not None:
        check.fail("run", run, "no run: this statement is about a training set, call it with its parameters")
    return {name: check.positive(name, value) for name, value in given.items()}


_lipschitz = Assumption("every loss is convex and ρ-Lipschitz on R^d, or on the ball ‖w‖ ≤ B if w_S is the minimiser "
                        "over it")
_independent = Assumption("the m examples are independent, all with the same law, and E|ℓ(0, y)| is finite")
_comparator = Assumption("the comparator has ‖u‖ ≤ B")
_RISK = r"\mathbb E\,L_D(w_S)-L_D(u)"


def _scaled(f):
    """s = λB√m/ρ, the λ in units of ρ/(B√m)."""
    return f["lam"] * f["B"] * np.sqrt(f["m"]) / f["rho"]


stability = Bound(
    id="T18, stability", name="stability",
    latex=r"\frac{2\rho}{\lambda m}",
    source="in words only in the notes; with (λ/2)‖w‖², two training sets that differ in one example",
    assumptions=(_lipschitz,),
    formula=lambda m, lam, rho: 2 * rho / (lam * m),
    quantity=r"\|w_S-w_{S'}\|", measure=_given,
)

rlm_at = Bound(
    id="T18, any λ", name="rlm_at",
    latex=r"\frac\lambda2B^2+\frac{2\rho^2}{\lambda m}",
    source="the step before λ is chosen; in none of the notes",
    assumptions=(_lipschitz, _independent, _comparator),
    formula=lambda m, lam, rho, B: lam / 2 * B * B + 2 * rho * (rho / (lam * m)),
    quantity=_RISK, measure=_given,
)

rlm = Bound(
    id="T18", name="rlm",
    latex=r"\rho B\sqrt{\frac8m}",
    source="notes on gradient descent, regularised loss: m = 8ρ²B²/ε², without λ, ≥ and the expectation (erratum E24)",
    assumptions=(
        _lipschitz, _independent, _comparator,
        Assumption("λ lies between (2√2 − 2)ρ/(B√m) and (2√2 + 2)ρ/(B√m), such as √8·ρ/(B√m)",
                   lambda run, f: 8**0.5 - 2 <= _scaled(f) * _EDGE and _scaled(f) <= (8**0.5 + 2) * _EDGE)),
    formula=lambda m, rho, B: rho * B * np.sqrt(8 / m),
    quantity=_RISK, measure=_given,
)

rlm_sharp = Bound(
    id="T18, sharper", name="rlm_sharp",
    latex=r"\frac{2\rho B}{\sqrt m}",
    source="in none of the notes: both minimisers' strong convexity is used, and λ = 2ρ/(B√m)",
    assumptions=(_lipschitz, _independent, _comparator,
                 Assumption("λ = 2ρ/(B√m)", lambda run, f: bool(close(_scaled(f), 2.0)))),
    formula=lambda m, rho, B: 2 * rho * B / np.sqrt(m),
    quantity=_RISK, measure=_given,
)
