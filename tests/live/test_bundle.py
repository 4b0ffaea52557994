"""The view's modules as one script for a page, and as one text for a notebook."""

import re
import subprocess

import pytest
from support.browser import new_page

from oco_live.hosts import bundle, node


@pytest.mark.parametrize("entry", ["page.js", "notebook.js"])
def test_every_module_comes_after_those_that_it_imports(entry):
    before = set()
    for name, text in bundle.modules(entry).items():
        assert set(re.findall(r'"\./([\w-]+\.js)"', text)) <= before, name
        before.add(name)
    assert entry in before


def test_every_module_of_the_view_is_used():
    alone = {"loader.js", "worker.js", "encoder.js", "still.js", "device.js"}  # the last: of exercises and questions
    entries = ("page.js", "notebook.js", "own.js", "framed.js")
    used = {*alone, *(name for entry in entries for name in bundle.modules(entry) if name.endswith(".js"))}
    assert used == {path.name for path in bundle.VIEW.glob("*.js")}


def test_a_page_s_script_is_classic_and_leaves_no_name_but_its_own(browser):
    assert bundle.script().startswith('"use strict";')
    assert not re.search(r"\b(import|export)\b *[{*\"]", bundle.script())
    assert len(bundle.script()) < 0.8 * sum(map(len, bundle.modules("page.js").values()))
    with new_page(browser, thrifty=True) as (page, _):
        before = set(page.evaluate("Object.getOwnPropertyNames(window)"))
        page.add_script_tag(content=bundle.script())
        assert set(page.evaluate("Object.getOwnPropertyNames(window)")) - before == {
            "ocoDrawing", "ocoExplorers", "ocoSweep"}


def test_a_notebook_s_text_is_a_module(browser):
    load = """async (text) => {
      const { default: widget } = await import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
      return typeof widget.render;
    }"""
    with new_page(browser, thrifty=True) as (page, _):
        assert page.evaluate(load, bundle.module()) == "function"


def test_a_notebook_s_text_leaves_no_address_behind_if_a_module_fails(browser):
    load = """async (text) => {
      const [made, gone] = [[], []];
      const [make, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
      const own = make.call(URL, new Blob([text], { type: 'text/javascript' }));
      URL.createObjectURL = (blob) => { made.push(make.call(URL, blob)); return made.at(-1); };
      URL.revokeObjectURL = (url) => { gone.push(url); revoke.call(URL, url); };
      const said = await import(own).catch((error) => error.message);
      return [said, made.length, made.every((url) => gone.includes(url))];
    }"""
    loader = (bundle.VIEW / "loader.js").read_text("utf8")
    with new_page(browser, thrifty=True) as (page, _):
        text = f"const sources = {{'notebook.js': 'throw new Error(\"broken\");'}};\n{loader}"
        assert page.evaluate(load, text) == ["broken", 1, True]


def test_a_notebook_s_text_needs_no_node(monkeypatch):
    monkeypatch.setattr(node, "program", lambda: None)
    bundle.module.cache_clear()
    assert bundle.module()
    bundle.minified.cache_clear()
    with pytest.raises(RuntimeError, match="tools/environment.py"):
        bundle.minified("let a;")


def test_what_is_no_javascript_is_told():
    with pytest.raises(RuntimeError, match='Unexpected ";"'):
        bundle.minified("f(;")


def test_what_esbuild_warns_of_is_an_error_and_what_node_says_is_none(monkeypatch):
    bundle.minified.cache_clear()
    with pytest.raises(RuntimeError, match="-0"):
        bundle.minified("f(x === -0);")
    monkeypatch.setenv("NODE_OPTIONS", "--inspect=127.0.0.1:0")
    assert bundle.minified("let a  = 1;").strip() == "let a=1;"


def test_the_minified_stylesheet_is_the_same_style(browser):
    """As Chromium reads both."""
    read = """css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);
      return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\\\?\\s+/g, ' ').replaceAll(', ', ',')); }"""
    with new_page(browser, thrifty=True) as (page, _):
        plain, small = (page.evaluate(read, css) for css in (bundle.stylesheet(), bundle.style()))
    assert small == plain and len(plain) > 100
    assert len(bundle.style()) < 0.95 * len(bundle.stylesheet())


def test_a_minified_script_says_the_same():
    text = "const far = 1; // a word\nfunction near(number) { return number + far; }\n"
    def near(script):
        command = [node.program(), "-p", f"{script}; near(2)"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    answers = [near(script) for script in (text, bundle.minified(text))]
    assert answers == ["3\n"] * 2 and len(bundle.minified(text)) < len(text)


def test_a_new_text_has_a_new_name():
    assert bundle.hashed("view.js", "a") != bundle.hashed("view.js", "b")
    assert re.fullmatch(r"view-[0-9a-f]{12}\.js", bundle.hashed("view.js", "a"))
