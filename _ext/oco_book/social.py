"""What a page says of itself to sites that link to it: title, description, and a picture once the book has an address.

Open Graph (https://ogp.me) wants ``og:image`` and ``og:url`` as whole addresses, with http:// or https://. So these
two, the canonical link and ``sitemap.xml`` are written when ``html.baseurl`` is set in ``_config.yml``, and are absent
before: a relative address would be read by nobody, and a guessed one would be wrong. Pictures are made only then, too.
"""

import hashlib
import os
import re
from html import escape, unescape
from pathlib import Path
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from . import explorers, mathematics
from .shell import ASSETS

CARDS = f"{ASSETS}/cards"
ROOT = Path(__file__).parents[2]

_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")


def description(doctree: nodes.document) -> str:
    """The first sentence of a page that can be said without setting a formula."""
    for paragraph in doctree.findall(nodes.paragraph):
        for sentence in _END.split(re.sub(r"\s+", " ", mathematics.spoken(paragraph, lambda latex: "\0"))):
            if "\0" not in sentence and sentence.rstrip("’”)").endswith((".", "?", "!")):
                return sentence
    return ""


def title(app: Sphinx, pagename: str, context: dict) -> str:
    """Plain text of a page's heading, with a chapter's number."""
    if pagename == "404":
        return "No such page"
    return unescape(re.sub(r"<[^<>]*>", "", context.get("title") or "")) or app.config.html_title


def _picture(explorer: str, title: str, book: str) -> bytes:
    """The card, from the cache if nothing it is made from has changed."""
    from oco_live import style
    from oco_live.explorer import get
    from oco_live.figures import card
    from oco_live.hosts import still
    from oco_live.hosts.fetch import write

    sources = [*sorted(Path(card.__file__).parent.glob("*.py")), Path(style.__file__)]
    shown = get(explorer)
    drawing = still.large(shown, card.PICTURE)
    made_from = [repr((drawing, shown.series)).encode(), title.encode(), book.encode(),
                 *(path.read_bytes() for path in sources)]
    name = hashlib.sha256(b"\0".join(made_from)).hexdigest()[:16] + ".png"
    kept = Path(os.environ.get("OCO_CACHE") or ROOT / ".cache") / "cards" / name
    if not kept.exists():
        write(kept, card.card(explorer, title, book, drawing))
    return kept.read_bytes()


def _card(app: Sphinx, pagename: str, title: str) -> tuple[str, str] | None:
    """Address and words of a page's picture: of its first explorer, or the front page's where it has none."""
    shown = explorers.shown(app.env)
    names = shown.get(pagename) or shown.get(app.config.root_doc)
    if not names:
        return None
    from oco_live.explorer import get

    picture = _picture(names[0], title, app.config.html_title)
    file = f"{CARDS}/{pagename.rpartition('/')[2]}-{hashlib.sha256(picture).hexdigest()[:8]}.png"
    target = Path(app.outdir) / file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(picture)
    explorer = get(names[0])
    return app.config.html_baseurl + file, f"{explorer.panels[0].title}: {explorer.frame().sentence}"


def check(app: Sphinx, config) -> None:
    """The site's address ends with a slash, so that a page's path can follow it."""
    address = config.html_baseurl
    if address:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise ConfigError(f"html.baseurl = {address!r}: expected the site's address, such as "
                              "https://example.org/book/")
        config.html_baseurl = address.rstrip("/") + "/"


def describe(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Give the template the page's title and what stands in its head."""
    name, book = title(app, pagename, context), app.config.html_title
    context["oco_title"] = book if pagename == app.config.root_doc else f"{name} – {book}"
    context["oco_meta"] = []
    if doctree is None:  # search, index, 404: nothing of their own
        context["pageurl"] = None
        return
    said = description(doctree)
    found = [("property", "og:type", "website" if pagename == app.config.root_doc else "article"),
             ("property", "og:site_name", book), ("property", "og:title", name)]
    if said:
        found += [("name", "description", said), ("property", "og:description", said)]
    card = None
    if app.config.html_baseurl:
        context["pageurl"] = app.config.html_baseurl + app.builder.get_target_uri(pagename)
        found.append(("property", "og:url", context["pageurl"]))
        card = _card(app, pagename, name)
    if card:
        found += [("property", "og:image", card[0]), ("property", "og:image:type", "image/png"),
                  ("property", "og:image:width", "1200"), ("property", "og:image:height", "630"),
                  ("property", "og:image:alt", card[1])]
    context["oco_meta"] = [*found, ("name", "twitter:card", "summary_large_image" if card else "summary")]


def sitemap(app: Sphinx, exception: Exception | None) -> None:
    """``sitemap.xml``, with the address of each page of the book (https://www.sitemaps.org/protocol.html)."""
    if exception is not None or app.builder.format != "html" or not app.config.html_baseurl:
        return
    pages = [app.config.html_baseurl + app.builder.get_target_uri(name) for name in sorted(app.env.found_docs)]
    lines = "".join(f"<url><loc>{escape(page)}</loc></url>\n" for page in pages)
    (Path(app.outdir) / "sitemap.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{lines}</urlset>\n', encoding="utf8")


def setup(app: Sphinx) -> None:
    app.connect("config-inited", check)
    app.connect("html-page-context", describe, priority=900)  # after the theme
    app.connect("build-finished", sitemap)
