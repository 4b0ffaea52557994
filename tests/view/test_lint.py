"""The view's files are in the one format, and biome finds nothing to complain of."""

import subprocess
import sys
from pathlib import Path

LINT = Path(__file__).resolve().parents[2] / "tools" / "lint_view.py"


def test_biome_finds_nothing():
    done = subprocess.run([sys.executable, LINT], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
