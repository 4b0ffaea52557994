"""Gradient descent: one fixed function, the mean loss over a training set."""
