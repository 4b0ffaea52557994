"""The HTML of an explorer: controls, panels, sentence. The page and the notebook show this same markup, and one view
brings it to life; without any script it still shows the frame that it was made with. No input is filled in again by the
browser (``autocomplete``): it would show what the picture does not.
"""

import html
import json
import re
from functools import lru_cache

from ..code import template
from ..explorer import get, text_of
from ..figures.draw import HEIGHT, WIDTH, box, panel_svg
from ..style import inline

WIDE = ("eta", "U")  # what the book is about gets the longest sliders


def escape(text):
    return html.escape(str(text), quote=True)


def json_script(kind, data):
    """Data for the view, inert in any page."""
    text = json.dumps(data, allow_nan=False).replace("</", "<\\/")
    return f'<script type="application/json" class="{kind}">{text}</script>'


def view_spec(explorer):
    """The explorer's specification plus the geometry of its panels, for the view."""
    spec = explorer.spec()
    for entry, panel in zip(spec["panels"], explorer.panels):
        entry["box"] = list(box(panel))
    return spec | {"size": [WIDTH, HEIGHT], "code": template(explorer)}


def _position(control, value, values):
    """The slider position nearest to a value that may stand between two of them."""
    return min(range(len(values)), key=lambda i: abs(values[i] - value))


_PLAY = ('<div class="oco-play" role="group" aria-label="play this slider">'
         '<button type="button" class="oco-play-start">play</button>'
         '<button type="button" class="oco-play-step">one step</button></div>')


def _slider(control, frame, uid):
    value, stream = frame.params[control.name], frame.params["stream"]
    values = control.values_for(stream)
    ident = f"{uid}-{control.name}"
    shown = text_of(value, 4)
    spoken = f"{control.symbol} = {shown}"
    disabled = unused = ""
    if off := control.without_use(frame.params):
        shown, spoken, disabled, unused = "not used", f"not used with this {off}", " disabled", " oco-unused"
    values = values or control.values
    wide = " oco-wide-control" if control.name in WIDE or control.play else ""
    wide += " oco-played" if control.play else ""
    return (f'<div class="oco-control{wide}{unused}"><label for="{ident}">{escape(control.label)} '
            f'<span class="oco-value" aria-hidden="true">{shown}</span></label>'
            f'<input type="range" id="{ident}" name="{control.name}" min="0" max="{len(values) - 1}" step="1" '
            f'value="{_position(control, value, values)}" autocomplete="off" aria-valuetext="{escape(spoken)}"'
            f'{disabled}>{_PLAY if control.play else ""}</div>')


def _choice(control, frame, uid):
    value, stream = frame.params[control.name], frame.params["stream"]
    ident = f"{uid}-{control.name}"
    words = dict(zip(control.values, control.labels or control.values))
    options = "".join(
        f'<option value="{escape(v)}"{" selected" if v == value else ""}>{escape(words[v])}</option>'
        for v in control.values_for(stream) or (value,))
    return (f'<div class="oco-control"><label for="{ident}">{escape(control.label)}</label>'
            f'<select id="{ident}" name="{control.name}" autocomplete="off">{options}</select></div>')


def _signs(control, frame, uid):
    """A button for each round, pressed for +, in a toolbar, which is one stop of Tab (the view moves ``tabindex``).

    The fieldset is the input that carries the name and can be disabled; as a group it would only be named twice.
    """
    value = frame.params[control.name]
    unused = not control.values_for(frame.params["stream"])
    buttons = "".join(f'<button type="button" tabindex="{0 if t == 1 else -1}" aria-pressed="{str(s == "+").lower()}" '
                      f'aria-label="round {t}: {shown}">{shown}</button>'
                      for t, s in enumerate(value, 1) for shown in [s.replace("-", "−")])
    ident = f"{uid}-{control.name}"
    return (f'<div class="oco-control oco-signs-control{" oco-unused" if unused else ""}">'
            f'<fieldset id="{ident}" name="{control.name}" class="oco-signs" role="presentation"'
            f'{" disabled" if unused else ""}>'
            f'<legend id="{ident}-label">{escape(control.label)}</legend>'
            f'<div role="toolbar" aria-labelledby="{ident}-label">{buttons}</div></fieldset></div>')


_CONTROLS = {"slider": _slider, "choice": _choice, "signs": _signs}


def _legend(explorer, panel, frame):
    def filled(label):
        return re.sub(r"\{(\w+)\}", lambda m: f'<span data-fact="{m[1]}">{text_of(frame.facts[m[1]])}</span>',
                      escape(label))

    def item(series):
        status = frame.status.get(series.name)
        fails = f' data-fails="{escape(series.fails)}"' if status else ""
        status = f' data-status-of="{series.name}" data-status="{status}"' if status else ""
        sample = "M14 5h0" if series.kind == "points" else "M1 5H27"
        entry = (f'<svg class="oco-swatch" viewBox="0 0 28 10" aria-hidden="true">'
                 f'<g class="oco-{series.kind}" style="{inline(series)}"><path d="{sample}"/></g></svg>'
                 f'<span class="oco-label"{fails}>{filled(series.label)}</span>')
        if series.mark:
            entry = f'<button type="button" data-mark="{series.mark}" aria-pressed="false">{entry}</button>'
        return f'<li class="oco-of-{series.name}"{status}>{entry}</li>'

    items = "".join(item(s) for s in reversed(explorer.series) if s.panel == panel.name and s.label)
    return f'<ul class="oco-legend">{items}</ul>'


def _panel(explorer, panel, frame, uid):
    zoom = ""
    if len(panel.zooms) > 1:
        start = panel.zoom.get(frame.params["stream"], panel.zoom[None])
        options = "".join(f'<option value="{z:g}"{" selected" if z == start else ""}>×{text_of(z)}</option>'
                          for z in panel.zooms)
        ident = f"{uid}-zoom-{panel.name}"
        zoom = (f'<label class="oco-zoom" for="{ident}">height '
                f'<select id="{ident}" data-zoom="{panel.name}" autocomplete="off" '
                f'aria-label="height of {escape(panel.title)}">{options}</select></label>')
    note = frame.texts.get(f"{panel.name}.note")
    note = f'<p class="oco-panel-note" data-text="{panel.name}.note">{escape(note)}</p>' if note else ""
    svg = panel_svg(explorer, panel, frame)
    return (f'<div class="oco-panel" data-panel="{panel.name}"><div class="oco-panel-head">'
            f'<span class="oco-panel-title">{escape(panel.title)}</span>{zoom}</div>{svg}{note}'
            f"{_legend(explorer, panel, frame)}</div>")


def _lines(frame):
    """The live texts called "round.<word>", in their order, each after its word."""
    lines = "".join(f'<li><b>{escape(name[6:])}</b> <span data-text="{name}">{escape(text)}</span></li>'
                    for name, text in frame.texts.items() if name.startswith("round."))
    return f'<ol class="oco-lines">{lines}</ol>' if lines else ""


def _tools(explorer):
    """Two toolbars, the examples and the tools, brought to life by view/tools.js; what each button does is in the
    module that names its class."""
    presets = "".join(f'<button type="button" class="oco-preset" data-preset="{i - 1}" aria-pressed="false" '
                      f'aria-keyshortcuts="{i}">'
                      f"<kbd>{i}</kbd> {escape(preset.label)}</button>" for i, preset in enumerate(explorer.presets, 1))
    return ('<div class="oco-tools">'
            + (f'<div class="oco-presets" role="toolbar" aria-label="examples">{presets}</div>' if presets else "")
            + '<div class="oco-own" role="toolbar" aria-label="tools">'
            '<button type="button" class="oco-keep">keep</button>'
            + ('<button type="button" class="oco-rounds">play rounds</button>'
               '<button type="button" class="oco-rounds-step">one step</button>' if explorer.played_by_rounds else "")
            + '<button type="button" class="oco-lecture" aria-keyshortcuts="L">lecture</button>'
            '<button type="button" class="oco-link">copy link</button>'
            '<button type="button" class="oco-more" aria-expanded="false">more</button>'
            '<div class="oco-menu" role="group" aria-label="more tools" hidden>'
            '<button type="button" class="oco-python">copy as Python</button>'
            '<button type="button" class="oco-svg">save SVG</button>'
            '<button type="button" class="oco-png">save PNG</button>'
            '<button type="button" class="oco-csv">save CSV</button></div></div>'
            '<span class="oco-told" aria-live="polite"></span></div>')


def _start(frame):
    """The frame for the view to start from. Of its series six digits, ten times as fine as sweeps, are enough."""
    made = frame.as_dict()
    made["series"] = {name: {axis: [float(f"{v:.6g}") for v in values] for axis, values in curve.items()}
                      for name, curve in made["series"].items()}
    return made


@lru_cache(maxsize=32)
def _figure(name, params_json, uid, source, extra):
    explorer = get(name)
    frame = explorer.frame(**json.loads(params_json))
    controls = "".join(_CONTROLS[c.kind](c, frame, uid) for c in explorer.controls)
    panels = "".join(_panel(explorer, p, frame, uid) for p in explorer.panels)
    four = " oco-four" if len(explorer.panels) == 4 else ""  # two by two, where there is room
    return (
        f'<figure class="oco-explorer" id="{uid}" data-explorer="{name}" data-source="{source}" data-frame="0">'
        f'<figcaption>{escape(explorer.title)}</figcaption>'
        f'<div class="oco-controls">{controls}<button type="button" class="oco-reset">reset</button></div>'
        f'{_tools(explorer)}{_lines(frame)}<div class="oco-panels{four}">{panels}</div>'
        f'<output role="status" class="oco-sentence">{escape(frame.sentence)}</output>'
        f'<p class="oco-note"></p>'
        f'{json_script("oco-spec", view_spec(explorer))}{json_script("oco-start", _start(frame))}{extra}</figure>'
    )


def figure_html(name, params, uid, source, extra=""):
    """The whole ``<figure>`` with the frame for ``params`` in it.

    uid: a prefix for ids that no other explorer on the page has; source: who computed the frame ("baked", "python" or
    "kernel"); extra: more markup before the end, such as what a page knows of its files.
    """
    return _figure(name, json.dumps(params, sort_keys=True), uid, source, extra)
