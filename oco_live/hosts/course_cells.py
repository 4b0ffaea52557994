"""The markup of the pages "my course" and "class". A table of what there is to do stands there without scripts, too."""

import json

from .typography import escape

COURSE, CLASS = ("progress", "hand-in", "keep"), ("class",)
PARTS = COURSE + CLASS


def _data(word, known):
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" class="oco-{word}-data">{text}</script>'


def _many(count, one):
    return f"{count} {one}{'' if count == 1 else 's'}" if count else "none"


def _row(chapter):
    reasons = sum(bool(q["reasons"]) for q in chapter["questions"])
    cells = (("predicted", _many(len(chapter["questions"]), "question")), ("understood", _many(reasons, "reason")),
             ("solved", _many(len(chapter["exercises"]), "exercise")))
    return (f'<tr data-chapter="{chapter["id"]}"><th scope="row"><a href="{escape(chapter["href"])}">'
            f'{escape(chapter["title"])}</a></th>'
            + "".join(f'<td data-of="{name}">{text}</td>' for name, text in cells) + "</tr>")


def progress(known):
    """What is done of each chapter; known: {chapters, edition, encoder}, with the way to each chapter's page."""
    rows = "".join(map(_row, known["chapters"]))
    return (
        '<div class="oco-co oco-co-done"><p class="oco-co-note" role="status"></p>'
        '<p class="oco-co-place" hidden>You were last at <a href="#"></a>.</p>'
        '<table><thead><tr><th scope="col">Chapter</th><th scope="col">Predict</th><th scope="col">Understand</th>'
        f'<th scope="col">Solve</th></tr></thead><tbody>{rows}</tbody></table>'
        f'<p class="oco-co-unknown" hidden></p>{_data("course", known)}</div>')


def hand_in(known):
    return (
        '<div class="oco-co oco-co-hand"><p class="oco-co-none">Nothing is answered yet, so there is nothing to hand '
        'in.</p><form hidden><label>Chapter <select></select></label>'
        '<label>Name, if wanted <input type="text" maxlength="60" autocomplete="off"></label>'
        '<button type="submit" name="make" class="oco-co-first">Make the text</button></form>'
        '<div class="oco-co-result" hidden><textarea readonly rows="6" aria-label="the text to hand in" '
        'spellcheck="false" translate="no"></textarea><p class="oco-co-handed" role="status"></p>'
        '<div class="oco-co-bar"><button type="button" name="copy" class="oco-co-first">Copy</button>'
        '<button type="button" name="save">Save as a file</button>'
        '<button type="button" name="code">Show as a QR code</button></div><div class="oco-co-code"></div></div></div>')


def keep(known):
    return (
        '<div class="oco-co oco-co-keep"><div class="oco-co-bar">'
        '<button type="button" name="export">Save all in a file</button>'
        '<button type="button" name="import">Read a file</button>'
        '<button type="button" name="delete">Delete all</button></div>'
        '<p class="oco-co-said" role="status"></p></div>')


def for_class(known):
    return (
        '<div class="oco-co oco-class"><div class="oco-cl-in"><label>Texts that were handed in: paste them, one after '
        'the other, or drop files here<textarea rows="6" spellcheck="false" translate="no"></textarea></label>'
        '<div class="oco-co-bar"><button type="button" name="read" class="oco-co-first">Read them</button>'
        '<button type="button" name="files">Choose files</button>'
        '<button type="button" name="clear">Clear</button></div></div>'
        '<p class="oco-cl-said-of" role="status"></p>'
        '<details class="oco-cl-left" hidden><summary>Left out</summary><ul></ul></details>'
        '<label class="oco-cl-chapter" hidden>Chapter <select></select></label>'
        f'<div class="oco-cl-shown"></div>{_data("class", known)}</div>')


MADE = {"progress": progress, "hand-in": hand_in, "keep": keep, "class": for_class}
