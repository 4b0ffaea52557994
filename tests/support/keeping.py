"""A reader's visit that leaves the whole book kept for use without a network: `visit`."""

import time

PAGE = "chapters/notation.html"  # a small one
KEPT = """async (wanted) => {
  const list = await caches.match(new URL("_oco/offline.json", document.baseURI.replace(/(chapters\\/)?[^/]*$/, "")));
  if (!list) return false;
  const [name] = await caches.keys();
  const there = new Set((await (await caches.open(name)).keys()).map(({ url }) => url.split("/").pop()));
  return Object.values((await list.json())[wanted]).every((hash) => there.has(hash));
}"""


def visit(page, server, wanted="book", at_once=True):
    """Open a page and stay until the book is kept; at_once: without the page's own wait before it begins."""
    if at_once:
        page.add_init_script("window.requestIdleCallback = () => 0")  # nothing is fetched later
    page.goto(server.url + PAGE)
    if at_once:
        page.evaluate("navigator.serviceWorker.register('../sw.js').then(() => navigator.serviceWorker.ready)"
                      ".then(({ active }) => active.postMessage({}))")
    end = time.monotonic() + 240
    while not page.evaluate(KEPT, wanted):
        assert time.monotonic() < end, "the book was not kept within four minutes"
        page.wait_for_timeout(200)
