"""The whole book as one PDF, by Chromium's own print of the built pages: ``python tools/pdf.py [file]``.

The pages are put together in the browser, in the order of the table of contents: each page's article, its ids made
the book's by a prefix, its links to other pages turned into links inside the document. Solutions and answers, which the
pages hide until they are asked for, stand at the end. Explorers show the state they come with.
"""

import argparse
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import yaml
from playwright.sync_api import sync_playwright

import chromium
import serve

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "_build" / "html"
FOOTER = ('<div style="width: 100%; text-align: center; font: 8pt system-ui, sans-serif; color: #59636e">'
          '<span class="pageNumber"></span></div>')

ASSEMBLE = r"""async ({ pages, title, subtitle, authors, licence }) => {
  const base = new URL(".", location.href);
  const parse = async (path) => new DOMParser().parseFromString(await (await fetch(new URL(path, base))).text(), "text/html");
  const docs = await Promise.all(pages.map(parse));
  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const prefix = (number) => `p${number}-`;
  const numberOf = new Map(pages.map((path, number) => [new URL(path, base).pathname, number]));

  const styles = new Set();
  const articles = docs.map((doc, number) => {
    const here = new URL(pages[number], base);
    for (const link of doc.querySelectorAll('link[rel="stylesheet"]')) styles.add(new URL(link.getAttribute("href"), here).href);
    const article = doc.querySelector("article");
    for (const gone of article.querySelectorAll(`script, .headerlink, .oco-controls, .oco-tools, .oco-zoom, .oco-note,
      .oco-archive, .prev-next-area, .katex-mathml, .cell.oco-holds-explorer > .cell_input`)) gone.remove();
    for (const one of article.querySelectorAll("[id]")) one.id = prefix(number) + one.id;
    for (const one of article.querySelectorAll("[for]")) one.removeAttribute("for");
    for (const one of article.querySelectorAll("[aria-labelledby], [aria-describedby]")) {
      one.removeAttribute("aria-labelledby");
      one.removeAttribute("aria-describedby");
    }
    for (const one of article.querySelectorAll("svg *")) {
      for (const { name, value } of [...one.attributes]) {
        if (name === "id") continue;
        if (value.includes("url(#")) one.setAttribute(name, value.replace("url(#", `url(#${prefix(number)}`));
        else if (/href$/.test(name) && value.startsWith("#")) one.setAttribute(name, `#${prefix(number)}${value.slice(1)}`);
      }
    }
    for (const image of article.querySelectorAll("img")) {
      image.src = new URL(image.getAttribute("src"), here).href;
      image.loading = "eager";
    }
    for (const link of article.querySelectorAll("a[href]")) {
      const target = new URL(link.getAttribute("href"), here);
      if (target.origin !== base.origin) continue;
      const page = numberOf.get(target.pathname);
      link.dataset.to = page === undefined ? "" : prefix(page) + decodeURIComponent(target.hash.slice(1));
    }
    return element("section", { id: prefix(number), className: "oco-chapter" }, ...article.childNodes);
  });

  // What the pages fold away comes last, chapter by chapter.
  const folded = element("section", { id: "folded", className: "oco-chapter" }, element("h1", {}, "Solutions and answers"));
  articles.forEach((article, number) => {
    const hidden = [...article.querySelectorAll(".dropdown")];
    if (!hidden.length) return;
    folded.append(element("h2", {}, article.querySelector("h1").textContent));
    hidden.forEach((box, i) => {
      const id = `folded-${number}-${i}`;
      box.before(element("p", { className: "oco-see" }, "→ ", element("a", { href: `#${id}` }, box.querySelector(".admonition-title").textContent)));
      box.classList.remove("dropdown"); // nothing is folded on paper
      folded.append(element("div", { id }, box));
    });
  });

  const list = element("ol", {});
  for (const part of [...articles, folded]) {
    const entry = (heading, id) => element("li", {}, element("a", { href: `#${id}` }, heading.textContent));
    const first = entry(part.querySelector("h1"), part.id);
    const sections = part === folded ? [] : [...part.querySelectorAll("h2")].filter((h) => h.closest("section").id);
    first.append(element("ol", {}, ...sections.map((h) => entry(h, h.closest("section").id))));
    list.append(first);
  }
  const front = element("section", { className: "oco-front" }, element("p", { className: "oco-book-title" }, title),
    element("p", {}, subtitle), element("p", {}, authors), element("p", { className: "oco-licence" }, licence));
  const contents = element("section", { className: "oco-contents" }, element("h1", {}, "Contents"), list);
  const book = element("main", { className: "bd-main" }, element("div", { className: "bd-content" },
    element("div", { className: "bd-article-container" }, element("article", { className: "bd-article" }, front, contents, ...articles, folded))));
  document.title = title;
  document.documentElement.lang = "en";
  document.documentElement.dataset.theme = "light";
  await Promise.all([...styles].map((href) => new Promise((done, failed) => {
    document.head.append(element("link", { rel: "stylesheet", href, onload: done, onerror: () => failed(new Error(href)) }));
  })));
  document.head.append(element("style", {}, `
    body { background: white; }
    .oco-chapter, .oco-contents { break-before: page; }
    .oco-front { padding-top: 30vh; text-align: center; }
    .oco-front .oco-book-title { font-size: 2.6rem; line-height: 1.2; color: #000; }
    .oco-front .oco-licence { margin-top: 22rem; font-size: 0.85rem; }
    .bd-main .bd-content .bd-article h1:first-of-type { display: block; }
    .bd-main .bd-content h1 { font-size: 2rem; margin-top: 0; }
    .oco-contents ol { list-style: none; padding-inline-start: 1.4rem; margin: 0; }
    .oco-contents > ol { padding: 0; columns: 2; column-gap: 2.5rem; }
    .oco-contents > ol > li { margin-top: 0.7rem; font-weight: 600; }
    .oco-contents > ol ol { font-weight: 400; font-size: 0.85em; line-height: 1.45; }
    :is(h1, h2, h3, h4) { white-space: pre-wrap; } /* else bookmarks lose the space at which a heading is broken */
    .oco-contents a { color: inherit; text-decoration: none; }
    .oco-see { font-size: 0.9rem; }
  `));
  document.body.replaceChildren(book);
  const without = [];
  for (const link of document.querySelectorAll("[data-to]")) {
    const to = link.dataset.to;
    if (to && document.getElementById(to)) link.setAttribute("href", `#${to}`);
    else { // a file, or a state of an explorer: only its words
      if (to && !to.includes("?")) without.push(to);
      link.replaceWith(...link.childNodes);
    }
  }
  for (const link of document.querySelectorAll('a[href^="#"]')) if (!document.getElementById(link.getAttribute("href").slice(1))) without.push(link.href);
  await Promise.all([...document.fonts].map((font) => font.load()));
  await Promise.all([...document.images].map((image) => image.decode()));
  return without;
}"""


def pages() -> list[str]:
    """The built pages in the order of the table of contents."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf8"))
    files = [toc["root"], *(chapter["file"] for part in toc["parts"] for chapter in part["chapters"])]
    return [f"{name}.html" for name in files]


@contextmanager
def assembled(browser, files: list[str], book: Path = BOOK):
    """A page of this browser that shows these pages of a built book as one document.

    Raises RuntimeError if a link between them leads nowhere; links to other pages are words only.
    """
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf8"))
    words = {"title": config["title"], "authors": config["author"], "licence": "Text: CC BY 4.0. Code: MIT.",
             "subtitle": "The book on paper: every explorer in the state it starts with"}
    with serve.server(book, 0) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        page = browser.new_page(service_workers="block")
        page.route("**/the-book.html", lambda route: route.fulfill(body="<!DOCTYPE html>", content_type="text/html"))
        page.goto(f"http://127.0.0.1:{http.server_address[1]}/the-book.html")
        without = page.evaluate(ASSEMBLE, {"pages": files} | words)
        if without:
            raise RuntimeError(f"Links that lead nowhere: {', '.join(without)}")
        yield page
        page.close()
        http.shutdown()


def print_to(target: Path, page) -> None:
    """Print what a page shows, with a number on each sheet; headings become bookmarks, which needs the tags of the text."""
    page.pdf(path=target, prefer_css_page_size=True, print_background=True, outline=True, tagged=True,
             display_header_footer=True, header_template="<span></span>", footer_template=FOOTER)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("target", nargs="?", type=Path, default=ROOT / "_build" / "oco.pdf")
    args = parser.parse_args()
    if not (BOOK / "index.html").is_file():
        sys.exit(f"{BOOK} holds no built book; run: make build")
    start = time.monotonic()
    args.target.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        with assembled(browser, pages()) as page:
            print_to(args.target, page)
        browser.close()
    print(f"Printed {args.target} ({args.target.stat().st_size / 1e6:.1f} MB) in {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()
