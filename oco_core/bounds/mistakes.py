"""The Perceptron's mistakes (catalogue T8, T9, T10).

For every u of R^d, with hinge losses h_t(u) = [1 − y_t u·x_t]_+, L = Σ h_t(u), X = max ‖x_t‖ and A = ‖u‖X,

    M ≤ L + A√M,    which solved for M is    M ≤ L + A²/2 + A√(A²/4 + L)  ≤  L + A² + A√L.

Only the hinge losses in rounds with a mistake are needed: L may stand for their sum. No bound contains η except the
form that is minimised over η at the end of the proof, which holds for all η at once (erratum E8).

With a kernel, f = Σ α_i K(x_i, ·) for u, ‖f‖_K = √(αᵀKα) for ‖u‖ and κ = √max K(x_t, x_t) for X, all of this holds as
it stands: `kernel_perceptron` is the printed form, and `perceptron` called with these numbers the solved one.
"""

import numpy as np

from ..chapters.kernels.kernels import KernelRun
from ..engine import check
from .bound import Assumption, Bound, largest_example, single

__all__ = ["kernel_perceptron", "perceptron", "perceptron_eta", "perceptron_implicit", "perceptron_margin",
           "perceptron_printed", "perceptron_separable"]


def _facts(run, u):
    """Of a single run and a comparator u (d,), any point of R^d:

    T, M mistakes, eta, X, norm = ‖u‖, L = Σ h_t(u), L_mistakes the same over the mistakes, margin = min y_t u·x_t
    and gamma = margin/‖u‖ (1 for T = 0, where nothing restricts them; gamma is 0 for u = 0).
    """
    u = check.moderate("u", u, 1)
    if u.shape != single(run).X.shape[1:]:
        check.fail("u.shape", u.shape, f"{run.X.shape[1:]}")
    margins = run.y * (run.X @ u)
    hinge, norm = np.maximum(0.0, 1.0 - margins), float(np.linalg.norm(u))
    margin = float(margins.min()) if run.T else 1.0
    return {
        "T": run.T, "M": int(run.updates.sum()), "eta": run.learner.eta, "X": largest_example(run), "norm": norm,
        "L": float(hinge.sum()), "L_mistakes": float(hinge[run.updates].sum()),
        "margin": margin, "gamma": (margin / norm if norm else 0.0) if run.T else 1.0,
    }


_perceptron = Assumption(
    "the learner is the Perceptron with w_1 = 0, on labels ±1",
    lambda run, f: run.learner.mistakes_only and run.learner.schedule == "constant" and run.learner.U is None
    and run.loss.name == "hinge" and not run.loss.l2)
_margin_1 = Assumption(
    "u separates the examples: y_t u·x_t ≥ 1 for every t",
    lambda run, f: f["margin"] >= 1 - 1e-12)
_separates = Assumption(
    "u separates the examples: y_t u·x_t ≥ γ‖u‖ with γ > 0 for every t",
    lambda run, f: f["gamma"] > 0)

perceptron_separable = Bound(
    id="T8", name="perceptron_separable",
    latex=r"\|u\|^2X^2",
    source="Cappelletti and Cesa-Bianchi, theorem 9.2; Italian notes, special case",
    assumptions=(_perceptron, _margin_1),
    formula=lambda norm, X: (norm * X) ** 2,
    quantity="M", measure=_facts,
)

perceptron_margin = Bound(
    id="T8, by the margin", name="perceptron_margin",
    latex=r"\Bigl(\frac X\gamma\Bigr)^2",
    source="T8 for u/(γ‖u‖), γ = min y_t u·x_t/‖u‖; least for the u of largest margin",
    assumptions=(_perceptron, _separates),
    formula=lambda X, gamma: (X / gamma) ** 2,
    quantity="M", measure=_facts,
)

perceptron_implicit = Bound(
    id="T9, implicit", name="perceptron_implicit",
    latex=r"L+\|u\|X\sqrt M",
    source="Italian notes, the Perceptron's bound before it is solved; Cesa-Bianchi 2023",
    assumptions=(_perceptron,),
    formula=lambda M, L, norm, X: L + norm * X * np.sqrt(M),
    quantity="M", measure=_facts,
)

perceptron = Bound(
    id="T9", name="perceptron",
    latex=r"L+\frac{A^2}2+A\sqrt{\frac{A^2}4+L},\quad A=\|u\|X",
    source="the implicit form, solved for M; the notes print the next one",
    assumptions=(_perceptron,),
    formula=lambda L, norm, X: L + (norm * X) ** 2 / 2 + norm * X * np.sqrt((norm * X) ** 2 / 4 + L),
    quantity="M", measure=_facts,
)

perceptron_printed = Bound(
    id="T9, as printed", name="perceptron_printed",
    latex=r"L+A^2+A\sqrt L,\quad A=\|u\|X",
    source="Italian notes; Cappelletti and Cesa-Bianchi §10.2",
    assumptions=(_perceptron,),
    formula=lambda L, norm, X: L + (norm * X) ** 2 + norm * X * np.sqrt(L),
    quantity="M", measure=_facts,
)

perceptron_eta = Bound(
    id="T9, for any η", name="perceptron_eta",
    latex=r"L+\frac{\|u\|^2}{2\eta}+\frac{\eta X^2}2M",
    source="Italian notes, before η is chosen; for every η > 0 at once (erratum E8)",
    assumptions=(_perceptron,),
    formula=lambda M, eta, L, norm, X: L + norm * norm / (2 * eta) + eta * X * X / 2 * M,
    quantity="M", measure=_facts,
)


def _kernel_facts(run, alpha):
    """Of a `KernelRun` and f = Σ α_i K(x_i, ·) on its examples, alpha (T,):

    T, M the number of stored examples, kappa, norm = ‖f‖_K = √(αᵀKα), L = Σ [1 − y_t f(x_t)]_+.
    """
    check.kind("run", run, KernelRun)
    alpha = check.moderate("alpha", alpha, 1)
    if alpha.shape != (run.T,):
        check.fail("alpha.shape", alpha.shape, f"({run.T},), one coefficient for each example of the run")
    f = run.kernel(run.X, run.X) @ alpha if run.T else alpha
    return {"T": run.T, "M": int(run.updates.sum()), "kappa": run.kappa, "norm": float(np.sqrt(max(0.0, alpha @ f))),
            "L": float(np.maximum(0.0, 1.0 - run.y * f).sum())}


kernel_perceptron = Bound(
    id="T10", name="kernel_perceptron",
    latex=r"L(f)+\|f\|_K^2\kappa^2+\|f\|_K\kappa\sqrt{L(f)}",
    source="T9 in the feature space of K; Cappelletti and Cesa-Bianchi §12 print the algorithm only",
    assumptions=(Assumption("the learner is the kernel Perceptron, which stores an example only if y_t p_t ≤ 0 "
                            "(erratum E14)",
                            lambda run, f: not (run.updates & (run.y * run.p > 0)).any()),),
    formula=lambda L, norm, kappa: L + (norm * kappa) ** 2 + norm * kappa * np.sqrt(L),
    quantity="M", measure=_kernel_facts,
)
