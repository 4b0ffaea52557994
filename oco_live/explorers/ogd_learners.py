"""The learners that the explorer ogd offers, each with its bound, its tuned step and the words for both."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from oco_core import bounds, learners

from ..phrasing import text_of, times


@dataclass(frozen=True)
class Choice:
    """words: of its steps. make(η, U): the learner. theorem: its bound, drawn if it holds for the run. star(T, U, G):
    the step with the least promise at T; None for a learner without η. ``said``, ``star_said``, ``best``: the bound,
    that step, and the bound there, in words."""

    words: str
    make: Callable
    theorem: bounds.Bound
    star: Callable | None
    said: str
    star_said: str
    best: str

    def holds_for(self, run, G):
        return bool(self.theorem.holds_for(run, **({"G": G} if self.star else {})))


CHOICES = {
    "greedy": Choice("η/√t", learners.ogd, bounds.ogd, lambda T, U, G: math.sqrt(2) * U / G,
                     "T3’s bound is 2U²√T/η + ηG²√T", "√2·U/G", "T4’s UG√(8T)"),
    "constant": Choice("η in every round", learners.ogd_constant, bounds.ogd_constant,
                       lambda T, U, G: U / (G * math.sqrt(T)), "Its bound is U²/(2η) + ηG²T/2", "U/(G√T)", "UG√T"),
    "lazy": Choice("η/√t, lazy", learners.lazy, bounds.lazy, lambda T, U, G: U / (math.sqrt(2) * G),
                   "Its bound is U²√T/(2η) + ηG²√T", "U/(√2·G)", "UG√(2T)"),
    "scale_free": Choice("√2·U/√Σ‖g‖²", lambda eta, U: learners.scale_free(U), bounds.scale_free, None,
                            "Its bound is U√8·√Σ‖gₜ‖²", "", ""),
}
LABELS = tuple(choice.words for choice in CHOICES.values())


def promised(m, at):
    """The bound after each of these rounds, for this η, and for the tuned one (None without one)."""
    if not m.choice.star:
        met = np.cumsum(((m.run.slopes[:, None] * m.run.X) ** 2).sum(axis=1))
        return math.sqrt(8) * m.U * np.sqrt(np.append(0.0, met)[at]), None
    return m.choice.theorem(at, m.eta, m.U, m.G), m.choice.theorem(at, m.eta_star, m.U, m.G)


def over_eta(m):
    """The bound at T for every position of the η slider."""
    if not m.choice.star:
        return np.full(len(m.etas), m.bound)
    return m.choice.theorem(m.T, m.etas, m.U, m.G)


def statuses(m):
    """Of the bounds; without η there is no tuned one."""
    here = "holds" if m.T3 else "fails"
    tuned, least = ("holds" if m.T4 else "reference", here) if m.choice.star else ("absent", "absent")
    return {"bound": here, "bound_eta": here, "tuned": tuned, "least_bound": least}


def steps_said(choice, f):
    """The bound, what another step would promise, and where η stands."""
    n = text_of
    if not choice.star:
        yield f"{choice.said}, which needs no G and no η: the steps are √2·U/√Σ‖gₛ‖², s ≤ t."
        return
    yield f"{choice.said}, where G = {n(f['G'])} bounds the gradients."
    star = f"{choice.star_said} = {n(f['eta_star'])}"
    if f["T4_holds"]:
        yield f"η is the tuned step {star}: the bound is {choice.best}."
    else:
        yield f"η = {n(f['eta'])} is {times(f['eta'] / f['eta_star'])} the tuned step {star}."
        yield f"With the tuned step the bound is {choice.best} = {n(f['bound_tuned'])}."
