"""Exercises of the chapter on gradient descent (A8, D14, T22; E4, E22)."""

from .astray import ASTRAY
from .batch import BATCH
from .steps import STEPS

EXERCISES = (BATCH, ASTRAY, STEPS)
