"""What is set, in words, and where a slider stands: for what a page shows first.

view/values.js and view/controls.js say the same for what it shows from then on; a test compares the two.
"""

import math

from ..phrasing import text_of


def setting_words(explorer, params):
    """What is set besides the sliders in view, in words: "random signs · linear loss · T = 1000". T and all but quiet
    choices always, the rest where it is not what it is at first, nothing that has no use."""
    stream = params["stream"]
    said = [_setting(control, params[control.name], control.default_for(stream)) for control in explorer.controls
            if not control.first and not control.without_use(params)]
    return " · ".join(filter(None, said))


def typed(text):
    """A text as it is shown in its field: a space after what separates rounds."""
    return text.replace(";", "; ")


def _setting(control, value, default):
    if control.kind == "text":
        return ""  # the stream's name says whose it is
    if control.kind == "choice":
        if control.quiet and value == default:
            return ""
        words = dict(zip(control.values, control.labels or control.values))[value]
        return {"stream": words, "loss": f"{words} loss"}.get(control.name, f"{control.label} {words}")
    if control.kind == "signs":
        return f"{control.label} {value.replace('-', '−')}" if value != default else ""
    return f"{control.symbol} = {text_of(value, 4)}" if control.name == "T" or value != default else ""


# ---------------------------------------------------------------- sliders

def place_of(values, value):
    """Where a value stands on a slider whose positions are ``values``: an index, with a fraction between two of them,
    measured as they are spaced, by ratio if they are positive."""
    after = next((i for i, v in enumerate(values) if v >= value), len(values) - 1)
    low, high = values[max(after - 1, 0)], values[after]
    if after == 0 or value >= high:
        return after
    share = math.log(value / low) / math.log(high / low) if low > 0 else (value - low) / (high - low)
    return after - 1 + share


def tuned_place(control, stream, facts):
    """The place of the tuned value, in hundredths; None where there is none, or it is off the slider."""
    values = control.values_for(stream)
    if not control.tuned or control.tuned not in facts or not values:
        return None
    value = facts[control.tuned]
    if not min(values) <= value <= max(values):
        return None
    return math.floor(100 * place_of(values, value) + 0.5) / 100


def position(control, value, frame):
    """The position of a slider: the index of the value that is nearest, or the place of the tuned one."""
    stream = frame.params["stream"]
    place = tuned_place(control, stream, frame.facts)
    if place is not None and is_tuned(control, value, frame.facts):
        return place
    values = control.values_for(stream) or control.values
    return min(range(len(values)), key=lambda i: abs(values[i] - value))


def is_tuned(control, value, facts):
    """Whether the value is that of the fact which the slider has a mark for."""
    return bool(control.tuned) and control.tuned in facts and math.isclose(value, facts[control.tuned], rel_tol=1e-9)


def _reached(control, value, facts):
    """The round that is in view: a reader's own may end before the slider does."""
    return min(value, facts.get("T", value)) if control.name == "t" else value


def value_text(control, value, facts):
    """What stands beside the slider: "1.41", and "1.41 = η*" for the tuned value."""
    tuned = f" = {control.symbol}*" if is_tuned(control, value, facts) else ""
    return text_of(_reached(control, value, facts), 4) + tuned


def spoken(control, value, facts):
    """What a screen reader says of the slider: "η = 1.41, the tuned step"."""
    word = control.label.replace(control.symbol, "").strip(" ,") or "value"
    tuned = f", the tuned {word}" if is_tuned(control, value, facts) else ""
    return f"{control.symbol} = {text_of(_reached(control, value, facts), 4)}{tuned}"
