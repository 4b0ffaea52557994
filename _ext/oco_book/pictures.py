"""The notebooks' pictures with 256 colours: a third of the bytes.

They are line drawings with a few colours and the shades between them at edges. Each pixel gets the nearest of the 256
colours that fit the picture best; what differs cannot be seen (a test says by how much).
"""

from pathlib import Path

from PIL import Image
from sphinx.application import Sphinx


def shrink(path: Path) -> None:
    """Rewrite one PNG, unless it is smaller as it is."""
    before = path.read_bytes()
    with Image.open(path) as picture:
        opaque = picture.convert("RGBA").getextrema()[3] == (255, 255)
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE) if opaque else None
    if small is None:
        return
    small.save(path, optimize=True)
    if path.stat().st_size >= len(before):
        path.write_bytes(before)


def _shrink_all(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        for path in sorted(Path(app.outdir, "_images").glob("*.png")):
            shrink(path)


def setup(app: Sphinx) -> None:
    app.connect("build-finished", _shrink_all, priority=100)  # before what is kept for reading offline is listed
