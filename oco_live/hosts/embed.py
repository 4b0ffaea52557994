"""An explorer alone on a page, for a frame in another site's page: embed/NAME.html.

It has what a page of the book has, but Python, which starts when an answer needs it and not before, and nothing of the
book around it. view/framed.js tells the page around how high it is.
"""

from functools import lru_cache
from pathlib import Path

from ..explorer import get
from ..style import COLOURS
from . import bundle
from .page import assets, figure, files
from .typography import escape

FOLDER = "embed"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"

#: Light or dark is known before the first paint: ``?theme=light`` or ``?theme=dark``, else as the reader's system is.
_THEME = """{
  const asked = new URLSearchParams(location.search).get("theme"), night = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const theme = asked === "light" || asked === "dark" ? asked : night.matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme;
  };
  show();
  night.addEventListener("change", show);
}"""

_DAY, _NIGHT = ({name: colours[i] for name, colours in COLOURS.items()} for i in (0, 1))
_STYLE = f"""
html {{ color-scheme: light; background: {_DAY["back"]}; color: {_DAY["soft"]} }}
html[data-theme="dark"] {{ color-scheme: dark; background: {_NIGHT["back"]}; color: {_NIGHT["soft"]} }}
body {{ max-width: 75rem; margin: 0 auto; padding: 4px 16px 0 }}
.oco-explorer {{ margin: 0; border-top: 0 }}
.oco-name {{ position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%) }}
.oco-home {{ margin: 0; padding: 8px 0; text-align: right; text-wrap: balance }}
.oco-home {{ font: 14px/24px system-ui, sans-serif }}
.oco-home a {{ display: inline-block; color: inherit; text-underline-offset: 3px }}
.oco-home [rel] {{ margin-left: 12px }}
.oco-home a:hover {{ color: CanvasText }}
"""


@lru_cache
def script():
    """What an explorer alone needs beside the view: view/framed.js."""
    return bundle.bundled("framed.js")


def script_file():
    """Its file name, relative to the folder of assets."""
    return bundle.hashed("view-framed.js", script())


def page_html(name, book, home, start, title="", prefix="../_oco/", links=None, icon="data:,"):
    """The page. It shows the explorer's plain defaults, so that an address means the same wherever it was copied.

    book: the book's title; home: the way to the page of the book that shows the explorer, which is called ``title``
    and begins with the parameters ``start``; prefix: the way to the folder of assets; links: id of a theorem or
    erratum -> its address; icon: the icon's.
    """
    explorer, found = get(name), assets()
    known = files(name, prefix, links) | {"home": home, "start": start}
    words = f"{escape(title)} in “{escape(book)}”" if title else f"“{escape(book)}”"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{escape(explorer.title)} – {escape(book)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="responsive-embedded-sizing">
<base target="_blank">
<link rel="icon" href="{escape(icon)}">
<script>{bundle.minified(_THEME).strip()}</script>
<link rel="stylesheet" href="{prefix}{found["style"]}">
<style>{_STYLE}</style>
<script defer src="{prefix}{script_file()}"></script>
<script defer src="{prefix}{found["script"]}"></script>
</head>
<body>
<main>
<h1 class="oco-name">{escape(explorer.title)}</h1>
{figure(name, {}, 0, "baked", known)}
<p class="oco-home"><a href="{escape(home)}">{words}</a> <a rel="license" href="{LICENCE}">CC BY 4.0</a></p>
</main>
</body>
</html>
"""


def install(folder, assets_folder, pages):
    """Write pages, name -> HTML, into a folder (others found there are removed), and their script beside the view's."""
    folder, assets_folder = Path(folder), Path(assets_folder)
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("*.html"):
        stale.unlink()
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8", newline="\n")
    (assets_folder / script_file()).write_text(script(), encoding="utf-8", newline="\n")
