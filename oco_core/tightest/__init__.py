"""For each bound the tightest instance known: how large a part of it is reached where its assumptions hold.

``INSTANCES[bound.name]`` plays one: call it, and it returns what was `Measured`, beside the bound. All are
deterministic; together they take some seconds. A ratio of 1 means that an instance attains the bound, up to rounding;
one below 1 means only that no tighter instance is known. ``WITHOUT`` says why an entry of ``bounds`` has no instance.
``LEMMAS`` holds the statements that are not functions of ``bounds``: the equalities inside the proofs. ``UNMEASURED``
says of the theorems that no run can measure why.
"""

from . import (descent, games, strong_convexity, mistakes, statistical, stochastic_descent, regularisation, spam_filter,
               lemmas, kernels)  # in the order of the theorems
from .descent import square_push, worst_signs_for_lazy
from .instance import INSTANCES, LEMMAS, UNMEASURED, WITHOUT, Instance, Measured
from .spam_filter import percent_push, percent_push_regret
from .statistical import fair_coins
from .stochastic_descent import noisy_slope
from .strong_convexity import quadratics

__all__ = ["INSTANCES", "Instance", "LEMMAS", "Measured", "UNMEASURED", "WITHOUT", "fair_coins", "noisy_slope",
           "percent_push", "percent_push_regret", "quadratics", "square_push", "worst_signs_for_lazy"]
