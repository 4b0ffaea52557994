"""The book as a course: which questions and exercises each chapter has, and what a class page must know of them."""

import hashlib
import json

from ..exercises import NAMES as EXERCISES
from ..exercises.exercise import get_exercise
from ..questions import NAMES as QUESTIONS
from . import cells
from .question_cells import told

CHAPTERS = "chapters/"  # where the pages of the chapters are


def chapters():
    """Chapter -> ([names of its questions], [names of its exercises]), of the chapters that have some, in the order of
    the exercises."""
    order = dict.fromkeys([*EXERCISES.values(), *QUESTIONS.values()])
    return {chapter: tuple([name for name, where in names.items() if where == chapter]
                           for names in (QUESTIONS, EXERCISES)) for chapter in order}


def _asked(name):
    """A question as its answers are told and checked. right: the reason that is right; y: the axis of a drawn line."""
    question = told(name)
    reasons = question["why"]["reasons"] if question["why"] else []
    ranges = question["picture"]["ranges"]
    return {
        "name": name, "title": question["title"], "kind": question["kind"], "options": question["options"],
        "limits": question["limits"], "reasons": len(reasons),
        "right": next((i for i, reason in enumerate(reasons) if reason["right"]), None),
        "y": ranges["y"] if question["kind"] == "draw" else None,
    }


def edition(questions, exercises):
    """By which two editions of a chapter are told apart in a handed-in text: answers to the one are none to the
    other."""
    known = "name", "kind", "limits", "reasons", "right", "y"
    said = [[[*(q[word] for word in known), [*q["options"]]] for q in questions],
            [[e["name"], e["edition"]] for e in exercises]]
    return hashlib.sha256(json.dumps(said, ensure_ascii=False).encode()).hexdigest()[:8]


def chapter(name, title=""):
    """A chapter of the catalogue. title: that of its page."""
    asked, worked = chapters()[name]
    questions = [_asked(one) for one in asked]
    exercises = [{"name": one, "title": get_exercise(one).title, "edition": cells.edition(get_exercise(one))}
                 for one in worked]
    return {"id": name, "page": CHAPTERS + name, "title": title or name.replace("_", " "),
            "edition": edition(questions, exercises), "questions": questions, "exercises": exercises}


def _pictured(picture):
    """What a class's drawn lines are laid over: the right curve, and those that were given."""
    panel, series = picture["spec"]["panels"][0], picture["frame"]["series"]
    names = [*picture["given"], picture["yours"]]
    return {"ranges": picture["ranges"], "labels": {way: panel[way]["label"] for way in "xy"},
            "curves": [series[name] | {"yours": name == picture["yours"]} for name in names]}


def shown(found):
    """The same chapter with all that a class page shows: texts, right answers, curves."""
    def more(question):
        known = told(question["name"])
        why = known["why"]
        return question | {
            "text": known["text"], "truth": known["truth"], "unit": known["unit"],
            "why": why and {"text": why["text"], "reasons": [
                {"text": reason["text"], "right": reason["right"]} for reason in why["reasons"]]},
            "picture": _pictured(known["picture"]) if known["kind"] == "draw" else None}

    return found | {"questions": [more(question) for question in found["questions"]]}
