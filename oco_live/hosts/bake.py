"""The sweeps: a frame at every position of the baked sliders, for the default of each stream, one file per stream.

Facts are float64 as computed. Series are 16-bit codes on the range of their panel's axis (in log10 on a log axis), so
within half a code of the frame. What many positions share (the ball's u*, the curve over η) is stored once.
"""

import ast
import base64
import hashlib
import itertools
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..explorer import get

ROOT = Path(__file__).resolve().parents[2]
CODES = 65535


def axis_range(panel, name):
    """[low, high, scale] of the codes: the widest picture, in log10 if the axis is logarithmic."""
    axis = getattr(panel, name)
    zoom = min(panel.zooms) if name == "y" else 1
    low, high = (limit / zoom for limit in axis.limits)
    return [float(np.log10(low)), float(np.log10(high)), "log"] if axis.scale == "log" else [low, high, "linear"]


def encode(values, low, high, scale):
    """Values as base64 of 16-bit differences between codes, modulo 2^16, low byte first."""
    values = np.log10(values) if scale == "log" else np.asarray(values)
    codes = np.rint((values - low) / (high - low) * CODES).astype(np.int64)
    return base64.b64encode(np.diff(codes, prepend=0).astype("<u2").tobytes()).decode("ascii")


def decode(text, low, high, scale):
    """The values that the view makes of ``encode``."""
    codes = np.cumsum(np.frombuffer(base64.b64decode(text), "<u2").astype(np.int64)) % (CODES + 1)
    values = low + (high - low) * codes / CODES
    return 10**values if scale == "log" else values


def _column(items):
    """Equal items stored once: {"values": [...]} alone if there is only one, else with the index of each position."""
    seen = {}
    index = [seen.setdefault(json.dumps(item, sort_keys=True), len(seen)) for item in items]
    values = [json.loads(text) for text in seen]
    return {"values": values} if len(values) == 1 else {"values": values, "index": index}


def sweep(name, stream):
    """All frames of one stream, as the data that the view's sweep.js reads."""
    explorer = get(name)
    axes = [c for c in explorer.controls if c.baked]
    fixed = {k: v for k, v in explorer.defaults(stream).items() if k not in {c.name for c in axes}}
    # For every value of the later axes all of the first: what the explorer caches by them is used while it is warm.
    positions = list(itertools.product(*(c.values for c in axes)))
    order = sorted(range(len(positions)), key=lambda i: positions[i][::-1])
    frames = [None] * len(positions)
    for i in order:
        frames[i] = explorer.frame(**fixed, **dict(zip((c.name for c in axes), positions[i]))).as_dict()

    def coded(series, axis):
        panel = explorer.panel(series.panel)
        scale = axis_range(panel, axis)
        return _column([encode(f["series"][series.name][axis], *scale) for f in frames]) | {"range": scale}

    return {
        "explorer": name, "stream": stream, "params": fixed,
        "axes": [[c.name, list(c.values)] for c in axes],
        "facts": {fact: _column([f["facts"][fact] for f in frames]) for fact in frames[0]["facts"]},
        **{key: _column([f[key] for f in frames]) for key in ("sentence", "texts", "status")},
        "series": {s.name: {axis: coded(s, axis) for axis in "xy"} for s in explorer.series},
    }


def _offered(package):
    """Name -> the module that a package's ``__init__`` takes it from."""
    lines = ast.walk(ast.parse((package / "__init__.py").read_text("utf-8")))
    return {alias.name: package / f"{line.module}.py" for line in lines
            if isinstance(line, ast.ImportFrom) and line.level == 1 and line.module for alias in line.names}


def _modules(tree, path):
    """The files of this repository that ``path`` takes something from.

    A name that is a module counts as that module, and not as its package, whose ``__init__`` imports everything; of a
    package that is imported whole, those modules count that define what is asked of it, as in ``bounds.ogd``.
    """
    for node in (n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)):
        base = (path.parents[node.level - 1] if node.level else ROOT).joinpath(*(node.module or "").split("."))
        if base.with_suffix(".py").is_file():
            yield base.with_suffix(".py")
        if not (base / "__init__.py").is_file():
            continue
        for name in (alias.name for alias in node.names):
            if (base / f"{name}.py").is_file():
                yield base / f"{name}.py"
            elif (base / name / "__init__.py").is_file():
                asked = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and getattr(n.value, "id", "") == name}
                offered = _offered(base / name)
                yield from map(offered.get, asked) if asked <= set(offered) else (base / name).glob("*.py")
            elif name in _offered(base):
                yield _offered(base)[name]


def _imports(path):
    """A module and what it computes with: all modules of this repository that it needs, directly or not."""
    found, waiting = set(), [path]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _modules(ast.parse(path.read_text("utf-8")), path)
    return found


def _sources(name):
    """The files that an explorer's sweeps are made from: its module and what that imports, the data, and this one."""
    data = [path for path in (ROOT / "oco_core" / "data").iterdir() if path.is_file()]
    return sorted([*_imports(ROOT / "oco_live" / "explorers" / f"{name}.py"), *data, Path(__file__)])


@lru_cache
def _fingerprint(name):
    """A hash of everything that an explorer's sweeps are made from."""
    digest = hashlib.sha256(np.__version__.encode())
    for source in _sources(name):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:12]


def files(name):
    """Stream -> name of its sweep's file, relative to the folder of assets."""
    return {stream: f"{name}/{stream}-{_fingerprint(name)}.js" for stream in get(name).control("stream").values}


def _baked(name, stream, path):
    """The sweep's script, from the cache if nothing it is made from has changed."""
    kept = Path(os.environ.get("OCO_CACHE", ROOT / ".cache")) / "sweeps" / path
    if not kept.exists():
        text = f"ocoSweep({json.dumps(sweep(name, stream), allow_nan=False, separators=(',', ':'), ensure_ascii=False)});\n"
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
