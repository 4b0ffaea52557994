"""What the pages say of themselves to sites that link to them: titles, descriptions, cards, addresses."""

import io
import re
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import yaml
from docutils import nodes
from PIL import Image
from support.driving import BOOK
from support.small_book import build

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import mathematics, social  # noqa: E402

from oco_live.explorer import NAMES, get  # noqa: E402
from oco_live.figures import card, svg  # noqa: E402
from oco_live.hosts import still  # noqa: E402
from oco_live.style import drawn  # noqa: E402

PAGES = sorted(path.relative_to(BOOK).as_posix() for path in [*BOOK.glob("index.html"), *BOOK.glob("chapters/*.html")])
ADDRESS = yaml.safe_load((ROOT / "_config.yml").read_text("utf8"))["html"].get("baseurl", "")


class Head(HTMLParser):
    """Title, metas and canonical link of a page."""

    def __init__(self, text):
        super().__init__()
        self.title, self.meta, self.canonical, self.inside = "", {}, None, ""
        self.feed(text.partition("</head>")[0])

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.inside = tag
        if tag == "meta" and (name := attrs.get("name") or attrs.get("property")) and name != "viewport":
            assert name not in self.meta, f"{name} twice"
            self.meta[name] = attrs["content"]
        if tag == "link" and attrs["rel"] == "canonical":
            self.canonical = attrs["href"]

    def handle_data(self, data):
        self.title += data if self.inside == "title" else ""


@pytest.fixture(scope="module")
def heads():
    return {page: Head((BOOK / page).read_text("utf8")) for page in PAGES}


@pytest.mark.built
def test_every_page_says_what_it_is(heads):
    book = yaml.safe_load((ROOT / "_config.yml").read_text("utf8"))["title"]
    for page, head in heads.items():
        heading = re.sub(
            r"<[^<>]*>", "",
            re.search(r"<h1>((?:(?!<h1>).)*?)<a class=\"headerlink", (BOOK / page).read_text("utf8"), re.S)[1])
        assert heading in head.meta["og:title"] and head.meta["og:site_name"] == book
        assert head.title.strip() == (book if page == "index.html" else f"{head.meta['og:title']} – {book}")
        assert head.meta["og:type"] == ("website" if page == "index.html" else "article")
        said = head.meta["description"]
        assert said == head.meta["og:description"]
        assert (
            40 <= len(said) <= 200 and said[0].isupper() and said[-1] in ".?!" and not re.search(r"[\\${}<>^]", said)
        ), said
    for what in ("title", "description"):
        all_of_them = [head.title if what == "title" else head.meta[what] for head in heads.values()]
        assert len(set(all_of_them)) == len(PAGES), f"two pages have one {what}"
    assert (
        heads["chapters/online_gradient_descent.html"].meta["description"]
        == "A learner reads a stream, one example at a time.")


@pytest.mark.built
def test_addresses_are_whole_or_absent(heads):
    """Open Graph knows whole addresses only."""
    for page, head in heads.items():
        if not ADDRESS:
            assert head.canonical is None and not {"og:url", "og:image"} & set(head.meta)
            assert head.meta["twitter:card"] == "summary"
        else:
            assert head.canonical == head.meta["og:url"] == ADDRESS.rstrip("/") + "/" + page
            assert head.meta["og:image"].startswith(ADDRESS)
    assert (BOOK / "sitemap.xml").exists() == bool(ADDRESS)


def test_with_an_address_there_are_cards_and_a_sitemap(tmp_path):
    def at(address, text):
        folder = tmp_path / re.sub(r"\W", "", address)
        folder.mkdir()
        code, said = build(folder, text, lambda config: config.replace("\nhtml:\n", f"\nhtml:\n  baseurl: {address}\n"))
        return code, said, folder / "a book" / "_build" / "html"

    code, said, out = at(
        "https://example.org/some/book",
        "# Kernels & margins\n\nFor $x^{2^2}$. The *second* sentence.\n\n```{explorer} protocol\n```\n")
    assert code == 0, said
    head = Head((out / "index.html").read_text("utf8"))
    assert head.canonical == head.meta["og:url"] == "https://example.org/some/book/index.html"
    assert head.meta["og:title"] == "Kernels & margins" and head.meta["description"] == "The second sentence."
    assert head.meta["twitter:card"] == "summary_large_image"
    assert head.meta["og:image"].startswith("https://example.org/some/book/_oco/cards/index-")
    frame = get("protocol").frame()
    assert frame.sentence in head.meta["og:image:alt"]
    picture = Image.open(
        io.BytesIO((out / head.meta["og:image"].removeprefix("https://example.org/some/book/")).read_bytes()))
    assert picture.format == "PNG" and picture.size == (1200, 630) == (
        int(head.meta["og:image:width"]), int(head.meta["og:image:height"]))
    pages = [loc.text for loc in ET.parse(out / "sitemap.xml").iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert pages == ["https://example.org/some/book/index.html"]
    missing = (out / "404.html").read_text("utf8")
    assert (
        '<base href="/some/book/"' in missing and Head(missing).canonical is None and "og:url" not in Head(missing).meta
    )
    code, said, _ = at("example.org/book", "# Title\n")
    assert code != 0 and "html.baseurl = 'example.org/book': expected" in said


@pytest.mark.parametrize("name", NAMES)
def test_a_card_shows_the_default_frame(name):
    """Small, the same at every call, with each series of the first panel in its colour where the frame has it."""
    explorer = get(name)
    frame, panel = explorer.frame(), explorer.panels[0]
    drawing = still.large(explorer, card.PICTURE)
    png = card.card(name, "A chapter: with a title of some length", "The book", drawing)
    assert 8_000 < len(png) < 70_000
    assert name != NAMES[0] or png == card.card(name, "A chapter: with a title of some length", "The book", drawing)
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)
    assert picture.shape == (630, 1200, 3)
    left, top = card.place()
    seen = shown = 0
    for series in explorer.series:
        look = drawn(series, frame.status.get(series.name))
        d = drawing["paths"].get(series.name)
        if series.panel != panel.name or look is None or not d:
            continue
        shown += 1
        colour = np.array([int(card.DAY[look.role][i:i + 2], 16) for i in (1, 3, 5)])
        x, y = svg.points(d)[-1][0][-1] * card.SCALE + (left, top)
        near = picture[
            max(0, int(y) - 30) : int(y) + 30, max(0, int(x) - 30) : int(x) + 30
        ]  # a dash may end here, or another line cover it
        seen += bool((abs(near - colour).sum(axis=-1) < 60).any())
    assert seen >= 0.6 * shown > 0


def test_descriptions_say_formulas_or_pass_them_over():
    def page(*children):
        document = nodes.document(None, None)
        document += nodes.paragraph("", "", *children)
        return document

    text, math = nodes.Text, lambda latex: nodes.math("", latex)
    assert (
        social.description(
            page(text("Signs, "), math(r"y_t=\pm1"), text(", of "), math(r"w_t\cdot x_{12}"), text(". More.")))
        == "Signs, yₜ=±1, of wₜ·x₁₂."
    )
    assert (
        social.description(page(text("Here "), math(r"\frac12"), text(" is. There\nit is not."))) == "There it is not.")
    assert social.description(page(text("No end"))) == ""
    assert (
        mathematics.plain(r"\sqrt T") == "√T" and mathematics.plain(r"\hat x") is None
        and mathematics.plain("x^2") is None)


@pytest.mark.parametrize("address", ["example.org", "ftp://example.org/", "https://", "https://example.org/?page=1"])
def test_an_address_must_be_whole(address):
    with pytest.raises(social.ConfigError, match="html.baseurl = .* expected the site's address"):
        social.check(None, SimpleNamespace(html_baseurl=address))
