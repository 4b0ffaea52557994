"""A reader's own learner or loss in an explorer: its curve beside the built-in one, and the bound that it is granted.

A `Place` per explorer says what the reader writes and what comes of it. Who runs the reader's text is the host's
business (hosts/own.py); here it is a function already.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from oco_core import bounds, hindsight, losses, own, play, streams

from ..phrasing import at_most, joined, of, or_zero, share_of, text_of
from . import losses as margins
from . import ogd
from .sources import OWN, data, loss_named


@dataclass(frozen=True)
class Place:
    """name: of the function that the reader writes; start: a text to begin with, and title: what it is about;
    given(params): names that the text may use; frame(params, function): what is drawn and said."""

    name: str
    title: str
    start: str
    given: Callable
    frame: Callable


def learner_given(params):
    """η, U and the projection on the ball, for a step; the sliders move them."""
    U = params["U"]

    def project(v):
        return v * min(1.0, U / max(float(np.linalg.norm(v)), 1e-300))

    return {"eta": params["eta"], "U": U, "project": project}


def _played(params, step):
    """The run of a reader's step, and its certified regret at the rounds of the explorer's own curve."""
    T = len(streams.written(params["rounds"]).y) if params["stream"] == OWN else params["T"]
    key = params["stream"], T, params["seed"], params["noise"], params["rounds"]
    run = play(own.learner(step), loss_named(params["loss"]), data(*key), T=T)
    if params["stream"] == "orthogonal":  # the examples are this run's
        return run, hindsight.regret(run, params["U"], ogd._prefixes(T, ogd._compared(params["loss"], 2)))
    best = ogd._comparators(*key, params["loss"], params["U"])
    return run, hindsight.regret(run, params["U"], best.at, best)


def learner_frame(params, step):
    """The regret of the reader's step on the stream in view, and its bound if there is one, in the units of the
    explorer's own frame."""
    U, (run, curve) = params["U"], _played(params, step)
    G = losses.gradient_bound(run.loss, run.X, run.y, U)
    unit = bounds.worst_case(run.T, U, G)
    at = curve.at
    found = own.family(own.learner(step), told=lambda number: text_of(number, 4))
    grant = own.granted(run, found, U)
    regret, lengths = float(curve.upper[-1]), np.linalg.norm(run.w, axis=1)
    grid = np.append(0, at) / run.T
    series = {"own": (grid, np.append(0, curve.upper) / unit)}
    if grant.bound is not None:
        series["own_bound"] = (at / run.T, _along(run, found, grant.bound, at) / unit)
    f = {"own_regret": regret, "own_norm": float(lengths.max()), "unit": unit, "T": run.T, "U": U} | (
        {} if grant.bound is None else {"own_bound": grant.bound})
    return {"series": ogd.explorer.clipped(series), "facts": f, "said": joined(_learner_said(f, found, grant, lengths)),
            "granted": grant.bound is not None}


def _along(run, found, bound, at):
    """What the theorem promises the first t rounds, for t in ``at``."""
    if found.name == "scale_free":
        squares = np.cumsum(((run.slopes[:, None] * run.X) ** 2).sum(axis=1))
        return bound * np.sqrt(squares[at - 1] / max(squares[-1], 1e-300))
    if found.name == "ogd_constant":
        learner = found.learner
        G = losses.gradient_bound(run.loss, run.X, run.y, learner.U)
        return bounds.ogd_constant(at, learner.eta, learner.U, G)
    return bound * np.sqrt(at / run.T)


def _learner_said(f, found, grant, lengths):
    regret = of("own", or_zero(f["own_regret"], f["unit"]))
    yield f"Your step is {found.words}." if found else ""
    if grant.bound is None:
        yield f"Its regret is {regret}."
        yield f"No bound is known for it: {grant.why}."
    else:
        share = f", {share_of(f['own_regret'], grant.bound)} of it" if f["own_regret"] > 0 else ""
        yield f"{grant.theorem} grants it the bound {of('own_bound', text_of(grant.bound))}."
        yield f"Its regret is {regret}{share}."
    out = np.flatnonzero(lengths > f["U"] * (1 + 1e-9))
    if len(out):
        yield (f"It leaves the ball of radius U = {text_of(f['U'], 4)}: the length of w in round {out[0] + 1} is "
               f"{text_of(lengths[out[0]])}.")


def loss_given(params):
    return {}


def loss_frame(params, value, sigma=0.0):
    """The reader's loss at y = 1 against the margin, and what its values show."""
    found = own.judged(value, 1.0, -3.0, 3.0, sigma)
    below = found.values < losses.zero_one.value(found.p, 1.0) - 1e-12
    series = {"own": (found.p, found.values)}
    z = float(params["z"])
    f = {"own_at_z": float(np.interp(z, found.p, found.values)), "own_G": found.G, "own_sigma": found.sigma}
    return {"series": margins.explorer.clipped(series), "facts": f,
            "said": joined(_loss_said(found, sigma, found.p[below])), "granted": found.convex and found.weak is None}


def _loss_said(found, sigma, below):
    n = text_of
    if found.bent:
        a, b, middle, chord = found.bent
        yield (f"Your loss is not convex: between p = {n(a)} and p = {n(b)} it is {n(middle)} in the middle, more than "
               f"the mean {n(chord)} of its values at the two.")
        yield "No theorem of the book applies to it, so no bound is drawn."
        return
    yield (f"On a grid from −3 to 3 and at random pairs your loss is convex, with slopes from {n(found.slopes[0])} to "
           f"{n(found.slopes[1])}.")
    if found.weak:
        a, b, middle, most = found.weak
        yield (f"It is not {n(sigma)}-strongly convex: between p = {n(a)} and p = {n(b)} it is {n(middle)} in the "
               f"middle, more than the {n(most)} that this σ allows; no bound is drawn.")
    elif sigma:
        yield f"It is σ-strongly convex with the claimed σ = {n(sigma)}, as far as was tried."
    elif found.sigma > 1e-6:
        yield f"It is σ-strongly convex there with σ up to {at_most(found.sigma)}."
    if not found.weak:
        yield f"With examples of length at most X, T4 promises UG√(8T) with G = {n(found.G)}·X as long as |p| ≤ 3."
    yield ("Nowhere is it below the zero-one loss, so that its mean bounds the share of errors." if not len(below) else
           f"At z = {n(below[0])} it is below the zero-one loss, so that its mean bounds no share of errors.")


PLACES = {
    "ogd": Place("step", "your own learner", '''def step(w, g, t, state):
    v = w - eta / np.sqrt(t) * g
    return project(v)
''', learner_given, learner_frame),
    "losses": Place("loss", "your own loss", '''def loss(p, y):
    return max(0, 1 - y * p) ** 2
''', loss_given, loss_frame),
}
