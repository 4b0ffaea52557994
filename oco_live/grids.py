"""Slider values a person would choose: each is a short decimal, so that no label ever reads 0.03162."""

import math
from fractions import Fraction

DECADE = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
RADII = (0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4)


def decades(low, high):
    """All DECADE · 10^k from low to high, both included: decades(0.1, 1) is 0.1, 0.12, …, 0.8, 1.

    Each value is the float nearest to its short decimal: 0.3, never 0.30000000000000004. Raises ValueError if ``low``
    and ``high`` are no such values.
    """
    first, last = Fraction(str(low)), Fraction(str(high))
    powers = range(math.floor(math.log10(low)) - 1, math.floor(math.log10(high)) + 2)
    exact = [Fraction(str(digit)) * Fraction(10) ** power for power in powers for digit in DECADE]
    chosen = [value for value in exact if first <= value <= last]
    if not chosen or chosen[0] != first or chosen[-1] != last:
        raise ValueError(f"a grid of decades runs from one of {DECADE} · 10^k to another, got {low!r} to {high!r}")
    return tuple(int(value) if value.denominator == 1 else float(value) for value in chosen)
