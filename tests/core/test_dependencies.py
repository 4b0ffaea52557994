"""Who may import whom: the floors of the house, read from the source without running it."""

import subprocess
import sys
from pathlib import Path

import pytest

from oco_live.hosts.imports import names

ROOT = Path(__file__).resolve().parents[2]
CORE = sorted((ROOT / "oco_core").glob("**/*.py"))
FOLDERS = {p.stem for p in (ROOT / "oco_core").iterdir()}  # and single files
LIVE = sorted((ROOT / "oco_live").glob("**/*.py"))
EVALUATED = ("control.py", "explorer.py", "phrasing.py", "style.py", "explorers")
BROWSER = [p for p in LIVE if p.relative_to(ROOT / "oco_live").parts[0] in EVALUATED]
# From the ground up. Rooms of single chapters stand above the book's words; two of them have a protocol of their own,
# of which bounds are stated.
FLOORS = [
    {"engine"},
    {"losses", "streams", "learners"},
    {"protocol", "chapters.gradient_descent", "chapters.kernels"},
    {"hindsight", "bounds"},
    {"proofs", "own", "chapters.hinge_and_perceptron", "chapters.lower_bounds", "chapters.online_to_batch",
     "chapters.regularisation"},
    {"tightest"},
]


def name_of(path):
    return str(path.relative_to(ROOT))


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports(path, top_level_only=False):
    """Every imported module as a tuple of names; `from a import b` counts as a and a.b."""
    return {tuple(name.split(".")) for name in names(path, ROOT, top_level_only)}


def tops(path):
    return {module[0] for module in imports(path)}


def room_of(module):
    """The room of a module of oco_core, given as a tuple of names: all of `engine` is one, each chapter has its own."""
    return ".".join(module[1:3] if module[1] == "chapters" else module[1:2])


def floor_of(room):
    return next(i for i, floor in enumerate(FLOORS) if room in floor)


def test_every_module_of_the_core_stands_on_a_floor():
    rooms = {room_of(module_of(p)) for p in CORE if len(module_of(p)) > 1} - {"chapters"}
    assert rooms == set.union(*FLOORS)


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_the_core_imports_numpy_and_the_standard_library_only(path):
    assert tops(path) <= sys.stdlib_module_names | {"numpy", "oco_core"}


@pytest.mark.parametrize("path", [p for p in CORE if len(module_of(p)) > 1], ids=name_of)
def test_nothing_in_the_core_looks_up_or_sideways(path):
    """engine < losses, streams, learners < protocol < hindsight, bounds < proofs, chapters < tightest; a room's files
    are one floor."""
    mine = room_of(module_of(path))
    for module in imports(path):
        if module[0] == "oco_core" and len(module) > 1 and module[1] in FOLDERS and room_of(module) not in (mine,
                                                                                                            "chapters"):
            assert floor_of(room_of(module)) < floor_of(mine), f"{name_of(path)} imports {'.'.join(module)}"


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_the_core_does_not_know_the_explorers(path):
    assert not tops(path) & {"oco_live", "chapters", "_ext"}
    assert "oco_live" not in path.read_text("utf-8").replace("oco_live/", "")


@pytest.mark.parametrize("path", BROWSER, ids=name_of)
def test_explorers_run_in_the_browser(path):
    """NumPy, the standard library, oco_core and explorers; never figures, hosts or Matplotlib."""
    assert tops(path) <= sys.stdlib_module_names | {"numpy", "oco_core", "oco_live"}
    inside = {module[1] for module in imports(path) if module[0] == "oco_live" and len(module) > 1}
    assert not inside & {"figures", "hosts", "view"}


@pytest.mark.parametrize("path", LIVE, ids=name_of)
def test_matplotlib_is_imported_under_figures_alone(path):
    if "figures" not in path.relative_to(ROOT / "oco_live").parts:
        assert "matplotlib" not in tops(path)


@pytest.mark.parametrize("path", LIVE, ids=name_of)
def test_anywidget_is_imported_in_the_notebook_host_alone(path):
    if name_of(path) != str(Path("oco_live/hosts/notebook.py")):
        assert not tops(path) & {"anywidget", "ipywidgets", "traitlets", "IPython"}


@pytest.mark.parametrize("path", [p for p in LIVE if "figures" in p.relative_to(ROOT / "oco_live").parts], ids=name_of)
def test_figures_do_not_compute(path):
    """A figure draws what an explorer computed: it does not reach for the core or for the hosts."""
    used = {module[:2] for module in imports(path)}
    assert "oco_core" not in tops(path) and ("oco_live", "hosts") not in used


@pytest.mark.parametrize("path", [p for p in LIVE if p.parent.name == "oco_live"], ids=name_of)
def test_the_package_imports_lazily(path):
    if path.name == "__init__.py":
        top = {module[:2] for module in imports(path, top_level_only=True)}
        assert not top & {("oco_live", "hosts"), ("oco_live", "figures")}
        assert not {module[0] for module in top} & {"matplotlib", "anywidget", "ipywidgets"}


def test_importing_the_core_loads_numpy_only():
    """What really happens on import, in a fresh interpreter."""
    code = ("import sys, oco_core; from importlib.util import find_spec\n"
            "print(*sorted({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)))")
    done = subprocess.run([sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" + code],
                          capture_output=True, text=True, check=True)
    assert {"numpy", "oco_core"} <= set(done.stdout.split())
    assert not set(done.stdout.split()) & {"matplotlib", "scipy", "anywidget", "ipywidgets", "oco_live", "cvxpy"}
