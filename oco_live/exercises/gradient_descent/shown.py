"""A small training set in the explorer."""

from .. import properties
from ..exercise import Link

STEPS = 25


def in_the_explorer(X, y, start, b, seed=0, eta=1.0):
    """The explorer with that training set, start and batch size."""
    at = ",".join(f"{value:.12g}" for value in start)
    return Link("sgd", {"stream": "own", "rounds": properties.rounds_text(X, y), "start": at, "b": b, "T": STEPS,
                        "seed": seed, "eta": eta}, main="plane")
