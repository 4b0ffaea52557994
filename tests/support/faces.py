"""The fonts that a stylesheet brings: `faces`."""

import re
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "_ext")]

from oco_book import fonts  # noqa: E402


def faces(css):
    """font -> its source, of the @font-face rules of a stylesheet."""
    return {" ".join(fonts._font(rule).values()): re.search(r"url\(([^()]+)\)", rule)[1]
            for rule in re.findall(r"@font-face\{([^{}]*)\}", css)}
