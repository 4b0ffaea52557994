"""What a place for a reader's own code is, and what is said of a learner in each of them."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ...phrasing import of, or_zero, share_of, text_of


@dataclass(frozen=True)
class Place:
    """name      of the function that the reader writes.
    title     what it is about.
    start     a text to begin with.
    names     what the text may use, in a sentence.
    given     params -> these names, with their values.
    frame     (params, function, facts, **claims) -> {"series", "facts", "said", "granted"}: what is drawn, in the units
              of the explorer's own frame, whose facts are ``facts``; what is said; whether a bound was granted.
    claims    name -> (value without it, a check that returns it): what the text may claim besides its function.
    prepare   params -> None: computes what no code of the reader is needed for, and keeps it.
    attack    whether a search for a costly stream may be asked for.
    """

    name: str
    title: str
    start: str
    names: str
    given: Callable
    frame: Callable
    claims: dict = field(default_factory=dict)
    prepare: Callable = lambda params: None
    attack: bool = False


def statuses(series):
    """The status of each of these own series, in a `Frame`."""
    return {name: "holds" if name.endswith("_bound") else "drawn" for name in series}


def projection(U):
    """v -> the nearest point of the ball of that radius; v itself for None."""
    def project(v):
        return v if U is None else v * min(1.0, U / max(float(np.linalg.norm(v)), 1e-300))

    return project


def learner_said(found, grant, regret, unit, bound=None, after=""):
    """What a step is, its bound, and its regret. bound: that of the rounds in view, which is not drawn, the grant's if
    None; after: which rounds these are, "after 5 rounds"."""
    shown = text_of if bound is not None else lambda number: of("own_bound", text_of(number))
    bound = grant.bound if bound is None else bound
    told = of("own", or_zero(regret, unit))
    its = f"{after.capitalize()} its regret is" if after else "Its regret is"
    yield f"Your step is {found.words}." if found else ""
    if bound is None:
        yield f"{its} {told}."
        yield f"No bound is known for it: {grant.why}."
    else:
        theorem, when = grant.theorem.partition(",")[0], after and f" {after}"
        yield f"{theorem} grants it the bound {shown(bound)}{when}."
        yield f"{its} {told}{f', {share_of(regret, bound)} of it' if regret > 0 else ''}."


def told(number):
    """A parameter that was read off two answers."""
    return text_of(number, 4)


def leaves(lengths, U):
    """Where w leaves the ball; nothing where it does not."""
    out = np.flatnonzero(lengths > U * (1 + 1e-9))
    if len(out):
        yield (f"It leaves the ball of radius U = {text_of(U, 4)}: the length of w in round {out[0] + 1} is "
               f"{text_of(lengths[out[0]])}.")
