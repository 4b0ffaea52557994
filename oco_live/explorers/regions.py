"""Where a function of the plane is positive, in the kinds of series that the view has: hatching and an edge, both
segments."""

import numpy as np

GRID = np.linspace(-1.05, 1.05, 25)
HALVINGS = 8  # of a grid cell, until the edge is known
BENT = 0.003  # half a pixel of a large picture: a stroke of the edge that leaves it farther aside becomes two


def _crossings(f, inside, outside):
    """Points on the way from f > 0 to f ≤ 0, by halving."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        positive = (f(middle) > 0)[:, None]
        inside, outside = np.where(positive, middle, inside), np.where(positive, outside, middle)
    return (inside + outside) / 2


def _changes(f, nodes, positive, down, right):
    """{(row, column): point} where f changes its sign between that node of the grid and the one so many rows and
    columns on."""
    n = len(GRID)
    a, b = (slice(0, n - down), slice(0, n - right)), (slice(down, n), slice(right, n))
    rows, columns = np.nonzero(positive[a] != positive[b])
    start, end, up = nodes[a][rows, columns], nodes[b][rows, columns], positive[a][rows, columns][:, None]
    points = _crossings(f, np.where(up, start, end), np.where(up, end, start)) if len(rows) else start
    return dict(zip(zip(rows.tolist(), columns.tolist()), points))


def _hatching(f, nodes, positive):
    """The parts of each other diagonal of the grid on which f > 0: level strokes would look like minus signs."""
    n = len(GRID)
    at = _changes(f, nodes, positive, 1, 1)
    strokes = []
    for k in range(3 - n, n - 1, 2):  # a corner by itself is no stroke
        cells = [(i, i + k) for i in range(max(0, -k), min(n, n - k))]
        strokes += [nodes[cells[0]]] * bool(positive[cells[0]])
        strokes += [at[cell] for cell in cells if cell in at]
        strokes += [nodes[cells[-1]]] * bool(positive[cells[-1]])
    return np.array(strokes).reshape(-1, 2)


def _edge(f, nodes, positive):
    """The edge of the set, by marching squares."""
    n = len(GRID)
    level, upright = _changes(f, nodes, positive, 0, 1), _changes(f, nodes, positive, 1, 0)
    cells = {(i - d, j) for i, j in level for d in (0, 1)} | {(i, j - d) for i, j in upright for d in (0, 1)}
    edge = []
    for i, j in sorted((i, j) for i, j in cells if 0 <= i < n - 1 and 0 <= j < n - 1):
        low, right, high, left = level.get((i, j)), upright.get((i, j + 1)), level.get((i + 1, j)), upright.get((i, j))
        met = [point for point in (low, right, high, left) if point is not None]
        if len(met) == 4:  # a saddle: the centre says which corners belong together
            centre = f((nodes[i, j] + nodes[i + 1, j + 1])[None] / 2)[0] > 0
            met = [low, right, high, left] if centre == positive[i, j] else [left, low, right, high]
        edge += met
    return np.array(edge).reshape(-1, 2)


def _bent(f, edge):
    """The edge with a stroke in two where its middle is beside the edge, within half its length."""
    if not len(edge):
        return edge
    start, end = edge[::2], edge[1::2]
    middle, half = (start + end) / 2, (end - start) / 2
    aside = np.column_stack([-half[:, 1], half[:, 0]])
    up, down = f(middle + aside) > 0, f(middle - aside) > 0
    aside = np.where(up[:, None], aside, -aside)
    knee = _crossings(f, middle + aside, middle - aside)
    bent = (up != down) & (np.linalg.norm(knee - middle, axis=1) > BENT)
    strokes = [[a, c, c, b] if two else [a, b] for a, b, c, two in zip(start, end, knee, bent)]
    return np.array([point for stroke in strokes for point in stroke])


def region(f, fine=True):
    """f takes points (k, 2) to values (k,). Two arrays (2n, 2) of points, of which each two are joined: the parts of
    the grid's diagonals on which f > 0, and the edge of that set inside the grid, bent within a cell if fine."""
    nodes = np.stack(np.meshgrid(GRID, GRID), axis=2)  # nodes[i, j] = (x_j, y_i)
    positive = f(nodes.reshape(-1, 2)).reshape(len(GRID), len(GRID)) > 0
    edge = _edge(f, nodes, positive)
    return _hatching(f, nodes, positive), _bent(f, edge) if fine else edge
