"""A line between examples of two labels: it gives way to the marks that stand on it, and says which side is which."""

import numpy as np

GAP = 0.06  # in units of the plane: a mark with a ring around it fits in
BESIDE = 0.07  # a sign from its line
FROM_THE_END = 0.03  # a sign from the end of its line


def broken(ends, marks, gap=GAP):
    """Segments (2n, 2) without what is nearer than ``gap`` to one of the marks (k, 2): a bar across a minus would make
    a plus of it."""
    kept = []
    for start, end in zip(ends[::2], ends[1::2]):
        length = float(np.linalg.norm(end - start))
        way = (end - start) / length
        along, across = (marks - start) @ way, (marks - start) @ [-way[1], way[0]]
        near = abs(across) < gap
        half = np.sqrt(gap**2 - across[near] ** 2)
        at = 0.0
        for left, right in sorted(zip(np.clip(along[near] - half, 0, length), np.clip(along[near] + half, 0, length))):
            if left > at:
                kept += [start + at * way, start + left * way]
            at = max(at, right)
        if at < length:
            kept += [start + at * way, end]
    return np.array(kept).reshape(-1, 2)


def sides(ends, normal):
    """Where "+" and "−" stand beside the left end of the line (2, 2), the + where ``normal`` points: two arrays
    (1, 2), or (0, 2) where there is no line."""
    if not len(ends):
        return np.empty((0, 2)), np.empty((0, 2))
    last, first = sorted(ends.tolist())[::-1]
    at = np.array(first) + FROM_THE_END * (np.array(last) - first) / np.linalg.norm(np.subtract(last, first))
    beside = BESIDE * np.asarray(normal) / np.linalg.norm(normal)
    return (at + beside)[None], (at - beside)[None]
