"""Formulas in plain texts, such as the assumptions of the bounds: set as wholes, or left alone."""

import re

import pytest

from oco_core import bounds, tightest
from oco_live.formulas import with_formulas

FORMULAS = {
    "η_t = √2·U/√(Σ_{s≤t}‖g_s‖²)": r"$η_t = \sqrt{2}\cdot U/\sqrt{\sum_{s≤t} \|g_s\|^2}$",
    "every label has |y_t| ≤ UX": "every label has $|y_t| ≤ UX$",
    "x_t ≥ 0 with Σ_i x_{t,i} ≤ 100": r"$x_t ≥ 0$ with $\sum_i x_{t,i} ≤ 100$",
    "a quadratic (σ/2)(w − c_1)² with": r"a quadratic $(σ/2)(w − c_1)^2$ with",
    "f = Σ y_t K(x_t, ·)/κ² over the pass": r"$f = \sum y_t K(x_t, \cdot )/κ^2$ over the pass",
    "v_t = A_t⁻¹·Σ_{s<t} φ_sᵀ": r"$v_t = A_t^{-1}\cdot \sum_{s<t} φ_s^\top$",
    "H_1 = 1 + ln 1; more": r"$H_1 = 1 + \ln 1$; more",
    "only if y_t p_t ≤ 0 (erratum E14)": "only if $y_t p_t ≤ 0$ (erratum E14)",
    "σ-strongly convex on R^d (erratum E2)": r"σ-strongly convex on $\mathbb R^d$ (erratum E2)",
    "with a step η = √2·U/G": "with a step η = √2·U/G",  # no index: it stays as it is
}


@pytest.mark.parametrize("text, markdown", FORMULAS.items())
def test_a_formula_with_an_index_is_set_as_a_whole(text, markdown):
    assert with_formulas(text) == markdown


def test_no_assumption_is_half_a_formula():
    """Of no bound, and in no source and no words of a tightest instance: no index is left, nothing is cut in two."""
    texts = {text for bound in vars(bounds).values() if isinstance(bound, bounds.Bound)
             for text in (bound.source, tightest.INSTANCES[bound.name].words, *(a.text for a in bound.assumptions))}
    texts |= set(FORMULAS)
    assert sum("_" in text for text in texts) > 20
    for text in texts:
        words, formulas = (with_formulas(text).split("$")[i::2] for i in (0, 1))
        assert not any("_" in part or "R^" in part for part in words), words
        for before, after in zip(words, words[1:]):
            assert re.search(r"(^|\s)$", before) and re.match(r"$|[\s.,:;]", after), (before, after)
        for formula in formulas:
            assert all(formula.count(a) == formula.count(b) for a, b in ("()", "[]", "{}")) and "√" not in formula
