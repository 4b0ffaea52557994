"""What an explorer is: controls, panels, series, and one pure function that turns parameters into a `Frame`.

The same function answers at build time, in the reader's browser and in a notebook's kernel; a view that knows nothing
of mathematics moves lines and text accordingly. NumPy and the standard library only: this runs in the browser.

Series come in units (t/T, regret in units of UG√T): what stands at a position is the position times a fact of the
frame. The view multiplies, chooses the range that is shown and its ticks, and cuts what leaves it.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib import import_module

import numpy as np

from oco_core.engine import check

from .control import Control  # noqa: F401  explorers take it from here, beside the rest that they declare
from .explorers import NAMES
from .phrasing import text_of  # noqa: F401, for those who import it from here
from .style import Style


def get(name):
    """The explorer of that name. Raises ValueError for a name that is not in NAMES."""
    if name not in NAMES:
        raise ValueError(f"name = {name!r}: expected one of {', '.join(NAMES)}")
    return import_module(f"oco_live.explorers.{name}").explorer


@dataclass(frozen=True)
class Axis:
    """What is along one side of a picture.

    limits  the widest range, in units; a frame's series are clipped to it. The view fits what it shows into it.
    unit    the fact that a position is multiplied by: at position p stands unit·p^``power``.
    scale   "linear", "log", or "symlog": linear within ``near`` (in units) of 0, logarithmic beyond, on either side;
            shown as "log" where nothing is below 0.
    words   the names of rows 0, 1, …, in place of numbers.
    rounds  a position is the number of a round, so that the picture can be played, and T is a tick of its own.
    fixed   the range shown is always that of ``limits``. Without it, the axis of values (y; x where y has words) fits
            what is drawn.
    sets    the control that a click in the picture sets to what stands there; "" for the one whose symbol is the label.
    """

    label: str
    limits: tuple
    unit: str = ""
    scale: str = "linear"
    near: float = 0
    words: tuple = ()
    power: float = 1
    rounds: bool = False
    fixed: bool = False
    sets: str = ""


@dataclass(frozen=True)
class Panel:
    """One picture; the first of an explorer is the large one at first. ``tab``: its name in one word, for a phone.
    ``equal`` keeps circles round. ``ratio``: a series and its bound, whose ratio is read out, and which a reader keeps
    to compare with. ``levels`` and ``uprights``: y and x, in units, of lines that are always there, such as where a
    regret is 0; ``ball``: the ball around 0 whose radius is one unit is drawn; ``bare``: no axes, for points whose
    coordinates nobody reads."""

    name: str
    title: str
    x: Axis
    y: Axis
    tab: str = ""
    equal: bool = False
    ratio: tuple = ()
    levels: tuple = ()
    uprights: tuple = ()
    ball: bool = False
    bare: bool = False

    def clip(self, x, y):
        """x and y brought into the widest picture."""
        return np.clip(x, *self.x.limits), np.clip(y, *self.y.limits)


@dataclass(frozen=True)
class Series:
    """One moving thing. kind: "line", "points", or "segments" (each two points are joined: bars, hyperplanes);
    ``label`` is its legend, with {fact} filled in; "" for none; ``style``, how it looks.
    ``end``: one or two words written where it ends, in place of a row under the picture, and ``value``, the fact that
    is its value there.
    ``first``: whether it is shown before the reader asks for it. ``frames``: whether the range always holds all of it;
    a curve that need not is cut where it is far higher than those that must.
    ``pinned``: its clipped points may lie beyond the widest picture. ``fails``: what its legend adds where its status
    is "fails".
    ``mark``: the id of the line of a proof it belongs to; its legend becomes a button that marks both.
    ``between``: what is exact between its points: "line", straight, and from the left at a jump; "root", proportional
    to √x; "" for nothing.
    ``rounds``: for a path of points w_t, the name of a series over t: the i-th of them is that of the round at which
    that one has its i-th point."""

    name: str
    panel: str
    label: str
    style: Style
    kind: str = "line"
    end: str = ""
    value: str = ""
    first: bool = True
    frames: bool = True
    pinned: bool = False
    mark: str = ""
    between: str = ""
    rounds: str = ""
    fails: str = "does not apply"


@dataclass(frozen=True)
class Preset:
    """A state worth seeing. label: what is seen there; params: what differs from the defaults of its stream;
    claim: facts -> whether what the label says is so; show: series that it is about though they are not `first`."""

    label: str
    params: dict
    claim: Callable
    show: tuple = ()


@dataclass(frozen=True, eq=False)
class Frame:
    """The answer to one set of parameter values.

    params    all of them, canonical.
    series    name -> {"x": [...], "y": [...]} in the units of its panel's axes, clipped at the panel's edges.
    facts     name -> number or truth value, exact.
    headline  what is seen at a glance, in at most 15 words; numbers that belong to a curve are marked with its name,
              "Regret [38.6](regret) is 41 % of the bound [94.9](bound)." (`phrasing.of`; `phrasing.plain` takes the
              marks out).
    sentence  all that is to be said besides, one fact a sentence.
    texts     name of a live text -> its words: "<panel>.note" stands under that panel, "<panel>.title" is its title
              where it changes, each "round.<word>" is a line above the panels that begins with this word,
              "<panel>.y.<i>" is the word at tick i of an axis with words.
    status    series -> "holds", "reference" or "fails", for bounds whose assumptions may fail; "absent" for a series
              that this stream does not have: its legend is hidden; "most" and "less", for bars of which only the
              largest is to catch the eye.

    An early frame holds what the learner's run alone decides: fewer series, facts, texts and statuses, each as it will
    be in the whole one, no headline and no sentence. Where many runs are played, its curves are those of the first.
    """

    params: dict
    series: dict
    facts: dict
    sentence: str
    texts: dict = field(default_factory=dict)
    status: dict = field(default_factory=dict)
    headline: str = ""

    @property
    def whole(self):
        """Whether it is more than an early frame."""
        return self.sentence != ""

    def as_dict(self):
        """Plain numbers, lists and strings, for JSON. Raises ValueError if a number is not finite."""
        series = {
            name: {axis: [float(v) for v in values] for axis, values in curve.items()}
            for name, curve in self.series.items()
        }
        facts = {name: _plain(name, value) for name, value in self.facts.items()}
        for name, curve in series.items():
            for values in curve.values():
                if not all(map(math.isfinite, values)):
                    raise ValueError(f"series {name}: expected finite numbers")
        return {"params": dict(self.params), "series": series, "facts": facts, "headline": self.headline,
                "sentence": self.sentence, "texts": dict(self.texts), "status": dict(self.status)}


def _plain(name, value):
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    value = float(value)
    if not math.isfinite(value):
        raise ValueError(f"facts[{name!r}] = {value}: expected a finite number")
    return value


@dataclass(frozen=True)
class Explorer:
    """name, title (at most 25 characters), what it shows, and ``compute(**params)``: a `Frame`, or an iterator of an
    early one, to be drawn while the rest is being computed, and the whole one. One of the controls, at any place, is
    called "stream": it decides which values of the others are allowed. ``presets``, at most nine, are chosen by the
    keys 1 to 9. ``fits(params)`` raises ValueError where values make no sense together in another way."""

    name: str
    title: str
    controls: tuple
    panels: tuple
    series: tuple
    compute: Callable
    presets: tuple = ()
    fits: Callable | None = None

    def control(self, name):
        for control in self.controls:
            if control.name == name:
                return control
        raise ValueError(f"{name} is not a parameter of {self.name!r}: expected one of "
                         + ", ".join(c.name for c in self.controls))

    @property
    def played_by_rounds(self):
        """Whether the rounds can be played: a picture over them, and no control that chooses the round."""
        return any(p.x.rounds for p in self.panels) and all(c.name != "t" for c in self.controls)

    def panel(self, name):
        return next(panel for panel in self.panels if panel.name == name)

    def clipped(self, series):
        """``series``, name -> (x, y), as a `Frame` wants them: each brought to the edges of its panel."""
        panel = {s.name: self.panel(s.panel) for s in self.series}
        return {name: dict(zip("xy", panel[name].clip(np.asarray(x, dtype=float), np.asarray(y, dtype=float))))
                for name, (x, y) in series.items()}

    def defaults(self, stream=None):
        """The parameters to start from, with that stream."""
        stream = self.control("stream").default_for(None) if stream is None else stream
        stream = self.control("stream").checked(stream, None)
        return {c.name: stream if c.name == "stream" else c.default_for(stream) for c in self.controls}

    def checked(self, params):
        """All parameters, canonical: defaults filled in, and parameters without meaning here set to their default."""
        for name in params:
            self.control(name)
        filled = self.defaults(params.get("stream")) | params
        found = {c.name: c.checked(filled[c.name], filled["stream"]) for c in self.controls}
        if self.fits:
            self.fits(found)
        return found

    def settled(self, params):
        """All parameters, canonical, as `checked`, with the number itself in place of a "tuned"."""
        params = self.checked(params)
        for control in self.controls:
            if control.is_tuned(params[control.name]):
                early = next(self.frames(**params | {control.name: control.default_for(params["stream"])}))
                if control.tuned not in early.facts:
                    check.fail(control.name, params[control.name], "a number: this stream has no tuned one")
                params[control.name] = control.tuned_value(early.facts, params["stream"])
        return params

    def with_stream(self, params, stream):
        """All parameters once the stream is another: its own defaults, but what every sweep covers stays where it is,
        if the new stream knows that place. The view's rule, too (`withStream` in view/controls.js)."""
        found = self.defaults(stream)
        for control in self.controls:
            if control.baked:
                with suppress(ValueError):
                    found[control.name] = control.checked(params[control.name], stream)
        return found

    def preset(self, preset):
        """All parameters of that `Preset`."""
        return self.checked(self.defaults(preset.params.get("stream")) | preset.params)

    def frames(self, **params):
        """The early `Frame` for these parameters, if this explorer makes one, then the whole one. Raises ValueError for
        an unknown name or a value that makes no sense."""
        made = self.compute(**self.settled(params))
        yield from [made] if isinstance(made, Frame) else made

    def frame(self, **params):
        """The whole `Frame` for these parameters; raises like `frames`."""
        *_, whole = self.frames(**params)
        return whole

    def spec(self):
        """Everything a view needs to know, as plain data."""
        streams = self.control("stream").values
        controls = [
            {"name": c.name, "label": c.label, "kind": c.kind, "symbol": c.symbol, "baked": c.baked, "first": c.first,
             "tuned": c.tuned, "play": c.play, "integer": c.integer, "quiet": c.quiet,
             "values": list(c.values), "labels": list(c.labels or map(str, c.values)) if c.kind == "choice" else [],
             "allowed": {s: list(v) for s, v in c.allowed.items()},
             "idle": {name: list(v) for name, v in c.idle.items()},
             "default": {s: c.default_for(s) for s in streams}}
            for c in self.controls
        ]
        panels = [asdict(p) for p in self.panels]
        series = [{name: value for name, value in vars(s).items() if name != "style"}
                  | {"role": s.style.role, "dash": s.style.dash, "ends": s.style.ends, "width": s.style.width}
                  for s in self.series]
        presets = [{"label": p.label, "params": {"stream": self.defaults()["stream"]} | p.params, "show": list(p.show)}
                   for p in self.presets]
        return {"name": self.name, "controls": controls, "panels": panels, "series": series, "presets": presets}
