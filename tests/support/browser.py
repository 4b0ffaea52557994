"""Chromium and small web servers for tests: `launch`, `serve`, `new_page`."""

import contextlib
import re
import shutil
import sys
import threading
import time
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

FLAGS = [
    "--no-sandbox",  # Chromium refuses to run as root with it
    "--disable-dev-shm-usage",
    "--disable-gpu",
    # Only this machine exists, for pages and workers alike, and without slowing requests down.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def launch(playwright, **options):
    """Headless Chromium: the system's when there is one, else Playwright's own."""
    system = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return playwright.chromium.launch(executable_path=system, args=FLAGS, **options)


# ---------------------------------------------------------------- a static server

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


# ---------------------------------------------------------------- a page that keeps notes

@dataclass
class Notes:
    """What went wrong on a page, as it happened."""

    console: list = field(default_factory=list)  # console errors
    errors: list = field(default_factory=list)  # uncaught exceptions
    failed: list = field(
        default_factory=list)  # requests without an answer (but for what the browser gave up) or with status >= 400
    foreign: list = field(default_factory=list)  # requests to other hosts than 127.0.0.1

    def all(self):
        return [*self.console, *self.errors, *self.failed, *self.foreign]


#: Resolves when nothing glides any more: the theme's sidebars and colours take a fifth of a second, and what watches a
#: size answers in the frame after it. Not waited for: what turns for ever, and what the browser does not move because
#: it is far from the screen.
SETTLED = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await frame();
    const gliding = () => document.getAnimations().filter((a) => a.playState === "running" &&
      a.effect?.getComputedTiming().endTime < Infinity);
    for (const end = Date.now() + 5000; gliding().length && Date.now() < end;) await frame();
    await frame();
}"""


def rested(page, ms=400):
    """Wait until every timer that the page has set for at most so many ms has fired: timers of one delay fire in the
    order in which they were set, and the one set here is the last."""
    page.evaluate("ms => new Promise((done) => setTimeout(done, ms))", ms)


#: Notes in `goingOn` what a page does again and again by itself, in `paces` how often: it stands still where that is
#: empty.
TIMERS = """(() => {
  window.goingOn = new Set();
  window.paces = [];
  const { setInterval: start, clearInterval: end, requestAnimationFrame: draw, cancelAnimationFrame: drop } = window;
  const noted = (timer) => { goingOn.add(timer); return timer; };
  window.setInterval = (act, pace) => { paces.push(pace); return noted(`every ${start(act, pace)}`); };
  window.clearInterval = (timer) => { goingOn.delete(timer); end(timer?.slice(6)); };
  window.requestAnimationFrame = (act) => {
    const frame = draw((now) => { goingOn.delete(frame); act(now); });
    return noted(frame);
  };
  window.cancelAnimationFrame = (frame) => { goingOn.delete(frame); drop(frame); };
})()"""


def sized(page, width, height):
    """Give the page this size and wait until it has taken it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SETTLED)


def themed(page, scheme):
    """Show the page by day ("light") or by night ("dark"), as its button does, and wait until it is."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(
        "scheme => { document.documentElement.dataset.theme = document.documentElement.dataset.mode = scheme; }", scheme
    )
    page.evaluate(SETTLED)


#: As on a connection that costs: there the book's pages fetch and start Python only when a control needs it.
THRIFTY = "Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true });"


#: As where all cookies are blocked: what keeps anything throws at its first word, or answers that it may not.
BLOCKED = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { configurable: true, get() {
    throw new DOMException('The operation is insecure.', 'SecurityError'); } });
if (navigator.serviceWorker) ServiceWorkerContainer.prototype.register = async () => { throw new DOMException('no',
  'SecurityError'); };"""


@contextlib.contextmanager
def new_page(browser, thrifty=False, **context_options):
    """(page, notes): a page in a context of its own, e.g. viewport={"width": 390, "height": 844}.

    thrifty: for a test that does not need Python. Each start of Python costs seconds of both cores, and a page with an
    explorer near the screen starts it unasked. For the same reason no page keeps the book for reading offline, unless
    service_workers="allow".
    """
    context = browser.new_context(**{"service_workers": "block"} | context_options)
    if thrifty:
        context.add_init_script(THRIFTY)
    notes = Notes()

    def asked(request):
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob", "about", "file") and parts.hostname != "127.0.0.1":
            notes.foreign.append(request.url)

    def failed(request):
        # The browser itself gives up what a page was still fetching when a test opens the next one.
        if request.failure != "net::ERR_ABORTED":
            notes.failed.append(f"{request.url}: {request.failure}")

    context.on("request", asked)
    context.on("requestfailed", failed)
    context.on(
        "response", lambda answer: answer.status >= 400 and notes.failed.append(f"{answer.url}: {answer.status}"))
    context.on("console", lambda line: line.type == "error" and notes.console.append(line.text))
    context.on("weberror", lambda error: notes.errors.append(str(error.error)))
    try:
        yield context.new_page(), notes
    finally:
        context.close()
