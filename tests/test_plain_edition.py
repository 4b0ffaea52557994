"""The plain edition of each notebook: no MyST is left, nothing of the page is lost, links arrive, and it still runs."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbclient import NotebookClient
from nbconvert.exporters import ScriptExporter

from oco_live.hosts import lite

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import mathematics, plain  # noqa: E402

BOOK = ROOT / "_build" / "html"
NOTEBOOKS = sorted(path.relative_to(ROOT).as_posix() for path in [ROOT / "index.ipynb", *(ROOT / "chapters").glob("*.ipynb")])
PLACES = ("_sources", f"{lite.FOLDER}/files")

#: What only MyST understands, wherever it stands in Markdown.
MYST = re.compile(r"\{[\w:+-]+\}`|^\s*(?:>\s*)*(?:`{3,}|~{3,}|:{3,})\s*\{|^\s*(?:>\s*)*:{3,}|^\s*(?:>\s*)*\([\w:.-]+\)=\s*$|^%|\$\$[ \t]*\([\w:-]+\)"
                  r"|^\s*(?:>\s*)*:[\w-]+:(?:\s|$)|\[\^[^\]]+\]|\{\{.*?\}\}|^\+\+\+", re.M)


def markdown():
    """What every Jupyter understands: CommonMark, tables, formulas between dollars."""
    return MarkdownIt("commonmark").enable("table").use(
        dollarmath_plugin, renderer=lambda latex, options: f"${' '.join(latex.split())}$".replace("&", "&amp;").replace("<", "&lt;"))


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def texts_of(notebook):
    """The Markdown of a notebook: cells, and outputs that are Markdown."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            yield "".join(cell["source"])
        for output in cell.get("outputs", []):
            if "text/markdown" in output.get("data", {}):
                yield "".join(output["data"]["text/markdown"])


@pytest.fixture(params=NOTEBOOKS)
def name(request):
    assert (BOOK / "index.html").is_file(), f"{BOOK} holds no built book: run make build (make test does)"
    return request.param


# ---------------------------------------------------------------- of every notebook

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
                        kind: data for kind, data in old.get("data", {}).items() if kind != "text/markdown"}
                    assert new.get("text") == old.get("text")
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
    for unwanted in article.select(".cell, .headerlink, script, style, .section-number, .eqno, .oco-archive, .backrefs"):
        unwanted.decompose()
    for formula in article.select(".math"):
        latex = " ".join(formula.select_one("annotation").get_text().split())
        folded = formula.find_parent(class_="admonition-title") and formula.find_parent(class_="dropdown")  # a title without Markdown
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


#: Executed in every run of the tests; the others, a minute more, with --every-cell.
ALWAYS = {"index", "sequential_protocol", "theorems"}


def test_it_runs(name, pytestconfig, tmp_path):
    if Path(name).stem not in ALWAYS and not pytestconfig.getoption("every_cell"):
        pytest.skip("with --every-cell")
    notebook = nbformat.read(BOOK / "_sources" / name, as_version=4)
    NotebookClient(notebook, timeout=600, startup_timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    for text in texts_of(notebook):
        assert not MYST.search(text), text  # nor do its outputs bring it back


def test_a_script_can_be_made_of_it(name):
    script, resources = ScriptExporter().from_filename(str(BOOK / "_sources" / name))
    assert resources["output_extension"] == ".py"


# ---------------------------------------------------------------- of everything that MyST has

EVERYTHING = r"""
(sec-one)=
# Everything

% a comment that nobody reads

Text with *emphasis*, **strong**, ``a ` b``, a price of 5\$ and of 6\$, 2 \* 3 \* 4, snake\_case\_, a\<b>, \[0, 1\](x).
See {ref}`the theorem <T>`, {prf:ref}`T`, {eq}`eq-a`, {cite}`novikoff_1962`, {doc}`this page <index>`, {term}`regret`, [the section](#sec-one), H{sub}`2`O.
A footnote[^a]. ~~No~~ &amp;lt; &lt;details&gt;

[^a]: Its text.

- a list

  with $a|b$ and

  $$
  x
  =1
  $$
- an item
  1. inside
  2. another

1\. no list, and

\# no heading

| a $\|x\|$ | right |
|:---|---:|
| `x` or $\lvert y\rvert$ | a \| b |

:::{note}
A note.
:::

:::{prf:theorem} Its name, $x\ge0$
:label: T

Statement

$$
a=b
$$ (eq-a)

> quoted
:::

:::{prf:proof}
Obvious.
:::

::::{admonition} A question, $U=1$?
:class: dropdown

The answer

$$y$$

:::{tip}
A box in a box.
:::
::::

```{margin}
In the margin.
```

```{figure} picture.png
:alt: a picture

Its caption.
```

```python
print("$x$ {ref}")
```

```{glossary}
regret
    What is lost.
```

:::{exercise} By hand
:label: ex

Do it.
:::

```{solution-start} ex
:class: dropdown
```

First this:
"""
AFTER = """
And so on.

```{solution-end}
```

## More
"""
LAST = """
```{bibliography}
```
"""


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """The plain edition of a small book of one notebook, that has an address."""
    folder = tmp_path_factory.mktemp("book")
    config = (ROOT / "_config.yml").read_text(encoding="utf-8")
    assert config.count("  # baseurl: https://example.org/book/") == 1
    (folder / "_config.yml").write_text(config.replace("  # baseurl:", "  baseurl:"), encoding="utf-8")
    (folder / "_toc.yml").write_text("format: jb-book\nroot: index\n", encoding="utf-8")
    (folder / "_ext").symlink_to(ROOT / "_ext")
    shutil.copy(ROOT / "references.bib", folder)
    shutil.copy(ROOT / "docs" / "screenshot.png", folder / "picture.png")
    new = nbformat.v4
    cells = [new.new_markdown_cell(EVERYTHING.strip()), new.new_code_cell("1 + 1"), new.new_markdown_cell(AFTER.strip()), new.new_markdown_cell(LAST.strip())]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new.new_notebook(cells=cells, metadata={"kernelspec": kernel}), folder / "index.ipynb")
    done = subprocess.run([sys.executable, ROOT / "tools" / "build.py", "--source", folder, "--output", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "_build" / "html"


def test_everything_is_plain(everything):
    notebook = read(everything / "_sources" / "index.ipynb")
    first, code, after, last = ("".join(cell["source"]) for cell in notebook["cells"])
    assert code == "1 + 1"
    outside = re.sub(r"```python.*?```", "", first, flags=re.S)
    assert not MYST.search(outside + after + last), MYST.search(outside + after + last)
    page = "https://example.org/book/index.html"
    for wanted in (f"[the theorem]({page}#T)", f"[this page]({page})", f"[the section]({page}#sec-one)", "### Theorem 1 (Its name, $x\\ge0$)", "> $$a=b \\tag{1}$$", "> > quoted", "**Note**", "> **Proof.** Obvious.",
                   "<summary>A question, U=1?</summary>", "> **Tip**", "In the margin.", "![a picture](https://example.org/book/_images/picture.png)",
                   "**regret**", "### Exercise 1 (By hand)", "<details>\n<summary>Solution to Exercise 1 (By hand)</summary>\n\nFirst this:\n\n</details>",
                   f"[Novikoff, 1962]({page}#", 'print("$x$ {ref}")', "H<sub>2</sub>O"):
        assert wanted in first, wanted
    assert "comment that nobody" not in first and "{" not in after + last
    assert after.startswith("<details>\n<summary>Solution to Exercise 1 (By hand), continued</summary>\n\nAnd so on.\n\n</details>")
    assert "## More" in after and "Novikoff" in last


def test_everything_says_what_the_page_says(everything):
    """Signs that mean something to Markdown, too: each word of the page is shown, and no other."""
    shown = BeautifulSoup(markdown().render("".join(read(everything / "_sources" / "index.ipynb")["cells"][0]["source"])), "html.parser").get_text()
    for text in ("a ` b", "a price of 5$ and of 6$", "2 * 3 * 4", "snake_case_", "a<b>", "[0, 1](x)", "&lt;", "<details>", "~~No~~", "1. no list", "# no heading", "a | b"):
        assert text in shown, text


def test_what_has_no_rule_stops_the_build():
    writer = plain.Writer("index.html", {}, {})
    said = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain.logger, "warning", lambda *words, **more: said.append(words))
        assert writer.block(nodes.option_list("", nodes.Text("-x"))) == ["-x"] and len(said) == 1
