"""Which edition of the book this is: one version, told everywhere alike, and what has changed, for readers."""

import re
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "_build" / "html"
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import edition  # noqa: E402

CHANGELOG = """# What has changed

## Unreleased

New.

- **A.** One thing
  and its end.

### Behind the pages

- Hidden.

## 2.1 (2027-01-05)

### Behind the pages

- Nothing for readers.

## 2.0 (2026-12-31)

### For readers

- Told.

## Before (2026-01-02 to 2026-02-03)

Old.
"""


@pytest.fixture
def root(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, "utf8")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "2.0.0"\n', "utf8")
    return tmp_path


def test_of_each_version_readers_are_told_what_they_see(root):
    found = edition.edition(root)
    assert [(change.name, change.date) for change in found.changes] == [
        ("Unreleased", None), ("2.1", "2027-01-05"), ("2.0", "2026-12-31"), ("Before", "2026-01-02 to 2026-02-03")]
    assert edition.told(found) == (
        "## Since edition 2.0\n\nNew.\n\n- **A.** One thing\n  and its end.\n\n"
        "## Edition 2.0 (31 December 2026)\n\n- Told.\n\n## Before (2 January 2026 to 3 February 2026)\n\nOld.")
    assert found.words == "Edition 2.0, 31 December 2026, with later changes"
    (root / "CHANGELOG.md").write_text(CHANGELOG.replace("New.\n\n- **A.** One thing\n  and its end.\n\n", ""), "utf8")
    assert edition.edition(root).words == "Edition 2.0, 31 December 2026"


@pytest.mark.parametrize("version", ["2.0.1", "3.0.0"])
def test_a_version_that_the_changelog_does_not_know_is_refused(root, version):
    (root / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n', "utf8")
    with pytest.raises(ValueError, match="expected"):
        edition.edition(root)


def test_the_citation_file_the_changelog_and_the_package_have_one_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
    found = edition.edition()
    assert (cited["version"], str(cited["date-released"])) == (found.version, found.date)
    entry = edition.bibtex(found, cited["title"], cited["authors"][0]["name"], "https://example.org/book/")
    assert f"title   = {{{cited['title']}}}" in entry and f"{{{{{cited['authors'][0]['name']}}}}}" in entry
    assert f"version = {{{cited['version']}}}" in entry and "url     = {https://example.org/book/}" in entry
    assert entry.count("{") == entry.count("}") and "url" not in edition.bibtex(found, "T", "a")


def test_readers_find_what_changed_in_the_text():
    newest = edition.edition().changes[0]
    assert "**Text.**" in newest.text and "tools/" not in newest.text


@pytest.mark.built
def test_each_page_names_its_edition_and_the_ways_to_more():
    words = edition.edition().words
    for path in [*BOOK.glob("*.html"), *(BOOK / "chapters").glob("*.html")]:
        foot = re.search(r'<p class="oco-edition">(.*?)</p>', path.read_text("utf8"))[1]
        ways = re.findall(r'href="([^"]+)"', foot)
        assert words in foot and len(ways) == 2, path
        assert all((path.parent / way).is_file() or way == "#" for way in ways), path


@pytest.mark.built
def test_the_pages_are_filled_in():
    about, changes = ((BOOK / f"{name}.html").read_text("utf8") for name in (edition.ABOUT, edition.CHANGES))
    assert "%" not in re.sub(r"<[^>]*>", "", about.partition("<article")[2].partition("</article>")[0])
    letters = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", about))
    assert "title = {Online Convex Optimization, live}" in letters and edition.edition().words in letters
    assert "Since edition 1.0" in changes and "Behind the pages" not in changes
