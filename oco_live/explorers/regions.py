"""Where a function of the plane is positive, in the kinds of series that the view has: hatching and an edge, both
segments."""

import numpy as np

GRID = np.linspace(-1.05, 1.05, 25)
HALVINGS = 8  # of a grid cell, until the edge is known


def _crossings(f, inside, outside):
    """Points on the way from f > 0 to f ≤ 0, by halving."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        positive = (f(middle) > 0)[:, None]
        inside, outside = np.where(positive, middle, inside), np.where(positive, outside, middle)
    return (inside + outside) / 2


def region(f):
    """f takes points (k, 2) to values (k,). Two arrays (2n, 2) of points, of which each two are joined: the parts of
    the grid's rows on which f > 0, and the edge of that set inside the grid, by marching squares."""
    n = len(GRID)
    nodes = np.stack(np.meshgrid(GRID, GRID), axis=2)  # nodes[i, j] = (x_j, y_i)
    positive = f(nodes.reshape(-1, 2)).reshape(n, n) > 0
    at = {}  # (row, column, along) of an edge of the grid -> the point where f changes its sign
    for along, (a, b) in enumerate((((slice(None), slice(-1)), (slice(None), slice(1, None))),
                                    ((slice(-1), slice(None)), (slice(1, None), slice(None))))):
        rows, columns = np.nonzero(positive[a] != positive[b])
        start, end, up = nodes[a][rows, columns], nodes[b][rows, columns], positive[a][rows, columns][:, None]
        points = _crossings(f, np.where(up, start, end), np.where(up, end, start)) if len(rows) else start
        at |= {(i, j, along): point for i, j, point in zip(rows.tolist(), columns.tolist(), points)}

    hatching = []
    for i in range(n):
        ends = [at[i, j, 0] for j in range(n - 1) if (i, j, 0) in at]
        ends = [nodes[i, 0]] * bool(positive[i, 0]) + ends + [nodes[i, -1]] * bool(positive[i, -1])
        hatching += ends

    edge = []
    for i, j in sorted({(i - di, j - dj) for i, j, along in at for di, dj in ((0, 0), (1, 0) if along == 0 else (0, 1))
                        if 0 <= i - di < n - 1 and 0 <= j - dj < n - 1}):
        low, right, high, left = (at.get(key) for key in ((i, j, 0), (i, j + 1, 1), (i + 1, j, 0), (i, j, 1)))
        met = [point for point in (low, right, high, left) if point is not None]
        if len(met) == 4:  # a saddle: the centre says which corners belong together
            centre = f((nodes[i, j] + nodes[i + 1, j + 1])[None] / 2)[0] > 0
            met = [low, right, high, left] if centre == positive[i, j] else [left, low, right, high]
        edge += met
    return np.array(hatching).reshape(-1, 2), np.array(edge).reshape(-1, 2)
