"""Find Firefox and WebKitGTK for ``make browsers``, and install Debian's if one is missing on root's machine."""

import shutil
import sys

import debian

FIREFOX = ("firefox-esr", "firefox")
WEBKIT = ("WebKitWebDriver",)
SCREEN = ("Xvfb",)  # that WebKitGTK's window is on
NEEDED = [(FIREFOX, "firefox-esr"), (WEBKIT, "webkit2gtk-driver"), (SCREEN, "xvfb")]


def find(names) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


def missing() -> list[str]:
    """The Debian packages that bring what is not there."""
    return [package for names, package in NEEDED if not find(names)]


def main() -> None:
    packages = missing()
    if not packages:
        return
    debian.install([*packages, "fonts-dejavu-core"], otherwise=(
        "make browsers drives Firefox and WebKitGTK, and not all of it is here. Install what is missing "
        f"(Debian and Ubuntu: sudo apt-get install {' '.join(packages)}) and run it again."
    ))
    if missing():
        sys.exit(f"apt-get installed {', '.join(packages)}, yet they are not found.")


if __name__ == "__main__":
    main()
