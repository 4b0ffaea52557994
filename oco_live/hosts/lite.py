"""JupyterLite beside the book: each chapter as a live notebook in the reader's browser, on the Python that the pages use.

Nothing is shipped twice: the notebooks' kernel starts Pyodide and NumPy from the folder of `browser`, takes the project
from the zip of the pages, and finds what these leave out in packs of its own: the rest of the standard library and of
NumPy, the kernel (IPython), widgets, the explorers' notebook side, and, once a cell imports it, Matplotlib. It can
install nothing else and asks no other host.
"""

import ast
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

from ..explorer import NAMES, get
from ..figures import draw
from . import browser, bundle
from .browser import ROOT, File

FOLDER = "lite"  # in the built book, beside the chapters
LABEXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "anywidget", "@jupyterlite/pyodide-kernel-extension")

# Official wheels of this Pyodide, as in npm's pyodide-lock.json.
KERNEL = (
    File("asttokens-2.4.1-py2.py3-none-any.whl", 27764,
         "bfeb9073458201c1f1c03a830e2154df70429d156d47844db30a19e2a7351e55"),
    File("decorator-5.1.1-py3-none-any.whl", 9073,
         "54f90d6b6745fbb89eb7a1d36252862cda4ca111a945930adf6c3c927e17a1e8"),
    File("executing-2.0.1-py2.py3-none-any.whl", 24922,
         "cfc677eb1eae5a13a502f324450ff9227bf66ad21ed83221e865f280b88dd09b"),
    File("ipython-8.23.0-py3-none-any.whl", 603513,
         "af05617e0f9bb869649a662b33081d0d6f3de017b50f425b3acf5c4da3a28cd2"),
    File("matplotlib_inline-0.1.7-py3-none-any.whl", 9899,
         "79a482aa6f83e758b6a60dae955c915682e9706bb8712e11a909a6eb7b0d1f2d"),
    File("packaging-24.2-py3-none-any.whl", 71930,
         "fbf6a5ace596eb8e28fe0089ecfc0bca2eb3930563e9ca06acb98ea5302b99f7"),
    File("prompt_toolkit-3.0.43-py3-none-any.whl", 386072,
         "3237bd2e78447aef7f9a3eddad92ca70410d0aaa1fe9f9797c788bfb3c6994c4"),
    File("pure_eval-0.2.3-py3-none-any.whl", 11842,
         "ea9d0a2c5dc624585d95ea9dbde454d9eb26078ed7a2e6509f97927efdfc9fa8"),
    File("pygments-2.17.2-py3-none-any.whl", 1179756,
         "f32060883fc37e539491d0f6626aa861f2f484cceb8ae3c1364b482d1dde0e38"),
    File("six-1.16.0-py2.py3-none-any.whl", 11053,
         "f61235bc3a15086f0369585e5071ae9ba0bd244a111d12b37f683862e6850c0a"),
    File("sqlite3-1.0.0-cp312-cp312-pyodide_2024_0_wasm32.whl", 563076,
         "43061928762b03482676a1e11dcef99a003148e59fe914b6a3e41180c382cfc3"),
    File("stack_data-0.6.3-py3-none-any.whl", 24521,
         "650be7bb2e224e51b3f872abc6c503323b0e12c2090121c43cb576b06da7c8c6"),
    File("traitlets-5.14.3-py3-none-any.whl", 83806,
         "10548e49e1e17ac87a22080ab40bb818e1123302efa60893ea4ac335a24f86ee"),
    File("wcwidth-0.2.13-py2.py3-none-any.whl", 34166,
         "ae8fe34f6b43cadbd0db1a5a02a147cd4570915ae603032322f0a160aa12aaba"),
)
MATPLOTLIB = (
    File("contourpy-1.3.0-cp312-cp312-pyodide_2024_0_wasm32.whl", 112207,
         "f6ca0437a039c40691be53ff5bd3c9774868add8d5c2d032167495c6ff1f1c4b"),
    File("cycler-0.12.1-py3-none-any.whl", 8321,
         "e33687b4269fe3eda13c2d38006f9a5daa602c95f5c4f8d0576aff0717d001a6"),
    File("kiwisolver-1.4.5-cp312-cp312-pyodide_2024_0_wasm32.whl", 35233,
         "d7652d88b3390d9d1d0175d6c79da675b42bac2cd748cc9b5766a3235da4b762"),
    File("matplotlib-3.8.4-cp312-cp312-pyodide_2024_0_wasm32.whl", 6714844,
         "50d4641b32e84ecb0a2c271728d4be73b1e0a0f5f29aa7dd6ea280f888b91340"),
    File("pillow-10.2.0-cp312-cp312-pyodide_2024_0_wasm32.whl", 987254,
         "43eab147a9355385a99eeac18fb577d4af2fe4bd0bbd23d3ba3ddb92e72c2815"),
    File("pyparsing-3.1.2-py3-none-any.whl", 103246,
         "9070866557845375d8180e9236021fdecb2b93be75a7c8de48841f1465133a60"),
    File("python_dateutil-2.9.0.post0-py2.py3-none-any.whl", 229892,
         "02811ea3714f6697d639c07dc5ec63f5774dc7a688e4e1cbbe9beb2f33c3e6c9"),
)
# Pure Python, of which the versions matter that the book was built with: copied from this environment.
INSTALLED = ("anywidget", "comm", "ipywidgets", "psygnal", "typing_extensions")
# The kernel asks for these by name. All are in the pack "kernel", except ssl and jedi, which it does without.
ASKED_FOR = ("comm", "ipykernel", "ipython", "jedi", "micropip", "piplite", "pyodide_kernel", "sqlite3", "ssl")

# What the kernel's worker loads in place of Pyodide's own script, which would be a second copy. The trimmed standard library
# is a zip in which packages lack modules; these lie in site-packages, and a package is searched in one place only, so all of
# it moves there.
_START = """\
self.loadPyodide = async ({ indexURL, ...options }) => {
  const runtime = new URL("../%(assets)s/%(runtime)s/", indexURL);
  const { loadPyodide } = await import(new URL("pyodide.module.js", runtime));
  const lockFileURL = new URL("pyodide-lock.json?%(lock)s", indexURL).href;
  const pyodide = await loadPyodide({ ...options, indexURL: runtime.href, lockFileURL });
  pyodide.runPython(`
import sys
import zipfile
site, library = "/lib/python3.12/site-packages", "/lib/python312.zip"
zipfile.ZipFile(library).extractall(site)
sys.path.remove(library)
for module in list(sys.modules.values()):
    if any(path.startswith(library) for path in getattr(module, "__path__", ())):
        module.__path__[:] = [path.replace(library, site) for path in module.__path__]
sys.path_importer_cache.clear()
`);
  return pyodide;
};
"""

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


# ---------------------------------------------------------------- the packs

def _installed(name):
    """path -> bytes of the Python files of an installed package, with what says its version."""
    files = {}
    for path in importlib.metadata.distribution(name).files:
        if path.suffix in (".py", ".json") and ".." not in path.parts or path.name in ("METADATA", "entry_points.txt"):
            files[path.as_posix()] = path.read_binary()
    return files


def _stand_ins():
    """path -> bytes of the kernel's own modules, which lie as wheels in its extension, and of our own installer."""
    files = {"piplite/__init__.py": _PIPLITE.encode(), "piplite/piplite.py": b"", "piplite/cli.py": _PIPLITE_CLI.encode()}
    for kind in ("ipykernel", "pyodide_kernel"):
        wheel, = (LABEXTENSIONS / EXTENSIONS[2] / "static" / "pypi").glob(f"{kind}-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            files |= {name: archive.read(name) for name in archive.namelist()}
    return files


# The arguments: the folder, the texts of trim.py and pack.py, the plan.
_PACK_IN_NODE = """
const [folder, trim, pack, plan] = process.argv.slice(1);
const { pathToFileURL } = await import("node:url");
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: folder, env: { PYTHONHASHSEED: "0" } });
pyodide.FS.mkdirTree("/work");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/work");
pyodide.runPython(trim);
pyodide.runPython(pack);
pyodide.globals.get("pack")("/work", plan);
"""


def _licences(wheels):
    """path -> bytes of the licences of what is shipped: of the official wheels, of what is installed here, of JupyterLite."""
    found, isone = {}, re.compile(r"\.dist-info/(?:licenses/)?((?:LICENSE|COPYING|AUTHORS).*)")
    for name, path in wheels.items():
        with zipfile.ZipFile(path) as archive:
            found |= {f"licenses/{name.split('-')[0]}/{one[1]}": archive.read(file)
                      for file in archive.namelist() if (one := isone.search(file)) and not file.endswith("/")}
    for name in (*INSTALLED, "jupyterlab_widgets", "jupyterlite-core", "jupyterlite-pyodide-kernel"):
        found |= {f"licenses/{name}/{one[1]}": file.read_binary()
                  for file in importlib.metadata.distribution(name).files if (one := isone.search(file.as_posix()))}
    return found


def _packs():
    """"kernel", "matplotlib" -> the bytes of their packs, "licenses/…" -> those of licences; made once and kept."""
    others = browser.zipped({path: data for name in INSTALLED for path, data in _installed(name).items()} | _stand_ins())
    code = [Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("trim.py", "pack.py")]
    key = _hash(json.dumps([browser.SHIPPED, code]).encode() + Path(__file__).read_bytes() + others)

    def make():
        official, runtime = browser.fetch(), browser.shipped()
        wheels = browser.fetch(files=KERNEL + MATPLOTLIB)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "installed.zip").write_bytes(others)
            plan = {"kernel": ["python_stdlib.zip", browser.NUMPY.name, "installed.zip", *(file.name for file in KERNEL)],
                    "matplotlib": [file.name for file in MATPLOTLIB]}
            trimmed = {f"trimmed/{file.name}": runtime[file.name] for file in browser.TRIMMED}
            made = browser.run_in_node(official | wheels | trimmed | {"installed.zip": Path(folder) / "installed.zip"},
                                       _PACK_IN_NODE, *code, json.dumps(plan), made=plan)
        return browser.zipped(made | _licences(wheels))

    with zipfile.ZipFile(io.BytesIO(_kept(f"packs-{key}.zip", make))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _imports(path, root):
    """The files of oco_live that a file of it imports, as far as it names them."""
    for node in ast.walk(ast.parse((root / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            module = path.parents[node.level - 1] / (node.module or "").replace(".", "/")
            for place in (module, *(module / name.name for name in node.names)):
                yield from (file for file in (place.with_suffix(".py"), place / "__init__.py") if (root / file).is_file())


def notebook_files(root=ROOT):
    """Of our own packages, what a notebook needs and a page does not: what `hosts.notebook` imports, what chapters do, and the view; sorted."""
    found, new = set(), {Path("oco_live/hosts/notebook.py"), Path("oco_live/formulas.py")}
    while new:
        found |= new
        new = {file for path in new for file in _imports(path, root)} - found
    found |= {Path("oco_live/view") / name for name in (*bundle.modules("notebook.js"), "loader.js", *bundle.STYLES)}
    return sorted(found - set(browser.package_files(root)))


def _notebook_zip(root=ROOT):
    """The bytes of the zip of our own files, with the pictures that Matplotlib need not draw there."""
    files = {path.as_posix(): (root / path).read_bytes() for path in notebook_files(root)}
    for name in NAMES:
        explorer = get(name)
        for panel in explorer.panels:
            files[f"oco_live/figures/still/{name}.{panel.name}.svg"] = draw.still(explorer, panel).encode()
    return browser.zipped(files)


# ---------------------------------------------------------------- what is made once and kept

def _hash(data):
    return hashlib.sha256(data).hexdigest()[:12]


def _kept(name, make):
    """The bytes that ``make`` returns, from the caches of `browser` if they were made before; of each kind the newest stay."""
    folders = [home.parents[1] / "lite" for home in browser.caches()]
    found = next((folder / name for folder in folders if (folder / name).is_file()), None)
    data = found.read_bytes() if found else make()
    for folder in folders:
        if not (folder / name).is_file():
            try:
                browser.write(folder / name, data)
            except OSError:
                continue
            kind = sorted(folder.glob(name.partition("-")[0] + "-*"), key=lambda path: path.stat().st_mtime)
            for stale in kind[:-5]:
                stale.unlink(missing_ok=True)
    return data


# ---------------------------------------------------------------- the application

SETTINGS = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # light or dark as the reader's system
    "@jupyterlab/filebrowser-extension:browser": {"showLastModifiedColumn": False},  # the book's files have no time, see _directory
}
DISABLED = [
    # It would let Python read the notebook's folder as files; it would also stand between the reader and the book's own.
    "@jupyterlite/application-extension:service-worker-manager",
    # A notebook of the book is from no server that could trust it, and "Last Checkpoint" would be its time, which it has not.
    "@jupyter-notebook/notebook-extension:checkpoints", "@jupyter-notebook/notebook-extension:trusted",
]
SCRIPT = Path(__file__).with_suffix(".js")  # what a notebook's page loads beside the application
# Fonts in formats that no browser of today asks for, the kernel's wheels (they are in a pack), the service worker.
_UNUSED = re.compile(r"\.(eot|svg|ttf|map|orig)$|fa-(brands|regular|solid)-\d+\.woff$|/static/pypi/|(^|/)service-worker\.js$")


def _versions():
    return [importlib.metadata.version(name) for name in ("jupyterlite-core", "jupyterlite-pyodide-kernel", "ipywidgets", "jupyterlab_widgets", "anywidget")]


def _application():
    """The bytes of a zip of JupyterLite as its own command builds it, without notebooks."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
        (folder / "config.json").write_text(json.dumps({"LiteBuildConfig": {
            "apps": ["notebooks", "tree"], "ignore_sys_prefix": ["federated_extensions"], "output_dir": str(folder / "out"),
            "federated_extensions": [str(LABEXTENSIONS / name) for name in EXTENSIONS], "no_sourcemaps": True,
            "no_unused_shared_packages": True, "no_libarchive": True, "cache_dir": str(folder / "cache"),
            "settings_overrides": [str(folder / "overrides.json")], "source_date_epoch": 315532800}}), encoding="utf-8")
        done = subprocess.run([sys.executable, "-m", "jupyterlite_core", "build", "--config", "config.json"], cwd=folder,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise RuntimeError(f"JupyterLite did not build:\n{done.stdout}\n{done.stderr}")
        files = {path.relative_to(folder / "out").as_posix(): path for path in sorted((folder / "out").rglob("*")) if path.is_file()}
        return browser.zipped({name: path.read_bytes() for name, path in files.items() if not _UNUSED.search(name)})


def _directory(path, entries):
    """A folder as JupyterLite's contents API lists it; notebooks carry no time, so that a build is the same each time."""
    def model(path, kind):
        return {"name": path.rpartition("/")[2], "path": path, "type": kind, "format": "json" if kind == "directory" else None,
                "content": None, "mimetype": None, "size": None, "writable": True,
                "created": "2000-01-01T00:00:00Z", "last_modified": "2000-01-01T00:00:00Z"}

    return model(path, "directory") | {"content": [model(*entry) for entry in entries]}


def _contents(notebooks):
    """path -> bytes of the notebooks and of the lists in which JupyterLite looks for them."""
    files = {f"files/{name}": data for name, data in notebooks.items()}
    folders = {""} | {name.rpartition("/")[0] for name in notebooks}
    for folder in folders:
        entries = [(name, "notebook") for name in sorted(notebooks) if name.rpartition("/")[0] == folder]
        entries += [(name, "directory") for name in sorted(folders) if name and name.rpartition("/")[0] == folder]
        files[f"api/contents/{folder + '/' if folder else ''}all.json"] = json.dumps(_directory(folder, entries)).encode()
    return files


def _lock(files, package):
    """Pyodide's lock file for notebooks: name -> bytes of the packs, and the file of the pages' own packages."""
    def entry(name, file_name, data, depends=(), imports=()):
        return {"name": name, "version": "1", "file_name": file_name, "install_dir": "site", "package_type": "package",
                "sha256": hashlib.sha256(data).hexdigest(), "depends": list(depends), "imports": list(imports),
                "unvendored_tests": False}

    # Where a file lies as seen from the folder of the runtime.
    here = {name.partition("-")[0].rpartition("/")[2]: (f"../../{FOLDER}/{name}", data) for name, data in files.items()}
    found = [entry("kernel", *here["kernel"], depends=["numpy"]), entry("oco-notebook", *here["notebook"], depends=["oco", "kernel"]),
             entry("oco", f"../{package[0]}", package[1]),
             entry("matplotlib", *here["matplotlib"], ["kernel"], ["matplotlib", "mpl_toolkits", "pylab", "PIL", "dateutil"]),
             *(entry(name.replace("_", "-"), *here["nothing"], depends=["kernel"]) for name in ASKED_FOR)]
    return browser.LOCK | {"packages": browser.LOCK["packages"] | {one["name"]: one for one in found}}


# First of all on each page; the address is relative to it. A browser that keeps nothing does not keep notebooks either.
_FIRST = """<head>
    <script src="%s"></script>
    <script>
      addEventListener("load", () => window.ocoForgets?.(
        "what you change here is lost when the page closes. To keep a notebook, download it (File, Download)."));
    </script>"""


def install(book, assets, notebooks, storage):
    """Put JupyterLite into the built book, in the folder `FOLDER`, which is made anew.

    book: the folder of the built book; assets: the folder in it that `browser.install` fills; notebooks: path in the book
    -> bytes; storage: path in the book of the script that stands in for the browser's storage where there is none. Raises
    MissingFiles like `browser.shipped`.
    """
    target = Path(book) / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    packs = _packs()
    key = _hash(json.dumps(_versions()).encode() + Path(__file__).read_bytes())
    with zipfile.ZipFile(io.BytesIO(_kept(f"application-{key}.zip", _application))) as archive:
        archive.extractall(target)
    for page in target.rglob("index.html"):
        up = "../" * len(page.relative_to(book).parts[1:])
        page.write_text(page.read_text(encoding="utf-8").replace("<head>", _FIRST % (up + storage), 1), encoding="utf-8")
    python = {f"python/{name}-{_hash(data)}.zip": data for name, data in [
        ("kernel", packs["kernel"]), ("matplotlib", packs["matplotlib"]), ("notebook", _notebook_zip()), ("nothing", browser.zipped({}))]}
    lock = json.dumps(_lock(python, browser.package_zip()), indent=1).encode()
    code = (_START % {"assets": assets, "runtime": browser.RUNTIME, "lock": _hash(lock)}).encode()
    start = f"start-{_hash(code)}.js"
    script = SCRIPT.read_bytes()
    page = target / "notebooks" / "index.html"
    tag = f'<script defer src="../book-{_hash(script)}.js"></script>'
    page.write_text(page.read_text(encoding="utf-8").replace("</head>", f"{tag}</head>", 1), encoding="utf-8")
    others = {name: data for name, data in packs.items() if name.startswith("licenses/")} | {start: code, f"book-{_hash(script)}.js": script}
    for name, data in (python | others | _contents(notebooks) | {"pyodide-lock.json": lock}).items():
        browser.write(target / name, data)

    settings = json.loads((target / "jupyter-lite.json").read_text(encoding="utf-8"))
    data = settings["jupyter-config-data"]
    data |= {"appName": "Notebooks of this book", "appUrl": "./tree", "faviconUrl": f"./../{assets}/icon.svg",
             "exposeAppInBrowser": True, "disabledExtensions": DISABLED}
    data["litePluginSettings"] = {"@jupyterlite/pyodide-kernel-extension:kernel": {
        "pyodideUrl": f"./{start}", "disablePyPIFallback": True, "pipliteUrls": [],
        "loadPyodideOptions": {"packages": ["oco-notebook", *ASKED_FOR]}}}
    (target / "jupyter-lite.json").write_text(json.dumps(settings, indent=1), encoding="utf-8")
