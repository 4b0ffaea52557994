"""A page with explorers and nothing else: `small_page`. No book need be built, and no Python is there."""

from oco_live.explorer import get
from oco_live.hosts import bake, page


def small_page(folder, *names, sweeps=True):
    """Write ``index.html`` into ``folder``: these explorers, each with the sweep of its first stream (or none)."""
    found = page.assets()
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / found["script"]).write_text(page.bundle.script(), encoding="utf-8")
    (folder / "assets" / found["style"]).write_text(page.bundle.style(), encoding="utf-8")
    for name in names if sweeps else ():
        stream = get(name).defaults()["stream"]
        path = bake.files(name)[stream]
        (folder / "assets" / name).mkdir()
        (folder / "assets" / path).write_bytes(bake._baked(name, stream, path))
    figures = "".join(page.figure_html(name, {}, "assets/") for name in names)
    (folder / "index.html").write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>explorers</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="assets/{found["style"]}"></head>'
        f'<body>{figures}<script defer src="assets/{found["script"]}"></script></body></html>', encoding="utf-8")
