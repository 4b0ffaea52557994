"""The pictures of the protocol explorer: the ball around the round, and a zero line under the regret."""

from .ogd import decorations as ogd

decorations = {"plane": ogd["path"], "regret": ogd["regret"]}
