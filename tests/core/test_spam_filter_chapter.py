"""What the chapter on the spam filter claims: its propositions on random messages, and the numbers that its prose
states."""

import math
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, streams
from tests.core.holds import holds
from tests.core.strategies import examples, in_ball, log_uniform
from tests.core.test_spam_loss import messages

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
LOSS = losses.spam(1.0)
CELLS = nbformat.read(Path(__file__).resolve().parents[2] / "chapters" / "spam_filter.ipynb", as_version=4).cells
PROSE = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")


def errors(X, y, u):
    return losses.zero_one.value(X @ u, 2 * y - 1).mean()


def online(data, c=2.0, T=None):
    """Mean errors and the regret of A13 after T messages."""
    T = len(data.y) if T is None else T
    X, y = data.X[:T], data.y[:T]
    run = play(learners.ogd(c, 1.0), LOSS, X, y)
    return losses.zero_one.value((run.w[:-1] * X).sum(axis=1), 2 * y - 1).mean(), hindsight.regret(run, 1.0).upper[0]


@given(seed=st.integers(0, 10**6), U=log_uniform(1e-3, 1e3))
@examples(40)
def test_two_messages(seed, U):
    """Every filter pays at least ½(1 − δ/200)² on a message of spam and another at distance δ < 200; the best comes
    near."""
    X, _, rng = messages(seed, T=2)
    delta = np.linalg.norm(X[0] - X[1])
    assert delta <= 100 * math.sqrt(2) + 1e-9
    least = (1 - delta / 200) ** 2 / 2
    loss = losses.spam(U)
    for w in in_ball(rng, 30, 5, U):
        assert loss.value(w @ X[0], 1.0) + loss.value(w @ X[1], 0.0) >= least - 1e-12
    best = hindsight.best(loss, X, [1.0, 0.0], U)
    assert best.lower >= least - 1e-9
    if delta > 1e-6:  # w along x − x' is as sure of both as can be where it is as far from ½ on either side
        w = U * (X[0] - X[1]) / delta
        sides = loss.value(w @ X[0], 1.0) + loss.value(w @ X[1], 0.0)
        middle = (X[0] + X[1]) @ w / 2 / (200 * U)
        assert sides == pytest.approx(least + 2 * middle**2, abs=1e-9)


@given(seed=st.integers(0, 10**6), theta=st.floats(0.05, 1.9), U=log_uniform(1e-2, 1e2), T=st.integers(2, 80))
@examples(40)
def test_small_losses_have_small_gradients(seed, theta, U, T):
    """The exercise: (1 − θ/2) Σ f_t(w_t) ≤ Σ f_t(u) + 1/(2θ), and R_T ≤ T/(2(√T − 1)) at θ = 2/√T."""
    X, y, rng = messages(seed, T)
    loss = losses.spam(U)
    run = play(learners.ogd_constant(theta * U * U, U), loss, X, y)
    for u in (*in_ball(rng, 6, 5, U), hindsight.best(loss, X, y, U).u):
        assert (1 - theta / 2) * run.losses.sum() <= loss.value(X @ u, y).sum() + 1 / (2 * theta) + 1e-9
    run = play(learners.ogd_constant(2 / math.sqrt(T) * U * U, U), loss, X, y)
    assert hindsight.regret(run, U).lower[0] <= T / (2 * (math.sqrt(T) - 1))


@pytest.mark.parametrize("c", [0.8285, 1.0, math.sqrt(2), 2.0])
def test_one_message_in_turn_is_always_wrong(c):
    T = 3000
    X, y = np.tile([100.0, 0.0], (T, 1)), np.tile([1.0, 0.0], T // 2)
    run = play(learners.ogd(c, 1.0), LOSS, X, y)
    v, z = run.w[:-1, 0], 2 * y - 1
    assert (v * z <= 0).all() and (abs(v[1:]) <= c / (2 * np.sqrt(np.arange(1, T))) * (1 + 1e-9)).all()
    best = hindsight.best(LOSS, X, y, 1.0)
    assert best.value == pytest.approx(T / 4) and best.u[0] == pytest.approx(0, abs=1e-9)
    assert run.losses.sum() - best.value <= (2 / c + c) * math.sqrt(T)


def test_below_the_threshold_of_c_it_is_sometimes_right():
    X, y = np.tile([100.0, 0.0], (3000, 1)), np.tile([1.0, 0.0], 1500)
    run = play(learners.ogd(0.5, 1.0), LOSS, X, y)
    assert (run.w[:-1, 0] * (2 * y - 1) > 0).any()


def test_numbers_of_the_mail():
    """Those that the prose repeats: best filter, confidences, errors, distances."""
    stated = lambda text: text in re.sub(r"\s+", " ", PROSE)
    a = {}
    for words, fixed, loss, low, high in (("all", 1813 / 4601, 0.2331, 0.338, 0.469),
                                          ("counted", 0.121, 0.2059, 0.2638, 0.6339)):
        data = streams.spam(words=words)
        best = hindsight.best(LOSS, data.X, data.y, 1.0)
        a[words] = (data.X @ best.u + 100) / 200
        assert errors(data.X, data.y, best.u) == pytest.approx(fixed, abs=5e-4)
        assert best.value / 4601 == pytest.approx(loss, abs=5e-5)
        assert (a[words].min(), a[words].max()) == pytest.approx((low, high), abs=5e-4)
    assert stated("errs on 39.4 % of the messages")
    assert stated("12.1 % errors for the best filter, 14.6 % for the online one")
    assert stated("between 0.338 and 0.469") and stated("falls only from 0.2331 to 0.2059")
    assert stated("from 39.4 % to 12.1 %")
    assert online(streams.spam(words="counted"))[0] == pytest.approx(0.146, abs=5e-4)
    assert online(streams.spam())[0] > 1813 / 4601  # "the online filter is no better"
    assert online(streams.spam(order="file"))[0] < 0.01 and stated("errs on less than 1 %")
    turn = streams.spam(order="alternating")
    share, R = online(turn, T=1000)
    assert share == pytest.approx(0.78, abs=5e-3) and R == pytest.approx(16.9, abs=0.06)
    assert stated("wrong on 78 % of the first thousand")
    u = hindsight.best(LOSS, turn.X[:1000], turn.y[:1000], 1.0).u
    assert errors(turn.X[:1000], turn.y[:1000], u) == 0.165 and stated("the best fixed filter on 16.5 %")
    assert R == pytest.approx(16.85, abs=0.005) and R / (3 * math.sqrt(1000)) < 1 / 5
    assert stated("16.85, is less than a fifth of the bound")
    assert online(turn)[1] < 0 < online(turn, T=2 * 1813)[1]  # "in the end its regret is negative"
    # in pairs: the distances, and the balanced mail
    n = 2 * 1813
    medians = []
    for words in ("all", "counted"):
        data = streams.spam(n, order="alternating", words=words)
        medians.append(np.median(np.linalg.norm(data.X[::2] - data.X[1::2], axis=1)))
    assert medians[0] == pytest.approx(8, abs=0.2) and medians[1] / medians[0] == pytest.approx(8, abs=0.2)
    assert stated("eight times as large") and (1 - 8 / 200) ** 2 / 2 == pytest.approx(0.4608)
    assert stated("at least 0.4608")
    u = hindsight.best(LOSS, turn.X[:n], turn.y[:n], 1.0).u
    assert errors(turn.X[:n], turn.y[:n], u) == pytest.approx(0.16, abs=5e-3) and stated("errs on 16 %")
    # the words "nine of ten", "164 messages"
    assert a["counted"].mean() == pytest.approx(0.468, abs=5e-4) and stated("their mean is 0.468")
    low, high = np.quantile(a["counted"], (0.05, 0.95))
    assert 0.35 < low < 0.36 and 0.55 < high < 0.56 and stated("nine of ten lie between 0.35 and 0.56")
    assert streams.spam().X[:, 48].mean() == pytest.approx(90, abs=1) and stated("Nine words out of ten")
    assert (streams.spam().X[:, 48] > 80).mean() == pytest.approx(0.944, abs=5e-4) and stated("above 80 in 94 %")
    assert a["all"].mean() == pytest.approx(0.394, abs=2e-3) and stated("they lie around 0.394")
    assert (streams.spam(words="counted").X[:, 48] == 100).sum() == 164 and stated("The 164 messages")
    # the threshold: 22 % against 12 %
    spam = streams.spam().y == 1
    for words, least in (("all", 0.22), ("counted", 0.12)):
        assert min(((a[words] > tau) != spam).mean() for tau in np.sort(a[words])) == pytest.approx(least, abs=5e-3)


def test_the_bounds_on_errors_are_above_T_but_for_the_better_step():
    T, limit = 4601, 4601 / (2 * (math.sqrt(4601) - 1))
    for words, enough in (("all", False), ("counted", True)):
        data = streams.spam(words=words)
        best = hindsight.best(LOSS, data.X, data.y, 1.0).value
        assert 4 * best + 12 * math.sqrt(T) > T and (4 * (best + limit) < T)
        needed = (12 / (1 - 4 * best / T)) ** 2
        assert needed > T and (needed < 1.01 * T) == enough


def test_e25_e37_by_hand():
    """a = .72: printed (.0043, .0014), right in x (−.0017, −.0006); equal shares of n groups: a within 1/(2√n) of ½."""
    w, x, M = np.array([0.6, 0.2]), np.array([60.0, 40.0]), 100.0
    a = (w @ x + M) / (2 * M)
    assert a == pytest.approx(0.72) and (a / M * w).round(4).tolist() == [0.0043, 0.0014]
    assert ((a - 1) / M * w).round(4).tolist() == [-0.0017, -0.0006]
    assert LOSS.slope(w @ x, 1.0) * x == pytest.approx([-0.168, -0.112])
    X, y = np.tile([100.0, 0.0], (400, 1)), np.ones(400)
    assert play(learners.ogd(2.0, 1.0), LOSS, X, y).losses.sum() == pytest.approx(0.25)
    blind = play(learners.ogd(2.0, 1.0), LOSS, X, 0 * y)
    assert LOSS.value((blind.w[:-1] * X).sum(axis=1), y).sum() == pytest.approx(399.25)
    for n in (1, 4, 25, 100):
        assert np.linalg.norm(np.full(n, 100 / n)) / 200 == pytest.approx(1 / (2 * math.sqrt(n)))


def test_no_opinion_is_an_error_for_definition_and_learner_alike():
    """D21 and A13 at w·x = 0: no opinion, an error whatever the label is. The bound on errors counts it, too."""
    definition, algorithm = (re.search(rf"^\({id}\)=\n(.*?)^:::$", PROSE, re.M | re.S)[1] for id in ("D21", "A13"))
    assert "if $w\\cdot x=0$ it has no opinion, which counts as an error, whatever $y$ is" in definition
    assert ("as spam if $a_t>\\frac12$ and as other mail if $a_t<\\frac12$; "
            "at $a_t=\\frac12$ there is no opinion") in algorithm
    for y in (0.0, 1.0):
        assert losses.zero_one.value(0.0, 2 * y - 1) == 1 and LOSS.value(0.0, y) == 0.25  # 4 f = 1 ≥ the error
    code = "\n".join(cell.source for cell in CELLS if cell.cell_type == "code")
    assert "(a > 0.5) != (data.y == 1)" not in code  # would count a tie as other mail


def forward(phi, z):
    """The learner of the chapter's cell, as it stands there."""
    source = next(cell.source for cell in CELLS if cell.id == "sf-forward-run")
    names = {"np": np}
    exec(source.partition("\nfor words in")[0], names)
    return names["forward"](phi, z)


def forward_bound(u, T, d):
    return bounds.spam_forward(T, d, math.sqrt(u @ u))


@holds(bounds.spam_forward)
def test_the_forward_algorithm_is_never_above_its_bound():
    """10^4 instances: signs that are right, random or the opposite of the guess, examples of length up to 1 in other
    directions than the positive ones as well; against the best of all u at the price ¼‖u‖², and each line of the
    proof."""
    rng = np.random.default_rng(0)
    for k in range(10_000):
        T, d = int(rng.integers(1, 12)), int(rng.integers(1, 6))
        phi = rng.standard_normal((T, d))
        phi *= rng.choice([1.0, 0.1], (T, 1)) / np.linalg.norm(phi, axis=1, keepdims=True)
        if k % 4 == 0:
            phi = np.eye(d)[rng.integers(0, d, T)]
        z = rng.choice([-1.0, 1.0], T)
        if k % 3 == 0:
            z = np.sign(phi @ rng.standard_normal(d) + 1e-9)
        if k % 3 == 1:  # wrong as often as can be: the guess does not depend on the last sign
            for t in range(T):
                z[t] = -1.0 if phi[t] @ forward(phi[: t + 1], z[: t + 1])[t] > 0 else 1.0
        p, A = (forward(phi, z) * phi).sum(axis=1), np.eye(d) + phi.T @ phi
        u = np.linalg.solve(A, phi.T @ z)  # least for the losses and ¼‖u‖² together
        paid, fixed = ((p - z) ** 2).sum() / 4, ((phi @ u - z) ** 2).sum() / 4
        logdet = np.linalg.slogdet(A)[1] / 4
        assert paid - fixed <= u @ u / 4 + logdet + 1e-12
        assert logdet <= d * math.log(1 + T / d) / 4 + 1e-12
        if k % 100 == 0:
            given = {"phi": phi, "z": z, "v": forward(phi, z), "u": u}
            assert bounds.spam_forward.holds_for(**given).failed == ()
            assert bounds.spam_forward.of(**given) == pytest.approx(u @ u / 4 + d / 4 * math.log(1 + T / d))
        assert paid - fixed <= forward_bound(u, T, d) + 1e-12


def test_when_the_bound_of_the_forward_algorithm_does_not_apply():
    phi, z, u = np.eye(3)[[0, 1, 0]], np.array([1.0, -1.0, 1.0]), np.ones(3)
    v = forward(phi, z)
    holds_for = bounds.spam_forward.holds_for
    assert holds_for(phi=phi, z=z, v=v, u=u)
    for changed in ({"phi": 2 * phi, "v": forward(2 * phi, z)}, {"z": z / 2, "v": forward(phi, z / 2)},
                    {"v": v + 1e-3}):
        assert len(holds_for(**{"phi": phi, "z": z, "v": v, "u": u} | changed).failed) == 1
    with pytest.raises(ValueError, match="no run"):
        holds_for(play(learners.ogd(1.0, 1.0), losses.linear, phi, z), phi=phi, z=z, v=v, u=u)


def test_how_near_the_forward_algorithm_comes_to_its_bound():
    """Coins on one word: the mean over all signs by the formula of the proof; 0.95 at 10^6, 0.99 at 10^31."""
    for T in (1, 2, 6):
        means = []
        for k in range(2**T):
            z = np.array([1.0 if k >> t & 1 else -1.0 for t in range(T)])
            means.append((((forward(np.ones((T, 1)), z)[:, 0] - z) ** 2).sum() - ((z - z.mean()) ** 2).sum()) / 4)
        t = np.arange(1, T + 1)
        assert np.mean(means) == pytest.approx((1 + ((t - 1) / (t + 1) ** 2).sum()) / 4)
    t = np.arange(1, 10**6 + 1.0)
    assert (1 + ((t - 1) / (t + 1) ** 2).sum()) / math.log(1e6) == pytest.approx(0.95, abs=5e-3)
    ratio = lambda logT: (logT + np.euler_gamma - math.pi**2 / 3 + 2) / logT  # 1 + Σ, up to what tends to 0
    assert ratio(math.log(1e6)) == pytest.approx((1 + ((t - 1) / (t + 1) ** 2).sum()) / math.log(1e6), rel=1e-5)
    assert ratio(31 * math.log(10)) > 0.99 > ratio(30 * math.log(10))
    assert "it is 0.95 at $T=10^6$ and 0.99 only at about $T=10^{31}$" in PROSE


def test_the_loss_is_half_exp_concave():
    """∇²f − ½∇f∇fᵀ is positive semidefinite in the unit ball, and for no larger factor than ½."""
    rng = np.random.default_rng(1)
    for v, phi, z in zip(in_ball(rng, 200, 4, 1.0), in_ball(rng, 200, 4, 1.0), rng.choice([-1.0, 1.0], 200)):
        g = (v @ phi - z) / 2 * phi
        assert np.linalg.eigvalsh(np.outer(phi, phi) / 2 - np.outer(g, g) / 2)[0] >= -1e-12
    e = np.eye(4)[0]  # v = −e, φ = e, z = 1: the slope is −1, its square twice the curvature
    assert 0.5 - 0.5 * ((-1 - 1) / 2) ** 2 == 0 > 0.5 - 0.51 * ((-e @ e - 1) / 2) ** 2


def test_the_forward_algorithm_on_the_mail():
    """A quarter of 3√T, below 0 against the ball, fewer errors than the best fixed filter; long filters do better."""
    T, d = 4601, 49
    assert forward_bound(np.eye(49)[0], T, d) / (3 * math.sqrt(T)) == pytest.approx(0.25, abs=0.03)
    for words in ("all", "counted"):
        data = streams.spam(words=words)
        phi, z = data.X / 100, 2 * data.y - 1
        p = (forward(phi, z) * phi).sum(axis=1)
        least = [hindsight.best(losses.square, phi, z, U).value / 4 for U in (1.0, 10.0)]
        R = ((p - z) ** 2).sum() / 4 - np.array(least)
        assert R[0] < -200 and R[1] < (100 + d * math.log(1 + T / d)) / 4 and least[1] < 0.85 * least[0]
        assert losses.zero_one.value(p, z).mean() < errors(data.X, data.y, hindsight.best(LOSS, data.X, data.y, 1.0).u)
        assert abs(p).max() > 1  # a confidence outside [0, 1]
