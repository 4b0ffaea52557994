"""The learner perceptron: mistakes that no η changes (E8), ties (E46), adversaries; the door, of `strongly_convex`
too."""


import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import learners, losses, play, streams
from tests.core.strategies import by_name, examples, log_uniform

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
SIGNS = (losses.hinge, losses.logistic)


def classical(X, y):
    """The Perceptron with η = 1 in whole numbers where X is: mistakes and Σ y_s x_s."""
    v, mistakes = [0] * X.shape[1], []
    for x, y_t in zip(X.tolist(), y.tolist()):
        mistakes.append(y_t * sum(a * b for a, b in zip(v, x)) <= 0)
        if mistakes[-1]:
            v = [a + y_t * b for a, b in zip(v, x)]
    return mistakes, v


@st.composite
def integer_points(draw, max_T=60, max_d=4):
    """Points with whole coordinates, many of them repeated: ties y w·x = 0 are frequent."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    T, d, most = draw(st.integers(0, max_T)), draw(st.integers(1, max_d)), draw(st.integers(1, 9))
    return rng.integers(-most, most + 1, (T, d)).astype(float), np.where(rng.random(T) < 0.5, -1.0, 1.0)


@given(points=integer_points(), eta=log_uniform(1e-6, 1e6))
@examples(150)
def test_erratum_E8_the_same_mistakes_for_every_eta(points, eta):
    """Also where y w·x = 0 exactly in whole numbers, and η·w is rounded; w_{T+1} = η Σ y_s x_s."""
    X, y = points
    mistakes, v = classical(X, y)
    run = play(learners.perceptron(eta), losses.hinge, X, y)
    assert run.updates.tolist() == mistakes
    assert run.w[-1] == pytest.approx(eta * np.array(v), rel=1e-12)
    hinge = np.maximum(0.0, 1 - y * (run.w[:-1] * X).sum(axis=1))
    assert run.losses == pytest.approx(hinge, abs=1e-9 * (1 + eta * 1e4))
    light = play(learners.perceptron(eta), losses.hinge, X, y, record="losses")
    assert (light.updates == run.updates).all() and light.losses.tolist() == run.losses.tolist()


@given(points=integer_points())
@examples(30)
def test_many_perceptrons_are_the_single_ones(points):
    X, y = points
    eta = np.array([0.1, 1.0, 3.0])
    for record in ("all", "losses"):
        runs = play(learners.perceptron(eta), losses.hinge, X, y, record=record)
        for i in range(3):
            one = play(learners.perceptron(eta[i]), losses.hinge, X, y)
            assert (runs.updates[i] == one.updates).all() and runs.losses[i] == pytest.approx(one.losses)
            assert record == "losses" or runs.w[i] == pytest.approx(one.w)
    each = play(learners.perceptron(), losses.hinge, np.stack([X, -X]), np.stack([y, y]))
    assert (each.updates[1] == play(learners.perceptron(), losses.hinge, -X, y).updates).all()


def test_erratum_E8_only_from_zero():
    """Mistakes for η = .01, .1, 1, 10: the same with w_1 = 0. From another w_1, played by hand, they differ."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((300, 3))
    y = np.sign(X @ [1.0, 0.2, -0.5])
    counts = [int(play(learners.perceptron(eta), losses.hinge, X, y).updates.sum()) for eta in (0.01, 0.1, 1.0, 10.0)]
    assert len(set(counts)) == 1
    elsewhere = []
    for eta in (0.01, 0.1, 1.0, 10.0):
        w, wrong = np.array([-1.0, 1.0, 0.0]), 0
        for x, y_t in zip(X, y):
            if y_t * (w @ x) <= 0:
                w, wrong = w + eta * y_t * x, wrong + 1
        elsewhere.append(wrong)
    assert len(set(elsewhere)) > 1


def test_erratum_E9():
    """x = 1, 10, y = 1: w_2 = 1, ∇h_2(w_2) = 0, so that G = 1 although max‖x‖ = 10."""
    run = play(learners.perceptron(), losses.hinge, [[1.0], [10.0]], [1.0, 1.0])
    assert run.w[:, 0].tolist() == [0, 1, 1] and run.slopes.tolist() == [-1, 0] and run.G == 1.0
    assert run.losses.tolist() == [1, 0]


def test_erratum_E10():
    """x = .5, .5: the Perceptron's weights 0, .5, .5, those of OGD on the hinge loss 0, .5, 1."""
    X, y = [[0.5], [0.5]], [1.0, 1.0]
    run = play(learners.perceptron(), losses.hinge, X, y)
    assert run.w[:, 0].tolist() == [0, 0.5, 0.5] and run.losses.tolist() == [1.0, 0.75]
    assert run.updates.tolist() == [True, False] and run.slopes.tolist() == [-1, -1]
    assert play(learners.ogd_constant(1.0, 9.0), losses.hinge, X, y).w[:, 0].tolist() == [0, 0.5, 1.0]


def test_erratum_E46():
    """At w_1 = 0 and y = −1 the prediction sgn(0) = −1 is right, and the Perceptron counts a mistake."""
    run = play(learners.perceptron(), losses.hinge, [[1.0]], [-1.0])
    assert run.updates.tolist() == [True] and run.w[-1].tolist() == [-1.0]


def test_an_example_at_the_origin_is_a_mistake_that_moves_nothing():
    run = play(learners.perceptron(), losses.hinge, [[0.0, 0.0], [1.0, 0.0]], [1.0, 1.0])
    assert run.updates.tolist() == [True, True] and run.w.tolist() == [[0, 0], [0, 0], [1, 0]]


def test_the_perceptron_does_not_step_beyond_the_range():
    assert play(learners.perceptron(1e300), losses.hinge, [[1.0], [-1.0]], [1.0, 1.0]).w[-1, 0] == 0.0
    with pytest.raises(ValueError, match="^learner = "):
        play(learners.perceptron(1e300), losses.hinge, [[1e100]], [1.0])


def test_against_an_adversary():
    """Answering y = −ŷ on the axes costs any deterministic learner d mistakes (catalogue §5)."""
    d = 7
    def start(shape):
        t = iter(range(d))
        def answer(w):
            x = np.eye(d)[next(t)]
            return x, (-1.0 if w @ x > 0 else 1.0)
        return answer
    run = play(learners.perceptron(), losses.hinge, streams.Adversary("axes", d, start), T=d)
    assert run.updates.all()


# The door

NOT_POSITIVE = [0, -1.0, np.nan, np.inf, "1", None, True, 1j, 10**400, [], [[1.0]], [1.0, 0.0]]


@pytest.mark.parametrize("call, name", [
    *[(lambda v=v: learners.strongly_convex(v), "sigma") for v in [*NOT_POSITIVE, 1e-151, 1e151]],
    *[(lambda v=v: learners.strongly_convex(1.0, v), "U") for v in NOT_POSITIVE if v is not None],
    *[(lambda v=v: learners.perceptron(v), "eta") for v in NOT_POSITIVE],
    (lambda: learners.strongly_convex([1.0, 2.0], [1.0, 2.0, 3.0]), "U.shape"),
    *[(lambda m=m: m(1.0, None), "U") for m in (learners.ogd, learners.ogd_constant, learners.lazy)],
    *[(lambda loss=loss: play(learners.perceptron(), loss, [[1.0]], [1.0]), "loss")
      for loss in (losses.square, losses.absolute, losses.linear, losses.zero_one, losses.with_l2(losses.hinge, 1.0))],
    (lambda: play(learners.perceptron(), losses.hinge, [[1.0]], [0.5]), "y"),
    (lambda: losses.strong_convexity("square", [[1.0]]), "loss"),
    (lambda: losses.strong_convexity(losses.square, [1.0]), "X"),
])
def test_bad_input_is_refused_by_name(call, name):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value).startswith(name) and ": expected " in str(caught.value)


@pytest.mark.parametrize("loss", SIGNS, ids=by_name)
def test_the_rule_plays_logistic_loss_too(loss):
    run = play(learners.perceptron(0.5), loss, [[1.0], [1.0], [1.0]], [1.0, 1.0, -1.0])
    s = 1.0 if loss is losses.hinge else 0.5
    assert run.updates.tolist() == [True, False, True]
    assert run.w[1, 0] == run.w[2, 0] == 0.5 * s and run.w[3, 0] < run.w[2, 0]
