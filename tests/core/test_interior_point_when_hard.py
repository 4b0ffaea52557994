"""The interior-point method when it is hard: singular systems, few steps, no BLAS; stacks and units that change
nothing."""


import numpy as np
import pytest

from oco_core import hindsight, losses, streams
from oco_core.engine import interior_point, products
from tests.core.test_interior_point import check, each_loss, labelled, solve

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


@each_loss
def test_a_stack_answers_like_its_prefixes_alone(loss, monkeypatch):
    stream = streams.regression(200, 3, noise=0.3, seed=1)
    y = labelled(loss, stream.y)
    at = np.array([200, 3, 0, 77, 3, 1, 150])
    for U, lam in [(0.4, 0.0), (50.0, 0.0), (None, 0.1), (1.0, 0.1)]:
        regularised = losses.with_l2(loss, lam)
        u, alpha = solve(regularised, stream.X, y, U, at)
        for k, t in enumerate(at):
            (one_u,), (one_alpha,) = solve(regularised, stream.X[:t], y[:t], U, [t])
            assert u[k] == pytest.approx(one_u, rel=1e-8, abs=1e-8)
            assert alpha[k] == pytest.approx(one_alpha, rel=1e-8, abs=1e-8)
        monkeypatch.setattr(interior_point, "STACK", 100)  # several groups instead of one
        split = solve(regularised, stream.X, y, U, at)
        assert u == pytest.approx(split[0], rel=1e-8, abs=1e-8)
        monkeypatch.undo()


@pytest.mark.parametrize("size", [1, 100, 250, 10**6])
def test_groups_hold_every_prefix_once(size, monkeypatch):
    monkeypatch.setattr(interior_point, "STACK", size)
    at = np.array([5, 0, 200, 90, 5, 10, 0, 100])
    groups = list(interior_point.groups(at))
    assert sorted(k for group in groups for k in group) == [0, 2, 3, 4, 5, 7]
    assert all(len(group) == 1 or at[group].sum() <= size for group in groups)
    assert (np.diff([at[k] for group in groups for k in group]) >= 0).all()


@each_loss
@pytest.mark.parametrize("factor", [1e-6, 1e-2, 1e3])
def test_units_of_x_do_not_matter(loss, factor):
    stream = streams.regression(50, 3, seed=4)
    y = labelled(loss, stream.y)
    value = check(loss, stream.X, y, 0.8, 50).value[0]
    assert check(loss, stream.X * factor, y, 0.8 / factor, 50).value[0] == pytest.approx(value, rel=1e-8)


@each_loss
def test_ordinary_streams_do_not_need_the_cautious_method(loss, monkeypatch):
    def fast_only(*args):
        assert not args[-1]
        return fast(*args)

    fast = interior_point._interior_point
    monkeypatch.setattr(interior_point, "_interior_point", fast_only)
    monkeypatch.setattr(interior_point, "STEPS", 40)
    for stream in (streams.regression(1000), streams.drifting(1000), streams.random_signs(1000), streams.mail(1000)):
        for U in (0.1, 1.0, 10.0):
            solve(loss, stream.X, labelled(loss, stream.y), U, [10, 100, 1000])


@each_loss
@pytest.mark.parametrize("U, lam", [(1.0, 0.0), (1e3, 0.0), (None, 0.1), (0.3, 0.1)])
@pytest.mark.parametrize("steps", [0, 3])
def test_the_cautious_method_finishes_what_the_fast_one_left(loss, U, lam, steps, monkeypatch):
    stream = streams.regression(100, 4, noise=0.3, seed=6)
    y, loss = labelled(loss, stream.y), losses.with_l2(loss, lam)
    before = check(loss, stream.X, y, U, [2, 50, 100])
    monkeypatch.setattr(interior_point, "STEPS", steps)
    after = check(loss, stream.X, y, U, [2, 50, 100], within=1e-9)
    assert after.value == pytest.approx(before.value, rel=1e-8, abs=1e-8)


@each_loss
def test_a_singular_system_is_left_to_the_cautious_method(loss, monkeypatch):
    def singular_in_a_stack(H, *rest):
        if len(H) > 1:
            seen.append(len(H))
            raise np.linalg.LinAlgError("Singular matrix")
        return system(H, *rest)

    seen, system = [], interior_point._system
    monkeypatch.setattr(interior_point, "_system", singular_in_a_stack)
    stream = streams.regression(40, seed=7)
    check(loss, stream.X, labelled(loss, stream.y), 0.5, [10, 40])
    assert set(seen) == {2}


@each_loss
def test_what_cannot_be_certified_is_an_interval_that_says_so(loss, monkeypatch):
    """After two steps the interval is wide, and it holds the minimum; so it does in a ball beyond all digits."""
    stream = streams.regression(40, seed=7)
    y = labelled(loss, stream.y)
    right = hindsight.comparators(loss, stream.X, y, 0.5, [0, 40, 10])
    monkeypatch.setattr(interior_point, "STEPS", 1)
    monkeypatch.setattr(interior_point, "CAUTIOUS_STEPS", 2)
    found = hindsight.comparators(loss, stream.X, y, 0.5, [0, 40, 10])
    assert right.certified.all() and found.certified.tolist() == [True, False, False]
    assert (found.lower <= right.value).all() and (found.value >= right.lower).all()
    monkeypatch.undo()
    huge = hindsight.best(losses.absolute, stream.X, stream.y, 1e150)
    assert huge.lower <= hindsight.best(losses.absolute, stream.X, stream.y, 1e3).value and not huge.certified


@pytest.mark.parametrize("U", [2e3, 1e4, 1e5])
def test_separable_data_in_a_large_ball_certify(U):
    """The minimum is 0, or nearly, and flat: such problems take more steps than others."""
    for seed in range(3):
        X = np.random.default_rng(seed).standard_normal((1000, 2))
        y = np.where(X[:, 0] > 0, 1.0, -1.0)
        for loss in (losses.hinge, losses.logistic):
            found = hindsight.best(loss, X, y, U)
            assert found.value - found.lower <= 1e-8 * max(1.0, found.value)


@each_loss
def test_the_same_u_without_a_blas(loss, monkeypatch):
    """As in the browser: the products of `products.gram` summed in another way."""
    stream = streams.mail(T=300, seed=3)
    here = hindsight.comparators(loss, stream.X, stream.y, 4.0, [50, 300])
    monkeypatch.setattr(products, "BLAS", False)
    there = hindsight.comparators(loss, stream.X, stream.y, 4.0, [50, 300])
    np.testing.assert_allclose(there.value, here.value, rtol=1e-9)
    np.testing.assert_allclose(there.u, here.u, atol=1e-6)  # a gap of 1e-10 leaves u that free


@pytest.mark.parametrize("d", [1, 2, 13, 49])
def test_gram_is_the_weighted_sum_of_outer_products(d, monkeypatch):
    rng = np.random.default_rng(0)
    X, v = rng.normal(size=(40, d)), rng.normal(size=40)
    rows, close = np.ascontiguousarray(X.T), dict(rtol=1e-12, atol=1e-12)
    expected = sum(weight * np.outer(x, x) for weight, x in zip(v, X))
    for blas in (True, False):
        monkeypatch.setattr(products, "BLAS", blas)
        np.testing.assert_allclose(products.gram(rows, v), expected, **close)
        np.testing.assert_allclose(products.gram(rows, 1.0), X.T @ X, **close)
        np.testing.assert_allclose(products.combination(rows, v), sum(weight * x for weight, x in zip(v, X)), **close)
