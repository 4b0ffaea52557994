"""Make .venv-bench, with NumPy as pinned, this repository and the peers of requirements-bench.txt, one by one."""

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv-bench"
PEERS = ROOT / "requirements-bench.txt"
STAMP = VENV / "made-from"


def packages(path):
    """The requirements of a file, one list for each line, without comments."""
    lines = (line.split("#", 1)[0].split() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line]


def main():
    pins = {line[0].split("==")[0]: line[0] for line in packages(ROOT / "requirements.txt")}
    numpy, setuptools = pins["numpy"], pins["setuptools"]
    wanted = f"{PEERS.read_text(encoding='utf-8')}{numpy} {setuptools}"
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    print("Making the environment .venv-bench (a few minutes)", flush=True)
    venv.create(VENV, with_pip=True, clear=True)
    python = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([*pip, numpy, setuptools], check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT], check=True)
    for line in packages(PEERS):
        if subprocess.run([*pip, numpy, *line], capture_output=True).returncode:
            print(f"{line[0]} does not install here: its rows will say 'not run'", flush=True)
    STAMP.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main()
