"""README's picture, docs/screenshot.png: the front page's explorer as the built book shows it. ``make picture``."""

import sys
import threading
from pathlib import Path

import chromium
import serve
from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "_build" / "html"
TARGET = ROOT / "docs" / "screenshot.png"
COLOURS = 64  # enough for lines and letters on white


def main() -> None:
    if not (BOOK / "index.html").is_file():
        sys.exit(f"{BOOK} holds no built book; run: make build")
    with sync_playwright() as playwright, serve.server(BOOK, 0) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium.find(),
                                             args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        page.goto(f"http://127.0.0.1:{http.server_address[1]}/index.html")
        page.wait_for_function("window.ocoExplorers?.ogd && document.fonts.status === 'loaded'")
        page.locator(".oco-explorer").first.screenshot(path=TARGET)
        browser.close()
        http.shutdown()
    Image.open(TARGET).convert("RGB").quantize(COLOURS).save(TARGET, optimize=True)
    print(f"Wrote {TARGET} ({TARGET.stat().st_size / 1000:.0f} kB).")


if __name__ == "__main__":
    main()
