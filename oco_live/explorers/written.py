"""The line in which the reader writes rounds, examples or messages."""

from oco_core import streams
from oco_core.engine import check

from ..explorer import Control

OWN, OWN_WORDS = "own", "your own rounds"


def rounds_control(examples, others, reads=streams.written, label="your rounds: x₁,x₂:y; …"):
    """The line in which the reader writes the rounds of the stream "own"; ``others`` have no use for it."""
    return Control("rounds", label, "text", examples, examples[0], symbol="rounds", reads=reads,
                   allowed=dict.fromkeys(others, ()))


def labelled(rounds):
    """`streams.written`, with labels ±1."""
    stream = streams.written(rounds)
    for t, y in enumerate(stream.y, 1):
        if abs(y) != 1:
            check.fail("rounds", rounds, f"labels 1 or -1 in round {t}")
    return stream
