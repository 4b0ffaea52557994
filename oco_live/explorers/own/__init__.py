"""A reader's own code in an explorer: its curve beside the built-in one, and the bound that it is granted.

A `Place` per explorer says what the reader writes and what comes of it, in the file of that explorer's name. Who runs
the reader's text is the host's business (hosts/own.py, hosts/own_text.py); here it is a function already.
"""

from . import adversary, losses, ogd, perceptron, protocol, strong_convexity
from .place import Place, statuses

__all__ = ["PLACES", "Place", "statuses"]

PLACES = {"ogd": ogd.PLACE, "losses": losses.PLACE, "protocol": protocol.PLACE,
          "strong_convexity": strong_convexity.PLACE, "perceptron": perceptron.PLACE, "adversary": adversary.PLACE}
