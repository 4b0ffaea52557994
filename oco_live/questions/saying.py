"""How the questions put a frame's numbers: in the colour of what was measured, or of a bound."""

from ..phrasing import text_of as n


def measured(value, digits=3):
    return f"[{n(value, digits)}](measured)"


def bound(value):
    return f"[{n(value)}](bound)"


def falls(values):
    """Whether each value is below the one before."""
    return all(after < before for before, after in zip(values, values[1:]))
