"""The built book as a whole, without a browser: links, assets, ids, formulas."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from support.driving import BOOK

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import explorers  # noqa: E402

#: Names of what the book does without.
UNWANTED = re.compile(
    r"mathjax|require(?:\.min)?\.js|requirejs|fontawesome|thebe|html-manager|embed-amd|utteranc|hypothes", re.I)


class Page(HTMLParser):
    """What a page refers to, and the ids it has."""

    def __init__(self, path: Path):
        super().__init__()
        self.path, self.ids, self.links, self.resources, self.inline = path, [], [], [], []
        self._inside = None
        self.feed(path.read_text(encoding="utf8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self._inside = tag
        if attrs.get("id"):
            self.ids.append(attrs["id"])
        if tag == "a" and "href" in attrs:
            self.links.append(attrs["href"])
        elif tag == "link" and not {"index", "search", "next", "prev", "canonical"} & set(attrs.get("rel", "").split()):
            self.resources.append(attrs["href"])
        elif tag in ("script", "img", "iframe", "source", "video", "audio", "embed", "object"):
            self.resources += [attrs[name] for name in ("src", "data") if attrs.get(name)]
            self.resources += [part.split()[0] for part in attrs.get("srcset", "").split(",") if part.strip()]
        if attrs.get("style"):
            self.resources += css_references(attrs["style"])

    def handle_data(self, data):
        if self._inside == "style":
            self.resources += css_references(data)
        elif self._inside == "script":
            self.inline.append(data)


def css_references(text: str) -> list[str]:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = re.findall(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)|@import\s+["']([^"']+)["']""", text)
    return ["".join(parts) for parts in found]


@pytest.fixture(scope="module")
def book():
    return BOOK


@pytest.fixture(scope="module")
def pages(book) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(book.rglob("*.html")) if is_ours(path, book)}


def is_ours(path: Path, book: Path) -> bool:
    """Whether a file is the book's own, not JupyterLite's, which tests/site/test_lite.py runs."""
    return path.relative_to(book).parts[0] != "lite"


def target(base: Path, reference: str, book: Path) -> tuple[Path, str]:
    """File and fragment that a reference on a page or stylesheet leads to."""
    parts = urlsplit(reference)
    path = (base.parent / unquote(parts.path)).resolve() if parts.path else base
    assert path.is_relative_to(book), f"{base}: {reference} leaves the book, which may lie under any prefix"
    return (path / "index.html" if path.is_dir() else path), unquote(parts.fragment)


def is_foreign(reference: str) -> bool:
    return bool(urlsplit(reference).scheme or reference.startswith("//")) and not reference.startswith("data:")


# ---------------------------------------------------------------- the files

def test_every_internal_link_leads_somewhere(book, pages):
    broken = []
    for path, page in pages.items():
        for link in page.links:
            if is_foreign(link):
                assert urlsplit(link).scheme in ("http", "https", "mailto"), f"{path}: {link}"
                continue
            assert not link.startswith("/"), f"{path}: {link} does not work under a path prefix"
            file, fragment = target(path, link, book)
            # Fragments with a "?" are an explorer's parameters, not places on the page.
            if (
                not file.is_file() or fragment and "?" not in fragment and file in pages
                and fragment not in pages[file].ids):
                broken.append(f"{path.relative_to(book)}: {link}")
    assert not broken, "\n".join(broken)


def test_every_asset_lies_in_the_book(book, pages):
    missing = []
    sources = {path: page.resources for path, page in pages.items()}
    sources |= {
        path: css_references(path.read_text(encoding="utf8")) for path in book.rglob("*.css") if is_ours(path, book)}
    for path, references in sources.items():
        for reference in references:
            if reference.startswith(("data:", "#")):
                continue
            assert not is_foreign(reference), f"{path.relative_to(book)} loads {reference}"
            assert not reference.startswith("/"), f"{path}: {reference} does not work under a path prefix"
            if not target(path, reference, book)[0].is_file():
                missing.append(f"{path.relative_to(book)}: {reference}")
    assert not missing, "\n".join(missing)


def test_nothing_unwanted_is_loaded_or_shipped(book, pages):
    for path, page in pages.items():
        for reference in page.resources:
            assert not UNWANTED.search(reference), f"{path}: {reference}"
    shipped = [
        str(path.relative_to(book)) for path in book.rglob("*") if UNWANTED.search(path.name) and is_ours(path, book)]
    assert not shipped
    theme = (book / "_static" / "styles" / "pydata-sphinx-theme.css").read_text(encoding="utf8")
    assert "@font-face" not in theme and "webfonts" not in theme


def test_ids_are_unique(pages):
    for path, page in pages.items():
        twice = {name for name in page.ids if page.ids.count(name) > 1}
        assert not twice, f"{path}: {sorted(twice)}"


def test_formulas_are_prerendered(book, pages):
    chapter = (book / "chapters" / "online_gradient_descent.html").read_text(encoding="utf8")
    assert chapter.count('class="katex"') > 50
    assert "katex-error" not in chapter
    text = re.sub(r"<(script|annotation|pre|code)\b.*?</\1>", "", chapter, flags=re.S)
    assert not re.findall(r"\\\(|\\\[|\$\$", text)
    assert re.search(r'class="eqno">\(\d', chapter)


def test_no_markup_is_left_raw(book, pages):
    """Outside code: no TeX, no role and no fence that nobody translated."""
    for path in pages:
        text = re.sub(r"<(script|style|annotation|pre|code)\b.*?</\1>", "", path.read_text(encoding="utf8"), flags=re.S)
        text = re.sub(r"<[^>]+>", "", text)
        assert not re.findall(
            r"\$\$.{0,40}|\{(?:prf:)?(?:ref|doc|cite|eq)\}|:::|\\(?:begin|frac|mathbb|lVert)", text), path


def test_view_only_where_an_explorer_is(pages):
    found = {path.name: any("/view-" in name for name in page.resources) for path, page in pages.items()}
    assert found["index.html"] and found["online_gradient_descent.html"] and not found["search.html"]


def test_placeholders_became_figures(book):
    for name in ("index.html", "chapters/online_gradient_descent.html"):
        text = (book / name).read_text(encoding="utf8")
        assert 'class="oco-explorer"' in text
        assert explorers.PLACEHOLDER not in text


def test_notebooks_can_be_downloaded(book, pages):
    page = pages[book / "chapters" / "online_gradient_descent.html"]
    assert "../_sources/chapters/online_gradient_descent.ipynb" in page.links


def test_licences_are_named(book, pages):
    for path, page in pages.items():
        assert "https://creativecommons.org/licenses/by/4.0/" in page.links, path
    assert (book / "_oco" / "katex" / "LICENSE").is_file()
