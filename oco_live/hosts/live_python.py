"""What notebooks in the browser need beyond the pages' Python: packs of compiled modules, and our own notebook side.

The rest of the standard library and of NumPy, the kernel (IPython), widgets, the explorers' notebook side, and, for a
cell that imports it, Matplotlib.
"""

import hashlib
import importlib.metadata
import io
import json
import re
import sys
import tempfile
import zipfile
from pathlib import Path

from . import browser, bundle
from .fetch import ROOT, fetch, kept, listed
from .imports import needed, packages
from .trim import zipped

LABEXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
KERNEL_EXTENSION = "@jupyterlite/pyodide-kernel-extension"
KERNEL, MATPLOTLIB = listed("kernel"), listed("matplotlib")
# Pure Python, of which the versions matter that the book was built with: copied from this environment.
INSTALLED = ("anywidget", "comm", "ipywidgets", "psygnal", "typing_extensions")

_PIPLITE = '''\
"""Stands in for JupyterLite's installer of packages."""


async def install(*names, **options):
    raise RuntimeError("these notebooks install no packages: they ask no host but the book's own. "
                       "NumPy, Matplotlib, ipywidgets, oco_core and oco_live are there.")
'''
_PIPLITE_CLI = '''\
async def get_transformed_code(arguments):
    return 'await __import__("piplite").install()'
'''


def digest(data):
    """Twelve digits by which a file is told from its other editions."""
    return hashlib.sha256(data).hexdigest()[:12]


# ---------------------------------------------------------------- others' packages

def _installed(name):
    """path -> bytes of the Python files of an installed package, with what says its version."""
    files = {}
    for path in importlib.metadata.distribution(name).files:
        if path.suffix in (".py", ".json") and ".." not in path.parts or path.name in ("METADATA", "entry_points.txt"):
            files[path.as_posix()] = path.read_binary()
    return files


def _stand_ins():
    """path -> bytes of the kernel's own modules, which lie as wheels in its extension, and of our own installer."""
    files = {"piplite/__init__.py": _PIPLITE, "piplite/piplite.py": "", "piplite/cli.py": _PIPLITE_CLI}
    files = {name: text.encode() for name, text in files.items()}
    for kind in ("ipykernel", "pyodide_kernel"):
        wheel, = (LABEXTENSIONS / KERNEL_EXTENSION / "static" / "pypi").glob(f"{kind}-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            files |= {name: archive.read(name) for name in archive.namelist()}
    return files


def _licences(wheels):
    """path -> bytes of the licences of what is shipped: official wheels, what is installed here, JupyterLite."""
    found, isone = {}, re.compile(r"\.dist-info/(?:licenses/)?((?:LICENSE|COPYING|AUTHORS).*)")
    for name, path in wheels.items():
        with zipfile.ZipFile(path) as archive:
            found |= {f"licenses/{name.split('-')[0]}/{one[1]}": archive.read(file)
                      for file in archive.namelist() if (one := isone.search(file)) and not file.endswith("/")}
    for name in (*INSTALLED, "jupyterlab_widgets", "jupyterlite-core", "jupyterlite-pyodide-kernel"):
        found |= {f"licenses/{name}/{one[1]}": file.read_binary()
                  for file in importlib.metadata.distribution(name).files if (one := isone.search(file.as_posix()))}
    return found


def packs():
    """"kernel", "matplotlib" -> the bytes of their packs, "licenses/…" -> those of licences; made once and kept.

    Raises MissingFiles like `browser.shipped`.
    """
    others = zipped({path: data for name in INSTALLED for path, data in _installed(name).items()} | _stand_ins())
    code = [(browser.HERE / name).read_text(encoding="utf-8") for name in ("trim.py", "pack.py", "live_python.py")]
    key = digest(json.dumps([browser.SHIPPED, KERNEL, MATPLOTLIB, code]).encode() + others)

    def make():
        fetched, trimmed = fetch(), browser.shipped()
        plan = {"kernel": ["python_stdlib.zip", browser.NUMPY, "installed.zip", *(file.name for file in KERNEL)],
                "matplotlib": [file.name for file in MATPLOTLIB]}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "installed.zip").write_bytes(others)
            there = {f"trimmed/{file.name}": trimmed[file.name] for file in browser.TRIMMED}
            made = browser.in_pyodide(fetched | there | {"installed.zip": Path(folder) / "installed.zip"},
                                      ["trim.py", "pack.py"], f"pack('/work', {plan!r})", made=plan)
        return zipped(made | _licences({file.name: fetched[file.name] for file in KERNEL + MATPLOTLIB}))

    with zipfile.ZipFile(io.BytesIO(kept("lite", f"packs-{key}.zip", make))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


# ---------------------------------------------------------------- our own

def notebook_files(root=ROOT):
    """Of our own packages, what a notebook needs and a page does not, sorted: what the explorers' notebook side and the
    chapters import, exercises and questions, which are found by their names, and the view."""
    asked = sorted(path for room in ("exercises", "questions") for path in (root / "oco_live" / room).rglob("*.py"))
    sides = [root / "oco_live/hosts" / name for name in ("notebook.py", "marked.py", "question_cells.py")]
    found = needed([*sides, root / "oco_live/formulas.py", *asked], root)
    found = {path.relative_to(root) for path in found | packages(found)}
    found |= {Path("oco_live/view") / name for name in (*bundle.modules("notebook.js"), "loader.js", *bundle.STYLES)}
    return sorted(found - set(browser.package_files(root)))


def notebook_zip(root=ROOT):
    """The bytes of the zip of our own files."""
    return zipped({path.as_posix(): (root / path).read_bytes() for path in notebook_files(root)})
