"""Serve the built book on this machine: ``python tools/serve.py [--port 8000] [folder]``.

The standard library's server, with the content types that a browser insists on: WebAssembly only runs as
``application/wasm`` and a module only loads as JavaScript, whatever the machine's own table says.
"""

import argparse
import errno
import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".ipynb": "application/json",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".zip": "application/zip",
    }

    def end_headers(self):
        # The book is rebuilt under the same address while it is written.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_request(self, code="-", size="-"):
        if not str(code).isdigit() or int(code) >= 400:
            super().log_request(code, size)


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        # A reader who leaves a page breaks its connections off.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int = 8000, host: str = "127.0.0.1", handler=Handler) -> Server:
    """A server for ``folder`` on ``port``, or on a free port if that one is taken (0: any)."""
    handler = functools.partial(handler, directory=str(folder))
    try:
        return Server((host, port), handler)
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        return Server((host, 0), handler)


def run(http: Server, what: str, path: str = "") -> None:
    """Say where it is, and serve until Ctrl+C."""
    with http:
        host, port = http.server_address[:2]
        address = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/{path}"
        print(f"\n{what} is at  {address}   (Ctrl+C stops it)", flush=True)
        try:
            http.serve_forever()
        except KeyboardInterrupt:
            print()


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve the built book on this machine.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "_build" / "html")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other machines in")
    args = parser.parse_args()
    if not (args.folder / "index.html").is_file():
        sys.exit(f"{args.folder} holds no built book; run: make build")
    run(server(args.folder, args.port, args.host), "The book")


if __name__ == "__main__":
    main()
