"""What a page is made of, and what it weighs: formulas in the right fonts, and text that does not jump."""

import base64
import gzip
import hashlib
import io
import json
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from support.browser import new_page
from support.driving import BOOK, pages_with
from support.faces import faces
from support.server import serve

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import fonts  # noqa: E402

from oco_live.explorer import NAMES, get  # noqa: E402

PAGES = sorted(path.relative_to(BOOK).as_posix() for path in [*BOOK.glob("index.html"), *BOOK.glob("chapters/*.html")])
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) shifts.push([entry.value, ...entry.sources.map((s) => s.node?.textContent?.slice(0,
      40))]);
  }
}).observe({ type: 'layout-shift', buffered: true });"""
#: The explorer's files have come.
SWEPT = """(name) => {
  const e = window.ocoExplorers?.[name];
  return e && e.sweeps[e.view.current.params.stream]?.axes;
}"""
DRAWN = """() => {
  const found = {};
  for (const formula of document.querySelectorAll('.katex-html')) {
    const texts = document.createTreeWalker(formula, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { fontFamily, fontStyle, fontWeight } = getComputedStyle(texts.currentNode.parentElement);
      const key = [fontFamily.split(',')[0].replaceAll('"', ''), fontStyle, fontWeight].join(' ');
      found[key] = [...new Set((found[key] ?? '') + texts.currentNode.data)].join('');
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def katex():
    return (BOOK / "_oco" / "katex" / "katex.min.css").read_text("utf8")


def kilobytes(paths):
    """What these files weigh on the wire, compressed one by one where that is worth it."""
    return sum(len(data) if path.endswith((".woff2", ".png")) else len(gzip.compress(data, 6))
               for path in paths if (data := (BOOK / path).read_bytes())) / 1000


def test_no_precomputed_answers_are_heavy():
    files = [file for name in NAMES for file in (BOOK / "_oco" / name).glob("*.js")]
    assert len(files) == sum(len(get(name).control("stream").values) for name in NAMES)
    heavy = {str(file): size for file in files if (size := kilobytes([file.relative_to(BOOK).as_posix()])) > 150}
    assert not heavy


#: A Python that starts at once and answers nothing: the page's words change as with a real one, which takes seconds.
STARTS = """window.Worker = class {
  constructor(url, options) { options.type; }
  terminate() {}
  postMessage({ type }) {
    if (type !== 'start') return;
    const say = (data, ms) => setTimeout(() => this.onmessage({ data }), ms);
    say({ type: 'progress', loaded: 1, total: 3 }, 50);
    say({ type: 'progress', loaded: 3, total: 3 }, 150);
    say({ type: 'ready', phases: [] }, 250);
  }
};"""


@pytest.fixture(scope="module", params=[(1280, 900), (390, 844)], ids=str)
def visits(request, browser):
    """path -> (layout shifts, files asked for, font -> characters drawn with it, notes), each page once to its end, on
    a phone those with an explorer; the files come late, one after the other."""
    width, height = request.param
    found = {}
    for path in PAGES if width > 800 else sorted({path for name in NAMES for path in pages_with(name)} & {*PAGES}):
        with (
            serve(BOOK, latency=0.03) as server,
            new_page(browser, viewport={"width": width, "height": height}) as (page, notes)):
            page.add_init_script(SHIFTS + STARTS)
            asked = set()
            page.on("request", lambda request: asked.add(unquote(urlsplit(request.url).path).lstrip("/")))
            page.goto(server.url + path)
            page.wait_for_load_state("networkidle")
            for figure in page.locator(".oco-explorer").all():
                figure.scroll_into_view_if_needed()
                page.wait_for_function(SWEPT, arg=figure.get_attribute("data-explorer"))
            page.wait_for_function("Object.values(window.ocoExplorers ?? {}).every(({ python, sweeps, view }) =>"
                                   " python.state === 'ready' && sweeps[view.current.params.stream]?.axes)")
            found[path] = page.evaluate("shifts"), asked, page.evaluate(DRAWN), notes.all()
    return found


def test_nothing_goes_wrong_or_jumps_while_a_page_loads(visits):
    for path, (shifts, _, _, notes) in visits.items():
        assert sum(shift[0] for shift in shifts) <= 0.02, f"{path}: {shifts}"
        assert notes == [], path


def test_nothing_is_heavy(visits):
    """At most 500 kB before Python, beside what exercises (12 kB), questions and the course (10) have of their own. Of
    script the explorers' pages have 85 kB."""
    for path, (_, asked, _, _) in visits.items():
        script = {name for name in asked if name.endswith(".js") and name.split("/")[1] not in NAMES
                  and not name.startswith("_oco/exercise-")}
        course = {name for name in script if name.startswith(("_oco/predict-", "_oco/course-"))}
        own = {name for name in asked if name.startswith(("_oco/exercise-", "_oco/predict-", "_oco/course-"))}
        assert len(asked) > 5 and kilobytes(asked - own) <= 500, (path, kilobytes(asked - own))
        assert kilobytes(own) <= 22, (path, kilobytes(own))
        assert 20 < kilobytes(script - course) <= 85 and kilobytes(script) <= 95, (
            path, kilobytes(script - course), kilobytes(course))


def test_formulas_find_their_characters(visits, katex):
    """What the browser says each character is drawn with, against the characters in the fonts that the page has."""
    whole = faces((fonts.KATEX / "katex.min.css").read_text("utf8"))

    def has(file):
        with TTFont(file) as font:
            return set(font.getBestCmap())

    cut = {font: has(io.BytesIO(base64.b64decode(url.partition(",")[2]))) for font, url in faces(katex).items()}
    drawn = {}
    for _, _, found, _ in visits.values():
        for font, text in found.items():
            drawn.setdefault(font, set()).update(map(ord, text))
    assert len(drawn) > 5
    for font, text in drawn.items():
        missing = (text & has(fonts.KATEX / whole[font])) - cut.get(font, set())
        assert not missing, f"{font}: {''.join(map(chr, sorted(missing)))}"


def test_tables_do_not_jump_while_their_rows_arrive(browser):
    """Those near the top of their page: what moves below the screen is no shift."""
    high = []
    for path in PAGES:
        text = (BOOK / path).read_text("utf8")
        if 0 < text.find("<table") - text.find("<article") < 40_000:
            high.append(path)
    assert {"chapters/notation.html", "chapters/theorems.html"} <= set(high)
    for path in high:
        with (
            serve(BOOK, drip=0.05) as server,
            new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, _)):
            page.add_init_script(SHIFTS)
            page.goto(server.url + path)
            assert page.locator("table").first.evaluate("table => getComputedStyle(table).visibility") == "visible"
            shifts = page.evaluate("shifts")
        assert sum(shift[0] for shift in shifts) <= 0.02, f"{path}: {shifts}"


def test_pictures_with_fewer_colours_look_the_same():
    """Each picture of the notebooks, as stored and as the pages show it."""
    stored = {}
    for path in (ROOT / "chapters").glob("*.ipynb"):
        for cell in json.loads(path.read_text("utf8"))["cells"]:
            for output in cell.get("outputs", []):
                if "image/png" in output.get("data", {}):
                    data = base64.b64decode(output["data"]["image/png"])
                    stored[hashlib.sha256(data).hexdigest()] = data
    shown = {path.stem: path for path in (BOOK / "_images").glob("*.png")}
    assert stored and set(stored) == set(shown)
    for name, data in stored.items():
        before, after = (
            np.array(Image.open(source).convert("RGB"), dtype=float) for source in (io.BytesIO(data), shown[name]))
        assert abs(after - before).mean() < 0.1 and abs(after - before).max() < 80, name  # of 255
        assert shown[name].stat().st_size < 0.5 * len(data)
