"""The whole book as one file: unpacked into a folder and opened from there, without any server."""

import re
import sys
import zipfile
from pathlib import Path

import pytest
from support.browser import new_page
from support.driving import BOOK, Driver

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import archive, shell  # noqa: E402

ARCHIVE = BOOK / f"{shell.ARCHIVE}.zip"


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("a folder of the reader's")
    with zipfile.ZipFile(ARCHIVE) as packed:
        packed.extractall(folder)
    assert [path.name for path in folder.iterdir()] == [shell.ARCHIVE]
    return folder / shell.ARCHIVE


def test_the_front_page_offers_the_archive_with_its_size():
    text = (BOOK / "index.html").read_text("utf8")
    size = re.search(rf'<a href="{ARCHIVE.name}" download>[^<]*</a> \(zip, (\d+) MB\)', text)[1]
    assert int(size) == round(ARCHIVE.stat().st_size / 1e6)


def test_it_holds_the_book_and_says_what_needs_a_server(copy):
    whole = {path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*") if path.is_file()}
    there = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert {
        name for name in whole - there if not name.startswith(("lite/", "_oco/cards/")) and name != "sitemap.xml"
    } == {ARCHIVE.name, "404.html", "sw.js", "_oco/offline.json", "_oco/offline.js", ".buildinfo", "objects.inv"}
    assert there - whole == {"README.txt"}
    for name in ("index.html", "chapters/kernels.html"):  # no way to what is not there; the notebook itself is
        assert "oco-run" in (BOOK / name).read_text("utf8")
        text = (copy / name).read_text("utf8")
        assert "lite/" not in text and 'download class="btn btn-sm"' in text
    assert "python3 -m http.server" in (copy / "README.txt").read_text("utf8")
    assert "README.txt" in (copy / "index.html").read_text("utf8") and ARCHIVE.name not in (
        copy / "index.html").read_text("utf8")
    for page in copy.rglob("*.html"):  # they ask for nothing that was left out
        text = page.read_text("utf8")
        assert "offline.js" not in text
        for link in re.findall(r'(?:href|src)="([^"#?]+)[^"]*"', text):
            assert re.match(r"(https?|mailto|data):", link) or (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_same_book_gives_the_same_bytes(tmp_path):
    for name in ("index.html", "a/b.js", "sw.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('<p class="oco-archive"></p>')
    first = archive.pack(tmp_path)
    for path in tmp_path.rglob("*.*"):
        path.touch()
    assert archive.pack(tmp_path) == first


def test_pages_open_from_the_folder_and_baked_sliders_move(browser, copy):
    with new_page(browser) as (page, notes):
        ogd = Driver(page, "ogd").open(f"{(copy / 'index.html').as_uri()}")
        frame = ogd.painted(lambda: ogd.press("eta", "ArrowRight"))
        assert frame["source"] == "baked"
        ogd.assert_equals_cpython(frame)
        page.wait_for_function(
            "document.querySelector('.oco-note').textContent.includes('does not run in a page opened from a file')")
        assert ogd.control("seed").is_disabled() and "Needs Python" in ogd.control("seed").get_attribute("title")
        ogd.painted(lambda: ogd.control("stream").select_option("drifting"))
        page.get_by_role("link", name="README.txt").click()
        page.get_by_text("python3 -m http.server").wait_for()
        page.go_back()
        ogd.near()
        for title in (
            "sequential protocol", "gradient descent"):  # from chapter to chapter; test_offline opens all pages
            with page.expect_navigation():
                page.locator("a.right-next").click()
            assert title in page.locator("h1").first.inner_text().lower()
            assert page.locator(".oco-explorer").count()
            for figure in page.locator(".oco-explorer").all():
                name = figure.get_attribute("data-explorer")
                figure.scroll_into_view_if_needed()
                page.wait_for_function(
                    "name => { const e = ocoExplorers[name]; return e.sweeps[e.view.current.params.stream]?.axes; }",
                    arg=name)
        assert notes.all() == []
