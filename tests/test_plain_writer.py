"""The plain edition of a notebook with everything that MyST has."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from support.plain import MYST, markdown, read

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import plain, writer  # noqa: E402

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
    cells = [new.new_markdown_cell(EVERYTHING.strip()), new.new_code_cell("1 + 1"),
             new.new_markdown_cell(AFTER.strip()), new.new_markdown_cell(LAST.strip())]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new.new_notebook(cells=cells, metadata={"kernelspec": kernel}), folder / "index.ipynb")
    done = subprocess.run([sys.executable, ROOT / "tools" / "build.py", "--source", folder, "--output", folder],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "_build" / "html"


def test_everything_is_plain(everything):
    notebook = read(everything / "_sources" / "index.ipynb")
    first, code, after, last = ("".join(cell["source"]) for cell in notebook["cells"])
    assert code == "1 + 1"
    outside = re.sub(r"```python.*?```", "", first, flags=re.S)
    assert not MYST.search(outside + after + last), MYST.search(outside + after + last)
    page = "https://example.org/book/index.html"
    for wanted in (f"[the theorem]({page}#T)", f"[this page]({page})", f"[the section]({page}#sec-one)",
                   "### Theorem 1 (Its name, $x\\ge0$)", "> $$a=b \\tag{1}$$", "> > quoted", "**Note**",
                   "> **Proof.** Obvious.",
                   "<summary>A question, U=1?</summary>", "> **Tip**", "In the margin.",
                   "![a picture](https://example.org/book/_images/picture.png)",
                   "**regret**", "### Exercise 1 (By hand)",
                   "<details>\n<summary>Solution to Exercise 1 (By hand)</summary>\n\nFirst this:\n\n</details>",
                   f"[Novikoff, 1962]({page}#", 'print("$x$ {ref}")', "H<sub>2</sub>O"):
        assert wanted in first, wanted
    assert "comment that nobody" not in first and "{" not in after + last
    assert after.startswith(
        "<details>\n<summary>Solution to Exercise 1 (By hand), continued</summary>\n\nAnd so on.\n\n</details>")
    assert "## More" in after and "Novikoff" in last


def test_everything_says_what_the_page_says(everything):
    """Signs that mean something to Markdown, too: each word of the page is shown, and no other."""
    shown = BeautifulSoup(markdown().render(
        "".join(read(everything / "_sources" / "index.ipynb")["cells"][0]["source"])), "html.parser").get_text()
    for text in ("a ` b", "a price of 5$ and of 6$", "2 * 3 * 4", "snake_case_", "a<b>", "[0, 1](x)", "&lt;",
                 "<details>", "~~No~~", "1. no list", "# no heading", "a | b"):
        assert text in shown, text


def test_what_has_no_rule_stops_the_build():
    one = writer.Writer("index.html", {}, {})
    said = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer.logger, "warning", lambda *words, **more: said.append(words))
        assert one.block(nodes.option_list("", nodes.Text("-x"))) == ["-x"] and len(said) == 1


def test_an_output_is_one_text_and_an_error_stays_a_list():
    """JupyterLite takes the file as it is, and makes commas of the ends of its lines."""
    table = ["| a |\n", "|:--|\n", "| [T3](#T3) |"]
    outputs = [nbformat.v4.new_output("display_data", {"text/markdown": table, "text/plain": ["\n", "b"]}),
               nbformat.v4.new_output("stream", text=["c\n", "d\n"]),
               nbformat.v4.new_output("display_data", {"application/x+json": ["e", "f"]}),
               nbformat.v4.new_output("error", ename="E", evalue="", traceback=["g", "h"])]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=outputs)])
    found = json.loads(plain.edition("a.ipynb", notebook, {}, {0: {"T3": "t.html#T3"}}))["cells"][0]["outputs"]
    assert found[0]["data"] == {"text/markdown": "| a |\n|:--|\n| [T3](t.html#T3) |", "text/plain": "\nb"}
    assert found[1]["text"] == "c\nd\n" and found[2]["data"] == {"application/x+json": ["e", "f"]}
    assert found[3]["traceback"] == ["g", "h"]
