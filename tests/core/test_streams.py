"""Streams: norms, labels, seeds, what each one promises."""


import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import learners, losses, mistakes, play, streams
from tests.core.strategies import MAKERS, by_name, examples, log_uniform

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
SYNTHETIC = {
    "regression": lambda T, d, seed: streams.regression(T, d, 0.3, seed),
    "drifting": lambda T, d, seed: streams.drifting(T, d, 0.3, seed),
    "random_signs": lambda T, d, seed: streams.random_signs(T, d, seed),
    "zigzag": lambda T, d, seed: streams.zigzag(T),
    "classification": lambda T, d, seed: streams.classification(T, d, 0.2, 0.3, seed),
    "orthonormal": lambda T, d, seed: streams.orthonormal(T, d, seed),
}


@pytest.mark.parametrize("name", SYNTHETIC)
@given(T=st.integers(0, 60), d=st.integers(1, 8), seed=st.integers(0, 2**63 - 1))
@examples(50)
def test_shapes_and_sizes(name, T, d, seed):
    """X (T, d) with ‖x_t‖ ≤ 1, y (T,) with |y_t| ≤ 1, finite floats; the same again for the same seed."""
    stream = SYNTHETIC[name](T, d, seed)
    assert stream.name == name
    assert stream.X.shape == (T, 1 if name == "zigzag" else d) and stream.y.shape == (T,)
    assert stream.X.dtype == stream.y.dtype == float
    assert np.isfinite(stream.X).all() and np.isfinite(stream.y).all()
    assert np.linalg.norm(stream.X, axis=1).max(initial=0) <= 1 + 1e-12 and abs(stream.y).max(initial=0) <= 1 + 1e-12
    again = SYNTHETIC[name](T, d, seed)
    assert np.array_equal(stream.X, again.X) and np.array_equal(stream.y, again.y)


@pytest.mark.parametrize("name", ["regression", "drifting", "random_signs", "classification"])
def test_another_seed_is_another_stream(name):
    seeds = [0, 1, 2**53, 2**53 + 1]  # the last two are one float64
    assert len({SYNTHETIC[name](5, 3, seed).X.tobytes() for seed in seeds}) == 4


def test_regression_is_a_line_with_bounded_noise():
    """noise = 0: y = u·x, ‖u‖ = 1. The same seed with noise ν: the same x, (1 − ν)u, and |ξ_t| ≤ ν in full use."""
    clean = streams.regression(4000, 5, 0.0, seed=3)
    u = np.linalg.lstsq(clean.X, clean.y, rcond=None)[0]
    assert abs(clean.X @ u - clean.y).max() < 1e-12 and np.linalg.norm(u) == pytest.approx(1)
    noisy = streams.regression(4000, 5, 0.3, seed=3)
    assert np.array_equal(noisy.X, clean.X)
    noise = noisy.y - noisy.X @ (0.7 * u)
    assert 0.299 < abs(noise).max() <= 0.3 + 1e-12
    assert noise.mean() == pytest.approx(0, abs=0.01) and noise.var() == pytest.approx(0.3**2 / 3, rel=0.05)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_regression_is_uniform_in_the_ball(d):
    """‖x‖^d of a uniform point is uniform on [0, 1], and no direction is preferred."""
    X = streams.regression(20000, d, seed=1).X
    q = np.linalg.norm(X, axis=1) ** d
    assert np.quantile(q, [0.1, 0.25, 0.5, 0.75, 0.9]).tolist() == pytest.approx([0.1, 0.25, 0.5, 0.75, 0.9], abs=0.015)
    assert abs(X.mean(axis=0)).max() < 0.02
    assert X.T @ X / 20000 == pytest.approx(np.eye(d) / (d + 2), abs=0.01)  # E x xᵀ = I/(d+2) on the ball


def test_drifting_makes_half_a_turn():
    stream = streams.drifting(8000, 3, 0.0, seed=2)
    parts = [slice(0, 200), slice(3900, 4100), slice(7800, 8000)]
    first, middle, last = (np.linalg.lstsq(stream.X[p], stream.y[p], rcond=None)[0] for p in parts)
    for u in (first, middle, last):
        assert np.linalg.norm(u) == pytest.approx(1, abs=0.01) and abs(u[2]) < 0.01
    assert first @ last == pytest.approx(-1, abs=0.01) and first @ middle == pytest.approx(0, abs=0.06)


def test_drifting_in_one_dimension_crosses_the_interval():
    stream = streams.drifting(1000, 1, 0.2, seed=0)
    u = stream.y / stream.X[:, 0]
    assert abs(stream.y[0] - 0.8 * stream.X[0, 0]) <= 0.2 and abs(stream.y[-1] + 0.8 * stream.X[-1, 0]) <= 0.2
    assert np.median(u[:100]) > 0.5 and np.median(u[-100:]) < -0.5


@pytest.mark.parametrize("d", [1, 2, 5])
@pytest.mark.parametrize("margin", [0.02, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("T", [2, 3, 400])
def test_classification_has_exactly_the_margin_it_promises(T, d, margin):
    """The certificate of `mistakes.margin`: a unit vector with that margin, and a proof that none has more."""
    for seed in range(3):
        stream = streams.classification(T, d, margin, seed=seed)
        found = mistakes.margin(stream.X, stream.y)
        assert found.value == pytest.approx(margin, rel=1e-6) and found.upper == pytest.approx(margin, rel=1e-6)
        # and by hand: the midpoint of the two nearest y_t x_t is margin·u, and every y_t x_t is at least as far along u
        A = stream.y[:, None] * stream.X
        u = A[np.argsort(A @ found.u)[:2]].mean(axis=0) / margin
        assert np.linalg.norm(u) == pytest.approx(1) and (A @ u).min() == pytest.approx(margin)


def test_classification_is_two_half_balls_moved_apart():
    """margin 0: uniform in the ball; another margin: the same points, moved; more noise: the same flips and more."""
    T = 20000
    X = streams.classification(T, 3, margin=0.0, seed=1).X
    assert np.quantile(np.linalg.norm(X, axis=1) ** 3, [0.1, 0.5, 0.9]).tolist() == pytest.approx([0.1, 0.5, 0.9],
                                                                                                  abs=0.015)
    assert abs(X.mean(axis=0)).max() < 0.02
    narrow, wide = (streams.classification(T, 3, margin, seed=1) for margin in (0.1, 0.4))
    assert np.array_equal(narrow.y, wide.y)
    step = (wide.X - 0.6 * X) * wide.y[:, None]
    assert abs(step - step[0]).max() < 1e-12 and np.linalg.norm(step[0]) == pytest.approx(0.4)
    assert narrow.X == pytest.approx(0.9 * X + 0.1 * narrow.y[:, None] * step[0] / 0.4, abs=1e-12)
    flips = [streams.classification(T, 3, 0.1, noise, seed=1).y != narrow.y for noise in (0.0, 0.1, 0.3, 1.0)]
    assert [f.mean() for f in flips] == pytest.approx([0, 0.1, 0.3, 1], abs=0.01)
    assert all((few <= more).all() for few, more in zip(flips, flips[1:]))


def test_orthonormal_examples_are_the_axes_in_turn():
    stream = streams.orthonormal(7, 3, seed=4)
    assert np.array_equal(stream.X, np.eye(3)[[0, 1, 2, 0, 1, 2, 0]])
    assert np.array_equal(stream.y[:3], stream.y[3:6]) and stream.y[0] == stream.y[6]
    assert {tuple(streams.orthonormal(2, 2, seed).y) for seed in range(30)} == {(1, 1), (1, -1), (-1, 1), (-1, -1)}


@pytest.mark.parametrize("T, d", [(1, 1), (5, 5), (3, 8), (40, 8), (41, 6)])
def test_on_orthonormal_examples_the_bounds_of_the_perceptron_are_attained(T, d):
    stream = streams.orthonormal(T, d, seed=2)
    M = int(play(learners.perceptron(), losses.hinge, stream).updates.sum())
    assert M == min(T, d) == pytest.approx(mistakes.margin(stream.X, stream.y).upper ** -2)
    assert M == pytest.approx(mistakes.best(stream.X, stream.y).lower, abs=1e-6)


def test_random_signs_are_fair_and_reach_the_lower_bound_of_T20():
    """E|y_1 + ... + y_T|/√T → √(2/π) = 0.798: what no learner on [−1, 1] can avoid in the mean (catalogue §5)."""
    T = 400
    sums = np.array([streams.random_signs(T, 1, seed).y.sum() for seed in range(2000)])
    assert abs(sums).mean() / np.sqrt(T) == pytest.approx(np.sqrt(2 / np.pi), abs=0.03)
    assert sums.mean() / np.sqrt(T) == pytest.approx(0, abs=0.07)
    stream = streams.random_signs(50, 3, 0)
    assert set(stream.y) == {-1.0, 1.0} and np.linalg.norm(stream.X, axis=1) == pytest.approx(np.ones(50))
    assert (streams.random_signs(5, 1, 0).X == 1).all()


@pytest.mark.parametrize("c", [2**0.5, 2.0, 0.3, 10.0, 1e-300, 1e300, 5e-324])
def test_zigzag_stays_in_range(c):
    stream = streams.zigzag(200, c)
    assert abs(stream.y).max() <= 1 and (stream.X == 1).all()


def test_zigzag_sits_at_minus_U_and_ends_at_plus_U():
    T, U = 2000, 3.0
    w = play(learners.ogd(2**0.5 * U, U), losses.linear, streams.zigzag(T)).w[:, 0]
    push = T - round(2 * np.sqrt(T) / 2**0.5)
    assert np.mean(w[10:push] < -0.9 * U) > 0.9 and w[push - 2 : push + 1].min() == -U and w[-1] == pytest.approx(U)


@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
@given(d=st.integers(2, 5), eta=log_uniform(1e-3, 1e3), U=log_uniform(1e-3, 1e3), n_runs=st.sampled_from([None, 1, 3]))
@examples(15)
def test_orthogonal_adversary(maker, d, eta, U, n_runs):
    """‖x_t‖ = 1, w_t·x_t = 0, ⟨y_t x_t, S_{t−1}⟩ ≥ 0 and so ‖S_t‖ ≥ √t, in every round of every run."""
    etas = eta if n_runs is None else eta * np.arange(1, n_runs + 1)
    run = play(maker(etas, U), losses.linear, streams.orthogonal(d), T=60)
    shape = () if n_runs is None else (n_runs,)
    assert run.X.shape == (*shape, 60, d) and run.y.shape == (*shape, 60)
    g = run.y[..., None] * run.X
    S = np.cumsum(g, axis=-2)
    assert abs(np.linalg.norm(run.X, axis=-1) - 1).max() < 1e-12 and (abs(run.y) == 1).all()
    assert abs((run.w[..., :-1, :] * run.X).sum(axis=-1)).max() <= 1e-14 * U and abs(run.losses).max() <= 1e-14 * U
    assert (g[..., 1:, :] * S[..., :-1, :]).sum(axis=-1).min() >= -1e-8 * np.sqrt(60)
    assert (np.linalg.norm(S, axis=-1) >= np.sqrt(np.arange(1, 61)) * (1 - 1e-9)).all()


def orthogonal_by_definition(shape):
    """The orthogonal adversary, answering one run or many in the same plain way."""
    S, axis = np.zeros(shape), np.arange(shape[-1])

    def answer(w):
        i = np.argmax(abs(w), axis=-1)[..., None]
        j = (i + 1) % shape[-1]
        a, b = np.take_along_axis(w, i, -1), np.take_along_axis(w, j, -1)
        a = np.where(a == 0, 1.0, a)
        x = ((axis == j) * a - (axis == i) * b) / np.hypot(a, b)
        y = np.where((x * S).sum(axis=-1) < -1e-9 * np.linalg.norm(S, axis=-1), -1.0, 1.0)
        S[...] += y[..., None] * x
        return x, y[()]

    return answer


@pytest.mark.parametrize("maker", MAKERS, ids=by_name)
@given(d=st.integers(2, 6), eta=log_uniform(1e-3, 1e3), U=log_uniform(1e-3, 1e3), n_runs=st.sampled_from([None, 1, 4]))
@examples(15)
def test_the_quick_answers_are_the_plain_ones(maker, d, eta, U, n_runs):
    etas = eta if n_runs is None else eta * np.arange(1, n_runs + 1)
    run, plain = (play(maker(etas, U), losses.linear, streams.Adversary("orthogonal", d, start), T=60)
                  for start in (streams.orthogonal(d).start, orthogonal_by_definition))
    assert np.array_equal(run.y, plain.y) and abs(run.X - plain.X).max() < 1e-12
    assert abs(run.w - plain.w).max() < 1e-12 * max(1, U)


def test_an_adversary_starts_afresh_each_time():
    adversary = streams.orthogonal(3)
    first, second = (play(learners.ogd(1.0, 1.0), losses.linear, adversary, T=20) for _ in range(2))
    assert np.array_equal(first.X, second.X) and np.array_equal(first.y, second.y)


def test_streams_can_be_keys_and_say_what_they_are():
    stream = streams.regression(5, 3)
    assert stream == stream and {stream: 1}[stream] == 1 and stream != streams.regression(5, 3)
    assert repr(stream) == "<stream regression: T = 5, d = 3>"


PLANE = (streams.xor, streams.circles, streams.moons)


@pytest.mark.parametrize("make", PLANE, ids=by_name)
def test_the_plane_s_streams(make):
    """d = 2, ‖x‖ ≤ 1, ±1; the same for the same seed; noise flips labels alone, and more of it the same ones and
    more."""
    clean = make(4000, seed=3)
    assert clean.name == make.__name__ and clean.X.shape == (4000, 2) and set(clean.y) == {-1.0, 1.0}
    assert np.linalg.norm(clean.X, axis=1).max() <= 1 and np.linalg.norm(clean.X, axis=1).max() > 0.95
    assert np.array_equal(make(4000, 0.0, 3).X, clean.X) and not np.array_equal(make(4000, seed=4).X, clean.X)
    assert abs(clean.y.mean()) < 0.05 and make(0).X.shape == (0, 2)
    flips = [make(4000, noise, seed=3) for noise in (0.1, 0.3, 1.0)]
    assert all(np.array_equal(f.X, clean.X) for f in flips)
    flips = [f.y != clean.y for f in flips]
    assert [f.mean() for f in flips] == pytest.approx([0.1, 0.3, 1], abs=0.03) and (flips[0] <= flips[1]).all()


def test_what_the_plane_s_streams_promise():
    X, y, _ = (s := streams.xor(20000)).X, s.y, None
    assert np.array_equal(np.sign(X.prod(axis=1)), y) and 0.09 < abs(X.prod(axis=1)).min() < 0.1
    away = np.linalg.norm(abs(X) - 0.5, axis=1)
    assert away.max() <= 0.28
    assert np.quantile((away / 0.28) ** 2, [0.25, 0.5, 0.75]).tolist() == pytest.approx([0.25, 0.5, 0.75], abs=0.02)
    for angle in np.linspace(0, np.pi, 19):  # no line errs on less than a quarter
        p = X @ [np.cos(angle), np.sin(angle)]
        for c in np.linspace(-1, 1, 21):
            assert 0.24 < (np.where(p > c, 1, -1) != y).mean() < 0.76
    s = streams.circles(20000)
    r2 = (s.X**2).sum(axis=1)
    assert r2[s.y > 0].max() <= 0.25 and r2[s.y < 0].min() >= 0.49 and r2.max() <= 1
    assert np.median(r2[s.y > 0]) == pytest.approx(0.125, abs=0.01)
    assert np.median(r2[s.y < 0]) == pytest.approx(0.745, abs=0.01)
    s = streams.moons(20000)
    at = 1.68 * s.y[:, None] * s.X + [0.5, 0.25]  # both turned into the half ring about the origin
    r = np.linalg.norm(at, axis=1)
    assert at[:, 1].min() >= 0 and 0.85 <= r.min() and r.max() <= 1.15 and r.mean() == pytest.approx(1, abs=0.01)
    near = np.linalg.norm(s.X[s.y > 0][:1500, None] - s.X[s.y < 0][None, :1500], axis=2).min()
    assert near > 0.1  # the moons do not touch
