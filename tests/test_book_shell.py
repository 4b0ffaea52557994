"""The built book as a whole: links, assets, sizes, search, light and dark. And the Sphinx extension by itself."""

import io
import re
import shutil
import subprocess
import sys
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import unquote, urljoin, urlsplit

import numpy as np
import pytest
from docutils import nodes
from PIL import Image
from support.browser import new_page, serve, sized

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "_build" / "html"
sys.path[:0] = [str(ROOT / "_ext"), str(ROOT / "tools")]

from oco_book import explorers, mathematics, shell  # noqa: E402

#: Names of what the book does without.
UNWANTED = re.compile(r"mathjax|require(?:\.min)?\.js|requirejs|fontawesome|thebe|html-manager|embed-amd|utteranc|hypothes", re.I)


class Page(HTMLParser):
    """What a page refers to, and the ids it has."""

    def __init__(self, path: Path):
        super().__init__()
        self.path, self.ids, self.links, self.resources, self.inline = path, [], [], [], []
        self._inside = None
        self.feed(path.read_text(encoding="utf8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self._inside = tag
        if attrs.get("id"):
            self.ids.append(attrs["id"])
        if tag == "a" and "href" in attrs:
            self.links.append(attrs["href"])
        elif tag == "link" and not {"index", "search", "next", "prev", "canonical"} & set(attrs.get("rel", "").split()):
            self.resources.append(attrs["href"])
        elif tag in ("script", "img", "iframe", "source", "video", "audio", "embed", "object"):
            self.resources += [attrs[name] for name in ("src", "data") if attrs.get(name)]
            self.resources += [part.split()[0] for part in attrs.get("srcset", "").split(",") if part.strip()]
        if attrs.get("style"):
            self.resources += css_references(attrs["style"])

    def handle_data(self, data):
        if self._inside == "style":
            self.resources += css_references(data)
        elif self._inside == "script":
            self.inline.append(data)


def css_references(text: str) -> list[str]:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    found = re.findall(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))\s*\)|@import\s+["']([^"']+)["']""", text)
    return ["".join(parts) for parts in found]


@pytest.fixture(scope="module")
def book() -> Path:
    assert (BOOK / "index.html").is_file(), f"{BOOK} holds no built book: run make build (make test does)"
    return BOOK


@pytest.fixture(scope="module")
def pages(book) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(book.rglob("*.html")) if is_ours(path, book)}


def is_ours(path: Path, book: Path) -> bool:
    """Whether a file is the book's own, not JupyterLite's, which tests/site/test_lite.py runs."""
    return path.relative_to(book).parts[0] != "lite"


def target(base: Path, reference: str, book: Path) -> tuple[Path, str]:
    """File and fragment that a reference on a page or stylesheet leads to."""
    parts = urlsplit(reference)
    path = (base.parent / unquote(parts.path)).resolve() if parts.path else base
    assert path.is_relative_to(book), f"{base}: {reference} leaves the book, which may lie under any prefix"
    return (path / "index.html" if path.is_dir() else path), unquote(parts.fragment)


def is_foreign(reference: str) -> bool:
    return bool(urlsplit(reference).scheme or reference.startswith("//")) and not reference.startswith("data:")


# ---------------------------------------------------------------- the files

def test_every_internal_link_leads_somewhere(book, pages):
    broken = []
    for path, page in pages.items():
        for link in page.links:
            if is_foreign(link):
                assert urlsplit(link).scheme in ("http", "https", "mailto"), f"{path}: {link}"
                continue
            assert not link.startswith("/"), f"{path}: {link} does not work under a path prefix"
            file, fragment = target(path, link, book)
            # Fragments with a "?" are an explorer's parameters, not places on the page.
            if not file.is_file() or fragment and "?" not in fragment and file in pages and fragment not in pages[file].ids:
                broken.append(f"{path.relative_to(book)}: {link}")
    assert not broken, "\n".join(broken)


def test_every_asset_lies_in_the_book(book, pages):
    missing = []
    sources = {path: page.resources for path, page in pages.items()}
    sources |= {path: css_references(path.read_text(encoding="utf8")) for path in book.rglob("*.css") if is_ours(path, book)}
    for path, references in sources.items():
        for reference in references:
            if reference.startswith(("data:", "#")):
                continue
            assert not is_foreign(reference), f"{path.relative_to(book)} loads {reference}"
            assert not reference.startswith("/"), f"{path}: {reference} does not work under a path prefix"
            if not target(path, reference, book)[0].is_file():
                missing.append(f"{path.relative_to(book)}: {reference}")
    assert not missing, "\n".join(missing)


def test_nothing_unwanted_is_loaded_or_shipped(book, pages):
    for path, page in pages.items():
        for reference in page.resources:
            assert not UNWANTED.search(reference), f"{path}: {reference}"
    shipped = [str(path.relative_to(book)) for path in book.rglob("*") if UNWANTED.search(path.name) and is_ours(path, book)]
    assert not shipped
    theme = (book / "_static" / "styles" / "pydata-sphinx-theme.css").read_text(encoding="utf8")
    assert "@font-face" not in theme and "webfonts" not in theme


def test_ids_are_unique(pages):
    for path, page in pages.items():
        twice = {name for name in page.ids if page.ids.count(name) > 1}
        assert not twice, f"{path}: {sorted(twice)}"


def test_formulas_are_prerendered(book, pages):
    chapter = (book / "chapters" / "online_gradient_descent.html").read_text(encoding="utf8")
    assert chapter.count('class="katex"') > 50
    assert "katex-error" not in chapter
    text = re.sub(r"<(script|annotation|pre|code)\b.*?</\1>", "", chapter, flags=re.S)
    assert not re.findall(r"\\\(|\\\[|\$\$", text)
    assert re.search(r'class="eqno">\(\d', chapter)


def test_no_markup_is_left_raw(book, pages):
    """Outside code: no TeX, no role and no fence that nobody translated."""
    for path in pages:
        text = re.sub(r"<(script|style|annotation|pre|code)\b.*?</\1>", "", path.read_text(encoding="utf8"), flags=re.S)
        text = re.sub(r"<[^>]+>", "", text)
        assert not re.findall(r"\$\$.{0,40}|\{(?:prf:)?(?:ref|doc|cite|eq)\}|:::|\\(?:begin|frac|mathbb|lVert)", text), path


def test_view_only_where_an_explorer_is(pages):
    found = {path.name: any("/view-" in name for name in page.resources) for path, page in pages.items()}
    assert found["index.html"] and found["online_gradient_descent.html"] and not found["search.html"]


def test_placeholders_became_figures(book):
    for name in ("index.html", "chapters/online_gradient_descent.html"):
        text = (book / name).read_text(encoding="utf8")
        assert 'class="oco-explorer"' in text
        assert explorers.PLACEHOLDER not in text


def test_notebooks_can_be_downloaded(book, pages):
    page = pages[book / "chapters" / "online_gradient_descent.html"]
    assert "../_sources/chapters/online_gradient_descent.ipynb" in page.links


def test_licences_are_named(book, pages):
    for path, page in pages.items():
        assert "https://creativecommons.org/licenses/by/4.0/" in page.links, path
    assert (book / "_oco" / "katex" / "LICENSE").is_file()


# ---------------------------------------------------------------- in a browser

def test_no_width_makes_a_page_scroll_sideways(book, browser):
    with serve(book) as server, new_page(browser, thrifty=True) as (page, _):
        for name in ("index.html", "chapters/online_gradient_descent.html"):
            page.goto(server.url + name)
            for width in (320, 390, 1024, 1280, 1920):
                sized(page, width, 900)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} scrolls sideways at {width}"
                box = page.locator(".oco-explorer").first.bounding_box()
                assert box["x"] >= 0 and box["x"] + box["width"] <= width
                if width >= 1280:
                    assert box["width"] >= 900


def test_search_finds_a_word_of_the_chapter(book, browser):
    with serve(book, prefix="/book/") as server, new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, notes):
        page.goto(server.url + "index.html")
        page.keyboard.press("Control+k")
        field = page.locator("#pst-search-dialog input[type=search]")
        field.fill("projection")
        field.press("Enter")
        page.wait_for_url("**/search.html?q=projection")
        result = page.locator("#search-results a[href*=online_gradient_descent]").first
        result.wait_for()
        page.wait_for_function("document.querySelector('#search-results .context')")
        assert "\\" not in page.locator("#search-results").inner_text(), "sources of formulas among the results"
        result.click()
        page.wait_for_url("**/chapters/online_gradient_descent.html**")
        # Leaving a page breaks off what it was still fetching, so failed requests say nothing here.
        assert not notes.console + notes.errors + notes.foreign


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colour_follows_the_system_until_the_reader_chooses(book, browser, scheme):
    with serve(book) as server, new_page(browser, thrifty=True, color_scheme=scheme, viewport={"width": 1280, "height": 900}) as (page, _):
        page.goto(server.url + "index.html")
        theme = "document.documentElement.dataset.theme"
        assert page.evaluate(theme) == scheme
        button = page.locator(".article-header-buttons .theme-switch-button")
        for _ in range(3):
            if page.evaluate(theme) != scheme:
                break
            button.click()
        other = page.evaluate(theme)
        assert other != scheme
        page.reload()
        assert page.evaluate(theme) == other


def test_pictures_follow_light_and_dark(book, browser):
    """Matplotlib draws on white. In the dark a picture is dark, its text and lines bright; in the light and on paper it is as stored."""
    def seen(picture):
        pixels = np.asarray(Image.open(io.BytesIO(picture.screenshot())).convert("L")) / 255
        return pixels.mean(), pixels.min(), pixels.max()

    with serve(book) as server, new_page(browser, thrifty=True, color_scheme="dark", viewport={"width": 1280, "height": 900}) as (page, _):
        page.goto(server.url + "chapters/spam_filter.html")
        pictures = page.locator(".bd-content .cell_output img").all()
        assert len(pictures) == 3  # two PNG, and the SVG that stands for a widget
        for picture in pictures:
            picture.scroll_into_view_if_needed()
            mean, _, brightest = seen(picture)
            assert mean < 0.3 and brightest > 0.85
        words = page.locator(".bd-content .cell_output .text_html:has(> img) > p")  # beside the still, on the page's ground
        assert words.evaluate("p => getComputedStyle(p).color") == page.locator(".bd-article p").first.evaluate("p => getComputedStyle(p).color")
        for media, theme in (("print", "dark"), ("screen", "light")):
            page.emulate_media(media=media)
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            for picture in pictures:
                assert "invert" not in picture.evaluate("e => getComputedStyle(e).filter"), (media, theme)
        for picture in pictures:
            mean, darkest, _ = seen(picture)
            assert mean > 0.8 and darkest < 0.2


def test_every_icon_is_drawn(book, browser):
    """Each icon of the page has a shape: its class is one that book.css knows."""
    script = """() => [...document.querySelectorAll("i, span.fa-solid, .admonition-title")].map(element => {
        const pseudo = element.matches(".admonition-title") ? "::after" : null, style = getComputedStyle(element, pseudo);
        return [element.className, style.content !== "none" && style.maskImage];
    })"""
    with serve(book) as server, new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, _):
        for name in ("index.html", "chapters/online_gradient_descent.html", "search.html"):
            page.goto(server.url + name)
            found = page.evaluate(script)
            assert found
            for classes, mask in found:
                assert mask is False or mask.startswith("url("), f"{name}: no shape for {classes!r}"


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours "rgb(r, g, b)"."""
    def luminance(colour):
        channels = np.array([int(part) for part in re.findall(r"\d+", colour)[:3]]) / 255
        return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_has_a_ring_while_the_keys_read_it(book, browser, scheme):
    """The field that takes the keys is invisible: the ring is around the picture."""
    ring = """(picture) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(picture), { backgroundColor } = getComputedStyle(picture.closest(".oco-explorer"));
        return [outlineStyle, outlineWidth, outlineColor, backgroundColor];
    }"""
    with serve(book) as server, new_page(browser, thrifty=True, color_scheme=scheme, viewport={"width": 1280, "height": 900}) as (page, _):
        page.goto(server.url + "index.html")
        picture = page.locator(".oco-reader + svg").first
        assert picture.evaluate(ring)[0] == "none"
        page.locator(".oco-explorer .oco-tools button[tabindex='0']").first.focus()
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.oco-reader')"):
                break
        style, width, colour, back = page.locator(".oco-reader:focus + svg").evaluate(ring)
        assert (style, width) == ("solid", "3px")
        assert contrast(colour, back) >= 3  # WCAG 1.4.11


# ---------------------------------------------------------------- the extension by itself

def test_placeholder_round_trip():
    params = {"eta": 0.5, "stream": 'a "b" <c> & d', "U": 1}
    text = explorers.placeholder("ogd", params, "<p>sentence</p>")
    assert explorers.parse(text) == ("ogd", params)
    assert explorers.parse("<p>nothing here</p>") is None
    single = """<div class="x oco-explorer-placeholder" data-params='{"eta": 0.5}' data-explorer="ogd">…</div>"""
    assert explorers.parse(single) == ("ogd", {"eta": 0.5})
    with pytest.raises(ValueError):
        explorers.parse(single.replace("0.5}", ""))


def test_a_wrong_formula_is_an_error():
    assert 'class="katex"' in mathematics.render(r"\sqrt{x}", False)
    assert "katex-display" in mathematics.render(r"\sqrt{x}", True)
    for wrong in (r"\undefined", r"\frac{1}", "x^2^3", "é"):
        with pytest.raises(mathematics.FormulaError):
            mathematics.render(wrong, False)


def test_katex_stylesheet_and_script_are_of_one_version():
    script = mathematics.find_katex().read_text(encoding="utf8")
    style = (shell.FILES / "katex" / "katex.min.css").read_text(encoding="utf8")
    assert re.search(r'version:"([\d.]+)"', script)[1] == re.search(r'katex-version:after\{content:"([\d.]+)"', style)[1]


def test_punctuation_stays_with_its_formula():
    paragraph = nodes.paragraph("", "", nodes.Text("If ("), nodes.math("", "x"), nodes.Text("), then "), nodes.math("", "y"))
    document = nodes.document(None, None)
    document += paragraph
    mathematics.keep_punctuation(None, document, "page")
    assert paragraph.astext() == "If (x), then y"
    (tied,) = paragraph.findall(nodes.inline)
    assert tied.astext() == "(x),"


def test_theme_stylesheet_without_icons():
    css = ('a{b:c}@font-face{font-family:Font Awesome\\ 6 Free;src:url(x.woff2)}.fa-sun:before,.fa-moon{--fa:"x"}'
           ".bd .fa-sun{color:red}d{e:f}")
    assert shell.without_icons(css) == "a{b:c}.bd .fa-sun{color:red}d{e:f}"


def _build(tmp_path, text, configured=lambda config: config):
    """Build a book of one page with the book's own configuration, changed by a function; (return code, what it said)."""
    source = tmp_path / "a book"  # with a space
    source.mkdir()
    shutil.copy(ROOT / "references.bib", source)
    (source / "_config.yml").write_text(configured((ROOT / "_config.yml").read_text("utf8")), "utf8")
    (source / "_ext").symlink_to(ROOT / "_ext")
    (source / "_toc.yml").write_text("format: jb-book\nroot: index\n")
    (source / "index.md").write_text(text, encoding="utf8")
    done = subprocess.run([sys.executable, ROOT / "tools" / "build.py", "--source", source, "--output", source],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


GOOD = r"""# A page with $\eta$

The regret {eq}`regret` in {prf:ref}`T3`, for {prf:ref}`A1`; see {cite:t}`zinkevich_2003` and {ref}`solution <answer>`.

$$
R_T = \sum_{t=1}^T \ell_t(w_t)
$$ (regret)

```{prf:theorem} Bound
:label: T3
$R_T \le 1$.
```

```{prf:proof}
By hand.
```

```{prf:proof}
By machine.
```

```{prf:algorithm} OGD
:label: A1
$w_{t+1} = w_t$
```

```{exercise}
:label: question
Why?
```

```{solution} question
:label: answer
:class: dropdown
Because.
```

```{bibliography}
```
"""


def test_all_environments_build_without_a_warning(tmp_path):
    code, said = _build(tmp_path, GOOD)
    assert code == 0, said
    page = Page(tmp_path / "a book" / "_build" / "html" / "index.html")
    assert len(page.ids) == len(set(page.ids))


def test_a_wrong_formula_stops_the_build(tmp_path):
    code, said = _build(tmp_path, GOOD + "\n\nAnd $\\nonsense$.\n")
    assert code != 0
    assert r"\nonsense" in said and "index.md" in said


# ---------------------------------------------------------------- the server of make book

def test_server_knows_the_types_and_finds_a_port(tmp_path):
    import threading

    from serve import server

    types = {"a.wasm": "application/wasm", "a.mjs": "text/javascript; charset=utf-8", "a.js": "text/javascript; charset=utf-8",
             "a.svg": "image/svg+xml", "a.json": "application/json", "index.html": "text/html; charset=utf-8"}
    for name in types:
        (tmp_path / name).write_text("{}")
    with server(tmp_path, 0) as first, server(tmp_path, first.server_address[1]) as second:
        ports = [http.server_address[1] for http in (first, second)]
        assert ports[0] != ports[1]
        threading.Thread(target=second.serve_forever, daemon=True).start()
        for name, expected in types.items():
            with urllib.request.urlopen(urljoin(f"http://127.0.0.1:{ports[1]}/", name)) as answer:
                assert answer.headers["Content-Type"] == expected
        with pytest.raises(HTTPError):
            urllib.request.urlopen(f"http://127.0.0.1:{ports[1]}/missing")
        second.shutdown()
