"""A book without the solutions of its exercises, for a course that marks them: ``solutions: false`` below ``sphinx:
config:`` in _config.yml.

The solution of each exercise is then left out of its page, of the search and of the notebooks beside the pages, with
the code cells in it; a reference to one is its words alone; and an exercise that is marked in the page offers no
solution. The notebooks in ``chapters/`` keep theirs, and so does the Python that marks.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx_exercise.nodes import solution_node


def _ids(node: nodes.Element) -> set[str]:
    return {name for one in node.findall(nodes.Element) for name in one.get("ids", [])}


def leave_out(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Take the solutions out of a page, and note which code cells went with them."""
    app.oco_unsolved[docname] = set()
    if app.config.solutions:
        return
    gone: set[str] = set()
    for node in list(doctree.findall(solution_node)):
        gone |= _ids(node)
        app.oco_unsolved[docname] |= {code["cell_index"] for code in node.findall(nodes.container)
                                      if "cell_index" in code}
        node.parent.remove(node)
    # Other pages have theirs left out, too: "sol" is in the labels of all (CONTRIBUTING.md).
    for reference in list(doctree.findall(nodes.reference)):
        target = reference.get("refid") or reference.get("refuri", "").rpartition("#")[2]
        if target in gone or "-sol-" in target:
            reference.replace_self(reference.children)


def without(notebook: dict, unsolved: set[int]) -> dict:
    """The notebook with these code cells emptied."""
    for index in unsolved:
        notebook["cells"][index] |= {"source": [], "outputs": [], "execution_count": None}
    return notebook


def start(app: Sphinx) -> None:
    app.oco_unsolved = {}


def setup(app: Sphinx) -> None:
    app.add_config_value("solutions", True, "html", types=[bool])
    app.connect("builder-inited", start)
    app.connect("doctree-resolved", leave_out, priority=100)  # before all that reads the page
