"""The tightest instances of the Perceptron's bounds: T8, T9, and T10 with a kernel."""

import numpy as np

from .. import bounds, learners, losses, streams
from ..chapters.kernels import kernels
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


@instance(bounds.kernel_perceptron, 1.0, "the kernel (1 + x·x')² on 8 points whose feature vectors are orthogonal, "
          "each shown three times; f = Σ y_t K(x_t, ·)/κ² over the first pass")
def _kernel_perceptron():
    # a regular simplex with corners of ±1, the rows of a Hadamard matrix but its first column: x·x' = −1, so that K = 0
    # for two of them, without rounding, and κ² = 8² for one with itself
    two = np.array([[1.0, 1.0], [1.0, -1.0]])
    corners = np.kron(np.kron(two, two), two)[:, 1:]
    run = kernels.perceptron(kernels.polynomial(2), np.tile(corners, (3, 1)), ORTHONORMAL.y)
    alpha = np.append(run.y[:8] / run.kappa**2, np.zeros(16))
    bound = bounds.kernel_perceptron
    return Measured(float(run.updates.sum()), bound.of(run, alpha=alpha), bound.holds_for(run, alpha=alpha))
