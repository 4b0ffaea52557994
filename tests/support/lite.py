"""Driving a live notebook of JupyterLite beside the book: `open_notebook`, `run`, `run_code`, `frame`."""

import json
from pathlib import Path

from support.driving import Driver

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted(path.relative_to(ROOT).as_posix()
                   for path in [ROOT / "index.ipynb", *(ROOT / "chapters").glob("*.ipynb")])


def code_of(notebook):
    cells = json.loads((ROOT / notebook).read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


RUN = """async (index) => {
  const { content } = jupyterapp.shell.currentWidget;
  content.activeCellIndex = index;
  const late = new Promise((_, fail) => setTimeout(() =>
    fail(new Error("the cell did not end; has the kernel started?")), 120_000));
  await Promise.race([jupyterapp.commands.execute("notebook:run-cell"), late]);
  return content.widgets[index].model.outputs.toJSON();
}"""
CODE = "jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) => cell.model.type === 'code' ? [i] : [])"
INSERT = """(source) => {
  const { model } = jupyterapp.shell.currentWidget.content;
  model.sharedModel.addCell({ cell_type: "code", source });
  return model.cells.length - 1;
}"""

FONTS = "Matplotlib is building the font cache; this may take a moment.\n"  # the one thing that may be said on stderr
CONNECTED = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.connectionStatus === 'connected'"


def run(page, index):
    """The outputs of the cell at this place, which must be neither errors nor warnings."""
    outputs = page.evaluate(RUN, index)
    assert not [
        output for output in outputs
        if output["output_type"] == "error" or output.get("name") == "stderr" and output["text"] != FONTS], outputs
    return outputs


def run_code(page, source):
    return run(page, page.evaluate(INSERT, source))


def frame(page, name, condition="true"):
    page.wait_for_function(
        f"name => {{ const f = window.ocoExplorers?.[name]?.frame(); return f && ({condition}); }}", arg=name)
    found = page.evaluate("name => ocoExplorers[name].frame()", name)
    assert found["source"] == "kernel"
    Driver(page, name).assert_equals_cpython(found)
    return found


SAVED = "!jupyterapp.shell.currentWidget.context.model.dirty"
OPENED = ("window.jupyterapp?.shell.currentWidget?.context?.isReady && "
          "jupyterapp.shell.currentWidget.content.widgets.length > 1")
FIRST = "jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.getSource()"


def open_notebook(page, server, path):
    page.goto(f"{server.url}lite/notebooks/index.html?path={path}")
    page.wait_for_function(OPENED)
