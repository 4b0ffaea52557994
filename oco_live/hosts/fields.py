"""The controls of an explorer as HTML: sliders with their marks, choices, the row of signs.

No input is filled in again by the browser (``autocomplete``): it would show what the picture does not.
"""

import math

from ..explorer import text_of
from .typography import escape, mathematics
from .wording import position, setting_words, spoken, value_text

MOST = 5  # marks under a slider
APART = 0.16  # of the slider, at least, between two of them


def marks(values):
    """What is written under a slider: its ends, then powers of ten, 1-2-5 values and, where these are too few, others,
    as far as they keep ``APART``: [[position, text], …]."""
    last = len(values) - 1
    if last < 1:
        return [[0, text_of(v)] for v in values]
    chosen = [0, last]
    for rank in (1,), (1, 2, 5), (1, 2, 3, 4, 5, 6, 8):
        if rank[-1] == 8 and len(chosen) > 2:
            break
        for i, value in enumerate(values):
            near = min(abs(i - other) for other in chosen) / last
            if len(chosen) < MOST and near >= APART and _leading(value) in rank:
                chosen.append(i)
    return [[i, text_of(values[i])] for i in sorted(chosen)]


def _leading(value):
    """The one significant digit of a number that has only one, else 0."""
    if not value:
        return 1
    digit = abs(value) / 10 ** math.floor(math.log10(abs(value)) + 1e-9)
    return round(digit) if abs(digit - round(digit)) < 1e-6 else 0


def marks_of(control, streams):
    """Stream -> `marks` of its slider."""
    return {s: marks(v) for s in streams if (v := control.values_for(s))} if control.kind == "slider" else {}


def _slider(control, frame, uid):
    stream = frame.params["stream"]
    values = control.values_for(stream) or control.values
    ident, last = f"{uid}-{control.name}", max(len(values) - 1, 1)
    place = position(control, frame.params[control.name], frame)
    shown = value_text(control, frame.params[control.name], frame.facts)
    told = spoken(control, frame.params[control.name], frame.facts)
    spans = "".join(f'<span style="left:{100 * i / last:.4g}%">{text}</span>' for i, text in marks(values))
    tuned = ""
    if control.tuned:
        star = frame.facts.get(control.tuned)
        at = None if star is None else position(control, star, frame)
        there = at is not None and values[0] <= star <= values[-1]
        tuned = (f'<span class="oco-tuned"{"" if there else " hidden"} style="left:{100 * (at or 0) / last:.4g}%">'
                 f"{mathematics(control.symbol)}*</span>")
    step = "0.01" if control.tuned else "1"
    return (f'<label for="{ident}">{mathematics(control.label)} <span class="oco-equals">=</span> '
            f'<output class="oco-value" for="{ident}" aria-hidden="true">{escape(shown)}</output></label>'
            f'<div class="oco-track"><input type="range" id="{ident}" name="{control.name}" min="0" '
            f'max="{len(values) - 1}" step="{step}" value="{place:g}" autocomplete="off" '
            f'style="--oco-at:{place / last:.4g}" aria-valuetext="{escape(told)}">'
            f'<div class="oco-marks" aria-hidden="true">{spans}{tuned}</div></div>')


def _choice(control, frame, uid):
    value, stream = frame.params[control.name], frame.params["stream"]
    ident = f"{uid}-{control.name}"
    words = dict(zip(control.values, control.labels or control.values))
    options = "".join(
        f'<option value="{escape(v)}"{" selected" if v == value else ""}>{escape(words[v])}</option>'
        for v in control.values_for(stream) or (value,))
    return (f'<label for="{ident}">{mathematics(control.label)}</label>'
            f'<select id="{ident}" name="{control.name}" autocomplete="off">{options}</select>')


def _signs(control, frame, uid):
    """A button for each round, pressed for +, in a toolbar, which is one stop of Tab (the view moves ``tabindex``).

    The fieldset is the input that carries the name and can be disabled; as a group it would only be named twice.
    """
    value = frame.params[control.name]
    buttons = "".join(f'<button type="button" tabindex="{0 if t == 1 else -1}" aria-pressed="{str(s == "+").lower()}" '
                      f'aria-label="round {t}: {shown}">{shown}</button>'
                      for t, s in enumerate(value, 1) for shown in [s.replace("-", "−")])
    ident = f"{uid}-{control.name}"
    return (f'<fieldset id="{ident}" name="{control.name}" class="oco-signs" role="presentation">'
            f'<legend id="{ident}-label">{mathematics(control.label)}</legend>'
            f'<div role="toolbar" aria-labelledby="{ident}-label">{buttons}</div></fieldset>')


_KINDS = {"slider": _slider, "choice": _choice, "signs": _signs}


def _field(control, frame, uid):
    """A control; hidden where the stream, or another choice, has no use for it."""
    unused = control.without_use(frame.params)
    inner = _KINDS[control.kind](control, frame, uid)
    kind = f" oco-{control.kind}-control"
    return f'<div class="oco-control{kind}" data-control="{control.name}"{" hidden" if unused else ""}>{inner}</div>'


def dock(explorer, frame, uid):
    """The controls in view at first, the row of signs before the others."""
    first = sorted((c for c in explorer.controls if c.first), key=lambda c: c.kind != "signs")
    return f'<div class="oco-dock">{"".join(_field(c, frame, uid) for c in first)}</div>'


def setting(explorer, frame, uid):
    """The other controls, under a line of words that says how they stand."""
    others = [c for c in explorer.controls if not c.first]
    if not others:
        return ""
    return ('<details class="oco-setting"><summary><span class="oco-setting-of">Setting: </span>'
            f'<b class="oco-setting-words">{mathematics(setting_words(explorer, frame.params))}</b></summary>'
            f'<div class="oco-settings">{"".join(_field(c, frame, uid) for c in others)}</div></details>')
