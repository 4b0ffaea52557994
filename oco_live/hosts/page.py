"""Explorers in the built book: their markup, and the files beside the pages that bring them to life."""

import hashlib
import json
from pathlib import Path

from ..explorers.own import PLACES
from . import bake, browser, bundle, exercise_page, node
from .markup import figure_html as markup
from .markup import json_script


def assets():
    """File names of the view's script and stylesheet, relative to the folder of assets."""
    return {"script": bundle.hashed("view.js", bundle.script()), "style": bundle.hashed("view.css", bundle.style())}


def later():
    """Name -> file name of each script that a page fetches when it is asked for what it does."""
    return {name: bundle.hashed(f"view-{name}.js", bundle.bundled(f"{name}.js")) for name in bundle.LATER}


def figure_html(name, params, prefix, number=0, links=None):
    """The explorer with these parameters, as a page of the book shows it.

    prefix: the way from the page to the folder of assets, with a slash at the end; number: which explorer of the page;
    links: id of a theorem or erratum -> its address.
    """
    return figure(name, params, number, "baked", files(name, prefix, links))


def files(name, prefix, links=None):
    """What the view's page.js must know where answers are baked; see `figure_html`."""
    return {"links": links or {}, "base": prefix, "sweeps": bake.files(name), "python": browser.manifest(),
            "embed": f"{prefix}../embed/{name}.html"}


def figure(name, params, number, source, files):
    """The markup; source: who answers; files: what the view's page.js must know, where answers in advance lie and how
    Python is started."""
    files = files | later()
    if name in PLACES:
        files |= {"room": exercise_page.room()[0]}
    digest = hashlib.sha256(json.dumps([name, params], sort_keys=True).encode()).hexdigest()[:6]
    return markup(name, params, f"oco-{name}-{digest}-{number}", source, json_script("oco-files", files),
                  links=files.get("links", {}).items())


def install_view(target):
    """Write the view's script and stylesheet into the folder of assets; others found there are removed."""
    target = Path(target)
    target.mkdir(parents=True, exist_ok=True)
    for stale in target.glob("view-*.*"):
        stale.unlink()
    found = assets()
    (target / found["script"]).write_text(bundle.script(), encoding="utf-8", newline="\n")
    for name, file in later().items():
        (target / file).write_text(bundle.bundled(f"{name}.js"), encoding="utf-8", newline="\n")
    (target / found["style"]).write_text(bundle.style(), encoding="utf-8", newline="\n")
    licence = (node.modules() / "uqr" / "LICENSE").read_text(encoding="utf-8")
    (target / "uqr-LICENSE.txt").write_text(licence, encoding="utf-8", newline="\n")


def install(target, names):
    """Write view, sweeps and Python for the browser into the folder of assets."""
    install_view(target)
    bake.install(target, names)
    browser.install(target)
