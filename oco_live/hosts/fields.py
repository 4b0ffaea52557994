"""The controls of an explorer as HTML: sliders with their marks, choices, the row of signs, lines of text.

No input is filled in again by the browser (``autocomplete``): it would show what the picture does not.
"""

from ..explorer import text_of
from ..explorers.own import PLACES
from .typography import escape, mathematics
from .wording import position, setting_words, spoken, typed, value_text

MOST = 5  # marks under a slider
APART = 0.16  # of the slider, at least, between two of them


def marks(values):
    """What is written under a slider: its ends, then powers of ten and 1-2-5 values, and the roundest others where a
    wide gap is left, as far as they keep ``APART``: [[position, text], …]."""
    last = len(values) - 1
    chosen = sorted({0, last})
    for rank in (1,), (1, 2, 5):
        for i, value in enumerate(values):
            if len(chosen) < MOST and _leading(value) in rank and min(abs(i - c) for c in chosen) >= APART * last:
                chosen.append(i)
    while len(chosen) < MOST and (found := _in_widest(values, sorted(chosen))):
        chosen.append(found)
    return [[i, text_of(values[i], 4)] for i in sorted(chosen)]


def _in_widest(values, chosen):
    """The position of the roundest value in the widest gap, near its middle; None where no gap is wide."""
    low, high = max(zip(chosen, chosen[1:]), key=lambda gap: gap[1] - gap[0], default=(0, 0))
    room = APART * (len(values) - 1)
    if high - low <= 2.2 * room or high - low < 2:
        return None
    inside = [i for i in range(low + 1, high) if min(i - low, high - i) >= room]
    return min(inside, key=lambda i: (len(text_of(values[i], 4).strip("0.")), values[i] % 5 > 0,
                                      abs(2 * i - low - high)), default=None)


def _leading(value):
    """The one significant digit of a number that has only one, 1 of 0, else 0."""
    digits = text_of(abs(value), 4).replace(".", "").strip("0")
    return int(digits or 1) if len(digits) < 2 else 0


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
    # Steps of 1 for who is quicker than the view, also from a tuned place between two positions.
    return (f'<label for="{ident}"><span>{mathematics(control.label)}</span> '
            f'<span class="oco-equals" aria-hidden="true">=</span> '
            f'<output class="oco-value" for="{ident}" aria-hidden="true">{escape(shown)}</output></label>'
            f'<div class="oco-track"><input type="range" id="{ident}" name="{control.name}" min="{place % 1:g}" '
            f'max="{len(values) - 1}" step="1" value="{place:g}" autocomplete="off" '
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


def _text(control, frame, uid):
    """A line to type in. No browser corrects it, and a phone's keyboard begins with no capital."""
    ident = f"{uid}-{control.name}"
    shown = escape(typed(frame.params[control.name]))
    return (f'<label for="{ident}">{mathematics(control.label)}</label>'
            f'<input type="text" id="{ident}" name="{control.name}" value="{shown}" '
            'autocomplete="off" autocorrect="off" autocapitalize="off" spellcheck="false">')


_KINDS = {"slider": _slider, "choice": _choice, "signs": _signs, "text": _text}


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


def _own(explorer):
    """Where a reader writes a learner or a loss; a page that can run it shows this (view/own_place.js)."""
    place = PLACES.get(explorer.name)
    if not place:
        return ""
    rows = place.start.count("\n") + 1
    attack = '<button type="button" class="oco-own-attack">Attack this learner</button>' * place.attack
    return (f'<details class="oco-own" hidden><summary>{place.title}, in Python</summary>'
            '<p class="oco-own-strange" hidden>This code came with the link: somebody’s code. Read it; it runs when '
            "you press Run.</p>"
            f'<textarea rows="{rows}" aria-label="{place.title}, in Python" autocomplete="off" autocorrect="off" '
            f'autocapitalize="off" spellcheck="false">{escape(place.start)}</textarea>'
            f'<p class="oco-own-names">{escape(place.names)} The text is kept in this browser; what you have run is '
            "also in the link.</p>"
            f'<div class="oco-own-tools"><button type="button" class="oco-own-run">Run</button>{attack}'
            '<button type="button" class="oco-own-drop" hidden>Remove its curve</button>'
            '<button type="button" class="oco-own-play" hidden>Play that stream here</button></div>'
            '<div class="oco-own-said" aria-live="polite"></div><div class="oco-own-codes"></div></details>')


def setting(explorer, frame, uid):
    """The other controls, under a line of words that says how they stand."""
    others = [c for c in explorer.controls if not c.first]
    if not others:
        return ""
    return ('<details class="oco-setting"><summary><span class="oco-setting-of">Setting: </span>'
            f'<b class="oco-setting-words">{mathematics(setting_words(explorer, frame.params))}</b></summary>'
            f'<div class="oco-settings">{"".join(_field(c, frame, uid) for c in others)}{_own(explorer)}</div>'
            "</details>")
