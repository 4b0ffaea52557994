"""Exercises of the chapter on kernels (D20, A6, T25; E14)."""

from .gaussian import GAUSSIAN
from .line import LINE
from .perceptron import PERCEPTRON

EXERCISES = (GAUSSIAN, PERCEPTRON, LINE)
