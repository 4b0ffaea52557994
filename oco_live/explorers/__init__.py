"""One file per explorer: its controls, its panels and its frame. NumPy only: they run in the browser.

A file here that says ``explorer = Explorer(…)`` is one, and needs to be named nowhere else.
"""

import os


def _declares(path):
    with open(path, encoding="utf-8") as file:
        return any(line.startswith("explorer = Explorer(") for line in file)


_HERE = os.path.dirname(__file__)
NAMES = tuple(name.removesuffix(".py") for name in sorted(os.listdir(_HERE))
              if name.endswith(".py") and _declares(os.path.join(_HERE, name)))
