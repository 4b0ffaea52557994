"""``embed/NAME.html``: each explorer that the book shows, alone, for a frame in another site's page.

These pages are no part of the book for a reader: neither in its contents nor found by its search or in the sitemap, and
search engines are asked to leave them out. Nor are they kept for reading without a network (offline.py): the page
around them would not be there. The archive has them, since who puts it on a server may want to embed from there.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from . import explorers, mathematics
from .shell import ASSETS


def starts(app: Sphinx) -> dict[str, dict[str, dict]]:
    """Page -> explorer -> with which parameters it is shown there first."""
    return {page: dict(reversed(found)) for page, found in explorers.PLACES.pages(app.env).items()}


def homes(app: Sphinx) -> dict[str, str]:
    """Explorer -> the first page in the book's order that shows it, the front page only where no other does."""
    shown = explorers.shown(app.env)
    order = [name for name in app.env.collect_relations() if name in shown]
    order.sort(key=lambda name: name == app.config.root_doc)
    found: dict[str, str] = {}
    for docname in order:
        for name in shown[docname]:
            found.setdefault(name, docname)
    return found


def install(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    from oco_live.explorer import get
    from oco_live.hosts import embed

    out, pages, given = Path(app.outdir), {}, starts(app)
    for name, docname in sorted(homes(app).items()):
        here = f"{embed.FOLDER}/{name}"
        params = given[docname][name]
        start = get(name).defaults(params.get("stream")) | params
        title = re.sub(r"\s+", " ", mathematics.spoken(app.env.titles[docname], lambda latex: latex.replace("\\", "")))
        pages[name] = embed.page_html(
            name, book=app.config.html_title, start=start, title="" if docname == app.config.root_doc else title,
            home=app.builder.get_relative_uri(here, docname), links=explorers.catalogue(app, here),
            prefix=relative_uri(app.builder.get_target_uri(here), ASSETS + "/"),
            icon=relative_uri(app.builder.get_target_uri(here), f"{ASSETS}/icon.svg"))
    if pages:
        embed.install(out / embed.FOLDER, out / ASSETS, pages)


def setup(app: Sphinx) -> None:
    app.connect("build-finished", install, priority=600)  # after explorers.py, which clears the view's files
