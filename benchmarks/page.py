"""How soon a page of the built book is there, what it transfers, and how long Python takes to start in it.

Bytes are gzip's at level 6, file by file, of what a cold load asks for until the network is quiet, Python apart.
"""

import gzip
import statistics
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from harness import ROOT, Table, main, number, verdict

sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from playwright.sync_api import sync_playwright  # noqa: E402
from support.browser import chromium, launch  # noqa: E402
from support.server import serve  # noqa: E402

from oco_live.explorer import NAMES  # noqa: E402

BOOK = ROOT / "_build" / "html"

VITALS = """() => new Promise((resolve) => {
  const found = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const e of list.getEntries()) found.lcp = e.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) found.cls += e.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(found), 300);
})"""

KINDS = {"document": "html", "stylesheet": "css", "font": "fonts", "script": "script", "image": "images"}


def engine(browser):
    """Which Chromium drew it: the headless shell leaves a machine of two cores more than a whole browser does."""
    return f"In {Path(chromium.find() or 'Playwright’s chromium').name} {browser.version}."


def weights(asked):
    """kind -> bytes, compressed file by file, of what a page asked for: url -> its resource type; Python apart."""
    found = dict.fromkeys((*KINDS.values(), "sweeps"), 0)
    for url, kind in asked.items():
        file = BOOK / unquote(urlsplit(url).path).lstrip("/")
        if "_oco/pyodide" in url or "_oco/oco-" in url or not file.is_file():
            continue
        sweep = any(f"_oco/{name}/" in url for name in NAMES)
        found["sweeps" if sweep else KINDS.get(kind, "images")] += len(gzip.compress(file.read_bytes(), 6))
    return found


def loading(browser, server):
    """What a cold page asks for before Python, and how soon it is there."""
    kinds = (*KINDS.values(), "sweeps")
    table = Table("page-loading", "A cold page from localhost, before Python starts: kB compressed, read to its end",
                  ("page", "largest paint, ms", "layout shift", "all", *kinds, "beyond a target"))
    for path in ("index.html", *(f"chapters/{file.stem}.html" for file in sorted((ROOT / "chapters").glob("*.*"))
                                 if file.suffix in (".ipynb", ".md"))):
        paints = []
        for _ in range(3):
            context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
            page, asked = context.new_page(), {}
            page.on("request", lambda request: asked.setdefault(request.url, request.resource_type))
            page.goto(server.url + path)
            page.wait_for_load_state("networkidle")
            paints.append(page.evaluate(VITALS)["lcp"])
            if len(paints) < 3:
                context.close()
        paint = statistics.median(paints)
        for figure in page.locator(".oco-explorer").all():  # as a reader who scrolls through the page
            figure.scroll_into_view_if_needed()
            page.wait_for_timeout(400)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_load_state("networkidle")
        shift, size = page.evaluate(VITALS)["cls"], weights(asked)
        reached = {"largest paint": paint <= 1000, "layout shift": shift <= 0.02, "script": size["script"] <= 100_000,
                   "all": sum(size.values()) <= 500_000}
        missed = ", ".join(name for name, good in reached.items() if not good)
        table.rows.append((path, number(paint), f"{shift:.4f}", number(sum(size.values()) / 1000),
                           *(number(size[kind] / 1000) for kind in kinds), missed or "none"))
        context.close()
    table.note = ("Targets: 1000 ms for the largest paint, the median of three cold visits, 0.02 for the layout shift, "
                  "100 kB of script, exercises and questions included, 500 kB in all. The fonts of the formulas lie in "
                  f"the stylesheet; sweeps are those of the explorers' first streams. {engine(browser)}")
    return table


def in_advance(*_):
    """The largest of each explorer's files of precomputed answers."""
    table = Table("page-sweeps", "Precomputed answers, a file for each explorer and stream: kB compressed",
                  ("explorer", "files", "largest", "its stream", "target", ""))
    for name in NAMES:
        sizes = {file.stem.rpartition("-")[0]: len(gzip.compress(file.read_bytes(), 6)) / 1000
                 for file in (BOOK / "_oco" / name).glob("*.js")}
        stream = max(sizes, key=sizes.get)
        table.rows.append(
            (name, len(sizes), number(sizes[stream]), stream, "150", verdict([sizes[stream]], [150], at_most=True)))
    table.note = "Each is fetched when its explorer comes near the screen and that stream is chosen."
    return table


def python_ready(browser, server):
    """From the navigation to a Python that answers: what the time is made of, as the worker tells it."""
    table = Table("page-ready", "From navigation to “Python ready” in a new browser: milliseconds",
                  ("", "cold", "again"))
    rows = {}
    for _ in range(3):
        context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
        for visit in (0, 1):
            page = context.new_page()
            page.goto(server.url + "index.html")
            page.wait_for_function("window.ocoExplorers?.ogd")
            page.evaluate("window.ocoExplorers.ogd.python.start()")
            page.wait_for_function("window.ocoExplorers.ogd.python.state === 'ready'", timeout=120_000)
            ready, phases = page.evaluate("[performance.now(), window.ocoExplorers.ogd.python.phases]")
            until = ready - sum(ms for _, ms in phases)
            for name, ms in [("until the worker runs", until), *phases, ("all", ready)]:
                rows.setdefault(name, ([], []))[visit].append(ms)
            page.close()
        context.close()
    table.rows = [(name, *(number(statistics.median(times)) for times in visits)) for name, visits in rows.items()]
    files = [file for file in (BOOK / "_oco").rglob("*") if file.name.startswith("oco-")
             or "pyodide-" in file.parent.name]
    table.note = (f"Fetched once for all pages: {sum(file.stat().st_size for file in files) / 1e6:.1f} MB, "
                  f"{sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) / 1e6:.1f} MB with gzip. "
                  "All are asked for at once, and of the standard library only what is imported is there. A snapshot "
                  "of the started interpreter was tried and does not pay: 21 MB more (5.4 with gzip) for a part of "
                  f"“start Python”, and this Pyodide cannot make one that holds NumPy. {engine(browser)}")
    return table


def in_browser(*measured):
    """The table that each of these makes with a browser and a server of the built book."""
    assert (BOOK / "index.html").is_file(), f"{BOOK} holds no built book: make build"
    with sync_playwright() as playwright, serve(BOOK) as server:
        browser = launch(playwright)
        for table in measured:
            yield table(browser, server)
        browser.close()


def tables():
    yield from in_browser(loading, in_advance, python_ready)


if __name__ == "__main__":
    main(tables)
