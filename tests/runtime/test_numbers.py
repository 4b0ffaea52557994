"""Our own code on Pyodide's Python and NumPy: the numbers are those of this Python."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from support import core_check
from support.browser import new_page
from support.server import serve
from support.stub import opened, request, settled, write_site

from oco_live import explorer
from oco_live.hosts import browser as runtime

ROOT = Path(__file__).resolve().parents[2]


def test_every_explorer_answers_in_the_browser_as_here(browser, files, tmp_path):
    """Each explorer, each of its streams: series and facts to 1e-9, words exactly."""
    write_site(tmp_path, ROOT)
    site = type("Site", (), {"folder": tmp_path})
    with opened(browser, site) as (page, notes, server):
        assert settled(page) == "ready"
        for name in explorer.NAMES:
            shown = explorer.get(name)
            for stream in shown.control("stream").values:
                here = shown.frame(stream=stream).as_dict()
                answer = request(page, {"stream": stream}, name)
                assert "frame" in answer, f"{name} {stream}: {answer}"
                there = answer["frame"]
                assert there.keys() == here.keys()
                for key in ("params", "sentence", "texts", "status"):
                    assert there[key] == here[key], f"{name} {stream} {key}"
                assert there["series"].keys() == here["series"].keys()
                for curve in here["series"]:
                    for axis in ("x", "y"):
                        np.testing.assert_allclose(there["series"][curve][axis], here["series"][curve][axis],
                                                   rtol=1e-9, atol=1e-9, err_msg=f"{name} {stream} {curve}.{axis}")
                assert there["facts"].keys() == here["facts"].keys()
                for fact, value in here["facts"].items():
                    assert there["facts"][fact] == pytest.approx(value, rel=1e-9, abs=1e-9), f"{name} {stream} {fact}"
        assert "error" in request(page, {"eta": 0}, explorer.NAMES[0])
        assert notes.all() == []


def test_oco_core_computes_the_same_in_the_browser(browser, site, tmp_path):
    """CPython here and CPython 3.12 with NumPy 2.0.2 and 32-bit integers there agree to 1e-9."""
    shutil.copytree(site.folder / "live" / runtime.RUNTIME, tmp_path / "pyodide")
    (tmp_path / "packages.zip").write_bytes(runtime.package_zip()[1])
    (tmp_path / "index.html").write_text("""<!doctype html><link rel="icon" href="data:,"><script type="module">
        import {loadPyodide} from "./pyodide/pyodide.module.js";
        const pyodide = await loadPyodide({indexURL: "pyodide", packages: ["numpy"]});
        pyodide.unpackArchive(await (await fetch("packages.zip")).arrayBuffer(), "zip", {extractDir: "/oco"});
        pyodide.runPython("import sys; sys.path.insert(0, '/oco')");
        window.run = (code) => pyodide.runPython(code);
        </script>""")
    with serve(tmp_path) as server, new_page(browser) as (page, notes):
        page.goto(server.url)
        page.wait_for_function("!!window.run")
        assert page.evaluate("run('import numpy; numpy.__version__')") == "2.0.2"
        code = Path(core_check.__file__).read_text() + "\nimport json\njson.dumps(numbers(), allow_nan=False)"
        there = json.loads(page.evaluate("(code) => run(code)", code))
        assert notes.all() == []
    here = core_check.numbers()
    assert there.keys() == here.keys()
    for name in here:
        np.testing.assert_allclose(there[name], here[name], rtol=1e-9, atol=1e-9, err_msg=name)
