"""A control of an explorer: one parameter, its values, and what makes sense with what."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from oco_core.engine import check

from .phrasing import text_of

LONGEST = 8000  # characters of a text
TUNED = "tuned"  # in place of a number: the value that the fact ``Control.tuned`` has, whatever the others are


def as_baked(value):
    """A float with the digits that are baked: at least 12 of them and 10 decimals. The rest of its 17 is noise, which
    does not compress and differs from machine to machine."""
    if not isinstance(value, float) or value == 0:
        return value
    return round(value, max(10, 11 - math.floor(math.log10(abs(value)))))


def squeezed(text):
    """A text as a link has it: no space beside what separates, "-" for a minus sign, no plus before a number. The
    view's rule, too (`squeezed` in view/values.js)."""
    text = re.sub(r"\s+", " ", text.replace("−", "-")).strip()
    return re.sub(r"\+(?=[0-9.])", "", re.sub(r" ?([,;:]) ?", r"\1", text))


@dataclass(frozen=True)
class Control:
    """One parameter that the reader can change.

    kind     "slider": ``values`` are its positions, in order; code may set any number between the ends (any integer
             if ``integer``).  "choice": ``values`` are its options, ``labels`` their words.  "signs": a row of buttons,
             one for each round; the value is a text of + and −, "+-+", as long as the default; ``values`` are ("+",
             "-").  "text": a line that the reader types, `squeezed`; ``values`` are examples, and ``reads(text)``
             raises ValueError for one that makes no sense.
    allowed  stream -> the values that make sense with it; () where the parameter has no meaning. Streams that are not
             named allow all values.
    idle     name of another choice -> those of its values with which the parameter has no use. It keeps its value.
    default  a value, or stream -> value with key None for the rest.
    baked    whether the sweep made at build time covers every position.
    first    whether it is in view at first; the others are in the setting, which opens.
    tuned    the fact that is the value to take, such as η*: a mark on the slider, and a position of its own, baked.
             Early frames have this fact already; `TUNED` stands for its value, which follows the other parameters.
    quiet    whether the setting's words leave this choice out while it is what it is at first.
    play     whether a button lets the slider play, position by position.
    """

    name: str
    label: str
    kind: str
    values: tuple
    default: object
    labels: tuple = ()
    symbol: str = ""
    integer: bool = False
    baked: bool = False
    first: bool = False
    tuned: str = ""
    allowed: dict = field(default_factory=dict)
    idle: dict = field(default_factory=dict)
    play: bool = False
    quiet: bool = False
    reads: Callable | None = None

    def values_for(self, stream):
        return self.allowed.get(stream, self.values)

    def without_use(self, params):
        """The name of the choice that has no use for this parameter, "stream" or one of ``idle``; "" if it is used."""
        if not self.values_for(params["stream"]):
            return "stream"
        return next((name for name, values in self.idle.items() if params[name] in values), "")

    def default_for(self, stream):
        if isinstance(self.default, dict):
            return self.default.get(stream, self.default[None])
        values = self.values_for(stream)
        return self.default if not values or self.kind in ("signs", "text") or self.default in values else values[0]

    def checked(self, value, stream):
        """The value in canonical form; ValueError if this stream does not go with it. Where the parameter has no
        meaning it is the default, for every value that has one with some other stream."""
        values = self.values_for(stream)
        if self.is_tuned(value):
            return TUNED if values else self.default_for(stream)
        canonical = self._canonical(value, values or self.values, stream)
        return canonical if values else self.default_for(stream)

    def is_tuned(self, value):
        """Whether the value is not a number, but the word for that of the fact."""
        return bool(self.tuned) and isinstance(value, str) and value == TUNED

    def tuned_value(self, facts, stream):
        """The number that `TUNED` stands for: the fact, or the end of the slider that is nearest to it. With the
        digits that are baked: an adversary may decide a tie by the next one, and would play another game."""
        values = self.values_for(stream)
        return float(min(max(as_baked(facts[self.tuned]), min(values)), max(values)))

    def _canonical(self, value, values, stream):
        if self.kind == "choice":
            if not isinstance(value, str) or value not in values:
                where = f" with stream = {stream!r}" if self.name != "stream" else ""
                check.fail(self.name, value, f"one of {', '.join(map(repr, values))}{where}")
            return str(value)
        if self.kind == "signs":
            length = len(self.default_for(stream))
            if not isinstance(value, str) or len(value) != length or not set(value) <= set(values):
                check.fail(self.name, value, f"{length} signs, each one of {' and '.join(values)}")
            return str(value)
        if self.kind == "text":
            if not isinstance(value, str) or len(value) > LONGEST:
                check.fail(self.name, value, f"a text of at most {LONGEST} characters")
            self.reads(squeezed(value))
            return squeezed(value)
        kind = "an integer" if self.integer else "a number"
        expected = f"{kind} from {text_of(min(values), 4)} to {text_of(max(values), 4)}"
        number = check.real(self.name, value, expected)
        if not min(values) <= number <= max(values) or self.integer and number % 1:
            check.fail(self.name, value, expected)
        return int(number) if self.integer else number
