"""Sixteen signs on which the tuned step loses more than half of what T4 promises."""

import numpy as np

from oco_core import bounds, games, learners, losses, play

from .. import properties
from ..exercise import Check, Exercise, Link, Verdict, Wrong, number

T = 16
LEARNER = learners.ogd(np.sqrt(2), 1.0)
LEVEL = bounds.ogd_tuned(T, 1.0, 1.0) / 2


def _check(names):
    g = properties.signs(names, "signs", T)
    run = play(LEARNER, losses.linear, np.ones((T, 1)), g)
    R = np.cumsum(run.losses) + abs(np.cumsum(g))
    paid, gain, most = run.losses.sum(), abs(g.sum()), games.worst_signs(LEARNER, T)[1]
    passed = bool(R[-1] > LEVEL)
    checks = (Check(f"the regret exceeds {number(LEVEL)}", passed, number(R[-1])),
              Check("*w* paid in all", None, number(paid)), Check("the best fixed *u* gained", None, number(gain)),
              *((Check("the most that any 16 signs can do", None, number(most)),) if passed else ()))
    text = "".join("+" if x > 0 else "-" for x in g)
    link = Link("adversary", {"stream": "signs", "signs": text, "learner": "greedy", "k": 1.0})
    pictures = (properties.regret_picture(R, LEVEL, T, end="half"),)
    if passed:
        hint = ("No 16 signs do better." if R[-1] > most - 1e-9 else
                f"No theorem can promise less for this learner. There are worse signs still: up to {number(most)}.")
        return Verdict(True, f"regret [{number(R[-1])}](measured) beats [{number(LEVEL)}](bound).", hint, checks,
                       pictures=pictures, link=link)
    return Verdict(False, f"regret [{number(R[-1])}](measured), and [{number(LEVEL)}](bound) is to beat.",
                   _hint(g, paid, gain), checks, pictures=pictures, link=link)


def _hint(g, paid, gain):
    """What these signs do, and which part of the regret could grow."""
    if (g == g[0]).all():
        return "After one round *w* sits where the best *u* sits and pays nothing more. Keep it guessing first."
    if paid < -1:
        return (f"*w* earned {number(-paid)} itself: a long run of one sign teaches it where to stand. A sign that "
                "agrees with *w* costs it.")
    if gain <= 2:
        gained = "nothing" if gain == 0 else f"only {number(gain)}"
        return (f"Your signs cancel: *w* paid {number(paid)}, but the best fixed *u* gains {gained}. Let one sign win "
                "at last.")
    return (f"*w* paid {number(paid)} and the best *u* gained {number(gain)}; their sum is the regret. Move a sign "
            "at a time between the two parts.")


SIGNS = Exercise(
    name="ogd-signs", title="Sixteen signs", kind="break",
    statement=(
        "Find sixteen signs that cost the tuned learner more than half its bound.",
        "The losses are ℓₜ(*w*) = *g*ₜ·*w* with your signs *g*₁ … *g*₁₆. The learner is gradient descent with *U* = 1 "
        "and the tuned step η = √2: it starts at 0, steps by η/√*t* against *g*ₜ and stays in [−1, 1]. Its regret is "
        "what it pays plus what the best fixed *u* gains, |*g*₁ + … + *g*₁₆|.",
        "The bound is √(8·16) = 11.3, so a regret above 5.66 is asked for."),
    start="signs = [1, -1] * 8",
    check=_check,
    solution="signs = [1, -1] * 5 + [-1] * 6",
    wrong=(Wrong("signs = [1] * 16", "Keep it guessing"), Wrong("signs = [1, -1] * 8", "Let one sign win"),
           Wrong("signs = [1] * 12 + [-1] * 4", "teaches it where to stand"),
           Wrong("signs = [1, -1] * 6 + [1] * 4", "their sum is the regret")),
)
