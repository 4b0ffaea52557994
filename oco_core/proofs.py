"""Each proof as a chain of evaluated steps: what every (in)equality loses on a given run.

A chain starts at the measured regret and ends at the theorem's bound. Each `Link` adds the amount ≥ 0 that its step
gives away, so that  regret + Σ amounts = bound  exactly, up to rounding.
"""

from dataclasses import dataclass

import numpy as np

from . import bounds
from .engine import check
from .losses import gradient_bound

__all__ = ["Chain", "Link", "ogd_chain", "ogd_rounds"]


@dataclass(frozen=True)
class Link:
    """One step of a proof. ``amount`` ≥ 0 is right side minus left side of its (in)equality, in units of the loss.

    ``rounding`` is how far from its exact value the amount may be.
    """

    name: str
    latex: str
    amount: float
    rounding: float


@dataclass(frozen=True)
class Chain:
    """From ``regret`` = Σ l_t(w_t) − Σ l_t(u) up to ``bound`` by the steps ``links``."""

    regret: float
    links: tuple
    bound: float

    def levels(self):
        """The value after each step: (1 + number of links,), from the regret to the bound."""
        return self.regret + np.cumsum([0.0, *(link.amount for link in self.links)])


def ogd_chain(run, u, G=None):
    """The proof of T3 (with T1 and T2) on a single run of ``learners.ogd``, for a comparator u with ‖u‖ ≤ U.

    With η_t = η/√t, g_t the gradients, w'_{t+1} = w_t − η_t g_t:

    1 convexity    Σ l_t(w_t) − l_t(u) ≤ Σ g_t·(w_t − u)
    2 projection   g_t·(w_t−u) = (‖w_t−u‖² − ‖w'_{t+1}−u‖²)/(2η_t) + η_t‖g_t‖²/2, and ‖w_{t+1}−u‖ ≤ ‖w'_{t+1}−u‖
    3 telescoping  Σ (‖w_t−u‖² − ‖w_{t+1}−u‖²)/(2η_t)
                   = Σ ‖w_t−u‖²/2·(1/η_t − 1/η_{t−1}) − ‖w_{T+1}−u‖²/(2η_T), 1/η_0 = 0: an equality, it loses 0
    4 dropped term −‖w_{T+1}−u‖²/(2η_T) ≤ 0
    5 diameter     ‖w_t−u‖² ≤ 4U²
    6 gradient     ‖g_t‖² ≤ G²
    7 sum          Σ 1/√t ≤ 2√T

    Assumes a convex loss, T ≥ 1, and G ≥ max‖g_t‖ (default: the uniform gradient bound).
    Raises ValueError where that fails, for many runs at once, or for a run that did not keep w.
    """
    if run.n_runs is not None:
        check.fail("run", f"{run.n_runs} runs at once", "a single run")
    if run.w is None or not run.T:
        check.fail("run", "a run without rounds or without w", "a run with T >= 1 and record='all'")
    U = run.learner.U
    if U is None:
        check.fail("run.learner", run.learner.name, "one that is projected on a ball")
    u = check.array("u", u, 1)
    if u.shape != run.w.shape[1:]:
        check.fail("u.shape", u.shape, f"{run.w.shape[1:]}")
    if np.linalg.norm(u) > U * (1 + 1e-12):
        check.fail("u", u, f"a point of the ball of radius U = {U:g}")
    G = gradient_bound(run.loss, run.X, run.y, U) if G is None else check.nonnegative("G", G)
    verdict = bounds.ogd.holds_for(run, G=G)
    if not verdict:
        check.fail("run", run.learner.name + " with " + run.loss.name, "a run for which " + "; ".join(verdict.failed))

    eta, T = run.learner.eta, run.T
    end = bounds.ogd(T, eta, U, G)
    steps = run.learner.steps(T)
    if 1e-300 > steps[-1]:
        check.fail("run.learner.eta", eta, "steps η/√t of at least 1e-300, because the proof divides by them")
    w, after = run.w[:-1], run.w[1:]
    g = run.slopes[:, None] * run.X + run.loss.l2 * w
    losses_u = run.loss.value(run.X @ u, run.y) + run.loss.l2 / 2 * (u @ u)
    regret = (run.losses - losses_u).sum()
    linearised = (g * (w - u)).sum()

    def dist2(points):
        return ((points - u) ** 2).sum(axis=-1)

    growth = np.diff(1 / steps, prepend=0.0)  # 1/η_t − 1/η_{t−1}
    squared_steps = (steps * (g * g).sum(axis=1)).sum() / 2
    one_step = ((dist2(w) - dist2(after)) / (2 * steps)).sum() + squared_steps
    last = dist2(run.w[-1]) / (2 * steps[-1])
    by_parts = (dist2(w) * growth).sum() / 2
    diameter = 2 * U * U * np.sqrt(T) / eta
    all_G = G * G / 2 * steps.sum()

    # What cancels inside a link: the size of its terms times a few units of the last place.
    eps = 8 * np.finfo(float).eps
    scale = {
        "convexity": abs(run.losses).sum() + abs(losses_u).sum() + abs(g * (w - u)).sum(),
        "projection": ((dist2(w) + dist2(after)) / steps).sum() + squared_steps + abs(g * (w - u)).sum(),
        "telescoping": ((dist2(w) + dist2(after)) / steps).sum(),
        "bounds": diameter + all_G + end,
    }

    def link(name, latex, amount, terms):
        return Link(name, latex, float(amount), eps * (terms + scale["bounds"]))

    return Chain(float(regret), (
        link("convexity", r"\ell_t(w_t)-\ell_t(u)\le g_t^\top(w_t-u)", linearised - regret, scale["convexity"]),
        link("projection", r"\|w_{t+1}-u\|\le\|w'_{t+1}-u\|", one_step - linearised, scale["projection"]),
        link("telescoping", r"\sum_t\tfrac1{2\eta_t}\bigl(\|w_t-u\|^2-\|w_{t+1}-u\|^2\bigr)\text{, summed by parts}",
             by_parts - last + squared_steps - one_step, scale["telescoping"]),
        link("dropped term", r"-\tfrac1{2\eta_T}\|w_{T+1}-u\|^2\le0", last, 0.0),
        link("diameter", r"\|w_t-u\|^2\le4U^2", diameter - by_parts, 0.0),
        link("gradient", r"\|g_t\|^2\le G^2", all_G - squared_steps, 0.0),
        link("sum", r"\sum_{t\le T}1/\sqrt t\le2\sqrt T", end - diameter - all_G, 0.0),
    ), end)


def ogd_rounds(run, u, G=None):
    """When the links of `ogd_chain` lose what they lose: {name: (T,)}, each array sums to its link's amount.

    In round t, with w'_{t+1} = w_t − η_t g_t:

    convexity   g_t·(w_t − u) − (l_t(w_t) − l_t(u))
    projection  (‖w'_{t+1}−u‖² − ‖w_{t+1}−u‖²)/(2η_t)
    diameter    (4U² − ‖w_t−u‖²)/2·(1/η_t − 1/η_{t−1}), 1/η_0 = 0
    gradient    η_t(G² − ‖g_t‖²)/2
    sum         ηG²(√t − √(t−1) − 1/(2√t))

    The dropped term belongs to round T alone, telescoping loses nothing. Arguments and errors as for `ogd_chain`.
    """
    chain = ogd_chain(run, u, G)
    u, U, eta, t = np.asarray(u, dtype=float), run.learner.U, run.learner.eta, np.arange(1, run.T + 1)
    G = gradient_bound(run.loss, run.X, run.y, U) if G is None else G
    steps = run.learner.steps(run.T)
    w, after = run.w[:-1], run.w[1:]
    g = run.slopes[:, None] * run.X + run.loss.l2 * w
    losses_u = run.loss.value(run.X @ u, run.y) + run.loss.l2 / 2 * (u @ u)
    linearised, square = (g * (w - u)).sum(axis=1), (g * g).sum(axis=1)
    dist2, dist2_after = ((w - u) ** 2).sum(axis=1), ((after - u) ** 2).sum(axis=1)
    last = np.zeros(run.T)
    last[-1] = next(link.amount for link in chain.links if link.name == "dropped term")
    return {
        "convexity": linearised - (run.losses - losses_u),
        "projection": (dist2 - dist2_after) / (2 * steps) + steps * square / 2 - linearised,
        "telescoping": np.zeros(run.T),
        "dropped term": last,
        "diameter": (4 * U * U - dist2) / 2 * np.diff(1 / steps, prepend=0.0),
        "gradient": steps * (G * G - square) / 2,
        "sum": eta * G * G * (np.sqrt(t) - np.sqrt(t - 1)) - G * G * steps / 2,
    }
