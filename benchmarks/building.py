"""How long the book takes to build, cold and with its sweeps kept, what the time goes into, and each notebook under nbval."""

import math
import os
import re
import resource
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
    """(seconds, seconds of all cores, what it printed) of a Python command in the project's root."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True,
                          env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)} | environment)
    spent = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return spent, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def building():
    """A build with nothing kept but what was fetched, and again; then the parts that are made apart from the pages."""
    table = Table("building", "Building the book: seconds", ("", "seconds", "of all cores", "frames", "ms a frame"))
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        kept = Path(os.environ.get("OCO_CACHE", ROOT / ".cache"))
        if kept.exists():
            shutil.copytree(kept, cache, ignore=shutil.ignore_patterns("sweeps", "matplotlib", "lite", "cards", "trimmed"))
        for label in ("cold: every sweep is made", "again: sweeps kept"):
            spent, cores, _ = run(["tools/build.py", "--output", f"{folder}/book"], OCO_CACHE=str(cache))
            table.rows.append((label, number(spent), number(cores), "", ""))
    for name in NAMES:
        start, frames = time.process_time(), 0
        for stream in get(name).control("stream").values:
            frames += math.prod(len(values) for _, values in bake.sweep(name, stream)["axes"])
        spent = time.process_time() - start
        table.rows.append((f"sweeps of {name}", "", number(spent), str(frames), number(1000 * spent / frames)))
    table.note = ("The environment is there already. A build makes the sweeps in one process per core; their rows are one process's "
                  "time; the rest of a cold build is reading and writing 19 pages, their formulas, the packs of the live notebooks and the "
                  "cards. What neither explorers nor core have changed is kept between builds.")
    return table


def notebooks():
    """nbval, one notebook after the other; the start of pytest and of a kernel is in the seconds, not in a cell's."""
    table = Table("nbval", "Running the notebooks under nbval: seconds", ("notebook", "seconds", "of all cores", "cells", "slowest cell"))
    total = cores = 0.0
    for file in (ROOT / "index.ipynb", *sorted((ROOT / "chapters").glob("*.ipynb"))):
        spent, busy, out = run(["-m", "pytest", "-q", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider", "--durations=0", str(file)])
        total, cores = total + spent, cores + busy
        cells = re.search(r"(\d+) passed", out)
        slowest = re.search(r"([\d.]+)s call +\S+::(Cell \d+)", out)  # the first of the list is the longest
        table.rows.append((file.stem, number(spent), number(busy), cells[1] if cells else "",
                           f"{slowest[2]}: {slowest[1]} s" if slowest else ""))
    table.rows.append(("all, one after the other", number(total), number(cores), "", ""))
    return table


def tables():
    yield building()
    yield notebooks()


if __name__ == "__main__":
    main(tables)
