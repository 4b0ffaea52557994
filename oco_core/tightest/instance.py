"""What a tightest instance is, and the registers that hold them."""

from collections.abc import Callable
from dataclasses import dataclass

from .. import hindsight
from ..bounds import Verdict


@dataclass(frozen=True)
class Measured:
    """What came out, and what the bound says; ``verdict``: do its assumptions hold?"""

    measured: float
    bound: float
    verdict: Verdict = Verdict(())

    @property
    def ratio(self):
        """measured/bound: at most 1 for an upper bound, at least 1 for a lower one, and 1 where it is attained."""
        return self.measured / self.bound


@dataclass(frozen=True)
class Instance:
    """``words`` says what is played; ``play`` plays it; ``ratio``: the ratio that comes out is at least this."""

    words: str
    play: Callable
    ratio: float

    def __call__(self):
        return self.play()


INSTANCES, LEMMAS = {}, {}
WITHOUT = {"strongly_convex_as_printed": "not a bound: runs exceed it at every T (erratum E1)"}
UNMEASURED = {}  # id of a theorem that is no function of ``bounds`` -> why no run can measure it


def instance(bound, ratio, words):
    """Register a function that plays the tightest instance known of a bound."""
    def register(function):
        INSTANCES[bound.name] = Instance(words, function, ratio)
        return function
    return register


def lemma(id, words):
    def register(function):
        LEMMAS[id] = Instance(words, function, 1.0)
        return function
    return register


def regret_of(bound, run):
    """The certified regret of a run against its own bound."""
    return Measured(float(hindsight.regret(run, run.learner.U).lower[0]), bound.of(run), bound.holds_for(run))
