"""What a change is held against while it is made, in a minute: ``python tools/check.py`` (make check).

Style by ruff and biome, the view's modules in node, and the tests of the core and of the explorers that find most in
the shortest time. It needs no built book and no browser. make test is the whole truth.
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = (
    "tests/view",
    *(f"tests/core/test_{name}.py"
      for name in ("textbook", "dependencies", "losses", "learners", "bounds", "bounds_latex", "every_bound",
                   "scale_free")),
    *(f"tests/live/test_{name}.py" for name in ("explorer", "legends", "presets", "style", "phrasing", "ticks")),
    "tests/test_style_of_files.py", "tests/test_check.py",
)


def _last_line(command: list[str]) -> str:
    """Run a program in the repository and show what it says; its last line. Ends this program if that one fails."""
    said = ""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf8") as running:
        for line in running.stdout:
            print(line, end="", flush=True)
            said = line.strip() or said
    if running.returncode:
        sys.exit(f"make check: {said}")
    return said


def main() -> None:
    start = time.monotonic()
    ruff = ["ruff", "check", "--quiet", "--output-format=concise", "."]  # a finding on a line
    style = _last_line([sys.executable, "-m", *ruff]) or "ruff found nothing"
    tests = _last_line([sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "-m",
                        "not browser and not built", *TESTS])
    print(f"make check: {style}; {tests.partition(' in ')[0]}; {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()
