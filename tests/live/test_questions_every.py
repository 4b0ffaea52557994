"""Every question of the book on one page of a real browser, once by pointer, once by keys and once by touch: hidden,
committed, answered, asked why, and kept over a reload and an update."""

import re

import pytest
from support.asked import HANDS, Asked, ready
from support.browser import new_page
from support.small import small_site

from oco_live.hosts import question_page
from oco_live.hosts.cells import rich
from oco_live.questions import NAMES
from oco_live.questions.question import answered, get_question

TAGS = re.compile(r"<[^>]*>")
SHOWN = "e => [...e.querySelectorAll('[data-series] path[d^=M]')].map((p) => p.parentNode.dataset.series)"


@pytest.fixture(scope="module", params=HANDS)
def opened(browser, request):
    """A page with all questions, and how they are answered there."""
    touch = request.param == "touch"
    size = {"width": 390, "height": 844} if touch else {"width": 1280, "height": 900}
    with small_site(questions=NAMES) as site, new_page(
            browser, thrifty=True, viewport=size, has_touch=touch) as (page, notes):
        ready(page, site)
        yield page, HANDS[request.param], site
        assert not notes.errors and not notes.foreign


def truths(name):
    """Curves that are seen only afterwards."""
    return [f"{curve.series}-{curve.state}" for curve in get_question(name).picture.curves if not curve.given]


def plain(words):
    return TAGS.sub("", rich(words))


def test_every_question_is_hidden_then_answered_then_asked_why(opened):
    page, hand, _ = opened
    width = page.viewport_size["width"]
    for name in NAMES:
        question, asked = answered(name), Asked(page, name)
        hand.open(asked)
        live = asked.section.locator(".oco-pq-live")
        assert not set(asked.section.evaluate(SHOWN)) & set(truths(name)) and asked.said.count() == 0, name
        before = live.inner_text()
        assert all(plain(said["words"]) not in before for said in question["said"]), name
        hand.answer(asked, question)
        hand.commit(asked)
        assert asked.state == "committed", name
        words = [re.escape(plain(said["words"])).replace(r"\{you\}", r"−?[\d.]+") for said in question["said"]]
        assert any(re.fullmatch(one, asked.said.inner_text()) for one in words), (name, asked.said.inner_text())
        drawn = asked.section.evaluate(SHOWN)
        assert set(truths(name)) <= set(drawn), (name, drawn)
        assert ("yours" in drawn) == bool(question["picture"]["yours"]), name
        reasons = (question["why"] or {"reasons": []})["reasons"]
        for i, reason in sorted(enumerate(reasons), key=lambda one: one[1]["right"]):  # the right one last
            assert plain(reason["answer"]) not in live.inner_text(), name
            hand.reason(asked, i)
            assert plain(reason["answer"]) in live.inner_text(), name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def update(site):
    """Another edition of the book: other scripts at other addresses."""
    script, index = question_page.assets()["script"], site.folder / "index.html"
    assets, other = site.folder / "assets", script.replace(".js", "-next.js")
    (assets / other).write_text((assets / script).read_text("utf8") + "// changed\n", "utf8")
    (assets / script).unlink()
    index.write_text(index.read_text("utf8").replace(script, other), "utf8")


def test_all_is_kept_over_a_reload_and_an_update_and_fits_a_phone(opened):
    page, _, site = opened
    ready(page)
    update(site)
    ready(page)
    page.set_viewport_size({"width": 390, "height": 844})
    for name in NAMES:
        asked = Asked(page, name).open()
        assert asked.state == "committed" and asked.said.is_visible(), name
        assert asked.section.locator(".oco-pq-answer").count() == (3 if answered(name)["why"] else 0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    for count in page.locator(".oco-pq-count").all_inner_texts():
        assert len(set(re.findall(r"\d+", count))) == 1  # all of all
