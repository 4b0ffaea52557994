"""Exercises in a notebook: the statement, and the verdict on a function or a text.

``exercise("ogd-step")`` shows what is asked for; ``.check(my_step)`` marks it by the same properties as the page does.
"""

from html import escape

from ..exercises import run
from ..exercises.exercise import KINDS, get_exercise
from ..phrasing import unmarked


class Marked:
    """A verdict that a notebook prints: one sentence, its reason, what was checked, the small case."""

    def __init__(self, found):
        self.found = found
        self.passed = found["state"] == "passed"

    def __repr__(self):
        f = self.found
        lines = [f"{f['lead']}: {f['sentence']}", f.get("hint", "")]
        lines += [f"  {'✓' if c['ok'] else '·' if c['ok'] is None else '✗'} {c['text']}  {c['value']}"
                  for c in f.get("checks", ())]
        if table := f.get("table"):
            lines += ["  " + " | ".join(row) for row in [table["head"], *table["rows"]]]
        return unmarked("\n".join(line for line in lines if line))


class Exercise:
    """One exercise in a notebook. Shown, it is its statement and the given lines."""

    def __init__(self, name):
        self.exercise = get_exercise(name)

    def check(self, answer):
        """The verdict on an answer: a function, where one is asked for; the text that one would type, where that is a
        string; else the value that the given line names.

        Raises ValueError for a function where the exercise asks for none.
        """
        if isinstance(answer, str):
            return Marked(run.mark(self.exercise, answer))
        return Marked(run.check(self.exercise, {self._asked(): answer}))

    def _asked(self):
        """The name that the last given line defines."""
        last = self.exercise.given.split("\n")[-1]
        if last.startswith("def "):
            return last.removeprefix("def ").split("(")[0]
        return (last if "=" in last else self.exercise.start).split("=")[0].strip()

    def _told(self):
        e = self.exercise
        return [f"{KINDS[e.kind]}: {e.title}", *map(unmarked, e.statement)]

    def _repr_mimebundle_(self, include=None, exclude=None):
        """Small, and the same on every machine."""
        given = self.exercise.given
        text = "\n".join([*self._told(), *([given] if given else [])])
        html = "".join(f"<p>{escape(line)}</p>" for line in self._told())
        html += f"<pre>{escape(given)}</pre>" if given else ""
        return {"text/plain": text, "text/html": f'<div class="oco-exercise-placeholder" '
                                                 f'data-exercise="{self.exercise.name}">{html}</div>'}
