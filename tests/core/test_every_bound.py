"""Each bound is played by a property test. (That its LaTeX is its formula, each in turn: `test_bounds_latex`.)"""

import importlib
import itertools
from pathlib import Path

import pytest

from oco_core import bounds
from tests.core.holds import HOLDS
from tests.core.strategies import by_name
from tests.core.test_bounds_latex import ALL

for path in sorted(Path(__file__).parent.glob("test_*.py")):
    if path != Path(__file__) and "@holds(" in path.read_text("utf-8"):
        importlib.import_module(f"tests.core.{path.stem}")


class Asked(BaseException):
    """The bound was asked for its value. No Exception, so that Hypothesis lets it pass at once."""


def calls(test, bound):
    """Its arguments for each parametrization, those with this bound among them first."""
    given = [[dict(zip(mark.args[0].replace(" ", "").split(","), values if "," in mark.args[0] else (values,)))
              for values in mark.args[1]]
             for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    every = [{name: value for part in parts for name, value in part.items()} for parts in itertools.product(*given)]
    return sorted(every, key=lambda arguments: not any(value is bound for value in arguments.values()))


def test_a_property_test_plays_each_bound():
    missing = [f"bounds.{bound.name}" for bound in ALL if bound.name not in HOLDS]
    assert not missing, (f"no property test plays {', '.join(missing)}: write one (a model: test_bounds_hold.py) and "
                         "put @holds(bounds.NAME) above it, from tests.core.holds")
    assert set(HOLDS) == {bound.name for bound in ALL}


@pytest.mark.parametrize("bound", ALL, ids=by_name)
def test_what_is_marked_asks_the_bound(bound, monkeypatch):
    """Each marked test comes to the point where it asks this bound for its value."""
    value = bounds.Bound.__call__

    def ask(self, *given, **named):
        if self is bound:
            raise Asked
        return value(self, *given, **named)

    monkeypatch.setattr(bounds.Bound, "__call__", ask)
    for test in {test.__qualname__: test for test in HOLDS.get(bound.name, ())}.values():
        with pytest.raises(Asked):
            for arguments in calls(test, bound):
                test(**arguments)
