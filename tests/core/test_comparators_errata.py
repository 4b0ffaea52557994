"""What the notes get wrong about the comparator: E6, E7, E12, E43, E48."""


import numpy as np
import pytest

from oco_core import hindsight, learners, losses, play, streams

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


def test_erratum_E7_the_comparator_depends_on_the_horizon():
    """g = +1 ten times, then −1 thirty times: at t = 10 the regret is +1, against u*_40 it would be −19."""
    y = np.repeat([1.0, -1.0], [10, 30])
    run = play(learners.ogd(2**0.5, 1.0), losses.linear, np.ones((40, 1)), y)
    curve = hindsight.regret(run, 1.0, at=[10, 40])
    assert curve.best.u[:, 0].tolist() == [-1.0, 1.0]
    assert curve.lower[0] <= curve.upper[0] == pytest.approx(1.0) == curve.lower[0]
    assert curve.best.value.tolist() == curve.best.lower.tolist() == [-10.0, -20.0]  # sums that no rounding touches
    assert run.losses[:10].sum() - (run.y[:10] * curve.best.u[1]).sum() == pytest.approx(-19.0)


@pytest.mark.parametrize("k, regret_per_round", [(8, -0.436), (11, -0.587), (14, -0.639), (17, -0.657)])
def test_erratum_E6_regret_can_be_negative(k, regret_per_round):
    """Signs in doubling blocks: R_T/T → −2/3, so the mean loss does not converge to that of u*_T."""
    signs = np.concatenate([np.full(2**j, (-1.0) ** j) for j in range(k)])
    run = play(learners.ogd(2**0.5, 1.0), losses.linear, np.ones((len(signs), 1)), signs)
    assert hindsight.regret(run, 1.0).upper[0] / run.T == pytest.approx(regret_per_round, abs=6e-4)


def test_erratum_E6_on_real_mail():
    """Spambase in file order, all spam first: OGD beats every fixed u by far."""
    stream = streams.mail(order="file")
    run = play(learners.ogd(1.0, 10.0), losses.square, stream)
    assert hindsight.regret(run, 10.0).upper[0] < -100


def test_erratum_E12_the_projection():
    """l_t(w) = −w, R = 5, T = 2000, steps D/(G√t): y/‖y‖ in place of R·y/‖y‖ pays 4223, the right projection 5."""
    run = play(learners.ogd(10.0, 5.0), losses.linear, np.ones((2000, 1)), -np.ones(2000))
    assert hindsight.regret(run, 5.0).upper[0] == pytest.approx(5.0)
    w, paid = 0.0, 0.0
    for t in range(1, 2001):
        paid += 5 - w
        w += 10 / t**0.5
        w = w / abs(w) if abs(w) > 5 else w
    assert paid == pytest.approx(4223, abs=0.5)
    step = play(learners.ogd(1.0, 5.0), losses.linear, [[-6.0, -8.0]], [1.0])
    assert step.w[1] == pytest.approx([3.0, 4.0])  # distance 5 from (6, 8); (.6, .8) is at distance 9


def test_erratum_E43_the_largest_gradient_of_a_run_depends_on_the_step():
    """Square loss, x = 1, y = ±1 in turn: the largest gradient seen is 2.2, 4, 4 for η = .05, .5, 2; uniformly 4."""
    X, y = np.ones((40, 1)), np.tile([1.0, -1.0], 20)
    seen = [play(learners.ogd(eta, 1.0), losses.square, X, y).G for eta in (0.05, 0.5, 2.0)]
    assert seen == pytest.approx([2.2, 4.0, 4.0])
    assert losses.gradient_bound(losses.square, X, y, 1.0) == 4.0


def test_erratum_E48_without_projection_the_regret_is_not_sublinear():
    """Linear losses +1 for T/2 rounds, then −1; steps √2/√t in a ball too large to be met: regret ≈ 0.114·T^1.5."""
    T = 20000
    y = np.repeat([1.0, -1.0], T // 2)
    run = play(learners.ogd(2**0.5, 1e6), losses.linear, np.ones((T, 1)), y)
    assert not run.projected.any()
    assert hindsight.regret(run, 1.0).upper[0] / T**1.5 == pytest.approx(0.114, abs=1e-3)
    projected = play(learners.ogd(2**0.5, 1.0), losses.linear, np.ones((T, 1)), y)
    assert hindsight.regret(projected, 1.0).upper[0] <= np.sqrt(8 * T)
