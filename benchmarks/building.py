"""How long the book takes to build, cold and with its sweeps kept, and each notebook under nbval."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness import ROOT, Table, main, number

from oco_live.explorer import NAMES, get
from oco_live.hosts import bake


def run(command, **environment):
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=os.environ | {"OPENBLAS_NUM_THREADS": "1"} | environment,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return time.perf_counter() - start, done.stdout


def building():
    """A build with nothing kept but the files of Python for the browser, and again."""
    table = Table("building", "Building the book: seconds", ("", "seconds"))
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        kept = ROOT / ".cache"
        shutil.copytree(kept, cache, ignore=shutil.ignore_patterns("sweeps", "matplotlib")) if kept.exists() else None
        for label in ("cold: every sweep is made", "again: sweeps kept"):
            spent, _ = run(["tools/build.py", "--output", f"{folder}/book"], OCO_CACHE=str(cache))
            table.rows.append((label, number(spent)))
    for name in NAMES:
        start = time.perf_counter()
        for stream in get(name).control("stream").values:
            bake.sweep(name, stream)
        table.rows.append((f"sweeps of {name}, in one process", number(time.perf_counter() - start)))
    return table


def notebooks():
    """nbval, one notebook after the other."""
    table = Table("nbval", "Running the notebooks under nbval: seconds", ("notebook", "seconds", "cells"))
    total = 0.0
    for file in (ROOT / "index.ipynb", *sorted((ROOT / "chapters").glob("*.ipynb"))):
        spent, out = run(["-m", "pytest", "-q", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider", str(file)])
        total += spent
        cells = re.search(r"(\d+) passed", out)
        table.rows.append((file.stem, number(spent), cells[1] if cells else ""))
    table.rows.append(("all", number(total), ""))
    return table


def tables():
    yield building()
    yield notebooks()


if __name__ == "__main__":
    main(tables)
