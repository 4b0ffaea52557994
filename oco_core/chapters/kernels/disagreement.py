"""The fewest examples that a halfspace must get wrong: exact on tiny instances (catalogue D16; T17 says why only
there).

MinDisOpt asks for the w with the fewest indices t such that y_t w·x_t ≤ 0. `hitting_set` turns any family of sets into
such examples, with the same optimum: that is the reduction behind T17. `fewest` tries all sets of examples to give up,
the smallest first; whether a halfspace gets what is left right is decided in whole numbers (`exact`).
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from ...engine import check, exact
from ...losses import hinge

__all__ = ["Fewest", "fewest", "hitting_set"]

MOST = 100_000  # sets that `fewest` is ready to try


@dataclass(frozen=True, eq=False)
class Fewest:
    """``count`` = Opt(S): no w has fewer indices with y_t w·x_t ≤ 0; ``wrong`` those of ``w``; ``tried`` sets tried."""

    count: int
    wrong: tuple
    w: np.ndarray
    tried: int


def hitting_set(sets, d):
    """The examples on which the fewest disagreements are the size of the smallest hitting set (T17's reduction).

    sets: a family of nonempty subsets of {0, .., d − 1}; a hitting set has an element in each. For each set S the
    example (Σ_{v∈S} e_v, +1), for each v the example (e_v, −1). Returns X (|sets| + d, d) of zeros and ones, and y.
    With edges of a graph for sets this is vertex cover. Raises ValueError for other sets and d < 1.
    """
    d = check.count("d", d, least=1)
    X = np.zeros((len(sets) + d, d))
    for row, members in zip(X, sets):
        members = [check.count("sets", v) for v in members]
        if not members or max(members) >= d:
            check.fail("sets", sets, f"nonempty subsets of 0 .. {d - 1}")
        row[members] = 1.0
    X[len(sets):] = np.eye(d)
    return X, np.append(np.ones(len(sets)), -np.ones(d))


def fewest(X, y):
    """The least number of disagreements |{t : y_t w·x_t ≤ 0}| over all w, by trying (catalogue D16).

    X (m, d), y (m,) of ±1. For k = 0, 1, .. every k examples are left out until some w gets all others right. Nothing
    is rounded, so that the sizes of examples and coordinates do not matter. Where no w does, at most d + 1 of the
    examples show it, and a set that leaves all of those in need not be tried again. The number of sets grows like C(m,
    k). Returns a `Fewest`. Raises ValueError for bad input, where more than 100 000 sets would have to be tried, and
    where the w that are right lie so close together that none was found whose entries are floats.
    """
    X, y = check.examples(X, y)
    if X.ndim != 2:
        check.fail("X.shape", X.shape, "(m, d), one set of examples")
    y, m = check.labels(hinge, y), len(y)
    A, cores, tried = y[:, None] * X, [], 0
    for k in range(m + 1):
        if tried + math.comb(m, k) > MOST:
            check.fail("X.shape", X.shape, f"fewer examples, or an optimum below {k}: {math.comb(m, k)} sets to try")
        for wrong in itertools.combinations(range(m), k):
            tried += 1
            if any(core.isdisjoint(wrong) for core in cores):
                continue
            kept = np.delete(np.arange(m), wrong)
            w, core = exact.separate(A[kept])
            if w is not None:
                return Fewest(k, wrong, w, tried)
            if not core:
                check.fail("X", f"{m} examples that a w gets right but for {k}",
                           "examples for which such a w has floats for entries")
            cores.append(frozenset(kept[list(core)].tolist()))
