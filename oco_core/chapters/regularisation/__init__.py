"""Regularised loss minimisation: its minimiser, and how far one example moves it."""
