"""Outside this repository: what Binder is told to install, and what is in the package that pip makes."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[1]
BINDER = ROOT / ".binder"
PACKAGES = ("oco_core", "oco_live")


def test_what_binder_is_told_to_install_exists():
    lines = [
        line.split() for line in (BINDER / "requirements.txt").read_text("utf8").splitlines()
        if not line.startswith("#")]
    assert {kind for kind, _ in lines} == {"-c", "-r", "-e"}
    for kind, path in lines:
        place = (ROOT if kind == "-e" else BINDER) / path  # pip reads -e where it stands, -c and -r beside the file
        assert (place / "pyproject.toml" if kind == "-e" else place).is_file(), path
    name, version = (BINDER / "runtime.txt").read_text("utf8").strip().split("-")
    assert name == "python"
    assert version in SpecifierSet(
        tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]["requires-python"])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    source = tmp_path_factory.mktemp("source")  # setuptools leaves folders beside what it builds
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE", "LICENSE-text"):
        shutil.copy(ROOT / name, source)
    subprocess.run(
        [
            sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--no-build-isolation", "--wheel-dir", source / "dist", source],
        check=True,
    )
    return next((source / "dist").glob("*.whl"))


def test_the_package_holds_every_file(wheel):
    with zipfile.ZipFile(wheel) as packed:
        there = {name for name in packed.namelist() if ".dist-info/" not in name}
    assert there == {path.relative_to(ROOT).as_posix() for name in PACKAGES for path in (ROOT / name).rglob("*")
                     if path.is_file() and "__pycache__" not in path.parts}
    assert {Path(name).suffix for name in there} >= {".py", ".js", ".css", ".gz"}


def test_an_explorer_is_shown_from_the_package_alone(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    code = ("import oco_live; w = oco_live.explore('ogd', stream='mail_shuffled'); print(w.frame.facts['regret'], "
            "oco_live.__file__)")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    regret, place = done.stdout.split()
    assert Path(place).is_relative_to(tmp_path) and float(regret) > 0
