"""One file per explorer: Matplotlib draws the axes once, and tags what moves. A figure computes nothing."""

from importlib import import_module

from ..explorer import NAMES


def decorations(name):
    """What an explorer's figure draws besides its axes and series: panel name -> function of the Matplotlib axes."""
    if name not in NAMES:
        raise ValueError(f"name = {name!r}: expected one of {', '.join(NAMES)}")
    return import_module(f"oco_live.figures.{name}").decorations
