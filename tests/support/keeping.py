"""A reader's visit that leaves the whole book kept for use without a network: `visit`; and other versions of the
book."""

import sys
from contextlib import contextmanager
from pathlib import Path

from support.browser import new_page

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import offline  # noqa: E402

__all__ = ["KEPT", "PAGE", "comes_true", "offline", "reader", "text_of", "visit", "worker"]

PAGE = "chapters/notation.html"  # a small one
KEPT = """async (wanted) => {
  const list = await caches.match(new URL("_oco/offline.json", document.baseURI.replace(/(chapters\\/)?[^/]*$/, "")));
  if (!list) return false;
  const [name] = await caches.keys();
  const there = new Set((await (await caches.open(name)).keys()).map(({ url }) => url.split("/").pop()));
  return Object.values((await list.json())[wanted]).every((hash) => there.has(hash));
}"""


def comes_true(page, question, arg=None, seconds=240):
    """Ask the page again and again until a question that it answers by a promise is answered by yes. (To Playwright's
    `wait_for_function` the promise itself is a yes.)"""
    page.evaluate("""async ([question, arg, seconds]) => {
      const ask = eval(`(${question})`), end = performance.now() + 1000 * seconds;
      while (!(await ask(arg))) {
        if (performance.now() > end) throw new Error(`not true after ${seconds} s: ${question}`);
        await new Promise((go) => setTimeout(go, 100));
      }
    }""", [question, arg, seconds])


def visit(page, server, wanted="book", at_once=True):
    """Open a page and stay until the book is kept; at_once: without the page's own wait before it begins."""
    if at_once:
        page.add_init_script("window.requestIdleCallback = () => 0")  # nothing is fetched later
    page.goto(server.url + PAGE)
    if at_once:
        page.evaluate("navigator.serviceWorker.register('../sw.js').then(() => navigator.serviceWorker.ready)"
                      ".then(({ active }) => active.postMessage({}))")
    comes_true(page, KEPT, wanted)


@contextmanager
def reader(browser, **options):
    with new_page(browser, **{"service_workers": "allow"} | options) as (page, notes):
        yield page, notes


def text_of(page):
    return page.locator("article").inner_text()


def worker(monkeypatch, folder, before="", patience=10_000):
    """From now on a service worker is published that begins with the lines `before` and waits so many ms for a newer
    version: longer than ours, which a slow machine may keep waiting in vain."""
    text = (ROOT / "_ext" / "oco_book" / "assets" / offline.WORKER).read_text("utf8")
    assert "const SOON = 2000;" in text
    folder.mkdir()
    (folder / offline.WORKER).write_text(
        before + text.replace("const SOON = 2000;", f"const SOON = {patience};"), "utf8")
    monkeypatch.setattr(offline, "FILES", folder)
