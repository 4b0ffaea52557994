"""The fewest disagreements: the reduction behind T17 against hitting sets found by trying, and `fewest` against the
plane."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from oco_core import disagreement
from oco_core.engine import exact
from tests.core.separations import dot, hostile, no_halfspace, signed

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
CYCLE = [(i, (i + 1) % 5) for i in range(5)]
CASES = [(CYCLE, 5), ([(0, i) for i in range(1, 6)], 6), (list(itertools.combinations(range(4), 2)), 4),
         ([(0, 1, 2)], 3),
         ([(0, 1, 2), (2, 3), (3, 4, 0), (1, 4)], 5), ([(0,), (1,), (0, 1)], 2), ([], 3)]


def smallest_hitting_set(sets, d):
    return next(k for k in range(d + 1) for C in itertools.combinations(range(d), k)
                if all(set(C) & set(s) for s in sets))


@pytest.mark.parametrize("sets, d", CASES)
def test_the_reduction_keeps_the_optimum(sets, d):
    X, y = disagreement.hitting_set(sets, d)
    assert set(X.ravel()) <= {0.0, 1.0} and X.shape == (len(sets) + d, d) and (y > 0).sum() == len(sets)
    found = disagreement.fewest(X, y)
    assert found.count == smallest_hitting_set(sets, d) == (y * (X @ found.w) <= 0).sum()
    assert set(np.flatnonzero(y * (X @ found.w) <= 0)) == set(found.wrong)


@pytest.mark.parametrize("seed", range(10))
def test_from_any_w_a_hitting_set(seed):
    """The other half of the proof: w with k disagreements gives a hitting set of at most k elements; and E35, both ways
    to count."""
    rng = np.random.default_rng(seed)
    d = 7
    sets = [tuple(rng.choice(d, rng.integers(1, 4), replace=False).tolist()) for _ in range(8)]
    X, y = disagreement.hitting_set(sets, d)
    for _ in range(50):
        w = rng.integers(-2, 3, d).astype(float)
        for wrong, inside in ((y * (X @ w) <= 0, w >= 0), (np.where(X @ w > 0, 1, -1) != y, w > 0)):
            C = set(np.flatnonzero(inside).tolist()) | {sets[i][0] for i in np.flatnonzero(wrong[:len(sets)])}
            assert all(C & set(s) for s in sets) and len(C) <= wrong.sum()
    for C in itertools.combinations(range(d), 4):
        if all(set(C) & set(s) for s in sets):
            w = np.where(np.isin(np.arange(d), C), float(d), -1.0)
            assert (y * (X @ w) <= 0).sum() == 4


@pytest.mark.parametrize("seed", range(5))
def test_fewest_in_the_plane(seed):
    """Every halfspace of the plane is met by turning w past each example."""
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((9, 2)), rng.choice([-1.0, 1.0], 9)
    zeros = np.sort(np.concatenate([np.arctan2(X[:, 1], X[:, 0]) + s * np.pi / 2 for s in (-1, 1)]) % (2 * np.pi))
    middle = (zeros + np.append(zeros[1:], zeros[0] + 2 * np.pi)) / 2
    W = np.column_stack([np.cos(middle), np.sin(middle)])
    least = (y[:, None] * (X @ W.T) <= 0).sum(axis=0).min()
    found = disagreement.fewest(X, y)
    assert found.count == least == (y * (X @ found.w) <= 0).sum() and found.tried >= 1


def test_against_elimination_in_fractions(request):
    """Count, w and every smaller set, exactly; ``--hostile`` of them."""
    undecided, rng = 0, np.random.default_rng(0)
    for _ in range(request.config.getoption("--hostile")):
        X, y = hostile(rng, rng.integers(1, 7), rng.integers(1, 4))
        try:
            found = disagreement.fewest(X, y)
        except ValueError as error:
            assert str(error).startswith("X = ") and "floats for entries" in str(error)
            undecided += 1
            continue
        rows, w = signed(X, y), [Fraction(v) for v in found.w.tolist()]
        wrong = [t for t, row in enumerate(rows) if dot(row, w) <= 0]
        assert len(wrong) == found.count and tuple(wrong) == found.wrong
        if found.count:
            assert all(no_halfspace([row for t, row in enumerate(rows) if t not in left]) for left in
                       itertools.combinations(range(len(rows)), found.count - 1))
    assert undecided <= 0.01 * request.config.getoption("--hostile")


@pytest.mark.parametrize("X",
                         [[[1e6, 0.5], [1e6, -0.5]], [[1e150, 1e-150], [1e150, -1e-150]],
                          [[1, 1 + 2**-52], [1, 1 - 2**-52]],
                               [[2**53, 2**53 - 1], [2**53 + 2, 2**53]]], ids=str)
@pytest.mark.parametrize("scale", [2.0**-460, 1.0, 2.0**440])
def test_no_size_of_a_column_matters(X, scale):
    X = np.array(X) * (scale if np.abs(X).max() < 1e100 else 1.0)
    found = disagreement.fewest(X, [1, -1])
    assert found.count == 0 and exact.signs_hold(X * [[1.0], [-1.0]], found.w)
    assert disagreement.fewest(np.vstack([X, X[:1]]), [1, -1, -1]).count == 1


def test_many_coordinates_cost_no_more_than_the_examples():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((12, 4000)), rng.choice([-1.0, 1.0], 12)
    assert disagreement.fewest(X, y).count == 0
    few = np.repeat(rng.integers(-2, 3, (8, 3)).astype(float), 700, axis=1)  # 2100 columns of rank 3
    assert disagreement.fewest(few, y[:8]).count == disagreement.fewest(few[:, ::700], y[:8]).count


def test_edges():
    assert disagreement.fewest(np.zeros((0, 2)), []).count == 0
    assert disagreement.fewest(np.ones((5, 1)), -np.ones(5)).count == 0
    assert disagreement.fewest(np.zeros((3, 1)), np.ones(3)).count == 3  # y w·0 = 0 counts
    assert disagreement.fewest([[1.0], [1.0]], [1.0, -1.0]).count == 1  # Opt = 1 (E47)


@pytest.mark.parametrize("call, name", [
    (lambda: disagreement.hitting_set([(0, 3)], 3), "sets"), (lambda: disagreement.hitting_set([()], 3), "sets"),
    (lambda: disagreement.hitting_set([(-1,)], 3), "sets"), (lambda: disagreement.hitting_set([], 0), "d"),
    (lambda: disagreement.fewest([[1.0]], [0.0]), "y"),
    (lambda: disagreement.fewest(np.zeros((2, 2, 1)), [1.0, 1.0]), "X.shape"),
    (lambda: disagreement.fewest(np.zeros((40, 1)), np.ones(40)), "X.shape"),
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)


def test_a_coordinate_that_no_example_has_does_not_matter():
    found = disagreement.fewest([[1, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0]], [1, -1, 1, 1])
    assert found.count == 0 and exact.separate([[1.0, 0.0], [2.0, 0.0]])[0] is not None
