"""What a `Bound` is: a theorem's formula, its assumptions, and how to read its parameters off a run."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..engine import check, rounding
from ..losses import gradient_bound
from ..protocol import Run

__all__ = ["Assumption", "Bound", "Verdict", "ball_facts", "close", "gradients", "single"]


@dataclass(frozen=True)
class Assumption:
    """``text`` says what is assumed; ``test(run, facts)`` checks it, with the facts of the bound that assumes it.

    test is None where no run can tell, such as "the examples are independent".
    """

    text: str
    test: Callable | None = None


@dataclass(frozen=True)
class Verdict:
    """True if no assumption fails; ``failed``: the texts of those that do, ``unchecked``: of those no run can tell."""

    failed: tuple
    unchecked: tuple = ()

    def __bool__(self):
        return not self.failed


def single(run):
    """A single run, or a ValueError."""
    if check.kind("run", run, Run).n_runs is not None:
        check.fail("run", f"{run.n_runs} runs at once", "a single run")
    return run


def largest_example(run):
    """X = max ‖x_t‖, 0 for T = 0."""
    return float(rounding.lengths(run.X).max(initial=0.0))


def gradients(run):
    """g_1 .. g_T of a single run, (T, d)."""
    if not single(run).loss.l2:
        return run.slopes[:, None] * run.X
    if run.w is None:
        check.fail("run", "a run played with record='losses'", "one that kept w, because its gradients need l2·w_t")
    return run.slopes[:, None] * run.X + run.loss.l2 * run.w[:-1]


def ball_facts(run, U=None, G=None):
    """T, eta, U, G, X, D of a single run: U defaults to the learner's ball, G to the uniform bound in that ball."""
    learner = single(run).learner
    U = learner.U if U is None else check.radius("U", U)
    if U is None:
        check.fail("U", U, "a radius, because the learner has none")
    G = gradient_bound(run.loss, run.X, run.y, U) if G is None else check.nonnegative("G", G)
    return {"T": run.T, "eta": learner.eta, "U": U, "G": G, "X": largest_example(run), "D": 2 * U}


@dataclass(frozen=True)
class Bound:
    """A theorem's bound: call it with its parameters (numbers, or arrays that broadcast).

    id           the catalogue's id; ``source`` where the notes have it.
    latex        the formula; ``quantity`` what it bounds, in LaTeX.
    assumptions  a tuple of `Assumption`.
    formula      the function behind the call.
    upper        True: quantity ≤ bound.  False: quantity ≥ bound (a lower bound).
    measure      (run, what is given) -> facts: the parameters, and what the assumptions ask about, of a run.
    """

    id: str
    name: str
    latex: str
    source: str
    assumptions: tuple
    formula: Callable
    upper: bool = True
    quantity: str = "R_T"
    measure: Callable = ball_facts

    @property
    def parameters(self):
        """Names of the arguments, in the order of a call."""
        return tuple(inspect.signature(self.formula).parameters)

    def __call__(self, *args, **kwargs):
        given = inspect.signature(self.formula).bind(*args, **kwargs).arguments
        values = [_parameter(name, given[name]) for name in self.parameters]
        try:
            np.broadcast_shapes(*map(np.shape, values))
        except ValueError:
            shapes = ", ".join(map(str, map(np.shape, values)))
            check.fail(", ".join(self.parameters), f"arrays of shapes {shapes}", "numbers, or arrays that broadcast")
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            value = self.formula(*values)
        if not np.isfinite(value).all():
            check.fail(f"bounds.{self.name}", value, "parameters for which the bound is a finite number")
        return float(value) if np.ndim(value) == 0 else value

    def facts(self, run=None, *given, **named):
        """What ``measure`` reads off a single run, completed by what is given: U and G, a comparator u, δ, ..."""
        return self.measure(run, *given, **named)

    def holds_for(self, run=None, *given, **named):
        """A `Verdict`: do the assumptions hold on this run, with what is given as in ``facts``?"""
        facts = self.facts(run, *given, **named)
        with np.errstate(over="ignore", invalid="ignore"):  # what leaves the float range does not hold
            return Verdict(tuple(a.text for a in self.assumptions if a.test and not a.test(run, facts)),
                           tuple(a.text for a in self.assumptions if not a.test))

    def of(self, run=None, *given, **named):
        """The bound's value with the facts of a run, whether or not the assumptions hold."""
        facts = self.facts(run, *given, **named)
        return self(*(facts[name] for name in self.parameters))


_CHECKS = {**dict.fromkeys(("c", "eta", "sigma", "gamma", "lam", "m", "last"), check.positive), "U": check.radius,
           "delta": check.confidence, "mean_risk": check.real}


def _parameter(name, value):
    """A float64, or an array, of the parameter's range. (Powers of a Python float would raise OverflowError.)

    c, eta, sigma, gamma, lam, m, last > 0, U a radius, 0 < delta ≤ 1, mean_risk any number, all others ≥ 0.
    """
    one = _CHECKS.get(name, check.nonnegative)
    ndim = check.dimensions(name, value)
    if not ndim:
        return np.float64(one(name, value))
    value = check.array(name, value, ndim)
    if value.size:
        one(name, value.min())
        one(name, value.max())
    return value


def close(a, b):
    """Equal up to rounding."""
    return abs(a - b) <= 1e-9 * abs(b) < np.inf
