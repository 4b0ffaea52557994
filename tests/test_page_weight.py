"""What a page is made of: formulas in the right fonts, no rule that is missed, and text that does not jump."""

import base64
import gzip
import hashlib
import io
import json
import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from support.browser import new_page, serve

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import fonts, mathematics, pictures, styles  # noqa: E402

from oco_live.explorer import NAMES, get  # noqa: E402

BOOK = ROOT / "_build" / "html"
PAGES = sorted(path.relative_to(BOOK).as_posix() for path in [*BOOK.glob("index.html"), *BOOK.glob("chapters/*.html")])
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) shifts.push([entry.value, ...entry.sources.map((s) => s.node?.textContent?.slice(0, 40))]);
  }
}).observe({ type: 'layout-shift', buffered: true });"""
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


def faces(css):
    """font -> its source, of the @font-face rules of a stylesheet."""
    return {" ".join(fonts._font(rule).values()): re.search(r"url\(([^()]+)\)", rule)[1]
            for rule in re.findall(r"@font-face\{([^{}]*)\}", css)}


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
    """path -> (layout shifts, files asked for, font -> characters drawn with it, notes), each page once to its end; the
    files come late, one after the other."""
    width, height = request.param
    found = {}
    for path in PAGES:
        with serve(BOOK, latency=0.03) as server, new_page(browser, viewport={"width": width, "height": height}) as (page, notes):
            page.add_init_script(SHIFTS + STARTS)
            asked = set()
            page.on("request", lambda request: asked.add(unquote(urlsplit(request.url).path).lstrip("/")))
            page.goto(server.url + path)
            page.wait_for_load_state("networkidle")
            for figure in page.locator(".oco-explorer").all():
                figure.scroll_into_view_if_needed()
                page.wait_for_timeout(200)
            page.wait_for_function("Object.values(window.ocoExplorers ?? {}).every(({ python, sweeps, view }) =>"
                                   " python.state === 'ready' && sweeps[view.current.params.stream]?.axes)")
            found[path] = page.evaluate("shifts"), asked, page.evaluate(DRAWN), notes.all()
    return found


def test_nothing_goes_wrong_or_jumps_while_a_page_loads(visits):
    for path, (shifts, _, _, notes) in visits.items():
        assert sum(shift[0] for shift in shifts) <= 0.02, f"{path}: {shifts}"
        assert notes == [], path


def test_nothing_is_heavy(visits):
    """At most 500 kB before Python, of which 75 are script."""
    for path, (_, asked, _, _) in visits.items():
        script = {name for name in asked if name.endswith(".js") and name.split("/")[1] not in NAMES}
        assert len(asked) > 5 and kilobytes(asked) <= 500 and 20 < kilobytes(script) <= 75, (path, kilobytes(asked), kilobytes(script))


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
        with serve(BOOK, drip=0.05) as server, new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, _):
            page.add_init_script(SHIFTS)
            page.goto(server.url + path)
            assert page.locator("table").first.evaluate("table => getComputedStyle(table).visibility") == "visible"
            shifts = page.evaluate("shifts")
        assert sum(shift[0] for shift in shifts) <= 0.02, f"{path}: {shifts}"


def test_which_font_draws_a_character():
    html = mathematics.render(r"\mathbb{R} \mathbf{B} \mathcal{C} x + \text{e} \textbf{y} \Bigl( \sum_{i=1}^n \sqrt{z} \mathrm{d}", True)
    used = fonts.characters([html])
    expected = {("KaTeX_AMS", "normal", "400"): "R", ("KaTeX_Main", "normal", "700"): "By", ("KaTeX_Math", "italic", "400"): "xinz",
                ("KaTeX_Caligraphic", "normal", "400"): "C", ("KaTeX_Size2", "normal", "400"): "(∑", ("KaTeX_Main", "normal", "400"): "+ed"}
    for font, text in expected.items():
        assert set(text) <= used[font], font
    assert "R" not in used["KaTeX_Main", "normal", "400"]


def test_fonts_lie_in_the_stylesheet_cut_to_what_is_used():
    css = fonts.stylesheet([mathematics.render(r"\mathbb{R}^d", False)])
    found = faces(css)
    assert set(found) == {"KaTeX_AMS normal 400", "KaTeX_Math italic 400"}
    assert all(url.startswith("data:font/woff2;base64,") and len(url) < 2000 for url in found.values())
    assert fonts.stylesheet([mathematics.render(r"\mathbb{R}^d", False)]) == css


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
        before, after = (np.array(Image.open(source).convert("RGB"), dtype=float) for source in (io.BytesIO(data), shown[name]))
        assert abs(after - before).mean() < 0.1 and abs(after - before).max() < 80, name  # of 255
        assert shown[name].stat().st_size < 0.5 * len(data)


def test_a_picture_that_one_can_see_through_is_left_alone(tmp_path):
    Image.new("RGBA", (40, 40), (255, 0, 0, 100)).save(tmp_path / "glass.png")
    before = (tmp_path / "glass.png").read_bytes()
    pictures.shrink(tmp_path / "glass.png")
    assert (tmp_path / "glass.png").read_bytes() == before


def test_rules_that_no_page_can_need_are_left_out():
    css = ("/*! licence */a{b:c}/* talk */.used,.unused{d:e}.unused p{f:g}p:not(.unused) .used{h:i}:is(.unused,.used) i{j:k}"
           "@media (min-width:1px){.unused{l:m}}@media print{.used,#unused{n:o}.used[data-x=\".unused\"]{p:q}}"
           "@font-face{font-family:x}@keyframes y{0%{r:s}}.used:has(>.used){--t:{}}.md\\:used{u:v}.bs-tooltip-auto{w:x}")
    assert styles.without_unused(css, {"used", "md:used"}) == (
        "/*! licence */a{b:c}.used{d:e}p:not(.unused) .used{h:i}:is(.unused,.used) i{j:k}"
        "@media print{.used{n:o}.used[data-x=\".unused\"]{p:q}}"
        "@font-face{font-family:x}@keyframes y{0%{r:s}}.used:has(>.used){--t:{}}.md\\:used{u:v}.bs-tooltip-auto{w:x}")
    with pytest.raises(ValueError, match="valid CSS"):
        styles.without_unused("a{b:c}}", set())
