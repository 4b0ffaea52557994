"""A run by the engine's plain loop, also where `play` would take a faster way."""

import pytest

from oco_core import play
from oco_core.engine import blocks


def plain(learner, loss, X, y):
    """``play``, told that the blocks can play nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "can", lambda *_: False)
        return play(learner, loss, X, y)
