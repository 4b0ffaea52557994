"""What no learner can avoid on linear losses, and the learners that pay no more, for a known T (catalogue T20, §5).

For d ≥ 2 the least that any learner can promise is UG√T: ``worst_case`` in ``descent`` from below, ``minimax`` (and
``ogd_constant``) from above. For d = 1 it is UG·E|ε_1 + ... + ε_T|, ε fair signs: ``coins`` from below,
``minimax_line`` from above; at most UG√T, for T ≥ 2 less, and √(2/π)·UG√T in the limit.
"""

import numpy as np

from ..engine.walks import mean_distance
from ..learners import Minimax, _follow
from .bound import Assumption, Bound, close
from .descent import _G, _convex, _in_ball, _linear

__all__ = ["coins", "minimax", "minimax_line"]


def _one_line(run):
    """g_t = ±G·x with one unit vector x: all g_t of one length, on one line."""
    g = run.slopes[:, None] * run.X
    size = np.linalg.norm(g, axis=1)
    along = abs(g @ g[0]) if run.T else size
    return bool((size >= size.max(initial=0.0) * (1 - 1e-12)).all() and (along >= size[:1] * size * (1 - 1e-12)).all())


coins = Bound(
    id="T20, fair coins", name="coins",
    latex=r"UG\,\mathbb E\lvert\varepsilon_1+\dots+\varepsilon_T\rvert", quantity=r"\mathbb E\,R_T",
    source="Lepekhin and Loginov, the second sentence of the theorem (order only)",
    assumptions=(
        _linear,
        Assumption("‖g_t‖ = G, all g_t on one line",
                   lambda run, f: _one_line(run) and (run.T == 0 or close(run.G, f["G"]))),
        Assumption("their signs are independent tosses of a fair coin, and w_t is independent of the toss of round t "
                   "and of later ones"),
    ),
    formula=lambda T, U, G: U * G * mean_distance(T),
    upper=False,
)


def _minimax(line):
    def played(run, f):
        rule = run.learner.follow
        return (run.learner.update is _follow and type(rule) is Minimax and rule.line == line and rule.T == run.T
                and rule.U == run.learner.U and (f["G"] == 0 or close(rule.G, f["G"])))
    return played


minimax = Bound(
    id="§5 minimax", name="minimax",
    latex=r"UG\sqrt T",
    source="in none of the notes; Abernethy, Bartlett, Rakhlin and Tewari (2008)",
    assumptions=(_convex, _in_ball, _G,
                 Assumption("the learner is minimax for this T and this G", _minimax(False))),
    formula=lambda T, U, G: U * G * np.sqrt(T),
)

minimax_line = Bound(
    id="§5 minimax, d = 1", name="minimax_line",
    latex=r"UG\,\mathbb E\lvert\varepsilon_1+\dots+\varepsilon_T\rvert",
    source="in none of the notes",
    assumptions=(_convex, Assumption("d = 1", lambda run, f: run.X.shape[1] == 1), _in_ball, _G,
                 Assumption("the learner is minimax on the line for this T and this G", _minimax(True))),
    formula=lambda T, U, G: U * G * mean_distance(T),
)
