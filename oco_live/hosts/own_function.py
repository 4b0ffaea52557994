"""A reader's own code in a notebook: a function, or the text of one, and what it adds to an explorer's frame.

No deadline and no room apart: it is the reader's kernel, who can interrupt it.
"""

import inspect
from dataclasses import replace
from functools import partial

import numpy as np

from oco_core.engine import check

from ..explorers.own import PLACES, statuses
from ..phrasing import plain

FILE = "<your own code>"


class OwnFunction:
    """code: a function of the arguments that the explorer's `Place` says, or a text that defines one of that name. A
    function may have the names that a text may use (``eta``, ``project``) as further arguments, and what a text may
    claim beside it (``d``, ``sigma``) as attributes. Raises ValueError for an explorer without a place, or what is
    neither."""

    def __init__(self, explorer, code):
        if explorer not in PLACES:
            check.fail("own", code, f"None: {explorer!r} takes no code; {', '.join(PLACES)} do")
        self.place, self.code = PLACES[explorer], code
        if isinstance(code, str):
            self.compiled = compile(code, FILE, "exec")
        elif not callable(code):
            check.fail("own", code, f"a function {self._signature()}, or a text that defines it")

    def _signature(self):
        return next(line for line in self.place.start.splitlines() if line.startswith("def "))[4:-1]

    def _function(self, params):
        """The function for these parameters, and where its claims stand."""
        given = self.place.given(params)
        if isinstance(self.code, str):
            names = {"__name__": "__main__", "np": np} | given
            exec(self.compiled, names)  # the reader's text, in the reader's kernel
            function = names.get(self.place.name)
            if not callable(function):
                check.fail("own", self.code, f"a text that defines {self._signature()}")
            return function, names
        try:
            asked = set(inspect.signature(self.code).parameters) & set(given)
        except (TypeError, ValueError):
            asked = ()
        function = partial(self.code, **{name: given[name] for name in asked}) if asked else self.code
        return function, getattr(self.code, "__dict__", {})

    def beside(self, frame):
        """The frame with the curves of this code, what is said of them, and their facts. What the code raises is passed
        on; ValueError for what is no answer."""
        function, names = self._function(frame.params)
        claims = {name: check_(names.get(name, usual)) for name, (usual, check_) in self.place.claims.items()}
        with np.errstate(all="ignore"):
            found = self.place.frame(frame.params, function, frame.facts, **claims)
        return replace(
            frame, series=frame.series | found["series"], facts=frame.facts | found["facts"],
            status=frame.status | statuses(found["series"]), sentence=f"{frame.sentence} {plain(found['said'])}")

    def told(self, frame):
        """The same, but for an error, which is a sentence of the frame."""
        try:
            return self.beside(frame)
        except Exception as error:
            lead = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            return replace(frame, sentence=f"{frame.sentence} Your own code is not drawn: {lead}{error}.")
