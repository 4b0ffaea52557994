"""The bounds as the notes end with them, on the sequential risk: the displays of the two chapters, evaluated on runs.

(1/T) Σ ℓ_t(w_t) ≤ min_u (1/T) Σ ℓ_t(u) + a remainder, which is T4's, T6's and T7's bound divided by T.
"""

import math
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oco_core import bounds, hindsight, learners, losses, play, streams, tightest
from tests.core.strategies import examples, log_uniform

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
LEFT = r"\frac1T\sum_{t=1}^T\ell_t(w_t)\le"

#: Chapter, label, what follows ``LEFT``, and the remainder in Python.
DISPLAYS = {
    "T4": ("online_gradient_descent", "eq-ogd-risk", r"\min_{\|u\|\leU}\frac1T\sum_{t=1}^T\ell_t(u)+UG\sqrt{\frac8T}.",
           lambda T, U, G: U * G * math.sqrt(8 / T)),
    "T6": ("online_gradient_descent", "eq-ogd-risk-square",
           r"\min_{\|u\|\leU}\frac1T\sum_{t=1}^T\ell_t(u)+8(UX)^2\sqrt{\frac2T}.",
           lambda T, U, X: 8 * (U * X) ** 2 * math.sqrt(2 / T)),
    "T7": ("strong_convexity", "eq-sc-risk",
           r"\min_{u\in\mathbbR^d}\frac1T\sum_{t=1}^T\ell_t(u)+\frac{G^2(1+\lnT)}{2\sigmaT}.",
           lambda T, sigma, G: G**2 * (1 + math.log(T)) / (2 * sigma * T)),
}


@pytest.mark.parametrize("id", DISPLAYS)
def test_the_display_stands_in_its_chapter(id):
    chapter, label, wanted, _ = DISPLAYS[id]
    text = "\n".join(cell.source for cell in nbformat.read(CHAPTERS / f"{chapter}.ipynb", as_version=4).cells)
    display, = re.findall(rf"\$\$\n((?:(?!\$\$).)*)\n\$\$ \({label}\)$", text, re.M | re.S)
    assert re.sub(r"\\begin\{aligned\}|\\end\{aligned\}|\\\\|\\q+uad|\\,|&|\s", "", display) == LEFT + wanted


def risks(run, U):
    """The sequential risk, and the least mean loss (its certified lower end: what the bound has to hold against)."""
    best = hindsight.best(run.loss, run.X, run.y, U)
    return run.losses.mean(), best.lower / run.T


@given(T=st.integers(1, 60), d=st.integers(1, 3), U=log_uniform(0.1, 10), seed=st.integers(0, 10**6),
       name=st.sampled_from(["square", "absolute", "hinge", "logistic", "linear"]))
@examples(60)
def test_T4_on_runs(T, d, U, seed, name):
    rng, loss = np.random.default_rng(seed), getattr(losses, name)
    X, y = rng.standard_normal((T, d)), np.where(rng.random(T) < 0.5, -1.0, 1.0)
    G = losses.gradient_bound(loss, X, y, U)
    risk, least = risks(play(learners.ogd(math.sqrt(2) * U / G, U), loss, X, y), U)
    assert risk <= least + DISPLAYS["T4"][3](T, U, G) + 1e-9 * max(1, abs(least))
    assert DISPLAYS["T4"][3](T, U, G) == pytest.approx(bounds.ogd_tuned(T, U, G) / T)


@given(T=st.integers(1, 60), d=st.integers(1, 3), U=log_uniform(0.1, 10), X=log_uniform(0.1, 10),
       seed=st.integers(0, 10**6))
@examples(60)
def test_T6_on_runs(T, d, U, X, seed):
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((T, d))
    rows *= X / np.maximum(1e-12, np.linalg.norm(rows, axis=1))[:, None]
    run = play(learners.ogd(math.sqrt(2) / (4 * X**2), U), losses.square, rows, rng.uniform(-U * X, U * X, T))
    risk, least = risks(run, U)
    assert risk <= least + DISPLAYS["T6"][3](T, U, X) + 1e-9 * max(1, abs(least))
    assert DISPLAYS["T6"][3](T, U, X) == pytest.approx(bounds.ogd_square(T, U, X) / T)


@given(T=st.integers(1, 60), d=st.integers(1, 3), lam=log_uniform(0.05, 5), seed=st.integers(0, 10**6),
       name=st.sampled_from(["absolute", "hinge", "logistic", "linear"]))
@examples(60)
def test_T7_on_runs(T, d, lam, seed, name):
    rng, loss = np.random.default_rng(seed), losses.with_l2(getattr(losses, name), lam)
    run = play(learners.strongly_convex(lam), loss, rng.standard_normal((T, d)),
               np.where(rng.random(T) < 0.5, -1.0, 1.0))
    risk, least = risks(run, None)
    assert risk <= least + DISPLAYS["T7"][3](T, lam, run.G) + 1e-9 * max(1, abs(least))
    assert DISPLAYS["T7"][3](T, lam, run.G) == pytest.approx(bounds.strongly_convex(T, lam, run.G) / T)


def test_the_remainders_cannot_be_much_smaller():
    """On the zig-zag stream 97 % of UG√(8/T) is used; on quadratics more than the printed ln(T + 1) allows (E1)."""
    T = 10_000
    run = play(learners.ogd(math.sqrt(2), 1.0), losses.linear, streams.zigzag(T))
    risk, least = risks(run, 1.0)
    assert 0.97 < (risk - least) / DISPLAYS["T4"][3](T, 1.0, 1.0) <= 1
    run = play(learners.strongly_convex(1.0), losses.with_l2(losses.linear, 1.0), tightest.quadratics(1.0, 1.0), T=100)
    risk, least = risks(run, None)
    assert math.log(101) / 200 < risk - least <= DISPLAYS["T7"][3](100, 1.0, 1.0)
