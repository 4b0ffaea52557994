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

import chromium
import serve
import yaml
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "_build" / "html"
FOOTER = ('<div style="width: 100%; text-align: center; font: 8pt system-ui, sans-serif; color: #59636e">'
          '<span class="pageNumber"></span></div>')

ASSEMBLE = (Path(__file__).parent / "assemble.js").read_text(encoding="utf8")


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
    """Print what a page shows, with a number on each sheet; headings become bookmarks, which needs the text's tags."""
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
        browser = playwright.chromium.launch(executable_path=chromium.find(),
                                             args=["--no-sandbox", "--disable-dev-shm-usage"])
        with assembled(browser, pages()) as page:
            print_to(args.target, page)
        browser.close()
    print(f"Printed {args.target} ({args.target.stat().st_size / 1e6:.1f} MB) in {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()
