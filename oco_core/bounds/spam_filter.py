"""The spam filter that learns online (catalogue D21, A13, T24; errata E13, E25, E37).

For ``losses.spam(U)`` on percentages, G = 1/U bounds every gradient in the ball of diameter D = 2U, so that U drops out
of T4 and T5: their GD is 2, whatever the radius. All hold at every prefix t ≤ T as well. Since 0 ≤ l_t ≤ 1 the regret
is at most T anyway: the bounds say something only for T > 9 and T > 8.

A small loss has a small gradient, ‖g_t‖² ≤ l_t(w_t)/U², and no regret is large enough to let the mean loss stay above
the 1/4 of w = 0: that leaves c/4 for the c in (2/c + c)√T, at the price of a logarithm.

In units of the confidence the loss is ¼(v·φ − z)², with φ = x/100 and z = 2y − 1. The forward algorithm knows φ_t
before it answers and is no learner of the protocol, so that ``spam_forward`` is asked about arrays instead of a run.
"""

import numpy as np

from ..engine import check, rounding
from .bound import Assumption, Bound, ball_facts, close
from .descent import ogd
from .strong_convexity import _harmonic

__all__ = ["spam", "spam_forward", "spam_sharp", "spam_tuned"]


def _facts(run, U=None):
    """T, eta, U and c = η/U² of a single run; U, the ball of the comparator, defaults to the learner's."""
    facts = ball_facts(run, U, G=0.0)  # G is known here: 1/U
    return {name: facts[name] for name in ("T", "eta", "U")} | {"c": facts["eta"] / facts["U"] / facts["U"]}


_loss = Assumption(
    "the loss is the spam loss with M = 100U",
    lambda run, f: run.loss.name == "spam" and not run.loss.l2 and close(run.loss.quadratic[1] * 100 * f["U"], 1.0))
_percentages = Assumption(
    "the examples are percentages: x_t ≥ 0 with Σ_i x_{t,i} ≤ 100",
    lambda run, f: run.T == 0 or bool(run.X.min() >= 0 and run.X.sum(axis=1).max() <= 100 * (1 + 1e-12)))
_, _greedy, _in_ball, _ = ogd.assumptions


def _eta(text, c):
    return Assumption(f"η = {text}", lambda run, f: close(f["c"], c))


spam = Bound(
    id="T24", name="spam",
    latex=r"3\sqrt T",
    source="Lepekhin and Loginov, the theorem on OGD; they compute neither G nor D of the filter",
    assumptions=(_loss, _percentages, _greedy, _in_ball, _eta("D/G = 2U²", 2.0)),
    formula=lambda T: 3 * np.sqrt(T),
    measure=_facts,
)

spam_tuned = Bound(
    id="T24, tuned", name="spam_tuned",
    latex=r"\sqrt{8T}",
    source="in none of the notes: T4's step for the filter of Lepekhin and Loginov",
    assumptions=(_loss, _percentages, _greedy, _in_ball, _eta("√2·U/G = √2·U²", np.sqrt(2))),
    formula=lambda T: np.sqrt(8 * T),
    measure=_facts,
)

spam_sharp = Bound(
    id="T24, sharper", name="spam_sharp",
    latex=r"\Bigl(\frac2c+\frac c4\Bigr)\sqrt T+\Bigl(1+\frac{c^2}2\Bigr)H_T",
    source="in none of the notes; for every step c·U²/√t",
    assumptions=(_loss, _percentages, _greedy, _in_ball),
    formula=lambda T, c: (2 / c + c / 4) * np.sqrt(T) + (1 + c * c / 2) * _harmonic(T),
    measure=_facts,
)


def _forward_facts(run=None, *, phi, z, v, u):
    """T, d and the length of u, with the examples φ_1 .. φ_T (T, d), labels (T,) and weights v_1 .. v_T (T, d)."""
    if run is not None:
        check.fail("run", run, "no run: the forward algorithm sees φ_t before it answers; call it with phi, z, v and u")
    phi, z, v, u = (check.array(*named) for named in (("phi", phi, 2), ("z", z, 1), ("v", v, 2), ("u", u, 1)))
    return {"T": len(z), "d": phi.shape[1], "norm_u": float(np.linalg.norm(u)), "phi": phi, "z": z, "v": v}


def _is_forward(run, f):
    """A_t v_t is Σ_{s<t} z_s φ_s in every round."""
    A, psi = np.eye(f["d"]), np.zeros(f["d"])
    for row, label, v in zip(f["phi"], f["z"], f["v"]):
        A += np.outer(row, row)
        if np.linalg.norm(A @ v - psi) > 1e-8 * (1 + np.linalg.norm(psi)):
            return False
        psi = psi + label * row
    return True


spam_forward = Bound(
    id="§5 forward algorithm", name="spam_forward",
    latex=r"\frac{\|u\|^2}4+\frac d4\ln\Bigl(1+\frac Td\Bigr)",
    source="in none of the notes; Vovk 2001, Azoury and Warmuth 2001",
    assumptions=(
        Assumption("‖φ_t‖ ≤ 1", lambda run, f: bool(rounding.lengths(f["phi"]).max(initial=0.0) <= 1 + 1e-12)),
        Assumption("z_t = ±1", lambda run, f: bool((abs(f["z"]) == 1).all())),
        Assumption("v_t = A_t⁻¹·Σ_{s<t} z_s·φ_s with A_t = I + Σ_{s≤t} φ_s·φ_sᵀ", _is_forward)),
    formula=lambda T, d, norm_u: norm_u * norm_u / 4 + d / 4 * np.log(1 + T / d),
    quantity=r"\sum_{t=1}^T\tfrac14(v_t\cdot\varphi_t-z_t)^2-\sum_{t=1}^T\tfrac14(u\cdot\varphi_t-z_t)^2",
    measure=_forward_facts,
)
