"""Hinge loss and Perceptron: the u for which the mistake bounds are least."""
