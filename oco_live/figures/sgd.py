"""The pictures of the SGD explorer: the ball around the paths."""

from .ogd import decorations as ogd

decorations = {"plane": ogd["path"]}
