"""A function of the reader as a learner: it plays as the book's, is known again where it is one, and is granted what
the theorem grants; and whether a loss is convex."""

import numpy as np
import pytest

from oco_core import attack, bounds, games, hindsight, learners, losses, own, play, streams


def project(v, U):
    return v * min(1.0, U / max(float(np.linalg.norm(v)), 1e-300))


def greedy(eta, U):
    return lambda w, g, t, state: project(w - eta / np.sqrt(t) * g, U)


def constant(eta, U):
    return lambda w, g, t, state: project(w - eta * g, U)


def lazy(eta, U):
    def step(w, g, t, state):
        state["S"] = state.get("S", 0) + g
        return project(-eta / np.sqrt(t + 1) * state["S"], U)
    return step


def scale_free(U):
    def step(w, g, t, state):
        state["N"] = state.get("N", 0.0) + g @ g
        return project(w - np.sqrt(2) * U / np.sqrt(max(state["N"], 1e-300)) * g, U)
    return step


def inverse(sigma, U):
    return lambda w, g, t, state: project(w - g / (sigma * t), U)


STREAMS = (streams.random_signs(300, d=2, seed=3), streams.regression(300, d=3, seed=4), streams.zigzag(200))
KNOWN = (("ogd", greedy(0.7, 2.0), learners.ogd(0.7, 2.0)), ("ogd_constant", constant(0.05, 1.5),
         learners.ogd_constant(0.05, 1.5)), ("lazy", lazy(0.4, 2.0), learners.lazy(0.4, 2.0)),
         ("scale_free", scale_free(2.0), learners.scale_free(2.0)),
         ("strongly_convex", inverse(0.5, 3.0), learners.strongly_convex(0.5, 3.0)))


@pytest.mark.parametrize("name, step, built", KNOWN)
def test_a_step_written_by_hand_is_the_book_s(name, step, built):
    for stream in STREAMS:
        mine, its = (play(one, losses.linear, stream) for one in (own.learner(step), built))
        assert abs(mine.w - its.w).max() <= 1e-12 and abs(mine.losses - its.losses).max() <= 1e-12
    found = own.family(own.learner(step))
    assert found.name == name and found.learner.U == pytest.approx(built.U, rel=1e-9)
    assert found.learner.eta == pytest.approx(built.eta, rel=1e-9)


@pytest.mark.parametrize("name, step, built", KNOWN[:4])
def test_it_is_granted_what_the_theorem_grants(name, step, built):
    for stream in STREAMS:
        run = play(own.learner(step), losses.linear, stream)
        grant = own.granted(run, own.family(own.learner(step)), built.U)
        again = play(built, losses.linear, stream)
        facts = {} if name == "scale_free" else {"G": losses.gradient_bound(losses.linear, run.X, run.y, built.U)}
        theorem = getattr(bounds, name)
        if name == "scale_free":
            expected = theorem(built.U, np.sqrt(((again.slopes[:, None] * again.X) ** 2).sum()))
        else:
            expected = theorem(run.T, built.eta, built.U, facts["G"])
        assert grant.bound == pytest.approx(expected, rel=1e-8) and grant.theorem == theorem.id
        assert hindsight.regret(run, built.U).upper[-1] <= grant.bound
        assert own.granted(run, own.family(own.learner(step)), built.U / 2).bound == grant.bound  # fewer u
        assert own.granted(run, own.family(own.learner(step)), built.U * 2).bound is None


ODD = {
    "up the hill": lambda w, g, t, state: project(w + g / np.sqrt(t), 1.0),
    "nothing": lambda w, g, t, state: 0 * w,
    "another after round 40": lambda w, g, t, state: project(w - (1 if t < 40 else 2) / np.sqrt(t) * g, 1.0),
    "a box for a ball": lambda w, g, t, state: np.clip(w - g / np.sqrt(t), -1, 1),
    "one coordinate": lambda w, g, t, state: project(w - np.where(np.arange(len(w)) == 0, g, 0) / np.sqrt(t), 1.0),
    "√(t + 1)": lambda w, g, t, state: project(w - g / np.sqrt(t + 1), 1.0),
    "chance": lambda w, g, t, state: project(w - np.random.default_rng().uniform(0.9, 1.1) * g / np.sqrt(t), 1.0),
    "the last w": lambda w, g, t, state: project(state.setdefault("w", w) - g, 1.0),
}


@pytest.mark.parametrize("odd", ODD)
def test_what_is_of_no_family_is_granted_nothing(odd):
    learner = own.learner(ODD[odd])
    assert own.family(learner) is None
    run = play(learner, losses.linear, STREAMS[0])
    assert own.granted(run, None, 1.0).bound is None


def test_without_projection_or_on_another_stream_nothing_is_granted():
    never = own.learner(lambda w, g, t, state: w - 0.1 * g)
    found = own.family(never)
    assert found.name == "ogd_constant" and found.learner.U is None
    assert "projected" in own.granted(play(never, losses.linear, STREAMS[0]), found, 1.0).why
    trick = own.learner(lambda w, g, t, state: project(w - g / np.sqrt(t), 1.0) if t != 290 else 0 * w)
    run = play(trick, losses.linear, STREAMS[0])
    assert "on this stream" in own.granted(run, own.family(trick), 1.0).why


@pytest.mark.parametrize("step, says", [
    (lambda w, g, t, state: None, "w_2 = None: expected 2 numbers from step: is a return missing?"),
    (lambda w, g, t, state: w @ g, r"w_2.shape = \(\): expected \(2,\)"),
    (lambda w, g, t, state: w[:, None], r"w_2.shape = \(2, 1\)"),
    (lambda w, g, t, state: w * np.nan if t > 2 else w, "w_4 = .*nan.*: expected finite numbers"),
    (lambda w, g, t, state: "w", "w_2 = 'w'"), (lambda w, g, t, state: w + 1e200, "size up to 1e"),
    (lambda w, g, t, state: w * 1j, "w_2 = "),
])
def test_what_is_no_step_is_said(step, says):
    with pytest.raises(ValueError, match=says):
        play(own.learner(step), losses.linear, STREAMS[0])


def test_a_step_owns_its_arguments_and_its_state_begins_anew():
    def step(w, g, t, state):
        assert (len(state) == 0) == (t == 1)
        state[t] = w.copy()
        w -= 0.1 * g
        g *= 0
        return w
    learner = own.learner(step)
    first, second = (play(learner, losses.linear, STREAMS[0]) for _ in range(2))
    assert np.array_equal(first.w, second.w) and abs(first.w).max() > 0
    with pytest.raises(ValueError, match="^step = 3"):
        own.learner(3)
    with pytest.raises(ZeroDivisionError):
        play(own.learner(lambda w, g, t, state: w / (1 // 0)), losses.linear, STREAMS[0])


# ---------------------------------------------------------------- losses

@pytest.mark.parametrize("value, slopes, sigma", [
    (lambda p, y: (p - y) ** 2, (-8, 4), 2), (lambda p, y: max(0.0, 1 - y * p), (-1, 0), 0),
    (lambda p, y: abs(p - y), (-1, 1), 0), (lambda p, y: np.log1p(np.exp(-y * p)), (-0.953, -0.047), 0.045),
    (lambda p, y: 3.0, (0, 0), 0), (lambda p, y: p * y, (1, 1), 0),
])
def test_convex_losses_are_found_to_be(value, slopes, sigma):
    found = own.judged(value)
    assert found.convex and found.weak is None and found.sigma == pytest.approx(sigma, abs=2e-3)
    assert found.slopes == pytest.approx(slopes, abs=0.05) and found.G == max(map(abs, found.slopes))
    if sigma:
        assert own.judged(value, sigma=0.99 * sigma).weak is None
    weak = own.judged(value, sigma=1.05 * sigma + 0.01).weak
    a, b, middle, most = weak
    assert float(value((a + b) / 2, 1.0)) == pytest.approx(middle) and middle > most
    chord = (float(value(a, 1.0)) + float(value(b, 1.0))) / 2
    assert most == pytest.approx(chord - (1.05 * sigma + 0.01) / 8 * (b - a) ** 2)


@pytest.mark.parametrize("value", [
    lambda p, y: min(1.0, max(0.0, 1 - p * y)), lambda p, y: float(p * y <= 0), lambda p, y: np.sin(p),
    lambda p, y: -p * p, lambda p, y: p * p if abs(p - 0.7) > 0.02 else 3.0])
def test_two_points_show_that_a_loss_is_not_convex(value):
    found = own.judged(value, sigma=1.0)
    a, b, middle, chord = found.bent
    assert not found.convex and found.sigma == 0 and middle > chord
    assert float(value((a + b) / 2, 1.0)) == pytest.approx(middle) and chord == pytest.approx(
        (float(value(a, 1.0)) + float(value(b, 1.0))) / 2)


@pytest.mark.parametrize("value, says", [
    (lambda p, y: None, "is a return missing"), (lambda p, y: np.nan, "expected a finite number"),
    (lambda p, y: "a", "expected a number"), (lambda p, y: np.zeros(2), "expected a finite number")])
def test_what_is_no_loss_is_said(value, says):
    with pytest.raises(ValueError, match=says) as error:
        own.judged(value)
    assert str(error.value).startswith("loss(-3, 1) = ")


# ---------------------------------------------------------------- attack

def regret_of(learner, stream, U):
    run = play(learner, losses.linear, stream)
    return run.losses.sum() + U * np.linalg.norm(stream.X.sum(axis=0))


@pytest.mark.parametrize("learner, T, least", [
    (learners.ogd(2**0.5, 1.0), 10, 1.5), (learners.lazy(0.5**0.5, 1.0), 10, 1.1),
    (learners.ogd_constant(100**-0.5, 1.0), 100, 0.95), (learners.minimax(30, 1.0, 1.0), 30, 0.95),
    (own.learner(lambda w, g, t, state: 0 * w), 50, 50**0.5), (learners.strongly_convex(1.0, 1.0), 100, 6.0),
    (own.learner(greedy(2**0.5, 1.0)), 40, 1.5)])
def test_a_search_finds_what_costs_a_learner(learner, T, least):
    found = [*attack.search(learner, T, 300, U=1.0)]
    last, ratios = found[-1], [record.ratio for record in found]
    assert len(found) == 300 == last.tries and last.ratio >= least - 1e-9
    assert ratios == sorted(ratios) and [r.new for r in found[1:]] == [b > a for a, b in zip(ratios, ratios[1:])]
    assert last.g.shape[0] == T and np.linalg.norm(last.g, axis=1).max() <= 1 + 1e-12
    assert regret_of(learner, last.stream, 1.0) / T**0.5 == pytest.approx(last.ratio, rel=1e-9, abs=1e-9)


def test_it_breaks_no_bound_that_holds_and_comes_near_the_worst_signs():
    for U in (1.0, 3.0):
        last = [*attack.search(learners.ogd(2**0.5 * U, U), 12, 400)][-1]
        assert last.ratio <= 8**0.5
        worst = games.all_signs(learners.ogd(2**0.5 * U, U), 12).max() / (U * 12**0.5)
        assert last.ratio >= 0.95 * worst
    assert [*attack.search(learners.minimax(20, 1.0, 1.0), 20, 300)][-1].ratio <= 1 + 1e-9


def test_a_search_goes_on_where_another_stopped_and_is_decided_by_its_seed():
    learner = learners.ogd(2**0.5, 1.0)
    first, again = ([*attack.search(learner, 20, 150, seed=2)][-1] for _ in range(2))
    assert first.ratio == again.ratio and np.array_equal(first.g, again.g)
    more = [*attack.search(learner, 20, 60, seed=3, start=first)]
    assert more[0].tries == 151 and more[-1].ratio >= first.ratio


@pytest.mark.parametrize("arguments, says", [
    ((learners.ogd(1.0, 1.0), 201), "at most 200"), ((learners.ogd(1.0, 1.0), 0), "T = 0"), ((3, 5), "learner = 3"),
    ((learners.perceptron(), 5), "linear losses"), ((own.learner(lambda *_: 0), 5), "U = None")])
def test_what_cannot_be_attacked_is_said(arguments, says):
    with pytest.raises(ValueError, match=says):
        next(attack.search(*arguments))
