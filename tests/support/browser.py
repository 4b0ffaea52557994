"""Chromium for tests: `launch`, `new_page`."""

import contextlib
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "tools")]

import chromium  # noqa: E402

FLAGS = [
    "--no-sandbox",  # Chromium refuses to run as root with it
    "--disable-dev-shm-usage",
    "--disable-gpu",
    # Only this machine exists, for pages and workers alike, and without slowing requests down.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def launch(playwright, **options):
    """Headless Chromium: the system's when there is one, else Playwright's own."""
    return playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS, **options)


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


def held_back(page, url):
    """No request for this address is answered until what is returned is called, and then each, those too that only
    come then: a page may be seen before its request is known here."""
    waiting, let = [], []
    page.route(url, lambda route: route.continue_() if let else waiting.append(route))

    def go():
        let.append(True)
        for route in waiting:
            route.continue_()

    return go


def answer(page, function, *arguments):
    """What a function of the page returns for these arguments, both sent as JSON: of a large value Playwright looks at
    each number by itself."""
    return json.loads(page.evaluate(
        f"async given => JSON.stringify(await ({function})(...JSON.parse(given)))", json.dumps(arguments)))


#: As on a connection that costs: there the book's pages fetch and start Python only when a control needs it.
THRIFTY = "Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true });"


#: As where all cookies are blocked: what keeps anything throws at its first word, or answers that it may not. It runs
#: in sandboxed frames, too, where reading navigator.serviceWorker throws.
BLOCKED = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { configurable: true, get() {
    throw new DOMException('The operation is insecure.', 'SecurityError'); } });
if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => { throw new DOMException('no',
  'SecurityError'); };"""


#: ms. Asked at each frame, as Playwright does unless told, a page draws sixty frames a second while a test waits.
POLLING = 40

#: ms. How long a state is waited for. On a busy machine Python alone may take Playwright's half minute to start.
PATIENCE = 200_000


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
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    waiting = page.wait_for_function
    page.wait_for_function = lambda *given, **more: waiting(*given, **{"polling": POLLING} | more)
    try:
        yield page, notes
    finally:
        context.close()
