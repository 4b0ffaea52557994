"""The whole book as one file to download: unpacked, it opens from a folder, without a server.

Browsers run no Python in pages that lie in a folder. What is baked works there; Python is in the copy all the same, for
those who serve it. The front page links to the archive and says how large it is.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from oco_live.hosts.trim import zipped

from .offline import LEFT_OUT, LITE
from .shell import ARCHIVE, ASSETS, FILES

README = "README.txt"

_PLACE = re.compile(r'<p class="oco-archive">.*?</p>', re.S)
# A copy needs keeping no more; and live notebooks, which need a server, are not in it.
_WORKER = re.compile(rf'\s*<script defer src="[^"]*{ASSETS}/offline\.js[^"]*"></script>')
_RUN = re.compile(r'<a href="[^"]*" class="btn btn-sm oco-run".*?</a>', re.S)
_HERE = (f'<p class="oco-archive">This is a downloaded copy of the book; <a href="{README}">{README}</a> says what '
         'needs a server.</p>')
# The same files, compressed one by one, are what a browser fetches to keep the book: so the size is that of both
# (offline.js).
_LINK = (f'<p class="oco-archive" data-megabytes="{{0:.0f}}">'
         f'<a href="{ARCHIVE}.zip" download>Download the whole book</a> (zip, {{0:.0f}} MB): '
         "unpack it and open <code>index.html</code>, no network needed.</p>")


def mention(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """A place for the link, at the end of the front page."""
    if docname == app.config.root_doc and app.builder.format == "html":
        section = next(iter(doctree.findall(nodes.section)), doctree)
        section += nodes.raw("", '<p class="oco-archive"></p>', format="html")


def pack(out: Path) -> bytes:
    """The archive of a built book: the same bytes for the same book."""
    files = {path.relative_to(out).as_posix(): path for path in sorted(out.rglob("*")) if path.is_file()}
    left_out = (*LEFT_OUT, LITE, f"{ASSETS}/offline.js", "404.html")
    files = {name: path for name, path in files.items() if not name.startswith(left_out)}
    packed = {}
    for name, path in sorted((files | {README: FILES / README}).items()):
        data = path.read_bytes()
        if path.suffix == ".html":
            data = _RUN.sub("", _WORKER.sub("", _PLACE.sub(_HERE, data.decode("utf8")))).encode("utf8")
        packed[f"{ARCHIVE}/{name}"] = data
    return zipped(packed)


def finish(app: Sphinx, exception: Exception | None) -> None:
    out = Path(app.outdir)
    front = out / f"{app.config.root_doc}.html"
    if exception is not None or app.builder.format != "html" or not front.is_file():
        return
    data = pack(out)
    (out / f"{ARCHIVE}.zip").write_bytes(data)
    front.write_text(_PLACE.sub(_LINK.format(len(data) / 1e6), front.read_text("utf8")), encoding="utf8")


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", mention, priority=700)  # no part of the text, which plain.py has taken by then
    app.connect("build-finished", finish, priority=800)  # after all that it packs, before the list of what is kept
