"""Which edition of the book this is, on every page, on the page about it, and what has changed since.

The version is that of pyproject.toml; its date and what has changed stand in CHANGELOG.md, of which each version's part
before "### Behind the pages" is for readers. Two pages are filled in from there (``WORDS``).
"""

import datetime
import re
import tomllib
from html import escape
from pathlib import Path
from typing import NamedTuple

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
ABOUT, CHANGES = "chapters/about", "chapters/changes"
BEHIND = "### Behind the pages"
UNRELEASED = "Unreleased"

_VERSION = re.compile(r"^## (.+?)(?: \((.+)\))?$", re.M)


class Version(NamedTuple):
    """A version in CHANGELOG.md: "1.0", "2026-11-29" (or what else is in brackets, or None), what readers see."""

    name: str
    date: str | None
    text: str


def short(version: str) -> str:
    """1.0.0 -> 1.0"""
    return re.sub(r"(?<=\d\.\d)\.0$", "", version)


def day(date: str) -> str:
    """2026-11-29 -> 29 November 2026, also within other words."""
    def told(found):
        written = datetime.date.fromisoformat(found[0])
        return f"{written.day} {written:%B %Y}"

    return re.sub(r"\d{4}-\d\d-\d\d", told, date)


def versions(changelog: str) -> list[Version]:
    """The versions of a changelog, the newest first."""
    heads = list(_VERSION.finditer(changelog))
    ends = [head.start() for head in heads[1:]] + [len(changelog)]
    texts = [changelog[head.end():end].partition(BEHIND)[0] for head, end in zip(heads, ends)]
    return [Version(head[1], head[2], re.sub(r"^### .*\n+", "", text.strip())) for head, text in zip(heads, texts)]


class Edition(NamedTuple):
    version: str  # 1.0.0
    date: str  # 2026-11-29
    later: bool  # whether readers see changes that no version has yet
    changes: list[Version]

    @property
    def words(self) -> str:
        return f"Edition {short(self.version)}, {day(self.date)}" + (", with later changes" if self.later else "")


def edition(root: Path = ROOT) -> Edition:
    """Raises ValueError if the changelog does not know the version of pyproject.toml, or has no date for it."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf8"))["project"]["version"]
    changes = versions((root / "CHANGELOG.md").read_text("utf8"))
    here = next((change for change in changes if change.name == short(version)), None)
    if here is None or not re.fullmatch(r"\d{4}-\d\d-\d\d", here.date or ""):
        raise ValueError(f'CHANGELOG.md: expected "## {short(version)} (YYYY-MM-DD)", the version of pyproject.toml')
    return Edition(version, here.date, any(c.name == UNRELEASED and c.text for c in changes), changes)


def bibtex(found: Edition, title: str, author: str, address: str = "") -> str:
    """The entry that a paper takes."""
    url = f"\n  url     = {{{address}}}," if address else ""
    return (f"@misc{{oco-live,\n  title   = {{{title}}},\n  author  = {{{{{author[:1].upper()}{author[1:]}}}}},\n"
            f"  year    = {{{found.date[:4]}}},\n  version = {{{found.version}}},{url}\n"
            f"  note    = {{{found.words}}}\n}}")


def told(found: Edition) -> str:
    """What has changed, as Markdown."""
    def head(version: Version) -> str:
        if version.name == UNRELEASED:
            return f"Since edition {short(found.version)}"
        numbered = version.name[:1].isdigit()
        date = f" ({day(version.date)})" if version.date else ""
        return f"Edition {version.name}{date}" if numbered else f"{version.name}{date}"

    return "\n\n".join(f"## {head(version)}\n\n{version.text}" for version in found.changes if version.text)


#: What stands for itself on the two pages.
WORDS = {
    "%edition%": lambda app: edition().words,
    "%bibtex%": lambda app: bibtex(edition(), app.config.html_title, app.config.author, app.config.html_baseurl),
    "%changes%": lambda app: told(edition()),
}


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    if docname in (ABOUT, CHANGES):
        for name in ("pyproject.toml", "CHANGELOG.md"):
            app.env.note_dependency(str(ROOT / name))
        for word, said in WORDS.items():
            if word in source[0]:
                source[0] = source[0].replace(word, said(app))


def foot(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """The edition at the end of each page, with the ways to what has changed and how it is cited."""
    words = escape(edition().words)
    if {ABOUT, CHANGES} <= app.env.found_docs:
        way = context["pathto"]
        words = f'<a href="{way(CHANGES)}">{words}</a>. <a href="{way(ABOUT)}">About this book, and how to cite it</a>'
    context["theme_extra_footer"] = f'{context.get("theme_extra_footer") or ""}\n<p class="oco-edition">{words}.</p>'


def setup(app: Sphinx) -> None:
    app.connect("source-read", fill)
    app.connect("html-page-context", foot)
