"""Finding one's way in the built book: search leads to the theorem, and an address that does not exist leads on."""

import json
import re
import sys
import unicodedata
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from docutils import nodes
from support.browser import new_page
from support.server import serve

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "_build" / "html"
sys.path[:0] = [str(ROOT / "_ext")]

from oco_book import passages  # noqa: E402

DESK = {"width": 1280, "height": 900}

#: What is typed, and what one of the first three results leads to.
QUERIES = {
    "T13": "chapters/online_to_batch.html#T13",
    "t1": "chapters/online_gradient_descent.html#T1",
    "perceptron mistake bound": "chapters/hinge_and_perceptron.html#T8",
    "mistakes on any sequence": "chapters/hinge_and_perceptron.html#T9",
    "E14": "chapters/errata.html#e14-a-kernel-perceptron-that-stores-what-it-got-right",
    "zinkevich": "chapters/online_gradient_descent.html#sources",
    "A6": "chapters/kernels.html#A6",
    "support vectors": "chapters/kernels.html#T28",
    "kernel_perceptron": "chapters/api.html#oco_core.bounds.kernel_perceptron",
    "hinge loss": "chapters/sequential_protocol.html#protocol-hinge",
}
RESULTS = "(query) => ocoFound(query).reverse().map(([page, , anchor]) => `${page}.html${anchor}`)"


def passages_of_the_book():
    path, = (BOOK / "_oco").glob("passages-*.js")
    return json.loads(path.read_text("utf8").strip().removeprefix("ocoPassages(").removesuffix(");"))


def boxes():
    """(page#id, title) of every theorem, lemma, definition, algorithm ... with a name, from the pages themselves."""
    for path in sorted(BOOK.glob("chapters/*.html")):
        for box in re.finditer(
            r'<div class="proof (?!proof)[\w -]+ admonition" id="([^"]+)">\s*(?:<span[^>]*></span>)*\s*<p '
            r'class="admonition-title"[^>]*>(.*?)</p>',
            path.read_text("utf8"), re.S):
            title = re.sub(r'<span class="caption-number">.*?</span>', "", box[2])
            yield f"chapters/{path.name}#{box[1]}", title


def plain(title):
    """A title without its formulas, as one types it; None if it has some."""
    return (
        None if 'class="math' in title
        else re.sub(r"<[^<>]*>", "", title).strip().removeprefix("(").removesuffix(")").replace("&amp;", "&"))


def searched(page, query):
    """Type it into the search field of the page that is open; the addresses of the results, first one first."""
    field = page.locator(".bd-search-container form.bd-search input")
    field.fill(query)
    with page.expect_navigation():
        field.press("Enter")
    page.wait_for_function("document.querySelector('.search-summary')?.textContent.length > 0")
    return page.eval_on_selector_all("#search-results li > a", "links => links.map((link) => link.href)")


def test_search_leads_to_the_place(browser):
    """Under a prefix, with every other host cut off: each box by its name, and what readers may type."""
    with serve(BOOK, prefix="/some/book/") as server, new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.goto(server.url + "search.html?q=T13")
        page.wait_for_selector("#search-results li > a")
        assert page.locator("#search-results li > a").first.get_attribute("href") == QUERIES["T13"]
        assert (
            "theorem, in From sequential to statistical risk" in page.locator("#search-results li").first.inner_text())
        for query, wanted in QUERIES.items():
            found = page.evaluate(RESULTS, query)
            assert wanted in found[:5], f"{query}: {found[:5]}"
            assert len(found) == len(set(found))
        named = {place: title for place, title in ((p, plain(t)) for p, t in boxes()) if title}
        assert len(named) > 100 and {"T8", "T13", "A1", "D15"} <= {title.partition(".")[0] for title in named.values()}
        missed = {
            title: found[:2] for place, title in named.items()
            if place not in (found := page.evaluate(RESULTS, title))[:2]}
        assert not missed
        assert page.evaluate(RESULTS, "qqqq") == page.evaluate(RESULTS, "the") == page.evaluate(RESULTS, "") == []
        found = searched(page, "perceptron mistake bound")
        assert found[0].startswith(server.url + "chapters/hinge_and_perceptron.html#T")
        assert not any(urlsplit(link).fragment == "" for link in found[:3])
        assert not notes.all()
        page.locator("#search-results li > a").first.click()
        page.wait_for_url("**/hinge_and_perceptron.html*#T*")
        page.wait_for_function(
            "(y => y >= 0 && y < innerHeight)(document.querySelector(':target')?.getBoundingClientRect().y)")
        assert not notes.foreign and not notes.errors


#: What readers may type, in any script, with any sign, and what every JavaScript object has.
HOSTILE = [
    "constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf", "__defineGetter__",
    "prototype", "null", "undefined", "length", "пример", "градиентный спуск", "学習", "学", "オンライン学習", "온라인 학습",
    "ऑनलाइन सीखना", "تعلم", "למידה", "η", "μέγιστο", "İstanbul", "ß", "🙂", "👩‍🔬", "e\u0301", "\u0301", "\ud800",
    "\u0000", "\u200f", "'", '"', '"regret bound"', "<img src=x onerror=alert(1)>", "</script>", "&amp;", "\\", "[",
    "(", "*", "+", ".*", "$&", "?", "!!!", "—", " ", "%", "%zz", "#", "-regret", "a" * 3000, "regret " * 300,
    "T1" * 500, "constructor regret", "__proto__ constructor", "1", "0.5", "²"]

#: The words of the index of Sphinx and of ours; the answer to one of them, as the search page has it.
ANSWERS = """(query) => {
  const [, ...terms] = Search._parseQuery(query.normalize("NFC"));
  const found = Search._performSearch(query, ...terms);
  return found.map(([page, title, anchor, , score]) => [page, typeof title, typeof anchor, Number.isFinite(score)]);
}"""


def test_any_word_of_any_language_can_be_searched_for(browser):
    """No exception, no result that leads nowhere, and a word to the reader."""
    with serve(BOOK) as server, new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.goto(server.url + "search.html?q=constructor")
        said = page.locator(".search-summary")
        page.wait_for_function("document.querySelector('.search-summary')?.textContent.length > 0")
        assert "did not match" in said.inner_text()
        for query in HOSTILE:
            for name, title, anchor, score in page.evaluate(ANSWERS, query):
                assert (BOOK / f"{name}.html").is_file() and (title, anchor, score) == ("string", "string", True), query
        for query in ("__proto__", "<img src=x onerror=alert(1)>", "!!!", "学習", "a" * 3000):
            searched(page, query)
            assert page.locator("#search-results img").count() == 0
            assert page.locator(".bd-search-container input[type=search]").input_value() == query
        assert not notes.all()


def test_every_word_of_the_book_is_found_however_it_is_typed(browser):
    """Every word that is not plain Latin, with its accents, without, and with the accents as signs of their own;
    capitals, too."""
    text = " ".join(p[2] for p in passages_of_the_book()["passages"]) + (BOOK / "chapters" / "notation.html").read_text(
        "utf8")
    strange = sorted(
        {word for word in re.findall(r"[^\W\d_]{2,}", re.sub(r"<[^<>]*>", " ", text)) if not word.isascii()})
    assert len(strange) > 50 and any("ё" in word for word in strange)
    with serve(BOOK) as server, new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.goto(server.url + "search.html?q=regret")
        page.wait_for_selector("#search-results li > a")
        for word in strange:
            wanted = set(page.evaluate(RESULTS, word))
            assert wanted, word
            bare = "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))
            for typed in (bare, unicodedata.normalize("NFD", word), word.upper()):
                assert wanted == set(page.evaluate(RESULTS, typed)), (word, typed)
        assert not notes.all()


def test_search_works_from_a_file(browser):
    with new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.goto((BOOK / "search.html").as_uri())
        found = searched(page, "E14")
        assert (BOOK / "chapters" / "errata.html").as_uri() + "#" + QUERIES["E14"].partition("#")[2] in found[:2]
        assert any(not urlsplit(link).fragment for link in searched(page, "projection")), "Sphinx's own results"
        assert not notes.all()


@pytest.mark.parametrize("prefix", ["/", "/some/book/"])
def test_an_address_that_is_not_there_leads_on(browser, prefix):
    """At any depth, below any prefix: styled, every link and the search lead into the book."""
    with (
        serve(BOOK, prefix=prefix, missing="404.html") as server,
        new_page(browser, thrifty=True, viewport=DESK) as (page, notes)):
        for address in ("nothing.html", "chapters/nothing.html", "a/b/c/d/", "chapters/kernels/"):
            answer = page.goto(server.url + address)
            assert answer.status == 404
            assert (
                page.title().startswith("No such page") and page.locator("h1").inner_text() == "There is no such page")
            links = page.eval_on_selector_all("a[href], link[href]", "all => all.map((e) => e.href)")
            for link in links:
                parts = urlsplit(link)
                if parts.hostname != "127.0.0.1":
                    continue
                if parts.fragment:
                    assert parts.path == urlsplit(server.url + address).path, f"{link} leaves the page"
                    continue
                file = BOOK / unquote(parts.path).removeprefix(prefix)
                assert parts.path.startswith(prefix) and (file.is_file() or (file / "index.html").is_file()), (
                    f"{address}: {link}")
            assert sum("/chapters/" in link for link in links) > 30  # in the sidebar and in the text
            assert (
                page.evaluate("getComputedStyle(document.querySelector('.bd-sidebar-primary')).display") != "inline"
            ), "no style"
        # Chromium reads ahead before the page knows its root, so that failed requests say little; the icon is not
        # looked for below the root once it is found there.
        tried = {
            urlsplit(line.rpartition(": ")[0]).path.removesuffix("_oco/icon.svg") for line in notes.failed
            if "_oco/icon.svg" in line}
        assert tried <= {path for path in ("/", "/some/") if path != prefix and prefix.startswith(path)}
        assert not notes.foreign + notes.errors
        field = page.locator(".bd-search-container form.bd-search input")
        field.fill("T13")
        field.press("Enter")
        page.wait_for_url("**/search.html?q=T13")
        page.wait_for_selector("#search-results li > a")
        assert page.locator("#search-results li > a").first.get_attribute("href") == QUERIES["T13"]


# ---------------------------------------------------------------- the passages by themselves

def test_what_is_a_passage():
    def box(kind, ids, title, *text):
        inside = nodes.section("", *text, ids=[])
        return nodes.admonition("", nodes.title("", "", *title), inside, classes=["proof", kind], ids=ids)

    theorem = box("theorem", ["T1"], [nodes.Text(" (T1. On "), nodes.math("", r"\theta_t"), nodes.Text(")")],
                  nodes.paragraph("", "", nodes.Text("It holds for "), nodes.math("", r"\eta"), nodes.Text(".")))
    proof = nodes.admonition("", nodes.paragraph("", "By hand."), classes=["proof", "proof"], ids=["p"])
    term = nodes.definition_list(
        "",
        nodes.definition_list_item(
            "", nodes.term("", "regret", ids=["term-regret"]),
            nodes.definition("", nodes.paragraph("", "What it costs."))),
    )
    page = nodes.section(
        "", nodes.title("", "Page"), nodes.paragraph("", "First."),
        nodes.section("", nodes.title("", "Part"), theorem, proof, term, nodes.paragraph("", "Last."), ids=["part"]),
        ids=["page"])
    document = nodes.document(None, None)
    document += page
    found = [(p["anchor"], p["title"], p["kind"], " ".join(p["text"])) for p in passages.of(document)]
    assert found == [
        ("", "Page", "section", "First."), ("part", "Part", "section", "By hand. Last."),
        ("T1", "T1. On θₜ", "theorem", "It holds for  ."), ("term-regret", "regret", "term", "regret What it costs.")]


def test_words_of_a_passage():
    assert passages.words_of("Grünbaum's η_t² и ядро, a ряд 学 b хинди: हिन्दी __proto__ 7 12") == {
        "grunbaum", "η_t2", "и", "ядро", "ряд", "学", "хинди", "हनद", "__proto__", "12"}
