"""How long the book takes to build, cold and with its sweeps kept, what the time goes into, and each notebook under
nbval."""

import importlib
import json
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


#: What of a build is timed apart: (module, function) -> what it does.
PARTS = {("oco_book.explorers", "install"): "sweeps, view and Python for the browser",
         ("oco_book.mathematics", "render"): "formulas",
         ("oco_book.fonts", "stylesheet"): "fonts cut to what is used",
         ("oco_book.notebooks", "install"): "live notebooks",
         ("oco_book.social", "describe"): "cards and titles",
         ("oco_book.pictures", "_shrink_all"): "pictures made smaller",
         ("oco_book.archive", "finish"): "the book as one file",
         ("oco_book.offline", "finish"): "list of what is kept offline"}


def frames_of(sweep):
    """How many frames a sweep holds: one for each place of its sliders, those of the tuned values among them."""
    return math.prod(len(values) + bool(tuned) for _, values, *tuned in sweep["axes"])


def build_in_parts(output):
    """A build in this process; prints the seconds of its `PARTS` as JSON."""
    sys.path[:0] = [str(ROOT / "_ext"), str(ROOT / "tools")]
    spent = dict.fromkeys(PARTS.values(), 0.0)

    def timed(function, part):
        def call(*args, **kwargs):
            start = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                spent[part] += time.perf_counter() - start
        return call

    for (module, name), part in PARTS.items():
        there = importlib.import_module(module)
        setattr(there, name, timed(getattr(there, name), part))
    import build

    assert build.build(ROOT, Path(output)) == 0
    print(json.dumps(spent))


def building():
    """A build with nothing kept but what was fetched, and again; then the parts that are made apart from the pages."""
    table = Table("building", "Building the book: seconds", ("", "seconds", "of all cores", "frames", "ms a frame"))
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        kept = Path(os.environ.get("OCO_CACHE") or ROOT / ".cache")
        if kept.exists():
            shutil.copytree(kept, cache,
                            ignore=shutil.ignore_patterns("sweeps", "matplotlib", "lite", "cards", "trimmed", "npm"))
        for label in ("cold: every sweep is made", "again: sweeps kept"):
            spent, cores, out = run([__file__, "--build", f"{folder}/book"], OCO_CACHE=str(cache))
            table.rows.append((label, number(spent), number(cores), "", ""))
            parts = json.loads(out.splitlines()[-1])
            parts["pages from their text, and the rest"] = spent - sum(parts.values())
            table.rows += [(f"{label.partition(':')[0]}, {part}", number(seconds), "", "", "")
                           for part, seconds in parts.items()]
    for name in NAMES:
        start, frames = time.process_time(), 0
        for stream in get(name).control("stream").values:
            frames += frames_of(bake.sweep(name, stream))
        spent = time.process_time() - start
        table.rows.append((f"sweeps of {name}", "", number(spent), str(frames), number(1000 * spent / frames)))
    table.note = ("The environment is there already. A build makes the sweeps in one process per core; the rows of "
                  "single explorers are one process's time. What was cut: sweeps, the packs of the live notebooks, the "
                  "cards and the trimmed library are kept between builds while what they are made from has not "
                  "changed; sweeps are made side by side; all formulas go through one KaTeX process, each once.")
    return table


def notebooks():
    """nbval, one notebook after the other; the start of pytest and of a kernel is in the seconds, not in a cell's."""
    table = Table("nbval", "Running the notebooks under nbval: seconds",
                  ("notebook", "seconds", "of all cores", "cells", "slowest cell"))
    total = cores = 0.0
    for file in (ROOT / "index.ipynb", *sorted((ROOT / "chapters").glob("*.ipynb"))):
        spent, busy, out = run(["-m", "pytest", "-q", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider",
                                "--durations=0", str(file)])
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
    if sys.argv[1:2] == ["--build"]:
        build_in_parts(sys.argv[2])
    else:
        main(tables)
