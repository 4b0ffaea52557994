"""The files of Python for the browser, and a built page with a stub in place of the explorers."""

import shutil
from pathlib import Path

import pytest
from support.stub import STUB, write_site

from oco_live.hosts import browser as runtime

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def files():
    """The real files, from this machine's cache or fetched now."""
    return runtime.fetch()


@pytest.fixture
def cache(files, tmp_path):
    """A full cache of our own, to damage."""
    folder = tmp_path / "cache"
    folder.mkdir()
    for name, path in files.items():
        shutil.copyfile(path, folder / name)
    return folder


@pytest.fixture(scope="session")
def site(tmp_path_factory, files):
    """A built page with the stub explorer; .manifest is what the page got."""
    root = tmp_path_factory.mktemp("stub")
    for name, text in {"oco_core/__init__.py": "", "oco_live/__init__.py": "", "oco_live/explorer.py": STUB,
                       "oco_live/hosts/__init__.py": "",
                       "oco_live/hosts/worker.py": (ROOT / "oco_live/hosts/worker.py").read_text()}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    folder = tmp_path_factory.mktemp("site")
    manifest = write_site(folder, root)
    return type("Site", (), {"folder": folder, "manifest": manifest, "root": root})
