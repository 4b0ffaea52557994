"""The markup of an exercise cell: statement, given lines, the reader's text, buttons, room for the verdict.

It can be read as it is: without scripts and on paper it shows statement and given lines.
"""

import hashlib
import json
import re

from . import icons
from .typography import escape, linked, powers

_MARKED = re.compile(r"(\[[^\]]*\]\(\w+\)|\*[^*\s][^*]*\*|`[^`]*`)")
_NUMBER = re.compile(r"\[([^\]]*)\]\((\w+)\)")
_TOGETHER = re.compile(r" [=≤≥<>+−·∈] | (?:ln|exp)\b")  # no line ends within a formula
KINDS = {"write": "Write the step", "break": "Break it", "choose": "Choose it"}
LEAST = 4  # lines of an editor
LOOKS = ("measured", "bound")
TAB = '<kbd>Tab</kbd> leaves the editor, <kbd>Ctrl</kbd> <kbd>M</kbd> changes that'


def rich(text, links=None):
    """A statement's or a verdict's text as HTML: ``[0.2](measured)``, ``*w*`` and `` `code` ``, and links: id of a
    theorem, definition, algorithm or erratum -> address; view/exercise/rich.js says the same for what is live."""
    return "".join(_piece(piece, links) for piece in _MARKED.split(text))


def _piece(piece, links):
    if number := _NUMBER.fullmatch(piece):
        look = number[2] if number[2] in LOOKS else LOOKS[0]
        return f'<b class="oco-ex-{look}">{escape(powers(number[1]))}</b>'
    if len(piece) > 2 and piece[0] == piece[-1] == "*":
        return f"<i>{escape(piece[1:-1])}</i>"
    if len(piece) > 2 and piece[0] == piece[-1] == "`":
        return f"<code>{escape(piece[1:-1])}</code>"
    return linked(escape(_TOGETHER.sub(lambda found: found[0].replace(" ", "\u00a0"), powers(piece))), links)


def plain(text):
    """The same without its marks."""
    return re.sub(r"[*`]", "", _NUMBER.sub(r"\1", text))


def edition(exercise):
    """By which an exercise is told from what it was before an update: a verdict on another one is not shown."""
    said = json.dumps([exercise.statement, exercise.given, exercise.light], ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()[:8]


def _numbers(count):
    return "".join(f"<span>{i}</span>" for i in range(1, count + 1))


def _desk(exercise, uid, solutions):
    lines = exercise.start.count("\n") + 1
    rows = 1 if exercise.light else max(LEAST, lines + 1)
    given = exercise.given and (
        f'<pre class="oco-ex-given" role="group" aria-label="given lines">{escape(exercise.given)}</pre>')
    what = "Your answer, one line" if exercise.light else "Your lines of Python"
    keys = ("<kbd>Enter</kbd> runs" if exercise.light
            else f'<span><kbd>Ctrl</kbd> <kbd>Enter</kbd> runs</span> <span class="oco-ex-tab">{TAB}</span>')
    first, ask = (
        '<button type="button" name="solution" aria-expanded="false" hidden>Show a solution</button>',
        '<button type="button" name="ask">Show a solution</button>') if solutions else ("", "")
    return (
        f'<div class="oco-ex-code">{given}<div class="oco-ex-editor">'
        f'<div class="oco-ex-lines" aria-hidden="true">{"" if exercise.light else _numbers(lines)}</div>'
        f'<textarea rows="{rows}" wrap="off" aria-label="{what}" aria-describedby="{uid}-keys" autocomplete="off" '
        'autocorrect="off" autocapitalize="off" spellcheck="false" translate="no">\n'
        f'{escape(exercise.start)}</textarea>'
        f'</div><div class="oco-ex-keys" id="{uid}-keys">{keys}</div></div>'
        f'<div class="oco-ex-bar"><button type="button" name="run">{icons.PLAY}Run</button>'
        f'<button type="button" name="reset">Reset</button>{first}'
        f'<details class="oco-ex-more"><summary>More</summary><div>{ask}'
        '<button type="button" name="link">Copy a link with my text</button>'
        '<button type="button" name="export">Save all my answers in a file</button>'
        '<button type="button" name="import">Read answers from a file</button></div></details></div>'
        '<div class="oco-ex-note" role="status"></div><div class="oco-ex-solution" hidden></div>'
    )


def cell_html(exercise, files=None, solutions=True, links=None):
    """The cell of an exercise. files: what the page's script must know, in the first cell of a page;
    solutions: whether it offers a solution; links: as of `rich`."""
    uid = f"exercise-{exercise.name}"
    lead, *more = exercise.statement
    rest = "".join(f"<p>{rich(text, links)}</p>" for text in more)
    statement = f'<p class="oco-ex-lead">{rich(lead, links)}</p>{rest}'
    light = " data-light" if exercise.light else ""
    known = ""
    if files is not None:
        text = json.dumps(files, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        known = f'<script type="application/json" class="oco-exercise-files">{text}</script>'
    return (
        f'<section class="oco-exercise" id="{uid}" data-exercise="{exercise.name}" data-state="untried" '
        f'data-edition="{edition(exercise)}"{light} aria-label="Exercise: {escape(exercise.title)}">'
        f'<header class="oco-ex-top"><h3 id="{uid}-title">{KINDS[exercise.kind]} · {escape(exercise.title)}</h3>'
        '<span class="oco-ex-badge">not tried yet</span></header>'
        f'<div class="oco-ex-work"><div class="oco-ex-task">{statement}</div>'
        f'<div class="oco-ex-desk">{_desk(exercise, uid, solutions)}</div></div>'
        f'<output class="oco-verdict" role="group" aria-label="verdict"></output>{known}</section>'
    )
