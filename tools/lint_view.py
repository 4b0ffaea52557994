"""Lints JavaScript and the view's CSS, and checks the view's format, by biome.json: ``tools/lint_view.py [--fix]``."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from oco_live.hosts import node  # noqa: E402  (after the path is set)


def main(arguments):
    fix = ["--write"] if "--fix" in arguments else []
    return subprocess.run([*node.command("biome"), "check", *fix, "--error-on-warnings", "."], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
