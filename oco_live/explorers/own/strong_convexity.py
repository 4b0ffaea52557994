"""A reader's step in the explorer of strongly convex losses: T7 is granted where it is descent with steps 1/(σt)."""

from types import SimpleNamespace

import numpy as np

from oco_core import bounds, hindsight, own, play, streams

from ...phrasing import joined, text_of
from .. import strong_convexity
from ..sources import OWN
from ..strong_convexity.curves import _distances
from ..strong_convexity.measure import (
    ALL_ETAS,
    EXPLODED,
    MINIMISER,
    _ours,
    gradient_bound,
    losses_of,
    quartic,
    rounds,
)
from .place import Place, learner_said, projection, told

LARGEST = EXPLODED**3 * 1e9  # of the w after which a run on the quartic ends


def _ball(params):
    return params["U"] if params["projection"] == "ball" else None


def given(params):
    """σ, η, U, and the explorer's own projection: on the ball of radius U, or none."""
    return {"sigma": params["sigma"], "eta": params["eta"], "U": params["U"], "project": projection(_ball(params))}


def _key(params):
    T = len(streams.written(params["rounds"]).y) if params["stream"] == OWN else params["T"]
    return params["stream"], params["sigma"], params["G"], _ball(params), T, params["seed"], params["rounds"]


def prepare(params):
    _ours(*_key(params))


def _on_the_quartic(step, sigma, T, ball):
    """What `_played` has of the quartic, which is not of the form l(w·x, y): played here, until |w| > EXPLODED."""
    learner, path, values, slopes = own.learner(step, LARGEST), [np.zeros(1)], [], []
    for t in range(1, T + 1):
        value, slope = quartic(sigma, float(path[-1][0]))
        path.append(learner.update(learner, t, path[-1], np.zeros(1), np.array([slope]))[0])
        values.append(value)
        slopes.append(slope)
        if abs(path[-1][0]) > EXPLODED:
            break
    at = rounds(T, 48)
    at = at[at <= len(values)]
    u = MINIMISER if ball is None else min(MINIMISER, ball)
    return SimpleNamespace(at=at, regrets=np.cumsum(np.array(values) - quartic(sigma, u)[0])[at - 1], w=np.array(path),
                           u=np.array([u]), G=float(max(map(abs, slopes))), exploded=len(values) < T, run=None)


def _played(params, step):
    stream, sigma, G, ball, T, seed, written = key = _key(params)
    if stream == "quartic":
        m = _on_the_quartic(step, sigma, T, ball)
        m.G_given, m.largest_u = gradient_bound(stream, sigma, G, params["U"], None, m.G), float(m.u[0])
        return m
    loss, examples, n = losses_of(stream, sigma, G, T, seed, written)
    run = play(own.learner(step), loss, examples, T=T)
    at = rounds(T, n)
    answers_w = isinstance(examples, streams.Adversary)  # then the losses are this run's
    best = hindsight.comparators(loss, run.X, run.y, ball, at) if answers_w else _ours(*key)[-1][3]
    return SimpleNamespace(
        at=at, regrets=hindsight.regret(run, ball, at, best).upper, w=run.w, u=best.u[-1], G=run.G, exploded=False,
        run=run, G_given=gradient_bound(stream, sigma, G, params["U"], run.X, float(run.G)),
        largest_u=float(np.linalg.norm(best.u, axis=1).max()))


def _granted(m, found, sigma):
    """The grant against every u in view; on the quartic T7 alone is looked up."""
    if m.run is not None:
        return own.granted(m.run, found, m.largest_u, m.G_given)
    lacks = lambda why: SimpleNamespace(theorem="T7", why=why, promise=None, bound=None)
    if found is None or found.name != "strongly_convex":
        return lacks("on the quartic only T7 is asked, which is for steps 1/(σt)")
    steps, ball = 1 / found.learner.eta, found.learner.U
    if steps > sigma * (1 + 1e-9):
        return lacks(f"its steps are those for σ = {told(steps)}, and the quartic has σ = {told(sigma)} only")
    if m.G > m.G_given * (1 + 1e-9):
        return lacks(f"it meets a gradient of length {text_of(m.G)}, more than the G = {text_of(m.G_given)} of the "
                     "ball of radius U")
    if ball is not None and ball < m.u[0] * (1 - 1e-9):
        return lacks(f"its ball does not hold the u it is compared with, {told(m.u[0])}")
    promise = lambda t: bounds.strongly_convex_harmonic(t, steps, m.G_given)
    return SimpleNamespace(theorem="T7", why="", promise=promise, bound=float(promise(len(m.w) - 1)))


def frame(params, step, facts=None):
    """Regret and distance of the reader's step on the losses in view, and its bound if there is one."""
    m, sigma = _played(params, step), params["sigma"]
    # The picture's unit is that of the book's learner, whose gradients are others on rounds of the reader's.
    shown_G = float(_ours(*_key(params))[3].max()) if params["stream"] == OWN else m.G_given
    unit, T = shown_G**2 / (2 * sigma), len(m.w) - 1
    found = own.family(own.learner(step), told=told)
    grant = _granted(m, found, sigma)
    regret = float(m.regrets[-1])
    series = {"own": (m.at, m.regrets / unit), "own_level": (ALL_ETAS[[0, -1]], np.full(2, regret / unit)),
              "own_distance": _distances(np.linalg.norm(m.w - m.u, axis=1), m.exploded)}
    f = {"own_regret": regret, "own_G": m.G}
    if grant.bound is not None:
        grid = rounds(T, 24)
        series["own_bound"] = (grid, grant.promise(grid) / unit)
        f["own_bound"] = grant.bound
    said = [*learner_said(found, grant, regret, unit)]
    if m.exploded:
        said.append(f"It explodes: after {T} rounds |w| is {text_of(abs(m.w[-1][0]), 2)}.")
    return {"series": strong_convexity.explorer.clipped(series), "facts": f, "granted": grant.bound is not None,
            "said": joined(said)}


PLACE = Place("step", "your own learner", '''def step(w, g, t, state):
    v = w - g / (sigma * t)
    return project(v)
''', "It may use np, sigma, eta, U and project(v), which does nothing where projection is none.", given, frame,
              prepare=prepare)
