"""A reader's update that sees examples, a reader's adversary, and T7 for a reader's step: the book's own where they are
the same, and a sentence for whatever is no answer."""

import numpy as np
import pytest

from oco_core import bounds, hindsight, learners, losses, own, play, streams


def perceptron(eta):
    return lambda w, x, y, t, state: w + eta * y * x if y * (w @ x) <= 0 else w


DATA = (streams.classification(400, 2, 0.05, 0.0, 1), streams.classification(300, 3, 0.05, 0.2, 2),
        streams.orthonormal(60, 20), streams.mail(200))


@pytest.mark.parametrize("eta", (0.1, 1.0, 7.0))
def test_the_perceptron_written_by_hand_is_the_perceptron(eta):
    for data in DATA:
        found, run = own.counted(perceptron(eta), data.X, data.y), play(learners.perceptron(eta), losses.hinge, data)
        assert np.array_equal(found.updates, run.updates) and abs(found.w - run.w).max() <= 1e-12 * abs(run.w).max()
    assert own.perceptron_step(perceptron(eta)) == pytest.approx(eta, rel=1e-12)


@pytest.mark.parametrize("odd", [
    lambda w, x, y, t, state: w, lambda w, x, y, t, state: w - y * x,
    lambda w, x, y, t, state: w + y * x if y * (w @ x) < 0 else w,  # never moves from 0
    lambda w, x, y, t, state: w + y * x if y * (w @ x) <= 0.1 else w,  # a margin
    lambda w, x, y, t, state: w + y * x / np.sqrt(t) if y * (w @ x) <= 0 else w,
    lambda w, x, y, t, state: w + y * x if y * (w @ x) <= 0 or t == 33 else w,
    lambda w, x, y, t, state: w + y * np.sign(x) if y * (w @ x) <= 0 else w])
def test_what_is_no_perceptron_is_not_taken_for_one(odd):
    assert own.perceptron_step(odd) is None


def test_an_update_owns_its_arguments_and_its_state():
    def update(w, x, y, t, state):
        assert (len(state) == 0) == (t == 1)
        state[t] = True
        moved = w + y * x if y * (w @ x) <= 0 else w.copy()
        w += 1
        x *= 0
        return moved
    data = DATA[0]
    assert np.array_equal(own.counted(update, data.X, data.y).w, own.counted(perceptron(1.0), data.X, data.y).w)


@pytest.mark.parametrize("value, says", [
    (None, "w_2 = None: expected 2 numbers from update: is a return missing"), (np.nan, r"w_2.shape = \(\)"),
    (np.full(2, np.nan), "finite numbers from update"), ("w", "w_2 = 'w'")])
def test_what_is_no_update_is_said(value, says):
    with pytest.raises(ValueError, match=says):
        own.counted(lambda *_: value, DATA[0].X, DATA[0].y)
    with pytest.raises(ValueError, match="^update = 3"):
        own.counted(3, DATA[0].X, DATA[0].y)


# ---------------------------------------------------------------- the adversary

def orthogonal():
    answers = {}

    def answer(w, t):
        if t == 1:
            answers["now"] = streams.orthogonal(2).start((2,))
        x, y = answers["now"](w)
        return y * x
    return answer


LEARNERS = (learners.ogd(2**0.5, 1.0), learners.lazy(0.5**0.5, 1.0), learners.minimax(50, 1.0, 1.0))


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_orthogonal_adversary_written_by_hand_is_the_book_s(learner):
    mine, its = own.adversary(orthogonal(), 2), streams.orthogonal(2)
    for _ in range(2):  # it begins anew with each game
        a, b = (play(learner, losses.linear, one, T=50) for one in (mine, its))
        assert abs(a.w - b.w).max() <= 1e-12 and abs(a.losses - b.losses).max() <= 1e-12
        assert hindsight.regret(a, 1.0).upper[-1] >= 50**0.5 * (1 - 1e-9)


def test_an_adversary_may_keep_what_it_wants_to_know():
    def answer(w, t, state):
        assert (len(state) == 0) == (t == 1)
        state[t] = 1
        w += 1
        return float((-1) ** t)
    run = play(LEARNERS[0], losses.linear, own.adversary(answer), T=9)
    again = play(LEARNERS[0], losses.linear, np.array([[(-1.0) ** t] for t in range(1, 10)]), np.ones(9))
    assert np.array_equal(run.w, again.w)


@pytest.mark.parametrize("answer, d, says", [
    (lambda w, t: None, 1, "g_1 = None: expected 1 numbers from answer: is a return missing"),
    (lambda w, t: 1.0, 2, r"g_1.shape = \(\): expected \(2,\), as d = 2"),
    (lambda w, t: np.ones(2) if t == 3 else 0 * w, 2, "‖g_3‖ = 1.41.*: expected at most G = 1"),
    (lambda w, t: np.array([np.inf]), 1, "finite numbers from answer"), (lambda w, t: "g", 1, "g_1 = 'g'"),
    (lambda w, t: [[1], [1, 2]], 1, "g_1 = ")])
def test_what_is_no_answer_is_said(answer, d, says):
    with pytest.raises(ValueError, match=says):
        play(LEARNERS[0], losses.linear, own.adversary(answer, d), T=5)
    with pytest.raises(ValueError, match="^answer = 3"):
        own.adversary(3)
    with pytest.raises(ZeroDivisionError):
        play(LEARNERS[0], losses.linear, own.adversary(lambda w, t: 1 // 0), T=5)


def test_rounding_makes_no_answer_too_long():
    v = np.array([0.1, 0.7])
    for scale in np.linspace(1, 2, 50):
        u = scale * v / np.linalg.norm(scale * v)
        play(LEARNERS[0], losses.linear, own.adversary(lambda w, t, u=u: u, 2), T=2)


# ---------------------------------------------------------------- T7

def inverse(sigma, U=None):
    def step(w, g, t, state):
        v = w - g / (sigma * t)
        return v if U is None else v * min(1.0, U / max(float(np.linalg.norm(v)), 1e-300))
    return step


@pytest.mark.parametrize("U", (None, 2.0))
@pytest.mark.parametrize("sigma", (0.3, 1.0))
def test_steps_1_over_sigma_t_are_granted_t7_on_strongly_convex_losses(sigma, U):
    stream = streams.random_signs(200, d=2, seed=3)
    loss = losses.with_l2(losses.linear, 1.0)
    run = play(own.learner(inverse(sigma, U)), loss, stream)
    found = own.family(own.learner(inverse(sigma, U)))
    grant = own.granted(run, found, 2.0)
    curve = hindsight.regret(run, 2.0)
    assert grant.theorem == bounds.strongly_convex_harmonic.id and found.name == "strongly_convex"
    assert grant.bound == pytest.approx(bounds.strongly_convex_harmonic(200, sigma, run.G), rel=1e-9)
    assert all(curve.lower <= grant.promise(curve.at) * (1 + 1e-9))
    again = play(learners.strongly_convex(sigma, U), loss, stream)
    assert bounds.strongly_convex_harmonic.holds_for(again, U=2.0, sigma=sigma)
    more = own.granted(run, found, 2.0, G=2 * run.G)
    assert more.bound == pytest.approx(4 * grant.bound)
    assert "gradient of length" in own.granted(run, found, 2.0, G=run.G / 2).why


def test_t7_is_refused_where_it_asks_for_more():
    stream = streams.random_signs(100, d=2, seed=3)
    weak = losses.with_l2(losses.linear, 0.5)
    step = own.learner(inverse(1.0, 2.0))
    assert "σ = 1, and these losses have σ = 0.5" in own.granted(play(step, weak, stream), own.family(step), 1.0).why
    linear = own.granted(play(step, losses.linear, stream), own.family(step), 1.0)
    assert linear.bound is None and linear.why == "T7 is for strongly convex losses"
    strong = losses.with_l2(losses.linear, 1.0)
    assert "its ball is smaller" in own.granted(play(step, strong, stream), own.family(step), 3.0).why


def test_the_other_families_are_granted_theirs_on_regularised_losses():
    """Their gradients are those of the regulariser, too."""
    stream, loss = streams.random_signs(200, d=2, seed=3), losses.with_l2(losses.linear, 1.0)

    def scale_free(w, g, t, state):
        state["N"] = state.get("N", 0.0) + g @ g
        v = w - np.sqrt(2) * g / np.sqrt(max(state["N"], 1e-300))
        return v * min(1.0, 1 / max(float(np.linalg.norm(v)), 1e-300))
    run = play(own.learner(scale_free), loss, stream)
    grant = own.granted(run, own.family(own.learner(scale_free)), 1.0)
    gradients = run.slopes[:, None] * run.X + run.w[:-1]
    assert grant.bound == pytest.approx(bounds.scale_free(1.0, np.linalg.norm(gradients)), rel=1e-9)
    assert hindsight.regret(run, 1.0).upper[-1] <= grant.bound
