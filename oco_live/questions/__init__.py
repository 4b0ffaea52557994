"""Questions that a reader answers before the explorer does: predict, commit, see, and say why.

One file per chapter, named like it, with a tuple ``QUESTIONS``. `NAMES`: question -> chapter, in the order of the book.
"""

NAMES = {
    "ogd-small-step": "online_gradient_descent",
    "ogd-double-U": "online_gradient_descent",
    "ogd-negative-regret": "online_gradient_descent",
    "ogd-proof-line": "online_gradient_descent",
    "ogd-proof-tenth": "online_gradient_descent",
    "sc-tenth-sigma": "strong_convexity",
    "sc-who-is-ahead": "strong_convexity",
    "sc-printed-bound": "strong_convexity",
    "sc-quartic-steps": "strong_convexity",
    "otb-how-many-exceed": "online_to_batch",
    "otb-smaller-delta": "online_to_batch",
    "otb-more-examples": "online_to_batch",
    "otb-last-or-average": "online_to_batch",
    "reg-regret-in-units": "regularisation",
    "reg-who-pays-more": "regularisation",
    "reg-one-coin-turned": "regularisation",
    "reg-best-lambda": "regularisation",
    "reg-one-training-set": "regularisation",
    "lb-worst-signs": "lower_bounds",
    "lb-mean-of-games": "lower_bounds",
    "lb-nothing-to-choose": "lower_bounds",
}
