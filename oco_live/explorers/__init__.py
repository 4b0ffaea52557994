"""One file per explorer, or one folder: its controls, its panels and its frame. NumPy only: they run in the browser.

What says ``explorer = Explorer(…)``, a file here or the ``__init__.py`` of a folder, is one, and needs to be named
nowhere else. Each makes its frame in the same four steps, so that every thing is found at the same place:

    measure  numbers from `oco_core`, kept as ``m``
    curves   m -> the series of the pictures
    facts    m -> the numbers that are told, ``f``
    words    m and f -> the sentence and the live texts, through `oco_live.phrasing`

In a folder they are files. Where an early frame comes first, ``measure_run``, ``run_curves``, ``run_facts`` and
``run_words`` make it, and the four make the rest.
"""

import os

_HERE = os.path.dirname(__file__)


def _module(entry):
    """The file that would declare an explorer: the entry itself, or the face of a folder."""
    return os.path.join(_HERE, entry) if entry.endswith(".py") else os.path.join(_HERE, entry, "__init__.py")


def _declares(path):
    if not os.path.isfile(path):
        return False
    with open(path, encoding="utf-8") as file:
        return any(line.startswith("explorer = Explorer(") for line in file)


NAMES = tuple(sorted(entry.removesuffix(".py") for entry in os.listdir(_HERE) if _declares(_module(entry))))
