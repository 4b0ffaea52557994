"""What an exercise is: a statement, given lines, a solution, typical wrong answers, and a check by properties.

One description is marked in three places: in the page (Pyodide), in a notebook's kernel and in the tests. NumPy and
the standard library only: it runs in the browser.

Texts are marked up like an explorer's headline: ``[38.6](measured)`` and ``[94.9](bound)`` are numbers of that curve,
``*w*`` is an italic variable, `` `w - g` `` is code.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib import import_module

import numpy as np

from ..explorer import Panel, get
from ..phrasing import text_of
from . import NAMES

EXACT = "Open this case in the explorer"
KINDS = {"write": "Write the step", "break": "Break it", "choose": "Choose it"}


class Refused(Exception):
    """An answer that cannot be marked: the sentence says what it is, the hint what was expected."""

    def __init__(self, sentence, hint=""):
        super().__init__(sentence, hint)
        self.sentence, self.hint = sentence, hint


@dataclass(frozen=True)
class Check:
    """One property that was tested. ok: True, False, or None for a fact that is neither; value: what was measured."""

    text: str
    ok: bool | None
    value: str = ""


@dataclass(frozen=True)
class Table:
    """The rounds of a small case, as texts. bad: the row where it goes wrong."""

    head: tuple
    rows: tuple
    bad: int | None = None


@dataclass(frozen=True)
class Picture:
    """One picture, drawn as an explorer's are: a `Panel`, its `Series`, and curves, name -> (x, y), in its units."""

    panel: Panel
    series: tuple
    curves: dict
    facts: dict = field(default_factory=dict)

    def as_dict(self):
        """What the view draws: the specification of an explorer with this one panel, and its frame."""
        curves = {name: dict(zip("xy", self.panel.clip(*(np.asarray(v, dtype=float) for v in xy))))
                  for name, xy in self.curves.items()}
        series = [{name: value for name, value in vars(s).items() if name != "style"}
                  | {"role": s.style.role, "dash": s.style.dash, "ends": s.style.ends, "width": s.style.width}
                  for s in self.series]
        return {
            "spec": {"name": "exercise", "controls": [], "panels": [asdict(self.panel)], "series": series,
                     "presets": []},
            "frame": {"params": {}, "facts": {name: float(value) for name, value in self.facts.items()}, "texts": {},
                      "status": {}, "headline": "", "sentence": "",
                      "series": {name: {axis: v.tolist() for axis, v in c.items()} for name, c in curves.items()}},
        }


@dataclass(frozen=True)
class Link:
    """Where an explorer shows it: its name and parameters, which it must know. words: what the link says, where that
    is not what follows from the stream: the very rounds of this case, or the nearest that the explorer has. main: the
    picture that is large there, and show: the series that it shows besides, where that is not what comes first."""

    explorer: str
    params: dict
    words: str = ""
    main: str = ""
    show: tuple = ()

    def as_dict(self):
        """All parameters, canonical. Raises ValueError for what the explorer does not take."""
        exact = self.params.get("stream") == "own"
        return {"explorer": self.explorer, "params": get(self.explorer).checked(self.params),
                "main": self.main, "show": list(self.show),
                "words": self.words or (EXACT if exact else "See the like of it in the explorer")}


@dataclass(frozen=True)
class Verdict:
    """What marking found. sentence: after "Passed: " or "Not yet: ", lower case, with its number; hint: the reason;
    checks, table, pictures: the evidence, of a small case where it failed; link: this case in an explorer; tried: on
    what it was tested."""

    passed: bool
    sentence: str
    hint: str = ""
    checks: tuple = ()
    table: Table | None = None
    pictures: tuple = ()
    link: Link | None = None
    tried: str = ""

    def as_dict(self):
        return {
            "state": "passed" if self.passed else "failed", "kind": "property",
            "lead": "Passed" if self.passed else "Not yet", "sentence": self.sentence, "hint": self.hint,
            "checks": [asdict(c) for c in self.checks], "table": asdict(self.table) if self.table else None,
            "pictures": [p.as_dict() for p in self.pictures], "link": self.link.as_dict() if self.link else None,
            "tried": self.tried,
        }


@dataclass(frozen=True)
class Wrong:
    """A typical wrong answer, as a reader would type it, and words that its verdict must say."""

    code: str
    says: str


@dataclass(frozen=True, eq=False)
class Exercise:
    """One exercise.

    name       unique, such as "ogd-step"; kind: one of `KINDS`.
    statement  paragraphs; the first is the task in one sentence.
    given      lines above the editor; where the last ends with ":" the reader writes the body, indented by four.
    start      the text in the editor at first.
    check      names -> `Verdict`, where names is the namespace after the given and the reader's lines have run. It may
               raise `Refused`. It tests properties, never the text.
    solution   a text that passes; wrong: typical ones that do not.
    light      one line is asked for: a number, or a formula as a Python expression; given then ends with "= " or is "".
    """

    name: str
    title: str
    kind: str
    statement: tuple
    check: Callable
    solution: str
    wrong: tuple
    given: str = ""
    start: str = ""
    light: bool = False

    @property
    def chapter(self):
        """The name of the chapter that it belongs to."""
        return NAMES[self.name]

    def program(self, text):
        """The whole program: the given lines and the reader's. A reader who typed the given lines again is
        understood, and so are missing spaces."""
        lines, given = text.split("\n"), self.given.split("\n") if self.given else []
        if given and given[-1].endswith(":"):
            head = given[-1].split("(")[0] + "("
            at = next((i for i, line in enumerate(lines) if line.startswith(head)), None)
            if at is not None:  # pasted whole: its own head counts, and lines keep their numbers
                return "\n".join([*given[:-1], "", *lines])
            first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
            if not first:
                lines = [*lines, "    pass"]
            elif not first[0].isspace():
                lines = ["    " + line if line.strip() else line for line in lines]
        elif given and self.light:
            return "\n".join([*given[:-1], given[-1] + text.strip()])
        return "\n".join([*given, *lines])

    @property
    def before(self):
        """How many lines stand before the reader's first."""
        count = self.given.count("\n") + 1 if self.given else 0
        return count - 1 if self.light and count else count


def get_exercise(name):
    """The exercise of that name. Raises ValueError for one that there is not."""
    if name not in NAMES:
        raise ValueError(f"name = {name!r}: expected one of {', '.join(NAMES)}")
    module = import_module(f"oco_live.exercises.{NAMES[name]}")
    return next(e for e in module.EXERCISES if e.name == name)


def function(names, name):
    """The reader's function of that name. Raises `Refused` where there is none."""
    if not callable(names.get(name)):
        raise Refused(f"there is no function `{name}`.", "Reset brings the first lines back.")
    return names[name]


def number(x, digits=3):
    """A number for people, and "not a number" for one that is none."""
    x = float(x)
    return text_of(x, digits) if x == x else "not a number"


def vector(value, d):
    """What a reader's function returned, as d numbers; they may be infinite or no numbers. Raises `Refused` for
    anything else."""
    if value is None:
        raise Refused("your function returns [nothing](measured).", "Is `return` missing in the last line?")
    try:
        found = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise Refused("your function returns [no vector](measured).",
                      f"Return {d} numbers, an array like `w`.") from None
    if found.shape != (d,):
        has = "a number" if found.ndim == 0 else f"shape {found.shape}".replace(",)", ")")
        raise Refused(f"your function returns [{has}](measured), and *w* has shape ({d}).",
                      "`@` turns two vectors into a number; `*` scales one." if found.ndim == 0 else
                      f"Return an array of {d} numbers.")
    return found


def scalar(value):
    """What a reader's function returned, as one number. Raises `Refused` for anything else."""
    if value is None:
        raise Refused("your function returns [nothing](measured).", "Is `return` missing in the last line?")
    try:
        found = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise Refused("your function returns [no number](measured).", "Return one number.") from None
    if found.size != 1:
        raise Refused(f"your function returns [shape {found.shape}](measured), and one number is asked for.",
                      "`@` turns two vectors into a number; `*` multiplies them coordinate by coordinate.")
    return float(found.reshape(()))
