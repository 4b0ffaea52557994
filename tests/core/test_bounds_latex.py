"""Each bound's LaTeX is its formula: both have the same value at random points."""

import math

import numpy as np
import pytest

from oco_core import bounds
from tests.core.latex import value

ALL = [bound for name in bounds.__all__ if isinstance(bound := getattr(bounds, name), bounds.Bound)]

#: How a parameter is written, where not by its own letter.
WRITTEN = {"eta": r"\eta", "delta": r"\delta", "epsilon": r"\varepsilon", "sigma": r"\sigma", "gamma": r"\gamma",
           "lam": r"\lambda",
           "rho": r"\rho", "kappa": r"\kappa", "norm_u": r"\|u\|", "last": r"\eta_T", "total": r"\sum_{t\le T}\eta_t",
           "mean_risk": r"\frac1m\sum_t\mathrm{er}(w_t)"}
#: ... or in one bound otherwise than in the others.
HERE = {"kernel_perceptron": {"L": "L(f)", "norm": r"\|f\|_K"}, "compression": {"K": "|K|"},
        "compression_printed": {"K": "|K|"},
        "scale_free": {"N": r"\sqrt{\textstyle\sum_{t\le T}\|g_t\|^2}"},
        "strongly_convex_gradients": {"N": r"\sum_{t\le T}\frac{\|g_t\|^2}t"}}
#: ... or as a function of it.
POWER = {"strongly_convex_gradients": {"N": 2}}


def mean_distance(T):
    """E|ε_1 + ... + ε_T|, coin by coin."""
    return sum(math.comb(T, k) * abs(T - 2 * k) for k in range(T + 1)) / 2**T


def point(bound, rng):
    """Values for the parameters: whole numbers of rounds and examples, and numbers of all sizes."""
    values = {name: 10.0 ** rng.uniform(-1, 1) for name in bound.parameters}
    values |= {name: int(rng.integers(5, 60)) for name in ("T", "m") if name in values}
    if "delta" in values:
        values["delta"] = rng.uniform(0.01, 1)
    if "m" in values:  # indices of a sketch, or a number of mistakes
        values |= {name: int(rng.integers(1, values["m"] // 2 + 1)) for name in ("K", "M") if name in values}
    return values


@pytest.mark.parametrize("bound", ALL, ids=lambda bound: bound.name)
def test_the_latex_is_the_formula(bound):
    rng = np.random.default_rng(7)
    for _ in range(20):
        values = point(bound, rng)
        written = {"norm": r"\|u\|"} | WRITTEN | HERE.get(bound.name, {})
        power = POWER.get(bound.name, {})
        symbols = {written.get(name, name): number ** power.get(name, 1) for name, number in values.items()}
        if "T" in values:
            symbols |= {"H_T": sum(1 / k for k in range(1, values["T"] + 1)),
                        "H_{T+1}": sum(1 / k for k in range(1, values["T"] + 2)),
                        r"\mathbb E\lvert\varepsilon_1+\dots+\varepsilon_T\rvert": mean_distance(values["T"])}
        try:
            read = value(bound.latex, symbols)
        except (ValueError, KeyError, IndexError) as error:
            pytest.fail(f"the LaTeX of bounds.{bound.name} is not read, {error!r}: {bound.latex}. If a parameter is "
                        "written otherwise than by its own letter, say how in WRITTEN or HERE (and POWER if a power "
                        "of it is written).")
        assert read == pytest.approx(bound(**values), rel=1e-12), f"bounds.{bound.name} is not {bound.latex}"


@pytest.mark.parametrize("latex, expected", [
    (r"\tfrac32 GD\sqrt T", 1.5 * 2 * 3 * 4), (r"\frac{2G^2}{D}+G^2D", 8 / 3 + 12),
    (r"14(GD)^2\sqrt{\frac2T}", 14 * 36 / 8**0.5),
    (r"-G+T", 14), (r"e^{-GD}", math.exp(-6)), (r"\Bigl(\frac2D+\frac D4\Bigr)\sqrt T", (2 / 3 + 3 / 4) * 4),
    (r"T^{1/4}D", 6), (r"T^{-3/4}", 1 / 8), (r"GT^{3/2}/D", 128 / 3), (r"\sqrt[4]{T}+\sqrt[4]TG", 6),
    (r"\frac1{2T}D", 3 / 32), (r"\ln\frac1D+\ln T", math.log(16 / 3)), (r"\binom T{G}", 120), (r"A^2,\quad A=GD", 36),
])
def test_the_reader(latex, expected):
    assert value(latex, {"G": 2.0, "D": 3.0, "T": 16.0}) == pytest.approx(expected, rel=1e-14)


def test_what_the_reader_does_not_know():
    for latex in (r"U", r"\frac G", r"G)", r"\sin G"):
        with pytest.raises((ValueError, KeyError, IndexError)):
            value(latex, {"G": 2.0})
