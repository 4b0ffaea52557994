"""Exercises that the reader answers in Python and that are marked by properties, with `oco_core` as the reference.

One file or folder per chapter, named like it, with a tuple ``EXERCISES``. `NAMES`: exercise -> chapter, in the order of
the book.
"""

NAMES = {
    "protocol-risk": "sequential_protocol",
    "protocol-regret": "sequential_protocol",
    "protocol-negative": "sequential_protocol",
    "ogd-step": "online_gradient_descent",
    "ogd-subgradient": "online_gradient_descent",
    "ogd-signs": "online_gradient_descent",
    "ogd-tuned": "online_gradient_descent",
    "pc-update": "hinge_and_perceptron",
    "pc-mistakes": "hinge_and_perceptron",
    "pc-comparator": "hinge_and_perceptron",
    "sc-step": "strong_convexity",
    "sc-logarithm": "strong_convexity",
    "sc-rounds": "strong_convexity",
    "otb-average": "online_to_batch",
    "otb-last": "online_to_batch",
    "otb-examples": "online_to_batch",
    "gd-batch": "gradient_descent",
    "gd-astray": "gradient_descent",
    "gd-steps": "gradient_descent",
    "reg-step": "regularisation",
    "reg-lambda": "regularisation",
    "reg-unlucky": "regularisation",
    "spam-gradient": "spam_filter",
    "spam-blind": "spam_filter",
    "spam-step": "spam_filter",
    "lower-adversary": "lower_bounds",
    "lower-minimax": "lower_bounds",
    "kernel-gaussian": "kernels",
    "kernel-perceptron": "kernels",
    "kernel-line": "kernels",
}
