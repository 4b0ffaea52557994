"""Execute notebooks and store their outputs, always the same bytes: ``python tools/refresh.py [notebook …]``.

What differs from run to run is left out: widget views and their state (random ids), times of execution, the
versions of kernel and language. A cell id that an editor made up is replaced by one made from the cell's own text;
one that an author gave stays.
"""

import argparse
import hashlib
import os
import re
import sys
import time
from collections import Counter
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parents[1]
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
RANDOM_ID = re.compile(r"[0-9a-f]{8}(-\d+)?|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: What a kernel says of its language, without versions: editors and nbconvert need to know how a script's name ends.
LANGUAGE = {"codemirror_mode": {"name": "ipython", "version": 3}, "file_extension": ".py", "mimetype": "text/x-python",
            "name": "python", "nbconvert_exporter": "python", "pygments_lexer": "ipython3"}


def notebooks() -> list[Path]:
    """All notebooks of the book."""
    return [path for path in [ROOT / "index.ipynb", *sorted((ROOT / "chapters").glob("*.ipynb"))] if path.is_file()]


def normalise(notebook) -> None:
    """Take out of an executed notebook what would differ the next time."""
    metadata = notebook.metadata
    metadata.pop("widgets", None)
    metadata.kernelspec, metadata.language_info = dict(KERNEL), dict(LANGUAGE)
    seen = Counter(cell.id for cell in notebook.cells if "id" in cell and not RANDOM_ID.fullmatch(cell.id))
    for cell in notebook.cells:
        if "id" not in cell or RANDOM_ID.fullmatch(cell.id):
            digest = hashlib.sha256(f"{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:8]
            seen[digest] += 1
            cell["id"] = digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"
        for name in ("execution", "collapsed", "scrolled", "trusted"):
            cell.metadata.pop(name, None)
        if cell.cell_type != "code":
            continue
        for output in cell.outputs:
            if "data" in output:
                output.data.pop(WIDGET_VIEW, None)
            if "metadata" in output:
                output.metadata.pop(WIDGET_VIEW, None)
        # Prints arrive in pieces whose number depends on the machine's mood.
        cell.outputs = _joined(cell.outputs)


def _joined(outputs: list) -> list:
    """Outputs with neighbouring pieces of one stream put together, and without empty ones."""
    result = []
    for output in outputs:
        if output.output_type == "stream" and result and result[-1].output_type == "stream" \
                and result[-1].name == output.name:
            result[-1].text += output.text
        elif output.output_type not in ("display_data", "execute_result") or output.data:
            result.append(output)
    return result


def refresh(path: Path, timeout: float = 300) -> bool:
    """Execute one notebook in place; True if its file changed. Raises CellExecutionError."""
    before = path.read_text(encoding="utf8")
    notebook = nbformat.reads(before, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(
        notebook, timeout=timeout, startup_timeout=300, iopub_timeout=60, kernel_name="python3", record_timing=False,
        resources={"metadata": {"path": str(path.parent)}}, store_widget_state=False,
        extra_arguments=["--IPKernelApp.log_level=40"],  # errors; not that its port on this machine is not encrypted
    ).execute()
    normalise(notebook)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    nbformat.validate(notebook)
    after = nbformat.writes(notebook).rstrip("\n") + "\n"
    if after != before:
        path.write_text(after, encoding="utf8", newline="\n")
    return after != before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("notebook", nargs="*", type=Path, help="all of the book by default")
    parser.add_argument("--timeout", type=float, default=300, help="seconds that one cell may take")
    args = parser.parse_args()
    # The kernel of this environment, whatever else is installed for this user.
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    failed = False
    for path in args.notebook or notebooks():
        start = time.monotonic()
        try:
            changed = refresh(path.resolve(), args.timeout)
        except CellExecutionError as error:
            failed = True
            print(f"{path}: {error}", file=sys.stderr)
            continue
        print(f"{path}: {'changed' if changed else 'as it was'} ({time.monotonic() - start:.1f} s)")
    sys.exit(failed)


if __name__ == "__main__":
    main()
