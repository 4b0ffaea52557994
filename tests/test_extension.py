"""The Sphinx extension by itself: placeholders, formulas, a small book with every environment; and the server of make
book."""

import re
import sys
import threading
import urllib.request
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin

import pytest
from docutils import nodes
from support.small_book import GOOD, build

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext"), str(ROOT / "tools")]

from oco_book import explorers, mathematics, questions, shell  # noqa: E402
from serve import server  # noqa: E402

from oco_live import predict  # noqa: E402


def test_placeholder_round_trip():
    params = {"eta": 0.5, "stream": 'a "b" <c> & d', "U": 1}
    text = explorers.placeholder("ogd", params, "<p>sentence</p>")
    assert explorers.parse(text) == ("ogd", params)
    assert explorers.parse("<p>nothing here</p>") is None
    single = """<div class="x oco-explorer-placeholder" data-params='{"eta": 0.5}' data-explorer="ogd">…</div>"""
    assert explorers.parse(single) == ("ogd", {"eta": 0.5})
    with pytest.raises(ValueError):
        explorers.parse(single.replace("0.5}", ""))


def test_placeholder_of_questions():
    stored = predict("ogd-double-U", "ogd-small-step")._repr_mimebundle_()["text/html"]
    assert questions.parse(stored) == ["ogd-double-U", "ogd-small-step"]
    assert questions.parse(questions.placeholder(["a", "b"], "text")) == ["a", "b"]
    assert questions.parse("<p>nothing here</p>") is None


QUESTIONS = """

```{raw} html
<div class="oco-predict-placeholder" data-questions="NAMES"><p>text</p></div>
```
"""


def test_questions_take_the_place_of_their_placeholder(tmp_path):
    code, said = build(tmp_path, GOOD + QUESTIONS.replace("NAMES", "ogd-double-U ogd-negative-regret"))
    assert code == 0, said
    folder = tmp_path / "a book" / "_build" / "html"
    page = (folder / "index.html").read_text("utf8")
    assert re.findall(r'<section class="oco-predict" id="predict-([\w-]+)"', page) == [
        "ogd-double-U", "ogd-negative-regret"]
    asked = re.findall(r'(?:src|href)="(_oco/predict-[\w.]+)"', page) + [
        f"_oco/{name}" for name in re.findall(r'"room":"([^"]+)"', page)]
    assert len(asked) == 3 and all((folder / name).is_file() for name in asked)
    assert '"base":"_oco/"' in page


def test_a_question_that_there_is_not_stops_the_build(tmp_path):
    code, said = build(tmp_path, GOOD + QUESTIONS.replace("NAMES", "ogd-double-U ogd-nonsense"))
    assert code != 0 and "ogd-nonsense" in said


def test_a_wrong_formula_is_an_error():
    assert 'class="katex"' in mathematics.render(r"\sqrt{x}", False)
    assert "katex-display" in mathematics.render(r"\sqrt{x}", True)
    for wrong in (r"\undefined", r"\frac{1}", "x^2^3", "é"):
        with pytest.raises(mathematics.FormulaError):
            mathematics.render(wrong, False)


def test_katex_stylesheet_and_script_are_of_one_version():
    script = mathematics.find_katex().read_text(encoding="utf8")
    style = (shell.FILES / "katex" / "katex.min.css").read_text(encoding="utf8")
    assert (
        re.search(r'version:"([\d.]+)"', script)[1] == re.search(r'katex-version:after\{content:"([\d.]+)"', style)[1])


def test_punctuation_stays_with_its_formula():
    paragraph = nodes.paragraph(
        "", "", nodes.Text("If ("), nodes.math("", "x"), nodes.Text("), then "), nodes.math("", "y"))
    document = nodes.document(None, None)
    document += paragraph
    mathematics.keep_punctuation(None, document, "page")
    assert paragraph.astext() == "If (x), then y"
    (tied,) = paragraph.findall(nodes.inline)
    assert tied.astext() == "(x),"


def test_a_script_is_minified_and_keeps_its_names_and_licence():
    head = "/*\n * doctools.js\n *\n * :license: BSD, see LICENSE for details.\n *\n */\n"
    script = "/* what it does */\nconst NAMES = ['a',\n  'b'];\nfunction first() {\n  return NAMES[0]; // one\n}\n"
    small = shell.minified(head + script)
    assert small.startswith(head) and len(small) < len(head + script) - 30 and "what it does" not in small
    assert "const NAMES" in small and "function first()" in small
    assert shell.minified(script).startswith("const NAMES")


def test_theme_stylesheet_without_icons():
    css = ('a{b:c}@font-face{font-family:Font Awesome\\ 6 Free;src:url(x.woff2)}.fa-sun:before,.fa-moon{--fa:"x"}'
           ".bd .fa-sun{color:red}d{e:f}")
    assert shell.without_icons(css) == "a{b:c}.bd .fa-sun{color:red}d{e:f}"


def test_all_environments_build_without_a_warning(tmp_path):
    code, said = build(tmp_path, GOOD)
    assert code == 0, said
    ids = re.findall(r'\bid="([^"]+)"', (tmp_path / "a book" / "_build" / "html" / "index.html").read_text("utf8"))
    assert {"T3", "A1", "answer"} <= set(ids) and len(ids) == len(set(ids))


def test_a_wrong_formula_stops_the_build(tmp_path):
    code, said = build(tmp_path, GOOD + "\n\nAnd $\\nonsense$.\n")
    assert code != 0
    assert r"\nonsense" in said and "index.md" in said


# ---------------------------------------------------------------- the server of make book

def test_server_knows_the_types_and_finds_a_port(tmp_path):
    types = {
        "a.wasm": "application/wasm", "a.mjs": "text/javascript; charset=utf-8",
        "a.js": "text/javascript; charset=utf-8", "a.svg": "image/svg+xml", "a.json": "application/json",
        "index.html": "text/html; charset=utf-8"}
    for name in types:
        (tmp_path / name).write_text("{}")
    with server(tmp_path, 0) as first, server(tmp_path, first.server_address[1]) as second:
        ports = [http.server_address[1] for http in (first, second)]
        assert ports[0] != ports[1]
        threading.Thread(target=second.serve_forever, daemon=True).start()
        for name, expected in types.items():
            with urllib.request.urlopen(urljoin(f"http://127.0.0.1:{ports[1]}/", name)) as answer:
                assert answer.headers["Content-Type"] == expected
        with pytest.raises(HTTPError):
            urllib.request.urlopen(f"http://127.0.0.1:{ports[1]}/missing")
        second.shutdown()
