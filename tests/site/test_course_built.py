"""The built pages of the course: what each page loads, and the ways to the chapters."""

import gzip
import json
import re

import pytest
from support.driving import BOOK

from oco_live.hosts import course

PAGES = sorted([*BOOK.glob("*.html"), *BOOK.glob("chapters/*.html")])
PLACE = re.compile(r'<script defer src="([^"]+/course-place-\w+\.js)" data-marks="([^"]+)"\s*(?:data-page="([^"]+)")?>')


def text(name):
    return (BOOK / "chapters" / f"{name}.html").read_text("utf8")


def data(name, word):
    found = re.search(rf'<script type="application/json" class="oco-{word}-data">(.*?)</script>', text(name), re.S)
    return json.loads(found[1])


def test_every_page_keeps_the_place_with_less_than_a_kilobyte():
    chapters = {}
    for page in PAGES:
        (found,) = PLACE.findall(page.read_text("utf8"))
        script, marks = ((page.parent / one).resolve() for one in found[:2])
        if page.name != "404.html":
            assert len(gzip.compress(script.read_bytes())) < 1000 and marks.is_file(), page
        if found[2]:
            chapters[page.relative_to(BOOK).as_posix()] = f"{found[2]}.html"
    assert sorted(chapters) == sorted(f"{course.CHAPTERS}{name}.html" for name in course.chapters())
    assert all(page == kept for page, kept in chapters.items())


@pytest.mark.parametrize(("name", "word"), [("my_course", "course"), ("class", "class")])
def test_the_pages_of_the_course_know_every_chapter_and_load_their_own_script_only(name, word):
    known = data(name, word)
    assert [chapter["id"] for chapter in known["chapters"]] == list(course.chapters())
    assert all((BOOK / "chapters" / chapter["href"]).is_file() for chapter in known["chapters"])
    assert (BOOK / "chapters" / known["encoder"]).is_file()
    titles = {chapter["id"]: chapter["title"] for chapter in known["chapters"]}
    assert titles["online_gradient_descent"] == "Online gradient descent"
    scripts = re.findall(r'src="[^"]*_oco/(\w[\w-]*?)-[0-9a-f]{12}\.js"', text(name))
    assert scripts == ["course-place", {"course": "course", "class": "course-class"}[word]]


def test_no_placeholder_is_left():
    assert not [page for page in PAGES if "oco-course-placeholder" in page.read_text("utf8")]
