"""Gradient descent with steps 1/(σt) on σ-strongly convex losses (catalogue T7; errata E1, E2, E11, E40).

Σ l_t(w_t) − l_t(u)  ≤  (1/2σ) Σ ‖g_t‖²/t  ≤  (G²/2σ) H_T  ≤  (G²/2σ)(1 + ln T),    H_T = 1 + 1/2 + ... + 1/T,

for every u of R^d, or of the ball that w_t is projected on; G is at least every gradient of the run. The first two hold
with equality for l_t(w) = (σ/2)‖w − c_t‖² with c_t at distance G/σ from w_t. All three hold at every prefix.
"""

import numpy as np

from ..engine import check, rounding
from ..losses import strong_convexity
from .bound import Assumption, Bound, close, gradients, largest_example, single

__all__ = ["strongly_convex", "strongly_convex_as_printed", "strongly_convex_gradients", "strongly_convex_harmonic"]


def _facts(run, U=None, G=None, sigma=None):
    """T, sigma, U, G, X of a single run, and N = √(Σ ‖g_t‖²/t), of which no square leaves the float range.

    sigma defaults to that of the steps, G to the gradients of this run; U, the ball of the comparator, to the
    learner's: None is R^d.
    """
    learner = single(run).learner
    lengths = rounding.norm(gradients(run)) / np.sqrt(np.arange(1, run.T + 1))
    return {
        "T": run.T, "sigma": 1 / learner.eta if sigma is None else check.radius("sigma", sigma),
        "U": learner.U if U is None else check.radius("U", U), "G": run.G if G is None else check.nonnegative("G", G),
        "X": largest_example(run), "N": float(rounding.norm(lengths)),
    }


_steps = Assumption(
    "the learner is OGD with steps 1/(σt)",
    lambda run, f: run.learner.schedule == "inverse" and not run.learner.lazy and not run.learner.mistakes_only
    and close(run.learner.eta * f["sigma"], 1.0))
_strong = Assumption(
    "each loss is σ-strongly convex on R^d (erratum E2)",
    lambda run, f: run.T == 0 or strong_convexity(run.loss, run.X) >= f["sigma"] * (1 - 1e-9))
_comparator = Assumption(
    "the comparator lies in the ball that w_t is projected on, or nothing is projected",
    lambda run, f: run.learner.U is None or f["U"] is not None and f["U"] <= run.learner.U)
_G = Assumption(
    "G is at least every gradient of the run (erratum E11)",
    lambda run, f: run.G <= f["G"] * (1 + 1e-12))


def _harmonic(T):
    """H_T to the last digits: the asymptotic series at T + 32, and 32 terms back."""
    n = np.asarray(T, dtype=float)[..., None] + np.arange(32, 0, -1)
    N = n[..., 0]
    series = np.log(N) + np.euler_gamma + 1 / (2 * N) - 1 / (12 * N**2) + 1 / (120 * N**4) - 1 / (252 * N**6)
    return np.where(T > 0, series - (1 / n).sum(axis=-1), 0.0)[()]


strongly_convex_gradients = Bound(
    id="T7, gradients of the run", name="strongly_convex_gradients",
    latex=r"\frac1{2\sigma}\sum_{t\le T}\frac{\|g_t\|^2}t",
    source="in none of the notes: the last step before G is put in",
    assumptions=(_strong, _steps, _comparator),
    formula=lambda sigma, N: N * (N / (2 * sigma)),
    measure=_facts,
)

strongly_convex_harmonic = Bound(
    id="T7, harmonic", name="strongly_convex_harmonic",
    latex=r"\frac{G^2}{2\sigma}H_T",
    source="correct form of the Italian notes' bound (erratum E1)",
    assumptions=(_strong, _steps, _comparator, _G),
    formula=lambda T, sigma, G: G * (G / (2 * sigma)) * _harmonic(T),
    measure=_facts,
)

strongly_convex = Bound(
    id="T7", name="strongly_convex",
    latex=r"\frac{G^2}{2\sigma}(1+\ln T)",
    source="Lepekhin and Loginov, the theorem on strongly convex losses",
    assumptions=(_strong, _steps, _comparator, _G),
    formula=lambda T, sigma, G: G * (G / (2 * sigma)) * np.where(T > 0, 1 + np.log(np.maximum(T, 1)), 0.0)[()],
    measure=_facts,
)


def strongly_convex_as_printed(T, sigma, G):
    """(G²/2σ) ln(T + 1), as two of the notes print it: NOT a bound (erratum E1), because H_T > ln(T + 1) for T ≥ 1.

    T ≥ 0, sigma > 0, G ≥ 0: numbers, or arrays that broadcast. Units of the loss. Raises ValueError for other values.
    """
    return _printed(T, sigma, G)


_printed = Bound(
    id="E1", name="strongly_convex_as_printed", latex=r"\frac{G^2}{2\sigma}\ln(T+1)",
    source="Italian notes; Cappelletti and Cesa-Bianchi §10", assumptions=(),
    formula=lambda T, sigma, G: G * (G / (2 * sigma)) * np.log1p(T),
)
