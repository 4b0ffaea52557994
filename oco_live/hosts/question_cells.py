"""The markup of questions, and the placeholder that a notebook stores for them.

Without scripts each question has its answer folded below it. With scripts the answer is not in the document before the
reader has committed: a page's script reads it from ``oco-pq-data``, base64, which hides it from sight only.
"""

import base64
import json

from ..phrasing import unmarked
from ..questions.question import answered
from ..style import DASHES
from . import icons
from .cells import rich
from .typography import escape

CLASS = "oco-predict-placeholder"
_TOLD = ("text", "plain", "detail")


def told(name):
    """The question as a page knows it: its words set as HTML."""
    found = answered(name)
    picture, why = found["picture"], found["why"]
    ceiling = picture["ceiling"]
    return found | {word: rich(found[word]) for word in _TOLD} | {
        "options": {option: rich(text) for option, text in found["options"].items()},
        "said": [said | {"words": rich(said["words"])} for said in found["said"]],
        "why": why and {"text": rich(why["text"]), "reasons": [
            reason | {word: rich(reason[word]) for word in ("text", "answer")} for reason in why["reasons"]]},
        "picture": picture | {"note": rich(picture["note"]),
                              "ceiling": ceiling and ceiling | {"words": rich(ceiling["words"])}},
    }


def _answer(question):
    """The folded answer, for those without scripts."""
    parts = [question["plain"], question["detail"]]
    if why := question["why"]:
        parts += [f"{why['text']} {reason['answer']}" for reason in why["reasons"] if reason["right"]]
    return parts


def _fold(parts):
    return "<details><summary>Answer</summary>" + "".join(f"<p>{part}</p>" for part in parts if part) + "</details>"


def _section(name, number):
    question, uid = told(name), f"predict-{name}"
    data = base64.b64encode(json.dumps(question, ensure_ascii=False, separators=(",", ":")).encode()).decode()
    return (
        f'<section class="oco-predict" id="{uid}" data-question="{name}" data-kind="{question["kind"]}" '
        'data-state="open" '
        f'aria-labelledby="{uid}-title"><h3 data-words="question {number}, '
        f'{escape(question["title"])}"><button type="button" class="oco-pq-head" aria-expanded="true" '
        f'aria-controls="{uid}-body"><span aria-hidden="true">{number}</span>'
        f'<span class="oco-pq-title" id="{uid}-title">{escape(question["title"])}</span>'
        f'<span class="oco-pq-status"></span></button></h3><div class="oco-pq-body" id="{uid}-body">'
        f'<p class="oco-pq-text">{question["text"]}</p><div class="oco-pq-live"></div>'
        f'<noscript>{_fold(_answer(question))}</noscript><div class="oco-pq-paper"></div></div>'
        f'<script type="text/plain" class="oco-pq-data">{data}</script></section>'
    )


def group_html(names, files):
    """The questions of one explorer, in their order. files: what their script must know of others."""
    explorer = answered(names[0])["explorer"]
    dashes = {name: " ".join(f"{n:g}" for n in dashes) for name, dashes in DASHES.items() if dashes}
    known = json.dumps(files | {"dashes": dashes}, separators=(",", ":"))
    return (
        f'<div class="oco-predicts" data-explorer="{explorer}"><div class="oco-pq-top">'
        '<span class="oco-pq-segments" aria-hidden="true"></span><span class="oco-pq-count"></span>'
        f'<button type="button" name="lecture" aria-label="lecture view">{icons.LARGER}</button></div>'
        + "".join(_section(name, number) for number, name in enumerate(names, 1))
        + '<p class="oco-pq-note" role="status"></p>'
        f'<script type="application/json" class="oco-pq-files">{known}</script></div>'
    )


class Asked:
    """Questions in a notebook. Shown, each is its text and, folded, its answer."""

    def __init__(self, names):
        self.names = names
        self.questions = [answered(name) for name in names]

    def _repr_mimebundle_(self, include=None, exclude=None):
        """Small, and the same on every machine."""
        texts, html = [], []
        for number, question in enumerate(self.questions, 1):
            text = f"{number}. {unmarked(question['text'])}"
            answer = [unmarked(part) for part in _answer(question) if part]
            texts.append(text)
            html.append(f"<p>{escape(text)}</p>{_fold(map(escape, answer))}")
        return {"text/plain": "\n".join(texts), "text/html":
                f'<div class="{CLASS}" data-questions="{" ".join(self.names)}">{"".join(html)}</div>'}
