"""Build the static book into _build/html; a warning is an error."""

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def build(source: Path = ROOT, output: Path = ROOT) -> int:
    """Build the book in ``source`` into ``output/_build/html``. Returns 0 if nothing was wrong."""
    sys.path[:0] = [str(ROOT)]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the sweeps are made in one process per core already
    from jupyter_book.cli.main import main as jupyter_book

    # Everything anew: a page also depends on the explorers' code, which Sphinx does not watch.
    for old in ("html", ".doctrees"):
        shutil.rmtree(output / "_build" / old, ignore_errors=True)
    arguments = ["build", str(source), "--path-output", str(output), "-W", "--keep-going", "-q"]
    try:
        jupyter_book(arguments, standalone_mode=False)
    except SystemExit as stop:  # jupyter-book's own way to say that the build failed
        return int(stop.code or 0)
    except Exception as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--output", type=Path, default=ROOT, help="the book goes into its folder _build/html")
    args = parser.parse_args()
    start = time.monotonic()
    if build(args.source.resolve(), args.output.resolve()):
        sys.exit("The book has warnings or errors (above); it is not built.")
    print(f"Built {args.output / '_build' / 'html'} in {time.monotonic() - start:.1f} s.")


if __name__ == "__main__":
    main()
