"""What a question is: what is asked, what the explorer answers, and what is said of the gap between the two.

Every number comes from the explorer's own frames, once, when a page or a notebook's output is made: `answered` returns
the question with its words and its picture. Texts are marked up as those of exercises: ``[38.6](regret)`` is a number
of that role (``measured`` or ``bound``), ``*U*`` is an italic variable.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from types import SimpleNamespace

import numpy as np

from ..explorer import get
from ..phrasing import ROUNDING
from ..style import Style
from . import NAMES

#: How a reader answers: a line over the axis of a picture, a number, one of some options.
KINDS = ("draw", "number", "choose")
#: What can be seen of a drawn line: no change; a valley, where the given curve has its own ("valley there") or
#: elsewhere; a hill; a way down or up. `view/predict/drawn.js` tells them apart. Where a question has words for it, it
#: is first seen whether the line keeps to the curve of the picture's ceiling ("along").
SHAPES = ("flat", "valley there", "valley", "hill", "falls", "rises")
ALONG = "along"
YOURS = "yours"  # the name of the reader's own curve
WIDE = 6  # px: a prediction is broad and pale, what was measured is thin and crisp
DIGITS = 5  # of what a page knows of a curve


@dataclass(frozen=True)
class Said:
    """What is said of a gap. gap: shapes of a drawn line or options, one or several; the two ends of the numbers that
    it is about; None for all others. words: a text, or facts -> text; in it ``{you}`` is the number given."""

    gap: object
    words: Callable | str


@dataclass(frozen=True)
class Reason:
    """One answer to a why-question, and what is said to it."""

    text: str
    answer: Callable | str
    right: bool = False


@dataclass(frozen=True)
class Why:
    """A question that follows, with three reasons, of which one is right."""

    text: str
    reasons: tuple


@dataclass(frozen=True)
class Curve:
    """A series of the explorer in one of the question's states. given: seen before the reader has answered; end: what
    is written at its end, "" for its own word, and valued: with its value there; faint: drawn pale beside the
    answer."""

    series: str
    state: str = "start"
    given: bool = False
    end: str = ""
    faint: bool = False
    valued: bool = True


@dataclass(frozen=True)
class Pictured:
    """The picture of a question: a panel of its explorer, curves (with none there is no picture), and the range of its
    y axis (None: what fits).

    across: with a range, that of the x axis, if it is not all of it; what lies outside is left out.
    yours: the curve that the reader predicts: of "draw" the truth itself, of "number" the one that the number
    multiplies; "" for none. level: if it is given, the reader's curve is flat, at the number times it. note: which
    case it is. valley: the fact where the given curve has its own valley. ceiling: the given curve above which the
    truth cannot be, and what is said of a line that goes there. natural: what is drawn stays in the units of the
    panel's y axis."""

    panel: str
    curves: tuple
    yours: str = ""
    range: tuple | None = None
    note: str = ""
    valley: str = ""
    ceiling: tuple = ()
    natural: bool = False
    across: tuple | None = None
    level: float = 0


@dataclass(frozen=True)
class Move:
    """A button that brings the explorer to a case: what it says, and the parameters."""

    label: str
    params: dict


@dataclass(frozen=True, eq=False)
class Question:
    """One question.

    name, title  unique, such as "ogd-double-U"; three to six words.
    explorer     the explorer that answers; kind: one of `KINDS`.
    text         what is asked: a text, or facts -> text.
    states       name -> parameters of the explorer; "start" is where the question begins.
    truth        facts of all states (``f.start["regret"]``, and ``f.start["series"]``, ``f.start["texts"]``) -> the
                 right number or option; of a line, None.
    said         what is said of each gap, the first that fits; plain: to those who did not predict.
    detail       the numbers behind it.
    claim        facts -> whether what the words say without a number ("it triples") is so.
    show         the moves in the explorer; options: option -> its text; limits: the least and most number, and its
                 step; why: the question that follows, or None.
    """

    name: str
    explorer: str
    kind: str
    title: str
    text: Callable | str
    states: dict
    picture: Pictured
    said: tuple
    plain: Callable | str
    claim: Callable
    show: tuple
    detail: Callable | str = ""
    truth: Callable = lambda f: None
    options: dict = field(default_factory=dict)
    limits: tuple = ()
    unit: str = ""
    why: Why | None = None

    @property
    def chapter(self):
        """The name of the chapter that it belongs to."""
        return NAMES[self.name]


def get_question(name):
    """The question of that name. Raises ValueError for one that there is not."""
    if name not in NAMES:
        raise ValueError(f"name = {name!r}: expected one of {', '.join(NAMES)}")
    module = import_module(f"oco_live.questions.{NAMES[name]}")
    return next(q for q in module.QUESTIONS if q.name == name)


# ---------------------------------------------------------------- with its answer

def frames(question):
    """State -> the explorer's frame there."""
    explorer = get(question.explorer)
    return {state: explorer.frame(**params) for state, params in question.states.items()}


@lru_cache
def answered(name):
    """The question of that name as plain data, with all that a page needs: words, truth, picture, moves.

    Raises ValueError where its words claim what the explorer's frames do not show.
    """
    question = get_question(name)
    found = frames(question)
    facts = SimpleNamespace(**{state: frame.facts | {"series": frame.series, "texts": frame.texts}
                               for state, frame in found.items()})
    if not question.claim(facts):
        raise ValueError(f"{name}: the explorer no longer shows what its words say")

    def said(words):
        return words(facts) if callable(words) else words

    def answer(words):
        """With the number that the reader gave, where no picture has it."""
        unseen = question.kind == "number" and not question.picture.yours and "{you}" not in words
        return f"You said {{you}}. {words}" if unseen else words

    explorer, why = get(question.explorer), question.why
    return {
        "name": name, "kind": question.kind, "title": question.title, "explorer": question.explorer,
        "text": said(question.text), "truth": question.truth(facts), "plain": said(question.plain),
        "detail": said(question.detail), "options": question.options, "limits": list(question.limits),
        "unit": question.unit,
        "said": [{"gap": list(s.gap) if isinstance(s.gap, tuple) else s.gap, "words": answer(said(s.words))}
                 for s in question.said],
        "show": [{"label": move.label, "params": explorer.checked(move.params)} for move in question.show],
        "why": why and {"text": why.text, "reasons": [
            {"text": r.text, "answer": said(r.answer), "right": r.right} for r in why.reasons]},
        "picture": _picture(question, found, facts, said),
    }


def _absolute(axis, values, facts):
    values = np.asarray(values, dtype=float)
    return (facts[axis.unit] if axis.unit else 1) * np.sign(values) * abs(values) ** axis.power


def _rounded(values):
    return [float(f"{value:.{DIGITS}g}") if abs(value) > ROUNDING else 0.0 for value in values]


def _axis(axis, facts):
    """The same axis in absolute numbers, evenly spaced."""
    unit = facts[axis.unit] if axis.unit else 1
    label = axis.label if axis.power == 1 else axis.label.partition(",")[0]
    return replace(axis, label=label, unit="", power=1, near=axis.near * unit,
                   limits=tuple(map(float, _absolute(axis, axis.limits, facts))))


def _end(series, frame, panel, y):
    """The value at the end of what is drawn: of a bar its fact, and nothing in a plane, nor of what is cut at the
    panel's edge."""
    if panel.equal:
        return None
    if series.kind == "segments":
        return frame.facts.get(series.value)
    edges = _absolute(panel.y, panel.y.limits, frame.facts)
    return None if any(abs(y[-1] - edge) <= 1e-9 * abs(edge) for edge in edges) else float(y[-1])


def _ranges(panel, asked, facts):
    across = (1 if panel.x.scale == "log" else 0, facts["T"]) if panel.x.rounds else panel.x.limits
    return {way: {"kind": "log" if scale != "linear" and low > 0 else "linear", "low": low, "high": high}
            for way, scale, (low, high) in (("x", panel.x.scale, asked.across or across),
                                            ("y", panel.y.scale, asked.range))}


def _rows(asked, found):
    """The words of a panel's rows; all its curves are of one state then."""
    texts = found[asked.curves[-1].state].texts if asked.curves else {}
    return {name: text for name, text in texts.items() if name.startswith(f"{asked.panel}.y.")}


def _picture(question, found, facts, said):
    """Panel, series and curves in absolute numbers, as the view draws them; `given`: the names of what is seen before
    the reader has answered."""
    asked, explorer = question.picture, get(question.explorer)
    panel = explorer.panel(asked.panel)
    if asked.natural:
        panel = replace(panel, y=replace(panel.y, unit=""))
    widest = max(found.values(), key=lambda frame: frame.facts.get(panel.y.unit, 1)).facts
    series, curves, ends = [], {}, {"T": widest["T"]} if "T" in widest else {}
    mine = None
    for curve in asked.curves:
        one = next(s for s in explorer.series if s.name == curve.series)
        frame, name = found[curve.state], f"{curve.series}-{curve.state}"
        x, y = (_absolute(getattr(panel, way), frame.series[curve.series][way], frame.facts) for way in "xy")
        if asked.across:
            kept = (x >= asked.across[0]) & (x <= asked.across[1])
            x, y = x[kept], y[kept]
        value = _end(one, frame, panel, y) if curve.valued else None
        one = replace(one, name=name, label="", end=curve.end or one.end or (not panel.equal and curve.series or ""),
                      value="" if value is None else name, first=True, frames=True, pinned=False)
        series.append(one)
        curves[name] = {"x": _rounded(x), "y": _rounded(y)}
        if value is not None:
            ends[name] = value
        if name == asked.yours:
            mine = one
    if mine is not None:
        series.insert(0, replace(mine, name=YOURS, kind="line", end="you", value=YOURS,
                                 style=Style(mine.style.role, width=WIDE)))
    panel = replace(panel, x=_axis(panel.x, widest), y=_axis(panel.y, widest), ratio=())
    ranges = _ranges(panel, asked, widest) if asked.range else None
    return {
        "spec": {"name": "question", "controls": [], "panels": [asdict(panel)], "presets": [], "series": [
            {word: value for word, value in vars(s).items() if word != "style"}
            | {"role": s.style.role, "dash": s.style.dash, "ends": s.style.ends, "width": s.style.width}
            for s in series]},
        "frame": {"params": {}, "facts": ends, "texts": _rows(asked, found), "status": {}, "headline": "",
                  "sentence": "", "series": curves},
        "given": [f"{c.series}-{c.state}" for c in asked.curves if c.given],
        "faint": [f"{c.series}-{c.state}" for c in asked.curves if c.faint],
        "yours": asked.yours, "level": asked.level, "ranges": ranges, "note": asked.note,
        "valley": facts.start[asked.valley] if asked.valley else None,
        "ceiling": {"curve": asked.ceiling[0], "words": said(asked.ceiling[1])} if asked.ceiling else None,
    }
