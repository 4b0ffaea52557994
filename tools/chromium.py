"""Find Chromium for the tests, and install Debian's if this is root's machine and there is none.

The headless shell is the same engine without a browser's window around it: a new page in it, an empty one, costs a
tenth of the processor's time that it costs in the whole browser, and a chapter half.
"""

import os
import shutil
import sys

import debian

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def playwrights_own() -> bool:
    """Whether Playwright's own Chromium lies where Playwright looks for it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return os.path.exists(playwright.chromium.executable_path)


def main() -> None:
    if find() or playwrights_own():
        return
    debian.install(["chromium-headless-shell", "fonts-dejavu-core"], otherwise=(
        f"The tests drive a browser, and none of {', '.join(NAMES)} is on the PATH. "
        "Install one (Debian: sudo apt-get install chromium-headless-shell), or Playwright's own "
        "(.venv/bin/python -m playwright install chromium), and run make test again."
    ))
    if not find():
        sys.exit("apt-get installed chromium-headless-shell, yet it is not on the PATH.")


if __name__ == "__main__":
    main()
