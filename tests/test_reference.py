"""The API reference: every public name of the core, as the code has it."""

import importlib
import inspect
import re
from html import unescape
from pathlib import Path

import pytest

from oco_core import bounds

ROOT = Path(__file__).resolve().parents[1]
MODULES = re.findall(r"^```\{oco-api\} (\w+)$", (ROOT / "chapters" / "api.md").read_text("utf-8"), re.M)


@pytest.fixture(scope="module")
def page():
    return (ROOT / "_build" / "html" / "chapters" / "api.html").read_text("utf-8")


def words(html):
    """The text of a piece of HTML, its spaces made one and its quotes straight."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split()).translate(
        {ord(a): b for a, b in {"’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."}.items()})


def test_every_module_that_is_for_readers():
    inside = {"check", "interior_point", "blocks", "coordinates", "products"}  # what the others use
    found = {p.stem if p.suffix else p.name for p in (ROOT / "oco_core").iterdir()
             if p.suffix == ".py" or (p / "__init__.py").exists()}
    assert set(MODULES) == found - {"__init__"} - inside


@pytest.mark.parametrize("module", MODULES)
def test_names_and_docstrings(page, module):
    source = importlib.import_module(f"oco_core.{module}")
    for name in source.__all__:
        thing = getattr(source, name)
        start = page.index(f'id="oco_core.{module}.{name}"')
        section = words(page[start : page.index("</section>", start)])
        if isinstance(thing, bounds.Bound):
            assert f"{name}({', '.join(thing.parameters)})" in section and thing.id in section and thing.source in section
            for assumption in thing.assumptions:
                assert " ".join(assumption.text.split()) in section
        elif inspect.isroutine(thing) or inspect.isclass(thing):
            assert " ".join(inspect.getdoc(thing).split()) in section
