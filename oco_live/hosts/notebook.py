"""Explorers in a notebook: an anywidget whose traits are the explorer's parameters, evaluated by the kernel."""

import itertools
import json
from functools import lru_cache
from html import escape

import anywidget
import traitlets

from ..explorer import get
from ..phrasing import plain, text_of
from . import bundle
from .markup import figure_html
from .own_function import OwnFunction

SMALL = 1e-8
_numbers = itertools.count()


class ExplorerWidget(anywidget.AnyWidget):
    """One explorer. Traits named after its parameters (``eta``, ``U``, ``stream`` ...) can be set, observed and linked;
    ``frame`` is the current `Frame`. A value that makes no sense raises ValueError and changes nothing. ``own``, None
    at first, is code of the reader's, drawn beside; code that fails when it is set raises and changes nothing, and
    where it fails later, at other values, the frame says so."""

    _esm = bundle.module()
    _css = bundle.stylesheet()
    _html = traitlets.Unicode().tag(sync=True)
    _frame = traitlets.Dict().tag(sync=True)

    explorer = None  # set by the subclass that ``widget`` makes

    def __init__(self, own=None, **params):
        self._own = None if own is None else OwnFunction(self.explorer.name, own)
        params = self.explorer.settled(params)
        self._busy = True  # nothing is computed until all parameters are in
        super().__init__(**params)
        self._busy = False
        self._show(failing=True)
        self.observe(self._changed, names=[c.name for c in self.explorer.controls])
        self.on_msg(lambda _, message, buffers: self._asked(message["params"]))

    @property
    def params(self):
        """All parameters, as a dict."""
        return {c.name: getattr(self, c.name) for c in self.explorer.controls}

    @property
    def own(self):
        return self._own and self._own.code

    @own.setter
    def own(self, code):
        before, self._own = self._own, None if code is None else OwnFunction(self.explorer.name, code)
        try:
            self._show(failing=True)
        except BaseException:
            self._own = before
            raise

    def _changed(self, change):
        if self._busy:
            return
        params = self.params
        self._set(self.explorer.with_stream(params, self.stream) if change["name"] == "stream" else params)

    def _asked(self, params):
        """What the reader wants, or why it cannot be."""
        try:
            self._set(self.explorer.settled(params))
        except ValueError as error:
            self.send({"error": str(error)})

    def _set(self, params):
        """All parameters at once; those of the frame in view again if these make no sense together."""
        self._busy = True
        try:
            self._assign(params)
            self._show()
        except ValueError:
            self._assign(self.frame.params)
            raise
        finally:
            self._busy = False

    def _assign(self, params):
        with self.hold_trait_notifications():
            for name, value in params.items():
                setattr(self, name, value)

    def _show(self, failing=False):
        """failing: whether the reader's own code may raise, rather than be told of."""
        for frame in self.explorer.frames(**self.params):
            if not frame.whole and self._html:
                self.send({"early": frame.as_dict()})
        if self._own:
            frame = self._own.beside(frame) if failing else self._own.told(frame)
        self.frame = frame
        if not self._html:
            name = self.explorer.name
            self._html = figure_html(name, self.params, f"oco-{name}-{next(_numbers)}", "kernel")
        self._frame = self.frame.as_dict()

    def _repr_mimebundle_(self, **kwargs):
        """Small, and the same on every machine: what the frame says, and its facts to four digits; the widget view for
        those who can show it."""
        found = super()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        told = said(self.frame)
        params = escape(json.dumps(self.params, sort_keys=True))
        html = (f'<div class="oco-explorer-placeholder" data-explorer="{self.explorer.name}" data-params="{params}">'
                f"{''.join(f'<p>{escape(text)}</p>' for text in told)}</div>")
        view = {k: v for k, v in (data or {}).items() if k == "application/vnd.jupyter.widget-view+json"}
        return {"text/plain": "\n".join(told), "text/html": html} | view, metadata


def said(frame):
    """The headline, what is to be said besides, and the facts, as lines."""
    facts = ", ".join(_told(name, value) for name, value in frame.as_dict()["facts"].items())
    return [text for text in (plain(frame.headline), frame.sentence, facts) if text]


def _told(name, value):
    """What is below SMALL is a certificate's gap or rounding, and its digits another machine's business."""
    return f"{name} = {value if isinstance(value, bool) else text_of(value if abs(value) >= SMALL else 0, 4)}"


class _Parameter(traitlets.Any):
    """A trait whose values are judged by `_checked`, one rule for every host, and None like any other."""

    allow_none = False


def _checked(control):
    def check(self, proposal):
        value = proposal["value"]
        if control.is_tuned(value):  # a trait is the number that it stands for here
            return self.explorer.settled(self.params | {control.name: value})[control.name]
        # While a new stream's defaults are being set the stream is already the new one.
        return control.checked(value, self.stream if control.name != "stream" else None)

    return traitlets.validate(control.name)(check)


@lru_cache
def _class(name):
    explorer = get(name)
    members = {"explorer": explorer}
    for control in explorer.controls:
        members[control.name] = _Parameter().tag(sync=True)
        members[f"_check_{control.name}"] = _checked(control)
    return type(f"{name.capitalize()}Explorer", (ExplorerWidget,), members)


def widget(name, params, own=None):
    """The widget of an explorer; see `oco_live.explore`."""
    return _class(name)(own=own, **params)
