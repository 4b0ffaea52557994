"""The equalities behind kernels and margins, T25, T27 and T28; and T17 and T26, which no run can measure."""

import numpy as np

from .. import streams
from ..chapters.hinge_and_perceptron import mistakes
from ..chapters.kernels import kernels, svm
from .instance import UNMEASURED, Measured, lemma

XOR = streams.xor(40)
FEATURES = kernels.polynomial_features(XOR.X, 2)


def _largest(rows):
    """The SVM on some of the examples, through the kernel."""
    X, y = XOR.X[rows], XOR.y[rows]
    return svm.hard_margin(kernels.polynomial(2)(X, X), y)


@lemma("T25", "40 points of the plane, degree 2: the sum of all φ(x)·φ(x') against that of the kernel (1 + x·x')²")
def _polynomial_features():
    phi = FEATURES.sum(axis=0)
    return Measured(float(phi @ phi), float(kernels.polynomial(2)(XOR.X, XOR.X).sum()))


@lemma("T27", "40 points of XOR, degree 2: the largest margin of a unit vector, found among the features, against "
       "1/‖w*‖ of the SVM, found through the kernel")
def _largest_margin():
    return Measured(mistakes.margin(FEATURES, XOR.y).value, _largest(np.arange(40)).upper)


@lemma("T28", "the same points: ‖w*‖ of the support vectors alone against ‖w*‖ of all 40")
def _support_vectors():
    found = _largest(np.arange(40))
    return Measured(1 / _largest(found.support).upper, 1 / found.value)


UNMEASURED |= {
    "T17": "NP-hardness is about all algorithms and all instances at once. `disagreement` runs its reduction on small "
           "graphs, and finds the optimum by trying all sets",
    "T26": "that sums of kernels come near every continuous function is about infinitely many functions. What runs is "
           "its expansion, cut after n terms, with the bound on the rest",
}
