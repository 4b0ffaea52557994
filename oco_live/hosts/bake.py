"""The sweeps: a frame at every position of the baked sliders, for the default of each stream, one file per stream; and
the presets that are not among them, as they are.

Facts are float64, to 12 digits. Series are codes of at most 16 bits on their own range (in log10 on a log axis), so
within half a code of the frame, stored as differences between neighbouring positions and points.

A slider with a tuned value has a position more, the last: there it has that value, which is another one at every
position of the other sliders.
"""

import ast
import base64
import hashlib
import itertools
import json
import math
import os
import sys
import zlib
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..control import TUNED, as_baked
from ..explorer import get
from .fetch import caches
from .imports import needed

ROOT = Path(__file__).resolve().parents[2]
CODES = 65535
FINE = 8192  # steps in the smallest curve of a linear axis, or in a decade: a fifteenth of a pixel, more than 3 digits
COARSE = 8  # how many times smaller than the largest a curve may be before linear codes are too coarse for it
COARSEST = 1e13  # a curve smaller than the largest by more is noise; in so many decades 16 bits are 5000 steps each


def scale_of(axis, rows):
    """[low, high, kind, near, codes] of one curve at all positions: the range of what is stored, as it is ("linear"),
    of its log10 ("log"), or of what is linear within ``near`` of 0 and logarithmic beyond ("symlog"), and the number of
    steps in it, as many as the least of the curves needs.

    A linear axis whose curve is far smaller at one position than at another is coded as a "symlog" one.
    """
    kind, near = axis.scale, axis.near
    spans = [span for row in rows if (span := _span(row)) > 0]
    if kind == "linear" and spans and min(spans) < max(spans) / COARSE:
        kind, near = "symlog", max(min(spans), max(spans) / COARSEST)
    coded = [_coded(row, kind, near) for row in rows if len(row)]
    low, high = (float(min(map(np.min, coded))), float(max(map(np.max, coded)))) if coded else (0.0, 0.0)
    least = min(spans) if kind == "linear" and spans else 1
    return [low, high, kind, float(near), int(min(math.ceil(FINE * (high - low) / least) or 1, CODES))]


def _span(row):
    """How far a curve reaches; how far from 0, if it is level."""
    if not len(row):
        return 0.0
    span, size = float(np.ptp(row)), float(np.max(np.abs(row)))
    return span if span > 1e-3 * size else size


def _coded(values, kind, near):
    values = np.asarray(values, dtype=float)
    if kind == "log":
        return np.log10(values)
    return np.sign(values) * np.log10(1 + np.abs(values) / near) if kind == "symlog" else values


def codes_of(values, low, high, kind, near, codes):
    """Codes of values: the nearest of so many steps over the range."""
    return np.rint((_coded(values, kind, near) - low) / ((high - low) or 1) * codes).astype(np.int64)


def values_of(given, low, high, kind, near, codes):
    """What the view makes of ``codes_of``."""
    coded = low + (high - low) * np.asarray(given) / codes
    if kind == "log":
        return 10**coded
    return np.sign(coded) * near * (10**np.abs(coded) - 1) if kind == "symlog" else coded


def _steps(index, shape, along):
    """(row, its neighbour or None) of every row, in the order in which the positions first show them.

    index: the row of each position, in the order of the sliders' product; the neighbour is the row at the position
    before, along one slider (None: there is no neighbour).
    """
    stride = int(np.prod(shape[along + 1:])) if along is not None else 0
    first = {}
    for position, row in enumerate(index):
        first.setdefault(row, position)
    return [(row, index[p - stride] if along is not None and p // stride % shape[along] else None)
            for row, p in first.items()]


def _differences(padded, lengths, steps, order):
    """What is left of all rows when each is predicted from its neighbour: nothing, the last difference to it (order 1),
    or the last two carried on (order 2). Zigzag, 16 bits.

    padded: (rows, longest), each row going on with its last code: so does a neighbour that is shorter than its row.
    """
    which = np.array([row for row, _ in steps])
    before = np.array([-1 if near is None else near for _, near in steps])
    left = padded[which] - np.where(before[:, None] >= 0, padded[before], 0)
    for _ in range(order):
        left = np.diff(left, axis=1, prepend=0)
    left = left[np.arange(padded.shape[1]) < lengths[which, None]]
    left = (left + 2**15) % 2**16 - 2**15
    return np.where(left >= 0, 2 * left, -2 * left - 1)


def encode(table, shape):
    """Rows of codes, one for each position, as the text that is smallest once the host has compressed it.

    Neighbouring positions look alike, so what is stored is how a row differs from the one at the slider's last position
    (``along``; None: from nothing), and of that the differences of ``order`` 0 to 2. Each number is a letter for its
    length in bits, which compresses well, and its bits after the leading one, which do not compress, in base64.
    Rows that come again may be stored once, with the ``index`` of each position.
    """
    table = [np.asarray(row, np.int64) for row in table]
    seen = {}
    index = [seen.setdefault(row.tobytes(), len(seen)) for row in table]
    shared = [np.frombuffer(row, np.int64) for row in seen]
    best = None
    for rows, index in ((shared, index), (table, list(range(len(table))))):
        listed = {} if len(rows) == len(table) else {"index": index}
        lengths = np.array([len(row) for row in rows])
        padded = np.array([np.pad(row, (0, lengths.max() - len(row)), "edge" if len(row) else "constant")
                           for row in rows])
        for along, order in itertools.product((None, *range(len(shape))), range(3)):
            steps = _steps(index, shape, along)
            left = _differences(padded, lengths, steps, order)
            sizes = np.frexp(left)[1]  # bits of a whole number
            letters = (sizes + ord("A")).astype(np.uint8).tobytes()
            cost = sum(len(zlib.compress(text)) for text in (letters, json.dumps(listed).encode()))
            cost += np.maximum(sizes - 1, 0).sum() / 8
            if best is None or cost < best[0]:
                stored = lengths.tolist() if len(set(lengths.tolist())) > 1 else [int(lengths[0])]
                best = cost, left, listed | {"lengths": stored, "along": along, "order": order,
                                             "sizes": letters.decode("ascii")}
    _, left, found = best
    bits = "".join(f"{value:b}"[1:] for value in left.tolist() if value)
    bits += "0" * (-len(bits) % 8)
    packed = int("1" + bits, 2).to_bytes(len(bits) // 8 + 1, "big")[1:]
    return found | {"bits": base64.b64encode(packed).decode("ascii")}


def decode(column, shape):
    """The rows of codes that the view makes of ``encode``."""
    bits = "".join(f"{byte:08b}" for byte in base64.b64decode(column["bits"]))
    index = column.get("index", range(int(np.prod(shape))))
    lengths = column["lengths"] * (len(index) if len(column["lengths"]) == 1 else 1)
    letters, read, rows = iter(column["sizes"]), 0, {}
    for which, before in _steps(index, shape, column["along"]):
        near = rows[before] if before is not None else []
        row, last, last_but_one = [], 0, 0
        for i in range(lengths[which]):
            size = ord(next(letters)) - ord("A")
            value = int("1" + bits[read:read + size - 1], 2) if size else 0
            read += max(size - 1, 0)
            difference = value // 2 if value % 2 == 0 else -(value + 1) // 2
            difference += (0, last, 2 * last - last_but_one)[column["order"]]
            last, last_but_one = difference, last
            row.append((difference + (near[min(i, len(near) - 1)] if len(near) else 0)) % 2**16)
        rows[which] = np.array(row, np.int64)
    return [rows[which] for which in index]


def _column(items):
    """Equal items stored once: {"values": [...]} if each position has its own or all the same one, else with the index
    of each position."""
    seen = {}
    index = [seen.setdefault(json.dumps(item, sort_keys=True), len(seen)) for item in items]
    values = [json.loads(text) for text in seen]
    return {"values": values} if len(values) in (1, len(items)) else {"values": values, "index": index}


def others(explorer, stream):
    """The frames of this stream's presets that its sweep does not hold, since another control has to move."""
    defaults, moves = explorer.defaults(stream), {c.name for c in explorer.controls if c.baked}
    presets = [state for state in map(explorer.preset, explorer.presets) if state["stream"] == stream]
    return [explorer.frame(**state).as_dict() for state in presets
            if any(state[name] != value for name, value in defaults.items() if name not in moves)]


def sweep(name, stream):
    """All frames of one stream, as the data that the view's sweep.js reads."""
    explorer = get(name)
    axes = [c for c in explorer.controls if c.baked]
    fixed = {k: v for k, v in explorer.defaults(stream).items() if k not in {c.name for c in axes}}
    usual = explorer.frame(stream=stream).facts
    tuned = {c.name for c in axes if c.tuned in usual}
    # For every value of the later axes all of the first: what the explorer caches by them is used while it is warm.
    offered = [c.values_for(stream) or c.values for c in axes]  # any value will do where it has no meaning
    places = [[*values, *([TUNED] if c.name in tuned else [])] for c, values in zip(axes, offered)]
    shape = [len(values) for values in places]
    positions = list(itertools.product(*places))
    order = sorted(range(len(positions)), key=lambda i: [places[k].index(v) for k, v in enumerate(positions[i])][::-1])
    frames = [None] * len(positions)
    for i in order:
        frames[i] = explorer.frame(**fixed, **dict(zip((c.name for c in axes), positions[i]))).as_dict()

    def coded(series, axis):
        rows = [f["series"][series.name][axis] for f in frames]
        scale = scale_of(getattr(explorer.panel(series.panel), axis), rows)
        return encode([codes_of(row, *scale) for row in rows], shape) | {"range": scale}

    return {
        "explorer": name, "stream": stream, "params": fixed,
        "others": others(explorer, stream),
        "axes": [[c.name, list(values), *([c.tuned] if c.name in tuned else [])] for c, values in zip(axes, offered)],
        "facts": {fact: _column([as_baked(f["facts"][fact]) for f in frames]) for fact in frames[0]["facts"]},
        **{key: _column([f[key] for f in frames]) for key in ("headline", "sentence", "texts", "status")},
        "series": {s.name: {axis: coded(s, axis) for axis in "xy"} for s in explorer.series},
    }


def _sources(name):
    """The files that an explorer's sweeps are made from: its module and what that imports, the data, and this one.
    How a series looks is in none of them."""
    data = [path for path in (ROOT / "oco_core" / "data").iterdir() if path.is_file() and path.suffix != ".md"]
    explorers = ROOT / "oco_live" / "explorers"
    module = next(path for path in (explorers / f"{name}.py", explorers / name / "__init__.py") if path.is_file())
    modules = needed([module], ROOT) - {ROOT / "oco_live" / "style.py"}
    return sorted([*modules, *data, Path(__file__)])


def _computing(node):
    """A piece of a syntax tree as text: what computes, and nothing else.

    No places and no comments; no statement that is a constant (a docstring); no empty field, since which of these there
    are differs from Python to Python.
    """
    if isinstance(node, list):
        said = [item for item in node if not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant))]
        return f"[{', '.join(map(_computing, said))}]" if said else ""
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = ((name, _computing(value)) for name, value in ast.iter_fields(node) if value is not None)
    return f"{type(node).__name__}({', '.join(f'{name}={text}' for name, text in fields if text)})"


@lru_cache
def _program(text):
    """What computes in a module."""
    return _computing(ast.parse(text)).encode()


@lru_cache
def _fingerprint(name):
    """A hash of everything that an explorer's sweeps are made from."""
    digest = hashlib.sha256(f"{np.__version__} {sys.version_info[:2]}".encode())
    for source in _sources(name):
        data = source.read_bytes()
        digest.update(source.name.encode() + (_program(data) if source.suffix == ".py" else data))
    return digest.hexdigest()[:12]


def files(name):
    """Stream -> name of its sweep's file, relative to the folder of assets."""
    return {stream: f"{name}/{stream}-{_fingerprint(name)}.js" for stream in get(name).control("stream").values}


def _baked(name, stream, path):
    """The sweep's script, from the cache if nothing it is made from has changed."""
    kept = caches("sweeps")[0] / path
    if not kept.exists():
        data = json.dumps(sweep(name, stream), allow_nan=False, separators=(",", ":"), ensure_ascii=False)
        text = f"ocoSweep({data});\n"
        kept.parent.mkdir(parents=True, exist_ok=True)
        partial = kept.with_suffix(f".{os.getpid()}")
        partial.write_text(text, encoding="utf-8")
        partial.replace(kept)
    return kept.read_bytes()


def install(target, names):
    """Write the sweeps of these explorers below ``target``, in parallel; other sweeps found there are removed."""
    jobs = [(name, stream, path) for name in names for stream, path in files(name).items()]
    with ProcessPoolExecutor() as pool:
        contents = list(pool.map(_baked, *zip(*jobs)))
    for name in names:
        folder = Path(target) / name
        folder.mkdir(parents=True, exist_ok=True)
        for stale in folder.glob("*.js"):
            stale.unlink()
    for (_, _, path), data in zip(jobs, contents):
        (Path(target) / path).write_bytes(data)
