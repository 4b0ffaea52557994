"""The pages of the book as a course: plans that add up, links into the lecture room, and a book without solutions."""

import re
from pathlib import Path

import pytest
from support.small_book import GOOD, build

from oco_live.explorer import NAMES
from oco_live.hosts import course, course_cells, course_page

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


@pytest.fixture(scope="module")
def unsolved(tmp_path_factory):
    """A small book without solutions."""
    folder = tmp_path_factory.mktemp("unsolved")
    configured = lambda text: re.sub(r"solutions: true\b.*", "solutions: false", text)
    code, told = build(folder, GOOD, configured)
    assert code == 0, told
    return folder / "a book" / "_build" / "html"


def test_solutions_stay_out_of_a_book_that_wants_none(unsolved):
    page = (unsolved / "index.html").read_text("utf8")
    assert "Why?" in page and "Because." not in page
    assert 'id="answer"' not in page and 'href="#answer"' not in page  # what refers to it is its words alone
    assert "Because" not in "".join(path.read_text("utf8") for path in unsolved.glob("searchindex.js"))


def test_a_placeholder_of_no_part_stops_the_build(tmp_path):
    code, told = build(tmp_path, '# A page\n\n<div class="oco-course-placeholder" data-part="nothing"></div>\n')
    assert code and "no part 'nothing'" in told
