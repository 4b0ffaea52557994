"""One file per explorer: its controls, its panels and its frame. NumPy only: they run in the browser."""

NAMES = (
    "ogd",
    "protocol",
    "ogd_proof",
    "strong_convexity",
    "losses",
    "perceptron",
    "online_to_batch",
    "sgd",
    "regularisation",
    "kernels",
    "adversary",
    "spam",
)
