"""What this book adds to Sphinx, in twenty parts.

``mathematics``  formulas become HTML while the book is built: no script on the page
``fonts``        what the formulas need of KaTeX's fonts, inside its stylesheet
``shell``        the pages around the text: own icons and stylesheet, nothing from another host
``explorers``    the placeholder an explorer leaves in a notebook becomes the live figure
``edition``      which edition this is, and what has changed
``embed``        each explorer alone, for frames in other sites' pages
``questions``    the placeholder of questions becomes what a reader predicts before an explorer moves
``exercises``    the placeholder of an exercise becomes a cell in which the reader writes Python
``solutions``    with ``solutions: false`` the exercises' solutions stay out of the pages
``course``       what is kept of a reader's way, what is handed in, and a class
``cards``        chapters as cards, each with its still picture
``social``       what a page says of itself to sites that link to it
``passages``     places on pages, for the search
``pictures``     the notebooks' pictures, with fewer bytes
``proofs``       the proofs that Coq has checked, as pages and beside the theorems
``reference``    the API reference, from docstrings
``plain``        each notebook's text in Markdown that every Jupyter shows
``notebooks``    each notebook's page leads to the notebook, live beside the book
``archive``      the whole book as one file to download
``offline``      what a browser keeps of the book for reading without a network
"""

from sphinx.application import Sphinx

from . import (
    archive,
    cards,
    course,
    edition,
    embed,
    exercises,
    explorers,
    fonts,
    mathematics,
    notebooks,
    offline,
    passages,
    pictures,
    plain,
    proofs,
    questions,
    reference,
    shell,
    social,
    solutions,
)

#: Where the book's own files lie in the built book. Not ``_static``: Jupyter Book would load every script and
#: stylesheet below that folder on every page.
ASSETS = shell.ASSETS


def _only_the_page(app: Sphinx) -> None:
    """Write that page alone, without the search; Sphinx would add the front page, with all its cards, each time."""
    write = app.builder._write_serial
    app.builder._write_serial = lambda _: write([app.config.oco_preview])
    app.builder.search = False


def setup(app: Sphinx) -> dict:
    mathematics.setup(app)
    fonts.setup(app)
    shell.setup(app)
    explorers.setup(app)
    questions.setup(app)
    exercises.setup(app)
    solutions.setup(app)
    course.setup(app)
    cards.setup(app)
    social.setup(app)
    passages.setup(app)
    edition.setup(app)
    pictures.setup(app)
    proofs.setup(app)
    reference.setup(app)
    plain.setup(app)
    # The page of tools/preview.py, which leaves out what the whole book makes.
    app.add_config_value("oco_preview", "", "")
    if app.config.overrides.get("oco_preview"):
        app.connect("env-get-outdated", lambda app, *_: [app.config.oco_preview])
        app.connect("builder-inited", _only_the_page)
    else:
        notebooks.setup(app)  # after shell, which looks at all files of the built book
        embed.setup(app)
        archive.setup(app)
        offline.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
