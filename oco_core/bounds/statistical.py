"""From sequential to statistical risk (catalogue T11 to T16; errata E15, E32, E36).

er(w) = E l(w·x, y) is the risk of a fixed w under the law of the examples, w̄ = (w_1 + ... + w_m)/m. T11 and T13 to T16
hold with probability at least 1 − δ over a sample of m independent examples (T13 against the sample: 1 − δ/2), T12
always; ``hoeffding_tail`` is itself a probability. So on one run a statement with δ may fail, and what is assumed of
the law, no run can tell (``Verdict.unchecked``). The values are upper bounds of ``quantity``.
"""

import math

import numpy as np

from ..engine import check
from .bound import Assumption, Bound, largest_example, single
from .descent import ogd_square

__all__ = ["average_iterate", "compression", "compression_printed", "hoeffding", "hoeffding_tail", "martingale",
           "martingale_sharp", "online_to_batch", "online_to_batch_sequential", "online_to_batch_sharp",
           "perceptron_compression", "validation"]

_independent = Assumption("the examples are independent, all with the same law")


def _loss_facts(run, delta, M):
    """m = T of a single run, delta, and M, the largest loss there can be."""
    return {"m": single(run).T, "delta": check.confidence("delta", delta), "M": check.nonnegative("M", M)}


_bounded = Assumption(
    "every loss met lies in [0, M]",
    lambda run, f: run.T == 0 or bool(run.losses.min() >= 0 and run.losses.max() <= f["M"] * (1 + 1e-12)))

_bounded_law = Assumption("the loss of w_t lies in [0, M] on every example of the law")

martingale = Bound(
    id="T11, as printed", name="martingale",
    latex=r"M\sqrt{\frac2m\ln\frac1\delta}",
    source="Cappelletti and Cesa-Bianchi §11.1",
    assumptions=(_bounded, _bounded_law, _independent),
    formula=lambda m, delta, M: M * np.sqrt(2 / m * -np.log(delta)),
    quantity=r"\frac1m\sum_t\mathrm{er}(w_t)-\frac1m\sum_t\ell_t(w_t)", measure=_loss_facts,
)

martingale_sharp = Bound(
    id="T11", name="martingale_sharp",
    latex=r"M\sqrt{\frac1{2m}\ln\frac1\delta}",
    source="Hoeffding–Azuma with conditional range M (erratum E15)",
    assumptions=(_bounded, _bounded_law, _independent),
    formula=lambda m, delta, M: M * np.sqrt(-np.log(delta) / (2 * m)),
    quantity=r"\frac1m\sum_t\mathrm{er}(w_t)-\frac1m\sum_t\ell_t(w_t)", measure=_loss_facts,
)


def _law_facts(run, X, y):
    """For a law that gives each of the examples X (n, d), y (n,) the chance 1/n: the risks of a single run's iterates.

    mean_risk = (1/m) Σ er(w_t), risk = er(w̄), m = T ≥ 1.
    """
    if single(run).w is None or not run.T:
        check.fail("run", "a run without rounds or without w", "a run with T >= 1 and record='all'")
    X, y = check.examples(X, y)
    check.labels(run.loss, y)
    if X.shape[1:] != run.w.shape[1:] or not len(X):
        check.fail("X.shape", X.shape, f"(n, {run.w.shape[1]}), the n >= 1 equally likely examples of the law")
    w = run.w[:-1]

    def risk(w):
        return float(run.loss.value(X @ w, y).mean() + run.loss.l2 / 2 * (w @ w))

    return {"m": run.T, "mean_risk": float(np.mean([risk(w_t) for w_t in w])), "risk": risk(w.mean(axis=0))}


average_iterate = Bound(
    id="T12", name="average_iterate",
    latex=r"\frac1m\sum_t\mathrm{er}(w_t)",
    source="Cappelletti and Cesa-Bianchi §11.1 (Jensen's inequality)",
    assumptions=(Assumption("the loss is convex", lambda run, f: run.loss.convex),),
    formula=lambda mean_risk: mean_risk,
    quantity=r"\mathrm{er}(\bar w)", measure=_law_facts,
)


def _square_facts(run, delta, U=None, X=None):
    """m = T of a single run, delta, U (default: the learner's), X ≥ ‖x_t‖ (default: the largest one seen), eta."""
    learner = single(run).learner
    U = learner.U if U is None else check.radius("U", U)
    if U is None:
        check.fail("U", U, "a radius, because the learner has none")
    X = largest_example(run) if X is None else check.nonnegative("X", X)
    return {"m": run.T, "delta": check.confidence("delta", delta), "U": U, "X": X, "eta": learner.eta,
            "seen": largest_example(run)}


_in_sample = Assumption("‖x_t‖ ≤ X for every t", lambda run, f: f["seen"] <= f["X"] * (1 + 1e-12))
_in_law = Assumption("‖x‖ ≤ X and |y| ≤ UX for every example of the law, not of the sample alone")
_tuned = (*ogd_square.assumptions, _in_sample, _in_law, _independent)

online_to_batch = Bound(
    id="T13", name="online_to_batch",
    latex=r"14(UX)^2\sqrt{\frac2m\ln\frac2\delta}",
    source="Cappelletti and Cesa-Bianchi §11.2; true for every δ ≤ 1 (erratum E15)",
    assumptions=_tuned,
    formula=lambda m, delta, U, X: 14 * (U * X) ** 2 * np.sqrt(2 / m * np.log(2 / delta)),
    quantity=r"\mathrm{er}(\bar w)-\mathrm{er}(u^*)", measure=_square_facts,
)

online_to_batch_sequential = Bound(
    id="T13, against the sample", name="online_to_batch_sequential",
    latex=r"12(UX)^2\sqrt{\frac2m\ln\frac2\delta}",
    source="Cappelletti and Cesa-Bianchi §11.2; with probability at least 1 − δ/2; true for every δ ≤ 1 (erratum E15)",
    assumptions=_tuned,
    formula=lambda m, delta, U, X: 12 * (U * X) ** 2 * np.sqrt(2 / m * np.log(2 / delta)),
    quantity=r"\mathrm{er}(\bar w)-\min_{\|u\|\le U}\frac1m\sum_t\ell_t(u)", measure=_square_facts,
)

online_to_batch_sharp = Bound(
    id="T13, sharper", name="online_to_batch_sharp",
    latex=r"(UX)^2\sqrt{\frac2m}\Bigl(8+4\sqrt{\ln\frac2\delta}\Bigr)",
    source="from T6 and T11's sharp constant; in none of the notes (erratum E15)",
    assumptions=_tuned,
    formula=lambda m, delta, U, X: (U * X) ** 2 * np.sqrt(2 / m) * (8 + 4 * np.sqrt(np.log(2 / delta))),
    quantity=r"\mathrm{er}(\bar w)-\mathrm{er}(u^*)", measure=_square_facts,
)


def _given(run=None, **given):
    """No run: the assumptions are checked on the parameters themselves."""
    if run is not None:
        check.fail("run", run, "no run: this statement is about a sample, call it with its parameters")
    return given


_unit_interval = Assumption("Z_1, ..., Z_m in [0, 1] are independent, all with mean μ")

hoeffding = Bound(
    id="T14", name="hoeffding",
    latex=r"\sqrt{\frac1{2m}\ln\frac2\delta}",
    source="Cappelletti and Cesa-Bianchi, lemma 4.1; solves 2·exp(−2mε²) = δ (erratum E32)",
    assumptions=(_unit_interval,),
    formula=lambda m, delta: np.sqrt(np.log(2 / delta) / (2 * m)),
    quantity=r"\lvert\bar Z-\mu\rvert", measure=_given,
)

hoeffding_tail = Bound(
    id="T14, as a probability", name="hoeffding_tail",
    latex=r"e^{-2m\varepsilon^2}",
    source="Cappelletti and Cesa-Bianchi, lemma 4.1; the same below the mean",
    assumptions=(_unit_interval,),
    formula=lambda m, epsilon: np.exp(-2 * m * epsilon * epsilon),
    quantity=r"P(\bar Z>\mu+\varepsilon)", measure=_given,
)

validation = Bound(
    id="T14, validation", name="validation",
    latex=r"M\sqrt{\frac2m\ln\frac K\delta}",
    source="in none of the notes: T14 on one side for each of the K − 1 differences of losses, which lie in [−M, M]",
    assumptions=(
        Assumption("the K ≥ 1 candidates were chosen before the m validation examples were drawn"),
        Assumption("their losses lie in [0, M] on every example of the law"), _independent),
    formula=lambda m, K, delta, M: M * np.sqrt(2 / m * np.log(K / delta)),
    quantity=r"\mathrm{er}(w_{\hat\jmath})-\min_j\mathrm{er}(w_j)", measure=_given,
)


def _log_binomial(m, K):
    """ln of m over K; nan for K > m."""
    lgamma = np.vectorize(math.lgamma, otypes=[float])
    rest = np.maximum(m - K, 0.0)
    return np.where(K <= m, lgamma(m + 1) - lgamma(K + 1) - lgamma(rest + 1), np.nan)


_sketch = Assumption("K ⊆ S is a sketch: every S' with K ⊆ S' ⊆ S is learned to the same predictor")
_half = Assumption("the sketch has |K| ≤ m/2 examples", lambda run, f: f["K"] <= f["m"] / 2)

compression = Bound(
    id="T15", name="compression",
    latex=r"\sqrt{\frac1m\Bigl(\ln m+\ln\binom m{|K|}+\ln\frac1\delta\Bigr)}",
    source="Cappelletti and Cesa-Bianchi §8",
    assumptions=(_half, _sketch, _independent),
    formula=lambda m, K, delta: np.sqrt((np.log(m) + _log_binomial(m, K) - np.log(delta)) / m),
    quantity=r"\mathrm{er}-\widetilde{\mathrm{er}}", measure=_given,
)

compression_printed = Bound(
    id="T15, as printed", name="compression_printed",
    latex=r"\sqrt{\frac1m\Bigl(|K|+(|K|+1)\ln m+\ln\frac1\delta\Bigr)}",
    source="Cappelletti and Cesa-Bianchi §8; the root covers the bracket (erratum E36)",
    assumptions=(_half, _sketch, _independent),
    formula=lambda m, K, delta: np.sqrt((K + (K + 1) * np.log(m) - np.log(delta)) / m),
    quantity=r"\mathrm{er}-\widetilde{\mathrm{er}}", measure=_given,
)


def _sketch_facts(run, delta, m=None):
    """Of a single run of the Perceptron over m examples (default: T), once or in several passes, and delta:

    M, the number of distinct examples that ever caused an update (erratum E36).
    """
    m = single(run).T if m is None else check.count("m", m, least=1)
    return {"m": m, "M": len(set((np.flatnonzero(run.updates) % m).tolist())) if m else 0,
            "delta": check.confidence("delta", delta)}


perceptron_compression = Bound(
    id="T16, as printed", name="perceptron_compression",
    latex=r"\sqrt{\frac1m\Bigl((M+1)\ln m+\ln\frac e\delta\Bigr)}",
    source="Cappelletti and Cesa-Bianchi, corollary 9.1; T16 itself has ln(1/δ) (erratum E36)",
    assumptions=(
        Assumption("the learner is the Perceptron with w_1 = 0",
                   lambda run, f: run.learner.mistakes_only and run.learner.planned and run.learner.U is None),
        Assumption("M ≤ m/2 of the m examples ever caused an update (each index counts once)",
                   lambda run, f: f["M"] <= f["m"] / 2),
        _independent),
    formula=lambda m, M, delta: np.sqrt(((M + 1) * np.log(m) + 1 - np.log(delta)) / m),
    quantity=r"\mathrm{er}-\widetilde{\mathrm{er}}", measure=_sketch_facts,
)
