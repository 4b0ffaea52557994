"""Every value between a slider's ends gives a frame: finite numbers, and no bound below what it bounds.

Some frames of each explorer, the same at each run, fewer of the slow ones; ``--off-grid 10000`` tries as many, from
``--off-grid-seed``.
"""

from zlib import crc32

import numpy as np
import pytest
from support.claims import CLAIMS
from support.language import PRINTED
from support.off_grid import BOUNDS, CURVES, SHARES, faults, random_params

from oco_live import explorer as live

SLOW = {"online_to_batch": 8, "perceptron": 5, "losses": 2}  # how many frames of another one of these takes the time of


@pytest.mark.parametrize("name", live.NAMES)
def test_random_frames(name, request):
    explorer, count = live.get(name), -(-request.config.getoption("--off-grid") // SLOW.get(name, 1))
    rng = np.random.default_rng([request.config.getoption("--off-grid-seed"), crc32(name.encode())])
    found = []
    for _ in range(count):
        params = random_params(explorer, rng)
        try:
            wrong = faults(explorer, explorer.frame(**params))
        except Exception as error:
            wrong = [f"{type(error).__name__}: {error}"]
        found += [(params, wrong)] if wrong else []
    assert not found, f"{len(found)} of {count} frames of {name}, such as " + "\n".join(map(str, found[:5]))


def test_bounds_are_those_of_explorers():
    assert {*BOUNDS, *CURVES, *SHARES, *CLAIMS, *PRINTED} <= set(live.NAMES)
    assert set(BOUNDS) == set(CLAIMS) == set(PRINTED)  # a new explorer may be without all three
