"""JupyterLite beside the book: each chapter as a live notebook in the reader's browser, on the pages' Python.

Nothing is shipped twice: the notebooks' kernel starts Pyodide and NumPy from the folder of `browser`, takes the project
from the zip of the pages, and finds what these leave out in packs of its own (`live_python`). It can install nothing
else and asks no other host.
"""

import hashlib
import importlib.metadata
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from . import browser
from .fetch import kept, write
from .live_python import KERNEL_EXTENSION, LABEXTENSIONS, digest, notebook_zip, packs
from .trim import zipped

FOLDER = "lite"  # in the built book, beside the chapters
EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "anywidget", KERNEL_EXTENSION)
# The kernel asks for these by name. All are in the pack "kernel", except ssl and jedi, which it does without.
ASKED_FOR = ("comm", "ipykernel", "ipython", "jedi", "micropip", "piplite", "pyodide_kernel", "sqlite3", "ssl")
START, SCRIPT = (Path(__file__).with_name(name) for name in ("lite_start.js", "lite.js"))  # of the kernel, of its page

SETTINGS = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # light or dark as the reader's system
    "@jupyterlab/filebrowser-extension:browser": {"showLastModifiedColumn": False},  # the book's files have no time
}
DISABLED = [
    # It would let Python read the notebook's folder as files, and stand between the reader and the book's own.
    "@jupyterlite/application-extension:service-worker-manager",
    # A notebook of the book is from no server that could trust it, and has no time for "Last Checkpoint".
    "@jupyter-notebook/notebook-extension:checkpoints", "@jupyter-notebook/notebook-extension:trusted",
]
# Fonts in formats that no browser of today asks for, the kernel's wheels (they are in a pack), the service worker.
_UNUSED = re.compile(r"\.(eot|svg|ttf|map|orig)$|fa-(brands|regular|solid)-\d+\.woff$|/static/pypi/"
                     r"|(^|/)service-worker\.js$")
MADE_OF = ("jupyterlite-core", "jupyterlite-pyodide-kernel", "ipywidgets", "jupyterlab_widgets", "anywidget")
MADE_BY = tuple(Path(__file__).with_name(name) for name in ("lite.py", "live_python.py", "trim.py"))
# First of all on each page; the address is relative to it. A browser that keeps nothing does not keep notebooks either.
_FIRST = """<head>
    <script src="%s"></script>
    <script>
      addEventListener("load", () => window.ocoForgets?.(
        "what you change here is lost when the page closes. To keep a notebook, download it (File, Download)."));
    </script>"""


# ---------------------------------------------------------------- the application

def _application():
    """The bytes of a zip of JupyterLite as its own command builds it, without notebooks."""
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name), Path(name) / "out"
        (folder / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
        (folder / "config.json").write_text(json.dumps({"LiteBuildConfig": {
            "apps": ["notebooks", "tree"], "ignore_sys_prefix": ["federated_extensions"], "output_dir": str(out),
            "federated_extensions": [str(LABEXTENSIONS / name) for name in EXTENSIONS], "no_sourcemaps": True,
            "no_unused_shared_packages": True, "no_libarchive": True, "cache_dir": str(folder / "cache"),
            "settings_overrides": [str(folder / "overrides.json")], "source_date_epoch": 315532800}}), encoding="utf-8")
        done = subprocess.run([sys.executable, "-m", "jupyterlite_core", "build", "--config", "config.json"],
                              cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise RuntimeError(f"JupyterLite did not build:\n{done.stdout}\n{done.stderr}")
        files = {path.relative_to(out).as_posix(): path for path in sorted(out.rglob("*")) if path.is_file()}
        return zipped({name: path.read_bytes() for name, path in files.items() if not _UNUSED.search(name)})


def _changed(page, old, new):
    """Put something into a page of the application."""
    page.write_text(page.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


# ---------------------------------------------------------------- the notebooks

def _directory(path, entries):
    """A folder as JupyterLite's contents API lists it; notebooks carry no time, so that each build is the same."""
    def model(path, kind):
        return {"name": path.rpartition("/")[2], "path": path, "type": kind, "content": None, "mimetype": None,
                "format": "json" if kind == "directory" else None, "size": None, "writable": True,
                "created": "2000-01-01T00:00:00Z", "last_modified": "2000-01-01T00:00:00Z"}

    return model(path, "directory") | {"content": [model(*entry) for entry in entries]}


def _contents(notebooks):
    """path -> bytes of the notebooks and of the lists in which JupyterLite looks for them."""
    files = {f"files/{name}": data for name, data in notebooks.items()}
    folders = {""} | {name.rpartition("/")[0] for name in notebooks}
    for folder in folders:
        entries = [(name, "notebook") for name in sorted(notebooks) if name.rpartition("/")[0] == folder]
        entries += [(name, "directory") for name in sorted(folders) if name and name.rpartition("/")[0] == folder]
        place = "/".join(filter(None, ["api/contents", folder, "all.json"]))
        files[place] = json.dumps(_directory(folder, entries)).encode()
    return files


def _lock(files, package):
    """Pyodide's lock file for notebooks: name -> bytes of the packs, and the file of the pages' own packages."""
    def entry(name, file_name, data, depends=(), imports=()):
        return {"name": name, "version": "1", "file_name": file_name, "install_dir": "site", "package_type": "package",
                "sha256": hashlib.sha256(data).hexdigest(), "depends": list(depends), "imports": list(imports),
                "unvendored_tests": False}

    # Where a file lies as seen from the folder of the runtime.
    here = {name.partition("-")[0].rpartition("/")[2]: (f"../../{FOLDER}/{name}", data) for name, data in files.items()}
    found = [entry("oco", f"../{package[0]}", package[1]),
             entry("kernel", *here["kernel"], depends=["numpy"]),
             entry("oco-notebook", *here["notebook"], depends=["oco", "kernel"]),
             entry("matplotlib", *here["matplotlib"], depends=["kernel"],
                   imports=["matplotlib", "mpl_toolkits", "pylab", "PIL", "dateutil"]),
             *(entry(name.replace("_", "-"), *here["nothing"], depends=["kernel"]) for name in ASKED_FOR)]
    return browser.LOCK | {"packages": browser.LOCK["packages"] | {one["name"]: one for one in found}}


# ---------------------------------------------------------------- into the book

def install(book, assets, notebooks, storage):
    """Put JupyterLite into the built book, in the folder `FOLDER`, which is made anew.

    book: the folder of the built book; assets: the folder in it that `browser.install` fills; notebooks: path in the
    book -> bytes; storage: path in the book of the script that stands in for the browser's storage where there is none.
    Raises MissingFiles like `browser.shipped`.
    """
    target = Path(book) / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    versions = [importlib.metadata.version(name) for name in MADE_OF]
    key = digest(json.dumps(versions).encode() + b"".join(path.read_bytes() for path in MADE_BY))
    with zipfile.ZipFile(io.BytesIO(kept("lite", f"application-{key}.zip", _application))) as archive:
        archive.extractall(target)

    packed = packs()
    python = {name: packed.pop(name) for name in ("kernel", "matplotlib")}
    python |= {"notebook": notebook_zip(), "nothing": zipped({})}
    python = {f"python/{name}-{digest(data)}.zip": data for name, data in python.items()}
    lock = json.dumps(_lock(python, browser.package_zip()), indent=1).encode()
    code = START.read_text(encoding="utf-8")
    for word, value in {"ASSETS": assets, "RUNTIME": browser.RUNTIME, "LOCK": digest(lock)}.items():
        code = code.replace(f"<{word}>", value)
    start, script = f"start-{digest(code.encode())}.js", f"book-{digest(SCRIPT.read_bytes())}.js"
    own = {"pyodide-lock.json": lock, start: code.encode(), script: SCRIPT.read_bytes()}
    for name, data in (python | packed | own | _contents(notebooks)).items():  # what is left of the packs: licences
        write(target / name, data)

    for page in target.rglob("index.html"):
        _changed(page, "<head>", _FIRST % ("../" * len(page.relative_to(book).parts[1:]) + storage))
    _changed(target / "notebooks" / "index.html", "</head>", f'<script defer src="../{script}"></script></head>')
    settings = json.loads((target / "jupyter-lite.json").read_text(encoding="utf-8"))
    data = settings["jupyter-config-data"]
    data |= {"appName": "Notebooks of this book", "appUrl": "./tree", "faviconUrl": f"./../{assets}/icon.svg",
             "exposeAppInBrowser": True, "disabledExtensions": DISABLED}
    data["litePluginSettings"] = {f"{KERNEL_EXTENSION}:kernel": {
        "pyodideUrl": f"./{start}", "disablePyPIFallback": True, "pipliteUrls": [],
        "loadPyodideOptions": {"packages": ["oco-notebook", *ASKED_FOR]}}}
    (target / "jupyter-lite.json").write_text(json.dumps(settings, indent=1), encoding="utf-8")
