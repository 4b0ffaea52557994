"""What the chapter "Regularised loss" proves and claims beyond the bounds themselves."""

import math
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, regularisation, training
from oco_live.explorer import get
from tests.core.strategies import examples, in_ball, log_uniform

CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "regularisation.ipynb"
CELLS = {cell.id: cell for cell in nbformat.read(CHAPTER, as_version=4).cells}
TEXT = "\n".join(cell.source for cell in CELLS.values() if cell.cell_type == "markdown")


def printed(id):
    return "".join(output.get("text", "") for output in CELLS[id].outputs)


def test_every_id_has_its_place():
    for id in ("D12", "D13", "A9", "A10", "T18", "T19", "E17", "E18", "E23", "E24", "E45"):
        assert len(re.findall(rf"^\({id}\)=$", TEXT, re.M)) == 1
    assert TEXT.count(":::{exercise}") == TEXT.count("{solution-start}") == TEXT.count("{solution-end}") >= 4


@given(seed=st.integers(0, 10**6), lam=log_uniform(0.1, 10))
@examples(15)
def test_growth_length_and_path(seed, lam):
    """f_S grows by λ/2‖w − w_S‖²; ‖w_S‖ ≤ ρ/λ, for the hinge 1/√λ as well; a larger λ has a shorter minimiser."""
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((6, 2)), np.where(rng.random(6) < 0.5, 1.0, -1.0)
    rho = np.linalg.norm(X, axis=1).mean()
    for loss in (losses.hinge, losses.logistic, losses.absolute):
        w = regularisation.minimiser(loss, lam, X, y)
        f = lambda v: training.risk(losses.with_l2(loss, lam), X, y, v)
        for u in in_ball(rng, 6, 2, 3.0):
            assert f(u) - f(w) >= lam / 2 * ((u - w) ** 2).sum() - 1e-3 * (1 + np.linalg.norm(u - w))
        assert np.linalg.norm(w) <= rho / lam + 1e-4
        assert loss is not losses.hinge or np.linalg.norm(w) <= lam**-0.5 + 1e-4
        longer = regularisation.minimiser(loss, lam / 2, X, y)
        assert np.linalg.norm(longer) >= np.linalg.norm(w) - 1e-4
        assert training.risk(loss, X, y, longer) <= training.risk(loss, X, y, w) + 1e-4


def test_ridge_shrinks_along_eigenvectors():
    rng = np.random.default_rng(0)
    X, y, lam = rng.standard_normal((20, 3)), rng.standard_normal(20), 0.7
    mu, V = np.linalg.eigh(X.T @ X / 20)
    least_squares = np.linalg.lstsq(X, y, rcond=None)[0]
    found = V.T @ regularisation.minimiser(losses.square, lam, X, y)
    assert found == pytest.approx(mu / (mu + lam / 2) * (V.T @ least_squares))


@given(p=st.floats(0, 1), m=st.integers(1, 60), a=log_uniform(1e-2, 10), b=log_uniform(1e-2, 10))
@examples(40)
def test_on_coins_a_smaller_lambda_is_never_worse(p, m, a, b):
    small, large = sorted((a, b))
    assert regularisation.coin(m, p, small).mean <= regularisation.coin(m, p, large).mean + 1e-12


@pytest.mark.parametrize("m, p", [(4, 0.55), (32, 0.7), (128, 0.9)])
def test_ridge_on_coins_is_best_for_a_lambda_in_between(m, p):
    """At λ = 2(1 − q²)/(mq²), q = 2p − 1: there the mean excess is below that of all others."""
    q = 2 * p - 1
    best = 2 * (1 - q * q) / (m * q * q)
    mean = lambda lam: regularisation.coin(m, p, lam, losses.square).mean
    assert all(mean(best) < mean(best * factor) for factor in (0.01, 0.5, 0.9, 1.1, 2, 100))
    assert (m, p) != (32, 0.7) or best == pytest.approx(0.328, abs=5e-4)


def test_shares_of_T18_that_coins_reach():
    reached = lambda s, bound: max(regularisation.coin(100, p, s / 10).mean / bound(100, 1, 1)
                                   for p in np.linspace(0.5, 1, 251))
    assert [round(100 * reached(*case)) for case in
            ((8**0.5 + 2, bounds.rlm), (8**0.5, bounds.rlm), (2.0, bounds.rlm_sharp))] == [43, 26, 27]


def test_what_the_explorer_is_said_to_show():
    E = get("regularisation")
    unit = lambda stream, lam: np.array(E.frame(stream=stream, lam=lam).series["regret_A"]["y"])
    assert unit("alternating", 0.01) == pytest.approx(unit("alternating", 5.0), rel=1e-9)
    for form in "AB":
        ends = [E.frame(lam=lam).facts[f"regret_{form}"] * lam for lam in E.control("lam").values]
        assert max(ends) < 2 * min(ends)
    s = E.frame(stream="alternating").series
    ratio = np.array(s["regret_A"]["y"]) / s["bound_A"]["y"]
    assert ratio[:2] == pytest.approx([1, 1]) and ratio[2:].max() < 0.95


def test_exercise_A_against_B():
    """Always w: ½, and ½ Σ 1/t²; B's bound at u = 0 is below A's from T = 4 on."""
    loss, ones = losses.with_l2(losses.linear, 1.0), np.ones((100, 1))
    a, b = (hindsight.regret(play(learners.sgd_rlm(1.0, form), loss, ones, np.ones(100)), U=None).upper[0]
            for form in ("recursion", "theta"))
    assert a == pytest.approx(0.5) and b == pytest.approx(sum(1 / t**2 for t in range(1, 101)) / 2)
    assert b < math.pi**2 / 12
    below = [bounds.sgd_rlm_theta(T, 1, 1, 0) < bounds.sgd_rlm(T, 1, 1) - 1e-12 for T in range(1, 60)]
    assert below == [T >= 4 for T in range(1, 60)]


@pytest.mark.parametrize("id, numbers", [
    ("reg-coin", ["0.1001", "0.00053"]), ("reg-sol-val-run", ["n = 4794", "n = 6636", "n = 7229"]),
    ("reg-sol-coin-run", ["excess 0.25", "0.25 of 0.25"]), ("reg-pegasos", ["True"]),
    ("reg-forms", ["recursion  ‖w_2‖", "True"]),
    ("reg-sol-notes-run", ["0.4142 units: 2.828", "1 units: 2 ", "2.414 units: 2.828"]),
])
def test_numbers_on_the_page(id, numbers):
    for number in numbers:
        assert number in printed(id), printed(id)
    assert "False" not in printed(id)


def test_the_average_over_all_draws_keeps_its_bound():
    for mean, promised in re.findall(r"min f: ([\d.]+), at most ([\d.]+)", printed("reg-average-run")):
        assert 0 < float(mean) < float(promised)


def test_the_errata_as_they_are_told():
    """The numbers of the folded boxes, which print nothing themselves; their runs are in the register."""
    X1 = y1 = np.array([0.5**0.5])  # ½(w − 1)²
    least = lambda lam, x, y: float(regularisation.minimiser(losses.square, lam, np.array([x]), y)[0])
    assert [least(1.0, X1, y1), least(2.0, X1, y1)] == pytest.approx([1 / 2, 1 / 3])  # E17
    assert least(2.0, np.ones(1), np.ones(1)) == pytest.approx(1 / 2)  # E45: (w − 1)² + w²
    run = play(learners.sgd_rlm(1.0), losses.with_l2(losses.square, 1.0), np.full((5000, 1), X1), np.full(5000, y1))
    assert run.w[-1, 0] == pytest.approx(0.5, abs=1e-3)
    ones = np.ones((10, 1))
    for Y in (1.0, 1e4):  # E23
        moved = regularisation.movements(losses.square, 1.0, ones, np.zeros(10), [1.0], Y)
        assert moved.max() == pytest.approx(Y / 15)
    assert regularisation.coin(32, 1.0, 20.0).mean == pytest.approx(0.95)  # E24
    assert regularisation.coin(32, 1.0, 0.5).mean == 0
    law = regularisation.coin(32, 0.7, 0.5)
    assert f"{law.mean:.4f} {law.chances[law.excess > 0.5].sum():.1e}" == "0.1001 5.3e-04"


def test_fitting_against_stability():
    """The picture: the two terms add up, one rises, and the risk is least inside, near λ = 0.01."""
    rows = [tuple(map(float, row)) for row in
            re.findall(r"^λ = +([\d.]+): ([\d.]+) \+ ([\d.]+) = ([\d.]+)$", printed("reg-tradeoff-picture"), re.M)]
    assert [row[0] for row in rows] == [3e-4, 0.01, 1.0]
    assert all(abs(a + b - c) < 0.0016 for _, a, b, c in rows)
    fitting, gap, risk = zip(*(row[1:] for row in rows))
    assert fitting[0] < fitting[1] < fitting[2] and gap[0] > gap[1] > gap[2] and risk[0] > risk[1] < risk[2]


@given(p=st.floats(0.5, 1), m=st.integers(1, 60), lam=log_uniform(1e-2, 10))
@examples(60)
def test_the_second_term_is_what_stability_allows(p, m, lam):
    """E(L_D − L_S)(w_S) ≤ 2ρ²/(λm), exactly, on coins; the first never falls in λ."""
    def both(lam):
        law, k = regularisation.coin(m, p, lam), np.arange(m + 1)
        training_error = (k * abs(law.w - 1) + (m - k) * abs(law.w + 1)) / m
        return law.chances @ training_error, law.chances @ (1 - (2 * p - 1) * law.w - training_error)
    fitting, gap = both(lam)
    told = regularisation.coin(m, p, lam).trade_off
    assert told == pytest.approx((fitting - (2 - 2 * p), gap), abs=1e-12)
    assert -1e-12 <= gap <= 2 / (lam * m) * (1 + 1e-12)
    assert fitting <= both(2 * lam)[0] + 1e-12


def test_the_choice_on_mail():
    """Training error and validation disagree, and what is lost is within the bound."""
    rows = re.findall(r"^ *(\S+) +([\d.]+) +([\d.]+) +([\d.]+)(  chosen)?$", printed("reg-validation-run"), re.M)
    training_error, validation, others = np.array([row[1:4] for row in rows], dtype=float).T
    chosen, = (i for i, row in enumerate(rows) if row[4])
    assert training_error.argmin() == 0 != chosen == validation.argmin()
    lost, allowed = map(float, re.search(r"choice ([\d.]+), allowed with δ = 0.05: ([\d.]+)",
                                         printed("reg-validation-run")).groups())
    assert 0 <= lost == pytest.approx(others[chosen] - others.min(), abs=1e-3) and lost < allowed < 0.15


def test_what_the_explorer_needs_is_defined_before_it():
    order = list(CELLS)
    assert all(order.index(id) < order.index("reg-explore") for id in ("reg-4", "reg-10", "reg-12", "reg-14"))


def test_pictures_have_words():
    assert len(CELLS["reg-tradeoff-picture"].metadata["mystnb"]["image"]["alt"].split()) > 20
    assert 'alt="A polynomial of degree 7' in CELLS["reg-widget"].outputs[0]["data"]["text/html"]
