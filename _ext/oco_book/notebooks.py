"""A notebook's page leads to the notebook: run it in the browser, download it; elsewhere only if there is a repository.

What is run and what is downloaded is the notebook's plain edition (``plain``). The live notebooks are JupyterLite
beside the book (``oco_live.hosts.lite``); a page loads nothing of it before the button is pressed. Buttons for Colab,
Binder and "suggest an edit" need an address: they appear once ``repository: url:`` is set in ``_config.yml``, and are
the theme's; they open the notebooks of the repository, whose text is MyST.
"""

from pathlib import Path
from urllib.parse import quote

import yaml
from sphinx.application import Sphinx

from . import plain
from .offline import LITE
from .shell import ASSETS, FILES, versioned

#: Where Sphinx puts the sources of pages, and where what is downloaded lies.
DOWNLOADS = "_sources"

LAUNCH = {"notebook_interface": "jupyterlab", "binderhub_url": "https://mybinder.org",
          "colab_url": "https://colab.research.google.com"}


def use_repository(app: Sphinx, config) -> None:
    """The theme's buttons for a repository, if it has an address; with buttons and no address the theme fails.

    Read here because Jupyter Book drops this section where ``html_theme_options`` are given, as in this book.
    """
    file = Path(app.srcdir) / "_config.yml"
    section = (yaml.safe_load(file.read_text(encoding="utf8")) or {}).get("repository") or {} if file.is_file() else {}
    if section.get("url"):
        config.html_theme_options |= {
            "repository_url": section["url"], "repository_branch": section.get("branch") or "main",
            "path_to_docs": section.get("path_to_book") or "", "launch_buttons": LAUNCH, "use_edit_page_button": True}


def link(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Where this page's notebook is found: to run, and to download."""
    name = f"{pagename}.ipynb"
    if context.get("page_source_suffix") == ".ipynb":
        context["oco_run"] = context["pathto"](f"{LITE}notebooks/index.html", 1) + f"?path={quote(name)}"
        context["oco_notebook"] = context["pathto"](f"{DOWNLOADS}/{name}", 1)


def install(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html" and app.oco_plain:
        from oco_live.hosts import lite

        for name in app.oco_plain:
            (Path(app.outdir) / DOWNLOADS / name).write_bytes(plain.written(app, name, DOWNLOADS))
        editions = {name: plain.written(app, name, f"{LITE}files") for name in sorted(app.oco_plain)}
        lite.install(app.outdir, ASSETS, editions,
                     versioned("storage.js", (FILES / "storage.js").read_bytes()))


def setup(app: Sphinx) -> None:
    app.connect("config-inited", use_repository)
    app.connect("html-page-context", link)
    app.connect("build-finished", install)
