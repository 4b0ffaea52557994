"""A small static web server for tests: `serve`."""

import contextlib
import re
import sys
import threading
import time
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["Server", "serve"]


@dataclass
class Server:
    """A running server; the options may be changed while it runs."""

    folder: Path
    prefix: str  # "/" or "/book/": what the paths start with
    mime: dict  # suffix or file name -> Content-Type; None sends no type
    status: dict  # suffix or file name -> status code to answer with
    latency: float  # seconds before each answer
    headers: dict  # sent with every answer
    drip: float  # seconds between the pieces, of 16 kB, in which a page arrives
    clean: bool
    missing: (
        str  # the file that is sent, with status 404, where there is none, as static hosts do; "" for a line of text
    )
    port: int = 0
    offline: bool = False  # close every connection without an answer
    hang: set = field(default_factory=set)  # file names whose body stops halfway and never ends
    cut: set = field(default_factory=set)  # file names whose connection breaks halfway
    requests: list = field(default_factory=list)  # paths asked for, in order

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}{self.prefix}"


def _lookup(table, path):
    """The entry for a file name or for the longest suffix that fits."""
    name = path.rpartition("/")[2]
    keys = [key for key in table if name == key or (key.startswith(".") and name.endswith(key))]
    return table[max(keys, key=len)] if keys else None


def _handler(server, closing):
    class Handler(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # The types are spelled out: what the system says differs from machine to machine.
        extensions_map = {"": "application/octet-stream", ".html": "text/html; charset=utf-8", ".css": "text/css",
                          ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json",
                          ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png",
                          ".woff2": "font/woff2", ".zip": "application/zip", ".txt": "text/plain"}

        def do_GET(self):
            path = urlsplit(self.path).path
            server.requests.append(path)
            if server.offline:
                self.close_connection = True
                return
            if server.latency:
                time.sleep(server.latency)
            status = _lookup(server.status, path)
            if status or not path.startswith(server.prefix):
                self.send_error(status or 404)
                return
            if path.rpartition("/")[2] in server.hang | server.cut:
                self._half(path)
                return
            if server.clean and (bare := re.sub(r"(?<=/)index\.html$|\.html$", "", path)) != path:
                self._lead_to(bare)
                return
            with contextlib.suppress(ConnectionError):
                super().do_GET()

        def _lead_to(self, path):
            query = urlsplit(self.path).query
            self.send_response(308)
            self.send_header("Location", path + (f"?{query}" if query else ""))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def send_error(self, code, message=None, explain=None):
            path = urlsplit(self.path).path
            if code != 404 or not server.missing or not path.startswith(server.prefix):
                return super().send_error(code, message, explain)
            data = (Path(server.folder) / server.missing).read_bytes()
            self.send_response(404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def copyfile(self, source, outputfile):
            if not server.drip or not self.path.endswith(".html"):
                return super().copyfile(source, outputfile)
            while piece := source.read(16384):
                outputfile.write(piece)
                outputfile.flush()
                time.sleep(server.drip)

        def _half(self, path):
            data = Path(self.translate_path(path)).read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2])
            self.wfile.flush()
            if path.rpartition("/")[2] in server.hang:
                closing.wait()
            self.close_connection = True

        def translate_path(self, path):
            found = super().translate_path("/" + urlsplit(path).path.removeprefix(server.prefix))
            return f"{found}.html" if server.clean and Path(f"{found}.html").is_file() else found

        def guess_type(self, path):
            return _lookup(server.mime, Path(path).as_posix()) or super().guess_type(path)

        def end_headers(self):
            for name, value in server.headers.items():
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, *_):
            pass

    return Handler


class _Threads(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = (
        128  # a page asks for many files at once; who finds the queue full asks again after a second or three
    )

    def handle_error(self, request, client_address):
        """A browser that goes away in the middle of a request is nothing to be told of."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextlib.contextmanager
def serve(folder, prefix="/", mime=None, status=None, latency=0.0, headers=None, drip=0.0, clean=False, missing=""):
    """Serve `folder` under `prefix` on a free port of 127.0.0.1; yields a Server.

    mime, status: tables by file name or suffix, e.g. {".wasm": "application/octet-stream"}, {"a.js": 404}.
    """
    prefix = "/" + prefix.strip("/") + "/" if prefix.strip("/") else "/"
    server = Server(Path(folder), prefix, mime or {}, status or {}, latency, headers or {}, drip, clean, missing)
    closing = threading.Event()
    handler = _handler(server, closing)
    http = _Threads(("127.0.0.1", 0), lambda *a, **k: handler(*a, directory=str(folder), **k))
    server.port = http.server_address[1]
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        closing.set()
        http.shutdown()
        http.server_close()
