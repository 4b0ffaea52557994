"""Every question of the book on one page of a real browser, in one pass: hidden, committed by pointer, answered, asked
why, and kept over a reload."""

import re

import pytest
from support.asked import VALLEY, Asked, ready
from support.browser import new_page
from support.small import small_site

from oco_live.hosts.cells import rich
from oco_live.questions import NAMES
from oco_live.questions.question import answered, get_question

TAGS = re.compile(r"<[^>]*>")


@pytest.fixture(scope="module")
def page(browser):
    with small_site(questions=NAMES) as site, new_page(
            browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (found, notes):
        ready(found, site)
        yield found
        assert not notes.errors and not notes.foreign


def truths(name):
    """Curves that are seen only afterwards."""
    return [f"{curve.series}-{curve.state}" for curve in get_question(name).picture.curves if not curve.given]


def plain(words):
    return TAGS.sub("", rich(words))


def commit(asked, question):
    if question["kind"] == "draw":
        asked.draw(VALLEY)
    elif question["kind"] == "number":
        asked.section.locator("input[type=range]").click()  # the middle
    else:
        asked.section.locator(".oco-pq-options label").first.click()
    asked.button("commit").click()


def test_every_question_is_hidden_then_answered_then_asked_why(page):
    shown = "e => [...e.querySelectorAll('[data-series] path[d^=M]')].map((p) => p.parentNode.dataset.series)"
    for name in NAMES:
        question, asked = answered(name), Asked(page, name).open()
        live = asked.section.locator(".oco-pq-live")
        assert not set(asked.section.evaluate(shown)) & set(truths(name)) and asked.said.count() == 0, name
        before = live.inner_text()
        assert all(plain(said["words"]) not in before for said in question["said"]), name
        commit(asked, question)
        assert asked.state == "committed", name
        words = [re.escape(plain(said["words"])).replace(r"\{you\}", r"−?[\d.]+") for said in question["said"]]
        assert any(re.fullmatch(one, asked.said.inner_text()) for one in words), (name, asked.said.inner_text())
        drawn = asked.section.evaluate(shown)
        assert set(truths(name)) <= set(drawn), (name, drawn)
        assert ("yours" in drawn) == bool(question["picture"]["yours"]), name
        reasons = (question["why"] or {"reasons": []})["reasons"]
        for i, reason in sorted(enumerate(reasons), key=lambda one: one[1]["right"]):  # the right one last
            assert plain(reason["answer"]) not in live.inner_text(), name
            asked.section.locator(".oco-pq-why input").nth(i).check()
            assert plain(reason["answer"]) in live.inner_text(), name
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280, name


def test_all_is_kept_and_fits_a_phone(page):
    ready(page)
    page.set_viewport_size({"width": 390, "height": 844})
    for name in NAMES:
        asked = Asked(page, name).open()
        assert asked.state == "committed" and asked.said.is_visible(), name
        assert asked.section.locator(".oco-pq-answer").count() == (3 if answered(name)["why"] else 0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    for count in page.locator(".oco-pq-count").all_inner_texts():
        assert len(set(re.findall(r"\d+", count))) == 1  # all of all
