"""The book on paper: a printed page, and the PDF of the whole book."""

import ctypes
import re
import sys
from html import unescape
from pathlib import Path

import numpy as np
import pypdfium2
from pypdfium2 import raw
from support.browser import SETTLED, new_page
from support.driving import BOOK, Driver

from oco_live import phrasing
from oco_live.exercises import NAMES as EXERCISES
from oco_live.explorer import NAMES, get
from oco_live.questions import NAMES as QUESTIONS

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools")]

import pdf  # noqa: E402

#: The texts between the formulas, of each box that a selector finds.
WORDS = """(selector) => [...document.querySelectorAll(selector)].map((box) => {
  const copy = box.cloneNode(true);
  for (const gone of copy.querySelectorAll('.katex, .admonition-title, pre, button')) gone.replaceWith('|');
  return copy.textContent.split('|');
})"""
PAGE = "chapters/online_gradient_descent.html"


def plain(text):
    """Letters and digits alone: a printed line breaks and joins signs in its own way."""
    return re.sub(r"[^A-Za-z0-9]", "", text)


def texts(document):
    return [page.get_textpage().get_text_range() for page in document]


def filled_bars(sheet):
    """Of each bar that stands left of a cell's code, whether something is written beside it: no cell is begun at the
    foot of a page, with all its code on the next one."""
    red, green, blue = np.moveaxis(np.asarray(sheet.render(scale=1).to_pil().convert("RGB")).astype(int), 2, 0)
    line = (green > red + 60) & (green > blue + 60)
    bar, dark = line.any(axis=1), (~line & (red + green + blue < 3 * 128)).any(axis=1)
    for rows in np.split(np.arange(len(bar)), np.flatnonzero(np.diff(bar)) + 1):
        if bar[rows[0]] and len(rows) > 10:
            yield dark[rows].any()


def test_a_printed_page_shows_the_default_state_in_light_colours(browser, book):
    with new_page(browser, thrifty=True, color_scheme="dark", reduced_motion="reduce") as (page, notes):
        ogd = Driver(page, "ogd").open(book.url + PAGE)
        start = phrasing.plain(ogd.frame()["headline"])
        at_first = page.evaluate(
            """() => [...document.querySelectorAll('[data-explorer="ogd"] [data-series] path')]
              .map((path) => path.getAttribute('d'))"""
        )
        moved = phrasing.plain(ogd.painted(lambda: ogd.press("eta", "ArrowRight", 3))["headline"])
        assert moved != start
        curves = (
            """() => [...document.querySelectorAll('[data-explorer="ogd"] [data-series] path')]
              .map((path) => path.getAttribute('d'))""")
        ogd.figure.locator(".oco-keep").click()
        on_screen = page.evaluate(curves)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate(curves) == at_first != on_screen  # with the axes of the start, too
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate(curves) == on_screen
        solution = page.locator(".solution.dropdown").first
        solution.locator("button.toggle-button").click()
        opened = max(page.evaluate(WORDS, ".solution.dropdown")[0], key=len)
        page.wait_for_function(
            "document.documentElement.classList.contains('oco-settled')")  # what is far is skipped from now on
        page.evaluate(SETTLED)
        document = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True))
        words = " ".join(texts(document))
        printed = plain(words)
        assert "Setting: random signs" in words
        assert plain(start) in printed and plain(moved) not in printed
        assert (
            len(plain(opened)) > 20 and plain(opened)[:40] in printed)  # this solution was opened, the others were not
        assert printed.count("SolutiontoExercise") == 1
        assert not any(word in printed for word in ("playtherounds", "copylink", "savePNG", "Examples"))
        assert [i for i, sheet in enumerate(document, 1) if not all(filled_bars(sheet))] == []
        for number in (0, len(document) // 2):  # dark letters on white paper, though the screen is dark
            image = document[number].render(scale=1).to_pil().convert("L")
            shades = image.histogram()
            assert sum(shades[200:]) > 0.7 * sum(shades) and sum(shades[:100]) > 0
        assert ogd.figure.locator(".oco-headline").inner_text() == moved  # the screen is as it was
        assert page.locator("html").get_attribute("data-theme") == "dark"
        assert notes.all() == []


def test_the_pdf_is_made_of_every_chapter_with_every_explorer_in_its_default_state(browser):
    """The whole book, as the document that is printed."""
    with pdf.assembled(browser, pdf.pages()) as page:
        text = plain(page.locator("main").text_content())
        found = page.evaluate("""() => ({
          ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
          links: [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
          explorers: [...document.querySelectorAll('.oco-explorer')].map((figure) => figure.dataset.explorer),
          controls: document.querySelectorAll(
            'main :is(button:not([data-mark]), input, select, textarea, script)').length,
          exercises: document.querySelectorAll('main .oco-exercise').length,
          questions: document.querySelectorAll('main .oco-predict .oco-pq-text').length,
          folded: document.querySelectorAll('#folded > div > .admonition').length,
          left: document.querySelectorAll('main .dropdown').length,
          contents: [...document.querySelectorAll('.oco-contents > ol > li > a')].map((link) => link.textContent),
        })""")
    assert len(found["ids"]) == len(set(found["ids"]))
    inside = [link[1:] for link in found["links"] if link.startswith("#")]
    assert len(inside) > 1000 and set(inside) <= set(found["ids"])
    assert all(re.match("#|https?://", link) and "127.0.0.1" not in link for link in found["links"])
    assert found["controls"] == 0 and set(found["explorers"]) == set(NAMES)
    assert found["exercises"] == len(EXERCISES)  # each with its statement and room to write
    assert found["questions"] == len(QUESTIONS)
    assert found["folded"] > len(QUESTIONS) + 60 and found["left"] == 0  # solutions and answers
    titles = []
    for path in pdf.pages():
        source = (BOOK / path).read_text("utf8")
        titles.append(plain(re.sub("<[^>]*>", "", re.search(r"<h1>(.*?)<a", source)[1])))
        headlines = re.findall(r'<output role="status" class="oco-headline[^"]*">(.*?)</output>', source, re.S)
        assert len(headlines) == source.count('<figure class="oco-explorer"')
        for words in headlines:
            assert plain(unescape(re.sub("<[^>]*>", "", words))) in text, path
    assert [plain(entry) for entry in found["contents"]] == [*titles, "Solutionsandanswers"]


def test_a_part_of_the_book_as_pdf(browser, tmp_path):
    """What printing itself does, on a part that takes seconds: numbers, bookmarks, links, no blank page."""
    path = tmp_path / "part.pdf"
    files = ["index.html", "chapters/spam_filter.html", "chapters/notation.html"]
    with pdf.assembled(browser, files) as page:
        pdf.print_to(path, page)
        answers = [max(texts, key=len) for texts in page.evaluate(WORDS, "#folded .admonition")]
    document = pypdfium2.PdfDocument(path)
    pages = texts(document)
    assert 20 < len(pages) < 100
    for number, text in enumerate(pages, 1):
        assert str(number) in (text.split()[0], text.split()[-1]), f"page {number}"
        assert len(text.split()) > 5, f"page {number} holds only {text!r}"
        image = document[number - 1].render(scale=0.3).to_pil().convert("L")
        assert image.getextrema()[0] < 160, f"page {number} looks blank"
    printed = plain(" ".join(pages))
    for name in ("ogd", "spam"):
        words = plain(phrasing.plain(get(name).frame().headline))
        assert words in printed, [printed[at.start():][:120] for at in re.finditer(words[:6], printed)]
    assert len(answers) > 5 and all(plain(answer)[:30] in printed for answer in answers)
    marks = [(entry.level, entry.get_title(), entry.get_dest().get_index()) for entry in document.get_toc()]
    assert [title for level, title, _ in marks if level == 0] == [
        "Contents",
        "Online convex optimization, live",
        "8. A spam filter that learns online",
        "Notation and translation",
        "Solutions and answers",
    ]
    places = [place for _, _, place in marks]
    assert places == sorted(places)
    inside = 0
    for page in document:
        position, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(page, position, link):
            if raw.FPDFLink_GetDest(document, link):
                inside += 1
                continue
            action = raw.FPDFLink_GetAction(link)
            buffer = ctypes.create_string_buffer(raw.FPDFAction_GetURIPath(document, action, None, 0))
            raw.FPDFAction_GetURIPath(document, action, buffer, len(buffer))
            assert buffer.value.startswith((b"http://", b"https://")) and b"127.0.0.1" not in buffer.value, buffer.value
    assert inside > 50
    document.close()
