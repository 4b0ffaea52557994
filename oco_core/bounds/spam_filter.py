"""The spam filter that learns online (catalogue D21, A13, T24; errata E13, E25, E37).

For ``losses.spam(U)`` on percentages, G = 1/U bounds every gradient in the ball of diameter D = 2U, so that U drops out
of T4 and T5: their GD is 2, whatever the radius. All hold at every prefix t ≤ T as well. Since 0 ≤ l_t ≤ 1 the regret
is at most T anyway: the bounds say something only for T > 9 and T > 8.

A small loss has a small gradient, ‖g_t‖² ≤ l_t(w_t)/U², and no regret is large enough to let the mean loss stay above
the 1/4 of w = 0: that leaves c/4 for the c in (2/c + c)√T, at the price of a logarithm.
"""

import numpy as np

from .bound import Assumption, Bound, ball_facts, close
from .descent import ogd
from .strong_convexity import _harmonic

__all__ = ["spam", "spam_sharp", "spam_tuned"]


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
