"""See what is being written without building the book: one page, or one explorer.

``python tools/preview.py page chapters/kernels`` and ``python tools/preview.py explorer kernels`` build into
_build/page or _build/explorer and serve it; reloading the page in the browser builds it again, with the sources as they
then are. ``--no-serve`` only builds. Explorers are answered by the Python of this machine, not from sweeps.
"""

import argparse
import contextlib
import functools
import gc
import importlib
import json
import multiprocessing
import sys
import threading
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("oco_core", "oco_live", "_ext", "chapters", "proofs", "_config.yml", "_toc.yml", "index.ipynb",
           "references.bib")
LOCAL = ("localhost", "127.0.0.1", "::1")
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]
import serve  # noqa: E402


def pages(source: Path = ROOT) -> list[str]:
    """The names of the book's pages, in the order of _toc.yml."""
    import yaml

    toc = yaml.safe_load((source / "_toc.yml").read_text(encoding="utf8"))
    return [toc["root"], *(chapter["file"] for part in toc["parts"] for chapter in part["chapters"])]


def explorers() -> list[str]:
    from oco_live.explorer import NAMES

    return list(NAMES)


def build_page(name: str, output: Path, source: Path = ROOT) -> str:
    """Build one page into ``output``; returns its place there.

    The first time Sphinx reads the whole book, for chapters' numbers and links; then only what has changed.
    """
    from jupyter_book.sphinx import build_sphinx
    from pybtex import plugin

    plugin.entry_points = functools.cache(plugin.entry_points)  # it reads all packages' lists for each reference anew
    file = next(path for ending in (".ipynb", ".md") if (path := source / f"{name}{ending}").is_file())
    settings = {"latex_individualpages": False, "external_toc_path": str(source / "_toc.yml"), "oco_preview": name}
    gc.disable()  # a build makes much, and nearly nothing that only the collector can free: a fifth of the time
    try:
        wrong = build_sphinx(str(source), str(output / "html"), noconfig=True, path_config=str(source / "_config.yml"),
                             confoverrides=settings, filenames=[str(file)], quiet=True)
    finally:
        gc.enable()
    if wrong:
        raise RuntimeError(f"{name} was not built: {wrong}")
    return f"html/{name}.html"


def build_explorer(name: str, output: Path) -> str:
    """Write a bare page with one explorer into ``output``; returns its place there."""
    from oco_live.hosts import preview

    preview.install(output / "assets", [name])
    files = preview.assets()
    (output / "index.html").write_text(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="assets/{files["style"]}"></head><body style="max-width: 75rem; margin: 2rem '
        f'auto">{preview.figure_html(name, {}, "assets/")}<script defer '
        f'src="assets/{files["script"]}"></script></body></html>',
        encoding="utf8", newline="\n")
    return "index.html"


#: kind -> its names, how one is built, the variable of make, what a preview leaves out
KINDS = {
    "page": (pages, build_page, "P",
             "Not shown: other pages as they are now, the notebook that runs, the book's zip, sweeps."),
    "explorer": (explorers, build_explorer, "NAME", "Not shown: the chapter around it, sweeps, Python in the browser."),
}


def build(kind: str, name: str, folder: Path) -> str:
    return KINDS[kind][1](name, folder)


def answer(name: str, params: dict) -> str:
    """A frame as JSON text."""
    worker = importlib.import_module("oco_live.hosts.worker")
    return worker.evaluate(name, json.dumps(params))


def newest() -> float:
    """When a source was changed last; hidden files, which are an editor's own, are no sources."""
    last = 0.0
    for path in (path for name in SOURCES for path in [ROOT / name, *(ROOT / name).rglob("*")]):
        if not any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts):
            with contextlib.suppress(OSError):  # it has gone since it was listed, or is a link to nothing
                last = max(last, path.stat().st_mtime)
    return last


class Fresh:
    """A process that has imported nothing of ours yet, so that it runs the sources as they are now; what others wrote
    is there already. One question at a time. seen: the `newest` change that what was built holds."""

    def __init__(self, seen: float = 0.0):
        self.seen, self.lock, self.pool = seen, threading.Lock(), None
        if sys.platform == "win32":
            self.context = multiprocessing.get_context("spawn")
        else:
            self.context = multiprocessing.get_context("forkserver")
            self.context.set_forkserver_preload(
                ["jupyter_book.sphinx", "myst_nb", "matplotlib.figure", "sphinx_book_theme"])
        self._again()

    def _again(self):
        if self.pool:
            self.pool.shutdown(wait=False)
        self.pool = ProcessPoolExecutor(1, self.context)
        self.pool.submit(int)  # begin to import

    def _run(self, function, *arguments):
        try:
            return self.pool.submit(function, *arguments).result()
        except BrokenProcessPool:
            self._again()
            raise

    def __call__(self, function, *arguments):
        with self.lock:
            return self._run(function, *arguments)

    def update(self, function, *arguments):
        """Call it, in a new process, if a source has changed since it last went well."""
        with self.lock:
            now = newest()
            if now != self.seen:
                self._again()
                self._run(function, *arguments)
                self.seen = now


class Handler(serve.Handler):
    """Builds the preview when its page is asked for, and computes frames."""

    def __init__(self, *arguments, kind, name, place, fresh, **options):
        self.kind, self.name, self.place, self.fresh = kind, name, place, fresh
        super().__init__(*arguments, **options)

    def say(self, code: int, text: str, kind: str = "text/plain; charset=utf-8"):
        data = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if code >= 400:
            self.send_header("Connection", "close")  # what was asked may not have been read
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if urlsplit(self.path).path == f"/{self.place}":
            try:
                self.fresh.update(build, self.kind, self.name, Path(self.directory))
            except (Exception, SystemExit):
                return self.say(500, traceback.format_exc())
        return super().do_GET()

    def do_POST(self):
        if not urlsplit(self.path).path.endswith("/frame"):
            return self.say(404, "only frames are computed")
        host, origin = self.headers["Host"] or "", self.headers["Origin"]
        if urlsplit(f"//{host}").hostname not in LOCAL or origin and urlsplit(origin).netloc != host:
            return self.say(403, "this machine answers its own pages only")
        try:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            name, params = asked["explorer"], asked["params"]
        except (KeyError, TypeError, ValueError) as error:
            return self.say(400, f"not a question for an explorer: {error!r}")
        try:
            return self.say(200, self.fresh(answer, name, params), "application/json")
        except Exception as error:
            traceback.print_exc()
            return self.say(500, repr(error))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("--output", type=Path, help="the folder to build into")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--no-serve", action="store_true", help="only build")
    args = parser.parse_args()
    names, _, variable, unseen = KINDS[args.kind]
    if args.name not in names():
        sys.exit(f"{args.name!r} is no {args.kind} of this book: make {args.kind} {variable}=NAME, NAME one of\n  "
                 + "\n  ".join(names()))
    folder = args.output or ROOT / "_build" / args.kind
    start, seen = time.monotonic(), newest()
    place = build(args.kind, args.name, folder)
    print(f"Built {folder / place} in {time.monotonic() - start:.1f} s. {unseen}")
    if not args.no_serve:
        handler = functools.partial(Handler, kind=args.kind, name=args.name, place=place, fresh=Fresh(seen))
        serve.run(serve.server(folder, args.port, handler=handler), f"The {args.kind}", place)


if __name__ == "__main__":
    main()
