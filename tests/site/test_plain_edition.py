"""The plain edition of each notebook: no MyST is left, nothing of the page is lost, links arrive, and it still runs."""

import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbclient import NotebookClient
from nbconvert.exporters import ScriptExporter
from support.driving import BOOK
from support.plain import MYST, markdown, read, texts_of

from oco_live.hosts import lite

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import mathematics, plain  # noqa: E402

NOTEBOOKS = sorted(
    path.relative_to(ROOT).as_posix() for path in [ROOT / "index.ipynb", *(ROOT / "chapters").glob("*.ipynb")])
PLACES = ("_sources", f"{lite.FOLDER}/files")


@pytest.fixture(params=NOTEBOOKS)
def name(request):
    return request.param



def test_no_myst_is_left_in_it(name):
    for place in PLACES:
        for text in texts_of(read(BOOK / place / name)):
            assert not MYST.search(text), MYST.search(text)
            shown = BeautifulSoup(markdown().render(text), "html.parser").get_text()
            assert not re.search(r"\{[\w:]+\}|:::|\*\*|\\tag|\$\$", re.sub(r"\$[^$]*\$", "", shown)), shown


def test_the_source_has_what_would_be_found(name):
    """Else the test above looks for the wrong thing."""
    assert any(MYST.search(text) for text in texts_of(read(ROOT / name)))


def test_code_and_order_stay(name):
    source = read(ROOT / name)
    for place in PLACES:
        found = read(BOOK / place / name)
        nbformat.validate(nbformat.from_dict(found))
        assert [(cell["cell_type"], cell["id"], cell["metadata"]) for cell in found["cells"]] == [
            (cell["cell_type"], cell["id"], cell["metadata"]) for cell in source["cells"]]
        for before, after in zip(source["cells"], found["cells"]):
            if before["cell_type"] == "code":
                assert before["source"] == after["source"] and len(before["outputs"]) == len(after["outputs"])
                for old, new in zip(before["outputs"], after["outputs"]):
                    assert {kind: data for kind, data in new.get("data", {}).items() if kind != "text/markdown"} == {
                        kind: "".join(data) for kind, data in old.get("data", {}).items() if kind != "text/markdown"}
                    # One text: JupyterLite would put a comma before each line of a list.
                    assert all(isinstance(data, str) for data in new.get("data", {}).values())
                    assert new.get("text") == ("".join(old["text"]) if "text" in old else None)
            else:
                assert "".join(after["source"]).strip(), "an empty cell"
        assert found["metadata"]["oco"]["notebook"] == name
        assert {key: value for key, value in found["metadata"].items() if key != "oco"} == source["metadata"]


def ids(path, known={}):
    if path not in known:
        known[path] = set(re.findall(r'\bid="([^"]+)"', path.read_text(encoding="utf-8")))
    return known[path]


def test_links_lead_to_the_built_pages(name):
    found = 0
    for place in PLACES:
        path = BOOK / place / name
        for text in texts_of(read(path)):
            for link in BeautifulSoup(markdown().render(text), "html.parser").find_all("a"):
                parts = urlsplit(link["href"])
                if parts.scheme:
                    continue
                page = (path.parent / unquote(parts.path)).resolve()
                assert page.is_relative_to(BOOK) and page.suffix == ".html" and page.is_file(), link
                assert not parts.fragment or unquote(parts.fragment) in ids(page), link
                found += 1
    assert found > 20


def words_of_page(html):
    """What a page's text says: its words, formulas as their LaTeX."""
    soup = BeautifulSoup(html, "html.parser")
    article = soup.select_one("article.bd-article")
    for unwanted in article.select(
        ".cell, .headerlink, script, style, .section-number, .eqno, .oco-archive, .oco-checked, .backrefs"):
        unwanted.decompose()
    for formula in article.select(".math"):
        latex = " ".join(formula.select_one("annotation").get_text().split())
        folded = formula.find_parent(class_="admonition-title") and formula.find_parent(
            class_="dropdown")  # a title without Markdown
        formula.replace_with(folded and mathematics.plain(latex) or f"${latex}$")
    return article.get_text().split()


def words_of_notebook(notebook):
    found = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            soup = BeautifulSoup(markdown().render("".join(cell["source"])), "html.parser")
            for summary in soup.select("summary"):
                if summary.get_text().endswith(", continued"):
                    summary.decompose()
            found += re.sub(rf"\s*\\tag\{{[^}}]*\}}|{plain.END.strip('*')}", "", soup.get_text()).split()
    return found


def same(words):
    """Spaces do not count: a page has some around brackets."""
    return re.sub(r"\s", "", "".join(words))


def test_it_says_what_the_page_says(name):
    page = words_of_page((BOOK / name).with_suffix(".html").read_text(encoding="utf-8"))
    assert same(words_of_notebook(read(BOOK / "_sources" / name))) == same(page)


#: Executed in every run of the tests; the others, a minute more, with --every.
ALWAYS = {"index", "sequential_protocol", "theorems"}


def test_it_runs(name, pytestconfig, tmp_path):
    if Path(name).stem not in ALWAYS and not pytestconfig.getoption("every"):
        pytest.skip("with --every")
    notebook = nbformat.read(BOOK / "_sources" / name, as_version=4)
    NotebookClient(
        notebook, timeout=600, startup_timeout=300, kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}}).execute()
    for text in texts_of(notebook):
        assert not MYST.search(text), text  # nor do its outputs bring it back


def test_a_script_can_be_made_of_it(name):
    script, resources = ScriptExporter().from_filename(str(BOOK / "_sources" / name))
    assert resources["output_extension"] == ".py"
