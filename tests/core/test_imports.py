"""Who imports what, read from the source: `oco_live.hosts.imports`, on a small repository of our own."""

import pytest

from oco_live.hosts.imports import ROOT, names, needed, packages

FILES = {
    "core/__init__.py": "from . import bounds\nfrom .play import play\n",
    "core/play.py": "from .engine import blocks\n",
    "core/losses.py": "",
    "core/engine/__init__.py": "",
    "core/engine/blocks.py": "import numpy as np\n",
    "core/bounds/__init__.py": "from .ogd import ogd, tuned\nfrom .spam import spam\n",
    "core/bounds/ogd.py": "from ..losses import square\n",
    "core/bounds/spam.py": "",
    "live/one.py": "from core import bounds, play\nbounds.ogd(1); play()\n",
    "live/two.py": "def later():\n    from core import bounds\n    return getattr(bounds, 'spam')\n",
    "live/three.py": "from core import bounds\nbounds.ogd, bounds.__all__\n",
    "live/five.py": "from core import bounds\nbounds.ogd(1)\nmade = getattr(bounds, 'spam')\n",
    "live/six.py": "from core import bounds as promises\npromises.ogd(1)\n",
    "live/four.py": "import core.losses\nimport_module('live.one')\n",
}


@pytest.fixture
def root(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_names_are_resolved(root):
    assert names(root / "core/bounds/ogd.py", root) == {"core.losses", "core.losses.square"}
    found = names(root / "core/bounds/__init__.py", root)
    assert found >= {"core.bounds.ogd", "core.bounds.ogd.tuned", "core.bounds.spam"}
    assert names(root / "core/engine/blocks.py", root) == {"numpy"}
    assert names(root / "live/four.py", root) == {"core.losses", "live.one"}
    assert names(root / "live/two.py", root, top_level_only=True) == set() != names(root / "live/two.py", root)


@pytest.mark.parametrize("file, others", [
    ("one", {"core/play.py", "core/engine/blocks.py", "core/bounds/ogd.py", "core/losses.py"}),  # and not bounds/spam
    *((file, {"core/bounds/__init__.py", "core/bounds/ogd.py", "core/bounds/spam.py", "core/losses.py"})
      for file in ("two", "three", "five", "six")),  # what is asked is not seen, hence all
    ("four", {"core/losses.py", "live/one.py", "core/play.py", "core/engine/blocks.py", "core/bounds/ogd.py"}),
])
def test_what_a_file_needs(root, file, others):
    found = needed([root / f"live/{file}.py"], root)
    assert {path.relative_to(root).as_posix() for path in found} == {f"live/{file}.py"} | others


def test_a_sweep_knows_the_makers_of_its_streams():
    """What makes the kernels' points is part of the fingerprint of their sweeps."""
    found = {path.relative_to(ROOT).as_posix() for path in needed([ROOT / "oco_live/explorers/kernels/measure.py"])}
    assert "oco_core/streams/synthetic.py" in found and "oco_core/streams/spambase.py" not in found


def test_packages_stand_above_their_files(root):
    assert packages([root / "core/bounds/ogd.py", root / "live/one.py"]) == {
        root / "core/__init__.py", root / "core/bounds/__init__.py"}
