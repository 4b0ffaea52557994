"""Stored outputs of the notebooks. That they are current is nbval's part (make test runs it)."""

import ast
import base64
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbconvert.exporters import ScriptExporter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tools")]

import refresh  # noqa: E402

NOTEBOOKS = refresh.notebooks()
IMAGES = ("image/png", "image/jpeg", "image/svg+xml")


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.name)
def path(request) -> Path:
    return request.param


@pytest.fixture
def notebook(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def test_the_book_has_notebooks():
    """Every notebook and every text of ``chapters``, and every file of proofs, is a page: the front page, or in the
    table of contents."""
    toc = re.findall(r"- file: (\S+)", (ROOT / "_toc.yml").read_text(encoding="utf8"))
    assert NOTEBOOKS[0].name == "index.ipynb"
    pages = [*NOTEBOOKS[1:], *(ROOT / "chapters").glob("*.md"), *(ROOT / "proofs").glob("*.v")]
    assert sorted(toc) == sorted(str(path.relative_to(ROOT).with_suffix("")) for path in pages)


def test_valid_and_small(path, notebook):
    nbformat.validate(notebook)
    assert path.stat().st_size < 300_000, "300 kB is the limit for a notebook; SVGs and sweeps belong into _build"


def test_executed_from_top_to_bottom(notebook):
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1)), "run make refresh"
    assert outputs(notebook), "no stored outputs: run make refresh"


def test_no_error_is_stored(notebook):
    for output in outputs(notebook):
        assert output.output_type != "error", output.get("evalue")
        # A broken widget callback does not raise; it prints.
        assert output.get("name") != "stderr", output.text
        assert "Traceback (most recent call last)" not in str(output)


def test_nothing_random_is_stored(notebook):
    assert "widgets" not in notebook.metadata
    for cell in notebook.cells:
        assert "execution" not in cell.metadata
    for output in outputs(notebook):
        data = output.get("data", {"text/plain": output.get("text", "")})
        assert refresh.WIDGET_VIEW not in data
        for mime, text in data.items():
            if mime.startswith("text/"):
                assert not re.search(r"\b0x[0-9a-f]{6,}\b", text), f"an address in memory: {text[:200]}"
            if mime == "image/svg+xml":
                assert "<dc:date>" not in text, "savefig needs metadata={'Date': None}"


#: Tiny, but chosen, or a power, or a sum of positive terms: right to all its digits on every machine.
EXACT = {"6.885e-14", "6.9e-14", "1.44e-16", "1e-12", "1e-20", "1e-60"}


def test_no_digit_is_stored_that_rounding_decides(notebook):
    """1e-12 and less is what is left of 1 − 1: other digits on other machines, where nbval would then fail."""
    for output in outputs(notebook):
        texts = [text for mime, text in output.get("data", {}).items() if mime.startswith("text/")] + [
            output.get("text", "")]
        for found in re.findall(r"\d[\d.]*e[-−](?:1[2-9]|[2-9]\d|\d{3})\b", " ".join(texts)):
            assert found in EXACT, found


def test_images_are_small(notebook):
    for output in outputs(notebook):
        for mime in IMAGES:
            if text := output.get("data", {}).get(mime):
                size = len(base64.b64decode(text)) if mime != "image/svg+xml" else len(text)
                assert size < 60_000, f"{mime} of {size} bytes"


def pictures_in(html):
    """The alternative texts of the pictures in a piece of HTML; None where there is none."""
    found = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tag == "img" and found.append(dict(attrs).get("alt"))
    parser.feed(html)
    return found


def test_every_picture_has_an_alternative_text(notebook):
    """From the cell that draws it, for the page; and in each <img> that a widget's still picture is."""
    for cell in code_cells(notebook):
        for output in cell.outputs:
            for mime in set(output.get("data", ())) & set(IMAGES):
                alt = cell.metadata["mystnb"]["image"]["alt"]
                assert len(alt.split()) > 10, mime
            for alt in pictures_in(output.get("data", {}).get("text/html", "")):
                assert alt and len(alt.split()) > 4


def test_stored_as_refresh_would_store_it(path, notebook):
    refresh.normalise(notebook)
    assert nbformat.writes(notebook).rstrip("\n") + "\n" == path.read_text(encoding="utf8"), "run make refresh"


def test_nbconvert_makes_a_python_script(path, notebook):
    """As ``jupyter nbconvert --to script`` does: named .py, with the code of all cells."""
    script, resources = ScriptExporter().from_filename(str(path))
    assert resources["output_extension"] == ".py"
    found = [ast.dump(node) for node in ast.parse(script).body]
    plain = [
        node for cell in code_cells(notebook) if not re.search(r"^[%!]", cell.source, re.M)
        for node in ast.parse(cell.source).body]
    assert all(ast.dump(node) in found for node in plain) and len(plain) > 0


def test_no_bar_of_a_formula_ends_a_column(notebook):
    """In a table a backslash before a bar belongs to the table: of a norm only single bars would be left."""
    for cell in notebook.cells:
        assert cell.cell_type != "markdown" or not re.search(r"^\| .*\\\|.*\|$", cell.source, re.M), cell.source


def test_no_word_from_jupyterlab_to_another_host(notebook):
    """A reader may be offline: no cell loads anything from the network."""
    for cell in code_cells(notebook):
        assert not re.search(r"urlopen|requests\.get|!pip|%pip|https?://", cell.source), cell.source


def test_each_exercise_has_a_folded_solution_and_each_prediction_a_folded_answer(notebook):
    text = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    boxes = re.findall(
        r"^(?:`{3,}|:{3,})\{(exercise|solution|solution-start|admonition)\} ?(.*)\n((?::\w+:.*\n)*)", text, re.M)
    labels = [re.search(r":label: (\S+)", options)[1] for kind, _, options in boxes if kind == "exercise"]
    solved = [title for kind, title, _ in boxes if kind.startswith("solution")]
    assert sorted(solved) == sorted(labels)
    assert text.count("{solution-start}") == text.count("{solution-end}")
    assert len(boxes) == len(re.findall(r"\{(?:exercise|solution|solution-start|admonition)\}", text)), (
        "a box of another form")
    answers = [options for kind, title, options in boxes if kind.startswith("solution") or title.startswith("Answer")]
    assert all(":class: dropdown" in options for options in answers)
    # The question stands before its explorer: to be predicted there, or with the answer folded below it.
    sources = [cell.source for cell in notebook.cells] + ["", ""]
    asked = [following for following in zip(sources, sources[1:], sources[2:]) if "# Predict first" in following[0]]
    for question, then, later in asked:
        assert 'explore("' in (later if "predict(" in then else then), question
        assert "predict(" in then or re.search(r"\{admonition\} Answer.*\n:class: dropdown", question), question


def test_refresh_is_byte_stable(tmp_path):
    """Widgets, pictures and prints come out the same twice; what was random is gone."""
    new = nbformat.v4
    notebook = new.new_notebook(cells=[
        new.new_markdown_cell("# Test"), new.new_markdown_cell("twice"), new.new_markdown_cell("twice"),
        new.new_code_cell("import ipywidgets\nslider = ipywidgets.IntSlider()\nslider"),
        new.new_code_cell("for i in range(50):\n    print(i, flush=True)"),
        new.new_code_cell("%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]);"),
    ])
    path = tmp_path / "test.ipynb"
    nbformat.write(notebook, path)
    assert refresh.refresh(path)
    first = path.read_bytes()
    assert not refresh.refresh(path)
    assert path.read_bytes() == first
    stored = nbformat.read(path, as_version=4)
    assert "widgets" not in stored.metadata and refresh.WIDGET_VIEW.encode() not in first
    assert [cell.execution_count for cell in code_cells(stored)] == [1, 2, 3]
    assert len({cell.id for cell in stored.cells}) == 6
    assert code_cells(stored)[0].outputs[0].data["text/plain"].startswith("IntSlider")
    assert len(code_cells(stored)[1].outputs) == 1
    assert "image/png" in code_cells(stored)[2].outputs[-1].data
