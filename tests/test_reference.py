"""The API reference: every public name of the core and of ``oco_live``, as the code has it."""

import inspect
import re
import sys
from html import unescape
from pathlib import Path
from pkgutil import resolve_name

import pytest

import oco_core
from oco_core import bounds, losses

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import reference  # noqa: E402

MODULES = re.findall(r"^```\{oco-api\} ([\w.]+)$", (ROOT / "chapters" / "api.md").read_text("utf-8"), re.M)


@pytest.fixture(scope="module")
def page():
    return (ROOT / "_build" / "html" / "chapters" / "api.html").read_text("utf-8")


def words(html):
    """The text of a piece of HTML, its spaces made one and its quotes straight."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split()).translate(
        {ord(a): b for a, b in {"’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."}.items()})


def test_every_module_that_is_for_readers():
    """What ``import oco_core`` offers, and the modules beside it; the engine is for who takes it apart."""
    offered = {name for name in oco_core.__all__ if inspect.ismodule(getattr(oco_core, name))}
    there = {p.stem for p in (ROOT / "oco_core").iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    found = offered | there - {"__init__", "chapters", "engine"}
    assert set(MODULES) == {f"oco_core.{name}" for name in found} | {"oco_live"}


@pytest.mark.built
@pytest.mark.parametrize("module", MODULES)
def test_names_and_docstrings(page, module):
    source = resolve_name(module)
    for name in source.__all__:
        thing = getattr(source, name)
        start = page.index(f'id="{module}.{name}"')
        section = words(page[start : page.index("</section>", start)])
        if isinstance(thing, bounds.Bound):
            assert (
                f"{name}({', '.join(thing.parameters)})" in section and thing.id in section and thing.source in section)
            for assumption in thing.assumptions:
                assert " ".join(assumption.text.split()) in section
        elif inspect.isroutine(thing) or inspect.isclass(thing):
            assert " ".join(inspect.getdoc(thing).split()) in section
        for part in dir(thing) if inspect.isclass(thing) else ():
            member = inspect.getattr_static(thing, part)
            if part.startswith("_") or part in getattr(thing, "__dataclass_fields__", ()):
                continue
            if inspect.isroutine(member) or hasattr(member, "__get__"):
                assert member.__doc__, f"{name}.{part} has no docstring"
                call = f"{name}.{part}" + ("(" if inspect.isroutine(member) else "")
                assert call in section and " ".join(inspect.getdoc(member).split()) in section, call


@pytest.mark.parametrize(
    "loss, labels", [(losses.square, "real labels"), (losses.hinge, "labels ±1"), (losses.spam(2), "labels 0 and 1")])
def test_a_loss_is_shown_with_its_labels(loss, labels):
    node, = reference.content(loss)
    assert node.astext() == rf"\ell(p,y)={loss.latex}, {labels}"


@pytest.mark.built
def test_methods_and_properties(page):
    """A few of each kind, so that the search above cannot come to nothing."""
    for call in (
        "Bound.holds_for(run=None, *given, **named)", "Learner.steps(T, start=0)", "Learner.decay(T, start=0)"):
        assert call in words(page)
