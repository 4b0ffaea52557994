"""The pages of the book as a course: plans that add up, links into the lecture room, and a book without solutions."""

import json
import re
from pathlib import Path

from support.small_book import GOOD, build

from oco_live.exercises.exercise import get_exercise
from oco_live.explorer import NAMES
from oco_live.hosts import cells, course, course_cells, course_page

ROOT = Path(__file__).resolve().parents[1]
TEACHING = (ROOT / "chapters" / "teaching.md").read_text("utf8")
PLANS = TEACHING.partition("## Plans")[2].partition("\n## ")[0].split("\n### ")[1:]
CHAPTERS = list(course.chapters())


def test_each_chapter_has_its_plans_and_their_minutes_add_up():
    found = {}
    for plan in PLANS:
        head, _, _ = plan.partition("\n")
        (chapter,) = re.findall(r"^\| 45 \| 90 \| \{doc\}`(\w+)` \|$", plan, re.M)
        rows = re.findall(r"^\| (\d+|–) \| (\d+) \| .+ \|$", plan.partition("|---|")[2], re.M)
        found[chapter] = head, [sum(int(n) for n in column if n != "–") for column in zip(*rows)]
        assert "Afterwards they can" in plan and "With the notes:" in plan, head
    assert list(found) == CHAPTERS
    assert {head: minutes for head, minutes in found.values() if minutes != [45, 90]} == {}


def test_each_plan_leads_into_the_lecture_room_of_its_chapter():
    links = [re.findall(r'href="(\w+)\.html#(\w+)\?lecture"', plan) for plan in PLANS]
    assert [chapter for ((chapter, _),) in links] == CHAPTERS
    for (chapter, explorer), in links:
        assert explorer in NAMES
        text = (ROOT / "chapters" / f"{chapter}.ipynb").read_text("utf8")
        assert f'explore(\\"{explorer}\\"' in text, chapter


def test_what_is_named_in_other_words_is_there():
    """The errata of a plan are those that its chapter treats."""
    for plan, chapter in zip(PLANS, CHAPTERS):
        named = re.findall(r"\{ref\}`(E\d+) <\1>`", plan.partition("With the notes:")[2])
        text = (ROOT / "chapters" / f"{chapter}.ipynb").read_text("utf8")
        assert named and all(re.search(rf"\b{one}\b", text) for one in named), chapter


def test_every_chapter_is_in_the_catalogue_with_the_way_to_it():
    titles = {f"{course.CHAPTERS}{name}": (name.upper(), f"{name}.html") for name in CHAPTERS[:3]}
    found = course_page.catalogue(titles)
    assert [chapter["id"] for chapter in found] == CHAPTERS[:3]
    assert all(chapter["title"].isupper() and len(chapter["edition"]) == 8 for chapter in found)
    html = course_page.part_html("progress", [found[0] | {"title": "<b>"}], "1.0", "../")
    assert "<b>" not in html and "&lt;b&gt;" in html and "\\u003cb>" in html
    assert set(course_cells.MADE) == set(course_cells.PARTS)


def test_another_question_is_another_edition():
    one = course.chapter("online_gradient_descent")
    questions = [q | {"options": {"no": "No"}} if q["options"] else q for q in one["questions"]]
    editions = {course.edition(one["questions"], one["exercises"]), course.edition(questions, one["exercises"]),
                course.edition(one["questions"], one["exercises"][:-1])}
    assert len(editions) == 3 and one["edition"] in editions
    worded = [q | {"title": "in other words", "options": {option: f"{text}!" for option, text in q["options"].items()}}
              for q in one["questions"]]
    assert course.edition(worded, one["exercises"]) == one["edition"]


def notebook():
    """A page with a solution in its text, and one that runs over three cells."""
    printed = {"output_type": "stream", "name": "stdout", "text": ["quodlibet 42\n"]}
    code = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [printed],
            "source": ["print('quodlibet', 6 * 7)"]}
    texts = [GOOD, "```{exercise}\n:label: how\nHow?\n```", "```{solution-start} how\n:label: so\nThus quodlibet.\n```",
             None, "```{solution-end}\n```", "The end."]
    found = [{"cell_type": "markdown", "metadata": {}, "source": [text]} if text else code for text in texts]
    for number, cell in enumerate(found):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": found, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


def test_solutions_stay_out_of_a_book_that_wants_none(tmp_path):
    def configured(text):
        assert "solutions: true" in text
        return re.sub(r"solutions: true\b.*", "solutions: false", text)

    code, told = build(tmp_path, notebook(), configured, "index.ipynb")
    assert code == 0, told
    out = tmp_path / "a book" / "_build" / "html"
    page = (out / "index.html").read_text("utf8")
    assert "Why?" in page and "How?" in page and "The end." in page
    assert 'id="answer"' not in page and 'href="#answer"' not in page  # what refers to it is its words alone
    files = [path for path in out.rglob("*") if path.suffix in (".html", ".js", ".json", ".ipynb", ".txt")]
    assert sum(path.suffix == ".ipynb" for path in files)
    for path in files:
        text = path.read_text("utf8", errors="replace")
        assert "quodlibet" not in text and ("lite/build" in path.as_posix() or "Because." not in text), path


def test_an_exercise_that_is_marked_offers_no_solution_then():
    with_one, without = (cells.cell_html(get_exercise("ogd-step"), None, wanted) for wanted in (True, False))
    assert "Show a solution" in with_one and "Show a solution" not in without
    assert re.sub(r'<button type="button" name="(solution|ask)".*?</button>', "", with_one) == without


def test_a_placeholder_of_no_part_stops_the_build(tmp_path):
    code, told = build(tmp_path, '# A page\n\n<div class="oco-course-placeholder" data-part="nothing"></div>\n')
    assert code and "no part 'nothing'" in told
