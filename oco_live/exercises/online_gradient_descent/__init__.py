"""Exercises of the chapter on online gradient descent (A1, T1, T3, T4, T20, T23)."""

from .signs import SIGNS
from .step import STEP
from .subgradient import SUBGRADIENT
from .tuned import TUNED

EXERCISES = (STEP, SUBGRADIENT, SIGNS, TUNED)
