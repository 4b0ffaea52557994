"""A line between examples gives way to their marks, and its sides have signs."""

import numpy as np
import pytest

from oco_live.exercises import run
from oco_live.exercises.exercise import get_exercise
from oco_live.explorers.sides import BESIDE, GAP, broken, sides

LINE = np.array([[-1.0, 0.0], [1.0, 0.0]])


@pytest.mark.parametrize("marks, kept", [
    ([], [(-1, 1)]), ([(0, 0.5)], [(-1, 1)]), ([(0, 0)], [(-1, -0.1), (0.1, 1)]),
    ([(0.3, 0.06), (0.38, 0)], [(-1, 0.22), (0.48, 1)]), ([(-1.05, 0), (1.2, 0)], [(-0.95, 1)]),
    ([(x, 0) for x in np.linspace(-1, 1, 21)], []),
])
def test_what_is_near_a_mark_is_left_out(marks, kept):
    found = broken(LINE, np.reshape(marks, (-1, 2)), gap=0.1)
    assert np.allclose(found[:, 0].reshape(-1, 2), np.reshape(kept, (-1, 2))) and np.allclose(found[:, 1], 0)
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    assert np.allclose(broken(LINE @ turn, np.reshape(marks, (-1, 2)) @ turn, gap=0.1), found @ turn)


def test_the_plus_is_where_the_normal_points():
    for normal in ((0, 2.0), (0, -1.0)):
        plus, minus = sides(LINE, normal)
        assert np.allclose((plus - minus)[0], np.array(normal) / np.linalg.norm(normal) * 2 * BESIDE)
        assert np.allclose((plus + minus)[0, 1], 0) and plus[0, 0] < -0.9
    assert all(len(none) == 0 for none in sides(np.empty((0, 2)), (0, 0)))


def test_a_verdict_s_line_gives_way_as_well():
    found = run.mark(get_exercise("pc-mistakes"), "examples = [(1, 0, 1), (1, 0.05, -1), (0, 1, -1)]")
    frame = found["pictures"][0]["frame"]["series"]
    points = {name: np.column_stack([curve["x"], curve["y"]]) for name, curve in frame.items()}
    line, marks = points["separator"], np.vstack([points["plus"], points["minus"]])
    assert len(line) > 2
    for a, b in zip(line[::2], line[1::2]):
        at = np.clip((marks - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)[:, None]
        assert np.linalg.norm(a + at * (b - a) - marks, axis=1).min() >= GAP * (1 - 1e-9)
    u = (points["side_plus"] - points["side_minus"])[0]
    assert (points["plus"] @ u > 0).all() and (points["minus"] @ u < 0).all()
