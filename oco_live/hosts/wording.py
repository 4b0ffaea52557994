"""How a frame's words and a control's state become markup: headline, facts, setting, the place on a slider.

What the page shows first; view/words.js and view/values.js are the same rules for what is shown from then on. A test
compares the two.
"""

import html
import math
import re

from ..phrasing import text_of

# What is more than plain words: a number of a curve, a root, a letter with its index, the id of a theorem or erratum, a
# letter that stands alone. ASCII classes, so that this is the same pattern in JavaScript.
_SPECIAL = re.compile(
    r"\[([^\]]*)\]\(([A-Za-z0-9_]+)\)"
    r"|√\(([^()]*)\)"
    r"|√([A-Za-z0-9])"
    r"|([A-Za-z])_([A-Za-z0-9*])"
    r"|(?<![A-Za-z0-9_’'])([TE][0-9]+)(?![A-Za-z0-9_])"
    r"|(?<![A-Za-z0-9_’'])(UG|UX|[b-hj-zB-HJ-Z])(?![A-Za-z0-9_])")


def typeset(text, roles=None, links=None):
    """HTML of a text with its marks. roles: series -> its role in colour; links: id of a theorem -> address."""
    roles, links = roles or {}, links or {}
    found, end = [], 0
    for match in _SPECIAL.finditer(text):
        found += [html.escape(text[end:match.start()]), _set(match, roles, links)]
        end = match.end()
    return "".join(found) + html.escape(text[end:])


def _set(match, roles, links):
    number, series, inside, under, letter, index, ident, alone = match.groups()
    if series:
        kind = f' class="oco-is-{roles[series]}"' if series in roles else ""
        return f'<b data-of="{series}"{kind}>{html.escape(number)}</b>'
    if inside or under:
        return f'√<span class="oco-root">{typeset(inside or under)}</span>'
    if letter:
        return f"<i>{letter}<sub>{index}</sub></i>"
    if ident:
        return f'<a href="{html.escape(links[ident])}">{ident}</a>' if ident in links else ident
    return f"<i>{alone}</i>" if alone else html.escape(match[0])


def headline_html(explorer, headline):
    """What is inside of ``.oco-headline``."""
    return typeset(headline, {series.name: series.style.role for series in explorer.series})


def facts_of(sentence):
    """The facts of a frame's sentence, each a sentence."""
    return [fact for fact in re.split(r"(?<=[.!?]) ", sentence) if fact]


def facts_html(sentence, links=None):
    """What is inside of ``.oco-facts``."""
    return "".join(f"<li>{typeset(fact, links=links)}</li>" for fact in facts_of(sentence))


def setting_words(explorer, params):
    """What is set besides the sliders in view, in words: "random signs · linear loss · T = 1000". Choices and T always,
    other numbers where they are not what they are at first, nothing that has no use."""
    stream = params["stream"]
    said = [_setting(control, params[control.name], control.default_for(stream)) for control in explorer.controls
            if not control.first and not control.without_use(params)]
    return " · ".join(filter(None, said))


def _setting(control, value, default):
    if control.kind == "choice":
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


def position(control, value, stream, facts):
    """The position of a slider: the index of the value that is nearest, or the place of the tuned one."""
    place = tuned_place(control, stream, facts)
    if place is not None and is_tuned(control, value, facts):
        return place
    values = control.values_for(stream) or control.values
    return min(range(len(values)), key=lambda i: abs(values[i] - value))


def is_tuned(control, value, facts):
    """Whether the value is that of the fact which the slider has a mark for."""
    return bool(control.tuned) and control.tuned in facts and math.isclose(value, facts[control.tuned], rel_tol=1e-9)


def value_text(control, value, facts):
    """What stands beside the slider: "1.41", and "1.41 = η*" for the tuned value."""
    return text_of(value, 4) + (f" = {control.symbol}*" if is_tuned(control, value, facts) else "")


def spoken(control, value, facts):
    """What a screen reader says of the slider: "η = 1.41, the tuned step"."""
    word = control.label.replace(control.symbol, "").strip(" ,") or "value"
    return f"{control.symbol} = {text_of(value, 4)}" + (f", the tuned {word}" if is_tuned(control, value, facts) else "")
