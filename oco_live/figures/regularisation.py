"""The pictures of the regularisation explorer: a zero line under the regret."""

from .strong_convexity import decorations as strong_convexity

decorations = {"regret": strong_convexity["regret"]}
