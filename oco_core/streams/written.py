"""A stream that somebody has written down, round by round."""

import re

import numpy as np

from ..engine import check
from .stream import Stream

__all__ = ["written", "written_as"]

MOST = 200  # rounds
DIMENSIONS = 3
LEAST, LARGEST = 1e-6, 1e6  # size of a number that is not 0

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def _number(text, where):
    """The number in ``text``; ``where`` says in which round it stands."""
    text = text.strip().replace("−", "-")
    if not _NUMBER.fullmatch(text):
        check.fail("rounds", text, f"a number in {where}")
    number = float(text)
    if number and not LEAST <= abs(number) <= LARGEST:
        check.fail("rounds", text, f"0 or a number of size {LEAST:g} to {LARGEST:g} in {where}")
    return number


def written(rounds):
    """The stream "1,0; 0,2:-1": the coordinates of x_t, then its label y_t after a colon, 1 if there is none; rounds
    are separated by semicolons.

    At most 200 rounds, all of one dimension d ≤ 3; numbers are 0 or between 1e-6 and 1e6 in size, and some x_t is not
    0. Raises ValueError that names the round.
    """
    if not isinstance(rounds, str):
        check.fail("rounds", rounds, 'a text such as "1,0; 0,2:-1"')
    parts = rounds.removesuffix(";").split(";")
    if rounds.strip() == "":
        check.fail("rounds", rounds, 'at least one round, such as "1,0; 0,2:-1"')
    if len(parts) > MOST:
        check.fail("rounds", f"a text of {len(parts)} rounds", f"at most {MOST}")
    X, y = [], []
    for t, part in enumerate(parts, 1):
        x, *label = part.split(":")
        if len(label) > 1:
            check.fail("rounds", part.strip(), f"one label after one colon in round {t}")
        X.append([_number(text, f"round {t}") for text in x.split(",")])
        y.append(_number(label[0], f"the label of round {t}") if label else 1.0)
        if len(X[-1]) > DIMENSIONS:
            check.fail("rounds", part.strip(), f"at most {DIMENSIONS} coordinates in round {t}")
        if len(X[-1]) != len(X[0]):
            check.fail("rounds", part.strip(), f"{len(X[0])} coordinates in round {t}, as in round 1")
    if not np.any(X):
        check.fail("rounds", rounds, "a round whose x is not 0")
    return Stream("written", np.array(X), np.array(y))


def written_as(X, y):
    """The text that ``written`` reads as these examples, to 12 digits: X (T, d), y (T,)."""
    rounds = (",".join(f"{value:.12g}" for value in x) + (f":{label:.12g}" if label != 1 else "")
              for x, label in zip(*check.examples(X, y)))
    return "; ".join(rounds)
