"""What the chapter on the sequential protocol claims, on instances of its own (catalogue D1 to D5; E41)."""

from pathlib import Path

import nbformat
import numpy as np
import pytest

from oco_core import hindsight, learners, losses, play, streams

CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "sequential_protocol.ipynb"
PROSE = "\n".join(cell.source for cell in nbformat.read(CHAPTER, as_version=4).cells if cell.cell_type == "markdown")
SQUARE = losses.square


def regret(run, U=1.0, at=None):
    return hindsight.regret(run, U, at).upper


def test_the_prediction_of_a_round_does_not_know_its_label():
    """Changing label t changes no prediction up to t, and every later example may change."""
    stream = streams.regression(T=30, seed=1)
    base = play(learners.ogd(0.5, 1.0), SQUARE, stream)
    for t in (1, 10, 30):
        y = stream.y.copy()
        y[t - 1] = -y[t - 1] + 0.1
        other = play(learners.ogd(0.5, 1.0), SQUARE, stream.X, y)
        assert np.array_equal(other.w[:t], base.w[:t])
        assert not np.array_equal(other.w[t], base.w[t])


def test_three_rounds_by_hand_and_a_fourth():
    run = play(learners.ogd(0.5, 1.0), SQUARE, np.ones((4, 1)), [1.0, 0.0, 1.0, 0.0])
    r2, r6 = np.sqrt(0.5), np.sqrt(1 / 6)
    assert np.allclose(run.w[:4, 0], [0, 1, 1 - r2, 1 - r2 + r6])
    curve = hindsight.regret(run, 1.0, [1, 2, 3, 4])
    assert np.allclose(curve.best.u[:, 0], [1, 1 / 2, 2 / 3, 1 / 2])
    assert np.allclose(curve.upper, [1, 3 / 2, 11 / 6, 3 / 2 + (1 - r2 + r6) ** 2])
    against = np.cumsum(run.losses[:3] - (2 / 3 - run.y[:3]) ** 2)
    assert np.allclose(against, [8 / 9, 13 / 9, 11 / 6])


@pytest.mark.parametrize("make", [streams.regression, streams.drifting, streams.random_signs])
def test_reading_a_regret(make):
    stream = make(T=120, seed=3)
    run = play(learners.ogd(0.7, 1.0), SQUARE, stream)
    # 1: no comparator of the ball has more regret against it than the best one
    for t in (1, 17, 60):
        for u in np.vstack([hindsight.best(SQUARE, stream.X, stream.y, 1.0).u, [0.6, -0.8], [0, 0]]):
            fixed = SQUARE.value(stream.X[:t] @ u, stream.y[:t]).sum()
            assert run.losses[:t].sum() - fixed <= regret(run, at=[t])[0] + 1e-9
    # 2: phases
    for s in (1, 40, 90):
        late = run.losses[s:].sum() - hindsight.best(SQUARE, stream.X[s:], stream.y[s:], 1.0).value
        assert regret(run)[0] <= regret(run, at=[s])[0] + late + 1e-9
    # 3: who stands still has no negative regret
    for w in ([0.0, 0.0], [0.6, 0.8]):
        still = SQUARE.value(stream.X @ np.array(w), stream.y).sum()
        assert still - hindsight.best(SQUARE, stream.X, stream.y, 1.0).value >= -1e-9


def test_on_iid_data_the_sequential_risk_is_unbiased_and_regret_is_not_negative():
    """x = 1, y = +1 with probability q: all 2^6 sequences, weighted; the expectations are exact."""
    T, q = 6, 0.7
    signs = np.array(np.meshgrid(*[[1.0, -1.0]] * T, indexing="ij")).reshape(T, -1).T
    chance = np.prod(np.where(signs > 0, q, 1 - q), axis=1)
    runs = play(learners.ogd(0.4, 1.0), SQUARE, np.ones((len(signs), T, 1)), signs)
    er = (runs.w[:, :-1, 0] - (2 * q - 1)) ** 2 + 4 * q * (1 - q)
    assert chance @ runs.losses.mean(axis=1) == pytest.approx(chance @ er.mean(axis=1), rel=1e-12)
    assert chance @ regret(runs)[:, 0] > 0


@pytest.mark.parametrize("learner", [learners.ogd(0.4, 1.0), learners.ogd_constant(0.1, 2.0), learners.lazy(1.0, 1.0)])
def test_spite_makes_every_deterministic_learner_err_in_every_round(learner):
    def spite(shape):
        return lambda w: (np.ones(1), -1.0 if w[0] > 0 else 1.0)

    run = play(learner, SQUARE, streams.Adversary("contrary", d=1, start=spite), T=500)
    assert losses.zero_one.value(run.w[:-1, 0], run.y).all()
    fixed = [losses.zero_one.value(np.full(500, u), run.y).sum() for u in (1.0, -1.0)]
    assert sum(fixed) == 500 and min(fixed) <= 250
    assert regret(run)[0] < 150


@pytest.mark.parametrize("loss, stream",
                         [(SQUARE, streams.drifting(T=200, seed=2)), (losses.linear, streams.random_signs(T=200))])
def test_be_the_leader(loss, stream):
    leaders = hindsight.comparators(loss, stream.X, stream.y, 1.0, range(1, 201))
    assert loss.value((stream.X * leaders.u).sum(axis=1), stream.y).sum() <= leaders.value[-1] + 1e-9


def test_follow_the_leader_has_linear_regret():
    for T in (10, 50):
        g, X = np.r_[0.5, np.tile([-1.0, 1.0], T // 2)[: T - 1]], np.ones((T, 1))
        leader = hindsight.comparators(losses.linear, X, g, 1.0, range(T)).u[:, 0]
        assert leader @ g - hindsight.best(losses.linear, X, g, 1.0).value == pytest.approx(T - 0.5)


def test_the_learner_that_repeats_the_last_label_has_negative_regret():
    T = 40
    y = np.repeat([1.0, -1.0], T // 2)
    paid = SQUARE.value(np.r_[0.0, y[:-1]], y).sum()
    best = hindsight.best(SQUARE, np.ones((T, 1)), y, 1.0)
    assert best.value == pytest.approx(T) and paid - best.value == pytest.approx(5 - T)


def test_order_does_not_change_the_best_fixed_risk():
    first, second = (hindsight.best(SQUARE, s.X, s.y, 1.0) for s in (streams.mail(order="file"), streams.mail(seed=4)))
    assert first.value == pytest.approx(second.value, rel=1e-10) and np.allclose(first.u, second.u, atol=1e-7)


def test_the_hinge_loss_is_above_the_zero_one_loss():
    z = np.r_[np.linspace(-3, 3, 601), 0.0]
    assert np.all(losses.hinge.value(z, np.ones_like(z)) >= losses.zero_one.value(z, np.ones_like(z)))


def test_in_file_order_the_learner_turns_round_within_some_dozens_of_messages():
    mail = streams.mail(order="file")
    run = play(learners.ogd(10**-0.4, 1.0), SQUARE, mail)
    p = (mail.X * run.w[:-1]).sum(axis=1)
    assert run.losses[1813] == pytest.approx(4, abs=0.05) and mail.y[1813] == -1
    assert 24 <= np.argmax(p[1813:] < 0) <= 96
    assert regret(run, at=[1813])[0] > 0 and regret(run)[0] < -4000


def test_mail_in_file_order_needs_a_comparator_that_moves():
    """Against the best u of each half the regret is positive, and against one fixed u thousands below zero."""
    mail = streams.mail(order="file")
    run = play(learners.ogd(0.4, 1.0), SQUARE, mail)
    halves = [hindsight.best(SQUARE, mail.X[part], mail.y[part], 1.0).value for part in np.s_[:1813, 1813:]]
    assert run.losses.sum() > sum(halves) and regret(run)[0] < -4000
    assert "against the best $u$ for each half, the regret is positive again" in PROSE


@pytest.mark.parametrize("U", [1e-6, 0.3, 1.0, 40.0])
def test_the_regret_of_spite_needs_no_large_ball(U):
    """R_T ≥ T/2 in mistakes for every U > 0: the signs of u = ±U are those of ±1."""
    def spite(shape):
        return lambda w: (np.ones(1), -1.0 if w[0] > 0 else 1.0)

    run = play(learners.ogd(0.4, U), SQUARE, streams.Adversary("contrary", d=1, start=spite), T=101)
    wrong = losses.zero_one.value(run.w[:-1, 0], run.y).sum()
    assert wrong - min(losses.zero_one.value(np.full(101, u), run.y).sum() for u in (U, -U)) >= 101 / 2
    assert "for the zero-one loss and every $U>0$" in PROSE and "U\\ge1" not in PROSE


def test_a_larger_ball_has_no_larger_best_risk():
    """Weakly: once the best u of all lies inside, nothing changes any more."""
    stream = streams.regression(T=50, noise=0.3)
    best = [hindsight.best(SQUARE, stream.X, stream.y, U) for U in (0.1, 0.5, 1.0, 2.0, 5.0)]
    assert all(b.lower <= a.value for a, b in zip(best, best[1:]))
    assert best[3].value == pytest.approx(best[4].value, rel=1e-9)  # the same: not strictly smaller
    assert "never larger" in PROSE and "the larger the ball" not in PROSE


def test_what_is_said_of_the_mail_as_a_filter():
    """The best u of the unit ball calls nothing spam, the learner on shuffled mail 66 messages, most of them
    wrongly."""
    mail = streams.mail()
    run = play(learners.ogd(0.4, 1.0), SQUARE, mail)
    p = (run.w[:-1] * mail.X).sum(axis=1)
    assert not (mail.X @ hindsight.best(SQUARE, mail.X, mail.y, 1.0).u > 0).any()
    assert f"the learner calls {(p > 0).sum()} messages spam, {((p > 0) & (mail.y < 0)).sum()} of them wrongly" in PROSE
    assert (p * mail.y <= 0).mean() == pytest.approx((mail.y > 0).mean(), abs=0.005)  # "both err on about 39 %"
    data = streams.spam(words="counted")  # "cures it": the learner of the chapter on the spam filter
    online = play(learners.ogd(2.0, 1.0), losses.spam(1.0), data)
    fixed = hindsight.best(losses.spam(1.0), data.X, data.y, 1.0).u
    wrong = [100 * losses.zero_one.value(p, 2 * data.y - 1).mean()
             for p in ((online.w[:-1] * data.X).sum(axis=1), data.X @ fixed)]
    assert "errs on {:.1f} % of the messages, and the best fixed $u$ on {:.1f} %".format(*wrong) in PROSE
