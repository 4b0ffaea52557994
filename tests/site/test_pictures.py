"""Every picture of the built pages has an alternative text, or is hidden from those who listen to the page."""

from html.parser import HTMLParser

import pytest
from support.driving import BOOK

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
PAGES = sorted(
    page.relative_to(BOOK).as_posix() for page in BOOK.rglob("*.html")
    if not {"_oco", "lite"} & {*page.relative_to(BOOK).parts})


class Pictures(HTMLParser):
    """Collects pictures without a name: not in ``aria-hidden``, not within an SVG that has one, not in a named
    button."""

    def __init__(self):
        super().__init__()
        self.above, self.count, self.nameless = [], 0, []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        quiet = attrs.get("aria-hidden") == "true" or tag == "svg" or tag == "button" and bool(attrs.get("aria-label"))
        if tag in ("img", "svg", "canvas", "object", "video"):
            self.count += 1
            name = attrs.get("alt") if tag == "img" else attrs.get("aria-label") or attrs.get("aria-labelledby")
            if (
                not (name or "").strip() and attrs.get("aria-hidden") != "true"
                and not any(hidden for _, hidden in self.above)):
                self.nameless.append((tag, {key: (value or "")[:80] for key, value in attrs.items()}, self.getpos()))
        if tag not in VOID:
            self.above.append((tag, quiet))

    def handle_endtag(self, tag):
        for place in range(len(self.above) - 1, -1, -1):
            if self.above[place][0] == tag:
                del self.above[place:]
                return


def read(html):
    parser = Pictures()
    parser.feed(html)
    return parser


def test_what_counts_as_a_name():
    assert (
        read('<img src="a.png">').nameless and read('<img alt=" " src="a.png">').nameless
        and read("<svg></svg>").nameless)
    assert not read(
        '<img alt="a"><svg aria-label="b"><image href="c"></image></svg><span aria-hidden="true"><svg></svg></span>'
    ).nameless
    assert read('<span aria-hidden="true"></span><svg></svg>').nameless  # a neighbour's hiding does not count


@pytest.mark.parametrize("page", PAGES)
def test_every_picture_has_an_alternative_text(page):
    found = read((BOOK / page).read_text("utf-8"))
    assert found.nameless == []


def test_there_are_pictures():
    assert sum(read((BOOK / page).read_text("utf-8")).count for page in PAGES) > 50
