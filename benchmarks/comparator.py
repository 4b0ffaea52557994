"""The best fixed u of many prefixes: `hindsight.comparators` beside cvxpy, both certified, prefix by prefix the same
value."""

import statistics
import time

import numpy as np
from harness import Table, in_turn, main, number, verdict

from oco_core import hindsight, losses, streams

T, U = 10_000, 0.5


def prefixes(n):
    """n rounds evenly spread over ln t, those that differ: 84 of 100."""
    return np.unique(np.geomspace(1, T, n).round().astype(int))


def by_cvxpy(loss, X, y):
    """Value and seconds of one problem, compiled and solved anew, or None without cvxpy."""
    try:
        import cvxpy as cp
    except ImportError:
        return None
    u = cp.Variable(X.shape[1])
    p = X @ u
    total = {"square": lambda: cp.sum_squares(p - y), "absolute": lambda: cp.norm1(p - y),
             "hinge": lambda: cp.sum(cp.pos(1 - cp.multiply(y, p))),
             "logistic": lambda: cp.sum(cp.logistic(-cp.multiply(y, p)))}[loss.name]()
    problem = cp.Problem(cp.Minimize(total), [cp.norm(u) <= U])
    start = time.perf_counter()
    problem.solve(solver=cp.CLARABEL)
    return float(problem.value), time.perf_counter() - start


def version():
    try:
        import cvxpy
    except ImportError:
        return ""
    return f" {cvxpy.__version__}"


def tables():
    table = Table("comparator", f"The best u with ‖u‖ ≤ {U}, T = {T}: milliseconds a prefix",
                  ("loss", "d", "prefixes", "ours", "cvxpy", "cvxpy / ours", "target", "", "largest gap"))
    at = prefixes(100)
    # For cvxpy: the middle one of each eighth, so that their mean is that of all, long and short alike.
    some = ((np.arange(8) + 0.5) * len(at) / 8).astype(int).tolist()
    for loss, targets in ((losses.square, ((1000,), (400,))), *((loss, ((10, 50),) * 2) for loss in
                                                               (losses.absolute, losses.hinge, losses.logistic))):
        for d, target in zip((2, 20), targets):
            data = streams.regression(T, d, noise=0.3)
            y = data.y if loss.labels == "real" else np.where(data.y > 0, 1.0, -1.0)
            found = hindsight.comparators(loss, data.X, y, U, at)
            ours = in_turn({"ours": lambda: hindsight.comparators(loss, data.X, y, U, at)}, repeats=3)["ours"]
            theirs = 0.0
            for k in some:
                solved = [by_cvxpy(loss, data.X[: at[k]], y[: at[k]]) for _ in range(4)]
                if None in solved:
                    theirs = None
                    break
                # the first warms up
                value, spent = solved[0][0], statistics.median(seconds for _, seconds in solved[1:])
                assert abs(value - found.value[k]) <= 1e-5 * max(1.0, abs(value)), (loss, d, at[k], value,
                                                                                    found.value[k])
                theirs += spent / len(some)
            mine = ours / len(at)
            gap = float(((found.value - found.lower) / np.maximum(1.0, abs(found.value))).max())
            table.rows.append((loss.name, d, len(at), number(mine * 1e3), number(theirs and theirs * 1e3),
                               number(theirs and theirs / mine), ", aim ".join(map(str, target)),
                               verdict([theirs and theirs / mine] * len(target), target), f"{gap:.0e}"))
    table.note = (f"cvxpy{version()} with Clarabel, the mean of {len(some)} of the prefixes, the middle ones of "
                  f"{len(some)} equal groups, each the median "
                  "of 3, its compilation included, as a user meets it. "
                  "Hinge and absolute loss have kinks: each of their prefixes needs steps of Newton's method on all of "
                  "its examples until the certificate closes, and cvxpy's solver does much the same.")
    yield table


if __name__ == "__main__":
    main(tables)
