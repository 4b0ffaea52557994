"""The tightest instances of the Perceptron's bounds: T8, T9, and T10 with a kernel."""

import math

from .. import bounds, learners, losses, streams
from ..protocol import play
from .instance import Measured, instance

ORTHONORMAL = streams.orthonormal(24, 8)


def _mistakes(bound):
    run, u = play(learners.perceptron(), losses.hinge, ORTHONORMAL), ORTHONORMAL.y[:8]
    return Measured(float(run.updates.sum()), bound.of(run, u=u), bound.holds_for(run, u=u))


for _bound in (bounds.perceptron_separable, bounds.perceptron_margin, bounds.perceptron_implicit, bounds.perceptron,
               bounds.perceptron_printed, bounds.perceptron_eta):
    instance(_bound, 1.0, "d = 8 orthonormal examples, each shown three times, any labels; u = Σ y_t x_t over the "
              "first pass" + (", η = 1" if _bound is bounds.perceptron_eta else ""))(
        lambda bound=_bound: _mistakes(bound))


@instance(bounds.kernel_perceptron, 1.0, "the kernel (x·x')² on 8 orthonormal examples, each shown three times; "
           "f = Σ y_t K(x_t, ·) over the first pass")
def _kernel_perceptron():
    y, K, stored = ORTHONORMAL.y, (ORTHONORMAL.X @ ORTHONORMAL.X.T) ** 2, []
    for t in range(len(y)):
        if y[t] * sum(y[s] * K[s, t] for s in stored) <= 0:
            stored.append(t)
    f, gram = y[:8], K[:8, :8]
    L = float(losses.hinge.value(f @ K[:8], y).sum())
    given = dict(L=L, norm=math.sqrt(f @ gram @ f), kappa=math.sqrt(K.diagonal().max()))
    bound = bounds.kernel_perceptron
    return Measured(float(len(stored)), bound.of(**given), bound.holds_for(**given))
