"""A reader's loss in the explorer of losses."""

import numpy as np

from oco_core import losses, own
from oco_core.engine import check

from ...phrasing import at_most, joined, text_of
from .. import losses as margins
from .place import Place


def frame(params, value, facts=None, sigma=0.0):
    """The reader's loss at y = 1 against the margin, and what its values show. sigma: the strong convexity claimed."""
    found = own.judged(value, 1.0, -3.0, 3.0, sigma)
    below = found.values < losses.zero_one.value(found.p, 1.0) - 1e-12
    z = float(params["z"])
    f = {"own_at_z": float(np.interp(z, found.p, found.values)), "own_G": found.G, "own_sigma": found.sigma}
    return {"series": margins.explorer.clipped({"own": (found.p, found.values)}), "facts": f,
            "said": joined(_said(found, sigma, found.p[below])), "granted": found.convex and found.weak is None}


def _said(found, sigma, below):
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


def claimed(sigma):
    """The σ that the text claims."""
    if not isinstance(sigma, (int, float)) or not 0 <= sigma < float("inf"):
        check.fail("sigma", sigma, "a number ≥ 0, the strong convexity that you claim")
    return float(sigma)


PLACE = Place("loss", "your own loss", '''def loss(p, y):
    return max(0, 1 - y * p) ** 2
''', "It may use np; a line sigma = … claims strong convexity.", lambda params: {}, frame,
              claims={"sigma": (0.0, claimed)})
