"""The HTML of an explorer: headline, pictures, controls. The page and the notebook show this same markup, and one view
brings it to life; without any script it still shows the frame that it was made with.
"""

import json
import re
from functools import lru_cache

from ..code import template
from ..explorer import get
from ..phrasing import capital, fact_of
from ..style import inline
from . import icons
from .fields import dock, marks_of, setting
from .still import pictures
from .typography import escape, fact, facts, first_words, headline, mathematics, spoken, unbroken, words

FEW = 4  # rows of a legend
LONG = 72  # letters of a headline that is set a little smaller


def json_script(kind, data):
    """Data for the view, inert in any page."""
    text = json.dumps(data, allow_nan=False).replace("</", "<\\/")
    return f'<script type="application/json" class="{kind}">{text}</script>'


def view_spec(explorer):
    """The explorer's specification, with the marks of its sliders and its lines of Python, for the view."""
    spec = explorer.spec()
    streams = explorer.control("stream").values
    for entry, control in zip(spec["controls"], explorer.controls):
        entry["marks"] = marks_of(control, streams)
    return spec | {"code": template(explorer)}


# ---------------------------------------------------------------- the top: title, tools, headline

def _tool(kind, name, icon, keys="", more=""):
    keys = f' aria-keyshortcuts="{keys}"' if keys else ""
    return (f'<button type="button" class="oco-icon-button {kind}" aria-label="{escape(name)}" '
            f'data-tip="{escape(name)}"{keys}{more}>{icon}</button>')


def _played(explorer):
    """The slider that plays, and whether playing it is the first tool: where it chooses the round, or no rounds can be
    played otherwise."""
    slider = next((c for c in explorer.controls if c.play), None)
    return slider, slider is not None and not explorer.played_by_rounds


def _play_words(slider):
    """What playing a slider is called, and what one step of it."""
    if slider.name == "t":
        return "play the rounds", "one round further"
    return f"play {slider.symbol}", f"{slider.symbol} one step up"


def _menu(explorer):
    slider, first = _played(explorer)
    entries = [("oco-lecture", "lecture view", "L")]
    if explorer.played_by_rounds:
        entries.append(("oco-rounds-step", "one round further", ""))
    if slider:
        play, step = _play_words(slider)
        entries += [] if first else [("oco-play-start", play, "")]
        entries.append(("oco-play-step", step, ""))
    entries += [("oco-reset", "reset", ""), ("oco-qr", "link as QR code", "Q"),
                ("oco-embed", "copy embed code", ""), ("oco-python", "copy as Python", ""),
                ("oco-svg", "save SVG", ""), ("oco-png", "save PNG", ""), ("oco-csv", "save CSV", ""),
                ("oco-keys", "keys", "?")]
    plays = f' data-plays="{slider.name}"' if slider else ""
    return "".join(
        f'<button type="button" class="{kind}"{plays if kind.startswith("oco-play") else ""}'
        + (f' aria-keyshortcuts="{key}"' if key else "") + f'><span class="oco-word">{escape(word)}</span>'
        + (f"<kbd>{key}</kbd>" if key else "") + "</button>" for kind, word, key in entries)


def _top(explorer, uid):
    """The title and the tools; what each button does is in the module of the view that names its class."""
    slider, first = _played(explorer)
    play = ""
    if first:
        play = _tool("oco-play-start", _play_words(slider)[0], icons.PLAY, "P", f' data-plays="{slider.name}"')
    elif explorer.played_by_rounds:
        play = _tool("oco-rounds", "play the rounds", icons.PLAY, "P")
    menu = _tool("oco-menu-button", "more tools", icons.DOTS, more=f' aria-expanded="false" aria-controls="{uid}-menu"')
    return (f'<div class="oco-top"><figcaption>{mathematics(explorer.title)}</figcaption>'
            f'<div class="oco-tools" role="toolbar" aria-label="tools">{play}'
            + _tool("oco-keep", "keep this state to compare", icons.KEEP, "K")
            + _tool("oco-link", "copy link", icons.LINK) + menu
            + f'<div class="oco-menu" id="{uid}-menu" role="group" aria-label="more tools" hidden>{_menu(explorer)}'
            '</div></div><span class="oco-told" aria-live="polite"></span></div>')


# ---------------------------------------------------------------- the stage: pictures and their legends

def _filled(label, frame):
    """A legend's words with its facts, each in a span that the view finds again."""
    parts = re.split(r"\{(\w+)\}", label)
    return unbroken("".join(f'<span data-fact="{part}">{fact_of(frame.facts[part])}</span>' if i % 2 else words(part)
                            for i, part in enumerate(parts)))


_SAMPLES = {"ring": "M9 5a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "plus": "M9 5h10M14 0v10", "minus": "M9 5h10"}


def _swatch(series):
    dot = _SAMPLES.get(series.style.ends, "M14 5h0") if series.kind == "points" else ""
    sample = dot or "M1 5H27"
    return ('<svg class="oco-swatch" viewBox="0 0 28 10" aria-hidden="true">'
            f'<g class="oco-{series.kind}" style="{inline(series)}"><path d="{sample}"/></g></svg>')


def _row(series, frame, button):
    """One series in a legend; ``button``: attributes of the button it is, "" for none."""
    status = frame.status.get(series.name)
    fails = f' data-fails="{escape(series.fails)}"' if status else ""
    state = f' data-status-of="{series.name}" data-status="{status}"' if status else ""
    entry = f'{_swatch(series)}<span class="oco-label"{fails}>{_filled(series.label, frame)}</span>'
    if button:
        entry = f'<button type="button" {button}>{entry}</button>'
    return f'<li class="oco-of-{series.name}"{state}>', entry, "</li>"


def _legend(explorer, panel, frame):
    """What is seen at first and has neither name nor number at its end."""
    found = [s for s in reversed(explorer.series) if s.panel == panel.name and s.label and s.first
             and not s.end and not s.value][:FEW]
    rows = ("".join(_row(s, frame, f'data-mark="{s.mark}" aria-pressed="false"' if s.mark else "")) for s in found)
    return f'<ul class="oco-legend">{"".join(rows)}</ul>' if found else ""


def _curves(explorer, frame):
    """Every labelled series, to be shown or hidden."""
    def row(series):
        toggle = f'aria-pressed="{str(series.first).lower()}" data-curve="{series.name}"'
        start, entry, end = _row(series, frame, toggle)
        mark = (f'<button type="button" class="oco-mark" data-mark="{series.mark}" aria-pressed="false" '
                f'aria-label="mark {escape(series.label)} in the proof">in the proof</button>' if series.mark else "")
        return start + entry + mark + end

    def group(panel):
        rows = "".join(row(s) for s in reversed(explorer.series) if s.panel == panel.name and s.label)
        return (f'<div class="oco-curves-of"><p class="oco-curves-title">{mathematics(panel.title)}</p>'
                f"<ul>{rows}</ul></div>" if rows else "")

    return f'<div class="oco-curves">{"".join(map(group, explorer.panels))}</div>'


def _svg(picture):
    return (f'<svg role="img" viewBox="0 0 {picture["width"]} {picture["height"]}" font-size="{picture["type"]}" '
            f'aria-label="{escape(picture["label"])}">{picture["inner"]}</svg>')


def _panel(explorer, panel, frame, picture, main):
    note = frame.texts.get(f"{panel.name}.note")
    note = (f'<span class="oco-panel-note" data-text="{panel.name}.note">{mathematics(note)}</span>'
            if note is not None else '<span class="oco-panel-note"></span>')
    live = f"{panel.name}.title"  # of a frame whose picture is not always what the panel says
    title = (f'<span data-text="{live}">{mathematics(frame.texts[live])}</span>' if live in frame.texts
             else f"<span>{mathematics(panel.title)}</span>")
    return (f'<div class="oco-panel" data-panel="{panel.name}" data-rank="{"main" if main else "side"}">'
            f'<div class="oco-panel-head"><button type="button" class="oco-panel-title"{" disabled" if main else ""}>'
            f"{title}{icons.LARGER}</button>{note}</div>"
            f'<div class="oco-plot">{_svg(picture)}'
            f'<span class="oco-busy" hidden>computing …</span></div>{_legend(explorer, panel, frame)}</div>')


def _stage(explorer, frame, uid):
    drawn = pictures(explorer, frame)
    panels = "".join(_panel(explorer, p, frame, drawn[p.name], i == 0) for i, p in enumerate(explorer.panels))
    tabs = "".join(f'<button type="button" role="tab" data-tab="{p.name}" tabindex="{0 if i == 0 else -1}" '
                   f'aria-selected="{str(i == 0).lower()}">{mathematics(capital(p.tab or p.title.split()[0]))}</button>'
                   for i, p in enumerate(explorer.panels))
    return (f'<div class="oco-stage" data-sides="{len(explorer.panels) - 1}">{panels}'
            f'<div class="oco-tabs" role="tablist" aria-label="pictures">{tabs}</div></div>')


# ---------------------------------------------------------------- the foot: examples, and all else that is to be said

def _examples(explorer, uid):
    if not explorer.presets:
        return ""
    options = "".join(f'<option value="{i}">{i + 1}  {escape(preset.label)}</option>'
                      for i, preset in enumerate(explorer.presets))
    return (f'<label class="oco-examples">Examples <select name="oco-example" id="{uid}-example" autocomplete="off">'
            f'<option value="">choose …</option>{options}</select></label>')


def _lines(frame):
    """The live texts called "round.<word>", in their order, each after its word."""
    lines = "".join(f'<li><b>{escape(name[6:])}</b> <span data-text="{name}">{mathematics(text)}</span></li>'
                    for name, text in frame.texts.items() if name.startswith("round."))
    return f'<ul class="oco-lines">{lines}</ul>' if lines else ""


def _more(explorer, frame, links):
    said = "".join(f"<li>{fact(text, links)}</li>" for text in facts(frame.sentence))
    return (f'<details class="oco-more"><summary>More about this run</summary>{_lines(frame)}'
            f'<ul class="oco-facts">{said}</ul>{_curves(explorer, frame)}</details>')


def _start(frame):
    """The frame for the view to start from. Of its series six digits, ten times as fine as sweeps, are enough."""
    made = frame.as_dict()
    made["series"] = {name: {axis: [float(f"{v:.6g}") for v in values] for axis, values in curve.items()}
                      for name, curve in made["series"].items()}
    return made


@lru_cache(maxsize=32)
def _figure(name, params_json, uid, source, extra, links):
    explorer = get(name)
    frame = explorer.frame(**json.loads(params_json))
    long = " oco-long" if len(spoken(frame)) > LONG else ""
    return (
        f'<figure class="oco-explorer" id="{uid}" data-explorer="{name}" data-source="{source}" data-frame="0">'
        f'{_top(explorer, uid)}<output role="status" class="oco-headline{long}">'
        f'{headline(first_words(frame), explorer)}'
        f"</output>{_stage(explorer, frame, uid)}{dock(explorer, frame, uid)}"
        f'<div class="oco-foot">{setting(explorer, frame, uid)}{_examples(explorer, uid)}'
        f'{_more(explorer, frame, dict(links))}</div><p class="oco-note"></p>'
        f'{json_script("oco-spec", view_spec(explorer))}{json_script("oco-start", _start(frame))}{extra}</figure>'
    )


def figure_html(name, params, uid, source, extra="", links=()):
    """The whole ``<figure>`` with the frame for ``params`` in it.

    uid: a prefix for ids that no other explorer on the page has; source: who computed the frame ("baked", "python" or
    "kernel"); extra: more markup before the end, such as what a page knows of its files; links: (id of a theorem or
    erratum, address) pairs.
    """
    return _figure(name, json.dumps(params, sort_keys=True), uid, source, extra, tuple(links))
