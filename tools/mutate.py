"""Breaks the code on purpose, one line at a time, and tells which test notices.

    python tools/mutate.py [KIND ...] [--like TEXT] [--list] [--jobs N]

KIND is one of bounds, slopes, projections, sums, legends, view; all of them if none is named. Each mutation is made in
a copy of the files that git knows, with the tests named in `TESTS`, which stop at the first failure. The last line
counts the survivors: each is a number that the book could print wrong, and deserves a test. Not part of ``make test``.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parents[1]
LATE = 600  # seconds; a loop that no longer ends is noticed, too


@dataclass(frozen=True)
class Mutation:
    kind: str
    path: str
    name: str
    start: int  # where in the file, in characters, what is replaced begins
    end: int
    new: str
    tests: tuple


# ---------------------------------------------------------------- where the code is broken

class Source:
    """A Python file, its syntax tree, and where in the text a node stands, in characters."""

    def __init__(self, path):
        self.path = path
        self.text = (ROOT / path).read_text("utf-8")
        self.lines = self.text.splitlines(keepends=True)
        self.nodes = list(ast.walk(ast.parse(self.text)))

    def span(self, node):
        def place(line, column):  # columns are counted in bytes
            return sum(map(len, self.lines[:line - 1])) + len(self.lines[line - 1].encode()[:column].decode())

        return place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)

    def of(self, node):
        start, end = self.span(node)
        return self.text[start:end]

    def calls(self, name):
        return [node for node in self.nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == name]


def _files(*patterns):
    found = {path for pattern in patterns for path in ROOT.glob(pattern)}
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def _room(path):
    """The explorer that a file belongs to, or the file's own name."""
    return Path(path).parts[2].removesuffix(".py") if "explorers" in path else Path(path).stem


def _scaled(source, call, keyword, factor):
    """(start, end, new text) that multiplies what the call's ``keyword=lambda ...: body`` returns; None without one."""
    found = next((k.value.body for k in call.keywords if k.arg == keyword and isinstance(k.value, ast.Lambda)), None)
    return found and (*source.span(found), f"{factor} * ({source.of(found)})")


def _named(call):
    return next(k.value.value for k in call.keywords if k.arg == "name")


def bounds():
    """An upper bound 1 % smaller, a lower one 1 % larger."""
    for path in _files("oco_core/bounds/*.py"):
        source = Source(path)
        for call in source.calls("Bound"):
            factor = 1.01 if any(k.arg == "upper" for k in call.keywords) else 0.99
            if change := _scaled(source, call, "formula", factor):
                tests = ALL_BOUNDS + TESTS["bounds"].get(Path(path).stem, ())
                yield Mutation("bounds", path, f"{_named(call)} {factor} times", *change, tests)


def slopes():
    """A slope 1 % smaller."""
    source = Source("oco_core/losses.py")
    for call in source.calls("Loss"):
        if change := _scaled(source, call, "slope", 0.99):
            yield Mutation("slopes", source.path, f"{_named(call)}’s slope 0.99 times", *change, TESTS["slopes"])


def projections():
    """A step pulled back onto a ball that is 1 % too large."""
    for path in _files("oco_core/*.py", "oco_core/engine/*.py", "oco_core/chapters/gradient_descent/*.py"):
        source = Source(path)
        tests = TESTS["projections"].get(Path(path).stem, TESTS["projections"][""])
        for node in source.nodes:
            divided = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
            if divided and source.of(node.left) in ("U", "learner.U"):
                yield Mutation("projections", path, f"line {node.lineno}, {source.of(node)}", *source.span(node),
                               f"(1.01 * {source.of(node)})", tests)


def sums():
    """A prefix sum without its last term."""
    for path in _files("oco_core/**/*.py", "oco_live/explorers/**/*.py"):
        source = Source(path)
        tests = next((tests for start, tests in TESTS["sums"].items() if path.startswith(start)), None) or tuple(
            _files(f"tests/*/test_{_room(path)}*.py"))
        for call in source.calls("np.cumsum"):
            if not any(k.arg == "out" for k in call.keywords):
                yield Mutation("sums", path, f"line {call.lineno}, {source.of(call)[:50]}", *source.span(call),
                               f"({source.of(call)} - np.asarray({source.of(call.args[0])}))", tests)


def legends():
    """A legend with the number of another one."""
    for path in _files("oco_live/explorers/**/*.py"):
        source, name = Source(path), _room(path)
        labels = [node for call in source.calls("Series") for node in call.args[2:3]
                  if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        facts = re.findall(r"\{(\w+)\}", " ".join(map(source.of, labels)))
        for label in labels:
            start, _ = source.span(label)
            for hole in re.finditer(r"\{(\w+)\}", source.of(label)):
                other = next((fact for fact in facts if fact != hole[1]), None)
                if other:
                    yield Mutation("legends", path, f"{label.value!r} with {{{other}}}", start + hole.start(),
                                   start + hole.end(), f"{{{other}}}", tuple(f"{test}[{name}]" for test in LEGENDS))


#: (what is broken, file, how it reads, how it is to read) in the view.
VIEW = (
    ("newest wish: an old sweep", "answers.js", "if (this.wish !== params) return;", ""),
    ("newest wish: an old answer of Python", "answers.js", "!frame.superseded && this.wish === params",
     "!frame.superseded"),
    ("newest wish: an old refusal", "answers.js", "if (this.wish === params) this.heard.refuse(error)",
     "this.heard.refuse(error)"),
    ("newest wish: a stream that was left is painted", "answers.js",
     "if (this.waiting?.frame.params.stream !== params.stream) this.waiting = undefined;", ""),
    ("newest wish: a drag that Python answers starves", "answers.js",
     "if (this.waiting?.frame.params.stream !== params.stream) this.waiting", "this.waiting"),
    ("newest wish: painted after a refusal", "explorer.js", "this.paint(); // what still waits", "// what still waits"),
    ("digits: one less", "format.js", "toExponential(digits - 1)", "toExponential(digits - 2)"),
    ("digits: no exponent for small numbers", "format.js", "size > -4", "size > -9"),
    ("digits: no exponent for large numbers", "format.js", "size < 6", "size < 9"),
    ("digits: zeros at the end", "format.js", '.replace(/0+$/, "").replace(/\\.$/, "");', ";"),
    ("digits: the hyphen for minus", "format.js", '.replaceAll("-", "−")', ""),
    ("shares: 100 % of nearly all", "format.js", 'text === "100"', "false"),
    ("ticks: steps of 4", "ticks.js", "[1, 2, 5, 10]", "[1, 4, 5, 10]"),
    ("ticks: two digits", "ticks.js", "toPrecision(6)", "toPrecision(2)"),
    ("ticks: 10 for 1", "ticks.js", '? "10" : "1"', '? "10" : "10"'),
    ("reading: the unit is left out", "units.js", "unitOf(axis, facts) * position", "1 * position"),
    ("reading: the power is left out", "units.js", "position ** axis.power", "position"),
    ("curves: the unit is left out", "numbers.js", "values.map((value) => unit * value) :", "values :"),
    ("curves: the power is left out", "numbers.js", "unit * value ** power", "unit * value"),
)


def view():
    for what, name, old, new in VIEW:
        path = f"oco_live/view/{name}"
        text = (ROOT / path).read_text("utf-8") if (ROOT / path).exists() else ""
        if old not in text:
            raise SystemExit(f"{path} has no {old!r} any more: the mutation {what!r} needs another line to break")
        start = text.index(old)
        yield Mutation("view", path, what, start, start + len(old), new, TESTS["view"])


# ---------------------------------------------------------------- who should notice

#: The tests that should notice, the quick ones first. By file where only some files' tests are about it.
TESTS = {
    "bounds": {
        "descent": ("tests/core/test_bounds.py",),
        "games": ("tests/core/test_games.py",),
        "mistakes": ("tests/core/test_bounds_perceptron.py", "tests/core/test_kernels.py"),
        "regularisation": ("tests/core/test_bounds_regularisation.py",
                           "tests/core/test_bounds_regularisation_on_coins.py"),
        "scale_free": ("tests/core/test_scale_free.py",),
        "spam_filter": ("tests/core/test_spam_loss.py",),
        "statistical": ("tests/core/test_bounds_statistical.py",),
        "stochastic_descent": ("tests/core/test_bounds_stochastic.py",),
        "strong_convexity": ("tests/core/test_bounds_strongly_convex.py",),
    },
    "slopes": ("tests/core/test_losses.py", "tests/core/test_spam_loss.py"),
    "projections": {
        "": ("tests/core/test_textbook.py", "tests/core/test_learners.py", "tests/core/test_training.py",
             "tests/core/test_protocol.py", "tests/core/test_blocks.py"),
        "rounding": ("tests/core/test_hostile.py", "tests/core/test_hindsight.py"),
    },
    "sums": {
        "oco_core/streams": ("tests/core/test_streams.py", "tests/core/test_spam_loss.py"),
        "oco_core/bounds/descent.py": ("tests/core/test_bounds.py",),
        "oco_core/tightest": ("tests/core/test_tightest.py", "tests/core/test_validation.py"),
        "oco_core/engine/minimax.py": ("tests/core/test_games.py", "tests/core/test_learners.py"),
        "oco_core/engine/walks.py": ("tests/core/test_games.py", "tests/core/test_learners.py"),
        "oco_core/engine/rounding.py": ("tests/core/test_linear_sums.py", "tests/core/test_hostile.py",
                                        "tests/core/test_limits.py", "tests/core/test_hindsight.py"),
        "oco_core/engine/linear_sums.py": ("tests/core/test_linear_sums.py", "tests/core/test_hindsight.py"),
        **{f"oco_core/engine/{name}.py": ("tests/core/test_hindsight.py", "tests/core/test_interior_point.py")
           for name in ("certificate", "interior_point", "moments")},
    },
    "view": ("tests/view/test_view.py",),
}
ALL_BOUNDS = ("tests/core/test_bounds_latex.py", "tests/core/test_tightest.py")
LEGENDS = ("tests/live/test_legends.py::test_a_legend_has_its_curve_s_number",
           "tests/live/test_legends.py::test_what_a_legend_calls_the_tuned_one_is_that")
KINDS = {"bounds": bounds, "slopes": slopes, "projections": projections, "sums": sums, "legends": legends, "view": view}


# ---------------------------------------------------------------- one mutation

def copied(folder):
    """The files that git knows, and what is beside them, in a folder of their own."""
    known = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, known.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    for name in (".venv", ".cache", "_build", "node_modules"):
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)


def killed(folder, mutation):
    """(the test that failed, or "" if none did; seconds)."""
    path, begun = folder / mutation.path, time.monotonic()
    whole = path.read_text("utf-8")
    path.write_text(whole[:mutation.start] + mutation.new + whole[mutation.end:], "utf-8")
    tests = [test for test in mutation.tests if (ROOT / test.partition("::")[0]).exists()]
    found = "no test to be run"
    try:
        if tests:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests],
                cwd=folder, env=os.environ | {"PYTHONPATH": str(folder), "OPENBLAS_NUM_THREADS": "1"},
                capture_output=True, text=True, timeout=LATE)
            failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
            found = failed[1] if failed else "" if done.returncode == 0 else f"exit code {done.returncode}"
    except subprocess.TimeoutExpired:
        found = f"the clock, after {LATE} s"
    path.write_text(whole, "utf-8")
    return found, time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--like", default="", help="only mutations whose file or name contains this")
    parser.add_argument("--list", action="store_true", help="show what would be broken")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time, each in a copy of its own")
    given = parser.parse_args()
    if unknown := set(given.kinds) - set(KINDS):
        parser.error(f"kind {', '.join(sorted(unknown))}: expected one of {', '.join(KINDS)}")
    mutations = [m for kind in given.kinds or KINDS for m in KINDS[kind]() if given.like in f"{m.path}: {m.name}"]
    if given.list:
        return print(*(f"{m.kind:<12} {m.path}: {m.name}" for m in mutations), sep="\n")
    survivors = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        free = Queue()
        for job in range(given.jobs):
            copied(Path(folder) / str(job))
            free.put(Path(folder) / str(job))

        def one(mutation):
            place = free.get()
            try:
                return killed(place, mutation)
            finally:
                free.put(place)

        print("| mutation | killed by | s |\n|---|---|---:|", flush=True)
        for mutation, (test, seconds) in zip(mutations, pool.map(one, mutations)):
            survivors += not test
            print(f"| {mutation.path}: {mutation.name} | {test or '**nobody**'} | {seconds:.0f} |", flush=True)
    print(f"\n{len(mutations)} mutations, {survivors} survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
