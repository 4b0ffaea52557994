"""Every page of the book as a whole, visited once: nothing goes wrong on it, nothing reaches out of a narrow window,
the keyboard's focus is seen, and axe-core finds nothing to complain of, by day and by night.

axe looks at every element, and of a chapter's forty thousand nearly all are pieces of formulas and of code. So
formulas are made boxes of their size, and code is left one token of each kind; what is said of them is looked at
before.
"""

import contextlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.browser import new_page, sized, themed
from support.driving import BOOK
from support.server import serve

PROOFS = ("proofs/ogd.html", "proofs/online_to_batch.html")  # two of the pages that are all made alike
PAGES = sorted(
    name for name in (path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*.html"))
    if not name.startswith(("lite/", "embed/", "proofs/")) or name in PROOFS)  # embed/: test_embed.py

#: What reaches out of a narrow window although nothing around it scrolls. A block that is painted by itself would cut
#: it off.
BEYOND = """() => {
    const width = document.documentElement.clientWidth, found = [];
    const scrolls = (e) => e && (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX) ||
      scrolls(e.parentElement));
    for (const e of document.querySelectorAll("main :not(.katex *, svg *)")) {
        const box = e.getBoundingClientRect();
        if (box.width && box.height && e.checkVisibility({ visibilityProperty: true }) && box.right > width + 1 &&
          !scrolls(e.parentElement)) found.push(e.outerHTML.slice(0, 150));
    }
    for (const base of document.querySelectorAll("main .katex .base"))
        if (base.getBoundingClientRect().right > width + 1 &&
          !scrolls(base)) found.push(base.closest(".katex").textContent.slice(0, 80));
    return document.documentElement.scrollWidth > width ? ["the page scrolls sideways", ...found] : found;
}"""

#: Displayed formulas that are cut off where nothing shows it.
CUT = """() => [...document.querySelectorAll(".math > .katex-display")].filter((e) => e.clientWidth &&
  e.scrollWidth > e.clientWidth + 1 && !getComputedStyle(e).backgroundAttachment.includes("local"))
  .map((e) => e.textContent.slice(0, 80))"""

#: On a desk each has the room that it wants, on machines, too, that set letters a hundredth wider.
WIDE = """() => [...document.querySelectorAll(".math > .katex-display")].filter((e) => {
  const letters = document.createRange();
  letters.selectNodeContents(e.querySelector(".katex-html"));
  return e.clientWidth && 1.01 * letters.getBoundingClientRect().width > e.clientWidth + 1;
}).map((e) => `${e.textContent.slice(0, 80)} in ${e.clientWidth} px`)"""

#: Tables that are not seen, but for what is folded.
HIDDEN = """() => [...document.querySelectorAll("table:not(.toggle-hidden *)")].filter((table) =>
  getComputedStyle(table).visibility !== "visible")"""

#: What looks the same with the keyboard's focus as without, one of each kind on the page.
UNSEEN = """() => {
    const look = (e) => {
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(e);
        return [outlineStyle !== "none" && outlineWidth !== "0px", boxShadow, borderColor].join();
    };
    const kinds = new Map();
    for (const e of document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']"))
        if (!e.disabled && e.checkVisibility({ visibilityProperty: true })) kinds.set([e.tagName, e.className,
          e.parentElement.className].join(), e);
    return [...kinds.values()].filter((e) => {
        document.activeElement.blur();
        const before = look(e);
        e.focus({ focusVisible: true, preventScroll: true });
        return document.activeElement === e && look(e) === before;
    }).map((e) => e.outerHTML.slice(0, 150));
}"""

#: Formulas that have not the colour of the text around them: then what axe says of the text holds for them, too.
COLOURED = """() => [...document.querySelectorAll(".math")].filter((math) => {
    const colour = getComputedStyle(math.parentElement).color;
    return [math, ...math.querySelectorAll(".katex-html *")].some((e) => getComputedStyle(e).color !== colour);
}).map((math) => math.outerHTML.slice(0, 200))"""

#: To axe a formula is no text, so that it takes a head that is one for empty: these are looked at here.
EMPTY = "() => [...document.querySelectorAll('th')].filter((head) => !head.textContent.trim()).length"

SHRINK = """() => {
    const bases = [...document.querySelectorAll(".katex .base")];
    const sizes = bases.map((base) => base.getBoundingClientRect()); // all are read before any is written
    bases.forEach((base, i) => {
        base.replaceChildren();
        Object.assign(base.style, { display: "inline-block", width: `${sizes[i].width}px`,
          height: `${sizes[i].height}px` });
    });
    for (const math of document.querySelectorAll(".katex-mathml math"))
      math.replaceChildren(math.querySelector("semantics > :first-child").textContent);
    const tokens = new Set();
    for (const token of document.querySelectorAll("pre span")) {
        if (token.childElementCount || tokens.has(token.className)) token.replaceWith(...token.childNodes);
        else tokens.add(token.className);
    }
}"""

#: Leaves of each kind one, since the same tags and classes around an element give it the same colours; of what is
#: known from other pages none.
THIN = """(known) => {
    const kinds = new Set(known), chains = new Map();
    const row = (e) => (e.localName === "tr" ? [...e.parentElement.children].indexOf(e) % 2 : ""); // stripes
    const chain = (e) => {
        if (e === document.body) return "";
        if (!chains.has(e)) chains.set(e, [chain(e.parentElement), e.localName, e.getAttribute("class"),
          e.getAttribute("style"), row(e)].join("|"));
        return chains.get(e);
    };
    const all = [...document.querySelectorAll("article *")];
    all.forEach(chain);
    for (const e of all.reverse()) { // children before their parents
        if (e.childElementCount) continue;
        if (kinds.has(chain(e))) e.remove();
        else kinds.add(chain(e));
    }
    return [...kinds];
}"""

KNOWN = {"kinds": []}

#: At what widths and by what light a page's colours are looked at: both of each on every page, all four on two.
LOOKS = ((1280, "light"), (320, "dark")), ((1280, "dark"), (320, "light"))
LARGE = (320, "200%"), (390, "150%")


def violations(page, **options):
    found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


def only(*rules):
    return {"runOnly": {"type": "rule", "values": rules}}


@pytest.fixture(scope="module")
def deep():
    """The book below a path."""
    with serve(BOOK, prefix="/some/book/") as server:
        yield server


@contextlib.contextmanager
def visited(browser, server, path, scheme):
    """A page in a narrow window, all of it as if it were on the screen, on which nothing goes wrong."""
    # 320: a desk's window at 400 %, which WCAG asks for. Where no motion is wanted, colours change at once.
    view = {"viewport": {"width": 320, "height": 900}, "color_scheme": scheme, "reduced_motion": "reduce"}
    with new_page(browser, thrifty=True, **view) as (page, notes):
        page.goto(server.url + path, wait_until="networkidle")
        assert notes.all() == []  # now: axe, too, asks for stylesheets, and takes some for another's
        page.add_style_tag(content="html, .oco-settled { --oco-far: visible !important; }")
        page.wait_for_function(f"({HIDDEN})().length === 0")  # text waits for its fonts, and a table for the last row
        yield page
        assert notes.errors == []


@pytest.mark.parametrize("path", PAGES)
def test_nothing_reaches_out_of_a_narrow_window(browser, deep, path):
    number = PAGES.index(path)
    with visited(browser, deep, path, ("light", "dark")[number % 2]) as page:
        bad = page.evaluate(BEYOND) + page.evaluate(COLOURED) + page.evaluate(CUT)
        assert page.evaluate(EMPTY) == 0
        width, letters = LARGE[number % 2]  # on a telephone whose owner has set them large
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
        sized(page, width, 900)
        bad += [f"{letters} at {width}: {one}" for one in page.evaluate(BEYOND)]
        page.evaluate("document.documentElement.style.removeProperty('font-size')")
        if page.locator(".math > .katex-display").count():
            sized(page, 1280, 900)
            bad += page.evaluate(WIDE)
        assert bad == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_as_a_whole(browser, deep, path):
    number = PAGES.index(path)
    with visited(browser, deep, path, ("light", "dark")[number % 2]) as page:
        page.evaluate(SHRINK)
        bad = violations(page, **only("scrollable-region-focusable", "target-size"))
        if number % 2:
            sized(page, 1280, 900)  # what stands beside the text in a wide window is the same on every page
        bad += page.evaluate(UNSEEN)
        bad += violations(
            page,
            rules={
                "color-contrast": {"enabled": False}, "empty-table-header": {"enabled": False},
                "target-size": {"enabled": True}},
        )
        KNOWN["kinds"] = page.evaluate(THIN, KNOWN["kinds"])
        for width, scheme in LOOKS[number % 2]:
            sized(page, width, 900)
            themed(page, scheme)
            bad += violations(page, **only("color-contrast", "link-in-text-block"))
        assert bad == []


def test_a_formula_with_all_its_pieces(browser, book):
    """Of the shortest chapter, every tenth one, with nothing taken out of it."""
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, _):
        page.goto(book.url + "chapters/sequential_protocol.html")
        assert page.evaluate("""() => [...document.querySelectorAll(".math")]
            .filter((math, i) => i % 10 === 0 || void math.replaceChildren("x")).length""") > 10
        assert (
            violations(page, rules={"color-contrast": {"enabled": False}, "empty-table-header": {"enabled": False}})
            == [])
