"""Questions that a reader answers before the explorer does: predict, commit, see, and say why.

One file per chapter, named like it, with a tuple ``QUESTIONS``. `NAMES`: question -> chapter, in the order of the book.
"""

NAMES = {
    "ogd-small-step": "online_gradient_descent",
    "ogd-double-U": "online_gradient_descent",
    "ogd-negative-regret": "online_gradient_descent",
}
