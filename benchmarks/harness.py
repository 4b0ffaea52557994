"""What all benchmarks share: contenders timed in turn, medians, and one table with targets that is printed and kept.

A benchmark is a script whose ``tables()`` returns `Table`s. Run alone it prints them; ``make bench`` runs all and
writes them as the appendix page ``chapters/speed.md`` (see ``report.py``).
"""

import gc
import json
import os
import platform
import statistics
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "_build" / "bench"


@dataclass
class Table:
    """``rows`` of words as wide as ``head``; ``note`` says how it was measured."""

    name: str
    title: str
    head: tuple
    rows: list = field(default_factory=list)
    note: str = ""


def in_turn(contenders, repeats=5):
    """name -> median seconds. Each contender is a function without arguments, or returns its own seconds as a float;
    all are run once in each repeat, so that what the machine does meanwhile meets them alike."""
    times = {name: [] for name in contenders}
    for repeat in range(repeats + 1):
        for name, contender in contenders.items():
            gc.collect()
            start = time.perf_counter()
            own = contender()
            spent = time.perf_counter() - start
            if repeat:  # the first round warms up
                times[name].append(own if isinstance(own, float) else spent)
    return {name: statistics.median(values) for name, values in times.items()}


def number(value, digits=3):
    """A figure for people: significant digits, no exponent."""
    if value is None:
        return "not run"
    if value == 0:
        return "0"
    places = max(0, digits - 1 - int(f"{value:e}".split("e")[1]))
    return f"{value:.{places}f}"


def verdict(values, targets, at_most=False):
    """"reached" or "missed" for each figure beside its target, "–" where there is none of the two."""
    good = lambda value, target: value <= target if at_most else value >= target
    return " / ".join("–" if value is None or target is None else "reached" if good(value, target) else "missed"
                      for value, target in zip(values, targets))


def machine():
    """What the figures depend on."""
    model = next((line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
                 platform.processor() or platform.machine())
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def _lines(path):
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def show(table):
    """Print a table in columns."""
    widths = [max(len(str(cell)) for cell in column) for column in zip(table.head, *table.rows)]
    print(f"\n{table.title}")
    for row in (table.head, *table.rows):
        print("  ".join(str(cell).ljust(width) if i == 0 else str(cell).rjust(width)
                        for i, (cell, width) in enumerate(zip(row, widths))).rstrip())
    if table.note:
        print(table.note)
    sys.stdout.flush()


def main(tables):
    """Print the tables of a script and keep them for the page."""
    print(machine())
    KEPT.mkdir(parents=True, exist_ok=True)
    for table in tables():
        show(table)
        (KEPT / f"{table.name}.json").write_text(json.dumps(asdict(table) | {"machine": machine()}, ensure_ascii=False),
                                                 encoding="utf-8")
