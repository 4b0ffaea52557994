"""What the filter's explorer says is so, at every position."""

import itertools
import re

from oco_core import streams
from oco_live.explorer import get, text_of
from oco_live.phrasing import counted_share

E = get("spam")
STREAMS = E.control("stream").values[:-1]  # of the last, "own", tells test_own_examples.py
T = streams.MAIL_SIZE


def told(frame, name):
    """Whether the headline tells this share of errors: in percent, marked as its curve's, or as a count."""
    f, said = frame.facts, counted_share(frame.facts[name], frame.facts["t"])
    who = {"errors": "the filter misjudged", "errors_best": "the best fixed one"}[name]
    if f["t"] == 1:
        wrong = "the first message; the best fixed one did not."
        return frame.headline == f"The filter misjudged {wrong}" and (f["errors"], f["errors_best"]) == (1, 0)
    share = f"[{text_of(f[f'{name}_percent'])}]({name}) %" if said.endswith("%") else said.split(" of ")[0]
    share = share.replace(f"all {f['t']}", "all")
    return re.search(rf"{who} {re.escape(share)}[,.]", frame.headline) is not None


def test_words_are_true_at_every_position():
    for stream in STREAMS:
        for t, c, words in itertools.product((2, *E.control("t").values), E.control("c").values,
                                             E.control("words").values):
            frame = E.frame(stream=stream, t=t, c=c, words=words)
            f, said = frame.facts, frame.sentence
            assert f"{t} of {T} messages ha" in said and told(frame, "errors") and told(frame, "errors_best")
            assert ("no fewer errors than if all were called" in said) == (f["errors_best"] >= f["errors_constant"] > 0)
            assert ("says nothing yet" in said) == (t <= (2 / c + c) ** 2 * (1 + 1e-12)) == f["vacuous"]
            assert ("T24’s 3√t" in said) == (c == 2) == (frame.status["report"] == "holds")
            assert ("The regret is below zero" in said) == (f["regret"] < -5e-4) and f["regret"] <= min(f["bound"],
                                                                                                        f["sharp"])
            # the form for long streams is told where it says more
            assert ("form for long streams" in said) == (f["sharp"] < min(f["bound"], t) if f["vacuous"]
                                                         else f["sharp"] < f["bound"])
            assert ("the same confidence" in said) == (t > 1 and f["a_most"] - f["a_least"] < 5e-4)
            for fact in ("loss", "loss_best", "loss_blind", "regret", "bound"):
                assert text_of(f[fact]) in said, fact
            assert f["top_weight"] and frame.texts["words.y.9"]
